//! The local names of routines at work whose values a player knows: those that follow from what everybody sees and from the
//! player's own answers. A name that may hold anything else is not among them, whatever it holds at the moment, since who sees
//! a name come and go learns something by that.

use crate::locals::{has_hidden_members, reads_what_may_be_hidden};
use ludex_engine::state::{Frame, State};
use ludex_program::Program;
use ludex_program::code::{Ask, Cursor, Instr, Site};
use ludex_program::ids::{NodeId, SourceId};
use ludex_program::node::Node;
use ludex_program::parts::{Visited, visit};
use ludex_rules::ids::PlayerId;
use std::collections::BTreeSet;

/// Lists the slots of a frame whose values a player knows, `you` and those with names alone. The frame is named by its position
/// in the call stack.
#[must_use]
pub fn known_slots(
    program: &Program,
    state: &State,
    frame: usize,
    player: PlayerId,
) -> BTreeSet<u16> {
    let Some(at) = state.frames.get(frame) else {
        return BTreeSet::new();
    };
    let routine = &program.routines[at.routine];
    // INVARIANT: a frame has fewer than 65,536 slots, since the checker numbers them so.
    let named = 0..u16::try_from(routine.locals.len().max(1)).unwrap_or(u16::MAX);
    if !program.hides_anything() {
        return named.collect();
    }
    let you = state.stack.get(at.slots()).copied();
    let reader = FrameReader {
        program,
        at,
        is_own: you == Some(player.value()),
    };
    let params = known_params(program, state, frame, (player, &reader));
    let mut known: BTreeSet<u16> = (0..routine.slots.max(1)).collect();
    known.retain(|slot| *slot == 0 || *slot > routine.params || params.contains(slot));
    // The greatest set in which every value follows from known ones.
    loop {
        let before = known.len();
        for unknown in reader.unknown(&known) {
            known.remove(&unknown);
        }
        if known.len() == before {
            return known.intersection(&named.collect()).copied().collect();
        }
    }
}

/// The parameters whose values a player knows: those of an own action, and those that the caller made of known values.
fn known_params(
    program: &Program,
    state: &State,
    frame: usize,
    (player, reader): (PlayerId, &FrameReader<'_>),
) -> BTreeSet<u16> {
    let all = 1..=program.routines[reader.at.routine].params;
    let is_action = |routine| program.actions.iter().any(|action| action.body == routine);
    if is_action(reader.at.routine) {
        return if reader.is_own {
            all.collect()
        } else {
            BTreeSet::new()
        };
    }
    let Some(below) = frame.checked_sub(1) else {
        return BTreeSet::new();
    };
    let caller = &state.frames[below];
    let args = match program.code.get(caller.pc.before()) {
        Some(Instr::Call(routine, args)) if *routine == reader.at.routine => program.list(*args),
        Some(Instr::CallSlot(_, args)) => program.list(*args),
        _ => return BTreeSet::new(),
    };
    let known = known_slots(program, state, below, player);
    let of_caller = FrameReader {
        at: caller,
        ..*reader
    };
    let passed = all.zip(args);
    let known_args = passed.filter(|(_, arg)| of_caller.is_known(&[**arg], &[], &known));
    known_args.map(|(slot, _)| slot).collect()
}

/// The text of a frame, read for what its names follow from.
#[derive(Clone, Copy)]
struct FrameReader<'a> {
    program: &'a Program,
    at: &'a Frame,
    /// True if the routine runs on behalf of the player who looks.
    is_own: bool,
}

