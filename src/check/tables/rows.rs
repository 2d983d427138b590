//! Rows of kinds and records in YAML against their declarations.

use crate::decl::MemberDecl;
use crate::declarations::declare::{Decls, KindDecl};
use crate::env::{Checker, LocalName, Scope};
use crate::mistaken::NamedSort;
use crate::semantics::Symbol;
use crate::tables::copies::{COUNT, WrittenRow};
use crate::tables::derived::{EACH, EachRow};
use crate::tables::literals;
use ludex_report::{Code, Diagnostic, Position, nearest};
use ludex_rules::constants::Unknown;
use ludex_rules::expr::Expr;
use ludex_rules::game::Value;
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_tables::{Entry, Node};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The rows of each kind as they are written, by kind.
pub(crate) type WrittenRows<'a> = Vec<Vec<WrittenRow<'a>>>;

/// The values of a kind's rows as far as they are known: by row, then by column.
type ColumnValues = Vec<Vec<Option<Value>>>;

/// The columns of a kind as names, by the sort that alone has them.
type ColumnNames = BTreeMap<Option<SortId>, Vec<LocalName>>;

/// The places of the ids of a kind's rows.
pub(super) type RowPlaces<'a> = HashMap<Cow<'a, str>, Span>;

/// A list of rows of a kind, or of a sort of it.
pub(crate) type KindList<'a> = (KindId, Option<SortId>, &'a Entry);

