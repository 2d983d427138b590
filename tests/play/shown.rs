//! Pages of a position: they tell a player nothing that the player can't know.

use crate::play::begin;
use ludex::compile::Lookup;
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::shown::page;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::Report;
use ludex::rules::ids::PlayerId;
use ludex::rules::shown::Shown;
use ludex::source::Sources;
use ludex::worlds::determinize;
use std::path::Path;
use std::sync::Arc;

/// Compiled form of `view.yaml`, with the program for its lookups.
struct Table {
    program: Program,
    shown: Shown<Lookup>,
}

fn game(folder: &str) -> (Arc<Program>, Table) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let files = crate::support::files(&folder);
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = GameText { name, files }.parse(&mut sources, &mut report);
    let checked = parsed.check(&mut report).unwrap();
    let program = checked.compile(&mut report).unwrap();
    let (asked, shown) = checked.shown(&program, &mut report).unwrap();
    assert!(!shown.is_empty());
    let table = Table {
        program: asked,
        shown,
    };
    (Arc::new(program), table)
}

/// The page of a seat, with every value of it.
fn told(table: &Table, game: &Match, seat: PlayerId) -> String {
    format!(
        "{:?}",
        page(&table.program, &table.shown, game.state(), seat)
    )
}

/// A world is a game that a player can't tell from the true one; its page is the same. Somebody who knows more sees where
/// they differ.
#[test]
fn a_page_is_the_same_in_every_world() {
    let games = [
        "games/ark_nova",
        "games/noah",
        "games/jump_gate",
        "games/sanctuary",
    ];
    for folder in games.into_iter().chain(["tests/data/accepted/shown"]) {
        let (program, table) = game(folder);
        let (mut worlds, mut differ) = (0, 0);
        for seed in 0..4 {
            let mut game = begin(&program, &Start::new(&program, 2, seed));
            for step in 0..24 {
                for seat in PlayerId::first(2).filter(|_| step % 4 == 0) {
                    let Ok(world) = determinize(&game, seat, seed + step) else {
                        continue;
                    };
                    worlds += 1;
                    let pages = |seat| [&game, &world.game].map(|game| told(&table, game, seat));
                    let [one, other] = pages(seat);
                    assert_eq!(one, other, "{folder} seed {seed} step {step} {seat}");
                    let [one, other] = pages(PlayerId::new(1 - seat.index()));
                    differ += u32::from(one != other);
                }
                if game.is_over() {
                    break;
                }
                let option = (step as usize * 7) % game.options();
                game.apply(option).unwrap();
            }
        }
        assert!(
            worlds > 5 && differ > 0,
            "{folder}: {worlds} worlds, {differ} differ"
        );
    }
}
