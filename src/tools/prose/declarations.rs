//! Declarations in words: what effects, actions and hooks do, what modifiers change, what tracks bring and what wins.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only some declarations do something, and only an equation names an argument"
)]

use std::collections::BTreeMap;

use crate::prose::Lexicon;
use crate::prose::TextScope;
use crate::prose::condition;
use crate::prose::denial;
use crate::prose::label;
use crate::prose::lexicon::Parameter;
use crate::prose::phrases::Filling;
use crate::prose::phrases::articles;
use crate::prose::phrases::counts;
use crate::prose::phrases::fill;
use crate::prose::sentence;
use crate::prose::spaced;
use crate::prose::statements::LineBuilder;
use crate::prose::statements::block;
use crate::prose::value;
use crate::prose::values::Phrases;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::Symbol;
use ludex_check::semantics::Words;
use ludex_markup::Line;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::BinaryOp;
use ludex_syntax::ast::Change;
use ludex_syntax::ast::ExprKind;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::ast::StmtPart;
use ludex_syntax::print;

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
                _ => {}
            }
            let name = item.kind.name();
            let Some(symbol) = name.and_then(|name| names.semantics.symbol(name.span)) else {
                continue;
            };
            match &item.kind {
                ItemKind::Effect(one) => drop(trees.effects.insert(symbol, one)),
                ItemKind::Query(one) => drop(trees.queries.insert(symbol, one)),
                _ => {}
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
    let line = |text: String| vec![Line { depth: 0, text }];
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
        ItemKind::Query(one) => line(format!("{}.", value(&one.body, lexicon, open))),
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
        ItemKind::Heuristic(one) => {
            let value = value(one, lexicon, TextScope::default());
            line(format!("Bots value a position by {value}."))
        }
        ItemKind::Demand(one) => {
            let value = value(&one.cond, lexicon, TextScope::default());
            line(format!("In every given position {value}."))
        }
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
    match item {
        ItemKind::Action(action) => {
            let mut phrases = Phrases::new(lexicon);
            phrases.bind_all(&action.binders);
            for stmt in &action.body.stmts {
                if let Some((cond, _)) = stmt.kind.demand() {
                    told.push((stmt.span, articles(&phrases.condition(cond))));
                    phrases.parts(cond, &mut told);
                }
            }
        }
        ItemKind::Query(query) => {
            let mut phrases = Phrases::new(lexicon);
            let symbol = lexicon.symbol(query.name.span);
            phrases.bind_params(symbol.map_or_else(Vec::new, |symbol| lexicon.params(symbol)));
            phrases.parts(&query.body, &mut told);
        }
        _ => {}
    }
    told
}

/// Renders the numbers by which a result ranks players.
#[must_use]
pub fn ranks(item: &ItemKind, lexicon: &Lexicon<'_>) -> Vec<String> {
    match item {
        ItemKind::Result(result) => {
            let ranks = result.ranks.iter();
            ranks.map(|rank| label(&rank.value, lexicon)).collect()
        }
        _ => Vec::new(),
    }
}

fn ranked(nth: usize, rank: &ast::RankBy, lexicon: &Lexicon<'_>) -> Line {
    let value = label(&rank.value, lexicon);
    // A computed value is a plain number, not a count of something.
    let is_count = matches!(&*rank.value.kind, ExprKind::Name(_) | ExprKind::Call(..));
    let value = match (is_count, rank.low_wins) {
        (true, true) => format!("the fewest {value}"),
        (true, false) => format!("the most {value}"),
        (false, true) => format!("the lowest number: {value}"),
        (false, false) => format!("the highest number: {value}"),
    };
    let text = match (nth, is_count) {
        (0, true) => format!("Whoever has {value} wins."),
        (0, false) => format!("The winner has {value}."),
        _ => format!("Among equals, whoever has {value}."),
    };
    Line { depth: 0, text }
}

fn winning(cond: &ast::Expr, lexicon: &Lexicon<'_>) -> Line {
    let cond = condition(cond, lexicon, TextScope::default());
    let text = format!("You can win only if {cond}.");
    Line { depth: 0, text }
}

