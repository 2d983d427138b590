//! Statements in words, a line each; what stands in a block stands under its line.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only a name can be a named effect, and only some verbs read badly as they are written"
)]

use crate::prose::Lexicon;
use crate::prose::TextScope;
use crate::prose::amounts::Amount;
use crate::prose::lexicon::CalledRoutine;
use crate::prose::phrases::Filling;
use crate::prose::phrases::counts;
use crate::prose::phrases::fill;
use crate::prose::sentence;
use crate::prose::spaced;
use crate::prose::values::Phrases;
use ludex_check::semantics::Symbol;
use ludex_markup::Line;
use ludex_rules::verbs::{Role, VerbRow, verb};
use ludex_syntax::ast;
use ludex_syntax::ast::ExprKind;
use ludex_syntax::ast::PhrasePart;
use ludex_syntax::ast::StmtKind;

/// Effects called inside each other further than this are only named.
const DEEPEST: usize = 3;

/// The lines of a text, while they are written.
pub(super) struct LineBuilder<'a> {
    pub(super) phrases: Phrases<'a>,
    pub(super) lines: Vec<Line>,
    depth: usize,
    /// Effects being told, the innermost last.
    telling: Vec<String>,
}

/// Renders the statements of a block in words.
#[must_use]
pub fn block(block: &ast::Block, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> Vec<Line> {
    let mut page = LineBuilder::new(open.phrases(lexicon));
    page.block(block);
    page.lines
}

impl<'a> LineBuilder<'a> {
    pub(super) fn new(phrases: Phrases<'a>) -> LineBuilder<'a> {
        LineBuilder {
            phrases,
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

    pub(super) fn block(&mut self, block: &ast::Block) {
        let bound = self.phrases.bound.len();
        block.stmts.iter().for_each(|stmt| self.stmt(&stmt.kind));
        self.phrases.bound.truncate(bound);
    }

    /// A line that ends in a colon, and a block under it; the line alone when nothing is in the block.
    pub(super) fn under(&mut self, head: String, block: &ast::Block) {
        if block.stmts.is_empty() {
            return self.line(&format!("{head}, nothing."));
        }
        self.line(&format!("{head}:"));
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    /// An `else`, told only when it says something.
    /// ` (“what is asked”)`
    fn quoted(&self, prompt: Option<&ast::Phrase>) -> String {
        prompt.map_or(String::new(), |prompt| {
            format!(" (“{}”)", self.worded(prompt))
        })
    }

    /// Renders words for a player, with their values as they are called here.
    fn worded(&self, words: &ast::Phrase) -> String {
        let parts = words.parts.iter().map(|part| match part {
            PhrasePart::Words(words) => words.clone(),
            PhrasePart::Value(name) => self.phrases.name(&name.text, name.span),
            PhrasePart::Forms(name, one, several) => {
                let said = self.phrases.name(&name.text, name.span);
                let is_one = said == "you" || said == "1";
                if is_one { one } else { several }.clone()
            }
        });
        parts.collect()
    }

    fn otherwise(&mut self, head: &str, block: Option<&ast::Block>) {
        if let Some(block) = block.filter(|block| !block.stmts.is_empty()) {
            self.under(head.to_owned(), block);
        }
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Let { name, value } => {
                let ty = self.phrases.member_type(value);
                let value = self.phrases.value(value);
                self.phrases
                    .bind_as(Symbol::Local(name.span), ty, format!("`{}`", name.text));
                self.line(&format!("`{}` is {value}.", name.text));
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value),
            StmtKind::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            StmtKind::ForEach { binder, body } => self.for_each(binder, body, ""),
            StmtKind::AtOnce { binder, body } => {
                let secret = ", in secret and before anything of it is done";
                self.for_each(binder, body, secret);
            }
            StmtKind::Repeat { times, body } => {
                let head = match times {
                    None => "again and again".to_owned(),
                    Some(times) => match self.phrases.value(times).as_str() {
                        "1" => return self.block(body),
                        times => format!("{times} times"),
                    },
                };
                self.under(head, body);
            }
            StmtKind::While { cond, body } => {
                let head = format!("as long as {}", self.phrases.condition(cond));
                let within = self.phrases.naming(cond);
                let outer = std::mem::replace(&mut self.phrases, within);
                self.under(head, body);
                self.phrases = outer;
            }
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let who = by
                    .as_ref()
                    .map_or("you".to_owned(), |by| self.phrases.value(by));
                let head = match prompt {
                    Some(prompt) => format!("{who} may {}", self.worded(prompt)),
                    None => format!("{who} may"),
                };
                self.under(head, body);
                self.otherwise("if not", otherwise.as_ref());
            }
            StmtKind::Offer {
                any,
                who,
                actions,
                prompt,
            } => {
                let lexicon = self.phrases.lexicon;
                let actions: Vec<String> = actions
                    .iter()
                    .map(|one| lexicon.action(&one.text, one.span))
                    .collect();
                let who = self.phrases.value(who);
                let (must, may) = match who.as_str() {
                    "you" => ("do", "you may"),
                    _ => ("does", "whoever likes may"),
                };
                let prompt = self.quoted(prompt.as_ref());
                let actions = actions.join(", or ");
                self.line(&match any {
                    false => format!("{who} {must} one of these{prompt}: {actions}."),
                    true => format!(
                        "{who}: {may} do one of these{prompt}, again and again until all have passed one after another: \
                         {actions}."
                    ),
                });
            }
            StmtKind::Require { cond, reason } => {
                let cond = self.phrases.condition(cond);
                let reason = self.worded(reason);
                self.line(&format!("only if {cond} (otherwise: “{reason}”)."));
            }
            StmtKind::As { who, body } => {
                let head = format!("{} acts", self.phrases.value(who));
                self.under(head, body);
            }
            StmtKind::Pool { by, body } => {
                let who = self.phrases.value(by);
                let head = match (names_several(by), who.as_str()) {
                    (true, _) => format!(
                        "what follows takes effect player by player ({who}), each of whom orders what is their own"
                    ),
                    (false, "you") => {
                        "what follows takes effect in the order that you like".to_owned()
                    }
                    (false, _) => {
                        format!("what follows takes effect in the order that {who} likes")
                    }
                };
                self.under(head, body);
            }
            StmtKind::Later { moment, body } => {
                self.under(format!("at the next {}", spaced(&moment.text)), body);
            }
            StmtKind::Reach { moment } => {
                self.line(&format!("the moment “{}” has come.", spaced(&moment.text)));
            }
            StmtKind::Return => self.line("nothing more of this happens."),
            StmtKind::Stop => self.line("this is not repeated any more."),
            StmtKind::Continue => self.line("go on with the next."),
            StmtKind::Call(call) => self.call(call),
        }
    }

    fn for_each(&mut self, binder: &ast::Binder, body: &ast::Block, how: &str) {
        let bound = self.phrases.bound.len();
        let told = self.phrases.bind_all(std::slice::from_ref(binder));
        let heads = told
            .iter()
            .map(|told| format!("{}{}{}", told.one, told.place, told.cond));
        let head = format!("for each {}{how}", heads.collect::<String>());
        self.under(head, body);
        self.phrases.bound.truncate(bound);
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
            let within = self.phrases.naming(cond);
            let outer = std::mem::replace(&mut self.phrases, within);
            self.under(head, body);
            self.phrases = outer;
        }
        self.otherwise("otherwise", otherwise);
    }

    fn choose(&mut self, choose: &ast::Choose) {
        let who = match &choose.by {
            None => "choose".to_owned(),
            Some(by) => format!("{} chooses", self.phrases.value(by)),
        };
        let bound = self.phrases.bound.len();
        let what = self.phrases.choice(choose);
        let prompt = self.quoted(choose.prompt.as_ref());
        let head = format!("{who} {what}{prompt}");
        let Some(body) = &choose.body else {
            // The names hold in what follows.
            return self.line(&format!("{head}."));
        };
        self.under(head, body);
        self.phrases.bound.truncate(bound);
        self.otherwise("if nothing is chosen", choose.otherwise.as_ref());
    }

    /// A verb reads as the author wrote it; a named effect by its phrase, or told under its name.
    fn call(&mut self, call: &ast::Call) {
        let name = match &*call.callee.kind {
            ExprKind::Name(name) => name.clone(),
            ExprKind::Member(of, slot) => {
                let slot = spaced(&slot.text);
                let text = format!("the “{slot}” of {} takes effect", self.phrases.value(of));
                return self.line(&format!("{text}."));
            }
            _ => self.phrases.value(&call.callee),
        };
        let args: Vec<&ast::Expr> = call.args.iter().map(|arg| &arg.value).collect();
        if let Some(effect) = self.phrases.lexicon.effect(call.callee.span) {
            return self.effect(&name, &effect, &args, call);
        }
        let text = verb(&name)
            .and_then(|row| self.verb(row, &args))
            .unwrap_or_else(|| self.as_written(&name, call));
        self.line(&format!("{text}."));
    }

    fn effect(
        &mut self,
        name: &str,
        effect: &CalledRoutine<'_>,
        args: &[&ast::Expr],
        call: &ast::Call,
    ) {
        if let Some(phrase) = effect.phrase {
            let texts: Vec<String> = self.ways(effect, args);
            let texts = match texts.is_empty() {
                true => {
                    vec![
                        self.phrases
                            .filled((effect.symbol, phrase), &effect.params, args, None),
                    ]
                }
                false => texts,
            };
            return texts.iter().for_each(|text| self.line(&format!("{text}.")));
        }
        let text = self.as_written(name, call);
        let is_new = self.telling.len() < DEEPEST && !self.telling.iter().any(|one| one == name);
        let tree = self.phrases.lexicon.trees.effect(effect.symbol);
        match tree.filter(|tree| is_new && !tree.body.stmts.is_empty()) {
            Some(tree) => self.under_its_name((&text, name), (effect, &tree.body), args),
            None => self.line(&format!("{text}.")),
        }
    }

    /// A phrase for each part of a number that can't be told as one.
    fn ways(&self, effect: &CalledRoutine<'_>, args: &[&ast::Expr]) -> Vec<String> {
        let Some(phrase) = effect.phrase else {
            return Vec::new();
        };
        for (param, arg) in effect.params.iter().zip(args) {
            let amounts = if param.is_number {
                self.phrases.amounts(arg)
            } else {
                Vec::new()
            };
            if amounts.len() < 2 {
                continue;
            }
            let told = |amount: &Amount| {
                fill(phrase, &|hole| {
                    if hole.symbol == param.symbol {
                        return Some(Filling::Number(amount.clone()));
                    }
                    let at = effect
                        .params
                        .iter()
                        .position(|one| one.symbol == hole.symbol)?;
                    Some(self.phrases.filling(effect.params.get(at)?, args.get(at)?))
                })
            };
            return amounts.iter().map(told).collect();
        }
        Vec::new()
    }

    fn as_written(&self, name: &str, call: &ast::Call) -> String {
        let mut words = vec![spaced(name)];
        for (nth, arg) in call.args.iter().enumerate() {
            match &arg.label {
                Some(label) => words.push(label.text.clone()),
                None if nth > 0 => words.push("and".into()),
                None => {}
            }
            words.push(self.phrases.value(&arg.value));
        }
        words.join(" ")
    }

    /// The built-in verbs that want more than their words.
    fn verb(&self, row: &VerbRow, args: &[&ast::Expr]) -> Option<String> {
        if let (true, [amount, target]) = (row.has(Role::Written), args) {
            return Some(self.gained(row.name, amount, target));
        }
        let (mut words, mut tails) = (Vec::new(), String::new());
        for word in row.words?.split(' ') {
            let Some(hole) = word
                .strip_prefix('{')
                .and_then(|word| word.strip_suffix('}'))
            else {
                words.push(word.to_owned());
                continue;
            };
            let (before, after) = hole.split_once(':').unwrap_or(("", hole));
            let arg: &ast::Expr = args.get(after.parse::<usize>().ok()?)?;
            words.push(match before {
                "" => self.phrases.value(arg),
                "all" if self.is_place(arg) => format!("all of {}", self.phrases.value(arg)),
                "all" => self.phrases.value(arg),
                count => {
                    let (many, tail) = self.so_many(args.get(count.parse::<usize>().ok()?)?, arg);
                    tails += &tail;
                    many
                }
            });
        }
        Some(words.join(" ") + &tails)
    }

    /// `2 cards`, of those in a place; and what follows behind the sentence: ` for each coin`.
    fn so_many(&self, count: &ast::Expr, place: &ast::Expr) -> (String, String) {
        let (number, tail) = self.phrases.one_amount(count).in_words(true);
        let ty = self.phrases.member_type(place);
        let noun = ty.map_or("piece".to_owned(), |ty| {
            self.phrases.lexicon.noun(&ty, number != "1")
        });
        (format!("{number} {noun}"), tail)
    }

    fn is_place(&self, e: &ast::Expr) -> bool {
        let at = match &*e.kind {
            ExprKind::Name(_) => e.span,
            ExprKind::Member(_, name) => name.span,
            _ => return false,
        };
        self.phrases.lexicon.place(at).is_some()
    }

    /// `gain 2 money for each coin`; of another's number: `that player gains 2 money`.
    fn gained(&self, verb: &str, amount: &ast::Expr, target: &ast::Expr) -> String {
        let (name, at, of) = match &*target.kind {
            ExprKind::Member(of, name) => (name.text.as_str(), name.span, Some(of)),
            ExprKind::Name(name) => (name.as_str(), target.span, None),
            _ => ("", target.span, None),
        };
        let var = self.phrases.lexicon.var(at);
        let phrase = var.and_then(|var| var.phrase.filter(|phrase| counts(phrase, var.symbol)));
        let told = |amount: &Amount| {
            let (number, tail) = amount.in_words(true);
            let what = match phrase {
                Some(phrase) => fill(phrase, &|_| {
                    Some(if amount.is_one(true) {
                        Filling::One
                    } else {
                        Filling::Several
                    })
                }),
                None if name.is_empty() => self.phrases.value(target),
                None => spaced(name),
            };
            match of {
                None => format!("{verb} {number} {what}{tail}"),
                Some(of) => format!("{} {verb}s {number} {what}{tail}", self.phrases.value(of)),
            }
        };
        let told: Vec<String> = self.phrases.amounts(amount).iter().map(told).collect();
        told.join(", and ")
    }

    /// An effect under its name, with the values it is called with.
    fn under_its_name(
        &mut self,
        (text, name): (&str, &str),
        (effect, body): (&CalledRoutine<'_>, &ast::Block),
        args: &[&ast::Expr],
    ) {
        self.telling.push(name.to_owned());
        let mut own = Phrases::new(self.phrases.lexicon);
        for (param, arg) in effect.params.iter().zip(args) {
            let said = self.phrases.value(arg);
            own.bind_as(param.symbol, param.ty.clone(), said);
        }
        let outer = std::mem::replace(&mut self.phrases, own);
        self.under(text.to_owned(), body);
        self.phrases = outer;
        self.telling.pop();
    }
}

/// Returns true if an expression is written as several players.
fn names_several(by: &ast::Expr) -> bool {
    match &*by.kind {
        ExprKind::Name(name) => name == "players",
        ExprKind::Call(asked, _) => match &*asked.kind {
            ExprKind::Name(name) => ["players_from", "opponents"].contains(&name.as_str()),
            _ => false,
        },
        ExprKind::Filter(_) | ExprKind::Binary(ast::BinaryOp::Add, ..) => true,
        _ => false,
    }
}
