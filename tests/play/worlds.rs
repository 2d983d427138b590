//! Worlds: what a player can't know is dealt anew, from what the player knows and the seed alone.

use crate::play::{begin, everywhere, games};
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::knowledge::view::{knows, who_knows};
use ludex::engine::state::{PlayerSet, State, sound};
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::play::state_json::{state, view};
use ludex::program::Program;
use ludex::program::ids::{Address, PieceId, SpotId};
use ludex::program::layout::Var;
use ludex::report::{Report, human};
use ludex::rules::game::{Holder, Seen};
use ludex::rules::ids::{KindId, PlaceId, PlayerId, VarId};
use ludex::rules::table::Table;
use ludex::source::Sources;
use ludex::worlds::determinize;
use ludex::worlds::{Dealer, World};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A game of `tests/data/worlds`.
fn fixture(name: &str) -> Arc<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/worlds")
        .join(name);
    let text = GameText {
        name: name.into(),
        files: crate::support::files(&folder),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    let said = human(&report, &sources, false);
    assert_eq!(said, "");
    Arc::new(program.unwrap())
}

fn of_games(name: &str) -> Arc<Program> {
    let found = games().iter().find(|p| p.names.game == name);
    Arc::clone(found.unwrap())
}

fn played(program: &Arc<Program>, players: u8, seed: u64, choices: &[&str]) -> Match {
    let mut game = begin(program, &Start::new(program, players, seed));
    for choice in choices {
        let option = game.find_words(choice);
        game.apply(option.unwrap_or_else(|e| panic!("{choice}: {e}")))
            .unwrap();
    }
    game
}

/// The options as the player who is asked reads them.
fn own_labels(game: &Match, player: PlayerId) -> Vec<String> {
    let decision = game.decision().filter(|d| d.player == player);
    decision.map_or(Vec::new(), |d| {
        d.options.into_iter().map(|o| o.label).collect()
    })
}

// ---- (a) a world is a function of what the player knows and the seed ----

/// The same position with two unknown pieces exchanged: each lies where the other lay, and takes its own fields along.
/// None where one of them is spoken of elsewhere, since that would be another position.
fn exchanged(program: &Program, state: &State, a: PieceId, b: PieceId) -> Option<State> {
    let spoken = |list: &[i32]| list.contains(&a.value()) || list.contains(&b.value());
    let layout = &program.layout;
    let elsewhere = [&state.stack[..], &state.lists, &state.pool, &state.later];
    let named = layout.vars.iter().any(|var| {
        let values = state.memory.range(var.addresses());
        matches!(var.ty.required(), ludex::rules::types::Type::Piece(_)) && spoken(values)
    });
    let holds = |piece: PieceId| {
        let kind = &layout.kinds[layout.piece_kind[piece]];
        kind.places.iter().any(|id| {
            let place = &layout.places[*id];
            state.places[place.spot(piece.number())].count > 0
        })
    };
    if named || elsewhere.into_iter().any(spoken) || holds(a) || holds(b) {
        return None;
    }
    let mut lists: Table<SpotId, Vec<PieceId>> = (state.places.ids())
        .map(|place| state.pieces_in(place).collect())
        .collect();
    for piece in lists.iter_mut().flatten() {
        *piece = if *piece == a {
            b
        } else if *piece == b {
            a
        } else {
            *piece
        };
    }
    let mut other = state.clone();
    for (place, list) in lists.entries() {
        for (n, piece) in list.iter().enumerate() {
            let end = |n: Option<&PieceId>| n.copied().unwrap_or(PieceId::NONE);
            let at = &mut other.pieces[*piece];
            at.place = place;
            at.previous = end(n.checked_sub(1).and_then(|n| list.get(n)));
            at.next = end(list.get(n + 1));
        }
        other.places[place].first = list.first().copied().unwrap_or(PieceId::NONE);
        other.places[place].last = list.last().copied().unwrap_or(PieceId::NONE);
    }
    // Who else knows the position still does.
    (other.pieces[a].known, other.pieces[b].known) = (state.pieces[b].known, state.pieces[a].known);
    // What ends with the stay in a place belongs to the place.
    for (id, var) in layout.vars.entries() {
        if belongs_to_position(program, id, var) && of_kind(var, program, a) {
            swap_fields(program, &mut other, var, a, b);
        }
    }
    Some(other)
}

fn of_kind(var: &Var, program: &Program, piece: PieceId) -> bool {
    matches!(var.holder, Holder::Piece(k) if k == program.layout.piece_kind[piece])
}

