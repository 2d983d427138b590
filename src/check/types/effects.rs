//! Statements that call something: built-in verbs, named effects, effect slots of rows.
//!
//! Takes a call with its labelled arguments, gives a typed statement.

use crate::decl::{Decl, MemberDecl};
use crate::describe::path;
use crate::env::{Checker, Scope};
use crate::semantics::{NameHole, Symbol};
use crate::types::exprs::typed;
use crate::types::folds::member_type;
use crate::types::targets::negate;
use ludex_report::{Code, Diagnostic, Position};
use ludex_rules::expr::{Expr, ExprKind, StmtKind, Write};
use ludex_rules::ids::{KindId, RoutineId};
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;
use ludex_rules::verbs::{Role, VerbRow};
use ludex_rules::{ops, verbs};
use ludex_source::Span;
use ludex_syntax::{ast, keywords};

/// A call as it was written: the brackets of `hunt(3)` opened.
struct Called<'a> {
    callee: &'a ast::Expr,
    args: Vec<(Option<&'a ast::Name>, &'a ast::Expr)>,
    span: Span,
}

/// The signature of a call, for messages.
struct EffectSignature<'a> {
    name: &'a str,
    /// The word before each argument; empty for none.
    labels: Vec<&'a str>,
    advice: Advice<'a>,
}

/// Advice for who calls an effect wrongly.
enum Advice<'a> {
    /// A call of the verb that is right.
    Example(&'a str),
    /// A call that is right, and what is declared.
    Text(String),
}

impl EffectSignature<'_> {
    /// Returns the advice as a sentence.
    fn help(&self) -> String {
        match &self.advice {
            Advice::Example(example) => format!("as in `{example}`"),
            Advice::Text(text) => text.clone(),
        }
    }
}

