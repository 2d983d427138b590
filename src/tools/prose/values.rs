//! Expressions in words: what a value is called.

use crate::prose::TextScope;
use crate::prose::lexicon::{Bound, DeclaredVar, Lexicon, Parameter};
use crate::prose::phrases::{counts, fill, names};
use crate::prose::tree::{
    Clause, Counted, FilledPhrase, Filling, KindNoun, LabelSaid, MemberNoun, MembersSaid, Noun,
    Sentence, SentenceEnd,
};
use ludex_check::semantics::{Symbol, THIS, Words, YOU};
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::{BinaryOp, ExprKind, UnaryOp};

/// Words for expressions, given the names that are bound to something here.
#[derive(Debug, Clone)]
pub(super) struct Phrases<'a> {
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) bound: Vec<Bound>,
}

/// Describes an expression as a sentence that is its value.
#[must_use]
pub fn value(value: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    let answer = Sentence::Answer(open.phrases(lexicon).amounts(value));
    lexicon.writer().sentence(&answer, SentenceEnd::Full)
}

/// Describes a count or measure as a label before its number: `supported projects`.
#[must_use]
pub fn label(value: &ast::Expr, lexicon: &Lexicon<'_>) -> String {
    lexicon.writer().label(&label_tree(value, lexicon))
}

pub(super) fn label_tree(value: &ast::Expr, lexicon: &Lexicon<'_>) -> LabelSaid {
    let phrases = Phrases::new(lexicon);
    match phrases.counted(value) {
        Some(counted) => LabelSaid::Counted(counted),
        None => LabelSaid::Noun(phrases.value(value)),
    }
}

/// Names that are no nouns: what they stand for is called by its type.
const NO_NOUNS: &[&str] = &[
    "here", "there", "what", "which", "who", "it", "one", "other", "new", "old", "given", "taken",
];

/// Built-in queries with words of their own, by the number of their arguments.
const BUILT_IN: &[(&str, usize)] = &[
    ("size", 1),
    ("random", 1),
    ("roll", 2),
    ("min", 2),
    ("max", 2),
    ("abs", 1),
    ("div_up", 2),
    ("next", 1),
    ("opponents", 1),
    ("players_from", 1),
    ("player_count", 0),
    ("nth", 2),
    ("distance", 2),
    ("neighbours", 1),
    ("cells", 1),
    ("placements", 2),
    ("placements_at", 2),
    ("owner", 1),
    ("board_owner", 1),
    ("space", 1),
    ("place", 1),
];

