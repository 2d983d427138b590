//! The frames in which texts are checked: who is `you`, what is `this`, which slots the arguments take.

use crate::env::{Checker, LocalName, Scope, Where};
use crate::semantics::THIS;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::Holder;
use ludex_rules::ids::RoutineId;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// A question about the holder alone: a first value, the size of a board.
pub(crate) fn of_holder(holder: Holder) -> Scope {
    match holder {
        Holder::Table => Scope::new(Where::Question, false, None),
        Holder::Player => Scope::new(Where::Question, true, None),
        Holder::Space(board) => only_this(Type::Space(board)),
        Holder::Piece(kind) => only_this(Type::Piece(kind)),
    }
}

/// `this` in slot 0, and nobody is `you`.
fn only_this(ty: Type) -> Scope {
    let local = LocalName {
        name: "this".into(),
        ty: ty.clone(),
        slot: 0,
        symbol: Some(THIS),
    };
    Scope {
        locals: vec![local],
        slots: vec![("this".into(), ty)],
        ..Scope::default()
    }
}

impl Checker<'_> {
    /// Makes the frame of a routine or query whose text is `extent`: `you`, then the parameters.
    pub(super) fn params_scope(
        &mut self,
        place: Where,
        trees: &[ast::Param],
        params: &[(String, Type)],
        extent: Span,
    ) -> Scope {
        let mut scope = Scope::new(place, true, None);
        scope.extent = Some(extent);
        for (tree, (name, ty)) in trees.iter().zip(params) {
            let symbol = self.define_parameter(scope.extent, &tree.name, ty);
            if let Some(sort) = tree.ty.as_ref().and_then(|ty| self.sort_named(ty)) {
                self.env.semantics_mut().narrow(symbol, sort);
            }
            scope.bind(name, ty.clone(), Some(symbol));
        }
        scope
    }

    /// Makes the frame of a hook or modifier whose text is `extent`: `you`, `this` (an empty slot for a text of the game), then
    /// the arguments by the names given for them.
    pub(super) fn reaction_scope(
        &mut self,
        mut scope: Scope,
        names: &[ast::Name],
        args: &[(String, Type)],
        extent: Span,
    ) -> Scope {
        scope.extent = Some(extent);
        if scope.find("this").is_none() {
            scope.slots.push(("this".into(), Type::None));
        }
        for (number, (inner, ty)) in args.iter().enumerate() {
            match names.get(number) {
                Some(name) => {
                    let symbol = self.define_parameter(scope.extent, name, ty);
                    scope.bind(&name.text, ty.clone(), Some(symbol));
                }
                None => scope.slots.push((inner.clone(), ty.clone())),
            }
        }
        scope
    }

    /// Checks statements and makes them the body of a routine.
    pub(crate) fn fill(&mut self, id: RoutineId, mut scope: Scope, block: &ast::Block) {
        let body = self.block(&mut scope, block);
        let routine = &mut self.env.game.routines[id.index()];
        routine.body = body;
        routine.slots = scope.size();
        routine.locals = scope.slots;
    }

    /// A constant that must lie between two numbers.
    pub(crate) fn constant_in(
        &mut self,
        e: &ast::Expr,
        bounds: (i32, i32),
        what: &str,
    ) -> Option<i32> {
        let value = self.constant(e, &Type::Int)?;
        self.within(value, bounds, what, e.span).then_some(value)
    }

    /// Tells whether a number lies within bounds; reported when it does not.
    pub(crate) fn within(
        &mut self,
        value: i32,
        bounds: (i32, i32),
        what: &str,
        span: Span,
    ) -> bool {
        let (low, high) = bounds;
        let fits = (low..=high).contains(&value);
        if !fits {
            let label = match high {
                i32::MAX => format!("must be at least {low}"),
                _ if low == high => format!("must be {low}"),
                _ => format!("must be from {low} to {high}"),
            };
            let message = format!("{what} `{value}` is outside its bounds");
            self.report
                .push(Diagnostic::error(Code::OUTSIDE_BOUNDS, message).at(span, label));
        }
        fits
    }
}

/// The number of an expression known beforehand.
pub(crate) fn as_constant(e: &Expr) -> Option<i32> {
    match (&*e.kind, &e.ty) {
        (_, Type::Wrong) => None,
        (ExprKind::Const(value), _) => Some(*value),
        _ => None,
    }
}
