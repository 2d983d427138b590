//! The statements of a program: the instructions that they begin with.

use ludex_program::Program;
use ludex_program::ids::Pc;
use ludex_program::node::Node;
use ludex_program::signature::{Signature, SlotDefinition};
use ludex_rules::ids::RoutineId;
use ludex_rules::table::{Table, ids};
use ludex_source::Span;
use std::collections::BTreeMap;

/// The instructions of a program at which somebody who steps may stop.
#[derive(Debug, Clone)]
pub struct Statements {
    /// For each instruction: its routine, and whether it does a part of a statement that an author wrote.
    owners: Table<Pc, InstrOwner>,
}

#[derive(Debug, Clone, Copy, Default)]
struct InstrOwner {
    routine: RoutineId,
    written: bool,
}

/// An instruction that a statement begins with, or goes on with in a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementPlace {
    /// The instruction that it begins with.
    pub pc: Pc,
    /// The routine whose statement it is.
    pub routine: RoutineId,
    /// The text of the statement; of a branch its condition.
    pub span: Span,
}

impl Statements {
    /// Finds the statements of a program.
    #[must_use]
    pub fn find(program: &Program) -> Statements {
        let owners = vec![InstrOwner::default(); program.code.len()];
        let mut owners = Table::from(owners);
        for routine in program.routines.ids() {
            let text = program.text_of(routine);
            for pc in ids(text.clone()) {
                let written = is_written(program, pc, text.start);
                owners[pc] = InstrOwner { routine, written };
            }
        }
        Statements { owners }
    }

    /// Returns true if an instruction does a part of a statement, rather than lead from one to the next.
    #[must_use]
    pub fn is_written(&self, pc: Pc) -> bool {
        self.owners.get(pc).is_some_and(|owner| owner.written)
    }

    /// Returns the routine that an instruction belongs to.
    #[must_use]
    pub fn routine(&self, pc: Pc) -> Option<RoutineId> {
        self.owners.get(pc).map(|owner| owner.routine)
    }

    /// Lists all instructions at which a statement may be met, in the order of the code.
    pub fn places<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = StatementPlace> + 'a {
        let written = self.owners.entries().filter(|(_, owner)| owner.written);
        written.map(|(pc, owner)| StatementPlace {
            pc,
            routine: owner.routine,
            span: program.code_spans[pc],
        })
    }

    /// Returns the first statement of each routine with a name, such as `earn` or `lion_m1.on_load`.
    #[must_use]
    pub fn entries(&self, program: &Program) -> BTreeMap<String, Vec<StatementPlace>> {
        let mut entries: BTreeMap<String, Vec<StatementPlace>> = BTreeMap::new();
        let mut last = None;
        for place in self.places(program) {
            if last.replace(place.routine) != Some(place.routine) {
                let name = program.routines[place.routine].name.clone();
                entries.entry(name).or_default().push(place);
            }
        }
        entries
    }
}

/// Tells what an author wrote from what leads to the next statement: jumps, ends of blocks, the search for hooks.
fn is_written(program: &Program, pc: Pc, entry: Pc) -> bool {
    let sets = |pc: Pc| Signature::of(program, program.code[pc]).sets;
    let signature = Signature::of(program, program.code[pc]);
    if !signature.sets_slot(0) {
        return !signature.is_glue;
    }
    // `as p { … }` keeps `you`, sets it when it begins, and back at its end.
    let keeps_you = |(_, kept): &(u16, SlotDefinition)| match kept {
        SlotDefinition::Value(node) => program.nodes[*node] == Node::Local(0),
        SlotDefinition::Member(_)
        | SlotDefinition::Answer(_)
        | SlotDefinition::List(_)
        | SlotDefinition::Chosen
        | SlotDefinition::Hooks
        | SlotDefinition::CountedDown => false,
    };
    pc > entry && sets(pc.before()).iter().any(keeps_you)
}