impl FrameReader<'_> {
    /// The slots that some instruction writes what does not follow from known slots.
    fn unknown(&self, known: &BTreeSet<u16>) -> BTreeSet<u16> {
        let mut unknown = BTreeSet::new();
        let text = self.program.text_of(self.at.routine);
        for instr in self.program.code.range(text) {
            match instr {
                Instr::Let(slot, value) => {
                    if !self.is_known(&[*value], &[], known) {
                        unknown.insert(*slot);
                    }
                }
                Instr::Collect(cursor, members) => {
                    if !self.is_known(&[], &[*members], known) {
                        unknown.extend(cursor.slots());
                    }
                }
                Instr::Next(cursor, slot, _) => {
                    if !known.contains(&cursor.slot) || self.is_at_once(*cursor) {
                        unknown.insert(*slot);
                    }
                }
                Instr::Choose(site, _) | Instr::ChooseMore(site, _) => {
                    unknown.extend(self.answered(&self.program.sites[*site]));
                }
                // These bind nothing, or a number that counts down from one that was bound.
                Instr::Write(..)
                | Instr::Jump(_)
                | Instr::JumpUnless(..)
                | Instr::Drop(_)
                | Instr::CountDown(..)
                | Instr::May(..)
                | Instr::Offer(_)
                | Instr::OfferOrPass(..)
                | Instr::Call(..)
                | Instr::CallSlot(..)
                | Instr::Return
                | Instr::Verb(..)
                | Instr::Refill(_)
                | Instr::DrawOne(..)
                | Instr::Hooks(..)
                | Instr::HooksToPool(_)
                | Instr::JumpIfPool(_)
                | Instr::NextHook(..)
                | Instr::OrderHooks(..)
                | Instr::Replace(..)
                | Instr::PoolOpen(_)
                | Instr::PoolNext(..)
                | Instr::Later(..)
                | Instr::ReachNext(..)
                | Instr::Reset(_) => {}
            }
        }
        unknown
    }

    /// The slots that an answer of somebody else binds. Within `as` somebody else may be `you`, so that only a routine without
    /// it has answers that are surely its own player's.
    fn answered(&self, site: &Site) -> Vec<u16> {
        let Ask::Choose { binders, more, .. } = &site.ask else {
            return Vec::new();
        };
        let by_you = matches!(self.program.nodes[site.by], Node::Local(0));
        if self.is_own && by_you && !self.changes_you() {
            return Vec::new();
        }
        let chosen = more.map(|more| more.chosen).into_iter();
        let chosen = chosen.flat_map(Cursor::slots);
        binders
            .iter()
            .map(|binder| binder.slot)
            .chain(chosen)
            .collect()
    }

    /// True if a cursor goes through those who decide at once: nobody is told who of them decides now.
    fn is_at_once(&self, cursor: Cursor) -> bool {
        let mut sites = self.program.sites.iter();
        sites.any(|site| {
            site.at_once
                .is_some_and(|at_once| at_once.members == cursor)
                && self.holds(site)
        })
    }

    /// True if a site stands in the text of the frame.
    fn holds(&self, site: &Site) -> bool {
        let whole = self.program.routines[self.at.routine].span;
        site.span.file == whole.file && whole.start <= site.span.start && site.span.end <= whole.end
    }

    fn changes_you(&self) -> bool {
        let mut text = self
            .program
            .code
            .range(self.program.text_of(self.at.routine))
            .iter();
        text.any(|instr| matches!(instr, Instr::Let(0, _)))
    }

    /// True if values follow from known slots and from what everybody sees.
    fn is_known(&self, nodes: &[NodeId], sources: &[SourceId], known: &BTreeSet<u16>) -> bool {
        let program = self.program;
        let hides_pieces = program.layout.hides_pieces();
        let hidden = reads_what_may_be_hidden(program, nodes, sources)
            || sources
                .iter()
                .any(|members| has_hidden_members(program, *members));
        let mut follows = !hidden;
        let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
        visit(program, nodes, sources, &mut |visited| {
            if let Visited::Node(node) = visited {
                follows &= node.slot().is_none_or(|slot| known.contains(&slot));
                // Where a piece lies may be all that is hidden of it.
                let tells = matches!(
                    node,
                    Node::InPlace(..)
                        | Node::InSource(..)
                        | Node::Fold { .. }
                        | Node::Possible(_)
                        | Node::PossibleSet { .. }
                );
                follows &= !(tells && hides_pieces);
            }
        });
        follows
    }
}
