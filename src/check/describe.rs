//! The words of messages for types, declarations and values.
//!
//! Takes types and names, gives words for people; decides nothing.

use crate::decl::Decl;
use crate::env::Checker;
use ludex_rules::types::{Declarer, Type};
use ludex_syntax::ast;

impl Checker<'_> {
    /// A type in words, with its article: "a number", "a piece of kind `card`".
    pub(super) fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "a number".into(),
            Type::Bool => "yes or no".into(),
            Type::Text => "words".into(),
            Type::Enum(id) => format!("a value of `{}`", self.env.game.enums[id.index()].name),
            Type::Player => "a player".into(),
            Type::Piece(id) if self.is_any(*id) => "a piece".into(),
            Type::Piece(id) => format!("a piece of kind `{}`", self.env.game.kind(*id).name),
            Type::Row(id) => format!("a row of `{}`", self.env.game.kind(*id).name),
            Type::Space(id) => format!("a space of `{}`", self.env.game.boards[id.index()].name),
            Type::Place(id) if self.is_any(*id) => "a place".into(),
            Type::Place(id) => format!("a place of `{}`", self.env.game.kind(*id).name),
            Type::Set(id) => format!("a set of `{}`", self.env.game.enums[id.index()].name),
            Type::Bag(id) => format!("a bag of `{}`", self.env.game.enums[id.index()].name),
            Type::Shape => "a shape".into(),
            Type::Direction(id) => {
                format!("a direction of `{}`", self.env.game.boards[id.index()].name)
            }
            Type::Placement(id) => {
                format!("a placement on `{}`", self.env.game.boards[id.index()].name)
            }
            Type::All(member) => self.describe_many(member),
            Type::Optional(inner) => format!("{} or none", self.describe(inner)),
            Type::None => "`none`".into(),
            Type::Wrong => "anything".into(),
        }
    }

    /// A collection in words: "pieces of kind `card`".
    fn describe_many(&self, member: &Type) -> String {
        let one = self.describe(member);
        let plain = one.strip_prefix("a ").unwrap_or(&one);
        match plain.split_once(' ') {
            Some((first, rest)) => format!("{first}s {rest}"),
            None => format!("{plain}s"),
        }
    }

    /// The name of the kind or board that holds members of this type.
    pub(super) fn owner_name(&self, ty: &Type) -> Option<&str> {
        Some(match ty.declarer()? {
            Declarer::Kind(id) => &self.env.game.kind(id).name,
            Declarer::Board(id) => &self.env.game.boards[id.index()].name,
        })
    }

    /// Gives what sort of thing a declaration makes, with its article.
    pub(super) fn sort_of(&self, decl: Decl) -> &'static str {
        match decl {
            Decl::Enum(_) => "an enum",
            Decl::Kind(id) if self.env.game.kind(id).is_record => "a record",
            Decl::Kind(_) => "a kind",
            Decl::Sort(_) => "a sort of a kind",
            Decl::Place(_) => "a place",
            Decl::Board(_) => "a board",
            Decl::Var(id) if self.env.game.vars[id.index()].track.is_some() => "a track",
            Decl::Var(_) => "a variable",
            Decl::Table(_) => "a table",
            Decl::Moment(_) => "a moment",
            Decl::Effect(_) => "an effect",
            Decl::Query(_) => "a query",
            Decl::Action(_) => "an action",
            Decl::Option(_) => "an option",
        }
    }
}

/// A name or a path of names as it was written: `card.family`.
pub(super) fn path(e: &ast::Expr) -> Option<String> {
    if let ast::ExprKind::Name(name) = &*e.kind {
        return Some(name.clone());
    }
    let ast::ExprKind::Member(base, name) = &*e.kind else {
        return None;
    };
    Some(format!("{}.{}", path(base)?, name.text))
}

/// A name as words for a prompt: `draw_up` gives "draw up".
pub(super) fn words(name: &str) -> String {
    name.replace('_', " ")
}
