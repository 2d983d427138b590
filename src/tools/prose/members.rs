//! Members of collections in words: `cards in your hand such that …`.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a collection that has no form of its own is told as a value"
)]

use crate::prose::spaced;
use crate::prose::values::Phrases;
use crate::prose::values::is;
use ludex_check::semantics::CHOSEN;
use ludex_syntax::ast;
use ludex_syntax::ast::BinaryOp;
use ludex_syntax::ast::ExprKind;

/// A member of a collection in words.
#[derive(Debug)]
pub(super) struct MemberWords {
    /// `card`
    pub(super) one: String,
    /// `cards`
    pub(super) many: String,
    /// ` in your hand`
    pub(super) place: String,
    /// ` such that it is red`
    pub(super) cond: String,
}

impl<'a> Phrases<'a> {
    /// Returns the name of the type of an expression, or of the members it goes through; none of numbers and the like.
    pub(super) fn member_type(&self, e: &ast::Expr) -> Option<String> {
        match &*e.kind {
            ExprKind::Name(_) => {
                if let Some(bound) = self.bound_at(e.span) {
                    return bound.ty.clone();
                }
            }
            ExprKind::Filter(binder) => return self.member_type(&binder.source),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Else, a, b) => {
                return self.member_type(a).or_else(|| self.member_type(b));
            }
            _ => {}
        }
        self.lexicon.type_at(e.span)
    }

    /// The words inside a fold or a `where`: its member is what is spoken of.
    pub(super) fn of_member(&self, binder: &ast::Binder) -> Phrases<'a> {
        let mut inner = self.clone();
        let ty = self.member_type(&binder.source);
        let is_thing = ty.as_deref().is_some_and(|ty| self.lexicon.is_thing(ty));
        inner.bind(&binder.name, ty);
        if is_thing {
            inner.call_it();
        }
        inner
    }

    /// Each member of a collection in words.
    pub(super) fn binder(&self, binder: &ast::Binder) -> MemberWords {
        let ty = self.member_type(&binder.source);
        let is_thing = ty.as_deref().is_some_and(|ty| self.lexicon.is_thing(ty));
        let name = binder.name.text.as_str();
        let mut told = MemberWords {
            one: self.noun_for(name, ty.as_deref(), false),
            many: self.noun_for(name, ty.as_deref(), true),
            place: self.source(&binder.source),
            cond: String::new(),
        };
        if !is_thing {
            let tick = format!(" `{name}`");
            let noun = |many| {
                ty.as_ref()
                    .map_or("number".to_owned(), |ty| self.lexicon.noun(ty, many))
            };
            (told.one, told.many) = (noun(false) + &tick, noun(true) + &tick);
        }
        if let ExprKind::Call(callee, args) = &*binder.source.kind {
            let of_you = args.first().is_some_and(|of| is(of, "you"));
            if is(callee, "opponents") && of_you {
                (told.one, told.many) = ("other player".into(), "other players".into());
            }
            if is(callee, "top") || is(callee, "bottom") {
                let which = self.value(callee);
                (told.one, told.many) = (
                    format!("{which} {}", told.one),
                    format!("{which} {}", told.many),
                );
            }
        }
        if let Some(cond) = inner_condition(&binder.source).or(binder.cond.as_ref()) {
            let mut inner = self.of_member(binder);
            if let ExprKind::Filter(filter) = &*binder.source.kind {
                inner = self.of_member(filter);
            }
            told.cond = format!(" such that {}", inner.condition(cond));
            if let (Some(_), Some(own)) = (inner_condition(&binder.source), &binder.cond) {
                told.cond
                    .push_str(&format!(" and {}", self.of_member(binder).condition(own)));
            }
        }
        told
    }

    /// Renders the source of members, as it stands behind their noun.
    pub(super) fn source(&self, source: &ast::Expr) -> String {
        match &*source.kind {
            ExprKind::Name(name) if name == "players" => String::new(),
            ExprKind::Name(_) if self.bound_at(source.span).is_some() => {
                format!(" of {}", self.value(source))
            }
            ExprKind::Name(_) if self.lexicon.place(source.span).is_some() => {
                format!(" in {}", self.value(source))
            }
            ExprKind::Member(_, name) if self.lexicon.place(name.span).is_some() => {
                format!(" in {}", self.value(source))
            }
            ExprKind::Name(name) if self.lexicon.is_board_of_player(source.span) => {
                format!(" on your {}", spaced(name))
            }
            ExprKind::Name(_) if self.lexicon.is_collection(source.span) => String::new(),
            ExprKind::Filter(binder) => self.source(&binder.source),
            ExprKind::Binary(BinaryOp::Add, a, b) if self.is_union(source) => {
                match (self.source(a), self.source(b)) {
                    (first, second) if first.is_empty() || second.is_empty() => self.of_all(source),
                    (first, second) => format!("{first} or{second}"),
                }
            }
            ExprKind::Range(low, high) => {
                format!(" from {} to {}", self.value(low), self.value(high))
            }
            ExprKind::Call(callee, args) => match (&*callee.kind, args.as_slice()) {
                (ExprKind::Name(name), [of]) if name == "opponents" && is(of, "you") => {
                    String::new()
                }
                (ExprKind::Name(name), [of]) if name == "players_from" => {
                    format!(", beginning with {}", self.value(of))
                }
                (ExprKind::Name(name), [of]) if name == "neighbours" => {
                    format!(" beside {}", self.value(of))
                }
                (ExprKind::Name(name), [of]) if name == "top" || name == "bottom" => {
                    format!(" of {}", self.value(of))
                }
                _ => self.of_all(source),
            },
            _ => self.of_all(source),
        }
    }

    /// Names that go through collections hold from now on.
    pub(super) fn bind_all(&mut self, binders: &[ast::Binder]) -> Vec<MemberWords> {
        let mut told = Vec::new();
        for binder in binders {
            told.push(self.binder(binder));
            let ty = self.member_type(&binder.source);
            self.bind(&binder.name, ty);
        }
        told
    }

    /// A choice without who makes it; its names hold from now on.
    pub(super) fn choice(&mut self, choose: &ast::Choose) -> String {
        let many = match &choose.quantity {
            ast::Quantity::One => None,
            ast::Quantity::Exactly(count) => Some(self.value(count)),
            ast::Quantity::UpTo(count) => Some(format!("up to {}", self.value(count))),
            ast::Quantity::Any => Some("any number of".to_owned()),
            ast::Quantity::All => Some("all, in any order,".to_owned()),
        };
        let told = self.bind_all(&choose.binders);
        let what: Vec<String> = told
            .iter()
            .map(|told| chosen(told, many.as_deref()))
            .collect();
        let again = if choose.again {
            ", also the same again"
        } else {
            ""
        };
        let whole = choose.whole.as_ref().map_or(String::new(), |cond| {
            let of = choose.binders.first();
            let ty = of.and_then(|of| self.member_type(&of.source));
            self.bind_as(CHOSEN, ty, "what is chosen".to_owned());
            format!(", so that {}", self.condition(cond))
        });
        format!("{}{again}{whole}", what.join(", and "))
    }

    /// Returns true if a sum is one of collections.
    pub(super) fn is_union(&self, sum: &ast::Expr) -> bool {
        self.lexicon.is_collection_at(sum.span)
    }

    /// Renders ` taken by you` of a source `the cards taken by you`, as the noun stands there already.
    fn of_all(&self, source: &ast::Expr) -> String {
        let words = self.value(source);
        let ty = self.member_type(source);
        let noun = ty.map(|ty| format!("the {} ", self.lexicon.noun(&ty, true)));
        match noun.and_then(|noun| words.strip_prefix(&noun)) {
            Some(rest) => format!(" {rest}"),
            None => format!(" of {words}"),
        }
    }
}

/// `a card in your hand`, `up to 2 cards in your hand`
fn chosen(told: &MemberWords, many: Option<&str>) -> String {
    let what = match many {
        None => format!("a {}", told.one),
        Some(one @ ("1" | "up to 1")) => format!("{one} {}", told.one),
        Some(many) => format!("{many} {}", told.many),
    };
    format!("{what}{}{}", told.place, told.cond)
}

fn inner_condition(source: &ast::Expr) -> Option<&ast::Expr> {
    match &*source.kind {
        ExprKind::Filter(binder) => binder.cond.as_ref(),
        _ => None,
    }
}
