//! Tic-tac-toe and Connect Four: known shares of random play.

use super::games::{Outcome, connect_four, tictactoe};

#[derive(Debug, Default)]
struct Tally {
    first: u32,
    second: u32,
    drawn: u32,
    shortest: u32,
    longest: u32,
}

fn tally(play: fn(u64) -> Outcome) -> Tally {
    let mut tally = Tally {
        shortest: u32::MAX,
        ..Tally::default()
    };
    for seed in 0..10_000 {
        let outcome = play(seed);
        match (outcome.winners[0], outcome.winners[1]) {
            (true, false) => tally.first += 1,
            (false, true) => tally.second += 1,
            (true, true) => tally.drawn += 1,
            (false, false) => panic!("nobody won game {seed}"),
        }
        assert_eq!(
            outcome.scores[0] == outcome.scores[1],
            outcome.winners[0] && outcome.winners[1]
        );
        tally.shortest = tally.shortest.min(outcome.decisions);
        tally.longest = tally.longest.max(outcome.decisions);
    }
    tally
}

/// Of all ways to play to the end, 58.5 % are won by the first player and 12.7 % are drawn.
#[test]
fn tictactoe_is_won_as_often_as_it_should_be() {
    let tally = tally(tictactoe::playout);
    assert!((5700..6000).contains(&tally.first), "{tally:?}");
    assert!((1170..1370).contains(&tally.drawn), "{tally:?}");
    assert_eq!((tally.shortest, tally.longest), (5, 9), "{tally:?}");
}

/// Random play: about 55.6 % for the first player, and a quarter of a percent drawn.
#[test]
fn connect_four_is_won_as_often_as_it_should_be() {
    let tally = tally(connect_four::playout);
    assert!((5400..5720).contains(&tally.first), "{tally:?}");
    assert!((10..45).contains(&tally.drawn), "{tally:?}");
    assert!(tally.shortest >= 7, "{tally:?}");
    assert_eq!(tally.longest, 42, "{tally:?}");
}
