//! Limits: a game at each is accepted, and one past it is refused at its place.

use super::{compiled, ends};
use ludex::compile::compile;
use ludex::pipeline::GameText;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Code, Report, human};
use ludex::rules::expr::ExprKind;
use ludex::rules::game::Game;
use ludex::rules::ids::QueryId;
use ludex::rules::limits;
use ludex::source::Sources;
use std::fmt::Write;
use std::sync::Arc;

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

/// A checked game, in which a test repeats what would make too long a text.
fn checked(rules: &str, rows: &str) -> Game {
    let files = [
        (
            "game.yaml",
            "title: Many\nedition: 2\nplayers: { min: 1, max: 1 }\n",
        ),
        ("many.rules", rules),
        ("many.yaml", rows),
    ];
    let text = GameText {
        name: "many".into(),
        files: files
            .map(|(path, text)| (path.into(), text.into()))
            .to_vec(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let said = human(&report, &sources, false);
    checked.unwrap_or_else(|| panic!("{said}")).game().clone()
}

/// The program of a game, if it is within the limits; one that is not is refused by `B27`.
fn fits(game: &Game) -> Option<Program> {
    let mut report = Report::new();
    let program = compile(game, String::new(), &mut report);
    let refused = report.iter().any(|d| d.code == Code::TOO_MANY);
    assert_eq!(program.is_none(), refused, "{report:?}");
    program
}

#[test]
fn declarations_and_routines() {
    let rules = format!(
        "query q() -> int = 0\neffect e() {{ }}\naction a() \"a\" {{ }}\nboard b: ring of 1\n\
         kind k {{ c: int\n home p }}\nplace p: set of k\nvar v: int\n{END}"
    );
    let game = checked(&rules, "k:\n  - { id: one, c: 1 }\n");
    type Grow = fn(&mut Game, usize);
    let cases: [(usize, Grow); 7] = [
        (limits::DECLARATIONS, |game, n| {
            game.queries.resize(n, game.queries[0].clone())
        }),
        (limits::DECLARATIONS, |game, n| {
            game.actions.resize(n, game.actions[0].clone())
        }),
        (limits::DECLARATIONS, |game, n| {
            game.boards.resize(n, game.boards[0].clone())
        }),
        (limits::DECLARATIONS, |game, n| {
            game.places.resize(n, game.places[0].clone())
        }),
        (limits::DECLARATIONS, |game, n| {
            game.vars.resize(n, game.vars[0].clone())
        }),
        (limits::DECLARATIONS, |game, n| {
            game.kinds.resize(n, game.kinds[0].clone());
            game.kinds.iter_mut().for_each(|k| k.attributes.clear());
        }),
        (limits::ROUTINES, |game, n| {
            // Empty ones: what they do would be compiled a million times.
            let empty = game.routines.iter().find(|routine| routine.body.is_empty());
            let empty = empty.unwrap().clone();
            game.routines.resize(n, empty)
        }),
    ];
    for (n, (most, grow)) in cases.into_iter().enumerate() {
        for (count, fit) in [(most, true), (most + 1, false)] {
            let mut game = game.clone();
            grow(&mut game, count);
            assert_eq!(fits(&game).is_some(), fit, "case {n}, {count}");
        }
    }
}

#[test]
fn tables_and_moments() {
    let most = limits::DECLARATIONS as u64;
    holds("moments", most, |count| {
        (listed(count, |n| format!("moment m{n}\n")), String::new())
    });
    holds("tables", most, |count| {
        let tables = listed(count, |n| format!("table t{n}: int -> int\n"));
        let rows = listed(count, |n| format!("t{n}: {{ 0: 1 }}\n"));
        (tables, rows)
    });
}

#[test]
fn columns_of_kinds_and_of_boards() {
    let rules = format!(
        "board b: graph from bs {{ c: int = 1 }}\nkind k {{ c: int\n home p }}\nplace p: set of k\n{END}"
    );
    let rows = "bs:\n  - id: one\n    spaces: [{ id: s }]\nk:\n  - { id: one, c: 1 }\n";
    let game = checked(&rules, rows);
    for (count, fit) in [
        (limits::DECLARATIONS, true),
        (limits::DECLARATIONS + 1, false),
        (usize::from(u16::MAX) + 2, false),
    ] {
        let mut wide = game.clone();
        let board = &mut wide.boards[0];
        board.attributes.resize(count, board.attributes[0].clone());
        let space = &mut board.layouts[0].spaces[0];
        space.attributes.resize(count, space.attributes[0].clone());
        assert_eq!(fits(&wide).is_some(), fit, "a board of {count} columns");
        let mut wide = game.clone();
        for kind in wide
            .kinds
            .iter_mut()
            .filter(|kind| !kind.attributes.is_empty())
        {
            kind.attributes.resize(count, kind.attributes[0].clone());
            let row = &mut kind.rows[0];
            row.attributes.resize(count, row.attributes[0].clone());
        }
        assert_eq!(fits(&wide).is_some(), fit, "a kind of {count} columns");
    }
}

/// The query with the highest number gives its own value, in both executors.
#[test]
fn the_last_query_is_the_one_that_is_called() {
    let rules = format!(
        "query other() -> int = 1\nquery seven() -> int = 7\nmodify seven: plus 1\n{}",
        END.replace("score 0", "score seven() + other()")
    );
    let mut game = checked(&rules, "");
    let last = QueryId::new(limits::DECLARATIONS - 1);
    let named = |name: &str| game.queries.iter().position(|q| q.name == name).unwrap();
    let (other, was) = (named("other"), named("seven"));
    let (filler, own) = (game.queries[other].clone(), game.queries[was].clone());
    game.queries.resize(limits::DECLARATIONS, filler);
    game.queries[last.index()] = own;
    game.queries[was] = game.queries[other].clone();
    game.modifiers[0].query = last;
    let ExprKind::Arithmetic(_, asked, _) = &mut *game.ranks[0].value.kind else {
        panic!("{:?}", game.ranks[0].value);
    };
    *asked.kind = ExprKind::Query(last, Vec::new());
    let program = Arc::new(fits(&game).unwrap());
    assert_eq!(ends(&program, &Start::new(&program, 1, 0)), Ok(9));
}

/// A thousand shapes on a thousand layouts: each can be laid in one way, or in none, which counts as one.
#[test]
fn ways_to_lay_shapes() {
    let rules = format!(
        "option which: {{ small, large }} = small\nboard map: hex from maps layout option.which\nkind tile {{ shape: shape\n home deck }}\nplace deck: list of tile\n{END}"
    );
    let rows = "tile:\n  - { id: one, shape: [[0, 0]] }\n  - { id: two, shape: [[0, 0], [1, 0]] }\n\
        maps:\n  - id: small\n    spaces: [{ id: a, at: [0, 0] }]\n  \
        - id: large\n    spaces: [{ id: a, at: [0, 0] }, { id: b, at: [1, 0] }]\n";
    let mut game = checked(&rules, rows);
    assert_eq!((game.shapes.len(), game.boards[0].layouts.len()), (2, 2));
    game.shapes.resize(1000, game.shapes[1].clone());
    let large = game.boards[0].layouts.pop().unwrap();
    let small = game.boards[0].layouts[0].clone();
    game.boards[0].layouts.resize(1000, small);
    assert_eq!(limits::PLACEMENTS, 1_000_000);
    assert!(fits(&game).is_some());
    game.boards[0].layouts[999] = large;
    assert!(fits(&game).is_none());
}

/// A collection is written out wherever it is asked: its three parts, a third of a million times. Nine parts are the prelude's.
#[test]
fn collections_that_are_written_out() {
    let rules = format!(
        "query few() -> all int = 1..2\n{}",
        END.replace("play { }", "play { n = size(few()) }") + "var n: int\n"
    );
    let game = checked(&rules, "");
    let play = game.play.unwrap().index();
    let most = ((limits::WRITTEN - 9) / 3) as usize;
    for (count, fit) in [(most, true), (most + 1, false)] {
        let mut game = game.clone();
        let body = &mut game.routines[play].body;
        body.resize(count, body[0].clone());
        assert_eq!(fits(&game).is_some(), fit, "{count}");
    }
}

/// Thirty calls in each of eight queries, each expanded, would be 30 to the sixth parts.
#[test]
fn queries_that_ask_each_other_often_stay_small() {
    let mut rules = listed(8, |n| {
        let calls = vec![format!("q{}(a + 1)", n + 1); 30].join(" + ");
        format!("query q{n}(a: int) -> int = if a > 0 then {calls} else a\n")
    });
    rules += "query q8(a: int) -> int = a\n";
    let rules = rules + &END.replace("score 0", "score q0(0) + q7(1)");
    let (said, program) = compiled(&rules, "", 1);
    let program = Arc::new(program.unwrap_or_else(|| panic!("{said}")));
    assert!(program.nodes.len() < 2_000_000, "{}", program.nodes.len());
    assert_eq!(ends(&program, &Start::new(&program, 1, 0)), Ok(60));
    // Collections cannot be called.
    let mut rules = listed(24, |n| {
        format!(
            "query c{n}() -> all int = if n > {n} then c{0}() else c{0}()\n",
            n + 1
        )
    });
    rules += "query c24() -> all int = 1..2\nvar n: int\n";
    let rules = rules + &END.replace("score 0", "score size(c0())");
    let (said, program) = compiled(&rules, "", 1);
    assert!(program.is_none());
    assert!(said.contains("error[B27]"), "{said}");
    assert_eq!(said.matches("error[").count(), 1, "{said}");
}

/// A set that is known before play is one number; one that is not has a part for each of its values.
#[test]
fn values_of_a_list() {
    holds("values", limits::LISTED as u64, |count| {
        let more = listed(count - 1, |n| {
            format!(", {}", ["red", "green"][n as usize % 2])
        });
        let rules = format!(
            "enum colour {{ red green }}\nvar seen: int\n\
             effect look(c: colour) {{ for each x in [c{more}] {{ seen += 1 }} }}\n"
        );
        (rules, String::new())
    });
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

/// A ring whose size is asked has a layout for each size.
#[test]
fn pairs_of_spaces() {
    let largest = (1..).take_while(|n| n * n * n <= limits::PAIRS).last();
    let largest = largest.unwrap();
    for (size, refused) in [(largest, false), (largest + 1, true)] {
        let rules = format!("board b: ring of player_count() up to {size}\n{END}");
        let (said, program) = compiled(&rules, "", 1);
        let told =
            said.contains("error[B27]") && said.contains(&format!("at most {}", limits::PAIRS));
        assert_eq!(
            (told, program.is_none()),
            (refused, refused),
            "{size}: {said:.2000}"
        );
    }
}

/// Limits with codes of their own.
#[test]
fn players_spaces_and_choices() {
    let players = |count| compiled(END, "", count).1.is_some();
    assert!(players(limits::PLAYERS) && !players(limits::PLAYERS + 1));
    let said = |rules: String| compiled(&format!("{rules}\n{END}"), "", 1).0;
    for (rules, most, code) in [
        ("board b: ring of N\n", limits::SPACES as i32, "error[B02]"),
        (
            "board b: grid of N by 8\n",
            limits::SPACES as i32 / 8,
            "error[B04]",
        ),
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
        (u64::from(limits::SPACES), "spaces of a board"),
        (limits::PAIRS, "pairs of spaces"),
        (limits::VALUES as u64, "values of an enum"),
        (limits::CHOICES as u64, "values of an option"),
        (limits::DECLARATIONS as u64, "declarations of one sort"),
        (limits::ROUTINES as u64, "effects actions hooks and cells"),
        (u64::from(limits::SLOTS), "names and remembered values"),
        (limits::LISTED as u64, "values in one list"),
        (limits::BEFORE_PLAY, "looks at values"),
        (limits::BOUNDED, "looks at expressions"),
        (limits::PLACEMENTS, "ways to lay shapes"),
        (limits::WRITTEN, "parts of queries"),
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
