//! Machine code is made once interpreting has cost as much; the games before and after are the same.

use crate::play::noah;
use crate::support::HAS_MACHINE_CODE;
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use std::sync::Arc;

/// More games than are interpreted before machine code is made.
const GAMES: u64 = 400;

#[test]
fn first_games_are_interpreted_and_later_ones_compiled() {
    let program = noah();
    // A clone has nothing made of it yet.
    let fresh = Arc::unwrap_or_clone(Arc::clone(&program));
    let (mut tiered, mut compiled) = (Playout::new(&fresh), Playout::compiled(&program));
    let mut interpreted = 0;
    for seed in 0..GAMES {
        let start = Start::new(&program, 3, seed);
        let game = tiered.run(&start, seed).unwrap();
        assert_eq!(game, compiled.run(&start, seed).unwrap());
        assert_eq!(tiered.state(), compiled.state());
        interpreted += u64::from(!tiered.is_compiled());
    }
    assert!(interpreted > 0);
    assert_eq!(tiered.is_compiled(), HAS_MACHINE_CODE);
    assert_eq!(interpreted < GAMES, HAS_MACHINE_CODE);
}

/// Games that never make enough steps for machine code are played without it.
#[test]
fn one_game_makes_no_machine_code() {
    let program = Arc::unwrap_or_clone(noah());
    let mut playout = Playout::new(&program);
    playout.run(&Start::new(&program, 2, 1), 1).unwrap();
    assert!(!playout.is_compiled());
    assert_eq!(playout.is_native(), HAS_MACHINE_CODE);
}
