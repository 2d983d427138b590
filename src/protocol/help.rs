//! `help`: the table of all verbs, itself the first, and that of errors, for people and programs that meet the protocol for the
//! first time.

use crate::failure::{CODES, Failure, FailureCode};
use crate::field::FieldRow;
use crate::session::ProtocolSession;
use crate::verb::{Request, Verb};
use crate::verbs::{VERSION, verbs};
use ludex_report::nearest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// All verbs, in the order in which the page tells them.
pub(super) static VERBS: LazyLock<Vec<Verb>> = LazyLock::new(|| {
    let help = [Verb::of::<Help>()];
    help.into_iter().chain(verbs()).collect()
});

/// Finds a verb by its name.
pub(super) fn verb(name: &str) -> Result<&'static Verb, Failure> {
    let verb = VERBS.iter().find(|verb| verb.name == name);
    verb.ok_or_else(|| unknown_verb(name))
}

/// Tells what there is to ask, or about one verb.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Help {
    /// The verb to be told about.
    verb: Option<String>,
}

/// The protocol as it is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProtocolPage {
    /// The version of this protocol.
    protocol: u32,
    /// The version of the program.
    ludex: &'static str,
    /// The verbs with their fields.
    verbs: Vec<VerbPage>,
    /// The codes with their meaning.
    errors: Vec<ErrorPage>,
}

/// A verb with its fields.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "verb")]
struct VerbPage {
    /// The name of the verb.
    verb: &'static str,
    /// The use of the verb, in a line.
    does: String,
    /// The fields of a request.
    takes: Vec<FieldPage>,
    /// The fields of an answer.
    gives: Vec<FieldPage>,
}

/// A field of a request or an answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "field")]
struct FieldPage {
    /// The name of the field.
    name: String,
    /// The sort of its value, in words.
    r#type: String,
    /// True if it is always there.
    always: bool,
    /// The meaning of the field, in a line.
    means: String,
}

/// An error with its meaning.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "error")]
struct ErrorPage {
    /// The code, which never changes.
    code: &'static str,
    /// The meaning of the code, in a line.
    means: &'static str,
}

impl Request for Help {
    const VERB: &'static str = "help";
    type Answer = ProtocolPage;

    fn answer(self, _: &mut ProtocolSession) -> Result<ProtocolPage, Failure> {
        let wanted = self.verb.as_deref().map(verb).transpose()?;
        let is_wanted = |one: &&Verb| wanted.is_none_or(|verb| verb.name == one.name);
        let errors = CODES.iter().map(|code| ErrorPage {
            code: code.as_str(),
            means: code.means(),
        });
        Ok(ProtocolPage {
            protocol: VERSION,
            ludex: env!("CARGO_PKG_VERSION"),
            verbs: VERBS.iter().filter(is_wanted).map(page).collect(),
            errors: errors.collect(),
        })
    }
}

fn page(verb: &Verb) -> VerbPage {
    VerbPage {
        verb: verb.name,
        does: verb.does.clone(),
        takes: verb.takes.iter().map(field).collect(),
        gives: verb.gives.iter().map(field).collect(),
    }
}

fn field(field: &FieldRow) -> FieldPage {
    FieldPage {
        name: field.name.clone(),
        r#type: field.sort.word(),
        always: field.always,
        means: field.means.clone(),
    }
}

/// Returns the refusal of a verb that there is not.
fn unknown_verb(name: &str) -> Failure {
    let known: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
    let near = nearest(name, known.iter().copied());
    let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    FailureCode::UnknownVerb.because(format!(
        "unknown verb `{name}`{near}: there are {}",
        known.join(", ")
    ))
}
