//! Breakpoints as clients set them: lines and names, resolved to the statements at which play stops.

use crate::arguments::{
    BreakpointLocations, FunctionBreakpoint, SetBreakpoints, SetFunctionBreakpoints,
    SourceBreakpoint,
};
use crate::places::Places;
use ludex_check::condition::FrameNames;
use ludex_program::Program;
use ludex_program::ids::Pc;
use ludex_rules::ids::RoutineId;
use ludex_source::{FileId, Span};
use ludex_tools::debug::{
    Breakpoint, Breakpoints, DebugQuestion, Debugger, LogPointPart, StatementPlace,
    compile_condition, visible_at,
};
use ludex_tools::rulings::RuledGame;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The answer about a line of what is no statement.
const NO_STATEMENT: &str = "no statement begins here; conditions, queries and attributes are values: watch them where a \
    statement uses them";

/// All breakpoints that a client has set.
#[derive(Default)]
pub(super) struct BreakpointTable {
    last: usize,
    by_file: BTreeMap<FileId, Vec<ResolvedBreakpoint>>,
    by_name: Vec<ResolvedBreakpoint>,
}

/// A breakpoint: the instructions at which it stops, and the line of a ruling at whose beginning it does.
struct ResolvedBreakpoint {
    at: Vec<(Pc, Breakpoint)>,
    lines: Vec<(Span, usize)>,
}

/// The game, by which breakpoints are resolved.
pub(super) struct Resolver<'a> {
    pub(super) game: &'a RuledGame,
    pub(super) debugger: &'a Debugger,
    pub(super) places: &'a Places,
}

impl BreakpointTable {
    /// Sets the breakpoints of a file in place of those that were there; the answer about each.
    pub(super) fn set(&mut self, params: &SetBreakpoints, with: &Resolver<'_>) -> Vec<Value> {
        let Some(file) = with.places.file(&params.source) else {
            let no_file = "this file is no part of the game that is debugged";
            let answers = params.breakpoints.iter();
            return answers.map(|_| refused(no_file)).collect();
        };
        let (mut entries, mut answers) = (Vec::new(), Vec::new());
        for breakpoint in &params.breakpoints {
            self.last += 1;
            match with.at_line(file, breakpoint, self.last) {
                Ok((entry, line)) => {
                    let line = with.places.client_line(line);
                    let source = with.places.source(file);
                    answers.push(json!({ "id": self.last, "verified": true, "line": line, "source": source }));
                    entries.push(entry);
                }
                Err(message) => answers.push(refused(&message)),
            }
        }
        self.by_file.insert(file, entries);
        answers
    }

    /// Sets the breakpoints at names in place of those that were there; the answer about each.
    pub(super) fn set_names(
        &mut self,
        params: &SetFunctionBreakpoints,
        with: &Resolver<'_>,
    ) -> Vec<Value> {
        self.by_name.clear();
        let mut answers = Vec::new();
        for breakpoint in &params.breakpoints {
            self.last += 1;
            match with.at_name(breakpoint, self.last) {
                Ok(entry) => {
                    answers.push(json!({ "id": self.last, "verified": true }));
                    self.by_name.push(entry);
                }
                Err(message) => answers.push(refused(&message)),
            }
        }
        answers
    }

    /// Returns all breakpoints as the debugger takes them.
    pub(super) fn resolved(&self) -> (Breakpoints, Vec<(Span, usize)>) {
        let (mut breakpoints, mut lines) = (Breakpoints::default(), Vec::new());
        for entry in self.by_file.values().flatten().chain(&self.by_name) {
            lines.extend(&entry.lines);
            for (pc, breakpoint) in &entry.at {
                breakpoints.add(*pc, breakpoint.clone());
            }
        }
        (breakpoints, lines)
    }
}

