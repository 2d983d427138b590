//! Advice about ideas that are not mistyped but wrong: what to write instead, told by the types and names at hand.
//!
//! Takes what was found and what is wanted, gives a help text; the words of other languages have their table in `report`.

use crate::decl::Decl;
use crate::describe::path;
use crate::env::{Checker, Scope};
use ludex_report::{Code, Diagnostic, Position};
use ludex_rules::expr::Expr;
use ludex_rules::ops;
use ludex_rules::ops::QueryOp;
use ludex_rules::types::Type;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Reports `c == red or blue`: a second value where a second comparison belongs.
    pub(super) fn another_value(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        second: &Expr,
    ) -> bool {
        use ast::BinaryOp as Op;
        let ast::ExprKind::Binary(op @ (Op::Equal | Op::NotEqual), asked, value) = &*left.kind
        else {
            return false;
        };
        let (Some(what), Some(first), Some(other)) = (path(asked), path(value), path(right)) else {
            return false;
        };
        if matches!(second.ty.required(), Type::Bool | Type::Wrong | Type::None) {
            return false;
        }
        let not = if *op == Op::NotEqual { "not in" } else { "in" };
        let help = if let Type::Enum(_) = second.ty.required() {
            format!("ask for one of several by `{what} {not} [{first}, {other}]`")
        } else {
            format!("compare each: `{what} == {first} or {what} == {other}`")
        };
        let found = self.describe(&second.ty);
        self.report.push(
            Diagnostic::error(
                Code::TYPE_MISMATCH,
                format!("expected yes or no, found {found}"),
            )
            .at(right.span, "compared with nothing")
            .help(help),
        );
        true
    }

    /// Gives where else a name has a meaning, and how it is written here.
    pub(super) fn known_elsewhere(&self, scope: &Scope, name: &str) -> Option<String> {
        if self.env.options.contains_key(name) {
            return Some(format!("an option is written `option.{name}`"));
        }
        if name == "chosen" {
            return Some(
                "what is chosen together is asked behind `with`: `choose any of x from … with …`"
                    .to_owned(),
            );
        }
        if scope.slots.iter().skip(1).any(|(slot, _)| slot == name) {
            if scope.find("chosen").is_some() {
                return Some(format!(
                    "those that are chosen together are `chosen`: `every(x in chosen : …)`; a condition on each `{name}` stands \
                     behind `where`"
                ));
            }
            return Some(format!(
                "`{name}` is known only in the block or the brackets that bind it: say there what needs it, or make the name \
                 before, `let {name} = …`, and change it inside"
            ));
        }
        let owner = self.attribute_of(name)?;
        let this = scope.find("this").map(|this| &this.ty);
        let members = match this {
            Some(Type::Piece(kind) | Type::Row(kind)) => self.env.kind_members.get(kind.index()),
            Some(Type::Space(board)) => self.env.space_members.get(board.index()),
            _ => None,
        };
        Some(if members.is_some_and(|all| all.contains_key(name)) {
            format!("what belongs to the piece, row or space itself is asked of it: `this.{name}`")
        } else {
            format!(
                "`{name}` belongs to each `{owner}` and is asked of one: `x.{name}`; a default may name the attributes above it"
            )
        })
    }

    /// Gives how to ask for something that is a query, not a member, as in other languages; and for an attribute of this name.
    pub(super) fn asked_as_query(&self, of: &str, ty: &Type, name: &str) -> Option<String> {
        if let Some(help) = self.declared_query(of, ty, name) {
            return Some(match self.attribute_of(name) {
                Some(owner) => {
                    format!("{help}; `{name}` also belongs to each `{owner}`: `x.{name}`")
                }
                None => help,
            });
        }
        let built_in = ops::query(name).filter(|row| !row.takes.is_empty());
        let lies = built_in.is_some_and(|row| {
            let of_place = [QueryOp::PlaceOf, QueryOp::SpaceHolding];
            of_place.contains(&row.op) || matches!(row.op, QueryOp::OwnerOf | QueryOp::Position)
        });
        let moved = if lies {
            "; it is another one when the piece is moved: `move x to …`"
        } else {
            ""
        };
        let (plain, _) = Diagnostic::error(Code::UNKNOWN_NAME, "").habit(Position::Query, name);
        match plain.meant {
            Some(meant) => Some(format!("a query is asked with brackets: `{meant}({of})`")),
            None if built_in.is_some() => Some(format!(
                "`{name}` is a query, asked with brackets: `{name}({of})`{moved}"
            )),
            None => None,
        }
    }

    /// Gives how to ask a declared query: of this very thing where it takes it, else of what it takes.
    fn declared_query(&self, of: &str, ty: &Type, name: &str) -> Option<String> {
        let &(Decl::Query(id), _) = self.env.names.get(name)? else {
            return None;
        };
        let params = &self.env.game.queries[id.index()].params;
        let Some((first, wanted)) = params.first() else {
            return Some(format!(
                "`{name}` is a query that takes nothing: write it alone"
            ));
        };
        let more = if params.len() > 1 { ", …" } else { "" };
        let takes_any = matches!((ty.required(), wanted), (Type::Piece(_), Type::Piece(kind)) if self.is_any(*kind));
        Some(if takes_any || ty.required().fits(wanted) {
            format!("`{name}` is a query, asked with brackets: `{name}({of}{more})`")
        } else {
            format!(
                "`{name}` is a query of {}: `{name}({first}{more})`",
                self.describe(wanted)
            )
        })
    }
}

