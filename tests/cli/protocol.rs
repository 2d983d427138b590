//! `ludex protocol`: the loop only; what the lines mean is tested elsewhere.

use super::{mill, run};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

#[test]
fn a_line_for_a_line() {
    let folder = mill("protocol");
    let input = "{\"id\":1,\"do\":\"games\"}\nnonsense\n{\"id\":2,\"do\":\"new\",\"game\":\"mill\",\"players\":2,\"seed\":7}\n";
    let ran = run(&["protocol"], &folder, input);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["ok"], &lines[1]["ok"], &lines[2]["ok"]),
        (&true.into(), &false.into(), &true.into())
    );
    assert_eq!(lines[2]["id"], 2);
    // What was asked before the input ended is answered, also without a line break behind it.
    let last = run(&["protocol"], &folder, "{\"id\":3,\"do\":\"games\"}");
    assert!(
        last.out.starts_with("{\"id\":3,\"ok\":true"),
        "{}",
        last.out
    );
}

#[test]
fn a_line_that_is_too_long() {
    let folder = mill("protocol_long");
    let input = format!("{}\n{{\"id\":1,\"do\":\"games\"}}\n", "x".repeat(17 << 20));
    let ran = run(&["protocol"], &folder, &input);
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["ok"], &lines[1]["ok"]),
        (&false.into(), &true.into())
    );
}

/// A server that somebody talks to line by line.
struct Talk {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    fn begin(folder: &Path) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .arg("protocol")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut talk = Talk { child, lines };
        talk.say(r#"{"do":"new","game":"mill","players":2,"seed":7}"#);
        assert_eq!(talk.answer()["ok"], true);
        talk
    }

    fn say(&mut self, line: &str) {
        let to = self.child.stdin.as_mut().unwrap();
        to.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn answer(&mut self) -> serde_json::Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }
}

/// The longest search that a request may ask for.
const LONG: &str =
    r#"{"id":"long","do":"best","position":1,"bot":"ismcts:600s,worlds=1000","seed":1}"#;

#[test]
fn a_search_is_cancelled() {
    let mut talk = Talk::begin(&mill("protocol_cancel"));
    talk.say(LONG);
    // This one waits, and is cancelled before its turn.
    talk.say(r#"{"id":7.0,"do":"playout","position":1,"seed":1}"#);
    talk.say(r#"{"id":8,"do":"cancel","request":7.0}"#);
    talk.say(r#"{"id":9,"do":"cancel","request":"long"}"#);
    talk.say(r#"{"id":10,"do":"playout","position":1,"seed":1}"#);
    for (id, code) in [("long".into(), "cancelled"), (7.0.into(), "cancelled")] {
        let answer = talk.answer();
        let id: serde_json::Value = id;
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &code.into())
        );
    }
    for id in 8..=10 {
        let answer = talk.answer();
        assert_eq!((&answer["id"], &answer["ok"]), (&id.into(), &true.into()));
    }
}

#[test]
fn the_end_of_input_ends_a_search() {
    let mut talk = Talk::begin(&mill("protocol_end"));
    talk.say(LONG);
    drop(talk.child.stdin.take());
    assert_eq!(talk.answer()["error"]["code"], "cancelled");
    assert!(talk.child.wait().unwrap().success());
}

/// Lines are read "sixteen ahead of the one being answered": the last of them cancels it.
#[test]
fn sixteen_lines_are_read_ahead() {
    let mut talk = Talk::begin(&mill("protocol_ahead"));
    talk.say(LONG);
    for id in 1..=15 {
        talk.say(&format!(r#"{{"id":{id},"do":"state","position":1}}"#));
    }
    talk.say(r#"{"id":16,"do":"cancel","request":"long"}"#);
    assert_eq!(talk.answer()["error"]["code"], "cancelled");
    for id in 1..=16 {
        let answer = talk.answer();
        assert_eq!((&answer["id"], &answer["ok"]), (&id.into(), &true.into()));
    }
}

#[test]
fn no_game_fits_into_a_kilobyte() {
    let folder = mill("protocol_memory");
    for little in ["1KB", "999999"] {
        let ran = run(&["protocol", "--memory", little], &folder, "");
        assert_eq!(ran.code, 2, "{little}");
        assert!(ran.err.contains("less than 1MB"), "{}", ran.err);
    }
    let new = "{\"do\":\"new\",\"game\":\"mill\",\"players\":2,\"seed\":7}\n";
    let ran = run(&["protocol", "--memory", "1MB"], &folder, new);
    assert!(
        ran.out.starts_with("{\"ok\":true"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn the_schema_is_that_of_the_protocol() {
    let ran = run(&["protocol", "--schema"], &mill("protocol_schema"), "");
    let schema: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(schema, ludex::protocol::schema());
}
