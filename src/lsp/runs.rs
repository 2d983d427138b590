//! Runs of rulings that people see or wait for: how far a long one is, and the answers to those who asked for one.

use crate::refusal::RefusedRequest;
use crate::ruling_runs::{GoingRun, RunDisplay, WaitingRun};
use crate::session::LanguageServer;
use crate::verdicts;
use crate::worker::CheckAnswer;
use gen_lsp_types::{
    Notification as _, ProgressNotification, ProgressToken, Request as _,
    WorkDoneProgressCancelParams, WorkDoneProgressCreateParams, WorkDoneProgressCreateRequest,
};
use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::{Value, json};

/// News of a run, as an answer of the worker brings them.
#[derive(Debug)]
pub(super) enum RunNews {
    /// The game has another text now, so a run of it is over; it can be played unless it has mistakes.
    Checked { is_sound: bool },
    /// Its rulings will be played, or cannot be.
    Compiled { is_playable: bool },
    /// Some of its rulings were played.
    Ruled {
        paths: Vec<String>,
        left: usize,
        all: usize,
    },
    /// No more of its rulings are played.
    Stopped,
}

impl RunNews {
    /// Returns what an answer says of runs.
    pub(super) fn new(answer: &CheckAnswer) -> RunNews {
        match answer {
            CheckAnswer::Checked(checked) => RunNews::Checked {
                is_sound: checked.snapshot.analysis.is_sound,
            },
            CheckAnswer::Compiled { playable, .. } => RunNews::Compiled {
                is_playable: playable.is_some(),
            },
            CheckAnswer::Ruled { ruled, left, .. } => RunNews::Ruled {
                paths: ruled.iter().map(|one| one.read.path.clone()).collect(),
                left: left.0,
                all: left.1,
            },
            CheckAnswer::Stopped { .. } | CheckAnswer::Failed { .. } => RunNews::Stopped,
        }
    }
}

/// Takes in what the worker says of the runs of a game.
pub(super) fn follow(server: &mut LanguageServer, folder: &str, revision: u64, news: &RunNews) {
    let is_over = match news {
        RunNews::Checked { is_sound } => {
            end(server, folder);
            !is_sound
        }
        RunNews::Compiled { is_playable } => !is_playable,
        RunNews::Ruled { left, all, .. } => {
            show(server, folder, *left, *all);
            *left == 0
        }
        RunNews::Stopped => {
            end(server, folder);
            true
        }
    };
    for run in &mut server.runs.waiting {
        let Some((wanted, left)) = run.left.get_mut(folder) else {
            continue;
        };
        if matches!(news, RunNews::Stopped) || *wanted <= revision {
            if let RunNews::Ruled { paths, .. } = news {
                left.retain(|path| !paths.contains(path));
            }
            if is_over || left.is_empty() {
                run.left.remove(folder);
            }
        }
    }
    answer_done(server);
}

/// Answers the requests whose rulings are all played.
pub(super) fn answer_done(server: &mut LanguageServer) {
    let is_done = |run: &mut WaitingRun| run.left.is_empty();
    let done: Vec<WaitingRun> = server.runs.waiting.extract_if(.., is_done).collect();
    for run in done {
        let answer = verdicts::results(server, &run.paths);
        server.respond(Response::new_ok(run.id, answer));
    }
}

/// Refuses a request that waits for a run, and stops the run that nobody else waits for.
pub(super) fn cancel(server: &mut LanguageServer, id: &RequestId) {
    let is_meant = |run: &mut WaitingRun| run.id == *id;
    let cancelled: Vec<WaitingRun> = server.runs.waiting.extract_if(.., is_meant).collect();
    for run in cancelled {
        for folder in run.left.keys() {
            let mut others = server.runs.waiting.iter();
            if !others.any(|other| other.left.contains_key(folder)) {
                server.stop_rulings(folder);
            }
        }
        let refused = RefusedRequest {
            code: ErrorCode::RequestCanceled,
            message: "cancelled".to_owned(),
        };
        server.respond(refused.to_response(run.id));
    }
}

/// Asks the editor to show the runs that go on, as they take long.
pub(super) fn lasts(server: &mut LanguageServer) {
    if !server.client.shows_progress {
        return;
    }
    let hidden = |(_, run): &(&String, &GoingRun)| run.display == RunDisplay::Hidden;
    let hidden = server.runs.going_on.iter().filter(hidden);
    let hidden: Vec<(String, String)> = hidden
        .map(|(folder, run)| (folder.clone(), run.token.clone()))
        .collect();
    for (folder, token) in hidden {
        let params = WorkDoneProgressCreateParams {
            token: ProgressToken::String(token),
        };
        let id = server.ask(WorkDoneProgressCreateRequest::METHOD.as_str(), params);
        if let Some(run) = server.runs.going_on.get_mut(&folder) {
            run.display = RunDisplay::Asked(id);
        }
    }
}

/// Takes in the answer to a request of ours: the editor shows a run, or does not.
pub(super) fn answered(server: &mut LanguageServer, response: &Response) {
    let asked = RunDisplay::Asked(response.id.clone());
    let mut runs = server.runs.going_on.iter_mut();
    let Some((folder, run)) = runs.find(|(_, run)| run.display == asked) else {
        return;
    };
    if response.response_result.is_err() {
        run.display = RunDisplay::Hidden;
        return;
    }
    run.display = RunDisplay::Shown;
    let name = folder.rsplit('/').next().unwrap_or_default();
    let begin = json!({
        "kind": "begin",
        "title": format!("Rulings of {name}"),
        "cancellable": true,
        "percentage": percentage(run),
    });
    let token = run.token.clone();
    progress(server, &token, &begin);
}

/// Stops the run that an editor's people cancelled.
pub(super) fn cancelled_by_people(
    server: &mut LanguageServer,
    params: WorkDoneProgressCancelParams,
) {
    let ProgressToken::String(token) = params.token else {
        return;
    };
    let mut runs = server.runs.going_on.iter();
    let folder = runs.find(|(_, run)| run.token == token);
    if let Some(folder) = folder.map(|(folder, _)| folder.clone()) {
        server.stop_rulings(&folder);
    }
}

/// Notes how far the run of a game is, and shows it.
fn show(server: &mut LanguageServer, folder: &str, left: usize, all: usize) {
    let runs = &mut server.runs;
    if !runs.going_on.contains_key(folder) {
        runs.number += 1;
        runs.has_begun = true;
    }
    let number = runs.number;
    let run = runs.going_on.entry(folder.to_owned());
    let run = run.or_insert_with(|| GoingRun {
        token: format!("rulings-{number}"),
        display: RunDisplay::Hidden,
        left,
        all,
    });
    (run.left, run.all) = (left, all);
    if left == 0 {
        return end(server, folder);
    }
    if run.display == RunDisplay::Shown {
        let report = json!({
            "kind": "report",
            "message": format!("{} of {all}", all - left),
            "percentage": percentage(run),
        });
        let token = run.token.clone();
        progress(server, &token, &report);
    }
}

fn percentage(run: &GoingRun) -> usize {
    (run.all - run.left.min(run.all)) * 100 / run.all.max(1)
}

/// Notes that the run of a game does not go on.
fn end(server: &mut LanguageServer, folder: &str) {
    let run = server.runs.going_on.remove(folder);
    if let Some(run) = run.filter(|run| run.display == RunDisplay::Shown) {
        progress(server, &run.token, &json!({ "kind": "end" }));
    }
}

fn progress(server: &LanguageServer, token: &str, value: &Value) {
    let params = json!({ "token": token, "value": value });
    server.notify(ProgressNotification::METHOD.as_str(), params);
}
