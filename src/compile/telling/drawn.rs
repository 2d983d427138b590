//! Random numbers across calls: the parameters that one may be given for, by whichever text.

use crate::telling::taint::TaintPass;
use ludex_program::Program;
use ludex_program::signature::Runs;
use ludex_program::taint::{SecretSource, Taint};
use ludex_rules::ids::RoutineId;
use ludex_rules::table::Table;
use std::collections::BTreeSet;

/// For each text: the parameters that a random number may be given for, by any text that runs it. A least fixed point over
/// calls (a worklist).
pub(super) fn drawn_params(
    passes: &Table<RoutineId, TaintPass<'_, '_>>,
) -> Table<RoutineId, BTreeSet<u16>> {
    let mut drawn: Table<RoutineId, BTreeSet<u16>> = Table::filled(passes.len(), BTreeSet::new());
    let mut waiting: BTreeSet<RoutineId> = passes.ids().collect();
    while let Some(caller) = waiting.pop_first() {
        for (runs, given) in passes[caller].draws_given(&drawn[caller]) {
            for callee in texts_of(passes[caller].program(), runs) {
                let before = drawn[callee].len();
                drawn[callee].extend(&given);
                if drawn[callee].len() > before {
                    waiting.insert(callee);
                }
            }
        }
    }
    drawn
}

/// The texts that are given arguments where something is run.
fn texts_of(program: &Program, runs: Runs) -> Vec<RoutineId> {
    match runs {
        Runs::Routine(callee, _) | Runs::Later(_, callee, _) => vec![callee],
        Runs::Column(column, _) => {
            let rows = &program.layout.effect_columns[usize::from(column)].rows;
            rows.iter().filter_map(|row| RoutineId::of(*row)).collect()
        }
        Runs::Hooks(list) | Runs::Pooled(list) => {
            let hooks = program.hook_lists[list].iter();
            hooks.map(|hook| program.hooks[*hook].body).collect()
        }
        Runs::Track(_) | Runs::Moment(_) | Runs::Filling => Vec::new(),
    }
}

impl TaintPass<'_, '_> {
    /// The texts that are given random numbers, with the parameters; those in some slots of this text are random too.
    fn draws_given(&self, drawn: &BTreeSet<u16>) -> Vec<(Runs, BTreeSet<u16>)> {
        let given = |runs: Runs| -> BTreeSet<u16> {
            match (runs, runs.args()) {
                (_, Some(args)) => {
                    let args = (1..).zip(self.program().list(args));
                    let args = args.filter(|(_, arg)| is_drawn(&self.of_value(**arg), drawn));
                    args.map(|(param, _)| param).collect()
                }
                // In the frames of hooks `this` stands before what the effect was given.
                (Runs::Hooks(_) | Runs::Pooled(_), None) => drawn.iter().map(|p| p + 1).collect(),
                (_, None) => BTreeSet::new(),
            }
        };
        let runs = self.instrs().filter_map(|instr| instr.runs);
        let given = runs.map(|runs| (runs, given(runs)));
        given.filter(|(_, given)| !given.is_empty()).collect()
    }
}

/// Returns true if a random number may be in a value of a text of which some parameters may be drawn.
pub(super) fn is_drawn(taint: &Taint, drawn: &BTreeSet<u16>) -> bool {
    let is_drawn = |source| match source {
        SecretSource::Chance => true,
        SecretSource::Param(slot) => drawn.contains(&slot),
        SecretSource::Hidden
        | SecretSource::Whereabouts
        | SecretSource::OwnAnswer
        | SecretSource::AnswerOfAnother => false,
    };
    taint.sources().any(is_drawn)
}
