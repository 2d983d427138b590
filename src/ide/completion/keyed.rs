//! Completion in the files whose keys are the language's own: `game.yaml`, `view.yaml` and `statements.yaml`. Keys and values
//! come from their schemas, which `ludex schema` prints.

use crate::GameSnapshot;
use crate::completion::marked::MARKER;
use crate::completion::{Completion, CompletionKind, Snippet};
use ludex_check::semantics::NameHole;
use ludex_report::Report;
use ludex_source::span::offset;
use ludex_source::{FileId, Sources, Span};
use ludex_tables as tables;
use ludex_tables::Node;
use ludex_tools::schema;
use serde_json::Value;

/// A place in a file whose keys are known.
struct KeyedPlace {
    /// The keys around it, from the outermost; none for a list.
    path: Vec<Option<String>>,
    /// The keys beside it, if a key stands there, else none.
    given: Option<Vec<String>>,
}

impl GameSnapshot {
    /// Returns what may stand in a file whose keys are the language's own; none in another file.
    pub(super) fn complete_keyed(&self, file: FileId, replaces: Span) -> Option<Vec<Completion>> {
        let path = self.sources.path(file);
        let name = path.rsplit('/').next().unwrap_or(path);
        let game = &self.game().name;
        let (schema, has_texts) = match name {
            "game.yaml" => (schema::manifest(), false),
            "statements.yaml" => (schema::statements(), false),
            "view.yaml" => (schema::view(game, &self.outline()), true),
            _ => return None,
        };
        let as_value = self.with_text(replaces, MARKER);
        let as_key = self.with_text(replaces, &format!("{MARKER}:"));
        let place = [&as_value, &as_key];
        let place = place.into_iter().find_map(|text| place_in(path, text));
        let Some(KeyedPlace { path, given }) = place else {
            return Some(Vec::new());
        };
        let part = path.iter().try_fold(&schema, inner);
        Some(match (part, given) {
            (Some(part), Some(given)) => missing_keys(part, &given),
            (Some(part), None) => {
                let mut items = values(part);
                if items.is_empty() && has_texts && is_text(part) {
                    items = self.names_in_view(replaces, &as_value);
                }
                items
            }
            (None, _) => Vec::new(),
        })
    }

    /// Returns the names that may stand in an expression of `view.yaml`.
    fn names_in_view(&self, replaces: Span, marked: &str) -> Vec<Completion> {
        let typed = self.sources.slice(replaces);
        let copy = self.reread(replaces, marked.to_owned());
        let file = copy.sources.find(self.sources.path(replaces.file));
        let place = |file| {
            let end = replaces.start + offset(MARKER.len());
            Span::new(file, replaces.start, end)
        };
        let hole = file.and_then(|file| copy.semantics().hole(place(file)));
        if let Some(hole) = hole {
            return copy.names_for(hole, typed);
        }
        // What is wrong elsewhere keeps the page from being checked.
        let before = &self.sources.text(replaces.file)[..replaces.range().start];
        if before.ends_with('.') {
            Vec::new()
        } else {
            let hole = NameHole::Value {
                wanted: None,
                takes: None,
                locals: Vec::new(),
                has_you: true,
            };
            self.names_for(&hole, typed)
        }
    }
}

/// Returns the place of the marker in a text.
fn place_in(path: &str, text: &str) -> Option<KeyedPlace> {
    let mut sources = Sources::new();
    let file = sources.add(path, text);
    let tree = tables::recover(file, &sources, &mut Report::new()).tree;
    let mut around = Vec::new();
    let given = marked(&tree, &mut around)?;
    Some(KeyedPlace {
        path: around,
        given,
    })
}

/// Finds the marker in a node: the keys around it are collected; the keys beside it if it is one.
fn marked(node: &Node, around: &mut Vec<Option<String>>) -> Option<Option<Vec<String>>> {
    if node.entry(MARKER).is_some() {
        let keys = node.entries().iter().map(|entry| entry.key.clone());
        return Some(Some(keys.filter(|key| key != MARKER).collect()));
    }
    if let Some(scalar) = node.scalar() {
        return match scalar.text() {
            MARKER => Some(None),
            text => text.contains(MARKER).then_some(None),
        };
    }
    let entries = node.entries().iter();
    let entries = entries.map(|entry| (Some(entry.key.clone()), &entry.value));
    let items = node.items().iter().map(|item| (None, item));
    for (key, inside) in entries.chain(items) {
        around.push(key);
        if let Some(found) = marked(inside, around) {
            return Some(found);
        }
        around.pop();
    }
    None
}

/// Returns the schema of what stands under a key, or in a list.
fn inner<'a>(schema: &'a Value, key: &Option<String>) -> Option<&'a Value> {
    let Some(key) = key else {
        return schema.get("items");
    };
    let known = schema
        .get("properties")
        .and_then(|known| known.get(key.as_str()));
    let any = || {
        schema
            .get("patternProperties")?
            .as_object()?
            .values()
            .next()
    };
    known.or_else(any)
}

/// Returns the keys of an object that are not given, those that it must have first.
fn missing_keys(schema: &Value, given: &[String]) -> Vec<Completion> {
    let known = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |key: &str| required.is_some_and(|all| all.iter().any(|one| one == key));
    let known = known.into_iter().flatten();
    let missing = known.filter(|(key, _)| !given.contains(key));
    let item = |(key, of): (&String, &Value)| Completion {
        label: key.clone(),
        kind: CompletionKind::Key,
        detail: description(of),
        snippet: Some(Snippet(match of.get("type").and_then(Value::as_str) {
            Some("object") => format!("{key}: {{ $0 }}"),
            Some("array") => format!("{key}:\n  - $0"),
            Some(_) | None => format!("{key}: $0"),
        })),
        symbol: None,
        rank: u32::from(!is_required(key)),
    };
    missing.map(item).collect()
}

fn description(schema: &Value) -> String {
    let words = schema.get("description").and_then(Value::as_str);
    words.unwrap_or_default().to_owned()
}

/// Returns the values that a schema lists.
fn values(schema: &Value) -> Vec<Completion> {
    let listed = schema.get("enum").and_then(Value::as_array);
    let only = schema.get("const");
    let flags = [Value::Bool(true), Value::Bool(false)];
    let flags = (schema.get("type") == Some(&Value::from("boolean"))).then_some(&flags);
    let all = listed.into_iter().flatten().chain(only);
    let item = |(rank, value): (u32, &Value)| Completion {
        label: match value {
            Value::String(text) => text.clone(),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => value.to_string(),
        },
        kind: CompletionKind::Value,
        detail: description(schema),
        snippet: None,
        symbol: None,
        rank,
    };
    let all = all.chain(flags.into_iter().flatten());
    (0..).zip(all).map(item).collect()
}

/// Returns true if a schema admits any text, which in `view.yaml` is an expression.
fn is_text(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => types.contains(&Value::from("string")),
        Some(_) | None => false,
    }
}
