//! `ludex new`.

use super::{edit, empty_folder, mill, run, snapshots, whole};
use std::fs;

#[test]
fn a_game_that_works_at_once() {
    let folder = empty_folder("new_game");
    let ran = run(&["new", "game", "my_game"], &folder, "");
    snapshots(|| insta::assert_snapshot!("new_game", whole(&ran)));
    for args in [
        &["check", "--deny", "warnings"][..],
        &["fmt", "--check"],
        &["rulings", "test"],
        &["sim", "my_game", "--games", "300", "--players", "3"],
    ] {
        let ran = run(args, &folder, "");
        assert_eq!(ran.code, 0, "{args:?}\n{}{}", ran.out, ran.err);
    }
    assert!(
        run(&["rulings", "test"], &folder, "")
            .out
            .contains("1 passed")
    );
    let again = run(&["new", "game", "my_game"], &folder, "");
    assert_eq!(
        (again.code, again.err.as_str()),
        (2, "error: `games/my_game` is there already\n")
    );
}

#[test]
fn a_card_of_every_type() {
    let folder = empty_folder("new_card");
    run(&["new", "game", "zoology"], &folder, "");
    let game = folder.join("games/zoology");
    edit(
        &game.join("zoology.rules"),
        "  /// What happens to whoever takes it.\n",
        "  colour: colour\n  colours: set colour\n  cost: bag colour\n  form: shape\n  partner: family\n  \
         old: bool\n  size: int 2..5\n  age: int 0..9 = 4\n  note: text\n  worth: value() -> int\n  \
         friend: family?\n  powers: hooks\n  /// What happens to whoever takes it.\n",
    );
    edit(
        &game.join("zoology.rules"),
        "place deck",
        "enum colour { red green }\nrecord family { rank: int 0..9 = 0 }\nplace deck",
    );
    fs::write(game.join("families.yaml"), "family:\n- id: cats\n").unwrap();
    let cards = game.join("cards.yaml");
    let text = fs::read_to_string(&cards).unwrap();
    fs::write(&cards, text.split("  - { id: one").next().unwrap()).unwrap();
    let text = fs::read_to_string(&cards).unwrap();
    fs::write(&cards, text.replace("card:\n", "")).unwrap();
    let ran = run(&["new", "card", "lynx", "--kind", "card"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "added `lynx` to games/zoology/card.yaml\n");
    let ran = run(&["new", "card", "dogs", "--kind", "family"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(
        fs::read_to_string(game.join("families.yaml")).unwrap(),
        "family:\n- id: cats\n- id: dogs\n  # rank: 0 # int 0..9\n"
    );
    snapshots(|| {
        let text = fs::read_to_string(game.join("card.yaml")).unwrap();
        insta::assert_snapshot!("new_card", text);
    });
    let errors = run(&["check", "--select", "Y,S,N,T"], &folder, "");
    assert!(!errors.out.contains("error["), "{}", errors.out);
    assert_eq!(run(&["fmt", "--check"], &folder, "").code, 0);
}

#[test]
fn a_card_in_its_place() {
    let folder = mill("new_card_place");
    let stones = folder.join("games/mill/stones.yaml");
    let before = fs::read_to_string(&stones).unwrap();
    let ran = run(&["new", "card", "black"], &folder, "");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "added `black` to games/mill/stones.yaml\n")
    );
    let after = fs::read_to_string(&stones).unwrap();
    assert_eq!(
        after,
        format!("{before}  - id: black\n    worth: 1 # int 1..9\n")
    );
    assert_eq!(run(&["check"], &folder, "").code, 0);
    for (args, said) in [
        (
            &["new", "card", "red"][..],
            "`stone` has a row `red` already",
        ),
        (&["new", "card", "a b"], "`a b` cannot be an id"),
        (
            &["new", "card", "grey", "--kind", "stnoe"],
            "no kind or record with rows is called `stnoe`",
        ),
        (
            &["new", "card", "grey", "--game", "mlil"],
            "no game is called `mlil`",
        ),
    ] {
        let ran = run(args, &folder, "");
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(fs::read_to_string(&stones).unwrap(), after);
    fs::write(&stones, "stone: [{ id: red, worth: 1 }]\n").unwrap();
    let ran = run(&["new", "card", "grey"], &folder, "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("within brackets"), "{}", ran.err);
}

#[test]
fn a_ruling_that_passes() {
    let folder = mill("new_ruling");
    let ran = run(&["new", "ruling", "ends/last-stone"], &folder, "");
    snapshots(|| insta::assert_snapshot!("new_ruling", whole(&ran)));
    let ruling = folder.join("games/mill/rulings/ends/last-stone.ruling.yaml");
    snapshots(|| insta::assert_snapshot!("new_ruling_text", fs::read_to_string(&ruling).unwrap()));
    assert_eq!(
        run(&["rulings", "test"], &folder, "").out,
        "1 ruling: 1 passed\n"
    );
    assert_eq!(run(&["fmt", "--check"], &folder, "").code, 0);
    let ran = run(&["new", "ruling", "here"], &folder.join("games/mill"), "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(
        run(&["rulings", "test"], &folder, "").out,
        "2 rulings: 2 passed\n"
    );
    for name in ["ends/last-stone", "../here", "a b", ""] {
        assert_eq!(run(&["new", "ruling", name], &folder, "").code, 2, "{name}");
    }
}

#[test]
fn what_cannot_be_new() {
    let folder = empty_folder("new_nothing");
    for args in [
        &["new", "game", "My Game"][..],
        &["new", "game", "../x"],
        &["new", "card", "fox", "--game", "noah"],
        &["new", "ruling", "fox", "--game", "noah"],
        &["new"],
    ] {
        let ran = run(args, &folder, "");
        assert_eq!(ran.code, 2, "{args:?}\n{}{}", ran.out, ran.err);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    // Where no folder can be made, nothing is left behind.
    fs::write(folder.join("games"), "a file").unwrap();
    let ran = run(&["new", "game", "fox"], &folder, "");
    assert_eq!(ran.code, 2, "{}", ran.err);
}
