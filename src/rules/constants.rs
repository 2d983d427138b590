//! Constant evaluation: the value of an expression that is the same in every play.
//!
//! The one walk over expressions outside of play. Constants, ranges and loops' bounds (`check`) know no row yet; defaults of
//! attributes and demands on rows (`check`) and first values of variables (`compile`) know all rows and boards. A piece is
//! its number in its kind, copies and all; a space is its number in its board.

use crate::rules::expr::{Binder, Expr, ExprKind};
use crate::rules::game::{Board, Game, LayoutSpace, NONE, Value};
use crate::rules::ids::{BoardId, KindId, PlayerId, RowId, Slot};
use crate::rules::numbers::{NoNumber, absolute, arithmetic, negated, number};
use crate::rules::ops::{FoldOp, QueryOp};
use crate::rules::types::Type;
use std::collections::BTreeSet;

/// Numbers in a range that are still walked through.
const LONGEST_RANGE: i64 = 10_000;

/// The reason that a value is not known before play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// It depends on play.
    Open,
    /// It failed to check, and that is reported.
    Wrong,
    /// It has no value in any play.
    Fault(NoNumber),
}

/// The result of an evaluation.
type Known<T> = Result<T, Unknown>;

/// The values of a frame; none where a slot has no value yet.
type Frame = Vec<Option<Value>>;

/// An evaluator of constant expressions, with all that is known of a game before play.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Constants<'a> {
    /// The rows and boards; none while they are being read.
    game: Option<&'a Game>,
    /// The slot of a frame's first value.
    first: Slot,
}

/// Evaluates an expression that asks for no row and no local name.
pub(crate) fn constant(e: &Expr) -> Known<i32> {
    let nothing = Constants {
        game: None,
        first: 0,
    };
    nothing.number(e, &[])
}

