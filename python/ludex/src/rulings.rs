//! Rulings: questions with answers, played against the rules.

use ludex::pipeline::Checked;
use ludex::play::interrupt::Interrupt;
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::tools::rulings::{Prepared, RuledGame, RulingVerdict, read, run_seen};
use serde_json::{Value, json};

/// Plays the rulings of some files; each comes with its verdict and with what was found. Ends early when it is asked to.
pub(crate) fn play(
    checked: &Checked,
    sources: &Sources,
    files: &[(String, String)],
    interrupt: &Interrupt,
) -> Vec<Value> {
    let (mut sources, mut report) = (sources.clone(), Report::new());
    let Some(game) = RuledGame::new(checked.clone(), &mut report) else {
        return Vec::new();
    };
    let mut answers = Vec::new();
    let mut rulings = Vec::new();
    for (path, text) in files {
        let mut found = Report::new();
        // A ruling is about the game in whose folder it lies.
        let within = path.strip_prefix("rulings/").unwrap_or(path);
        let path = &format!("{}/rulings/{within}", checked.game().name);
        match read(path, text, &mut sources, &mut found) {
            Some(ruling) if !found.has_errors() => rulings.push(ruling),
            _ => answers.push(json!({
                "id": path, "path": path, "asks": "", "says": "", "verdict": "broken",
                "found": human(&found, &sources, false),
            })),
        }
    }
    let prepared = Prepared::new(&game, &rulings);
    for (n, ruling) in rulings.iter().enumerate() {
        if interrupt.is_raised() {
            break;
        }
        let ran = run_seen(&prepared, n, ruling, &sources, None, &mut |_| {});
        answers.push(json!({
            "id": ran.id, "path": ran.path, "asks": ran.asks, "says": ran.says,
            "verdict": verdict(&ran.verdict),
            "found": human(&ran.found, &sources, false),
        }));
    }
    answers
}

/// Snapshots are the command's, so an outcome that nobody accepted here is no failure.
fn verdict(verdict: &RulingVerdict) -> &'static str {
    match verdict {
        RulingVerdict::Passed | RulingVerdict::Pending => "passed",
        RulingVerdict::Failed => "failed",
        RulingVerdict::Differs(_) => "differs",
        RulingVerdict::Broken => "broken",
    }
}
