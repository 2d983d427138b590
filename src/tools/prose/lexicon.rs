//! The lexicon of a game's names: declarations with their phrases, values of enums, rows by what people call them.
//!
//! Takes the parsed files of a game and the meaning of each name in them. It resolves no name by itself: what a name at a place
//! means is asked of the semantic model.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::prose::declarations::Trees;
use crate::prose::english::English;
use crate::prose::japanese::Japanese;
use crate::prose::spaced;
use crate::prose::tree::{KindNoun, Noun};
use crate::prose::writer::ProseWriter;
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::locale::{Language, Locale};
use ludex_check::semantics::{Definition, Symbol, WordHole, Words};
use ludex_rules::game::Holder;
use ludex_rules::ids::SortId;
use ludex_rules::types::Type;
use ludex_rules::wording::Part;
use ludex_source::Span;
use ludex_tables::Node;

/// The words of a game.
#[derive(Debug)]
pub struct Lexicon<'a> {
    /// The names of the game with their meanings.
    pub(super) names: &'a Env,
    /// The trees of what is told by its text.
    pub(super) trees: Trees<'a>,
    /// The titles of rows.
    titles: BTreeMap<Symbol, String>,
    /// The locale of the words.
    locale: Option<Arc<Locale>>,
}

/// A value of an enum with its words.
#[derive(Debug, Clone)]
pub struct ValueWords {
    /// The name of the enum.
    pub of: String,
    /// The name of the value.
    pub value: String,
    /// The words that people read.
    pub words: String,
}

/// A variable, field or track.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredVar<'a> {
    /// The variable itself, for which its phrase may have a hole.
    pub(super) symbol: Symbol,
    pub(super) per_player: bool,
    pub(super) is_number: bool,
    /// The enum that indexes it.
    pub(super) index: Option<Symbol>,
    pub(super) phrase: Option<&'a Words>,
}

/// A place as words name it.
#[derive(Debug, Clone)]
pub(super) struct DeclaredPlace {
    pub(super) per_player: bool,
    /// The words for it, without whose it is.
    pub(super) noun: String,
}

/// A parameter of an effect, a query or a text of rows.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) symbol: Symbol,
    pub(super) name: String,
    /// The name of its type.
    pub(super) ty: Option<String>,
    pub(super) is_number: bool,
}

/// An effect or query.
#[derive(Debug, Clone)]
pub(super) struct CalledRoutine<'a> {
    pub(super) symbol: Symbol,
    pub(super) phrase: Option<&'a Words>,
    pub(super) params: Vec<Parameter>,
    /// The type of the answer of a query.
    gives: Type,
}

impl CalledRoutine<'_> {
    pub(super) fn is_number(&self) -> bool {
        self.gives == Type::Int
    }

    pub(super) fn is_bool(&self) -> bool {
        *self.gives.required() == Type::Bool
    }
}

