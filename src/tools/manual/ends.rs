//! The ends of a game: every verb that ends it, with the conditions around it.
#![expect(clippy::wildcard_enum_match_arm, reason = "only these have statements")]

use crate::prose;
use crate::prose::Lexicon;
use crate::prose::TextScope;
use ludex_check::game::GameFiles;
use ludex_markup::Line;
use ludex_rules::verbs::VERBS;
use ludex_syntax::ast;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::ast::{StmtKind, StmtPart};

/// A line for each way to the end. An effect that ends the game whenever it is done is told by where it is called.
pub(super) fn ends(files: &GameFiles, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let mut lines: Vec<String> = Vec::new();
    let last = VERBS.iter().filter(|verb| verb.ends);
    let mut ending: Vec<String> = last.map(|verb| verb.name.to_owned()).collect();
    let mut asked = 0;
    while let Some(name) = ending.get(asked).cloned() {
        for way in ways(files, lexicon, &name) {
            if way.conditions.is_empty() && way.is_effect {
                if !ending.contains(&way.within) {
                    ending.push(way.within);
                }
            } else if !lines.contains(&way.text()) {
                lines.push(way.text());
            }
        }
        asked += 1;
    }
    if let Some(body) = play(files).filter(|body| !endless(body) && !ends_anyway(body, &ending)) {
        lines.push(match body.stmts.as_slice() {
            [only] => over(&only.kind, lexicon),
            _ => "When there is nothing left to play.".to_owned(),
        });
    }
    let lines = lines.into_iter();
    lines.map(|text| Line { depth: 0, text }).collect()
}

fn play(files: &GameFiles) -> Option<&ast::Block> {
    let mut items = files.rules.iter().flat_map(|file| &file.items);
    items.find_map(|item| match &item.kind {
        ItemKind::Play(body) => Some(body),
        _ => None,
    })
}

/// Tells whether a block ends the game with its last statement.
fn ends_anyway(body: &ast::Block, ending: &[String]) -> bool {
    let last = body.stmts.last().and_then(|stmt| stmt.kind.call());
    last.is_some_and(|call| ending.iter().any(|name| calls(call, name)))
}

/// Says when a `play` is over that is one loop.
fn over(stmt: &StmtKind, lexicon: &Lexicon<'_>) -> String {
    match stmt.parts().first() {
        Some(StmtPart::While(cond, _)) => {
            let cond = prose::denial(cond, lexicon, TextScope::default());
            format!("When {cond}.")
        }
        _ => "When there is nothing left to play.".to_owned(),
    }
}

/// The places where a name is called.
fn ways(files: &GameFiles, lexicon: &Lexicon<'_>, called: &str) -> Vec<PossibleEnd> {
    let mut found = Vec::new();
    for item in files.rules.iter().flat_map(|file| &file.items) {
        let (name, body, is_effect) = match &item.kind {
            ItemKind::Effect(one) => (one.name.text.as_str(), &one.body, true),
            ItemKind::Action(one) => (one.name.text.as_str(), &one.body, false),
            ItemKind::Hook(one) => (one.effect.text.as_str(), &one.body, false),
            ItemKind::Setup(body) => ("setup", body, false),
            ItemKind::Play(body) => ("play", body, false),
            _ => continue,
        };
        let mut way = EndingWay {
            name,
            called,
            is_effect,
            lexicon,
            conditions: Vec::new(),
            found: &mut found,
        };
        way.block(body);
    }
    found
}

/// A place where the game may end.
struct PossibleEnd {
    /// The declaration around it.
    within: String,
    is_effect: bool,
    /// The conditions that hold at this statement.
    conditions: Vec<String>,
}

impl PossibleEnd {
    fn text(&self) -> String {
        let when = self.conditions.join(", and ");
        match (self.within.as_str(), when.is_empty()) {
            ("play", false) => format!("When {when}."),
            (within, true) => format!("In “{}”.", prose::spaced(within)),
            (within, false) => format!("In “{}”, when {when}.", prose::spaced(within)),
        }
    }
}

/// Tells whether the last statement goes on for ever.
fn endless(body: &ast::Block) -> bool {
    let last = body.stmts.last();
    last.is_some_and(|stmt| stmt.kind.is_endless())
}

struct EndingWay<'a> {
    name: &'a str,
    /// The name of the effect that is looked for.
    called: &'a str,
    is_effect: bool,
    lexicon: &'a Lexicon<'a>,
    conditions: Vec<String>,
    found: &'a mut Vec<PossibleEnd>,
}

impl EndingWay<'_> {
    /// Behind a loop its condition holds no more.
    fn block(&mut self, block: &ast::Block) {
        let before = self.conditions.len();
        for stmt in &block.stmts {
            self.stmt(&stmt.kind);
            if let Some(StmtPart::While(cond, _)) = stmt.kind.parts().first() {
                let over = prose::denial(cond, self.lexicon, TextScope::default());
                self.conditions.push(over);
            }
        }
        self.conditions.truncate(before);
    }

    fn asked(&self, cond: &ast::Expr) -> String {
        prose::condition(cond, self.lexicon, TextScope::default())
    }

    fn within(&mut self, condition: String, block: &ast::Block) {
        self.conditions.push(condition);
        self.block(block);
        self.conditions.pop();
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        if stmt.call().is_some_and(|call| calls(call, self.called)) {
            self.found.push(PossibleEnd {
                within: self.name.to_owned(),
                is_effect: self.is_effect,
                conditions: self.conditions.clone(),
            });
        }
        let mut none: Vec<String> = Vec::new();
        for part in stmt.parts() {
            match part {
                StmtPart::Arm(cond, body) => {
                    self.within(self.asked(cond), body);
                    none.push(format!("not ({})", self.asked(cond)));
                }
                StmtPart::While(cond, body) => self.within(self.asked(cond), body),
                StmtPart::Otherwise(body) if !none.is_empty() => {
                    self.within(none.join(" and "), body);
                }
                StmtPart::Block(body) | StmtPart::Otherwise(body) | StmtPart::PutOff(body) => {
                    self.block(body)
                }
                StmtPart::Value(_)
                | StmtPart::Whole(_)
                | StmtPart::Binder(_)
                | StmtPart::Words(_)
                | StmtPart::Demand(_) => {}
            }
        }
    }
}

fn calls(call: &ast::Call, called: &str) -> bool {
    matches!(&*call.callee.kind, ast::ExprKind::Name(name) if name == called)
}
