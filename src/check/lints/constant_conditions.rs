//! Conditions whose answer is decided by how they are built: both sides the same or excluding each other, numbers that their
//! bounds keep apart, and the owner of a row's hook compared with itself.
//!
//! Looks at checked rules and warns. What a table may hold tomorrow, and what a query may be changed to, decides nothing.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the few sorts it concerns; of every other nothing is known"
)]

use crate::check::env::Checker;
use crate::check::lints::exclusive::exclusive;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::expr::Arithmetic;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::expr::Stmt;
use crate::rules::game::Game;
use crate::rules::ops::QueryOp;
use crate::rules::shape::same;
use crate::rules::types::Type;
use crate::rules::walk;
use crate::source::Span;

/// The lowest and the highest number that an expression may be.
type Bounds = (i64, i64);

/// A bound beyond every number, for those without bounds.
const FAR: i64 = i64::MAX / 4;

impl Checker<'_> {
    /// Warns of conditions that always or never hold.
    pub(in crate::check) fn check_decided(&mut self) {
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
    let holds = match &*e.kind {
        ExprKind::Less(..) => ordered(left.1 < right.0, left.0 >= right.1)?,
        ExprKind::LessEqual(..) => ordered(left.1 <= right.0, left.0 > right.1)?,
        _ => ordered(false, left.1 < right.0 || right.1 < left.0)?,
    };
    let (first, second) = match a.span.start <= b.span.start {
        true => (left, right),
        false => (right, left),
    };
    let label = format!("compares {} with {}", range(first), range(second));
    Some(told(holds != not, span, &label).help("leave it out, or compare with another number"))
}

fn ordered(always: bool, never: bool) -> Option<bool> {
    (always || never).then_some(always)
}

fn told(holds: bool, span: Span, label: &str) -> Diagnostic {
    let message = match holds {
        true => "this always holds",
        false => "this never holds",
    };
    Diagnostic::warning(Code::SAME_ANSWER, message).at(span, label)
}

fn range((low, high): Bounds) -> String {
    match (low <= -FAR, high >= FAR) {
        _ if low == high => low.to_string(),
        (false, false) => format!("{low}..{high}"),
        (false, true) => format!("{low} or more"),
        (true, false) => format!("{high} or less"),
        (true, true) => "any number".to_owned(),
    }
}

/// The bounds of a number; none where nothing is certain.
fn bounds(game: &Game, e: &Expr) -> Option<Bounds> {
    if e.ty != Type::Int {
        return None;
    }
    match &*e.kind {
        ExprKind::Const(value) => Some((i64::from(*value), i64::from(*value))),
        ExprKind::Var { var, .. } => {
            let (low, high) = game.vars[var.index()].bounds;
            // An unbounded number may still fall below or rise above any constant.
            let low = if low == i32::MIN {
                -FAR
            } else {
                i64::from(low)
            };
            let high = if high == i32::MAX {
                FAR
            } else {
                i64::from(high)
            };
            Some((low, high))
        }
        ExprKind::Option(option) => {
            let values = &game.options[option.index()].values;
            let numbers = values.iter().map(|(_, value)| i64::from(*value));
            Some((numbers.clone().min()?, numbers.max()?))
        }
        ExprKind::Op(op, args) => of_query(game, *op, args),
        ExprKind::Fold { op, .. } => op.counts().then_some((0, FAR)),
        ExprKind::Arithmetic(op, a, b) => calculated(*op, bounds(game, a)?, bounds(game, b)?),
        ExprKind::BagCount { .. } => Some((0, FAR)),
        ExprKind::Negate(of) => bounds(game, of).map(|(low, high)| (-high, -low)),
        ExprKind::If(_, a, b) => {
            let (a, b) = (bounds(game, a)?, bounds(game, b)?);
            Some((a.0.min(b.0), a.1.max(b.1)))
        }
        _ => None,
    }
}

fn of_query(game: &Game, op: QueryOp, args: &[Expr]) -> Option<Bounds> {
    let two = || Some((bounds(game, args.first()?)?, bounds(game, args.get(1)?)?));
    match op {
        QueryOp::Size => {
            let most = match args.first().map(|of| &*of.kind) {
                Some(ExprKind::Place { place, .. }) => game.places[place.index()].capacity,
                _ => None,
            };
            Some((0, most.map_or(FAR, i64::from)))
        }
        QueryOp::PlayerCount => {
            let (least, most) = game.players;
            Some((i64::from(least), i64::from(most)))
        }
        QueryOp::SeatOf => Some((0, i64::from(game.players.1) - 1)),
        QueryOp::Position | QueryOp::SpaceIndex => Some((0, FAR)),
        QueryOp::Distance => Some((-1, FAR)),
        QueryOp::Minimum => two().map(|(a, b)| (a.0.min(b.0), a.1.min(b.1))),
        QueryOp::Maximum => two().map(|(a, b)| (a.0.max(b.0), a.1.max(b.1))),
        QueryOp::Absolute => Some((0, FAR)),
        _ => None,
    }
}

fn calculated(op: Arithmetic, a: Bounds, b: Bounds) -> Option<Bounds> {
    let near = |bound: i64| bound.clamp(-FAR, FAR);
    match op {
        Arithmetic::Add => Some((near(a.0 + b.0), near(a.1 + b.1))),
        Arithmetic::Subtract => Some((near(a.0 - b.1), near(a.1 - b.0))),
        Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Modulo => None,
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
        (QueryOp::OwnerOfSpace, [of]) => match &*of.kind {
            ExprKind::Op(QueryOp::SpaceHolding, args) => args.first().is_some_and(is_this),
            _ => false,
        },
        _ => false,
    }
}