impl<'a> Resolver<'a> {
    fn program(&self) -> &'a Program {
        self.debugger.program()
    }

    /// Lists the places in some lines where a breakpoint can be.
    pub(super) fn locations(&self, params: &BreakpointLocations) -> Vec<Value> {
        let Some(file) = self.places.file(&params.source) else {
            return Vec::new();
        };
        let [first, last] = [params.line, params.end_line.unwrap_or(params.line)];
        let [first, last] = [first, last].map(|line| self.places.own_line(line));
        let statements = self.statements_in(file);
        let mut spans: Vec<_> = statements
            .range(first..=last.max(first))
            .flat_map(|(_, all)| all)
            .collect();
        spans.sort_by_key(|place| place.span);
        spans.dedup_by_key(|place| place.span);
        let place = |place: &&StatementPlace| {
            let [line, column, end_line, end_column] = self.places.place(place.span);
            json!({ "line": line, "column": column, "endLine": end_line, "endColumn": end_column })
        };
        spans.iter().map(place).collect()
    }

    /// The statements of a file by their lines.
    fn statements_in(&self, file: FileId) -> BTreeMap<u32, Vec<StatementPlace>> {
        let mut lines: BTreeMap<u32, Vec<StatementPlace>> = BTreeMap::new();
        let all = self.debugger.statements().places(self.program());
        for place in all.filter(|place| place.span.file == file) {
            lines
                .entry(self.places.line(place.span))
                .or_default()
                .push(place);
        }
        lines
    }

    fn at_line(
        &self,
        file: FileId,
        params: &SourceBreakpoint,
        number: usize,
    ) -> Result<(ResolvedBreakpoint, u32), String> {
        let line = self.places.own_line(params.line);
        if let Some(found) = self.in_ruling(file, line, number) {
            return Ok(found);
        }
        let statements = self.statements_in(file);
        let (line, there) = statements
            .range(line..)
            .next()
            .filter(|(at, there)| self.leads_to(file, line, **at, there))
            .ok_or(NO_STATEMENT)?;
        let at = self.breakpoints(
            there,
            number,
            params.condition.as_deref(),
            params.log_message.as_deref(),
        )?;
        let lines = Vec::new();
        Ok((ResolvedBreakpoint { at, lines }, *line))
    }

    /// Returns true if whoever points at a line may mean statements in a later one: those of the same text, with nothing but
    /// empty lines and comments before it.
    fn leads_to(&self, file: FileId, line: u32, at: u32, there: &[StatementPlace]) -> bool {
        let first = there.iter().map(|place| {
            let routine = &self.program().routines[place.routine];
            if routine.span.file == file {
                self.places.line(routine.span)
            } else {
                at
            }
        });
        let first = first.min().unwrap_or(at);
        let is_empty = |line: u32| {
            let text = self.places.line_text(file, line);
            text.is_empty() || text.starts_with("//") || text.starts_with('#')
        };
        // What opens a text in YAML or a block, such as `on_load: |`, belongs to it.
        let opens = |line: u32| {
            self.places
                .line_text(file, line)
                .ends_with(['|', '>', '{', ':'])
        };
        let belongs = line >= first || is_empty(line) || opens(line);
        belongs && (line + 1..first).all(is_empty)
    }

    /// The choice of the ruling that stands in a line, or in the next line that has one.
    fn in_ruling(
        &self,
        file: FileId,
        line: u32,
        number: usize,
    ) -> Option<(ResolvedBreakpoint, u32)> {
        let lines = self.debugger.timeline().lines().into_iter();
        let lines = lines.filter(|span| span.file == file);
        let later = lines.filter(|span| self.places.line(*span) >= line);
        let span = later.min_by_key(|span| span.start)?;
        let entry = ResolvedBreakpoint {
            at: Vec::new(),
            lines: vec![(span, number)],
        };
        Some((entry, self.places.line(span)))
    }

    fn at_name(
        &self,
        params: &FunctionBreakpoint,
        number: usize,
    ) -> Result<ResolvedBreakpoint, String> {
        let entries = self.debugger.statements().entries(self.program());
        let name = params.name.trim();
        let there = entries.get(name).ok_or_else(|| {
            format!("no effect, action, hook or text of a row is called `{name}`")
        })?;
        let at = self.breakpoints(there, number, params.condition.as_deref(), None)?;
        let lines = Vec::new();
        Ok(ResolvedBreakpoint { at, lines })
    }

    fn breakpoints(
        &self,
        there: &[StatementPlace],
        number: usize,
        condition: Option<&str>,
        message: Option<&str>,
    ) -> Result<Vec<(Pc, Breakpoint)>, String> {
        let condition = condition.filter(|condition| !condition.trim().is_empty());
        let message = message.filter(|message| !message.is_empty());
        // The texts of copies are one text: what is compiled for one of them serves all.
        let mut compiled: BTreeMap<RoutineId, Breakpoint> = BTreeMap::new();
        let mut all = Vec::new();
        for place in there {
            let breakpoint = match compiled.get(&place.routine) {
                Some(breakpoint) => breakpoint.clone(),
                None => {
                    let compile = |text: &str| self.compile(*place, text);
                    let condition = condition.map(compile).transpose()?.map(Arc::new);
                    let log = message
                        .map(|message| self.log_parts(*place, message))
                        .transpose()?;
                    Breakpoint {
                        number,
                        condition,
                        log,
                    }
                }
            };
            compiled.insert(place.routine, breakpoint.clone());
            all.push((place.pc, breakpoint));
        }
        Ok(all)
    }

    fn compile(&self, place: StatementPlace, text: &str) -> Result<DebugQuestion, String> {
        let names = FrameNames {
            slots: &self.program().routines[place.routine].locals,
            visible: &visible_at(self.program(), place.routine, place.pc),
        };
        let question = compile_condition(self.game.checked(), names, text);
        question.map_err(|error| error.to_string())
    }

    /// A message with values in braces: `earned {amount}`.
    fn log_parts(
        &self,
        place: StatementPlace,
        message: &str,
    ) -> Result<Arc<[LogPointPart]>, String> {
        let (mut parts, mut rest) = (Vec::new(), message);
        while let Some((text, behind)) = rest.split_once('{') {
            let Some((value, behind)) = behind.split_once('}') else {
                return Err("a `{` without a `}`: values stand between both".to_owned());
            };
            parts.push(LogPointPart::Text(text.to_owned()));
            parts.push(LogPointPart::Value(self.compile(place, value.trim())?));
            rest = behind;
        }
        parts.push(LogPointPart::Text(rest.to_owned()));
        Ok(parts.into())
    }
}

fn refused(message: &str) -> Value {
    json!({ "verified": false, "message": message })
}
