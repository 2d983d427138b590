//! `each` of a row: a row for each member of a collection that is known before play, derived from the member.
//!
//! Takes such rows once all others have their values, since conditions and cells ask for these. The cells of a derived row are
//! expressions that may name the member.

use crate::declarations::declare::{Decls, KindDecl};
use crate::env::{Checker, Scope};
use crate::tables::copies::{COUNT, WrittenRow, written};
use crate::tables::rows::{RowPlaces, WrittenRows, head};
use ludex_report::{Code, Diagnostic};
use ludex_rules::constants::Unknown;
use ludex_rules::expr::{Binder, Expr};
use ludex_rules::game::{Row, Value};
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::limits;
use ludex_rules::types::Type;
use ludex_syntax::ast;
use ludex_tables::Node;
use std::sync::Arc;

/// The key of a row that says for which members it stands.
pub(super) const EACH: &str = "each";

/// A row that stands for many, as it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EachRow<'a> {
    /// The kind or record that gets the rows.
    pub(super) kind: KindId,
    /// The node of the YAML that gives the row.
    pub(super) node: &'a Node,
    /// Marks a row in the list of a sort.
    pub(super) is_of_sort: bool,
}

/// The members that a row stands for, each with the frame in which it is bound.
type BoundMembers = Vec<(Value, Vec<Option<Value>>)>;

/// A cell of a row that stands for many.
enum Cell {
    /// The same for every member, or nothing where the row leaves it out.
    Same(Option<Value>),
    /// Asked of each member.
    Asked(Expr),
}

