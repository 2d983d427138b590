//! The first pass: every top-level name and every member gets its id, before any type is read.
//!
//! Takes the trees, gives `Decls`: each id beside the tree it came from. The tables of the game get a stand-in for each,
//! which the later passes fill.

use crate::check::env::Checker;
use crate::check::env::Decl;
use crate::check::env::MemberDecl;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::expr::Expr;
use crate::rules::expr::ExprKind;
use crate::rules::game;
use crate::rules::game::Holder;
use crate::rules::ids;
use crate::rules::ops;
use crate::rules::types::Type;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

/// Everything that was declared, by sort, each with its id.
#[derive(Debug, Default)]
pub(super) struct Decls<'a> {
    pub(super) enums: Vec<(ids::EnumId, &'a ast::Enum)>,
    pub(super) options: Vec<(ids::OptionId, &'a ast::OptionDecl)>,
    pub(super) kinds: Vec<KindDecl<'a>>,
    pub(super) places: Vec<(ids::PlaceId, &'a ast::Place, Holder)>,
    pub(super) boards: Vec<BoardDecl<'a>>,
    pub(super) vars: Vec<(ids::VarId, &'a ast::Var, Holder)>,
    pub(super) tracks: Vec<(ids::VarId, &'a ast::Track)>,
    pub(super) tables: Vec<(ids::TableId, &'a ast::Table)>,
    pub(super) moments: Vec<&'a ast::Name>,
    pub(super) effects: Vec<(ids::RoutineId, &'a ast::Effect)>,
    pub(super) queries: Vec<(ids::QueryId, &'a ast::Query)>,
    pub(super) actions: Vec<(ids::ActionId, ids::RoutineId, &'a ast::Action)>,
    pub(super) hooks: Vec<&'a ast::Hook>,
    pub(super) modifiers: Vec<&'a ast::Modifier>,
    pub(super) setups: Vec<(Span, &'a ast::Block)>,
    pub(super) plays: Vec<(Span, &'a ast::Block)>,
    pub(super) results: Vec<(Span, &'a ast::ResultDecl)>,
}

/// A kind or record with its members sorted out.
#[derive(Debug)]
pub(super) struct KindDecl<'a> {
    pub(super) id: ids::KindId,
    pub(super) tree: &'a ast::Kind,
    /// By column.
    pub(super) attributes: Vec<&'a ast::Attribute>,
    pub(super) effect_slots: Vec<&'a ast::Attribute>,
    pub(super) value_slots: Vec<&'a ast::Attribute>,
    /// The attribute of type `hooks`.
    pub(super) hooks: Option<&'a ast::Attribute>,
    /// What must hold for every row, with where it stands.
    pub(super) demands: Vec<(Span, &'a ast::Demand)>,
}

/// A board with its members sorted out.
#[derive(Debug)]
pub(super) struct BoardDecl<'a> {
    pub(super) id: ids::BoardId,
    pub(super) tree: &'a ast::Board,
    /// By column.
    pub(super) attributes: Vec<&'a ast::Attribute>,
}

/// Words that name something wherever they stand.
const RESERVED: &[&str] = &[
    "you", "this", "players", "option", "none", "true", "false", "int", "bool", "text", "player",
    "shape", "hooks", "possible",
];

/// What stands for an expression until it is checked, and for one that failed.
pub(super) fn unknown(span: Span) -> Expr {
    Expr {
        kind: Box::new(ExprKind::Const(0)),
        ty: Type::Wrong,
        span,
    }
}

/// A number known beforehand.
pub(super) fn known(value: i32, ty: Type, span: Span) -> Expr {
    Expr {
        kind: Box::new(ExprKind::Const(value)),
        ty,
        span,
    }
}

macro_rules! next_id {
    ($table:expr, $id:path) => {
        // INVARIANT: a table is as long as the author's text has declarations; that fits 32 bits.
        $id(u32::try_from($table.len()).unwrap_or(u32::MAX))
    };
}

impl<'g> Checker<'g> {
    /// Gives every name its id.
    pub(super) fn declare<'a>(
        &mut self,
        files: impl IntoIterator<Item = &'a ast::File>,
    ) -> Decls<'a> {
        let mut decls = Decls::default();
        for item in files.into_iter().flat_map(|file| &file.items) {
            self.declare_item(item, &mut decls);
        }
        decls
    }

    fn declare_item<'a>(&mut self, item: &'a ast::Item, decls: &mut Decls<'a>) {
        match &item.kind {
            ast::ItemKind::Enum(tree) => self.declare_enum(tree, decls),
            ast::ItemKind::Option(tree) => self.declare_option(tree, decls),
            ast::ItemKind::Kind(tree) => self.declare_kind(tree, decls),
            ast::ItemKind::Board(tree) => self.declare_board(tree, decls),
            ast::ItemKind::Place(tree) => {
                let holder = self.holder(tree.per.as_ref());
                let id = self.new_place(tree, holder, decls);
                self.define(&tree.name, Decl::Place(id));
            }
            ast::ItemKind::Var(tree) => {
                let holder = self.holder(tree.per.as_ref());
                let id = self.new_var(&tree.name, holder);
                decls.vars.push((id, tree, holder));
                self.define(&tree.name, Decl::Var(id));
            }
            ast::ItemKind::Track(tree) => {
                let holder = self.holder(tree.per.as_ref());
                let id = self.new_var(&tree.name, holder);
                decls.tracks.push((id, tree));
                self.define(&tree.name, Decl::Var(id));
            }
            ast::ItemKind::Table(tree) => self.declare_table(tree, decls),
            ast::ItemKind::Moment(name) => {
                let id = next_id!(self.env.game.moments, ids::MomentId);
                self.env.game.moments.push(name.text.clone());
                decls.moments.push(name);
                self.define(name, Decl::Moment(id));
            }
            ast::ItemKind::Effect(tree) => {
                let id = self.new_routine(&tree.name.text, game::RoutineKind::Effect, item.span);
                decls.effects.push((id, tree));
                self.define(&tree.name, Decl::Effect(id));
            }
            ast::ItemKind::Query(tree) => self.declare_query(tree, item.span, decls),
            ast::ItemKind::Action(tree) => self.declare_action(tree, item.span, decls),
            ast::ItemKind::Hook(tree) => decls.hooks.push(tree),
            ast::ItemKind::Modifier(tree) => decls.modifiers.push(tree),
            ast::ItemKind::Setup(block) => decls.setups.push((item.span, block)),
            ast::ItemKind::Play(block) => decls.plays.push((item.span, block)),
            ast::ItemKind::Result(tree) => decls.results.push((item.span, tree)),
        }
    }

    /// Enters a top-level name, unless it is taken or kept by the language.
    fn define(&mut self, name: &ast::Name, decl: Decl) {
        if self.is_reserved(name) {
            return;
        }
        if let Some(&(_, first)) = self.env.names.get(&name.text) {
            return self.defined_twice(name, first);
        }
        self.env.names.insert(name.text.clone(), (decl, name.span));
    }

    /// Refuses a name that means something already.
    pub(super) fn is_reserved(&mut self, name: &ast::Name) -> bool {
        let what = match name.text.as_str() {
            word if RESERVED.contains(&word) => "word of the language",
            word if ops::verb(word).is_some() => "built-in verb",
            word if ops::query(word).is_some() => "built-in query",
            word if ops::fold(word).is_some() => "built-in question about collections",
            _ => return false,
        };
        self.report.push(
            Diagnostic::error(
                Code::RESERVED_NAME,
                format!("`{}` cannot be declared", name.text),
            )
            .at(name.span, format!("already a {what}"))
            .help("choose another name"),
        );
        true
    }

    pub(super) fn defined_twice(&mut self, name: &ast::Name, first: Span) {
        self.report.push(
            Diagnostic::error(
                Code::DEFINED_TWICE,
                format!("`{}` is defined twice", name.text),
            )
            .at(name.span, "defined again here")
            .also(first, "first defined here"),
        );
    }

    /// The table, or each player after `per player`.
    fn holder(&mut self, per: Option<&ast::Name>) -> Holder {
        let Some(per) = per else { return Holder::Table };
        if per.text != "player" {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_OWNER,
                    format!("nothing can be declared per `{}`", per.text),
                )
                .at(per.span, "only `per player`")
                .help(format!(
                    "what each `{}` has is declared inside its braces",
                    per.text
                )),
            );
        }
        Holder::Player
    }

    fn declare_enum<'a>(&mut self, tree: &'a ast::Enum, decls: &mut Decls<'a>) {
        let id = self.new_enum(&tree.name.text, &tree.values);
        decls.enums.push((id, tree));
        self.define(&tree.name, Decl::Enum(id));
    }

    /// An enum with its words, which need not be known anywhere else.
    fn new_enum(&mut self, name: &str, words: &[ast::Name]) -> ids::EnumId {
        let id = next_id!(self.env.game.enums, ids::EnumId);
        let mut values: Vec<String> = Vec::new();
        for word in words {
            match values.iter().position(|value| *value == word.text) {
                Some(at) => self.defined_twice(word, words[at].span),
                None => {
                    let number = i32::try_from(values.len()).unwrap_or(i32::MAX);
                    self.env
                        .enum_values
                        .entry(word.text.clone())
                        .or_default()
                        .push((id, number));
                    values.push(word.text.clone());
                }
            }
        }
        self.env.game.enums.push(game::Enum {
            name: name.into(),
            values,
        });
        id
    }

    fn declare_option<'a>(&mut self, tree: &'a ast::OptionDecl, decls: &mut Decls<'a>) {
        let id = next_id!(self.env.game.options, ids::OptionId);
        let ty = match &tree.values {
            ast::OptionValues::Bool(_) => Type::Bool,
            ast::OptionValues::Range(..) => Type::Int,
            ast::OptionValues::Words(words) => Type::Enum(self.new_enum(&tree.name.text, words)),
        };
        self.env.game.options.push(game::OptionDecl {
            name: tree.name.text.clone(),
            ty,
            values: Vec::new(),
            default: 0,
            text: tree.text.clone().unwrap_or_default(),
        });
        decls.options.push((id, tree));
        match self.env.options.get(&tree.name.text) {
            Some(&(_, first)) => self.defined_twice(&tree.name, first),
            None => drop(
                self.env
                    .options
                    .insert(tree.name.text.clone(), (id, tree.name.span)),
            ),
        }
    }

    fn declare_kind<'a>(&mut self, tree: &'a ast::Kind, decls: &mut Decls<'a>) {
        let id = next_id!(self.env.game.kinds, ids::KindId);
        self.env.game.kinds.push(game::Kind {
            name: tree.name.text.clone(),
            is_record: tree.is_record,
            attributes: Vec::new(),
            effect_slots: Vec::new(),
            value_slots: Vec::new(),
            rows: Vec::new(),
            copies: None,
            home: None,
            active: Vec::new(),
            span: tree.name.span,
        });
        self.env.kind_members.push(BTreeMap::new());
        self.define(&tree.name, Decl::Kind(id));
        let mut kind = KindDecl {
            id,
            tree,
            attributes: Vec::new(),
            effect_slots: Vec::new(),
            value_slots: Vec::new(),
            hooks: None,
            demands: Vec::new(),
        };
        let mut members = BTreeMap::new();
        for member in &tree.members {
            let named = match &member.kind {
                ast::MemberKind::Attribute(attribute) => {
                    kind.sort(attribute).map(|decl| (&attribute.name, decl))
                }
                ast::MemberKind::Field(var) => {
                    Some(self.declare_field(var, Holder::Piece(id), decls))
                }
                ast::MemberKind::Place(place) => {
                    Some(self.declare_inner_place(place, Holder::Piece(id), decls))
                }
                ast::MemberKind::Demand(demand) => {
                    kind.demands.push((member.span, demand));
                    None
                }
                ast::MemberKind::Home(_) | ast::MemberKind::Active(_) => None,
            };
            if let Some((name, decl)) = named {
                self.define_member(&mut members, name, decl);
            }
        }
        self.env.kind_members[id.index()] = members;
        decls.kinds.push(kind);
    }

    fn declare_board<'a>(&mut self, tree: &'a ast::Board, decls: &mut Decls<'a>) {
        let id = next_id!(self.env.game.boards, ids::BoardId);
        let per_player = self.holder(tree.per.as_ref()) == Holder::Player;
        self.env.game.boards.push(game::Board {
            name: tree.name.text.clone(),
            per_player,
            shape: game::BoardShape::Graph,
            capacity: 0,
            size: None,
            attributes: Vec::new(),
            layouts: Vec::new(),
            layout: None,
            directions: Vec::new(),
            span: tree.name.span,
        });
        self.env.space_members.push(BTreeMap::new());
        self.define(&tree.name, Decl::Board(id));
        let mut board = BoardDecl {
            id,
            tree,
            attributes: Vec::new(),
        };
        let mut members = BTreeMap::new();
        for member in &tree.members {
            let (name, decl) = match &member.kind {
                ast::MemberKind::Attribute(attribute) => {
                    board.attributes.push(attribute);
                    (
                        &attribute.name,
                        MemberDecl::Attribute(board.attributes.len() - 1),
                    )
                }
                ast::MemberKind::Field(var) => self.declare_field(var, Holder::Space(id), decls),
                ast::MemberKind::Place(place) => {
                    self.declare_inner_place(place, Holder::Space(id), decls)
                }
                ast::MemberKind::Home(_)
                | ast::MemberKind::Active(_)
                | ast::MemberKind::Demand(_) => {
                    self.misplaced(
                        member.span,
                        "a board has no `home`, no `active in` and no `require`",
                        "belongs to a kind",
                    );
                    continue;
                }
            };
            self.define_member(&mut members, name, decl);
        }
        self.env.space_members[id.index()] = members;
        decls.boards.push(board);
    }

    fn define_member(
        &mut self,
        members: &mut BTreeMap<String, (MemberDecl, Span)>,
        name: &ast::Name,
        decl: MemberDecl,
    ) {
        match members.get(&name.text) {
            Some(&(_, first)) => self.defined_twice(name, first),
            None => drop(members.insert(name.text.clone(), (decl, name.span))),
        }
    }

    fn declare_field<'a>(
        &mut self,
        tree: &'a ast::Var,
        holder: Holder,
        decls: &mut Decls<'a>,
    ) -> (&'a ast::Name, MemberDecl) {
        self.no_per(tree.per.as_ref());
        let id = self.new_var(&tree.name, holder);
        decls.vars.push((id, tree, holder));
        (&tree.name, MemberDecl::Field(id))
    }

    fn declare_inner_place<'a>(
        &mut self,
        tree: &'a ast::Place,
        holder: Holder,
        decls: &mut Decls<'a>,
    ) -> (&'a ast::Name, MemberDecl) {
        self.no_per(tree.per.as_ref());
        let id = self.new_place(tree, holder, decls);
        (&tree.name, MemberDecl::Place(id))
    }

    /// A member belongs to its piece or space alone.
    fn no_per(&mut self, per: Option<&ast::Name>) {
        if let Some(per) = per {
            self.misplaced(
                per.span,
                "a member cannot be `per player`",
                "belongs to each piece or space already",
            );
        }
    }

    pub(super) fn misplaced(&mut self, span: Span, message: &str, label: &str) {
        self.report
            .push(Diagnostic::error(Code::MISPLACED_PART, message).at(span, label));
    }

    fn declare_table<'a>(&mut self, tree: &'a ast::Table, decls: &mut Decls<'a>) {
        let id = next_id!(self.env.game.tables, ids::TableId);
        let name = tree.name.text.clone();
        let table = game::Table {
            name,
            key: Type::Wrong,
            value: Type::Wrong,
            rows: Vec::new(),
        };
        self.env.game.tables.push(table);
        decls.tables.push((id, tree));
        self.define(&tree.name, Decl::Table(id));
    }

    fn declare_query<'a>(&mut self, tree: &'a ast::Query, span: Span, decls: &mut Decls<'a>) {
        let id = next_id!(self.env.game.queries, ids::QueryId);
        self.env.game.queries.push(game::Query {
            name: tree.name.text.clone(),
            params: Vec::new(),
            slots: 1,
            ty: Type::Wrong,
            body: unknown(tree.body.span),
            span,
        });
        decls.queries.push((id, tree));
        self.define(&tree.name, Decl::Query(id));
    }

    fn declare_action<'a>(&mut self, tree: &'a ast::Action, span: Span, decls: &mut Decls<'a>) {
        let id = next_id!(self.env.game.actions, ids::ActionId);
        let body = self.new_routine(&tree.name.text, game::RoutineKind::Action, span);
        self.env.game.actions.push(game::Action {
            name: tree.name.text.clone(),
            prompt: tree
                .prompt
                .clone()
                .unwrap_or_else(|| tree.name.text.replace('_', " ")),
            binders: Vec::new(),
            requires: Vec::new(),
            body,
            span: tree.name.span,
        });
        decls.actions.push((id, body, tree));
        self.define(&tree.name, Decl::Action(id));
    }

    /// A routine without statements yet.
    pub(super) fn new_routine(
        &mut self,
        name: &str,
        kind: game::RoutineKind,
        span: Span,
    ) -> ids::RoutineId {
        let id = next_id!(self.env.game.routines, ids::RoutineId);
        self.env.game.routines.push(game::Routine {
            name: name.into(),
            kind,
            params: Vec::new(),
            slots: 1,
            locals: Vec::new(),
            ordered_by: None,
            body: Vec::new(),
            span,
        });
        id
    }

    /// A variable that everybody sees and that starts at zero.
    pub(super) fn new_var(&mut self, name: &ast::Name, holder: Holder) -> ids::VarId {
        let id = next_id!(self.env.game.vars, ids::VarId);
        self.env.game.vars.push(game::Var {
            name: name.text.clone(),
            holder,
            ty: Type::Wrong,
            index: None,
            bounds: ANY_NUMBER,
            default: unknown(name.span),
            while_in: Vec::new(),
            until: None,
            seen: game::Seen::All,
            track: None,
            span: name.span,
        });
        id
    }

    fn new_place<'a>(
        &mut self,
        tree: &'a ast::Place,
        holder: Holder,
        decls: &mut Decls<'a>,
    ) -> ids::PlaceId {
        let id = next_id!(self.env.game.places, ids::PlaceId);
        self.env.game.places.push(game::Place {
            name: tree.name.text.clone(),
            holder,
            holds: ids::KindId::default(),
            order: game::Order::List,
            capacity: None,
            seen: game::Seen::All,
            when_empty: None,
            span: tree.name.span,
        });
        decls.places.push((id, tree, holder));
        id
    }
}