impl Checker<'_> {
    /// Gives every row its id, before anything refers to one.
    pub(crate) fn row_ids<'a>(
        &mut self,
        decls: &Decls<'_>,
        lists: &[KindList<'a>],
    ) -> (WrittenRows<'a>, Vec<EachRow<'a>>) {
        let mut written: Vec<Vec<(Option<SortId>, &'a Node)>> =
            vec![Vec::new(); self.env.game.kinds.len()];
        let mut derived = Vec::new();
        for (kind, sort, entry) in lists {
            let tree = &decls.kinds[kind.index()];
            if tree.tree.copies.is_some() {
                self.rows_of_copies(tree, entry);
                continue;
            }
            if let Some(first) = entry.value.entries().first() {
                self.rows_as_map(&tree.tree.name.text, first);
                continue;
            }
            let Some(items) = self.told(entry.value.as_list()) else {
                continue;
            };
            let (of_members, plain): (Vec<&Node>, Vec<&Node>) = items
                .iter()
                .partition(|item| item.get(EACH).is_some() && self.derives_rows(*kind));
            written[kind.index()].extend(plain.into_iter().map(|item| (*sort, item)));
            derived.extend(of_members.into_iter().map(|node| EachRow {
                kind: *kind,
                node,
                is_of_sort: sort.is_some(),
            }));
        }
        // The rows of a sort stand together, so that its pieces are numbered one after another.
        for rows in &mut written {
            rows.sort_by_key(|(sort, _)| *sort);
        }
        let mut named: WrittenRows<'a> = vec![Vec::new(); written.len()];
        for kind in &decls.kinds {
            named[kind.id.index()] = self.ids_of(kind, &written[kind.id.index()]);
        }
        (named, derived)
    }

    /// Rows are a list: a map has no order of its own, and its keys would be ids in disguise.
    fn rows_as_map(&mut self, kind: &str, first: &Entry) {
        let message = format!("the rows of `{kind}` are a list, not keys with values");
        let written = if first.value.entries().is_empty() {
            "- { id: …, name: … }".to_owned()
        } else {
            format!("- {{ id: {}, … }}", first.key)
        };
        self.report.push(
            Diagnostic::error(Code::WRONG_VALUE, message)
                .at(first.key_span, "no item of a list")
                .help(format!("write each row behind a `-`: `{written}`")),
        );
    }

    fn rows_of_copies(&mut self, kind: &KindDecl<'_>, entry: &Entry) {
        let message = format!("`{}` has equal pieces and so no rows", entry.key);
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_TABLE, message)
                .at(entry.key_span, "no rows expected")
                .also(kind.tree.name.span, "declared with a number of copies"),
        );
    }

    fn ids_of<'a>(
        &mut self,
        kind: &KindDecl<'_>,
        nodes: &[(Option<SortId>, &'a Node)],
    ) -> Vec<WrittenRow<'a>> {
        let mut seen = RowPlaces::new();
        let mut rows: Vec<WrittenRow<'a>> = Vec::new();
        for (sort, node) in nodes {
            if let Some((id, span)) = self.row_id(kind, node, &seen) {
                rows.push(self.add_rows(kind, id, span, *sort, node, &mut seen));
            }
        }
        for of_sort in rows.chunk_by(|a, b| a.sort == b.sort) {
            if let Some((first, sort)) =
                of_sort.first().and_then(|row| Some((row.first, row.sort?)))
            {
                let count = of_sort.iter().map(|row| row.copies).sum();
                self.count_sort(sort, first, count);
            }
        }
        rows
    }

    pub(super) fn row_id<'a>(
        &mut self,
        kind: &KindDecl<'_>,
        node: &'a Node,
        seen: &RowPlaces<'a>,
    ) -> Option<(&'a str, Span)> {
        self.told(node.as_map())?;
        let Some(id) = node.get("id") else {
            let members = &self.env.kind_members[kind.id.index()];
            let mut unknown = node.entries().iter();
            let meant = unknown
                .find(|entry| {
                    !members.contains_key(&entry.key) && nearest(&entry.key, ["id"]).is_some()
                })
                .map(|entry| entry.key_span);
            self.report.push(
                Diagnostic::error(
                    Code::MISSING_ATTRIBUTE,
                    format!("a row of `{}` without `id`", kind.tree.name.text),
                )
                .at(meant.unwrap_or(head(node)), "its `id` is missing")
                .did_you_mean(meant.and(Some("id"))),
            );
            return None;
        };
        let text = self.told(id.as_text())?.text();
        let word = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
        if text.is_empty() || !text.chars().all(word) {
            let error = Diagnostic::error(Code::WRONG_VALUE, format!("`{text}` cannot be an id"));
            self.report.push(
                error
                    .at(id.span, "not one word")
                    .help("an id is made of letters, digits and `_`"),
            );
            return None;
        }
        self.not_mistaken(NamedSort::Row, text, id.span);
        if let Some(&first) = seen.get(text) {
            self.report.push(
                Diagnostic::error(
                    Code::DUPLICATE_ID,
                    format!(
                        "`{text}` is the id of two rows of `{}`",
                        kind.tree.name.text
                    ),
                )
                .at(id.span, "given again here")
                .also(first, "first given here"),
            );
            return None;
        }
        Some((text, id.span))
    }

    /// The values of all rows: first those written, then the defaults, which may ask for any of the first.
    pub(crate) fn row_values(&mut self, decls: &Decls<'_>, written: &WrittenRows<'_>) {
        // Records first: defaults of kinds ask for their attributes.
        let (records, kinds): (Vec<_>, Vec<_>) =
            decls.kinds.iter().partition(|kind| kind.tree.is_record);
        for kind in records.into_iter().chain(kinds) {
            let bounds: Vec<(i32, i32)> = kind
                .attributes
                .iter()
                .map(|one| self.bounds(&one.ty))
                .collect();
            let types = self.column_types(kind.id);
            let rows = &written[kind.id.index()];
            let values: ColumnValues = rows
                .iter()
                .map(|row| self.given(kind, row, &types, &bounds))
                .collect();
            let values = self.defaults(kind, rows, values, &types, &bounds);
            self.store(kind.id, rows, values);
        }
    }

    pub(super) fn column_types(&self, kind: KindId) -> Vec<Type> {
        self.env
            .game
            .kind(kind)
            .attributes
            .iter()
            .map(|one| one.ty.clone())
            .collect()
    }

    /// Gives what a row writes itself; unknown attributes are refused.
    fn given(
        &mut self,
        kind: &KindDecl<'_>,
        row: &WrittenRow<'_>,
        types: &[Type],
        bounds: &[(i32, i32)],
    ) -> Vec<Option<Value>> {
        self.unknown_attributes(kind, row);
        let columns = kind.attributes.iter().zip(types).zip(bounds);
        columns
            .map(|((attribute, ty), bounds)| {
                let own = self.has_member(kind.id, row.sort, &attribute.name.text);
                let node = row.node.get(&attribute.name.text).filter(|_| own)?;
                // A wrong value counts as given, so that it is not reported as missing too.
                let value = self.cell(node, ty, *bounds);
                self.cell_of_sort(kind.id, &attribute.name, node, value.as_ref());
                value.or_else(|| Some(self.nothing(ty)))
            })
            .collect()
    }

    /// Reports a cell that names a piece of another sort than its attribute has as its type.
    fn cell_of_sort(
        &mut self,
        kind: KindId,
        attribute: &ast::Name,
        node: &Node,
        value: Option<&Value>,
    ) {
        let sorts = self.sorts_of_attribute(kind, &attribute.text);
        let (Some(sort), Some(Value::Scalar(row))) = (sorts.and_then(|sorts| sorts.gives), value)
        else {
            return;
        };
        let wanted = &self.env.sorts[sort.index()];
        let found = usize::try_from(*row).ok();
        // An optional attribute may be none, whatever its sort.
        if found.is_none_or(|row| self.sort_of_row(wanted.kind, row) == Some(sort)) {
            return;
        }
        let message = format!("this is no `{}`", wanted.name);
        self.report.push(
            Diagnostic::error(Code::OTHER_SORT, message)
                .at(node.span, "a row of another list")
                .also(attribute.span, "the sort that is declared here"),
        );
    }

    /// A value of a type, for one that could not be read.
    pub(super) fn nothing(&self, ty: &Type) -> Value {
        match ty.required() {
            Type::Set(_) => Value::Set(0),
            Type::Bag(of) => Value::Bag(vec![0; self.env.game.enums[of.index()].values.len()]),
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Player
            | Type::Piece(_)
            | Type::Row(_)
            | Type::Space(_)
            | Type::Place(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => Value::Scalar(0),
        }
    }

    /// Returns true if rows of a kind, or of a sort of it, may give a key.
    fn is_key_of_rows(&self, kind: &KindDecl<'_>, sort: Option<SortId>, key: &str) -> bool {
        let members = &self.env.kind_members[kind.id.index()];
        let is_given = members.get(key).is_some_and(|(member, _)| is_cell(*member));
        is_given && self.has_member(kind.id, sort, key)
            || self.keys_of_rows(kind, sort).any(|name| name == key)
    }

    /// The keys that rows of a kind, or of a sort of it, may give.
    fn keys_of_rows<'k>(
        &self,
        kind: &KindDecl<'k>,
        sort: Option<SortId>,
    ) -> impl Iterator<Item = &'k str> {
        let attributes = kind.attributes.iter().chain(&kind.effect_slots);
        let all = attributes.chain(&kind.value_slots).chain(&kind.hooks);
        let names = all.map(|one| one.name.text.as_str());
        names
            .filter(move |name| self.has_member(kind.id, sort, name))
            .chain(["id"])
            .chain(self.counts_rows(kind.id).then_some(COUNT))
            .chain(self.derives_rows(kind.id).then_some(EACH))
    }

    pub(super) fn unknown_attributes(&mut self, kind: &KindDecl<'_>, row: &WrittenRow<'_>) {
        for entry in row.node.entries() {
            let member = self.env.kind_members[kind.id.index()].get(&entry.key);
            let member = member.map(|(member, _)| *member);
            if let Some(member) = member {
                self.fills(entry.key_span, Symbol::KindMember(kind.id, member));
            }
            if kind.hooks.is_some_and(|one| one.name.text == entry.key) {
                self.fills(
                    entry.key_span,
                    Symbol::KindMember(kind.id, MemberDecl::Hooks),
                );
            }
            let is_given = || self.has_member(kind.id, row.sort, &entry.key);
            if member.is_some_and(is_cell) && is_given()
                || self.is_key_of_rows(kind, row.sort, &entry.key)
            {
                continue;
            }
            if self.of_another_sort(kind.id, row.sort, &entry.key, entry.key_span) {
                continue;
            }
            let name = match row.sort {
                Some(sort) => self.env.sorts[sort.index()].name.clone(),
                None => kind.tree.name.text.clone(),
            };
            let changing = matches!(self.env.kind_members[kind.id.index()].get(&entry.key), Some((member, _)) if !matches!(member, crate::decl::MemberDecl::Attribute(_)));
            let label = if changing {
                "changes in play; a row cannot give it".to_owned()
            } else {
                format!("not declared in `{name}`")
            };
            let names: BTreeSet<&str> = self.keys_of_rows(kind, row.sort).collect();
            let known = names.into_iter();
            let near = (self.report).nearest(Code::UNKNOWN_ATTRIBUTE, &entry.key, known);
            let mut error = Diagnostic::error(
                Code::UNKNOWN_ATTRIBUTE,
                format!("`{name}` has no attribute `{}`", entry.key),
            )
            .at(entry.key_span, label)
            .habit_or(Position::Attribute, &entry.key, near);
            if let Some(near) = error.meant.clone() {
                error = error.fix(entry.key_span, near);
            }
            self.report.push(error);
        }
    }

    pub(super) fn defaults(
        &mut self,
        kind: &KindDecl<'_>,
        rows: &[WrittenRow<'_>],
        mut values: ColumnValues,
        types: &[Type],
        bounds: &[(i32, i32)],
    ) -> ColumnValues {
        let mut scope = Scope {
            slots: vec![("you".into(), Type::Player)],
            ..Scope::default()
        };
        // The columns above, by the sort that alone has them; and the sort whose rows have those that can be named now.
        let (mut above, mut shown) = (ColumnNames::new(), None);
        for (column, attribute) in kind.attributes.iter().enumerate() {
            let name = &attribute.name.text;
            let sort = self.sort_with(kind.id, name);
            if attribute.default.is_some() && shown != sort {
                scope.locals = columns_of(&above, sort);
                shown = sort;
            }
            let default = attribute
                .default
                .as_ref()
                .map(|written| self.preset(&mut scope, written, &types[column]));
            if let (Some(Preset::Expr(e)), Some(tree)) = (&default, &attribute.default) {
                let sorts = self.sorts_of_attribute(kind.id, name);
                let gives = sorts.and_then(|sorts| sorts.gives);
                self.of_sort_alone(&scope, tree, e, gives);
            }
            for (row, written) in values.iter_mut().zip(rows) {
                let node = written.node;
                if row[column].is_some() || sort.is_some_and(|sort| written.sort != Some(sort)) {
                    continue;
                }
                row[column] = match &default {
                    Some(default) => self.preset_value(default, row, bounds[column], head(node)),
                    None => self.left_out(kind, attribute, &types[column], node),
                };
            }
            self.of_strangers(&mut values, column, &types[column], sort, rows);
            let symbol = Symbol::KindMember(kind.id, MemberDecl::Attribute(column));
            scope.bind(name, types[column].clone(), Some(symbol));
            let local = scope.locals.pop();
            above.entry(sort).or_default().extend(local.clone());
            if sort.is_none() || sort == shown {
                scope.locals.extend(local);
            }
        }
        values
    }

    /// Gives rows of other sorts what the first row of the sort has: no rule asks it of them, but a world may deal another
    /// piece to where a text under way has one of the sort.
    fn of_strangers(
        &self,
        values: &mut ColumnValues,
        column: usize,
        ty: &Type,
        sort: Option<SortId>,
        rows: &[WrittenRow<'_>],
    ) {
        let Some(sort) = sort else { return };
        let is_own = |row: &WrittenRow<'_>| row.sort == Some(sort);
        let first = rows.iter().position(is_own);
        let own = first.and_then(|row| values[row][column].clone());
        let own = own.unwrap_or_else(|| self.nothing(ty));
        for (row, _) in (values.iter_mut().zip(rows)).filter(|(_, row)| !is_own(row)) {
            row[column] = Some(own.clone());
        }
    }

    /// A default is checked once, where it is declared.
    fn preset(&mut self, scope: &mut Scope, written: &ast::Expr, ty: &Type) -> Preset {
        match literals::literal(written, ty, &self.env.game) {
            Some(value) => Preset::Value(value),
            None => Preset::Expr(self.named_attributes(scope, written, ty)),
        }
    }

    /// An expression that names attributes of one row, which then are read by something.
    pub(super) fn named_attributes(
        &mut self,
        scope: &mut Scope,
        written: &ast::Expr,
        ty: &Type,
    ) -> Expr {
        let (depth, slots) = (scope.depth(), scope.slots.len());
        let e = self.expr(scope, written, Some(ty));
        // Names bound inside take no slot of a later column.
        scope.cut(depth);
        scope.slots.truncate(slots);
        e
    }

    /// Gives what a default gives for one row.
    fn preset_value(
        &mut self,
        default: &Preset,
        row: &[Option<Value>],
        bounds: (i32, i32),
        span: Span,
    ) -> Option<Value> {
        let e = match default {
            Preset::Value(value) => return Some(value.clone()),
            Preset::Expr(e) => e,
        };
        let value = match self.constants().value(e, row) {
            Ok(value) => value,
            Err(Unknown::Wrong) => return Some(Value::Scalar(0)),
            Err(Unknown::Spent) => {
                self.too_long_before_play(e.span);
                return None;
            }
            Err(Unknown::Open | Unknown::Fault(_)) => {
                self.unknown_preset(e.span);
                return None;
            }
        };
        self.within_bounds(&value, e, bounds, span);
        Some(value)
    }

    /// Reports a number of a row, given by an expression, that is outside the bounds of its attribute.
    pub(super) fn within_bounds(&mut self, value: &Value, e: &Expr, bounds: (i32, i32), row: Span) {
        let (low, high) = bounds;
        if let Value::Scalar(number) = value
            && e.ty == Type::Int
            && !(low..=high).contains(number)
        {
            let message = format!("`{number}` is outside its range");
            self.report.push(
                Diagnostic::error(Code::OUT_OF_RANGE, message)
                    .at(e.span, format!("must be from {low} to {high}"))
                    .also(row, "for this row"),
            );
        }
    }

    pub(crate) fn unknown_preset(&mut self, span: Span) {
        self.report.push(
            Diagnostic::error(Code::UNSTORABLE, "a default that is not known before play")
                .at(span, "names something that only play knows")
                .help("use numbers, earlier attributes and attributes of records"),
        );
    }

    fn left_out(
        &mut self,
        kind: &KindDecl<'_>,
        attribute: &ast::Attribute,
        ty: &Type,
        node: &Node,
    ) -> Option<Value> {
        let empty = self.empty_cell(ty);
        let name = &attribute.name.text;
        // A key that probably means this one was reported already.
        let members = &self.env.kind_members[kind.id.index()];
        let unknown = node
            .entries()
            .iter()
            .filter(|entry| !members.contains_key(&entry.key));
        let meant = unknown
            .filter(|entry| entry.key != "id")
            .any(|entry| nearest(&entry.key, [name.as_str()]).is_some());
        if empty.is_none() && !meant && *ty != Type::Wrong {
            let words = self.type_words(ty);
            self.report.push(
                Diagnostic::error(Code::MISSING_ATTRIBUTE, format!("`{name}` is missing"))
                    .at(
                        head(node),
                        format!("this {} gives no `{name}`", kind.tree.name.text),
                    )
                    .also(attribute.name.span, "declared here without a default")
                    .help(format!(
                        "write `{name}: …`, a value of type `{words}`; or give all rows a default, `{name}: {words} = …`"
                    )),
            );
        }
        empty
    }

    pub(super) fn store(&mut self, kind: KindId, written: &[WrittenRow<'_>], values: ColumnValues) {
        let rows = &mut self.env.game.kinds[kind.index()].rows;
        for (row, values) in written.iter().zip(values) {
            rows[row.first].attributes = values
                .into_iter()
                .map(|value| value.unwrap_or(Value::Scalar(0)))
                .collect();
        }
        for row in written {
            self.fill_copies(kind, row);
        }
    }
}

/// The default of an attribute.
enum Preset {
    /// The same for every row.
    Value(Value),
    /// Asked for each row; slot n + 1 is column n.
    Expr(Expr),
}

/// Returns the columns that rows of a sort have, of those above.
fn columns_of(above: &ColumnNames, sort: Option<SortId>) -> Vec<LocalName> {
    let own = sort.and_then(|sort| above.get(&Some(sort)));
    let all = above.get(&None).into_iter().chain(own);
    all.flatten().cloned().collect()
}

/// Returns true if rows may give such a member.
fn is_cell(member: MemberDecl) -> bool {
    match member {
        MemberDecl::Attribute(_)
        | MemberDecl::EffectSlot(_)
        | MemberDecl::ValueSlot(_)
        | MemberDecl::Hooks => true,
        MemberDecl::Field(_) | MemberDecl::Place(_) => false,
    }
}

/// Tells where a row begins: its id, or its first key.
pub(crate) fn head(node: &Node) -> Span {
    match node.entry("id").or(node.entries().first()) {
        Some(entry) => entry.span(),
        None => node.span,
    }
}
