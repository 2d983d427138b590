//! The adapter: requests in, answers and events out.

use crate::arguments::{DebugRequest, Evaluate, Initialize, Launch, arguments, read};
use crate::host::DebugHost;
use crate::launch::{self, Launched};
use crate::places::Places;
use crate::session::{Answer, DebugSession, THREAD, choice_in};
use crate::set_breakpoints::BreakpointTable;
use crate::variables::VariableTable;
use crate::{evaluation, framing};
use ludex_tools::debug::{Debugger, Motion, QuestionCache, StopReason};
use serde_json::{Value, json};
use std::io::{BufReader, Read, Result, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Requests that end a motion as soon as they arrive.
const URGENT: &[&str] = &["pause", "disconnect", "terminate", "restart"];

/// Serves a client until it leaves.
///
/// # Errors
/// The input holds what is no message, or the output is closed.
pub(super) fn serve(
    input: impl Read + Send + 'static,
    output: impl Write,
    host: Arc<dyn DebugHost>,
) -> Result<()> {
    let pause = Arc::new(AtomicBool::new(false));
    let messages = read_beside(input, Arc::clone(&pause));
    let mut adapter = Adapter {
        output,
        host,
        pause,
        next: 1,
        client: Initialize::default(),
        launch: Launch::default(),
        session: None,
        is_over: false,
    };
    while let Ok(message) = messages.recv() {
        adapter.take(message?)?;
        if adapter.is_over {
            break;
        }
    }
    Ok(())
}

/// Reads messages on a thread of its own.
fn read_beside(
    input: impl Read + Send + 'static,
    pause: Arc<AtomicBool>,
) -> Receiver<Result<Value>> {
    let (sender, messages) = channel();
    // It ends with the input, or with the process.
    drop(thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let message = match framing::read(&mut input) {
                Ok(Some(message)) => Ok(message),
                Ok(None) => {
                    // Nobody is left who could end a motion.
                    pause.store(true, Ordering::Relaxed);
                    return;
                }
                Err(error) => Err(error),
            };
            let command = message
                .as_ref()
                .ok()
                .and_then(|message| message["command"].as_str());
            if command.is_some_and(|command| URGENT.contains(&command)) {
                pause.store(true, Ordering::Relaxed);
            }
            let is_last = message.is_err();
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    }));
    messages
}

/// The connection to a client.
struct Adapter<W> {
    output: W,
    host: Arc<dyn DebugHost>,
    pause: Arc<AtomicBool>,
    /// The number of the next message.
    next: i64,
    client: Initialize,
    launch: Launch,
    session: Option<DebugSession>,
    is_over: bool,
}

impl<W: Write> Adapter<W> {
    fn take(&mut self, message: Value) -> Result<()> {
        let Ok(request) = serde_json::from_value::<DebugRequest>(message) else {
            return Ok(());
        };
        if request.command.is_empty() {
            // A response to a request that was never sent.
            return Ok(());
        }
        let answer = self.answer(&request);
        let (success, body, message) = match answer {
            Ok(body) => (true, body, None),
            Err(message) => {
                let body = json!({ "error": { "id": 1, "format": "{message}", "variables": { "message": message } } });
                (false, body, Some(message))
            }
        };
        let mut response = json!({
            "type": "response", "request_seq": request.seq, "command": request.command, "success": success, "body": body,
        });
        if let Some(message) = message {
            response["message"] = json!(message);
        }
        self.send(response)?;
        if success {
            self.after(&request)?;
        }
        Ok(())
    }

    fn send(&mut self, mut message: Value) -> Result<()> {
        message["seq"] = json!(self.next);
        self.next += 1;
        framing::write(&mut self.output, &message)
    }

