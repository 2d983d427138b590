//! `when empty` effects that take a piece from their own place before anything lies in it: they run themselves again at once.
//!
//! Looks at checked rules, at what such an effect does whatever happens: a place that is filled only in some cases may be
//! filled.

use crate::env::Checker;
use crate::types::const_eval::plain_number;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, SetsOff, Stmt};
use ludex_rules::game::Game;
use ludex_rules::ids::{PlaceId, RoutineId};
use ludex_source::Span;
use std::collections::BTreeSet;

/// The first thing that a text does with an empty place.
enum First {
    /// Takes from it, or fills it by itself.
    Takes(Span),
    /// May put pieces there, or lets a player decide.
    MayFill,
    /// Neither takes from it nor fills it.
    Nothing,
}

impl Checker<'_> {
    /// Reports `when empty` effects that run themselves.
    pub(crate) fn check_refills(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for (place, declared) in (0..).map(PlaceId::new).zip(&game.places) {
            let Some(filling) = declared.when_empty else {
                continue;
            };
            let mut walk = FillingWalk {
                game,
                place,
                met: BTreeSet::from([filling]),
            };
            if let First::Takes(span) = walk.block(&game.routine(filling).body) {
                let name = &game.routine(filling).name;
                let message = format!("`{name}` runs itself again without end");
                let label = format!(
                    "`{}` is still empty here, so that `{name}` runs again",
                    declared.name
                );
                let help = format!(
                    "put pieces into `{}` first, and take from it behind that",
                    declared.name
                );
                found.push(
                    Diagnostic::error(Code::UNBOUNDED, message)
                        .at(span, label)
                        .help(help),
                );
            }
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

struct FillingWalk<'a> {
    game: &'a Game,
    place: PlaceId,
    met: BTreeSet<RoutineId>,
}

impl FillingWalk<'_> {
    fn block(&mut self, block: &[Stmt]) -> First {
        for stmt in block {
            match self.stmt(stmt) {
                First::Nothing if stmt.leaves() => return First::MayFill,
                First::Nothing => {}
                first @ (First::Takes(_) | First::MayFill) => return first,
            }
        }
        First::Nothing
    }

    fn stmt(&mut self, stmt: &Stmt) -> First {
        if stmt.asks() {
            return First::MayFill;
        }
        match stmt.sets_off() {
            Some(SetsOff::Drawing(from) | SetsOff::Filling(from)) if self.is_place(from) => {
                return First::Takes(stmt.span);
            }
            Some(SetsOff::Effect(to, _)) => return self.called(stmt, to),
            Some(
                SetsOff::Slot(..)
                | SetsOff::Actions(_)
                | SetsOff::Waiting(_)
                | SetsOff::PutOff(..)
                | SetsOff::Track(_)
                | SetsOff::Drawing(_)
                | SetsOff::Filling(_),
            )
            | None => {}
        }
        if self.may_fill(stmt) {
            return First::MayFill;
        }
        let sure = stmt.sure_block().map(|(times, _)| times);
        let surely = sure.is_some_and(|times| {
            times.is_none_or(|times| plain_number(times).is_some_and(|times| times > 0))
        });
        for inner in stmt.blocks() {
            match self.block(inner) {
                First::Nothing => {}
                First::Takes(span) if surely => return First::Takes(span),
                // What is done in some cases only decides nothing.
                First::Takes(_) | First::MayFill => return First::MayFill,
            }
        }
        First::Nothing
    }

    fn called(&mut self, stmt: &Stmt, to: RoutineId) -> First {
        if self.may_fill(stmt) || !self.met.insert(to) {
            return First::MayFill;
        }
        match self.block(&self.game.routine(to).body) {
            First::Takes(_) => First::Takes(stmt.span),
            first @ (First::MayFill | First::Nothing) => first,
        }
    }

    /// Returns true if a statement itself may put pieces into the place, or into one that only play knows.
    fn may_fill(&self, stmt: &Stmt) -> bool {
        let mut targets = stmt.targets().into_iter();
        let is_named = |target: &Expr| matches!(&*target.kind, ExprKind::Place { .. });
        targets.any(|target| !is_named(target) || self.is_place(target))
    }

    fn is_place(&self, e: &Expr) -> bool {
        matches!(&*e.kind, ExprKind::Place { place, .. } if *place == self.place)
    }
}
