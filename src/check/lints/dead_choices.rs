//! Dead choices, where that can be seen: from what never holds anything, of nobody, of none at all.
//!
//! Looks at checked rules. Whether a place that pieces do come to is empty just then is known in play only.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Choose, Expr, ExprKind, Quantity, Stmt};
use ludex_rules::game::Game;
use ludex_rules::ids::{KindId, PlaceId};
use ludex_rules::ops::QueryOp;
use ludex_rules::types::Type;
use ludex_source::Span;
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(crate) fn check_futile(&mut self) {
        let game = &self.env.game;
        let filled = Filled::of(game);
        let mut found = Vec::new();
        for action in &game.actions {
            for binder in &action.binders {
                if let Some(why) = filled.nothing_in(game, &binder.source) {
                    let message = format!("`{}` can never be done", action.name);
                    found.push(no_answer(game, Diagnostic::warning, message, binder, why));
                }
            }
        }
        for routine in &game.routines {
            each_choice(&routine.body, &mut |choose, span| {
                found.extend(futile(game, &filled, choose, span));
            });
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn each_choice(block: &[Stmt], visit: &mut impl FnMut(&Choose, Span)) {
    for stmt in block {
        if let Some(choose) = stmt.choice() {
            visit(choose, stmt.span);
        }
        for inner in stmt.blocks() {
            each_choice(inner, visit);
        }
    }
}

/// Explains why a choice is never made; none when it may be.
fn futile(game: &Game, filled: &Filled, choose: &Choose, span: Span) -> Option<Diagnostic> {
    let must = matches!(choose.quantity, Quantity::One) && choose.otherwise.is_none();
    for binder in &choose.binders {
        if let Some(why) = filled.nothing_in(game, &binder.source) {
            return Some(if must {
                let message = "this choice can never have an answer".to_owned();
                no_answer(game, Diagnostic::error, message, binder, why)
            } else {
                let message = "nobody is ever asked this".to_owned();
                no_answer(game, Diagnostic::warning, message, binder, why)
            });
        }
    }
    let (Quantity::Exactly(count) | Quantity::UpTo(count)) = &choose.quantity else {
        return None;
    };
    if let ExprKind::Const(count) = &*count.kind
        && *count <= 0
    {
        Some(
            Diagnostic::warning(Code::NO_ANSWER, "nobody is ever asked this")
                .at(span, format!("{count} are chosen")),
        )
    } else {
        None
    }
}

fn no_answer(
    game: &Game,
    make: fn(Code, String) -> Diagnostic,
    message: String,
    binder: &Binder,
    why: String,
) -> Diagnostic {
    let refused = make(Code::NO_ANSWER, message).at(binder.source.span, why);
    match how_filled(game, &binder.source) {
        Some(help) => refused.help(help),
        None => refused,
    }
}

/// The ways in which pieces come into a place that nothing fills.
fn how_filled(game: &Game, source: &Expr) -> Option<String> {
    let place = if let ExprKind::Place { place, .. } = &*source.kind {
        &game.places[place.index()]
    } else if let ExprKind::Filter(binder) = &*source.kind {
        return how_filled(game, &binder.source);
    } else if let ExprKind::Union(a, _) = &*source.kind {
        return how_filled(game, a);
    } else {
        return None;
    };
    let home = game.kind(place.holds).home?;
    let (home, name) = (&game.places[home.index()].name, &place.name);
    Some(format!(
        "deal pieces there in `setup`, or put them there in play: `draw 3 from {home} to {name}`"
    ))
}

/// The places that pieces come to at some time.
struct Filled {
    places: BTreeSet<PlaceId>,
    /// Kinds whose pieces are put into places that only play knows.
    anywhere: BTreeSet<KindId>,
}

impl Filled {
    fn of(game: &Game) -> Filled {
        let mut filled = Filled {
            places: game.kinds.iter().filter_map(|kind| kind.home).collect(),
            anywhere: BTreeSet::new(),
        };
        for routine in &game.routines {
            filled.block(&routine.body);
        }
        filled
    }

    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            stmt.targets().iter().for_each(|to| self.fills(to));
            for inner in stmt.blocks() {
                self.block(inner);
            }
        }
    }

    fn fills(&mut self, to: &Expr) {
        if let ExprKind::Place { place, .. } = &*to.kind {
            self.places.insert(*place);
        } else if let Type::Place(kind) = to.ty.required() {
            self.anywhere.insert(*kind);
        }
    }

    /// Explains why a collection never has a member, if that can be seen.
    fn nothing_in(&self, game: &Game, e: &Expr) -> Option<String> {
        if let ExprKind::Place { place, .. } = &*e.kind {
            let declared = &game.places[place.index()];
            let comes = self.places.contains(place) || self.anywhere.contains(&declared.holds);
            (!comes).then(|| format!("nothing ever comes into `{}`", declared.name))
        } else if let ExprKind::Filter(binder) = &*e.kind {
            self.nothing_in(game, &binder.source)
        } else if let ExprKind::Union(a, b) = &*e.kind {
            let first = self.nothing_in(game, a)?;
            self.nothing_in(game, b).map(|_| first)
        } else if let ExprKind::Op(QueryOp::Opponents, _) = &*e.kind
            && game.players.1 == 1
        {
            Some("one player has no opponents".to_owned())
        } else if let ExprKind::SetOf(items) = &*e.kind
            && items.is_empty()
        {
            Some("an empty set".to_owned())
        } else if let ExprKind::Const(0) = &*e.kind
            && matches!(e.ty, Type::Set(_))
        {
            Some("an empty set".to_owned())
        } else {
            None
        }
    }
}
