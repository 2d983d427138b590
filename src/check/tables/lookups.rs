//! Lookup tables: `income: {0: 5, 3: 6}` in YAML.

use crate::declarations::declare::Decls;
use crate::declarations::placeholders::ANY_NUMBER;
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::Value;
use ludex_rules::ids::TableId;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_tables::Entry;
use std::collections::BTreeMap;

impl Checker<'_> {
    pub(crate) fn lookup_types(&mut self, decls: &Decls<'_>) {
        for &(id, tree) in &decls.tables {
            let key = self.ty(&tree.key);
            let key = if self.is_key(&key, tree.key.span) {
                key
            } else {
                Type::Wrong
            };
            let value = self.ty(&tree.value);
            let value = if self.is_number(&value, tree.value.span) {
                value
            } else {
                Type::Wrong
            };
            let table = &mut self.env.game.tables[id.index()];
            (table.key, table.value) = (key, value);
        }
    }

    fn is_key(&mut self, ty: &Type, span: Span) -> bool {
        let fits = matches!(ty, Type::Int | Type::Enum(_) | Type::Row(_) | Type::Wrong);
        if !fits {
            let message = format!(
                "a table cannot be asked with `{}`",
                ty.notation(&self.env.game)
            );
            self.report.push(
                Diagnostic::error(Code::UNSTORABLE, message)
                    .at(span, "expected `int`, an enum or a record"),
            );
        }
        fits
    }

    /// A table gives one number in play.
    fn is_number(&mut self, ty: &Type, span: Span) -> bool {
        let fits = !matches!(ty.required(), Type::Text | Type::Bag(_) | Type::Shape)
            && self.fillable(ty, span);
        if matches!(ty.required(), Type::Text | Type::Bag(_) | Type::Shape) {
            let message = format!("a table cannot give a `{}`", ty.notation(&self.env.game));
            self.report.push(
                Diagnostic::error(Code::UNSTORABLE, message)
                    .at(span, "not one number")
                    .help("use a `record` with that attribute"),
            );
        }
        fits
    }

    /// Rows of all tables: needs words and ids of rows.
    pub(crate) fn lookup_rows(&mut self, decls: &Decls<'_>, entries: &[(TableId, &Entry)]) {
        let mut all: BTreeMap<TableId, Vec<&Entry>> = BTreeMap::new();
        for (id, entry) in entries {
            all.entry(*id).or_default().push(entry);
        }
        for &(id, tree) in &decls.tables {
            let mut given = all.remove(&id).into_iter().flatten();
            match given.next() {
                Some(entry) => self.lookup_of(id, tree, entry),
                None => self.no_lookup(tree),
            }
            for again in given {
                let message = format!("table `{}` is given twice", tree.name.text);
                self.report.push(
                    Diagnostic::error(Code::DUPLICATE_KEY, message)
                        .at(again.key_span, "given again here"),
                );
            }
        }
    }

    fn no_lookup(&mut self, tree: &ast::Table) {
        let name = &tree.name;
        self.report.push(
            Diagnostic::error(
                Code::NO_ROWS,
                format!("no file gives the table `{}`", name.text),
            )
            .at(name.span, "not found in any YAML file")
            .help(format!(
                "write `{}: {{KEY: VALUE, …}}` in a YAML file of the game",
                name.text
            )),
        );
    }

    fn rows_in_a_table(&mut self, tree: &ast::Table, span: Span) {
        let name = &tree.name.text;
        self.report.push(
            Diagnostic::error(
                Code::WRONG_VALUE,
                format!("the table `{name}` is keys with values, not a list"),
            )
            .at(span, "no key with a value")
            .help("write a key and its value in each line, without `-`: `0: 1`"),
        );
    }

    fn lookup_of(&mut self, id: TableId, tree: &ast::Table, entry: &Entry) {
        let (key, value) = {
            let table = &self.env.game.tables[id.index()];
            (table.key.clone(), table.value.clone())
        };
        let (keys, values) = (self.bounds(&tree.key), self.bounds(&tree.value));
        let mut rows: Vec<(i32, i32)> = Vec::new();
        if let Some(first) = entry.value.items().first() {
            return self.rows_in_a_table(tree, first.span);
        }
        for row in self.told(entry.value.as_map()).unwrap_or_default() {
            let number = self.key(row, &key, keys);
            let named = number.and_then(|number| Symbol::of_value(&key, number));
            if let Some(symbol) = named {
                self.fills(row.key_span, symbol);
            }
            let cell = self.cell(&row.value, &value, values);
            let Some(number) = number else { continue };
            if let (Some((last, _)), Type::Int) = (rows.last(), &key)
                && *last >= number
            {
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_VALUE,
                        format!("key `{number}` stands after `{last}`"),
                    )
                    .at(row.key_span, "out of order")
                    .help("write the keys in ascending order"),
                );
            }
            rows.push((number, cell.map_or(0, number_of)));
        }
        rows.sort_by_key(|(key, _)| *key);
        self.every_word(&key, entry, &rows);
        self.env.game.tables[id.index()].rows = rows;
    }

    fn key(&mut self, row: &Entry, ty: &Type, bounds: (i32, i32)) -> Option<i32> {
        if *ty == Type::Int {
            return self.int_key(row, bounds);
        }
        let words = self.words_of(ty)?;
        let word = row.key.as_str();
        if let Some(at) = words.iter().position(|one| *one == word) {
            return i32::try_from(at).ok();
        }
        let candidates = words.iter().map(String::as_str);
        let near = self.report.nearest(Code::UNKNOWN_WORD, word, candidates);
        let name = ty.notation(&self.env.game);
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_WORD, format!("unknown {name} `{word}`"))
                .at(row.key_span, format!("not one of `{name}`"))
                .did_you_mean(near),
        );
        None
    }

    fn int_key(&mut self, row: &Entry, bounds: (i32, i32)) -> Option<i32> {
        let (low, high) = bounds;
        let number = row
            .key
            .parse()
            .ok()
            .filter(|number| (low..=high).contains(number));
        if number.is_none() {
            let told = match bounds {
                ANY_NUMBER => String::new(),
                _ => format!(" from {low} to {high}"),
            };
            let message = format!("`{}` is no key of this table", row.key);
            let label = format!("expected a whole number{told}");
            self.report
                .push(Diagnostic::error(Code::WRONG_VALUE, message).at(row.key_span, label));
        }
        number
    }

    /// A table by words has no row between two others, so every word needs its own.
    fn every_word(&mut self, key: &Type, entry: &Entry, rows: &[(i32, i32)]) {
        let Some(words) = self.words_of(key) else {
            return;
        };
        let numbered = words.into_iter().zip(0..);
        let missing = numbered.filter(|(_, number)| rows.iter().all(|(key, _)| key != number));
        let missing: Vec<String> = missing.map(|(word, _)| format!("`{word}`")).collect();
        if !missing.is_empty() {
            let message = format!(
                "table `{}` says nothing about {}",
                entry.key,
                missing.join(", ")
            );
            self.report.push(
                Diagnostic::error(Code::MISSING_ATTRIBUTE, message)
                    .at(entry.key_span, "must give every value"),
            );
        }
    }
}

fn number_of(value: Value) -> i32 {
    match value {
        Value::Scalar(number) | Value::Set(number) => number,
        Value::Bag(_) | Value::Shape(_) | Value::Text(_) => 0,
    }
}
