//! The recording of holes: a name that means nothing, with what the checker wanted there and which local names hold.
//!
//! A name is a hole when it is misspelt, half written, or put there by an editor to ask what fits. The semantic model keeps it,
//! so that completion needs no scopes of its own.

use crate::decl::Decl;
use crate::env::{Checker, LocalName, Scope};
use crate::semantics::{LocalAt, NameHole, Symbol};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::HashSet;

/// Most local names that the holes of a game keep, all together: a later one keeps none, and knows only what is declared.
const KEPT_LOCALS: usize = 200_000;

impl Checker<'_> {
    /// Records that the value at a place means nothing.
    pub(crate) fn leave_value_open(&mut self, scope: &Scope, span: Span, hint: Option<&Type>) {
        let hole = NameHole::Value {
            wanted: hint.cloned(),
            takes: None,
            locals: self.visible(scope),
            has_you: scope.has_you,
        };
        self.env.semantics_mut().leave_open(span, hole);
    }

    /// Records that the first word of a statement means nothing.
    pub(crate) fn leave_statement_open(&mut self, scope: &Scope, span: Span) {
        let hole = NameHole::Statement {
            locals: self.visible(scope),
            has_you: scope.has_you,
        };
        self.env.semantics_mut().leave_open(span, hole);
    }

    /// Records that what is named after a declaration and a dot means nothing.
    pub(crate) fn leave_part_open(&mut self, name: &ast::Name, of: Decl) {
        let hole = NameHole::PartOf(Symbol::Declared(of));
        self.env.semantics_mut().leave_open(name.span, hole);
    }

    /// Returns the local names of a scope that no later one hides, the innermost first; none once enough of them are kept.
    fn visible(&mut self, scope: &Scope) -> Vec<LocalAt> {
        let semantics = self.env.semantics_mut();
        if semantics.kept_locals + scope.locals.len() > KEPT_LOCALS {
            return Vec::new();
        }
        let mut names = HashSet::new();
        let locals = scope.locals.iter().rev();
        let locals = locals.filter(|local| names.insert(local.name.as_str()));
        let visible: Vec<LocalAt> = locals.filter_map(local_at).collect();
        semantics.kept_locals += visible.len();
        visible
    }
}

fn local_at(local: &LocalName) -> Option<LocalAt> {
    Some(LocalAt {
        name: local.name.clone(),
        symbol: local.symbol?,
        ty: local.ty.clone(),
    })
}