/// Gives how to compare what is of two types, where a mistake is common.
pub(super) fn unlike(a: &Type, b: &Type, [left, right]: [&ast::Expr; 2]) -> Option<String> {
    let number = |e: &ast::Expr| {
        if let ast::ExprKind::Int(number) = &*e.kind {
            Some(number.to_string())
        } else {
            path(e)
        }
    };
    let (a, b) = (a.required(), b.required());
    Some(match (a, b) {
        (Type::Player, Type::Int) => format!(
            "a player is no number; seats are numbered from 0: `seat({}) == {}`",
            path(left)?,
            number(right)?
        ),
        (Type::Set(x), Type::Enum(y)) if x == y => {
            let (set, value) = (path(left)?, path(right)?);
            format!(
                "what a set holds is asked by `{set} has {value}`; the set of this alone is `[{value}]`"
            )
        }
        (Type::Enum(x), Type::Set(y)) if x == y => {
            let (set, value) = (path(right)?, path(left)?);
            format!(
                "what a set holds is asked by `{set} has {value}`; the set of this alone is `[{value}]`"
            )
        }
        (Type::Bag(x), Type::Enum(y)) if x == y => {
            format!(
                "a number of a bag is asked by `{}[{}] > 0`",
                path(left)?,
                path(right)?
            )
        }
        _ => return None,
    })
}

/// Gives what to write instead, where a slip is common.
pub(crate) fn advice(e: &ast::Expr, found: &Type, wanted: &Type) -> Option<String> {
    let what = path(e).unwrap_or_else(|| "…".to_owned());
    let help = match (found, wanted.required()) {
        (Type::Enum(a), Type::Set(b)) if a == b => {
            format!("a set is written in brackets: `[{what}]`")
        }
        (Type::Int, Type::Bool) => format!("compare it with a number: `{what} > 0`"),
        (Type::Place(_) | Type::All(_), Type::Bool) => {
            format!("ask whether there is one: `size({what}) > 0`")
        }
        (Type::Optional(_), Type::Bool) => format!("ask whether there is one: `{what} != none`"),
        (_, Type::Int) if matches!(&*e.kind, ast::ExprKind::Range(..)) => {
            "one number stands here; bounds stand behind a type, as in `int 0..9`".to_owned()
        }
        (Type::All(_), Type::Int) if matches!(&*e.kind, ast::ExprKind::Name(_)) => {
            format!("say how many, such as `1`; how many there are is `size({what})`")
        }
        (Type::Place(_) | Type::All(_), Type::Int) => {
            format!("ask how many there are: `size({what})`")
        }
        (Type::Place(a), Type::Piece(b)) if a == b => {
            format!(
                "take one of them: `top({what})`, `first(x in {what} where …)`, or let a player choose"
            )
        }
        (Type::All(a), one) if **a == *one => {
            format!("take one of them: `first(x in {what} where …)`, or let a player choose")
        }
        _ => return None,
    };
    Some(help)
}
