//! The schema of `view.yaml`.

use serde_json::{Value, json};

use crate::outline::Outline;
use crate::schema::{in_locales, list_of, object, one_of};
use ludex_check::tables::shown::FORMS;

/// Returns the schema of `view.yaml`: the panels shown, and the words used there.
pub(super) fn all(outline: &Outline) -> Value {
    let words = labelled(&in_locales(&scalar()));
    object(
        [
            (
                "table",
                list_of(panel(outline)),
                "what all share, from top to bottom",
            ),
            (
                "players",
                list_of(panel(outline)),
                "what each player has; `you` is that player",
            ),
            (
                "score",
                list_of(panel(outline)),
                "the score of each player in parts; `you` is that player",
            ),
            (
                "quiet",
                list_of(json!({ "type": "string" })),
                "variables whose changes the log leaves out",
            ),
            (
                "words",
                words.clone(),
                "words for values, rows and pieces, plainer than their names",
            ),
            ("short", words, "words for the spaces of boards, told below"),
        ],
        &[],
    )
}

/// Any scalar is a text: `3` is an expression.
fn scalar() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

/// A map from whatever is written before a text to it.
fn labelled(text: &Value) -> Value {
    json!({
        "type": "object",
        "patternProperties": { "^.*$": text },
        "additionalProperties": false,
    })
}

fn panel(outline: &Outline) -> Value {
    let values = labelled(&scalar());
    let flag = json!({ "type": "boolean" });
    let forms = one_of(FORMS.iter().map(|(name, _)| *name));
    let boards = one_of(outline.boards());
    object(
        [
            ("title", scalar(), "what stands above it"),
            (
                "own",
                flag.clone(),
                "only the player who looks is shown theirs",
            ),
            ("if", scalar(), "left out when this does not hold"),
            ("line", values.clone(), "values with their labels"),
            ("each", scalar(), "members: `card in hand where …`"),
            ("by", scalar(), "a number that orders the members"),
            (
                "mark",
                values.clone(),
                "the words of a mark, and who has it",
            ),
            ("with", values.clone(), "what stands beside each member"),
            ("form", forms, "how the members are set"),
            (
                "leads",
                flag,
                "what stands beside a member is told with options that name it",
            ),
            ("board", boards, "a board"),
            (
                "cell",
                values,
                "what is written on a space, the most important first; `here` is the space",
            ),
            (
                "joined",
                scalar(),
                "spaces side by side with the same value are drawn as one",
            ),
        ],
        &[],
    )
}
