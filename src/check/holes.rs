//! Holes: the names that mean nothing, each with what could stand in its place.
//!
//! A name is a hole when it is misspelt, half written, or put there by an editor to ask what fits. The checker knows there what
//! it wanted and which local names hold; the semantic model keeps that, so that completion needs no scopes of its own.

use crate::env::Checker;
use crate::env::Decl;
use crate::env::LocalName;
use crate::env::Scope;
use crate::semantics::Symbol;
use ludex_rules::ids::SortId;
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// A name that means nothing, with what could stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameHole {
    /// A value is missing.
    Value {
        /// The type that it should have, if one is wanted.
        wanted: Option<Type>,
        /// The sort of argument of a built-in that it is.
        takes: Option<Takes>,
        /// The local names that hold there.
        locals: Vec<LocalAt>,
        /// True if somebody is `you` there, whose things need no owner.
        has_you: bool,
    },
    /// The first word of a statement.
    Statement {
        /// The local names that hold there.
        locals: Vec<LocalAt>,
        /// True if somebody is `you` there.
        has_you: bool,
    },
    /// A member of a value of a type.
    Member {
        /// The type of the value before the dot.
        of: Type,
        /// The sort of its pieces, where the rules tell it.
        sort: Option<SortId>,
    },
    /// A value of an enum, a row of a kind, a space or direction of a board, an option: what is named after it and a dot.
    PartOf(Symbol),
    /// The name of one of these declarations.
    Declared(Vec<Decl>),
    /// The name of a type.
    Type,
}

/// A local name that holds at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalAt {
    /// The name as it is written.
    pub name: String,
    /// The meaning of the name.
    pub symbol: Symbol,
    /// Its type, by what is known there.
    pub ty: Type,
}

impl Checker<'_> {
    /// Records that the value at a place means nothing.
    pub(crate) fn leave_value_open(&mut self, scope: &Scope, span: Span, hint: Option<&Type>) {
        let hole = NameHole::Value {
            wanted: hint.cloned(),
            takes: None,
            locals: visible(scope),
            has_you: scope.has_you,
        };
        self.env.semantics_mut().leave_open(span, hole);
    }

    /// Records that the first word of a statement means nothing.
    pub(crate) fn leave_statement_open(&mut self, scope: &Scope, span: Span) {
        let hole = NameHole::Statement {
            locals: visible(scope),
            has_you: scope.has_you,
        };
        self.env.semantics_mut().leave_open(span, hole);
    }

    /// Records that what is named after a declaration and a dot means nothing.
    pub(crate) fn leave_part_open(&mut self, name: &ast::Name, of: Decl) {
        let hole = NameHole::PartOf(Symbol::Declared(of));
        self.env.semantics_mut().leave_open(name.span, hole);
    }
}

/// Returns the local names of a scope that no later one hides, the innermost first.
fn visible(scope: &Scope) -> Vec<LocalAt> {
    let mut found: Vec<LocalAt> = Vec::new();
    for local in scope.locals.iter().rev() {
        let is_hidden = found.iter().any(|one| one.name == local.name);
        found.extend((!is_hidden).then(|| local_at(local)).flatten());
    }
    found
}

fn local_at(local: &LocalName) -> Option<LocalAt> {
    Some(LocalAt {
        name: local.name.clone(),
        symbol: local.symbol?,
        ty: local.ty.clone(),
    })
}
