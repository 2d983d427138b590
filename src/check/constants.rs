//! What is known before play, and what set-up can ask.
//!
//! Takes typed expressions, gives numbers: flags are 0 and 1, `none` is `NONE`, sets are masks.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the few sorts it concerns; every other has the same answer, new ones too"
)]

use crate::check::env::Checker;
use crate::check::env::Scope;
use crate::check::env::Where;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::game::Game;
use crate::rules::ids::QueryId;
use crate::rules::numbers::Unknown;
use crate::rules::numbers::operator;
use crate::rules::ops::QueryOp;
use crate::rules::types::Type;
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// A value known before play: numbers, flags, enum values, rows, arithmetic on them. Reports what is not.
    pub fn constant(&mut self, e: &ast::Expr, wanted: &Type) -> Option<i32> {
        let mut scope = Scope::new(Where::Question, true, None);
        let checked = self.expr(&mut scope, e, Some(wanted));
        let (code, message, label) = match known(&checked) {
            Ok(number) => return Some(number),
            Err(Unknown::Wrong) => return None,
            Err(Unknown::Open) => (
                Code::NOT_CONSTANT,
                "this must be known before play",
                "only known in play",
            ),
            Err(Unknown::Fault(_)) => (
                Code::TOO_LARGE,
                "this is too large a number",
                "cannot be counted",
            ),
        };
        self.report
            .push(Diagnostic::error(code, message).at(e.span, label));
        None
    }
}

impl Checker<'_> {
    /// Refuses sizes and layouts of boards that ask for what play changes: set-up asks them once, before anything lies anywhere.
    pub(super) fn check_set_up(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for board in &game.boards {
            for (what, e) in [("size", &board.size), ("layout", &board.layout)] {
                let span = e
                    .as_ref()
                    .and_then(|e| of_play(game, e, &mut BTreeSet::new()));
                found.extend(span.map(|span| {
                    (
                        format!("the {what} of `{}` depends on play", board.name),
                        span,
                    )
                }));
            }
        }
        for (message, span) in found {
            self.report.push(
                Diagnostic::error(Code::UNKNOWN_BEFORE_PLAY, message)
                    .at(
                        span,
                        "set-up asks once, and what play changes later changes nothing",
                    )
                    .help("name options, seats or the number of players"),
            );
        }
    }
}

/// Finds the place where an expression asks for what play changes.
fn of_play(game: &Game, e: &Expr, asked: &mut BTreeSet<QueryId>) -> Option<Span> {
    match &*e.kind {
        ExprKind::Var { .. }
        | ExprKind::Place { .. }
        | ExprKind::AllSpaces { .. }
        | ExprKind::Possible(_)
        | ExprKind::Op(
            QueryOp::Position
            | QueryOp::PlaceOf
            | QueryOp::OwnerOf
            | QueryOp::SpaceHolding
            | QueryOp::Knows,
            _,
        ) => return Some(e.span),
        ExprKind::Query(query, _) => {
            let body = &game.queries[query.index()].body;
            if asked.insert(*query) && of_play(game, body, asked).is_some() {
                return Some(e.span);
            }
        }
        _ => {}
    }
    let inside = walk::inside(e).into_iter();
    inside
        .filter_map(|inner| of_play(game, inner, asked))
        .next()
}

/// The value of an expression, if it is the same in every play.
pub(super) fn known(e: &Expr) -> Result<i32, Unknown> {
    if e.ty == Type::Wrong {
        return Err(Unknown::Wrong);
    }
    if let ExprKind::Const(value) = &*e.kind {
        return Ok(*value);
    }
    operator(e, known).unwrap_or(Err(Unknown::Open))
}