fn belongs_to_position(program: &Program, id: VarId, var: &Var) -> bool {
    let kinds = &program.layout.kinds;
    let fades = |k: KindId| kinds[k].fading.iter().any(|(fades, _)| *fades == id);
    matches!(var.holder, Holder::Piece(k) if var.is_face || fades(k))
}

/// Exchanges the values of a field. One that was never changed is each piece's own.
fn swap_fields(program: &Program, state: &mut State, var: &Var, a: PieceId, b: PieceId) {
    let own = &program.layout.memory;
    for n in 0..var.width {
        let at = |piece: PieceId| var.address(piece.number()).plus(n);
        let (a, b) = (at(a), at(b));
        let changed = |at: Address| (state.memory[at] != own[at]).then_some(state.memory[at]);
        let (of_a, of_b) = (changed(a), changed(b));
        state.memory[a] = of_b.unwrap_or(own[a]);
        state.memory[b] = of_a.unwrap_or(own[b]);
    }
}

/// The same position in which two unknown pieces are each what the other was. What was never changed is a piece's own.
fn disguised(program: &Program, state: &State, a: PieceId, b: PieceId) -> State {
    let mut other = state.clone();
    for (id, var) in program.layout.vars.entries() {
        if of_kind(var, program, a)
            && !var.name.contains('.')
            && !belongs_to_position(program, id, var)
        {
            swap_fields(program, &mut other, var, a, b);
        }
    }
    other
}

fn unknown(program: &Program, state: &State, player: PlayerId) -> Vec<PieceId> {
    let at = |piece: &PieceId| state.pieces[*piece].place != SpotId::NONE;
    let all = state.pieces.ids().filter(at);
    all.filter(|piece| !knows(program, state, player, *piece))
        .collect()
}

/// Two positions that look the same to a player, made without the code under test.
pub(crate) fn twins(game: &Match, player: PlayerId, stream: &mut Stream) -> Option<[Match; 2]> {
    let (program, state) = (game.program(), game.state());
    let unknown = unknown(program, state, player);
    let first = *unknown.get(stream.below(unknown.len() as u32) as usize)?;
    let sort = |p: PieceId| (program.layout.piece_kind[p], program.layout.piece_for[p]);
    let alike: Vec<PieceId> = unknown
        .into_iter()
        .filter(|p| sort(*p) == sort(first))
        .collect();
    let second = alike[stream.below(alike.len() as u32) as usize];
    let mut other = exchanged(program, state, first, second)?;
    if stream.below(2) == 0 {
        other = disguised(program, &other, first, second);
    }
    if other == *state {
        return None;
    }
    sound::examine(program, &other).unwrap();
    let at = |state: State| Match::at(game.shared_program(), game.start().clone(), state);
    let (one, other) = (at(state.clone()).ok()?, at(other).ok()?);
    let looks = |game: &Match| {
        (
            view(program, game.state(), player),
            own_labels(game, player),
        )
    };
    (looks(&one) == looks(&other)).then_some([one, other])
}

#[test]
fn equal_knowledge_makes_equal_worlds() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    let mut stream = Stream::new(1, purpose("twins"), 0);
    let mut look = |game: &Match, step: usize| {
        if game.is_over() || !step.is_multiple_of(3) {
            return;
        }
        for player in PlayerId::first(game.state().players) {
            let Some([one, other]) = twins(game, player, &mut stream) else {
                continue;
            };
            let seed = step as u64;
            let name = &game.program().names.game;
            let world = |game: &Match| determinize(game, player, seed).unwrap();
            let (one, other) = (world(&one), world(&other));
            assert_eq!(
                one.game.state(),
                other.game.state(),
                "{name} {player} step {step}"
            );
            assert_eq!((one.dealt, one.fixed), (other.dealt, other.fixed));
            *compared.entry(name.clone()).or_default() += 1;
        }
    };
    everywhere(60, &mut look);
    for name in ["deals", "bags"] {
        let program = fixture(name);
        for seed in 0..20 {
            let game = begin(&program, &Start::new(&program, 2, seed));
            look(&game, 0);
        }
    }
    // Every game with hidden pieces was tried, and some often.
    for name in [
        "noah",
        "jump_gate",
        "sanctuary",
        "masks",
        "thief",
        "deals",
        "bags",
    ] {
        assert!(compared.get(name).copied() >= Some(5), "{compared:?}");
    }
    assert!(compared.values().sum::<usize>() > 400, "{compared:?}");
}

// ---- (b) a world agrees with what the player sees and knows of others ----

