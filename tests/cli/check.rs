//! `ludex check`.

use super::{edit, empty_folder, ludex, mill, run, snapshots, whole};
use std::fs;

#[test]
fn a_game_without_a_mistake() {
    let ran = ludex(&["check", "games/noah"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "noah: no errors\n"),
        "{}",
        ran.err
    );
}

#[test]
fn a_file_stands_for_its_game() {
    let folder = mill("check_file");
    for path in ["games/mill/stones.yaml", "games/mill", "games", "mill"] {
        let ran = run(&["check", path], &folder, "");
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (0, "mill: no errors\n"),
            "{path}: {}",
            ran.err
        );
    }
    let ran = run(&["check", "stones.yaml"], &folder.join("games/mill"), "");
    assert_eq!(ran.out, "mill: no errors\n", "{}", ran.err);
}

#[test]
fn all_problems_of_all_games() {
    let folder = mill("check_all");
    edit(
        &folder.join("games/mill/mill.rules"),
        "stone.worth points",
        "stone.wroth points",
    );
    edit(
        &folder.join("games/mill/stones.yaml"),
        "worth: 3",
        "worth: many",
    );
    let other = folder.join("games/other");
    fs::create_dir_all(&other).unwrap();
    fs::write(
        other.join("game.yaml"),
        "title: Other\nedition: 2\nplayers: {min: 4, max: 2}\n",
    )
    .unwrap();
    fs::write(other.join("other.rules"), "setup { }\nplay { }\n").unwrap();
    snapshots(|| {
        for format in ["human", "short", "json"] {
            let ran = run(&["check", "--format", format], &folder, "");
            insta::assert_snapshot!(format!("check_all_{format}"), whole(&ran));
        }
    });
}

#[test]
fn colour_only_when_wanted() {
    let broken = "tests/data/rejected/names/unknown_type";
    let has_colour = |args: &[&str]| {
        ludex(&[&["check", broken], args].concat())
            .out
            .contains('\u{1b}')
    };
    assert!(has_colour(&["--color", "always"]));
    assert!(!has_colour(&["--color", "never"]));
    assert!(!has_colour(&[]));
}

