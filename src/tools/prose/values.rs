//! Expressions in words: what a value is called.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a phrase of its own is for the shapes that read badly otherwise; every other is told as a value"
)]

use crate::prose::TextScope;
use crate::prose::lexicon::Bound;
use crate::prose::lexicon::DeclaredVar;
use crate::prose::lexicon::Lexicon;
use crate::prose::lexicon::Parameter;
use crate::prose::phrases::Filling;
use crate::prose::phrases::articles;
use crate::prose::phrases::counts;
use crate::prose::phrases::fill;
use crate::prose::phrases::names;
use crate::prose::sentence;
use crate::prose::spaced;
use ludex_check::semantics::Symbol;
use ludex_check::semantics::THIS;
use ludex_check::semantics::Words;
use ludex_check::semantics::YOU;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::BinaryOp;
use ludex_syntax::ast::ExprKind;
use ludex_syntax::ast::UnaryOp;

/// Words for expressions, given the names that are bound to something here.
#[derive(Debug, Clone)]
pub(super) struct Phrases<'a> {
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) bound: Vec<Bound>,
}

/// Describes an expression as a noun phrase.
#[must_use]
pub fn value(value: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    let phrases = open.phrases(lexicon);
    let parts: Vec<String> = phrases
        .amounts(value)
        .iter()
        .map(|one| one.alone())
        .collect();
    sentence(&listed(&parts))
}

/// Describes a count or measure as a label before its number: `supported projects`.
#[must_use]
pub fn label(value: &ast::Expr, lexicon: &Lexicon<'_>) -> String {
    let phrases = Phrases::new(lexicon);
    let said = phrases.counted(value, true);
    let said = articles(&said.unwrap_or_else(|| phrases.value(value)));
    let said = ["your ", "the "].iter().fold(said.as_str(), |said, word| {
        said.strip_prefix(word).unwrap_or(said)
    });
    said.strip_suffix(" of you").unwrap_or(said).to_owned()
}

/// Names that are no nouns: what they stand for is called by its type.
const NO_NOUNS: &[&str] = &[
    "here", "there", "what", "which", "who", "it", "one", "other", "new", "old", "given", "taken",
];

