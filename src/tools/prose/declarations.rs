//! Declarations in words: what effects, actions and hooks do, what modifiers change, what tracks bring and what wins.

use std::collections::BTreeMap;

use crate::prose::lexicon::Parameter;
use crate::prose::phrases::{counts, fill};
use crate::prose::statements::{LineBuilder, block};
use crate::prose::tree::{
    EventSaid, FilledPhrase, Filling, ModifierSubject, NewAnswer, Noun, Sentence, SentenceEnd,
};
use crate::prose::values::{Phrases, label_tree};
use crate::prose::{Lexicon, TextScope, condition, denial, label};
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::{Symbol, Words};
use ludex_markup::Line;
use ludex_source::Span;
use ludex_syntax::ast::{BinaryOp, Change, ExprKind, ItemKind, StmtPart};
use ludex_syntax::{ast, print};

/// The trees of effects and queries, by what their names mean: what has no phrase is told by its text.
#[derive(Debug, Default)]
pub(super) struct Trees<'a> {
    effects: BTreeMap<Symbol, &'a ast::Effect>,
    queries: BTreeMap<Symbol, &'a ast::Query>,
    /// The conditions of statements, by where they stand.
    conditions: BTreeMap<Span, &'a ast::Expr>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(files: &'a GameFiles, names: &Env) -> Trees<'a> {
        let mut trees = Trees::default();
        let files = files.prelude.iter().chain(&files.rules);
        for item in files.flat_map(|file| &file.items) {
            match &item.kind {
                ItemKind::Effect(ast::Effect { body, .. })
                | ItemKind::Action(ast::Action { body, .. })
                | ItemKind::Hook(ast::Hook { body, .. })
                | ItemKind::Setup(body)
                | ItemKind::Play(body) => trees.add_conditions(body),
                ItemKind::Enum(_)
                | ItemKind::Option(_)
                | ItemKind::Kind(_)
                | ItemKind::Place(_)
                | ItemKind::Board(_)
                | ItemKind::Var(_)
                | ItemKind::Track(_)
                | ItemKind::Table(_)
                | ItemKind::Moment(_)
                | ItemKind::Query(_)
                | ItemKind::Modifier(_)
                | ItemKind::Result(_)
                | ItemKind::Heuristic(_)
                | ItemKind::Demand(_) => {}
            }
            let name = item.kind.name();
            let Some(symbol) = name.and_then(|name| names.semantics.symbol(name.span)) else {
                continue;
            };
            if let ItemKind::Effect(one) = &item.kind {
                trees.effects.insert(symbol, one);
            } else if let ItemKind::Query(one) = &item.kind {
                trees.queries.insert(symbol, one);
            }
        }
        trees
    }

    fn add_conditions(&mut self, block: &'a ast::Block) {
        for part in block.stmts.iter().flat_map(|stmt| stmt.kind.parts()) {
            match part {
                StmtPart::Arm(cond, body) | StmtPart::While(cond, body) => {
                    self.conditions.insert(cond.span, cond);
                    self.add_conditions(body);
                }
                StmtPart::Block(body) | StmtPart::Otherwise(body) | StmtPart::PutOff(body) => {
                    self.add_conditions(body);
                }
                StmtPart::Value(_)
                | StmtPart::Whole(_)
                | StmtPart::Binder(_)
                | StmtPart::Words(_)
                | StmtPart::Demand(_) => {}
            }
        }
    }

    pub(super) fn effect(&self, symbol: Symbol) -> Option<&'a ast::Effect> {
        self.effects.get(&symbol).copied()
    }

    pub(super) fn query(&self, symbol: Symbol) -> Option<&'a ast::Query> {
        self.queries.get(&symbol).copied()
    }
}

/// Describes the condition of a statement by where it stands, as it follows `when` or `if`.
#[must_use]
pub fn condition_at(at: Span, lexicon: &Lexicon<'_>) -> Option<String> {
    let cond = lexicon.trees.conditions.get(&at)?;
    Some(condition(cond, lexicon, TextScope::default()))
}

/// Describes that the condition of a statement does not hold, by where it stands.
#[must_use]
pub fn denial_at(at: Span, lexicon: &Lexicon<'_>) -> Option<String> {
    let cond = lexicon.trees.conditions.get(&at)?;
    Some(denial(cond, lexicon, TextScope::default()))
}

