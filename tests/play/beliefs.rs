//! Beliefs: no world contradicts what was said to be so, however long ago.

use crate::play::{begin, compiled};
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::state::State;
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::game::history::Meter;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::program::ids::{PieceId, SpotId};
use ludex::report::Report;
use ludex::rules::game::NONE;
use ludex::rules::ids::PlayerId;
use ludex::source::Sources;
use ludex::worlds::determinize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// A trick game with two decks.
const VOIDS: &str = "tests/data/accepted/voids";

/// Games played of each sort.
const GAMES: u64 = 24;

/// Worlds that were made, those of them that contradict something, and searches that found none.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    worlds: usize,
    wrong: usize,
    none: usize,
}

/// Plays games at random; after each choice every player's worlds are held against what was noted of the game.
fn counted<Notes: Default>(
    program: &Arc<Program>,
    note: impl Fn(&mut Notes, &State, &Match),
    contradicts: impl Fn(&Notes, &Match, &State) -> bool,
) -> Counted {
    let mut counted = Counted::default();
    for seed in 0..GAMES {
        let (least, most) = program.names.players;
        let players = (least + seed as u32 % (most - least + 1)) as u8;
        let mut game = begin(program, &Start::new(program, players, seed));
        let mut stream = Stream::new(seed, purpose("beliefs"), 0);
        let mut notes = Notes::default();
        for step in 0..60 {
            if game.is_over() {
                break;
            }
            let before = game.state().clone();
            let option = stream.pick(game.options());
            game.apply(option).unwrap();
            note(&mut notes, &before, &game);
            if game.is_over() || step % 2 == 0 {
                continue;
            }
            for player in PlayerId::first(players) {
                match determinize(&game, player, step) {
                    Ok(world) => {
                        counted.worlds += 1;
                        let wrong = contradicts(&notes, &game, world.game.state());
                        counted.wrong += usize::from(wrong);
                    }
                    Err(_) => counted.none += 1,
                }
            }
        }
    }
    counted
}

fn attribute(program: &Program, piece: PieceId, name: &str) -> i32 {
    let kind = &program.layout.kinds[program.layout.piece_kind[piece]];
    let column = kind.attributes.iter().find(|one| one.name == name).unwrap();
    program.layout.rows[column.begins as usize + (piece.number() - kind.first.number()) as usize]
}

fn place(program: &Program, name: &str) -> SpotId {
    let mut places = program.layout.places.iter();
    places.find(|place| place.name == name).unwrap().base
}

fn hands(program: &Program, state: &State) -> Vec<Vec<PieceId>> {
    let first = place(program, "hand");
    let players = 0..u32::from(state.players);
    players
        .map(|player| state.pieces_in(first.plus(player)).collect())
        .collect()
}

/// A game of which texts were changed.
fn changed(folder: &str, changes: &[(&str, &str)]) -> Arc<Program> {
    let mut files = crate::support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    for (from, to) in changes {
        assert!(files.iter().any(|(_, text)| text.contains(from)), "{from}");
        for (_, text) in &mut files {
            *text = text.replace(from, to);
        }
    }
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = "changed".into();
    let checked = (GameText { name, files })
        .parse(&mut sources, &mut report)
        .check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    Arc::new(program.unwrap())
}

/// What each piece of a hand was told not to be, as long as it lies there.
type Not = BTreeSet<(PieceId, i32)>;

