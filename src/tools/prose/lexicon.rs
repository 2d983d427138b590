//! The lexicon of a game's names: declarations with their phrases, values of enums, rows by what people call them.
//!
//! Takes the parsed files of a game and the meaning of each name in them. It resolves no name by itself: what a name at a place
//! means is asked of the semantic model.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the one sort that it concerns"
)]

use std::collections::BTreeMap;

use crate::prose::spaced;
use ludex_check::decl::Decl;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::Symbol;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::BinaryOp;
use ludex_syntax::ast::ExprKind;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::ast::MemberKind;
use ludex_syntax::ast::Phrase;
use ludex_syntax::ast::PhrasePart;
use ludex_syntax::ast::TypeKind;
use ludex_tables::Node;

/// The words of a game.
#[derive(Debug)]
pub struct Lexicon<'a> {
    names: &'a Env,
    effects: BTreeMap<Symbol, &'a ast::Effect>,
    queries: BTreeMap<Symbol, &'a ast::Query>,
    /// Variables, tracks and fields.
    vars: BTreeMap<Symbol, DeclaredVar<'a>>,
    /// Places of the table, of players, spaces and pieces.
    places: BTreeMap<Symbol, &'a ast::Place>,
    attributes: BTreeMap<Symbol, &'a ast::Attribute>,
    actions: BTreeMap<Symbol, &'a ast::Action>,
    /// The phrases of enum values.
    values: BTreeMap<Symbol, &'a Phrase>,
    /// The titles of rows.
    titles: BTreeMap<Symbol, String>,
    /// Kinds, their sorts and records by name, as types are called.
    kinds: BTreeMap<&'a str, &'a ast::Kind>,
    /// Boards by name, as types are called.
    boards: BTreeMap<&'a str, &'a ast::Board>,
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

/// A variable or track.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredVar<'a> {
    pub(super) per_player: bool,
    pub(super) is_number: bool,
    pub(super) index: Option<&'a str>,
    pub(super) phrase: Option<&'a Phrase>,
}