impl<'a> Constants<'a> {
    /// Evaluates with the rows and boards of a game, in frames whose first value stands in a slot.
    pub(crate) fn of(game: &'a Game, first: Slot) -> Constants<'a> {
        Constants {
            game: Some(game),
            first,
        }
    }

    /// Evaluates an expression in a frame.
    pub(crate) fn value(&self, e: &Expr, frame: &[Option<Value>]) -> Known<Value> {
        if e.ty == Type::Wrong {
            return Err(Unknown::Wrong);
        }
        let ask = |e: &Expr| self.number(e, frame);
        let flag = |truth: bool| Ok(Value::Scalar(i32::from(truth)));
        let counted = |result: Result<i32, NoNumber>| match result {
            Ok(number) => Ok(Value::Scalar(number)),
            Err(none) => Err(Unknown::Fault(none)),
        };
        match &*e.kind {
            ExprKind::Const(mask) if matches!(e.ty, Type::Set(_)) => Ok(Value::Set(*mask)),
            ExprKind::Const(number) => Ok(Value::Scalar(*number)),
            ExprKind::Shape(shape) => Ok(Value::Shape(*shape)),
            ExprKind::Local(slot) => self.local(*slot, frame),
            ExprKind::Attribute { kind, column, of } => self.attribute(*kind, *column, ask(of)?),
            ExprKind::BagCount {
                kind,
                column,
                of,
                at,
            } => match (self.attribute(*kind, *column, ask(of)?)?, ask(at)?) {
                (Value::Bag(counts), at) => known(get(&counts, at).copied().map(Value::Scalar)),
                _ => Err(Unknown::Open),
            },
            ExprKind::MadeFor(of) => Ok(Value::Scalar(self.made_for(&of.ty, ask(of)?)?)),
            ExprKind::SpaceAttribute { board, column, of } => {
                let space = get(self.spaces(*board)?, ask(of)?);
                known(space.and_then(|space| space.attributes.get(*column).cloned()))
            }
            ExprKind::Not(a) => flag(ask(a)? == 0),
            ExprKind::And(a, b) => flag(ask(a)? != 0 && ask(b)? != 0),
            ExprKind::Or(a, b) => flag(ask(a)? != 0 || ask(b)? != 0),
            ExprKind::Equal(a, b) => flag(self.value(a, frame)? == self.value(b, frame)?),
            ExprKind::Less(a, b) => flag(ask(a)? < ask(b)?),
            ExprKind::LessEqual(a, b) => flag(ask(a)? <= ask(b)?),
            ExprKind::Negate(a) => counted(negated(ask(a)?)),
            ExprKind::Arithmetic(op, a, b) => counted(arithmetic(*op, ask(a)?, ask(b)?)),
            ExprKind::If(cond, yes, no) => {
                self.value(if ask(cond)? != 0 { yes } else { no }, frame)
            }
            ExprKind::Else(a, b) => {
                let is_none = ask(a)? == NONE;
                self.value(if is_none { b } else { a }, frame)
            }
            ExprKind::Member(one, many) => {
                let one = self.value(one, frame)?;
                flag(self.members(many, frame)?.contains(&one))
            }
            ExprKind::Op(op, args) => self.operation(*op, args, frame).map(Value::Scalar),
            ExprKind::Fold { op, binder, value } => self.fold(*op, binder, value.as_ref(), frame),
            ExprKind::Option(_)
            | ExprKind::Amount(_)
            | ExprKind::Let(..)
            | ExprKind::For(..)
            | ExprKind::Var { .. }
            | ExprKind::Place { .. }
            | ExprKind::AllPieces(_)
            | ExprKind::Copies { .. }
            | ExprKind::AllRows(_)
            | ExprKind::AllValues(_)
            | ExprKind::AllSpaces { .. }
            | ExprKind::Players
            | ExprKind::Range(..)
            | ExprKind::Filter(_)
            | ExprKind::Union(..)
            | ExprKind::SetOf(_)
            | ExprKind::Query(..)
            | ExprKind::Slot { .. }
            | ExprKind::Lookup(..)
            | ExprKind::Possible(_)
            | ExprKind::PossibleSet(_) => Err(Unknown::Open),
        }
    }

    /// Evaluates a number, flag, word, row, piece, space, player or set.
    pub(crate) fn number(&self, e: &Expr, frame: &[Option<Value>]) -> Known<i32> {
        match self.value(e, frame)? {
            Value::Scalar(number) | Value::Set(number) => Ok(number),
            Value::Bag(_) | Value::Shape(_) | Value::Text(_) => Err(Unknown::Open),
        }
    }

    fn local(&self, slot: Slot, frame: &[Option<Value>]) -> Known<Value> {
        let at = slot.checked_sub(self.first).map(usize::from);
        known(at.and_then(|at| frame.get(at)?.clone()))
    }

    fn attribute(&self, kind: KindId, column: usize, row: i32) -> Known<Value> {
        let rows = &known(self.game)?.kind(kind).rows;
        known(get(rows, row).and_then(|row| row.attributes.get(column).cloned()))
    }

    /// Returns the player for whom a piece with a number in its kind is made: with `n` copies for each player, player `piece /
    /// n`.
    fn made_for(&self, of: &Type, piece: i32) -> Known<i32> {
        let (Type::Piece(kind), Ok(piece)) = (of.required(), u32::try_from(piece)) else {
            return Err(Unknown::Open);
        };
        let kind = known(self.game)?.kind(*kind);
        Ok(match kind.copies {
            Some((each, true)) => (piece / each.max(1)) as i32,
            Some((_, false)) => NONE,
            None => kind
                .made_for(RowId::numbered(piece))
                .map_or(NONE, PlayerId::value),
        })
    }

    /// Lists the members of a collection that is the same before and in play.
    fn members(&self, many: &Expr, frame: &[Option<Value>]) -> Known<Vec<Value>> {
        let from = |first: usize, count: usize| {
            let end = i32::try_from(first + count).map_err(|_| Unknown::Open)?;
            Ok((first as i32..end).map(Value::Scalar).collect())
        };
        let numbers = |count: usize| from(0, count);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "everything else is a set, or known only in play"
        )]
        match &*many.kind {
            ExprKind::AllPieces(kind) | ExprKind::AllRows(kind) => {
                let kind = known(self.game)?.kind(*kind);
                // Pieces of a kind with copies have no rows.
                match kind.copies {
                    Some(_) => Err(Unknown::Open),
                    None => numbers(kind.rows.len()),
                }
            }
            ExprKind::Copies { first, count, .. } => from(first.index(), *count as usize),
            ExprKind::AllSpaces { board, .. } => numbers(self.spaces(*board)?.len()),
            ExprKind::Op(QueryOp::Neighbours, args) => self.neighbours(args, frame),
            ExprKind::AllValues(count) => (0..i64::from(*count))
                .map(|n| Ok(Value::Scalar(n as i32)))
                .collect(),
            ExprKind::Range(from, to) => {
                let (from, to) = (self.number(from, frame)?, self.number(to, frame)?);
                // A range that nobody means: too long to be walked through.
                match i64::from(to) - i64::from(from) <= LONGEST_RANGE {
                    true => Ok((from..=to).map(Value::Scalar).collect()),
                    false => Err(Unknown::Open),
                }
            }
            ExprKind::Filter(binder) => {
                let fitting = self.bound(binder, frame)?;
                Ok(fitting.into_iter().map(|(member, _)| member).collect())
            }
            ExprKind::Union(a, b) => {
                let mut all = self.members(a, frame)?;
                for member in self.members(b, frame)? {
                    if !all.contains(&member) {
                        all.push(member);
                    }
                }
                Ok(all)
            }
            _ => {
                let Value::Set(mask) = self.value(many, frame)? else {
                    return Err(Unknown::Open);
                };
                let bits = (0..i32::BITS as i32).filter(|bit| mask & (1 << bit) != 0);
                Ok(bits.map(Value::Scalar).collect())
            }
        }
    }

    fn neighbours(&self, args: &[Expr], frame: &[Option<Value>]) -> Known<Vec<Value>> {
        let of = known(args.first())?;
        let spaces = self.spaces(board_of(&of.ty)?)?;
        let beside = &known(get(spaces, self.number(of, frame)?))?.beside;
        let numbers = beside.iter().flatten().map(|space| i32::try_from(*space));
        numbers
            .map(|space| space.map(Value::Scalar).map_err(|_| Unknown::Open))
            .collect()
    }

    /// Returns the spaces of a board that is the same in every game.
    fn spaces(&self, board: BoardId) -> Known<&'a [LayoutSpace]> {
        let board: &Board = &known(self.game)?.boards[board.index()];
        let is_fixed = !board.waits && board.size.as_ref().is_none_or(|e| constant(e).is_ok());
        match board.layouts.as_slice() {
            [only] if is_fixed => Ok(&only.spaces),
            _ => Err(Unknown::Open),
        }
    }

    /// Lists the members that fit, each with the frame in which it is bound.
    pub(crate) fn bound(
        &self,
        binder: &Binder,
        frame: &[Option<Value>],
    ) -> Known<Vec<(Value, Frame)>> {
        let at = usize::from(known(binder.slot.checked_sub(self.first))?);
        let mut fitting = Vec::new();
        for member in self.members(&binder.source, frame)? {
            let mut inner = frame.to_vec();
            inner.resize(inner.len().max(at + 1), None);
            inner[at] = Some(member.clone());
            let fits = match &binder.cond {
                Some(cond) => self.number(cond, &inner)? != 0,
                None => true,
            };
            if fits {
                fitting.push((member, inner));
            }
        }
        Ok(fitting)
    }

    fn fold(
        &self,
        op: FoldOp,
        binder: &Binder,
        of: Option<&Expr>,
        frame: &[Option<Value>],
    ) -> Known<Value> {
        let fitting = self.bound(binder, frame)?;
        let values = || -> Known<Vec<i32>> {
            let of = known(of)?;
            let each = fitting.iter().map(|(_, inner)| self.number(of, inner));
            each.collect()
        };
        let member = |one: Option<&(Value, Frame)>| {
            Ok(one.map_or(Value::Scalar(NONE), |(member, _)| member.clone()))
        };
        let answer = match op {
            FoldOp::Count => counted(fitting.len())?,
            FoldOp::Any => i32::from(!fitting.is_empty()),
            FoldOp::Nothing => i32::from(fitting.is_empty()),
            FoldOp::Every => i32::from(values()?.iter().all(|holds| *holds != 0)),
            FoldOp::Sum => {
                let sum = values()?.into_iter().map(i64::from).sum();
                number(sum).map_err(Unknown::Fault)?
            }
            FoldOp::Least => values()?.into_iter().min().unwrap_or(0),
            FoldOp::Most => values()?.into_iter().max().unwrap_or(0),
            FoldOp::Distinct => counted(values()?.into_iter().collect::<BTreeSet<_>>().len())?,
            FoldOp::First => return member(fitting.first()),
            FoldOp::Last => return member(fitting.last()),
            FoldOp::Fewest | FoldOp::Greatest | FoldOp::Group | FoldOp::Groups | FoldOp::Streak => {
                return Err(Unknown::Open);
            }
        };
        Ok(Value::Scalar(answer))
    }

    fn operation(&self, op: QueryOp, args: &[Expr], frame: &[Option<Value>]) -> Known<i32> {
        let number = |at: usize| self.number(known(args.get(at))?, frame);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "everything else is known only in play"
        )]
        match op {
            QueryOp::Size => counted(self.members(known(args.first())?, frame)?.len()),
            QueryOp::Minimum => Ok(number(0)?.min(number(1)?)),
            QueryOp::Maximum => Ok(number(0)?.max(number(1)?)),
            QueryOp::Absolute => absolute(number(0)?).map_err(Unknown::Fault),
            QueryOp::Distance => {
                let spaces = self.spaces(board_of(&known(args.first())?.ty)?)?;
                distance(spaces, number(0)?, number(1)?)
            }
            _ => Err(Unknown::Open),
        }
    }
}