#[test]
fn worlds_agree_with_the_view_and_play_on() {
    everywhere(60, |game, step| {
        let (program, name) = (game.program(), &game.program().names.game);
        for player in PlayerId::first(game.state().players) {
            let world = determinize(game, player, step as u64);
            let world = world.unwrap_or_else(|e| panic!("{name} {player} step {step}: {e}"));
            let mut dealt = world.game;
            assert_eq!(
                view(program, game.state(), player),
                view(program, dealt.state(), player),
                "{name} {player} step {step}"
            );
            assert_eq!(own_labels(game, player), own_labels(&dealt, player));
            assert_eq!(game.state().pending, dealt.state().pending);
            assert_eq!(others_know(game), others_know(&dealt), "{name} step {step}");
            sound::examine(program, dealt.state()).unwrap_or_else(|e| panic!("{name} {step}: {e}"));
            if step % 6 == 0 {
                dealt
                    .playout(step as u64, Some(60))
                    .unwrap_or_else(|e| panic!("{name} {player} {step}: {e}"));
            }
        }
    });
}

/// What a dealer dealt before does not change the world of a seed.
#[test]
fn a_dealer_deals_what_each_seed_gives_alone() {
    let look = |game: &Match, step: usize| {
        if game.is_over() || !step.is_multiple_of(5) {
            return;
        }
        let player = PlayerId::new(0);
        let told = game.with_events();
        let mut dealer = Dealer::of(told.as_ref().unwrap_or(game), player);
        for seed in [3, 1, 3] {
            let (one, alone) = (dealer.world(seed), determinize(game, player, seed));
            let (one, alone) = (one.unwrap(), alone.unwrap());
            let name = &game.program().names.game;
            assert_eq!(one.game.state(), alone.game.state(), "{name} step {step}");
            let kept = |world: World| (world.drawn, world.kept, world.locals, world.fixed);
            assert_eq!(kept(one), kept(alone), "{name} step {step}");
        }
    };
    everywhere(20, look);
    for seed in 0..4 {
        look(&played(&fixture("dice"), 2, seed, &["pass"]), 0);
    }
}

/// For each place that no piece holds: how many of its pieces are known to whom.
fn others_know(game: &Match) -> Vec<BTreeMap<PlayerSet, usize>> {
    let (program, state) = (game.program(), game.state());
    let places = state.places.ids().filter(|place| {
        let declared = program.layout.place_of[*place].0;
        !matches!(program.layout.places[declared].holder, Holder::Piece(_))
    });
    let counted = places.map(|place| {
        let mut counts = BTreeMap::new();
        for piece in state.pieces_in(place) {
            *counts.entry(who_knows(program, state, piece)).or_default() += 1;
        }
        counts
    });
    counted.collect()
}

/// A piece put into a pile at a depth that its owner chose: nobody else knows what moved on, so not where any piece lies.
#[test]
fn an_unseen_insertion_makes_the_others_forget() {
    let program = of_games("tray");
    let layout = &program.layout;
    let deck = layout
        .places
        .iter()
        .find(|p| p.name == "deck")
        .unwrap()
        .base;
    let (mut buried, mut stream) = (0, Stream::new(3, purpose("bury"), 0));
    for seed in 0..20 {
        let mut game = begin(&program, &Start::new(&program, 2, seed));
        while let Some(decision) = game.decision() {
            let labels = decision.options.iter().map(|option| option.label.clone());
            let labels: Vec<String> = labels.collect();
            let bury = labels.iter().position(|label| label.starts_with("bury"));
            let option = bury.unwrap_or(stream.below(labels.len() as u32) as usize);
            game.apply(option).unwrap();
            if bury.is_some() {
                buried += 1;
                let other = PlayerId::new(1 - decision.player.index());
                for piece in game.state().pieces_in(deck) {
                    assert!(!knows(&program, game.state(), other, piece), "seed {seed}");
                }
            }
        }
    }
    assert!(buried > 10);
}

/// Neither the chance of the true game nor how much of it was used is in a world, even of the same seed.
#[test]
fn chance_to_come_is_the_worlds_own() {
    let program = of_games("thief");
    let game = played(&program, 3, 5, &[]);
    let world = determinize(&game, PlayerId::new(0), 5).unwrap().game;
    assert_ne!(world.state().seed, game.state().seed);
    let layout = &program.layout;
    let counters = layout.counters();
    assert!(
        game.state()
            .memory
            .range(counters.clone())
            .iter()
            .any(|n| *n > 0)
    );
    assert!(world.state().memory.range(counters).iter().all(|n| *n == 0));
    let other = determinize(&game, PlayerId::new(0), 6).unwrap().game;
    assert_ne!(world.state().seed, other.state().seed);
}

// ---- (c) one deal of 400 fits ----

