//! Rulings for the test view of an editor, by requests of our own: a list of all games and rulings, and a run with its results.

use crate::convert::message;
use crate::dispatch::RefusedRequest;
use crate::game::OpenGame;
use crate::publish::uri_of;
use crate::runs;
use crate::runs::WaitingRun;
use crate::server::LanguageServer;
use crate::sync::load_around;
use crate::uri;
use gen_lsp_types::Location;
use gen_lsp_types::LspRequestMethod;
use gen_lsp_types::MessageDirection;
use gen_lsp_types::Range;
use gen_lsp_types::Uri;
use lsp_server::ErrorCode;
use lsp_server::Request;
use ludex_report::Report;
use ludex_source::Sources;
use ludex_tools::rulings::RulingVerdict;
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The method that plays rulings.
pub(super) const RUN: &str = "ludex/runRulings";

/// The request that lists games and rulings.
pub(super) enum RulingsRequest {}

impl gen_lsp_types::Request for RulingsRequest {
    const METHOD: LspRequestMethod<'static> = LspRequestMethod::Custom("ludex/rulings");
    const MESSAGE_DIRECTION: MessageDirection = MessageDirection::ClientToServer;
    type Params = Option<serde_json::Value>;
    type Result = RulingsResult;
}

/// The games of the open folders.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RulingsResult {
    games: Vec<GameRulings>,
}

/// A game with its rulings.
#[derive(Debug, Serialize, Deserialize)]
struct GameRulings {
    name: String,
    /// The folder of the game.
    uri: Uri,
    rulings: Vec<TestViewRuling>,
}

/// A ruling in the list of its game.
#[derive(Debug, Serialize, Deserialize)]
struct TestViewRuling {
    uri: Uri,
    /// The path below the game's rulings, without the ending.
    name: String,
    /// The question that it asks, if it was read.
    asks: Option<String>,
    /// The verdict of its last run, if there was one.
    verdict: Option<String>,
}

/// The rulings to play.
#[derive(Debug, Deserialize)]
struct RunRulingsParams {
    uris: Vec<Uri>,
}

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

/// Answers with the games of the open folders, and their rulings.
pub(super) fn list(
    server: &mut LanguageServer,
    _: Option<serde_json::Value>,
) -> Result<RulingsResult, RefusedRequest> {
    let folders = server.client.folders.iter();
    let below = folders.flat_map(|folder| server.host.games_below(folder));
    let open = server.games.iter().map(|game| game.folder.clone());
    let all: BTreeSet<String> = open.chain(below).collect();
    let games = all.iter().map(|folder| game_rulings(server, folder));
    Ok(RulingsResult {
        games: games.collect(),
    })
}

fn game_rulings(server: &LanguageServer, folder: &str) -> GameRulings {
    let game = server.games.get(folder);
    let paths: Vec<String> = match game {
        Some(game) => game.ruling_paths().cloned().collect(),
        None => {
            let rulings = server.host.rulings(folder).unwrap_or_default();
            rulings.into_iter().map(|(path, _)| path).collect()
        }
    };
    let read = game.and_then(|game| game.checked.as_ref());
    let read = read.into_iter().flat_map(|checked| &checked.rulings);
    let asks: BTreeMap<&str, &str> = read
        .filter_map(|one| Some((one.path.as_str(), one.ruling.as_ref()?.asks.as_str())))
        .collect();
    let rulings = paths.iter().map(|path| {
        let ruled = game.and_then(|game| game.ruled.get(path));
        let below = path.strip_prefix(folder).unwrap_or(path);
        let below = below.strip_prefix("/rulings/").unwrap_or(below);
        TestViewRuling {
            uri: uri_of(path, &server.documents),
            name: below.trim_end_matches(".ruling.yaml").to_owned(),
            asks: asks.get(path.as_str()).map(|asks| (*asks).to_owned()),
            verdict: ruled.map(|ruled| ruled.report.verdict.word().to_owned()),
        }
    });
    GameRulings {
        name: folder.rsplit('/').next().unwrap_or_default().to_owned(),
        uri: uri::of_path(folder),
        rulings: rulings.collect(),
    }
}

/// Has rulings played, and answers when they are.
pub(super) fn run(server: &mut LanguageServer, request: Request) {
    let params: RunRulingsParams = match serde_json::from_value(request.params) {
        Ok(params) => params,
        Err(error) => {
            let refused = RefusedRequest {
                code: ErrorCode::InvalidParams,
                message: error.to_string(),
            };
            return server.respond(refused.to_response(request.id));
        }
    };
    let paths: Vec<String> = params.uris.iter().filter_map(uri::to_path).collect();
    let mut wanted: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in &paths {
        load_around(server, path);
        if let Some(game) = server.games.around(path) {
            let of_game = wanted.entry(game.folder.clone()).or_default();
            of_game.insert(path.clone());
        }
    }
    let mut left = BTreeMap::new();
    for (folder, rulings) in wanted {
        if let Some(game) = server.games.get_mut(&folder) {
            game.run_rulings(rulings.iter().cloned());
            left.insert(folder, (game.revision, rulings));
        }
    }
    let is_done = left.is_empty();
    server.runs.wait(WaitingRun {
        id: request.id.clone(),
        paths,
        left,
    });
    if is_done {
        runs::answer_done(server);
    }
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
            message: match can_be_played(game) {
                true => "this ruling was not played".to_owned(),
                false => "the game has mistakes, so no ruling of it is played".to_owned(),
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
