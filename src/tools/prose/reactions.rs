//! Hooks and modifiers in words: `Whenever you gain a bird icon: …`, `The cost of a card is 3 less if …`.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only hooks and modifiers react, and only an equation names an argument"
)]

use crate::prose::Lexicon;
use crate::prose::TextScope;
use crate::prose::lexicon::counts;
use crate::prose::lexicon::type_name;
use crate::prose::phrases::Filling;
use crate::prose::phrases::fill;
use crate::prose::sentence;
use crate::prose::spaced;
use crate::prose::statements::LineBuilder;
use crate::prose::values::Phrases;
use ludex_check::semantics::Symbol;
use ludex_markup::Line;
use ludex_syntax::ast;
use ludex_syntax::ast::BinaryOp;
use ludex_syntax::ast::Change;
use ludex_syntax::ast::ExprKind;
use ludex_syntax::ast::ItemKind;

/// Renders a hook or a modifier in words: its effect, and the time or condition of it.
#[must_use]
pub fn reaction(item: &ItemKind, lexicon: &Lexicon<'_>, this: Option<&str>) -> Vec<Line> {
    let open = TextScope { params: &[], this };
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
        let params = effect.map_or(&[][..], |effect| &effect.params);
        let cond = self
            .phrases
            .bind_arguments(&hook.params, params, hook.cond.as_ref());
        let event = match effect.and_then(|effect| effect.phrase.as_ref()) {
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
        params: &[ast::Param],
        cond: Option<&'e ast::Expr>,
    ) -> Vec<&'e ast::Expr> {
        let mut asked = Vec::new();
        cond.into_iter().for_each(|cond| parts(cond, &mut asked));
        for (nth, name) in names.iter().enumerate() {
            let ty = params.get(nth).and_then(|param| param.ty.as_ref());
            let ty = ty.and_then(type_name);
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

    fn event(&self, phrase: &ast::Phrase, names: &[ast::Name], params: &[ast::Param]) -> String {
        fill(phrase, &|hole| {
            let at = params
                .iter()
                .position(|param| param.name.text == hole.text)?;
            let bound = names.get(at).and_then(|name| self.bound_at(name.span));
            Some(Filling::Said(match bound {
                Some(bound) => bound.said.clone(),
                None => self.any_of(&params[at]),
            }))
        })
    }

    /// A parameter that the hook gives no name.
    fn any_of(&self, param: &ast::Param) -> String {
        match param.ty.as_ref().and_then(type_name) {
            Some("player") => "anybody".into(),
            Some(ty) => format!("a {}", self.noun_for(&param.name.text, Some(ty), false)),
            None => spaced(&param.name.text),
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
        let params = query.map_or(&[][..], |query| &query.params);
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
            (Change::Set, _) if query.is_some_and(|one| type_name(&one.ty) == Some("bool")) => {
                let when = self.condition(&modifier.value);
                // What never holds by itself needs no more than the condition.
                if query.is_some_and(|one| matches!(&*one.body.kind, ExprKind::Bool(false))) {
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
        params: &[ast::Param],
        modifier: &ast::Modifier,
    ) -> (String, String) {
        let phrase = self
            .lexicon
            .query(modifier.query.span)
            .and_then(|query| query.phrase.as_ref());
        let Some(phrase) = phrase else {
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
                if hole.text == name {
                    return Some(own.clone());
                }
                let at = params
                    .iter()
                    .position(|param| param.name.text == hole.text)?;
                let named = modifier.params.get(at);
                Some(Filling::Said(match named {
                    Some(named) => self.name(&named.text, named.span),
                    None => self.any_of(&params[at]),
                }))
            })
        };
        let is_bool = self
            .lexicon
            .query(modifier.query.span)
            .is_some_and(|one| type_name(&one.ty) == Some("bool"));
        match (is_bool, counts(phrase, name)) {
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