#[test]
fn a_world_is_found_where_one_deal_in_400_fits() {
    let program = fixture("vault");
    let game = played(&program, 2, 3, &[]);
    assert_eq!(game.options(), 2);
    let deck = program.layout.places[PlaceId::new(0)].base;
    let values = |game: &Match, place: SpotId| -> Vec<i32> {
        let var = &program.layout.vars[VarId::new(0)];
        let pieces = game.state().pieces_in(place);
        pieces
            .map(|p| game.state().memory[var.address(p.number())])
            .collect()
    };
    let hand = program.layout.places[PlaceId::new(1)].spot(1);
    let mut decks = BTreeSet::new();
    for seed in 0..12 {
        let world = determinize(&game, PlayerId::new(0), seed).unwrap();
        assert_eq!(
            own_labels(&world.game, PlayerId::new(0)),
            own_labels(&game, PlayerId::new(0))
        );
        assert_eq!(values(&world.game, hand), values(&game, hand));
        // Of 398 cards in order hardly more lie where they truly lie than a shuffle leaves there.
        let (true_deck, dealt) = (values(&game, deck), values(&world.game, deck));
        let same = true_deck.iter().zip(&dealt).filter(|(a, b)| a == b).count();
        assert!(same < 20, "{same} cards lie where they truly lie");
        decks.insert(dealt);
    }
    assert_eq!(decks.len(), 12);
}

// ---- (f) none is found ----

#[test]
fn that_none_was_found_is_the_answer() {
    let program = fixture("order");
    let game = played(&program, 2, 3, &[]);
    assert_eq!(own_labels(&game, PlayerId::new(0)), ["admire", "pass"]);
    let none = determinize(&game, PlayerId::new(0), 1).unwrap_err();
    assert!(none.tries > 1_000, "{none}");
    // The other player is told nothing of the order.
    assert!(determinize(&game, PlayerId::new(1), 1).is_ok());
}

// ---- (d) copies that get their identity in play ----

/// What a mask is, for each piece.
fn kinds_of_masks(program: &Program, state: &State) -> Table<PieceId, i32> {
    let var = program.layout.vars.iter().find(|v| v.name == "is").unwrap();
    state.memory.range(var.addresses()).to_vec().into()
}

#[test]
fn what_unseen_copies_are_is_dealt_anew() {
    let program = of_games("masks");
    let game = played(&program, 2, 4, &[]);
    let truth = kinds_of_masks(&program, game.state());
    let unknown = unknown(&program, game.state(), PlayerId::new(0));
    let known: Vec<PieceId> = truth.ids().filter(|p| !unknown.contains(p)).collect();
    assert_eq!((unknown.len(), known.len()), (12, 3));
    let mut differs: Table<PieceId, usize> = Table::filled(truth.len(), 0);
    for seed in 0..60 {
        let world = determinize(&game, PlayerId::new(0), seed).unwrap().game;
        let hand = |game: &Match| -> Vec<PieceId> {
            let hands = program.layout.places.iter().find(|p| p.name == "hand");
            let hand = hands.unwrap().spot(1);
            game.state().pieces_in(hand).collect()
        };
        let dealt = kinds_of_masks(&program, world.state());
        for piece in &known {
            assert_eq!(dealt[*piece], truth[*piece], "its owner sees it");
        }
        let mut sorted = [dealt.clone(), truth.clone()];
        (sorted.iter_mut()).for_each(|all| all.as_mut_slice().sort_unstable());
        assert_eq!(sorted[0], sorted[1], "there are as many of each");
        for (was, is) in hand(&game).into_iter().zip(hand(&world)) {
            differs[was] += usize::from(truth[was] != dealt[is]);
        }
    }
    let often = differs.into_iter().filter(|n| *n > 15).count();
    assert_eq!(often, 3, "the hand of the other is not the true one");
}

#[test]
fn what_was_seen_of_a_copy_is_remembered() {
    let program = of_games("masks");
    let mut remembered = 0;
    for seed in 0..30 {
        let mut game = begin(&program, &Start::new(&program, 2, seed));
        let mut seen: BTreeMap<PieceId, i32> = BTreeMap::new();
        let mut stream = Stream::new(seed, purpose("test"), 0);
        while !game.is_over() {
            let truth = kinds_of_masks(&program, game.state());
            for (piece, is) in truth.entries() {
                if knows(&program, game.state(), PlayerId::new(0), piece) {
                    seen.insert(piece, *is);
                }
            }
            let world = determinize(&game, PlayerId::new(0), seed).unwrap().game;
            let dealt = kinds_of_masks(&program, world.state());
            for (piece, is) in &seen {
                assert_eq!(dealt[*piece], *is, "seed {seed}");
                remembered += usize::from(!knows(&program, game.state(), PlayerId::new(0), *piece));
            }
            // A world of a world remembers as much.
            let again = determinize(&world, PlayerId::new(0), seed + 1)
                .unwrap()
                .game;
            let dealt = kinds_of_masks(&program, again.state());
            assert!(seen.iter().all(|(piece, is)| dealt[*piece] == *is));
            let option = stream.below(game.options() as u32);
            game.apply(option as usize).unwrap();
        }
    }
    assert!(
        remembered > 100,
        "{remembered} masks were seen and lost sight of"
    );
}

