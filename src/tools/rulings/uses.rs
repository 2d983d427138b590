//! The names of a game that rulings are written in, each with its place: for references and other names.
//!
//! Takes a ruling as it was read and the names of its game, which may have mistakes. Conditions are asked of the checker; a
//! word of a position or of a choice means what it means there: a row, a copy of one, a space, a value, an action, a member.

use crate::rulings::ruling::{LabelWords, OffersCheck, PlayLine, Ruling, RulingCheck};
use ludex_check::condition::names_in_condition;
use ludex_check::decl::Decl;
use ludex_check::env::Env;
use ludex_check::semantics::Symbol;
use ludex_report::Report;
use ludex_source::span::offset;
use ludex_source::{Sources, Span};
use ludex_syntax::parse;
use ludex_tables::{Entry, Node, Scalar, Value};
use std::collections::BTreeMap;

/// Names of the parts of a position, which name nothing of the game.
const PARTS: [&str; 6] = ["vars", "tracks", "places", "layouts", "boards", "players"];

/// A use of a name in a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RulingUse {
    /// The bytes of the name, without the number of a copy.
    pub span: Span,
    /// The meaning of the name there.
    pub symbol: Symbol,
}

/// The names of a game as rulings write them.
#[derive(Debug)]
pub struct RulingNames {
    names: Env,
    by_name: BTreeMap<String, Vec<Symbol>>,
}

/// The meanings that a word may have where it stands.
type Admits = fn(Symbol) -> bool;

impl RulingNames {
    /// Collects the names of a game.
    #[must_use]
    pub fn new(names: &Env) -> RulingNames {
        let mut by_name: BTreeMap<String, Vec<Symbol>> = BTreeMap::new();
        for (symbol, definition) in names.semantics.definitions() {
            let known = by_name.entry(definition.name.clone()).or_default();
            known.push(symbol);
        }
        RulingNames {
            names: names.clone(),
            by_name,
        }
    }

    /// Returns the uses of names in a ruling, in the order of its text.
    #[must_use]
    pub fn uses(&mut self, ruling: &Ruling, sources: &Sources) -> Vec<RulingUse> {
        let mut reader = UseReader {
            names: self,
            sources,
            found: Vec::new(),
        };
        reader.ruling(ruling);
        let mut found = reader.found;
        found.sort();
        found.dedup();
        found
    }

    /// Returns the meaning of a word, and how many of its bytes are the name: behind it may stand the number of a copy.
    fn meaning(&self, word: &str, admits: Admits) -> Option<(Symbol, usize)> {
        let known = |name: &str| {
            let symbols = self.by_name.get(name)?.iter();
            symbols.copied().find(|symbol| admits(*symbol))
        };
        let whole = known(word).map(|symbol| (symbol, word.len()));
        whole.or_else(|| {
            let (row, number) = word.rsplit_once('_')?;
            let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
            let copied = self.names.rows.get(row)?;
            let is_copied = copied.iter().any(|row| row.copies.is_some());
            let symbol = known(row).filter(|_| is_number && is_copied && !number.is_empty());
            symbol.map(|symbol| (symbol, row.len()))
        })
    }
}

/// A place, variable, board or option, or what a piece or space has.
fn is_key(symbol: Symbol) -> bool {
    match symbol {
        Symbol::Declared(
            Decl::Place(_) | Decl::Var(_) | Decl::Board(_) | Decl::Option(_) | Decl::Kind(_),
        ) => true,
        Symbol::KindMember(..) | Symbol::SpaceMember(..) | Symbol::Space(..) | Symbol::Row(..) => {
            true
        }
        Symbol::Declared(_)
        | Symbol::EnumValue(..)
        | Symbol::Direction(..)
        | Symbol::Local(_)
        | Symbol::BuiltIn(_) => false,
    }
}

/// A piece, a space or another value.
fn is_value(symbol: Symbol) -> bool {
    match symbol {
        Symbol::Row(..) | Symbol::Space(..) | Symbol::EnumValue(..) | Symbol::Direction(..) => true,
        Symbol::Declared(Decl::Kind(_)) => true,
        Symbol::Declared(_)
        | Symbol::KindMember(..)
        | Symbol::SpaceMember(..)
        | Symbol::Local(_)
        | Symbol::BuiltIn(_) => false,
    }
}

/// A word of an option: the action, or one of its values.
fn is_label(symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Declared(Decl::Action(_))) || is_value(symbol)
}

