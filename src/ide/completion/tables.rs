//! Completion in tables: keys of rows that are missing, values by the type of their attribute, rules in slots.

use crate::GameSnapshot;
use crate::completion::marked::MARKER;
use crate::completion::{Completion, CompletionKind, Snippet};
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::semantics::{NameHole, Symbol};
use ludex_report::Report;
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::types::Type;
use ludex_source::{FileId, Sources, Span};
use ludex_tables as tables;
use ludex_tables::{Entry, Node};

/// The place of the cursor in a table.
enum TablePlace {
    /// A key at the margin: a list.
    List,
    /// A key of a row.
    RowKey {
        kind: KindId,
        /// The sort of the kind that the list fills.
        sort: Option<SortId>,
        given: Vec<String>,
    },
    /// The value of a cell.
    Cell { kind: KindId, key: String },
}

impl GameSnapshot {
    pub(super) fn complete_table(&self, file: FileId, replaces: Span) -> Option<Vec<Completion>> {
        let as_value = self.with_text(replaces, MARKER);
        if let Some(text) = self.marked_text(replaces, &as_value) {
            return self.complete_text_of_row(&text, replaces);
        }
        let as_key = self.with_text(replaces, &format!("{MARKER}:"));
        let place = [&as_value, &as_key]
            .into_iter()
            .find_map(|text| self.place_in(file, text))?;
        match place {
            TablePlace::List => Some(self.lists()),
            TablePlace::RowKey { kind, sort, given } => Some(self.missing_keys(kind, sort, &given)),
            TablePlace::Cell { kind, key } => self.cell_values(kind, &key, replaces),
        }
    }

    /// Returns the place of the marker in a table's text.
    fn place_in(&self, file: FileId, text: &str) -> Option<TablePlace> {
        let mut sources = Sources::new();
        let file = sources.add(self.sources.path(file), text);
        let tree = tables::recover(file, &sources, &mut Report::new()).tree;
        if tree.entry(MARKER).is_some() || tree.scalar().is_some_and(|one| one.text() == MARKER) {
            return Some(TablePlace::List);
        }
        tree.entries().iter().find_map(|list| {
            let kind = self.list_kind(&list.key)?;
            let sort = match self.analysis.names.names.get(&list.key) {
                Some((Decl::Sort(sort), _)) => Some(*sort),
                Some(_) | None => None,
            };
            let mut rows = list.value.items().iter();
            rows.find_map(|row| place_in_row(kind, sort, row))
        })
    }

    fn lists(&self) -> Vec<Completion> {
        let names = self.analysis.names.names.iter();
        let lists = names.filter(|(_, (decl, _))| {
            matches!(decl, Decl::Kind(_) | Decl::Sort(_) | Decl::Table(_))
        });
        let lists = lists.filter_map(|(_, (decl, _))| self.named(Symbol::Declared(*decl), 0));
        lists
            .map(|item| Completion {
                snippet: Some(Snippet(format!("{}:\n- id: $0", item.label))),
                ..item
            })
            .collect()
    }

    /// Returns the attributes that a row does not give, those that it must give first.
    fn missing_keys(
        &self,
        kind: KindId,
        sort: Option<SortId>,
        given: &[String],
    ) -> Vec<Completion> {
        let names = &self.analysis.names;
        let definitions = self.semantics().definitions();
        let members = definitions.filter_map(|(symbol, definition)| {
            let Symbol::KindMember(of, member) = symbol else {
                return None;
            };
            (of == kind).then_some((symbol, member, definition))
        });
        let missing = members.filter_map(|(symbol, member, definition)| {
            let name = &definition.name;
            let by_row = match member {
                MemberDecl::Attribute(_)
                | MemberDecl::EffectSlot(_)
                | MemberDecl::ValueSlot(_)
                | MemberDecl::Hooks => true,
                MemberDecl::Field(_) | MemberDecl::Place(_) => false,
            };
            if !by_row || given.contains(name) {
                return None;
            }
            let declared = self.sources.slice(definition.whole);
            let may_be_left_out = declared.contains('=')
                || matches!(member, MemberDecl::EffectSlot(_) | MemberDecl::Hooks)
                || matches!(self.symbol_type(symbol), Some(Type::Optional(_)));
            let needs = names.sort_members.get(&(kind, name.clone()));
            if needs.is_some_and(|needs| sort != Some(*needs)) {
                return None;
            }
            let rank = u32::from(may_be_left_out);
            let mut item = self.named(symbol, rank)?;
            item.snippet = Some(Snippet(format!("{name}: $0")));
            item.kind = CompletionKind::Key;
            Some(item)
        });
        let id = (!given.iter().any(|key| key == "id")).then(|| Completion {
            label: "id".to_owned(),
            kind: CompletionKind::Key,
            detail: "the name of the row".to_owned(),
            snippet: Some(Snippet("id: $0".to_owned())),
            symbol: None,
            rank: 0,
        });
        missing.chain(id).collect()
    }

    fn cell_values(&self, kind: KindId, key: &str, replaces: Span) -> Option<Vec<Completion>> {
        let members = self.analysis.names.kind_members.get(kind.index())?;
        let (member, _) = members.get(key)?;
        let ty = self.symbol_type(Symbol::KindMember(kind, *member))?;
        let typed = self.sources.slice(replaces);
        Some(self.values_of_type(&ty, typed))
    }

    /// Returns the values that a cell of a type may have.
    fn values_of_type(&self, ty: &Type, typed: &str) -> Vec<Completion> {
        let value = |word: &str| Completion {
            label: word.to_owned(),
            kind: CompletionKind::Value,
            detail: ty.notation(self.game()),
            snippet: None,
            symbol: None,
            rank: 0,
        };
        match ty.required() {
            Type::Bool => ["true", "false"].map(value).into(),
            Type::Enum(id) | Type::Set(id) | Type::Bag(id) => {
                let hole = NameHole::PartOf(Symbol::Declared(Decl::Enum(*id)));
                self.names_for(&hole, typed)
            }
            Type::Row(id) | Type::Piece(id) => {
                let hole = NameHole::PartOf(Symbol::Declared(Decl::Kind(*id)));
                self.names_for(&hole, typed)
            }
            Type::Space(id) | Type::Direction(id) => {
                let hole = NameHole::PartOf(Symbol::Declared(Decl::Board(*id)));
                self.names_for(&hole, typed)
            }
            Type::Int
            | Type::Text
            | Type::Player
            | Type::Place(_)
            | Type::Shape
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => Vec::new(),
        }
    }
}

fn place_in_row(kind: KindId, sort: Option<SortId>, row: &Node) -> Option<TablePlace> {
    let given = row.entries().iter().map(|cell| cell.key.clone());
    let given: Vec<String> = given.filter(|key| key != MARKER).collect();
    let is_only_word = row.scalar().is_some_and(|one| one.text() == MARKER);
    if is_only_word || row.entry(MARKER).is_some() {
        return Some(TablePlace::RowKey { kind, sort, given });
    }
    let cell = row.entries().iter().find(|cell| has_marker(cell))?;
    let key = cell.key.clone();
    Some(TablePlace::Cell { kind, key })
}

fn has_marker(cell: &Entry) -> bool {
    fn inside(node: &Node) -> bool {
        let of_map = |entry: &Entry| entry.key == MARKER || inside(&entry.value);
        node.scalar().is_some_and(|one| one.text().contains(MARKER))
            || node.items().iter().any(inside)
            || node.entries().iter().any(of_map)
    }
    inside(&cell.value)
}
