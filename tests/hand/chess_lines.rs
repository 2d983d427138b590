//! Chess of the rules and chess by hand: the published numbers of lines, and the same legal moves along random games.

use super::games::chess::Position;
use super::games::interpreted::program;
use super::games::perft::{Counter, PUBLISHED, match_at, words_of_moves};
use ludex::engine::chance::{Stream, purpose};
use std::sync::Arc;

/// The lines that are counted by the rules and by hand unless `LUDEX_CHESS_LINES` says otherwise: to depth 4 from the start, to
/// depth 3 elsewhere.
const LINES: [u64; 2] = [200_000, 500_000];
/// Random games whose legal moves are compared, and their length.
const GAMES: u64 = 10;
const MOVES: usize = 120;

fn most_lines() -> [u64; 2] {
    let asked = std::env::var("LUDEX_CHESS_LINES").ok();
    asked
        .and_then(|most| most.parse().ok())
        .map_or(LINES, |most| [most; 2])
}

#[test]
fn chess_by_hand_has_the_published_lines() {
    let [_, most] = most_lines();
    for position in PUBLISHED {
        let mut by_hand = Position::from_fen(position.fen).unwrap();
        for (depth, lines) in (1..)
            .zip(position.lines)
            .filter(|(_, lines)| **lines <= most)
        {
            assert_eq!(
                by_hand.perft(depth),
                *lines,
                "{}, depth {depth}",
                position.name
            );
        }
    }
}

#[test]
fn chess_of_the_rules_has_the_published_lines() {
    let [most, _] = most_lines();
    let program = Arc::new(program("examples/chess"));
    for position in PUBLISHED {
        let mut by_rules = Counter::at(&match_at(&program, position.fen));
        for (depth, lines) in (1..)
            .zip(position.lines)
            .filter(|(_, lines)| **lines <= most)
        {
            assert_eq!(
                by_rules.perft(depth),
                Ok(*lines),
                "{}, depth {depth}",
                position.name
            );
        }
    }
}

#[test]
fn both_have_the_same_legal_moves_along_random_games() {
    let program = Arc::new(program("examples/chess"));
    let mut compared = 0;
    for seed in 0..GAMES {
        let position = &PUBLISHED[seed as usize % PUBLISHED.len()];
        let mut by_hand = Position::from_fen(position.fen).unwrap();
        let mut by_rules = match_at(&program, position.fen);
        let mut chance = Stream::new(seed, purpose("chess"), 0);
        for n in 0..MOVES {
            let Some(decision) = by_rules.decision() else {
                break;
            };
            let [by_hand_words, words] = words_of_moves(&mut by_hand, &by_rules);
            assert_eq!(
                by_hand_words, words,
                "{}, move {n} of game {seed}",
                position.name
            );
            let chosen = chance.below(words.len() as u32) as usize;
            let label = &decision.options[chosen].label;
            let moves = by_hand.legal_moves();
            let made = moves.iter().find(|made| made.label() == *label).unwrap();
            by_hand.make(*made);
            by_rules.apply(chosen).unwrap();
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared} positions");
}
