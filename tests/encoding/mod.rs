//! What programs that learn see and choose: it holds all that a seat knows, nothing else, and each option once.

mod lean;

use crate::play::{everywhere, games};
use ludex::encoding::action::ActionSpace;
use ludex::encoding::observation::ObservationLayout;
use ludex::encoding::position::SeatPosition;
use ludex::encoding::question::{OpenQuestion, Step};
use ludex::encoding::row::{ObservedRow, UpdateSpace};
use ludex::encoding::version;
use ludex::play::game::Match;
use ludex::play::lean::LeanGame;
use ludex::play::state_json;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::worlds::determinize;
use std::collections::{BTreeMap, BTreeSet};

/// Decisions of a game that are looked at.
const DECISIONS: usize = 150;

/// The encodings of a game, made once.
struct Encoded {
    program: *const Program,
    observation: ObservationLayout,
    actions: ActionSpace,
}

impl Encoded {
    fn new(program: &Program) -> Encoded {
        Encoded {
            program,
            observation: ObservationLayout::new(program),
            actions: ActionSpace::new(program),
        }
    }

    /// The observation of a seat, and the mask if that seat is asked.
    fn seen(&self, game: &Match, seat: PlayerId) -> (Vec<f32>, Vec<u8>) {
        let lean = LeanGame::from_match(game).unwrap();
        let mut question = OpenQuestion::default();
        question.read_game(&self.actions, &lean);
        let mut out = vec![0.0; self.observation.len()];
        self.observation
            .write(game.program(), game.state(), seat, &question, &mut out);
        let mut mask = vec![0; self.actions.len()];
        if game
            .state()
            .pending
            .is_some_and(|asked| asked.player == seat)
        {
            question.write_mask(&mut mask);
        }
        (out, mask)
    }
}

/// Looks at all games as `everywhere` does, with the encodings of each.
fn encoded(most: usize, mut look: impl FnMut(&Encoded, &Match, usize)) {
    let mut last: Option<Encoded> = None;
    everywhere(most, |game, step| {
        if !last
            .as_ref()
            .is_some_and(|last| std::ptr::eq(last.program, game.program()))
        {
            last = Some(Encoded::new(game.program()));
        }
        look(last.as_ref().unwrap(), game, step);
    });
}

/// All that a seat knows, in words: its view, and the question it is asked.
fn known(game: &Match, seat: PlayerId) -> String {
    let view = state_json::view(game.program(), game.state(), seat);
    let decision = game.decision().filter(|decision| decision.player == seat);
    let asked = decision.map(|decision| {
        let options = decision.options.iter();
        let options: Vec<&str> = options.map(|option| option.label.as_str()).collect();
        (decision.prompt, options.join("|"))
    });
    format!("{seat} {view} {asked:?}")
}

fn bits((numbers, mask): &(Vec<f32>, Vec<u8>)) -> (Vec<u32>, Vec<u8>) {
    (
        numbers.iter().map(|number| number.to_bits()).collect(),
        mask.clone(),
    )
}

#[test]
fn every_slot_and_action_has_a_name_of_its_own() {
    for program in games() {
        let encoded = Encoded::new(program);
        let slots = encoded.observation.slots().iter();
        let slots = slots.map(|slot| slot.name.as_str());
        for names in [
            slots.collect::<Vec<_>>(),
            encoded.actions.names().iter().map(String::as_str).collect(),
        ] {
            let mut met = BTreeSet::new();
            let again: Vec<_> = names.iter().filter(|name| !met.insert(**name)).collect();
            assert!(again.is_empty(), "{}: {again:?}", program.names.game);
        }
        assert!(version(program).ends_with(&program.hash));
    }
}

#[test]
fn a_slot_is_named_as_the_rules_name_what_it_holds() {
    let noah = crate::play::noah();
    let slots = ObservationLayout::new(&noah);
    let has = |name: &str| slots.slots().iter().any(|slot| slot.name == name);
    for name in [
        "P0.penalty",
        "seat[P1]",
        "dock[0].cargo[cat_m1]",
        "cat_m1.burden",
        "deck.size",
        "over",
    ] {
        assert!(has(name), "{name}");
    }
}

/// Slots of one board and feature lie in the plane as the spaces do, no two at one place.
#[test]
fn slots_of_spaces_lie_in_the_plane() {
    let mut grids = 0;
    for program in games() {
        let mut met = BTreeSet::new();
        for slot in ObservationLayout::new(program).slots() {
            let Some(space) = &slot.space else { continue };
            let title = &program.names.title;
            assert!(slot.name.contains(&space.feature), "{title}: {slot:?}");
            let place = (space.board.clone(), space.feature.clone(), space.at);
            assert!(met.insert(place), "{title}: {slot:?}");
            grids += 1;
        }
    }
    assert!(grids > 100);
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/games/connect_four");
    let program = crate::play::compiled(&folder).unwrap();
    let layout = ObservationLayout::new(&program);
    let slot = |name: &str| {
        layout
            .slots()
            .iter()
            .find(|slot| slot.name == name)
            .unwrap()
    };
    let space = slot("cell[c5].disc[P1]").space.clone().unwrap();
    assert_eq!(
        (space.board.as_str(), space.feature.as_str()),
        ("cell", "disc[P1]")
    );
    assert_eq!(space.at, (2, 4));
    assert_eq!(slot("active[P0]").space, None);
}

