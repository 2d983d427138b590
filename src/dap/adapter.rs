//! The adapter: requests in, answers and events out.

use crate::arguments::{
    BreakpointLocations, Choose, Evaluate, Initialize, Launch, Request, Scopes, SeenBy,
    SetBreakpoints, SetFunctionBreakpoints, SourceText, StackTrace, Variables,
};
use crate::evaluation;
use crate::framing;
use crate::host::Host;
use crate::launch::{self, Launched};
use crate::places::Places;
use crate::set_breakpoints::{BreakpointTable, Resolver};
use crate::variables::VariableTable;
use ludex_tools::debug::{Debugger, Motion, StopReason};
use ludex_tools::rulings::RuledGame;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{BufReader, Read, Result, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The one thread that there is.
const THREAD: i64 = 1;

/// Requests that end a motion as soon as they arrive.
const URGENT: &[&str] = &["pause", "disconnect", "terminate", "restart"];

/// Serves a client until it leaves.
///
/// # Errors
/// The input holds what is no message, or the output is closed.
pub(super) fn serve(
    input: impl Read + Send + 'static,
    output: impl Write,
    host: Arc<dyn Host>,
) -> Result<()> {
    let pause = Arc::new(AtomicBool::new(false));
    let messages = read_beside(input, Arc::clone(&pause));
    let mut adapter = Adapter {
        output,
        host,
        pause,
        next: 1,
        client: Initialize::default(),
        asked: Launch::default(),
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

/// A client's session.
struct Adapter<W> {
    output: W,
    host: Arc<dyn Host>,
    pause: Arc<AtomicBool>,
    /// The number of the next message.
    next: i64,
    client: Initialize,
    asked: Launch,
    session: Option<Session>,
    is_over: bool,
}

/// A game being debugged.
struct Session {
    game: RuledGame,
    debugger: Debugger,
    places: Places,
    breakpoints: BreakpointTable,
    variables: VariableTable,
    title: String,
    /// True since the client has set its breakpoints.
    has_begun: bool,
    /// True when everything is played and the client was told so.
    is_at_end: bool,
}

/// An answer: a body, or why there is none.
type Answer = std::result::Result<Value, String>;

impl<W: Write> Adapter<W> {
    fn take(&mut self, message: Value) -> Result<()> {
        let Ok(request) = serde_json::from_value::<Request>(message) else {
            return Ok(());
        };
        if request.command.is_empty() {
            // An answer to what was never asked.
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

    fn answer(&mut self, request: &Request) -> Answer {
        match request.command.as_str() {
            "initialize" => {
                self.client = arguments(request)?;
                Ok(capabilities())
            }
            "launch" => {
                self.asked = arguments(request)?;
                self.load()
            }
            "restart" => {
                self.pause.store(false, Ordering::Relaxed);
                if let Some(asked) = request.arguments.get("arguments") {
                    self.asked = read(asked.clone())?;
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
        let launched = launch::launch(&self.asked, &*self.host)?;
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
        self.session = Some(Session {
            game,
            debugger,
            places: Places::new(sources, Arc::clone(&self.host), &self.client),
            breakpoints: BreakpointTable::default(),
            variables: VariableTable::default(),
            title,
            has_begun: false,
            is_at_end: false,
        });
        Ok(Value::Null)
    }

    // ---- what follows an answer ----

    fn after(&mut self, request: &Request) -> Result<()> {
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
        let (no_debug, stops) = (self.asked.no_debug, self.asked.stop_on_entry);
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
        let ends = is_end && (self.asked.no_debug || self.asked.stop_on_end == Some(false));
        let has_ended = !has_moved && (is_end || matches!(reason, StopReason::Fault(_)));
        session.is_at_end = is_end;
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
        let met = match &reason {
            StopReason::Breakpoint(numbers) => numbers.clone(),
            StopReason::Line(number) => vec![*number],
            _ => Vec::new(),
        };
        if !met.is_empty() {
            body["hitBreakpointIds"] = json!(met);
        }
        let question = match reason {
            StopReason::Decision => session.debugger.end().and_then(|end| end.decision()),
            _ => None,
        };
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

impl Session {
    fn answer(&mut self, command: &str, request: &Request) -> Answer {
        match command {
            "setBreakpoints" => {
                let asked: SetBreakpoints = arguments(request)?;
                let (table, resolver) = self.resolver();
                let answers = table.set(&asked, &resolver);
                self.use_breakpoints();
                Ok(json!({ "breakpoints": answers }))
            }
            "setFunctionBreakpoints" => {
                let asked: SetFunctionBreakpoints = arguments(request)?;
                let (table, resolver) = self.resolver();
                let answers = table.set_names(&asked, &resolver);
                self.use_breakpoints();
                Ok(json!({ "breakpoints": answers }))
            }
            // The rules stop at every fault, which ends them.
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "breakpointLocations" => {
                let asked: BreakpointLocations = arguments(request)?;
                let (_, resolver) = self.resolver();
                Ok(json!({ "breakpoints": resolver.locations(&asked) }))
            }
            "configurationDone" | "next" | "stepIn" | "stepOut" | "stepBack"
            | "reverseContinue" => Ok(Value::Null),
            "continue" => Ok(json!({ "allThreadsContinued": true })),
            "threads" => Ok(json!({ "threads": [{ "id": THREAD, "name": self.title }] })),
            "stackTrace" => Ok(self.stack_trace(&arguments(request)?)),
            "scopes" => {
                let asked: Scopes = arguments(request)?;
                let frame = self.frame(Some(asked.frame_id));
                Ok(json!({ "scopes": self.variables.scopes(&self.debugger, frame) }))
            }
            "variables" => {
                let asked: Variables = arguments(request)?;
                Ok(json!({ "variables": self.variables.variables(&self.debugger, &asked) }))
            }
            "evaluate" => self.evaluate(&arguments(request)?),
            "exceptionInfo" => self.exception(),
            "source" => self.source(&arguments(request)?),
            "loadedSources" => {
                let files: Vec<_> = self.places.sources.ids().collect();
                let files = files.into_iter().map(|file| self.places.source(file));
                Ok(json!({ "sources": files.collect::<Vec<Value>>() }))
            }
            "ludex/seenBy" => {
                let asked: SeenBy = arguments(request)?;
                let players = self.debugger.stop().state.players;
                self.debugger.seat = launch::seat(asked.seat.as_deref(), players)?;
                self.variables.clear();
                Ok(json!({ "seat": self.debugger.seat }))
            }
            "ludex/decision" => {
                let decision = self.debugger.end().and_then(|end| end.decision());
                Ok(match decision {
                    None => Value::Null,
                    Some(decision) => {
                        let options = decision.options.iter().map(|option| &option.label);
                        let options: Vec<&String> = options.collect();
                        json!({ "player": decision.player, "prompt": decision.prompt, "options": options })
                    }
                })
            }
            "ludex/choose" => self.choose(&arguments(request)?),
            other => Err(format!("`{other}` is not answered by this debugger")),
        }
    }

    fn resolver(&mut self) -> (&mut BreakpointTable, Resolver<'_>) {
        let resolver = Resolver {
            game: &self.game,
            debugger: &self.debugger,
            places: &self.places,
        };
        (&mut self.breakpoints, resolver)
    }

    fn use_breakpoints(&mut self) {
        let (breakpoints, lines) = self.breakpoints.resolved();
        self.debugger.set_breakpoints(breakpoints, lines);
    }

    /// The frames, the innermost first; below them what the turn is about.
    fn stack_trace(&self, asked: &StackTrace) -> Value {
        let frames = self.debugger.stack();
        let mut all: Vec<Value> = frames
            .iter()
            .enumerate()
            .map(|(at, frame)| {
                let [line, column, end_line, end_column] = self.places.place(frame.span);
                json!({
                    "id": at + 1, "name": frame.name, "source": self.places.source(frame.span.file),
                    "line": line, "column": column, "endLine": end_line, "endColumn": end_column,
                })
            })
            .collect();
        let timeline = self.debugger.timeline();
        let turn = self.debugger.stop().turn;
        let mut below = json!({
            "id": all.len() + 1, "name": timeline.title(turn), "line": 0, "column": 0, "presentationHint": "subtle",
        });
        if let Some(span) = timeline.get(turn).and_then(|turn| turn.span) {
            let [line, column, end_line, end_column] = self.places.place(span);
            below["source"] = self.places.source(span.file);
            (below["line"], below["column"]) = (json!(line), json!(column));
            (below["endLine"], below["endColumn"]) = (json!(end_line), json!(end_column));
        }
        all.push(below);
        let total = all.len();
        let levels = if asked.levels == 0 {
            total
        } else {
            asked.levels
        };
        let shown: Vec<Value> = all
            .into_iter()
            .skip(asked.start_frame)
            .take(levels)
            .collect();
        json!({ "stackFrames": shown, "totalFrames": total })
    }

    /// The position in the call stack of a frame that the client names.
    fn frame(&self, id: Option<usize>) -> Option<usize> {
        let frames = self.debugger.stack();
        let at = match id {
            Some(id) => id.checked_sub(1)?,
            None => return frames.iter().find_map(|frame| frame.frame),
        };
        frames.get(at)?.frame
    }

    fn evaluate(&mut self, asked: &Evaluate) -> Answer {
        if let Some(words) = choice_in(asked) {
            let words = Some(words.to_owned());
            return self.choose(&Choose {
                option: None,
                words,
            });
        }
        let frame = self.frame(asked.frame_id);
        let with = (&self.game, &self.debugger, &self.places);
        evaluation::evaluate(asked, frame, with, &mut self.variables)
    }

    fn choose(&mut self, asked: &Choose) -> Answer {
        let end = self.debugger.end();
        let end = end.ok_or(
            "a choice is made where all that is known has been played: go on to the end first",
        )?;
        let option = evaluation::option(asked, end)?;
        let decision = end.decision();
        let label = decision.and_then(|decision| Some(decision.options.get(option)?.label.clone()));
        if !self.debugger.choose(option) {
            return Err("there is no such option".to_owned());
        }
        Ok(json!({ "result": label, "variablesReference": 0 }))
    }

    fn exception(&self) -> Answer {
        let StopReason::Fault(fault) = &self.debugger.stop().reason else {
            return Err("the rules have not failed here".to_owned());
        };
        let trace = fault.trace.iter().map(|(name, span)| {
            let [line, ..] = self.places.place(*span);
            format!(
                "in `{name}` at {}:{line}",
                self.places.sources.path(span.file)
            )
        });
        let trace: Vec<String> = trace.collect();
        Ok(json!({
            "exceptionId": "fault", "description": fault.kind.to_string(), "breakMode": "always",
            "details": { "message": fault.kind.to_string(), "typeName": "fault of the rules", "stackTrace": trace.join("\n") },
        }))
    }

    fn source(&self, asked: &SourceText) -> Answer {
        let source = asked.source.as_ref();
        let own = source.and_then(|source| source.source_reference);
        let file = self
            .places
            .by_reference(own.unwrap_or(asked.source_reference));
        let file = file.ok_or("there is no such text")?;
        Ok(json!({ "content": self.places.sources.text(file), "mimeType": "text/plain" }))
    }
}

/// The reason of a stop as the protocol names it, with words for people.
fn described(reason: &StopReason, session: &Session) -> (&'static str, Option<String>) {
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

/// The words of a choice that is typed into the console: `> take 3`.
fn choice_in(asked: &Evaluate) -> Option<&str> {
    let words = asked.expression.trim().strip_prefix('>')?;
    (asked.context == "repl").then_some(words.trim())
}

fn is_choice(request: &Request) -> bool {
    arguments::<Evaluate>(request).is_ok_and(|asked| choice_in(&asked).is_some())
}

fn arguments<T: DeserializeOwned + Default>(request: &Request) -> std::result::Result<T, String> {
    match request.arguments.is_null() {
        true => Ok(T::default()),
        false => read(request.arguments.clone()),
    }
}

fn read<T: DeserializeOwned>(arguments: Value) -> std::result::Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("the arguments are wrong: {error}"))
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