    fn event(&mut self, event: &str, body: Value) -> Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }

    fn say(&mut self, category: &str, text: &str) -> Result<()> {
        let body = json!({ "category": category, "output": format!("{}\n", text.trim_end()) });
        self.event("output", body)
    }

    // ---- answers ----

    fn answer(&mut self, request: &DebugRequest) -> Answer {
        match request.command.as_str() {
            "initialize" => {
                self.client = arguments(request)?;
                Ok(capabilities())
            }
            "launch" => {
                self.launch = arguments(request)?;
                self.load()
            }
            "restart" => {
                self.pause.store(false, Ordering::Relaxed);
                if let Some(params) = request.arguments.get("arguments") {
                    self.launch = read(params.clone())?;
                }
                self.load()
            }
            "attach" => Err(
                "there is nothing to attach to: `launch` a ruling, a record or a game".to_owned(),
            ),
            "disconnect" => {
                self.is_over = true;
                Ok(Value::Null)
            }
            "terminate" | "cancel" => Ok(Value::Null),
            "pause" => {
                self.pause.store(false, Ordering::Relaxed);
                Ok(Value::Null)
            }
            command => {
                let session = self.session.as_mut();
                let session = session.ok_or("nothing is debugged yet: `launch` comes first")?;
                session.answer(command, request)
            }
        }
    }

    fn load(&mut self) -> Answer {
        let launched = launch::launch(&self.launch, &*self.host)?;
        let Launched {
            game,
            sources,
            timeline,
            title,
            notes,
            seat,
        } = launched;
        let mut debugger = Debugger::new(timeline, Arc::clone(&self.pause));
        debugger.seat = seat;
        debugger.tell(&notes);
        self.session = Some(DebugSession {
            game,
            debugger,
            places: Places::new(sources, Arc::clone(&self.host), &self.client),
            breakpoints: BreakpointTable::default(),
            variables: VariableTable::default(),
            questions: QuestionCache::default(),
            title,
            has_begun: false,
        });
        Ok(Value::Null)
    }

    // ---- what follows an answer ----

    fn after(&mut self, request: &DebugRequest) -> Result<()> {
        match request.command.as_str() {
            "launch" | "restart" => self.event("initialized", json!({})),
            "configurationDone" => self.begin(),
            "next" => self.go(Motion::Over),
            "stepIn" => self.go(Motion::In),
            "stepOut" => self.go(Motion::Out),
            "continue" => self.go(Motion::Continue),
            "stepBack" => self.go(Motion::Back),
            "reverseContinue" => self.go(Motion::BackContinue),
            "ludex/choose" => self.go(Motion::In),
            "evaluate" if is_choice(request) => self.go(Motion::In),
            "ludex/seenBy" => self.event("invalidated", json!({ "areas": ["variables"] })),
            "terminate" => self.terminate(),
            _ => Ok(()),
        }
    }

    fn begin(&mut self) -> Result<()> {
        let (no_debug, stops) = (self.launch.no_debug, self.launch.stop_on_entry);
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        if std::mem::replace(&mut session.has_begun, true) {
            return Ok(());
        }
        if no_debug {
            session
                .debugger
                .set_breakpoints(Default::default(), Vec::new());
        }
        session.debugger.begin(stops && !no_debug);
        self.tell_stop(true)
    }

    fn go(&mut self, motion: Motion) -> Result<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        session.variables.clear();
        let has_moved = session.debugger.go(motion);
        self.tell_stop(has_moved)
    }

    /// Tells what was said on the way, and where play stands.
    fn tell_stop(&mut self, has_moved: bool) -> Result<()> {
        self.tell_output()?;
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        let reason = session.debugger.stop().reason.clone();
        let is_end = matches!(reason, StopReason::Decision | StopReason::Over);
        let ends = is_end && (self.launch.no_debug || self.launch.stop_on_end == Some(false));
        let has_ended = !has_moved && (is_end || matches!(reason, StopReason::Fault(_)));
        if ends || has_ended {
            return self.terminate();
        }
        let (name, text) = described(&reason, session);
        let mut body = json!({
            "reason": name, "threadId": THREAD, "allThreadsStopped": true, "preserveFocusHint": false,
        });
        if let Some(text) = text {
            body["description"] = json!(text);
            body["text"] = json!(text);
        }
        if !reason.breakpoints().is_empty() {
            body["hitBreakpointIds"] = json!(reason.breakpoints());
        }
        let question = session.debugger.end().and_then(|end| end.decision());
        if let Some(decision) = question {
            let text = evaluation::question(&decision);
            self.say("console", &text)?;
            self.say(
                "console",
                "answer with `> words` or `> number` here, or go back",
            )?;
        }
        self.event("stopped", body)
    }

    fn tell_output(&mut self) -> Result<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        let lines = session.debugger.take_output();
        let lines: Vec<Value> = lines
            .into_iter()
            .map(|line| {
                let category = if line.span.is_some() {
                    "console"
                } else {
                    "stdout"
                };
                let mut body =
                    json!({ "category": category, "output": format!("{}\n", line.text) });
                if let Some(span) = line.span {
                    let [line, column, ..] = session.places.place(span);
                    body["source"] = session.places.source(span.file);
                    (body["line"], body["column"]) = (json!(line), json!(column));
                }
                body
            })
            .collect();
        lines
            .into_iter()
            .try_for_each(|body| self.event("output", body))
    }

    fn terminate(&mut self) -> Result<()> {
        self.event("terminated", json!({}))?;
        self.event("exited", json!({ "exitCode": 0 }))
    }
}

/// The reason of a stop as the protocol names it, with words for people.
fn described(reason: &StopReason, session: &DebugSession) -> (&'static str, Option<String>) {
    match reason {
        StopReason::Entry => ("entry", None),
        StopReason::Step => ("step", None),
        StopReason::Breakpoint(_) | StopReason::Line(_) => ("breakpoint", None),
        StopReason::Pause => ("pause", None),
        StopReason::Fault(fault) => ("exception", Some(fault.kind.to_string())),
        StopReason::Decision => {
            let player = session.debugger.end().and_then(|end| end.state().pending);
            let player = player.map_or_else(String::new, |pending| pending.player.to_string());
            (
                "pause",
                Some(format!("everything known is played; {player} decides")),
            )
        }
        StopReason::Over => ("pause", Some("the game is over".to_owned())),
    }
}

fn is_choice(request: &DebugRequest) -> bool {
    arguments::<Evaluate>(request).is_ok_and(|params| choice_in(&params).is_some())
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsRestartRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsLoadedSourcesRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [],
    })
}