impl<'a> Lexicon<'a> {
    /// Collects the words of a game's files; `names` holds what the names in them mean.
    #[must_use]
    pub fn new(files: &'a GameFiles, names: &'a Env) -> Lexicon<'a> {
        let mut lexicon = Lexicon {
            names,
            effects: BTreeMap::new(),
            queries: BTreeMap::new(),
            vars: BTreeMap::new(),
            places: BTreeMap::new(),
            attributes: BTreeMap::new(),
            actions: BTreeMap::new(),
            values: BTreeMap::new(),
            titles: BTreeMap::new(),
            kinds: BTreeMap::new(),
            boards: BTreeMap::new(),
        };
        let prelude = files.prelude.iter();
        for item in prelude.chain(&files.rules).flat_map(|file| &file.items) {
            lexicon.item(&item.kind);
        }
        for list in files.lists() {
            lexicon.rows(list.value.items());
        }
        lexicon
    }

    /// Returns what a name means that is written at a place.
    pub(super) fn symbol(&self, at: Span) -> Option<Symbol> {
        self.names.semantics.symbol(at)
    }

    fn item(&mut self, kind: &'a ItemKind) {
        match kind {
            ItemKind::Enum(one) => {
                for (value, phrase) in one.values.iter().zip(&one.phrases) {
                    if let (Some(symbol), Some(phrase)) = (self.symbol(value.span), phrase) {
                        self.values.insert(symbol, phrase);
                    }
                }
            }
            ItemKind::Effect(one) => self.enter(|all| &mut all.effects, &one.name, one),
            ItemKind::Query(one) => self.enter(|all| &mut all.queries, &one.name, one),
            ItemKind::Action(one) => self.enter(|all| &mut all.actions, &one.name, one),
            ItemKind::Place(one) => self.enter(|all| &mut all.places, &one.name, one),
            ItemKind::Var(one) => self.enter(|all| &mut all.vars, &one.name, var(one)),
            ItemKind::Track(one) => {
                let track = DeclaredVar {
                    per_player: one.per.is_some(),
                    is_number: true,
                    index: None,
                    phrase: one.phrase.as_ref(),
                };
                self.enter(|all| &mut all.vars, &one.name, track);
            }
            ItemKind::Kind(one) => {
                self.kinds.insert(&one.name.text, one);
                self.members(&one.members);
            }
            ItemKind::Board(one) => {
                self.boards.insert(&one.name.text, one);
                self.members(&one.members);
            }
            _ => {}
        }
    }

    /// Enters a declaration by what its name means.
    fn enter<T>(
        &mut self,
        table: impl FnOnce(&mut Self) -> &mut BTreeMap<Symbol, T>,
        name: &ast::Name,
        one: T,
    ) {
        if let Some(symbol) = self.symbol(name.span) {
            table(self).insert(symbol, one);
        }
    }

    fn members(&mut self, members: &'a [ast::Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Attribute(one) => self.enter(|all| &mut all.attributes, &one.name, one),
                MemberKind::Field(one) => self.enter(|all| &mut all.vars, &one.name, var(one)),
                MemberKind::Place(one) => self.enter(|all| &mut all.places, &one.name, one),
                _ => {}
            }
        }
    }

    fn rows(&mut self, rows: &[Node]) {
        for row in rows {
            let symbol = row.get("id").and_then(|id| self.symbol(id.span));
            let name = row.get("name").and_then(Node::scalar);
            if let (Some(symbol), Some(name)) = (symbol, name) {
                self.titles.insert(symbol, name.text().to_owned());
            }
        }
    }

    pub(super) fn effect(&self, at: Span) -> Option<&'a ast::Effect> {
        self.effects.get(&self.symbol(at)?).copied()
    }

    pub(super) fn query(&self, at: Span) -> Option<&'a ast::Query> {
        self.queries.get(&self.symbol(at)?).copied()
    }

    pub(super) fn var(&self, at: Span) -> Option<DeclaredVar<'a>> {
        self.vars.get(&self.symbol(at)?).copied()
    }

    pub(super) fn place(&self, at: Span) -> Option<&'a ast::Place> {
        self.places.get(&self.symbol(at)?).copied()
    }

    pub(super) fn attribute(&self, at: Span) -> Option<&'a ast::Attribute> {
        self.attributes.get(&self.symbol(at)?).copied()
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
        let action = self.symbol(at).and_then(|symbol| self.actions.get(&symbol));
        let prompt = action.and_then(|one| one.prompt.clone());
        prompt.unwrap_or_else(|| spaced(name))
    }

    /// Returns the words for a value of an enum or for a row, by where it is named; none of anything else.
    pub(super) fn value(&self, name: &str, at: Span) -> Option<String> {
        let symbol = self.symbol(at)?;
        match symbol {
            Symbol::EnumValue(..) => {
                let phrase = self.values.get(&symbol);
                Some(phrase.map_or_else(|| spaced(name), |phrase| phrase.text.clone()))
            }
            Symbol::Row(..) => self.titles.get(&symbol).cloned(),
            _ => None,
        }
    }

    /// The nouns of variables and tracks that have one, in the plural.
    pub(crate) fn variable_nouns(&self) -> BTreeMap<String, String> {
        let vars = self.vars.iter();
        let nouns = vars.filter_map(|(symbol, var)| match var.phrase?.parts.as_slice() {
            [PhrasePart::Forms(_, _, several)] => {
                Some((self.name_of(*symbol)?.to_owned(), several.clone()))
            }
            _ => None,
        });
        nouns.collect()
    }

    /// The values of enums that have words of their own.
    pub(crate) fn value_words(&self) -> Vec<ValueWords> {
        let words = self.values.iter().filter_map(|(symbol, phrase)| {
            let Symbol::EnumValue(id, _) = symbol else {
                return None;
            };
            Some(ValueWords {
                of: self.names.game.enums[id.index()].name.clone(),
                value: self.name_of(*symbol)?.to_owned(),
                words: phrase.text.clone(),
            })
        });
        words.collect()
    }

    fn name_of(&self, symbol: Symbol) -> Option<&str> {
        let definition = self.names.semantics.definition(symbol)?;
        Some(&definition.name)
    }

    /// Returns a word of a table as people call what it names.
    pub(crate) fn word(&self, word: &str, at: Span) -> String {
        self.value(word, at).unwrap_or_else(|| word.to_owned())
    }

    /// Returns the noun for a piece of a kind, a space of a board or a player, in the singular or the plural.
    pub(super) fn noun(&self, ty: &str, many: bool) -> String {
        let said = self.kinds.get(ty).and_then(|one| one.phrase.as_ref());
        let said = said.or(self.boards.get(ty).and_then(|one| one.phrase.as_ref()));
        if let Some(phrase) = said {
            return phrase.parts.iter().map(|part| form(part, many)).collect();
        }
        let noun = match self.boards.contains_key(ty) {
            true => "space".to_owned(),
            false => spaced(ty),
        };
        if many { plural(&noun) } else { noun }
    }

    /// Returns the name of the type of an expression, or of the members it goes through; none of numbers and the like.
    pub(super) fn member_type(&self, e: &ast::Expr, bound: &[Bound]) -> Option<String> {
        if let ExprKind::Name(_) = &*e.kind {
            let symbol = self.symbol(e.span);
            if let Some(bound) = bound.iter().rev().find(|one| Some(one.symbol) == symbol) {
                return bound.ty.clone();
            }
        }
        match &*e.kind {
            ExprKind::Filter(binder) => return self.member_type(&binder.source, bound),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Else, a, b) => {
                return (self.member_type(a, bound)).or_else(|| self.member_type(b, bound));
            }
            _ => {}
        }
        let semantics = &self.names.semantics;
        if let Some(sort) = semantics.sort_at(e.span) {
            return Some(self.names.sorts[sort.index()].name.clone());
        }
        self.name_of_type(semantics.type_at(e.span)?)
    }

    /// Returns true if an expression is a collection, whose members can be gone through.
    pub(super) fn goes_through(&self, e: &ast::Expr) -> bool {
        matches!(
            self.names.semantics.type_at(e.span),
            Some(Type::All(_) | Type::Place(_))
        )
    }

    fn name_of_type(&self, ty: &Type) -> Option<String> {
        let game = &self.names.game;
        match ty {
            Type::Optional(of) | Type::All(of) => self.name_of_type(of),
            Type::Player => Some("player".to_owned()),
            Type::Enum(id) | Type::Set(id) | Type::Bag(id) => {
                Some(game.enums[id.index()].name.clone())
            }
            Type::Piece(id) | Type::Row(id) | Type::Place(id) => {
                Some(game.kinds.get(id.index())?.name.clone())
            }
            Type::Space(id) => Some(game.boards[id.index()].name.clone()),
            _ => None,
        }
    }

    /// Tells whether values of a type are things: pieces, rows, spaces or players.
    pub(super) fn is_thing(&self, ty: &str) -> bool {
        ty == "player" || self.kinds.contains_key(ty) || self.boards.contains_key(ty)
    }
}

