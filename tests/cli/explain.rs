//! `ludex explain`.

use super::rulings::with_ruling;
use super::{edit, empty_folder, ludex, mill, run, snapshots, whole};
use std::fs;
use std::path::Path;

#[test]
fn a_code_by_its_wrong_example() {
    snapshots(|| {
        insta::assert_snapshot!("explain_code", whole(&ludex(&["explain", "n01"])));
    });
}

#[test]
fn every_code_has_a_page() {
    let list = ludex(&["explain"]).out;
    assert!(list.lines().count() > 20);
    for line in list.lines() {
        let code = line.split(' ').next().unwrap();
        let page = ludex(&["explain", code]);
        assert_eq!(page.code, 0, "{code}");
        // A mistake of the rules that a ruling shows is told as the fault it is.
        let shows = page.out.contains(&format!("[{code}]: "));
        assert!(shows || code == "R15", "{}", page.out);
    }
}

#[test]
fn an_unknown_code() {
    let ran = ludex(&["explain", "N0"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("no problem has the code `N0`"),
        "{}",
        ran.err
    );
}

#[test]
fn a_row_called_like_a_code() {
    let folder = mill("row_like_a_code");
    edit(&folder.join("games/mill/stones.yaml"), "id: red", "id: Q01");
    let ran = run(&["explain", "Q01"], &folder, "");
    assert!(
        ran.out.starts_with("mill/Q01, a row of `stone` at"),
        "{}{}",
        ran.out,
        ran.err
    );
}

/// A comment, words for people and a local name are no references; a member and a value are.
#[test]
fn where_a_name_is_meant() {
    let folder = mill("where_a_name_is_meant");
    let rules = folder.join("games/mill/mill.rules");
    let more =
        "setup { note(1) } // the heap\n\neffect note(heap: int) { gain heap points to active }\n";
    edit(&rules, "setup { }", &more.replace(" to active", ""));
    edit(&rules, "\"take a stone\"", "\"take a stone of the heap\"");
    let ran = run(&["explain", "mill/heap"], &folder, "");
    let told: Vec<&str> = ran
        .out
        .lines()
        .skip_while(|line| !line.contains("named at"))
        .collect();
    let named = |text: &str| told.iter().any(|line| line.contains(text));
    assert!(
        named("home heap") && named("if size(heap) == 0"),
        "{}",
        ran.out
    );
    assert!(!named("note(") && !named("// the heap"), "{}", ran.out);
    let ran = run(&["explain", "mill/points"], &folder, "");
    assert!(ran.out.contains("score points"), "{}", ran.out);
}

/// A member and words for people are no references of a variable of the same name.
#[test]
fn a_name_is_what_it_means() {
    let folder = mill("a_name_is_what_it_means");
    let rules = folder.join("games/mill/mill.rules");
    let more = "setup { }\n\nvar worth: int\nquery two(q: stone) -> int = q.worth + worth\n\
                query worths() -> int = sum(s in heap : s.worth)\n";
    edit(&rules, "setup { }", more);
    edit(
        &folder.join("games/mill/game.yaml"),
        "title: Mill",
        "title: Mill\nabout: Stones have worth",
    );
    let ran = run(&["explain", "mill/worth"], &folder, "");
    assert!(ran.out.contains("q.worth + worth"), "{}", ran.out);
    assert!(
        !ran.out.contains("s.worth") && !ran.out.contains("about"),
        "{}",
        ran.out
    );
}

/// With one error in a game, all other names are explained.
#[test]
fn a_broken_game_is_explained() {
    let folder = mill("a_broken_game_is_explained");
    let rules = folder.join("games/mill/mill.rules");
    let sound = run(&["explain", "mill/heap"], &folder, "").out;
    edit(
        &rules,
        "setup { }",
        "setup { }\n\nquery wrong() -> int = size(heaap)\n",
    );
    let broken = run(&["explain", "mill/heap"], &folder, "");
    let note =
        "  the game has an error, which `ludex check` shows: what it touches is missing here\n";
    let told = broken.out.strip_suffix(note).unwrap_or_default();
    // The lines below the error moved, and nothing else did.
    let names = |text: &str| {
        text.lines()
            .map(|line| line.trim_start_matches(|one: char| one != ' ').to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(told).len(),
        names(&sound).len(),
        "{}{}",
        broken.out,
        broken.err
    );
    assert!(told.contains("home heap"), "{}", broken.out);
}

/// What is told of a card means the names that its text means.
#[test]
fn words_of_names_that_hide_others() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let explain = |name: &str| {
        let name = format!("shadows/{name}");
        run(
            &["explain", &name, "--games", "tests/data/accepted"],
            here,
            "",
        )
    };
    let ran = explain("pay");
    assert!(ran.out.contains("Gain `points` coins."), "{}", ran.out);
    let rows = ["pays", "hides", "lets", "chooses", "watches", "sunny"];
    let told = rows.map(|row| explain(row).out);
    snapshots(|| insta::assert_snapshot!("hidden_names", told.join("\n")));
}

#[test]
fn why_not() {
    let folder = mill("why_not");
    fs::write(folder.join("few.json"), r#"{"places": {"heap": ["red", "white"]}, "players": {"0": {"places": {"bag": ["green", "blue"]}}}}"#).unwrap();
    let refused = run(
        &[
            "explain", "why-not", "mill", "take", "white", "--state", "few.json",
        ],
        &folder,
        "",
    );
    let legal = run(&["explain", "why-not", "mill", "take"], &folder, "");
    snapshots(|| {
        insta::assert_snapshot!("why_not", format!("{}\n{}", whole(&refused), whole(&legal)))
    });
}

#[test]
fn why_not_with_unknown_names() {
    let folder = mill("why_not_unknown");
    let ran = run(&["explain", "why-not", "mill", "taek"], &folder, "");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: unknown action `taek`, did you mean `take`?\n")
    );
}

/// The game of stones with a power, and a ruling that speaks of it.
fn powers(name: &str) -> std::path::PathBuf {
    let (folder, ruling) = with_ruling(name);
    edit(
        &folder.join("games/mill/mill.rules"),
        "  worth: int 1..9\n",
        "  worth: int 1..9\n  /// What taking it does.\n  on_take: effect()\n  powers: hooks\n  active in bag\n",
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "  move stone to bag\n",
        "  move stone to bag\n  stone.on_take()\n  boast(stone)\n",
    );
    edit(
        &folder.join("games/mill/mill.rules"),
        "setup { }\n",
        "setup { }\n/// Called for each stone that is taken.\neffect boast(stone: stone) { }\n",
    );
    edit(
        &folder.join("games/mill/stones.yaml"),
        "{id: green, worth: 2}",
        "{id: green, worth: 2, on_take: \"may \\\"take a point\\\" { gain 1 points }\", powers: \"when boast(stone) where stone != this and owner(this) == you: lose 1 points\"}",
    );
    edit(
        &ruling,
        "play: [\"P0: take green\"]",
        "play: [\"P0: take green\", \"P0: no\"]",
    );
    folder
}

#[test]
fn a_row_and_a_name() {
    let folder = powers("explain_row");
    let row = run(&["explain", "green"], &folder, "");
    let action = run(&["explain", "mill/take"], &folder, "");
    snapshots(|| {
        insta::assert_snapshot!(
            "explain_row",
            format!("{}\n{}", whole(&row), whole(&action))
        )
    });
    let none = run(&["explain", "gren"], &folder, "");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("did you mean `green`?"), "{}", none.err);
    assert_eq!(run(&["explain", "other/green"], &folder, "").code, 2);
}

