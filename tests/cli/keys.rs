//! Lines as they are typed at a terminal, keys and all: `script` gives the terminal.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use super::mill;

const UP: &str = "\x1b[A";
const TAB: &str = "\t";
const ENTER: &str = "\r";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// A program at a terminal.
struct Typed {
    child: Child,
    keys: ChildStdin,
    shown: Receiver<Vec<u8>>,
    /// All that was shown.
    all: String,
}

impl Typed {
    /// Starts the binary at a terminal in a folder; none where no `script` gives one.
    fn begin(folder: &Path, args: &str) -> Option<Typed> {
        let command = format!("{} {args}", env!("CARGO_BIN_EXE_ludex"));
        let child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(folder)
            .env("TERM", "xterm")
            .env("COLUMNS", "100")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.ok()?;
        let (keys, mut out) = (child.stdin.take()?, child.stdout.take()?);
        let (sender, shown) = channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = out.read(&mut part) {
                if sender.send(part[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Some(Typed {
            child,
            keys,
            shown,
            all: String::new(),
        })
    }

    /// Types keys, and waits until what they bring is shown, and the prompt behind it: what is typed before that may be lost.
    fn say(&mut self, keys: &[&str], brings: &str) -> String {
        let before = self.all.len();
        self.keys.write_all(keys.concat().as_bytes()).unwrap();
        self.keys.flush().unwrap();
        self.until(before, brings)
    }

    fn until(&mut self, before: usize, brings: &str) -> String {
        let is_there = |shown: &str| {
            let behind = shown.split_once(brings).map(|(_, behind)| behind);
            behind.is_some_and(|behind| behind.contains("> "))
        };
        while !is_there(&self.all[before..]) {
            match self.shown.recv_timeout(Duration::from_secs(20)) {
                Ok(part) => self.all.push_str(&String::from_utf8_lossy(&part)),
                Err(_) => panic!("{brings:?} is never shown: {:?}", self.all),
            }
        }
        self.all[before..].to_owned()
    }

    fn code(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

/// An answer of the REPL stands in a line of its own.
fn line(text: &str) -> String {
    format!("\n{text}\r\n")
}

/// An arrow brings back what was typed, Tab completes names and what stands after a dot, Ctrl-C drops a line.
#[test]
fn keys_of_the_repl() {
    let folder = mill("keys_repl");
    let Some(mut typed) = Typed::begin(&folder, "repl mill") else {
        eprintln!("no program `script` gives a terminal here");
        return;
    };
    typed.until(0, "");
    typed.say(&["40 + 2", ENTER], &line("42"));
    typed.say(&["P1.po", TAB, " + 7", ENTER], &line("7"));
    typed.say(&["nonsense", CTRL_C], "\r\n");
    let told = typed.say(&["60 + 3", ENTER], &line("63"));
    assert!(!told.contains("unknown name"), "{told:?}");
    // What was dropped is not kept; the line before the last is.
    typed.say(&[UP, UP, ENTER], &line("7"));
    typed.say(&[UP, UP, UP, UP, ENTER], &line("42"));
    typed.say(&["help", ENTER], ":options");
    typed.keys.write_all(CTRL_D.as_bytes()).unwrap();
    assert_eq!(typed.code(), Some(0));
}

/// The same keys answer in play; what one person typed is not brought back for the next.
#[test]
fn keys_of_play() {
    let folder = mill("keys_play");
    let Some(mut typed) = Typed::begin(&folder, "play mill --pass always --color never") else {
        eprintln!("no program `script` gives a terminal here");
        return;
    };
    typed.until(0, "P0 is asked");
    typed.say(&[ENTER], "P0: take a stone");
    typed.say(&["goa", TAB, ENTER], "Who wins:");
    typed.say(&[UP, ENTER], "Who wins:");
    typed.say(&["take gr", TAB, ENTER], "P1 is asked");
    typed.say(&[ENTER], "P1 (you)");
    let told = typed.say(&[UP, UP, "options", ENTER], "take a stone: white");
    assert!(!told.contains("no option is"), "{told:?}");
    typed.keys.write_all(b"quit\r").unwrap();
    assert_eq!(typed.code(), Some(0));
}
