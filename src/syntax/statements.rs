//! Statements and blocks.
//!
//! Takes pairs of rules such as `statement`, gives `ast::Stmt`. It knows no verb: whatever is no word of the language is a
//! call.

use crate::ast;
use crate::ast::StmtKind;
use crate::build::{AstBuilder, Kids};
use crate::grammar::{Pair, Rule};
use ludex_report::{Code, Diagnostic};

impl AstBuilder<'_> {
    pub(super) fn block(&self, pair: Pair<'_>) -> ast::Block {
        let span = self.span(&pair);
        ast::Block {
            stmts: self.stmts(Kids::of(pair)),
            span,
        }
    }

    pub(super) fn need_block(&self, kids: &mut Kids<'_>) -> ast::Block {
        self.block(kids.need(Rule::block))
    }

    /// `{ … }`, or one statement after a colon.
    pub(super) fn body(&self, pair: Pair<'_>) -> ast::Block {
        let mut kids = Kids::of(pair);
        if let Some(block) = kids.take(Rule::block) {
            return self.block(block);
        }
        let stmt = self.stmt(kids.need(Rule::statement));
        ast::Block {
            span: stmt.span,
            stmts: vec![stmt],
        }
    }

    pub(super) fn stmts(&self, mut kids: Kids<'_>) -> Vec<ast::Stmt> {
        let statements = kids.all(Rule::statement);
        statements
            .into_iter()
            .map(|statement| self.stmt(statement))
            .collect()
    }

    /// The words of an action or an option, told as they stand.
    pub(super) fn prompt(&self, kids: &mut Kids<'_>) -> Option<String> {
        kids.take(Rule::string).map(|text| self.text(&text))
    }

    /// The words of a question, in which names in braces are values.
    fn question(&self, kids: &mut Kids<'_>) -> Option<ast::Phrase> {
        kids.take(Rule::string).map(|text| self.words(&text))
    }

    fn stmt(&self, pair: Pair<'_>) -> ast::Stmt {
        let span = self.span(&pair);
        let inner = Kids::of(pair).first();
        let row = STATEMENTS.iter().find(|row| row.0 == inner.as_rule());
        // INVARIANT: `STATEMENTS` has a row for each alternative of `statement` in the grammar.
        let build = row.expect("a sort of statement without a row").1;
        let kind = self.deeper(span, || build(self, inner));
        ast::Stmt {
            kind: kind.unwrap_or(StmtKind::Return),
            span,
        }
    }

    fn otherwise(&self, kids: &mut Kids<'_>) -> Option<ast::Block> {
        let otherwise = kids.take(Rule::otherwise)?;
        Some(self.need_block(&mut Kids::of(otherwise)))
    }

    fn if_stmt(&self, mut kids: Kids<'_>) -> StmtKind {
        let otherwise = self.otherwise(&mut kids);
        let conds = kids.all(Rule::expr).into_iter();
        let blocks = kids.all(Rule::block);
        let arms = conds
            .zip(blocks)
            .map(|(cond, block)| (self.expr(cond), self.block(block)))
            .collect();
        StmtKind::If { arms, otherwise }
    }

    /// The members to choose among, how many, and all that follows.
    pub(super) fn choice(&self, mut kids: Kids<'_>) -> ast::Choose {
        let binders = kids.all(Rule::binder).into_iter();
        ast::Choose {
            quantity: self.quantity(kids.take(Rule::quantity)),
            binders: binders.map(|binder| self.binder(binder)).collect(),
            again: kids.take(Rule::kw_again).is_some(),
            whole: self.whole(&mut kids),
            by: self.by(&mut kids),
            prompt: self.question(&mut kids),
            body: kids.take(Rule::block).map(|block| self.block(block)),
            otherwise: self.otherwise(&mut kids),
        }
    }

    fn quantity(&self, pair: Option<Pair<'_>>) -> ast::Quantity {
        let Some(pair) = pair else {
            return ast::Quantity::One;
        };
        let mut kids = Kids::of(pair);
        let up_to = kids.has(Rule::kw_up);
        match self.take_expr(&mut kids) {
            Some(count) if up_to => ast::Quantity::UpTo(count),
            Some(count) => ast::Quantity::Exactly(count),
            None if kids.has(Rule::kw_any) => ast::Quantity::Any,
            None => ast::Quantity::All,
        }
    }

    fn whole(&self, kids: &mut Kids<'_>) -> Option<ast::Expr> {
        let whole = kids.take(Rule::whole)?;
        Some(self.need_expr(&mut Kids::of(whole)))
    }

    fn by(&self, kids: &mut Kids<'_>) -> Option<ast::Expr> {
        let by = kids.take(Rule::by)?;
        Some(self.need_expr(&mut Kids::of(by)))
    }

    /// A call or an assignment.
    fn simple(&self, pair: Pair<'_>) -> StmtKind {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let target = kids.need(Rule::target);
        if let Some(op) = kids.take(Rule::assign_op) {
            let op = assign_op(&Kids::of(op));
            return StmtKind::Assign {
                target: self.term(target),
                op,
                value: self.need_expr(&mut kids),
            };
        }
        let (callee, mut args) = self.callee(target);
        args.extend(
            kids.rest()
                .into_iter()
                .filter(|pair| pair.as_rule() != Rule::comma)
                .map(|pair| self.arg(pair)),
        );
        StmtKind::Call(ast::Call { callee, args, span })
    }

    /// Gives what is called, and the arguments in the brackets right behind it.
    fn callee(&self, pair: Pair<'_>) -> (ast::Expr, Vec<ast::Arg>) {
        let span = self.span(&pair);
        let mut pieces = Kids::of(pair).rest();
        let args = pieces.pop_if(|last| last.as_rule() == Rule::call_args);
        let members = pieces
            .iter()
            .skip(1)
            .all(|piece| piece.as_rule() == Rule::member_of);
        let mut list = Vec::new();
        if let Some(args) = args {
            let mut kids = Kids::of(args);
            list = kids
                .all(Rule::arg)
                .into_iter()
                .map(|arg| self.arg(arg))
                .collect();
            if let Some(fold) = kids.take(Rule::fold_body) {
                let help = "put a comparison in brackets of its own, or write `for each`";
                self.error(
                    self.span(&fold),
                    "this goes through a collection, but a statement can't use its value",
                    Some(help),
                );
            }
        }
        let callee = self.chain(pieces);
        if !members {
            let message = "this can't be done as a statement";
            let diagnostic = Diagnostic::error(Code::UNREADABLE_RULES, message)
                .at(span, "expected `=`, or a name before the arguments")
                .help("of what a query answers nothing is called: keep it first, `let x = …`, then `x.effect()`");
            self.found.borrow_mut().push(diagnostic);
        }
        (callee, list)
    }
}

