//! The rulings of Noah, as far as they can be told apart by what a player may do and what comes of it.

use super::games::Policy;
use super::games::noah::{
    ANIMALS, Aboard, Card, Cards, Departed, Load, Noah, Options, Sex, Species,
};
use Sex::{Female, Male};
use Species::{
    Bear, Cat, Crocodile, Donkey, Elephant, Frog, Giraffe, Kangaroo, Lion, Panda, Parrot,
    Rhinoceros, Snail, Woodpecker,
};

/// Picks what it is told, and remembers how many options there were.
#[derive(Default)]
struct Script {
    picks: Vec<usize>,
    asked: Vec<usize>,
}

impl Policy for Script {
    fn pick(&mut self, options: usize) -> usize {
        let pick = self.picks[self.asked.len()];
        assert!(pick < options);
        self.asked.push(options);
        pick
    }
}

fn nth(species: Species, sex: Sex, n: usize) -> Card {
    let fits =
        |&card: &usize| ANIMALS[card].species == species && ANIMALS[card].sexes.contains(&sex);
    (0..ANIMALS.len()).filter(fits).nth(n).unwrap() as Card
}

fn card(species: Species, sex: Sex) -> Card {
    nth(species, sex, 0)
}

fn cards(list: &[(Species, Sex)]) -> Cards {
    let mut cards = Cards::new();
    for (i, &(species, sex)) in list.iter().enumerate() {
        let same = list[..i].iter().filter(|&&c| c == (species, sex)).count();
        cards.push(nth(species, sex, same));
    }
    cards
}

/// P0 to play at dock 0 with this ferry and this hand; the others hold three cards that are worth two tears together.
fn position(players: usize, ferry: &[(Species, Sex)], hand: &[(Species, Sex)]) -> Noah {
    with_options(players, Options::default(), ferry, hand)
}

fn with_options(
    players: usize,
    options: Options,
    ferry: &[(Species, Sex)],
    hand: &[(Species, Sex)],
) -> Noah {
    let mut game = Noah::new(1, players, options);
    for dock in &mut game.docks {
        dock.ferry = Some(0);
    }
    load(&mut game, 0, ferry);
    game.hands[0] = cards(hand);
    for other in &mut game.hands[1..players] {
        *other = cards(&[(Bear, Female), (Giraffe, Female), (Parrot, Female)]);
    }
    game
}

fn load(game: &mut Noah, dock: usize, ferry: &[(Species, Sex)]) {
    game.docks[dock].cargo.clear();
    for (&card, &(_, shown)) in cards(ferry).iter().zip(ferry) {
        let burden = ANIMALS[card as usize].weight as u8;
        game.docks[dock].cargo.push(Aboard {
            card,
            shown,
            burden,
        });
    }
}

/// The legal loads, in words.
fn legal(game: &Noah) -> Vec<(Species, Sex, u8)> {
    let told = |load: &Load| {
        let card = game.hands[game.active][load.at as usize];
        (ANIMALS[card as usize].species, load.shown, load.burden)
    };
    game.loads().iter().map(told).collect()
}

/// One turn with these picks; gives the numbers of options.
fn turn(game: &mut Noah, picks: &[usize]) -> Vec<usize> {
    let mut script = Script {
        picks: picks.to_vec(),
        ..Script::default()
    };
    assert!(game.turn(&mut script));
    assert_eq!(script.asked.len(), picks.len());
    script.asked
}

fn aboard(game: &Noah, dock: usize) -> Vec<Card> {
    game.docks[dock].cargo.iter().map(|a| a.card).collect()
}

#[test]
fn r1_decks_by_number_of_players() {
    for (players, deck) in [(2, 10), (3, 2), (4, 2), (5, 2)] {
        let game = Noah::new(3, players, Options::default());
        assert_eq!(game.deck.len(), deck);
        assert_eq!(game.reserve.len(), 3);
        assert!(game.docks.iter().all(|dock| dock.cargo.len() == 1));
        assert!(game.hands[..players].iter().all(|hand| hand.len() == 8));
    }
}

/// [3.1, 4.5]
#[test]
fn expansions_change_the_pool() {
    for (frog, crocodile, pools) in [
        (true, false, [30, 30, 38, 44]),
        (false, true, [31, 31, 39, 45]),
        (true, true, [30, 30, 38, 42]),
    ] {
        for (players, pool) in (2..).zip(pools) {
            let options = Options {
                frog,
                crocodile,
                roommates: true,
                ..Options::default()
            };
            let game = Noah::new(3, players, options);
            let hand = game.hands[0].len();
            assert_eq!(hand, if frog && players == 5 { 7 } else { 8 });
            assert_eq!(game.deck.len() + 5 + players * hand, pool);
            assert_eq!(game.reserve.len(), 3);
        }
    }
}

