//! Conditions whose answer is decided by how they are built: both sides the same or excluding each other, numbers that their
//! bounds keep apart, and the owner of a row's hook compared with itself.
//!
//! Looks at checked rules and warns. What a table may hold tomorrow, and what a query may be changed to, decides nothing.

use crate::env::Checker;
use crate::lints::exclusive::exclusive;
use crate::ranges::Interval;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Arithmetic, Expr, ExprKind, Stmt};
use ludex_rules::game::Game;
use ludex_rules::ops::QueryOp;
use ludex_rules::shape::same;
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_source::Span;

impl Checker<'_> {
    /// Warns of conditions that always or never hold.
    pub(crate) fn check_decided(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        walk::of_game(game, &mut |e| decided(game, e, &mut found));
        for cond in row_conditions(game) {
            owners(cond, &mut found);
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

// ---- both sides, and bounds ----

fn decided(game: &Game, e: &Expr, found: &mut Vec<Diagnostic>) {
    // `a != b` is one comparison to its author.
    if let ExprKind::Not(inner) = &*e.kind
        && inner.span == e.span
        && let ExprKind::Equal(a, b) = &*inner.kind
    {
        found.extend(compared(game, inner, e.span, true));
        decided(game, a, found);
        decided(game, b, found);
        return;
    }
    found.extend(compared(game, e, e.span, false));
    if let ExprKind::And(a, b) | ExprKind::Or(a, b) = &*e.kind
        && same(a, b)
    {
        found.push(
            Diagnostic::warning(Code::SAME_ANSWER, "both sides ask the same")
                .at(b.span, "asked already")
                .also(a.span, "here")
                .help("leave one of them out, or name what was meant"),
        );
    }
    if let ExprKind::And(..) | ExprKind::Or(..) = &*e.kind {
        found.extend(exclusive(e));
    }
    for inner in walk::inside(e) {
        decided(game, inner, found);
    }
}

/// A comparison whose answer is known; `not` turns it around.
fn compared(game: &Game, e: &Expr, span: Span, not: bool) -> Option<Diagnostic> {
    let (ExprKind::Equal(a, b) | ExprKind::Less(a, b) | ExprKind::LessEqual(a, b)) = &*e.kind
    else {
        return None;
    };
    if same(a, b) {
        let holds = !matches!(&*e.kind, ExprKind::Less(..));
        let told = told(holds != not, span, "compares a value with itself");
        return Some(told.help("name what it should be compared with"));
    }
    let (left, right) = (bounds(game, a)?, bounds(game, b)?);
    let holds = if let ExprKind::Less(..) = &*e.kind {
        ordered(left.high < right.low, left.low >= right.high)?
    } else if let ExprKind::LessEqual(..) = &*e.kind {
        ordered(left.high <= right.low, left.low > right.high)?
    } else {
        ordered(false, left.meet(right).is_empty())?
    };
    let (first, second) = if a.span.start <= b.span.start {
        (left, right)
    } else {
        (right, left)
    };
    let label = format!("compares {first} with {second}");
    Some(told(holds != not, span, &label).help("leave it out, or compare with another number"))
}

fn ordered(always: bool, never: bool) -> Option<bool> {
    (always || never).then_some(always)
}

fn told(holds: bool, span: Span, label: &str) -> Diagnostic {
    let message = if holds {
        "this always holds"
    } else {
        "this never holds"
    };
    Diagnostic::warning(Code::SAME_ANSWER, message).at(span, label)
}

/// The bounds of a number, as it is declared; none where nothing is certain.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of every other nothing is certain"
)]
fn bounds(game: &Game, e: &Expr) -> Option<Interval> {
    if e.ty != Type::Int {
        return None;
    }
    match &*e.kind {
        ExprKind::Const(value) => Some(Interval::exactly(*value)),
        ExprKind::Var { var, .. } => {
            let (low, high) = game.vars[var.index()].bounds;
            Some(Interval::new(i64::from(low), i64::from(high)))
        }
        ExprKind::Option(option) => {
            let values = &game.options[option.index()].values;
            let values = values.iter().map(|(_, value)| Interval::exactly(*value));
            values.reduce(Interval::join)
        }
        ExprKind::Op(op, args) => of_query(game, *op, args),
        ExprKind::Fold { op, .. } => op.counts().then_some(Interval::COUNT),
        ExprKind::Arithmetic(op, a, b) => {
            let (a, b) = (bounds(game, a)?, bounds(game, b)?);
            match op {
                Arithmetic::Add => Some(a.add(b)),
                Arithmetic::Subtract => Some(a.add(b.negate())),
                Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Modulo => None,
            }
        }
        ExprKind::BagCount { .. } => Some(Interval::COUNT),
        ExprKind::Negate(of) => Some(bounds(game, of)?.negate()),
        ExprKind::If(_, a, b) => Some(bounds(game, a)?.join(bounds(game, b)?)),
        _ => None,
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of every other nothing is certain"
)]
fn of_query(game: &Game, op: QueryOp, args: &[Expr]) -> Option<Interval> {
    let two = || Some((bounds(game, args.first()?)?, bounds(game, args.get(1)?)?));
    match op {
        QueryOp::Size => {
            let most = match args.first().map(|of| &*of.kind) {
                Some(ExprKind::Place { place, .. }) => game.places[place.index()].capacity,
                _ => None,
            };
            let most = most.map_or(Interval::COUNT.high, i64::from);
            Some(Interval::new(0, most))
        }
        QueryOp::PlayerCount => {
            let (least, most) = game.players;
            Some(Interval::new(i64::from(least), i64::from(most)))
        }
        QueryOp::SeatOf => Some(Interval::new(0, i64::from(game.players.1) - 1)),
        QueryOp::Position | QueryOp::SpaceIndex | QueryOp::Absolute => Some(Interval::COUNT),
        QueryOp::Distance => Some(Interval::new(-1, Interval::COUNT.high)),
        QueryOp::Minimum => two().map(|(a, b)| a.least(b)),
        QueryOp::Maximum => two().map(|(a, b)| a.greatest(b)),
        _ => None,
    }
}

