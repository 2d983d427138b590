//! Moves trees: the same text stands some bytes further in its file now, so its tree need not be made again.
//!
//! Every field of every node is named, so that a new field does not compile before somebody has said whether it has a place.

use crate::ast::*;
use ludex_source::Span;

/// A part of a tree that knows where it stands.
pub trait Shift {
    /// Moves everything in it by some bytes.
    fn shift(&mut self, by: i32);
}

impl Shift for Span {
    fn shift(&mut self, by: i32) {
        Span::shift(self, by);
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: i32) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, by: i32) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: i32) {
        (**self).shift(by);
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn shift(&mut self, by: i32) {
        self.0.shift(by);
        self.1.shift(by);
    }
}

/// Implements `Shift` for structs: the fields that have a place, then those that have none.
macro_rules! shift_structs {
    ($($name:ident { $($placed:ident),* ; $($other:ident),* })*) => {$(
        impl Shift for $name {
            fn shift(&mut self, by: i32) {
                let $name { $($placed,)* $($other: _,)* } = self;
                $($placed.shift(by);)*
            }
        }
    )*};
}

shift_structs! {
    Name { span; text }
    Phrase { parts, span; text }
    File { items; }
    Item { span, kind; doc, broken }
    Enum { name, values, phrases; }
    OptionDecl { name, values, default; text }
    Kind { name, of, copies, phrase, members; is_record }
    Copies { count; per_player }
    Member { span, kind; doc }
    Demand { cond; reason }
    Attribute { name, ty, default, phrase; }
    Place { name, per, order, holds, capacity, seen, when_empty, phrase; }
    Seen { by, field; }
    Board { name, per, shape, size, up_to, from, layout, phrase, members; }
    Var { name, per, index, ty, default, while_in, until, seen, phrase; uncompared }
    Track { name, per, low, high, start, phrase, parts; }
    Table { name, key, value; }
    Param { label, name, ty; }
    Effect { name, params, ordered_by, phrase, body; recursive }
    Query { name, params, ty, phrase, body; recursive }
    Action { name, binders, body; prompt }
    Binder { name, source, cond; }
    Hook { effect, params, cond, limit, body, span; timing }
    Modifier { query, params, cond, value, span; change }
    ResultDecl { ranks, wins; }
    RankBy { value; low_wins }
    Type { span, kind; }
    Expr { kind, span; }
    Fold { name, binder, value; }
    Block { stmts, span; }
    Stmt { kind, span; }
    Choose { quantity, binders, whole, by, prompt, body, otherwise; again }
    Call { callee, args, span; }
    Arg { label, value; }
}

impl Shift for PhrasePart {
    fn shift(&mut self, by: i32) {
        match self {
            PhrasePart::Words(_) => {}
            PhrasePart::Value(name) | PhrasePart::Forms(name, _, _) => name.shift(by),
        }
    }
}

impl Shift for ItemKind {
    fn shift(&mut self, by: i32) {
        match self {
            ItemKind::Enum(one) => one.shift(by),
            ItemKind::Option(one) => one.shift(by),
            ItemKind::Kind(one) => one.shift(by),
            ItemKind::Place(one) => one.shift(by),
            ItemKind::Board(one) => one.shift(by),
            ItemKind::Var(one) => one.shift(by),
            ItemKind::Track(one) => one.shift(by),
            ItemKind::Table(one) => one.shift(by),
            ItemKind::Moment(one) => one.shift(by),
            ItemKind::Effect(one) => one.shift(by),
            ItemKind::Query(one) => one.shift(by),
            ItemKind::Action(one) => one.shift(by),
            ItemKind::Hook(one) => one.shift(by),
            ItemKind::Modifier(one) => one.shift(by),
            ItemKind::Setup(one) | ItemKind::Play(one) => one.shift(by),
            ItemKind::Result(one) => one.shift(by),
            ItemKind::Heuristic(one) => one.shift(by),
            ItemKind::Demand(one) => one.shift(by),
        }
    }
}

impl Shift for OptionValues {
    fn shift(&mut self, by: i32) {
        match self {
            OptionValues::Bool(span) => span.shift(by),
            OptionValues::Words(words) => words.shift(by),
            OptionValues::Enum(name) => name.shift(by),
            OptionValues::Range(low, high) => {
                low.shift(by);
                high.shift(by);
            }
        }
    }
}

impl Shift for MemberKind {
    fn shift(&mut self, by: i32) {
        match self {
            MemberKind::Attribute(one) => one.shift(by),
            MemberKind::Field(one) => one.shift(by),
            MemberKind::Place(one) => one.shift(by),
            MemberKind::Home(one) => one.shift(by),
            MemberKind::Active { places, form } => {
                places.shift(by);
                form.shift(by);
            }
            MemberKind::Join { what, by: key } => {
                what.shift(by);
                key.shift(by);
            }
            MemberKind::Demand(one) => one.shift(by),
        }
    }
}

impl Shift for TrackPart {
    fn shift(&mut self, by: i32) {
        match self {
            TrackPart::Gate { at, cond } => {
                at.shift(by);
                cond.shift(by);
            }
            TrackPart::Beyond { extra, body } => {
                extra.shift(by);
                body.shift(by);
            }
            TrackPart::At { space, how, body } => {
                space.shift(by);
                how.shift(by);
                body.shift(by);
            }
        }
    }
}

impl Shift for TypeKind {
    fn shift(&mut self, by: i32) {
        match self {
            TypeKind::Name(_) => {}
            TypeKind::IntRange(low, high) => {
                low.shift(by);
                high.shift(by);
            }
            TypeKind::Optional(ty)
            | TypeKind::Set(ty)
            | TypeKind::Bag(ty)
            | TypeKind::All(ty)
            | TypeKind::PlaceOf(ty) => ty.shift(by),
            TypeKind::Any(name) | TypeKind::DirectionOf(name) | TypeKind::PlacementOf(name) => {
                name.shift(by);
            }
            TypeKind::Effect(params) => params.shift(by),
            TypeKind::Value(params, ty) => {
                params.shift(by);
                ty.shift(by);
            }
        }
    }
}

impl Shift for ExprKind {
    fn shift(&mut self, by: i32) {
        match self {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Name(_) => {}
            ExprKind::Member(of, name) | ExprKind::Let(name, of) => {
                of.shift(by);
                name.shift(by);
            }
            ExprKind::Call(callee, args) => {
                callee.shift(by);
                args.shift(by);
            }
            ExprKind::Fold(fold) => fold.shift(by),
            ExprKind::Filter(binder) => binder.shift(by),
            ExprKind::Set(members) => members.shift(by),
            ExprKind::Index(a, b) | ExprKind::Range(a, b) | ExprKind::Binary(_, a, b) => {
                a.shift(by);
                b.shift(by);
            }
            ExprKind::Unary(_, of) => of.shift(by),
            ExprKind::If(cond, then, otherwise) => {
                cond.shift(by);
                then.shift(by);
                otherwise.shift(by);
            }
            ExprKind::Possible(choose) => choose.shift(by),
        }
    }
}

impl Shift for Quantity {
    fn shift(&mut self, by: i32) {
        match self {
            Quantity::One | Quantity::Any | Quantity::All => {}
            Quantity::Exactly(count) | Quantity::UpTo(count) => count.shift(by),
        }
    }
}
