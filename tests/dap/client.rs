//! A client of the debug adapter: the real binary, messages over pipes, read while others are written.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A message that takes longer has been forgotten. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// A session with an adapter of its own.
pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i64,
    /// The events that nobody has looked at yet.
    pub(super) events: Vec<Value>,
}

impl Client {
    /// Starts an adapter in a folder.
    pub(super) fn start(folder: &Path) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["dap", "--stdio"])
            .current_dir(folder)
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
            events: Vec::new(),
        }
    }

    /// Sends a text as it is.
    pub(super) fn write(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    /// Sends a request without waiting; its number.
    pub(super) fn send(&mut self, command: &str, arguments: Value) -> i64 {
        self.next += 1;
        let request = json!({ "seq": self.next, "type": "request", "command": command, "arguments": arguments });
        self.write(&request.to_string());
        self.next
    }

    /// Sends a request and waits for its answer: the body, or the message of a refusal.
    pub(super) fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        let number = self.send(command, arguments);
        self.answer(number)
    }

    /// Waits for the answer to a request.
    pub(super) fn answer(&mut self, number: i64) -> Result<Value, String> {
        loop {
            let mut message = self.take();
            if message["type"] == "response" && message["request_seq"] == number {
                return if message["success"] == true {
                    Ok(message["body"].take())
                } else {
                    Err(message["message"].as_str().unwrap().to_owned())
                };
            }
            self.events.push(message);
        }
    }

    fn take(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.expect("a message that does not come")
    }

    /// Waits until play stands somewhere or is over: the events until then, that one last.
    pub(super) fn until_stop(&mut self) -> Vec<Value> {
        let is_stop = |event: &Value| event["event"] == "stopped" || event["event"] == "exited";
        loop {
            if let Some(at) = self.events.iter().position(is_stop) {
                return self.events.drain(..=at).collect();
            }
            let event = self.take();
            self.events.push(event);
        }
    }

    /// Begins to debug: launches, and waits until breakpoints may be set.
    pub(super) fn launch(&mut self, arguments: Value) -> Result<Value, String> {
        let client =
            json!({ "adapterID": "ludex", "linesStartAt1": true, "columnsStartAt1": true });
        let capabilities = self.ask("initialize", client)?;
        self.ask("launch", arguments)?;
        let initialized = |event: &Value| event["event"] == "initialized";
        while !self.events.iter().any(initialized) {
            let event = self.take();
            self.events.push(event);
        }
        self.events.retain(|event| !initialized(event));
        Ok(capabilities)
    }

    /// Leaves as an editor does; the exit code.
    pub(super) fn leave(mut self) -> i32 {
        self.ask("disconnect", json!({})).unwrap();
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

/// A copy of a game in a folder of the test's own, `TEMP/dap/TEST/NAME`; that folder.
pub(super) fn copy(game: &str, test: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(game);
    let to = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("dap")
        .join(test);
    let _ = std::fs::remove_dir_all(&to);
    copy_folder(&from, &to.join(from.file_name().unwrap()));
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
