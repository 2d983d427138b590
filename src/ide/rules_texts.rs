//! The rules texts of a file: all of a `.rules` file, and the values of tables that hold rules, whatever their YAML style.

use crate::GameSnapshot;
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::semantics::Symbol;
use ludex_rules::ids::KindId;
use ludex_source::{FileId, Fragment, Span};
pub use ludex_syntax::expected::RulesForm;
use ludex_syntax::tokens;
use ludex_syntax::tokens::TokenSort;
use ludex_tables::{Entry, Node};
use std::ops::Range;

/// A rules text and where it stands.
#[derive(Debug, Clone)]
pub struct RulesText {
    /// The decoded text, with the place of each of its bytes.
    pub fragment: Fragment,
    /// The form in which it is read.
    pub form: RulesForm,
}

impl RulesText {
    /// Returns the byte of the decoded text that is written at a byte of the file; of what lies between two, the later one.
    #[must_use]
    pub fn byte_at(&self, at: u32) -> Option<usize> {
        let text = self.fragment.text();
        if !self.fragment.full_span().touches(at) {
            return None;
        }
        let bytes = text.char_indices().map(|(byte, _)| byte);
        let mut places = bytes.map(|byte| (byte, self.fragment.span(byte, byte + 1)));
        let found = places.find(|(_, place)| at < place.end);
        Some(found.map_or(text.len(), |(byte, _)| byte))
    }

    /// Returns the word that touches a byte of the file, with its place; none within comments and texts in quotes.
    #[must_use]
    pub fn word_at(&self, at: u32) -> Option<(Span, &str)> {
        let byte = self.byte_at(at)?;
        let tokens = tokens::tokens(self.fragment.text());
        let touching = |range: &Range<usize>| range.start <= byte && byte <= range.end;
        let mut words = tokens.iter().filter(|one| touching(&one.range));
        let word = words.find(|one| one.sort == TokenSort::Word)?;
        let span = self.fragment.span(word.range.start, word.range.end);
        Some((span, &self.fragment.text()[word.range.clone()]))
    }
}

impl GameSnapshot {
    /// Returns the rules texts of a file, in its order.
    #[must_use]
    pub fn rules_texts(&self, file: FileId) -> Vec<RulesText> {
        if self.sources.path(file).ends_with(".rules") {
            let fragment = self.sources.fragment(file);
            let form = RulesForm::File;
            return vec![RulesText { fragment, form }];
        }
        let table = self.table(file);
        table.map_or_else(Vec::new, |tree| self.rules_texts_of(tree))
    }

    /// Returns the rules texts of a table, in its order.
    pub(crate) fn rules_texts_of(&self, table: &Node) -> Vec<RulesText> {
        let cells = self.rows_of(table).into_iter().flat_map(|row| {
            let cells = row.node.entries().iter();
            cells.filter_map(move |cell| self.rules_text(row.kind, cell))
        });
        cells.collect()
    }

    /// Returns the rules text around a byte of a file.
    #[must_use]
    pub fn rules_text_at(&self, file: FileId, at: u32) -> Option<RulesText> {
        let mut texts = self.rules_texts(file).into_iter();
        texts.find(|text| text.fragment.full_span().touches(at))
    }

    fn rules_text(&self, kind: KindId, cell: &Entry) -> Option<RulesText> {
        let Some(Symbol::KindMember(_, member)) = self.cell_symbol(kind, cell) else {
            return None;
        };
        let form = match member {
            MemberDecl::EffectSlot(_) => RulesForm::Effect,
            MemberDecl::ValueSlot(_) => RulesForm::Value,
            MemberDecl::Hooks => RulesForm::Hooks,
            MemberDecl::Attribute(_) | MemberDecl::Field(_) | MemberDecl::Place(_) => return None,
        };
        let fragment = cell.value.scalar()?.rules().clone();
        Some(RulesText { fragment, form })
    }

    /// Returns the member that a cell of a row fills.
    #[must_use]
    pub fn cell_symbol(&self, kind: KindId, cell: &Entry) -> Option<Symbol> {
        let members = self.analysis.names.kind_members.get(kind.index())?;
        let known = members.get(&cell.key).map(|(member, _)| *member);
        match known {
            Some(member) => Some(Symbol::KindMember(kind, member)),
            // What holds hooks has no name among the members.
            None => {
                let hooks = Symbol::KindMember(kind, MemberDecl::Hooks);
                let definition = self.definition(hooks)?;
                (definition.name == cell.key).then_some(hooks)
            }
        }
    }

    /// Returns the tree of a table; none of a file that is no table.
    #[must_use]
    pub fn table(&self, file: FileId) -> Option<&Node> {
        let mut tables = self.parsed.files().tables.iter().map(|table| &**table);
        tables.find(|node| node.span.file == file)
    }

    /// Returns the rows of kinds and records in a file, in its order.
    #[must_use]
    pub fn rows(&self, file: FileId) -> Vec<TableRow<'_>> {
        let table = self.table(file);
        table.map_or_else(Vec::new, |tree| self.rows_of(tree))
    }

    fn rows_of<'a>(&self, table: &'a Node) -> Vec<TableRow<'a>> {
        let lists = table.entries().iter();
        let rows = lists.flat_map(|list| {
            let kind = self.list_kind(&list.key);
            let rows = list.value.items().iter();
            rows.filter_map(move |node| {
                let kind = kind?;
                Some(TableRow { kind, list, node })
            })
        });
        rows.collect()
    }

    /// Returns the kind or record whose rows stand under a key of a table.
    #[must_use]
    pub fn list_kind(&self, key: &str) -> Option<KindId> {
        let names = &self.analysis.names;
        match names.names.get(key)?.0 {
            Decl::Kind(id) => Some(id),
            Decl::Sort(id) => Some(names.sorts.get(id.index())?.kind),
            Decl::Enum(_)
            | Decl::Place(_)
            | Decl::Board(_)
            | Decl::Var(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => None,
        }
    }
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub struct TableRow<'a> {
    /// The kind or record of the row.
    pub kind: KindId,
    /// The list that it stands in.
    pub list: &'a Entry,
    /// The row with its cells.
    pub node: &'a Node,
}
