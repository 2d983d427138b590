//! Position display of `ludex play`: readable, no wider than the terminal, and without hidden information.

use std::path::Path;

use super::{Ran, edit, mill, run, run_wide, snapshots};

/// Each game with how many play it and how many answers lead to a position that is worth a look.
const GAMES: &[(&str, &str, usize)] = &[
    ("ark_nova", "2", 12),
    ("noah", "3", 6),
    ("jump_gate", "3", 6),
    ("sanctuary", "2", 12),
];

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/accepted");

/// A game of which the first option is always taken, and then some lines.
fn played(game: &str, players: &str, answers: usize, said: &str, columns: &str) -> Ran {
    let args = ["play", game, "--players", players, "--seed", "7"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = run_wide(&args, folder, &("1\n".repeat(answers) + said), columns);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{game}");
    ran
}

/// Returns the reply to the line before the last, without blank lines around it.
fn last(ran: &Ran) -> String {
    let said = ran.out.rsplit("\n> ").nth(1).unwrap();
    said.trim_matches('\n').to_owned() + "\n"
}

#[test]
fn the_table_of_each_game() {
    for (game, players, answers) in GAMES {
        for columns in ["80", "100"] {
            let ran = played(game, players, *answers, "table\nquit\n", columns);
            let name = format!("table_{game}_{columns}");
            snapshots(|| insta::assert_snapshot!(name, last(&ran)));
        }
    }
}

/// Whatever is shown or asked fits.
#[test]
fn no_line_is_wider_than_the_terminal() {
    let said = "table\ntable P1\nall\nlog\nhelp\nquit\n";
    for (game, players, _) in GAMES {
        for columns in ["80", "100", "200"] {
            let ran = played(game, players, 40, said, columns);
            let width: usize = columns.parse().unwrap();
            // In a pipe nobody ends the line of a question but the answer.
            let mut lines = ran.out.lines().map(|line| line.trim_start_matches("> "));
            let wide = lines.find(|line| line.chars().count() > width);
            assert_eq!(wide, None, "{game} at {columns}");
        }
    }
}

/// Own things come first, then those of all, then those of the others.
#[test]
fn own_things_come_first() {
    let args = ["play", "shown", "--games", FIXTURES, "--seed", "2"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = run(&args, folder, "1\ntable\ntable P0\ntable P9\nall\nquit\n");
    snapshots(|| insta::assert_snapshot!("table_shown", ran.out));
}

/// Of a game that says nothing about it, boxes are counted and empty places left out, unless all is asked for.
/// A space is asked for by its id, by its board and id, or, on a player's board, by the player.
#[test]
fn what_lies_on_a_space() {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/games");
    let args = ["play", "connect_four", "--games", "."];
    let ran = run_wide(
        &args,
        &benches,
        "1\n3\nwhat a6\nwhat cell.b1\nwhat h1\n",
        "80",
    );
    assert!(ran.out.contains("  a6 of cell: disc P0\n"), "{}", ran.out);
    assert!(
        ran.out.contains("  b1 of cell: nothing is there\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("there is nothing to tell of `h1`"),
        "{}",
        ran.out
    );
    let args = ["play", "beds", "--games", FIXTURES];
    let own = run_wide(&args, &benches, "what b1\nwhat P0.a1\n", "80");
    assert!(
        own.out.contains("  P0.b1 of bed: nothing is there\n"),
        "{}",
        own.out
    );
    assert!(
        own.out.contains("  P0.a1 of bed: nothing is there\n"),
        "{}",
        own.out
    );
}

#[test]
fn without_a_view() {
    let folder = mill("table_without");
    let stones: String = (0..9)
        .map(|n| format!("  - {{id: s{n}, worth: 1}}\n"))
        .collect();
    edit(
        &folder.join("games/mill/stones.yaml"),
        "stone:\n",
        &format!("stone:\n{stones}"),
    );
    let ran = run(&["play", "mill"], &folder, "all\nquit\n");
    snapshots(|| insta::assert_snapshot!("table_without", ran.out));
}

/// The table is drawn again when others have decided, also when chance did.
#[test]
fn after_the_others_moves() {
    let folder = mill("table_again");
    let args = ["play", "mill", "--seats", "me,random", "--seed", "3"];
    let ran = run(&args, &folder, "1\n");
    assert_eq!(ran.out.matches("P0 (you)").count(), 2, "{}", ran.out);
}
