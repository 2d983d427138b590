//! Variables and fields: type, bounds, first value, and when it comes back.

use crate::decl::Decl;
use crate::declarations::declare::Decls;
use crate::declarations::frames;
use crate::declarations::placeholders::known;
use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::Expr;
use ludex_rules::game::{Holder, NONE, Order, Seen};
use ludex_rules::ids::{EnumId, PlaceId, VarId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Types and bounds: needed before anything asks for a variable.
    pub(crate) fn var_types(&mut self, decls: &Decls<'_>) {
        for &(id, tree, holder) in &decls.vars {
            self.no_field_in_record(tree, holder);
            let (ty, sort) = self.type_or_sort(&tree.ty);
            (self.env.var_sorts).extend(sort.map(|sort| (id, sort)));
            let ty = if self.storable(&ty, tree.ty.span) {
                ty
            } else {
                Type::Wrong
            };
            let bounds = self.bounds(&tree.ty);
            let index = tree
                .index
                .as_ref()
                .and_then(|index| self.index_of(&tree.name, index));
            let until = tree.until.as_ref().and_then(|name| self.moment(name));
            let seen = self.seen(tree.seen.as_ref(), holder, None);
            let var = &mut self.env.game.vars[id.index()];
            (var.ty, var.bounds, var.index, var.until, var.seen) = (ty, bounds, index, until, seen);
            var.uncompared = tree.uncompared;
        }
    }

    /// First values and places: needs every type.
    pub(crate) fn var_defaults(&mut self, decls: &Decls<'_>) {
        for &(id, tree, holder) in &decls.vars {
            let while_in = self.while_in(tree, holder);
            let default = self.first_value(id, tree, holder);
            let is_mark = self.field_mark(tree, holder, &while_in, &default);
            let var = &mut self.env.game.vars[id.index()];
            (var.default, var.while_in, var.is_mark) = (default, while_in, is_mark);
        }
    }

    fn no_field_in_record(&mut self, tree: &ast::Var, holder: Holder) {
        if let Holder::Piece(kind) = holder
            && self.env.game.kind(kind).is_record
        {
            let name = &self.env.game.kind(kind).name;
            self.report.push(
                Diagnostic::error(
                    Code::MISPLACED_PART,
                    format!("record `{name}` cannot change in play"),
                )
                .at(tree.name.span, "its rows are no pieces")
                .help("leave out `var`, so that each row gives the value"),
            );
        }
    }

    /// The enum that a variable has a number for each value of.
    fn index_of(&mut self, name: &ast::Name, index: &ast::Name) -> Option<EnumId> {
        let is_kind = matches!(self.env.names.get(&index.text), Some((Decl::Kind(_), _)));
        if index.text != "player" && !is_kind {
            return self.enum_named(index);
        }
        let (name, index, span) = (&name.text, &index.text, index.span);
        let help = if is_kind {
            format!("each `{index}` has one by a field in its braces: `var {name}: int`")
        } else {
            format!("each player has one by `per player`: `var {name} per player: int`")
        };
        self.report.push(
            Diagnostic::error(Code::WRONG_SORT, format!("`{index}` is not an enum"))
                .at(span, "a number for each value of an enum stands here")
                .help(help),
        );
        None
    }

    pub(super) fn enum_named(&mut self, name: &ast::Name) -> Option<EnumId> {
        self.find(name)
    }

    /// A variable is one number in play.
    fn storable(&mut self, ty: &Type, span: Span) -> bool {
        let help = match ty.required() {
            Type::Text => "texts are attributes of rows",
            Type::Bag(_) => "write `var name[enum]: int`, a number for each value",
            Type::All(_) => "keep pieces in a `place`, or ask with a `query`",
            Type::Int
            | Type::Bool
            | Type::Enum(_)
            | Type::Player
            | Type::Piece(_)
            | Type::Row(_)
            | Type::Space(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => return true,
        };
        let message = format!("a variable cannot keep `{}`", ty.notation(&self.env.game));
        self.report.push(
            Diagnostic::error(Code::UNSTORABLE, message)
                .at(span, "not one number")
                .help(help),
        );
        false
    }

    fn while_in(&mut self, tree: &ast::Var, holder: Holder) -> Vec<PlaceId> {
        let Holder::Piece(kind) = holder else {
            if let Some(name) = tree.while_in.first() {
                self.misplaced(
                    name.span,
                    "only a field of a kind lasts `while in` a place",
                    "nothing lies there",
                );
            }
            return Vec::new();
        };
        tree.while_in
            .iter()
            .flat_map(|name| self.places_named(name, kind))
            .collect()
    }

    /// Tells whether a field is seen although its piece is hidden. It must end where pieces can be mixed up unseen: else the
    /// mark on a piece would tell it from those that it was mixed with.
    fn field_mark(
        &mut self,
        tree: &ast::Var,
        holder: Holder,
        while_in: &[PlaceId],
        default: &Expr,
    ) -> bool {
        let seen = tree.seen.as_ref().filter(|seen| seen.by.text == "all");
        let (Some(seen), Holder::Piece(_)) = (seen, holder) else {
            return false;
        };
        let places = &self.env.game.places;
        let is_mixed = |place: &&PlaceId| {
            let place = &places[place.index()];
            let is_row = place.seen == Seen::Others && place.order != Order::Set;
            !is_row && place.seen != Seen::All && place.order != Order::Slot
        };
        let mixed = while_in.iter().find(is_mixed);
        let is_own = frames::as_constant(default).is_none() && default.ty != Type::Wrong;
        let label = match mixed {
            Some(place) => format!(
                "pieces in `{}` cannot be told apart",
                places[place.index()].name
            ),
            None if is_own => "begins with what the piece itself says".to_owned(),
            None => "stays on the piece wherever it goes".to_owned(),
        };
        if mixed.is_some() || is_own || while_in.is_empty() {
            let message = format!("the mark `{}` would give its piece away", tree.name.text);
            self.report.push(
                Diagnostic::error(Code::TELLTALE_MARK, message)
                    .at(seen.by.span, label)
                    .help(
                        "let it end where pieces are mixed: `while in` slots, and rows that are `seen by all` or `seen by others`",
                    ),
            );
        }
        true
    }

    fn first_value(&mut self, id: VarId, tree: &ast::Var, holder: Holder) -> Expr {
        let (ty, bounds) = {
            let var = &self.env.game.vars[id.index()];
            (var.ty.clone(), var.bounds)
        };
        let Some(written) = &tree.default else {
            return self.zero(tree, &ty, bounds);
        };
        let mut scope = frames::of_holder(holder);
        if let Holder::Piece(kind) = holder {
            let sort = self.sort_with(kind, &tree.name.text);
            self.know_this(&mut scope, sort);
        }
        let default = self.expr(&mut scope, written, Some(&ty));
        let sort = self.env.var_sorts.get(&id).copied();
        self.of_sort_alone(&scope, written, &default, sort);
        if let Some(value) = frames::as_constant(&default)
            && *ty.required() == Type::Int
            && value != NONE
        {
            self.within(value, bounds, "first value", written.span);
        }
        default
    }

    /// Gives what a variable begins with when nothing is written: zero, `false`, `none`.
    fn zero(&mut self, tree: &ast::Var, ty: &Type, bounds: (i32, i32)) -> Expr {
        let (low, high) = bounds;
        let span = tree.name.span;
        let needed = match ty {
            Type::Optional(_) => return known(NONE, ty.clone(), span),
            Type::Int => !(low..=high).contains(&0),
            Type::Piece(_)
            | Type::Row(_)
            | Type::Place(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_) => true,
            // The first seat, the first space.
            Type::Player
            | Type::Space(_)
            | Type::Bool
            | Type::Enum(_)
            | Type::Set(_)
            | Type::Text
            | Type::Bag(_)
            | Type::All(_)
            | Type::None
            | Type::Wrong => false,
        };
        if needed {
            let help = if *ty == Type::Int {
                format!("write `= {low}` after the type")
            } else {
                format!(
                    "write `{}?` if it may be `none`",
                    ty.notation(&self.env.game)
                )
            };
            self.report.push(
                Diagnostic::error(
                    Code::OUTSIDE_BOUNDS,
                    format!("`{}` has no first value", tree.name.text),
                )
                .at(tree.ty.span, "zero is not one of its values")
                .help(help),
            );
        }
        known(0, ty.clone(), span)
    }
}
