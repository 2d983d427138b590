//! Placements of Ark Nova by the rules and by hand: the same answers at each question, and the same numbers of lines.

use super::games::interpreted::program;
use super::games::placements::buildings::{ALL, BUILT};
use super::games::placements::by_rules::{Given, Pair};
use super::games::placements::maps::{Map, members};
use super::games::placements::zoo::{Side, Terms, Zoo};
use ludex::engine::chance::{Stream, purpose};
use std::sync::Arc;

/// The most buildings of the zoos on each map.
const BUILDINGS: [usize; 8] = [0, 1, 2, 3, 4, 6, 9, 15];

/// The number of the kind that fills one space and sets nothing off.
const ENCLOSURE_1: usize = 2;

/// Positions and lines that were the same on both sides.
#[derive(Debug, Default)]
struct Compared {
    positions: usize,
    lines: u64,
}

#[test]
fn both_have_the_same_lines_of_a_build_action() {
    let program = Arc::new(program("games/ark_nova"));
    let mut compared = Compared::default();
    for map in &Map::all() {
        for (given, seed) in zoos(map) {
            if let Some(pair) = given.building(&program) {
                compared.pair(pair, 3, seed);
            }
        }
    }
    assert!(
        compared.positions > 200 && compared.lines > 10_000,
        "{compared:?}"
    );
}

#[test]
fn both_have_the_same_places_of_unique_buildings() {
    let program = Arc::new(program("games/ark_nova"));
    let mut compared = Compared::default();
    for map in &Map::all() {
        for (given, seed) in zoos(map) {
            // Each zoo has five of the fifteen; with all maps each of them comes often.
            let kinds = (BUILT..ALL).filter(|kind| (kind + seed as usize).is_multiple_of(3));
            for kind in kinds.filter(|kind| !given.zoo.has_had(*kind)) {
                if let Some(pair) = given.placing(&program, kind) {
                    compared.pair(pair, 2, seed);
                }
            }
        }
    }
    assert!(
        compared.positions > 200 && compared.lines > 1_000,
        "{compared:?}"
    );
}

/// A pavilion in the last space gains twice, so that an order is asked. The researcher could still build on.
#[test]
fn both_know_when_a_map_is_full() {
    let program = Arc::new(program("games/ark_nova"));
    for map in Map::all().iter().step_by(4) {
        let (mut zoo, mut built) = (Zoo::empty(map, Side::II), Vec::new());
        let last = members(map.plain & !map.bonuses).next();
        for at in members(map.plain).filter(|at| Some(*at) != last) {
            zoo.lay(ENCLOSURE_1, 1 << at);
            built.push((ENCLOSURE_1, 1 << at));
        }
        zoo.hire_researcher();
        let given = Given {
            zoo,
            built,
            money: 10,
        };
        let pair = given.building(&program).unwrap();
        Compared::default().pair(pair, 3, 0);
    }
}

/// Zoos of a map, of each side of the build card, with and without the Diversity Researcher, and with more or less money.
fn zoos(map: &Map) -> impl Iterator<Item = (Given<'_>, u64)> {
    BUILDINGS.into_iter().enumerate().map(|(n, most)| {
        let seed = (map.number * BUILDINGS.len() + n) as u64;
        let terms = Terms {
            side: if seed.is_multiple_of(3) {
                Side::I
            } else {
                Side::II
            },
            researcher: seed % 4 == 3,
        };
        let money = 4 + 3 * (seed % 7) as i32;
        (Given::random(map, terms, most, money, seed), seed)
    })
}

impl Compared {
    /// Compares the lines of so many answers, and the answers along a random line.
    fn pair(&mut self, mut pair: Pair<'_>, depth: usize, seed: u64) {
        let lines = pair.by_hand.lines(depth);
        assert_eq!(pair.counter().perft(depth), Ok(lines), "zoo {seed}");
        self.lines += lines;
        let mut chance = Stream::new(seed, purpose("walk"), 0);
        loop {
            let [by_hand, by_rules] = pair.words();
            assert_eq!(by_hand, by_rules, "zoo {seed}");
            if by_hand.is_empty() {
                return;
            }
            self.positions += 1;
            let chosen = chance.below(by_hand.len() as u32) as usize;
            pair.by_hand.apply(pair.by_hand.answers()[chosen]);
            pair.by_rules.apply(chosen).unwrap();
        }
    }
}
