//! Constant evaluation: the value of an expression that is the same in every play.
//!
//! The one walk over expressions outside of play. Constants, ranges and loops' bounds (`check`) know no row yet; defaults of
//! attributes and demands on rows (`check`) and first values of variables (`compile`) know all rows and boards. A piece is
//! its number in its kind, copies and all; a space is its number in its board.
//!
//! Every value that is looked at burns fuel, as steps do in play, so that no text keeps `check` at work for ever. What does not
//! depend on the member of a fold is worked out once (loop-invariant code motion), as the compiled program does.

use crate::expr::{Binder, Expr, ExprKind};
use crate::game::{Board, Game, LayoutSpace, NONE, Value};
use crate::ids::{BoardId, KindId, PlayerId, RowId, Slot};
use crate::numbers::{NoNumber, absolute, arithmetic, divided_up, negated, number};
use crate::ops::{FoldOp, QueryOp};
use crate::types::Type;
use crate::walk;
use std::cell::Cell;
use std::collections::BTreeSet;

/// The reason that a value is not known before play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// It depends on play.
    Open,
    /// It failed to check, and that is reported.
    Wrong,
    /// It has no value in any play.
    Fault(NoNumber),
    /// Working it out takes more fuel than there is.
    Spent,
}

/// The fuel of constant evaluation: the number of values that may still be looked at. Shared by all evaluations that burn it.
#[derive(Debug)]
pub struct Fuel(Cell<u64>);

impl Fuel {
    /// Returns a tank with so much fuel.
    pub fn new(amount: u64) -> Fuel {
        Fuel(Cell::new(amount))
    }

    /// Burns some fuel; the tank is empty once more is asked for than is left.
    fn burn(&self, amount: usize) -> Known<()> {
        let left = u64::try_from(amount).ok();
        let left = left.and_then(|amount| self.0.get().checked_sub(amount));
        self.0.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(Unknown::Spent)
    }

    /// Returns how much is left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    /// Moves so much, or what is left, into a tank of its own.
    pub fn draw(&self, most: u64) -> Fuel {
        let amount = most.min(self.left());
        self.0.set(self.left() - amount);
        Fuel::new(amount)
    }

    /// Takes back what is left in another tank.
    pub fn refill(&self, other: Fuel) {
        self.0.set(self.left() + other.left());
    }
}

/// The result of an evaluation.
type Known<T> = Result<T, Unknown>;

/// The values of a frame; none where a slot has no value yet.
type Frame = Vec<Option<Value>>;

/// The wish of a visit of a member, and the end of the walk over all: it goes on, or stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WalkFlow {
    GoOn,
    Stop,
}

type Walked = Known<WalkFlow>;

/// An evaluator of constant expressions, with all that is known of a game before play.
#[derive(Debug, Clone, Copy)]
pub struct Constants<'a> {
    /// The rows and boards; none while they are being read.
    game: Option<&'a Game>,
    /// The slot of a frame's first value.
    first: Slot,
    /// The fuel that evaluations burn.
    fuel: &'a Fuel,
}

/// Evaluates an expression that asks for no row and no local name.
pub fn constant(e: &Expr, fuel: &Fuel) -> Known<i32> {
    let nothing = Constants {
        game: None,
        first: 0,
        fuel,
    };
    nothing.number(e, &[])
}

