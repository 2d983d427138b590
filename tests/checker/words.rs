//! The words of rules texts with their places, and what a text declares: enough to make mistakes on purpose.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ludex::pipeline::PRELUDE;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::syntax::ast::{ItemKind, Kind, Member, MemberKind, Param, TypeKind};
use ludex::syntax::{parse, print};

/// Signs of two characters.
const SIGNS: &[&str] = &["==", "!=", "<=", ">=", "+=", "-=", "->", ".."];

/// A token of rules text: a word, a number, a sign or a text in quotes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) at: Range<usize>,
    pub(super) text: String,
}

impl Token {
    pub(super) fn is_word(&self) -> bool {
        self.text
            .starts_with(|symbol: char| symbol.is_ascii_alphabetic() || symbol == '_')
    }

    pub(super) fn is_number(&self) -> bool {
        self.text
            .starts_with(|symbol: char| symbol.is_ascii_digit())
    }
}

/// The tokens of a text, comments left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let until = |stop: &dyn Fn(char) -> bool| rest.find(stop).unwrap_or(rest.len());
        let length = match first {
            '"' => 2 + rest[1..].find('"').unwrap_or(rest.len() - 2),
            '/' if rest.starts_with("//") => until(&|symbol| symbol == '\n'),
            _ if first.is_alphanumeric() || first == '_' => {
                until(&|symbol| !symbol.is_alphanumeric() && symbol != '_')
            }
            _ if SIGNS.iter().any(|sign| rest.starts_with(sign)) => 2,
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() && !rest.starts_with("//") {
            tokens.push(Token {
                at: at..at + length,
                text: rest[..length].to_owned(),
            });
        }
        at += length;
    }
    tokens
}

/// What a declared name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Enum,
    Value,
    Kind,
    Place,
    Board,
    Var,
    Moment,
    Effect,
    Query,
    Action,
    Member,
}

/// What the rules of a game declare.
#[derive(Default)]
pub(super) struct Declared {
    /// Names that mean one thing only.
    pub(super) names: BTreeMap<String, Sort>,
    /// Types of the parameters of effects and queries, as written.
    pub(super) params: BTreeMap<String, Vec<String>>,
    /// Bounds of attributes, by list and attribute.
    pub(super) bounds: BTreeMap<(String, String), (i64, i64)>,
    /// Types of attributes, by list and attribute, as written.
    pub(super) attributes: BTreeMap<(String, String), String>,
    /// Attributes that every row must give, by list and attribute.
    pub(super) needed: BTreeSet<(String, String)>,
    /// The sort that alone has a member, by the member's name.
    pub(super) of_sorts: BTreeMap<String, String>,
    /// Values of enums.
    pub(super) values: BTreeMap<String, Vec<String>>,
    /// Every word that stands anywhere in the game.
    pub(super) all: BTreeSet<String>,
}

impl Declared {
    pub(super) fn of(files: &[(String, String)]) -> Declared {
        let mut declared = Declared::default();
        let word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let prelude = PRELUDE.split(|symbol| !word(symbol)).map(str::to_owned);
        declared.all.extend(prelude);
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let mut items = Vec::new();
        for (name, text) in files {
            let words = text.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '_');
            declared.all.extend(words.map(str::to_owned));
            if !name.ends_with(".rules") {
                continue;
            }
            let file = sources.add(name, text);
            items.extend(parse::file(&sources.fragment(file), &mut report).items);
        }
        for item in &items {
            declared.item(&item.kind);
            let kinds = items.iter().filter_map(|item| item.kind.as_kind());
            let sort = item.kind.as_kind().filter(|kind| kind.of.is_some());
            if let Some(sort) = sort {
                declared.sort(sort, kinds);
            }
        }
        declared
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Enum(one) => {
                self.name(&one.name.text, Sort::Enum);
                let values: Vec<String> = one.values.iter().map(|name| name.text.clone()).collect();
                for value in &values {
                    self.name(value, Sort::Value);
                }
                self.values.insert(one.name.text.clone(), values);
            }
            ItemKind::Kind(one) => {
                self.name(&one.name.text, Sort::Kind);
                self.members(&one.name.text, &one.members);
            }
            ItemKind::Board(one) => {
                self.name(&one.name.text, Sort::Board);
                let list = one.from.as_ref().unwrap_or(&one.name);
                self.members(&list.text, &one.members);
            }
            ItemKind::Place(one) => self.name(&one.name.text, Sort::Place),
            ItemKind::Var(one) => self.name(&one.name.text, Sort::Var),
            ItemKind::Track(one) => self.name(&one.name.text, Sort::Var),
            ItemKind::Moment(name) => self.name(&name.text, Sort::Moment),
            ItemKind::Effect(one) => {
                self.name(&one.name.text, Sort::Effect);
                self.signature(&one.name.text, &one.params);
            }
            ItemKind::Query(one) => {
                self.name(&one.name.text, Sort::Query);
                self.signature(&one.name.text, &one.params);
            }
            ItemKind::Action(one) => self.name(&one.name.text, Sort::Action),
            ItemKind::Option(_)
            | ItemKind::Table(_)
            | ItemKind::Hook(_)
            | ItemKind::Modifier(_)
            | ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => (),
        }
    }

    /// Rows of a sort give what rows of its kind give too.
    fn sort<'k>(&mut self, sort: &Kind, kinds: impl Iterator<Item = &'k Kind>) {
        let all = sort.with_its_kind(kinds);
        self.members(&sort.name.text, &all.members);
        for member in &sort.members {
            if let MemberKind::Attribute(one) = &member.kind {
                let of = sort.name.text.clone();
                self.of_sorts.insert(one.name.text.clone(), of);
            }
        }
    }

    fn name(&mut self, name: &str, sort: Sort) {
        self.names.insert(name.to_owned(), sort);
    }

    fn signature(&mut self, name: &str, params: &[Param]) {
        // A call with words before its arguments may take them in any order.
        let types = params.iter().filter(|param| param.label.is_none());
        // `any K` and `K` are one kind in a call.
        let types =
            types.filter_map(|param| Some(print::ty(param.ty.as_ref()?).replace("any ", "")));
        self.params.insert(name.to_owned(), types.collect());
    }

    fn members(&mut self, list: &str, members: &[Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Attribute(one) => {
                    self.name(&one.name.text, Sort::Member);
                    let key = (list.to_owned(), one.name.text.clone());
                    let ty = print::ty(&one.ty);
                    let slot = ["effect", "value", "hooks"]
                        .iter()
                        .any(|slot| ty.starts_with(slot));
                    if one.default.is_none() && !slot && !ty.ends_with('?') {
                        self.needed.insert(key.clone());
                    }
                    self.attributes.insert(key.clone(), ty);
                    if let TypeKind::IntRange(low, high) = &one.ty.kind
                        && let (Ok(low), Ok(high)) =
                            (print::expr(low).parse(), print::expr(high).parse())
                    {
                        self.bounds.insert(key, (low, high));
                    }
                }
                MemberKind::Field(one) => self.name(&one.name.text, Sort::Member),
                MemberKind::Place(one) => self.name(&one.name.text, Sort::Member),
                MemberKind::Home(_)
                | MemberKind::Active { .. }
                | MemberKind::Join { .. }
                | MemberKind::Demand(_) => (),
            }
        }
    }
}