/// A part of the name of a number: `P0.stock[wood]`, `ring.2.depth`, `owl_1.load`.
fn is_number(symbol: Symbol) -> bool {
    is_key(symbol) || is_value(symbol)
}

struct UseReader<'a> {
    names: &'a mut RulingNames,
    sources: &'a Sources,
    found: Vec<RulingUse>,
}

impl UseReader<'_> {
    fn ruling(&mut self, ruling: &Ruling) {
        for option in ruling.given.options.iter().flat_map(Node::entries) {
            self.key(option);
            self.node(&option.value);
        }
        ruling.given.state.iter().for_each(|state| self.node(state));
        self.all(&ruling.given.cleared, is_key);
        ruling
            .given
            .chance
            .iter()
            .for_each(|one| self.all(&one.words, is_value));
        ruling.cites.iter().for_each(|cited| self.scalar(cited));
        for line in &ruling.play {
            match line {
                PlayLine::Choice(choice) => self.words(choice.words.span, is_label),
                PlayLine::Chance(all) => all.iter().for_each(|one| self.all(&one.words, is_value)),
                PlayLine::Check(check) => self.check(check),
                PlayLine::Settle(..) => {}
            }
        }
        ruling.end.iter().for_each(|check| self.check(check));
    }

    fn check(&mut self, check: &RulingCheck) {
        match check {
            RulingCheck::Expect(conditions) => {
                conditions.iter().for_each(|one| self.condition(one))
            }
            RulingCheck::Exactly(collections) => {
                for one in collections {
                    self.condition(&one.of);
                    self.all(&one.are, is_value);
                }
            }
            RulingCheck::Offers(all, _) => self.all(all, is_label),
            RulingCheck::Among(among) => self.among(among),
            RulingCheck::Log(seats) => seats.iter().for_each(|(_, _, among)| self.among(among)),
            RulingCheck::View(seats) => seats.iter().for_each(|(_, _, view)| self.node(view)),
            RulingCheck::Refuses(all) => {
                all.iter()
                    .for_each(|one| self.words(one.words.span, is_label));
            }
            RulingCheck::Changes(changes) => {
                let numbers = changes.numbers.iter();
                numbers.for_each(|(name, _)| self.words(name.span, is_number));
            }
            RulingCheck::Next(..) | RulingCheck::Ended(..) => {}
        }
    }

    fn among(&mut self, among: &OffersCheck) {
        self.all(&among.some, is_label);
        self.all(&among.not, is_label);
    }

    fn all(&mut self, words: &[LabelWords], admits: Admits) {
        words.iter().for_each(|one| self.words(one.span, admits));
    }

    /// A condition or collection in the language: the checker says what its names mean.
    fn condition(&mut self, text: &Scalar) {
        let mut report = Report::new();
        let tree = parse::value_text(text.rules(), &mut report);
        let Some(tree) = tree else { return };
        let meant = names_in_condition(&mut self.names.names, &tree);
        let uses = meant.uses_within(self.sources.fit(tree.span));
        let uses = uses.map(|(span, one)| RulingUse {
            span,
            symbol: one.symbol,
        });
        self.found.extend(uses);
    }

    /// A part of a position.
    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Map(entries) => {
                for entry in entries.iter() {
                    if !PARTS.contains(&entry.key.as_str()) {
                        self.key(entry);
                    }
                    self.node(&entry.value);
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.node(item)),
            Value::Scalar(scalar) => self.scalar(scalar),
            Value::Null => {}
        }
    }

    fn key(&mut self, entry: &Entry) {
        self.words(entry.key_span, is_key);
    }

    fn scalar(&mut self, scalar: &Scalar) {
        self.words(scalar.span(0, scalar.text().len()), is_value);
    }

    /// The words of a span, each by itself: parts of a choice, or what a dot or bracket joins.
    fn words(&mut self, span: Span, admits: Admits) {
        let span = self.sources.fit(span);
        let text = self.sources.slice(span);
        let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let mut at = 0;
        while let Some(start) = text[at..].find(is_part).map(|start| at + start) {
            let end = text[start..].find(|symbol| !is_part(symbol));
            at = end.map_or(text.len(), |end| start + end);
            let Some((symbol, length)) = self.names.meaning(&text[start..at], admits) else {
                continue;
            };
            let start = span.start + offset(start);
            self.found.push(RulingUse {
                span: Span::new(span.file, start, start + offset(length)),
                symbol,
            });
        }
    }
}
