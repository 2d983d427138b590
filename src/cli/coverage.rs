//! `ludex coverage`: how much of a game's rules was seen at work.

mod render;

use std::path::Path;
use std::sync::Arc;

use crate::cli::args::Coverage;
use crate::cli::args::CoverageFormat;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::games;
use crate::cli::games::FoundGame;
use crate::cli::games::Library;
use crate::cli::games::Loaded;
use crate::cli::games::load_checked;
use crate::cli::outcome::ExitOutcome;
use crate::cli::screen;
use crate::cli::start::Ready;
use crate::pipeline::PRELUDE_PATH;
use crate::play::game::Match;
use crate::play::start::Start;
use crate::report::Report;
use crate::source::Sources;
use crate::source::Span;
use crate::tools::coverage::CoverageCounts;
use crate::tools::coverage::CoverageItem;
use crate::tools::coverage::citing::Citing;
use crate::tools::coverage::lcov;
use crate::tools::coverage::percent;
use crate::tools::coverage::share;
use crate::tools::rulings::Prepared;
use crate::tools::rulings::RuledGame;
use crate::tools::rulings::Ruling;
use crate::tools::rulings::read;
use crate::tools::rulings::run_seen;

/// Runs what is asked for and tells what it saw.
pub(crate) fn run(coverage: &Coverage, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let found = Library::open(coverage.from.games.as_deref().or(games))?.find(&coverage.game)?;
    let mut observed = Observed::open(&found)?;
    if !coverage.no_rulings {
        let rulings = found.rulings()?;
        if rulings.is_empty() && coverage.sim == 0 {
            return Err(CliError::argument(format!(
                "`{}` has no rulings: write some, or play random games with --sim",
                found.name()
            )));
        }
        observed.rulings(&rulings);
    }
    observed.simulate(coverage)?;
    let statements = observed.citing.statements(observed.game.checked().game());
    let mut items = observed.seen.items(observed.game.program(), &statements);
    // What every game has is no matter of this one's rulings.
    let own = |span: Span| observed.texts.path(span.file) != PRELUDE_PATH;
    items.retain(|item| item.span.is_none_or(own));
    let text = match coverage.as_json.or(CoverageFormat::Json, coverage.format) {
        CoverageFormat::Human => render::human(&items, coverage, &observed),
        CoverageFormat::Json => format!("{}\n", render::json(&items, &found.name(), &observed)),
        CoverageFormat::Lcov => lcov::text(&items, &observed.texts),
    };
    match &coverage.out {
        Some(path) => files::write(path, &text)?,
        None => screen::print(&text)?,
    }
    Ok(match below(&items, coverage) {
        true => ExitOutcome::Problems,
        false => ExitOutcome::Fine,
    })
}

/// Tells every floor that is not reached; whether there is one.
fn below(items: &[CoverageItem], coverage: &Coverage) -> bool {
    let mut any = false;
    for floor in &coverage.min {
        let of = items
            .iter()
            .filter(|item| floor.kind.is_none_or(|kind| kind == item.kind));
        let reached = percent(share(of));
        if reached < floor.percent {
            let what = floor.kind.map_or("everything".to_owned(), |kind| {
                format!("each {}", kind.word())
            });
            screen::tell(&format!(
                "{reached} % of {what} is covered, not {} %",
                floor.percent
            ));
            any = true;
        }
    }
    any
}

/// A game at which is looked while it is played.
pub(crate) struct Observed {
    /// The game that is looked at.
    pub(crate) game: RuledGame,
    /// The texts of the game.
    pub(crate) texts: Sources,
    /// The citations in its comments.
    citing: Citing,
    /// The counts, gathered over rulings and random games.
    pub(crate) seen: CoverageCounts,
    /// The number of rulings that ran, and of those that could not.
    pub(crate) ran: (usize, usize),
    /// The number of random games played.
    pub(crate) played: u64,
}

impl Observed {
    /// A game, compiled to be observed.
    pub(crate) fn open(found: &FoundGame) -> Result<Observed, CliError> {
        let (mut texts, mut report) = (Sources::new(), Report::new());
        let checked = load_checked(found.read()?, &mut texts, &mut report);
        match checked.and_then(|checked| RuledGame::observed(checked, &mut report)) {
            Some(game) => Ok(Observed {
                citing: Citing::new(&texts, game.program()),
                game,
                texts,
                seen: CoverageCounts::default(),
                ran: (0, 0),
                played: 0,
            }),
            None => {
                let wrong = Loaded {
                    name: found.name(),
                    sources: texts,
                    report,
                    program: None,
                };
                Err(games::tell_problems(&wrong))
            }
        }
    }

    /// Runs rulings, whether they pass or not: what they reach is reached.
    fn rulings(&mut self, rulings: &[(String, String)]) {
        // Rulings have their texts beside those of the game.
        let mut sources = self.texts.clone();
        let readable: Vec<Ruling> = rulings
            .iter()
            .filter_map(|(path, text)| read(path, text, &mut sources, &mut Report::new()))
            .collect();
        self.ran = (rulings.len(), rulings.len() - readable.len());
        let prepared = Prepared::new(&self.game, &readable);
        for (nth, ruling) in readable.iter().enumerate() {
            let seen = &mut self.seen;
            let mut see = |played: &Match| seen.choices(played);
            let answer = run_seen(&prepared, (nth, ruling), &sources, None, &mut see);
            let own = prepared.program(nth);
            let noted = self.seen.note_as(own, self.game.program());
            match answer.found.has_errors() {
                true => self.ran.1 += 1,
                false => self
                    .seen
                    .proves(self.citing.proved(&ruling.cited(), &noted)),
            }
        }
    }

    fn simulate(&mut self, coverage: &Coverage) -> Result<(), CliError> {
        let ready = Ready {
            program: Arc::new(self.game.program().clone()),
            sources: self.texts.clone(),
        };
        let start = ready.start(&coverage.start)?;
        for game in 0..coverage.sim {
            let seed = start.seed.wrapping_add(game);
            let start = Start {
                seed,
                ..start.clone()
            };
            let played = Match::new(Arc::clone(&ready.program), start);
            let mut played = played.map_err(|error| ready.trouble(error))?;
            played
                .playout(seed, None)
                .map_err(|error| ready.trouble(error))?;
            self.seen.choices(&played);
            self.seen.note(&ready.program);
            self.played += 1;
        }
        Ok(())
    }
}