// ---- (e) every deal that fits, and no other, about equally often ----

#[test]
fn all_deals_are_equally_likely() {
    let program = fixture("deals");
    let counted = |told: i32| {
        let mut start = Start::new(&program, 2, 1);
        start.options[0] = told;
        // A game in which the first player lacks the ace and the other one holds it.
        let game = (0..)
            .map(|seed| {
                begin(
                    &program,
                    &Start {
                        seed,
                        ..start.clone()
                    },
                )
            })
            .find(|game| {
                let holder = game.state().owner_of_piece(&program, PieceId::new(0));
                holder == Some(PlayerId::new(1)) && game.options() == 1 + told as usize
            });
        let game = game.unwrap();
        let mut deals: BTreeMap<Vec<Vec<_>>, usize> = BTreeMap::new();
        for seed in 0..1_200 {
            let world = determinize(&game, PlayerId::new(0), seed).unwrap().game;
            let place = |n: SpotId| -> Vec<_> { world.state().pieces_in(n).collect() };
            let mut hand = place(program.layout.places[PlaceId::new(1)].spot(1));
            hand.sort_unstable();
            *deals
                .entry(vec![
                    hand,
                    place(program.layout.places[PlaceId::new(0)].base),
                ])
                .or_default() += 1;
        }
        deals
    };
    // Four unknown cards: two in a hand, in no order, and two in the deck, in an order.
    let free = counted(0);
    assert_eq!(free.len(), 12);
    assert!(free.values().all(|n| (60..=140).contains(n)), "{free:?}");
    // The ace is in the hand: one of three goes with it, and two remain for the deck.
    let told = counted(1);
    assert_eq!(told.len(), 6);
    assert!(told.values().all(|n| (140..=260).contains(n)), "{told:?}");
}

/// Pieces of a player that begin with that player are dealt among that player's places; those of one bag among all.
#[test]
fn pieces_made_for_players() {
    let program = fixture("bags");
    let game = begin(&program, &Start::new(&program, 3, 1));
    let option = 1;
    let mut game = game;
    for _ in 0..2 {
        game.apply(option).unwrap();
    }
    let layout = &program.layout;
    let bag = layout.places.iter().find(|p| p.name == "bag").unwrap().base;
    let (mut tiles, mut orders) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..40 {
        let world = determinize(&game, PlayerId::new(2), seed).unwrap().game;
        let state = world.state();
        for (piece, at) in state.pieces.entries() {
            let (declared, holder) = layout.place_of[at.place];
            if layout.places[declared].holder == Holder::Player {
                assert_eq!(layout.piece_for[piece], Some(PlayerId::numbered(holder)));
            }
        }
        let owners = |place: SpotId| -> Vec<Option<PlayerId>> {
            let pieces = state.pieces_in(place);
            pieces.map(|p| layout.piece_for[p]).collect()
        };
        orders.insert(owners(bag));
        let laid = layout
            .places
            .iter()
            .find(|p| p.name == "laid")
            .unwrap()
            .base;
        tiles.insert(state.pieces_in(laid).collect::<Vec<_>>());
    }
    assert!(tiles.len() > 2 && orders.len() > 10, "{tiles:?} {orders:?}");
}

// ---- variables chosen in secret ----

/// The hidden variables of others, as they truly are and in worlds.
fn values_in_worlds(game: &Match, name: &str, of: u32) -> (i32, BTreeSet<i32>) {
    let var = game.program().layout.vars.iter().find(|v| v.name == name);
    let at = var.unwrap().nth(of);
    let worlds = (0..40).map(|seed| {
        determinize(game, PlayerId::new(0), seed)
            .unwrap()
            .game
            .state()
            .memory[at]
    });
    (game.state().memory[at], worlds.collect())
}

/// A game of masks in which the second player has decided; the third is asked.
fn masks_decided() -> Match {
    let program = of_games("masks");
    let mut game = begin(&program, &Start::new(&program, 3, 4));
    for _ in 0..8 {
        game.apply(1).unwrap();
    }
    game
}