#[test]
fn a_step_of_a_recorded_game() {
    let folder = powers("explain_step");
    let played = run(
        &["play", "mill", "--record", "game.json"],
        &folder,
        "take green\nyes\ntake white\ntake red\n",
    );
    assert_eq!(played.code, 0, "{}{}", played.out, played.err);
    let choice = run(&["explain", "game.json:1"], &folder, "");
    let hook = run(&["explain", "game.json:3"], &folder, "");
    snapshots(|| {
        insta::assert_snapshot!(
            "explain_step",
            format!("{}\n{}", whole(&choice), whole(&hook))
        )
    });
    let beyond = run(&["explain", "game.json:9"], &folder, "");
    assert_eq!(
        (beyond.code, beyond.err.as_str()),
        (
            2,
            "error: there is no choice 9: the game has 4, counted from 0\n"
        )
    );
    assert_eq!(run(&["explain", "none.json:1"], &folder, "").code, 2);
}

#[test]
fn why_not_in_a_position_that_cannot_be_read() {
    let folder = mill("why_not_broken");
    let args = ["explain", "why-not", "mill", "take", "--state", "few.json"];
    for (text, told) in [
        (
            "{\"places\": {\n  \"heap\": [\"red\" \"white\"]}}",
            "error: cannot read `few.json`: line 2, column 18: this is no JSON: expected `,` or `]`\n",
        ),
        (
            "{\"places\": {\n  \"heap\": [\"red\",\n    \"whit\"]}}",
            "error: cannot read `few.json`: line 3, column 5: places.heap[1]: unknown stone `whit`, did you mean `white`?\n",
        ),
        (
            "{\"players\": [\n  {\"plaecs\": {}}]}",
            "error: cannot read `few.json`: line 2, column 4: players[0].plaecs: unknown part `plaecs`, did you mean `places`?\n",
        ),
    ] {
        fs::write(folder.join("few.json"), text).unwrap();
        let ran = run(&args, &folder, "");
        assert_eq!((ran.code, ran.err.as_str()), (2, told));
    }
}

