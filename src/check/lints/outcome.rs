//! Results that tell nobody apart: none at all, a score that is the same for every player, or one that nothing changes.
//!
//! Looks at checked rules. What a query answers is known in play only; here it is seen whether a score asks for anything of
//! the player whose score it is.

use crate::declarations::declare::Decls;
use crate::env::Checker;
use crate::flow::call_graph;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, ValueOrigin};
use ludex_rules::game::Game;
use ludex_rules::ids::QueryId;
use ludex_rules::walk;
use ludex_source::Span;
use ludex_source::span::offset;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Warns of a game without a result, and of a score that is the same for all.
    pub(crate) fn check_result(&mut self, decls: &Decls<'_>) {
        if let (Some((play, _)), true) = (decls.plays.first(), decls.results.is_empty()) {
            self.no_result(*play);
        }
        let game = &self.env.game;
        // One score for all, or of one who plays alone, tells nobody apart; then `wins when` says who has won.
        if game.players.1 < 2 || game.wins.is_some() {
            return;
        }
        let score = game.ranks.first().map(|rank| &rank.value);
        let same = score.filter(|score| !of_you(game, score, &mut BTreeSet::new()));
        if let Some(span) = same.map(|score| score.span) {
            self.report.push(
                Diagnostic::warning(Code::SAME_ANSWER, "this is the same for all players")
                    .at(span, "asks for nothing of the player whose score it is")
                    .help("that player is `you`: write `points` or `you.points` for a variable, `number_of(you)` for a query"),
            );
            return;
        }
        if let Some(never) = score.and_then(|score| unchanging(game, score)) {
            self.report.push(never);
        }
    }

    fn no_result(&mut self, play: Span) {
        let head = Span::new(play.file, play.start, play.start + offset("play".len()));
        self.report.push(
            Diagnostic::warning(Code::MISSING_PART, "the game has no `result`, so nobody wins")
                .at(head, "who wins when this is over?")
                .help("write `result { score points high }`: what is compared, and whether `high` or `low` wins"),
        );
    }
}

/// Tells whether an expression may ask for something of `you`, directly or by a query.
fn of_you(game: &Game, e: &Expr, seen: &mut BTreeSet<QueryId>) -> bool {
    let (mut found, mut asked) = (false, Vec::new());
    walk::exprs(e, &mut |e| match e.origin() {
        ValueOrigin::Local(slot) => found |= slot == 0,
        ValueOrigin::Action(_) | ValueOrigin::Text(..) => found = true,
        ValueOrigin::Query(query, _) => asked.push(query),
        ValueOrigin::Var(..)
        | ValueOrigin::Place(..)
        | ValueOrigin::Row(_)
        | ValueOrigin::OneOf(_)
        | ValueOrigin::MemberOf(_)
        | ValueOrigin::MembersOf(_)
        | ValueOrigin::Own => {}
    });
    found
        || asked.into_iter().any(|query| {
            let modified = game.modifiers.iter().any(|one| one.query == query);
            modified || seen.insert(query) && of_you(game, &game.queries[query.index()].body, seen)
        })
}

/// Warns of a score that asks for variables only, none of which anything changes.
fn unchanging(game: &Game, score: &Expr) -> Option<Diagnostic> {
    let mut written = BTreeSet::new();
    for routine in &game.routines {
        call_graph::each_stmt(&routine.body, &mut |stmt| {
            written.extend(stmt.written().map(|target| target.var));
        });
    }
    let (mut fixed, mut asked) = (true, None);
    walk::exprs(score, &mut |e| {
        if let ExprKind::Var { var, .. } = &*e.kind {
            fixed &= !written.contains(var);
            asked = asked.or(Some(*var));
        } else {
            fixed &= matches!(
                &*e.kind,
                ExprKind::Const(_)
                    | ExprKind::Local(0)
                    | ExprKind::Arithmetic(..)
                    | ExprKind::Negate(_)
            );
        }
    });
    let name = &game.vars[asked.filter(|_| fixed)?.index()].name;
    let message = "nothing changes this score";
    let told = Diagnostic::warning(Code::SAME_ANSWER, message);
    let told = told.at(score.span, format!("`{name}` stays what it is at first"));
    Some(told.help(format!(
        "let an effect change it: `gain 1 {name}`, or `{name} += 1`"
    )))
}
