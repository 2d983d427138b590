//! Two states that look the same to a seat give it the same snapshots, and spectators too.

use crate::support::games_in;
use crate::table::{game, games};
use ludex::engine::knowledge::event::Event;
use ludex::play::game::Match;
use ludex::rules::ids::PlayerId;
use ludex::table::{Access, Table, TableGame};
use ludex::tools::leaks::{LeakBudget, Teller, hides_anything, look};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pairs of states for each game.
const PAIRS: usize = 20;

/// Tells a seat what its snapshots tell, or what those of a spectator do.
struct Snapshots {
    game: Arc<TableGame>,
    is_spectator: bool,
    /// How often a seat could take its last move back.
    undoable: AtomicUsize,
}

impl Snapshots {
    fn snapshot(&self, game: &Match, seat: PlayerId) -> Value {
        let access = if self.is_spectator {
            Access::Spectator
        } else {
            Access::Seat(seat.number())
        };
        let table = Table::standing(Arc::clone(&self.game), game.clone());
        let mut snapshot = table.snapshot(access, 1);
        snapshot.can_undo = self.can_undo(game, access);
        serde_json::to_value(snapshot).unwrap()
    }

    /// Makes the last choice once more at a table, and asks whether it can be taken back.
    fn can_undo(&self, game: &Match, access: Access) -> bool {
        let (mut before, Some(choice)) = (game.clone(), game.last_choice()) else {
            return false;
        };
        let found = before.undo().ok().and_then(|()| before.find(&choice));
        let Some(option) = found else {
            return false;
        };
        let mut table = Table::standing(Arc::clone(&self.game), before);
        let chosen = table.choose(Access::Full, 1, u32::try_from(option).unwrap());
        let can = chosen.is_ok() && table.snapshot(access, 1).can_undo;
        self.undoable.fetch_add(usize::from(can), Ordering::Relaxed);
        can
    }
}

impl Teller for Snapshots {
    /// Fields of pieces, and panels that may tell them, stand in an object that is left out where a piece came into sight: they
    /// then show what was done to it unseen. The result of a game is for all, whatever its rules make it of.
    fn view(&self, game: &Match, seat: PlayerId) -> Value {
        let mut snapshot = self.snapshot(game, seat);
        let mut part = |key: &str| snapshot[key].take();
        let [pieces, panels, ..] = ["pieces", "panels", "question", "log", "result"].map(&mut part);
        json!({ "snapshot": snapshot, "pieces": { "card": 0, "pieces": { "all": pieces }, "panels": panels } })
    }

    fn decision(&self, game: &Match, seat: PlayerId) -> Option<Vec<String>> {
        if game
            .state()
            .pending
            .is_none_or(|asked| asked.player != seat)
        {
            return None;
        }
        let question = self.snapshot(game, seat)["question"].take();
        let options = question["options"].as_array().into_iter().flatten();
        let options = options.map(Value::to_string);
        Some(
            [question["prompt"].to_string()]
                .into_iter()
                .chain(options)
                .collect(),
        )
    }

    /// Lines are those of `play::log`, which other tests search.
    fn line(&self, game: &Match, event: &Event, seat: PlayerId) -> Option<String> {
        ludex::tools::leaks::Ludex.line(game, event, seat)
    }
}

/// Searches a game, which must leak nothing; returns the pairs compared, and how often a move could be taken back.
fn search(game: &Arc<TableGame>, is_spectator: bool) -> (usize, usize) {
    let budget = LeakBudget {
        games: PAIRS as u64,
        pairs: PAIRS,
        decisions: 80,
        worlds: 1,
        choices: 1,
        ..LeakBudget::default()
    };
    let teller = Snapshots {
        game: Arc::clone(game),
        is_spectator,
        undoable: AtomicUsize::default(),
    };
    let found = look(game.program(), budget, &teller, &|| true);
    let name = &game.program().names.game;
    let leaks = found.leaks.iter().map(|leak| format!("{leak:#?}"));
    let leaks: Vec<String> = leaks.collect();
    assert!(leaks.is_empty(), "{name}: {}", leaks.join("\n"));
    (found.pairs, teller.undoable.into_inner())
}

#[test]
fn snapshots_leak_nothing_to_seats_and_spectators() {
    let (mut compared, mut undoable) = (0, 0);
    for game in games().iter().filter(|game| hides_anything(game.program())) {
        for is_spectator in [false, true] {
            let (pairs, can_undo) = search(game, is_spectator);
            (compared, undoable) = (compared + pairs, undoable + can_undo);
        }
    }
    assert!(compared > 200, "{compared} pairs compared");
    assert!(undoable > 20, "{undoable} moves could be taken back");
}

/// Games made to tempt a leak: hidden rows, marks on hidden pieces, places inside pieces.
#[test]
fn fixtures_leak_nothing() {
    let mut compared = 0;
    for folder in games_in("tests/data/accepted") {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        if !["duel", "tray", "sacks", "masks"].contains(&name.as_str()) {
            continue;
        }
        let game = game(&folder);
        compared += search(&game, false).0 + search(&game, true).0;
    }
    assert!(compared >= 8 * PAIRS, "{compared} pairs compared");
}
