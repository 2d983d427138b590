//! `ludex watch`.

use super::rulings::{another, with_ruling};
use super::{edit, mill, run};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A game being watched.
struct Watched {
    child: Child,
    keys: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Watched {
    fn begin(folder: &Path, args: &[&str]) -> Watched {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args([&["watch", "mill"], args].concat())
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Watched {
            keys: child.stdin.take().unwrap(),
            lines: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    /// What is told up to a line that begins like this, and that line without its time.
    fn until(&mut self, begins: &str) -> (Vec<String>, String) {
        let mut before = Vec::new();
        loop {
            let line = self.lines.next().unwrap().unwrap();
            if line.starts_with(begins) {
                return (before, line.split(" (").next().unwrap().to_owned());
            } else {
                before.push(line);
            }
        }
    }

    /// The lines of a run, and its last one.
    fn run(&mut self) -> (Vec<String>, String) {
        self.until("mill: ")
    }

    fn key(&mut self, key: &str) {
        writeln!(self.keys, "{key}").unwrap();
    }

    fn code(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

#[test]
fn each_save_is_a_run() {
    let (folder, ruling) = with_ruling("watch");
    another(&ruling, "heavy", "white", 4);
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let mut watched = Watched::begin(&folder, &["--runs", "4"]);
    assert_eq!(watched.run().1, "mill: no errors; 2 rulings: 2 passed");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "gain stone.worth points",
        "gain stone.worth + 1 points",
    );
    let (told, status) = watched.run();
    assert_eq!(
        status,
        "mill: no errors; 2 rulings: 2 failed, 2 touched first"
    );
    assert!(
        told[0].starts_with("games/mill/mill.rules:")
            && told[0].ends_with(": gain stone.worth + 1 points"),
        "{told:?}"
    );
    assert_eq!(
        told[1..4],
        ["  2 rulings: 2 failed:", "    mill/first", "    mill/heavy"]
    );
    // One of them is told; the other differs in the same way.
    let first = told.iter().filter(|line| line.contains("does not hold"));
    assert_eq!(first.count(), 1, "{told:?}");
    // Mistakes are told, and a changed ruling runs with the rules as they were.
    edit(&rules, "+ 1 points", "+ 1 pionts");
    let (told, status) = watched.run();
    assert!(
        told.iter()
            .any(|line| line.contains("unknown name `pionts`")),
        "{told:?}"
    );
    assert_eq!(
        status,
        "mill: the rules have mistakes, and stay as they were; 0 rulings"
    );
    edit(&ruling, "points == 2", "points == 3");
    let (_, status) = watched.run();
    assert_eq!(
        status,
        "mill: the rules have mistakes, and stay as they were; 1 ruling: 1 differ, 1 touched first"
    );
    assert_eq!(watched.code(), Some(1));
    let written = std::fs::read_dir(folder.join("snapshots/mill")).unwrap();
    let pending = |path: &Path| path.extension().is_some_and(|one| one == "new");
    assert!(
        !written
            .map(|one| one.unwrap().path())
            .any(|path| pending(&path))
    );
}

/// A change of a game without rulings is told, and that none was played: nothing passes then.
#[test]
fn a_game_without_rulings() {
    let folder = mill("watch_nothing");
    let mut watched = Watched::begin(&folder, &["--runs", "2"]);
    assert_eq!(watched.run().1, "mill: no errors; 0 rulings");
    edit(
        &folder.join("games/mill/stones.yaml"),
        "{id: green, worth: 2}",
        "{id: green, worth: 3}",
    );
    let (told, status) = watched.run();
    let expected = [
        "games/mill/stones.yaml:3: stone green, worth: 2 → 3",
        "  no ruling was played",
    ];
    assert_eq!(told, expected);
    assert_eq!(status, "mill: no errors; 0 rulings");
    assert_eq!(watched.code(), Some(0));
}

/// A value of a table is named with its row, under it what it moved; keys show it, accept it, and leave.
#[test]
fn a_row_by_name_and_keys() {
    let (folder, ruling) = with_ruling("watch_row");
    another(&ruling, "heavy", "white", 4);
    edit(&ruling, "expect: [P0.points == 2]\n", "");
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let mut watched = Watched::begin(&folder, &[]);
    assert_eq!(watched.run().1, "mill: no errors; 2 rulings: 2 passed");
    edit(
        &folder.join("games/mill/stones.yaml"),
        "{id: green, worth: 2}",
        "{id: green, worth: 3}",
    );
    let (told, status) = watched.run();
    assert_eq!(status, "mill: no errors; 2 rulings: 1 passed, 1 differ");
    assert_eq!(
        told[..3],
        [
            "games/mill/stones.yaml:3: stone green, worth: 2 → 3",
            "  1 ruling: 1 differ:",
            "    mill/first"
        ]
    );
    assert!(told.iter().any(|line| line.starts_with("+ ")), "{told:?}");
    watched.key("d");
    let (_, asks) = watched.until("  asks:");
    assert_eq!(asks, "  asks: What is a stone worth?");
    watched.key("what");
    watched.until("  q            leave");
    watched.key("a the stone is dearer now");
    let (_, accepted) = watched.until("1 accepted");
    assert_eq!(accepted, "1 accepted, 0 left");
    // The snapshot that was written is a change like any other.
    let (told, status) = watched.run();
    assert_eq!(
        status,
        "mill: no errors; 2 rulings: 2 passed, 1 touched first"
    );
    // Nobody waits for the others to be told of the touched one.
    let [first] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert!(
        first.starts_with("touched: 1 ruling: 1 passed ("),
        "{first}"
    );
    assert!(first.ends_with(", then 1 more"), "{first}");
    watched.key("r");
    assert_eq!(watched.run().1, "mill: no errors; 2 rulings: 2 passed");
    watched.key("q");
    assert_eq!(watched.code(), Some(0));
    let kept = std::fs::read_to_string(folder.join("snapshots/mill/first.snap")).unwrap();
    assert!(kept.contains("the stone is dearer now"), "{kept}");
}

/// A ruling that begins with statements of its own reaches what these reach, so a change there touches it.
#[test]
fn a_beginning_of_its_own() {
    let (folder, ruling) = with_ruling("watch_begin");
    let rules = folder.join("games/mill/mill.rules");
    let rest = "setup { }\n\neffect rest {\n  gain 5 points\n}\n";
    edit(&rules, "setup { }\n", rest);
    let resting = "  move stone to bag\n  if points > 90 { rest }\n";
    edit(&rules, "  move stone to bag\n", resting);
    let text = std::fs::read_to_string(&ruling).unwrap();
    let (head, _) = text.split_once("given:").unwrap();
    let begun = "given: { players: 2, begin: \"as P0 { rest }\" }\nexpect: [P0.points == 5]\n";
    std::fs::write(&ruling, format!("{head}{begun}")).unwrap();
    let given = head.replace("id: first", "id: second");
    std::fs::write(
        ruling.with_file_name("second.ruling.yaml"),
        format!("{given}given: {{ players: 2 }}\nplay: [\"P0: take red\"]\n"),
    )
    .unwrap();
    let accepted = run(&["rulings", "accept"], &folder, "");
    assert_eq!(accepted.code, 0, "{}{}", accepted.out, accepted.err);
    let mut watched = Watched::begin(&folder, &["--runs", "2"]);
    assert_eq!(watched.run().1, "mill: no errors; 2 rulings: 2 passed");
    edit(&rules, "gain 5 points", "gain 6 points");
    let (told, status) = watched.run();
    assert_eq!(
        status,
        "mill: no errors; 2 rulings: 1 passed, 1 failed, 1 touched first"
    );
    assert!(told.iter().any(|line| line == "    mill/first"), "{told:?}");
    assert_eq!(watched.code(), Some(1));
}

/// For a program each run is a line, with what each change moved.
#[test]
fn a_line_of_json_for_each_run() {
    let (folder, _) = with_ruling("watch_json");
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let mut watched = Watched::begin(&folder, &["--json", "--runs", "2"]);
    let (_, first) = watched.until("{");
    let first: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(
        (&first["passed"], &first["changed"]),
        (&1.into(), &serde_json::json!([]))
    );
    let stones = folder.join("games/mill/stones.yaml");
    edit(&stones, "green, worth: 2", "green, worth: 3");
    let (_, second) = watched.until("{");
    let second: serde_json::Value = serde_json::from_str(&second).unwrap();
    let change = &second["changed"][0];
    assert_eq!(
        (&change["row"], &change["line"]),
        (&"green".into(), &3.into())
    );
    assert_eq!(
        change["moved"],
        serde_json::json!(["games/mill/rulings/first.ruling.yaml"])
    );
    assert_eq!(watched.code(), Some(1));
}

#[test]
fn which_game() {
    let folder = mill("watch_which");
    assert_eq!(run(&["watch", "--runs", "1"], &folder, "").code, 0);
    assert_eq!(run(&["watch", "mull"], &folder, "").code, 2);
    let nowhere = super::empty_folder("watch_nowhere");
    let inside = run(&["watch", "noah"], &nowhere, "");
    assert_eq!(inside.code, 2);
    assert!(
        inside.err.contains("is inside the program"),
        "{}",
        inside.err
    );
}
