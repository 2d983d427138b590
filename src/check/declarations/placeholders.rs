//! Placeholders in the tables of the game for a thing that has its id, until a later pass fills it.

use crate::declarations::declare::Decls;
use crate::env::{Checker, UNKNOWN_KIND};
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::Holder;
use ludex_rules::numbers::{HIGHEST, LOWEST};
use ludex_rules::types::Type;
use ludex_rules::{game, ids, limits};
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Gives what stands for an expression until it is checked, and for one that failed.
pub(crate) fn unknown(span: Span) -> Expr {
    Expr {
        kind: Box::new(ExprKind::Const(0)),
        ty: Type::Wrong,
        span,
    }
}

/// A number known beforehand.
pub(crate) fn known(value: i32, ty: Type, span: Span) -> Expr {
    Expr {
        kind: Box::new(ExprKind::Const(value)),
        ty,
        span,
    }
}

/// Every number but the one that stands for `none`.
pub(crate) const ANY_NUMBER: (i32, i32) = (LOWEST, HIGHEST);

impl Checker<'_> {
    /// A kind without members and rows yet.
    pub(super) fn new_kind(&mut self, name: &ast::Name, is_record: bool) -> ids::KindId {
        let id = ids::KindId::new(self.env.game.kinds.len());
        self.env.game.kinds.push(game::Kind {
            name: name.text.clone(),
            is_record,
            is_any: false,
            attributes: Vec::new(),
            effect_slots: Vec::new(),
            value_slots: Vec::new(),
            rows: Vec::new(),
            copies: None,
            home: None,
            active: Vec::new(),
            span: name.span,
        });
        self.env.kind_members.push(BTreeMap::new());
        id
    }

    /// An enum with its words, which need not be known anywhere else.
    pub(super) fn new_enum(&mut self, name: &str, words: &[ast::Name]) -> ids::EnumId {
        let id = ids::EnumId::new(self.env.game.enums.len());
        let mut values: Vec<String> = Vec::new();
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for word in words {
            match first.entry(&word.text) {
                Entry::Occupied(first) => self.defined_twice(word, *first.get()),
                Entry::Vacant(vacant) => {
                    vacant.insert(word.span);
                    let number = i32::try_from(values.len()).unwrap_or(i32::MAX);
                    self.env
                        .enum_values
                        .entry(word.text.clone())
                        .or_default()
                        .push((id, number));
                    self.define_symbol(word, Symbol::EnumValue(id, number));
                    values.push(word.text.clone());
                }
            }
        }
        if let Some(past) = words.get(limits::VALUES) {
            let message = format!("the enum `{name}` has too many values");
            self.report.push(
                Diagnostic::error(Code::TOO_MANY, message)
                    .at(past.span, format!("at most {}", limits::VALUES))
                    .help("make it a record: its rows need no enum"),
            );
        }
        self.env.game.enums.push(game::Enum {
            name: name.into(),
            values,
        });
        id
    }

    /// A routine without statements yet.
    pub(crate) fn new_routine(
        &mut self,
        name: &str,
        kind: game::RoutineKind,
        span: Span,
    ) -> ids::RoutineId {
        let id = ids::RoutineId::new(self.env.game.routines.len());
        self.env.game.routines.push(game::Routine {
            name: name.into(),
            kind,
            params: Vec::new(),
            slots: 1,
            locals: Vec::new(),
            ordered_by: None,
            body: Vec::new(),
            span,
        });
        id
    }

    /// A variable that everybody sees and that starts at zero.
    pub(super) fn new_var(&mut self, name: &ast::Name, holder: Holder) -> ids::VarId {
        let id = ids::VarId::new(self.env.game.vars.len());
        self.env.game.vars.push(game::Var {
            name: name.text.clone(),
            holder,
            ty: Type::Wrong,
            index: None,
            bounds: ANY_NUMBER,
            default: unknown(name.span),
            while_in: Vec::new(),
            until: None,
            uncompared: false,
            seen: game::Seen::All,
            is_mark: false,
            track: None,
            span: name.span,
        });
        id
    }

    pub(super) fn new_place<'a>(
        &mut self,
        tree: &'a ast::Place,
        holder: Holder,
        decls: &mut Decls<'a>,
    ) -> ids::PlaceId {
        let id = ids::PlaceId::new(self.env.game.places.len());
        self.env.game.places.push(game::Place {
            name: tree.name.text.clone(),
            holder,
            holds: UNKNOWN_KIND,
            order: game::Order::List,
            capacity: None,
            seen: game::Seen::All,
            when_empty: None,
            span: tree.name.span,
        });
        decls.places.push((id, tree, holder));
        id
    }
}