impl<'a> Phrases<'a> {
    pub(super) fn new(lexicon: &'a Lexicon<'a>) -> Phrases<'a> {
        Phrases {
            lexicon,
            bound: Vec::new(),
        }
    }

    /// A name bound to something of a type, told with its article from now on.
    pub(super) fn bind(&mut self, given: &ast::Name, ty: Option<String>) {
        self.bind_symbol(Symbol::Local(given.span), &given.text, ty);
    }

    fn bind_symbol(&mut self, symbol: Symbol, name: &str, ty: Option<String>) {
        let noun = self.noun_for(name, ty.as_deref(), false);
        let is_thing = ty.as_deref().is_some_and(|ty| self.lexicon.is_thing(ty));
        let said = match is_thing {
            true => format!("the {noun}"),
            false => format!("`{name}`"),
        };
        // Two things of one noun are told apart by their names; a name in backquotes means the innermost that has it.
        let taken = is_thing && self.bound.iter().any(|other| other.noun == said);
        let said = if taken {
            format!("{said} `{name}`")
        } else {
            said
        };
        self.bind_as(symbol, ty, said);
    }

    /// A name bound to something that is told in these words.
    pub(super) fn bind_as(&mut self, symbol: Symbol, ty: Option<String>, said: String) {
        self.bound.push(Bound {
            symbol,
            ty,
            noun: said.clone(),
            said,
        });
    }

    /// The last name bound is what is spoken of.
    pub(super) fn call_it(&mut self) {
        for bound in self.bound.iter_mut().filter(|bound| bound.said == "it") {
            bound.said.clone_from(&bound.noun);
        }
        if let Some(last) = self.bound.last_mut() {
            last.said = "it".into();
        }
    }

    pub(super) fn bind_params(&mut self, params: Vec<Parameter>) {
        for param in params {
            self.bind_symbol(param.symbol, &param.name, param.ty);
        }
    }

    /// Returns the noun for a name of a type: `card`, `victim`, `space`.
    pub(super) fn noun_for(&self, name: &str, ty: Option<&str>, many: bool) -> String {
        match ty {
            Some("player") if name.len() <= 2 || NO_NOUNS.contains(&name) => {
                if many { "players" } else { "player" }.into()
            }
            Some(ty) if name.len() <= 2 || NO_NOUNS.contains(&name) || name == ty => {
                self.lexicon.noun(ty, many)
            }
            _ if many => super::lexicon::plural(&spaced(name)),
            _ => spaced(name),
        }
    }

    /// Something named, as a noun.
    pub(super) fn name(&self, name: &str, at: Span) -> String {
        if let Some(bound) = self.bound_at(at) {
            return bound.said.clone();
        }
        let symbol = self.lexicon.symbol(at);
        if symbol == Some(YOU) {
            return "you".into();
        }
        if symbol == Some(THIS) {
            return "this one".into();
        }
        if let Some(value) = self.lexicon.value(name, at) {
            return value;
        }
        if let Some(place) = self.lexicon.place(at) {
            let whose = if place.per_player { "your" } else { "the" };
            return format!("{whose} {}", place.noun);
        }
        if let Some(var) = self.lexicon.var(at) {
            return match var.phrase {
                Some(phrase) if var.per_player && counts(phrase, var.symbol) => {
                    let own = Some(Filling::Several);
                    format!("your {}", self.filled((var.symbol, phrase), &[], &[], own))
                }
                // Its phrase is a clause, which stands in conditions only.
                Some(phrase) if counts(phrase, var.symbol) && !var.is_number => spaced(name),
                Some(phrase) => self.quantity((var.symbol, phrase), &[], &[]),
                None if var.per_player => format!("your {}", spaced(name)),
                None => spaced(name),
            };
        }
        if self.lexicon.query(at).is_some() {
            return self.asked(name, at, &[]);
        }
        if self.lexicon.is_board_of_player(at) {
            format!("your {}", spaced(name))
        } else if self.lexicon.is_collection(at) {
            format!("all {}", self.lexicon.noun(name, true))
        } else {
            spaced(name)
        }
    }

    /// A value as a noun.
    pub(super) fn value(&self, e: &ast::Expr) -> String {
        match &*e.kind {
            ExprKind::Int(number) => number.to_string(),
            ExprKind::Bool(flag) => if *flag { "yes" } else { "no" }.into(),
            ExprKind::None => "none".into(),
            ExprKind::Text(text) => format!("“{text}”"),
            ExprKind::Name(name) => self.name(name, e.span),
            ExprKind::Member(of, name) => self.member(of, name),
            ExprKind::Call(callee, args) => self.call(callee, args),
            ExprKind::Index(of, at) => self.indexed(of, at),
            ExprKind::Fold(fold) => self.fold(e, fold),
            ExprKind::Filter(binder) => {
                let told = self.binder(binder);
                format!("all {}{}{}", told.many, told.place, told.cond)
            }
            ExprKind::Set(items) => match items.as_slice() {
                [] => "none".into(),
                items => listed(
                    &items
                        .iter()
                        .map(|item| self.value(item))
                        .collect::<Vec<_>>(),
                ),
            },
            ExprKind::Range(low, high) => format!("{} to {}", self.value(low), self.value(high)),
            ExprKind::Unary(UnaryOp::Minus, of) => format!("minus {}", self.bracketed(of)),
            ExprKind::Unary(UnaryOp::Not, _) | ExprKind::Possible(_) => {
                format!("whether {}", self.condition(e))
            }
            ExprKind::Binary(BinaryOp::Add, a, b) if self.is_union(e) => {
                format!("{} and {}", self.value(a), self.value(b))
            }
            ExprKind::Binary(BinaryOp::Else, a, b) => {
                format!("{}, or {} if there is none", self.value(a), self.value(b))
            }
            ExprKind::Let(..) => format!("whether {}", self.condition(e)),
            ExprKind::Binary(op, a, b) => match arithmetic(*op) {
                Some(sign) => format!("{} {sign} {}", self.bracketed(a), self.bracketed(b)),
                None => format!("whether {}", self.condition(e)),
            },
            ExprKind::If(cond, a, b) => format!(
                "{} if {}, otherwise {}",
                self.value(a),
                self.condition(cond),
                self.value(b)
            ),
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
        (symbol, phrase): (Symbol, &Words),
        params: &[Parameter],
        args: &[&ast::Expr],
        own: Option<Filling>,
    ) -> String {
        let given = params.iter().zip(args);
        let values: Vec<(Symbol, Filling)> = given
            .map(|(param, arg)| (param.symbol, self.filling(param, arg)))
            .collect();
        fill(phrase, &|hole| {
            let value = values.iter().find(|(one, _)| *one == hole.symbol);
            let value = value.map(|(_, value)| value.clone());
            value.or_else(|| own.clone().filter(|_| hole.symbol == symbol))
        })
    }

    /// A number with a phrase: the number of what it counts, or the phrase itself.
    fn quantity(
        &self,
        (symbol, phrase): (Symbol, &Words),
        params: &[Parameter],
        args: &[&ast::Expr],
    ) -> String {
        let told = self.filled((symbol, phrase), params, args, Some(Filling::Several));
        match counts(phrase, symbol) {
            true => format!("the number of {told}"),
            false => told,
        }
    }

    /// Returns the noun that is counted, as it stands behind a number.
    pub(super) fn counted(&self, e: &ast::Expr, many: bool) -> Option<String> {
        let own = if many { Filling::Several } else { Filling::One };
        match &*e.kind {
            ExprKind::Name(_) => {
                if let Some(var) = self.lexicon.var(e.span) {
                    let phrase = var
                        .phrase
                        .filter(|one| var.is_number && counts(one, var.symbol))?;
                    return Some(self.filled((var.symbol, phrase), &[], &[], Some(own)));
                }
                self.counted_query(e.span, &[], own)
            }
            ExprKind::Call(callee, args) => match (&*callee.kind, args.as_slice()) {
                (ExprKind::Name(name), [of]) if name == "size" => {
                    let ty = self.member_type(of)?;
                    let noun = self.lexicon.noun(&ty, many);
                    Some(format!("{noun}{}", self.source(of)))
                }
                (ExprKind::Name(_), args) => {
                    self.counted_query(callee.span, &args.iter().collect::<Vec<_>>(), own)
                }
                _ => None,
            },
            ExprKind::Index(of, at) => {
                let ExprKind::Name(_) = &*of.kind else {
                    return None;
                };
                let var = self.lexicon.var(of.span)?;
                let phrase = var.phrase.filter(|one| counts(one, var.symbol))?;
                Some(self.of_index((var, phrase), at, own))
            }
            ExprKind::Member(of, name) => {
                let symbol = self.lexicon.symbol(name.span)?;
                let field = self.lexicon.var(name.span).and_then(|var| var.phrase);
                let phrase = field.or(self.lexicon.attribute(name.span))?;
                if !counts(phrase, symbol) || !names(phrase, THIS) {
                    return None;
                }
                let of = self.value(of);
                Some(fill(phrase, &|hole| match hole.symbol == symbol {
                    true => Some(own.clone()),
                    false => Some(Filling::Said(of.clone())),
                }))
            }
            ExprKind::Fold(fold) if fold.name.text == "count" => {
                let told = self.binder(&fold.binder);
                let noun = if many { told.many } else { told.one };
                Some(format!("{noun}{}{}", told.place, told.cond))
            }
            _ => None,
        }
    }

    fn counted_query(&self, at: Span, args: &[&ast::Expr], own: Filling) -> Option<String> {
        let query = self.lexicon.query(at)?;
        let phrase = query.phrase?;
        let is_count = query.is_number() && counts(phrase, query.symbol);
        is_count.then(|| self.filled((query.symbol, phrase), &query.params, args, Some(own)))
    }

    fn of_index(
        &self,
        (var, phrase): (DeclaredVar<'_>, &Words),
        at: &ast::Expr,
        own: Filling,
    ) -> String {
        let at = self.value(at);
        fill(phrase, &|hole| {
            if hole.symbol == var.symbol {
                return Some(own.clone());
            }
            (Some(hole.symbol) == var.index).then(|| Filling::Said(at.clone()))
        })
    }

    fn indexed(&self, of: &ast::Expr, at: &ast::Expr) -> String {
        if let ExprKind::Name(_) = &*of.kind {
            let var = self.lexicon.var(of.span);
            if let Some((var, phrase)) = var.and_then(|var| Some((var, var.phrase?))) {
                let told = self.of_index((var, phrase), at, Filling::Several);
                return match counts(phrase, var.symbol) {
                    true => format!("the number of {told}"),
                    false => told,
                };
            }
            if var.is_some() {
                return format!("{} of {}", self.value(of), self.value(at));
            }
        }
        if let ExprKind::Member(whose, name) = &*of.kind
            && let Some(var) = self.lexicon.var(name.span)
            && let Some(phrase) = var.phrase.filter(|phrase| !counts(phrase, var.symbol))
        {
            let told = self.of_index((var, phrase), at, Filling::Several);
            return format!("{told} of {}", self.value(whose));
        }
        format!("{} for {}", self.value(of), self.value(at))
    }

    fn member(&self, of: &ast::Expr, given: &ast::Name) -> String {
        let (name, at) = (given.text.as_str(), given.span);
        if is(of, "option") {
            return format!("the option “{}”", spaced(name));
        }
        if let Some(value) = self.lexicon.value(name, at) {
            // `suit.red` is the value, whatever else is called so.
            return value;
        }
        let field = self.lexicon.var(at).and_then(|var| var.phrase);
        let phrase = field.or(self.lexicon.attribute(at));
        let whose = self.value(of);
        if let (Some(phrase), Some(symbol)) = (phrase, self.lexicon.symbol(at))
            && names(phrase, THIS)
            && !names(phrase, symbol)
        {
            return fill(phrase, &|_| Some(Filling::Said(whose.clone())));
        }
        let place = self.lexicon.place(at).map(|place| place.noun);
        let name = place.unwrap_or_else(|| spaced(name));
        match whose.as_str() {
            "you" => format!("your {name}"),
            "it" => format!("its {name}"),
            _ => format!("the {name} of {whose}"),
        }
    }

    fn call(&self, callee: &ast::Expr, args: &[ast::Expr]) -> String {
        let ExprKind::Name(name) = &*callee.kind else {
            let of: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
            return match of.is_empty() {
                true => self.value(callee),
                false => format!("{} ({})", self.value(callee), of.join(", ")),
            };
        };
        let said: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
        match (name.as_str(), said.as_slice()) {
            ("possible" | "on_edge", [_]) => {
                format!("whether {}", self.held_call(name, callee.span, args, true))
            }
            ("size", [of]) => match args.first().and_then(|of| self.member_type(of)) {
                Some(ty) => format!(
                    "the number of {}{}",
                    self.lexicon.noun(&ty, true),
                    args.first().map_or(String::new(), |of| self.source(of))
                ),
                None => format!("the number in {of}"),
            },
            ("top" | "bottom", [of]) => {
                let ty = args.first().and_then(|of| self.member_type(of));
                let noun = ty.map_or(String::new(), |ty| {
                    format!(" {}", self.lexicon.noun(&ty, false))
                });
                format!("the {name}{noun} of {of}")
            }
            ("random", [of]) => format!("one of {of} by chance"),
            ("roll", [low, high]) => format!("a roll from {low} to {high}"),
            ("min", [a, b]) => format!("the smaller of {a} and {b}"),
            ("max", [a, b]) => format!("the larger of {a} and {b}"),
            ("abs", [of]) => format!("{of} without its sign"),
            ("next", [of]) => format!("the player after {of}"),
            ("opponents", [of]) if of == "you" => "the other players".into(),
            ("opponents", [of]) => format!("the opponents of {of}"),
            ("players_from", [of]) => format!("the players, beginning with {of}"),
            ("player_count", []) => "the number of players".into(),
            ("the", [of]) => of.clone(),
            ("nth", [place, number]) => format!("number {number} of {place}"),
            ("distance", [a, b]) => format!("the distance from {a} to {b}"),
            ("neighbours", [of]) => format!("the spaces beside {of}"),
            ("cells", [of]) => format!("the spaces of {of}"),
            ("placements", [shape, board]) => format!("the ways to lay {shape} on {board}"),
            ("placements_at", [shape, space]) => {
                format!("the ways to lay {shape} that begin at {space}")
            }
            ("owner" | "board_owner", [of]) => format!("the owner of {of}"),
            ("space", [of]) => format!("the space of {of}"),
            ("place", [of]) => format!("the place of {of}"),
            _ => self.asked(name, callee.span, &args.iter().collect::<Vec<_>>()),
        }
    }

    /// A query of the game as a noun.
    fn asked(&self, name: &str, at: Span, args: &[&ast::Expr]) -> String {
        if let Some((query, phrase)) = self
            .lexicon
            .query(at)
            .and_then(|one| one.phrase.map(|phrase| (one, phrase)))
        {
            let own = (query.symbol, phrase);
            if query.is_bool() {
                let told = self.filled(own, &query.params, args, Some(Filling::One));
                return format!("whether {told}");
            }
            if !names(phrase, query.symbol) || counts(phrase, query.symbol) {
                return self.quantity(own, &query.params, args);
            }
        }
        let said: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
        match said.as_slice() {
            [] => spaced(name),
            several => {
                let name = spaced(name);
                let name = name.strip_suffix(" of").unwrap_or(&name);
                format!("the {name} of {}", listed(several))
            }
        }
    }

    fn fold(&self, e: &ast::Expr, fold: &ast::Fold) -> String {
        if let Some(counted) = self.counted(e, true) {
            return format!("the number of {counted}");
        }
        let told = self.binder(&fold.binder);
        let (one, many) = (
            format!("{}{}{}", told.one, told.place, told.cond),
            format!("{}{}{}", told.many, told.place, told.cond),
        );
        let value = fold
            .value
            .as_ref()
            .map(|value| self.of_member(&fold.binder).value(value));
        match (fold.name.text.as_str(), value) {
            ("sum", Some(value)) => format!("the sum of {value} for each {one}"),
            ("greatest", Some(value)) => format!("the {one} with the greatest number: {value}"),
            ("fewest", Some(value)) => format!("the {one} with the smallest number: {value}"),
            ("most", Some(value)) => format!("the greatest number among {many}: {value}"),
            ("least", Some(value)) => format!("the smallest number among {many}: {value}"),
            ("first" | "last", None) => format!("the {} {one}", fold.name.text),
            ("distinct", Some(value)) => format!("how many different answers {many} give: {value}"),
            ("any" | "nothing" | "every", _) => format!("whether {}", self.condition(e)),
            (name, None) => format!("the {} of {many}", spaced(name)),
            (name, Some(value)) => format!("the {} of {many} ({value})", spaced(name)),
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
                        into.push((part.span, articles(&self.value(part))));
                    }
                    self.parts(part, into);
                }
            }
            ExprKind::If(cond, a, b) => {
                [cond, a, b].into_iter().for_each(|part| {
                    into.push((part.span, articles(&self.value(part))));
                    self.parts(part, into);
                });
            }
            ExprKind::Call(_, args) => {
                into.push((e.span, articles(&self.value(e))));
                args.iter().for_each(|arg| self.parts(arg, into));
            }
            ExprKind::Member(of, _) | ExprKind::Index(of, _) => {
                into.push((e.span, articles(&self.value(e))));
                self.parts(of, into);
            }
            ExprKind::Fold(fold) => {
                into.push((e.span, articles(&self.value(e))));
                let member = self.of_member(&fold.binder);
                let parts = fold.binder.cond.iter().chain(&fold.value);
                parts.for_each(|part| member.parts(part, into));
            }
            _ => into.push((e.span, articles(&self.value(e)))),
        }
    }

    /// A part of a calculation: in brackets when it is one itself.
    fn bracketed(&self, e: &ast::Expr) -> String {
        match &*e.kind {
            ExprKind::Binary(..) | ExprKind::If(..) => format!("({})", self.value(e)),
            _ => self.value(e),
        }
    }
}

/// `a, b and c`
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

pub(super) fn is(e: &ast::Expr, name: &str) -> bool {
    matches!(&*e.kind, ExprKind::Name(one) if one == name)
}

pub(super) fn arithmetic(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Add => Some("+"),
        BinaryOp::Subtract => Some("−"),
        BinaryOp::Multiply => Some("×"),
        BinaryOp::Divide => Some("divided (rounded down) by"),
        BinaryOp::Modulo => Some("modulo"),
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
        | BinaryOp::Else => None,
    }
}
