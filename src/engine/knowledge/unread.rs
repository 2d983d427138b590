//! Liveness: local names that no text at work reads any more, or not before it writes them. In a world they hold nothing.
//!
//! A slot that was never written holds 0, which is the number of a piece, too; one that was left behind holds what was true.
//! Dealt anew with the rest, either would tell where a piece truly lies.

use crate::state::State;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::ids::Pc;
use ludex_program::node::{NodeId, SourceId};
use ludex_program::parts::{Visited, visit};
use ludex_program::signature::Signature;
use ludex_rules::ids::RoutineId;
use ludex_rules::table::{Table, widened};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// For each routine, worked out when it is first asked about: the named slots that are unread at each of its instructions.
pub struct Unread(Table<RoutineId, OnceLock<Vec<Vec<u16>>>>);

impl Unread {
    pub(crate) fn new(program: &Program) -> Unread {
        Unread(program.routines.iter().map(|_| OnceLock::new()).collect())
    }

    /// The unread slots of a routine that goes on at an instruction.
    fn at(&self, program: &Program, routine: RoutineId, pc: Pc) -> &[u16] {
        let all = self.0[routine].get_or_init(|| of_routine(program, routine));
        let entry = program.routines[routine].entry;
        let at = all.get(widened(pc.max(entry).since(entry)));
        at.map_or(&[], Vec::as_slice)
    }

    /// Returns the slots of all texts at work that are not read before they are written, by their places in the stack.
    pub fn slots(&self, program: &Program, state: &State) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for (n, frame) in state.frames.iter().enumerate() {
            let is_asking = state.pending.is_some() && n + 1 == state.frames.len();
            // A text that asks goes on behind the question, when the answer has been written.
            let pc = if is_asking {
                frame.pc.before()
            } else {
                frame.pc
            };
            let slots = self.at(program, frame.routine, pc).iter();
            found.extend(slots.map(|slot| frame.slots() + usize::from(*slot)));
        }
        found
    }
}

/// For each instruction of a routine: the slots of names other than its parameters that are unread there.
fn of_routine(program: &Program, routine: RoutineId) -> Vec<Vec<u16>> {
    let text = program.text_of(routine);
    let code = program.code.range(text.clone());
    let uses: Vec<Uses> = code
        .iter()
        .map(|instr| Uses::of(program, routine, *instr))
        .collect();
    let mut read = vec![BTreeSet::new(); code.len() + 1];
    let mut is_new = true;
    while is_new {
        is_new = false;
        for n in (0..code.len()).rev() {
            let here = uses[n].read_before(&read, n, text.start);
            is_new |= here != read[n];
            read[n] = here;
        }
    }
    let rules = &program.routines[routine];
    // The slot of `this` is read by events, which name the piece whose text it is.
    let is_own = |slot: &u16| rules.locals[usize::from(*slot)].0 == "this";
    let named: Vec<u16> = (rules.params + 1..rules.locals.len() as u16)
        .filter(|slot| !is_own(slot))
        .collect();
    (read.iter().take(code.len()))
        .map(|read| named.iter().copied().filter(|slot| !read.contains(slot)))
        .map(Iterator::collect)
        .collect()
}

/// The uses of slots by an instruction and its exits, for liveness analysis.
struct Uses {
    reads: BTreeSet<u16>,
    /// Written before it goes on with the next one.
    writes: Vec<u16>,
    goes_on: bool,
    exit: Option<Pc>,
}

impl Uses {
    fn of(program: &Program, routine: RoutineId, instr: Instr) -> Uses {
        let signature = Signature::of(program, instr);
        let writes: Vec<u16> = signature.sets.iter().map(|(slot, _)| *slot).collect();
        let mut reads = read_by(program, &signature.nodes, &signature.sources);
        if signature.site.is_some() {
            // Each is bound before what is asked of it.
            reads.retain(|slot| !writes.contains(slot));
        }
        reads.extend(signature.reads);
        if signature.reads_params {
            reads.extend(0..=program.routines[routine].params);
        }
        Uses {
            reads,
            writes,
            goes_on: !signature.ends,
            exit: signature.exit.filter(|_| !signature.never_exits),
        }
    }

    /// The slots that are read from the n-th instruction on before they are written.
    fn read_before(&self, read: &[BTreeSet<u16>], n: usize, start: Pc) -> BTreeSet<u16> {
        let mut here = self.reads.clone();
        if self.goes_on {
            let next = read[n + 1].iter();
            here.extend(next.filter(|slot| !self.writes.contains(slot)));
        }
        let exit = self
            .exit
            .filter(|exit| *exit >= start)
            .map(|exit| widened(exit.since(start)));
        here.extend(exit.and_then(|exit| read.get(exit)).into_iter().flatten());
        here
    }
}

/// The slots that some nodes and collections read, apart from those that they bind themselves.
fn read_by(program: &Program, nodes: &[NodeId], sources: &[SourceId]) -> BTreeSet<u16> {
    let (mut read, mut bound) = (BTreeSet::new(), BTreeSet::new());
    let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
    visit(program, nodes, sources, &mut |visited| match visited {
        Visited::Node(node) => {
            read.extend(node.slot());
            bound.extend(node.binds().into_iter().flatten());
        }
        Visited::Source(source) => {
            bound.extend(source.names());
        }
    });
    &read - &bound
}
