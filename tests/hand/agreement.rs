//! The interpreter plays what the hand-written games play: same seed, same choices, same scores.

use super::games::interpreted::Table;
use super::games::noah::{Departed, Options, playout};
use super::games::{connect_four, jump_gate, sanctuary, tictactoe};

/// Games compared, of each game.
const GAMES: u64 = 10_000;

#[test]
fn noah_of_the_rules_is_noah_of_the_code() {
    let table = Table::new("games/noah");
    for seed in 0..GAMES {
        let options = Options {
            frog: seed & 1 != 0,
            crocodile: seed & 2 != 0,
            roommates: seed & 4 != 0,
            end_at_26: seed & 8 != 0,
            departed: if seed & 16 != 0 {
                Departed::Always
            } else {
                Departed::Seed
            },
        };
        let players = 2 + (seed / 32 % 4) as u8;
        let (by_hand, by_rules) = (
            playout(seed, players.into(), options, seed),
            table.noah(seed, players, options),
        );
        assert_eq!(
            by_hand, by_rules,
            "seed {seed}, {players} players, {options:?}"
        );
    }
}

#[test]
fn jump_gate_of_the_rules_is_jump_gate_of_the_code() {
    let table = Table::new("games/jump_gate");
    for seed in 0..GAMES {
        let players = 2 + (seed % 4) as u8;
        let options = jump_gate::Options {
            return_fame: seed / 4 % 4 != 0,
            first_seat: (seed / 16 % 5) as usize,
        };
        assert_eq!(
            jump_gate::playout(seed, players.into(), options, seed),
            table.jump_gate(seed, players, options),
            "seed {seed}, {players} players, {options:?}"
        );
    }
}

#[test]
fn sanctuary_of_the_rules_is_sanctuary_of_the_code() {
    let table = Table::new("games/sanctuary");
    for seed in 0..GAMES / 2 {
        let players = 1 + (seed % 5) as u8;
        let options = sanctuary::Options {
            side: if (seed / 5) & 1 != 0 {
                sanctuary::Side::II
            } else {
                sanctuary::Side::I
            },
            first_game: (seed / 5) & 2 != 0,
        };
        assert_eq!(
            sanctuary::playout(seed, players.into(), options, seed),
            table.sanctuary(seed, players, options),
            "seed {seed}, {players} players, {options:?}"
        );
    }
}

#[test]
fn the_small_games_agree_too() {
    let (small, larger) = (
        Table::new("benches/games/tictactoe"),
        Table::new("benches/games/connect_four"),
    );
    for seed in 0..GAMES {
        assert_eq!(
            tictactoe::playout(seed),
            small.playout(seed, 2, &[]),
            "seed {seed}"
        );
        assert_eq!(
            connect_four::playout(seed),
            larger.playout(seed, 2, &[]),
            "seed {seed}"
        );
    }
}