/// A name that means something here.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    /// The meaning of its uses.
    pub(super) symbol: Symbol,
    /// The declared type, by name.
    pub(super) ty: Option<String>,
    /// The words it is told as: `the card`, `it`, a value.
    pub(super) said: String,
    /// The words it is told as when something else is `it`.
    pub(super) noun: String,
}

/// Tells whether a phrase stands behind a number: it has a form for one and for several.
pub(super) fn counts(phrase: &Phrase, name: &str) -> bool {
    let own = |part: &PhrasePart| matches!(part, PhrasePart::Forms(hole, ..) if hole.text == name);
    phrase.parts.iter().any(own)
}

fn form(part: &PhrasePart, many: bool) -> String {
    match part {
        PhrasePart::Words(words) => words.clone(),
        PhrasePart::Value(_) => String::new(),
        PhrasePart::Forms(_, one, more) => if many { more } else { one }.clone(),
    }
}

fn var(one: &ast::Var) -> DeclaredVar<'_> {
    DeclaredVar {
        per_player: one.per.is_some(),
        is_number: is_number(&one.ty),
        index: one.index.as_ref().map(|index| index.text.as_str()),
        phrase: one.phrase.as_ref(),
    }
}

/// Tells whether a type is a number.
pub(super) fn is_number(ty: &ast::Type) -> bool {
    match &ty.kind {
        TypeKind::IntRange(..) => true,
        TypeKind::Name(name) => name == "int",
        _ => false,
    }
}

/// The declared name in a type: of what it holds, when it holds several.
pub(crate) fn type_name(ty: &ast::Type) -> Option<&str> {
    match &ty.kind {
        TypeKind::Name(name) => Some(name),
        TypeKind::Optional(of)
        | TypeKind::Set(of)
        | TypeKind::Bag(of)
        | TypeKind::All(of)
        | TypeKind::PlaceOf(of) => type_name(of),
        _ => None,
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