/// Renders a declaration in words: what it does, when and under which conditions; nothing of what does nothing.
#[must_use]
pub fn declaration(item: &ItemKind, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let line = |said: Sentence| vec![line(&said, SentenceEnd::Full, lexicon)];
    let amounts = |value: &ast::Expr| Phrases::new(lexicon).amounts(value);
    let of = item.name().and_then(|name| lexicon.symbol(name.span));
    let open = TextScope { of, this: None };
    match item {
        ItemKind::Effect(one) => block(&one.body, lexicon, open),
        ItemKind::Action(one) => {
            let mut page = LineBuilder::new(Phrases::new(lexicon));
            // Its parameters go through collections.
            page.phrases.bind_all(&one.binders);
            page.block(&one.body);
            page.lines
        }
        ItemKind::Query(one) => line(Sentence::Answer(open.phrases(lexicon).amounts(&one.body))),
        ItemKind::Hook(_) | ItemKind::Modifier(_) => reaction(item, lexicon, None),
        ItemKind::Setup(body) | ItemKind::Play(body) => block(body, lexicon, TextScope::default()),
        ItemKind::Track(track) => {
            let parts = track.parts.iter();
            parts.flat_map(|part| along(part, lexicon)).collect()
        }
        ItemKind::Result(result) => {
            let ranks = result.ranks.iter().enumerate();
            let ranks = ranks.map(|(nth, rank)| ranked(nth, rank, lexicon));
            let wins = result.wins.iter().map(|cond| winning(cond, lexicon));
            ranks.chain(wins).collect()
        }
        ItemKind::Heuristic(one) => line(Sentence::Heuristic(amounts(one))),
        ItemKind::Demand(one) => line(Sentence::Demand(amounts(&one.cond))),
        ItemKind::Enum(_)
        | ItemKind::Option(_)
        | ItemKind::Kind(_)
        | ItemKind::Place(_)
        | ItemKind::Board(_)
        | ItemKind::Var(_)
        | ItemKind::Table(_)
        | ItemKind::Moment(_) => Vec::new(),
    }
}

/// Renders the requirements of an action and the parts of a query in words, each with its span.
#[must_use]
pub fn condition_words(item: &ItemKind, lexicon: &Lexicon<'_>) -> Vec<(Span, String)> {
    let mut told = Vec::new();
    let mut phrases = Phrases::new(lexicon);
    if let ItemKind::Action(action) = item {
        phrases.bind_all(&action.binders);
        for stmt in &action.body.stmts {
            if let Some((cond, _)) = stmt.kind.demand() {
                let clause = phrases.condition(cond);
                told.push((stmt.span, lexicon.writer().condition(&clause)));
                phrases.parts(cond, &mut told);
            }
        }
    } else if let ItemKind::Query(query) = item {
        let symbol = lexicon.symbol(query.name.span);
        phrases.bind_params(symbol.map_or_else(Vec::new, |symbol| lexicon.params(symbol)));
        phrases.parts(&query.body, &mut told);
    }
    told
}

/// Renders the numbers by which a result ranks players.
#[must_use]
pub fn ranks(item: &ItemKind, lexicon: &Lexicon<'_>) -> Vec<String> {
    let ItemKind::Result(result) = item else {
        return Vec::new();
    };
    let ranks = result.ranks.iter();
    ranks.map(|rank| label(&rank.value, lexicon)).collect()
}

/// Renders an action that somebody may do, with what it does under it.
#[must_use]
pub fn offered(action: &ast::Item, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let name = action.kind.called();
    let at = action.kind.called_at().unwrap_or(action.span);
    let head = Sentence::YouMay(lexicon.action(name, at));
    let does = declaration(&action.kind, lexicon).into_iter();
    let does = does.map(|line| Line {
        depth: line.depth + 1,
        ..line
    });
    std::iter::once(line(&head, SentenceEnd::Head, lexicon))
        .chain(does)
        .collect()
}

fn line(said: &Sentence, stop: SentenceEnd, lexicon: &Lexicon<'_>) -> Line {
    Line {
        depth: 0,
        text: lexicon.writer().sentence(said, stop),
    }
}

fn ranked(nth: usize, rank: &ast::RankBy, lexicon: &Lexicon<'_>) -> Line {
    let said = Sentence::Rank {
        is_first: nth == 0,
        // A computed value is a plain number, not a count of something.
        is_count: matches!(&*rank.value.kind, ExprKind::Name(_) | ExprKind::Call(..)),
        low_wins: rank.low_wins,
        value: label_tree(&rank.value, lexicon),
    };
    line(&said, SentenceEnd::Full, lexicon)
}

