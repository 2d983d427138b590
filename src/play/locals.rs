//! Local names of texts at work that hold what a player was not told: an answer, a random number, or what follows from
//! something hidden.

use crate::game::Match;
use ludex_engine::knowledge::event::What;
use ludex_engine::machine::executable::Executable;
use ludex_engine::state::Frame;
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::{NodeId, SiteId, SourceId};
use ludex_program::node::{Base, Node};
use ludex_program::parts::{Visited, visit};
use ludex_program::signature::{Signature, SlotDefinition};
use ludex_rules::decision::Answer;
use ludex_rules::game::RoutineKind;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeSet;

/// A local name with something untold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// `rob.taken`: the text, then the name.
    pub name: String,
    /// The number of the choice that bound it; none where none did.
    pub choice: Option<usize>,
    /// A random number may be in it.
    pub is_drawn: bool,
    /// The index of its value in the stack.
    pub slot: usize,
}

/// The local names of texts at work that hold what a player was not told, and that are still read.
pub fn untold(game: &Match, player: PlayerId) -> Vec<Local> {
    let mut found = Vec::new();
    for frame in &game.state().frames {
        of_frame(game, frame, player, &mut found);
    }
    let unread = &Executable::of(game.program()).unread;
    let unread = unread.slots(game.program(), game.state());
    found.retain(|local| !unread.contains(&local.slot));
    found
}

fn of_frame(game: &Match, frame: &Frame, player: PlayerId, found: &mut Vec<Local>) {
    let program = game.program();
    let routine = &program.routines[frame.routine];
    let slots = &game.state().stack[frame.slots()..];
    let mut named = BTreeSet::new();
    let text = program.code.range(program.text_of(frame.routine)).iter();
    let text: Vec<Signature> = text.map(|instr| Signature::of(program, *instr)).collect();
    let drawn = drawn_slots(program, &text);
    let mut add = |slot: u16, choice: Option<usize>| {
        if named.insert(slot)
            && let Some((name, _)) = routine.locals.get(usize::from(slot))
        {
            found.push(Local {
                name: format!("{}.{name}", routine.name),
                choice,
                is_drawn: drawn.contains(&slot),
                slot: frame.slots() + usize::from(slot),
            });
        }
    };
    // Of a text other than `play` an answer must be its own player's. Whether a slot still holds the answer is not looked
    // at: that depends on what the answer was.
    let mut answer = |slots_of: &[u16], is: &dyn Fn(SiteId, Answer) -> bool| {
        let Some(last) = last_untold(game, player, is) else {
            return;
        };
        if routine.kind == RoutineKind::Flow || slots.first() == Some(&last.by.value()) {
            slots_of
                .iter()
                .for_each(|slot| add(*slot, Some(last.number)));
        }
    };
    let action = program.actions.entries();
    for (action, _) in action.filter(|(_, action)| action.body == frame.routine) {
        let params: Vec<u16> = (1..=routine.params).collect();
        answer(&params, &|_, answer| answer == Answer::Action(action));
    }
    for site in text.iter().filter_map(|instr| instr.site) {
        if let Ask::Choose { binders, more, .. } = &program.sites[site].ask {
            let set = more.filter(|more| more.whole.is_some());
            let bound = binders.iter().map(|binder| binder.slot);
            let bound: Vec<u16> = bound.chain(set.map(|more| more.chosen.slot)).collect();
            answer(&bound, &|of, answer| of == site && answer == Answer::Values);
        }
    }
    for instr in &text {
        // Of the slots of a list the first one has a name.
        let sets = instr.sets.iter();
        let named = sets.filter(|(slot, _)| instr.begins.is_none_or(|of| of.slot == *slot));
        for (slot, _) in named.filter(|(slot, value)| *slot > 0 && may_be_untold(program, *value)) {
            add(*slot, None);
        }
    }
}

/// Collects the slots of a text that a random number may be in: those set to one, and those set to what reads such a slot.
fn drawn_slots(program: &Program, text: &[Signature]) -> BTreeSet<u16> {
    let mut drawn = BTreeSet::new();
    let mut known = usize::MAX;
    while known != drawn.len() {
        known = drawn.len();
        for (slot, value) in text.iter().flat_map(|instr| &instr.sets) {
            if draws(program, *value, &drawn) {
                drawn.insert(*slot);
            }
        }
    }
    drawn
}

