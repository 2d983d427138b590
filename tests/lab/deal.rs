//! Duplicate deals: each seat begins with each hand on one seed, and places hold as many pieces as before.

use super::{program, text};
use ludex::lab::deal::Hands;
use ludex::lab::trial::Trial;
use ludex::play::start::Start;
use std::collections::BTreeSet;

/// Three seats of a game: how many pieces are handed on, and that all is as before when they are back.
fn handed_around(name: &str) -> usize {
    let program = program(text(name));
    let start = Start::new(&program, 3, 7);
    let mut trial = Trial::new(&program, &[]);
    trial.set_up(&start).unwrap();
    let mut state = trial.begun().clone();
    let hands = Hands::deal(&program, &mut state);
    let mut turned = state.clone();
    let mut seats = vec![BTreeSet::new(); hands.holders(&state, &program).len()];
    for _ in 0..3 {
        for (seats, (_, seat)) in seats.iter_mut().zip(hands.holders(&turned, &program)) {
            seats.insert(seat);
        }
        hands.hand_on(&program, &mut turned, 1);
    }
    assert!(seats.iter().all(|seats| seats.len() == 3), "{seats:?}");
    assert_eq!(turned, state);
    seats.len()
}

/// Eight cards in each of three hands.
#[test]
fn hands_go_around_the_table() {
    assert_eq!(handed_around("noah"), 24);
}

/// Nobody begins with a tile, so each seat is dealt three.
#[test]
fn empty_hands_are_dealt_to() {
    assert_eq!(handed_around("sanctuary"), 9);
}

/// A game for one has nobody to hand anything to.
#[test]
fn one_seat_keeps_its_hand() {
    let program = program(text("sanctuary"));
    let mut trial = Trial::new(&program, &[]);
    trial.set_up(&Start::new(&program, 1, 7)).unwrap();
    let mut state = trial.begun().clone();
    assert!(Hands::deal(&program, &mut state).is_empty());
    assert_eq!(state, *trial.begun());
}
