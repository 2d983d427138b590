//! The verdicts of rulings as an editor's test view reads them.

use crate::convert::message;
use crate::documents::uri_of;
use crate::game::OpenGame;
use crate::session::LanguageServer;
use gen_lsp_types::{Location, Range, Uri};
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings::RulingVerdict;
use serde::Serialize;
use std::sync::Arc;

/// The rulings that were played.
#[derive(Debug, Serialize)]
pub(super) struct RunRulingsResult {
    rulings: Vec<PlayedRuling>,
}

/// A ruling that was played, or cannot be.
#[derive(Debug, Serialize)]
struct PlayedRuling {
    uri: Uri,
    verdict: &'static str,
    problems: Vec<RulingProblem>,
    /// The lines that differ from the accepted outcome.
    difference: Option<String>,
    outcome: Option<String>,
}

/// Something that is wrong with a ruling.
#[derive(Debug, Serialize)]
struct RulingProblem {
    message: String,
    location: Location,
}

/// Returns the results of rulings as they were last played.
pub(super) fn results(server: &LanguageServer, paths: &[String]) -> RunRulingsResult {
    let rulings = paths.iter().map(|path| played(server, path));
    RunRulingsResult {
        rulings: rulings.collect(),
    }
}

fn played(server: &LanguageServer, path: &str) -> PlayedRuling {
    let game = server.games.around(path);
    let ruled = game.and_then(|game| game.ruled.get(path));
    let read = game.and_then(|game| {
        let rulings = &game.checked.as_ref()?.rulings;
        rulings.iter().find(|one| one.path == path)
    });
    let is_present = |text: &Arc<str>| read.is_none_or(|read| read.text == *text);
    let uri = uri_of(path, &server.documents);
    if let Some(ruled) = ruled.filter(|ruled| is_present(&ruled.read.text) && can_be_played(game)) {
        let report = &ruled.report;
        let difference = match &report.verdict {
            RulingVerdict::Differs(difference) => Some(difference.to_text()),
            RulingVerdict::Passed
            | RulingVerdict::Failed
            | RulingVerdict::Pending
            | RulingVerdict::Broken => None,
        };
        return PlayedRuling {
            problems: problems(server, &report.found, &ruled.sources, &uri),
            verdict: report.verdict.word(),
            difference,
            outcome: report.snapshot.as_ref().map(|one| one.outcome.clone()),
            uri,
        };
    }
    let mut wrong = read.map_or_else(Vec::new, |read| {
        problems(server, &read.report, &read.sources, &uri)
    });
    if wrong.is_empty() {
        wrong.push(RulingProblem {
            message: if can_be_played(game) {
                "this ruling was not played".to_owned()
            } else {
                "the game has mistakes, so no ruling of it is played".to_owned()
            },
            location: Location {
                uri: uri.clone(),
                range: Range::default(),
            },
        });
    }
    PlayedRuling {
        uri,
        verdict: RulingVerdict::Broken.word(),
        problems: wrong,
        difference: None,
        outcome: None,
    }
}

/// Returns true if the present texts of a game are without mistakes.
fn can_be_played(game: Option<&OpenGame>) -> bool {
    let checked = game.and_then(|game| game.checked.as_ref());
    checked.is_some_and(|checked| checked.snapshot.analysis.is_sound)
}

/// Returns what is wrong with a ruling; what has no place stands at its beginning.
fn problems(
    server: &LanguageServer,
    report: &Report,
    sources: &Sources,
    home: &Uri,
) -> Vec<RulingProblem> {
    let converter = server.converter(sources);
    let problems = report.iter().map(|one| {
        let location = one.span().and_then(|span| converter.location(span));
        let start = || Location {
            uri: home.clone(),
            range: Range::default(),
        };
        RulingProblem {
            message: message(one),
            location: location.unwrap_or_else(start),
        }
    });
    problems.collect()
}
