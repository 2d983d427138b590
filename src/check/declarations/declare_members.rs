//! Kinds and boards with their members: each attribute, field and place that is named after a dot.

use crate::decl::{Decl, MemberDecl};
use crate::declarations::declare::{BoardDecl, Decls, KindDecl};
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_rules::game::Holder;
use ludex_rules::{game, ids};
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

impl Checker<'_> {
    pub(super) fn declare_kind<'a>(&mut self, tree: &'a ast::Kind, decls: &mut Decls<'a>) {
        let id = self.new_kind(&tree.name, tree.is_record);
        self.define(&tree.name, Decl::Kind(id));
        let kind = KindDecl {
            id,
            tree,
            attributes: Vec::new(),
            effect_slots: Vec::new(),
            value_slots: Vec::new(),
            hooks: None,
            demands: Vec::new(),
        };
        decls.kinds.push(kind);
        let mut members = BTreeMap::new();
        for member in &tree.members {
            if let Some((name, decl)) = self.kind_member(id, None, member, decls) {
                let symbol = Symbol::KindMember(id, decl);
                self.define_member(&mut members, name, decl, symbol);
            }
        }
        self.env.kind_members[id.index()] = members;
    }

    /// Declares a member of a kind, or of a sort of it; none of what has no name.
    pub(super) fn kind_member<'a>(
        &mut self,
        id: ids::KindId,
        sort: Option<ids::SortId>,
        member: &'a ast::Member,
        decls: &mut Decls<'a>,
    ) -> Option<(&'a ast::Name, MemberDecl)> {
        let kind = &mut decls.kinds[id.index()];
        match &member.kind {
            ast::MemberKind::Attribute(attribute) => {
                let decl = kind.sort(attribute);
                if decl.is_none() {
                    let symbol = Symbol::KindMember(id, MemberDecl::Hooks);
                    self.define_symbol(&attribute.name, symbol);
                }
                decl.map(|decl| (&attribute.name, decl))
            }
            ast::MemberKind::Field(var) => Some(self.declare_field(var, Holder::Piece(id), decls)),
            ast::MemberKind::Place(place) => {
                Some(self.declare_inner_place(place, Holder::Piece(id), decls))
            }
            ast::MemberKind::Demand(demand) => {
                kind.demands.push((member.span, demand, sort));
                None
            }
            ast::MemberKind::Home(_)
            | ast::MemberKind::Active { .. }
            | ast::MemberKind::Join { .. } => None,
        }
    }

    pub(super) fn declare_board<'a>(&mut self, tree: &'a ast::Board, decls: &mut Decls<'a>) {
        let id = ids::BoardId::new(self.env.game.boards.len());
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
            waits: false,
            directions: Vec::new(),
            joined: None,
            span: tree.name.span,
        });
        self.env.space_members.push(BTreeMap::new());
        self.define(&tree.name, Decl::Board(id));
        let mut board = BoardDecl {
            id,
            tree,
            attributes: Vec::new(),
            demands: Vec::new(),
            joins: Vec::new(),
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
                ast::MemberKind::Demand(demand) => {
                    board.demands.push(demand);
                    continue;
                }
                ast::MemberKind::Join { what, by } => {
                    board.joins.push((what, by));
                    continue;
                }
                ast::MemberKind::Home(_) | ast::MemberKind::Active { .. } => {
                    self.misplaced(
                        member.span,
                        "a board has no `home` and no `active in`",
                        "belongs to a kind",
                    );
                    continue;
                }
            };
            let symbol = Symbol::SpaceMember(id, decl);
            self.define_member(&mut members, name, decl, symbol);
        }
        self.env.space_members[id.index()] = members;
        decls.boards.push(board);
    }

    pub(super) fn define_member(
        &mut self,
        members: &mut BTreeMap<String, (MemberDecl, Span)>,
        name: &ast::Name,
        decl: MemberDecl,
        symbol: Symbol,
    ) {
        self.define_symbol(name, symbol);
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
}

impl<'a> KindDecl<'a> {
    /// Tells whether an attribute holds hooks and modifiers.
    pub(super) fn is_hooks(attribute: &ast::Attribute) -> bool {
        matches!(&attribute.ty.kind, ast::TypeKind::Name(name) if name == "hooks")
    }

    /// Sorts an attribute by the way its rows fill it; `hooks` has no name that could be asked for.
    fn sort(&mut self, attribute: &'a ast::Attribute) -> Option<MemberDecl> {
        let (list, decl): (&mut Vec<_>, fn(usize) -> MemberDecl) = match &attribute.ty.kind {
            ast::TypeKind::Effect(_) => (&mut self.effect_slots, MemberDecl::EffectSlot),
            ast::TypeKind::Value(..) => (&mut self.value_slots, MemberDecl::ValueSlot),
            ast::TypeKind::Name(_) if KindDecl::is_hooks(attribute) => {
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
            | ast::TypeKind::Any(_)
            | ast::TypeKind::DirectionOf(_)
            | ast::TypeKind::PlacementOf(_) => (&mut self.attributes, MemberDecl::Attribute),
        };
        list.push(attribute);
        Some(decl(list.len() - 1))
    }
}