impl<'a> Constants<'a> {
    /// Evaluates with the rows and boards of a game, in frames whose first value stands in a slot.
    pub fn of(game: &'a Game, first: Slot, fuel: &'a Fuel) -> Constants<'a> {
        Constants {
            game: Some(game),
            first,
            fuel,
        }
    }

    /// Evaluates an expression in a frame.
    pub fn value(&self, e: &Expr, frame: &[Option<Value>]) -> Known<Value> {
        if e.ty == Type::Wrong {
            return Err(Unknown::Wrong);
        }
        self.fuel.burn(1)?;
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
                let found = self.each_member(many, frame, &mut |member| {
                    Ok(WalkFlow::stop_if(member == one))
                })?;
                flag(found == WalkFlow::Stop)
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

    /// Walks over the members of a collection that is the same before and in play, until a visit breaks off.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "everything else is a set, or known only in play"
    )]
    fn each_member(
        &self,
        many: &Expr,
        frame: &[Option<Value>],
        visit: &mut dyn FnMut(Value) -> Walked,
    ) -> Walked {
        match &*many.kind {
            ExprKind::AllPieces(kind) | ExprKind::AllRows(kind) => {
                let kind = known(self.game)?.kind(*kind);
                // Pieces of a kind with copies have no rows.
                match kind.copies {
                    Some(_) => Err(Unknown::Open),
                    None => self.numbers(0, kind.rows.len(), visit),
                }
            }
            ExprKind::Copies { first, count, .. } => {
                self.numbers(first.index(), *count as usize, visit)
            }
            ExprKind::AllSpaces { board, .. } => self.numbers(0, self.spaces(*board)?.len(), visit),
            ExprKind::Op(QueryOp::Neighbours, args) => self.neighbours(args, frame, visit),
            ExprKind::AllValues(count) => self.numbers(0, *count as usize, visit),
            ExprKind::Range(from, to) => {
                let (from, to) = (self.number(from, frame)?, self.number(to, frame)?);
                self.each((from..=to).map(Value::Scalar), visit)
            }
            ExprKind::Filter(binder) => {
                self.each_bound(binder, frame, &mut |member, _| visit(member.clone()))
            }
            ExprKind::Union(a, b) => self.union(a, b, frame, visit),
            _ => {
                let Value::Set(mask) = self.value(many, frame)? else {
                    return Err(Unknown::Open);
                };
                let bits = (0..i32::BITS as i32).filter(|bit| mask & (1 << bit) != 0);
                self.each(bits.map(Value::Scalar), visit)
            }
        }
    }

    fn each(
        &self,
        members: impl Iterator<Item = Value>,
        visit: &mut dyn FnMut(Value) -> Walked,
    ) -> Walked {
        for member in members {
            self.fuel.burn(1)?;
            if visit(member)? == WalkFlow::Stop {
                return Ok(WalkFlow::Stop);
            }
        }
        Ok(WalkFlow::GoOn)
    }

    /// Walks over so many numbers from one on.
    fn numbers(
        &self,
        first: usize,
        count: usize,
        visit: &mut dyn FnMut(Value) -> Walked,
    ) -> Walked {
        let end = i32::try_from(first + count).map_err(|_| Unknown::Open)?;
        self.each((first as i32..end).map(Value::Scalar), visit)
    }

    /// Walks over the members of two collections, those of both once.
    fn union(
        &self,
        a: &Expr,
        b: &Expr,
        frame: &[Option<Value>],
        visit: &mut dyn FnMut(Value) -> Walked,
    ) -> Walked {
        let mut met = Vec::new();
        for many in [a, b] {
            let walked = self.each_member(many, frame, &mut |member| {
                self.fuel.burn(met.len())?;
                if met.contains(&member) {
                    return Ok(WalkFlow::GoOn);
                }
                met.push(member.clone());
                visit(member)
            });
            if walked? == WalkFlow::Stop {
                return Ok(WalkFlow::Stop);
            }
        }
        Ok(WalkFlow::GoOn)
    }

    fn neighbours(
        &self,
        args: &[Expr],
        frame: &[Option<Value>],
        visit: &mut dyn FnMut(Value) -> Walked,
    ) -> Walked {
        let of = known(args.first())?;
        let spaces = self.spaces(board_of(&of.ty)?)?;
        let beside = &known(get(spaces, self.number(of, frame)?))?.beside;
        let numbers = beside.iter().flatten().map(|space| i32::try_from(*space));
        let numbers: Vec<i32> = numbers
            .collect::<Result<_, _>>()
            .map_err(|_| Unknown::Open)?;
        self.each(numbers.into_iter().map(Value::Scalar), visit)
    }

    /// Returns the spaces of a board that is the same in every game.
    fn spaces(&self, board: BoardId) -> Known<&'a [LayoutSpace]> {
        let board: &Board = &known(self.game)?.boards[board.index()];
        let is_fixed =
            !board.waits && (board.size.as_ref()).is_none_or(|e| constant(e, self.fuel).is_ok());
        match board.layouts.as_slice() {
            [only] if is_fixed => Ok(&only.spaces),
            _ => Err(Unknown::Open),
        }
    }

    /// Lists the members that fit, each with the frame in which it is bound; so many at most.
    pub fn bound(
        &self,
        binder: &Binder,
        frame: &[Option<Value>],
        most: u64,
    ) -> Known<Vec<(Value, Frame)>> {
        let mut fitting = Vec::new();
        self.each_bound(binder, frame, &mut |member, inner| {
            if fitting.len() as u64 >= most {
                return Err(Unknown::Spent);
            }
            fitting.push((member.clone(), inner.clone()));
            Ok(WalkFlow::GoOn)
        })?;
        Ok(fitting)
    }

    /// Walks over the members that fit, each with the frame in which it is bound.
    fn each_bound(
        &self,
        binder: &Binder,
        frame: &[Option<Value>],
        visit: &mut dyn FnMut(&Value, &Frame) -> Walked,
    ) -> Walked {
        let at = usize::from(known(binder.slot.checked_sub(self.first))?);
        let mut inner = frame.to_vec();
        inner.resize(inner.len().max(at + 1), None);
        self.fuel.burn(inner.len())?;
        let mut cond = match &binder.cond {
            Some(cond) => Some(self.of_member(cond, binder)?),
            None => None,
        };
        self.each_member(&binder.source, frame, &mut |member| {
            inner[at] = Some(member.clone());
            let fits = match &mut cond {
                Some(cond) => self.asked_of(cond, &inner)? != 0,
                None => true,
            };
            if fits {
                visit(&member, &inner)
            } else {
                Ok(WalkFlow::GoOn)
            }
        })
    }

    /// Prepares an expression that is asked of each member.
    fn of_member<'e>(&self, e: &'e Expr, binder: &Binder) -> Known<OfMember<'e>> {
        let (mut nodes, mut varies) = (0, false);
        walk::exprs(e, &mut |inner| {
            nodes += 1;
            varies |= matches!(*inner.kind, ExprKind::Local(slot) if slot == binder.slot);
        });
        self.fuel.burn(nodes)?;
        Ok(OfMember {
            e,
            varies,
            value: None,
        })
    }

    /// Evaluates an expression for a member.
    fn asked_of(&self, of: &mut OfMember<'_>, frame: &[Option<Value>]) -> Known<i32> {
        match of.value {
            Some(value) if !of.varies => Ok(value),
            _ => {
                let value = self.number(of.e, frame)?;
                of.value = Some(value);
                Ok(value)
            }
        }
    }

    fn fold(
        &self,
        op: FoldOp,
        binder: &Binder,
        of: Option<&Expr>,
        frame: &[Option<Value>],
    ) -> Known<Value> {
        let first = |stop: bool| -> Known<Option<Value>> {
            let mut found = None;
            self.each_bound(binder, frame, &mut |member, _| {
                found = Some(member.clone());
                Ok(WalkFlow::stop_if(stop))
            })?;
            Ok(found)
        };
        let answer = match op {
            FoldOp::Count => {
                let mut count = 0;
                self.each_bound(binder, frame, &mut |_, _| {
                    count += 1;
                    Ok(WalkFlow::GoOn)
                })?;
                counted(count)?
            }
            FoldOp::Any => i32::from(first(true)?.is_some()),
            FoldOp::Nothing => i32::from(first(true)?.is_none()),
            FoldOp::First => return Ok(first(true)?.unwrap_or(Value::Scalar(NONE))),
            FoldOp::Last => return Ok(first(false)?.unwrap_or(Value::Scalar(NONE))),
            FoldOp::Every => {
                let failed =
                    self.each_value(binder, of, frame, |holds| WalkFlow::stop_if(holds == 0))?;
                i32::from(failed == WalkFlow::GoOn)
            }
            FoldOp::Sum => {
                let mut sum = 0;
                self.each_value(binder, of, frame, |value| {
                    sum += i64::from(value);
                    WalkFlow::GoOn
                })?;
                number(sum).map_err(Unknown::Fault)?
            }
            FoldOp::Least => self.extreme(binder, of, frame, i32::min)?,
            FoldOp::Most => self.extreme(binder, of, frame, i32::max)?,
            FoldOp::Distinct => {
                let mut values = BTreeSet::new();
                self.each_value(binder, of, frame, |value| {
                    values.insert(value);
                    WalkFlow::GoOn
                })?;
                counted(values.len())?
            }
            FoldOp::Fewest | FoldOp::Greatest | FoldOp::Group | FoldOp::Groups | FoldOp::Streak => {
                return Err(Unknown::Open);
            }
        };
        Ok(Value::Scalar(answer))
    }

    /// Walks over the values that a fold has for its members.
    fn each_value(
        &self,
        binder: &Binder,
        of: Option<&Expr>,
        frame: &[Option<Value>],
        mut visit: impl FnMut(i32) -> WalkFlow,
    ) -> Walked {
        let mut of = self.of_member(known(of)?, binder)?;
        self.each_bound(binder, frame, &mut |_, inner| {
            Ok(visit(self.asked_of(&mut of, inner)?))
        })
    }

    /// Evaluates a fold that keeps the better of two values; 0 for no member.
    fn extreme(
        &self,
        binder: &Binder,
        of: Option<&Expr>,
        frame: &[Option<Value>],
        better: fn(i32, i32) -> i32,
    ) -> Known<i32> {
        let mut best = None;
        self.each_value(binder, of, frame, |value| {
            best = Some(best.map_or(value, |best| better(best, value)));
            WalkFlow::GoOn
        })?;
        Ok(best.unwrap_or(0))
    }

    fn operation(&self, op: QueryOp, args: &[Expr], frame: &[Option<Value>]) -> Known<i32> {
        let number = |at: usize| self.number(known(args.get(at))?, frame);
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "everything else is known only in play"
        )]
        match op {
            QueryOp::Size => {
                let mut size = 0;
                self.each_member(known(args.first())?, frame, &mut |_| {
                    size += 1;
                    Ok(WalkFlow::GoOn)
                })?;
                counted(size)
            }
            QueryOp::Minimum => Ok(number(0)?.min(number(1)?)),
            QueryOp::Maximum => Ok(number(0)?.max(number(1)?)),
            QueryOp::Absolute => absolute(number(0)?).map_err(Unknown::Fault),
            QueryOp::DivideUp => divided_up(number(0)?, number(1)?).map_err(Unknown::Fault),
            QueryOp::Distance => {
                let spaces = self.spaces(board_of(&known(args.first())?.ty)?)?;
                self.fuel.burn(spaces.len())?;
                distance(spaces, number(0)?, number(1)?)
            }
            _ => Err(Unknown::Open),
        }
    }
}

/// An expression that is asked of each member of a collection.
struct OfMember<'e> {
    e: &'e Expr,
    /// It names the member; if not, it has one value for all.
    varies: bool,
    /// Its value for the member asked last.
    value: Option<i32>,
}

impl WalkFlow {
    fn stop_if(stop: bool) -> WalkFlow {
        if stop { WalkFlow::Stop } else { WalkFlow::GoOn }
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

fn board_of(ty: &Type) -> Known<BoardId> {
    if let Type::Space(board) = ty.required() {
        Ok(*board)
    } else {
        Err(Unknown::Open)
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
