//! Rulings for the test view of an editor, by requests of our own: a list of all games and rulings, and a run with its results.

use crate::documents::uri_of;
use crate::refusal::RefusedRequest;
use crate::ruling_runs::WaitingRun;
use crate::session::LanguageServer;
use crate::sync::load_around;
use crate::{runs, uri};
use gen_lsp_types::{LspRequestMethod, MessageDirection, Uri};
use lsp_server::{ErrorCode, Request};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
