//! Rules in words: what an effect, a hook or a modifier does, as a person would tell it.
//!
//! Takes trees, gives lines with a depth. It knows the shapes of the language and its built-ins, and no game: names are
//! told as the author wrote them. Nothing is left out, so the words can be held against a printed card.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only hooks and modifiers react, and only a name can be a named effect"
)]

mod asked;

use std::collections::BTreeMap;

use crate::syntax::ast;
use crate::syntax::ast::StmtKind;
use crate::tools::prose::asked::Phrases;

/// A line, and how far it stands inside others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// 0 for the outermost.
    pub depth: usize,
    /// The words.
    pub text: String,
}

/// Named effects, whose text is told where they are called.
pub type Effects<'a> = BTreeMap<&'a str, &'a ast::Effect>;

/// Effects called inside each other further than this are only named.
const DEEPEST: usize = 3;

/// What statements do. `open` are the names that mean something outside: parameters.
#[must_use]
pub fn block(block: &ast::Block, effects: &Effects<'_>, open: &[&str]) -> Vec<Line> {
    let mut page = Page::new(effects, open);
    page.block(block);
    page.lines
}

/// What an expression asks for.
#[must_use]
pub fn value(value: &ast::Expr, open: &[&str]) -> String {
    sentence(&Phrases::new(open).value(value))
}

/// Whether something holds, as it follows `when` or `if`.
#[must_use]
pub fn condition(cond: &ast::Expr, open: &[&str]) -> String {
    Phrases::new(open).condition(cond)
}

/// What a hook or a modifier does, and when.
#[must_use]
pub fn reaction(item: &ast::ItemKind, effects: &Effects<'_>) -> Vec<Line> {
    if let ast::ItemKind::Hook(hook) = item {
        let mut open: Vec<&str> = hook.params.iter().map(|name| name.text.as_str()).collect();
        open.push("this");
        let mut page = Page::new(effects, &open);
        let head = page.hook(hook);
        page.under(head, &hook.body);
        return page.lines;
    }
    match item {
        ast::ItemKind::Modifier(modifier) => vec![Line {
            depth: 0,
            text: changed(modifier),
        }],
        _ => Vec::new(),
    }
}

/// Words of an identifier.
pub(crate) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The first letter large.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn changed(modifier: &ast::Modifier) -> String {
    let open: Vec<&str> = modifier
        .params
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    let phrases = Phrases::new(&open);
    let (name, value) = (spaced(&modifier.query.text), phrases.value(&modifier.value));
    let how = match modifier.change {
        ast::Change::Set => format!("is {value}"),
        ast::Change::Plus => format!("is {value} more"),
        ast::Change::Minus => format!("is {value} less"),
        ast::Change::AtLeast => format!("is at least {value}"),
        ast::Change::AtMost => format!("is at most {value}"),
    };
    let of: Vec<String> = open.iter().map(|name| phrases.name(name)).collect();
    let of = match of.is_empty() {
        true => String::new(),
        false => format!(" ({})", of.join(", ")),
    };
    let cond = modifier.cond.as_ref();
    let cond = cond.map_or(String::new(), |cond| {
        format!("When {}: ", phrases.condition(cond))
    });
    sentence(&format!("{cond}the {name}{of} {how}."))
}

/// Lines being written.
struct Page<'a> {
    effects: &'a Effects<'a>,
    phrases: Phrases,
    lines: Vec<Line>,
    depth: usize,
    /// Effects being told, the innermost last.
    telling: Vec<String>,
}

