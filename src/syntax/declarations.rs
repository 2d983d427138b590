//! Declarations: items, members, hooks and modifiers.
//!
//! Takes pairs of rules such as `kind_decl`, gives `ast::Item`. It compares no names and counts nothing.

use crate::ast;
use crate::ast::{ItemKind, MemberKind};
use crate::build::{AstBuilder, Kids};
use crate::grammar::{Pair, Rule};

impl AstBuilder<'_> {
    /// An item; its doc comments begin at `from` or later.
    pub(super) fn item(&self, pair: Pair<'_>, from: usize) -> ast::Item {
        let doc = self.doc(from, pair.as_span().start());
        let span = self.span(&pair);
        let kind = self.item_kind(pair);
        ast::Item {
            doc,
            span,
            broken: false,
            kind,
        }
    }

    fn item_kind(&self, pair: Pair<'_>) -> ItemKind {
        if pair.as_rule() == Rule::modifier {
            return ItemKind::Modifier(self.modifier(pair));
        }
        let row = ITEMS.iter().find(|row| row.0 == pair.as_rule());
        // INVARIANT: `ITEMS` has a row for each alternative of `declaration` in the grammar but `modifier`.
        let build = row.expect("a sort of declaration without a row").1;
        build(self, Kids::of(pair))
    }

    fn members(&self, pair: Option<Pair<'_>>) -> Vec<ast::Member> {
        let Some(pair) = pair else {
            return Vec::new();
        };
        let mut from = pair.as_span().start();
        let mut members = Vec::new();
        for member in Kids::of(pair).all(Rule::member) {
            let end = member.as_span().end();
            members.push(self.member(member, from));
            from = end;
        }
        members
    }

    fn member(&self, pair: Pair<'_>, from: usize) -> ast::Member {
        let inner = Kids::of(pair).first();
        let row = MEMBERS.iter().find(|row| row.0 == inner.as_rule());
        // INVARIANT: `MEMBERS` has a row for each alternative of `member` in the grammar.
        let build = row.expect("a sort of member without a row").1;
        ast::Member {
            doc: self.doc(from, inner.as_span().start()),
            span: self.span(&inner),
            kind: build(self, Kids::of(inner)),
        }
    }

    fn need_name(&self, kids: &mut Kids<'_>) -> ast::Name {
        self.name(&kids.need(Rule::name))
    }

    fn per(&self, kids: &mut Kids<'_>) -> Option<ast::Name> {
        kids.take(Rule::per).map(|per| self.wrapped_name(per))
    }

    fn seen(&self, kids: &mut Kids<'_>) -> Option<ast::Seen> {
        let mut kids = Kids::of(self.only(kids, Rule::seen)?);
        if let Some(nobody) = kids.take(Rule::kw_none) {
            let by = self.name(&nobody);
            return Some(ast::Seen { by, field: None });
        }
        let name = self.need_name(&mut kids);
        Some(match kids.take(Rule::kw_face) {
            Some(face) => ast::Seen {
                by: self.name(&face),
                field: Some(name),
            },
            None => ast::Seen {
                by: name,
                field: None,
            },
        })
    }

    fn enumeration(&self, mut kids: Kids<'_>) -> ast::Enum {
        let name = self.need_name(&mut kids);
        let words = Kids::of(kids.need(Rule::phrased_words)).all(Rule::phrased);
        let mut one = ast::Enum {
            name,
            values: Vec::new(),
            phrases: Vec::new(),
        };
        for word in words {
            let mut kids = Kids::of(word);
            one.values.push(self.need_name(&mut kids));
            one.phrases.push(self.phrase(&mut kids));
        }
        one
    }

    fn copies(&self, pair: Pair<'_>) -> ast::Copies {
        let mut kids = Kids::of(pair);
        ast::Copies {
            count: self.expr(kids.need(Rule::sum)),
            per_player: kids.has(Rule::kw_per),
        }
    }

    fn place(&self, mut kids: Kids<'_>) -> ast::Place {
        let capacity = self.only(&mut kids, Rule::capacity);
        let when_empty = self.only(&mut kids, Rule::when_empty);
        ast::Place {
            name: self.need_name(&mut kids),
            per: self.per(&mut kids),
            order: self.wrapped_name(kids.need(Rule::order)),
            seen: self.seen(&mut kids),
            holds: kids
                .all(Rule::name)
                .iter()
                .map(|name| self.name(name))
                .collect(),
            capacity: capacity.map(|capacity| self.need_expr(&mut Kids::of(capacity))),
            when_empty: when_empty.map(|effect| self.wrapped_name(effect)),
            phrase: self.phrase(&mut kids),
        }
    }

    fn var(&self, mut kids: Kids<'_>) -> ast::Var {
        let while_in = self.only(&mut kids, Rule::while_in);
        let until = self.only(&mut kids, Rule::until);
        ast::Var {
            name: self.need_name(&mut kids),
            index: kids
                .take(Rule::var_index)
                .map(|index| self.wrapped_name(index)),
            per: self.per(&mut kids),
            ty: self.ty(kids.need(Rule::kind_of_value)),
            default: self.take_expr(&mut kids),
            while_in: while_in.map_or_else(Vec::new, |places| self.places(&mut Kids::of(places))),
            until: until.map(|moment| self.wrapped_name(moment)),
            uncompared: kids.has(Rule::kw_uncompared),
            seen: self.seen(&mut kids),
            phrase: self.phrase(&mut kids),
        }
    }

    fn places(&self, kids: &mut Kids<'_>) -> Vec<ast::Name> {
        self.names(kids.need(Rule::places))
    }

    fn board(&self, mut kids: Kids<'_>) -> ast::Board {
        let (size, up_to) = self.board_size(kids.take(Rule::board_size));
        let layout = kids.take(Rule::board_layout);
        ast::Board {
            name: self.need_name(&mut kids),
            per: self.per(&mut kids),
            shape: self.wrapped_name(kids.need(Rule::shape)),
            size,
            up_to,
            from: kids
                .take(Rule::board_from)
                .map(|from| self.wrapped_name(from)),
            layout: layout.map(|layout| self.need_expr(&mut Kids::of(layout))),
            phrase: self.phrase(&mut kids),
            members: self.members(kids.take(Rule::members)),
        }
    }

    fn board_size(&self, pair: Option<Pair<'_>>) -> (Vec<ast::Expr>, Option<ast::Expr>) {
        let Some(pair) = pair else {
            return (Vec::new(), None);
        };
        let mut kids = Kids::of(pair);
        let mut size = self.exprs(kids.all(Rule::sum));
        let up_to = if kids.has(Rule::kw_up) {
            size.pop()
        } else {
            None
        };
        (size, up_to)
    }

    fn track(&self, mut kids: Kids<'_>) -> ast::Track {
        let (low, high) = self.bounds(kids.need(Rule::bounds));
        let parts = kids
            .take(Rule::track_body)
            .map(|body| Kids::of(body).all(Rule::track_part));
        ast::Track {
            name: self.need_name(&mut kids),
            per: self.per(&mut kids),
            low,
            high,
            start: self.take_expr(&mut kids),
            phrase: self.phrase(&mut kids),
            parts: parts
                .unwrap_or_default()
                .into_iter()
                .map(|part| self.track_part(part))
                .collect(),
        }
    }

    fn track_part(&self, pair: Pair<'_>) -> ast::TrackPart {
        let inner = Kids::of(pair).first();
        let rule = inner.as_rule();
        let mut kids = Kids::of(inner);
        if rule == Rule::gate {
            let at = self.need_expr(&mut kids);
            return ast::TrackPart::Gate {
                at,
                cond: self.need_expr(&mut kids),
            };
        }
        if rule == Rule::beyond {
            let extra = self.need_name(&mut kids);
            return ast::TrackPart::Beyond {
                extra,
                body: self.need_block(&mut kids),
            };
        }
        ast::TrackPart::At {
            space: self.need_expr(&mut kids),
            how: kids.take(Rule::at_how).map(|how| self.name(&how)),
            body: self.need_block(&mut kids),
        }
    }

    fn effect(&self, mut kids: Kids<'_>) -> ast::Effect {
        let ordered_by = self.only(&mut kids, Rule::ordered_by);
        ast::Effect {
            name: self.need_name(&mut kids),
            params: self.params(kids.take(Rule::params)),
            ordered_by: ordered_by.map(|by| self.need_expr(&mut Kids::of(by))),
            recursive: self.only(&mut kids, Rule::recursive).is_some(),
            phrase: self.phrase(&mut kids),
            body: self.need_block(&mut kids),
        }
    }

    fn action(&self, mut kids: Kids<'_>) -> ast::Action {
        let binders = kids
            .take(Rule::binders)
            .map(|binders| Kids::of(binders).all(Rule::binder));
        ast::Action {
            name: self.need_name(&mut kids),
            binders: binders
                .unwrap_or_default()
                .into_iter()
                .map(|binder| self.binder(binder))
                .collect(),
            prompt: self.prompt(&mut kids),
            body: self.need_block(&mut kids),
        }
    }

    fn hook(&self, mut kids: Kids<'_>) -> ast::Hook {
        let head = kids.need(Rule::hook_head);
        let span = self.span(&head);
        let body = self.body(kids.need(Rule::body));
        let mut head = Kids::of(head);
        ast::Hook {
            timing: timing(&head),
            effect: self.need_name(&mut head),
            params: self.hook_names(&mut head),
            cond: self.guard(&mut head),
            limit: head
                .take(Rule::limit)
                .map(|limit| self.limit(Kids::of(limit))),
            body,
            span,
        }
    }

    fn limit(&self, mut kids: Kids<'_>) -> (ast::Expr, ast::Name) {
        (self.need_expr(&mut kids), self.need_name(&mut kids))
    }

    fn hook_names(&self, kids: &mut Kids<'_>) -> Vec<ast::Name> {
        kids.take(Rule::hook_names)
            .map_or_else(Vec::new, |names| self.names(names))
    }

    fn guard(&self, kids: &mut Kids<'_>) -> Option<ast::Expr> {
        let guard = kids.take(Rule::guard)?;
        Some(self.need_expr(&mut Kids::of(guard)))
    }

    fn modifier(&self, pair: Pair<'_>) -> ast::Modifier {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        ast::Modifier {
            query: self.need_name(&mut kids),
            params: self.hook_names(&mut kids),
            cond: self.guard(&mut kids),
            change: change(&Kids::of(kids.need(Rule::change))),
            value: self.need_expr(&mut kids),
            span,
        }
    }

    fn result(&self, mut kids: Kids<'_>) -> ast::ResultDecl {
        let first = kids.need(Rule::first_rank);
        let ranks = std::iter::once(first).chain(kids.all(Rule::next_rank));
        ast::ResultDecl {
            ranks: ranks.map(|rank| self.rank(Kids::of(rank))).collect(),
            wins: kids
                .take(Rule::wins_when)
                .map(|pair| self.need_expr(&mut Kids::of(pair))),
        }
    }

    fn rank(&self, mut kids: Kids<'_>) -> ast::RankBy {
        ast::RankBy {
            value: self.need_expr(&mut kids),
            low_wins: kids.has(Rule::kw_low),
        }
    }

    fn demand(&self, mut kids: Kids<'_>) -> ast::Demand {
        ast::Demand {
            cond: self.need_expr(&mut kids),
            reason: self.text(&kids.need(Rule::string)),
        }
    }

    fn option(&self, mut kids: Kids<'_>) -> ast::OptionDecl {
        ast::OptionDecl {
            name: self.need_name(&mut kids),
            values: self.option_values(&mut kids),
            default: self.need_expr(&mut kids),
            text: self.prompt(&mut kids),
        }
    }

    fn option_values(&self, kids: &mut Kids<'_>) -> ast::OptionValues {
        if let Some(words) = kids.take(Rule::words) {
            return ast::OptionValues::Words(self.names(words));
        }
        if let Some(bounds) = kids.take(Rule::bounds) {
            let (low, high) = self.bounds(bounds);
            return ast::OptionValues::Range(low, high);
        }
        if let Some(name) = kids.take(Rule::name) {
            return ast::OptionValues::Enum(self.name(&name));
        }
        ast::OptionValues::Bool(self.span(&kids.need(Rule::kw_bool)))
    }
}