fn assign_op(kids: &Kids<'_>) -> ast::AssignOp {
    if kids.has(Rule::assign_add) {
        ast::AssignOp::Add
    } else if kids.has(Rule::assign_sub) {
        ast::AssignOp::Subtract
    } else {
        ast::AssignOp::Set
    }
}

type BuildStmt = fn(&AstBuilder<'_>, Pair<'_>) -> StmtKind;

const STATEMENTS: &[(Rule, BuildStmt)] = &[
    (Rule::let_stmt, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::Let {
            name: builder.name(&kids.need(Rule::name)),
            value: builder.need_expr(&mut kids),
        }
    }),
    (Rule::if_stmt, |builder, pair| {
        builder.if_stmt(Kids::of(pair))
    }),
    (Rule::for_each, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::ForEach {
            binder: builder.binder(kids.need(Rule::binder)),
            body: builder.need_block(&mut kids),
        }
    }),
    (Rule::repeat, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::Repeat {
            times: builder.take_expr(&mut kids),
            body: builder.need_block(&mut kids),
        }
    }),
    (Rule::while_stmt, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::While {
            cond: builder.need_expr(&mut kids),
            body: builder.need_block(&mut kids),
        }
    }),
    (Rule::choose, |builder, pair| {
        StmtKind::Choose(builder.choice(Kids::of(pair)))
    }),
    (Rule::may, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::May {
            by: builder.by(&mut kids),
            prompt: builder.question(&mut kids),
            body: builder.need_block(&mut kids),
            otherwise: builder.otherwise(&mut kids),
        }
    }),
    (Rule::offer, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::Offer {
            any: kids.take(Rule::any_of).is_some(),
            who: builder.need_expr(&mut kids),
            actions: kids
                .all(Rule::name)
                .iter()
                .map(|name| builder.name(name))
                .collect(),
            prompt: builder.question(&mut kids),
        }
    }),
    (Rule::require, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::Require {
            cond: builder.need_expr(&mut kids),
            reason: builder.words(&kids.need(Rule::string)),
        }
    }),
    (Rule::as_stmt, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::As {
            who: builder.need_expr(&mut kids),
            body: builder.need_block(&mut kids),
        }
    }),
    (Rule::pool, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::Pool {
            by: builder.need_expr(&mut kids),
            body: builder.need_block(&mut kids),
        }
    }),
    (Rule::later, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::Later {
            moment: builder.name(&kids.need(Rule::name)),
            body: builder.body(kids.need(Rule::body)),
        }
    }),
    (Rule::reach, |builder, pair| StmtKind::Reach {
        moment: builder.wrapped_name(pair),
    }),
    (Rule::return_stmt, |_, _| StmtKind::Return),
    (Rule::stop_stmt, |_, _| StmtKind::Stop),
    (Rule::continue_stmt, |_, _| StmtKind::Continue),
    (Rule::at_once, |builder, pair| {
        let mut kids = Kids::of(pair);
        StmtKind::AtOnce {
            binder: builder.binder(kids.need(Rule::binder)),
            body: builder.need_block(&mut kids),
        }
    }),
    (Rule::simple, |builder, pair| builder.simple(pair)),
];