impl<'a> Page<'a> {
    fn new(effects: &'a Effects<'a>, open: &[&str]) -> Page<'a> {
        Page {
            effects,
            phrases: Phrases::new(open),
            lines: Vec::new(),
            depth: 0,
            telling: Vec::new(),
        }
    }

    fn line(&mut self, text: &str) {
        self.lines.push(Line {
            depth: self.depth,
            text: sentence(text),
        });
    }

    fn block(&mut self, block: &ast::Block) {
        let bound = self.phrases.bound.len();
        block.stmts.iter().for_each(|stmt| self.stmt(&stmt.kind));
        self.phrases.bound.truncate(bound);
    }

    /// A line that ends in a colon, and a block under it; the line alone when nothing is in the block.
    fn under(&mut self, head: String, block: &ast::Block) {
        if block.stmts.is_empty() {
            return self.line(&format!("{head}, nothing."));
        }
        self.line(&format!("{head}:"));
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    /// An `else`, told only when it says something.
    fn otherwise(&mut self, head: &str, block: Option<&ast::Block>) {
        if let Some(block) = block.filter(|block| !block.stmts.is_empty()) {
            self.under(head.to_owned(), block);
        }
    }

    fn hook(&mut self, hook: &ast::Hook) -> String {
        let what = spaced(&hook.effect.text);
        let names: Vec<String> = hook.params.iter().map(|one| spaced(&one.text)).collect();
        let of = match names.is_empty() {
            true => String::new(),
            false => format!(" ({})", names.join(", ")),
        };
        let head = match hook.timing {
            ast::Timing::Before => format!("before `{what}`{of}"),
            ast::Timing::Instead => format!("instead of `{what}`{of}"),
            ast::Timing::After => format!("after `{what}`{of}"),
        };
        let cond = hook.cond.as_ref().map_or(String::new(), |cond| {
            format!(", when {}", self.phrases.condition(cond))
        });
        let limit = hook.limit.as_ref().map_or(String::new(), |(most, until)| {
            let most = self.phrases.value(most);
            format!(", at most {most} times until {}", spaced(&until.text))
        });
        head + &cond + &limit
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Let { name, value } => {
                let value = self.phrases.value(value);
                self.phrases.bind(name);
                self.line(&format!("`{}` is {value}.", name.text));
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value),
            StmtKind::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            StmtKind::ForEach { binder, body } => {
                let head = format!("for each {}", self.phrases.binder(binder, "in"));
                let bound = self.phrases.bound.len();
                self.phrases.bind(&binder.name);
                self.under(head, body);
                self.phrases.bound.truncate(bound);
            }
            StmtKind::Repeat { times, body } => {
                let head = match times {
                    None => "again and again".to_owned(),
                    Some(times) => format!("{} times", self.phrases.value(times)),
                };
                self.under(head, body);
            }
            StmtKind::While { cond, body } => {
                let head = format!("as long as {}", self.phrases.condition(cond));
                self.under(head, body);
            }
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let who = self.who(by.as_ref());
                self.under(format!("{who} may{}", quoted(prompt.as_ref())), body);
                self.otherwise("if not", otherwise.as_ref());
            }
            StmtKind::Offer {
                who,
                actions,
                prompt,
            } => {
                let actions: Vec<String> = actions.iter().map(|one| spaced(&one.text)).collect();
                let who = self.phrases.value(who);
                let prompt = quoted(prompt.as_ref());
                self.line(&format!(
                    "{who} must do one action{prompt}: {}.",
                    actions.join(" or ")
                ));
            }
            StmtKind::Require { cond, reason } => {
                let cond = self.phrases.condition(cond);
                self.line(&format!("only if {cond} (otherwise: “{reason}”)."));
            }
            StmtKind::As { who, body } => {
                let head = format!("{} acts", self.phrases.value(who));
                self.under(head, body);
            }
            StmtKind::Pool { by, body } => {
                let who = self.phrases.value(by);
                self.under(
                    format!("what follows takes effect in the order that {who} likes"),
                    body,
                );
            }
            StmtKind::Later { moment, body } => {
                self.under(format!("at the next {}", spaced(&moment.text)), body);
            }
            StmtKind::Reach { moment } => {
                self.line(&format!("the moment `{}` has come.", spaced(&moment.text)));
            }
            StmtKind::Return => self.line("nothing more of this happens."),
            StmtKind::Stop => self.line("this is not repeated any more."),
            StmtKind::Call(call) => self.call(call),
        }
    }

    fn assign(&mut self, target: &ast::Expr, op: ast::AssignOp, value: &ast::Expr) {
        let target = self.phrases.value(target);
        let value = self.phrases.value(value);
        self.line(&match op {
            ast::AssignOp::Set => format!("{target} becomes {value}."),
            ast::AssignOp::Add => format!("{target} grows by {value}."),
            ast::AssignOp::Subtract => format!("{target} falls by {value}."),
        });
    }

    fn branches(&mut self, arms: &[(ast::Expr, ast::Block)], otherwise: Option<&ast::Block>) {
        for (nth, (cond, body)) in arms.iter().enumerate() {
            let word = if nth == 0 { "if" } else { "otherwise, if" };
            let head = format!("{word} {}", self.phrases.condition(cond));
            self.under(head, body);
        }
        self.otherwise("otherwise", otherwise);
    }

    fn choose(&mut self, choose: &ast::Choose) {
        let many = match &choose.quantity {
            ast::Quantity::One => String::new(),
            ast::Quantity::Exactly(count) => format!("{} of ", self.phrases.value(count)),
            ast::Quantity::UpTo(count) => format!("up to {} of ", self.phrases.value(count)),
            ast::Quantity::Any => "any number of ".to_owned(),
            ast::Quantity::All => "all, in any order, of ".to_owned(),
        };
        let bound = self.phrases.bound.len();
        let mut what = Vec::new();
        for binder in &choose.binders {
            what.push(self.phrases.binder(binder, "from"));
            self.phrases.bind(&binder.name);
        }
        let who = match &choose.by {
            None => "choose".to_owned(),
            Some(by) => format!("{} chooses", self.phrases.value(by)),
        };
        let head = format!(
            "{who} {many}{}{}",
            what.join(", and "),
            quoted(choose.prompt.as_ref())
        );
        let Some(body) = &choose.body else {
            // The names hold in what follows.
            return self.line(&format!("{head}."));
        };
        self.under(head, body);
        self.phrases.bound.truncate(bound);
        self.otherwise("if there is nothing to choose", choose.otherwise.as_ref());
    }

    fn who(&self, by: Option<&ast::Expr>) -> String {
        by.map_or("you".to_owned(), |by| self.phrases.value(by))
    }

    /// A verb reads as the author wrote it; a named effect is told under its name.
    fn call(&mut self, call: &ast::Call) {
        let name = match &*call.callee.kind {
            ast::ExprKind::Name(name) => name.clone(),
            ast::ExprKind::Member(of, slot) => {
                let text = format!(
                    "{} of {} takes effect",
                    spaced(&slot.text),
                    self.phrases.value(of)
                );
                return self.line(&format!("the {text}."));
            }
            _ => self.phrases.value(&call.callee),
        };
        let mut words = vec![spaced(&name)];
        for (nth, arg) in call.args.iter().enumerate() {
            match &arg.label {
                Some(label) => words.push(label.text.clone()),
                None if nth > 0 && name != "gain" && name != "lose" => words.push("and".into()),
                None => {}
            }
            words.push(self.phrases.value(&arg.value));
        }
        let text = words.join(" ");
        match self.effects.get(name.as_str()).copied() {
            Some(effect) if self.telling.len() < DEEPEST && !self.telling.contains(&name) => {
                self.told(&text, &name, effect);
            }
            _ => self.line(&format!("{text}.")),
        }
    }

    fn told(&mut self, text: &str, name: &str, effect: &ast::Effect) {
        self.telling.push(name.to_owned());
        let names = effect.params.iter().map(|param| param.name.text.clone());
        let own = Phrases {
            bound: names.collect(),
        };
        let outer = std::mem::replace(&mut self.phrases, own);
        self.under(text.to_owned(), &effect.body);
        self.phrases = outer;
        self.telling.pop();
    }
}

/// ` (“what is asked”)`
fn quoted(prompt: Option<&String>) -> String {
    prompt.map_or(String::new(), |prompt| format!(" (“{prompt}”)"))
}