fn timing(kids: &Kids<'_>) -> ast::Timing {
    if kids.has(Rule::kw_before) {
        ast::Timing::Before
    } else if kids.has(Rule::kw_instead) {
        ast::Timing::Instead
    } else {
        ast::Timing::After
    }
}

fn change(kids: &Kids<'_>) -> ast::Change {
    let row = CHANGES.iter().find(|row| kids.has(row.0));
    // INVARIANT: `CHANGES` has a row for each alternative of `change` in the grammar.
    row.expect("a change without a row").1
}

const CHANGES: &[(Rule, ast::Change)] = &[
    (Rule::kw_is, ast::Change::Set),
    (Rule::kw_plus, ast::Change::Plus),
    (Rule::kw_minus, ast::Change::Minus),
    (Rule::kw_least, ast::Change::AtLeast),
    (Rule::kw_most, ast::Change::AtMost),
];

type BuildMember = fn(&AstBuilder<'_>, Kids<'_>) -> MemberKind;

const MEMBERS: &[(Rule, BuildMember)] = &[
    (Rule::attribute, |builder, mut kids| {
        MemberKind::Attribute(ast::Attribute {
            name: builder.need_name(&mut kids),
            ty: builder.ty(kids.need(Rule::kind_of_value)),
            default: builder.take_expr(&mut kids),
            phrase: builder.phrase(&mut kids),
        })
    }),
    (Rule::var_decl, |builder, kids| {
        MemberKind::Field(builder.var(kids))
    }),
    (Rule::place_decl, |builder, kids| {
        MemberKind::Place(builder.place(kids))
    }),
    (Rule::home, |builder, mut kids| {
        MemberKind::Home(builder.need_expr(&mut kids))
    }),
    (Rule::active, |builder, mut kids| MemberKind::Active {
        places: builder.places(&mut kids),
        form: (kids.take(Rule::in_form)).map(|form| builder.wrapped_name(form)),
    }),
    (Rule::require, |builder, kids| {
        MemberKind::Demand(builder.demand(kids))
    }),
    (Rule::joined, |builder, mut kids| MemberKind::Join {
        what: builder.need_name(&mut kids),
        by: builder.need_name(&mut kids),
    }),
];

