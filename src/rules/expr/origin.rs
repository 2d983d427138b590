//! The origin of a value: whose value an expression passes on, or what it is a member of.
//!
//! Analyses that follow a value (does it tell something hidden? which text gave it?) ask this instead of matching
//! expressions, so that whoever adds an expression says here where its value comes from. Of built-in queries and folds their
//! rows say it.

use super::{Expr, ExprKind};
use crate::ids::{ActionId, KindId, PlaceId, QueryId, Slot, VarId};
use crate::ops::{FoldGives, FoldOp, Gives, QueryOp};

/// The origin of an expression's value.
#[derive(Debug, Clone)]
pub enum ValueOrigin<'e> {
    /// A name of the frame holds it.
    Local(Slot),
    /// A variable holds it: the table's, or that of the holder.
    Var(VarId, Option<&'e Expr>),
    /// It is a place: the table's, or that of the holder.
    Place(PlaceId, Option<&'e Expr>),
    /// The row of this piece says it, in an attribute.
    Row(&'e Expr),
    /// The text of this piece or row, in a slot of the kind, answers it.
    Text(KindId, usize, &'e Expr),
    /// A query answers it, with these arguments.
    Query(QueryId, &'e [Expr]),
    /// The requirements of an action answer it.
    Action(ActionId),
    /// It is the value of one of these.
    OneOf(Vec<&'e Expr>),
    /// It is a member of this collection, picked by the rules.
    MemberOf(&'e Expr),
    /// It is a collection of members of these.
    MembersOf(Vec<&'e Expr>),
    /// It is known beforehand, drawn, or worked out from its operands.
    Own,
}

impl Expr {
    /// Returns where its value comes from.
    pub fn origin(&self) -> ValueOrigin<'_> {
        match &*self.kind {
            ExprKind::Local(slot) => ValueOrigin::Local(*slot),
            ExprKind::Var { var, of, .. } => ValueOrigin::Var(*var, of.as_ref()),
            ExprKind::Place { place, of } => ValueOrigin::Place(*place, of.as_ref()),
            ExprKind::Attribute { of, .. } | ExprKind::BagCount { of, .. } => ValueOrigin::Row(of),
            ExprKind::Slot { kind, slot, of, .. } => ValueOrigin::Text(*kind, *slot, of),
            ExprKind::Query(query, args) => ValueOrigin::Query(*query, args),
            ExprKind::Possible(action) => ValueOrigin::Action(*action),
            ExprKind::If(_, a, b) | ExprKind::Else(a, b) => ValueOrigin::OneOf(vec![a, b]),
            ExprKind::Filter(binder) => ValueOrigin::MembersOf(vec![&binder.source]),
            ExprKind::Union(a, b) => ValueOrigin::MembersOf(vec![a, b]),
            ExprKind::Op(op, args) => of_op(*op, args),
            ExprKind::Fold { op, binder, .. } => of_fold(*op, &binder.source),
            // `you` is another player in the second operand of `For`: its names are not those of this frame.
            ExprKind::Const(_)
            | ExprKind::Option(_)
            | ExprKind::MadeFor(_)
            | ExprKind::SpaceAttribute { .. }
            | ExprKind::AllPieces(_)
            | ExprKind::Copies { .. }
            | ExprKind::AllRows(_)
            | ExprKind::AllValues(_)
            | ExprKind::AllSpaces { .. }
            | ExprKind::Players
            | ExprKind::Range(..)
            | ExprKind::SetOf(_)
            | ExprKind::Shape(_)
            | ExprKind::Lookup(..)
            | ExprKind::PossibleSet(_)
            | ExprKind::Not(_)
            | ExprKind::Negate(_)
            | ExprKind::Amount(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Equal(..)
            | ExprKind::Less(..)
            | ExprKind::LessEqual(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Member(..)
            | ExprKind::Let(..)
            | ExprKind::For(..) => ValueOrigin::Own,
        }
    }
}

/// The origin of a built-in query's answer, by its row: a member that is drawn is a value of its own.
fn of_op(op: QueryOp, args: &[Expr]) -> ValueOrigin<'_> {
    let Some(row) = op.row().filter(|row| !row.chance) else {
        return ValueOrigin::Own;
    };
    match row.gives {
        Gives::Required => ValueOrigin::OneOf(args.iter().take(1).collect()),
        Gives::OptionalMemberOf(n) | Gives::MemberOf(n) => {
            (args.get(n)).map_or(ValueOrigin::Own, ValueOrigin::MemberOf)
        }
        Gives::Int
        | Gives::Bool
        | Gives::Player
        | Gives::OptionalPlayer
        | Gives::Players
        | Gives::Number
        | Gives::PlaceOf
        | Gives::OptionalSpace
        | Gives::NumberedSpace
        | Gives::Spaces
        | Gives::Directions
        | Gives::Direction
        | Gives::PlacementsOn(_) => ValueOrigin::Own,
    }
}

/// The origin of a fold's answer, by its row.
fn of_fold(op: FoldOp, source: &Expr) -> ValueOrigin<'_> {
    match op.row().map(|row| row.gives) {
        Some(FoldGives::Member) => ValueOrigin::MemberOf(source),
        Some(FoldGives::Int | FoldGives::Bool | FoldGives::Members) | None => ValueOrigin::Own,
    }
}
