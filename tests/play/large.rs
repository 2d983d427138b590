//! Games with more pieces, places and players than small numbers can count.

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
    let manifest = format!("title: Large\nplayers: {{ min: 1, max: {players} }}\n");
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
    let mut playout = Playout::new(program);
    let random = playout.run(&start, 1).unwrap().scores.to_vec();
    let game = Match::new(Arc::clone(program), start).unwrap();
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
