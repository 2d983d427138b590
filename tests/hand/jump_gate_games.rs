//! Whole games of Jump Gate: what must hold after every turn, said in other words than in the game itself.

use super::games::Policy;
use super::games::jump_gate::{JumpGate, Options, playout};
use ludex::engine::chance::{Stream, purpose};
use std::collections::BTreeSet;

/// Random, but without counting.
struct Any(Stream);

impl Policy for Any {
    fn pick(&mut self, options: usize) -> usize {
        assert!(options > 1, "a question with one answer");
        self.0.below(options as u32) as usize
    }
}

/// The NavComp cards and the resources in the game, sorted.
fn pieces(game: &JumpGate) -> (Vec<u8>, Vec<u8>) {
    let mut cards: Vec<u8> = [&game.deck, &game.discards]
        .into_iter()
        .flat_map(|pile| pile.iter().copied())
        .collect();
    cards.extend(game.hands.iter().flat_map(|hand| hand.iter()));
    let mut resources: Vec<u8> = game.hidden.iter().flat_map(|h| h.iter().copied()).collect();
    resources.extend(game.collected.iter().flat_map(|won| won.iter()));
    for place in game.ring.iter() {
        resources.extend(place.face_down.iter());
        resources.extend(place.face_up.iter().map(|open| open.card));
    }
    cards.sort_unstable();
    resources.sort_unstable();
    (cards, resources)
}

/// [4.7, 4.8, 5]
fn assert_lawful(game: &JumpGate, players: usize) {
    for place in game.ring.iter() {
        let markers: Vec<u8> = place.face_up.iter().filter_map(|o| o.marker).collect();
        let owners: BTreeSet<u8> = markers.iter().copied().collect();
        assert_eq!(owners.len(), markers.len(), "two markers of one player");
        assert!(markers.iter().all(|&owner| usize::from(owner) < players));
        assert!(
            place.claimed_by.is_none() || place.face_down.is_empty(),
            "claimed, with something face down"
        );
    }
    assert!(game.hands.iter().all(|hand| hand.len() <= 5));
    assert!(game.black_hole.len() <= 7);
}

/// How a game ended.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Full,
    Dry,
    Claimed,
}

fn watch(players: usize, seed: u64) -> End {
    let mut game = JumpGate::new(seed, players, Options::default());
    let mut policy = Any(Stream::new(seed, purpose("test"), 0));
    let all = pieces(&game);
    assert_eq!(all.0.len(), 48);
    let mut last_turns = 0;
    loop {
        let claimed = game.ring.iter().all(|place| place.claimed_by.is_some());
        if claimed && last_turns == players {
            return End::Claimed;
        }
        last_turns += usize::from(claimed);
        let over = game.turn(&mut policy).is_err();
        assert_eq!(pieces(&game), all);
        assert_lawful(&game, players);
        let empty = |at: usize| {
            let place = &game.ring[at];
            place.face_up.is_empty() && place.face_down.is_empty()
        };
        let dry = (0..game.ring.len()).filter(|&at| empty(at)).count();
        let full = game.black_hole.len() == 7;
        assert_eq!(over, full || dry == 1, "[5.2, 6.1]");
        if over {
            return if full { End::Full } else { End::Dry };
        }
    }
}

/// Random players nearly never claim every planet, so that end is looked at in the rulings.
#[test]
fn games_of_each_number_of_players_keep_the_rules() {
    for players in 2..=5 {
        let ends: BTreeSet<End> = (0..400).map(|seed| watch(players, seed)).collect();
        assert!(ends.contains(&End::Dry), "{players} players: {ends:?}");
    }
}

/// [6.3]: whoever has the most markers on the full black hole keeps no hidden resource.
#[test]
fn the_full_black_hole_swallows() {
    let mut swallowed = 0;
    for seed in 0..400 {
        let mut game = JumpGate::new(seed, 5, Options::default());
        let mut policy = Any(Stream::new(seed, purpose("test"), 0));
        while game.turn(&mut policy).is_ok() {}
        let before: Vec<usize> = (0..5).map(|seat| game.collected[seat].len()).collect();
        let markers = |seat: u8| game.black_hole.iter().filter(|m| **m == seat).count();
        let counts: Vec<usize> = (0..5).map(markers).collect();
        game.reveal();
        for seat in 0..5 {
            let most = counts.iter().all(|&count| count <= counts[seat]);
            let lost = game.black_hole.len() == 7 && most;
            let kept = if lost { 0 } else { 2 };
            assert_eq!(game.collected[seat].len() - before[seat], kept);
            swallowed += usize::from(lost);
        }
    }
    assert!(swallowed > 0);
}

#[test]
fn the_same_seeds_give_the_same_game() {
    let play = |seed, policy| playout(seed, 3, Options::default(), policy);
    assert_eq!(play(7, 8), play(7, 8));
    assert_ne!(play(7, 8), play(8, 8));
    assert_ne!(play(7, 8), play(7, 9));
}
