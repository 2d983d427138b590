//! Plays a ruling: its position, its lines, its checks.

use crate::rulings::answer::{RulingReport, RulingVerdict};
use crate::rulings::conditions::Conditions;
use crate::rulings::outcome::{KeptOutcome, OutcomeLog};
use crate::rulings::prepared::Prepared;
use crate::rulings::ruling::{
    EndCheck, Given, LabelWords, Next, PlayLine, Ruling, RulingCheck, RulingChoice,
};
use crate::rulings::snap::{AcceptedOutcome, origin, snapshot_path};
use crate::rulings::{chance, position};
use ludex_check::tables::statements::with_nearest;
use ludex_engine::fault::Fault;
use ludex_engine::state::State;
use ludex_pipeline::Checked;
use ludex_play::decision::Decision;
use ludex_play::find::{nearest_option, own_copies};
use ludex_play::game::{Match, PlayError};
use ludex_play::observed::PlayTurn;
use ludex_program::Program;
use ludex_report::{Code, Diagnostic, Report};
use ludex_rules::decision::is_answer;
use ludex_rules::ids::PlayerId;
use ludex_source::{Sources, Span};
use std::sync::Arc;

/// The commonest reason why somebody is not asked what a ruling answers.
const NOT_ASKED: &str = "a `choose` with a single way on is done without a question: if this was one, leave the line out; \
     `offer` and `may` always ask";

/// A game that rulings can be held against.
#[derive(Debug)]
pub struct RuledGame {
    checked: Checked,
    program: Program,
}

impl RuledGame {
    /// A checked game, compiled; none when its addresses show something wrong.
    pub fn new(checked: Checked, report: &mut Report) -> Option<RuledGame> {
        let program = checked.compile(report)?;
        Some(RuledGame { checked, program })
    }

    /// As `new`, but the game notes what of it is reached.
    pub fn observed(checked: Checked, report: &mut Report) -> Option<RuledGame> {
        let program = checked.compile_observed(report)?;
        Some(RuledGame { checked, program })
    }

    /// Returns the checked game.
    #[must_use]
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Returns the compiled game.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }
}

/// Plays a ruling. `accepted` is the text of its snapshot file, if there is one; `sources` hold the ruling and its game.
#[must_use]
pub fn run(
    game: &RuledGame,
    ruling: &Ruling,
    sources: &Sources,
    accepted: Option<&str>,
) -> RulingReport {
    let prepared = Prepared::new(game, [ruling]);
    run_seen(&prepared, 0, ruling, sources, accepted, &mut |_| {})
}

/// As `run`, for one of several rulings that were prepared together, with its number among them; `see` is shown the game
/// as it stands at the end of the ruling, if it came to any.
#[must_use]
pub fn run_seen(
    prepared: &Prepared<'_>,
    nth: usize,
    ruling: &Ruling,
    sources: &Sources,
    accepted: Option<&str>,
    see: &mut dyn FnMut(&Match),
) -> RulingReport {
    let (conditions, mut found) = prepared.conditions(nth);
    let played = play(prepared, nth, ruling, conditions, sources, &mut found, see);
    if !found.has_errors() && ruling.checks_nothing() {
        found.push(nothing_checked(ruling));
    }
    let verdict = match &played {
        None => RulingVerdict::Broken,
        Some(_) if found.has_errors() => RulingVerdict::Failed,
        Some(_) => RulingVerdict::Passed,
    };
    let outcome = played
        .flatten()
        .filter(|_| verdict == RulingVerdict::Passed && ruling.snapshot.outcome);
    let (outcome, origins) = outcome
        .map(|written| (written.text, written.origins))
        .unzip();
    let snapshot = outcome.map(|outcome| AcceptedOutcome {
        path: snapshot_path(&ruling.path),
        description: describe(ruling),
        ruling: origin(&ruling.path),
        reason: None,
        outcome,
    });
    let cites = ruling.cited();
    let Ruling {
        id,
        path,
        game,
        asks,
        says,
        ..
    } = ruling.clone();
    RulingReport {
        id,
        path,
        game,
        asks,
        says,
        cites,
        verdict,
        found,
        snapshot,
        origins: origins.unwrap_or_default(),
    }
    .against(accepted)
}

