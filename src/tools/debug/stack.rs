//! The routines being run, as a call stack.

use ludex_engine::fault::Fault;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_rules::game::RoutineKind;
use ludex_source::Span;

/// A routine being run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackFrame {
    /// Its position in the call stack; none of a frame that only shows a place.
    pub frame: Option<usize>,
    /// Its sort and name: `effect earn`, `text lion_m1.on_load`.
    pub name: String,
    /// The statement that it is doing.
    pub span: Span,
}

/// Lists the routines being run, the innermost first. Of a fault the innermost place is where the rules fail.
#[must_use]
pub fn stack(program: &Program, state: &State, fault: Option<&Fault>) -> Vec<StackFrame> {
    let frames = state.frames.iter().enumerate().rev();
    let begun = frames.filter(|(at, frame)| {
        // A frame below that has not begun does nothing yet: `play`, while `setup` runs.
        *at + 1 == state.frames.len() || frame.pc > program.routines[frame.routine].entry
    });
    let mut all: Vec<StackFrame> = begun
        .map(|(at, frame)| {
            let routine = &program.routines[frame.routine];
            let pc = frame.pc.max(routine.entry.next()).before();
            StackFrame {
                frame: Some(at),
                name: named(routine.kind, &routine.name),
                span: program.code_spans[pc],
            }
        })
        .collect();
    if let (Some(fault), Some(innermost)) = (fault, all.first_mut()) {
        let routine = state
            .frames
            .last()
            .map(|frame| program.routines[frame.routine].span);
        let is_its_own = holds(innermost.span, fault.span)
            || routine.is_some_and(|whole| holds(whole, fault.span));
        if is_its_own {
            innermost.span = fault.span;
        } else if let Some(place) = elsewhere(program, fault) {
            all.insert(0, place);
        }
    }
    all
}

/// The place of a fault in the text of a query that a statement asks.
fn elsewhere(program: &Program, fault: &Fault) -> Option<StackFrame> {
    let is_there = !fault.span.is_empty();
    let query = program.queries.iter().find(|query| {
        let span = program.node_spans.get(query.body);
        span.is_some_and(|span| holds(*span, fault.span))
    });
    let name = query.map_or("an expression".to_owned(), |query| {
        format!("query {}", query.name)
    });
    is_there.then_some(StackFrame {
        frame: None,
        name,
        span: fault.span,
    })
}

/// Returns true if a part lies within a whole.
fn holds(whole: Span, part: Span) -> bool {
    whole.file == part.file && whole.start <= part.start && part.end <= whole.end
}

fn named(kind: RoutineKind, name: &str) -> String {
    let sort = match kind {
        RoutineKind::Effect => "effect ",
        RoutineKind::Action => "action ",
        RoutineKind::Hook => "hook ",
        RoutineKind::Slot => "text ",
        RoutineKind::Part | RoutineKind::Flow => "",
    };
    format!("{sort}{name}")
}
