//! The local names of routines at work whose values a player knows: those that follow from what everybody sees and from the
//! player's own answers. A name that may hold anything else is not among them, whatever it holds at the moment, since who sees
//! a name come and go learns something by that.

use crate::locals::{has_hidden_members, reads_what_may_be_hidden};
use ludex_engine::state::{Frame, State};
use ludex_program::Program;
use ludex_program::cursor::Cursor;
use ludex_program::decision::Site;
use ludex_program::ids::{NodeId, SiteId, SourceId};
use ludex_program::node::Node;
use ludex_program::parts::{Visited, visit};
use ludex_program::signature::{Runs, Signature, SlotDefinition};
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
    let params = known_params(program, state, frame, player, &reader);
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
    player: PlayerId,
    reader: &FrameReader<'_>,
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
    let call = program.code.get(caller.pc.before());
    let args = match call.and_then(|call| Signature::of(program, *call).runs) {
        Some(Runs::Routine(routine, args)) if routine == reader.at.routine => program.list(args),
        Some(Runs::Column(_, args)) => program.list(args),
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
            let signature = Signature::of(self.program, *instr);
            let answered = signature.site.is_some_and(|site| self.is_answered(site));
            let sets = signature.sets.into_iter();
            let sets = sets.filter(|(_, value)| !self.follows(*value, answered, known));
            unknown.extend(sets.map(|(slot, _)| slot));
        }
        unknown
    }

    /// True if what a slot is set to follows from known slots, or is known to the player who answered.
    fn follows(&self, value: SlotDefinition, answered: bool, known: &BTreeSet<u16>) -> bool {
        match value {
            SlotDefinition::Value(value) => self.is_known(&[value], &[], known),
            SlotDefinition::List(members) => self.is_known(&[], &[members], known),
            SlotDefinition::Member(cursor) => {
                known.contains(&cursor.slot) && !self.is_at_once(cursor)
            }
            SlotDefinition::Answer(_) | SlotDefinition::Chosen => answered,
            // A number that counts down from one that was bound, and lists of which no slot has a name.
            SlotDefinition::CountedDown | SlotDefinition::Hooks => true,
        }
    }

    /// True if the player who looks gives the answers at a site. Within `as` somebody else may be `you`, so that only a routine
    /// without it has answers that are surely its own player's.
    fn is_answered(&self, site: SiteId) -> bool {
        let by = self.program.sites[site].by;
        let by_you = matches!(self.program.nodes[by], Node::Local(0));
        self.is_own && by_you && !self.changes_you()
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
        text.any(|instr| Signature::of(self.program, *instr).sets_slot(0))
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