/// A ruling that says nothing which could be otherwise.
fn nothing_checked(ruling: &Ruling) -> Diagnostic {
    let help = "play the answer, `play: [\"P0: …\"]`, or check it: `expect`, `offers`, `refuses`, `next` …";
    Diagnostic::error(Code::NOTHING_CHECKED, "this ruling checks nothing")
        .at(ruling.head, "it would always pass")
        .help(help)
}

/// The head of a snapshot: question, answer, statements.
fn describe(ruling: &Ruling) -> String {
    let mut lines = vec![ruling.asks.clone(), ruling.says.clone()];
    if !ruling.cites.is_empty() {
        lines.push(ruling.cited().join(", "));
    }
    lines.join("\n")
}

/// Plays a ruling and returns its outcome; the inner none when it didn't come to its end, none when the ruling itself is wrong.
fn play(
    prepared: &Prepared<'_>,
    nth: usize,
    ruling: &Ruling,
    conditions: &Conditions,
    sources: &Sources,
    found: &mut Report,
    see: &mut dyn FnMut(&Match),
) -> Option<Option<KeptOutcome>> {
    let program = prepared.program(nth);
    seats(ruling, found);
    known_statements(prepared.game().checked(), ruling, found);
    if let Some(because) = &ruling.unplayable {
        return unplayable(program, ruling, because, sources, found);
    }
    let start = position::start(program, &ruling.given, found)?;
    let given = position::position(program, &start, &ruling.given, sources, found)?;
    let told = chance::outcomes(program, &ruling.given.chance);
    let told = told.map_err(|wrong| wrong.into_iter().for_each(|one| found.push(one)));
    if found.has_errors() {
        return None;
    }
    let told = told.ok()?;
    let playing = match Match::at_told(Arc::clone(program), start, given.clone(), told) {
        Ok(playing) => playing,
        Err(error) => {
            found.push(broke(&error, ruling.given.span, sources));
            return Some(None);
        }
    };
    let mut table = RulingPlay {
        ruling,
        checked: prepared.game().checked(),
        sources,
        conditions,
        playing,
        found,
        broken: false,
        told: ruling.given.chance.iter().map(|one| one.span).collect(),
        since: given.clone(),
        chosen: 0,
        turn: None,
    };
    table.came_out();
    let outcome = table.play(OutcomeLog::new(program, given, ruling.snapshot));
    see(&table.playing);
    (!table.broken).then_some(outcome)
}

/// Holds the reason why no game can begin so against what the ruling says.
fn unplayable(
    program: &Program,
    ruling: &Ruling,
    because: &LabelWords,
    sources: &Sources,
    found: &mut Report,
) -> Option<Option<KeptOutcome>> {
    let mut said = Report::new();
    let start = position::start(program, &ruling.given, &mut said);
    let state = start
        .as_ref()
        .and_then(|start| position::position(program, start, &ruling.given, sources, &mut said));
    let reasons: Vec<String> = said.iter().map(|one| one.message.clone()).collect();
    if reasons.iter().any(|reason| reason.contains(&because.text)) {
        return Some(None);
    }
    let message = match state {
        Some(_) => "a game can begin so".to_owned(),
        None => "no game can begin so, for another reason".to_owned(),
    };
    let diagnostic = Diagnostic::error(Code::NOT_REFUSED, message).at(because.span, "not so");
    found.push(match reasons.as_slice() {
        [] => diagnostic,
        reasons => diagnostic.help(listed("it is", reasons.iter().map(String::as_str))),
    });
    Some(None)
}

/// Reports citations of what the game's list of statements does not hold.
fn known_statements(checked: &Checked, ruling: &Ruling, found: &mut Report) {
    let Some(listed) = &checked.game().statements else {
        return;
    };
    for cited in &ruling.cites {
        let statement = cited.text();
        // A row says what its card says.
        let is_row = checked.names.rows.contains_key(statement);
        if !is_row && listed.iter().all(|known| known.id != statement) {
            let message = format!("the statement `{statement}` is not listed");
            let unknown = Diagnostic::error(Code::UNKNOWN_STATEMENT, message)
                .at(cited.span(0, statement.len()), "not in `statements.yaml`");
            found.push(with_nearest(unknown, statement, listed));
        }
    }
}