#[test]
fn what_others_chose_in_secret_is_chosen_anew() {
    let game = masks_decided();
    let world = determinize(&game, PlayerId::new(0), 1).unwrap();
    let drawn = |name: &str| world.drawn.iter().any(|drawn| drawn == name);
    assert!(drawn("P1.favourite"), "{:?}", world.drawn);
    assert!(!world.kept.contains(&"P1.favourite".to_owned()));
    assert!(
        world.kept.contains(&"P2.favourite".to_owned()),
        "it was not chosen yet"
    );
    let (_, worlds) = values_in_worlds(&game, "favourite", 1);
    assert!(worlds.len() > 2, "{worlds:?}");
    // In each of them it is a mask that the other player holds.
    for seed in 0..20 {
        let world = determinize(&game, PlayerId::new(0), seed).unwrap().game;
        let favourite = value(&world, "favourite", 1);
        let owner = world
            .state()
            .owner_of_piece(world.program(), PieceId::from_value(favourite));
        assert_eq!(owner, Some(PlayerId::new(1)));
    }
}

fn value(game: &Match, name: &str, of: u32) -> i32 {
    let var = game.program().layout.vars.iter().find(|v| v.name == name);
    game.state().memory[var.unwrap().nth(of)]
}

/// The choice of variables that are drawn anew does not follow from what was truly chosen, as whether that changed them.
#[test]
fn what_is_chosen_anew_tells_nothing() {
    let program = of_games("masks");
    let worlds = |bid: usize| -> Vec<(Vec<String>, i32)> {
        let mut game = begin(&program, &Start::new(&program, 2, 1));
        game.apply(bid).unwrap();
        let worlds = (0..20).map(|seed| determinize(&game, PlayerId::new(1), seed).unwrap());
        worlds
            .map(|world| (world.drawn, value(&world.game, "bid", 0)))
            .collect()
    };
    let of_none = worlds(0);
    let bids: BTreeSet<i32> = of_none.iter().map(|(_, bid)| *bid).collect();
    assert_eq!(bids, BTreeSet::from([0, 1, 2, 3]));
    assert!(of_none.iter().all(|(drawn, _)| drawn == &["P0.bid"]));
    for bid in 1..=3 {
        assert_eq!(worlds(bid), of_none, "{bid}");
    }
}

/// The highest bidder is shown, and the bids of worlds agree with that, not with the true ones alone.
#[test]
fn what_was_shown_of_a_secret_holds_in_worlds() {
    let program = of_games("masks");
    let mut compared = 0;
    for (own, other) in [(2, 1), (2, 2), (2, 3), (0, 1), (3, 0)] {
        let mut game = begin(&program, &Start::new(&program, 2, 7));
        for bid in [own, other] {
            game.apply(bid).unwrap();
            for _ in 0..3 {
                game.apply(0).unwrap();
            }
        }
        let won = |game: &Match, player: u32| value(game, "coins", player) > 0;
        let (mine, theirs) = (won(&game, 0), won(&game, 1));
        let mut bids = BTreeSet::new();
        for seed in 0..30 {
            let world = determinize(&game, PlayerId::new(0), seed).unwrap().game;
            let bid = value(&world, "bid", 1) as usize;
            assert_eq!((own >= bid, bid >= own), (mine, theirs), "{own} {other}");
            bids.insert(bid);
        }
        let possible = (0..4).filter(|bid| (own >= *bid, *bid >= own) == (mine, theirs));
        assert_eq!(bids, possible.collect(), "{own} {other}");
        compared += 1;
    }
    assert_eq!(compared, 5);
}

/// A number counted in secret came about in all that counted it, not only in what was done last.
#[test]
fn what_is_counted_in_secret_is_counted_anew() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/leaks/plots");
    let plots = Arc::new(crate::play::compiled(&folder).unwrap());
    let after = |choices: [usize; 4]| {
        let mut game = begin(&plots, &Start::new(&plots, 2, 1));
        for option in choices {
            game.apply(option).unwrap();
        }
        game
    };
    // The first player can't tell which two of four cards the other one laid, nor in which order.
    let games = [[0, 0, 0, 0], [0, 1, 0, 0], [0, 2, 0, 1], [0, 3, 0, 2]].map(after);
    for seed in 0..20 {
        let counts = games.each_ref().map(|game| {
            let world = determinize(game, PlayerId::new(0), seed).unwrap();
            (world.drawn, world.game.state().memory.clone())
        });
        assert_eq!(counts[0].0, ["P1.favour", "P1.purse"]);
        assert!(counts.windows(2).all(|two| two[0] == two[1]), "{seed}");
    }
}

