//! `ludex balance`.

use super::{edit, empty_folder, mill, run, snapshots};
use std::fs;
use std::path::PathBuf;

const DUEL: &str = "\
kind card {
  worth: int 0..99
  home deck
}

place deck: pile of card seen by nobody
place hand per player: list of card seen by owner
place laid per player: list of card
var points per player: int 0..999

setup {
  shuffle deck
  for each p in players { draw 4 from deck to p.hand }
}

play {
  repeat 3 {
    for each p in players { as p { offer you: lay } }
  }
  finish
}

action lay(card from hand) \"lay a card\" {
  gain card.worth points
  move card to laid
}

result { score points }
";

/// A game of twelve cards that are worth 1 to 6, and so is the last, unless it is said otherwise.
fn duel(name: &str, last: &str) -> PathBuf {
    let folder = empty_folder(name);
    let game = folder.join("games/duel");
    fs::create_dir_all(&game).unwrap();
    fs::write(
        game.join("game.yaml"),
        "title: Duel\nedition: 2\nplayers: {min: 2, max: 3}\n",
    )
    .unwrap();
    fs::write(game.join("duel.rules"), DUEL).unwrap();
    let cards: String = (0..12)
        .map(|card| format!("  - {{id: c{card}, worth: {}}}\n", card % 6 + 1))
        .collect();
    fs::write(game.join("cards.yaml"), format!("card:\n{cards}")).unwrap();
    edit(
        &game.join("cards.yaml"),
        "{id: c11, worth: 6}",
        &format!("{{id: c11, worth: {last}}}"),
    );
    folder
}

/// A card with a twin is as strong, and so is accused; the twins are one row.
#[test]
fn two_cards_that_win_alike() {
    let folder = duel("balance_twins", "90, count: 2");
    let ran = run(
        &["balance", "duel", "--games", "2000", "--json"],
        &folder,
        "",
    );
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let accused = told["accused"].as_array().unwrap();
    assert_eq!(accused.len(), 1, "{}", told["accused"]);
    assert_eq!(
        (&accused[0]["row"], &accused[0]["by"]),
        (&"c11".into(), &"dealt".into())
    );
    assert_eq!(told["rows"].as_array().unwrap().len(), 12);
}

/// Who lays a card more wins more often, which is told and accuses no row.
#[test]
fn a_seat_that_wins_more_often() {
    let folder = duel("balance_seat", "6");
    let rules = folder.join("games/duel/duel.rules");
    let told = |asked: &[&str]| {
        let ran = run(
            &[&["balance", "duel", "--games", "400"], asked].concat(),
            &folder,
            "",
        );
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        ran.out
    };
    let ahead =
        |out: &str| serde_json::from_str::<serde_json::Value>(out).unwrap()["seats_ahead"].clone();
    assert_eq!(ahead(&told(&["--json"])), serde_json::json!([]));
    edit(&rules, "setup {", "var active: player\n\nsetup {");
    edit(
        &rules,
        "  repeat 3 {",
        "  as active { offer you: lay }\n  repeat 3 {",
    );
    let seats = ahead(&told(&["--json"]));
    assert_eq!(
        (seats.as_array().map(Vec::len), &seats[0]["seat"]),
        (Some(1), &0.into())
    );
    assert!(told(&[]).contains("P0: +"));
    // Different players in the seats are no finding about seats.
    assert_eq!(
        ahead(&told(&["--json", "--seats", "random,greedy"])),
        serde_json::json!([])
    );
}

#[test]
fn a_card_that_wins_alone() {
    let folder = duel("balance_strong", "90");
    let asked = ["balance", "duel", "--games", "1000"];
    let ran = run(
        &[&asked[..], &["--html", "page.html"]].concat(),
        &folder,
        "",
    );
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    snapshots(|| insta::assert_snapshot!("balance_strong", ran.out));
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("<tr class=\"apart\"><th>c11</th>"));
    // It loads nothing, and each chart is a picture of its own.
    for wanted in [
        "http://", "https://", "<script", "<img", "<link", "@import", "url(",
    ] {
        assert!(
            !page
                .replace("http://www.w3.org/2000/svg", "")
                .contains(wanted),
            "{wanted}"
        );
    }
    assert!(page.matches("<svg role=\"img\"").count() >= 6);
    let json = |threads: &str| {
        let ran = run(
            &[&asked[..], &["--json", "--threads", threads]].concat(),
            &folder,
            "",
        );
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()
    };
    let one = json("1");
    assert_eq!(one, json("2"));
    assert_eq!(one["accused"][0]["row"], "c11");
    assert_eq!(one["rows"][0]["verdict"], "too strong");
}

#[test]
fn a_line_for_each_row() {
    let folder = duel("balance_csv", "6");
    let ran = run(&["balance", "duel", "--games", "400", "--csv"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 13);
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
}

/// A run ends when half of the intervals are narrow enough.
#[test]
fn narrow_enough() {
    let folder = duel("balance_width", "6");
    let games = |width: &str| {
        let asked = ["balance", "duel", "--games", "20000", "--json", "--width"];
        let ran = run(&[&asked[..], &[width]].concat(), &folder, "");
        let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        told["totals"]["games"].as_u64().unwrap()
    };
    let (wide, narrow) = (games("2"), games("0.3"));
    assert!(wide < narrow && narrow < 20_000, "{wide} {narrow}");
    assert_eq!(games("0.001"), 20_000);
}

/// Without hands, and for one, there is nothing to hand on; all else is told.
#[test]
fn nothing_to_hand_on() {
    let folder = mill("balance_mill");
    let ran = run(&["balance", "mill", "--games", "50"], &folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("50 games (50 deals)"), "{}", ran.out);
    assert!(
        ran.out
            .contains("no row is too strong or too weak for its kind")
    );
    let ran = run(&["balance", "mill", "--csv", "--json"], &folder, "");
    assert_eq!(ran.code, 2);
}