impl Checker<'_> {
    /// `draw 2 from deck`, `hunt(3)`, `card.on_load(here)`
    pub(crate) fn call(&mut self, scope: &mut Scope, call: &ast::Call) -> Option<StmtKind> {
        let called = opened(call);
        if self.joined_statement(scope, &called) {
            return None;
        }
        if let ast::ExprKind::Name(name) = &*called.callee.kind {
            self.call_name(scope, name, &called)
        } else if let ast::ExprKind::Member(base, name) = &*called.callee.kind {
            self.call_slot(scope, base, name, &called)
        } else {
            // The parser has said that this cannot be done.
            None
        }
    }

    /// Reports a statement that begins among the arguments of another: `gain 1 money, draw …`, `gain 1 money and draw …`.
    fn joined_statement(&mut self, scope: &Scope, called: &Called) -> bool {
        let args = called.args.iter().map(|(_, arg)| *arg);
        let mut before = called.callee.span;
        for arg in args {
            // Behind the word that is called there may be brackets without arguments.
            let is_first = before == called.callee.span;
            let found = if let ast::ExprKind::Binary(ast::BinaryOp::And, left, right) = &*arg.kind {
                self.begins_statement(scope, right).then(|| {
                    let between = (left.span.end + 1, right.span.start.saturating_sub(1));
                    (Span::new(arg.span.file, between.0, between.1), right)
                })
            } else {
                self.begins_statement(scope, arg).then(|| {
                    let mark = if is_first {
                        arg.span.start.saturating_sub(1)
                    } else {
                        before.end
                    };
                    (Span::new(arg.span.file, mark, mark + 1), arg)
                })
            };
            // Right behind the word that is called, it is only a wrong argument.
            let is_argument = is_first
                && matches!(&*arg.kind, ast::ExprKind::Name(_))
                && !self.takes_nothing(called.callee);
            if let Some((between, statement)) = found.filter(|_| !is_argument) {
                let word = path(statement).unwrap_or_default();
                let message = format!("`{word}` begins another statement");
                self.report.push(
                    Diagnostic::error(Code::WRONG_ARGUMENTS, message)
                        .at(between, "")
                        .help("statements in one line are parted by `;`")
                        .fix(between, ";"),
                );
                return true;
            }
            before = arg.span;
        }
        false
    }

    /// Returns true if a value is the name of an effect without parameters.
    fn takes_nothing(&self, e: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &*e.kind else {
            return false;
        };
        match self.env.names.get(name) {
            Some((Decl::Effect(id), _)) => self.env.game.routine(*id).params.is_empty(),
            _ => false,
        }
    }

    /// Returns true if a value is the name of a verb or of an effect.
    fn begins_statement(&self, scope: &Scope, e: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &*e.kind else {
            return false;
        };
        let effect = matches!(self.env.names.get(name), Some((Decl::Effect(_), _)));
        scope.find(name).is_none() && (effect || verbs::verb(name).is_some())
    }

    fn call_name(&mut self, scope: &mut Scope, name: &str, called: &Called) -> Option<StmtKind> {
        if let Some(row) = verbs::verb(name) {
            self.refer(called.callee.span, Symbol::BuiltIn(row.name));
            return self.verb(scope, row, called);
        }
        if name == "refill" {
            self.refer(called.callee.span, Symbol::BuiltIn("refill"));
            return self.refill_stmt(scope, called);
        }
        if scope.find(name).is_none()
            && let Some(&(Decl::Effect(id), _)) = self.env.names.get(name)
        {
            self.refer(called.callee.span, Symbol::Declared(Decl::Effect(id)));
            return self.call_effect(scope, name, id, called);
        }
        if !self.no_effect(scope, name, called.callee.span) {
            self.arguments_alone(scope, called);
        }
        None
    }

    fn arguments_alone(&mut self, scope: &mut Scope, called: &Called) {
        for (_, arg) in &called.args {
            // Something was said of this one.
            if !self.report.is_told_at(arg.span) {
                self.value(scope, arg, None);
            }
        }
    }

    fn verb(
        &mut self,
        scope: &mut Scope,
        row: &'static VerbRow,
        called: &Called,
    ) -> Option<StmtKind> {
        let labels = row.takes.iter().map(|one| one.label).collect();
        let form = EffectSignature {
            name: row.name,
            labels,
            advice: Advice::Example(row.example),
        };
        let Some(args) = self.arrange(&form, called) else {
            self.arguments_alone(scope, called);
            for (nth, span) in places_of(&form, called) {
                self.env.semantics_mut().want(span, row.takes[nth].takes);
            }
            return None;
        };
        if let (true, [count, target]) = (row.has(Role::Written), args.as_slice()) {
            if let (Some(number), ast::ExprKind::Int(n)) = (path(count), &*target.kind) {
                self.report.push(
                    Diagnostic::error(Code::NOT_ASSIGNABLE, format!("`{n}` cannot be written to"))
                        .at(count.span.to(target.span), "a number comes first")
                        .help(format!("write `{} {n} {number}`", row.name))
                        .fix(count.span.to(target.span), format!("{n} {number}")),
                );
                return None;
            }
            let count = self.value(scope, count, Some(&Type::Int));
            let count = amount(row.takes[0].role, count);
            let written = target.span;
            let target = self.gained(scope, target);
            self.env.semantics_mut().want(written, Takes::Variable);
            let target = target?;
            let count = if row.has(Role::Taken) {
                negate(count)
            } else {
                count
            };
            return Some(StmtKind::Write(Write::Gain, target, count));
        }
        let since = self.report.len();
        let mut values: Vec<Expr> = Vec::new();
        for (arg, argument) in args.iter().zip(row.takes) {
            scope.chance = true;
            let value = self.takes(scope, arg, argument.takes, &values);
            scope.chance = false;
            values.push(amount(argument.role, value));
        }
        let spans: Vec<Span> = args.iter().map(|arg| arg.span).collect();
        self.explain_misfits(since, &spans, || form.help());
        self.check_kinds(row, &args, &values);
        Some(StmtKind::Verb(row.op, values))
    }

    /// A piece goes only where such pieces lie.
    fn check_kinds(&mut self, row: &VerbRow, args: &[&ast::Expr], values: &[Expr]) {
        let [what, place, ..] = values else { return };
        let (true, Type::Place(holds)) = (row.takes[1].takes == Takes::Place, &place.ty) else {
            return;
        };
        let piece = member_type(&what.ty).unwrap_or_else(|| what.ty.clone());
        if let Type::Piece(kind) = piece
            && kind != *holds
        {
            self.wrong_kind(kind, *holds, args[1]);
        }
    }

    fn wrong_kind(&mut self, kind: KindId, holds: KindId, place: &ast::Expr) {
        let (kind, holds) = (
            self.env.game.kind(kind).name.clone(),
            self.env.game.kind(holds).name.clone(),
        );
        let what = path(place).map_or_else(|| "this".to_owned(), |path| format!("`{path}`"));
        self.report.push(
            Diagnostic::error(
                Code::WRONG_KIND,
                format!("{what} holds `{holds}`, not `{kind}`"),
            )
            .at(place.span, format!("a place of `{holds}`")),
        );
    }

    /// Checks `refill deck`: the place must say how.
    fn refill_stmt(&mut self, scope: &mut Scope, called: &Called) -> Option<StmtKind> {
        let form = EffectSignature {
            name: "refill",
            labels: vec![""],
            advice: Advice::Example("refill(deck)"),
        };
        let Some(args) = self.arrange(&form, called) else {
            self.arguments_alone(scope, called);
            return None;
        };
        Some(StmtKind::Refill(self.takes(
            scope,
            args.first()?,
            Takes::Place,
            &[],
        )))
    }

    fn call_effect(
        &mut self,
        scope: &mut Scope,
        name: &str,
        id: RoutineId,
        called: &Called,
    ) -> Option<StmtKind> {
        let params = self.env.game.routine(id).params.clone();
        let labels = self.env.labels.get(&id).cloned().unwrap_or_default();
        let label = |at: usize| labels.get(at).map_or("", String::as_str);
        let labels: Vec<&str> = (0..params.len()).map(label).collect();
        let help = self.call_help(name, &labels, &params);
        let advice = Advice::Text(help);
        let form = EffectSignature {
            name,
            labels,
            advice,
        };
        let Some(args) = self.arranged(scope, &form, called) else {
            for (nth, span) in places_of(&form, called) {
                self.env.semantics_mut().want_type(span, &params[nth].1);
            }
            return None;
        };
        let values = self.values_of(scope, &form, &args, &params);
        let sorts = self.env.effect_sorts.get(&id).cloned();
        self.check_sorts(scope, &args, &values, sorts);
        let bounds = self.env.effect_bounds.get(&id).cloned().unwrap_or_default();
        self.check_bounds(form.name, &values, &bounds);
        Some(StmtKind::Call(id, values))
    }

    /// The arguments in the order of their parameters; none (reported) when they do not fit.
    fn arranged<'c>(
        &mut self,
        scope: &mut Scope,
        form: &EffectSignature,
        called: &'c Called,
    ) -> Option<Vec<&'c ast::Expr>> {
        let args = self.arrange(form, called);
        if args.is_none() {
            self.arguments_alone(scope, called);
        }
        args
    }

    /// The values of arguments that stand in the order of their parameters.
    fn values_of(
        &mut self,
        scope: &mut Scope,
        form: &EffectSignature,
        args: &[&ast::Expr],
        params: &[(String, Type)],
    ) -> Vec<Expr> {
        let since = self.report.len();
        let (values, _) = self.arguments_of(scope, args.iter().copied(), params, true);
        let spans: Vec<Span> = args.iter().map(|arg| arg.span).collect();
        self.explain_misfits(since, &spans, || form.help());
        values
    }

    fn call_slot(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        name: &ast::Name,
        called: &Called,
    ) -> Option<StmtKind> {
        let of = self.infer(scope, base, None);
        let ty = of.ty.required().clone();
        if self.is_strangers(scope, base, &of, name) {
            self.arguments_alone(scope, called);
            return None;
        }
        let found = if ty == Type::Wrong {
            None
        } else {
            self.member_decl(&ty, name)
        };
        let (Some(MemberDecl::EffectSlot(slot)), Type::Piece(kind) | Type::Row(kind)) =
            (found, &ty)
        else {
            self.arguments_alone(scope, called);
            self.no_effect_slot(&ty, name, found);
            return None;
        };
        let params = self
            .env
            .game
            .kind(*kind)
            .effect_slots
            .get(slot)?
            .params
            .clone();
        let labels = vec![""; params.len()];
        let help = self.call_help(&name.text, &labels, &params);
        let form = EffectSignature {
            name: &name.text,
            labels,
            advice: Advice::Text(help),
        };
        let trees = self.arranged(scope, &form, called)?;
        let args = self.values_of(scope, &form, &trees, &params);
        let sorts = self.slot_sorts(&ty, name);
        self.check_sorts(scope, &trees, &args, sorts);
        Some(StmtKind::CallSlot {
            kind: *kind,
            slot,
            of,
            args,
        })
    }

    /// Tells whether a member is an attribute whose type is wrong: that was said where it is declared.
    fn is_wrong_attribute(&self, ty: &Type, found: Option<MemberDecl>) -> bool {
        let kinds = &self.env.game.kinds;
        match (ty, found) {
            (Type::Piece(kind) | Type::Row(kind), Some(MemberDecl::Attribute(column))) => kinds
                .get(kind.index())
                .and_then(|kind| kind.attributes.get(column))
                .is_some_and(|attribute| attribute.ty == Type::Wrong),
            _ => false,
        }
    }

    fn no_effect_slot(&mut self, ty: &Type, name: &ast::Name, found: Option<MemberDecl>) {
        if found.is_none() {
            let hole = NameHole::Member {
                of: ty.clone(),
                sort: None,
            };
            self.env.semantics_mut().leave_open(name.span, hole);
        }
        if *ty == Type::Wrong || self.is_wrong_attribute(ty, found) {
            return;
        }
        if found.is_none() && self.owner_name(ty).is_some() {
            return self.unknown_member(None, ty, name);
        }
        self.report.push(
            Diagnostic::error(
                Code::WRONG_SORT,
                format!("`{}` is a value, not an effect", name.text),
            )
            .at(name.span, "does nothing")
            .help(match verbs::verb(&name.text) {
                Some(row) => format!("a verb comes first, as in `{}`", row.example),
                None => {
                    "a statement calls a verb, an effect, or an effect slot of a row".to_owned()
                }
            }),
        );
    }

    /// The arguments in the order of the parameters; none (reported) when they do not match.
    fn arrange<'a>(
        &mut self,
        form: &EffectSignature,
        called: &Called<'a>,
    ) -> Option<Vec<&'a ast::Expr>> {
        let mut places: Vec<Option<&ast::Expr>> = vec![None; form.labels.len()];
        for &(label, value) in &called.args {
            let text = label.map_or("", |label| label.text.as_str());
            let is_meant = |of: &str| of.len() == text.len() && (text.is_empty() || of == text);
            let free =
                (0..places.len()).find(|&at| places[at].is_none() && is_meant(form.labels[at]));
            match (free, label) {
                (Some(at), _) => places[at] = Some(value),
                (None, Some(label)) => {
                    self.wrong_label(form, label);
                    return None;
                }
                (None, None) => {
                    self.too_many(form, called, value);
                    return None;
                }
            }
        }
        if let Some(missing) = places.iter().position(Option::is_none) {
            self.missing(form, missing, called);
            return None;
        }
        places.into_iter().collect()
    }

    fn wrong_label(&mut self, form: &EffectSignature, label: &ast::Name) {
        let message = if form.labels.contains(&label.text.as_str()) {
            format!("`{}` has two arguments with `{}`", form.name, label.text)
        } else {
            format!("`{}` has no argument with `{}`", form.name, label.text)
        };
        self.report.push(
            Diagnostic::error(Code::WRONG_LABEL, message)
                .at(label.span, "not expected here")
                .help(form.help()),
        );
    }

    fn too_many(&mut self, form: &EffectSignature, called: &Called, value: &ast::Expr) {
        let given: Vec<&str> = called
            .args
            .iter()
            .filter_map(|(label, _)| Some(label.as_ref()?.text.as_str()))
            .collect();
        let missing = form
            .labels
            .iter()
            .find(|label| !label.is_empty() && !given.contains(*label));
        match missing {
            Some(label) => self.report.push(
                Diagnostic::error(
                    Code::WRONG_LABEL,
                    format!("`{label}` is missing before this argument"),
                )
                .at(value.span, format!("`{label}` …"))
                .help(form.help()),
            ),
            None => {
                let (wanted, given) = (form.labels.len(), called.args.len());
                self.wrong_count(form.name, wanted, given, &form.help(), value.span);
            }
        }
    }

    fn missing(&mut self, form: &EffectSignature, at: usize, called: &Called) {
        match form.labels[at] {
            "" => self.wrong_count(
                form.name,
                form.labels.len(),
                called.args.len(),
                &form.help(),
                called.span,
            ),
            label => self.report.push(
                Diagnostic::error(
                    Code::WRONG_ARGUMENTS,
                    format!("`{}` needs an argument with `{label}`", form.name),
                )
                .at(called.span, format!("`{label}` what?"))
                .help(form.help()),
            ),
        }
    }

    /// Reports what is no verb and no effect; tells whether it is a word of another language, whose arguments are then as
    /// foreign.
    fn no_effect(&mut self, scope: &Scope, name: &str, at: Span) -> bool {
        const WANTED: &str = "a verb or effect";
        if let Some(local) = scope.find(name) {
            let found = self.describe(&local.ty);
            self.other_sort(name, &found, WANTED, at, None);
            return false;
        }
        if let Some(&(decl, _)) = self.env.names.get(name) {
            let help = instead_of_effect(name, decl);
            self.other_sort(name, self.sort_of(decl), WANTED, at, help);
            return false;
        }
        if ops::query(name).is_some() || ops::fold(name).is_some() {
            let help = Some("a query only answers; use it in a condition or value".to_owned());
            self.other_sort(name, "a query", WANTED, at, help);
            return false;
        }
        self.leave_statement_open(scope, at);
        let effects = self
            .env
            .names
            .iter()
            .filter(|(_, (decl, _))| matches!(decl, Decl::Effect(_)));
        let effects = effects.map(|(name, _)| name.as_str());
        // Short words are near to many others.
        let statements = keywords::with(keywords::STATES).filter(|word| word.len() > 3);
        let near = self.report.nearest(
            Code::UNKNOWN_NAME,
            name,
            effects
                .chain(verbs::VERBS.iter().map(|row| row.name))
                .chain(statements.map(|word| -> &str { word }))
                .chain(["refill"]),
        );
        let near = near.map(str::to_owned);
        let error = Diagnostic::error(
            Code::UNKNOWN_NAME,
            format!("unknown verb or effect `{name}`"),
        )
        .at(at, "not known here");
        let (error, foreign) = error.habit(Position::Statement, name);
        self.report.push(if foreign {
            error
        } else {
            error.did_you_mean(near.as_deref())
        });
        foreign
    }
}

