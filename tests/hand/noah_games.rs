//! Whole games of Noah: what must hold after every turn, said in other words than in the game itself.

use super::games::Policy;
use super::games::noah::{ANIMALS, Aboard, Departed, Dock, Noah, Options, Sex, Species, playout};
use ludex::engine::chance::{Stream, purpose};

/// Random, but without counting.
struct Any(Stream);

impl Policy for Any {
    fn pick(&mut self, options: usize) -> usize {
        assert!(options > 0, "a decision without an option");
        self.0.below(options as u32) as usize
    }
}

fn any(seed: u64) -> Any {
    Any(Stream::new(seed, purpose("test"), 0))
}

fn all_options() -> impl Iterator<Item = Options> {
    (0..32).map(|bits: u32| Options {
        frog: bits & 1 != 0,
        crocodile: bits & 2 != 0,
        roommates: bits & 4 != 0,
        end_at_26: bits & 8 != 0,
        departed: if bits & 16 != 0 {
            Departed::Always
        } else {
            Departed::Seed
        },
    })
}

/// Every card and ferry in play, sorted.
fn pieces(game: &Noah) -> (Vec<u8>, Vec<u8>) {
    let aboard = game.docks.iter().flat_map(|dock| dock.cargo.iter());
    let mut cards: Vec<u8> = aboard.map(|animal| animal.card).collect();
    for place in [&game.deck, &game.animal_pool, &game.departed_animals]
        .into_iter()
        .chain(&game.hands)
    {
        cards.extend(place.iter());
    }
    let mut ferries: Vec<u8> = game.docks.iter().filter_map(|dock| dock.ferry).collect();
    for place in [&game.reserve, &game.ferry_pool, &game.departed_ferries] {
        ferries.extend(place.iter());
    }
    cards.sort_unstable();
    ferries.sort_unstable();
    (cards, ferries)
}

fn species(animal: &Aboard) -> Species {
    ANIMALS[animal.card as usize].species
}

/// [5.1.2, 5.1.3, 7.5, 7.8]
fn assert_lawful(dock: &Dock) {
    let cargo = &dock.cargo[..];
    let sexes: Vec<Sex> = cargo.iter().map(|animal| animal.shown).collect();
    let equal = sexes.windows(2).all(|pair| pair[0] == pair[1]);
    let alternating = sexes.windows(2).all(|pair| pair[0] != pair[1]);
    assert!(equal || alternating, "{sexes:?}");

    let woodpecker = cargo.iter().any(|a| species(a) == Species::Woodpecker);
    let weight: u32 = cargo.iter().map(|a| u32::from(a.burden)).sum();
    // A ferry that is exactly full has left.
    assert!(weight < if woodpecker { 13 } else { 21 }, "{cargo:?}");

    for animal in cargo {
        let card = ANIMALS[animal.card as usize];
        assert!(card.sexes.contains(&animal.shown));
        assert!(card.weight == i32::from(animal.burden) || card.species == Species::Frog);
    }
    if dock.ferry == Some(8) {
        for (i, a) in cargo.iter().enumerate() {
            assert!(cargo[..i].iter().all(|b| species(a) != species(b)));
        }
    }
}

/// Plays a game and looks at it after every turn. Gives the number of rounds.
fn watch(players: usize, options: Options, seed: u64) -> u32 {
    let mut game = Noah::new(seed, players, options);
    let mut policy = any(seed);
    let all = pieces(&game);
    loop {
        let before = (game.penalty, game.round);
        let goes_on = game.turn(&mut policy);
        assert_eq!(pieces(&game), all);
        game.docks.iter().for_each(assert_lawful);
        assert!(game.departures <= 4);
        if game.round == before.1 && goes_on {
            assert!(game.hands[..players].iter().all(|hand| !hand.is_empty()));
            assert!(game.docks.iter().all(|dock| dock.ferry.is_some()));
        }
        if !goes_on {
            assert_scored(&game, before.0);
            return game.round;
        }
    }
}

/// The last round's penalties are the tears in the hands, which still lie there [8.2].
fn assert_scored(game: &Noah, before: [i32; 5]) {
    for (seat, hand) in game.hands.iter().enumerate() {
        let tears: i32 = hand.iter().map(|&c| ANIMALS[c as usize].tears).sum();
        let gained = game.penalty[seat] - before[seat];
        // The last turn may have loaded a crocodile.
        let relief = if game.options.crocodile { 2 } else { 0 };
        assert!((tears - relief..=tears).contains(&gained));
    }
}

#[test]
fn a_thousand_games_of_each_number_of_players_keep_the_rules() {
    for players in 2..=5 {
        for (number, options) in all_options().enumerate() {
            for game in 0..32 {
                let rounds = watch(players, options, number as u64 * 1000 + game);
                assert!(options.end_at_26 || rounds == 3, "{rounds} rounds");
            }
        }
    }
}

/// [9.2]
#[test]
fn a_26_point_game_ends_with_the_round_that_reaches_it() {
    let options = Options {
        end_at_26: true,
        ..Options::default()
    };
    for seed in 0..200 {
        let outcome = playout(seed, 3, options, seed);
        let most = outcome.scores.iter().max().unwrap();
        assert!(*most >= 26, "{outcome:?}");
    }
}

/// [9.3]
#[test]
fn the_fewest_tears_win_and_ties_are_shared() {
    let mut shared = 0;
    for seed in 0..500 {
        let outcome = playout(seed, 4, Options::default(), seed);
        let fewest = outcome.scores[..4].iter().min().unwrap();
        for seat in 0..4 {
            assert_eq!(outcome.winners[seat], outcome.scores[seat] == *fewest);
        }
        assert!(!outcome.winners[4]);
        shared += u32::from(outcome.winners.iter().filter(|&&won| won).count() > 1);
    }
    assert!(shared > 0);
}

#[test]
fn the_same_seeds_give_the_same_game() {
    let play = |seed, policy| playout(seed, 3, Options::default(), policy);
    assert_eq!(play(7, 8), play(7, 8));
    assert_ne!(play(7, 8), play(8, 8));
    assert_ne!(play(7, 8), play(7, 9));
}