/// A folder with a game of one's own hides no name of those that come with the program; its own come first.
#[test]
fn a_name_of_a_game_inside_the_program() {
    let folder = super::mill("explain_inside");
    let inside = run(&["explain", "lion_f1"], &folder, "");
    assert_eq!(inside.code, 0, "{}", inside.err);
    assert!(
        inside.out.starts_with("noah/lion_f1, a row of `animal`"),
        "{}",
        inside.out
    );
    let own = run(&["explain", "take"], &folder, "");
    assert!(own.out.starts_with("mill/take at "), "{}", own.out);
    let card = run(&["explain", "A401"], &folder, "");
    assert!(
        card.out.starts_with("ark_nova/A401"),
        "{}{}",
        card.out,
        card.err
    );
    let unknown = run(&["explain", "lion_f9"], &folder, "");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("did you mean `lion_f"),
        "{}",
        unknown.err
    );
}

fn why_not_in(game: &str, action: &[&str]) -> String {
    let args = [&["explain", "why-not", game][..], action].concat();
    let ran = run(&args, Path::new(env!("CARGO_MANIFEST_DIR")), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out
}

/// A query is followed to values that a player sees, with the argument in its words.
#[test]
fn why_not_follows_queries() {
    let told = why_not_in("ark_nova", &["use", "animals"]);
    for words in [
        "P0 can't do “use an action card”",
        "whether the Animals card can be used is no",
        "the least strength of Animals is 2",
        "whether your animals card is on side II is no",
        "the strength of Animals is 1",
        "the slot of Animals",
        "your X-tokens is 0",
    ] {
        assert!(told.contains(words), "no {words}: {told}");
    }
    assert!(!told.contains("`card`"), "{told}");
}

/// Behind something that is not there nothing is told of it.
#[test]
fn why_not_ends_at_none() {
    let told = why_not_in("jump_gate", &["fly", "perdix"]);
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    assert_eq!(
        (lines[0], lines[1], lines[3], lines.len()),
        (
            "P0 can't do “fly to a planet beside the own”",
            "nobody can fly from the Jump Gate",
            "your ship is none",
            4
        ),
        "{told}"
    );
}

/// Of a collection in which nothing is as wanted, what comes nearest is told, and what it lacks.
#[test]
fn why_not_names_the_nearest() {
    let folder = empty_folder("why_not_nearest");
    let game = folder.join("games/shop");
    fs::create_dir_all(&game).unwrap();
    let manifest = "title: Shop\nedition: 2\nplayers: {min: 1, max: 2}\n";
    fs::write(game.join("game.yaml"), manifest).unwrap();
    let rules = "\
kind ware {
  price: int 0..99
  fresh: bool
  home shelf
}
place shelf: list of ware
var coins per player: int 0..99 = 3

/// Something fresh that can be paid.
query affordable(w: ware) -> bool \"{w} {affordable|is|is not} affordable\" = w.fresh and w.price <= coins
action enter \"enter the shop\" { require any(w in shelf where affordable(w)) \"nothing can be bought\" }
action leave \"go home\" { }

setup { }
play { for each p in players { as p { offer you: enter or leave } } }
result { score coins high }
";
    fs::write(game.join("shop.rules"), rules).unwrap();
    let wares = "ware:\n  - {id: old_bread, price: 1, fresh: false}\n  - {id: fine_cake, price: 9, fresh: true}\n  \
                 - {id: plain_cake, price: 5, fresh: true}\n";
    fs::write(game.join("wares.yaml"), wares).unwrap();
    let ran = run(&["explain", "why-not", "shop", "enter"], &folder, "");
    assert_eq!(ran.code, 0, "{}", whole(&ran));
    let told = &ran.out;
    assert!(told.contains("plain cake comes nearest:"), "{told}");
    assert!(told.contains("the price of the ware is 5"), "{told}");
    assert!(told.contains("your coins is 3"), "{told}");
    assert!(!told.contains("fine cake"), "{told}");
}