#[test]
fn r2_the_second_animal_sets_the_pattern() {
    let hand = [(Cat, Male), (Cat, Female)];
    let mut game = position(2, &[(Bear, Male)], &hand);
    assert_eq!(legal(&game).len(), 2);
    load(&mut game, 0, &[(Bear, Male), (Panda, Female)]);
    assert_eq!(legal(&game), [(Cat, Male, 2)]);
    load(
        &mut game,
        0,
        &[(Bear, Male), (Panda, Female), (Parrot, Male)],
    );
    assert_eq!(legal(&game), [(Cat, Female, 2)]);
}

const R3_FERRY: [(Species, Sex); 2] = [(Elephant, Male), (Giraffe, Male)];
const R3_HAND: [(Species, Sex); 4] = [
    (Kangaroo, Male),
    (Panda, Male),
    (Cat, Male),
    (Kangaroo, Female),
];

#[test]
fn r3_weight() {
    let game = position(2, &R3_FERRY, &R3_HAND);
    assert_eq!(legal(&game), [(Kangaroo, Male, 3), (Cat, Male, 2)]);
}

#[test]
fn r4_taking_back() {
    let ferry = [(Elephant, Male), (Rhinoceros, Male)];
    let mut game = position(2, &ferry, &[(Panda, Male), (Cat, Female)]);
    assert!(legal(&game).is_empty());
    // Take back, the elephant again, Noah to dock 3.
    assert_eq!(turn(&mut game, &[0, 2, 1]), [1, 4, 2]);
    assert_eq!(aboard(&game, 0), [card(Elephant, Male)]);
    let left = cards(&[(Panda, Male), (Cat, Female), (Rhinoceros, Male)]);
    assert_eq!(game.hands[0][..], left[..]);
    assert_eq!((game.noah, game.active), (3, 1));
}

#[test]
fn r5_where_noah_may_go() {
    for (dock, sex, goals) in [
        (0, Male, [2, 3]),
        (0, Female, [1, 4]),
        (4, Male, [1, 2]),
        (4, Female, [0, 3]),
    ] {
        for (pick, goal) in goals.into_iter().enumerate() {
            let mut game = position(2, &[], &[(Cat, sex), (Bear, Male)]);
            game.noah = dock;
            load(&mut game, dock, &[]);
            turn(&mut game, &[0, pick]);
            assert_eq!(game.noah, goal);
        }
    }
}

#[test]
fn r6_donkey() {
    let mut game = position(2, &[], &[(Donkey, Female), (Bear, Male)]);
    game.noah = 2;
    load(&mut game, 2, &[(Cat, Male)]);
    turn(&mut game, &[0]);
    assert_eq!((game.noah, game.active), (2, 1));
    assert_eq!(game.docks[2].cargo[1].shown, Female);
}

#[test]
fn r7_pair() {
    let hand = [(Panda, Male), (Bear, Female)];
    let mut game = position(4, &[(Bear, Male), (Panda, Male)], &hand);
    game.hands[0][0] = nth(Panda, Male, 1);
    turn(&mut game, &[0, 1]);
    assert_eq!((game.noah, game.active), (3, 0));

    let mut game = position(4, &[(Panda, Male), (Bear, Male)], &hand);
    game.hands[0][0] = nth(Panda, Male, 1);
    turn(&mut game, &[0, 1]);
    assert_eq!((game.noah, game.active), (3, 1));
}

#[test]
fn r8_first_departure() {
    let mut game = position(2, &R3_FERRY, &R3_HAND);
    // Kangaroo, dock 3, the cat to the only opponent.
    assert_eq!(turn(&mut game, &[0, 1, 1]), [2, 2, 3]);
    assert!(game.docks[0].cargo.is_empty() && game.docks[0].ferry.is_some());
    assert_eq!(game.reserve.len(), 2);
    assert_eq!(game.departed_animals.len(), 3);
    assert_eq!(game.hands[1].last(), Some(&card(Cat, Male)));
    assert_eq!((game.noah, game.active), (3, 1));
}

