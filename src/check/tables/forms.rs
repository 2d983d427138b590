//! `active in PLACE as FIELD`: the hooks and modifiers that live are those of the row which a field names.
//!
//! Gives each piece of such a kind the hooks and modifiers of every row, each behind the condition that the field names that
//! row. The texts are shared, and find their own piece in `this`; so behind the checker there is nothing new.

use crate::decl::MemberDecl;
use crate::declarations::declare::KindDecl;
use crate::env::Checker;
use crate::types::exprs::typed;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{Hook, Modifier};
use ludex_rules::ids::{KindId, RowId, Slot, VarId};
use ludex_rules::limits;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// The slot of `this` in a hook or modifier.
const THIS: Slot = 1;

impl Checker<'_> {
    /// Lets the hooks and modifiers of a kind, read past so many of the game, live for the pieces whose field names their row.
    pub(super) fn lend_reactions(&mut self, kind: &KindDecl<'_>, hooks: usize, modifiers: usize) {
        let named = kind.tree.members.iter().find_map(|member| {
            let ast::MemberKind::Active { form, .. } = &member.kind else {
                return None;
            };
            form.as_ref()
        });
        let Some((name, var)) = named.and_then(|name| Some((name, self.form_field(kind, name)?)))
        else {
            return;
        };
        let game = &mut self.env.game;
        let hooks = game.hooks.split_off(hooks);
        let modifiers = game.modifiers.split_off(modifiers);
        let form = self.form_of_this(kind.id, var, name.span);
        let hooks = hooks.into_iter().filter_map(|hook| {
            let (kind, number) = hook.source?;
            let lives = self.in_form(&form, kind, number)?;
            Some(Hook {
                cond: Some(and(lives, hook.cond)),
                slots: hook.slots.max(THIS + 1),
                ..hook
            })
        });
        let hooks: Vec<Hook> = hooks.collect();
        let modifiers = modifiers.into_iter().filter_map(|one| {
            let (kind, number) = one.source?;
            let lives = self.in_form(&form, kind, number)?;
            Some(Modifier {
                cond: Some(and(lives, one.cond)),
                slots: one.slots.max(THIS + 1),
                ..one
            })
        });
        let modifiers: Vec<Modifier> = modifiers.collect();
        let game = &mut self.env.game;
        let pieces = game.kind(kind.id).rows.len();
        if pieces * (hooks.len() + modifiers.len()) > limits::DECLARATIONS {
            let message = format!("too many hooks for {pieces} pieces, each of which may have all");
            let label = format!("at most {} of all pieces", limits::DECLARATIONS);
            let found = Diagnostic::error(Code::TOO_MANY, message).at(name.span, label);
            self.report.push(found);
            return;
        }
        for piece in 0..pieces {
            let source = Some((kind.id, RowId::new(piece)));
            let hooks = hooks.iter().cloned();
            game.hooks.extend(hooks.map(|hook| Hook { source, ..hook }));
            let modifiers = modifiers.iter().cloned();
            game.modifiers
                .extend(modifiers.map(|one| Modifier { source, ..one }));
        }
    }

    /// The value of the field of a hook's own piece.
    fn form_of_this(&self, kind: KindId, var: VarId, span: Span) -> Expr {
        let this = typed(ExprKind::Local(THIS), Type::Piece(kind), span);
        let form = ExprKind::Var {
            var,
            of: Some(this),
            at: None,
        };
        typed(form, self.env.game.vars[var.index()].ty.clone(), span)
    }

    /// The condition that a form is a row or one of its copies. What all copies have is lent once: none of a later copy.
    fn in_form(&self, form: &Expr, kind: KindId, number: RowId) -> Option<Expr> {
        let row = &self.env.game.kind(kind).rows[number.index()];
        let copy = row.copy.as_ref().filter(|copy| copy.first != number);
        if copy.is_some() {
            return None;
        }
        let name = row.copy.as_ref().map_or(&row.id, |copy| &copy.of);
        let row = self.row_value(self.row(kind, name)?, form.span);
        let is_row = if matches!(row.ty, Type::All(_)) {
            ExprKind::Member(form.clone(), row)
        } else {
            ExprKind::Equal(form.clone(), row)
        };
        Some(typed(is_row, Type::Bool, form.span))
    }

    /// The field that names the row whose hooks live; what is no such field is reported.
    fn form_field(&mut self, kind: &KindDecl<'_>, name: &ast::Name) -> Option<VarId> {
        let members = &self.env.kind_members[kind.id.index()];
        let Some((member, _)) = members.get(&name.text).copied() else {
            let members: Vec<String> = members.keys().cloned().collect();
            let members = members.iter().map(String::as_str);
            self.no_such(&kind.tree.name.text, "field", name, members);
            return None;
        };
        let of_kind = Type::Piece(kind.id);
        let field = match member {
            MemberDecl::Field(var) => Some(var),
            MemberDecl::Attribute(_)
            | MemberDecl::Place(_)
            | MemberDecl::EffectSlot(_)
            | MemberDecl::ValueSlot(_)
            | MemberDecl::Hooks => None,
        };
        let fits = |var: &VarId| *self.env.game.vars[var.index()].ty.required() == of_kind;
        let kind_name = &kind.tree.name.text;
        let Some(var) = field.filter(fits) else {
            let message = format!("`{}` names no `{kind_name}`", name.text);
            let help = format!("declare a field of its type: `var form: {kind_name} = this`");
            self.report.push(
                Diagnostic::error(Code::TYPE_MISMATCH, message)
                    .at(name.span, "not the row whose hooks live")
                    .help(help),
            );
            return None;
        };
        let has_sorts = self.env.sorts.iter().any(|sort| sort.kind == kind.id);
        if has_sorts {
            let message = format!("a `{kind_name}` of one sort can't act as one of another");
            self.misplaced(name.span, &message, "the kind has sorts");
            return None;
        }
        Some(var)
    }
}

/// Both of two conditions, if there is a second one.
fn and(one: Expr, other: Option<Expr>) -> Expr {
    match other {
        Some(other) => {
            let span = one.span;
            typed(ExprKind::And(one, other), Type::Bool, span)
        }
        None => one,
    }
}
