//! Information flow from each answer of a player, through the statements, to what not everybody sees.
//!
//! Enters: a program with all its texts. Leaves: `Program::tells`. An answer flows into what is made of it, and into what
//! is done or left out because of it. The flow is followed backwards, from what may be unseen to the answers, through all
//! texts until nothing is new. Where a text is not certain it counts as one that tells less.

mod done;
mod groups;
mod offers;
mod seen;
mod sinks;
mod sites;
mod slots;
mod ways;

use crate::compile::telling::groups::Groups;
use crate::compile::telling::seen::Targets;
use crate::compile::telling::sinks::{Furthest, Sinks};
use crate::program::Program;
use crate::program::code::Instr;
use crate::program::ids::Pc;
use crate::program::tells::Flow;
use crate::rules::game::{Holder, Seen};
use crate::rules::ids::RoutineId;
use crate::rules::ids::{KindId, PlaceId};
use crate::rules::table::{Id, Table, ids};
use crate::rules::types::Type;
use crate::rules::verbs::Role;
use std::collections::BTreeSet;
use std::ops::Range;

/// Works out what depends on the answers of each site.
pub(super) fn tell(program: &mut Program) {
    let mut flows = Flows::new(program);
    flows.settle();
    let tells = flows.sites();
    // A text that writes something secret may be done for a reason that is secret too.
    let texts = flows.facts.iter().take(program.routines.len());
    let doubted = texts.map(|facts| facts.done.secret).collect();
    let secret_rows = secret_rows(program);
    (program.tells, program.doubted, program.secret_rows) = (tells, doubted, secret_rows);
    let believes =
        |instr: &Instr| matches!(instr, Instr::Verb(verb, _) if verb.row().has(Role::Believed));
    program.believes = program.code.iter().any(believes);
}

/// For each record: whether a row of it may stand where not everybody sees which.
fn secret_rows(program: &Program) -> Table<KindId, bool> {
    let layout = &program.layout;
    let named_by = |ty: &Type| {
        let Type::Row(k) = ty.required() else {
            return None;
        };
        Some(*k)
    };
    let mut secret = Table::filled(layout.kinds.len(), false);
    for var in &layout.vars {
        if let (Some(k), true) = (
            named_by(&var.ty),
            var.seen != Seen::All || matches!(var.holder, Holder::Piece(_)) && !var.is_mark,
        ) {
            secret[k] = true;
        }
    }
    secret
}

/// The declared places that pieces may be moved to; none when it may be any.
type Ends = Option<BTreeSet<PlaceId>>;

/// A text, or a group of texts that one instruction does: routines first, under their own numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TextId(usize);

impl Id for TextId {
    fn new(index: usize) -> TextId {
        TextId(index)
    }

    fn index(self) -> usize {
        self.0
    }
}

impl From<RoutineId> for TextId {
    fn from(routine: RoutineId) -> TextId {
        TextId::new(routine.index())
    }
}

/// The information flow found so far of a text, or of a group of texts together.
#[derive(Clone)]
struct Facts {
    /// For each slot: what depends on it.
    slots: Vec<Flow>,
    /// The statements that depend on its being done.
    done: Flow,
    /// The places it may move pieces to.
    ends: Ends,
}

impl Facts {
    fn none(slots: usize) -> Facts {
        Facts {
            slots: vec![Flow::default(); slots],
            done: Flow::default(),
            ends: Some(BTreeSet::new()),
        }
    }

    /// The flow out of a slot; none of one that there is not.
    fn slot(&self, slot: usize) -> Flow {
        self.slots.get(slot).cloned().unwrap_or_default()
    }

    /// Adds places; true when some were new.
    fn move_to(&mut self, more: &Ends) -> bool {
        match (&mut self.ends, more) {
            (None, _) => false,
            (Some(ends), Some(more)) => {
                let before = ends.len();
                ends.extend(more);
                ends.len() > before
            }
            (Some(_), None) => {
                self.ends = None;
                true
            }
        }
    }
}

/// The information flow found so far of all texts.
struct Flows<'a> {
    program: &'a Program,
    /// For each routine: its instructions.
    texts: Table<RoutineId, Range<Pc>>,
    /// For each routine, then for each group of routines.
    facts: Table<TextId, Facts>,
    groups: Groups,
    /// The targets of jumps.
    jumps: Furthest,
    /// The places that values of nodes and slots may mean.
    targets: Targets,
    /// For each kind: whether its pieces may lie where not everybody sees them.
    unseen: Table<KindId, bool>,
}

impl Flows<'_> {
    fn new(program: &Program) -> Flows<'_> {
        let texts: Table<RoutineId, Range<Pc>> = (program.routines.ids())
            .map(|routine| program.text_of(routine))
            .collect();
        let mut unseen = Table::filled(program.layout.kinds.len(), false);
        for place in program.layout.places.iter().filter(|p| p.seen != Seen::All) {
            for (kind, unseen) in program.layout.kinds.iter().zip(&mut unseen) {
                *unseen |= kind.is_any;
            }
            unseen[place.holds] = true;
        }
        let groups = Groups::of(program, &texts);
        let routines = program.routines.iter().map(|r| usize::from(r.slots));
        let sizes = routines.chain(groups.slots(program));
        Flows {
            program,
            facts: sizes.map(Facts::none).collect(),
            groups,
            jumps: Furthest::of(program.code.as_slice()),
            targets: Targets::of(program, &texts),
            texts,
            unseen,
        }
    }

    /// Finds the fixed point: goes through the texts until nothing is new, those that are done first, then those that do them,
    /// and again each that does one of which more was found (a worklist).
    fn settle(&mut self) {
        let order = self.groups.order(self.texts.len());
        let mut waiting: BTreeSet<(u32, RoutineId)> = (self.texts.ids())
            .map(|routine| (order[routine.into()], routine))
            .collect();
        while let Some((_, routine)) = waiting.pop_first() {
            if !self.text(routine) {
                continue;
            }
            let mut wake = |reader: RoutineId| waiting.insert((order[reader.into()], reader));
            wake(routine);
            for reader in self.groups.readers[routine.into()].clone() {
                if let Some(text) = self.groups.text(reader) {
                    wake(text);
                } else if self.add_member(reader, routine) {
                    self.groups.readers[reader].iter().for_each(|reader| {
                        wake(RoutineId::new(reader.index()));
                    });
                }
            }
        }
    }

    /// Goes through a text; true when something was new. Backwards, since what is read further on flows back (backward
    /// data-flow analysis).
    fn text(&mut self, routine: RoutineId) -> bool {
        let text = self.texts[routine].clone();
        let sinks = Sinks::of(self, routine);
        let mut new = false;
        for pc in ids(text.clone()).rev() {
            new |= self.instr(routine, pc, &sinks);
        }
        let (done, ends) = (sinks.within(&text), sinks.ends(&text));
        let facts = &mut self.facts[routine.into()];
        new |= facts.done.add(&done);
        facts.move_to(&ends) | new
    }
}

fn moves() -> Flow {
    Flow {
        moves: true,
        ..Flow::default()
    }
}
