//! The order of bonuses of tracks that bring bonuses: those on the spaces of one gain are done first, in ascending order, and
//! what they bring waits.
//!
//! Looks at checked rules, and gives a game in which a bonus may bring another one the moment for which such a one waits, with
//! the text that does all that wait. Any other game needs neither.

use crate::env::Checker;
use crate::flow::call_graph;
use crate::flow::call_graph::Graph;
use ludex_rules::expr::{SetsOff, Stmt};
use ludex_rules::game::{BonusQueue, Game, Routine, RoutineKind, Track};
use ludex_rules::ids::{MomentId, RoutineId};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Adds the moment and the text for bonuses that wait, if there may be any.
    pub(crate) fn order_bonuses(&mut self, graph: &Graph) {
        let game = &self.env.game;
        let Some(first) = bonuses(game).find(|text| brings_bonuses(game, graph, *text)) else {
            return;
        };
        let span = game.routine(first).span;
        let game = &mut self.env.game;
        let moment = MomentId::new(game.moments.len());
        game.moments.push("bonuses".to_owned());
        let routine = RoutineId::new(game.routines.len());
        game.routines.push(Routine {
            name: "bonuses of tracks".to_owned(),
            kind: RoutineKind::Part,
            params: Vec::new(),
            slots: 1,
            locals: Vec::new(),
            ordered_by: None,
            body: vec![Stmt::reach(moment, span)],
            span,
        });
        game.bonuses = Some(BonusQueue { moment, routine });
    }
}

/// The texts on the spaces of all tracks, and beyond them.
fn bonuses(game: &Game) -> impl Iterator<Item = RoutineId> + '_ {
    let tracks = game.vars.iter().filter_map(|var| var.track.as_ref());
    tracks.flat_map(|track| {
        let spaces = track.spaces.iter().map(|space| space.effect);
        spaces.chain(track.beyond)
    })
}

/// Returns true if what a text does may reach a space of a track.
fn brings_bonuses(game: &Game, graph: &Graph, text: RoutineId) -> bool {
    let has_bonus = |track: &Track| !track.spaces.is_empty() || track.beyond.is_some();
    let mut met = BTreeSet::from([text]);
    let mut open = vec![text];
    while let Some(at) = open.pop() {
        let mut found = false;
        call_graph::each_stmt(&game.routine(at).body, &mut |stmt| {
            if let Some(SetsOff::Track(var)) = stmt.sets_off() {
                found |= game.vars[var.index()].track.as_ref().is_some_and(has_bonus);
            }
        });
        if found {
            return true;
        }
        let next = graph.edges[at.index()].iter().map(|edge| edge.to);
        open.extend(next.filter(|to| met.insert(*to)));
    }
    false
}
