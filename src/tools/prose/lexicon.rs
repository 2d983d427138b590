//! The lexicon of a game's names: declarations with their phrases, values of enums, rows by what people call them.
//!
//! Takes the parsed files of a game. It asks nothing of types but what stands there, and no position.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the one sort that it concerns"
)]

use std::collections::BTreeMap;

use crate::check::game::GameFiles;
use crate::syntax::ast;
use crate::syntax::ast::BinaryOp;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::ItemKind;
use crate::syntax::ast::MemberKind;
use crate::syntax::ast::Phrase;
use crate::syntax::ast::PhrasePart;
use crate::syntax::ast::TypeKind;
use crate::tables::Node;
use crate::tools::prose::spaced;

/// The words of a game.
#[derive(Debug, Default)]
pub struct Lexicon<'a> {
    effects: BTreeMap<&'a str, &'a ast::Effect>,
    queries: BTreeMap<&'a str, &'a ast::Query>,
    kinds: BTreeMap<&'a str, &'a ast::Kind>,
    boards: BTreeMap<&'a str, &'a ast::Board>,
    /// Variables, tracks and fields.
    vars: BTreeMap<&'a str, DeclaredVar<'a>>,
    /// Places of the table, of players, spaces and pieces.
    places: BTreeMap<&'a str, &'a ast::Place>,
    attributes: BTreeMap<&'a str, &'a ast::Attribute>,
    actions: BTreeMap<&'a str, &'a ast::Action>,
    /// The enums that hold a value, each with its phrase.
    values: BTreeMap<&'a str, Vec<(&'a str, Option<&'a Phrase>)>>,
    /// The titles of rows, by id.
    titles: BTreeMap<String, String>,
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

/// Folds that give a member.
const FOUND: &[&str] = &["first", "last", "fewest", "greatest"];

/// A variable or track.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredVar<'a> {
    pub(super) per_player: bool,
    pub(super) is_number: bool,
    ty: Option<&'a ast::Type>,
    pub(super) index: Option<&'a str>,
    pub(super) phrase: Option<&'a Phrase>,
}

impl<'a> Lexicon<'a> {
    /// The words of a game's files.
    #[must_use]
    pub fn new(files: &'a GameFiles) -> Lexicon<'a> {
        let mut lexicon = Lexicon::default();
        for item in files.rules.iter().flat_map(|file| &file.items) {
            lexicon.item(&item.kind);
        }
        for list in files.tables.iter().flat_map(Node::entries) {
            if lexicon.kinds.contains_key(list.key.as_str()) {
                lexicon.rows(list.value.items());
            }
        }
        lexicon
    }

    fn item(&mut self, kind: &'a ItemKind) {
        match kind {
            ItemKind::Enum(one) => {
                for (value, phrase) in one.values.iter().zip(&one.phrases) {
                    let holders = self.values.entry(&value.text).or_default();
                    holders.push((&one.name.text, phrase.as_ref()));
                }
            }
            ItemKind::Effect(one) => _ = self.effects.insert(&one.name.text, one),
            ItemKind::Query(one) => _ = self.queries.insert(&one.name.text, one),
            ItemKind::Action(one) => _ = self.actions.insert(&one.name.text, one),
            ItemKind::Place(one) => _ = self.places.insert(&one.name.text, one),
            ItemKind::Var(one) => _ = self.vars.insert(&one.name.text, var(one)),
            ItemKind::Track(one) => {
                let track = DeclaredVar {
                    per_player: one.per.is_some(),
                    is_number: true,
                    ty: None,
                    index: None,
                    phrase: one.phrase.as_ref(),
                };
                self.vars.insert(&one.name.text, track);
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

    /// Members do not take a name from what is declared outside.
    fn members(&mut self, members: &'a [ast::Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Attribute(one) => {
                    // Two kinds may have an attribute of one name: the one with words says more.
                    let held = self.attributes.entry(&one.name.text).or_insert(one);
                    if held.phrase.is_none() {
                        *held = one;
                    }
                }
                MemberKind::Field(one) => _ = self.vars.entry(&one.name.text).or_insert(var(one)),
                MemberKind::Place(one) => _ = self.places.entry(&one.name.text).or_insert(one),
                _ => {}
            }
        }
    }

    fn rows(&mut self, rows: &[Node]) {
        let text = |row: &Node, key: &str| Some(row.get(key)?.scalar()?.text().to_owned());
        for row in rows {
            if let (Some(id), Some(name)) = (text(row, "id"), text(row, "name")) {
                self.titles.insert(id, name);
            }
        }
    }

    pub(super) fn effect(&self, name: &str) -> Option<&'a ast::Effect> {
        self.effects.get(name).copied()
    }