/// A mark that somebody may have made unseen: which piece has it does not show in what worlds make of it. The values stay.
#[test]
fn a_field_is_forgotten_whichever_piece_was_changed() {
    let program = of_games("sacks");
    let begun = begin(&program, &Start::new(&program, 2, 2));
    let labels = own_labels(&begun, PlayerId::new(0));
    let brands = |number: &str| {
        let brands = labels.iter().enumerate().filter(|(_, label)| {
            let mut words = label.split(' ');
            words.next() == Some("brand") && words.next_back() == Some(number)
        });
        brands.map(|(option, _)| option).collect::<Vec<_>>()
    };
    for number in ["1", "2", "3"] {
        let worlds = brands(number).into_iter().map(|option| -> Vec<String> {
            let mut game = begun.clone();
            game.apply(option).unwrap();
            let worlds =
                (0..10).map(|seed| determinize(&game, PlayerId::new(1), seed).unwrap().game);
            worlds
                .map(|world| state(&program, world.state()).to_string())
                .collect()
        });
        let worlds: Vec<Vec<String>> = worlds.collect();
        assert_eq!(worlds.len(), 4);
        assert!(worlds.windows(2).all(|two| two[0] == two[1]), "{number}");
    }
}

/// Where no other numbers are found that agree with what was shown, the true ones stay, and the answer says so.
#[test]
fn a_secret_that_nothing_else_agrees_with_is_kept() {
    const FIRST: usize = 13;
    let program = fixture("lock");
    let with = |second: usize| {
        let mut game = begin(&program, &Start::new(&program, 2, 1));
        for option in [FIRST, second] {
            game.apply(option).unwrap();
        }
        game
    };
    let fits = (0..1000)
        .find(|n| (31 * FIRST + 17 * n) % 9973 == 1)
        .unwrap();
    let world = determinize(&with(fits), PlayerId::new(1), 1).unwrap();
    assert_eq!(value(&world.game, "fits", 0), 1);
    assert_eq!(value(&world.game, "left", 0), FIRST as i32);
    assert!(world.drawn.is_empty());
    for name in ["P0.left", "P0.right"] {
        assert!(world.kept.iter().any(|kept| kept == name), "{name}");
    }
    // Nearly all others do not fit, so there they are chosen anew.
    let world = determinize(&with(fits + 1), PlayerId::new(1), 1).unwrap();
    assert_eq!(world.drawn, ["P0.left", "P0.right"]);
    assert_eq!(value(&world.game, "fits", 0), 0);
}

// ---- what chance decided in secret ----

#[test]
fn what_chance_decided_in_secret_is_decided_anew() {
    let program = fixture("dice");
    for seed in 0..4 {
        let game = played(&program, 2, seed, &["pass"]);
        let world = determinize(&game, PlayerId::new(0), 1).unwrap();
        let has = |names: &[String], name: &str| names.iter().any(|one| one == name);
        for name in ["sealed", "hinted", "P1.lot", "P1.double"] {
            assert!(has(&world.drawn, name), "{name}: {:?}", world.drawn);
        }
        let kept = world.drawn.iter().find(|name| name.ends_with(".kept"));
        assert!(kept.is_some() && world.locals.is_empty());
        // Everybody is told whether it is high, and nothing more.
        let (hinted, worlds) = values_in_worlds(&game, "hinted", 0);
        assert!(
            worlds.iter().all(|value| (*value > 3) == (hinted > 3)),
            "{worlds:?}"
        );
        assert_eq!(worlds.len(), 3, "{worlds:?}");
        for (name, of) in [("sealed", 0), ("lot", 1)] {
            let (_, worlds) = values_in_worlds(&game, name, of);
            assert!(worlds.len() > 3, "{name}: {worlds:?}");
        }
        let (lot, own) = values_in_worlds(&game, "lot", 0);
        assert_eq!(own, BTreeSet::from([lot]), "its owner sees it");
        for seed in 0..20 {
            let world = determinize(&game, PlayerId::new(0), seed).unwrap().game;
            let value = |name: &str| {
                let var = program.layout.vars.iter().find(|v| v.name == name).unwrap();
                world.state().memory[var.nth(1)]
            };
            assert_eq!(
                value("double"),
                2 * value("lot"),
                "what follows from it agrees"
            );
        }
    }
}