#[test]
fn equal_observations_mean_equal_knowledge() {
    let mut seen: BTreeMap<(String, Vec<u32>, Vec<u8>), String> = BTreeMap::new();
    let mut compared = 0;
    let mut last = String::new();
    encoded(DECISIONS, |encoded, game, step| {
        let name = &game.program().names.game;
        if *name != last {
            seen.clear();
            last.clone_from(name);
        }
        for seat in PlayerId::first(game.state().players) {
            let (numbers, mask) = bits(&encoded.seen(game, seat));
            let words = known(game, seat);
            compared += 1;
            let before = seen.insert((name.clone(), numbers, mask), words.clone());
            if let Some(before) = before {
                assert_eq!(before, words, "{name} step {step} {seat}");
            }
        }
    });
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn equal_knowledge_means_equal_observations_and_nothing_hidden_moves_one() {
    let mut worlds = 0;
    // A world may take as long as all the game before it.
    encoded(40, |encoded, game, step| {
        if step % 9 != 5 || !game.program().hides_anything() {
            return;
        }
        for seat in PlayerId::first(game.state().players) {
            let Ok(world) = determinize(game, seat, step as u64) else {
                continue;
            };
            let own = encoded.seen(game, seat);
            let other = encoded.seen(&world.game, seat);
            let moved = differing(encoded, &own, &other);
            let name = &game.program().names.game;
            assert!(moved.is_empty(), "{name} step {step} {seat}: {moved:?}");
            worlds += 1;
        }
    });
    assert!(worlds > 100, "{worlds}");
}

/// The names of slots and actions in which two observations differ.
fn differing<'a>(
    encoded: &'a Encoded,
    (numbers, mask): &(Vec<f32>, Vec<u8>),
    (other_numbers, other_mask): &(Vec<f32>, Vec<u8>),
) -> Vec<&'a str> {
    let slots = encoded.observation.slots().iter();
    let slots = slots.zip(numbers.iter().zip(other_numbers));
    let slots = slots.filter(|(_, (a, b))| a.to_bits() != b.to_bits());
    let actions = encoded.actions.names().iter();
    let actions = actions.zip(mask.iter().zip(other_mask));
    let actions = actions.filter(|(_, (a, b))| a != b);
    let slots = slots.map(|(slot, _)| slot.name.as_str());
    slots
        .chain(actions.map(|(name, _)| name.as_str()))
        .collect()
}

#[test]
fn each_option_is_one_path_of_actions_and_back() {
    let mut options = 0;
    encoded(DECISIONS, |encoded, game, step| {
        let lean = LeanGame::from_match(game).unwrap();
        let mut question = OpenQuestion::default();
        question.read_game(&encoded.actions, &lean);
        let mut paths = BTreeSet::new();
        for option in 0..game.options() {
            let name = &game.program().names.game;
            assert!(
                paths.insert(question.path(option).to_vec()),
                "{name} step {step}: option {option}"
            );
            let mut answered = question.clone();
            let taken = loop {
                let id = answered.next_towards(option).unwrap();
                let mut mask = vec![0; encoded.actions.len()];
                answered.write_mask(&mut mask);
                assert_eq!(mask[id as usize], 1);
                if let Step::Option(taken) = answered.take(id).unwrap() {
                    break taken;
                }
            };
            assert_eq!(taken, option, "{name} step {step}");
            options += 1;
        }
        assert_eq!(question.take(u32::MAX), None);
    });
    assert!(options > 10_000, "{options}");
}

/// A row of a game that is followed, with the buffers of its updates.
struct Followed {
    row: ObservedRow,
    space: UpdateSpace,
    numbers: Vec<f32>,
    mask: Vec<u8>,
}

impl Followed {
    fn new(encoded: &Encoded) -> Followed {
        Followed {
            row: ObservedRow::default(),
            space: UpdateSpace::default(),
            numbers: vec![f32::NAN; encoded.observation.len()],
            mask: vec![7; encoded.actions.len()],
        }
    }

    /// Brings the row up to date; the observation and the mask then.
    fn update(&mut self, encoded: &Encoded, game: &Match, seat: PlayerId) -> (Vec<u32>, Vec<u8>) {
        let lean = LeanGame::from_match(game).unwrap();
        let mut question = OpenQuestion::default();
        if lean.pending().is_some_and(|asked| asked.player == seat) {
            question.read_game(&encoded.actions, &lean);
        }
        self.row.update(
            &encoded.observation,
            &mut self.space,
            SeatPosition {
                program: game.program(),
                state: game.state(),
                seat,
            },
            &question,
            &mut self.numbers,
        );
        self.row.update_mask(&question, &mut self.mask);
        bits(&(self.numbers.clone(), self.mask.clone()))
    }
}

/// One row follows whoever is asked, one each seat in turn, and one looks up now and then.
#[test]
fn a_row_that_follows_a_game_is_what_is_written_whole() {
    let mut compared = 0;
    let mut rows: Vec<Followed> = Vec::new();
    let mut last = String::new();
    encoded(DECISIONS, |encoded, game, step| {
        let name = &game.program().names.game;
        if *name != last {
            last.clone_from(name);
            rows = (0..3).map(|_| Followed::new(encoded)).collect();
        }
        let mut hold = |row: usize, seat: PlayerId| {
            let seen = encoded.seen(game, seat);
            let followed = rows[row].update(encoded, game, seat);
            if followed != bits(&seen) {
                let followed = (rows[row].numbers.clone(), rows[row].mask.clone());
                let moved = differing(encoded, &followed, &seen);
                panic!("{name} step {step}, row {row}, {seat}: {moved:?}");
            }
            compared += 1;
        };
        let seats: Vec<PlayerId> = PlayerId::first(game.state().players).collect();
        let asked = game.state().pending.map_or(seats[0], |asked| asked.player);
        hold(0, asked);
        seats.iter().for_each(|seat| hold(1, *seat));
        if step % 7 == 3 {
            hold(2, seats[step / 7 % seats.len()]);
        }
    });
    assert!(compared > 10_000, "{compared}");
}