/// Renders a rule of a track: its head, and what it does under it.
fn along(part: &ast::TrackPart, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let (head, body) = match part {
        ast::TrackPart::Gate { at, cond } => {
            let cond = condition(cond, lexicon, TextScope::default());
            (
                format!("Not beyond {} as long as {cond}.", print::expr(at)),
                None,
            )
        }
        ast::TrackPart::Beyond { extra, body } => (
            format!("Steps that are lost (`{}`):", extra.text),
            Some(body),
        ),
        ast::TrackPart::At { space, how, body } => {
            let how = how.as_ref().map_or("", |how| how.text.as_str());
            let how = match how {
                "" => String::new(),
                "first" => ", for the first player there".into(),
                other => format!(", {other}"),
            };
            (format!("At {}{how}:", print::expr(space)), Some(body))
        }
    };
    let inner = body.map_or(Vec::new(), |body| {
        block(body, lexicon, TextScope::default())
    });
    let inner = inner.into_iter().map(|line| Line {
        depth: line.depth + 1,
        ..line
    });
    std::iter::once(Line {
        depth: 0,
        text: head,
    })
    .chain(inner)
    .collect()
}

/// Renders a hook or a modifier in words: its effect, and the time or condition of it.
#[must_use]
pub fn reaction(item: &ItemKind, lexicon: &Lexicon<'_>, this: Option<&str>) -> Vec<Line> {
    let open = TextScope { of: None, this };
    match item {
        ItemKind::Hook(hook) => {
            let mut page = LineBuilder::new(open.phrases(lexicon));
            let head = page.hook(hook);
            page.under(head, &hook.body);
            page.lines
        }
        ItemKind::Modifier(modifier) => {
            let text = open.phrases(lexicon).changed(modifier);
            vec![Line { depth: 0, text }]
        }
        _ => Vec::new(),
    }
}

