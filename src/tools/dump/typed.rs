//! Typed rules as text: declarations with their ids' names, the slots of their frames, and their types.
//!
//! What is written resembles the language, but is none of it: each local name stands with the slot that holds it (`card#2`),
//! comparisons are those that were kept (`a > b` is `b < a`), and whatever the checker added is there.

use crate::dump::layout::break_line;
use crate::dump::slot_names::SlotNames;
use ludex_rules::expr::Expr;
use ludex_rules::game::{Action, Game, Hook, Modifier, Query, Routine, Timing};
use ludex_rules::ids::{KindId, RowId, Slot};
use ludex_rules::types::Type;
use std::fmt::Write;

/// Renders a query with its body.
pub(super) fn query(game: &Game, query: &Query) -> String {
    let mut scope = SlotNames::new(game, &query.params);
    let (params, ty) = (params(&scope, &query.params), scope.ty(&query.ty));
    let mut out = format!("query {}{params} -> {ty}", query.name);
    slots(query.slots, &mut out);
    line(&mut scope, "", &query.body, &mut out);
    out.push('\n');
    out
}

/// Renders an action, without the routine that does it.
pub(super) fn action(game: &Game, action: &Action) -> String {
    let mut scope = SlotNames::new(game, &[]);
    let mut out = format!("action {} {:?}", action.name, action.prompt);
    for binder in &action.binders {
        break_line(1, &mut out);
        let binder = scope.binder(binder);
        binder.write(1, &mut out);
    }
    for require in &action.requires {
        line(&mut scope, "require ", &require.cond, &mut out);
        break_line(2, &mut out);
        let _ = write!(
            out,
            "else {:?}, after {} parameters",
            require.reason.text, require.after
        );
    }
    break_line(1, &mut out);
    let _ = writeln!(out, "does {}", game.routine(action.body).name);
    out
}

/// Renders a routine with its statements.
pub(super) fn routine(game: &Game, routine: &Routine) -> String {
    let mut scope = SlotNames::new(game, &routine.locals[1.min(routine.locals.len())..]);
    let params = params(&scope, &routine.params);
    let kind = format!("{:?}", routine.kind).to_lowercase();
    let mut out = format!("{kind} routine {}{params}", routine.name);
    slots(routine.slots, &mut out);
    if let Some(by) = &routine.ordered_by {
        line(&mut scope, "hooks ordered by ", by, &mut out);
    }
    scope.block(&routine.body, 1, &mut out);
    out.push('\n');
    out
}

/// Renders a hook, without the routine that runs.
pub(super) fn hook(game: &Game, hook: &Hook) -> String {
    let watched = game.routine(hook.routine);
    let mut scope = SlotNames::new(game, &with_this(&watched.params));
    let when = match hook.timing {
        Timing::Before => "before",
        Timing::Instead => "instead of",
        Timing::After => "after",
    };
    let source = source(game, hook.source);
    let mut out = format!("hook {when} {}{source}", watched.name);
    slots(hook.slots, &mut out);
    if let Some(cond) = &hook.cond {
        line(&mut scope, "if ", cond, &mut out);
    }
    if let Some((most, counter)) = &hook.limit {
        let name = format!("at most, by {}, ", game.vars[counter.index()].name);
        line(&mut scope, &name, most, &mut out);
    }
    break_line(1, &mut out);
    let _ = writeln!(out, "does {}", game.routine(hook.body).name);
    out
}

/// Renders a modifier of a query.
pub(super) fn modifier(game: &Game, modifier: &Modifier) -> String {
    let query = &game.queries[modifier.query.index()];
    let mut scope = SlotNames::new(game, &with_this(&query.params));
    let source = source(game, modifier.source);
    let mut out = format!("modifier of {}{source}", query.name);
    slots(modifier.slots, &mut out);
    if let Some(cond) = &modifier.cond {
        line(&mut scope, "if ", cond, &mut out);
    }
    let change = format!("{} ", modifier.change.words());
    line(&mut scope, &change, &modifier.value, &mut out);
    out.push('\n');
    out
}

/// The parameters of a text of a row: slot 1 is `this`.
fn with_this(params: &[(String, Type)]) -> Vec<(String, Type)> {
    let this = ("this".to_owned(), Type::Wrong);
    std::iter::once(this)
        .chain(params.iter().cloned())
        .collect()
}

fn params(scope: &SlotNames<'_>, params: &[(String, Type)]) -> String {
    let params = params
        .iter()
        .map(|(name, ty)| format!("{name}: {}", scope.ty(ty)));
    format!("({})", params.collect::<Vec<_>>().join(", "))
}

fn slots(slots: Slot, out: &mut String) {
    let _ = write!(out, ", {slots} slots");
}

/// The row that a hook or modifier belongs to.
fn source(game: &Game, source: Option<(KindId, RowId)>) -> String {
    source.map_or(String::new(), |(kind, row)| {
        let kind = game.kind(kind);
        format!(" of {}.{}", kind.name, kind.rows[row.index()].id)
    })
}

/// Writes an expression on a line of its own, behind some words.
fn line(scope: &mut SlotNames<'_>, words: &str, value: &Expr, out: &mut String) {
    break_line(1, out);
    out.push_str(words);
    scope.expr(value).write(1, out);
}
