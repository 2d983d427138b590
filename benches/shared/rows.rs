//! A game with as many rows of a kind as are wanted, each with numbers and a rules text.

const MANIFEST: &str = "title: Rows\nedition: 2\nplayers: { min: 2, max: 2 }\n";

const RULES: &str = r#"kind card {
  cost: int 0..99
  worth: int
  play: effect()
  home deck
}
var coins per player: int 0..999 "coins"
place deck: pile of card
place used: pile of card
place hand per player: list of card seen by owner
setup {
  shuffle deck
  for each p in players { draw 3 from deck to p.hand }
}
action use(c from hand) "use" {
  require c.cost <= coins "you have enough"
  move c to used
  c.play
  gain c.worth coins
}
action pass "pass" { }
play {
  repeat {
    for each p in players { as p { offer you: use or pass } }
    if size(deck) == 0 { finish }
    for each p in players { draw 1 from deck to p.hand }
  }
}
result { score coins high }
"#;

/// Returns the game's files, each with its path in the game's folder and its text.
pub(crate) fn files(count: usize) -> [(String, String); 3] {
    let mut table = String::from("card:\n");
    for row in 0..count {
        table += &format!(
            "  - id: c{row}\n    cost: {}\n    worth: {}\n    play: gain {} coins\n",
            row % 50,
            row % 7,
            row % 5 + 1
        );
    }
    [
        ("game.yaml", MANIFEST.to_owned()),
        ("rows.rules", RULES.to_owned()),
        ("cards.yaml", table),
    ]
    .map(|(path, text)| (path.to_owned(), text))
}