impl<'a> Lexicon<'a> {
    /// Collects the words of a game's files; `names` holds what the names in them mean.
    #[must_use]
    pub fn new(files: &'a GameFiles, names: &'a Env) -> Lexicon<'a> {
        let mut lexicon = Lexicon {
            names,
            trees: Trees::new(files, names),
            titles: BTreeMap::new(),
            locale: files.locale.clone(),
        };
        for list in files.lists() {
            lexicon.rows(&list.key, list.value.items());
        }
        lexicon
    }

    fn rows(&mut self, list: &str, rows: &[Node]) {
        for row in rows {
            let id = row.get("id");
            let Some(symbol) = id.and_then(|id| self.symbol(id.span)) else {
                continue;
            };
            let id = id.and_then(Node::scalar).map_or("", |id| id.text());
            let own = self.locale.as_ref().and_then(|locale| locale.row(list, id));
            let name = row
                .get("name")
                .and_then(Node::scalar)
                .map(|name| name.text());
            if let Some(title) = own.or(name) {
                let title = title.to_owned();
                self.titles.insert(symbol, title);
            }
        }
    }

    /// Returns the writer of the language in which rules are told.
    pub(crate) fn writer(&self) -> &'static dyn ProseWriter {
        let language = self.locale.as_ref().map(|locale| locale.language);
        match language.unwrap_or_default() {
            Language::English => &English,
            Language::Japanese => &Japanese,
        }
    }

    /// Returns the locale of the words; none of those in the rules.
    pub(super) fn locale(&self) -> Option<&Locale> {
        self.locale.as_deref()
    }

    /// Returns the words of a name without a phrase: those of the locale, else the name itself.
    pub(super) fn named(&self, name: &str, at: Span) -> String {
        match self.symbol(at) {
            Some(symbol) => self.named_by_symbol(symbol, name),
            None => self.word_of_local(name),
        }
    }

    /// Returns the words of what a name means, where it has no phrase.
    pub(crate) fn named_by_symbol(&self, symbol: Symbol, name: &str) -> String {
        let game = &self.names.game;
        let owner = match symbol {
            Symbol::Local(_) | Symbol::BuiltIn(_) => return self.word_of_local(name),
            Symbol::KindMember(id, _) => {
                let sort = self.names.sort_members.get(&(id, name.to_owned()));
                let sort = sort.map(|sort| &self.names.sorts[sort.index()].name);
                sort.unwrap_or(&game.kind(id).name)
            }
            Symbol::Row(id, _) => &game.kind(id).name,
            Symbol::SpaceMember(id, _) => &game.boards[id.index()].name,
            Symbol::EnumValue(id, _) => {
                let owner = &game.enums[id.index()].name;
                let is_declared = self.names.names.contains_key(owner);
                if is_declared {
                    owner
                } else {
                    // The words of an option are values of an enum without a name.
                    return self.word_of_local(name);
                }
            }
            Symbol::Declared(_) | Symbol::Space(..) | Symbol::Direction(..) => {
                return self.named_declaration(name);
            }
        };
        self.noun_at(&format!("{owner}.{name}"), name)
    }

    /// Returns the words of a declaration by its name.
    pub(crate) fn named_declaration(&self, name: &str) -> String {
        self.noun_at(name, name)
    }

    /// Returns the words of an option.
    pub(super) fn option(&self, name: &str) -> String {
        self.noun_at(&format!("option.{name}"), name)
    }

    /// Returns the words of a name that no declaration gives.
    pub(crate) fn word_of_local(&self, name: &str) -> String {
        let locale = self.locale.as_ref();
        let noun = locale.and_then(|locale| locale.noun_of_local(name));
        noun.map_or_else(|| self.unknown(name), str::to_owned)
    }

    fn noun_at(&self, path: &str, name: &str) -> String {
        let noun = self.locale.as_ref().and_then(|locale| locale.noun(path));
        noun.map_or_else(|| self.unknown(name), str::to_owned)
    }

    /// Marks a name without words; in the rules themselves it is its words.
    fn unknown(&self, name: &str) -> String {
        match self.locale {
            None => spaced(name),
            Some(_) => self.writer().unknown(&spaced(name)),
        }
    }

    /// Returns the counter of what a declaration counts.
    pub(super) fn counter_of(&self, symbol: Symbol) -> Option<String> {
        let name = &self.definition(symbol)?.name;
        self.counter(name)
    }

    fn counter(&self, name: &str) -> Option<String> {
        let counter = self.locale.as_ref()?.counter(name)?;
        Some(counter.to_owned())
    }

    fn built_in(&self, name: &str) -> KindNoun {
        let (one, counter) = self.writer().built_in_noun(name);
        KindNoun {
            many: match self.locale {
                None => plural(&one),
                Some(_) => one.clone(),
            },
            one,
            counter,
        }
    }

    /// Returns the noun for players.
    pub(super) fn player(&self) -> KindNoun {
        self.built_in("player")
    }

    /// Returns the noun for members that have no type by name.
    pub(super) fn number(&self) -> KindNoun {
        let number = self.built_in("number");
        KindNoun {
            many: number.one.clone(),
            ..number
        }
    }

    /// Returns the noun for pieces of no known kind.
    pub(super) fn piece(&self) -> KindNoun {
        let piece = self.built_in("piece");
        KindNoun {
            many: piece.one.clone(),
            ..piece
        }
    }

    /// Returns the noun for what a local name stands for; its type where a locale has no word for the name.
    pub(super) fn noun_of_local(&self, name: &str, ty: Option<&str>) -> KindNoun {
        let Some(locale) = &self.locale else {
            let one = spaced(name);
            return KindNoun {
                many: plural(&one),
                one,
                counter: None,
            };
        };
        match (locale.noun_of_local(name), ty) {
            (Some(noun), _) => KindNoun {
                one: noun.to_owned(),
                many: noun.to_owned(),
                counter: ty.and_then(|ty| self.counter(ty)),
            },
            (None, Some("player")) => self.player(),
            (None, Some(ty)) => self.noun(ty),
            (None, None) => {
                let one = self.unknown(name);
                KindNoun {
                    many: one.clone(),
                    one,
                    counter: None,
                }
            }
        }
    }

    /// Returns what a name means that is written at a place.
    pub(super) fn symbol(&self, at: Span) -> Option<Symbol> {
        self.names.semantics.symbol(at)
    }

    fn definition(&self, symbol: Symbol) -> Option<&'a Definition> {
        self.names.semantics.definition(symbol)
    }

    /// Returns the phrase of a declaration.
    pub(crate) fn phrase(&self, of: Symbol) -> Option<&'a Words> {
        self.definition(of)?.words.as_ref()
    }

    /// Returns the effect that a name at a place means.
    pub(super) fn effect(&self, at: Span) -> Option<CalledRoutine<'a>> {
        let symbol = self.symbol(at)?;
        let is_effect = matches!(symbol, Symbol::Declared(Decl::Effect(_)));
        is_effect.then(|| self.called(symbol, Type::None))
    }

    /// Returns the query that a name at a place means.
    pub(super) fn query(&self, at: Span) -> Option<CalledRoutine<'a>> {
        let symbol = self.symbol(at)?;
        let Symbol::Declared(Decl::Query(id)) = symbol else {
            return None;
        };
        let gives = self.names.game.queries[id.index()].ty.clone();
        Some(self.called(symbol, gives))
    }

    fn called(&self, symbol: Symbol, gives: Type) -> CalledRoutine<'a> {
        CalledRoutine {
            symbol,
            phrase: self.phrase(symbol),
            params: self.params(symbol),
            gives,
        }
    }

    /// Returns the parameters of an effect, a query or a text of rows.
    pub(super) fn params(&self, of: Symbol) -> Vec<Parameter> {
        let params = self.names.semantics.parameters(of).into_iter();
        let params = params.map(|(symbol, one)| Parameter {
            symbol,
            name: one.name.clone(),
            ty: (one.ty.as_ref()).and_then(|ty| self.name_of_type(ty, one.sort)),
            is_number: one.ty == Some(Type::Int),
        });
        params.collect()
    }

    /// Returns the variable, field or track that a name at a place means.
    pub(super) fn var(&self, at: Span) -> Option<DeclaredVar<'a>> {
        let symbol = self.symbol(at)?;
        let (Symbol::Declared(Decl::Var(id))
        | Symbol::KindMember(_, MemberDecl::Field(id))
        | Symbol::SpaceMember(_, MemberDecl::Field(id))) = symbol
        else {
            return None;
        };
        let var = &self.names.game.vars[id.index()];
        Some(DeclaredVar {
            symbol,
            per_player: var.holder == Holder::Player,
            is_number: var.ty == Type::Int,
            index: var.index.map(|id| Symbol::Declared(Decl::Enum(id))),
            phrase: self.phrase(symbol),
        })
    }

    /// Returns the place that a name at a place means: of the table, of players, spaces or pieces.
    pub(super) fn place(&self, at: Span) -> Option<DeclaredPlace> {
        let symbol = self.symbol(at)?;
        let (Symbol::Declared(Decl::Place(id))
        | Symbol::KindMember(_, MemberDecl::Place(id))
        | Symbol::SpaceMember(_, MemberDecl::Place(id))) = symbol
        else {
            return None;
        };
        let place = &self.names.game.places[id.index()];
        let phrase = self.phrase(symbol);
        Some(DeclaredPlace {
            per_player: place.holder == Holder::Player,
            noun: phrase.map_or_else(|| self.named(&place.name, at), |phrase| phrase.text.clone()),
        })
    }

    /// Returns the phrase of the attribute that a name at a place means.
    pub(super) fn attribute(&self, at: Span) -> Option<&'a Words> {
        let symbol = self.symbol(at)?;
        let (Symbol::KindMember(_, member) | Symbol::SpaceMember(_, member)) = symbol else {
            return None;
        };
        match member {
            MemberDecl::Field(_) | MemberDecl::Place(_) => None,
            MemberDecl::Attribute(_)
            | MemberDecl::EffectSlot(_)
            | MemberDecl::ValueSlot(_)
            | MemberDecl::Hooks => self.phrase(symbol),
        }
    }

    pub(super) fn is_board_of_player(&self, at: Span) -> bool {
        match self.symbol(at) {
            Some(Symbol::Declared(Decl::Board(id))) => {
                self.names.game.boards[id.index()].per_player
            }
            _ => false,
        }
    }

    /// Returns true if a name stands for all members of something declared: a kind, a sort, a board or an enum.
    pub(super) fn is_collection(&self, at: Span) -> bool {
        matches!(
            self.symbol(at),
            Some(Symbol::Declared(
                Decl::Kind(_) | Decl::Sort(_) | Decl::Board(_) | Decl::Enum(_)
            ))
        )
    }

    /// Returns the words for an action: its prompt, else its name.
    pub(crate) fn action(&self, name: &str, at: Span) -> String {
        match self.symbol(at) {
            Some(Symbol::Declared(Decl::Action(id))) => {
                self.names.game.actions[id.index()].prompt.clone()
            }
            _ => self.named(name, at),
        }
    }

    /// Returns the words for a value of an enum or for a row, by where it is named; none of anything else.
    pub(super) fn value(&self, name: &str, at: Span) -> Option<String> {
        let symbol = self.symbol(at)?;
        match symbol {
            Symbol::EnumValue(..) => {
                let phrase = self.phrase(symbol);
                Some(phrase.map_or_else(|| self.named(name, at), |phrase| phrase.text.clone()))
            }
            Symbol::Row(..) => self.titles.get(&symbol).cloned(),
            Symbol::Declared(_)
            | Symbol::KindMember(..)
            | Symbol::SpaceMember(..)
            | Symbol::Space(..)
            | Symbol::Direction(..)
            | Symbol::Local(_)
            | Symbol::BuiltIn(_) => None,
        }
    }

    /// The nouns of variables and tracks that have one, in the plural.
    pub(crate) fn variable_nouns(&self) -> BTreeMap<String, String> {
        let mut nouns = BTreeMap::new();
        for (symbol, definition) in self.names.semantics.definitions() {
            let is_var = matches!(
                symbol,
                Symbol::Declared(Decl::Var(_))
                    | Symbol::KindMember(_, MemberDecl::Field(_))
                    | Symbol::SpaceMember(_, MemberDecl::Field(_))
            );
            let parts = definition
                .words
                .as_ref()
                .map(|words| words.parts.as_slice());
            if let (true, Some([Part::Forms(_, _, several)])) = (is_var, parts) {
                nouns.insert(definition.name.clone(), several.clone());
            }
        }
        nouns
    }

    /// The values of enums that have words of their own.
    pub(crate) fn value_words(&self) -> Vec<ValueWords> {
        let all = self.names.semantics.definitions();
        let words = all.filter_map(|(symbol, definition)| {
            let Symbol::EnumValue(id, _) = symbol else {
                return None;
            };
            Some(ValueWords {
                of: self.names.game.enums[id.index()].name.clone(),
                value: definition.name.clone(),
                words: definition.words.as_ref()?.text.clone(),
            })
        });
        words.collect()
    }

    /// Returns a word of a table as people call what it names.
    pub(crate) fn word(&self, word: &str, at: Span) -> String {
        self.value(word, at).unwrap_or_else(|| word.to_owned())
    }

    /// Returns the noun for pieces of a kind, spaces of a board or players.
    pub(super) fn noun(&self, ty: &str) -> KindNoun {
        let decl = self.names.names.get(ty).map(|(decl, _)| *decl);
        let is_thing = matches!(decl, Some(Decl::Kind(_) | Decl::Sort(_) | Decl::Board(_)));
        let of = decl.filter(|_| is_thing);
        let phrase = of.and_then(|decl| self.phrase(Symbol::Declared(decl)));
        if let Some(phrase) = phrase {
            let forms = |many| phrase.parts.iter().map(|part| form(part, many)).collect();
            return KindNoun {
                one: forms(false),
                many: forms(true),
                counter: self.counter(ty),
            };
        }
        if ty == "player" && decl.is_none() {
            return self.player();
        }
        let one = match decl {
            Some(Decl::Board(_)) => return self.built_in("space"),
            _ => self.named_declaration(ty),
        };
        KindNoun {
            many: match self.locale {
                None => plural(&one),
                Some(_) => one.clone(),
            },
            one,
            counter: self.counter(ty),
        }
    }

    /// Returns the name of the type of an expression at a place, or of the members it goes through; none where it is not known.
    pub(super) fn type_at(&self, at: Span) -> Option<String> {
        let semantics = &self.names.semantics;
        self.name_of_type(semantics.type_at(at)?, semantics.sort_at(at))
    }

    /// Returns true if the expression at a place is a collection, whose members can be gone through.
    pub(super) fn is_collection_at(&self, at: Span) -> bool {
        matches!(
            self.names.semantics.type_at(at),
            Some(Type::All(_) | Type::Place(_))
        )
    }

    fn name_of_type(&self, ty: &Type, sort: Option<SortId>) -> Option<String> {
        let game = &self.names.game;
        if let Some(sort) = sort {
            return Some(self.names.sorts[sort.index()].name.clone());
        }
        match ty {
            Type::Optional(of) | Type::All(of) => self.name_of_type(of, None),
            Type::Player => Some("player".to_owned()),
            Type::Enum(id) | Type::Set(id) | Type::Bag(id) => {
                Some(game.enums[id.index()].name.clone())
            }
            Type::Piece(id) | Type::Row(id) | Type::Place(id) => {
                Some(game.kinds.get(id.index())?.name.clone())
            }
            Type::Space(id) => Some(game.boards[id.index()].name.clone()),
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::None
            | Type::Wrong => None,
        }
    }

    /// Returns true if values of a type are things: pieces, rows, spaces or players.
    pub(super) fn is_thing(&self, ty: &str) -> bool {
        let decl = self.names.names.get(ty).map(|(decl, _)| *decl);
        ty == "player" || matches!(decl, Some(Decl::Kind(_) | Decl::Sort(_) | Decl::Board(_)))
    }
}

/// A name that means something here.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    /// The meaning of its uses.
    pub(super) symbol: Symbol,
    /// The declared type, by name.
    pub(super) ty: Option<String>,
    /// The noun that it is told as: `the card`, `it`, a value.
    pub(super) said: Noun,
    /// The noun that it is told as when something else is `it`.
    pub(super) noun: Noun,
}

fn form(part: &Part<WordHole>, many: bool) -> String {
    match part {
        Part::Words(words) => words.clone(),
        Part::Value(_) => String::new(),
        Part::Forms(_, one, more) => if many { more } else { one }.clone(),
    }
}

/// A word for several.
pub(super) fn plural(noun: &str) -> String {
    let (head, last) = noun.rsplit_once(' ').unwrap_or(("", noun));
    let before_y = last.trim_end_matches('y').chars().last().unwrap_or('a');
    let many = if last.ends_with('y') && !"aeiou".contains(before_y) {
        format!("{}ies", &last[..last.len() - 1])
    } else if ["s", "x", "ch", "sh"].iter().any(|end| last.ends_with(end)) {
        format!("{last}es")
    } else {
        format!("{last}s")
    };
    match head {
        "" => many,
        head => format!("{head} {many}"),
    }
}
