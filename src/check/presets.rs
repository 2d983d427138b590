//! What rows come to, worked out before play: defaults of attributes, and demands on rows.
//!
//! Takes a checked expression and the values of one row (slot n + 1 is column n), gives a value, or none when it asks for play.

use crate::rules::expr::Binder;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::game::Game;
use crate::rules::game::LayoutSpace;
use crate::rules::game::NONE;
use crate::rules::game::Value;
use crate::rules::ids::BoardId;
use crate::rules::numbers;
use crate::rules::numbers::Unknown;
use crate::rules::numbers::operator;
use crate::rules::ops::FoldOp;
use crate::rules::ops::QueryOp;
use crate::rules::types::Type;
use crate::syntax::ast;
use std::collections::BTreeSet;

/// Defaults that no expression of the rules can say: texts, and bags as lists of words.
pub(super) fn literal(written: &ast::Expr, ty: &Type, game: &Game) -> Option<Value> {
    match (&*written.kind, ty.required()) {
        (ast::ExprKind::Text(text), Type::Text) => Some(Value::Text(text.clone())),
        (ast::ExprKind::Set(items), Type::Bag(id)) => {
            let words = &game.enums[id.index()].values;
            let mut counts = vec![0; words.len()];
            for item in items {
                let ast::ExprKind::Name(word) = &*item.kind else {
                    return None;
                };
                counts[words.iter().position(|one| one == word)?] += 1;
            }
            Some(Value::Bag(counts))
        }
        (ast::ExprKind::Set(items), Type::Set(_)) if items.is_empty() => Some(Value::Set(0)),
        _ => None,
    }
}

/// The value of an expression for one row.
pub(super) fn value(e: &Expr, row: &[Option<Value>], game: &Game) -> Option<Value> {
    let number = |e: &Expr| scalar(value(e, row, game)?);
    let flag = |truth: bool| Some(Value::Scalar(i32::from(truth)));
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "everything else is known only in play"
    )]
    match &*e.kind {
        ExprKind::Const(number) if matches!(e.ty, Type::Set(_)) => Some(Value::Set(*number)),
        ExprKind::Const(number) => Some(Value::Scalar(*number)),
        ExprKind::Shape(shape) => Some(Value::Shape(*shape)),
        ExprKind::Local(slot) => row.get(usize::from(*slot).checked_sub(1)?)?.clone(),
        ExprKind::Attribute { kind, column, of } => {
            let row = usize::try_from(number(of)?).ok()?;
            game.kind(*kind)
                .rows
                .get(row)?
                .attributes
                .get(*column)
                .cloned()
        }
        ExprKind::BagCount {
            kind,
            column,
            of,
            at,
        } => {
            let row = usize::try_from(number(of)?).ok()?;
            let Value::Bag(counts) = game.kind(*kind).rows.get(row)?.attributes.get(*column)?
            else {
                return None;
            };
            counts
                .get(usize::try_from(number(at)?).ok()?)
                .copied()
                .map(Value::Scalar)
        }
        ExprKind::SpaceAttribute { board, column, of } => {
            let space = usize::try_from(number(of)?).ok()?;
            let spaces = spaces(*board, game)?;
            spaces.get(space)?.attributes.get(*column).cloned()
        }
        ExprKind::Equal(a, b) => flag(value(a, row, game)? == value(b, row, game)?),
        ExprKind::If(cond, yes, no) => value(if number(cond)? != 0 { yes } else { no }, row, game),
        ExprKind::Member(one, many) => {
            let one = value(one, row, game)?;
            flag(members(many, row, game)?.contains(&one))
        }
        ExprKind::Op(op, args) => operation(*op, args, row, game),
        ExprKind::Fold {
            op,
            binder,
            value: of,
        } => fold(*op, binder, of.as_ref(), row, game),
        _ => {
            let ask = |e: &Expr| number(e).ok_or(Unknown::Open);
            operator(e, ask)?.ok().map(Value::Scalar)
        }
    }
}

/// The members of a collection that is the same before and in play.
fn members(many: &Expr, row: &[Option<Value>], game: &Game) -> Option<Vec<Value>> {
    let numbers = |from: i32, end: i32| Some((from..end).map(Value::Scalar).collect());
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "everything else is known only in play"
    )]
    match &*many.kind {
        // Pieces of a kind with copies have no rows.
        ExprKind::AllPieces(kind) if game.kind(*kind).copies.is_some() => None,
        ExprKind::AllPieces(kind) | ExprKind::AllRows(kind) => {
            numbers(0, i32::try_from(game.kind(*kind).rows.len()).ok()?)
        }
        ExprKind::AllSpaces { board, .. } => {
            numbers(0, i32::try_from(spaces(*board, game)?.len()).ok()?)
        }
        ExprKind::Op(QueryOp::Neighbours, args) => {
            let of = args.first()?;
            let beside = &spaces(board_of(&of.ty)?, game)?
                .get(usize::try_from(scalar(value(of, row, game)?)?).ok()?)?
                .beside;
            let numbers = beside.iter().flatten().map(|space| i32::try_from(*space));
            numbers
                .map(|space| Some(Value::Scalar(space.ok()?)))
                .collect()
        }
        ExprKind::AllValues(count) => numbers(0, i32::try_from(*count).ok()?),
        ExprKind::Range(from, to) => {
            let from = scalar(value(from, row, game)?)?;
            let to = scalar(value(to, row, game)?)?;
            // A range that nobody means: too long to be walked through.
            let is_short = i64::from(to) - i64::from(from) <= LONGEST_RANGE;
            is_short.then(|| (from..=to).map(Value::Scalar).collect())
        }
        ExprKind::Filter(binder) => {
            let fitting = bound(binder, row, game)?;
            Some(fitting.into_iter().map(|(member, _)| member).collect())
        }
        _ => {
            let Value::Set(mask) = value(many, row, game)? else {
                return None;
            };
            let bits = (0..i32::BITS as i32).filter(|bit| mask & (1 << bit) != 0);
            Some(bits.map(Value::Scalar).collect())
        }
    }
}

