//! Checks of boards at set-up, before anything lies anywhere: sizes, layouts, and which boards play lays out.
//!
//! Looks at checked rules. A layout that may be none waits for `lay_out`; every other is known when set-up begins.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, Stmt, ValueOrigin};
use ludex_rules::game::{Board, Game};
use ludex_rules::ids::{BoardId, QueryId};
use ludex_rules::ops::StateRead;
use ludex_rules::types::Type;
use ludex_rules::verbs::Role;
use ludex_rules::walk;
use ludex_source::Span;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Refuses sizes and layouts that ask for what play changes, unless play lays the board out itself.
    pub(crate) fn check_set_up(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for board in &game.boards {
            found.extend(board.size.as_ref().and_then(|size| {
                let help = "name options, seats or the number of players".to_owned();
                asked_once(game, board, "size", size, help)
            }));
            found.extend(board.layout.as_ref().and_then(|layout| {
                let name = &board.name;
                let help = format!(
                    "name options, seats or the number of players; or let it be none until play knows it, and write \
                     `lay_out {name}` then"
                );
                asked_once(game, board, "layout", layout, help).filter(|_| !board.waits)
            }));
        }
        found.extend(laid_out(game));
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

/// Refuses a size or layout that asks for what play changes.
fn asked_once(
    game: &Game,
    board: &Board,
    what: &str,
    e: &Expr,
    help: String,
) -> Option<Diagnostic> {
    let span = of_play(game, e, &mut BTreeSet::new())?;
    let message = format!("the {what} of `{}` depends on play", board.name);
    let label = "set-up asks once, and what play changes later changes nothing";
    let refused = Diagnostic::error(Code::UNKNOWN_BEFORE_PLAY, message).at(span, label);
    Some(refused.help(help))
}

/// Refuses to lay out what has its spaces from the beginning, and boards that wait for it in vain.
fn laid_out(game: &Game) -> Vec<Diagnostic> {
    let (mut found, mut boards) = (Vec::new(), BTreeSet::new());
    for routine in &game.routines {
        each_laid_out(&routine.body, &mut |id, span| {
            let board = &game.boards[id.index()];
            let is_wrong = board.layout.as_ref().is_some_and(|e| e.ty == Type::Wrong);
            if boards.insert(id) && !board.waits && !is_wrong {
                let message = format!("`{}` has its spaces from the beginning", board.name);
                found.push(
                    Diagnostic::error(Code::UNKNOWN_BEFORE_PLAY, message)
                        .at(span, "laid out already")
                        .also(board.span, "its layout is never none")
                        .help("leave this out, or let its layout be none until play knows it"),
                );
            }
        });
    }
    for (number, board) in (0..).zip(&game.boards) {
        if let (Some(layout), true) = (&board.layout, board.waits)
            && !boards.contains(&BoardId::new(number))
        {
            let name = &board.name;
            found.push(
                Diagnostic::error(
                    Code::UNKNOWN_BEFORE_PLAY,
                    format!("nothing lays `{name}` out"),
                )
                .at(layout.span, "may be none, and then the board has no spaces")
                .help(format!(
                    "write `lay_out {name}` where play knows the layout"
                )),
            );
        }
    }
    found
}

/// Visits every `lay_out`: the board, and where it is named.
fn each_laid_out(block: &[Stmt], visit: &mut impl FnMut(BoardId, Span)) {
    for stmt in block {
        for board in stmt.with_role(&[Role::LaidOut]) {
            if let ExprKind::AllSpaces { board: id, .. } = &*board.kind {
                visit(*id, board.span);
            }
        }
        for inner in stmt.blocks() {
            each_laid_out(inner, visit);
        }
    }
}

/// Returns true if an expression reads itself what play changes: the spaces in use of a board, or where pieces lie.
fn reads_play(e: &Expr) -> bool {
    if let ExprKind::Op(op, _) = &*e.kind {
        return match op.reads() {
            StateRead::Lies | StateRead::Order | StateRead::Knowledge | StateRead::Positions => {
                true
            }
            StateRead::Nothing | StateRead::Inside => false,
        };
    }
    matches!(&*e.kind, ExprKind::AllSpaces { .. })
}

/// Finds the place where an expression asks for what play changes.
fn of_play(game: &Game, e: &Expr, asked: &mut BTreeSet<QueryId>) -> Option<Span> {
    let changes = match e.origin() {
        ValueOrigin::Var(..) | ValueOrigin::Place(..) | ValueOrigin::Action(_) => true,
        ValueOrigin::Query(query, _) => {
            let body = &game.queries[query.index()].body;
            asked.insert(query) && of_play(game, body, asked).is_some()
        }
        ValueOrigin::Own => reads_play(e),
        ValueOrigin::Local(_)
        | ValueOrigin::Row(_)
        | ValueOrigin::Text(..)
        | ValueOrigin::OneOf(_)
        | ValueOrigin::MemberOf(_)
        | ValueOrigin::MembersOf(_) => false,
    };
    if changes {
        return Some(e.span);
    }
    let inside = walk::inside(e).into_iter();
    inside
        .filter_map(|inner| of_play(game, inner, asked))
        .next()
}
