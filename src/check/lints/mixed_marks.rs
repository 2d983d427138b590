//! Marks on rows that are shuffled: whose owner could tell by them which piece came to lie where.
//!
//! Where a mark may last is decided at its declaration; here are the statements alone.

use crate::env::Checker;
use crate::lints::idle::named;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Stmt, StmtKind};
use ludex_rules::game::{Game, Seen};
use ludex_rules::verbs::{Role, VerbOp};

impl Checker<'_> {
    /// Refuses to shuffle what lies hidden with marks on it.
    pub(crate) fn check_marks(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for routine in &game.routines {
            shuffled(game, &routine.body, &mut found);
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn shuffled(game: &Game, block: &[Stmt], found: &mut Vec<Diagnostic>) {
    for stmt in block {
        if let (true, Some((place, _))) = (
            is_shuffle(stmt),
            stmt.with_role(&[Role::Ordered]).find_map(named),
        ) {
            let rules = &game.places[place.index()];
            let mut marks = game.vars.iter().filter(|var| var.is_mark);
            let mark = marks.find(|var| var.while_in.contains(&place));
            if let (Some(mark), true) = (mark, rules.seen != Seen::All) {
                let message = format!("the mark `{}` would give its piece away", mark.name);
                let help = format!(
                    "let it end before: `while in` other places than `{}`",
                    rules.name
                );
                let told = Diagnostic::error(Code::TELLTALE_MARK, message);
                found.push(
                    told.at(stmt.span, "mixes up the pieces it lies on")
                        .help(help),
                );
            }
        }
        for inner in stmt.blocks() {
            shuffled(game, inner, found);
        }
    }
}

fn is_shuffle(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Verb(VerbOp::Shuffle, _))
}
