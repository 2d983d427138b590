//! Sessions as files: what somebody does who debugs, line by line; the answers are snapshots.
//!
//! `game PATH` copies a game, `launch JSON` and `begin` start · `break FILE: text [?? condition] [>> message]` sets a breakpoint at
//! the line with that text, `name NAME` at an effect · `in`, `over`, `out`, `continue`, `back`, `reverse` go somewhere and tell where
//! play stands then · `stack`, `scopes`, `show SCOPE[/NAME…]`, `watch EXPRESSION`, `console TEXT`, `edit FILE: OLD => NEW` · any other
//! line is a request with its arguments as JSON. `#` begins a comment, which is shown.

use super::client::{Client, copy};
use crate::support::{cases, settings};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

struct Session {
    client: Client,
    /// The folder around the game.
    folder: PathBuf,
    name: String,
    breakpoints: BTreeMap<String, Vec<Value>>,
    /// The frame that is looked at.
    frame: u64,
}

impl Session {
    fn line(&mut self, line: &str) -> String {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" => String::new(),
            "launch" => match self.client.launch(serde_json::from_str(rest).unwrap()) {
                Ok(_) => String::new(),
                Err(message) => format!("refused: {message}\n"),
            },
            "begin" => self.go("configurationDone"),
            "in" => self.go("stepIn"),
            "over" => self.go("next"),
            "out" => self.go("stepOut"),
            "continue" => self.go("continue"),
            "back" => self.go("stepBack"),
            "reverse" => self.go("reverseContinue"),
            "break" => self.set(rest),
            "name" => {
                let asked = json!({ "breakpoints": [{ "name": rest }] });
                self.request("setFunctionBreakpoints", asked)
            }
            "edit" => self.edit(rest),
            "stack" => self.stack(usize::MAX),
            "frame" => {
                self.frame = rest.parse().unwrap();
                String::new()
            }
            "scopes" => {
                let scopes = self.scopes();
                scopes
                    .into_iter()
                    .map(|(name, _)| format!("{name}\n"))
                    .collect()
            }
            "show" => self.show(rest),
            "watch" => self.evaluate("watch", rest),
            "console" => self.evaluate("repl", rest),
            "choose" => {
                let answer = self.evaluate("repl", &format!("> {rest}"));
                if answer.starts_with("refused") {
                    answer
                } else {
                    answer + &self.stands()
                }
            }
            command => {
                let asked = if rest.is_empty() {
                    json!({})
                } else {
                    serde_json::from_str(rest).unwrap()
                };
                self.request(command, asked)
            }
        }
    }

    fn request(&mut self, command: &str, asked: Value) -> String {
        match self.client.ask(command, asked) {
            Ok(body) => format!("{}\n", short(&body)),
            Err(message) => format!("refused: {message}\n"),
        }
    }

    fn go(&mut self, command: &str) -> String {
        let arguments = json!({ "threadId": 1 });
        if let Err(message) = self.client.ask(command, arguments) {
            return format!("refused: {message}\n");
        }
        self.stands()
    }

    /// What was said on the way, and where play stands.
    fn stands(&mut self) -> String {
        let mut told = String::new();
        self.frame = 1;
        for event in self.client.until_stop() {
            let body = &event["body"];
            match event["event"].as_str().unwrap() {
                "output" => {
                    let text = body["output"].as_str().unwrap().trim_end();
                    let place = match body.get("line") {
                        Some(line) => {
                            format!(" ({}:{line})", body["source"]["name"].as_str().unwrap())
                        }
                        None => String::new(),
                    };
                    told += &text
                        .lines()
                        .map(|line| format!("| {line}{place}\n"))
                        .collect::<String>();
                }
                "stopped" => {
                    let reason = body["reason"].as_str().unwrap();
                    let words = body.get("description").and_then(Value::as_str);
                    let words = words.map_or(String::new(), |words| format!(" ({words})"));
                    told += &format!("{reason}{words}: {}", self.stack(1));
                }
                other => told += &format!("{other}\n"),
            }
        }
        told
    }

    fn stack(&mut self, most: usize) -> String {
        let stack = self
            .client
            .ask("stackTrace", json!({ "threadId": 1 }))
            .unwrap();
        let frames = stack["stackFrames"].as_array().unwrap();
        let frame = |frame: &Value| {
            let name = frame["name"].as_str().unwrap();
            let Some(file) = frame["source"]["name"].as_str() else {
                return format!("{name}\n");
            };
            let (line, text) = (frame["line"].as_u64().unwrap(), self.text(&frame["source"]));
            let text = text.lines().nth(line as usize - 1).unwrap_or_default();
            let column = frame["column"].as_u64().unwrap() as usize - 1;
            let units: Vec<u16> = text.encode_utf16().collect();
            let behind = String::from_utf16(&units[column..]).unwrap();
            format!("{name} at {file}:{line}: {}\n", behind.trim_end())
        };
        frames.iter().take(most).map(frame).collect()
    }

    fn text(&mut self, source: &Value) -> String {
        match source["path"].as_str() {
            Some(path) => fs::read_to_string(path).unwrap(),
            None => {
                let asked =
                    json!({ "source": source, "sourceReference": source["sourceReference"] });
                let answer = self.client.ask("source", asked).unwrap();
                answer["content"].as_str().unwrap().to_owned()
            }
        }
    }

    fn set(&mut self, rest: &str) -> String {
        let (file, text) = rest.split_once(": ").unwrap();
        let (text, message) = text
            .split_once(" >> ")
            .map_or((text, None), |(a, b)| (a, Some(b)));
        let (text, condition) = text
            .split_once(" ?? ")
            .map_or((text, None), |(a, b)| (a, Some(b)));
        let path = self.folder.join(&self.name).join(file);
        let whole = fs::read_to_string(&path).unwrap();
        let line = whole.lines().position(|line| line.contains(text));
        let line = line.unwrap_or_else(|| panic!("{rest}")) + 1;
        let all = self.breakpoints.entry(file.to_owned()).or_default();
        all.push(json!({ "line": line, "condition": condition, "logMessage": message }));
        let asked = json!({ "source": { "path": path }, "breakpoints": all });
        let answer = self.client.ask("setBreakpoints", asked).unwrap();
        let last = answer["breakpoints"].as_array().unwrap().last().unwrap();
        match (last["verified"] == true, last["line"].as_u64()) {
            (true, Some(at)) => format!("line {line}, stops at {at}\n"),
            _ => format!(
                "line {line}, not verified: {}\n",
                last["message"].as_str().unwrap()
            ),
        }
    }

    fn edit(&self, rest: &str) -> String {
        let (file, change) = rest.split_once(": ").unwrap();
        let (old, new) = change.split_once(" => ").unwrap();
        let path = self.folder.join(&self.name).join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{rest}");
        fs::write(&path, text.replacen(old, &new.replace("\\n", "\n"), 1)).unwrap();
        String::new()
    }

    fn scopes(&mut self) -> Vec<(String, u64)> {
        let scopes = self
            .client
            .ask("scopes", json!({ "frameId": self.frame }))
            .unwrap();
        let scopes = scopes["scopes"].as_array().unwrap().iter();
        let scope = |one: &Value| {
            let reference = one["variablesReference"].as_u64().unwrap();
            (one["name"].as_str().unwrap().to_owned(), reference)
        };
        scopes.map(scope).collect()
    }

    /// Expands a scope, and what is below it.
    fn show(&mut self, path: &str) -> String {
        let mut names = path.split('/');
        let scope = names.next().unwrap();
        let found = self.scopes().into_iter().find(|(name, _)| name == scope);
        let mut reference = found.unwrap_or_else(|| panic!("{path}")).1;
        for name in names {
            let all = self.variables(reference);
            let one = all.iter().find(|one| one["name"] == name);
            reference = one.unwrap_or_else(|| panic!("{path}"))["variablesReference"]
                .as_u64()
                .unwrap();
        }
        let line = |one: &Value| {
            let open = if one["variablesReference"] == 0 {
                ""
            } else {
                " +"
            };
            format!(
                "{} = {}{open}\n",
                one["name"].as_str().unwrap(),
                one["value"].as_str().unwrap()
            )
        };
        self.variables(reference).iter().map(line).collect()
    }

    fn variables(&mut self, reference: u64) -> Vec<Value> {
        let asked = json!({ "variablesReference": reference });
        let all = self.client.ask("variables", asked).unwrap();
        all["variables"].as_array().unwrap().clone()
    }

    fn evaluate(&mut self, context: &str, text: &str) -> String {
        let asked = json!({ "expression": text, "context": context, "frameId": self.frame });
        match self.client.ask("evaluate", asked) {
            Ok(answer) => {
                let mut told = format!("{}\n", answer["result"].as_str().unwrap());
                let reference = answer["variablesReference"].as_u64().unwrap();
                if reference > 0 {
                    for part in self.variables(reference) {
                        let [name, value] =
                            ["name", "value"].map(|key| part[key].as_str().unwrap());
                        told += &format!("  {name} = {value}\n");
                    }
                }
                told
            }
            Err(message) => format!("refused: {message}\n"),
        }
    }
}

/// An answer without the folders of this machine.
fn short(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), short(value)))
            .collect(),
        Value::Array(items) => items.iter().map(short).collect(),
        Value::String(text) if Path::new(text).is_absolute() => {
            text.rsplit('/').next().unwrap().into()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

#[test]
fn every_session() {
    for path in cases("tests/data/dap/sessions") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let first = lines.next().unwrap();
        let game = first.strip_prefix("game ").unwrap();
        let folder = copy(game, &format!("session_{name}"));
        let mut session = Session {
            client: Client::start(&folder),
            folder,
            name: game.rsplit('/').next().unwrap().to_owned(),
            breakpoints: BTreeMap::new(),
            frame: 1,
        };
        let mut told = format!("{first}\n");
        for line in lines {
            told.push_str(&format!("{line}\n"));
            for answer in session.line(line).lines() {
                told.push_str(&format!("    {answer}\n"));
            }
        }
        assert_eq!(session.client.leave(), 0);
        settings("dap").bind(|| insta::assert_snapshot!(name, told));
    }
}