#[test]
fn r9_second_departure_split() {
    let hand = [
        (Kangaroo, Male),
        (Panda, Male),
        (Cat, Male),
        (Kangaroo, Female),
        (Panda, Female),
        (Cat, Female),
    ];
    let mut game = position(3, &R3_FERRY, &hand);
    game.departures = 1;
    // The panda to P1, the cat to P2.
    assert_eq!(turn(&mut game, &[0, 0, 0, 1]), [2, 2, 10, 8]);
    assert_eq!(game.hands[0].len(), 3);
    assert_eq!(game.hands[1].last(), Some(&card(Panda, Male)));
    assert_eq!(game.hands[2].last(), Some(&card(Cat, Male)));
}

/// P1 receives the parrot; the round ends by P0's empty hand, and P1 with the tears starts the next.
#[test]
fn r10_fewer_cards_than_due() {
    let ferry = [(Elephant, Male), (Rhinoceros, Male)];
    let mut game = position(2, &ferry, &[(Cat, Male), (Parrot, Female)]);
    game.departures = 2;
    turn(&mut game, &[0, 0]);
    assert_eq!((game.round, game.departures), (2, 0));
    assert_eq!(game.penalty[..2], [0, 4]);
    assert_eq!((game.active, game.noah), (1, 2));
}

#[test]
fn r11_fourth_departure() {
    let hand = [(Kangaroo, Male); 2];
    let ferry = [(Giraffe, Male), (Elephant, Male)];
    let mut game = position(2, &ferry, &hand);
    for _ in 0..5 {
        game.hands[0].push(card(Cat, Female));
    }
    game.departures = 3;
    game.reserve.clear();
    turn(&mut game, &[0, 0, 1, 1, 1, 1]);
    assert_eq!(game.round, 2);
    // Two cards are left to P0, a kangaroo and a cat; P1 got four cats to its parrot.
    assert_eq!(game.penalty[..2], [2, 6]);
}

#[test]
fn r12_r13_scoring_and_the_next_starter() {
    let mut game = position(3, &[], &[(Bear, Male)]);
    game.hands[1] = cards(&[(Panda, Female), (Cat, Male), (Elephant, Male)]);
    game.hands[2] = cards(&[(Snail, Male), (Parrot, Male), (Lion, Female)]);
    game.penalty = [3, 0, 7, 0, 0];
    let mut tied = game.clone();
    turn(&mut game, &[0, 0]);
    assert_eq!(game.penalty[..3], [3, 5, 12]);
    assert_eq!(game.active, 2);

    tied.penalty = [5, 4, 4, 0, 0];
    turn(&mut tied, &[0, 0]);
    assert_eq!(tied.penalty[..3], [5, 9, 9]);
    assert_eq!(tied.active, 1);
}

/// Ends a first round of a dealt game in which one ferry left with four animals.
fn after_a_departure(players: usize, departed: Departed) -> Noah {
    let options = Options {
        departed,
        ..Options::default()
    };
    let mut game = Noah::new(5, players, options);
    for _ in 0..4 {
        // With more than two players the deck holds two cards only.
        let gone = game.deck.pop().or_else(|| game.hands[0].pop()).unwrap();
        game.departed_animals.push(gone);
    }
    let ferry = game.reserve.pop().unwrap();
    game.departed_ferries.push(ferry);
    // P0 loads its last card on an empty ferry, which ends the round.
    let cargo = std::mem::take(&mut game.docks[0].cargo);
    for animal in cargo.iter() {
        game.deck.push(animal.card);
    }
    let plain = |card: &Card| !matches!(ANIMALS[*card as usize].species, Giraffe | Lion | Donkey);
    let kept = game.hands[0].iter().position(plain).unwrap();
    let kept = game.hands[0].remove(kept);
    let mut rest = std::mem::take(&mut game.hands[0]);
    game.deck.take_all(&mut rest);
    game.hands[0].push(kept);
    turn(&mut game, &[0, 0]);
    assert_eq!(game.round, 2);
    game
}

#[test]
fn r14_departed_cards_stay_out() {
    let game = after_a_departure(2, Departed::Seed);
    assert_eq!((game.deck.len(), game.reserve.len()), (6, 2));
    let game = after_a_departure(3, Departed::Seed);
    assert_eq!((game.deck.len(), game.reserve.len()), (2, 2));
    let game = after_a_departure(2, Departed::Always);
    assert_eq!((game.deck.len(), game.reserve.len()), (10, 3));
}

#[test]
fn r15_snail() {
    let both = [(Snail, Male, 1), (Snail, Female, 1)];
    let snail = [(Snail, Male)];
    assert_eq!(legal(&position(2, &[(Bear, Male)], &snail)), both);
    let ferry = [(Bear, Male), (Cat, Female)];
    assert_eq!(legal(&position(2, &ferry, &snail)), both[..1]);
    let ferry = [(Cat, Female), (Cat, Female)];
    assert_eq!(legal(&position(2, &ferry, &snail)), both[1..]);
}