/// Reports players of `play` and `next` who don't play.
fn seats(ruling: &Ruling, found: &mut Report) {
    let players = ruling.given.players.0;
    let mut check = |player: PlayerId, span: Span| {
        if i64::from(player.value()) >= players {
            let label = format!("there are {players} players, from `P0`");
            let message = format!("`{player}` does not play");
            found.push(Diagnostic::error(Code::RULING_PLAYER, message).at(span, label));
        }
    };
    let between = ruling.play.iter().filter_map(|line| match line {
        PlayLine::Check(check) => Some(check),
        PlayLine::Choice(_) | PlayLine::Chance(_) | PlayLine::Settle(..) => None,
    });
    for said in between.chain(&ruling.end) {
        match said {
            RulingCheck::Next(Next::Player(player), span) => check(*player, *span),
            RulingCheck::Ended(EndCheck::Winners(players), span) => {
                players.iter().for_each(|player| check(*player, *span));
            }
            RulingCheck::Next(Next::Over, _)
            | RulingCheck::Ended(EndCheck::Scores(_) | EndCheck::Ranks(_), _)
            | RulingCheck::Expect(_)
            | RulingCheck::Exactly(_)
            | RulingCheck::Offers(..)
            | RulingCheck::Among(_)
            | RulingCheck::Changes(_)
            | RulingCheck::Refuses(_) => {}
            RulingCheck::Log(of) => {
                of.iter()
                    .for_each(|(player, span, _)| check(*player, *span));
            }
            RulingCheck::View(of) => of
                .iter()
                .for_each(|(player, span, _)| check(*player, *span)),
        }
    }
    for line in &ruling.play {
        match line {
            PlayLine::Choice(choice) => check(choice.player, choice.span),
            PlayLine::Settle(player, span) => check(*player, *span),
            PlayLine::Check(_) | PlayLine::Chance(_) => {}
        }
    }
}

/// A ruling being played.
pub(super) struct RulingPlay<'a> {
    pub(super) ruling: &'a Ruling,
    pub(super) checked: &'a Checked,
    pub(super) sources: &'a Sources,
    pub(super) conditions: &'a Conditions,
    pub(super) playing: Match,
    pub(super) found: &'a mut Report,
    /// A mistake in the ruling itself showed only in play.
    pub(super) broken: bool,
    /// The spans of the outcomes of chance that the next choice waits for.
    pub(super) told: Vec<Span>,
    /// The position that `changes` compares with: the given one, or that of the last such check.
    pub(super) since: State,
    /// The number of choices that were made.
    pub(super) chosen: usize,
    /// The turn of a choice with its line, in the place of making it, for whoever makes it elsewhere.
    pub(super) turn: Option<Option<(PlayTurn, Span)>>,
}

