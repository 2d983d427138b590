//! The declarations of a file and what stands in them; of a table, its lists and rows.

use crate::GameSnapshot;
use ludex_source::{FileId, Span};
use ludex_syntax::ast;
use ludex_syntax::ast::{ItemKind, MemberKind};
use ludex_tables::{Entry, Node};

/// A declaration, a member, a row or a key of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSymbol {
    /// The name; of what has none, its first words.
    pub name: String,
    /// The sort of thing that it is.
    pub sort: FileSymbolSort,
    /// The bytes of all of it.
    pub span: Span,
    /// The bytes of the name.
    pub name_span: Span,
    /// The symbols inside it, in order.
    pub children: Vec<FileSymbol>,
}

/// The sorts of things that a file is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the word of the language")]
pub enum FileSymbolSort {
    Enum,
    EnumValue,
    Option,
    Kind,
    Record,
    Attribute,
    Field,
    Place,
    Board,
    Variable,
    Track,
    Table,
    Moment,
    Effect,
    Query,
    Action,
    Hook,
    Modifier,
    /// `setup`, `play`, `result` and what else has no name.
    Part,
    /// A key of a table with rows below it.
    List,
    Row,
    /// Any other key of YAML.
    Key,
}

impl GameSnapshot {
    /// Returns the symbols of a file, in its order.
    #[must_use]
    pub fn file_symbols(&self, file: FileId) -> Vec<FileSymbol> {
        if let Some(tree) = self.rules_tree(file) {
            return tree.items.iter().map(|item| self.item(item)).collect();
        }
        let entries = self.yaml_tree(file).map_or(&[][..], Node::entries);
        entries.iter().map(entry).collect()
    }

    /// Returns the innermost declaration or row around a span, for what is told of a place by the thing it stands in.
    #[must_use]
    pub fn symbol_around(&self, span: Span) -> Option<FileSymbol> {
        let holds = |one: &FileSymbol| one.span.start <= span.start && span.end <= one.span.end;
        let outer = self.file_symbols(span.file).into_iter().find(holds)?;
        let is_row = |one: &FileSymbol| one.sort == FileSymbolSort::Row && holds(one);
        let row = outer.children.iter().find(|one| is_row(one)).cloned();
        Some(row.unwrap_or(outer))
    }

    /// Returns the tree of a file of rules.
    pub(super) fn rules_tree(&self, file: FileId) -> Option<&ast::File> {
        let files = self.parsed.files();
        let mut trees = files.rules().chain(files.prelude.as_deref());
        trees.find(|tree| {
            tree.items
                .first()
                .is_some_and(|item| item.span.file == file)
        })
    }

    /// Returns the tree of a file of YAML.
    pub(super) fn yaml_tree(&self, file: FileId) -> Option<&Node> {
        let files = self.parsed.files();
        let single = [&files.manifest, &files.statements, &files.shown];
        let single = single.into_iter().flatten();
        let mut trees = files.tables.iter().chain(single).map(|tree| &**tree);
        trees.find(|tree| tree.span.file == file)
    }

    fn item(&self, item: &ast::Item) -> FileSymbol {
        let (name, sort, children) = match &item.kind {
            ItemKind::Enum(one) => {
                let values = one
                    .values
                    .iter()
                    .map(|value| leaf(value, FileSymbolSort::EnumValue));
                (Some(&one.name), FileSymbolSort::Enum, values.collect())
            }
            ItemKind::Option(one) => (Some(&one.name), FileSymbolSort::Option, Vec::new()),
            ItemKind::Kind(one) => {
                let sort = if one.is_record {
                    FileSymbolSort::Record
                } else {
                    FileSymbolSort::Kind
                };
                (Some(&one.name), sort, members(&one.members))
            }
            ItemKind::Place(one) => (Some(&one.name), FileSymbolSort::Place, Vec::new()),
            ItemKind::Board(one) => (
                Some(&one.name),
                FileSymbolSort::Board,
                members(&one.members),
            ),
            ItemKind::Var(one) => (Some(&one.name), FileSymbolSort::Variable, Vec::new()),
            ItemKind::Track(one) => (Some(&one.name), FileSymbolSort::Track, Vec::new()),
            ItemKind::Table(one) => (Some(&one.name), FileSymbolSort::Table, Vec::new()),
            ItemKind::Moment(name) => (Some(name), FileSymbolSort::Moment, Vec::new()),
            ItemKind::Effect(one) => (Some(&one.name), FileSymbolSort::Effect, Vec::new()),
            ItemKind::Query(one) => (Some(&one.name), FileSymbolSort::Query, Vec::new()),
            ItemKind::Action(one) => (Some(&one.name), FileSymbolSort::Action, Vec::new()),
            ItemKind::Hook(_) => (None, FileSymbolSort::Hook, Vec::new()),
            ItemKind::Modifier(_) => (None, FileSymbolSort::Modifier, Vec::new()),
            ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => (None, FileSymbolSort::Part, Vec::new()),
        };
        let head = self.item_head(item.span);
        FileSymbol {
            name: name.map_or_else(
                || self.sources.slice(head).to_owned(),
                |name| name.text.clone(),
            ),
            sort,
            span: item.span,
            name_span: name.map_or(head, |name| name.span),
            children,
        }
    }

    /// Returns the first words of an item: all before its braces, its colon or the end of its line.
    fn item_head(&self, span: Span) -> Span {
        let text = self.sources.slice(span);
        let end = text.find(['{', ':', '\n']).unwrap_or(text.len());
        let head = text[..end].trim_end();
        Span::new(span.file, span.start, span.start + head.len() as u32)
    }
}

fn leaf(name: &ast::Name, sort: FileSymbolSort) -> FileSymbol {
    FileSymbol {
        name: name.text.clone(),
        sort,
        span: name.span,
        name_span: name.span,
        children: Vec::new(),
    }
}

fn members(members: &[ast::Member]) -> Vec<FileSymbol> {
    let named = members.iter().filter_map(|member| {
        let (name, sort) = match &member.kind {
            MemberKind::Attribute(one) => (&one.name, FileSymbolSort::Attribute),
            MemberKind::Field(one) => (&one.name, FileSymbolSort::Field),
            MemberKind::Place(one) => (&one.name, FileSymbolSort::Place),
            MemberKind::Home(_)
            | MemberKind::Active { .. }
            | MemberKind::Join { .. }
            | MemberKind::Demand(_) => return None,
        };
        Some(FileSymbol {
            span: member.span,
            ..leaf(name, sort)
        })
    });
    named.collect()
}

/// A key of YAML with the rows or keys below it.
fn entry(entry: &Entry) -> FileSymbol {
    let rows: Vec<FileSymbol> = entry.value.items().iter().filter_map(row).collect();
    let keys = entry.value.entries().iter().map(self::entry);
    let sort = if rows.is_empty() {
        FileSymbolSort::Key
    } else {
        FileSymbolSort::List
    };
    FileSymbol {
        name: entry.key.clone(),
        sort,
        span: entry.span(),
        name_span: entry.key_span,
        children: rows.into_iter().chain(keys).collect(),
    }
}

fn row(node: &Node) -> Option<FileSymbol> {
    let id = node.get("id")?;
    Some(FileSymbol {
        name: id.scalar()?.text().to_owned(),
        sort: FileSymbolSort::Row,
        span: node.span,
        name_span: id.span,
        children: Vec::new(),
    })
}
