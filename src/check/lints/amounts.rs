//! Amounts of verbs that can fall below zero, which is a fault in play; and costs that modifiers lower so far that taking
//! them gives something.
//!
//! Looks at checked rules, by the ranges of all numbers in them.

use crate::env::Checker;
use crate::ranges::{Interval, RangedAmount, Ranges};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, Stmt, Write};
use ludex_rules::game::Game;
use ludex_rules::ids::QueryId;
use ludex_rules::{limits, walk};
use ludex_source::Span;
use ludex_syntax::ast::Change;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Warns of amounts that can be below zero; one that always is so is a mistake.
    pub(crate) fn check_amounts(&mut self) {
        let game = &self.env.game;
        let ranges = match Ranges::of_game(game) {
            Ok(ranges) => ranges,
            Err(span) => return self.report.push(bounds_take_too_long(span)),
        };
        let mut told: BTreeSet<Span> = BTreeSet::new();
        let mut found = Vec::new();
        for &RangedAmount { amount, range } in ranges.amounts() {
            if range.low < 0 && !range.is_empty() && told.insert(amount.span) {
                found.push(below_zero(game, &ranges, amount, range));
            }
        }
        for routine in &game.routines {
            paid(game, &ranges, &routine.body, &mut found);
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn bounds_take_too_long(span: Option<Span>) -> Diagnostic {
    let message = "the bounds of numbers take too long to find: no amount is checked";
    let warning = Diagnostic::warning(Code::TOO_LONG, message);
    let most = limits::BOUNDED;
    let warning = match span {
        Some(span) => warning.at(span, format!("given up here, after {most} looks")),
        None => warning,
    };
    warning.help(
        "a text is looked at again with each number in it that grows: split one that asks for very many",
    )
}

fn below_zero(game: &Game, ranges: &Ranges, amount: &Expr, range: Interval) -> Diagnostic {
    let label = format!("{range}; below zero it is a fault");
    let either = "`adjust` goes up or down";
    if range.high < 0 {
        return Diagnostic::error(Code::BELOW_ZERO, "this amount is always below zero")
            .at(amount.span, label)
            .help(format!("`lose` takes what `gain` gives, and {either}"));
    }
    let warning = Diagnostic::warning(Code::BELOW_ZERO, "this amount can be below zero");
    let warning = warning.at(amount.span, label);
    match lowered(game, ranges, amount) {
        Some(lowered) => lowered.explain_cause(game, warning),
        None => warning.help(format!(
            "say what happens then: `max(0, …)` for nothing; {either}"
        )),
    }
}

/// A query that is 0 or more until modifiers lower it.
struct Lowered {
    query: QueryId,
    /// The first modifier that does so.
    by: Span,
}

impl Lowered {
    fn explain_cause(&self, game: &Game, warning: Diagnostic) -> Diagnostic {
        let query = &game.queries[self.query.index()];
        let mut names = query.params.iter().map(|(name, _)| name.as_str());
        let names = names.by_ref().collect::<Vec<_>>().join(", ");
        let call = match names.as_str() {
            "" => query.name.clone(),
            names => format!("{}({names})", query.name),
        };
        warning
            .also(self.by, format!("lowers `{}`", query.name))
            .help(format!("say where it ends: `modify {call}: at least 0`"))
    }
}

/// Finds a query in an expression that modifiers lower below zero.
fn lowered(game: &Game, ranges: &Ranges, e: &Expr) -> Option<Lowered> {
    let mut found = None;
    walk::exprs(e, &mut |e| {
        if let ExprKind::Query(query, _) = &*e.kind
            && found.is_none()
        {
            found = lowered_query(game, ranges, *query);
        }
    });
    found
}

fn lowered_query(game: &Game, ranges: &Ranges, query: QueryId) -> Option<Lowered> {
    let (own, modified) = ranges.answers(query);
    if own.low < 0 || modified.low >= 0 {
        return None;
    }
    let mut all = game.modifiers.iter();
    let by = all.find(|one| one.query == query && one.change != Change::AtLeast)?;
    let by = by.span;
    Some(Lowered { query, by })
}

/// Finds amounts that are taken by `-=`, or given by `+=`, and are lowered below zero by modifiers.
fn paid(game: &Game, ranges: &Ranges, block: &[Stmt], found: &mut Vec<Diagnostic>) {
    for stmt in block {
        if let Some((Write::Add, _, value)) = stmt.writes()
            && let (amount, is_taken) = unsigned(value)
            && let ExprKind::Query(query, _) = &*amount.kind
            && let Some(lowered) = lowered_query(game, ranges, *query)
        {
            let modified = ranges.answers(*query).1;
            let turned = if is_taken { "gives" } else { "takes" };
            let warning = Diagnostic::warning(Code::BELOW_ZERO, "this amount can be below zero")
                .at(amount.span, format!("{modified}; below zero this {turned}"));
            found.push(lowered.explain_cause(game, warning));
        }
        for inner in stmt.blocks() {
            paid(game, ranges, inner, found);
        }
    }
}

/// Takes the sign of `-=` off a value; tells whether there was one.
fn unsigned(value: &Expr) -> (&Expr, bool) {
    if let ExprKind::Negate(of) = &*value.kind {
        (of, true)
    } else {
        (value, false)
    }
}
