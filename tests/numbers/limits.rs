//! Limits: a game at each is accepted, and one past it is refused at its place.

use super::compiled;
use ludex::compile::compile;
use ludex::pipeline::GameText;
use ludex::report::{Report, human};
use ludex::rules::game::Game;
use ludex::rules::limits;
use ludex::source::Sources;
use std::fmt::Write;

const END: &str = "setup { }\nplay { }\nresult { score 0 high }\n";

/// At the limit nothing is said of it; one past, `code` with a number.
fn holds(what: &str, most: u64, at: impl Fn(u64) -> (String, String)) {
    for (count, refused) in [(most, false), (most + 1, true)] {
        let (rules, rows) = at(count);
        let (said, program) = compiled(&format!("{rules}\n{END}"), &rows, 1);
        let told = said.contains("error[B27]") && said.contains(&format!("at most {most}"));
        assert_eq!(told, refused, "{count} {what}: {:.2000}", said);
        assert_eq!(program.is_none(), refused, "{count} {what}: {:.2000}", said);
    }
}

fn listed(count: u64, one: impl Fn(u64) -> String) -> String {
    (0..count).fold(String::new(), |mut all, n| {
        write!(all, "{}", one(n)).unwrap();
        all
    })
}

#[test]
fn pieces() {
    holds("pieces", limits::PIECES, |count| {
        let rules = format!(
            "kind many: {} {{ home box }}\nkind few: {{}}\nplace box: set of many\nplace bag: set of few\n",
            limits::PIECES - 5
        );
        let few = format!("kind few: {} {{ home bag }}", count + 5 - limits::PIECES);
        (rules.replace("kind few: {}", &few), String::new())
    });
}

#[test]
fn places() {
    holds("places", limits::PLACES, |count| {
        let own = listed(5, |n| format!("  place p{n}: set of many\n"));
        let table = listed(count - 5 * 199_999, |n| {
            format!("place t{n}: set of many\n")
        });
        (
            format!("kind many: 199999 {{\n  home t0\n{own}}}\n{table}"),
            String::new(),
        )
    });
}

#[test]
fn numbers_of_variables() {
    holds("numbers", limits::NUMBERS, |count| {
        // 9,990 pieces and nine variables with a thousand numbers each, then single ones.
        let words = listed(1000, |n| format!(" w{n}"));
        let pieces =
            "kind many: 9990 {\n  home box\n  var each[word]: int\n}\nplace box: set of many\n";
        let tables = listed(9, |n| format!("var t{n}[word]: int\n"));
        let single = listed(count - 9_999_000, |n| format!("var v{n}: int\n"));
        (
            format!("enum word {{{words} }}\n{pieces}{tables}{single}"),
            String::new(),
        )
    });
}

#[test]
fn cells_of_rows() {
    holds("cells", limits::CELLS, |count| {
        let words = listed(limits::VALUES as u64, |n| format!(" w{n}"));
        let rules = format!(
            "enum word {{{words} }}\nrecord wide {{ held: bag word = [] }}\nrecord thin {{ n: int = 0 }}\n"
        );
        // A row of `wide` has 10,001 cells, one of `thin` two.
        let wide = listed(998, |n| format!("  - {{ id: a{n} }}\n"));
        let thin = listed((count - 998 * 10_001).div_ceil(2), |n| {
            format!("  - {{ id: b{n} }}\n")
        });
        (rules, format!("wide:\n{wide}thin:\n{thin}"))
    });
}

#[test]
fn values_of_enums() {
    holds("values", limits::VALUES as u64, |count| {
        (
            format!("enum word {{{} }}", listed(count, |n| format!(" w{n}"))),
            String::new(),
        )
    });
}