fn winning(cond: &ast::Expr, lexicon: &Lexicon<'_>) -> Line {
    let cond = Phrases::new(lexicon).condition(cond);
    line(&Sentence::Win(cond), SentenceEnd::Full, lexicon)
}

/// Renders a rule of a track: its head, and what it does under it.
fn along(part: &ast::TrackPart, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let (head, body) = match part {
        ast::TrackPart::Gate { at, cond } => {
            let cond = Phrases::new(lexicon).condition(cond);
            let gate = Sentence::Gate(print::expr(at), cond);
            return vec![line(&gate, SentenceEnd::Full, lexicon)];
        }
        ast::TrackPart::Beyond { extra, body } => (Sentence::Beyond(extra.text.clone()), body),
        ast::TrackPart::At { space, how, body } => {
            let how = how.as_ref().map(|how| how.text.clone());
            (Sentence::At(print::expr(space), how), body)
        }
    };
    let inner = block(body, lexicon, TextScope::default()).into_iter();
    let inner = inner.map(|line| Line {
        depth: line.depth + 1,
        ..line
    });
    std::iter::once(line(&head, SentenceEnd::Head, lexicon))
        .chain(inner)
        .collect()
}

/// Renders a hook or a modifier in words: its effect, and the time or condition of it.
#[must_use]
pub fn reaction(item: &ItemKind, lexicon: &Lexicon<'_>, this: Option<&str>) -> Vec<Line> {
    let open = TextScope { of: None, this };
    if let ItemKind::Hook(hook) = item {
        let mut page = LineBuilder::new(open.phrases(lexicon));
        let head = page.hook(hook);
        page.under(&head, &hook.body);
        return page.lines;
    }
    let ItemKind::Modifier(modifier) = item else {
        return Vec::new();
    };
    let said = open.phrases(lexicon).changed(modifier);
    vec![line(&said, SentenceEnd::Full, lexicon)]
}

impl LineBuilder<'_> {
    /// Renders the trigger of a hook. Its names are bound from then on.
    fn hook(&mut self, hook: &ast::Hook) -> Sentence {
        let effect = self.phrases.lexicon.effect(hook.effect.span);
        let params = effect.as_ref().map_or(&[][..], |effect| &effect.params);
        let conds = self
            .phrases
            .bind_arguments(&hook.params, params, hook.cond.as_ref());
        let event = match effect.as_ref().and_then(|effect| effect.phrase) {
            Some(phrase) => EventSaid::Phrase(self.phrases.event(phrase, &hook.params, params)),
            None => {
                let names = hook.params.iter();
                let names = names.map(|one| self.phrases.name(&one.text, one.span));
                let effect = &hook.effect;
                let name = self.phrases.lexicon.named(&effect.text, effect.span);
                EventSaid::Done(name, names.collect())
            }
        };
        self.phrases.settle();
        let conds = conds.iter().map(|cond| self.phrases.condition(cond));
        Sentence::Hook {
            timing: hook.timing,
            event,
            conds: conds.collect(),
            limit: hook.limit.as_ref().map(|(most, until)| {
                let until = self.phrases.lexicon.named(&until.text, until.span);
                (self.phrases.value(most), until)
            }),
        }
    }
}

