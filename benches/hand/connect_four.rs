//! Connect Four by hand.

use super::{Outcome, Policy, Random};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const EMPTY: u8 = 2;

/// Row 0 is the lowest.
type Board = [[u8; COLUMNS]; ROWS];

/// A game in which every option is equally likely. Nothing but the players is left to chance.
pub(crate) fn playout(policy_seed: u64) -> Outcome {
    let mut policy = Random::new(policy_seed);
    let scores = play(&mut policy);
    Outcome::high(&scores, policy.decisions)
}

/// Plays to the end; 1 for the player with four in a line.
fn play(policy: &mut impl Policy) -> [i32; 2] {
    let mut board = [[EMPTY; COLUMNS]; ROWS];
    let mut heights = [0; COLUMNS];
    for turn in 0..COLUMNS * ROWS {
        let player = turn % 2;
        let mut open = [0; COLUMNS];
        let mut count = 0;
        for (column, &height) in heights.iter().enumerate() {
            if height < ROWS {
                open[count] = column;
                count += 1;
            }
        }
        let column = open[policy.pick(count)];
        let row = heights[column];
        board[row][column] = player as u8;
        heights[column] += 1;
        if has_line(&board, row, column) {
            let mut scores = [0; 2];
            scores[player] = 1;
            return scores;
        }
    }
    [0; 2]
}

/// Whether four are in a line through a disc.
fn has_line(board: &Board, row: usize, column: usize) -> bool {
    [(1, 0), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .any(|(up, right)| {
            1 + streak(board, row, column, up, right) + streak(board, row, column, -up, -right) >= 4
        })
}

/// How many equal discs follow a disc in a direction.
fn streak(board: &Board, row: usize, column: usize, up: i32, right: i32) -> u32 {
    let player = board[row][column];
    let (mut y, mut x) = (row as i32 + up, column as i32 + right);
    let mut count = 0;
    while (0..ROWS as i32).contains(&y)
        && (0..COLUMNS as i32).contains(&x)
        && board[y as usize][x as usize] == player
    {
        count += 1;
        y += up;
        x += right;
    }
    count
}
