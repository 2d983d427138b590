//! The store of accepted outcomes: insta's `.snap` files, read and written as text.
//!
//! `---`, a head in YAML, `---`, the outcome. The tests hold the same files against the same outcomes through insta, so
//! that `cargo insta review` and `ludex rulings` accept into one store. An outcome that waits to be accepted lies beside
//! as `.snap.new`.

use serde::Deserialize;

/// An outcome with what its file's head tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedOutcome {
    /// The path of the accepted file; the waiting one has `.new` behind it.
    pub path: String,
    /// The question, the answer, the statements.
    pub description: String,
    /// The ruling's path, as `origin` tells it.
    pub ruling: String,
    /// The reason for which it was accepted, if somebody said so.
    pub reason: Option<String>,
    /// The log of the ruling's play.
    pub outcome: String,
}

impl AcceptedOutcome {
    /// The text of its file.
    #[must_use]
    pub fn to_text(&self) -> String {
        // A text in JSON's quotes is one in YAML too.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let reason = self.reason.as_ref().map_or(String::new(), |reason| {
            format!("{INFO}{REASON}{}\n", quoted(reason))
        });
        format!(
            "---\nsource: {}\ndescription: {}\n{reason}---\n{}\n",
            self.ruling,
            quoted(&self.description),
            self.outcome.trim_end(),
        )
    }

    /// Tells whether a file holds this outcome; its head may tell other things.
    #[must_use]
    pub fn is_same(&self, accepted: &str) -> bool {
        outcome_of(accepted) == self.outcome.trim_end()
    }
}

/// insta's key for what a test likes to keep beside an outcome.
const INFO: &str = "info:\n";
/// Our only key in it.
const REASON: &str = "  reason: ";

/// The part of a head that ludex reads back; insta keeps more there, and may write it in any style of YAML.
#[derive(Deserialize)]
struct Head {
    info: Option<Info>,
}

#[derive(Deserialize)]
struct Info {
    reason: Option<String>,
}

/// Returns the reason for which the outcome in a snapshot file was accepted, if that was said.
#[must_use]
pub fn reason_of(file: &str) -> Option<String> {
    let text = file.replace("\r\n", "\n");
    let (head, _) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let head: Head = serde_yaml::from_str(head).ok()?;
    head.info?.reason
}

/// The outcome in a snapshot file, line breaks made plain.
#[must_use]
pub fn outcome_of(file: &str) -> String {
    let text = file.replace("\r\n", "\n");
    let body = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .map(|(_, body)| body);
    body.unwrap_or(&text).trim_end().to_owned()
}

/// Returns the path of the accepted outcome of a ruling: `games/mill/rulings/moves/x.ruling.yaml` in
/// `snapshots/mill/moves/x.snap`, beside the folder of games whatever it is called; of one outside a game's folder `rulings`
/// in `snapshots/` beside it.
///
/// ```
/// use ludex_tools::rulings::snapshot_path;
/// assert_eq!(snapshot_path("games/mill/rulings/end/tie.ruling.yaml"), "snapshots/mill/end/tie.snap");
/// assert_eq!(snapshot_path("/home/me/mine/mill/rulings/tie.ruling.yaml"), "/home/me/snapshots/mill/tie.snap");
/// assert_eq!(snapshot_path("/home/me/tie.ruling.yaml"), "/home/me/snapshots/tie.snap");
/// ```
#[must_use]
pub fn snapshot_path(ruling: &str) -> String {
    let parts: Vec<&str> = ruling.split(['/', '\\']).collect();
    let (folder, file) = parts.split_at(parts.len() - 1);
    let file = file.concat();
    let name = file.strip_suffix(".ruling.yaml").unwrap_or(&file);
    let mut path: Vec<&str> = match of_a_game(folder) {
        Some(at) => [
            &folder[..at - 2],
            &["snapshots", folder[at - 1]],
            &folder[at + 1..],
        ]
        .concat(),
        None => [folder, &["snapshots"]].concat(),
    };
    let name = format!("{name}.snap");
    path.push(&name);
    path.join("/")
}

/// A ruling's path as its snapshot names it: from the folder that holds the snapshots on, so that it is the same wherever
/// that folder lies and from wherever it is looked at.
///
/// ```
/// use ludex_tools::rulings::origin;
/// assert_eq!(origin("/home/me/games/mill/rulings/end/tie.ruling.yaml"), "games/mill/rulings/end/tie.ruling.yaml");
/// assert_eq!(origin("/home/me/tie.ruling.yaml"), "tie.ruling.yaml");
/// ```
#[must_use]
pub fn origin(ruling: &str) -> String {
    let parts: Vec<&str> = ruling.split(['/', '\\']).collect();
    let folder = &parts[..parts.len() - 1];
    let from = of_a_game(folder).map_or(folder.len(), |at| at - 2);
    parts[from..].join("/")
}

/// Finds the part of a path that is the folder `rulings` of a game in a folder of games.
fn of_a_game(folder: &[&str]) -> Option<usize> {
    let at = folder.iter().rposition(|part| *part == "rulings")?;
    let real = |part: &&str| !["", ".", ".."].contains(part);
    (at >= 2 && folder[at - 2..at].iter().all(real)).then_some(at)
}