    pub(super) fn query(&self, name: &str) -> Option<&'a ast::Query> {
        self.queries.get(name).copied()
    }

    pub(super) fn var(&self, name: &str) -> Option<DeclaredVar<'a>> {
        self.vars.get(name).copied()
    }

    pub(super) fn place(&self, name: &str) -> Option<&'a ast::Place> {
        self.places.get(name).copied()
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a ast::Attribute> {
        self.attributes.get(name).copied()
    }

    pub(super) fn title(&self, row: &str) -> Option<&str> {
        self.titles.get(row).map(String::as_str)
    }

    pub(super) fn is_board_of_player(&self, name: &str) -> bool {
        self.boards
            .get(name)
            .is_some_and(|board| board.per.is_some())
    }

    /// All members of something declared: a kind, board or enum.
    pub(super) fn is_collection(&self, name: &str) -> bool {
        let enums = self.values.values().flatten();
        self.kinds.contains_key(name)
            || self.boards.contains_key(name)
            || enums.into_iter().any(|(one, _)| *one == name)
    }

    /// Returns the words for an action: its prompt, else its name.
    pub(crate) fn action(&self, name: &str) -> String {
        let prompt = self.actions.get(name).and_then(|one| one.prompt.clone());
        prompt.unwrap_or_else(|| spaced(name))
    }

    /// A value of an enum in words; of several enums that hold it, the one that is wanted goes first.
    pub(super) fn value(&self, name: &str, wanted: Option<&str>) -> Option<String> {
        let holders = self.values.get(name)?;
        let held = holders.iter().find(|(one, _)| Some(*one) == wanted);
        let (_, phrase) = held.or(holders.first())?;
        Some(phrase.map_or_else(|| spaced(name), |phrase| phrase.text.clone()))
    }

    /// The nouns of variables and tracks that have one, in the plural.
    pub(crate) fn variable_nouns(&self) -> BTreeMap<String, String> {
        let vars = self.vars.iter();
        let nouns = vars.filter_map(|(name, var)| match var.phrase?.parts.as_slice() {
            [PhrasePart::Forms(_, _, several)] => Some(((*name).to_owned(), several.clone())),
            _ => None,
        });
        nouns.collect()
    }

    /// The values of enums that have words of their own.
    pub(crate) fn value_words(&self) -> Vec<ValueWords> {
        let values = self.values.iter();
        let values = values.flat_map(|(value, holders)| {
            holders.iter().filter_map(|(of, phrase)| {
                Some(ValueWords {
                    of: (*of).to_owned(),
                    value: (*value).to_owned(),
                    words: phrase.as_ref()?.text.clone(),
                })
            })
        });
        values.collect()
    }

    /// A word of a table: the value of an enum, or a row by what it is called.
    pub(crate) fn word(&self, word: &str, wanted: Option<&str>) -> String {
        let of_enum = wanted.and_then(|_| self.value(word, wanted));
        let title = || self.title(word).map(str::to_owned);
        of_enum.or_else(title).unwrap_or_else(|| word.to_owned())
    }

    fn enum_of(&self, value: &str) -> Option<&'a str> {
        let holders = self.values.get(value)?;
        holders.first().map(|(one, _)| *one)
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

    /// The type of a member of what an expression goes through, when its words tell.
    pub(super) fn member_type(&self, e: &ast::Expr, bound: &[Bound]) -> Option<String> {
        match &*e.kind {
            ExprKind::Name(name) => self.named_type(name, bound),
            ExprKind::Member(_, name) => self.named_type(&name.text, &[]),
            ExprKind::Filter(binder) => self.member_type(&binder.source, bound),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Else, a, b) => {
                (self.member_type(a, bound)).or_else(|| self.member_type(b, bound))
            }
            ExprKind::Fold(fold) if FOUND.contains(&fold.name.text.as_str()) => {
                self.member_type(&fold.binder.source, bound)
            }
            ExprKind::Set(items) => match items.first().map(|item| &*item.kind) {
                Some(ExprKind::Name(name)) => self.enum_of(name).map(str::to_owned),
                _ => None,
            },
            ExprKind::Call(callee, args) => {
                let ExprKind::Name(name) = &*callee.kind else {
                    return None;
                };
                match (name.as_str(), args.as_slice()) {
                    ("opponents" | "players_from" | "next", _) => Some("player".to_owned()),
                    (
                        "neighbours" | "top" | "bottom" | "nth" | "random" | "ray" | "the",
                        [of, ..],
                    ) => self.member_type(of, bound),
                    ("top_pieces", [_, of]) => self.member_type(of, bound),
                    _ => type_name(&self.query(name)?.ty).map(str::to_owned),
                }
            }
            _ => None,
        }
    }

    fn named_type(&self, name: &str, bound: &[Bound]) -> Option<String> {
        if let Some(bound) = bound.iter().rev().find(|bound| bound.name == name) {
            return bound.ty.clone();
        }
        if name == "players" || name == "you" {
            return Some("player".to_owned());
        }
        if let Some(place) = self.place(name) {
            return place.holds.first().map(|name| name.text.clone());
        }
        if self.is_collection(name) {
            return Some(name.to_owned());
        }
        let query = self.query(name).map(|query| &query.ty);
        let var = || self.var(name).and_then(|var| var.ty);
        let attribute = || self.attribute(name).map(|one| &one.ty);
        type_name(query.or_else(var).or_else(attribute)?).map(str::to_owned)
    }

    /// Tells whether values of a type are things: pieces, rows, spaces or players.
    pub(super) fn is_thing(&self, ty: &str) -> bool {
        ty == "player" || self.kinds.contains_key(ty) || self.boards.contains_key(ty)
    }
}

/// A name that means something here.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub(super) name: String,
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
        ty: Some(&one.ty),
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
