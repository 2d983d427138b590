//! Comparisons: equal games differ in no more than one run of twenty, and a planted change is found.

use super::{edited, program, strong_card, text, times};
use ludex::lab::balance::Setting;
use ludex::lab::compare::{Compared, Difference, What, planned};
use ludex::lab::seeds::Seeds;
use ludex::play::start::Start;
use ludex::program::Program;
use std::sync::Arc;

/// The differences of two games after so many deals, from a seed on each side.
fn compared(sides: [(&Arc<Program>, u64); 2], deals: u64) -> Vec<Difference> {
    let [old, new] = sides
        .map(|(program, seed)| Setting::of(program, &[], Start::new(program, 2, seed)).unwrap());
    let mut compared = Compared::new(&old, &new, deals);
    let (mut before, mut after) = (old.bench(), new.bench());
    let (mut done, mut last) = (0, Vec::new());
    for look in planned(deals) {
        for deal in done..look {
            let [old, new] = sides.map(|(_, seed)| Seeds::from(seed + deal, 1));
            compared.add(&before.play(&old).unwrap(), &after.play(&new).unwrap());
        }
        done = look;
        last = compared.look();
    }
    last
}

fn told(differences: &[Difference]) -> Vec<&What> {
    let told = differences.iter().filter(|one| one.is_told);
    told.map(|one| &one.what).collect()
}

/// A game against itself with other seeds: 20 runs of each game here, 200 in the long version, which looks three times in each.
#[test]
fn equal_games_seldom_differ() {
    let few = if times() > 1 { 256 } else { 64 };
    for (name, deals) in [("noah", 256), ("sanctuary", few)] {
        let program = program(text(name));
        let runs = 20 * times();
        let mut alarms = 0;
        for run in 0..runs {
            let seed = 10_000_000 + run * 100_000;
            let found = compared([(&program, seed), (&program, seed + 50_000)], deals);
            let found = told(&found);
            if !found.is_empty() {
                eprintln!("{name}, run {run}: {found:?}");
                alarms += 1;
            }
        }
        eprintln!("{name}: {alarms} false alarms in {runs} runs");
        // Four of twenty would be chance in one of a hundred suites, if each run alarmed in 5 %.
        assert!(alarms <= (runs / 20).max(3), "{alarms} of {runs}");
    }
}

/// On the same seeds a game is no different from itself.
#[test]
fn a_game_is_like_itself() {
    let program = program(text("noah"));
    let same = compared([(&program, 1), (&program, 1)], 128);
    let unlike = |one: &&Difference| one.estimate.mean != 0.0 || one.is_told;
    assert_eq!(same.iter().find(unlike), None);
}

/// All pandas cost nine tears for four: scores differ, lengths don't.
#[test]
fn a_planted_number_is_found() {
    let old = text("noah");
    let panda = "- id: panda\n    weight: 4\n    tears: ";
    let (four, nine) = (format!("{panda}4"), format!("{panda}9"));
    let (old, new) = (program(old.clone()), program(edited(old, &four, &nine)));
    let found = compared([(&old, 1), (&new, 1)], 512);
    let found = told(&found);
    let scores = [What::Score(0), What::Score(1)];
    assert!(scores.iter().all(|what| found.contains(&what)), "{found:?}");
    assert!(!found.contains(&&What::Decisions), "{found:?}");
}

/// One card is worth much more than it was, and it is the row that moved.
#[test]
fn a_planted_card_is_found() {
    let (old, new) = (program(text("noah")), program(strong_card()));
    let found = compared([(&old, 1), (&new, 1)], 512);
    let card = What::Worth("animal".into(), "cat_m1".into());
    let found = told(&found);
    assert!(found.contains(&&card), "{found:?}");
}
