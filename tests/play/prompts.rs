//! Questions and reasons name values, as far as who reads them may know these.

use crate::play::compiled;
use ludex::play::game::Match;
use ludex::play::start::Start;
use std::sync::Arc;

fn fixture() -> Match {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = compiled(&folder.join("tests/data/accepted/prompts")).unwrap();
    let start = Start {
        players: 2,
        seed: 3,
        salt: 0,
        options: Vec::new(),
    };
    Match::new(Arc::new(program), start).unwrap()
}

/// Each question, with the player who is asked.
fn asked(game: &mut Match, answers: usize) -> Vec<String> {
    let mut told = Vec::new();
    for _ in 0..answers {
        let decision = game.decision().unwrap();
        told.push(format!("{}: {}", decision.player, decision.prompt));
        game.apply(0).unwrap();
    }
    told
}

#[test]
fn what_a_player_knows_is_told_and_nothing_else() {
    let told = asked(&mut fixture(), 9);
    let expected = [
        "P0: how much of 5 coins, P0",
        "P0: bid 1: which colour",
        "P1: how much of 5 coins, P1",
        "P1: bid 1: which colour",
        // What the other bids, and the card on top, are hidden.
        "P0: raise your 1 on red against P1 with ?",
        "P0: put ? away; 2 lots are left",
        "P0: which card, and what for",
        "P0: sell chair (Small chair) as red",
        "P0: pay 2 for chair (Small chair)",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_reason_names_what_was_asked_and_what_is_missing() {
    let mut game = fixture();
    asked(&mut game, 8);
    let mut reasons = |args: &[&str]| -> Vec<String> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let told = game.explain("pay", &args).unwrap();
        told.requirements
            .into_iter()
            .map(|one| one.reason)
            .collect()
    };
    let expected = ["1 coin is less than your 2", "you have 5, and P1 bids ?"];
    assert_eq!(reasons(&["1"]), expected);
}

/// What waits for a moment takes along the names that its question tells.
#[test]
fn a_question_put_off_knows_its_names() {
    let mut game = fixture();
    asked(&mut game, 14);
    assert_eq!(
        asked(&mut game, 1),
        ["P0: go home with chair (Small chair), 2 lots are sold"]
    );
}
