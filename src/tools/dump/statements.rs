//! Typed statements as text, a line each, blocks below them.

use crate::dump::layout::{ExprDoc, break_line};
use crate::dump::slot_names::SlotNames;
use ludex_rules::expr::{Binder, Choose, Expr, Stmt, StmtKind, Write};
use ludex_rules::ids::ActionId;
use ludex_rules::wording::Wording;

impl SlotNames<'_> {
    /// Writes the statements of a block, each at a depth.
    pub(super) fn block(&mut self, block: &[Stmt], depth: usize, out: &mut String) {
        for stmt in block {
            break_line(depth, out);
            self.stmt(stmt, depth, out);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize, out: &mut String) {
        match &stmt.kind {
            StmtKind::Let(slot, value) | StmtKind::SetLocal(slot, value) => {
                let is_new = matches!(stmt.kind, StmtKind::Let(..));
                let head = if is_new { "let " } else { "set " };
                let name = ExprDoc::Word(format!("{head}{}", self.slot(*slot)));
                let value = self.expr(value);
                ExprDoc::infix("=", name, value).write(depth, out);
            }
            StmtKind::Write(how, target, value) => {
                let operator = match how {
                    Write::Set => "=",
                    Write::Add => "+=",
                    Write::Gain => "gains",
                };
                let (target, value) = (self.target(target), self.expr(value));
                ExprDoc::infix(operator, target, value).write(depth, out);
            }
            StmtKind::If(arms, otherwise) => self.arms(arms, otherwise, depth, out),
            StmtKind::ForEach(binder, body) => {
                self.headed("for each ", binder, body, depth, out);
            }
            StmtKind::AtOnce {
                moment,
                binder,
                body,
            } => {
                let head = format!("at once, by {}, ", self.game.moments[moment.index()]);
                self.headed(&head, binder, body, depth, out);
            }
            StmtKind::Repeat(times, body) => {
                out.push_str("repeat");
                if let Some(times) = times {
                    self.operand(" ", times, depth, out);
                }
                self.block(body, depth + 1, out);
            }
            StmtKind::While(cond, body) => self.over("while ", cond, body, depth, out),
            StmtKind::As(who, body) => self.over("as ", who, body, depth, out),
            StmtKind::Pool(by, body) => self.over("pool ", by, body, depth, out),
            StmtKind::Choose(choose) => self.choose(choose, depth, out),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                self.operand("may ", by, depth, out);
                asks(prompt, out);
                self.block(body, depth + 1, out);
                self.otherwise(otherwise, depth, out);
            }
            StmtKind::Offer {
                among,
                who,
                actions,
                prompt,
            } => {
                self.offer(among.as_ref(), who, actions, depth, out);
                asks(prompt, out);
            }
            StmtKind::Later {
                moment,
                routine,
                args,
            } => {
                let moment = &self.game.moments[moment.index()];
                let routine = &self.game.routine(*routine).name;
                let head = format!("later {moment}: {routine}");
                ExprDoc::call(head, self.exprs(args)).write(depth, out);
            }
            StmtKind::Reach(moment) => {
                out.push_str("reach ");
                out.push_str(&self.game.moments[moment.index()]);
            }
            StmtKind::Call(routine, args) => {
                let routine = self.game.routine(*routine).name.clone();
                ExprDoc::call(routine, self.exprs(args)).write(depth, out);
            }
            StmtKind::CallSlot {
                kind,
                slot,
                of,
                args,
            } => {
                let slot = &self.game.kind(*kind).effect_slots[*slot].name;
                let head = format!("slot {slot}");
                let mut inside = vec![self.expr(of)];
                inside.extend(self.exprs(args));
                ExprDoc::call(head, inside).write(depth, out);
            }
            StmtKind::Refill(place) => self.operand("refill ", place, depth, out),
            StmtKind::Verb(verb, args) => {
                ExprDoc::call(verb.row().name, self.exprs(args)).write(depth, out);
            }
            StmtKind::Return => out.push_str("return"),
            StmtKind::Stop => out.push_str("stop"),
            StmtKind::Continue => out.push_str("continue"),
        }
    }

    /// Writes an expression behind some words.
    fn operand(&mut self, words: &str, value: &Expr, depth: usize, out: &mut String) {
        out.push_str(words);
        self.expr(value).write(depth, out);
    }

    /// Writes a block below what it is done for.
    fn over(&mut self, words: &str, value: &Expr, body: &[Stmt], depth: usize, out: &mut String) {
        self.operand(words, value, depth, out);
        self.block(body, depth + 1, out);
    }

    /// Writes a block below the members it is done for.
    fn headed(
        &mut self,
        words: &str,
        binder: &Binder,
        body: &[Stmt],
        depth: usize,
        out: &mut String,
    ) {
        out.push_str(words);
        self.binder(binder).write(depth, out);
        self.block(body, depth + 1, out);
    }

    fn arms(
        &mut self,
        arms: &[(Expr, Vec<Stmt>)],
        otherwise: &[Stmt],
        depth: usize,
        out: &mut String,
    ) {
        for (n, (cond, body)) in arms.iter().enumerate() {
            if n > 0 {
                break_line(depth, out);
            }
            let words = if n == 0 { "if " } else { "else if " };
            self.over(words, cond, body, depth, out);
        }
        self.otherwise(otherwise, depth, out);
    }

    fn otherwise(&mut self, block: &[Stmt], depth: usize, out: &mut String) {
        if !block.is_empty() {
            break_line(depth, out);
            out.push_str("else");
            self.block(block, depth + 1, out);
        }
    }

    fn choose(&mut self, choose: &Choose, depth: usize, out: &mut String) {
        self.operand("choose by ", &choose.by, depth, out);
        out.push_str(", ");
        self.quantity(&choose.quantity).write(depth, out);
        out.push_str(if choose.again { " again" } else { "" });
        asks(&choose.prompt, out);
        for binder in &choose.binders {
            break_line(depth + 2, out);
            self.binder(binder).write(depth + 2, out);
        }
        if let Some(whole) = &choose.whole {
            break_line(depth + 2, out);
            let head = format!("with {}, ", self.slot(whole.chosen));
            self.operand(&head, &whole.cond, depth + 2, out);
        }
        if let Some(body) = &choose.body {
            self.block(body, depth + 1, out);
        }
        if let Some(otherwise) = &choose.otherwise {
            self.otherwise(otherwise, depth, out);
        }
    }

    fn offer(
        &mut self,
        among: Option<&Binder>,
        who: &Expr,
        actions: &[ActionId],
        depth: usize,
        out: &mut String,
    ) {
        out.push_str("offer ");
        if let Some(among) = among {
            self.binder(among).write(depth, out);
            out.push_str(", ");
        }
        let actions =
            (actions.iter()).map(|id| ExprDoc::Word(self.game.actions[id.index()].name.clone()));
        let actions = actions.collect();
        self.operand("to ", who, depth, out);
        ExprDoc::Bracketed {
            head: " ".into(),
            brackets: ['[', ']'],
            inside: actions,
        }
        .write(depth, out);
    }
}

/// Writes the question that a player reads, as it is written in the rules.
fn asks(prompt: &Wording<Expr>, out: &mut String) {
    out.push_str(&format!(" {:?}", prompt.text));
}