impl<'a> Phrases<'a> {
    /// Binds the names of a hook or modifier: to what its condition says they are, else to `a card`. Gives what else is asked.
    fn bind_arguments<'e>(
        &mut self,
        names: &[ast::Name],
        params: &[Parameter],
        cond: Option<&'e ast::Expr>,
    ) -> Vec<&'e ast::Expr> {
        let mut asked = cond.map_or_else(Vec::new, ast::Expr::conjuncts);
        for (nth, name) in names.iter().enumerate() {
            let ty = params.get(nth).and_then(|param| param.ty.as_deref());
            let equation = asked
                .iter()
                .position(|part| self.said_to_be(part, name).is_some());
            let said = equation.and_then(|at| self.said_to_be(asked[at], name).map(|to| (at, to)));
            if let Some((at, value)) = said {
                let said = self.value(value);
                self.bind_as(Symbol::Local(name.span), ty.map(str::to_owned), said);
                asked.remove(at);
                continue;
            }
            self.bind(name, ty.map(str::to_owned));
            let noun = self.noun_for(&name.text, ty);
            let is_thing = ty.is_some_and(|ty| self.lexicon.is_thing(ty));
            let is_player = ty == Some("player") && noun == self.lexicon.player();
            if let (Some(bound), true) = (self.bound.last_mut(), is_thing) {
                bound.said = if is_player {
                    Noun::Anybody
                } else {
                    Noun::Some(noun)
                };
                if is_player {
                    bound.noun = Noun::ThatPlayer;
                }
            }
        }
        asked
    }

    /// Returns the expression that an equation says a name is equal to; `none` does not count.
    fn said_to_be<'e>(&self, e: &'e ast::Expr, name: &ast::Name) -> Option<&'e ast::Expr> {
        let ExprKind::Binary(BinaryOp::Equal, a, b) = &*e.kind else {
            return None;
        };
        let symbol = Some(Symbol::Local(name.span));
        let is = |e: &ast::Expr| {
            matches!(&*e.kind, ExprKind::Name(_)) && self.lexicon.symbol(e.span) == symbol
        };
        match (is(a), is(b)) {
            (true, false) if !matches!(&*b.kind, ExprKind::None) => Some(b),
            (false, true) if !matches!(&*a.kind, ExprKind::None) => Some(a),
            _ => None,
        }
    }

    /// Resets the words of bound names to their nouns: what was told once is `the card` from now on.
    fn settle(&mut self) {
        for bound in &mut self.bound {
            bound.said.clone_from(&bound.noun);
        }
    }

    fn event(&self, phrase: &Words, names: &[ast::Name], params: &[Parameter]) -> FilledPhrase {
        fill(phrase, &|hole| {
            let at = params
                .iter()
                .position(|param| param.symbol == hole.symbol)?;
            let bound = names.get(at).and_then(|name| self.bound_at(name.span));
            Some(Filling::Said(match bound {
                Some(bound) => bound.said.clone(),
                None => self.any_of(&params[at]),
            }))
        })
    }

    /// A parameter that the hook gives no name.
    fn any_of(&self, param: &Parameter) -> Noun {
        match param.ty.as_deref() {
            Some("player") => Noun::Anybody,
            Some(ty) => Noun::Some(self.noun_for(&param.name, Some(ty))),
            None => Noun::Word(self.lexicon.word_of_local(&param.name)),
        }
    }

    fn changed(mut self, modifier: &ast::Modifier) -> Sentence {
        let query = self.lexicon.query(modifier.query.span);
        let params = query.as_ref().map_or(&[][..], |query| &query.params);
        let conds = self.bind_arguments(&modifier.params, params, modifier.cond.as_ref());
        let subject = self.subject(params, modifier);
        self.settle();
        Sentence::Modify {
            subject,
            change: modifier.change,
            answer: self.new_answer(modifier),
            conds: conds.iter().map(|cond| self.condition(cond)).collect(),
        }
    }

    fn new_answer(&self, modifier: &ast::Modifier) -> NewAnswer {
        let query = self.lexicon.query(modifier.query.span);
        match (modifier.change, &*modifier.value.kind) {
            (Change::Set, ExprKind::Bool(flag)) => NewAnswer::Flag(*flag),
            (Change::Set, _) if query.as_ref().is_some_and(|one| one.is_bool()) => {
                // A query that is never true by itself is true exactly when the condition holds.
                let tree = query.and_then(|one| self.lexicon.trees.query(one.symbol));
                let is_no =
                    tree.is_some_and(|one| matches!(&*one.body.kind, ExprKind::Bool(false)));
                NewAnswer::When {
                    cond: self.condition(&modifier.value),
                    only: is_no,
                }
            }
            _ => NewAnswer::Amount(self.one_amount(&modifier.value)),
        }
    }

    /// Returns the subject of a modifier.
    fn subject(&self, params: &[Parameter], modifier: &ast::Modifier) -> ModifierSubject {
        let query = self.lexicon.query(modifier.query.span);
        let named = |one: &ast::Name| self.name(&one.text, one.span);
        let Some((query, phrase)) = query.and_then(|one| one.phrase.map(|phrase| (one, phrase)))
        else {
            let query = &modifier.query;
            let name = self.lexicon.named(&query.text, query.span);
            return ModifierSubject::Query(name, modifier.params.iter().map(named).collect());
        };
        let filled = fill(phrase, &|hole| {
            if hole.symbol == query.symbol {
                return Some(Filling::Own);
            }
            let at = params
                .iter()
                .position(|param| param.symbol == hole.symbol)?;
            let name = modifier.params.get(at);
            Some(Filling::Said(match name {
                Some(name) => named(name),
                None => self.any_of(&params[at]),
            }))
        });
        ModifierSubject::Phrase {
            filled,
            is_bool: query.is_bool(),
            counts: counts(phrase, query.symbol),
        }
    }
}