// ---- the owner of a row's hook ----

/// The conditions of hooks and modifiers of rows, and those that their texts begin with, when nothing has moved yet.
fn row_conditions(game: &Game) -> Vec<&Expr> {
    let mut conditions = Vec::new();
    for hook in game.hooks.iter().filter(|hook| hook.source.is_some()) {
        let first = game.routine(hook.body).body.first();
        let first = first.and_then(Stmt::condition);
        conditions.extend(hook.cond.iter().chain(first));
    }
    for modifier in game.modifiers.iter().filter(|one| one.source.is_some()) {
        conditions.extend(modifier.cond.iter().chain([&modifier.value]));
    }
    conditions
}

/// `you == owner(this)`: whoever owns the piece is `you` there.
fn owners(e: &Expr, found: &mut Vec<Diagnostic>) {
    walk::exprs(e, &mut |inner| {
        let ExprKind::Equal(a, b) = &*inner.kind else {
            return;
        };
        let is_you = |side: &Expr| matches!(&*side.kind, ExprKind::Local(0));
        if !(is_you(a) && is_owner(b) || is_you(b) && is_owner(a)) {
            return;
        }
        let label = "`you` is the owner of this piece here, whoever acts";
        found.push(
            Diagnostic::warning(Code::SAME_ANSWER, "`you` is always the owner of `this` here")
                .at(inner.span, label)
                .help("let what is watched take the player who acts, as in `effect built(p: player)`, and compare that with `you`"),
        );
    });
}

/// Tells whether an expression is `owner(this)` or `board_owner(space(this))`.
fn is_owner(e: &Expr) -> bool {
    let ExprKind::Op(op, args) = &*e.kind else {
        return false;
    };
    let is_this = |e: &Expr| matches!(&*e.kind, ExprKind::Local(1));
    match (op, args.as_slice()) {
        (QueryOp::OwnerOf, [of]) => is_this(of),
        (QueryOp::OwnerOfSpace, [of]) => {
            if let ExprKind::Op(QueryOp::SpaceHolding, args) = &*of.kind {
                args.first().is_some_and(is_this)
            } else {
                false
            }
        }
        _ => false,
    }
}
