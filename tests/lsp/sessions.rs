//! Sessions as files: what an editor says, line by line, in a game of its own; the answers are snapshots.
//!
//! `open FILE`, `close FILE` · `change FILE: OLD => NEW` · `at FILE: before ‸behind` puts the cursor there · `wrong FILE` lists
//! what is wrong · `symbols`, `apply` and the like below · any other line is a method, with more params behind it as JSON: it is
//! asked about the file and the place of the cursor. `#` begins a comment, which is shown.

use super::client::{Client, copy, uri};
use crate::support::{cases, settings};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

struct Session {
    client: Client,
    game: PathBuf,
    file: PathBuf,
    at: usize,
    last: Value,
    /// The types and modifiers of tokens that the server told.
    legend: Value,
}

impl Session {
    fn line(&mut self, line: &str) -> String {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (file, text) = rest.split_once(": ").unwrap_or((rest, ""));
        let path = self.game.join(file);
        match word {
            "#" => String::new(),
            "open" => {
                let text = fs::read_to_string(&path).unwrap();
                self.client.open(&path, &text);
                String::new()
            }
            "close" => {
                self.client.close(&path);
                String::new()
            }
            "change" => {
                let (old, new) = text.split_once(" => ").unwrap();
                let at = self
                    .client
                    .text(&path)
                    .find(old)
                    .unwrap_or_else(|| panic!("{line}"));
                self.client
                    .edit(&path, at..at + old.len(), &new.replace("\\n", "\n"));
                String::new()
            }
            "at" => {
                let text = text.replace("\\n", "\n");
                let (before, behind) = text.split_once('‸').unwrap();
                let at = self.client.text(&path).find(&format!("{before}{behind}"));
                self.at = at.unwrap_or_else(|| panic!("{line}")) + before.len();
                self.file = path;
                String::new()
            }
            "wrong" => {
                self.client.settle();
                let found = self.client.diagnostics(&path);
                let line = |one: &Value| {
                    let tags = one.get("tags").map_or("", |_| " (pale)");
                    format!(
                        "{} {}{tags} {}\n",
                        short(&one["range"]),
                        one["code"].as_str().unwrap(),
                        one["message"]
                    )
                };
                found.iter().map(line).collect()
            }
            "apply" => self.apply(),
            method => {
                let more = if rest.is_empty() {
                    json!({})
                } else {
                    serde_json::from_str(rest).unwrap()
                };
                match self.ask(method, more) {
                    Ok(answer) if method == "textDocument/semanticTokens/full" => {
                        self.tokens(&answer)
                    }
                    Ok(answer) => {
                        self.last = answer.clone();
                        lines(&short(&answer))
                    }
                    Err(error) => {
                        self.last = Value::Null;
                        format!("refused: {}\n", error["message"].as_str().unwrap())
                    }
                }
            }
        }
    }

    /// The words of a file, each with the type and the modifiers that a token gives it, line by line.
    fn tokens(&self, answer: &Value) -> String {
        let data: Vec<u64> = serde_json::from_value(answer["data"].clone()).unwrap();
        let legend = &self.legend["tokenTypes"];
        let (mut line, mut column, mut told) = (0, 0, String::new());
        for token in data.chunks(5) {
            column = if token[0] == 0 { column } else { 0 } + token[1];
            line += token[0];
            if token[0] > 0 || told.is_empty() {
                told.push_str(&format!("\n{}:", line + 1));
            }
            let byte = |column| {
                let place = json!({ "line": line, "character": column });
                self.client.byte(&self.file, &place)
            };
            let word = &self.client.text(&self.file)[byte(column)..byte(column + token[2])];
            let kind = legend[usize::try_from(token[3]).unwrap()].as_str().unwrap();
            told.push_str(&format!(" {word}={kind}/{}", token[4]));
        }
        told.trim_start().to_owned() + "\n"
    }

    fn ask(&mut self, method: &str, more: Value) -> Result<Value, Value> {
        let position = self.client.position(&self.file, self.at);
        let mut params =
            json!({ "textDocument": { "uri": uri(&self.file) }, "position": position });
        if params.get("range").is_none() {
            params["range"] = json!({ "start": position, "end": position });
        }
        for (key, value) in more.as_object().unwrap() {
            params[key] = match value.as_str() {
                Some("last") => self.last.clone(),
                Some("first") => self.last[0].clone(),
                Some("positions") => json!([position]),
                Some("uris") => json!([uri(&self.file)]),
                _ => value.clone(),
            };
        }
        self.client.ask(method, params)
    }

