//! A client of the language server as editors are: the real binary, messages over pipes, read while others are written.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A message that takes longer has been forgotten. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// A session with a server of its own.
pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i64,
    /// The answers that came while another one was waited for.
    answers: BTreeMap<i64, Value>,
    /// The last diagnostics of each file, with the version they are about.
    pub(super) published: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    /// All other messages, in order.
    pub(super) others: Vec<Value>,
    texts: BTreeMap<String, (i64, String)>,
    /// Columns are bytes, not halves of characters.
    counts_bytes: bool,
}

impl Client {
    /// Starts a server to which nothing is said yet.
    pub(super) fn silent() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            messages,
            next: 0,
            answers: BTreeMap::new(),
            published: BTreeMap::new(),
            others: Vec::new(),
            texts: BTreeMap::new(),
            counts_bytes: false,
        }
    }

    /// Starts a server, with what an editor says that it can do; its welcome.
    pub(super) fn start(folders: &[&Path], capabilities: &Value) -> (Client, Value) {
        let mut client = Client::silent();
        let folders: Vec<Value> = folders
            .iter()
            .map(|folder| json!({ "uri": uri(folder), "name": "folder" }))
            .collect();
        let params = json!({ "processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities });
        let welcome = client.ask("initialize", params).unwrap();
        client.counts_bytes = welcome["capabilities"]["positionEncoding"] == "utf-8";
        client.tell("initialized", json!({}));
        (client, welcome)
    }

    /// Sends a text as it is.
    pub(super) fn write(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request without waiting; its number.
    pub(super) fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        self.write(&request.to_string());
        self.next
    }

    /// Waits for the answer to a request: its result, or its error.
    pub(super) fn answer(&mut self, id: i64) -> Result<Value, Value> {
        loop {
            if let Some(mut answer) = self.answers.remove(&id) {
                return match answer.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(answer["result"].take()),
                };
            }
            self.take_in();
        }
    }

    pub(super) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// Takes one message in.
    pub(super) fn take_in(&mut self) {
        let message = self.messages.recv_timeout(PATIENCE);
        let message = message.expect("a message that does not come");
        let method = message.get("method").and_then(Value::as_str);
        match (method, message.get("id")) {
            (Some("textDocument/publishDiagnostics"), _) => {
                let params = &message["params"];
                let found = params["diagnostics"].as_array().unwrap().clone();
                let version = params["version"].as_i64();
                let uri = params["uri"].as_str().unwrap().to_owned();
                self.published.insert(uri, (version, found));
            }
            (Some(_), Some(id)) => {
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": null });
                self.write(&answer.to_string());
                self.others.push(message);
            }
            (Some(_), None) => self.others.push(message),
            (None, id) => {
                let id = id.and_then(Value::as_i64).unwrap_or(-1);
                self.answers.insert(id, message);
            }
        }
    }

    pub(super) fn open(&mut self, path: &Path, text: &str) {
        self.texts.insert(uri(path), (1, text.to_owned()));
        let item = json!({ "uri": uri(path), "languageId": "ludex", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Puts a text in the place of some bytes of an open file.
    pub(super) fn edit(&mut self, path: &Path, bytes: std::ops::Range<usize>, new: &str) {
        let range = json!({ "start": self.position(path, bytes.start), "end": self.position(path, bytes.end) });
        let (version, text) = self.texts.get_mut(&uri(path)).unwrap();
        text.replace_range(bytes, new);
        *version += 1;
        let document = json!({ "uri": uri(path), "version": version });
        let change = json!({ "range": range, "text": new });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    pub(super) fn close(&mut self, path: &Path) {
        self.texts.remove(&uri(path));
        self.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri(path) } }),
        );
    }

    /// The text of an open file as the client has it.
    pub(super) fn text(&self, path: &Path) -> &str {
        &self.texts[&uri(path)].1
    }

    pub(super) fn is_open(&self, path: &Path) -> bool {
        self.texts.contains_key(&uri(path))
    }

    /// The byte of an open file at a position.
    pub(super) fn byte(&self, path: &Path, position: &Value) -> usize {
        let text = self.text(path);
        let [line, column] =
            ["line", "character"].map(|key| position[key].as_u64().unwrap() as usize);
        let start = text
            .split_inclusive('\n')
            .take(line)
            .map(str::len)
            .sum::<usize>();
        let mut counted = 0;
        for (at, symbol) in text[start..].char_indices() {
            if counted >= column {
                return start + at;
            }
            counted += if self.counts_bytes {
                symbol.len_utf8()
            } else {
                symbol.len_utf16()
            };
        }
        text.len()
    }

    pub(super) fn position(&self, path: &Path, byte: usize) -> Value {
        let before = &self.text(path)[..byte];
        let line = before.rsplit('\n').next().unwrap();
        let column = if self.counts_bytes {
            line.len()
        } else {
            line.encode_utf16().count()
        };
        json!({ "line": before.matches('\n').count(), "character": column })
    }

    /// Waits for what is wrong with the open text of a file as it is now.
    pub(super) fn diagnostics(&mut self, path: &Path) -> Vec<Value> {
        let version = self.texts.get(&uri(path)).map(|(version, _)| *version);
        loop {
            match self.published.get(&uri(path)) {
                Some((of, found)) if *of == version => return found.clone(),
                _ => self.take_in(),
            }
        }
    }

    /// The number of the server's process.
    pub(super) fn process(&self) -> u32 {
        self.child.id()
    }

    /// The memory of the server's process, where the system tells it.
    pub(super) fn resident_megabytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kilobytes / 1024)
    }

    /// Waits until everything that was told before is checked, and what was found is told.
    pub(super) fn settle(&mut self) {
        let prelude = json!({ "uri": "ludex:/prelude.rules" });
        self.ask("workspace/textDocumentContent", prelude).unwrap();
    }

    /// Leaves as an editor does; the exit code.
    pub(super) fn leave(mut self) -> i32 {
        self.ask("shutdown", Value::Null).unwrap();
        self.tell("exit", Value::Null);
        self.wait()
    }

    /// Closes the input; the exit code.
    pub(super) fn wait(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

/// The next message; none when there are no more.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).unwrap())
}

/// The URI of a path, written as an editor would that escapes everything.
pub(super) fn uri(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let bytes = path.to_str().unwrap().bytes();
    let written = bytes.map(|byte| {
        if plain(byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    });
    format!("file://{}", written.collect::<String>())
}

/// A copy of a game in a folder of the test's own, `TEMP/lsp/TEST/NAME`.
pub(super) fn copy(game: &str, test: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(game);
    let to = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("lsp")
        .join(test);
    let _ = std::fs::remove_dir_all(&to);
    let to = to.join(from.file_name().unwrap());
    copy_folder(&from, &to);
    to
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}
