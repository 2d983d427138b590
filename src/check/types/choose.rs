//! Decisions of players: `choose`, `may`, `offer`.
//!
//! Takes the trees, gives typed statements with a prompt each and somebody who decides.

use crate::describe::words;
use crate::env::{Checker, Scope};
use crate::mistaken::PASS;
use crate::semantics::CHOSEN;
use crate::types::exprs::{typed, wrong};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Choose, Expr, ExprKind, PossibleSet, Quantity, Whole};
use ludex_rules::ids::ActionId;
use ludex_rules::types::Type;
use ludex_rules::wording::Wording;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// `choose card from hand …`: without a block, its names hold for the rest of the block around it.
    pub(crate) fn choose(&mut self, scope: &mut Scope, choose: &ast::Choose, span: Span) -> Choose {
        self.check_blocks(choose, span);
        let quantity = self.quantity(scope, &choose.quantity);
        let by = self.decider(scope, choose.by.as_ref(), span);
        let otherwise = choose
            .otherwise
            .as_ref()
            .map(|body| self.block(scope, body));
        let prompt = match &choose.prompt {
            Some(prompt) => self.wording(scope, prompt),
            None => Wording::plain(default_prompt(&choose.binders)),
        };
        let depth = scope.depth();
        let binders = self.binders(scope, &choose.binders);
        let whole = self.whole(scope, choose, &binders, depth);
        let body = choose.body.as_ref().map(|body| self.block(scope, body));
        if body.is_some() {
            scope.cut(depth);
        }
        Choose {
            quantity,
            binders,
            again: choose.again,
            whole,
            by,
            prompt,
            body,
            otherwise,
        }
    }

    /// `possible(any of card from hand with …)`: its names hold in it alone.
    pub(crate) fn possible_set(
        &mut self,
        scope: &mut Scope,
        choose: &ast::Choose,
        span: Span,
    ) -> Expr {
        self.check_several(choose, span);
        let quantity = self.quantity(scope, &choose.quantity);
        let depth = scope.depth();
        let binders = self.binders(scope, &choose.binders);
        let whole = self.whole(scope, choose, &binders, depth);
        scope.cut(depth);
        let (Some(binder), Some(whole)) = (binders.into_iter().next(), whole) else {
            return wrong(span);
        };
        let set = PossibleSet {
            quantity,
            binder,
            again: choose.again,
            whole,
        };
        typed(ExprKind::PossibleSet(Box::new(set)), Type::Bool, span)
    }

    /// The condition on all that is chosen together: in it `chosen` is what was chosen, and no name is one of them. Without a
    /// block `chosen` holds in what follows.
    fn whole(
        &mut self,
        scope: &mut Scope,
        choose: &ast::Choose,
        binders: &[Binder],
        depth: (usize, usize),
    ) -> Option<Whole> {
        let cond = choose.whole.as_ref()?;
        let names = scope.locals.split_off(depth.0);
        let known = scope.known.split_off(depth.1);
        let ty = binders.first().map_or(Type::Wrong, |one| one.ty.clone());
        let chosen = scope.bind_members("chosen", &Type::All(Box::new(ty)), Some(CHOSEN));
        let cond = self.condition(scope, cond);
        if choose.body.is_some() {
            scope.locals.extend(names);
            scope.known.extend(known);
        }
        Some(Whole { chosen, cond })
    }

    /// Tells what a choice lacks to be one of several, or to come to an end.
    fn check_several(&mut self, choose: &ast::Choose, span: Span) {
        let several = match choose.quantity {
            ast::Quantity::Exactly(_) | ast::Quantity::UpTo(_) => true,
            ast::Quantity::Any => !choose.again,
            ast::Quantity::One | ast::Quantity::All => false,
        };
        let (word, of_each) = match &choose.whole {
            Some(_) => ("with", choose.binders.len() > 1),
            None => ("again", false),
        };
        let (message, help) = if (choose.again || choose.whole.is_some()) && !several {
            (
                format!("`{word}` does not go with this number"),
                if choose.again {
                    "say how many at most: `up to 3 of`"
                } else {
                    "say how many: `up to 3 of`, `any of`; a condition on one is a `where`"
                },
            )
        } else if of_each {
            (
                "a condition on the whole is about one name".to_owned(),
                "choose the others before, or behind it",
            )
        } else {
            return;
        };
        self.report.push(
            Diagnostic::error(Code::MISPLACED_STATEMENT, message)
                .at(span, "cannot be asked so")
                .help(help),
        );
    }

    fn check_blocks(&mut self, choose: &ast::Choose, span: Span) {
        self.check_several(choose, span);
        if choose.body.is_some() {
            return;
        }
        let (message, help) =
            if !matches!(choose.quantity, ast::Quantity::One) && choose.whole.is_none() {
                (
                    "several are chosen, and nothing is done with them",
                    "add a block that runs for each: `{ … }`",
                )
            } else if choose.otherwise.is_some() {
                (
                    "a choice without a block has an `else`",
                    "put what follows into a block before the `else`",
                )
            } else {
                return;
            };
        self.report.push(
            Diagnostic::error(Code::MISPLACED_STATEMENT, message)
                .at(span, "a block is missing")
                .help(help),
        );
    }

    fn quantity(&mut self, scope: &mut Scope, quantity: &ast::Quantity) -> Quantity {
        match quantity {
            ast::Quantity::One => Quantity::One,
            ast::Quantity::Exactly(count) => {
                Quantity::Exactly(self.expr(scope, count, Some(&Type::Int)))
            }
            ast::Quantity::UpTo(count) => Quantity::UpTo(self.expr(scope, count, Some(&Type::Int))),
            ast::Quantity::Any => Quantity::Any,
            ast::Quantity::All => Quantity::All,
        }
    }

    /// Tells who decides: the player named, or `you`.
    fn decider(&mut self, scope: &mut Scope, by: Option<&ast::Expr>, span: Span) -> Expr {
        if let Some(by) = by {
            return self.expr(scope, by, Some(&Type::Player));
        }
        if scope.has_you {
            return typed(ExprKind::Local(0), Type::Player, span);
        }
        self.report.push(
            Diagnostic::error(
                Code::NEEDS_OWNER,
                "nobody is `you` here, so nobody decides this",
            )
            .at(span, "who decides?")
            .help("name the player: `by p`"),
        );
        wrong(span)
    }

    /// The player who decides and the words of the question: `may "take a card" { … }`
    pub(crate) fn may(
        &mut self,
        scope: &mut Scope,
        by: Option<&ast::Expr>,
        prompt: Option<&ast::Phrase>,
        body: &ast::Block,
        span: Span,
    ) -> (Expr, Wording<Expr>) {
        let by = self.decider(scope, by, span);
        let prompt = match prompt {
            Some(prompt) => self.wording(scope, prompt),
            None => Wording::plain(first_verb(body)),
        };
        (by, prompt)
    }

    /// `offer you: load or take_back`
    pub(crate) fn offer(
        &mut self,
        scope: &mut Scope,
        names: &[ast::Name],
        prompt: Option<&ast::Phrase>,
    ) -> Option<(Vec<ActionId>, Wording<Expr>)> {
        let found: Vec<Option<ActionId>> =
            names.iter().map(|name| self.action_named(name)).collect();
        let actions: Vec<ActionId> = found.into_iter().collect::<Option<_>>()?;
        let prompt = match prompt {
            Some(prompt) => self.wording(scope, prompt),
            None => Wording::plain(self.action_prompts(&actions)),
        };
        Some((actions, prompt))
    }

    /// Refuses an action that reads as the answer of those who do nothing.
    pub(crate) fn no_second_pass(&mut self, names: &[ast::Name]) {
        for name in names.iter().filter(|name| name.text == PASS) {
            let message = "two options of this offer would read `pass`";
            self.report.push(
                Diagnostic::error(Code::RESERVED_NAME, message)
                    .at(name.span, "`offer any of` lets everybody pass")
                    .help("leave it out, or call the action otherwise, such as `give_up`"),
            );
        }
    }

    /// The player an offer is made to; several, and a slot for each of them, of `offer any of players`.
    pub(crate) fn offered_to(
        &mut self,
        scope: &mut Scope,
        who: &ast::Expr,
        any: bool,
    ) -> (Option<Binder>, Expr) {
        if !any {
            return (None, self.expr(scope, who, Some(&Type::Player)));
        }
        let source = self.several_players(scope, who);
        let depth = scope.locals.len();
        let slot = scope.bind("", Type::Player, None);
        scope.locals.truncate(depth);
        let among = Binder {
            name: String::new(),
            slot,
            ty: Type::Player,
            source,
            cond: None,
        };
        let member = typed(ExprKind::Local(slot), Type::Player, who.span);
        (Some(among), member)
    }

    fn action_prompts(&self, actions: &[ActionId]) -> String {
        let prompts: Vec<&str> = actions
            .iter()
            .map(|id| self.env.game.actions[id.index()].prompt.as_str())
            .collect();
        let language = self.env.locale.as_ref().map(|locale| locale.language);
        prompts.join(language.unwrap_or_default().or())
    }

    /// The action of a name; none when reported.
    pub(super) fn action_named(&mut self, name: &ast::Name) -> Option<ActionId> {
        self.find(name)
    }
}

/// `choose card`, or `choose cost and card` for what is chosen together.
fn default_prompt(binders: &[ast::Binder]) -> String {
    let names: Vec<String> = binders
        .iter()
        .map(|binder| words(&binder.name.text))
        .collect();
    format!("choose {}", names.join(" and "))
}

/// The first thing that is done, in words: of `may { draw_up(2) }`, "draw up".
fn first_verb(body: &ast::Block) -> String {
    let first = body.stmts.first().and_then(|stmt| stmt.kind.call());
    let first = first.and_then(|call| name_of(&call.callee));
    first.map_or_else(|| "do it".to_owned(), words)
}

fn name_of(e: &ast::Expr) -> Option<&str> {
    if let ast::ExprKind::Name(name) = &*e.kind {
        Some(name)
    } else if let ast::ExprKind::Member(_, name) = &*e.kind {
        Some(&name.text)
    } else if let ast::ExprKind::Call(callee, _) = &*e.kind {
        name_of(callee)
    } else {
        None
    }
}
