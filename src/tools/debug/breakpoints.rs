//! Breakpoints: instructions at which a walk ends, or says something.

use crate::debug::question::DebugQuestion;
use ludex_engine::machine::Boundary;
use ludex_engine::state::State;
use ludex_program::ids::Pc;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A breakpoint at one instruction.
#[derive(Debug, Clone)]
pub struct Breakpoint {
    /// The number by which whoever set it knows it; several instructions may have one number.
    pub number: usize,
    /// The condition under which it counts; none of one that always does.
    pub condition: Option<Arc<DebugQuestion>>,
    /// The message that it writes instead of stopping; none of one that stops.
    pub log: Option<Arc<[LogPointPart]>>,
}

/// A part of the message of a breakpoint.
#[derive(Debug, Clone)]
pub enum LogPointPart {
    /// Words that stay as they are.
    Text(String),
    /// A value of the rules.
    Value(DebugQuestion),
}

/// All breakpoints of a session.
#[derive(Debug, Clone, Default)]
pub struct Breakpoints {
    at: BTreeMap<Pc, Vec<Breakpoint>>,
}

impl Breakpoints {
    /// Adds a breakpoint at an instruction.
    pub fn add(&mut self, pc: Pc, breakpoint: Breakpoint) {
        self.at.entry(pc).or_default().push(breakpoint);
    }

    /// Removes all breakpoints of some numbers.
    pub fn remove(&mut self, is_gone: impl Fn(usize) -> bool) {
        self.at.retain(|_, all| {
            all.retain(|one| !is_gone(one.number));
            !all.is_empty()
        });
    }

    /// Returns the numbers of those that stop at an instruction, and the messages of the others.
    pub(super) fn hits(&self, at: &Boundary<'_>) -> (Vec<usize>, Vec<String>) {
        let (mut met, mut log) = (Vec::new(), Vec::new());
        let Some(all) = self.at.get(&at.pc) else {
            return (met, log);
        };
        let state = at.position();
        for breakpoint in all {
            match breakpoint.holds(&state) {
                Ok(false) => {}
                Ok(true) => match &breakpoint.log {
                    Some(parts) => log.push(render_log(parts, &state)),
                    None => met.push(breakpoint.number),
                },
                Err(trouble) => {
                    log.push(format!("the condition of this breakpoint fails: {trouble}"));
                    met.push(breakpoint.number);
                }
            }
        }
        (met, log)
    }
}

impl Breakpoint {
    fn holds(&self, state: &State) -> Result<bool, String> {
        match &self.condition {
            None => Ok(true),
            Some(condition) => Ok(condition.value(state)? != 0),
        }
    }
}

fn render_log(parts: &[LogPointPart], state: &State) -> String {
    let part = |part: &LogPointPart| match part {
        LogPointPart::Text(text) => text.clone(),
        LogPointPart::Value(question) => match question.word(state) {
            Ok(word) => word,
            Err(trouble) => format!("({trouble})"),
        },
    };
    parts.iter().map(part).collect()
}