impl RulingPlay<'_> {
    /// Plays to the end of the ruling; the outcome in words, or none when a line could not be played.
    fn play(&mut self, mut outcome: OutcomeLog) -> Option<KeptOutcome> {
        outcome.begin(&self.playing);
        let ruling = self.ruling;
        for line in &ruling.play {
            match line {
                PlayLine::Check(check) => self.check(check),
                PlayLine::Chance(drawn) => self.tell(drawn),
                PlayLine::Choice(choice) => {
                    outcome.begin_line();
                    let before = self.playing.event_count();
                    let label = self.choose(choice)?;
                    let line = format!("{}: {label}", choice.player);
                    outcome.line(&line, &self.playing, before);
                }
                PlayLine::Settle(player, span) => {
                    self.has_to_settle(*player, *span)?;
                    outcome.begin_line();
                    while self.settles(*player) {
                        let before = self.playing.event_count();
                        let label = self.settle(*span)?;
                        let line = format!("{player}: {label}");
                        outcome.line(&line, &self.playing, before);
                    }
                }
            }
        }
        for check in &ruling.end {
            self.check(check);
        }
        Some(outcome.end(&mut self.playing))
    }

    /// Makes a choice; its whole label, or none when it can't be made.
    pub(super) fn choose(&mut self, choice: &RulingChoice) -> Option<String> {
        let Some(decision) = self.playing.decision() else {
            let message = format!("the game is over before `{}`", choice.words.text);
            self.fail(
                Diagnostic::error(Code::NO_SUCH_CHOICE, message)
                    .at(choice.span, "nobody is asked any more")
                    .help(NOT_ASKED),
            );
            return None;
        };
        if decision.player != choice.player {
            let message = format!("{} is not asked", choice.player);
            let label = format!("here {} decides: {}", decision.player, decision.prompt);
            let diagnostic = Diagnostic::error(Code::NO_SUCH_CHOICE, message)
                .at(choice.span, label)
                .help(may(&decision));
            self.fail(match self.stands_in_set_up(&decision) {
                Some(help) => diagnostic.help(help),
                None => diagnostic.help(NOT_ASKED),
            });
            return None;
        }
        let fitting = fitting(self.playing.program(), &decision, &choice.words);
        let &[option] = fitting.as_slice() else {
            self.not_one(&decision, &choice.words, &fitting);
            return None;
        };
        self.apply(&decision, option, choice.span)
    }

    /// Chooses an option by its number; its whole label, or none when the rules fail.
    pub(super) fn apply(
        &mut self,
        decision: &Decision,
        option: usize,
        span: Span,
    ) -> Option<String> {
        if let Some(turn) = &mut self.turn {
            let before = Box::new(self.playing.clone());
            *turn = Some((PlayTurn::Choice { before, option }, span));
            return Some(decision.options[option].label.clone());
        }
        match self.playing.apply(option) {
            Ok(_) => {
                self.chosen += 1;
                self.came_out();
                Some(decision.options[option].label.clone())
            }
            Err(error) => {
                let diagnostic = broke(&error, span, self.sources);
                self.fail(diagnostic);
                None
            }
        }
    }

    fn not_one(&mut self, decision: &Decision, words: &LabelWords, fitting: &[usize]) {
        let diagnostic = if fitting.is_empty() {
            let message = format!("no option is `{}`", words.text);
            let said: Vec<&str> = words.text.split(' ').collect();
            // A choice in the game's own words is illegal rather than misspelt.
            let misspelt = said.iter().any(|word| !self.is_of_game(word));
            let meant = misspelt.then(|| nearest_option(&said, &decision.options));
            let diagnostic = Diagnostic::error(Code::NO_SUCH_CHOICE, message)
                .at(words.span, decision.prompt.clone())
                .did_you_mean(meant.flatten().as_deref());
            let refusal = self.why_refused(decision, words);
            let is_refused = refusal.is_some();
            let diagnostic = match refusal {
                Some(refusal) => diagnostic.help(refusal),
                None => diagnostic,
            };
            let diagnostic = diagnostic.help(may(decision));
            match self.stands_in_set_up(decision) {
                Some(help) => diagnostic.help(help),
                None if misspelt || is_refused => diagnostic,
                None => diagnostic.help(NOT_ASKED),
            }
        } else {
            let labels = fitting
                .iter()
                .map(|option| decision.options[*option].label.as_str());
            let message = format!("several options begin with `{}`", words.text);
            Diagnostic::error(Code::NO_SUCH_CHOICE, message)
                .at(words.span, "not clear which")
                .help(listed("they are", labels))
        };
        self.fail(diagnostic);
    }

    /// Returns advice when the first line meets a question that only set-up has left to ask: with `bare: true` another one
    /// comes first.
    fn stands_in_set_up(&self, decision: &Decision) -> Option<String> {
        let given = &self.ruling.given;
        let may_be_bare = !given.bare && given.begin.is_none() && given.state.is_some();
        if self.chosen > 0 || !may_be_bare {
            return None;
        }
        let bare = Given {
            bare: true,
            ..given.clone()
        };
        let (program, mut said) = (self.playing.shared_program(), Report::new());
        let start = position::start(&program, &bare, &mut said)?;
        let state = position::position(&program, &start, &bare, self.sources, &mut said)?;
        let playing = Match::at_told(program, start, state, Vec::new()).ok()?;
        let first = playing.decision()?;
        (first.site != decision.site).then(|| {
            format!(
                "the game still asks what follows its set-up; with `bare: true` under `given` nothing of that is left, and {} is asked: {}",
                first.player, first.prompt
            )
        })
    }

    /// Tells whether all parts of a word stand in the game's texts, or are numbers.
    fn is_of_game(&self, word: &str) -> bool {
        let letter = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let files: Vec<_> = self.sources.ids().collect();
        let texts = files.into_iter().filter(|file| {
            let path = self.sources.path(*file);
            !path.ends_with(".ruling.yaml")
        });
        let texts: Vec<&str> = texts.map(|file| self.sources.text(file)).collect();
        let known = |part: &str| {
            let of_a_player = part.strip_prefix('P').unwrap_or(part);
            of_a_player.bytes().all(|byte| byte.is_ascii_digit())
                || is_answer(part)
                || texts
                    .iter()
                    .any(|text| text.split(|symbol| !letter(symbol)).any(|one| one == part))
        };
        word.split(|symbol| !letter(symbol)).all(known)
    }

    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }
}

