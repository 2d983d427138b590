//! The store of accepted outcomes: insta's `.snap` files, read and written as text.
//!
//! `---`, a head in YAML, `---`, the outcome. The tests hold the same files against the same outcomes through insta, so
//! that `cargo insta review` and `ludex rulings` accept into one store. An outcome that waits to be accepted lies beside
//! as `.snap.new`.

/// An outcome with what its file's head tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Where the file belongs; the waiting one has `.new` behind it.
    pub path: String,
    /// The question, the answer, the statements.
    pub description: String,
    /// The ruling's path.
    pub input_file: String,
    /// Why it was accepted, if somebody said so.
    pub reason: Option<String>,
    /// What happened.
    pub outcome: String,
}

impl Snapshot {
    /// The text of its file.
    #[must_use]
    pub fn to_text(&self) -> String {
        // A text in JSON's quotes is one in YAML too.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let reason = self.reason.as_ref().map_or(String::new(), |reason| {
            format!("{INFO}{REASON}{}\n", quoted(reason))
        });
        format!(
            "---\nsource: {}\ndescription: {}\n{reason}input_file: {}\n---\n{}\n",
            SOURCE,
            quoted(&self.description),
            self.input_file,
            self.outcome.trim_end(),
        )
    }

    /// Whether a file holds this outcome; its head may tell other things.
    #[must_use]
    pub fn is_same(&self, accepted: &str) -> bool {
        outcome_of(accepted) == self.outcome.trim_end()
    }
}

/// The test that makes the same snapshots: a reader of the file finds there what it is for.
const SOURCE: &str = "tests/rulings/mod.rs";

/// insta's key for what a test likes to keep beside an outcome.
const INFO: &str = "info:\n";
/// Our only key in it.
const REASON: &str = "  reason: ";

/// Why the outcome in a snapshot file was accepted, if that was said.
#[must_use]
pub fn reason_of(file: &str) -> Option<String> {
    let text = file.replace("\r\n", "\n");
    let (head, _) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let line = head.lines().find_map(|line| line.strip_prefix(REASON))?;
    serde_json::from_str(line)
        .ok()
        .or_else(|| Some(line.to_owned()))
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

/// Where the accepted outcome of a ruling is kept: `games/mill/rulings/moves/x.ruling.yaml` in
/// `snapshots/mill/moves/x.snap`; of one outside a `games` folder in `snapshots/` beside it.
///
/// ```
/// use ludex::tools::rulings::snapshot_path;
/// assert_eq!(snapshot_path("games/mill/rulings/end/tie.ruling.yaml"), "snapshots/mill/end/tie.snap");
/// assert_eq!(snapshot_path("/home/me/tie.ruling.yaml"), "/home/me/snapshots/tie.snap");
/// ```
#[must_use]
pub fn snapshot_path(ruling: &str) -> String {
    let parts: Vec<&str> = ruling.split(['/', '\\']).collect();
    let (folder, file) = parts.split_at(parts.len() - 1);
    let file = file.concat();
    let name = file.strip_suffix(".ruling.yaml").unwrap_or(&file);
    let rulings = folder
        .iter()
        .rposition(|part| *part == "rulings")
        .filter(|at| *at >= 2 && folder[at - 2] == "games");
    let mut path: Vec<&str> = match rulings {
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
