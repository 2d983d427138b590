//! Texts of games that grow: a row for each thing of which there may be many.

use ludex::pipeline::GameText;
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Report, human};
use ludex::source::Sources;

/// What grows, its two sizes, and the text for a size.
pub(crate) type Row = (&'static str, [usize; 2], fn(usize) -> Text);

/// The rules of a game and its table.
pub(crate) struct Text {
    rules: String,
    table: String,
    /// Whether a random game is part of what is timed.
    pub(crate) plays: bool,
}

pub(crate) const ROWS: &[Row] = &[
    ("blank and comment lines", [25_000, 100_000], |n| {
        rules(lines(n / 2, |i| format!("// line {i}\n\n")))
    }),
    ("flat queries, nothing asks them", [25_000, 60_000], |n| {
        rules(lines(n, |i| format!("query q{i}() -> int = n + {i}\n")))
    }),
    ("queries, each asks the next", [15_000, 60_000], |n| {
        rules(
            lines(n, |i| format!("query q{i}() -> int = q{}() + 1\n", i + 1))
                + &format!("query q{n}() -> int = 1\n"),
        )
    }),
    ("statements in one block", [25_000, 100_000], |n| {
        play(&"  n = 1\n".repeat(n))
    }),
    ("effects, each does the next", [25_000, 100_000], |n| {
        let chain = lines(n, |i| format!("effect e{i}() {{ e{}() }}\n", i + 1));
        with(
            play("  e0()\n"),
            &(chain + &format!("effect e{n}() {{ n = 2 }}\n")),
        )
    }),
    ("effects in a circle", [8_000, 32_000], |n| {
        let circle = lines(n, |i| format!("effect e{i}() {{ e{}() }}\n", (i + 1) % n));
        with(play("  e0()\n"), &circle)
    }),
    ("effects, the last writes a secret", [15_000, 60_000], |n| {
        let chain = lines(n, |i| format!("effect e{i}() {{ e{}() }}\n", i + 1));
        let secret = format!("var s per player: int seen by owner\neffect e{n}() {{ s = 2 }}\n");
        with(play("  as who { e0() }\n"), &(chain + &secret))
    }),
    ("actions of an offer", [4_000, 16_000], |n| {
        offer(n, |i| format!("action a{i} \"a{i}\" {{ n = {i} }}\n"))
    }),
    (
        "actions of an offer, each with a place",
        [4_000, 16_000],
        |n| {
            let mut text = offer(n, |i| {
                let moves = format!("action a{i}(c from deck) \"a{i}\" {{ move c to p{i} }}\n");
                moves + &format!("place p{i}: list of card seen by nobody\n")
            });
            text.rules += "kind card: 5 { home deck }\nplace deck: pile of card\n";
            text
        },
    ),
    ("one `if` behind the other's `else`", [4_000, 16_000], |n| {
        let ifs = lines(n, |i| format!(" else if n == {i} {{ n = {} }}\n", i + 1));
        play(&format!(
            "  if n == -1 {{ n = 0 }}{}",
            ifs.replace('\n', "")
        ))
    }),
    ("ways to leave a loop", [4_000, 16_000], |n| {
        let stops = lines(n, |i| format!("    if n == {i} {{ stop }}\n"));
        play(&format!("  repeat {{\n{stops}  }}\n"))
    }),
    ("moments that come", [8_000, 32_000], |n| {
        let body = lines(n, |i| format!("  later dusk {{ n = {i} }}\n  reach dusk\n"));
        with(play(&body), "moment dusk\n")
    }),
    ("parameters of an effect, too many", [16_000, 64_000], |n| {
        let params: Vec<String> = (0..n).map(|i| format!("a{i}: int")).collect();
        rules(format!("effect e({}) {{ n = a0 }}\n", params.join(", ")))
    }),
    ("words of an enum", [25_000, 100_000], |n| {
        rules(format!(
            "enum color {{\n{}}}\n",
            lines(n, |i| format!("  c{i}\n"))
        ))
    }),
    ("unknown names", [15_000, 60_000], |n| {
        play(&lines(n, |i| format!("  m{i} = 1\n")))
    }),
    ("unknown names among local ones", [2_000, 8_000], |n| {
        play(&lines(n, |i| format!("  let a{i} = m{i}\n")))
    }),
    (
        "unknown queries among declared ones",
        [8_000, 32_000],
        |n| {
            let named = |i| format!("query q{i:06}() -> int = {i}\nmodify m{i:06}: plus 1\n");
            rules(lines(n, named))
        },
    ),
    ("local names, each made of another", [950, 3_800], |n| {
        let names = lines(n, |i| format!("  let a{} = a{}\n", i + 1, i / 2));
        play(&format!("  let a0 = 1\n{names}  n = a{n}\n"))
    }),
    ("players that act for a secret", [500, 2_000], |n| {
        let secret = "var s per player: int seen by owner\n";
        with(play(&"  as who { s = 1 }\n".repeat(n)), secret)
    }),
    (
        "variables, each names what the next does",
        [2_000, 8_000],
        |n| {
            let vars = lines(n + 1, |i| format!("var m{i}: card?\n"));
            let body = lines(n, |i| format!("  m{i} = m{}\n", i + 1));
            let kind = "kind card: 3 { home deck }\nplace deck: list of card\n";
            with(play(&format!("{body}  m{n} = top(deck)\n")), &(vars + kind))
        },
    ),
    (
        "choices in one text, each shows a piece",
        [300, 1_200],
        |n| {
            let choice =
                |i| format!("    choose c from hand \"{i}\" {{ move c to open }} else {{ }}\n");
            let kind = "kind card: 3 { home deck }\nplace deck: pile of card seen by nobody\n\
                    place open: list of card\nplace hand per player: list of card seen by owner\n";
            with(
                play(&format!("  as who {{\n{}  }}\n", lines(n, choice))),
                kind,
            )
        },
    ),
    ("effects put off in one text", [8_000, 32_000], |n| {
        let body = lines(n, |i| format!("  later dusk {{ n = {i} }}\n"));
        with(play(&(body + "  reach dusk\n")), "moment dusk\n")
    }),
    (
        "names of a place, each given the one before",
        [100, 400],
        |n| {
            let moves = copied_names(7, n) + "  move_all heap to a7\n";
            with(play(&moves), &pieces("kind card: 3 { home deck }\n"))
        },
    ),
    ("kinds, each with a place", [4_000, 16_000], |n| {
        let kind = |i| format!("kind k{i}: 1 {{ home d{i} }}\nplace d{i}: pile of k{i}\n");
        rules(lines(n, kind))
    }),
    ("sorts of a kind", [2_000, 8_000], |n| {
        let sorts = lines(n, |i| format!("kind s{i} of card {{ a{i}: int = 1 }}\n"));
        let mut text = cards("  cost: int\n", String::new(), "n = 1");
        text.rules.push_str(&sorts);
        text
    }),
    ("attributes of a kind", [2_000, 8_000], |n| {
        let attributes = lines(n, |i| format!("  a{i}: int = 1\n"));
        cards(&attributes, "card:\n  - { id: one }\n".to_owned(), "n = 1")
    }),
    ("cards", [8_000, 32_000], |n| {
        let rows = lines(n, |i| format!("  - {{ id: k{i}, cost: {} }}\n", i % 9));
        cards("  cost: int\n", format!("card:\n{rows}"), "n = 1")
    }),
    ("cards with a text", [8_000, 32_000], |n| {
        let rows = lines(n, |i| format!("  - {{ id: k{i}, power: \"n = {i}\" }}\n"));
        cards(
            "  power: effect()\n",
            format!("card:\n{rows}"),
            "for each c in deck { c.power() }",
        )
    }),
    ("tables, a value each", [8_000, 32_000], |n| {
        let mut text = rules(lines(n, |i| format!("table t{i}: int -> int\n")));
        text.table = lines(n, |i| format!("t{i}: {{ 0: {i} }}\n"));
        text
    }),
    ("keys of a table", [25_000, 100_000], |n| {
        let mut text = rules("table t: int -> int\n".to_owned());
        text.table = format!("t:\n{}", lines(n, |i| format!("  {i}: {}\n", i % 9)));
        text
    }),
    ("hooks on an effect", [1_000, 4_000], |n| {
        hooks(n, "effect tick() ordered by who { n += 1 }\n", "tick()")
    }),
    ("effects, each with a hook", [4_000, 16_000], |n| {
        rules(lines(n, |i| {
            format!("effect e{i}() {{ n = 1 }}\nwhen e{i} {{ n = 2 }}\n")
        }))
    }),
    ("modifiers of a query", [4_000, 16_000], |n| {
        let chain = lines(n, |i| format!("modify q: plus {}\n", i % 9));
        rules("query q() -> int = 0\n".to_owned() + &chain)
    }),
    ("a pool, nobody is asked", [500, 2_000], |n| {
        let mut text = hooks(
            n,
            "effect tick() ordered by who { n += 1 }\n",
            "pool by who { tick() }",
        );
        text.plays = true;
        text
    }),
    ("a pool, every entry is chosen", [250, 1_000], |n| {
        let mut text = hooks(
            n,
            "effect tick() ordered by who { n += 1 }\n",
            "pool by who { tick() }",
        );
        text.table = text.table.replace("n += 1", "n = n * 2 + 1 - n");
        text.plays = true;
        text
    }),
    ("spaces of a board, each looked at", [250, 1_000], |n| {
        let look = "  for each s in field where size(neighbours(s)) > 2 { s.seen = true }\n";
        let mut text = with(play(look), &field(n));
        text.plays = true;
        text
    }),
    (
        "spaces of a board, in groups and on rays",
        [250, 1_000],
        |n| {
            let look = "  n = size(group(s in field where not s.seen : the(space_at(field, 0))))\n  \
                    for each s in field { n += size(ray(s, field.east)) }\n";
            let mut text = with(play(look), &field(n));
            text.plays = true;
            text
        },
    ),
    ("spaces of a board that offers them", [250, 1_000], |n| {
        let asks = "  repeat 50 { offer who: mark }\n";
        let mark =
            "action mark(s from field) \"mark\" { require not s.seen \"seen\"; s.seen = true }\n";
        let mut text = with(play(asks), &(field(n) + mark));
        text.plays = true;
        text
    }),
    ("equal pieces of a kind", [2_500, 10_000], |n| {
        let mut text = with(
            play(PIECES),
            &pieces(&format!("kind card: {n} {{ home deck }}\n")),
        );
        text.plays = true;
        text
    }),
    ("pieces of a kind with rows", [2_500, 10_000], |n| {
        let mut text = with(
            play(PIECES),
            &pieces("kind card {\n  cost: int\n  home deck\n}\n"),
        );
        let rows = lines(n, |i| format!("  - {{ id: k{i}, cost: {} }}\n", i % 9));
        text.table = format!("card:\n{rows}");
        text.plays = true;
        text
    }),
    ("effects put off to a moment", [25_000, 100_000], |n| {
        let late = format!("  for each i in 1..{n} {{ later dusk {{ n += 1 }} }}\n  reach dusk\n");
        let mut text = with(play(&late), "moment dusk\n");
        text.plays = true;
        text
    }),
];

/// So many names of a place, each of which is given the one before so often.
fn copied_names(names: usize, times: usize) -> String {
    let name = |i: usize| {
        let again = format!("  a{} = a{i}\n", i + 1).repeat(times);
        format!("  let a{} = a{i}\n{again}", i + 1)
    };
    format!("  let a0 = deck\n{}", lines(names, name))
}

/// What is done with the pieces of a kind, whatever their number.
const PIECES: &str =
    "  shuffle deck\n  move_all deck to heap\n  repeat 50 { offer who: take }\n  n = size(heap)\n";

/// A place that all pieces go to, and an action that takes one of them.
fn pieces(kind: &str) -> String {
    let take = "action take(c from heap) \"take\" { move c to deck }\n";
    format!("{kind}place deck: pile of card seen by nobody\nplace heap: set of card\n{take}")
}

/// A board of so many spaces, 25 a row.
fn field(n: usize) -> String {
    format!(
        "board field: grid of 25 by {} {{ var seen: bool }}\n",
        n / 25
    )
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

/// An offer of so many actions.
fn offer(n: usize, action: impl Fn(usize) -> String) -> Text {
    let names: Vec<String> = (0..n).map(|i| format!("a{i}")).collect();
    let asks = format!("  offer who: {}\n", names.join(" or "));
    with(play(&asks), &lines(n, action))
}

fn rules(more: String) -> Text {
    with(play("  n = 1\n"), &more)
}

fn with(mut text: Text, more: &str) -> Text {
    text.rules.push_str(more);
    text
}

fn play(body: &str) -> Text {
    let rules = format!(
        "var n: int\nvar who: player\nsetup {{ }}\nplay {{\n{body}  finish\n}}\nresult {{ score n }}\n"
    );
    Text {
        rules,
        table: String::new(),
        plays: false,
    }
}

fn cards(members: &str, table: String, body: &str) -> Text {
    let kind = format!(
        "kind card {{\n{members}  home deck\n  active in deck\n}}\nplace deck: pile of card seen by nobody\n"
    );
    let text = with(play(&format!("  {body}\n")), &kind);
    Text { table, ..text }
}

fn hooks(n: usize, effect: &str, body: &str) -> Text {
    let rows = lines(n, |i| {
        format!("  - {{ id: k{i}, powers: \"when tick {{ n += 1 }}\" }}\n")
    });
    with(
        cards("  powers: hooks\n", format!("card:\n{rows}"), body),
        effect,
    )
}

/// Reads, checks and compiles a game, tells what is wrong with it, and perhaps plays it.
pub(crate) fn run(text: &Text) {
    let files = [
        (
            "game.yaml",
            "title: Growth\nedition: 2\nplayers: { min: 2, max: 2 }\n",
        ),
        ("growth.rules", &text.rules),
        ("growth.yaml", &text.table),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let game = GameText {
        name: "growth".to_owned(),
        files: files.into(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let program = game
        .parse(&mut sources, &mut report)
        .check(&mut report)
        .and_then(|checked| checked.compile(&mut report));
    let told = human(&report, &sources, false);
    match (&program, text.plays) {
        (Some(program), true) => play_once(program),
        (None, true) => panic!("{told}"),
        (_, false) => {}
    }
}

fn play_once(program: &Program) {
    let ended = Playout::compiled(program)
        .run(&Start::new(program, 2, 1), 1)
        .map(|ended| ended.decisions);
    assert!(ended.is_ok(), "{ended:?}");
}
