//! MembersSaid of collections in words: `cards in your hand such that …`.

use crate::prose::tree::{ChoiceSaid, HowMany, MemberNoun, MemberSource, MembersSaid, Noun};
use crate::prose::values::{Phrases, is};
use ludex_check::semantics::CHOSEN;
use ludex_syntax::ast;
use ludex_syntax::ast::{BinaryOp, ExprKind};

impl<'a> Phrases<'a> {
    /// Returns the name of the type of an expression, or of the members it goes through; none of numbers and the like.
    pub(super) fn member_type(&self, e: &ast::Expr) -> Option<String> {
        match &*e.kind {
            ExprKind::Name(_) => match self.bound_at(e.span) {
                Some(bound) => bound.ty.clone(),
                None => self.lexicon.type_at(e.span),
            },
            ExprKind::Filter(binder) => self.member_type(&binder.source),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Else, a, b) => {
                self.member_type(a).or_else(|| self.member_type(b))
            }
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Member(..)
            | ExprKind::Call(..)
            | ExprKind::Index(..)
            | ExprKind::Fold(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Let(..)
            | ExprKind::If(..)
            | ExprKind::Possible(_) => self.lexicon.type_at(e.span),
        }
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
    pub(super) fn binder(&self, binder: &ast::Binder) -> MembersSaid {
        let mut conds = Vec::new();
        if let Some(cond) = inner_condition(&binder.source).or(binder.cond.as_ref()) {
            let mut inner = self.of_member(binder);
            if let ExprKind::Filter(filter) = &*binder.source.kind {
                inner = self.of_member(filter);
            }
            conds.push(inner.condition(cond));
            if let (Some(_), Some(own)) = (inner_condition(&binder.source), &binder.cond) {
                conds.push(self.of_member(binder).condition(own));
            }
        }
        MembersSaid {
            noun: self.member_noun(binder),
            source: self.source(&binder.source),
            conds,
        }
    }

    fn member_noun(&self, binder: &ast::Binder) -> MemberNoun {
        let ty = self.member_type(&binder.source);
        let is_thing = ty.as_deref().is_some_and(|ty| self.lexicon.is_thing(ty));
        let name = binder.name.text.as_str();
        let kind = match (is_thing, &ty) {
            (true, _) => self.noun_for(name, ty.as_deref()),
            (false, Some(ty)) => self.lexicon.noun(ty),
            (false, None) => self.lexicon.number(),
        };
        if let ExprKind::Call(callee, args) = &*binder.source.kind {
            let of_you = args.first().is_some_and(|of| is(of, "you"));
            if is(callee, "opponents") && of_you {
                return MemberNoun::OtherPlayers;
            }
            if let (true, ExprKind::Name(which)) =
                (is(callee, "top") || is(callee, "bottom"), &*callee.kind)
            {
                return MemberNoun::End(which.clone(), kind);
            }
        }
        if is_thing {
            let said = Noun::The(kind.clone(), None);
            let is_taken = self.bound.iter().any(|other| other.noun == said);
            MemberNoun::Kind(kind, is_taken.then(|| name.to_owned()))
        } else {
            MemberNoun::Named(kind, name.to_owned())
        }
    }

    /// Renders the source of members, as it belongs to their noun.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is told as a value, by `Phrases::value`, which lists them"
    )]
    pub(super) fn source(&self, source: &ast::Expr) -> MemberSource {
        match &*source.kind {
            ExprKind::Name(name) if name == "players" => MemberSource::Everything,
            ExprKind::Name(_) if self.bound_at(source.span).is_some() => {
                MemberSource::Of(self.value(source))
            }
            ExprKind::Name(_) if self.lexicon.place(source.span).is_some() => {
                MemberSource::In(self.value(source))
            }
            ExprKind::Member(_, name) if self.lexicon.place(name.span).is_some() => {
                MemberSource::In(self.value(source))
            }
            ExprKind::Name(name) if self.lexicon.is_board_of_player(source.span) => {
                MemberSource::OnYour(self.lexicon.named(name, source.span))
            }
            ExprKind::Name(_) if self.lexicon.is_collection(source.span) => {
                MemberSource::Everything
            }
            ExprKind::Filter(binder) => self.source(&binder.source),
            ExprKind::Binary(BinaryOp::Add, a, b) if self.is_union(source) => {
                match (self.source(a), self.source(b)) {
                    (MemberSource::Everything, _) | (_, MemberSource::Everything) => {
                        self.of_all(source)
                    }
                    (first, second) => MemberSource::Or(Box::new(first), Box::new(second)),
                }
            }
            ExprKind::Range(low, high) => MemberSource::Between(self.value(low), self.value(high)),
            ExprKind::Call(callee, args) => match (&*callee.kind, args.as_slice()) {
                (ExprKind::Name(name), [of]) if name == "opponents" && is(of, "you") => {
                    MemberSource::Everything
                }
                (ExprKind::Name(name), [of]) if name == "players_from" => {
                    MemberSource::BeginningWith(self.value(of))
                }
                (ExprKind::Name(name), [of]) if name == "neighbours" => {
                    MemberSource::Beside(self.value(of))
                }
                (ExprKind::Name(name), [of]) if name == "top" || name == "bottom" => {
                    MemberSource::Of(self.value(of))
                }
                _ => self.of_all(source),
            },
            _ => self.of_all(source),
        }
    }

    /// Names that go through collections hold from now on.
    pub(super) fn bind_all(&mut self, binders: &[ast::Binder]) -> Vec<MembersSaid> {
        let mut members = Vec::new();
        for binder in binders {
            members.push(self.binder(binder));
            let ty = self.member_type(&binder.source);
            self.bind(&binder.name, ty);
        }
        members
    }

    /// A choice without who makes it; its names hold from now on.
    pub(super) fn choice(&mut self, choose: &ast::Choose) -> ChoiceSaid {
        let many = match &choose.quantity {
            ast::Quantity::One => HowMany::One,
            ast::Quantity::Exactly(count) => HowMany::Exactly(self.value(count)),
            ast::Quantity::UpTo(count) => HowMany::UpTo(self.value(count)),
            ast::Quantity::Any => HowMany::Any,
            ast::Quantity::All => HowMany::All,
        };
        let parts = self.bind_all(&choose.binders);
        let whole = choose.whole.as_ref().map(|cond| {
            let of = choose.binders.first();
            let ty = of.and_then(|of| self.member_type(&of.source));
            self.bind_as(CHOSEN, ty, Noun::Chosen);
            self.condition(cond)
        });
        ChoiceSaid {
            parts,
            many,
            again: choose.again,
            whole,
        }
    }

    /// Returns true if a sum is one of collections.
    pub(super) fn is_union(&self, sum: &ast::Expr) -> bool {
        self.lexicon.is_collection_at(sum.span)
    }

    /// MembersSaid of a collection that has words of its own.
    fn of_all(&self, source: &ast::Expr) -> MemberSource {
        let ty = self.member_type(source);
        MemberSource::Among(self.value(source), ty.map(|ty| self.lexicon.noun(&ty)))
    }
}

fn inner_condition(source: &ast::Expr) -> Option<&ast::Expr> {
    let ExprKind::Filter(binder) = &*source.kind else {
        return None;
    };
    binder.cond.as_ref()
}