#[test]
fn r16_giraffe_and_lion() {
    let hand = [(Giraffe, Male), (Bear, Male)];
    let mut game = position(3, &[], &hand);
    assert_eq!(turn(&mut game, &[0, 1, 0]), [2, 2, 2]);

    let hand = [(Lion, Male), (Cat, Female), (Panda, Male)];
    let mut game = position(3, &[], &hand);
    let before = game.hands[1];
    // The panda goes back.
    assert_eq!(turn(&mut game, &[0, 0, 1, 0]), [3, 2, 3, 2]);
    assert_eq!((game.hands[0].len(), game.hands[1].len()), (2, 3));
    assert_eq!(game.hands[1][2], card(Panda, Male));
    assert!(before.contains(&game.hands[0][1]));
}

#[test]
fn r17_woodpecker() {
    let hand = [(Woodpecker, Male), (Panda, Male), (Lion, Male)];
    let game = position(2, &[(Bear, Male), (Cat, Male)], &hand);
    assert_eq!(legal(&game)[0], (Woodpecker, Male, 0));
    let game = position(2, &[(Elephant, Male), (Panda, Male)], &hand[..1]);
    assert!(legal(&game).is_empty());

    let ferry = [(Bear, Male), (Cat, Male), (Woodpecker, Male)];
    let hand = [(Panda, Male), (Lion, Male), (Bear, Female)];
    let mut game = position(2, &ferry, &hand);
    assert_eq!(legal(&game), [(Panda, Male, 4)]);
    turn(&mut game, &[0, 0, 0]);
    assert_eq!(game.departed_animals.len(), 4);
    // It fills a ferry that stands at exactly 13.
    let hand = [(Woodpecker, Male), (Bear, Male), (Bear, Female)];
    let mut game = position(2, &[(Elephant, Male), (Kangaroo, Male)], &hand);
    turn(&mut game, &[0, 0, 0]);
    assert_eq!(game.departed_animals.len(), 3);
}

#[test]
fn r18_frog() {
    let options = Options {
        frog: true,
        ..Options::default()
    };
    let frog = [(Frog, Male)];
    let burdens = |ferry: &[(Species, Sex)]| -> Vec<u8> {
        let game = with_options(2, options, ferry, &frog);
        game.loads().iter().map(|load| load.burden).collect()
    };
    assert_eq!(burdens(&[(Elephant, Male), (Bear, Male)]), [1, 4]);
    assert_eq!(burdens(&[(Elephant, Male), (Panda, Male)]), [1]);
    let ferry = [(Elephant, Male), (Giraffe, Male), (Cat, Male)];
    assert_eq!(burdens(&ferry), [1]);
    assert_eq!(burdens(&[(Woodpecker, Male), (Giraffe, Male)]), [1, 5]);
}

#[test]
fn r19_crocodile() {
    let options = Options {
        crocodile: true,
        ..Options::default()
    };
    let ferry = [(Elephant, Female), (Rhinoceros, Female)];
    let hand = [(Crocodile, Female), (Bear, Male)];
    for (penalty, after) in [(5, 3), (1, 0)] {
        let mut game = with_options(3, options, &ferry, &hand);
        game.penalty[0] = penalty;
        // P1 takes the elephant, Noah goes to dock 4.
        assert_eq!(turn(&mut game, &[0, 0, 1]), [1, 2, 2]);
        assert_eq!(game.hands[1].last(), Some(&card(Elephant, Female)));
        let left = [card(Rhinoceros, Female), card(Crocodile, Female)];
        assert_eq!(aboard(&game, 0), left);
        assert_eq!((game.penalty[0], game.noah), (after, 4));
    }
    // A fleeing woodpecker restores the capacity.
    let ferry = [(Woodpecker, Female), (Elephant, Female)];
    let game = with_options(3, options, &ferry, &hand);
    assert_eq!(legal(&game), [(Crocodile, Female, 6)]);
}

#[test]
fn r20_roommates() {
    let options = Options {
        roommates: true,
        ..Options::default()
    };
    let hand = [(Cat, Female), (Cat, Male), (Parrot, Male)];
    let mut game = with_options(2, options, &[(Cat, Male)], &hand);
    game.docks[0].ferry = Some(8);
    assert_eq!(legal(&game), [(Parrot, Male, 0)]);
}
