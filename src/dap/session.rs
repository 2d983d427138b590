//! A game being debugged, and the answers about it.

use crate::arguments::{
    BreakpointLocations, ChooseArguments, DebugRequest, Evaluate, Scopes, SeenBy, SetBreakpoints,
    SetFunctionBreakpoints, SourceText, StackTrace, Variables, arguments,
};
use crate::places::Places;
use crate::set_breakpoints::{BreakpointTable, Resolver};
use crate::variables::VariableTable;
use crate::{evaluation, launch};
use ludex_tools::debug::{Debugger, QuestionCache, StopReason};
use ludex_tools::rulings::RuledGame;
use serde_json::{Value, json};
use std::sync::Arc;

/// The number of the one thread that there is.
pub(super) const THREAD: i64 = 1;

/// A game being debugged.
pub(super) struct DebugSession {
    pub(super) game: Arc<RuledGame>,
    pub(super) debugger: Debugger,
    pub(super) places: Places,
    pub(super) breakpoints: BreakpointTable,
    pub(super) variables: VariableTable,
    pub(super) questions: QuestionCache,
    pub(super) title: String,
    /// True since the client has set its breakpoints.
    pub(super) has_begun: bool,
}

/// An answer: a body, or why there is none.
pub(super) type Answer = std::result::Result<Value, String>;

impl DebugSession {
    /// Answers a request about the game.
    ///
    /// # Errors
    /// Why there is no answer, for people.
    pub(super) fn answer(&mut self, command: &str, request: &DebugRequest) -> Answer {
        match command {
            "setBreakpoints" => {
                let params: SetBreakpoints = arguments(request)?;
                let (table, resolver) = self.resolver();
                let answers = table.set(&params, &resolver);
                self.use_breakpoints();
                Ok(json!({ "breakpoints": answers }))
            }
            "setFunctionBreakpoints" => {
                let params: SetFunctionBreakpoints = arguments(request)?;
                let (table, resolver) = self.resolver();
                let answers = table.set_names(&params, &resolver);
                self.use_breakpoints();
                Ok(json!({ "breakpoints": answers }))
            }
            // The rules stop at every fault, which ends them.
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "breakpointLocations" => {
                let params: BreakpointLocations = arguments(request)?;
                let (_, resolver) = self.resolver();
                Ok(json!({ "breakpoints": resolver.locations(&params) }))
            }
            "configurationDone" | "next" | "stepIn" | "stepOut" | "stepBack"
            | "reverseContinue" => Ok(Value::Null),
            "continue" => Ok(json!({ "allThreadsContinued": true })),
            "threads" => Ok(json!({ "threads": [{ "id": THREAD, "name": self.title }] })),
            "stackTrace" => Ok(self.stack_trace(&arguments(request)?)),
            "scopes" => {
                let params: Scopes = arguments(request)?;
                let frame = self.frame(Some(params.frame_id));
                Ok(json!({ "scopes": self.variables.scopes(&self.debugger, frame) }))
            }
            "variables" => {
                let params: Variables = arguments(request)?;
                Ok(json!({ "variables": self.variables.variables(&self.debugger, &params) }))
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
                let params: SeenBy = arguments(request)?;
                let players = self.debugger.stop().state.players;
                self.debugger.seat = launch::seat(params.seat.as_deref(), players)?;
                self.variables.clear();
                Ok(json!({ "seat": self.debugger.seat.map(|seat| seat.to_string()) }))
            }
            "ludex/decision" => {
                let decision = self.debugger.end().and_then(|end| end.decision());
                Ok(match decision {
                    None => Value::Null,
                    Some(decision) => {
                        let options = decision.options.iter().map(|option| &option.label);
                        let options: Vec<&String> = options.collect();
                        json!({ "player": decision.player.to_string(), "prompt": decision.prompt, "options": options })
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
    fn stack_trace(&self, params: &StackTrace) -> Value {
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
        let levels = if params.levels == 0 {
            total
        } else {
            params.levels
        };
        let shown: Vec<Value> = all
            .into_iter()
            .skip(params.start_frame)
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

    fn evaluate(&mut self, params: &Evaluate) -> Answer {
        if let Some(words) = choice_in(params) {
            let words = Some(words.to_owned());
            return self.choose(&ChooseArguments {
                option: None,
                words,
            });
        }
        let frame = self.frame(params.frame_id);
        let (cache, table) = (&mut self.questions, &mut self.variables);
        evaluation::evaluate(
            params,
            frame,
            &self.game,
            &self.debugger,
            &self.places,
            cache,
            table,
        )
    }

    fn choose(&mut self, params: &ChooseArguments) -> Answer {
        let end = self.debugger.end();
        let end = end.ok_or(
            "a choice is made where all that is known has been played: go on to the end first",
        )?;
        let option = evaluation::option(params, end)?;
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

    fn source(&self, params: &SourceText) -> Answer {
        let source = params.source.as_ref();
        let own = source.and_then(|source| source.source_reference);
        let file = self
            .places
            .by_reference(own.unwrap_or(params.source_reference));
        let file = file.ok_or("there is no such text")?;
        Ok(json!({ "content": self.places.sources.text(file), "mimeType": "text/plain" }))
    }
}

/// The words of a choice that is typed into the console: `> take 3`.
pub(super) fn choice_in(params: &Evaluate) -> Option<&str> {
    let words = params.expression.trim().strip_prefix('>')?;
    (params.context == "repl").then_some(words.trim())
}
