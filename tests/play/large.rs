//! Games with more pieces, places and players than small numbers can count.

use crate::support::HAS_MACHINE_CODE;
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Report, human};
use ludex::source::Sources;
use std::fmt::Write;
use std::sync::Arc;

/// A program from rules and one table.
fn program(rules: &str, rows: String, players: u32) -> Arc<Program> {
    let manifest = format!("title: Large\nedition: 2\nplayers: {{ min: 1, max: {players} }}\n");
    let files = [
        ("game.yaml", manifest),
        ("rows.yaml", rows),
        ("large.rules", rules.to_owned()),
    ];
    let text = GameText {
        name: "large".into(),
        files: files.map(|(path, text)| (path.to_owned(), text)).to_vec(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    let said = human(&report, &sources, false);
    Arc::new(program.unwrap_or_else(|| panic!("{said}")))
}

/// The scores of a game without choices, which both executors must give alike.
fn scores(program: &Arc<Program>, players: u8) -> Vec<i32> {
    let start = Start::new(program, players, 1);
    let mut playout = Playout::compiled(program);
    let random = playout.run(&start, 1).unwrap().scores.to_vec();
    let game = Match::new(crate::support::interpreted(program), start).unwrap();
    assert_eq!(game.result().unwrap().scores, random);
    random
}

/// 70,000 rows with three places each: beyond 65,535 pieces, and beyond three times as many places.
#[test]
fn many_pieces_lie_where_they_were_put() {
    let mut rows = String::from("card:\n");
    for n in 1..=70_000 {
        writeln!(rows, "  - {{ id: c{n}, n: {n} }}").unwrap();
    }
    let rules = "
kind card {
  n: int
  home deck
  place left: list of card
  place middle: slot of card
  place right: list of card
}
place deck: pile of card
var host: card?

setup { }
play {
  host = top(deck)
  let low = bottom(deck)
  if low != none and host != none { move low to host.right }
}
query at_host() -> int = if host == none then 0 else sum(x in host.right : x.n)
query filled() -> int = count(x in card where size(x.left) + size(x.middle) + size(x.right) > 0)
result { score size(deck) + 1000 * at_host() + 100000 * filled() high }
";
    let program = program(rules, rows, 1);
    assert_eq!(scores(&program, 1), [69_999 + 1000 + 100_000]);
}

/// Each of 31 players knows the cards of the own hand, and nobody else does.
#[test]
fn many_players_know_what_they_see() {
    let rules = "
kind chip: 62 { home bag }
place bag: pile of chip seen by nobody
place hand per player: list of chip seen by owner

setup { shuffle bag }
play { for each p in players { draw 2 from bag to p.hand } }
query known(p: player, whose: player) -> int = count(x in whose.hand where knows(p, x))
query by_others(p: player) -> int = count(q in players where q != p and known(q, p) > 0)
result { score 100 * known(you, you) + by_others(you) high }
";
    let program = program(rules, String::new(), 31);
    assert_eq!(scores(&program, 31), [200; 31]);
}

/// Fields and bags of few cards that come after many chips: the addresses of a holder 0 lie far before all numbers.
#[test]
fn what_comes_after_many_pieces_is_read_and_written() {
    let words: String = (0..10_000).map(|n| format!(" w{n}")).collect();
    let rules = format!(
        "
enum word {{{words} }}
kind chip: 300000 {{ home box }}
kind card {{
  held: bag word = []
  home hand
  var each[word]: int
}}
place box: set of chip
place hand: list of card

query written(x: card) -> int = sum(w in word where w == w9999 : x.each[w])
query held(x: card) -> int = sum(w in word where w == w9999 : x.held[w])

var total: int
setup {{ }}
play {{
  total = sum(x in hand : written(x))
  for each x in hand {{ x.each[w9999] = position(x) }}
  total += sum(x in hand : written(x)) + 10 * sum(x in hand : held(x))
}}
result {{ score total high }}
"
    );
    let rows =
        "card:\n  - { id: a, held: { w9999: 3 } }\n  - { id: b, held: { w0: 2, w9999: 4 } }\n";
    let program = program(&rules, rows.to_owned(), 1);
    assert_eq!(scores(&program, 1), [1 + 2 + 70]);
}

/// A board whose size is asked has a layout for each size; those of the board after it are counted after them.
#[test]
fn shapes_are_laid_after_a_board_of_several_sizes() {
    let rules = "
board wheel: ring of 2 + player_count() up to 9
board map: hex from maps
kind tile {
  shape: shape
  home deck
}
place deck: list of tile
setup { }
play { }
result { score sum(t in deck : count(p in placements(t.shape, map))) high }
";
    let rows = "tile:
  - { id: one, shape: [[0, 0]] }
  - { id: two, shape: [[0, 0], [1, 0]] }
maps:
  - id: m
    spaces: [{ id: a, at: [0, 0] }, { id: b, at: [1, 0] }, { id: c, at: [2, 0] }]
";
    let program = program(rules, rows.to_owned(), 1);
    assert_eq!(scores(&program, 1), [3 + 2]);
}

/// A program that is too large for machine code is interpreted, with the same end.
#[test]
fn what_is_too_large_for_machine_code_is_played_all_the_same() {
    for (modifiers, native) in [(1000, true), (1001, false)] {
        let rules = "query q() -> int = 0\n".to_owned()
            + &"modify q: plus 1\n".repeat(modifiers)
            + "setup { }\nplay { }\nresult { score q() high }\n";
        let program = program(&rules, String::new(), 1);
        let is_native = Playout::new(&program).is_native();
        assert_eq!(is_native, native && HAS_MACHINE_CODE);
        assert_eq!(scores(&program, 1), [modifiers as i32]);
    }
    let rules = "var n: int\nsetup { }\nplay {\n".to_owned()
        + &"  n += 1\n".repeat(110_000)
        + "}\nresult { score n high }\n";
    let program = program(&rules, String::new(), 1);
    assert!(!Playout::new(&program).is_native());
    assert_eq!(scores(&program, 1), [110_000]);
}