/// The options that some words are the beginning of, where a row's id means each of its copies; an option that is exactly
/// these words comes before longer ones.
pub(super) fn fitting(program: &Program, decision: &Decision, words: &LabelWords) -> Vec<usize> {
    let (own, names) = (own(decision.player), &program.names);
    let written = || words.text.split(' ');
    let begins = |label: &str| {
        let mut label = label.split(' ');
        written().all(|word| {
            label
                .next()
                .is_some_and(|said| is_said(said, word, &own) || names.is_called(said, word))
        })
    };
    let options = decision.options.iter().enumerate();
    let fitting: Vec<usize> = options
        .filter(|(_, option)| begins(&option.label))
        .map(|(at, _)| at)
        .collect();
    let length = |at: &usize| decision.options[*at].label.split(' ').count();
    let exact = fitting
        .iter()
        .copied()
        .filter(|at| length(at) == written().count());
    let exact: Vec<usize> = exact.collect();
    let fitting = if exact.is_empty() { fitting } else { exact };
    if fitting.len() < 2 {
        return fitting;
    }
    let labels = decision.options.iter().map(|option| option.label.clone());
    let words: Vec<&str> = written().collect();
    let fits = (0..decision.options.len()).map(|at| fitting.contains(&at));
    let (labels, fits) = (labels.collect::<Vec<_>>(), fits.collect());
    let own = own_copies(program, decision.player, &words, &labels, fits);
    fitting.into_iter().filter(|at| own[*at]).collect()
}

/// The prefix of the names of spaces on a player's own board.
pub(super) fn own(player: PlayerId) -> String {
    format!("{player}.")
}

/// Tells whether a word of a label is the one written; a space of the player's own board may be named without the player.
pub(super) fn is_said(said: &str, written: &str, own: &str) -> bool {
    said == written || said.strip_prefix(own) == Some(written)
}

/// Lists the options of the player who is asked, in one line.
pub(super) fn may(decision: &Decision) -> String {
    let labels = decision.options.iter().map(|option| option.label.as_str());
    listed(&format!("{} may choose", decision.player), labels)
}

/// A list for a message; of a long one, the beginning.
pub(super) fn listed<'a>(what: &str, labels: impl ExactSizeIterator<Item = &'a str>) -> String {
    const MOST: usize = 24;
    let more = labels.len().saturating_sub(MOST);
    let shown: Vec<String> = labels
        .take(MOST)
        .map(|label| format!("`{label}`"))
        .collect();
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{what}: {}{rest}", shown.join(", "))
}

/// A mistake of the rules that a line of the ruling showed.
pub(super) fn broke(error: &PlayError, span: Span, sources: &Sources) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::RULES_FAILED, format!("the rules fail: {error}"))
        .at(span, "played here");
    let PlayError::Fault(fault) = error else {
        return diagnostic;
    };
    traced(diagnostic, fault, sources)
}

/// A fault with where it stands in the rules, and what was being done.
pub(super) fn traced(diagnostic: Diagnostic, fault: &Fault, sources: &Sources) -> Diagnostic {
    let place = |span: Span| {
        let at = sources.line_col(span.file, span.start);
        format!("{}:{}:{}", sources.path(span.file), at.line, at.column)
    };
    let doing = fault
        .trace
        .iter()
        .map(|(name, span)| format!("`{name}` at {}", place(*span)));
    let diagnostic = diagnostic.also(fault.span, "asked or done here");
    doing.fold(diagnostic, |diagnostic, step| {
        diagnostic.help(format!("in {step}"))
    })
}