/// Worlds of a game in which a mark says of each card of a hand whether it is of a colour: also of those not marked.
fn with_marks(program: &Arc<Program>, mark: &str) -> Counted {
    let told = |state: &State, piece: PieceId| {
        let mut vars = program.layout.vars.iter();
        let var = vars.find(|var| var.name == mark).unwrap();
        state.memory[var.address(piece.number())]
    };
    counted(
        program,
        |not: &mut Not, before, game| {
            let after = game.state();
            for hand in hands(program, after) {
                let new = |piece: &&PieceId| {
                    told(after, **piece) != NONE && told(before, **piece) != told(after, **piece)
                };
                if let Some(colour) = hand.iter().find(new).map(|p| told(after, *p)) {
                    let others = hand.iter().filter(|p| told(after, **p) != colour);
                    not.extend(others.map(|piece| (*piece, colour)));
                }
            }
        },
        |not, game, world| {
            let (truth, dealt) = (hands(program, game.state()), hands(program, world));
            let mut both = truth.iter().flatten().zip(dealt.iter().flatten());
            both.any(|(was, is)| {
                let (colour, mark) = (attribute(program, *is, "colour"), told(world, *is));
                mark != told(game.state(), *was)
                    || mark != NONE && mark != colour
                    || not.contains(&(*was, colour))
            })
        },
    )
}

/// The suit whose cards follow any other.
const FREE: &str = "omens";

/// The number of an enum's value, in games that have such a value.
fn value(program: &Program, name: &str) -> Option<i32> {
    let mut enums = program.names.enums.iter();
    let found = enums.find_map(|(_, values)| values.iter().position(|value| value == name));
    found.map(|number| number as i32)
}

/// Who was seen not to follow, with the suit that was led.
type Voids = BTreeSet<(usize, i32)>;

/// Notes the choice made last: who does not follow has none of the suit until cards are dealt anew.
fn note_void(program: &Program, suit: &str, voids: &mut Voids, before: &State, game: &Match) {
    let after = game.state();
    let (held, holds) = (hands(program, before), hands(program, after));
    if (held.iter().zip(&holds)).any(|(held, holds)| holds.len() > held.len() + 1) {
        voids.clear();
        return;
    }
    let mut vars = program.layout.vars.iter();
    let led = before.memory[vars.find(|var| var.name == "led").unwrap().base];
    let laid = [place(program, "trick"), place(program, "won")];
    let left = held.iter().enumerate().find_map(|(player, held)| {
        let mut left = held.iter().filter(|p| !holds[player].contains(p));
        Some((player, *left.next()?))
    });
    let Some((player, card)) = left.filter(|(_, card)| laid.contains(&after.pieces[*card].place))
    else {
        return;
    };
    let is = attribute(program, card, suit);
    if led != NONE && is != led && Some(is) != value(program, FREE) {
        voids.insert((player, led));
    }
}

/// Tells whether some hand of a position holds what its player was seen to have none of.
fn holds_void(program: &Program, suit: &str, voids: &Voids, state: &State) -> bool {
    let hands = hands(program, state);
    let mut held = hands.iter().enumerate().flat_map(|(player, hand)| {
        let suits = hand.iter().map(|piece| attribute(program, *piece, suit));
        suits.map(move |suit| (player, suit)).collect::<Vec<_>>()
    });
    held.any(|one| voids.contains(&one))
}

/// Worlds of a trick game.
fn with_voids(program: &Arc<Program>, suit: &str) -> Counted {
    counted(
        program,
        |voids: &mut Voids, before, game| note_void(program, suit, voids, before, game),
        |voids, _, world| holds_void(program, suit, voids, world),
    )
}

fn of_folder(folder: &str) -> Arc<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    Arc::new(compiled(&folder).unwrap())
}

/// No world contradicts what was believed, and each search finds one.
fn obeys(found: &Counted) {
    assert!(found.worlds > 200, "{found:?}");
    assert_eq!((found.wrong, found.none), (0, 0), "{found:?}");
}

#[test]
fn worlds_obey_clues() {
    let clues = changed(
        "tests/data/accepted/clues",
        &[(
            "{ d.told = c }",
            "{ d.told = c }\n  believe every(d in o.hand : (d.colour == c) == (d.told == c))",
        )],
    );
    obeys(&with_marks(&clues, "told"));
    obeys(&with_marks(&of_folder("examples/beacons"), "seems"));
}

#[test]
fn worlds_obey_shown_voids() {
    obeys(&with_voids(&of_folder(VOIDS), "suit"));
    obeys(&with_voids(&of_folder("examples/convoy"), "line"));
}

