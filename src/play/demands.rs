//! Demands of the rules on positions: `require` among the declarations, asked of a position from which play is to begin.

use crate::format::word;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::code::CompiledDemand;
use ludex_rules::game::NONE;
use ludex_rules::ids::PlayerId;
use ludex_source::Span;
use std::fmt;

/// A demand that a position does not meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenDemand {
    /// The words of the rules about such a position.
    pub reason: String,
    /// The player whose things don't meet it, of a demand on each player's.
    pub player: Option<PlayerId>,
    /// The first thing that doesn't meet it, in words, of a demand on every one.
    pub of: Option<String>,
    /// The place of the demand in the rules.
    pub span: Span,
}

impl fmt::Display for BrokenDemand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.of, self.player) {
            (Some(of), _) => write!(f, "{of}: {}", self.reason),
            (None, Some(player)) => write!(f, "{player}: {}", self.reason),
            (None, None) => f.write_str(&self.reason),
        }
    }
}

/// Finds the demands that a position does not meet.
pub(crate) fn broken(program: &Program, state: &State) -> Vec<BrokenDemand> {
    let mut found = Vec::new();
    for demand in &program.demands {
        // Asked once, it is asked for whoever sits first, for it asks nothing of `you`.
        let asked = if demand.asks_you { state.players } else { 1 };
        for you in PlayerId::first(asked) {
            found.extend(broken_by(program, state, demand, you));
        }
    }
    found
}

fn broken_by(
    program: &Program,
    state: &State,
    demand: &CompiledDemand,
    you: PlayerId,
) -> Option<BrokenDemand> {
    // A question leaves no trace in the position that it is asked of.
    let (mut copy, mut work) = (state.clone(), Work::lent(program));
    let mut machine = Machine::new(program, &mut copy, &mut work);
    let holds = machine.question(you.value(), demand.cond, demand.slots);
    let reason = match holds {
        Ok(1) => return None,
        Ok(_) => demand.reason.clone(),
        Err(fault) => format!("{} (this cannot be asked: {fault})", demand.reason),
    };
    let first = demand.counterexample.as_ref().and_then(|(node, ty)| {
        let first = machine.question(you.value(), *node, demand.slots).ok()?;
        (first != NONE).then(|| word(program, state, ty, first))
    });
    Some(BrokenDemand {
        reason,
        player: demand.asks_you.then_some(you),
        of: first,
        span: demand.span,
    })
}