type BuildItem = fn(&AstBuilder<'_>, Kids<'_>) -> ItemKind;

const ITEMS: &[(Rule, BuildItem)] = &[
    (Rule::enum_decl, |builder, kids| {
        ItemKind::Enum(builder.enumeration(kids))
    }),
    (Rule::option_decl, |builder, kids| {
        ItemKind::Option(builder.option(kids))
    }),
    (Rule::kind_decl, |builder, mut kids| {
        ItemKind::Kind(ast::Kind {
            name: builder.need_name(&mut kids),
            is_record: kids.has(Rule::kw_record),
            of: kids.take(Rule::of_kind).map(|of| builder.wrapped_name(of)),
            copies: kids.take(Rule::copies).map(|copies| builder.copies(copies)),
            phrase: builder.phrase(&mut kids),
            members: builder.members(kids.take(Rule::members)),
        })
    }),
    (Rule::place_decl, |builder, kids| {
        ItemKind::Place(builder.place(kids))
    }),
    (Rule::board_decl, |builder, kids| {
        ItemKind::Board(builder.board(kids))
    }),
    (Rule::var_decl, |builder, kids| {
        ItemKind::Var(builder.var(kids))
    }),
    (Rule::track_decl, |builder, kids| {
        ItemKind::Track(builder.track(kids))
    }),
    (Rule::table_decl, |builder, mut kids| {
        ItemKind::Table(ast::Table {
            name: builder.need_name(&mut kids),
            key: builder.ty(kids.need(Rule::kind_of_value)),
            value: builder.ty(kids.need(Rule::kind_of_value)),
        })
    }),
    (Rule::moment_decl, |builder, mut kids| {
        ItemKind::Moment(builder.need_name(&mut kids))
    }),
    (Rule::effect_decl, |builder, kids| {
        ItemKind::Effect(builder.effect(kids))
    }),
    (Rule::query_decl, |builder, mut kids| {
        ItemKind::Query(ast::Query {
            name: builder.need_name(&mut kids),
            params: builder.params(kids.take(Rule::params)),
            ty: builder.ty(kids.need(Rule::kind_of_value)),
            recursive: kids.take(Rule::recursive).is_some(),
            phrase: builder.phrase(&mut kids),
            body: builder.need_expr(&mut kids),
        })
    }),
    (Rule::action_decl, |builder, kids| {
        ItemKind::Action(builder.action(kids))
    }),
    (Rule::hook, |builder, kids| {
        ItemKind::Hook(builder.hook(kids))
    }),
    (Rule::setup_decl, |builder, mut kids| {
        ItemKind::Setup(builder.need_block(&mut kids))
    }),
    (Rule::play_decl, |builder, mut kids| {
        ItemKind::Play(builder.need_block(&mut kids))
    }),
    (Rule::result_decl, |builder, kids| {
        ItemKind::Result(builder.result(kids))
    }),
    (Rule::heuristic_decl, |builder, mut kids| {
        ItemKind::Heuristic(builder.need_expr(&mut kids))
    }),
    (Rule::require, |builder, kids| {
        ItemKind::Demand(builder.demand(kids))
    }),
];
