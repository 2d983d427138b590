//! The pieces that hold fields: whether a text names one that everybody knows.

use crate::telling::bearer_search::BearerSearch;
use crate::telling::ways::is_straight;
use crate::telling::{Code, Flows};
use ludex_program::Program;
use ludex_program::cursor::Cursor;
use ludex_program::ids::Pc;
use ludex_program::layout::Var;
use ludex_program::node::{Base, Node, NodeId, SourceId};
use ludex_program::signature::{Runs, SlotDefinition, StateChange};
use ludex_program::tells::Bearer;
use ludex_rules::expr::Write;
use ludex_rules::game::{NONE, RoutineKind, Seen};
use ludex_rules::ids::{ActionId, KindId, PlaceId, RoutineId, VarId};
use ludex_rules::table::{Table, ids};
use ludex_rules::types::Type;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// For each slot of a text: the instructions, ascending, before which everybody has seen its piece arriving.
pub(super) type ShownPieces = BTreeMap<u16, Vec<Range<Pc>>>;

/// The definitions of slots, and the variables that name what everybody knows.
#[derive(Default)]
pub(super) struct Bearers {
    defined: Table<RoutineId, BTreeMap<u16, Vec<SlotDefinition>>>,
    /// The actions, by their texts.
    actions: BTreeMap<RoutineId, ActionId>,
    known: BTreeSet<VarId>,
}

impl Bearers {
    pub(super) fn collect(
        program: &Program,
        code: &Code,
        texts: &Table<RoutineId, Range<Pc>>,
    ) -> Bearers {
        let defined = texts.iter().map(|text| {
            let mut defined: BTreeMap<u16, Vec<SlotDefinition>> = BTreeMap::new();
            for (slot, value) in code
                .range(text.clone())
                .iter()
                .flat_map(|instr| &instr.sets)
            {
                defined.entry(*slot).or_default().push(*value);
            }
            defined
        });
        let actions = program.actions.entries();
        Bearers {
            defined: defined.collect(),
            actions: actions.map(|(id, action)| (action.body, id)).collect(),
            known: BTreeSet::new(),
        }
    }
}

