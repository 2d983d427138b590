//! The binary as people run it: arguments and files in, text and exit codes out.

use crate::support::settings;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

mod answering;
mod answers;
mod arena;
mod balance;
mod budget;

mod check;

mod compare;

mod coverage;

mod docs;
mod dump;
mod sheets;

mod eval;

mod explain;

#[cfg(unix)]
mod files;

mod fmt;

mod help;

#[cfg(unix)]
mod keys;

mod locale;

mod mutate;

mod new;

mod output;

mod play;

mod protocol;

mod record;

mod replay;

mod review;

mod rulings;

mod shell;

mod runs;
mod sim;

mod table;

mod terminal;

mod tune;

mod watch;
mod words;

/// What a run gave.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs the binary in the crate's folder.
fn ludex(args: &[&str]) -> Ran {
    run(args, Path::new(env!("CARGO_MANIFEST_DIR")), "")
}

/// Runs the binary in a folder with lines on stdin.
fn run(args: &[&str], folder: &Path, input: &str) -> Ran {
    run_wide(args, folder, input, "100")
}

/// The same on a terminal of so many columns. A table gets the seed 0 unless another is asked for, not one of the system's.
fn run_wide(args: &[&str], folder: &Path, input: &str, columns: &str) -> Ran {
    let is_seeded = ["--seed", "--resume"]
        .iter()
        .any(|word| args.contains(word));
    let seed: &[&str] = match args.first() {
        Some(&"play") if !is_seeded => &["--seed", "0"],
        _ => &[],
    };
    run_as_typed(&[args, seed].concat(), folder, input, columns)
}

fn run_as_typed(args: &[&str], folder: &Path, input: &str, columns: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(args)
        .current_dir(folder)
        .env("COLUMNS", columns)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be over before all is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An empty folder of the test's own.
fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cli")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// An empty folder with `games/mill`, a small game of two players who take stones.
fn mill(name: &str) -> PathBuf {
    let folder = empty_folder(name);
    let game = folder.join("games/mill");
    fs::create_dir_all(&game).unwrap();
    fs::write(
        game.join("game.yaml"),
        "title: Mill\nedition: 2\nplayers: {min: 2, max: 3}\n",
    )
    .unwrap();
    fs::write(game.join("mill.rules"), MILL).unwrap();
    fs::write(game.join("stones.yaml"), STONES).unwrap();
    folder
}

const STONES: &str = "\
stone:
  - {id: red, worth: 1}
  - {id: green, worth: 2}
  - {id: blue, worth: 3}
  - {id: white, worth: 4}
";

const MILL: &str = "\
kind stone {
  worth: int 1..9
  home heap
}

place heap: set of stone
place bag per player: set of stone seen by owner
var active: player
var points per player: int 0..99

setup { }

play {
  repeat {
    as active { offer you: take }
    if size(heap) == 0 { finish }
    active = next(active)
  }
}

action take(stone from heap) \"take a stone\" {
  require size(heap) > 2 or not any(other in heap where other.worth < stone.worth) \"the last two go lightest first\"
  gain stone.worth points
  move stone to bag
}

result { score points }
";

/// Replaces a part of a file, which must be there.
fn edit(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old), "{old:?} is not in {}", path.display());
    fs::write(path, text.replace(old, new)).unwrap();
}

/// The settings of all snapshots here.
pub(crate) fn snapshots(test: impl FnOnce()) {
    settings("cli").bind(test);
}

/// Everything a run gave, for a snapshot.
fn whole(ran: &Ran) -> String {
    format!(
        "{}\n--- stderr\n{}\n--- exit code {}\n",
        ran.out.trim_end(),
        ran.err.trim_end(),
        ran.code
    )
}
