//! What ends a game: every `finish`, with the conditions around it.
#![expect(clippy::wildcard_enum_match_arm, reason = "only these have statements")]

use crate::check::game::GameFiles;
use crate::syntax::ast;
use crate::syntax::ast::ItemKind;
use crate::syntax::ast::StmtKind;
use crate::tools::prose;
use crate::tools::prose::Lexicon;
use crate::tools::prose::Line;
use crate::tools::prose::Open;

/// A line for each way to the end.
pub(super) fn ends(files: &GameFiles, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let mut found = Vec::new();
    for item in files.rules.iter().flat_map(|file| &file.items) {
        let (name, body) = match &item.kind {
            ItemKind::Effect(one) => (one.name.text.as_str(), &one.body),
            ItemKind::Action(one) => (one.name.text.as_str(), &one.body),
            ItemKind::Hook(one) => (one.effect.text.as_str(), &one.body),
            ItemKind::Setup(body) => ("setup", body),
            ItemKind::Play(body) => {
                if !endless(body) {
                    found.push("When `play` is over.".to_owned());
                }
                ("play", body)
            }
            _ => continue,
        };
        let mut way = Way {
            name,
            lexicon,
            conditions: Vec::new(),
            found: &mut found,
        };
        way.block(body);
    }
    let lines = found.into_iter();
    lines.map(|text| Line { depth: 0, text }).collect()
}

/// Whether the last statement goes on for ever.
fn endless(body: &ast::Block) -> bool {
    let last = body.stmts.last().map(|stmt| &stmt.kind);
    matches!(last, Some(StmtKind::Repeat { times: None, .. }))
}

struct Way<'a> {
    name: &'a str,
    lexicon: &'a Lexicon<'a>,
    conditions: Vec<String>,
    found: &'a mut Vec<String>,
}

impl Way<'_> {
    fn block(&mut self, block: &ast::Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(&stmt.kind));
    }

    fn asked(&self, cond: &ast::Expr) -> String {
        prose::condition(cond, self.lexicon, Open::default())
    }

    fn within(&mut self, condition: String, block: &ast::Block) {
        self.conditions.push(condition);
        self.block(block);
        self.conditions.pop();
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Call(call) if is_finish(call) => {
                let when = match self.conditions.is_empty() {
                    true => String::new(),
                    false => format!(", when {}", self.conditions.join(", and ")),
                };
                self.found.push(format!("In `{}`{when}.", self.name));
            }
            StmtKind::If { arms, otherwise } => {
                for (cond, body) in arms {
                    self.within(self.asked(cond), body);
                }
                let none: Vec<String> = arms
                    .iter()
                    .map(|(cond, _)| format!("not ({})", self.asked(cond)))
                    .collect();
                otherwise
                    .iter()
                    .for_each(|body| self.within(none.join(" and "), body));
            }
            StmtKind::While { cond, body } => self.within(self.asked(cond), body),
            StmtKind::ForEach { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::As { body, .. }
            | StmtKind::Pool { body, .. }
            | StmtKind::Later { body, .. } => self.block(body),
            StmtKind::May {
                body, otherwise, ..
            } => {
                self.block(body);
                otherwise.iter().for_each(|body| self.block(body));
            }
            StmtKind::Choose(choose) => {
                let blocks = choose.body.iter().chain(&choose.otherwise);
                blocks.for_each(|body| self.block(body));
            }
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Offer { .. }
            | StmtKind::Require { .. }
            | StmtKind::Reach { .. }
            | StmtKind::Return
            | StmtKind::Stop
            | StmtKind::Call(_) => {}
        }
    }
}

fn is_finish(call: &ast::Call) -> bool {
    matches!(&*call.callee.kind, ast::ExprKind::Name(name) if name == "finish")
}
