//! An author's hour with `ludex lsp`: some 400 edits, most of them letter by letter, and for each the time from the key to what
//! the server says of the text as it then is. A sample is held against `ludex check`.
//!
//! The command is spoken to over its pipes, as an editor does. Names on the command line choose games.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]
#![allow(clippy::unwrap_used, reason = "a bench that fails says where")]

#[path = "../tests/lsp/author.rs"]
mod author;
#[path = "../tests/lsp/client.rs"]
#[allow(dead_code, reason = "the tests ask for more")]
mod client;
#[path = "shared/rows.rs"]
mod rows;

use author::Author;
use client::Client;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The shipped games whose files are edited.
const GAMES: [&str; 2] = ["ark_nova", "sanctuary"];
/// The number of rows of the game that is made for this.
const ROWS: usize = 32_000;
/// Every so many edits the server is held against `ludex check`.
const SAMPLE: usize = 23;

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let wanted = |game: &str| named.is_empty() || named.iter().any(|one| one == game);
    println!(
        "| game | edits | median | 99 % | slowest | processor time of an edit | samples as `check` | memory |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for game in GAMES.into_iter().filter(|game| wanted(game)) {
        let folder = client::copy(&format!("games/{game}"), &format!("hour_{game}"));
        hour(game, folder, |author| {
            author.write_row(110);
            author.change_numbers(12);
            author.misspell(20);
            author.write_effect();
            author.cut_in_half();
        });
    }
    if wanted("rows") {
        hour("32,000 rows", many_rows(), |author| {
            author.change_numbers(12);
            author.write_effect();
        });
    }
}

/// Writes the folder of a game of many rows.
fn many_rows() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp/hour_rows/rows");
    fs::create_dir_all(&folder).unwrap();
    for (path, text) in rows::files(ROWS) {
        fs::write(folder.join(path), text).unwrap();
    }
    folder
}

fn hour(title: &str, game: PathBuf, work: impl FnOnce(&mut Author<'_>)) {
    let mut times: Vec<Duration> = Vec::new();
    let mut around = |edit: &mut dyn FnMut()| {
        let began = Instant::now();
        edit();
        times.push(began.elapsed());
    };
    let mut author = Author::new(game, SAMPLE, &mut around);
    let before = processor_time(&author.client);
    work(&mut author);
    let worked = processor_time(&author.client).zip(before);
    let worked = worked.map(|(now, before)| (now - before) / u32::try_from(author.edits).unwrap());
    let memory = author.client.resident_megabytes();
    let samples = author.samples;
    author.client.leave();
    times.sort();
    let at = |share: usize| {
        let nth = (times.len() * share / 100).min(times.len() - 1);
        milliseconds(times[nth])
    };
    println!(
        "| {title} | {} | {} | {} | {} | {} | {samples} | {} |",
        times.len(),
        at(50),
        at(99),
        at(100),
        worked.map_or_else(|| "?".to_owned(), milliseconds),
        memory.map_or_else(|| "?".to_owned(), |megabytes| format!("{megabytes} MB"))
    );
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// The processor time that the server has taken, of all its threads, where the system tells it: in hundredths of a second, as
/// Linux counts them for programs. What waits for a sample is in it too.
fn processor_time(client: &Client) -> Option<Duration> {
    let status = fs::read_to_string(format!("/proc/{}/stat", client.process())).ok()?;
    // The name of the program is in brackets and may hold blanks.
    let fields = status.rsplit_once(") ")?.1.split(' ');
    let ticks = fields.skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|one| one.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
}