#[test]
fn a_missing_folder() {
    let ran = ludex(&["check", "games/nowhere"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: there is no `games/nowhere`\n")
    );
    let ran = ludex(&["--games", "nowhere", "check"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: there is no `nowhere`\n")
    );
    let ran = ludex(&["check", "docs/pictures"]);
    assert_eq!(
        ran.err,
        "error: there is no game in `docs/pictures`: a game is a folder with `game.yaml`\n"
    );
}

#[test]
fn an_unreadable_file_keeps_no_other_game_away() {
    let folder = mill("check_unreadable");
    let other = folder.join("games/other");
    fs::create_dir_all(&other).unwrap();
    fs::write(
        other.join("game.yaml"),
        b"title: Other\nedition: 2\nplayers: \xff\n",
    )
    .unwrap();
    let ran = run(&["check"], &folder, "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("mill: no errors\n"), "{}", ran.out);
    let said = "error[S04]: this file is not UTF-8 text\n --> games/other/game.yaml:3:10\n";
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn an_unknown_game() {
    let ran = ludex(&["play", "naoh"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .starts_with("error: no game is called `naoh` (did you mean `noah`?); there are: "),
        "{}",
        ran.err
    );
}

#[test]
fn games_inside_the_program() {
    let ran = run(&["check"], &empty_folder("check_built_in"), "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("noah: no errors\n"), "{}", ran.out);
}

#[test]
fn a_reader_that_goes_away() {
    let command = format!("{} explain | head -1", env!("CARGO_BIN_EXE_ludex"));
    let output = std::process::Command::new("sh")
        .args(["-c", &command])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_game_in_a_folder_called_rulings() {
    let folder = mill("check_rulings");
    fs::create_dir_all(folder.join("rulings")).unwrap();
    fs::rename(folder.join("games/mill"), folder.join("rulings/mill")).unwrap();
    let ran = run(&["check", "rulings/mill"], &folder, "");
    assert_eq!(ran.out, "mill: no errors\n", "{}", ran.err);
}

#[test]
fn what_is_clear_is_put_right() {
    let folder = mill("check_fix");
    let rules = folder.join("games/mill/mill.rules");
    let stones = folder.join("games/mill/stones.yaml");
    let sound = (
        fs::read_to_string(&rules).unwrap(),
        fs::read_to_string(&stones).unwrap(),
    );
    edit(&rules, "stone.worth points", "stone.wroth points");
    edit(&rules, "as active { offer", "as actvie { ofer");
    edit(&rules, "require size", "requier size");
    edit(&stones, "worth: 3", "wort: \"3\"");
    let broken = fs::read_to_string(&rules).unwrap();
    let ran = run(&["check", "--diff"], &folder, "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    snapshots(|| insta::assert_snapshot!("check_diff", whole(&ran)));
    assert_eq!(fs::read_to_string(&rules).unwrap(), broken);
    let ran = run(&["check", "--fix"], &folder, "");
    assert_eq!(
        (ran.code, ran.out.as_str(), ran.err.as_str()),
        (0, "mill: no errors\n", "mill: 6 problems put right\n")
    );
    let after = (
        fs::read_to_string(&rules).unwrap(),
        fs::read_to_string(&stones).unwrap(),
    );
    assert_eq!(after, sound);
}

/// A game of the first edition: no edition is named, and a loop goes through one or none.
#[test]
fn a_game_of_the_first_edition_is_moved() {
    let folder = mill("check_edition");
    let (manifest, rules) = (
        folder.join("games/mill/game.yaml"),
        folder.join("games/mill/mill.rules"),
    );
    let effect = "effect spill { if let x = first(s in stone where s.worth > 1) and x.worth > 2 { finish } }";
    edit(&rules, "setup { }", &format!("{effect}\nsetup {{ }}"));
    let sound = [&manifest, &rules].map(|file| fs::read_to_string(file).unwrap());
    edit(&manifest, "edition: 2\n", "");
    edit(
        &rules,
        "if let x = first(s in stone where s.worth > 1) and x.worth > 2",
        "for each x in first(s in stone where s.worth > 1) where x.worth > 2",
    );
    let refused = run(&["sim", "mill", "--games", "1"], &folder, "");
    assert_eq!(refused.code, 1, "{}", refused.err);
    assert!(refused.err.contains("M04"), "{}", refused.err);
    let ran = run(&["check", "--fix"], &folder, "");
    assert!(
        ran.err.contains("mill: 2 problems put right\n"),
        "{}",
        ran.err
    );
    let after = [&manifest, &rules].map(|file| fs::read_to_string(file).unwrap());
    assert_eq!(after, sound);
}

#[test]
fn what_could_be_two_things_is_left_alone() {
    let folder = mill("check_unclear");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "var points per player: int 0..99",
        "var points per player: int 0..99\nvar paints: int 0..99",
    );
    edit(&rules, "stone.worth points", "stone.worth pnints");
    edit(&rules, "{ score points }", "{ score points + paints }");
    let broken = fs::read_to_string(&rules).unwrap();
    let ran = run(&["check", "--fix"], &folder, "");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert_eq!(fs::read_to_string(&rules).unwrap(), broken);
}

#[test]
fn selected_codes() {
    let folder = mill("check_select");
    let rules = folder.join("games/mill/mill.rules");
    edit(&rules, "setup { }", "moment dusk\nsetup { }");
    edit(&rules, "stone.worth points", "stone.wroth points");
    let told = |args: &[&str]| {
        let ran = run(
            &[&["check", "--format", "short"], args].concat(),
            &folder,
            "",
        );
        (
            ran.code,
            ran.out.matches("error[N01]").count(),
            ran.out.matches("warning[U01]").count(),
        )
    };
    assert_eq!(
        told(&[]),
        (1, 1, 0),
        "warnings wait for a game without errors"
    );
    edit(&rules, "stone.wroth points", "stone.worth points");
    assert_eq!(told(&[]), (0, 0, 1));
    assert_eq!(told(&["--deny", "warnings"]), (1, 0, 1));
    assert_eq!(told(&["--ignore", "u01", "--deny", "warnings"]), (0, 0, 0));
    assert_eq!(told(&["--select", "N,T01"]), (0, 0, 0));
    assert_eq!(told(&["--select", "U"]), (0, 0, 1));
    edit(
        &rules,
        "moment dusk",
        "moment dusk // ludex: allow(U01) the night comes later",
    );
    assert_eq!(told(&["--deny", "warnings"]), (0, 0, 0));
    let ran = run(&["check", "--select", "N0"], &folder, "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("no problem has the code `N0`"),
        "{}",
        ran.err
    );
}

#[test]
fn formats_for_machines() {
    let folder = mill("check_machines");
    edit(
        &folder.join("games/mill/mill.rules"),
        "stone.worth points",
        "stone.wroth points",
    );
    edit(
        &folder.join("games/mill/stones.yaml"),
        "worth: 3",
        "worth: \"100 %\"",
    );
    snapshots(|| {
        let ran = run(&["check", "--format", "github"], &folder, "");
        insta::assert_snapshot!("check_github", whole(&ran));
        let ran = run(&["check", "--format", "sarif"], &folder, "");
        assert_eq!(ran.code, 1);
        let mut log: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let rules = log["runs"][0]["tool"]["driver"]["rules"].take();
        assert_eq!(rules[0]["id"], "S01");
        log["runs"][0]["tool"]["driver"]["version"].take();
        insta::assert_snapshot!("check_sarif", format!("{log:#}"));
    });
}

// ---- secrets told ----

#[test]
fn a_game_that_tells_no_secret() {
    let ran = ludex(&[
        "check",
        "--leaks",
        "--pairs",
        "60",
        "tests/data/accepted/tray",
    ]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "tray: no errors\n"),
        "{}",
        ran.err
    );
    let counted = ran
        .err
        .strip_prefix("tray: ")
        .and_then(|told| told.split(' ').next());
    let counted: usize = counted.and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(counted >= 60, "{}", ran.err);
    assert!(
        ran.err.contains("different states; worlds of "),
        "{}",
        ran.err
    );
    assert!(
        ran.err
            .contains("\nwho learns each answer:\n  tests/data/accepted/tray/tray.rules:"),
        "{}",
        ran.err
    );
}

#[test]
fn a_game_that_tells_a_secret_and_where() {
    let ran = ludex(&["check", "--leaks", "tests/data/leaks/peek"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let told = "error[P05]: the question and its answers tells P";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert!(ran.out.contains("peek.rules:"), "{}", ran.out);
    assert!(
        ran.out.contains("seen with 2 players and seed "),
        "{}",
        ran.out
    );
}

#[test]
fn secrets_of_what_cannot_be_played() {
    let none = ludex(&["check", "--leaks", "tests/data/nothing"]);
    assert_eq!(none.code, 2, "{}{}", none.out, none.err);
    let broken = ludex(&["check", "--leaks", "tests/data/rejected/types/units.rules"]);
    assert_ne!(broken.code, 0, "{}{}", broken.out, broken.err);
    assert!(!broken.err.contains("compared"), "{}", broken.err);
    let open = ludex(&["check", "--leaks", "tests/data/accepted/beds"]);
    assert_eq!(
        (open.code, open.err.as_str()),
        (0, "beds: nothing is hidden in this game\n")
    );
}