/// Returns true if what a slot is set to draws a random number, or reads a slot that has one.
fn draws(program: &Program, value: SlotDefinition, drawn: &BTreeSet<u16>) -> bool {
    let (nodes, sources) = match value {
        SlotDefinition::Value(value) => (Some(value), None),
        SlotDefinition::List(members) => (None, Some(members)),
        SlotDefinition::Member(cursor) => return drawn.contains(&cursor.slot),
        SlotDefinition::Answer(_)
        | SlotDefinition::Chosen
        | SlotDefinition::Hooks
        | SlotDefinition::CountedDown => return false,
    };
    let mut draws = false;
    visit(program, nodes, sources, &mut |visited| {
        if let Visited::Node(node) = visited {
            draws |= node.draws() || node.slot().is_some_and(|slot| drawn.contains(&slot));
        }
    });
    draws
}

/// Tells whether what a slot is set to may be something that not everybody sees, apart from answers.
fn may_be_untold(program: &Program, value: SlotDefinition) -> bool {
    match value {
        SlotDefinition::Value(value) => reads_what_may_be_hidden(program, &[value], &[]),
        SlotDefinition::List(members) => {
            has_hidden_members(program, members)
                || reads_what_may_be_hidden(program, &[], &[members])
        }
        SlotDefinition::Answer(_)
        | SlotDefinition::Chosen
        | SlotDefinition::Member(_)
        | SlotDefinition::Hooks
        | SlotDefinition::CountedDown => false,
    }
}

/// An answer that a player was not told, or not all of it.
struct Untold {
    number: usize,
    by: PlayerId,
}

/// The last answer of some sort, if another player gave it and the player was not told all of it.
fn last_untold(
    game: &Match,
    player: PlayerId,
    is: &dyn Fn(SiteId, Answer) -> bool,
) -> Option<Untold> {
    let mut last = None;
    let mut number = 0;
    for event in game.events() {
        if let What::Chose {
            player: by,
            site,
            choice,
            ..
        } = &event.what
        {
            if is(*site, choice.answer) {
                let untold = *by != player && !event.seen.has(player);
                last = untold.then_some(Untold { number, by: *by });
            }
            number += 1;
        }
    }
    last
}

/// Tells whether a value may come of chance, of pieces or of variables that not everybody sees.
pub(super) fn reads_what_may_be_hidden(
    program: &Program,
    nodes: &[NodeId],
    sources: &[SourceId],
) -> bool {
    let mut reads = false;
    let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
    visit(program, nodes, sources, &mut |visited| {
        if let Visited::Node(node) = visited {
            reads |= may_be_hidden(program, node);
        }
    });
    reads
}

/// Tells whether members may come out of a place that not everybody sees.
pub(super) fn has_hidden_members(program: &Program, members: SourceId) -> bool {
    let mut found = false;
    visit(program, [], [members], &mut |visited| {
        if let Visited::Source(source) = visited {
            found |= matches!(source.base, Base::Place(_));
        }
    });
    found && program.layout.hides_pieces()
}

fn may_be_hidden(program: &Program, node: Node) -> bool {
    let layout = &program.layout;
    match node {
        Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..) => true,
        Node::Load(var) | Node::LoadOf { var, .. } | Node::LoadAt { var, .. } => {
            layout.may_hide_value(&layout.vars[var])
        }
        Node::Attribute { .. }
        | Node::BagCount { .. }
        | Node::FirstCopy(_)
        | Node::MadeFor(_)
        | Node::Call { .. }
        | Node::Slot { .. }
        | Node::Op1(..)
        | Node::Op2(..) => layout.hides_pieces(),
        Node::Seen { .. }
        | Node::Const(_)
        | Node::Local(_)
        | Node::Option(_)
        | Node::SpaceAttribute { .. }
        | Node::Place(_)
        | Node::PlaceOf { .. }
        | Node::Lookup { .. }
        | Node::Let { .. }
        | Node::Once { .. }
        | Node::SetOf(_)
        | Node::Not(_)
        | Node::Negate(_)
        | Node::Amount(_)
        | Node::And(..)
        | Node::Or(..)
        | Node::Equal(..)
        | Node::Less(..)
        | Node::LessEqual(..)
        | Node::Arithmetic(..)
        | Node::If(..)
        | Node::InSet(..)
        | Node::InPlace(..)
        | Node::InRange(..)
        | Node::InSource(..)
        | Node::Size(_)
        | Node::PlaceSize(_)
        | Node::Beside { .. }
        | Node::Distance { .. }
        | Node::PlayerCount
        | Node::Fold { .. }
        | Node::Possible(_)
        | Node::PossibleSet { .. } => false,
    }
}
