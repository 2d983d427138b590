//! Beliefs: no world contradicts what was said to be so, however long ago.

use crate::play::{begin, compiled};
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::event::{Event, What};
use ludex::engine::state::State;
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::program::ids::{PieceId, SpotId};
use ludex::report::Report;
use ludex::rules::game::NONE;
use ludex::source::Sources;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

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
            for player in 0..players {
                match game.determinize(player, step) {
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
    let (.., at) = kind.attributes.iter().find(|one| one.0 == name).unwrap();
    program.layout.rows[*at as usize + (piece.number() - kind.first.number()) as usize]
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

/// Who was seen not to follow, with the suit that was led.
type Voids = BTreeSet<(usize, i32)>;

/// Worlds of a trick game, in which who does not follow has none of the suit until cards are dealt anew.
fn with_voids(program: &Arc<Program>, suit: &str) -> Counted {
    let trick = place(program, "trick");
    let led = |state: &State| {
        let mut vars = program.layout.vars.iter();
        state.memory[vars.find(|var| var.name == "led").unwrap().base]
    };
    counted(
        program,
        |voids: &mut Voids, before, game| {
            let events: Vec<Event> = game.events().cloned().collect();
            let is_choice = |event: &Event| matches!(event.what, What::Chose { .. });
            let step = &events[events.iter().rposition(is_choice).unwrap_or(0)..];
            if step.iter().any(|e| matches!(e.what, What::Shuffled(_))) {
                voids.clear();
            } else if let Some(What::Chose { player, choice, .. }) = step.first().map(|e| &e.what)
                && let Some(card) = choice.values.first()
                && (step.iter()).any(|e| matches!(e.what, What::Moved { to, .. } if to == trick))
                && led(before) != NONE
                && attribute(program, PieceId::from_value(*card), suit) != led(before)
            {
                voids.insert((usize::from(*player), led(before)));
            }
        },
        |voids, _, world| {
            let hands = hands(program, world);
            let mut held = hands.iter().enumerate().flat_map(|(player, hand)| {
                let suits = hand.iter().map(|piece| attribute(program, *piece, suit));
                suits.map(move |suit| (player, suit)).collect::<Vec<_>>()
            });
            held.any(|one| voids.contains(&one))
        },
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
    obeys(&with_voids(&of_folder("tests/data/worlds/voids"), "suit"));
    obeys(&with_voids(&of_folder("examples/convoy"), "line"));
}

/// Without beliefs such worlds do contradict: the property is no accident of small games.
#[test]
fn worlds_without_beliefs_contradict() {
    let voids = changed(
        "tests/data/worlds/voids",
        &[("believe nothing(c in hand where c.suit == l)", "led = l")],
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
        with_voids(&convoy, "line"),
        with_marks(&beacons, "seems"),
    ] {
        assert!(found.wrong * 10 > found.worlds, "{found:?}");
    }
}
