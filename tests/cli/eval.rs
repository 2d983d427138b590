//! `ludex eval` and `ludex repl`.

use super::rulings::with_ruling;
use super::{edit, ludex, run, snapshots, whole};
use std::fs;

#[test]
fn values_and_effects() {
    let (folder, _) = with_ruling("eval_answers");
    let ask = |text: &str, more: &[&str]| {
        let ran = run(&[&["eval", "mill", text], more].concat(), &folder, "");
        format!("> {text} {}\n{}", more.join(" "), whole(&ran))
    };
    fs::write(
        folder.join("few.json"),
        r#"{"places": {"heap": ["red", "white"]}}"#,
    )
    .unwrap();
    let ruling = "games/mill/rulings/first.ruling.yaml";
    let all = [
        ask("size(heap) + 1", &[]),
        ask("size(heap) == 2 and P0.points > 1", &[]),
        ask("heap", &["--state", "few.json"]),
        ask("{s in heap where s.worth > 9}", &[]),
        ask("{p in players where p.points == 0}", &["--players", "3"]),
        ask("greatest(s in heap : s.worth)", &[]),
        ask("move white to bag; gain 3 points", &["--you", "P1"]),
        ask("P1.points += 2", &["--json"]),
        ask("points", &["--ruling", ruling, "--you", "P0"]),
        ask("P0.bag", &["--ruling", ruling, "--step", "0"]),
        ask("choose s from heap \"which\" { move s to bag }", &[]),
        ask(
            "choose s from heap { move s to bag }",
            &["--answer", "blue"],
        ),
        ask("finish", &[]),
        ask("let x = 1", &[]),
    ];
    snapshots(|| insta::assert_snapshot!("eval_answers", all.join("\n")));
}

#[test]
fn what_cannot_be_asked() {
    let (folder, _) = with_ruling("eval_wrong");
    let ask = |args: &[&str]| whole(&run(&[&["eval", "mill"], args].concat(), &folder, ""));
    let all = [
        ask(&["size(haep)"]),
        ask(&["gian 3 points"]),
        ask(&["move red to"]),
        ask(&["P0.points += 200"]),
        ask(&["points", "--you", "P5"]),
        ask(&["points", "--after", "none.json"]),
        ask(&["choose s from heap { move s to bag }", "--answer", "pink"]),
    ];
    snapshots(|| insta::assert_snapshot!("eval_wrong", all.join("\n")));
}

#[test]
fn in_a_recorded_game_and_a_save() {
    let (folder, _) = with_ruling("eval_after");
    let played = run(
        &["play", "mill", "--record", "game.json"],
        &folder,
        "take white\ntake red\n",
    );
    assert_eq!(played.code, 0, "{}", played.err);
    let ask = |more: &[&str]| {
        run(
            &[&["eval", "mill", "size(heap)"], more].concat(),
            &folder,
            "",
        )
        .out
    };
    assert_eq!(ask(&["--after", "game.json"]), "2\n");
    assert_eq!(ask(&["--after", "game.json", "--step", "1"]), "3\n");
    let requests = "{\"do\":\"new\",\"game\":\"mill\",\"players\":2,\"seed\":0}\n{\"do\":\"apply\",\"position\":1,\"option\":0}\n{\"do\":\"save\",\"position\":1}\n";
    let saved = run(&["protocol"], &folder, requests).out;
    let saved: serde_json::Value = serde_json::from_str(saved.lines().last().unwrap()).unwrap();
    fs::write(folder.join("save.json"), saved["save"].to_string()).unwrap();
    assert_eq!(ask(&["--save", "save.json"]), "3\n");
    edit(&folder.join("save.json"), "\"mill\"", "\"mull\"");
    assert_eq!(
        run(&["eval", "mill", "1", "--save", "save.json"], &folder, "").code,
        2
    );
}

#[test]
fn line_by_line() {
    let (folder, _) = with_ruling("repl");
    let lines = "size(heap)\n:choose take green\npoints\n:you P0\npoints\nmove red to bag\nchoose s from heap { move s to bag }\n:answer blue\n:answer pink\n:choose take nothing\n:undo\n:undo\nsizes(heap)\n\n:what\n:help\n:quit\n1\n";
    let ran = run(&["repl", "mill"], &folder, lines);
    snapshots(|| insta::assert_snapshot!("repl", whole(&ran)));
    assert_eq!(run(&["repl", "mill"], &folder, "size(heap)").out, "4\n");
    assert_eq!(ludex(&["repl", "nothing"]).code, 2);
}

/// Reads what a terminal shows until it ends with something.
#[cfg(target_os = "linux")]
fn shown_until(out: &mut impl std::io::Read, end: &str) -> String {
    let (mut shown, mut byte) = (String::new(), [0]);
    while !shown.ends_with(end) {
        assert_eq!(out.read(&mut byte).unwrap(), 1, "{shown}");
        shown.push(char::from(byte[0]));
    }
    shown
}

/// At a terminal, Ctrl-C drops the line and Ctrl-D leaves.
#[cfg(target_os = "linux")]
#[test]
fn a_line_is_dropped() {
    use std::io::Write;
    let (folder, _) = with_ruling("repl_terminal");
    let command = format!("{} repl mill", env!("CARGO_BIN_EXE_ludex"));
    let mut child = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(&folder)
        .env("TERM", "xterm")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keys, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    shown_until(&mut out, "> ");
    keys.write_all(b"finish\x03").unwrap();
    shown_until(&mut out, "finish");
    shown_until(&mut out, "> ");
    keys.write_all(b"size(heap) + 38\r").unwrap();
    shown_until(&mut out, "42");
    shown_until(&mut out, "> ");
    keys.write_all(b"\x04").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
