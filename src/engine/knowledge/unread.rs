//! Liveness: local names that no text at work reads any more, or not before it writes them. In a world they hold nothing.
//!
//! A slot that was never written holds 0, which is the number of a piece, too; one that was left behind holds what was true.
//! Dealt anew with the rest, either would tell where a piece truly lies.

use crate::state::State;
use ludex_program::Program;
use ludex_program::code::{Ask, Instr};
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{NodeId, NodeList, SourceId};
use ludex_program::parts::{Visited, visit};
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
    fn of(program: &Program, routine: RoutineId, mut instr: Instr) -> Uses {
        let (slots, nodes, sources) = asked(program, routine, instr);
        let writes = written(program, instr);
        let mut reads = read_by(program, &nodes, &sources);
        if let Instr::Choose(..) | Instr::ChooseMore(..) = instr {
            // Each is bound before what is asked of it.
            reads.retain(|slot| !writes.contains(slot));
        }
        reads.extend(slots);
        Uses {
            reads,
            writes,
            goes_on: goes_on(instr),
            exit: instr
                .exit()
                .copied()
                .filter(|_| !is_certain(program, instr)),
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

/// Tells whether the next instruction may be done after one.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever else may end is followed by a way on"
)]
fn goes_on(instr: Instr) -> bool {
    match instr {
        Instr::Jump(_) | Instr::Return => false,
        Instr::Verb(verb, _) => !verb.row().ends,
        _ => true,
    }
}

/// Tells whether an instruction asks what is a fault when there is nothing to choose: then nothing goes on elsewhere.
fn is_certain(program: &Program, instr: Instr) -> bool {
    let Instr::Choose(site, _) = instr else {
        return false;
    };
    matches!(program.sites[site].ask, Ask::Choose { must: true, .. })
}

/// The slots that an instruction writes before it goes on with the next one.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest writes no names")]
fn written(program: &Program, instr: Instr) -> Vec<u16> {
    match instr {
        Instr::Let(slot, _) | Instr::Next(_, slot, _) => vec![slot],
        Instr::Collect(cursor, _) => cursor.slots().into(),
        Instr::Choose(site, _) | Instr::ChooseMore(site, _) => match &program.sites[site].ask {
            Ask::Choose { binders, .. } => binders.iter().map(|binder| binder.slot).collect(),
            Ask::May | Ask::Offer { .. } | Ask::Pool(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The slots, nodes and collections that an instruction asks.
fn asked(
    program: &Program,
    routine: RoutineId,
    instr: Instr,
) -> (Vec<u16>, Vec<NodeId>, Vec<SourceId>) {
    let list = |list: NodeList| program.list(list).to_vec();
    let site = |site: SiteId| {
        let rules = &program.sites[site];
        let (sources, more) = match &rules.ask {
            Ask::Choose { binders, more, .. } => {
                let sources = binders.iter().map(|binder| binder.source);
                (sources.collect(), *more)
            }
            Ask::Pool(order) => (order.owners.into_iter().collect(), None),
            Ask::May | Ask::Offer { .. } => (Vec::new(), None),
        };
        let conds = more.and_then(|more| more.whole).map(|whole| whole.cond);
        let slots = more.map_or(Vec::new(), |more| more.chosen.slots().into());
        // The player who is asked reads the values in the question's words.
        let words = rules.prompt.values().map(|told| told.node);
        let nodes = conds.into_iter().chain([rules.by]).chain(words);
        (slots, nodes.collect(), sources)
    };
    let nodes = |nodes: Vec<NodeId>| (Vec::new(), nodes, Vec::new());
    let given = 0..=program.routines[routine].params;
    match instr {
        Instr::Let(_, a) | Instr::JumpUnless(a, _) | Instr::Refill(a) | Instr::PoolOpen(a) => {
            nodes(vec![a])
        }
        Instr::Write(_, target, a) => {
            let target = program.targets[target];
            nodes(vec![a, target.of, target.at])
        }
        Instr::Verb(_, operands) => {
            let parts = program.operands_of(operands).iter();
            let (nodes, sources): (Vec<_>, Vec<_>) = parts.map(|operand| operand.parts()).unzip();
            (Vec::new(), nodes.concat(), sources.concat())
        }
        Instr::Call(_, args) | Instr::CallSlot(_, args) | Instr::Later(_, _, args) => {
            nodes(list(args))
        }
        Instr::DrawOne(slot, places, _) => (vec![slot], list(places), Vec::new()),
        Instr::CountDown(slot, _) => (vec![slot], Vec::new(), Vec::new()),
        Instr::Collect(_, source) => (Vec::new(), Vec::new(), vec![source]),
        Instr::Choose(at, _)
        | Instr::ChooseMore(at, _)
        | Instr::May(at, _)
        | Instr::OfferOrPass(at, _)
        | Instr::Offer(at)
        | Instr::PoolNext(at, _) => site(at),
        // Hooks are given what the effect was.
        Instr::Hooks(..)
        | Instr::HooksToPool(_)
        | Instr::NextHook(..)
        | Instr::Replace(None, ..) => (given.collect(), Vec::new(), Vec::new()),
        Instr::OrderHooks(at, ..) | Instr::Replace(Some(at), ..) => {
            let (slots, nodes, sources) = site(at);
            (given.chain(slots).collect(), nodes, sources)
        }
        // A list is there until it is dropped, and begins where its cursor says.
        Instr::Drop(cursor) => (cursor.slots().into(), Vec::new(), Vec::new()),
        Instr::Jump(_)
        | Instr::Next(..)
        | Instr::Return
        | Instr::JumpIfPool(_)
        | Instr::ReachNext(..)
        | Instr::Reset(_) => nodes(Vec::new()),
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
            let slots = source.lets.iter().chain(&source.filters);
            bound.extend(slots.map(|(slot, _)| *slot));
        }
    });
    &read - &bound
}
