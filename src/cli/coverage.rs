//! `ludex coverage`: how much of a game's rules was seen at work.

mod render;

use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{Coverage, CoverageFormat};
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, Loaded, load_checked};
use crate::cli::outcome::ExitOutcome;
use crate::cli::start::Ready;
use crate::cli::{files, games, screen};
use crate::play::game::Match;
use crate::play::start::Start;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::coverage::observed::ObservedGame;
use crate::tools::coverage::{CoverageItem, lcov, percent, share};

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
        observed.game.play_rulings(&rulings);
    }
    observed.simulate(coverage)?;
    let items = observed.game.items();
    let text = match coverage.as_json.or(CoverageFormat::Json, coverage.format) {
        CoverageFormat::Human => render::human(&items, coverage, &observed),
        CoverageFormat::Json => format!("{}\n", render::json(&items, &found.name(), &observed)),
        CoverageFormat::Lcov => lcov::text(&items, &observed.game.texts),
    };
    match &coverage.out {
        Some(path) => files::write(path, &text)?,
        None => screen::print(&text)?,
    }
    Ok(if below(&items, coverage) {
        ExitOutcome::Problems
    } else {
        ExitOutcome::Fine
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

/// A game that is observed while it is played, and how many random games of it were.
pub(crate) struct Observed {
    /// The game with its counts.
    pub(crate) game: ObservedGame,
    /// The number of random games played.
    pub(crate) played: u64,
}

impl Observed {
    /// A game, compiled to be observed.
    pub(crate) fn open(found: &FoundGame) -> Result<Observed, CliError> {
        let (mut texts, mut report) = (Sources::new(), Report::new());
        let checked = load_checked(found.read()?, &mut texts, &mut report);
        let game =
            checked.and_then(|checked| ObservedGame::new(checked, texts.clone(), &mut report));
        match game {
            Some(game) => Ok(Observed { game, played: 0 }),
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

    fn simulate(&mut self, coverage: &Coverage) -> Result<(), CliError> {
        let ready = Ready {
            program: Arc::new(self.game.game.program().clone()),
            sources: self.game.texts.clone(),
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
            self.game.seen.choices(&played);
            self.game.seen.note(&ready.program);
            self.played += 1;
        }
        Ok(())
    }
}