impl Flows<'_> {
    /// Finds the variables that name pieces which everybody knows: each piece that is written into one is known when it is,
    /// and pieces of its kind are never hidden again. A greatest fixed point: all, less those of which it can't be said.
    pub(super) fn find_known_variables(&mut self) {
        let lasting = self.kinds_that_stay_known();
        let vars = self.program.layout.vars.entries();
        let is_lasting =
            |var: &Var| matches!(var.ty.required(), Type::Piece(kind) if lasting[*kind]);
        let named = vars.filter(|(_, var)| is_lasting(var)).map(|(id, _)| id);
        self.bearers.known = named.collect();
        let writes = self.writes_of_pieces();
        // For each variable: the writes that were looked at because of what it names.
        let mut readers: BTreeMap<VarId, Vec<usize>> = BTreeMap::new();
        let mut open: Vec<usize> = (0..writes.len()).collect();
        while let Some(at) = open.pop() {
            let (routine, target, value) = writes[at];
            if !self.bearers.known.contains(&target) {
                continue;
            }
            let search = BearerSearch::through(self, routine, value);
            if search.found().is_some() {
                self.bearers.known.remove(&target);
                open.extend(readers.remove(&target).unwrap_or_default());
            } else {
                for var in search.known() {
                    readers.entry(var).or_default().push(at);
                }
            }
        }
    }

    /// The variables that texts write, each with the text and the value, but for those that name nothing from then on.
    fn writes_of_pieces(&self) -> Vec<(RoutineId, VarId, NodeId)> {
        let texts = self.texts.entries();
        let changes = texts.flat_map(|(routine, text)| {
            let code = self.code.range(text.clone()).iter();
            code.filter_map(move |instr| Some((routine, instr.changes?)))
        });
        let writes = changes.filter_map(|(routine, change)| {
            let StateChange::Variable { target, value, .. } = change else {
                return None;
            };
            let is_none = self.program.nodes[value] == Node::Const(NONE);
            (!is_none).then_some((routine, self.program.targets[target].var, value))
        });
        writes.collect()
    }

    /// For each kind: whether its pieces are never put where not everybody sees them.
    fn kinds_that_stay_known(&self) -> Table<KindId, bool> {
        let layout = &self.program.layout;
        let mut stay: Table<KindId, bool> = layout.kinds.iter().map(|kind| !kind.is_any).collect();
        let hide = |stay: &mut Table<KindId, bool>, kind: KindId| {
            if layout.kinds[kind].is_any {
                stay.iter_mut().for_each(|stay| *stay = false);
            } else {
                stay[kind] = false;
            }
        };
        for (routine, text) in self.texts.entries() {
            for pc in ids(text.clone()) {
                let Some(to) = self.code[pc].moves_into else {
                    continue;
                };
                for (routine, to) in self.given_places(routine, to) {
                    match self.places(routine, to) {
                        Some(places) => places
                            .iter()
                            .filter(|place| layout.places[**place].seen != Seen::All)
                            .for_each(|place| hide(&mut stay, layout.places[*place].holds)),
                        None => match self.kind_held(routine, to) {
                            Some(kind) => hide(&mut stay, kind),
                            None => stay.iter_mut().for_each(|stay| *stay = false),
                        },
                    }
                }
            }
        }
        stay
    }

    /// The nodes that give the place which one names in a text: of an effect's parameter, the arguments of all that call it.
    fn given_places(&self, routine: RoutineId, place: NodeId) -> Vec<(RoutineId, NodeId)> {
        let mut given = Vec::new();
        let mut open = vec![(routine, place)];
        let mut met = BTreeSet::new();
        while let Some((routine, place)) = open.pop() {
            if !met.insert((routine, place)) {
                continue;
            }
            let rules = &self.program.routines[routine];
            let Node::Local(slot) = self.program.nodes[place] else {
                given.push((routine, place));
                continue;
            };
            if rules.kind == RoutineKind::Effect && (1..=rules.params).contains(&slot) {
                open.extend(self.arguments(routine, slot));
                continue;
            }
            let values = self.bearers.defined[routine].get(&slot);
            let values = values.into_iter().flatten();
            let before = open.len();
            open.extend(values.filter_map(|definition| match definition {
                SlotDefinition::Value(value) => Some((routine, *value)),
                SlotDefinition::Member(_)
                | SlotDefinition::Answer(_)
                | SlotDefinition::List(_)
                | SlotDefinition::Chosen
                | SlotDefinition::Hooks
                | SlotDefinition::CountedDown => None,
            }));
            if open.len() == before {
                given.push((routine, place));
            }
        }
        given
    }

    /// The arguments that texts give an effect for a slot, each with the text.
    fn arguments(&self, effect: RoutineId, slot: u16) -> Vec<(RoutineId, NodeId)> {
        let callers = self.groups.readers[effect.into()].iter();
        let callers = callers.filter_map(|caller| self.groups.text(*caller));
        let mut arguments = Vec::new();
        for caller in callers {
            let code = self.code.range(self.texts[caller].clone()).iter();
            for (callee, args) in code.filter_map(|instr| instr.runs?.routine()) {
                if callee == effect {
                    let arg = self.program.list(args).get(usize::from(slot) - 1);
                    arguments.extend(arg.map(|arg| (caller, *arg)));
                }
            }
        }
        arguments
    }

    /// The kind of pieces of the place in a slot, by the slot's type.
    fn kind_held(&self, routine: RoutineId, place: NodeId) -> Option<KindId> {
        let Node::Local(slot) = self.program.nodes[place] else {
            return None;
        };
        let locals = &self.program.routines[routine].locals;
        let Type::Place(kind) = locals.get(usize::from(slot))?.1.required() else {
            return None;
        };
        Some(*kind)
    }

    /// Returns the bearer that a node names; none when everybody knows which piece it is.
    pub(super) fn bearer(&self, routine: RoutineId, node: NodeId) -> Option<Bearer> {
        BearerSearch::through(self, routine, node).found()
    }

    /// Returns true if everybody knows what a variable names, whenever it is written.
    pub(super) fn is_known(&self, var: VarId) -> bool {
        self.bearers.known.contains(&var)
    }

    /// Returns the bearers that members of a cursor's list are, one for each collection that it goes through.
    pub(super) fn members(&self, routine: RoutineId, cursor: Cursor) -> Vec<Option<Bearer>> {
        let lists = self.definitions(routine, cursor.slot);
        let members = lists.filter_map(|list| match list {
            SlotDefinition::List(source) => Some(!self.lies_open(routine, source)),
            SlotDefinition::Value(_)
            | SlotDefinition::Member(_)
            | SlotDefinition::Answer(_)
            | SlotDefinition::Chosen
            | SlotDefinition::Hooks
            | SlotDefinition::CountedDown => None,
        });
        members
            .map(|hidden| hidden.then_some(Bearer::Other))
            .collect()
    }

    pub(super) fn definitions(
        &self,
        routine: RoutineId,
        slot: u16,
    ) -> impl Iterator<Item = SlotDefinition> {
        let defined = self.bearers.defined[routine].get(&slot);
        defined.into_iter().flatten().copied()
    }

    /// Returns true if a parameter is an action's, of which the arguments lie where everybody sees them.
    pub(super) fn argument_lies_open(&self, routine: RoutineId, slot: u16) -> bool {
        let action = self.bearers.actions.get(&routine);
        let binders = action.map(|action| &self.program.actions[*action].binders);
        let binder = binders.and_then(|binders| binders.get(usize::from(slot) - 1));
        binder.is_some_and(|binder| self.lies_open(routine, binder.source))
    }

    /// Returns true if everybody surely sees the value of a slot before anything is asked or decided, from an instruction on: a
    /// piece, for it is moved to where all see it, or what is written whole into a variable that all see.
    pub(super) fn is_shown_from(
        &self,
        routine: RoutineId,
        from: Pc,
        slot: u16,
        depth: usize,
    ) -> bool {
        let program = self.program;
        for pc in ids(from..self.texts[routine].end) {
            let instr = &self.code[pc];
            if instr.ends || instr.sets_slot(slot) {
                return false;
            }
            if self.shown_slot(routine, pc) == Some(slot) || self.writes_whole(routine, pc, slot) {
                return true;
            }
            if is_straight(instr) {
                continue;
            }
            let Some(Runs::Routine(callee, args)) = instr.runs.filter(|_| depth < 8) else {
                return false;
            };
            let mut args = program.list(args).iter().zip(1..);
            return args.any(|(arg, param)| {
                program.nodes[*arg] == Node::Local(slot)
                    && self.is_shown_from(callee, self.texts[callee].start, param, depth + 1)
            });
        }
        false
    }

    /// Returns true if an instruction writes what a slot holds into a variable that everybody sees and that names no piece.
    fn writes_whole(&self, routine: RoutineId, pc: Pc, slot: u16) -> bool {
        let Some(StateChange::Variable {
            how: Write::Set,
            target,
            value,
        }) = self.code[pc].changes
        else {
            return false;
        };
        let var = &self.program.layout.vars[self.program.targets[target].var];
        self.program.nodes[value] == Node::Local(slot)
            && self.written(routine, pc, target).is_open()
            && !var.names_piece()
    }

    /// Returns true if the piece in a slot was surely moved before, by the same text, to where everybody sees it.
    pub(super) fn was_shown(&self, routine: RoutineId, pc: Pc, slot: u16) -> bool {
        let runs = self.shown[routine]
            .get(&slot)
            .map_or(&[][..], Vec::as_slice);
        let behind = runs.partition_point(|run| run.end <= pc);
        runs.get(behind).is_some_and(|run| run.contains(&pc))
    }

    /// Finds where in each text a piece in a slot was surely moved to where everybody sees it: from the move to where something
    /// else stands in the slot, or where a jump past the move leads.
    pub(super) fn find_shown(&self) -> Table<RoutineId, ShownPieces> {
        let texts = self.texts.entries();
        texts
            .map(|(routine, text)| self.shown_in(routine, text))
            .collect()
    }

    fn shown_in(&self, routine: RoutineId, text: &Range<Pc>) -> ShownPieces {
        let mut set: BTreeMap<u16, Vec<Pc>> = BTreeMap::new();
        for pc in ids(text.clone()) {
            for (slot, _) in &self.code[pc].sets {
                set.entry(*slot).or_default().push(pc);
            }
        }
        let mut shown = ShownPieces::new();
        // The targets of the jumps above.
        let mut exits = BTreeSet::new();
        for pc in ids(text.clone()) {
            if let Some(slot) = self.shown_slot(routine, pc) {
                let jump = exits.range(pc.next()..).next().copied();
                let sets = set.get(&slot).map_or(&[][..], Vec::as_slice);
                let next = sets.get(sets.partition_point(|set| *set <= pc));
                let ends = jump.into_iter().chain(next.map(|set| set.next()));
                let end = ends.fold(text.end, Pc::min);
                let runs = shown.entry(slot).or_default();
                match runs.last_mut() {
                    Some(last) if pc.next() <= last.end => last.end = last.end.max(end),
                    Some(_) | None => runs.push(pc.next()..end),
                }
            }
            exits.extend(self.code[pc].exit);
        }
        shown
    }

    /// Returns the slot whose piece an instruction moves to where everybody sees it.
    fn shown_slot(&self, routine: RoutineId, pc: Pc) -> Option<u16> {
        let instr = &self.code[pc];
        let Node::Local(slot) = self.program.nodes[self.moved_piece(instr)?] else {
            return None;
        };
        let is_open = self.arrival(routine, instr.moves_into?).is_open();
        is_open.then_some(slot)
    }

    /// Returns true if a collection has only pieces that lie where everybody sees them.
    pub(super) fn lies_open(&self, routine: RoutineId, source: SourceId) -> bool {
        match self.program.sources[source].base {
            Base::Place(place) => {
                let is_open =
                    |place: &PlaceId| self.program.layout.places[*place].seen == Seen::All;
                let places = self.places(routine, place);
                places.is_some_and(|places| !places.is_empty() && places.iter().all(is_open))
            }
            Base::If(_, a, b) | Base::Union(a, b) => {
                self.lies_open(routine, a) && self.lies_open(routine, b)
            }
            Base::Numbers(..)
            | Base::Range(..)
            | Base::Set(_)
            | Base::Players
            | Base::PlayersFrom(_)
            | Base::Opponents(_)
            | Base::Board(..)
            | Base::Neighbours(..)
            | Base::Ray(..)
            | Base::Placements(..)
            | Base::PlacementsAt(..)
            | Base::Cells(_)
            | Base::Group { .. }
            | Base::Groups(_)
            | Base::List(_)
            | Base::Kept(..) => false,
        }
    }
}
