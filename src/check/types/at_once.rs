//! `at once p in players { … }`: each member's block decides first, all from the same position, and their changes are put off.
//!
//! Takes a typed block, gives one in which each change is a text that waits: what it works with is worked out beforehand and
//! taken along, so that a block never sees what another one changes.

use crate::env::{Checker, Scope};
use crate::types::exprs::typed;
use crate::types::folds::{member_type, only};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Block, Expr, ExprKind, Stmt, Waits};
use ludex_rules::game::{Routine, RoutineKind};
use ludex_rules::ids::{MomentId, RoutineId, Slot};
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// A block whose changes are put off.
struct PutOff {
    /// The moment they wait for.
    moment: MomentId,
    /// The first slot of names of its own.
    first: Slot,
}

impl Checker<'_> {
    /// The moment at which the changes are made, the name with what it goes through, and the block of a member. A player is
    /// `you` in the own block.
    pub(super) fn at_once(
        &mut self,
        scope: &mut Scope,
        binder: &ast::Binder,
        body: &ast::Block,
        span: Span,
    ) -> (MomentId, Binder, Block) {
        self.forget_round(scope, body);
        let depth = scope.depth();
        // A `stop` within can't leave a loop around it.
        let loops = std::mem::take(&mut scope.loops);
        let first = scope.size();
        let member = self.binder(scope, binder);
        let block = if member.ty == Type::Player {
            let who = typed(ExprKind::Local(member.slot), Type::Player, span);
            vec![Stmt::acting(who, self.acting(scope, body), span)]
        } else {
            self.block(scope, body)
        };
        scope.cut(depth);
        scope.loops = loops;
        let moment = MomentId::new(self.env.game.moments.len());
        self.env.game.moments.push("at once".into());
        let put_off = PutOff { moment, first };
        (moment, member, self.changes_last(scope, &put_off, block))
    }

    /// The statements that decide, with those that change something put off.
    fn changes_last(&mut self, scope: &mut Scope, of: &PutOff, block: Block) -> Block {
        let mut last = Block::new();
        for mut stmt in block {
            match stmt.waits() {
                Waits::Never => self.not_at_once(&stmt, of.first),
                Waits::Decides(slot) if slot.is_some_and(|slot| slot < of.first) => {
                    self.not_at_once(&stmt, of.first);
                }
                Waits::Decides(_) => {
                    for inner in stmt.blocks_mut() {
                        let block = std::mem::take(inner);
                        *inner = self.changes_last(scope, of, block);
                    }
                    last.push(stmt);
                }
                Waits::Changes => last.push(self.change_last(scope, of, stmt)),
            }
        }
        last
    }

    fn not_at_once(&mut self, stmt: &Stmt, first: Slot) {
        let outer = matches!(stmt.waits(), Waits::Decides(Some(slot)) if slot < first);
        let (message, help) = if outer {
            (
                "a name from outside of `at once` can't be changed in it",
                "others would see it before they decide: use a variable, or a name of the block",
            )
        } else {
            (
                "this can't wait until all have decided",
                "put it behind the block, or into an effect that is called here",
            )
        };
        self.report.push(
            Diagnostic::error(Code::MISPLACED_STATEMENT, message)
                .at(stmt.span, "not in `at once`")
                .help(help),
        );
    }

    /// A change as a text that is put off, for each piece if it concerns several.
    fn change_last(&mut self, scope: &mut Scope, of: &PutOff, mut stmt: Stmt) -> Stmt {
        let span = stmt.span;
        let several = |takes: Takes| matches!(takes, Takes::Pieces | Takes::OneOrMore);
        let many = stmt.arguments().position(|(arg, _)| several(arg.takes));
        let members = many.and_then(|at| {
            let arg = stmt.operands_mut().into_iter().nth(at)?;
            let ty = member_type(arg.ty.required())?;
            let slot = hidden(scope, ty.clone());
            let member = typed(ExprKind::Local(slot), ty.clone(), arg.span);
            let source = std::mem::replace(arg, only(member));
            Some(Binder {
                name: String::new(),
                slot,
                ty,
                source,
                cond: None,
            })
        });
        let mut locals = vec![("you".to_owned(), Type::Player)];
        let mut args = Vec::new();
        for operand in stmt.operands_mut().into_iter().filter_map(taken_along) {
            // INVARIANT: a statement has a handful of operands.
            let slot = Slot::try_from(locals.len()).unwrap_or(Slot::MAX);
            locals.push((name_of(scope, operand), operand.ty.clone()));
            let given = typed(ExprKind::Local(slot), operand.ty.clone(), operand.span);
            args.push(std::mem::replace(operand, given));
        }
        let number = RoutineId::new(self.env.game.routines.len());
        self.env.game.routines.push(Routine {
            name: "at once".to_owned(),
            kind: RoutineKind::Part,
            params: locals[1..].to_vec(),
            slots: Slot::try_from(locals.len()).unwrap_or(Slot::MAX),
            locals,
            ordered_by: None,
            body: vec![stmt],
            span,
        });
        let put_off = Stmt::put_off(of.moment, number, args, span);
        match members {
            Some(binder) => Stmt::each(binder, vec![put_off], span),
            None => put_off,
        }
    }
}

/// A slot for a value that has no name.
pub(super) fn hidden(scope: &mut Scope, ty: Type) -> Slot {
    let depth = scope.locals.len();
    let slot = scope.bind("", ty, None);
    scope.locals.truncate(depth);
    slot
}

/// The part of an operand that is worked out beforehand; none of what is the same at any time.
fn taken_along(operand: &mut Expr) -> Option<&mut Expr> {
    let is_list = matches!(operand.ty, Type::All(_));
    if !is_list
        && !matches!(
            &*operand.kind,
            ExprKind::Const(_) | ExprKind::AllSpaces { .. }
        )
    {
        return Some(operand);
    }
    if let ExprKind::SetOf(ref mut list) = *operand.kind {
        list.first_mut().and_then(taken_along)
    } else if let ExprKind::AllSpaces { ref mut of, .. } = *operand.kind {
        of.as_mut().and_then(taken_along)
    } else {
        None
    }
}

/// The name of a value, for traces.
fn name_of(scope: &Scope, e: &Expr) -> String {
    let ExprKind::Local(slot) = &*e.kind else {
        return "value".to_owned();
    };
    let name = scope
        .slots
        .get(usize::from(*slot))
        .map(|(name, _)| name.as_str());
    // `this` is whose text it is, and this text is nobody's.
    name.filter(|name| !["", "this", "you"].contains(name))
        .unwrap_or("value")
        .to_owned()
}
