//! Kinds and records: what their rows must fill, how many pieces there are, where they begin and where they are active.

use crate::decl::Decl;
use crate::declarations::declare::{Decls, KindDecl};
use crate::env::{Checker, SignatureSorts, UNKNOWN_KIND};
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::Holder;
use ludex_rules::ids::PlaceId;
use ludex_rules::types::Type;
use ludex_rules::{game, limits};
use ludex_source::Span;
use ludex_syntax::ast;

/// More equal pieces than any game has.
const MANY: i32 = limits::PIECES as i32;

impl Checker<'_> {
    /// Types of attributes and slots: needed before rows and texts.
    pub(crate) fn kind_types(&mut self, decls: &Decls<'_>) {
        for kind in &decls.kinds {
            let attributes = kind
                .attributes
                .iter()
                .map(|one| self.attribute(one))
                .collect();
            self.sorts_of_attributes(kind);
            let effect_slots = kind.effect_slots.iter().map(|one| self.slot(one)).collect();
            let value_slots = kind.value_slots.iter().map(|one| self.slot(one)).collect();
            let made = &mut self.env.game.kinds[kind.id.index()];
            (made.attributes, made.effect_slots, made.value_slots) =
                (attributes, effect_slots, value_slots);
        }
    }

    /// Notes the sorts in the types of attributes and slots.
    fn sorts_of_attributes(&mut self, kind: &KindDecl<'_>) {
        let slots = kind.effect_slots.iter().chain(&kind.value_slots);
        for one in kind.attributes.iter().chain(slots) {
            let (params, gives) = match one.ty.signature() {
                Some((params, ty)) => (self.param_sorts(params), ty),
                None => (Vec::new(), Some(&one.ty)),
            };
            let gives = gives.and_then(|ty| self.sort_named(ty));
            if gives.is_some() || params.iter().any(Option::is_some) {
                let name = (kind.id, one.name.text.clone());
                let sorts = SignatureSorts { params, gives };
                self.env.attribute_sorts.insert(name, sorts);
            }
        }
    }

    /// Types of the attributes of spaces.
    pub(crate) fn space_types(&mut self, decls: &Decls<'_>) {
        for board in &decls.boards {
            let attributes = board
                .attributes
                .iter()
                .map(|one| self.attribute(one))
                .collect();
            self.env.game.boards[board.id.index()].attributes = attributes;
        }
    }

    fn attribute(&mut self, written: &ast::Attribute) -> game::Attribute {
        let (ty, _) = self.type_or_sort(&written.ty);
        let ty = if self.fillable(&ty, written.ty.span) {
            ty
        } else {
            Type::Wrong
        };
        game::Attribute {
            name: written.name.text.clone(),
            ty,
        }
    }

    /// Tells whether a row in YAML can give a value of this type.
    pub(crate) fn fillable(&mut self, ty: &Type, span: Span) -> bool {
        let help = match ty.required() {
            Type::Player => "players are known only in play: use a `var`",
            Type::Place(_) => "places are known only in play: use a `value() -> place of …` text",
            Type::Placement(_) => "placements are known only in play: use a `shape`",
            Type::All(_) => "a row holds a `set` or a `bag` of words",
            Type::None | Type::Optional(_) => "one `?` is enough",
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Row(_)
            | Type::Piece(_)
            | Type::Space(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Wrong => return true,
        };
        let message = format!("a row cannot give a `{}`", ty.notation(&self.env.game));
        self.report.push(
            Diagnostic::error(Code::UNSTORABLE, message)
                .at(span, "not known before play")
                .help(help),
        );
        false
    }

    fn slot(&mut self, written: &ast::Attribute) -> game::SlotDecl {
        let name = written.name.text.clone();
        let (params, ty) = match &written.ty.kind {
            ast::TypeKind::Effect(params) => (self.params(params, false), Type::None),
            ast::TypeKind::Value(params, ty) => {
                (self.params(params, false), self.type_or_sort(ty).0)
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
            | ast::TypeKind::PlacementOf(_) => (Vec::new(), Type::Wrong),
        };
        let (trees, _) = written.ty.signature().unwrap_or_default();
        for (tree, (_, ty)) in trees.iter().zip(&params) {
            let symbol = self.define_parameter(Some(written.ty.span), &tree.name, ty);
            if let Some(sort) = tree.ty.as_ref().and_then(|ty| self.sort_named(ty)) {
                self.env.semantics_mut().narrow(symbol, sort);
            }
        }
        if let (ast::TypeKind::Effect(_), Some(default)) = (&written.ty.kind, &written.default) {
            let message = format!("effect `{name}` cannot have a default");
            self.misplaced(default.span, &message, "a row without it does nothing");
        }
        game::SlotDecl { name, params, ty }
    }

    /// Copies, home and active places: needs every place.
    pub(crate) fn kind_rules(&mut self, decls: &Decls<'_>) {
        for kind in &decls.kinds {
            let copies = kind
                .tree
                .copies
                .as_ref()
                .and_then(|copies| self.copies(kind, copies));
            let home = self.home(kind);
            let active = self.active(kind);
            let made = &mut self.env.game.kinds[kind.id.index()];
            (made.copies, made.home, made.active) = (copies, home, active);
        }
    }

    fn copies(&mut self, kind: &KindDecl<'_>, copies: &ast::Copies) -> Option<(u32, bool)> {
        if kind.tree.is_record {
            let message = format!("record `{}` cannot have copies", kind.tree.name.text);
            self.misplaced(
                copies.count.span,
                &message,
                "a record has rows and no pieces",
            );
            return None;
        }
        if let Some(other) = self.kind_as_count(copies) {
            let name = &kind.tree.name.text;
            let message = format!("`{other}` is a kind, not a number of pieces");
            self.report.push(
                Diagnostic::error(Code::WRONG_SORT, message)
                    .at(copies.count.span, "how many pieces there are")
                    .help(format!(
                        "a sort of its pieces is `kind {name} of {other} {{ … }}`"
                    )),
            );
            return None;
        }
        let slots = kind
            .attributes
            .iter()
            .chain(&kind.effect_slots)
            .chain(&kind.value_slots)
            .chain(&kind.hooks);
        for attribute in slots {
            let message = format!("equal pieces have no attribute `{}`", attribute.name.text);
            self.misplaced(attribute.name.span, &message, "no row would fill it");
        }
        let count = self.constant_in(&copies.count, (1, MANY), "number of copies")?;
        Some((u32::try_from(count).ok()?, copies.per_player))
    }

    /// The kind that stands where the number of copies belongs, as another language would name what a class extends.
    fn kind_as_count<'t>(&self, copies: &'t ast::Copies) -> Option<&'t str> {
        let ast::ExprKind::Name(name) = &*copies.count.kind else {
            return None;
        };
        let (decl, _) = self.env.names.get(name)?;
        matches!(decl, Decl::Kind(_)).then_some(name)
    }

    fn home(&mut self, kind: &KindDecl<'_>) -> Option<PlaceId> {
        let name = &kind.tree.name;
        let mut homes = kind
            .tree
            .members
            .iter()
            .filter_map(|member| match &member.kind {
                ast::MemberKind::Home(place) => Some((place, member.span)),
                ast::MemberKind::Attribute(_)
                | ast::MemberKind::Field(_)
                | ast::MemberKind::Place(_)
                | ast::MemberKind::Active { .. }
                | ast::MemberKind::Join { .. }
                | ast::MemberKind::Demand(_) => None,
            });
        let Some((place, span)) = homes.next() else {
            let copies = kind.tree.copies.as_ref();
            let is_meant_as_sort =
                copies.is_some_and(|copies| self.kind_as_count(copies).is_some());
            if !kind.tree.is_record && !is_meant_as_sort {
                self.report.push(
                    Diagnostic::error(
                        Code::NO_HOME,
                        format!("pieces of `{}` have no home", name.text),
                    )
                    .at(name.span, "where do they lie before set-up?")
                    .help("write `home PLACE` inside the braces"),
                );
            }
            return None;
        };
        if let Some((_, again)) = homes.next() {
            self.misplaced(
                again,
                &format!("`{}` has two homes", name.text),
                "the second one",
            );
        }
        if kind.tree.is_record {
            let message = format!("record `{}` has no pieces and so no home", name.text);
            self.misplaced(span, &message, "belongs to a kind");
            return None;
        }
        let ast::ExprKind::Name(text) = &*place.kind else {
            self.misplaced(
                place.span,
                "a home is named by its place",
                "expected the name of a place",
            );
            return None;
        };
        let place = ast::Name {
            text: text.clone(),
            span: place.span,
        };
        self.home_place(kind, &place)
    }

    fn home_place(&mut self, kind: &KindDecl<'_>, name: &ast::Name) -> Option<PlaceId> {
        let place: PlaceId = self.find(name)?;
        let found = &self.env.game.places[place.index()];
        let per_player = kind
            .tree
            .copies
            .as_ref()
            .is_some_and(|copies| copies.per_player)
            || self.env.game.kind(kind.id).is_all_for_players();
        let declared = found.span;
        if found.holds == UNKNOWN_KIND {
            return Some(place);
        }
        if found.holds != kind.id {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_PLACE,
                    format!(
                        "`{}` cannot be the home of `{}`",
                        name.text, kind.tree.name.text
                    ),
                )
                .at(name.span, "holds another kind")
                .also(declared, "declared here"),
            );
        } else if found.holder == Holder::Player && !per_player {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_OWNER,
                    format!("`{}` cannot be a home", name.text),
                )
                .at(name.span, "whose?")
                .also(declared, "one for each player")
                .help(format!(
                    "write `kind {}: N per player`, give every row a `count: N per player`, or name a place of the table",
                    kind.tree.name.text
                )),
            );
        }
        Some(place)
    }

    fn active(&mut self, kind: &KindDecl<'_>) -> Vec<PlaceId> {
        let mut places = Vec::new();
        for member in &kind.tree.members {
            let ast::MemberKind::Active { places: names, .. } = &member.kind else {
                continue;
            };
            if kind.tree.is_record {
                let message = format!("record `{}` is active nowhere", kind.tree.name.text);
                self.misplaced(member.span, &message, "its rows are no pieces");
                continue;
            }
            places.extend(
                names
                    .iter()
                    .flat_map(|name| self.places_named(name, kind.id)),
            );
        }
        places
    }
}