/// Turns a missing value into one that is known only in play.
fn known<T>(value: Option<T>) -> Known<T> {
    value.ok_or(Unknown::Open)
}

fn counted(count: usize) -> Known<i32> {
    i32::try_from(count).map_err(|_| Unknown::Open)
}

/// Returns the item with a number; none for `none` and whatever lies outside.
fn get<T>(items: &[T], at: i32) -> Option<&T> {
    items.get(usize::try_from(at).ok()?)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only a space is on a board")]
fn board_of(ty: &Type) -> Known<BoardId> {
    match ty.required() {
        Type::Space(board) => Ok(*board),
        _ => Err(Unknown::Open),
    }
}

/// Counts the fewest steps from one space to another, by breadth-first search; -1 when there is no way.
fn distance(spaces: &[LayoutSpace], from: i32, to: i32) -> Known<i32> {
    let number = |at: i32| {
        let at = usize::try_from(at).ok();
        known(at.filter(|at| *at < spaces.len()))
    };
    let (from, to) = (number(from)?, number(to)?);
    let mut reached = BTreeSet::from([from]);
    let mut edge = vec![from];
    for steps in 0.. {
        if reached.contains(&to) {
            return Ok(steps);
        }
        let beside = edge.iter().flat_map(|at| &spaces[*at].beside);
        let next: BTreeSet<usize> = (beside.flatten())
            .flat_map(|space| usize::try_from(*space))
            .collect();
        let new = next.into_iter().filter(|space| reached.insert(*space));
        edge = new.collect();
        if edge.is_empty() {
            break;
        }
    }
    Ok(-1)
}