    /// Makes the changes of the last answer, in open files; each line that is another then.
    fn apply(&mut self) -> String {
        let edit = self
            .last
            .get("edit")
            .or_else(|| self.last[0].get("edit"))
            .cloned();
        let edit = edit.unwrap_or_else(|| self.last.clone());
        if edit.is_null() {
            return "nothing\n".to_owned();
        }
        let own = json!({ uri(&self.file): edit });
        let changes = edit
            .get("changes")
            .unwrap_or(&own)
            .as_object()
            .unwrap()
            .clone();
        let mut told = String::new();
        let mut names: Vec<&String> = changes.keys().collect();
        names.sort();
        for name in names {
            let path = self.game.join(name.rsplit_once("/tea/").unwrap().1);
            if !self.client.is_open(&path) {
                self.client.open(&path, &fs::read_to_string(&path).unwrap());
            }
            let old = self.client.text(&path).to_owned();
            let mut edits = changes[name].as_array().unwrap().clone();
            edits.sort_by_key(|one| {
                let start = &one["range"]["start"];
                (start["line"].as_u64(), start["character"].as_u64())
            });
            for one in edits.iter().rev() {
                let ends = ["start", "end"].map(|end| self.client.byte(&path, &one["range"][end]));
                self.client
                    .edit(&path, ends[0]..ends[1], one["newText"].as_str().unwrap());
            }
            let new = self.client.text(&path);
            let file = path.strip_prefix(&self.game).unwrap().display();
            for line in similar::TextDiff::from_lines(old.as_str(), new).iter_all_changes() {
                if line.tag() != similar::ChangeTag::Equal {
                    told.push_str(&format!(
                        "{file}: {}{}\n",
                        line.tag(),
                        line.value().trim_end()
                    ));
                }
            }
        }
        told
    }
}

/// An answer as people read it: ranges as `line:column-line:column` from 1, files by their names.
fn short(value: &Value) -> Value {
    match value {
        Value::Object(map) if map.contains_key("start") && map.contains_key("end") => {
            let [start, end] = ["start", "end"].map(|key| place(&map[key]));
            format!("{start}-{end}").into()
        }
        Value::Object(map) => {
            let pairs = map.iter().map(|(key, value)| {
                let key = key.rsplit('/').next().unwrap().to_owned();
                (key, short(value))
            });
            let mut pairs: Vec<(String, Value)> = pairs.collect();
            if map.keys().any(|key| key.starts_with("file://")) {
                // The files of an edit have no order.
                pairs.sort_by(|a, b| a.0.cmp(&b.0));
            }
            Value::Object(pairs.into_iter().collect())
        }
        Value::Array(items) => items.iter().map(short).collect(),
        Value::String(text) if text.starts_with("file://") => {
            text.rsplit('/').next().unwrap().into()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn place(position: &Value) -> String {
    let number = |key: &str| position[key].as_u64().unwrap() + 1;
    format!("{}:{}", number("line"), number("character"))
}

fn lines(answer: &Value) -> String {
    match answer.as_array() {
        Some(items) => items.iter().map(|item| format!("{item}\n")).collect(),
        None => format!("{answer}\n"),
    }
}

#[test]
fn every_session() {
    for path in cases("tests/data/lsp/sessions") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let game = copy("tests/data/lsp/tea", &format!("session_{name}"));
        let (client, welcome) = Client::start(&[&game], &json!({}));
        let mut session = Session {
            legend: welcome["capabilities"]["semanticTokensProvider"]["legend"].clone(),
            client,
            file: game.join("tea.rules"),
            game,
            at: 0,
            last: Value::Null,
        };
        let mut told = String::new();
        for line in fs::read_to_string(&path)
            .unwrap()
            .lines()
            .filter(|line| !line.is_empty())
        {
            told.push_str(&format!("{line}\n"));
            for answer in session.line(line).lines() {
                told.push_str(&format!("    {answer}\n"));
            }
        }
        assert_eq!(session.client.leave(), 0);
        settings("lsp").bind(|| insta::assert_snapshot!(name, told));
    }
}
