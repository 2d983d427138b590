//! Tic-tac-toe by hand.

use super::{Outcome, Policy, Random};

/// The lines that pass through the whole board.
pub(crate) const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

const EMPTY: u8 = 2;

/// A game in which every option is equally likely. Nothing but the players is left to chance.
pub(crate) fn playout(policy_seed: u64) -> Outcome {
    let mut policy = Random::new(policy_seed);
    let scores = play(&mut policy);
    Outcome::high(&scores, policy.decisions)
}

/// Plays to the end; 1 for the player with three in a line.
fn play(policy: &mut impl Policy) -> [i32; 2] {
    let mut board = [EMPTY; 9];
    for turn in 0..9 {
        let player = turn % 2;
        let mut free = [0; 9];
        let mut count = 0;
        for (cell, &mark) in board.iter().enumerate() {
            if mark == EMPTY {
                free[count] = cell;
                count += 1;
            }
        }
        let cell = free[policy.pick(count)];
        board[cell] = player as u8;
        if has_line(&board, player as u8) {
            let mut scores = [0; 2];
            scores[player] = 1;
            return scores;
        }
    }
    [0; 2]
}

fn has_line(board: &[u8; 9], player: u8) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|&cell| board[cell] == player))
}