/// The spaces of a board that has only one layout, or of the layout that is asked about.
fn spaces(board: BoardId, game: &Game) -> Option<&[LayoutSpace]> {
    match game.boards[board.index()].layouts.as_slice() {
        [only] => Some(&only.spaces),
        _ => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only a space is on a board")]
fn board_of(ty: &Type) -> Option<BoardId> {
    match ty.required() {
        Type::Space(board) => Some(*board),
        _ => None,
    }
}

/// The fewest steps from one space to another; -1 when there is no way.
fn distance(spaces: &[LayoutSpace], from: usize, to: usize) -> Option<i32> {
    let mut reached = BTreeSet::from([from]);
    let mut edge = vec![from];
    for steps in 0.. {
        if reached.contains(&to) {
            return Some(steps);
        }
        let next = edge
            .iter()
            .flat_map(|at| spaces.get(*at))
            .flat_map(|space| &space.beside);
        let next: BTreeSet<usize> = next.flatten().map(|space| *space as usize).collect();
        edge = next
            .into_iter()
            .filter(|space| reached.insert(*space))
            .collect();
        if edge.is_empty() {
            break;
        }
    }
    Some(-1)
}

/// Numbers in a range that are still walked through.
const LONGEST_RANGE: i64 = 10_000;

/// The values of a frame, by slot.
type Frame = Vec<Option<Value>>;

/// The members that fit, each with the frame in which it is bound.
fn bound(binder: &Binder, row: &[Option<Value>], game: &Game) -> Option<Vec<(Value, Frame)>> {
    let at = usize::from(binder.slot).checked_sub(1)?;
    let mut fitting = Vec::new();
    for member in members(&binder.source, row, game)? {
        let mut frame = row.to_vec();
        frame.resize(frame.len().max(at + 1), None);
        frame[at] = Some(member.clone());
        let fits = match &binder.cond {
            Some(cond) => scalar(value(cond, &frame, game)?)? != 0,
            None => true,
        };
        if fits {
            fitting.push((member, frame));
        }
    }
    Some(fitting)
}

fn fold(
    op: FoldOp,
    binder: &Binder,
    of: Option<&Expr>,
    row: &[Option<Value>],
    game: &Game,
) -> Option<Value> {
    let fitting = bound(binder, row, game)?;
    let number = |count: usize| i32::try_from(count).ok().map(Value::Scalar);
    let flag = |truth: bool| Some(Value::Scalar(i32::from(truth)));
    let member = |one: Option<&(Value, Frame)>| {
        Some(one.map_or(Value::Scalar(NONE), |(member, _)| member.clone()))
    };
    let values = || -> Option<Vec<i32>> {
        let each = fitting
            .iter()
            .map(|(_, frame)| scalar(value(of?, frame, game)?));
        each.collect()
    };
    match op {
        FoldOp::Count => number(fitting.len()),
        FoldOp::Any => flag(!fitting.is_empty()),
        FoldOp::Nothing => flag(fitting.is_empty()),
        FoldOp::Every => flag(values()?.iter().all(|holds| *holds != 0)),
        FoldOp::Sum => {
            let sum = values()?.into_iter().map(i64::from).sum();
            numbers::number(sum).ok().map(Value::Scalar)
        }
        FoldOp::Least => Some(Value::Scalar(values()?.into_iter().min().unwrap_or(0))),
        FoldOp::Most => Some(Value::Scalar(values()?.into_iter().max().unwrap_or(0))),
        FoldOp::Distinct => {
            let mut different = values()?;
            different.sort_unstable();
            different.dedup();
            number(different.len())
        }
        FoldOp::First => member(fitting.first()),
        FoldOp::Last => member(fitting.last()),
        FoldOp::Fewest | FoldOp::Greatest | FoldOp::Group | FoldOp::Groups | FoldOp::Streak => None,
    }
}

fn operation(op: QueryOp, args: &[Expr], row: &[Option<Value>], game: &Game) -> Option<Value> {
    let number = |at: usize| scalar(value(args.get(at)?, row, game)?);
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "everything else is known only in play"
    )]
    let answer = match op {
        QueryOp::Size => i32::try_from(members(args.first()?, row, game)?.len()).ok(),
        QueryOp::Minimum => Some(number(0)?.min(number(1)?)),
        QueryOp::Maximum => Some(number(0)?.max(number(1)?)),
        QueryOp::Absolute => numbers::absolute(number(0)?).ok(),
        QueryOp::Distance => {
            let spaces = spaces(board_of(&args.first()?.ty)?, game)?;
            let at = |n: usize| usize::try_from(number(n)?).ok();
            distance(spaces, at(0)?, at(1)?)
        }
        _ => None,
    };
    answer.map(Value::Scalar)
}

fn scalar(value: Value) -> Option<i32> {
    match value {
        Value::Scalar(number) | Value::Set(number) => Some(number),
        Value::Bag(_) | Value::Shape(_) | Value::Text(_) => None,
    }
}
