//! Who wins: scores, ties, and who can win at all.

use ludex::pipeline::GameText;
use ludex::play::game::{Match, Outcome};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::report::{Report, human};
use ludex::source::Sources;
use std::sync::Arc;

/// Rules that end at once with the points 5, 9, 9 and 2, and say who can win.
fn ended(wins: &str) -> Outcome {
    let rules = format!(
        "table worth: int -> int\nvar points per player: int\nsetup {{ }}\nplay {{ for each p in players {{ p.points = \
         worth[seat(p)] }} }}\nresult {{ score points high{wins} }}\n"
    );
    let files = [
        (
            "game.yaml",
            "title: Ends\nedition: 2\nplayers: { min: 4, max: 4 }\n".to_owned(),
        ),
        (
            "worth.yaml",
            "worth: { 0: 5, 1: 9, 2: 9, 3: 2 }\n".to_owned(),
        ),
        ("ends.rules", rules),
    ];
    let text = GameText {
        name: "ends".into(),
        files: files.map(|(path, text)| (path.to_owned(), text)).to_vec(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    let said = human(&report, &sources, false);
    let program = Arc::new(program.unwrap_or_else(|| panic!("{said}")));
    let start = Start::new(&program, 4, 1);
    let mut playout = Playout::compiled(&program);
    let random = playout.run(&start, 1).unwrap();
    let (scores, winners) = (random.scores.to_vec(), random.winners.to_vec());
    let game = Match::new(Arc::clone(&program), start).unwrap();
    let result = game.result().unwrap().clone();
    assert_eq!((&result.scores, &result.winners), (&scores, &winners));
    result
}

/// Who can't win stands behind all who can, with whatever score; when nobody can, the scores alone are compared.
#[test]
fn only_who_can_win_wins() {
    let ranks_and_winners = |wins: &str| {
        let result = ended(wins);
        assert_eq!(result.scores, [5, 9, 9, 2]);
        let winners = result.winners.iter().map(|player| player.number());
        (result.ranks, winners.collect())
    };
    let everybody: (_, Vec<u32>) = (vec![3, 1, 1, 4], vec![1, 2]);
    assert_eq!(ranks_and_winners(""), everybody);
    assert_eq!(ranks_and_winners("; wins when points > 0"), everybody);
    let but_one = (vec![2, 1, 4, 3], vec![1]);
    assert_eq!(ranks_and_winners("; wins when seat(you) != 2"), but_one);
    let few = (vec![1, 3, 3, 2], vec![0]);
    assert_eq!(ranks_and_winners("; wins when points < 9"), few);
    let nobody = (vec![3, 1, 1, 4], vec![]);
    assert_eq!(ranks_and_winners("; wins when points > 9"), nobody);
}
