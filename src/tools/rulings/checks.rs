//! Checks at a point of a ruling: `expect`, `offers`, `refuses`, `next`.

use crate::rulings::conditions::FailedCondition;
use crate::rulings::play::{RulingPlay, broke, fitting, listed, may, own, traced};
use crate::rulings::ruling::{LabelWords, Next, OffersCheck, RefusalCheck, RulingCheck};
use ludex_engine::state::State;
use ludex_play::decision::Decision;
use ludex_play::explain::{Explanation, Legality};
use ludex_play::format;
use ludex_play::game::PlayError;
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_report::{Code, Diagnostic};
use ludex_rules::decision::is_answer;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_tables::Scalar;

/// The words by which a ruling says that an action is not offered at all.
const NOT_OFFERED: &str = "not offered";

impl RulingPlay<'_> {
    pub(super) fn check(&mut self, check: &RulingCheck) {
        match check {
            RulingCheck::Expect(texts) => texts.iter().for_each(|text| self.expect(text)),
            RulingCheck::Offers(expected, span) => self.offers(expected, *span),
            RulingCheck::Among(among) => self.among(among),
            RulingCheck::Log(of) => of
                .iter()
                .for_each(|(seat, _, among)| self.log(*seat, among)),
            RulingCheck::View(of) => of.iter().for_each(|(seat, _, part)| self.view(*seat, part)),
            RulingCheck::Exactly(collections) => {
                collections.iter().for_each(|one| self.exactly(one))
            }
            RulingCheck::Refuses(refusals) => {
                refusals.iter().for_each(|refusal| self.refuses(refusal))
            }
            RulingCheck::Next(next, span) => self.next(*next, *span),
            RulingCheck::Changes(changes) => self.changes(changes),
            RulingCheck::Ended(end, span) => self.ended(end, *span),
        }
    }

    fn expect(&mut self, text: &Scalar) {
        let (state, program) = (self.playing.state(), self.playing.program());
        let Some(failed) = self.conditions.ask(text, program, state, self.sources) else {
            return;
        };
        let (line, span) = (text.text().trim(), text.span(0, text.text().len()));
        let diagnostic = match &failed.parts {
            Ok(parts) => {
                let diagnostic = Diagnostic::error(Code::NOT_SO, format!("`{line}` does not hold"))
                    .at(span, "not so");
                let parts = parts
                    .iter()
                    .map(|(part, value)| format!("`{part}` is `{value}`"));
                parts.fold(diagnostic, Diagnostic::help)
            }
            Err(fault) => {
                let message = format!("`{line}` has no answer: {fault}");
                let diagnostic = Diagnostic::error(Code::NOT_SO, message);
                let diagnostic = diagnostic.at(span, "cannot be asked");
                // A fault in the condition's own words needs no second place.
                if fault.span.file == span.file {
                    diagnostic
                } else {
                    traced(diagnostic, fault, self.sources)
                }
            }
        };
        self.fail(match who_is_you(&failed) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    fn offers(&mut self, expected: &[LabelWords], span: Span) {
        let Some(decision) = self.playing.decision() else {
            if !expected.is_empty() {
                let diagnostic =
                    Diagnostic::error(Code::OTHER_OFFER, "nothing is offered: the game is over");
                self.fail(diagnostic.at(span, ""));
            }
            return;
        };
        let mut left: Vec<usize> = (0..decision.options.len()).collect();
        let mut absent = Vec::new();
        for words in expected {
            let found = fitting(self.playing.program(), &decision, words);
            match found.as_slice() {
                [one] if left.contains(one) => left.retain(|option| option != one),
                [one] => self.fail(twice(&decision, *one, words)),
                [] => absent.push(words),
                several => {
                    // The words stand for one of them; the others are told by the message.
                    left.retain(|option| !several.contains(option));
                    let labels = several
                        .iter()
                        .map(|option| decision.options[*option].label.as_str());
                    let message = format!("several options begin with `{}`", words.text);
                    let diagnostic = Diagnostic::error(Code::OTHER_OFFER, message)
                        .at(words.span, "not clear which");
                    self.fail(diagnostic.help(listed("they are", labels)));
                }
            }
        }
        if absent.is_empty() && left.is_empty() {
            return;
        }
        let mut diagnostic = Diagnostic::error(
            Code::OTHER_OFFER,
            format!("{} has other options", decision.player),
        );
        diagnostic = match absent.as_slice() {
            [] => diagnostic.at(span, "not all of them"),
            absent => absent.iter().fold(diagnostic, |diagnostic, words| {
                diagnostic.at(words.span, "not offered")
            }),
        };
        if !left.is_empty() {
            let labels = left
                .iter()
                .map(|option| decision.options[*option].label.as_str());
            diagnostic = diagnostic.help(listed("offered but not expected", labels));
        }
        self.fail(diagnostic);
    }

    /// Some options among others, and some that must not be there.
    fn among(&mut self, among: &OffersCheck) {
        let Some(decision) = self.playing.decision() else {
            for words in &among.some {
                let diagnostic =
                    Diagnostic::error(Code::OTHER_OFFER, "nothing is offered: the game is over");
                self.fail(diagnostic.at(words.span, ""));
            }
            return;
        };
        for words in &among.some {
            if fitting(self.playing.program(), &decision, words).is_empty() {
                let message = format!("`{}` is not offered", words.text);
                let diagnostic = Diagnostic::error(Code::OTHER_OFFER, message);
                self.fail(
                    diagnostic
                        .at(words.span, decision.prompt.clone())
                        .help(may(&decision)),
                );
            }
        }
        for words in &among.not {
            if !fitting(self.playing.program(), &decision, words).is_empty() {
                let message = format!("`{}` is offered", words.text);
                self.fail(
                    Diagnostic::error(Code::OTHER_OFFER, message)
                        .at(words.span, "it can be chosen"),
                );
            } else {
                // A slip would never be offered either.
                let refusal = RefusalCheck {
                    words: words.clone(),
                    because: None,
                };
                self.known(&refusal, &decision);
            }
        }
    }

    /// Reports words that could be no choice at all.
    fn known(&mut self, refusal: &RefusalCheck, decision: &Decision) {
        let mut words = refusal.words.text.split(' ');
        let action = words.next().unwrap_or_default().to_owned();
        let args = arguments(self.playing.program(), &action, words, decision.player);
        match self.playing.explain_all(&action, &args) {
            Ok(_) => {}
            Err(PlayError::UnknownAction { .. }) if !is_offer(self.playing.program(), decision) => {
                self.value_refused(refusal, decision);
            }
            Err(error @ PlayError::Fault(_)) => {
                let diagnostic = broke(&error, refusal.words.span, self.sources);
                self.fail(diagnostic);
            }
            Err(error) => self.unknown(refusal, error.to_string(), may(decision)),
        }
    }

    fn next(&mut self, next: Next, span: Span) {
        let asked = self.playing.decision();
        let (is, label) = match (&asked, next) {
            (None, Next::Over) => return,
            (Some(decision), Next::Player(player)) if decision.player == player => return,
            (None, Next::Player(_)) => {
                ("the game is over".to_owned(), "nobody is asked".to_owned())
            }
            (Some(decision), _) => (
                format!("{} is asked next", decision.player),
                decision.prompt.clone(),
            ),
        };
        self.fail(Diagnostic::error(Code::OTHER_NEXT, is).at(span, label));
    }

    fn refuses(&mut self, refusal: &RefusalCheck) {
        let Some(decision) = self.playing.decision() else {
            let diagnostic =
                Diagnostic::error(Code::NOT_REFUSED, "nothing is refused: the game is over");
            self.fail(diagnostic.at(refusal.words.span, ""));
            return;
        };
        if !fitting(self.playing.program(), &decision, &refusal.words).is_empty() {
            let message = format!("`{}` is not refused", refusal.words.text);
            self.fail(
                Diagnostic::error(Code::NOT_REFUSED, message)
                    .at(refusal.words.span, "it can be chosen"),
            );
            return;
        }
        let mut words = refusal.words.text.split(' ');
        let action = words.next().unwrap_or_default().to_owned();
        let args = arguments(self.playing.program(), &action, words, decision.player);
        match self.playing.explain_all(&action, &args) {
            Ok(explanation) => self.refused(refusal, &explanation),
            Err(PlayError::UnknownAction { .. })
                if !is_offer(self.playing.program(), &decision) =>
            {
                self.value_refused(refusal, &decision);
            }
            Err(error @ PlayError::Fault(_)) => {
                let diagnostic = broke(&error, refusal.words.span, self.sources);
                self.fail(diagnostic);
            }
            Err(_) if action.ends_with(':') => {
                let message = format!("`{action}` is no word of a choice");
                let help = "what is refused is refused to the player who is asked: leave it out";
                self.unknown(refusal, message, help.to_owned());
            }
            Err(error) => self.unknown(refusal, error.to_string(), may(&decision)),
        }
    }

    /// An action that cannot be chosen: is it for the reason that the ruling gives?
    fn refused(&mut self, refusal: &RefusalCheck, explanation: &Explanation) {
        if !explanation.offered {
            self.not_offered(refusal, explanation);
            return;
        }
        let reasons: Vec<&str> = explanation
            .requirements
            .iter()
            .filter(|one| one.holds == Some(false))
            .map(|one| one.reason.as_str())
            .collect();
        let Some(because) = &refusal.because else {
            return;
        };
        if reasons.iter().any(|reason| reason.contains(&because.text)) {
            return;
        }
        if because.text == NOT_OFFERED && matches!(explanation.verdict, Legality::NotAmong { .. }) {
            return;
        }
        let told = refusal_of(explanation);
        let message = format!("`{}` is refused for another reason", refusal.words.text);
        self.fail(
            Diagnostic::error(Code::NOT_REFUSED, message)
                .at(because.span, "not the reason")
                .help(told),
        );
    }

    /// An action that nobody is asked for: who would do it, and whether it is legal, cannot be told. So a ruling that
    /// means just that must say it.
    fn not_offered(&mut self, refusal: &RefusalCheck, explanation: &Explanation) {
        let because = refusal.because.as_ref();
        if because.is_some_and(|because| because.text == NOT_OFFERED) {
            return;
        }
        let span = because.map_or(refusal.words.span, |because| because.span);
        let (action, player) = (&explanation.action, explanation.player);
        let message = format!("`{action}` is not among the actions that {player} is offered now");
        let help = format!(
            "ask when it is offered, or write `because: {NOT_OFFERED}` if that is what the ruling says"
        );
        self.fail(
            Diagnostic::error(Code::NOT_REFUSED, message)
                .at(span, "so nobody refuses it for a reason of its own")
                .help(help),
        );
    }

    /// Returns the rules' own reason why a line cannot be played; none when its words are no choice at all.
    pub(super) fn why_refused(
        &mut self,
        decision: &Decision,
        words: &LabelWords,
    ) -> Option<String> {
        let program = self.playing.shared_program();
        let mut said = words.text.split(' ');
        let action = said.next().unwrap_or_default().to_owned();
        let args = arguments(&program, &action, said, decision.player);
        match self.playing.explain_all(&action, &args) {
            Ok(explanation) if !explanation.offered => Some(format!(
                "`{action}` is not among the actions that {} is offered now",
                decision.player
            )),
            Ok(explanation) => Some(refusal_of(&explanation)),
            Err(error @ (PlayError::UnknownWord { .. } | PlayError::TooManyArguments { .. })) => {
                Some(error.to_string())
            }
            Err(_) if is_offer(&program, decision) => None,
            Err(_) => {
                let state = self.playing.state();
                let unknown = unknown_word(&program, state, decision, &words.text);
                let chosen = program.sites[decision.site].span;
                let at = self.sources.line_col(chosen.file, chosen.start);
                let path = self.sources.path(chosen.file);
                unknown.is_none().then(|| {
                    format!(
                        "`{}` is not among what is chosen from in {path}:{}:{}",
                        words.text, at.line, at.column
                    )
                })
            }
        }
    }

    /// A value that is not offered: refused, if it is one at all.
    fn value_refused(&mut self, refusal: &RefusalCheck, decision: &Decision) {
        let program = self.playing.program();
        let unknown = unknown_word(program, self.playing.state(), decision, &refusal.words.text);
        if let Some(word) = unknown {
            self.unknown(
                refusal,
                format!("`{word}` is no value that could be chosen here"),
                may(decision),
            );
        } else if let Some(because) = &refusal.because {
            let message = "a value that is not offered has no reason";
            let diagnostic = Diagnostic::error(Code::NOT_REFUSED, message)
                .at(because.span, "only actions have requirements");
            self.fail(diagnostic.help("leave `because` out"));
        }
    }

    /// A slip in the ruling: otherwise every misspelt word would be refused.
    fn unknown(&mut self, refusal: &RefusalCheck, message: String, help: String) {
        self.broken = true;
        self.fail(
            Diagnostic::error(Code::RULING_WORD, message)
                .at(refusal.words.span, "")
                .help(help),
        );
    }
}

/// Names the player whom a condition means by `you`, who may be another one than the ruling's author thought of.
fn who_is_you(failed: &FailedCondition) -> Option<String> {
    let you = match failed.you? {
        Some(player) => format!("`you` is {player}, who is asked next"),
        None => "`you` is nobody, for the game is over".to_owned(),
    };
    let others: Vec<String> = failed.holds_for.iter().map(PlayerId::to_string).collect();
    Some(match others.first() {
        Some(first) => {
            let all = others.join(" and ");
            format!("{you}; it holds for {all}: to name a player, write `{first}.…`")
        }
        None => you,
    })
}

/// The reasons why an action can't be chosen, in words.
fn refusal_of(explanation: &Explanation) -> String {
    let failed = explanation.requirements.iter();
    let failed = failed.filter(|one| one.holds == Some(false));
    let reasons: Vec<&str> = failed.map(|one| one.reason.as_str()).collect();
    if !reasons.is_empty() {
        return listed("it is refused because", reasons.into_iter());
    }
    match &explanation.verdict {
        Legality::NotAmong { parameter, value } | Legality::NotKnown { parameter, value } => {
            format!("`{value}` is not among those that `{parameter}` goes through")
        }
        Legality::NotOffered | Legality::NoWay | Legality::Refused => {
            "every requirement that these words reach holds; write all of them".to_owned()
        }
        Legality::Legal => "every requirement holds".to_owned(),
    }
}

fn twice(decision: &Decision, option: usize, words: &LabelWords) -> Diagnostic {
    let message = format!("`{}` is expected twice", decision.options[option].label);
    Diagnostic::error(Code::OTHER_OFFER, message).at(words.span, "offered once")
}

fn is_offer(program: &Program, decision: &Decision) -> bool {
    matches!(program.sites[decision.site].ask, Ask::Offer { .. })
}

/// Arguments as their action's words have them: a space of the player's own board may be named without the player.
pub(super) fn arguments<'a>(
    program: &Program,
    action: &str,
    words: impl Iterator<Item = &'a str>,
    player: PlayerId,
) -> Vec<String> {
    let action = program.actions.iter().find(|one| one.name == action);
    let params = action.map_or(&[][..], |action| &action.params);
    let types = params
        .iter()
        .map(|(_, ty)| Some(ty))
        .chain(std::iter::repeat(None));
    let full = |(word, ty): (&str, Option<&Type>)| match ty {
        Some(ty) if is_on_own_board(program, ty) && !word.contains('.') => own(player) + word,
        Some(_) | None => word.to_owned(),
    };
    words.zip(types).map(full).collect()
}

fn is_on_own_board(program: &Program, ty: &Type) -> bool {
    matches!(ty.required(), Type::Space(board) | Type::Placement(board)
        if program.layout.boards[*board].per_player)
}

/// The first word that is no value of what is chosen.
fn unknown_word(
    program: &Program,
    state: &State,
    decision: &Decision,
    text: &str,
) -> Option<String> {
    let types = program.sites[decision.site].ask.types();
    let is_value = |ty: &Type, word: &str| format::value(program, state, ty, word).is_some();
    let is_known = |(at, word): (usize, &str)| match types.get(at) {
        Some(ty) => is_value(ty, word) || is_value(ty, &(own(decision.player) + word)),
        None => false,
    };
    let mut words = text.split(' ').enumerate();
    let unknown = words.find(|(at, word)| !is_known((*at, word)) && !is_answer(word));
    unknown.map(|(_, word)| word.to_owned())
}
