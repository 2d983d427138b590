//! How questions are answered: by a number that is read, with several answers in one line, in the words that are shown.

use std::fs;
use std::path::PathBuf;

use super::{empty_folder, run_wide, snapshots};

const RULES: &str = "\
kind stone {
  home heap
}
place heap: list of stone
place taken per player: list of stone
var steps per player: int 0..99
var bid per player: int 0..99

action raise(sum from 4..7) \"bid\" { bid = sum }
action fold_up \"leave the auction\" { }

setup { }
play {
  for each p in players { as p {
    choose n from 0..5 where n != 4 \"how many steps\" { steps = n }
    offer you: raise or fold_up
    choose 2 of s from heap \"which two stones to take\" { move s to taken }
    choose up to 2 of s from heap \"which stones to take besides\" { move s to taken }
    choose any of s from taken \"which stones to put back\" { move s to heap }
  } }
}
result { score size(taken) high }
";
const STONES: &str = "stone: [{id: red_stone}, {id: blue_stone}, {id: green_stone}, {id: grey_stone}, {id: jade}, {id: onyx}]\n";

fn game(name: &str) -> PathBuf {
    let folder = empty_folder(name);
    let game = folder.join("games/stones");
    fs::create_dir_all(&game).unwrap();
    let manifest = "title: Stones\nedition: 2\nplayers: {min: 1, max: 2}\n";
    fs::write(game.join("game.yaml"), manifest).unwrap();
    fs::write(game.join("stones.rules"), RULES).unwrap();
    fs::write(game.join("stones.yaml"), STONES).unwrap();
    folder
}

/// Plays a script; gives what was shown, and the answers as they are recorded.
fn played(name: &str, script: &str) -> (String, Vec<String>) {
    let folder = game(name);
    let args = ["play", "stones", "--record", "game.json"];
    let ran = run_wide(&args, &folder, script, "80");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let record = fs::read_to_string(folder.join("game.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let choices = record["choices"].as_array().unwrap().iter();
    let choices = choices.map(|choice| choice.as_str().unwrap().to_owned());
    (ran.out, choices.collect())
}

/// What is typed is the number that is read, not that of a line.
#[test]
fn numbers_are_answered_by_themselves() {
    let (out, choices) = played("answering_numbers", "4\n6\n5\n3\n7\n");
    assert!(out.contains("a number: 0 to 3, 5"), "{out}");
    assert!(
        out.contains("4 can't be chosen: it may be 0 to 3, 5"),
        "{out}"
    );
    assert!(out.contains("bid: 4 to 7"), "{out}");
    assert_eq!(choices, ["P0: 5", "P0: raise 7"], "{out}");
    // Zero is a number like the others, and other answers have their words.
    let (_, choices) = played("answering_zero", "0\nleave the auction\n");
    assert_eq!(choices, ["P0: 0", "P0: fold_up"]);
}

/// A hint tells the answer as it is typed.
#[test]
fn hints_tell_numbers() {
    let (out, _) = played("answering_hints", "hint random\n5\nhint random\n");
    let told = out.lines().filter_map(|line| line.split("Take ").nth(1));
    let told: Vec<&str> = told.collect();
    assert!(["0", "1", "2", "3", "5"].contains(&told[0]), "{out}");
    assert!(
        told[1].starts_with("bid: ") || told[1] == "leave the auction",
        "{out}"
    );
}

/// A question that takes several says how many, and takes them in one line.
#[test]
fn several_answers_in_one_line() {
    let script = "5\n7\n1 1\n1 2 3\n1 9\n1 4\nred stone, green stone\n2 done\n";
    let (out, choices) = played("answering_several", script);
    for told in [
        "which two stones to take (choose 2)",
        "`1` stands there twice",
        "these are 3, but 2 at most can be chosen",
        "there is no option 9",
        "which stones to take besides (up to 2)",
        "which stones to put back (any number)",
    ] {
        assert!(out.contains(told), "no {told}: {out}");
    }
    // Of the line with a stone that was taken already nothing was done.
    let expected = [
        "P0: 5",
        "P0: raise 7",
        "P0: red_stone",
        "P0: grey_stone",
        "P0: green_stone",
        "P0: done",
    ];
    assert_eq!(choices, expected, "{out}");
}

/// The whole session, as it is read.
#[test]
fn a_session() {
    let script = "3\nbid: 5\n1 2\ngreen stone, jade\ndone\nheap\ntaken\n";
    let (out, _) = played("answering_session", script);
    snapshots(|| insta::assert_snapshot!("answering_session", out));
}