impl LineBuilder<'_> {
    /// Renders the trigger of a hook. Its names are bound from then on.
    fn hook(&mut self, hook: &ast::Hook) -> String {
        let effect = self.phrases.lexicon.effect(hook.effect.span);
        let params = effect.as_ref().map_or(&[][..], |effect| &effect.params);
        let cond = self
            .phrases
            .bind_arguments(&hook.params, params, hook.cond.as_ref());
        let event = match effect.as_ref().and_then(|effect| effect.phrase) {
            Some(phrase) => self.phrases.event(phrase, &hook.params, params),
            None => self.phrases.unnamed(&hook.effect.text, &hook.params),
        };
        self.phrases.settle();
        let (when, cond) = self.phrases.when_and_if(&cond);
        let when = match when.is_empty() {
            true => when,
            false => format!(" {when}"),
        };
        let head = match hook.timing {
            ast::Timing::Before => format!("before {event}{when}"),
            ast::Timing::Instead => format!("instead, whenever {event}{when}"),
            ast::Timing::After => format!("whenever {event}{when}"),
        };
        let limit = hook.limit.as_ref().map_or(String::new(), |(most, until)| {
            let times = match &*most.kind {
                ExprKind::Int(1) => "once".to_owned(),
                _ => format!("{} times", self.phrases.value(most)),
            };
            format!(", at most {times} until {}", spaced(&until.text))
        });
        match cond.is_empty() {
            true => head + &limit,
            false => format!("{head}, if {cond}{limit}"),
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
        let mut asked = Vec::new();
        cond.into_iter().for_each(|cond| parts(cond, &mut asked));
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
            let noun = self.noun_for(&name.text, ty, false);
            let is_thing = ty.is_some_and(|ty| self.lexicon.is_thing(ty));
            if let (Some(bound), true) = (self.bound.last_mut(), is_thing) {
                let is_player = ty == Some("player") && noun == "player";
                bound.said = if is_player {
                    "anybody".into()
                } else {
                    format!("a {noun}")
                };
                if is_player {
                    bound.noun = "that player".into();
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

    fn event(&self, phrase: &Words, names: &[ast::Name], params: &[Parameter]) -> String {
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
    fn any_of(&self, param: &Parameter) -> String {
        match param.ty.as_deref() {
            Some("player") => "anybody".into(),
            Some(ty) => format!("a {}", self.noun_for(&param.name, Some(ty), false)),
            None => spaced(&param.name),
        }
    }

    fn unnamed(&self, effect: &str, names: &[ast::Name]) -> String {
        let said: Vec<String> = names
            .iter()
            .map(|one| self.name(&one.text, one.span))
            .collect();
        match said.is_empty() {
            true => format!("“{}” is done", spaced(effect)),
            false => format!("“{}” is done ({})", spaced(effect), said.join(", ")),
        }
    }

    fn changed(mut self, modifier: &ast::Modifier) -> String {
        let name = modifier.query.text.as_str();
        let query = self.lexicon.query(modifier.query.span);
        let params = query.as_ref().map_or(&[][..], |query| &query.params);
        let cond = self.bind_arguments(&modifier.params, params, modifier.cond.as_ref());
        let (subject, denied) = self.subject(name, params, modifier);
        self.settle();
        let (when, cond) = self.when_and_if(&cond);
        let cond = match cond.is_empty() {
            true => cond,
            false => format!(" if {cond}"),
        };
        let said = self.change(modifier, (&subject, &denied), &cond);
        match when.is_empty() {
            true => sentence(&said),
            false => sentence(&format!("{when}, {said}")),
        }
    }

    /// The change of a modifier: what is changed, and under which condition, ` if …` or nothing.
    fn change(
        &self,
        modifier: &ast::Modifier,
        (subject, denied): (&str, &str),
        cond: &str,
    ) -> String {
        let query = self.lexicon.query(modifier.query.span);
        let amount = self.one_amount(&modifier.value);
        let value = amount.alone();
        match (modifier.change, &*modifier.value.kind) {
            (Change::Set, ExprKind::Bool(true)) => format!("{subject}{cond}."),
            (Change::Set, ExprKind::Bool(false)) => format!("{denied}{cond}."),
            (Change::Set, _) if query.as_ref().is_some_and(|one| one.is_bool()) => {
                let when = self.condition(&modifier.value);
                // A query that is never true by itself is true exactly when the condition holds.
                let tree = query.and_then(|one| self.lexicon.trees.query(one.symbol));
                if tree.is_some_and(|one| matches!(&*one.body.kind, ExprKind::Bool(false))) {
                    let cond = cond.strip_prefix(" if ");
                    let cond = cond.map_or(String::new(), |cond| format!("{cond} and "));
                    return format!("{subject} if {cond}{when}.");
                }
                match cond.strip_prefix(" if ") {
                    Some(cond) => format!("if {cond}: {subject} exactly if {when}."),
                    None => format!("{subject} exactly if {when}."),
                }
            }
            (Change::Set, _) => format!("{subject} is {value}{cond}."),
            (Change::Plus, _) => format!("{subject} is {value} more{cond}."),
            (Change::Minus, _) => format!("{subject} is {value} less{cond}."),
            (Change::AtLeast, _) => format!("{subject} is at least {value}{cond}."),
            (Change::AtMost, _) => format!("{subject} is at most {value}{cond}."),
        }
    }

    /// Renders the subject of a modifier; of what holds or not, its denial as well.
    fn subject(
        &self,
        name: &str,
        params: &[Parameter],
        modifier: &ast::Modifier,
    ) -> (String, String) {
        let query = self.lexicon.query(modifier.query.span);
        let Some((query, phrase)) = query.and_then(|one| one.phrase.map(|phrase| (one, phrase)))
        else {
            let of: Vec<String> = modifier
                .params
                .iter()
                .map(|one| self.name(&one.text, one.span))
                .collect();
            let subject = match of.is_empty() {
                true => format!("the {}", spaced(name)),
                false => format!("the {} of {}", spaced(name), of.join(", ")),
            };
            let denied = format!("not {subject}");
            return (subject, denied);
        };
        let told = |own: Filling| {
            fill(phrase, &|hole| {
                if hole.symbol == query.symbol {
                    return Some(own.clone());
                }
                let at = params
                    .iter()
                    .position(|param| param.symbol == hole.symbol)?;
                let named = modifier.params.get(at);
                Some(Filling::Said(match named {
                    Some(named) => self.name(&named.text, named.span),
                    None => self.any_of(&params[at]),
                }))
            })
        };
        match (query.is_bool(), counts(phrase, query.symbol)) {
            (true, true) => (told(Filling::One), told(Filling::Several)),
            (true, false) => (
                told(Filling::One),
                super::conditions::denied(&told(Filling::One)),
            ),
            (false, true) => (
                format!("the number of {}", told(Filling::Several)),
                String::new(),
            ),
            (false, false) => (told(Filling::One), String::new()),
        }
    }
}

/// The parts of a condition that must all hold.
fn parts<'e>(e: &'e ast::Expr, into: &mut Vec<&'e ast::Expr>) {
    match &*e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            parts(a, into);
            parts(b, into);
        }
        _ => into.push(e),
    }
}
