//! Beliefs that no world can obey, or that every world obeys.
//!
//! A world exchanges pieces, of which rows, places and marks tell everything. What a hidden variable held when a belief was
//! said is known from the true game alone, so worlds that obeyed would tell it; and what all see is the same in each world.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, Stmt, StmtKind, ValueOrigin};
use ludex_rules::game::{Game, Holder, Seen};
use ludex_rules::ids::{KindId, QueryId, VarId};
use ludex_rules::types::Type;
use ludex_rules::verbs::VerbOp;
use ludex_rules::walk::exprs;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Refuses beliefs that ask for a variable which somebody may not see, and warns of those about no hidden piece.
    pub(crate) fn check_beliefs(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for routine in &game.routines {
            beliefs(game, &routine.body, &mut found);
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn beliefs(game: &Game, block: &[Stmt], found: &mut Vec<Diagnostic>) {
    for stmt in block {
        if let StmtKind::Verb(VerbOp::Believe, args) = &stmt.kind {
            let mut asked = BeliefReads::default();
            args.iter().for_each(|cond| asked.expr(game, cond));
            if let Some(var) = asked.hidden {
                let message = format!("a belief can't be about `{}`", game.vars[var.index()].name);
                let told = Diagnostic::error(Code::GIVES_AWAY, message);
                let told = told.at(stmt.span, "worlds that obey it would tell what it holds");
                let help = "say what lies there by rows, places and marks (`seen by all`)";
                found.push(told.help(help));
            } else if !asked.hidden_pieces {
                let message = "this belief is about nothing hidden";
                let told = Diagnostic::warning(Code::NO_EFFECT, message);
                let told = told.at(stmt.span, "all see whether it holds, in every world alike");
                let help = "ask what hidden pieces are: `nothing(c in hand where c.suit == led)`";
                found.push(told.help(help));
            }
        }
        for inner in stmt.blocks() {
            beliefs(game, inner, found);
        }
    }
}

/// The variables and pieces that a condition asks for, through queries and texts of rows.
#[derive(Default)]
struct BeliefReads {
    queries: BTreeSet<QueryId>,
    texts: BTreeSet<usize>,
    /// A variable that somebody may not see.
    hidden: Option<VarId>,
    /// The flag that it names a piece of a kind that may lie hidden.
    hidden_pieces: bool,
}

/// Tells whether somebody may not see a piece of a kind.
fn lies_hidden(game: &Game, kind: KindId) -> bool {
    let mut places = game.places.iter();
    places.any(|place| place.holds == kind && place.seen != Seen::All)
}

impl BeliefReads {
    fn expr(&mut self, game: &Game, e: &Expr) {
        let (mut queries, mut texts) = (Vec::new(), Vec::new());
        exprs(e, &mut |e| {
            if let Type::Piece(kind) = e.ty.required() {
                self.hidden_pieces |= lies_hidden(game, *kind);
            }
            match e.origin() {
                ValueOrigin::Var(var, _) => {
                    let rules = &game.vars[var.index()];
                    let is_field = matches!(rules.holder, Holder::Piece(_));
                    if !rules.is_mark && (is_field || rules.seen != Seen::All) {
                        self.hidden = Some(var);
                    }
                }
                ValueOrigin::Query(query, _) => queries.push(query),
                ValueOrigin::Text(kind, slot, _) => {
                    let rows = game.kind(kind).rows.iter();
                    texts.extend(rows.filter_map(|row| row.values[slot]));
                }
                ValueOrigin::Local(_)
                | ValueOrigin::Place(..)
                | ValueOrigin::Row(_)
                | ValueOrigin::Action(_)
                | ValueOrigin::OneOf(_)
                | ValueOrigin::MemberOf(_)
                | ValueOrigin::MembersOf(_)
                | ValueOrigin::Own => {}
            }
        });
        for query in queries {
            if !self.queries.insert(query) {
                continue;
            }
            self.expr(game, &game.queries[query.index()].body);
            for one in game.modifiers.iter().filter(|one| one.query == query) {
                let parts = one.cond.iter().chain([&one.value]);
                parts.for_each(|e| self.expr(game, e));
            }
        }
        for text in texts {
            if self.texts.insert(text) {
                self.expr(game, &game.value_texts[text].body);
            }
        }
    }
}