/// Every number but the one that stands for `none`.
pub(super) const ANY_NUMBER: (i32, i32) = (i32::MIN + 1, i32::MAX);

impl<'a> KindDecl<'a> {
    /// Sorts an attribute by the way its rows fill it; `hooks` has no name that could be asked for.
    fn sort(&mut self, attribute: &'a ast::Attribute) -> Option<MemberDecl> {
        let (list, decl): (&mut Vec<_>, fn(usize) -> MemberDecl) = match &attribute.ty.kind {
            ast::TypeKind::Effect(_) => (&mut self.effect_slots, MemberDecl::EffectSlot),
            ast::TypeKind::Value(..) => (&mut self.value_slots, MemberDecl::ValueSlot),
            ast::TypeKind::Name(name) if name == "hooks" => {
                self.hooks = Some(attribute);
                return None;
            }
            ast::TypeKind::Name(_)
            | ast::TypeKind::IntRange(..)
            | ast::TypeKind::Optional(_)
            | ast::TypeKind::Set(_)
            | ast::TypeKind::Bag(_)
            | ast::TypeKind::All(_)
            | ast::TypeKind::PlaceOf(_)
            | ast::TypeKind::DirectionOf(_)
            | ast::TypeKind::PlacementOf(_) => (&mut self.attributes, MemberDecl::Attribute),
        };
        list.push(attribute);
        Some(decl(list.len() - 1))
    }
}
