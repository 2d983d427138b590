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
