//! The names in files of words, as uses: `rows.grain.rye` names the row, `words.colour.red` the enum and its value.
//!
//! So an editor finds and renames them there as in any table, and the values in braces with them. Words fill names, and make no
//! other use of them.

use crate::decl::Decl;
use crate::env::Checker;
use crate::files::GameFiles;
use crate::semantics::{Symbol, Words};
use ludex_report::Report;
use ludex_rules::table::widened;
use ludex_source::Fragment;
use ludex_syntax::ast::PhrasePart;
use ludex_syntax::parse;
use ludex_tables::{Entry, Node};
use std::collections::BTreeMap;

/// The parts of a file of words whose keys are names, but for those of rows.
const BY_NAME: [&str; 3] = ["words", "nouns", "counters"];

/// The symbols of a game by the names that words give them.
#[derive(Default)]
struct NamedSymbols {
    /// By a name alone; none where it names several things.
    alone: BTreeMap<String, Option<Symbol>>,
    /// By owner and name: values of enums, members, rows, options.
    owned: BTreeMap<(String, String), Symbol>,
}

impl NamedSymbols {
    fn enter<'a>(&mut self, owners: impl Iterator<Item = &'a str>, name: &str, symbol: Symbol) {
        for owner in owners {
            let key = (owner.to_owned(), name.to_owned());
            self.owned.insert(key, symbol);
        }
        let alone = self.alone.entry(name.to_owned());
        let is_declared = matches!(symbol, Symbol::Declared(_));
        alone
            .and_modify(|known| match (*known, is_declared) {
                // Declarations come first: their names count before all others.
                (Some(Symbol::Declared(_)), false) => {}
                (_, true) => *known = Some(symbol),
                (_, false) => *known = None,
            })
            .or_insert(Some(symbol));
    }

    fn alone(&self, name: &str) -> Option<Symbol> {
        self.alone.get(name).copied().flatten()
    }

    fn owned(&self, owner: &str, name: &str) -> Option<Symbol> {
        let key = (owner.to_owned(), name.to_owned());
        self.owned.get(&key).copied()
    }
}

impl Checker<'_> {
    /// Enters the keys of files of words as uses of what they name.
    pub(crate) fn refer_to_words(&mut self, files: &GameFiles) {
        if files.locales.is_empty() {
            return;
        }
        let symbols = self.named_symbols();
        for file in &files.locales {
            let parts = BY_NAME.iter().filter_map(|part| file.tree.get(part));
            for entry in parts.flat_map(Node::entries) {
                self.refer_to_named(&symbols, entry);
            }
            let texts = file.tree.get("texts").map_or(&[][..], Node::entries);
            for entry in texts {
                self.refer_to_text(entry);
            }
            let lists = file.tree.get("rows").map_or(&[][..], Node::entries);
            for list in lists {
                self.refer_to_rows(&symbols, list);
            }
        }
    }

    /// A key such as `money` or `colour.red` with its words.
    fn refer_to_named(&mut self, symbols: &NamedSymbols, entry: &Entry) {
        let (owner, (name, _)) = entry.key_parts();
        let symbol = match owner {
            Some((owner, _)) => symbols.owned(owner, name),
            None => symbols.alone(name),
        };
        let Some(symbol) = symbol else {
            return;
        };
        self.fills_key(entry, symbol);
        let definition = self.env.semantics.definition(symbol);
        let words = definition.and_then(|one| one.words.as_ref());
        let holes = words.into_iter().flat_map(Words::values);
        let known = holes.map(|hole| (hole.name.clone(), hole.symbol)).collect();
        self.refer_to_values(&known, entry);
    }

    /// A text of the rules, which has its values in the key too.
    fn refer_to_text(&mut self, entry: &Entry) {
        let Some(Some(first)) = self.env.texts.get(&entry.key) else {
            return;
        };
        let names = first.parts.iter().filter_map(PhrasePart::name);
        let known = names.filter_map(|name| {
            let symbol = self.env.semantics.symbol(name.span)?;
            Some((name.text.clone(), symbol))
        });
        let known = known.collect();
        let key = entry.name_span();
        // With escapes, the bytes of the file are not those of the key.
        if widened(key.len()) == entry.key.len() {
            let key = Fragment::verbatim(key.file, entry.key.as_str().into(), key.start);
            self.refer_in_words(&known, &key);
        }
        self.refer_to_values(&known, entry);
    }

    fn refer_to_values(&mut self, known: &BTreeMap<String, Symbol>, entry: &Entry) {
        if let Some(words) = entry.value.scalar() {
            self.refer_in_words(known, words.fragment());
        }
    }

    /// The values in the braces of some words.
    fn refer_in_words(&mut self, known: &BTreeMap<String, Symbol>, words: &Fragment) {
        if known.is_empty() {
            return;
        }
        // `review` reports bad words.
        let words = parse::phrase_text(words, &mut Report::new());
        for name in words.parts.iter().filter_map(PhrasePart::name) {
            if let Some(symbol) = known.get(&name.text) {
                self.fills(name.span, *symbol);
            }
        }
    }

    /// A list of rows, and the rows that have words.
    fn refer_to_rows(&mut self, symbols: &NamedSymbols, list: &Entry) {
        if let Some(kind) = symbols.alone(&list.key) {
            self.fills(list.name_span(), kind);
        }
        for row in list.value.entries() {
            if let Some(symbol) = symbols.owned(&list.key, &row.key) {
                self.fills(row.name_span(), symbol);
            }
        }
    }

    fn named_symbols(&self) -> NamedSymbols {
        let semantics = &self.env.semantics;
        let name_of = |decl: Decl| semantics.definition(Symbol::Declared(decl));
        let name_of = |decl: Decl| name_of(decl).map(|one| one.name.as_str());
        let mut symbols = NamedSymbols::default();
        for (symbol, definition) in semantics.definitions() {
            let (owner, sort) = match symbol {
                Symbol::Declared(Decl::Option(_)) => (Some("option"), None),
                Symbol::Declared(_) => (None, None),
                Symbol::KindMember(kind, _) => {
                    let sort = self.sort_with(kind, &definition.name);
                    (name_of(Decl::Kind(kind)), sort)
                }
                Symbol::Row(kind, row) => {
                    let sort = self.sort_of_row(kind, widened(row));
                    (name_of(Decl::Kind(kind)), sort)
                }
                Symbol::SpaceMember(board, _) => (name_of(Decl::Board(board)), None),
                Symbol::EnumValue(id, _) => (name_of(Decl::Enum(id)), None),
                // Words have no keys for spaces, and those of locals are shared by all that are called so.
                Symbol::Space(..)
                | Symbol::Direction(..)
                | Symbol::Local(_)
                | Symbol::BuiltIn(_) => continue,
            };
            let sort = sort.and_then(|sort| name_of(Decl::Sort(sort)));
            symbols.enter(owner.into_iter().chain(sort), &definition.name, symbol);
        }
        symbols
    }
}
