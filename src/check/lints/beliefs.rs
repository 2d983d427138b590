//! Beliefs about hidden variables: worlds could not obey them without telling what these hold.
//!
//! A world exchanges pieces, of which rows, places and marks tell everything. What a hidden variable held when a belief was
//! said is known from the true game alone.

use crate::check::env::Checker;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::expr::Stmt;
use crate::rules::expr::StmtKind;
use crate::rules::game::Game;
use crate::rules::game::Holder;
use crate::rules::game::Seen;
use crate::rules::ids::QueryId;
use crate::rules::ids::VarId;
use crate::rules::verbs::VerbOp;
use crate::rules::walk::exprs;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Refuses beliefs that ask for a variable which somebody may not see.
    pub(in crate::check) fn check_beliefs(&mut self) {
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
            }
        }
        for inner in stmt.blocks() {
            beliefs(game, inner, found);
        }
    }
}

/// The variables that a condition asks for, through queries and texts of rows.
#[derive(Default)]
struct BeliefReads {
    queries: BTreeSet<QueryId>,
    texts: BTreeSet<usize>,
    /// A variable that somebody may not see.
    hidden: Option<VarId>,
}

impl BeliefReads {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only variables, and what leads to them, are looked for"
    )]
    fn expr(&mut self, game: &Game, e: &Expr) {
        let (mut queries, mut texts) = (Vec::new(), Vec::new());
        exprs(e, &mut |e| match &*e.kind {
            ExprKind::Var { var, .. } => {
                let rules = &game.vars[var.index()];
                let is_field = matches!(rules.holder, Holder::Piece(_));
                if !rules.is_mark && (is_field || rules.seen != Seen::All) {
                    self.hidden = Some(*var);
                }
            }
            ExprKind::Query(query, _) => queries.push(*query),
            ExprKind::Slot { kind, slot, .. } => {
                let rows = game.kind(*kind).rows.iter();
                texts.extend(rows.filter_map(|row| row.values[*slot]));
            }
            _ => {}
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
