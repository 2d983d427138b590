//! Statements in words, a line each; what stands in a block stands under its line.

use crate::prose::lexicon::CalledRoutine;
use crate::prose::phrases::{counts, fill};
use crate::prose::tree::{
    Amount, Counted, FilledPart, FilledPhrase, Filling, Gained, Noun, Sentence, SentenceEnd,
    VerbSaid,
};
use crate::prose::values::{Phrases, is};
use crate::prose::{Lexicon, TextScope};
use ludex_check::semantics::Symbol;
use ludex_markup::Line;
use ludex_rules::verbs::{Role, VerbRow, verb};
use ludex_syntax::ast;
use ludex_syntax::ast::{ExprKind, PhrasePart, StmtKind};

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

    fn line(&mut self, sentence: &Sentence, stop: SentenceEnd) {
        let text = self.phrases.lexicon.writer().sentence(sentence, stop);
        self.lines.push(Line {
            depth: self.depth,
            text,
        });
    }

    /// A line that is a sentence by itself.
    pub(super) fn say(&mut self, sentence: &Sentence) {
        self.line(sentence, SentenceEnd::Full);
    }

    pub(super) fn block(&mut self, block: &ast::Block) {
        let bound = self.phrases.bound.len();
        block.stmts.iter().for_each(|stmt| self.stmt(&stmt.kind));
        self.phrases.bound.truncate(bound);
    }

    /// A line that ends in a colon, and a block under it; the line alone when nothing is in the block.
    pub(super) fn under(&mut self, head: &Sentence, block: &ast::Block) {
        if block.stmts.is_empty() {
            return self.line(head, SentenceEnd::Nothing);
        }
        self.line(head, SentenceEnd::Head);
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    /// Words for a player, with their values as they are called here.
    fn worded(&self, words: &ast::Phrase) -> FilledPhrase {
        let locale = self.phrases.lexicon.locale();
        let words = locale
            .and_then(|locale| locale.text(&words.text))
            .unwrap_or(words);
        let said = |name: &ast::Name| {
            let symbol = Symbol::Local(name.span);
            let noun = self.phrases.name(&name.text, name.span);
            (symbol, Some(Filling::Said(noun)))
        };
        let parts = words.parts.iter().map(|part| match part {
            PhrasePart::Words(words) => FilledPart::Words(words.clone()),
            PhrasePart::Value(name) => {
                let (symbol, filling) = said(name);
                FilledPart::Value(symbol, name.text.clone(), filling)
            }
            PhrasePart::Forms(name, one, several) => {
                let (symbol, filling) = said(name);
                FilledPart::Forms(symbol, filling, one.clone(), several.clone())
            }
        });
        FilledPhrase {
            parts: parts.collect(),
        }
    }

    /// An `else`, told only when it says something.
    fn otherwise(&mut self, head: &Sentence, block: Option<&ast::Block>) {
        if let Some(block) = block.filter(|block| !block.stmts.is_empty()) {
            self.under(head, block);
        }
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Let { name, value } => {
                let ty = self.phrases.member_type(value);
                let value = self.phrases.value(value);
                let said = Noun::Name(name.text.clone());
                self.phrases.bind_as(Symbol::Local(name.span), ty, said);
                self.say(&Sentence::Let(name.text.clone(), value));
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value),
            StmtKind::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            StmtKind::ForEach { binder, body } => self.for_each(binder, body, false),
            StmtKind::AtOnce { binder, body } => self.for_each(binder, body, true),
            StmtKind::Repeat { times, body } => {
                let times = times.as_ref().map(|times| self.phrases.value(times));
                if times == Some(Noun::Number(1)) {
                    return self.block(body);
                }
                self.under(&Sentence::Repeat(times), body);
            }
            StmtKind::While { cond, body } => {
                let head = Sentence::While(self.phrases.condition(cond));
                let within = self.phrases.naming(cond);
                let outer = std::mem::replace(&mut self.phrases, within);
                self.under(&head, body);
                self.phrases = outer;
            }
            StmtKind::Choose(choose) => self.choose(choose),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let who = by.as_ref();
                let head = Sentence::May {
                    who: who.map_or(Noun::You, |by| self.phrases.value(by)),
                    prompt: prompt.as_ref().map(|prompt| self.worded(prompt)),
                };
                self.under(&head, body);
                self.otherwise(&Sentence::IfNot, otherwise.as_ref());
            }
            StmtKind::Offer {
                any,
                who,
                actions,
                prompt,
            } => {
                let lexicon = self.phrases.lexicon;
                let actions = actions.iter();
                let actions = actions.map(|one| lexicon.action(&one.text, one.span));
                self.say(&Sentence::Offer {
                    any: *any,
                    who: self.phrases.value(who),
                    actions: actions.collect(),
                    prompt: prompt.as_ref().map(|prompt| self.worded(prompt)),
                });
            }
            StmtKind::Require { cond, reason } => self.say(&Sentence::Require {
                cond: self.phrases.condition(cond),
                reason: self.worded(reason),
            }),
            StmtKind::As { who, body } => {
                let head = Sentence::As(self.phrases.value(who));
                self.under(&head, body);
            }
            StmtKind::Pool { by, body } => {
                let head = Sentence::Pool {
                    who: self.phrases.value(by),
                    are_several: names_several(by),
                };
                self.under(&head, body);
            }
            StmtKind::Later { moment, body } => {
                let head = Sentence::Later(self.phrases.lexicon.named(&moment.text, moment.span));
                self.under(&head, body);
            }
            StmtKind::Reach { moment } => {
                let moment = self.phrases.lexicon.named(&moment.text, moment.span);
                self.say(&Sentence::Reach(moment));
            }
            StmtKind::Return => self.say(&Sentence::Return),
            StmtKind::Stop => self.say(&Sentence::Stop),
            StmtKind::Continue => self.say(&Sentence::Continue),
            StmtKind::Call(call) => self.call(call),
        }
    }

    fn for_each(&mut self, binder: &ast::Binder, body: &ast::Block, in_secret: bool) {
        let bound = self.phrases.bound.len();
        for members in self.phrases.bind_all(std::slice::from_ref(binder)) {
            self.under(&Sentence::ForEach { members, in_secret }, body);
        }
        self.phrases.bound.truncate(bound);
    }

    fn assign(&mut self, target: &ast::Expr, op: ast::AssignOp, value: &ast::Expr) {
        let (target, value) = (self.phrases.value(target), self.phrases.value(value));
        self.say(&Sentence::Assign(op, target, value));
    }

    fn branches(&mut self, arms: &[(ast::Expr, ast::Block)], otherwise: Option<&ast::Block>) {
        for (nth, (cond, body)) in arms.iter().enumerate() {
            let head = Sentence::If {
                is_first: nth == 0,
                cond: self.phrases.condition(cond),
            };
            let within = self.phrases.naming(cond);
            let outer = std::mem::replace(&mut self.phrases, within);
            self.under(&head, body);
            self.phrases = outer;
        }
        self.otherwise(&Sentence::Otherwise, otherwise);
    }

    fn choose(&mut self, choose: &ast::Choose) {
        let who = choose.by.as_ref().map(|by| self.phrases.value(by));
        let bound = self.phrases.bound.len();
        let head = Sentence::Choose {
            who,
            choice: self.phrases.choice(choose),
            prompt: choose.prompt.as_ref().map(|prompt| self.worded(prompt)),
        };
        let Some(body) = &choose.body else {
            // The names hold in what follows.
            return self.say(&head);
        };
        self.under(&head, body);
        self.phrases.bound.truncate(bound);
        self.otherwise(&Sentence::IfNothingChosen, choose.otherwise.as_ref());
    }

    /// A verb reads as the author wrote it; a named effect by its phrase, or told under its name.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is told as a value, by `Phrases::value`, which lists them"
    )]
    fn call(&mut self, call: &ast::Call) {
        let callee = &call.callee;
        let name = match &*callee.kind {
            ExprKind::Name(name) => name.clone(),
            ExprKind::Member(of, slot) => {
                let slot = self.phrases.lexicon.named(&slot.text, slot.span);
                let of = self.phrases.value(of);
                return self.say(&Sentence::SlotTakesEffect(slot, of));
            }
            _ => self
                .phrases
                .lexicon
                .writer()
                .noun(&self.phrases.value(callee)),
        };
        let args: Vec<&ast::Expr> = call.args.iter().map(|arg| &arg.value).collect();
        if let Some(effect) = self.phrases.lexicon.effect(callee.span) {
            return self.effect(&name, &effect, &args, call);
        }
        let said = verb(&name).and_then(|row| self.verb(row, &args, call));
        let said = said.unwrap_or_else(|| self.as_written(&name, call));
        self.say(&said);
    }

    fn effect(
        &mut self,
        name: &str,
        effect: &CalledRoutine<'_>,
        args: &[&ast::Expr],
        call: &ast::Call,
    ) {
        if let Some(phrase) = effect.phrase {
            let ways = self.ways(effect, args);
            let ways = if ways.is_empty() {
                let symbol = effect.symbol;
                vec![(self.phrases).filled(symbol, phrase, &effect.params, args, None)]
            } else {
                ways
            };
            return ways
                .into_iter()
                .for_each(|way| self.say(&Sentence::Phrase(way)));
        }
        let said = self.as_written(name, call);
        let is_new = self.telling.len() < DEEPEST && !self.telling.iter().any(|one| one == name);
        let tree = self.phrases.lexicon.trees.effect(effect.symbol);
        match tree.filter(|tree| is_new && !tree.body.stmts.is_empty()) {
            Some(tree) => self.under_its_name(&said, name, effect, &tree.body, args),
            None => self.say(&said),
        }
    }

    /// A phrase for each part of a number that can't be told as one.
    fn ways(&self, effect: &CalledRoutine<'_>, args: &[&ast::Expr]) -> Vec<FilledPhrase> {
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

    fn as_written(&self, name: &str, call: &ast::Call) -> Sentence {
        let args = call.args.iter().map(|arg| {
            let label = arg.label.as_ref().map(|label| label.text.clone());
            (label, self.phrases.value(&arg.value))
        });
        Sentence::Call {
            name: self.phrases.lexicon.named(name, call.callee.span),
            args: args.collect(),
        }
    }

    /// A verb of the language; none of one without all its arguments.
    fn verb(
        &self,
        row: &'static VerbRow,
        args: &[&ast::Expr],
        call: &ast::Call,
    ) -> Option<Sentence> {
        if let (true, [amount, target]) = (row.has(Role::Written), args) {
            return Some(self.gained(row.name, amount, target));
        }
        if args.len() != row.takes.len() {
            return None;
        }
        let count = match (row.has(Role::Count), args) {
            (true, [count, place, ..]) => {
                let ty = self.phrases.member_type(place);
                let lexicon = self.phrases.lexicon;
                let kind = ty.map_or_else(|| lexicon.piece(), |ty| lexicon.noun(&ty));
                Some((self.phrases.one_amount(count), kind))
            }
            _ => None,
        };
        let args = call.args.iter().map(|arg| {
            let label = arg.label.as_ref().map(|label| label.text.clone());
            let noun = self.phrases.value(&arg.value);
            (label, noun, self.is_place(&arg.value))
        });
        Some(Sentence::Verb(VerbSaid {
            row,
            args: args.collect(),
            count,
        }))
    }

    fn is_place(&self, e: &ast::Expr) -> bool {
        let name = e.last_name();
        name.is_some_and(|(_, at)| self.phrases.lexicon.place(at).is_some())
    }

    /// `gain 2 money for each coin`; of another's number: `that player gains 2 money`.
    fn gained(&self, verb: &'static str, amount: &ast::Expr, target: &ast::Expr) -> Sentence {
        let lexicon = self.phrases.lexicon;
        let (name, at) = target.last_name().unwrap_or(("", target.span));
        let var = lexicon.var(at);
        let counted = var.and_then(|var| {
            let phrase = var.phrase.filter(|phrase| counts(phrase, var.symbol))?;
            let filled = fill(phrase, &|_| Some(Filling::Own));
            Some(Counted::Phrase(filled, lexicon.counter_of(var.symbol)))
        });
        let mut who = None;
        if let ExprKind::Member(of, _) = &*target.kind {
            who = Some(self.phrases.value(of));
        }
        Sentence::Gain {
            verb,
            amounts: self.phrases.amounts(amount),
            what: match counted {
                Some(counted) => Gained::Counted(counted),
                None if name.is_empty() => Gained::Noun(self.phrases.value(target)),
                None => {
                    let counter = var.and_then(|var| lexicon.counter_of(var.symbol));
                    Gained::Word(lexicon.named(name, at), counter)
                }
            },
            who,
        }
    }

    /// An effect under its name, with the values it is called with.
    fn under_its_name(
        &mut self,
        said: &Sentence,
        name: &str,
        effect: &CalledRoutine<'_>,
        body: &ast::Block,
        args: &[&ast::Expr],
    ) {
        self.telling.push(name.to_owned());
        let mut own = Phrases::new(self.phrases.lexicon);
        for (param, arg) in effect.params.iter().zip(args) {
            let said = self.phrases.value(arg);
            own.bind_as(param.symbol, param.ty.clone(), said);
        }
        let outer = std::mem::replace(&mut self.phrases, own);
        self.under(said, body);
        self.phrases = outer;
        self.telling.pop();
    }
}

/// Returns true if an expression is written as several players.
fn names_several(by: &ast::Expr) -> bool {
    match &*by.kind {
        ExprKind::Name(name) => name == "players",
        ExprKind::Call(asked, _) => is(asked, "players_from") || is(asked, "opponents"),
        ExprKind::Filter(_) | ExprKind::Binary(ast::BinaryOp::Add, ..) => true,
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Text(_)
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::Fold(_)
        | ExprKind::Set(_)
        | ExprKind::Range(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Let(..)
        | ExprKind::If(..)
        | ExprKind::Possible(_) => false,
    }
}