impl Checker<'_> {
    /// Tells whether `each` is no attribute of a kind's own, and so says for which members a row stands.
    pub(super) fn derives_rows(&self, kind: KindId) -> bool {
        !self.env.kind_members[kind.index()].contains_key(EACH)
    }

    /// Makes the rows that stand for the members of collections, and adds them to those that are written.
    pub(crate) fn derived_rows<'a>(
        &mut self,
        decls: &Decls<'_>,
        rows: &[EachRow<'a>],
        written: &mut WrittenRows<'a>,
    ) {
        for row in rows {
            let kind = &decls.kinds[row.kind.index()];
            if let Some(made) = self.derived(kind, row) {
                written[row.kind.index()].extend(made);
            }
        }
    }

    /// The rows that one stands for; none when something is wrong with it, and then it is reported.
    fn derived<'a>(
        &mut self,
        kind: &KindDecl<'_>,
        row: &EachRow<'a>,
    ) -> Option<Vec<WrittenRow<'a>>> {
        let node = row.node;
        self.derives_nothing(kind, row)?;
        let (id, id_span) = self.row_id(kind, node, &RowPlaces::new())?;
        let mut scope = Scope {
            slots: vec![("you".into(), Type::Player)],
            ..Scope::default()
        };
        let (binder, members) = self.members_of(&mut scope, node)?;
        if self.row(kind.id, id).is_some() {
            let message = format!("`{id}` is the id of two rows of `{}`", kind.tree.name.text);
            let error = Diagnostic::error(Code::DUPLICATE_ID, message);
            self.report
                .push(error.at(id_span, "given to another row too"));
        }
        let first = self.env.game.kind(kind.id).rows.len();
        let made: Vec<WrittenRow<'a>> = (first..first + members.len())
            .map(|first| WrittenRow {
                node,
                sort: None,
                first,
                copies: 1,
            })
            .collect();
        self.name_row(kind.id, id, first, Some(made.len()));
        self.define_row(kind.id, first, id, id_span);
        let cells = written(node, [self.count_key(kind.id), &[EACH]].concat().as_slice());
        for (number, (member, _)) in members.iter().enumerate() {
            let id = format!("{id}_{}", self.member_word(&binder.ty, member));
            if self.row(kind.id, &id).is_some() {
                let message = format!("`{id}` is also the id of another row");
                let error = Diagnostic::error(Code::DUPLICATE_ID, message);
                self.report.push(error.at(id_span, "a row for each member"));
            }
            self.name_row(kind.id, &id, first + number, None);
            self.env.game.kinds[kind.id.index()].rows.push(Row {
                id,
                copy: None,
                span: node.span,
                written: Arc::clone(&cells),
                attributes: Vec::new(),
                effects: vec![None; kind.effect_slots.len()],
                values: vec![None; kind.value_slots.len()],
            });
        }
        self.derived_values(kind, &mut scope, &made, members);
        Some(made)
    }

    /// Refuses a derived row where there can be none.
    fn derives_nothing(&mut self, kind: &KindDecl<'_>, row: &EachRow<'_>) -> Option<()> {
        self.told(row.node.as_map())?;
        let name = &kind.tree.name.text;
        let each = row.node.entry(EACH)?;
        let has_sorts = row.is_of_sort || self.env.sorts.iter().any(|sort| sort.kind == kind.id);
        if has_sorts {
            let message = format!("rows of `{name}` are of sorts, and none is derived");
            let error = Diagnostic::error(Code::WRONG_VALUE, message);
            self.report
                .push(error.at(each.key_span, "a kind without sorts is wanted"));
            return None;
        }
        if let Some(count) = row.node.entry(COUNT).filter(|_| self.counts_rows(kind.id)) {
            let message = "a row has a `count`, or is one for each member";
            self.report.push(
                Diagnostic::error(Code::WRONG_VALUE, message)
                    .at(count.key_span, "not both")
                    .also(each.key_span, "one for each"),
            );
            return None;
        }
        Some(())
    }

    /// The members that a row names, all known before play.
    fn members_of(&mut self, scope: &mut Scope, node: &Node) -> Option<(Binder, BoundMembers)> {
        let text = self.text(node.get(EACH))?;
        let written = text.rules().full_span();
        let tree = text.parse::<ast::Binder>(self.report)?;
        let binder = self.binder(scope, &tree);
        if binder.ty == Type::Wrong {
            return None;
        }
        match self.constants().bound(&binder, &[], limits::CELLS) {
            Ok(members) => {
                if members.is_empty() {
                    let warning = Diagnostic::warning(Code::NO_ROWS, "this makes no row");
                    self.report.push(warning.at(written, "nothing fits"));
                }
                Some((binder, members))
            }
            Err(Unknown::Wrong) => None,
            Err(Unknown::Spent) => {
                self.too_long_before_play(written);
                None
            }
            Err(Unknown::Open | Unknown::Fault(_)) => {
                self.report.push(
                    Diagnostic::error(Code::NOT_CONSTANT, "members that are not known before play")
                        .at(written, "names something that only play knows")
                        .help("go through a kind, a record, an enum, numbers or spaces, and ask for what rows give"),
                );
                None
            }
        }
    }

    /// The word for a member in the id of its row.
    fn member_word(&self, ty: &Type, member: &Value) -> String {
        let game = &self.env.game;
        let Value::Scalar(number) = member else {
            return String::new();
        };
        let at = usize::try_from(*number).unwrap_or(usize::MAX);
        let word = match ty {
            Type::Enum(id) => game.enums[id.index()].values.get(at).cloned(),
            Type::Piece(kind) | Type::Row(kind) => {
                game.kind(*kind).rows.get(at).map(|row| row.id.clone())
            }
            Type::Space(board) => {
                let layout = game.boards[board.index()].layouts.first();
                layout.and_then(|layout| Some(layout.spaces.get(at)?.id.clone()))
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Player
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => None,
        };
        word.unwrap_or_else(|| number.to_string())
    }

    /// Gives derived rows their values: what is written is asked of each member, the rest by the defaults.
    fn derived_values(
        &mut self,
        kind: &KindDecl<'_>,
        scope: &mut Scope,
        rows: &[WrittenRow<'_>],
        members: BoundMembers,
    ) {
        let Some(first) = rows.first() else { return };
        self.unknown_attributes(kind, first);
        let types = self.column_types(kind.id);
        let bounds: Vec<(i32, i32)> = kind
            .attributes
            .iter()
            .map(|one| self.bounds(&one.ty))
            .collect();
        let mut columns = Vec::new();
        for ((attribute, ty), bounds) in kind.attributes.iter().zip(&types).zip(&bounds) {
            let cell = first.node.get(&attribute.name.text);
            let sorts = self.sorts_of_attribute(kind.id, &attribute.name.text);
            let sort = sorts.and_then(|sorts| sorts.gives);
            columns.push(self.derived_cell(scope, cell, ty, sort, *bounds));
        }
        let mut values = Vec::new();
        for (_, frame) in &members {
            let row = columns.iter().zip(&bounds);
            let row = row.map(|(cell, bounds)| match cell {
                Cell::Same(value) => value.clone(),
                Cell::Asked(e) => self.asked_cell(e, frame, *bounds, first.node),
            });
            values.push(row.collect());
        }
        let values = self.defaults(kind, rows, values, &types, &bounds);
        self.store(kind.id, rows, values);
    }

    /// A cell of a derived row: words are the same for all, and one value of rules is an expression.
    fn derived_cell(
        &mut self,
        scope: &mut Scope,
        cell: Option<&Node>,
        ty: &Type,
        sort: Option<SortId>,
        bounds: (i32, i32),
    ) -> Cell {
        let Some(node) = cell else {
            return Cell::Same(None);
        };
        let is_words = *ty.required() == Type::Text;
        if is_words || node.is_null() || node.scalar().is_none() {
            let value = self.cell(node, ty, bounds);
            return Cell::Same(value.or_else(|| Some(self.nothing(ty))));
        }
        let text = self.text(Some(node));
        let tree = text.and_then(|text| text.parse::<ast::Expr>(self.report));
        let Some(tree) = tree else {
            return Cell::Same(Some(self.nothing(ty)));
        };
        let depth = scope.depth();
        let asked = self.expr(scope, &tree, Some(ty));
        self.of_sort_alone(scope, &tree, &asked, sort);
        scope.cut(depth);
        Cell::Asked(asked)
    }

    fn asked_cell(
        &mut self,
        e: &Expr,
        frame: &[Option<Value>],
        bounds: (i32, i32),
        node: &Node,
    ) -> Option<Value> {
        match self.constants().value(e, frame) {
            Ok(value) => {
                self.within_bounds(&value, e, bounds, head(node));
                Some(value)
            }
            Err(Unknown::Wrong) => Some(Value::Scalar(0)),
            Err(Unknown::Spent) => {
                self.too_long_before_play(e.span);
                Some(Value::Scalar(0))
            }
            Err(Unknown::Open | Unknown::Fault(_)) => {
                self.unknown_preset(e.span);
                Some(Value::Scalar(0))
            }
        }
    }
}
