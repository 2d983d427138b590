//! Questions with arguments: queries of the rules, built-in ones, expression slots, and what stands in brackets after a name.
//!
//! Takes a callee and its arguments, gives the typed answer; statements that call effects are in `effects.rs`.

use crate::decl::{Decl, MemberDecl};
use crate::describe::path;
use crate::env::{Checker, Scope, SignatureSorts, Where};
use crate::semantics::Symbol;
use crate::types::exprs::{typed, wrong};
use crate::types::generics::Substitution;
use ludex_report::{Code, Diagnostic, Position};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::SlotDecl;
use ludex_rules::ids::{QueryId, TableId};
use ludex_rules::ops::{FoldRow, QueryOp, QueryRow};
use ludex_rules::types::Type;
use ludex_rules::{ops, verbs};
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// `room(here)`, `card.condition(cell)`, `size(hand)`, `possible(load)`
    pub(crate) fn ask(
        &mut self,
        scope: &mut Scope,
        callee: &ast::Expr,
        args: &[ast::Expr],
        span: Span,
        chance: bool,
    ) -> Expr {
        if let ast::ExprKind::Name(name) = &*callee.kind {
            self.ask_name(scope, name, callee.span, args, span, chance)
        } else if let ast::ExprKind::Member(base, name) = &*callee.kind {
            self.ask_slot(scope, base, name, args, span)
        } else {
            self.each_alone(scope, args);
            self.not_callable(callee.span);
            wrong(span)
        }
    }

    fn ask_name(
        &mut self,
        scope: &mut Scope,
        name: &str,
        at: Span,
        args: &[ast::Expr],
        span: Span,
        chance: bool,
    ) -> Expr {
        if name == "possible" {
            return self.possible(args, span);
        }
        if scope.find(name).is_none() {
            if let Some(&(Decl::Query(id), _)) = self.env.names.get(name) {
                self.refer(at, Symbol::Declared(Decl::Query(id)));
                return self.query(scope, id, args, span);
            }
            if let Some(row) = ops::query(name) {
                self.refer(at, Symbol::BuiltIn(row.name));
                self.check_chance(scope, row, span, chance);
                return self.built_in(scope, row, args, span);
            }
            if let Some(row) = ops::fold(name) {
                self.refer(at, Symbol::BuiltIn(row.name));
                return self.fold_without_name(scope, row, args, span);
            }
        }
        self.each_alone(scope, args);
        self.no_query(scope, name, at);
        wrong(span)
    }

    /// Checks arguments of something unknown, for the mistakes inside them.
    pub(super) fn each_alone(&mut self, scope: &mut Scope, args: &[ast::Expr]) {
        for arg in args {
            self.infer(scope, arg, None);
        }
    }

    /// A query that a question from outside asks for a player: `P0.income`, `P0.price(card)`.
    pub(super) fn query_for(
        &mut self,
        scope: &mut Scope,
        player: Expr,
        id: QueryId,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let asked = self.query(scope, id, args, span);
        if let Type::All(_) = asked.ty {
            let name = &self.env.game.queries[id.index()].name;
            let message = format!("`{name}` gives several, and is asked for `you` alone");
            let help = "ask it where that player is asked, or give it the player as a parameter";
            let error = Diagnostic::error(Code::WRONG_SORT, message);
            self.report.push(error.at(span, "not one value").help(help));
            return wrong(span);
        }
        let ty = asked.ty.clone();
        typed(ExprKind::For(player, asked), ty, span)
    }

    fn query(&mut self, scope: &mut Scope, id: QueryId, args: &[ast::Expr], span: Span) -> Expr {
        let query = &self.env.game.queries[id.index()];
        let (name, ty, params) = (query.name.clone(), query.ty.clone(), query.params.clone());
        match self.arguments(scope, &name, &params, args, span) {
            Some((values, bound)) => {
                let trees: Vec<&ast::Expr> = args.iter().collect();
                let sorts = self.env.query_sorts.get(&id).cloned();
                self.check_sorts(scope, &trees, &values, sorts);
                let bounds = self.env.query_bounds.get(&id).cloned().unwrap_or_default();
                self.check_bounds(&name, &values, &bounds);
                let args = values;
                let ty = self.filled(&ty, &bound);
                typed(ExprKind::Query(id, args), ty, span)
            }
            None => wrong(span),
        }
    }

    /// Arguments of the types of the parameters; none (reported) when there are more or fewer.
    fn arguments(
        &mut self,
        scope: &mut Scope,
        name: &str,
        params: &[(String, Type)],
        args: &[ast::Expr],
        span: Span,
    ) -> Option<(Vec<Expr>, Substitution)> {
        if args.len() != params.len() {
            self.each_alone(scope, args);
            let help = self.call_help(name, &[], params);
            self.wrong_count(name, params.len(), args.len(), &help, span);
            return None;
        }
        let since = self.report.len();
        let values = self.arguments_of(scope, args, params, false);
        let spans: Vec<Span> = args.iter().map(|arg| arg.span).collect();
        let help = self.call_help(name, &[], params);
        self.explain_misfits(since, &spans, || help.clone());
        Some(values)
    }

    /// Reports a wrong number of arguments.
    pub(super) fn wrong_count(
        &mut self,
        name: &str,
        wanted: usize,
        found: usize,
        help: &str,
        span: Span,
    ) {
        let wanted = counted(wanted);
        self.report.push(
            Diagnostic::error(
                Code::WRONG_ARGUMENTS,
                format!("`{name}` takes {wanted}, not {found}"),
            )
            .at(span, format!("{} given", counted(found)))
            .help(help),
        );
    }

    /// Checks the call of a built-in query.
    pub(super) fn built_in(
        &mut self,
        scope: &mut Scope,
        row: &'static QueryRow,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        if args.len() != row.takes.len() {
            self.each_alone(scope, args);
            let help = format!("as in `{}`", row.example);
            self.wrong_count(row.name, row.takes.len(), args.len(), &help, span);
            return wrong(span);
        }
        let since = self.report.len();
        let mut values: Vec<Expr> = Vec::new();
        for (arg, takes) in args.iter().zip(row.takes) {
            let value = if row.op == QueryOp::Directions {
                self.board_alone(scope, arg)
            } else {
                self.takes(scope, arg, *takes, &values)
            };
            values.push(value);
        }
        let spans: Vec<Span> = args.iter().map(|arg| arg.span).collect();
        self.explain_misfits(since, &spans, || format!("as in `{}`", row.example));
        let ty = self.gives(row.gives, &values);
        typed(ExprKind::Op(row.op, values), ty, span)
    }

    /// Checks `possible(load)`: an action and its arguments.
    fn possible(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [action] = args else {
            self.wrong_count("possible", 1, args.len(), "as in `possible(load)`", span);
            return wrong(span);
        };
        let ast::ExprKind::Name(name) = &*action.kind else {
            self.report.push(
                Diagnostic::error(Code::WRONG_SORT, "`possible` asks about an action")
                    .at(action.span, "not the name of an action"),
            );
            return wrong(span);
        };
        let name = ast::Name {
            text: name.clone(),
            span: action.span,
        };
        match self.action_named(&name) {
            Some(id) => typed(ExprKind::Possible(id), Type::Bool, span),
            None => wrong(span),
        }
    }

    /// `count(hand)` is `size(hand)`; other questions need a name for the members.
    fn fold_without_name(
        &mut self,
        scope: &mut Scope,
        row: &'static FoldRow,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        if let (ops::FoldOp::Count, [many]) = (row.op, args) {
            let many = self.bag_or_collection(scope, many);
            return typed(ExprKind::Op(QueryOp::Size, vec![many]), Type::Int, span);
        }
        self.each_alone(scope, args);
        self.report.push(
            Diagnostic::error(
                Code::WRONG_ARGUMENTS,
                format!("`{}` needs a name for each member", row.name),
            )
            .at(span, "nothing is called `x` here")
            .help(format!("as in `{}`", row.example)),
        );
        wrong(span)
    }

    fn check_chance(&mut self, scope: &Scope, row: &QueryRow, span: Span, allowed: bool) {
        if !row.chance || allowed {
            return;
        }
        let help = match scope.place {
            Where::Question => {
                "a query can be asked at any time and must not change; use chance in an effect"
            }
            Where::Effect | Where::Action => "keep the answer first: `let x = …`",
        };
        self.report.push(
            Diagnostic::error(
                Code::MISPLACED_CHANCE,
                format!("`{}` cannot be asked here", row.name),
            )
            .at(span, "left to chance")
            .help(help),
        );
    }

    /// Checks `card.condition(cell)`, the call of a row's expression.
    fn ask_slot(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let of = self.infer(scope, base, None);
        let ty = of.ty.required().clone();
        if ty == Type::Wrong {
            self.each_alone(scope, args);
            return wrong(span);
        }
        if self.is_strangers(scope, base, &of, name) {
            self.each_alone(scope, args);
            return wrong(span);
        }
        let query = self.env.names.get(&name.text).map(|(decl, _)| *decl);
        if let (Type::Player, Some(Decl::Query(id)), true) = (&ty, query, self.env.asked) {
            return self.query_for(scope, of, id, args, span);
        }
        match self.member_decl(&ty, name) {
            Some(MemberDecl::ValueSlot(slot)) => {
                let Some(decl) = self.value_slot(&ty, slot) else {
                    return wrong(span);
                };
                match self.arguments(scope, &name.text, &decl.params, args, span) {
                    Some((values, _)) => {
                        let trees: Vec<&ast::Expr> = args.iter().collect();
                        let sorts = self.slot_sorts(&ty, name);
                        self.check_sorts(scope, &trees, &values, sorts);
                        self.slot_value(of, &ty, slot, name, values, span)
                    }
                    None => wrong(span),
                }
            }
            found => {
                self.each_alone(scope, args);
                self.no_slot(&ty, name, found);
                wrong(span)
            }
        }
    }

    /// The sorts in the signature of a slot.
    pub(super) fn slot_sorts(&self, ty: &Type, name: &ast::Name) -> Option<SignatureSorts> {
        let (Type::Piece(kind) | Type::Row(kind)) = ty else {
            return None;
        };
        self.sorts_of_attribute(*kind, &name.text).cloned()
    }

    fn no_slot(&mut self, ty: &Type, name: &ast::Name, found: Option<MemberDecl>) {
        match found {
            Some(MemberDecl::EffectSlot(_)) => self.slot_is_effect(name),
            None if self.owner_name(ty).is_some() => self.unknown_member(None, ty, name),
            None if *ty == Type::Player && self.env.asked => self.no_query_for_player(name),
            _ => {
                let found = self.describe(ty);
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_SORT,
                        format!("`{}` is not asked with arguments", name.text),
                    )
                    .at(name.span, format!("{found} comes before the dot"))
                    .help(format!(
                        "a query takes what it is about in its brackets: `{}(…)`",
                        name.text
                    )),
                );
            }
        }
    }

    fn value_slot(&self, ty: &Type, slot: usize) -> Option<SlotDecl> {
        let (Type::Piece(kind) | Type::Row(kind)) = ty else {
            return None;
        };
        self.env.game.kind(*kind).value_slots.get(slot).cloned()
    }

    /// The value of a row's expression slot; arguments checked, except that a slot named without brackets has none.
    pub(super) fn slot_value(
        &mut self,
        of: Expr,
        ty: &Type,
        slot: usize,
        name: &ast::Name,
        args: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let (Type::Piece(kind) | Type::Row(kind)) = ty else {
            return wrong(span);
        };
        let Some(decl) = self.value_slot(ty, slot) else {
            return wrong(span);
        };
        if args.len() != decl.params.len() {
            let help = self.call_help(&name.text, &[], &decl.params);
            self.wrong_count(&name.text, decl.params.len(), args.len(), &help, span);
            return wrong(span);
        }
        typed(
            ExprKind::Slot {
                kind: *kind,
                slot,
                of,
                args,
            },
            decl.ty,
            span,
        )
    }

    /// Checks an index: `income[fame]`, `icons[fish]`, `count[icon]`.
    pub(crate) fn index(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        at: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let ast::ExprKind::Name(name) = &*base.kind
            && scope.find(name).is_none()
            && let Some(&(Decl::Table(id), _)) = self.env.names.get(name)
        {
            self.refer(base.span, Symbol::Declared(Decl::Table(id)));
            return self.table_value(scope, id, at, span);
        }
        let bag = self.infer(scope, base, None);
        let Type::Bag(index) = bag.ty else {
            self.infer(scope, at, None);
            self.no_index(base, &bag.ty);
            return wrong(span);
        };
        let at = self.expr(scope, at, Some(&Type::Enum(index)));
        if let ExprKind::Attribute { kind, column, of } = *bag.kind {
            typed(
                ExprKind::BagCount {
                    kind,
                    column,
                    of,
                    at,
                },
                Type::Int,
                span,
            )
        } else if let ExprKind::Var { var, of, .. } = *bag.kind {
            let ty = self.env.game.vars[var.index()].ty.clone();
            typed(
                ExprKind::Var {
                    var,
                    of,
                    at: Some(at),
                },
                ty,
                span,
            )
        } else {
            wrong(span)
        }
    }

    fn table_value(&mut self, scope: &mut Scope, id: TableId, at: &ast::Expr, span: Span) -> Expr {
        let table = &self.env.game.tables[id.index()];
        let (key, value) = (table.key.clone(), table.value.clone());
        let at = self.expr(scope, at, Some(&key));
        typed(ExprKind::Lookup(id, at), value, span)
    }

    fn no_index(&mut self, base: &ast::Expr, ty: &Type) {
        if *ty == Type::Wrong {
            return;
        }
        let found = self.describe(ty);
        let mut diagnostic =
            Diagnostic::error(Code::TYPE_MISMATCH, format!("{found} takes no brackets"))
                .at(base.span, found);
        let what = path(base).unwrap_or_else(|| "place".to_owned());
        let help = match ty {
            Type::Place(_) => format!("the n-th piece of a place: `nth({what}, n)`, from 1"),
            Type::All(one) if **one == Type::Player => {
                "a player is found from another, `next(p)`, or by the seat: `first(p in players where seat(p) == 1)`"
                    .to_owned()
            }
            Type::All(_) => format!("take one of them: `first(x in {what} where …)`"),
            Type::Space(_) | Type::Piece(_) | Type::Row(_) => {
                "a member stands behind a dot: `x.member`".to_owned()
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Player
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => String::new(),
        };
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        self.report.push(diagnostic);
    }

    fn no_query(&mut self, scope: &Scope, name: &str, at: Span) {
        if let Some(local) = scope.find(name) {
            let found = self.describe(&local.ty);
            return self.other_sort(name, &found, "a query", at, None);
        }
        if let Some(&(decl, _)) = self.env.names.get(name) {
            let help = instead_of_query(name, decl);
            return self.other_sort(name, self.sort_of(decl), "a query", at, help);
        }
        if verbs::verb(name).is_some() {
            let help = Some("a verb begins a statement".to_owned());
            return self.other_sort(name, "a verb", "a query", at, help);
        }
        self.leave_value_open(scope, at, None);
        let declared = self
            .env
            .names
            .iter()
            .filter(|(_, (decl, _))| matches!(decl, Decl::Query(_)));
        let declared = declared.map(|(name, _)| name.as_str());
        let built_in = ops::QUERIES
            .iter()
            .map(|row| row.name)
            .chain(ops::FOLDS.iter().map(|row| row.name));
        let near = self
            .report
            .nearest(Code::UNKNOWN_NAME, name, declared.chain(built_in))
            .map(str::to_owned);
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, format!("unknown query `{name}`"))
                .at(at, "not known here")
                .habit_or(Position::Query, name, near.as_deref()),
        );
    }

    fn not_callable(&mut self, span: Span) {
        self.report.push(
            Diagnostic::error(Code::WRONG_SORT, "this is not the name of a query")
                .at(span, "brackets after this"),
        );
    }
}

/// `1 argument`, `2 arguments`
fn counted(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}

/// Advice for a declared name that stands where a query is called.
fn instead_of_query(name: &str, decl: Decl) -> Option<String> {
    match decl {
        Decl::Table(_) => Some(format!("ask a table with square brackets: `{name}[…]`")),
        Decl::Effect(_) => Some("an effect stands alone, as a statement".to_owned()),
        Decl::Action(_) => Some(format!(
            "`possible({name})` asks whether it can be done now"
        )),
        Decl::Enum(_)
        | Decl::Kind(_)
        | Decl::Sort(_)
        | Decl::Place(_)
        | Decl::Board(_)
        | Decl::Var(_)
        | Decl::Moment(_)
        | Decl::Query(_)
        | Decl::Option(_) => None,
    }
}