impl<'a> Phrases<'a> {
    pub(super) fn new(lexicon: &'a Lexicon<'a>) -> Phrases<'a> {
        Phrases {
            lexicon,
            bound: Vec::new(),
        }
    }

    /// A name bound to something of a type, told with its article from now on.
    pub(super) fn bind(&mut self, name: &ast::Name, ty: Option<String>) {
        self.bind_symbol(Symbol::Local(name.span), &name.text, ty);
    }

    fn bind_symbol(&mut self, symbol: Symbol, name: &str, ty: Option<String>) {
        let noun = self.noun_for(name, ty.as_deref());
        let is_thing = ty.as_deref().is_some_and(|ty| self.lexicon.is_thing(ty));
        let said = if is_thing {
            Noun::The(noun.clone(), None)
        } else {
            Noun::Name(name.to_owned())
        };
        // Two things of one noun are told apart by their names; a name in backquotes means the innermost that has it.
        let taken = is_thing && self.bound.iter().any(|other| other.noun == said);
        let said = if taken {
            Noun::The(noun, Some(name.to_owned()))
        } else {
            said
        };
        self.bind_as(symbol, ty, said);
    }

    /// A name bound to something that is told in these words.
    pub(super) fn bind_as(&mut self, symbol: Symbol, ty: Option<String>, said: Noun) {
        self.bound.push(Bound {
            symbol,
            ty,
            noun: said.clone(),
            said,
        });
    }

    /// The last name bound is what is spoken of.
    pub(super) fn call_it(&mut self) {
        for bound in self.bound.iter_mut().filter(|bound| bound.said == Noun::It) {
            bound.said.clone_from(&bound.noun);
        }
        if let Some(last) = self.bound.last_mut() {
            last.said = Noun::It;
        }
    }

    pub(super) fn bind_params(&mut self, params: Vec<Parameter>) {
        for param in params {
            self.bind_symbol(param.symbol, &param.name, param.ty);
        }
    }

    /// Returns the noun for a name of a type: `card`, `victim`, `space`.
    pub(super) fn noun_for(&self, name: &str, ty: Option<&str>) -> KindNoun {
        let is_no_noun = name.len() <= 2 || NO_NOUNS.contains(&name);
        match ty {
            Some("player") if is_no_noun => self.lexicon.player(),
            Some(ty) if is_no_noun || name == ty => self.lexicon.noun(ty),
            ty => self.lexicon.noun_of_local(name, ty),
        }
    }

    /// Something named, as a noun.
    pub(super) fn name(&self, name: &str, at: Span) -> Noun {
        if let Some(bound) = self.bound_at(at) {
            return bound.said.clone();
        }
        let symbol = self.lexicon.symbol(at);
        if symbol == Some(YOU) {
            return Noun::You;
        }
        if symbol == Some(THIS) {
            return Noun::ThisOne;
        }
        if let Some(value) = self.lexicon.value(name, at) {
            return Noun::Word(value);
        }
        if let Some(place) = self.lexicon.place(at) {
            return Noun::Place {
                noun: place.noun,
                is_yours: place.per_player,
            };
        }
        if let Some(var) = self.lexicon.var(at) {
            let own = || self.lexicon.named(name, at);
            return match var.phrase {
                Some(phrase) if var.per_player && counts(phrase, var.symbol) => {
                    Noun::YourCount(self.counted_phrase(var.symbol, phrase, &[], &[]))
                }
                // Its phrase is a clause, which stands in conditions only.
                Some(phrase) if counts(phrase, var.symbol) && !var.is_number => Noun::Word(own()),
                Some(phrase) => self.quantity(var.symbol, phrase, &[], &[]),
                None if var.per_player => Noun::Yours(own()),
                None => Noun::Word(own()),
            };
        }
        if self.lexicon.query(at).is_some() {
            return self.asked(name, at, &[]);
        }
        if self.lexicon.is_board_of_player(at) {
            Noun::Yours(self.lexicon.named(name, at))
        } else if self.lexicon.is_collection(at) {
            Noun::AllOf(self.lexicon.noun(name))
        } else {
            Noun::Word(self.lexicon.named(name, at))
        }
    }

    /// A value as a noun.
    pub(super) fn value(&self, e: &ast::Expr) -> Noun {
        let inner = |e: &ast::Expr| Box::new(self.value(e));
        let whether = || Noun::Whether(Box::new(self.condition(e)));
        match &*e.kind {
            ExprKind::Int(number) => Noun::Number(*number),
            ExprKind::Bool(flag) => Noun::Flag(*flag),
            ExprKind::None => Noun::Nothing,
            ExprKind::Text(text) => Noun::Text(text.clone()),
            ExprKind::Name(name) => self.name(name, e.span),
            ExprKind::Member(of, name) => self.member(of, name),
            ExprKind::Call(callee, args) => self.call(callee, args),
            ExprKind::Index(of, at) => self.indexed(of, at),
            ExprKind::Fold(fold) => self.fold(e, fold),
            ExprKind::Filter(binder) => Noun::All(Box::new(self.binder(binder))),
            ExprKind::Set(items) => match items.as_slice() {
                [] => Noun::Nothing,
                items => Noun::List(items.iter().map(|item| self.value(item)).collect()),
            },
            ExprKind::Range(low, high) => Noun::Between(inner(low), inner(high)),
            ExprKind::Unary(UnaryOp::Minus, of) => Noun::Minus(Box::new(self.bracketed(of))),
            ExprKind::Unary(UnaryOp::Not, _) | ExprKind::Possible(_) | ExprKind::Let(..) => {
                whether()
            }
            ExprKind::Binary(BinaryOp::Add, a, b) if self.is_union(e) => {
                Noun::List(vec![self.value(a), self.value(b)])
            }
            ExprKind::Binary(BinaryOp::Else, a, b) => Noun::OrElse(inner(a), inner(b)),
            ExprKind::Binary(op, a, b) => {
                if is_arithmetic(*op) {
                    let (a, b) = (self.bracketed(a), self.bracketed(b));
                    Noun::Calculation(*op, Box::new(a), Box::new(b))
                } else {
                    whether()
                }
            }
            ExprKind::If(cond, a, b) => {
                Noun::Either(Box::new(self.condition(cond)), inner(a), inner(b))
            }
        }
    }

    /// Returns the local name that is used at a place.
    pub(super) fn bound_at(&self, at: Span) -> Option<&Bound> {
        let symbol = self.lexicon.symbol(at)?;
        self.bound.iter().rev().find(|one| one.symbol == symbol)
    }

    /// The values for a text's parameters.
    pub(super) fn filling(&self, param: &Parameter, arg: &ast::Expr) -> Filling {
        if param.is_number {
            Filling::Number(self.one_amount(arg))
        } else {
            Filling::Said(self.value(arg))
        }
    }

    /// A phrase with the arguments of a call, and what its own name stands for.
    pub(super) fn filled(
        &self,
        symbol: Symbol,
        phrase: &Words,
        params: &[Parameter],
        args: &[&ast::Expr],
        own: Option<Filling>,
    ) -> FilledPhrase {
        let pairs = params.iter().zip(args);
        let values: Vec<(Symbol, Filling)> = pairs
            .map(|(param, arg)| (param.symbol, self.filling(param, arg)))
            .collect();
        fill(phrase, &|hole| {
            let value = values.iter().find(|(one, _)| *one == hole.symbol);
            let value = value.map(|(_, value)| value.clone());
            value.or_else(|| own.clone().filter(|_| hole.symbol == symbol))
        })
    }

    /// A phrase that counts, with the arguments of a call.
    fn counted_phrase(
        &self,
        symbol: Symbol,
        phrase: &Words,
        params: &[Parameter],
        args: &[&ast::Expr],
    ) -> Counted {
        let counter = self.lexicon.counter_of(symbol);
        let filled = self.filled(symbol, phrase, params, args, Some(Filling::Own));
        Counted::Phrase(filled, counter)
    }

    /// A number with a phrase: the number of what it counts, or the phrase itself.
    fn quantity(
        &self,
        symbol: Symbol,
        phrase: &Words,
        params: &[Parameter],
        args: &[&ast::Expr],
    ) -> Noun {
        if counts(phrase, symbol) {
            Noun::NumberOf(self.counted_phrase(symbol, phrase, params, args))
        } else {
            let own = Some(Filling::Several);
            Noun::Phrase(self.filled(symbol, phrase, params, args, own))
        }
    }

    /// Returns the noun that is counted, as it stands behind a number.
    pub(super) fn counted(&self, e: &ast::Expr) -> Option<Counted> {
        match &*e.kind {
            ExprKind::Name(_) => {
                if let Some(var) = self.lexicon.var(e.span) {
                    let phrase = var
                        .phrase
                        .filter(|one| var.is_number && counts(one, var.symbol))?;
                    return Some(self.counted_phrase(var.symbol, phrase, &[], &[]));
                }
                self.counted_query(e.span, &[])
            }
            ExprKind::Call(callee, args) => match (&*callee.kind, args.as_slice()) {
                (ExprKind::Name(name), [of]) if name == "size" => {
                    let ty = self.member_type(of)?;
                    Some(Counted::Members(Box::new(self.members_in(&ty, of))))
                }
                (ExprKind::Name(_), args) => {
                    self.counted_query(callee.span, &args.iter().collect::<Vec<_>>())
                }
                _ => None,
            },
            ExprKind::Index(of, at) => {
                let ExprKind::Name(_) = &*of.kind else {
                    return None;
                };
                let var = self.lexicon.var(of.span)?;
                let phrase = var.phrase.filter(|one| counts(one, var.symbol))?;
                Some(self.counted_index(var, phrase, at))
            }
            ExprKind::Member(of, name) => {
                let symbol = self.lexicon.symbol(name.span)?;
                let field = self.lexicon.var(name.span).and_then(|var| var.phrase);
                let phrase = field.or(self.lexicon.attribute(name.span))?;
                if !counts(phrase, symbol) || !names(phrase, THIS) {
                    return None;
                }
                let of = self.value(of);
                let filled = fill(phrase, &|hole| {
                    if hole.symbol == symbol {
                        Some(Filling::Own)
                    } else {
                        Some(Filling::Said(of.clone()))
                    }
                });
                Some(Counted::Phrase(filled, self.lexicon.counter_of(symbol)))
            }
            ExprKind::Fold(fold) if fold.name.text == "count" => {
                Some(Counted::Members(Box::new(self.binder(&fold.binder))))
            }
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Fold(_)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Let(..)
            | ExprKind::If(..)
            | ExprKind::Possible(_) => None,
        }
    }

    /// The members of a type that are somewhere, without a condition.
    fn members_in(&self, ty: &str, source: &ast::Expr) -> MembersSaid {
        MembersSaid {
            noun: MemberNoun::Kind(self.lexicon.noun(ty), None),
            source: self.source(source),
            conds: Vec::new(),
        }
    }

    fn counted_query(&self, at: Span, args: &[&ast::Expr]) -> Option<Counted> {
        let query = self.lexicon.query(at)?;
        let phrase = query.phrase?;
        let is_count = query.is_number() && counts(phrase, query.symbol);
        is_count.then(|| self.counted_phrase(query.symbol, phrase, &query.params, args))
    }

    fn counted_index(&self, var: DeclaredVar<'_>, phrase: &Words, at: &ast::Expr) -> Counted {
        let counter = self.lexicon.counter_of(var.symbol);
        Counted::Phrase(self.of_index(var, phrase, at, Filling::Own), counter)
    }

    fn of_index(
        &self,
        var: DeclaredVar<'_>,
        phrase: &Words,
        at: &ast::Expr,
        own: Filling,
    ) -> FilledPhrase {
        let at = self.value(at);
        fill(phrase, &|hole| {
            if hole.symbol == var.symbol {
                return Some(own.clone());
            }
            (Some(hole.symbol) == var.index).then(|| Filling::Said(at.clone()))
        })
    }

    fn indexed(&self, of: &ast::Expr, at: &ast::Expr) -> Noun {
        let pair = || (Box::new(self.value(of)), Box::new(self.value(at)));
        if let ExprKind::Name(_) = &*of.kind {
            let var = self.lexicon.var(of.span);
            if let Some((var, phrase)) = var.and_then(|var| Some((var, var.phrase?))) {
                return if counts(phrase, var.symbol) {
                    Noun::NumberOf(self.counted_index(var, phrase, at))
                } else {
                    Noun::Phrase(self.of_index(var, phrase, at, Filling::Several))
                };
            }
            if var.is_some() {
                let (of, at) = pair();
                return Noun::Of(of, at);
            }
        }
        if let ExprKind::Member(whose, name) = &*of.kind
            && let Some(var) = self.lexicon.var(name.span)
            && let Some(phrase) = var.phrase.filter(|phrase| !counts(phrase, var.symbol))
        {
            let told = Noun::Phrase(self.of_index(var, phrase, at, Filling::Several));
            return Noun::Of(Box::new(told), Box::new(self.value(whose)));
        }
        let (of, at) = pair();
        Noun::For(of, at)
    }

    fn member(&self, of: &ast::Expr, member: &ast::Name) -> Noun {
        let (name, at) = (member.text.as_str(), member.span);
        if is(of, "option") {
            return Noun::OptionNamed(self.lexicon.option(name));
        }
        if let Some(value) = self.lexicon.value(name, at) {
            // `suit.red` is the value, whatever else is called so.
            return Noun::Word(value);
        }
        let field = self.lexicon.var(at).and_then(|var| var.phrase);
        let phrase = field.or(self.lexicon.attribute(at));
        let whose = self.value(of);
        if let (Some(phrase), Some(symbol)) = (phrase, self.lexicon.symbol(at))
            && names(phrase, THIS)
            && !names(phrase, symbol)
        {
            return Noun::Phrase(fill(phrase, &|_| Some(Filling::Said(whose.clone()))));
        }
        let place = self.lexicon.place(at).map(|place| place.noun);
        Noun::Member {
            whose: Box::new(whose),
            name: place.unwrap_or_else(|| self.lexicon.named(name, at)),
        }
    }

    fn call(&self, callee: &ast::Expr, args: &[ast::Expr]) -> Noun {
        let said = || args.iter().map(|arg| self.value(arg)).collect();
        let ExprKind::Name(name) = &*callee.kind else {
            return Noun::Applied(Box::new(self.value(callee)), said());
        };
        match (name.as_str(), args) {
            ("possible" | "on_edge", [_]) => {
                let holds = self.held_call(name, callee.span, args, true);
                return Noun::Whether(Box::new(holds));
            }
            ("size", [of]) => {
                if let Some(ty) = self.member_type(of) {
                    let members = self.members_in(&ty, of);
                    return Noun::NumberOf(Counted::Members(Box::new(members)));
                }
            }
            ("top" | "bottom", [of]) => {
                return Noun::End {
                    name: name.clone(),
                    kind: self.member_type(of).map(|ty| self.lexicon.noun(&ty)),
                    of: Box::new(self.value(of)),
                };
            }
            ("the", [of]) => return self.value(of),
            _ => {}
        }
        if BUILT_IN.contains(&(name.as_str(), args.len())) {
            Noun::BuiltIn(name.clone(), said())
        } else {
            self.asked(name, callee.span, &args.iter().collect::<Vec<_>>())
        }
    }

    /// A query of the game as a noun.
    fn asked(&self, name: &str, at: Span, args: &[&ast::Expr]) -> Noun {
        if let Some((query, phrase)) = self
            .lexicon
            .query(at)
            .and_then(|one| one.phrase.map(|phrase| (one, phrase)))
        {
            let symbol = query.symbol;
            if query.is_bool() {
                let filled = self.filled(symbol, phrase, &query.params, args, Some(Filling::One));
                let denied = false;
                return Noun::Whether(Box::new(Clause::Phrase { filled, denied }));
            }
            if !names(phrase, symbol) || counts(phrase, symbol) {
                return self.quantity(symbol, phrase, &query.params, args);
            }
        }
        let name = self.lexicon.named(name, at);
        match args {
            [] => Noun::Word(name),
            args => Noun::Query(name, args.iter().map(|arg| self.value(arg)).collect()),
        }
    }

    fn fold(&self, e: &ast::Expr, fold: &ast::Fold) -> Noun {
        if let Some(counted) = self.counted(e) {
            return Noun::NumberOf(counted);
        }
        let name = fold.name.text.clone();
        if ["any", "nothing", "every"].contains(&name.as_str()) {
            return Noun::Whether(Box::new(self.condition(e)));
        }
        let value = fold.value.as_ref();
        let value = value.map(|value| self.of_member(&fold.binder).value(value));
        Noun::Fold {
            name,
            members: Box::new(self.binder(&fold.binder)),
            value: value.map(Box::new),
        }
    }

    /// Collects the operands of a condition and their parts in words, each with its span.
    pub(super) fn parts(&self, e: &ast::Expr, into: &mut Vec<(Span, String)>) {
        match &*e.kind {
            ExprKind::Unary(UnaryOp::Not, of) => self.parts(of, into),
            ExprKind::Binary(op, a, b) => {
                for part in [a, b] {
                    let is_clause = matches!(op, BinaryOp::And | BinaryOp::Or);
                    if !is_clause {
                        into.push((part.span, self.part(part)));
                    }
                    self.parts(part, into);
                }
            }
            ExprKind::If(cond, a, b) => {
                [cond, a, b].into_iter().for_each(|part| {
                    into.push((part.span, self.part(part)));
                    self.parts(part, into);
                });
            }
            ExprKind::Call(_, args) => {
                into.push((e.span, self.part(e)));
                args.iter().for_each(|arg| self.parts(arg, into));
            }
            ExprKind::Member(of, _) | ExprKind::Index(of, _) => {
                into.push((e.span, self.part(e)));
                self.parts(of, into);
            }
            ExprKind::Fold(fold) => {
                into.push((e.span, self.part(e)));
                let member = self.of_member(&fold.binder);
                let parts = fold.binder.cond.iter().chain(&fold.value);
                parts.for_each(|part| member.parts(part, into));
            }
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(UnaryOp::Minus, _)
            | ExprKind::Let(..)
            | ExprKind::Possible(_) => into.push((e.span, self.part(e))),
        }
    }

    /// The words of a part by itself.
    fn part(&self, e: &ast::Expr) -> String {
        self.lexicon.writer().noun(&self.value(e))
    }

    /// A part of a calculation: in brackets when it is one itself.
    fn bracketed(&self, e: &ast::Expr) -> Noun {
        if matches!(&*e.kind, ExprKind::Binary(..) | ExprKind::If(..)) {
            Noun::Bracketed(Box::new(self.value(e)))
        } else {
            self.value(e)
        }
    }
}

pub(super) fn is(e: &ast::Expr, name: &str) -> bool {
    matches!(&*e.kind, ExprKind::Name(one) if one == name)
}

fn is_arithmetic(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo => true,
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Has
        | BinaryOp::Else => false,
    }
}
