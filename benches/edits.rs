//! How long it takes from an edit to all diagnostics of a game: prints a table of processor time and memory.
//!
//! Each row edits one text back and forth and asks for a new snapshot, as an editor does after every key. Names on the command
//! line choose rows. Counted is the processor time of this thread where the system tells it.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]

#[path = "shared/rows.rs"]
mod rows;
#[path = "shared/stopwatch.rs"]
mod stopwatch;

use ludex::ide::GameSnapshot;
use ludex::pipeline::GameText;
use std::path::Path;
use std::time::Duration;
use stopwatch::Stopwatch;

/// The allocator of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Edits of each row, after two that are not counted.
const EDITS: usize = 20;

/// Resident memory of this process in MB, now.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1024.0
}

/// The files of a game's folder.
fn folder(path: &str) -> GameText {
    let path = Path::new(path);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).expect("the folder is there") {
        let file = entry.expect("an entry").path();
        if file.is_file() {
            let text = std::fs::read_to_string(&file).expect("a text");
            files.push((file.display().to_string(), text));
        }
    }
    GameText {
        name: path.file_name().unwrap_or_default().display().to_string(),
        files,
    }
}

/// The game of `shared/rows.rs`.
fn rows(count: usize) -> GameText {
    GameText {
        name: "rows".into(),
        files: rows::files(count).to_vec(),
    }
}

/// An edit: the file whose text changes, a part of that text, and what replaces it.
struct Edit {
    title: &'static str,
    game: fn() -> GameText,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const ROWS: &[Edit] = &[
    Edit {
        title: "Ark Nova, nothing",
        game: || folder("games/ark_nova"),
        file: "game.yaml",
        from: "title",
        to: "title",
    },
    Edit {
        title: "Ark Nova, the cost of a row",
        game: || folder("games/ark_nova"),
        file: "animals.yaml",
        from: "cost: 17, size",
        to: "cost: 18, size",
    },
    Edit {
        title: "Ark Nova, a name that is misspelt",
        game: || folder("games/ark_nova"),
        file: "animals.rules",
        from: "gain 1 ",
        to: "gian 1 ",
    },
    Edit {
        title: "32,000 rows, the cost of a row",
        game: || rows(32_000),
        file: "cards.yaml",
        from: "cost: 49",
        to: "cost: 48",
    },
];

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    println!(
        "{:40} {:>10} {:>10} {:>10} {:>10} {:>9}",
        "edit", "first ms", "median ms", "worst ms", "problems", "MB"
    );
    for edit in ROWS {
        if wanted.is_empty() || wanted.iter().any(|word| edit.title.contains(word)) {
            measure(edit);
        }
    }
}

fn measure(edit: &Edit) {
    let text = (edit.game)();
    let clock = Stopwatch::start();
    let mut snapshot = GameSnapshot::new(text.clone());
    let first = clock.time();
    let mut changed = text.clone();
    let at = changed
        .files
        .iter()
        .position(|(path, _)| path.ends_with(edit.file))
        .expect("the file is there");
    let old = &text.files[at].1;
    let place = old.find(edit.from).expect("the part is there");
    let mut times = Vec::new();
    for nth in 0..EDITS + 2 {
        let with = if nth % 2 == 0 { edit.to } else { edit.from };
        changed.files[at].1 = format!("{}{with}{}", &old[..place], &old[place + edit.from.len()..]);
        let clock = Stopwatch::start();
        snapshot = snapshot.edited(changed.clone());
        times.push(clock.time());
    }
    let mut times = times.split_off(2);
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{:40} {:>10.1} {:>10.1} {:>10.1} {:>10} {:>9.0}",
        edit.title,
        ms(first),
        ms(times[EDITS / 2]),
        ms(times[EDITS - 1]),
        snapshot.report.len(),
        resident()
    );
}