/// Returns the parameters that the arguments of a call are meant for, as far as it can be told while some are missing.
fn places_of(form: &EffectSignature<'_>, called: &Called<'_>) -> Vec<(usize, Span)> {
    let mut bare = (0..)
        .zip(&form.labels)
        .filter(|(_, label)| label.is_empty());
    let places = called.args.iter().filter_map(|(label, arg)| {
        let nth = match label {
            None => bare.next()?.0,
            Some(label) => form.labels.iter().position(|one| *one == label.text)?,
        };
        Some((nth, arg.span))
    });
    places.collect()
}

/// Marks the amount of a verb, which is asked in play whether it is below zero; a number known here shows it.
fn amount(role: Role, value: Expr) -> Expr {
    let is_known = matches!(&*value.kind, ExprKind::Const(0..));
    if !role.is_amount() || is_known {
        return value;
    }
    let (ty, span) = (value.ty.clone(), value.span);
    typed(ExprKind::Amount(value), ty, span)
}

fn opened(call: &ast::Call) -> Called<'_> {
    let rest = call.args.iter().map(|arg| (arg.label.as_ref(), &arg.value));
    if let ast::ExprKind::Call(callee, inside) = &*call.callee.kind {
        let inside = inside.iter().map(|arg| (None, arg));
        return Called {
            callee,
            args: inside.chain(rest).collect(),
            span: call.span,
        };
    }
    Called {
        callee: &call.callee,
        args: rest.collect(),
        span: call.span,
    }
}

/// Advice for a declared name that stands where a verb or an effect is called.
fn instead_of_effect(name: &str, decl: Decl) -> Option<String> {
    match decl {
        Decl::Action(_) => Some(format!(
            "an action is offered to a player: `offer you: {name}`"
        )),
        Decl::Query(_) => Some("a query only answers; use it in a condition or value".to_owned()),
        Decl::Var(_) => Some(format!("give it a value: `{name} = …`, or `gain 1 {name}`")),
        Decl::Moment(_) => Some(format!("a moment is reached: `reach {name}`")),
        Decl::Enum(_)
        | Decl::Kind(_)
        | Decl::Sort(_)
        | Decl::Place(_)
        | Decl::Board(_)
        | Decl::Table(_)
        | Decl::Effect(_)
        | Decl::Option(_) => None,
    }
}