/// A world that forgets its events, is played on and dealt again still obeys what was said before it was made, and since.
#[test]
fn worlds_of_worlds_obey() {
    let (program, mut checked) = (of_folder(VOIDS), 0);
    for seed in 0..GAMES {
        let mut game = begin(&program, &Start::new(&program, 4, seed));
        let (mut stream, mut voids) = (Stream::new(seed, purpose("worlds"), 0), Voids::new());
        for step in 0..15 {
            if step == 6 {
                let viewer = game.decision().unwrap().player;
                game = determinize(&game, viewer, seed).unwrap().game;
                game.keep_little(&Meter::default());
            }
            let before = game.state().clone();
            let option = stream.pick(game.options());
            game.apply(option).unwrap();
            note_void(&program, "suit", &mut voids, &before, &game);
            for player in PlayerId::first(if step < 6 { 0 } else { 4 }) {
                let world = determinize(&game, player, step).unwrap().game;
                assert!(!holds_void(&program, "suit", &voids, world.state()));
                checked += voids.len();
            }
        }
        assert_eq!(game.events().count(), 0, "the events are forgotten");
    }
    assert!(checked > 500, "{checked}");
}

/// Whether cards of two decks are mixed up: both hold cards of one kind.
fn mixed_decks(program: &Program, state: &State) -> bool {
    let is_free = |piece| Some(attribute(program, piece, "suit")) == value(program, FREE);
    let deck = state.pieces_in(place(program, "deck")).any(is_free);
    let mut fates = state.pieces_in(place(program, "fates"));
    deck || fates.any(|piece| !is_free(piece))
}

fn with_decks(program: &Arc<Program>) -> Counted {
    let wrong = |(): &(), _: &Match, world: &State| mixed_decks(program, world);
    counted(program, |(), _, _| (), wrong)
}

#[test]
fn worlds_keep_decks_apart() {
    obeys(&with_decks(&of_folder(VOIDS)));
}

/// Without beliefs such worlds do contradict: the property is no accident of small games.
#[test]
fn worlds_without_beliefs_contradict() {
    let voids = changed(
        VOIDS,
        &[
            ("{ believe nothing(c in hand where follows(c)) }", "{ }"),
            (
                "believe nothing(c in deck where c.suit == omens) and every(c in fates : c.suit == omens)",
                "",
            ),
        ],
    );
    let convoy = changed(
        "examples/convoy",
        &[
            ("{ believe nothing(d in hand where d.line == led) }", "{ }"),
            ("believe is_so(c, how)", ""),
        ],
    );
    let beacons = changed(
        "examples/beacons",
        &[
            (
                "believe every(t in o.hand : (t.colour == c) == (t.seems == c))",
                "",
            ),
            (
                "believe every(t in o.hand : (t.number == n) == (t.counts == n))",
                "",
            ),
        ],
    );
    for found in [
        with_voids(&voids, "suit"),
        with_decks(&voids),
        with_voids(&convoy, "line"),
        with_marks(&beacons, "seems"),
    ] {
        assert!(found.wrong * 10 > found.worlds, "{found:?}");
    }
}

/// The true game and a world of it are the same to the player, so both have the same worlds, whatever the deals tried before.
#[test]
fn worlds_are_a_function_of_what_was_told() {
    let program = of_folder(VOIDS);
    for seed in 0..6 {
        let players = 2 + (seed % 3) as u8;
        let mut game = begin(&program, &Start::new(&program, players, seed));
        let mut stream = Stream::new(seed, purpose("told"), 0);
        while let Some(asked) = game.decision() {
            let other = determinize(&game, asked.player, seed + 100).unwrap().game;
            for seed in 0..3 {
                let [one, same] = [&game, &other].map(|of| determinize(of, asked.player, seed));
                let states = [one, same].map(|world| world.unwrap().game.state().clone());
                assert_eq!(states[0], states[1], "{} choices", game.choice_count());
            }
            let option = stream.pick(game.options());
            game.apply(option).unwrap();
        }
    }
}