/// A random number waits in a local name of a text that did not draw it: the argument of a call, of a hook or of a text that is
/// put off, or what follows from one, with something hidden or not, by its value or by what is done because of it. Until it is
/// shown it comes out otherwise in worlds.
#[test]
fn what_chance_brought_is_decided_anew_in_whatever_text_it_waits() {
    let program = fixture("handed");
    assert!(!program.hides_chance);
    let points = |game: &Match| value(game, "points", 0);
    let shown_next = |mut game: Match| {
        let before = points(&game);
        while points(&game) == before {
            game.apply(0).unwrap();
        }
        points(&game) - before
    };
    for seed in 0..2 {
        let mut game = begin(&program, &Start::new(&program, 2, seed));
        let mut parts = 0;
        while !game.is_over() {
            let worlds = (0..12).map(|seed| determinize(&game, PlayerId::new(0), seed).unwrap());
            let shown: BTreeSet<i32> = worlds.map(|world| shown_next(world.game)).collect();
            assert!(shown.len() > 1, "part {parts} of {seed}: {shown:?}");
            let before = points(&game);
            game.apply(0).unwrap();
            parts += usize::from(points(&game) != before);
        }
        assert_eq!(parts, 7);
    }
}

/// Chance that everybody sees is no secret, though other things are: such a game is not played again from its set-up.
#[test]
fn chance_that_all_see_is_no_secret() {
    let hides = |program: &Arc<Program>| program.hides_chance.then(|| program.names.game.clone());
    let of_games: Vec<String> = games().iter().filter_map(hides).collect();
    // Their cards and dice are numbers that chance writes into hands.
    assert_eq!(of_games, ["kuhn_poker", "leduc_poker", "liars_dice"]);
    assert!(hides(&fixture("dice")).is_some());
}

/// No hidden variable of the games is missing in what a world says of itself.
#[test]
fn a_world_names_every_hidden_variable() {
    everywhere(20, |game, step| {
        if step % 7 != 0 {
            return;
        }
        let world = determinize(game, PlayerId::new(0), step as u64).unwrap();
        let named: BTreeSet<&str> = world
            .drawn
            .iter()
            .chain(&world.kept)
            .map(|name| name.rsplit('.').next().unwrap())
            .collect();
        for var in &game.program().layout.vars {
            let hidden = match (var.seen, var.holder) {
                (Seen::Nobody, _) => true,
                (Seen::Owner, Holder::Player) => game.state().players > 1,
                _ => false,
            };
            if hidden && !var.name.contains('.') {
                assert!(named.contains(var.name.as_str()), "{}: {named:?}", var.name);
            }
        }
    });
}

/// Of a card that went face down from one hand into another a third player learns nothing, not even by a name of the text at
/// work that holds nothing yet, or nothing any more.
#[test]
fn names_that_nothing_reads_hold_nothing_in_a_world() {
    let thief = of_games("thief");
    for seed in 0..20 {
        let robbed = played(&thief, 3, seed, &["P1"]);
        let mut worlds = (0..robbed.options()).map(|given| {
            let mut game = robbed.clone();
            game.apply(given).unwrap();
            assert_eq!(
                game.state().pending.map(|asked| asked.player),
                Some(PlayerId::new(1))
            );
            determinize(&game, PlayerId::new(2), seed).unwrap()
        });
        let first = worlds.next().unwrap();
        assert_eq!(first.locals, [""; 0]);
        for world in worlds {
            let stacks = [&first, &world].map(|world| &world.game.state().stack);
            assert_eq!(stacks[0], stacks[1], "seed {seed}");
        }
    }
}

/// In a block of `at once` the answers of others are decided anew, and no world tells of those that were given.
#[test]
fn what_is_decided_at_once_is_decided_anew() {
    let program = of_games("kites");
    let (mut compared, mut waiting) = (0, BTreeSet::new());
    for seed in 0..6 {
        let mut game = begin(&program, &Start::new(&program, 3, seed));
        let mut stream = Stream::new(seed, purpose("at once"), 0);
        while let Some(decision) = game.decision() {
            if decision.undecided.len() == 3 {
                let mut of_each = Vec::new();
                for option in 0..game.options() {
                    let mut after = game.clone();
                    after.apply(option).unwrap();
                    let next = after.decision().filter(|next| next.undecided.len() == 2);
                    let Some(next) = next else {
                        continue;
                    };
                    let world = |seed| determinize(&after, next.player, seed).unwrap();
                    let worlds: Vec<State> =
                        (0..4).map(|n| world(n).game.state().clone()).collect();
                    waiting.extend(worlds.iter().map(|world| (compared, world.later.clone())));
                    of_each.push(worlds);
                }
                assert!(of_each.windows(2).all(|two| two[0] == two[1]), "{seed}");
                compared += usize::from(of_each.len() > 1);
            }
            let option = stream.below(game.options() as u32) as usize;
            game.apply(option).unwrap();
        }
    }
    assert!(
        compared > 20 && waiting.len() > 2 * compared,
        "{compared} {}",
        waiting.len()
    );
}