/// Too many for a text here: a checked game with one declaration repeated.
#[test]
fn declarations_and_routines() {
    let rules = format!("query q() -> int = 0\neffect e() {{ }}\naction a() \"a\" {{ }}\n{END}");
    let files = [
        ("game.yaml", "title: Many\nplayers: { min: 1, max: 1 }\n"),
        ("many.rules", &rules),
    ];
    let text = GameText {
        name: "many".into(),
        files: files
            .map(|(path, text)| (path.into(), text.into()))
            .to_vec(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let game = checked.unwrap().game().clone();
    type Grow = fn(&mut Game, usize);
    let cases: [(usize, Grow); 3] = [
        (limits::DECLARATIONS, |game, n| {
            game.queries.resize(n, game.queries[0].clone())
        }),
        (limits::DECLARATIONS, |game, n| {
            game.actions.resize(n, game.actions[0].clone())
        }),
        (limits::ROUTINES, |game, n| {
            game.routines.resize(n, game.routines[0].clone())
        }),
    ];
    for (most, grow) in cases {
        for (count, refused) in [(most, false), (most + 1, true)] {
            let (mut game, mut report) = (game.clone(), Report::new());
            grow(&mut game, count);
            let program = compile(&game, String::new(), &mut report);
            assert_eq!(program.is_none(), refused, "{count}");
            let said = human(&report, &sources, false);
            assert_eq!(said.contains("error[B27]"), refused, "{said}");
        }
    }
}

#[test]
fn slots_of_a_frame() {
    // `you` has a slot too.
    holds("slots", u64::from(limits::SLOTS), |count| {
        let lets = listed(count - 1, |n| format!("  let x{n} = {n}\n"));
        (format!("effect much() {{\n{lets}}}\n"), String::new())
    });
}

#[test]
fn what_waits() {
    let most = limits::WAITING as u64;
    let params = |count| {
        listed(count, |n| {
            format!("{}a{n}: int", if n > 0 { ", " } else { "" })
        })
    };
    let names = |count| listed(count, |n| format!("{}a{n}", if n > 0 { ", " } else { "" }));
    holds("parameters", most, |count| {
        let rules = format!(
            "effect watched({}) {{ seen += a1 }}\nvar seen: int\nwhen watched({}) {{ seen += a0 }}\n\
             effect call() {{ watched({}) }}\n",
            params(count),
            names(count),
            listed(count, |n| format!("{}{n}", if n > 0 { ", " } else { "" }))
        );
        (rules, String::new())
    });
    holds("names taken along", most, |count| {
        let sum = names(count).replace(", ", " + ");
        let rules = format!(
            "moment dusk\nvar seen: int\neffect put({}) {{ later dusk {{ seen += {sum} }} }}\n",
            params(count)
        );
        (rules, String::new())
    });
}

/// Limits with codes of their own.
#[test]
fn players_spaces_and_choices() {
    let players = |count| compiled(END, "", count).1.is_some();
    assert!(players(limits::PLAYERS) && !players(limits::PLAYERS + 1));
    let said = |rules: String| compiled(&format!("{rules}\n{END}"), "", 1).0;
    for (rules, most, code) in [
        ("board b: ring of N\n", limits::SPACES as i32, "error[B04]"),
        ("option n: 1..N = 1\n", limits::CHOICES, "error[B03]"),
    ] {
        let with = |n: i32| said(rules.replace('N', &n.to_string()));
        assert!(!with(most).contains("error["), "{}", with(most));
        assert!(with(most + 1).contains(code), "{}", with(most + 1));
    }
    let set = |count| {
        let words = listed(count, |n| format!(" w{n}"));
        said(format!("enum word {{{words} }}\nvar held: set word\n"))
    };
    let most = limits::SET_VALUES as u64;
    assert!(!set(most).contains("error["), "{}", set(most));
    assert!(
        set(most + 1).contains(&format!("at most {most}")),
        "{}",
        set(most + 1)
    );
}

/// The reference names each limit with its number.
#[test]
fn the_reference_lists_them() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, table) = page.split_once("| at most | of |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let table = table.replace(',', "");
    let limits = [
        (u64::from(limits::PLAYERS), "players"),
        (limits::PIECES, "pieces"),
        (limits::PLACES, "places"),
        (limits::NUMBERS, "numbers of variables"),
        (limits::CELLS, "cells of rows"),
        (limits::SPACES as u64, "spaces of a board"),
        (limits::VALUES as u64, "values of an enum"),
        (limits::CHOICES as u64, "values of an option"),
        (limits::DECLARATIONS as u64, "declarations of one sort"),
        (limits::ROUTINES as u64, "effects actions hooks and cells"),
        (u64::from(limits::SLOTS), "names and remembered values"),
        (limits::LISTED as u64, "values in one list"),
        (limits::WAITING as u64, "parameters of an effect"),
    ];
    for (most, what) in limits {
        let row = format!("\n| {most} | {what}");
        assert!(table.contains(&row), "no row {row}");
    }
    assert!(table.contains(&format!(
        "{} of one whose sets are used",
        limits::SET_VALUES
    )));
    assert_eq!(table.matches("\n| ").count(), limits.len() + 1);
}
