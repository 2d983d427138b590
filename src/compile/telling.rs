//! The flow of secrets, found before play: what may come of an answer, and what a local value may be made of.
//!
//! Enters: a program with all its texts. Leaves: `Program::tells` with the marks beside it, and `Program::taints`.
//!
//! # The method
//!
//! It is Denning's (*A lattice model of secure information flow*, CACM 19(5), 1976; with P. Denning, *Certification of programs
//! for secure information flow*, CACM 20(7), 1977): what holds information has a class, classes are a lattice, and whether
//! information flows only where it may is found from the text alone. Sabelfeld and Myers (*Language-based information-flow
//! security*, IEEE JSAC 21(1), 2003) tell what came of it since, and give the words used here.
//!
//! - The *class* of a variable or place is declared: it is the set of players who see it. `Seen` in `rules/game.rs` says from
//!   whom a class hides; all that ask go by it. Nothing is refused for its class, as a certifier would: the classes of answers
//!   and of local values are inferred, and what is told of them follows.
//! - *Explicit flow* goes from what is read to what is made of it. `Node::taint` and `Signature::sets` say what is read and
//!   made, `Role` what becomes of a verb's arguments.
//! - *Implicit flow* goes from what decides (a condition, an answer, a list that runs out) to all that is done or left out
//!   because of it. What that is stands in the code as two ways behind the deciding instruction (`FlowPass::branches`); a jump
//!   that leaves a way makes all that follows depend on it (`Flows::escaping`), since conditionals need not nest.
//! - A *source* is where a secret begins, a *sink* where it must not be seen or where it is hidden from then on.
//! - *Declassification* is where a secret ends by the rules: everybody looks at the table at the next question, a piece arrives
//!   where all see it (`shown`), pieces are shown.
//!
//! Both fixed points are least ones over sets of sources or sinks, through all texts that call each other (a worklist). Where a
//! text is not certain, more counts as secret. As in most of the literature, what is told by a fault, by endless play or by the
//! time a step takes is not followed.
//!
//! # Three questions
//!
//! | asked | sources | sinks | way | implicit flow |
//! | --- | --- | --- | --- | --- |
//! | may an answer be told, `Program::tells` | answers, random numbers | what not everybody sees: variables, fields, positions, moves | backwards, from the sinks | to the next question; in `Tells::reaches` to the end |
//! | what is a local value made of, `Program::taints` | hidden variables and pieces, random numbers, answers, parameters | the slots of texts at work | forwards, from the sources | to the end of the text |
//! | does an offer give a secret away, a lint | pieces and variables that the deciding player does not see | options, requirements, the heuristic | forwards, in typed rules | none |
//!
//! The first goes backwards because there are many answers and few sinks. It is found twice. Who is told of an answer follows
//! from implicit flow up to the next question alone: at that question what was answered before lies open, and what is done
//! because of it later is no secret of that answer. What an answer that was kept back may have come to is followed through
//! everything (`Tells::reaches`). The modules beside `taint` serve it.
//!
//! The second (`taint`) is read by `play/locals.rs` for worlds and words, and by `play/known_locals.rs` for debuggers. Of a
//! parameter it says that it is one: whether what was given for it is known depends on who called, which the frames tell. Of
//! chance alone it says too whether any caller gives it (`TextTaint::drawn`), since a world plays the whole past again.
//!
//! The third stands in `check/lints/information_flow.rs`. Why it is not one of the other two is told in docs/design.md;
//! `tests/check/secrecy.rs` holds it against the second.

mod bearer_search;
mod bearers;
mod deciding;
mod done;
mod drawn;
mod groups;
mod offers;
mod regions;
mod seen;
mod sinks;
mod sites;
mod slots;
mod taint;
mod ways;
mod withheld;

use crate::telling::bearers::{Bearers, ShownPieces};
use crate::telling::groups::Groups;
use crate::telling::regions::{Reach, Regions, TextRegion};
use crate::telling::seen::Targets;
use crate::telling::sinks::{Arrivals, Furthest};
use crate::telling::slots::FlowPass;
use ludex_program::Program;
use ludex_program::ids::Pc;
use ludex_program::signature::{Signature, StateChange};
use ludex_program::taint::TextTaint;
use ludex_program::tells::{Flow, Tells};
use ludex_report::Report;
use ludex_rules::game::{Holder, Seen};
use ludex_rules::ids::{KindId, PlaceId, RoutineId, VarId};
use ludex_rules::table::{Id, Table, ids};
use ludex_rules::types::Type;
use ludex_rules::verbs::Role;
use std::collections::BTreeSet;
use std::ops::Range;

/// Works out what depends on the answers of each site.
pub(super) fn tell(program: &mut Program, report: &mut Report) {
    let code = program.code.iter();
    let code: Code = code.map(|instr| Signature::of(program, *instr)).collect();
    let everything = Everything::found(program, &code);
    let near = Flows::settled(program, &code, Reach::NextQuestion);
    let mut tells = near.sites();
    near.report_withheld(report);
    drop(near);
    for (tells, reaches) in tells.iter_mut().zip(everything.reaches) {
        tells.reaches = reaches;
    }
    let secret_rows = secret_rows(program);
    let believes = |instr: &Signature| matches!(instr.changes, Some(StateChange::Verb(verb, _)) if verb.row().has(Role::Believed));
    program.believes = code.iter().any(believes);
    (program.tells, program.secret_rows) = (tells, secret_rows);
    (program.doubted, program.taints) = (everything.doubted, everything.taints);
    program.hides_chance = everything.hides_chance;
}

/// The findings of the flow that is followed to the end. They are small; the flow of a game of a million texts is not, and is
/// gone before that to the next question is found.
struct Everything {
    /// For each site: what its answer may come to.
    reaches: Vec<Flow>,
    /// A text that writes something secret may be done for a reason that is secret too.
    doubted: Table<RoutineId, bool>,
    taints: Table<RoutineId, TextTaint>,
    hides_chance: bool,
}

impl Everything {
    fn found(program: &Program, code: &Code) -> Everything {
        let flows = Flows::settled(program, code, Reach::Everything);
        let sites = flows.sites();
        let texts = flows.facts.iter().take(program.routines.len());
        // The fields of pieces are dealt with the pieces.
        let vars = &program.layout.vars;
        let is_of_rules = |id: &VarId| !matches!(vars[*id].holder, Holder::Piece(_));
        Everything {
            reaches: sites.iter().map(Tells::of_all_parts).collect(),
            doubted: texts.map(|facts| facts.done.is_secret()).collect(),
            taints: flows.taints(),
            hides_chance: flows.chance.secret.iter().any(is_of_rules),
        }
    }
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

/// The instructions of a program.
type Code = Table<Pc, Signature>;

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
    /// For each slot: what depends on it, when it is given.
    slots: Vec<Flow>,
    /// For each slot: what is made of it, however late.
    explicit: Vec<Flow>,
    /// The statements that depend on its being done.
    done: Flow,
    /// The places it may move pieces to.
    ends: Ends,
    /// Everybody may see something of its being done.
    opens: bool,
}

impl Facts {
    fn none(slots: usize) -> Facts {
        Facts {
            slots: vec![Flow::default(); slots],
            explicit: vec![Flow::default(); slots],
            done: Flow::default(),
            ends: Some(BTreeSet::new()),
            opens: false,
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
    code: &'a Code,
    /// For each routine: its instructions.
    texts: Table<RoutineId, Range<Pc>>,
    /// For each routine, then for each group of routines.
    facts: Table<TextId, Facts>,
    groups: Groups,
    reach: Reach,
    regions: Regions<'a>,
    /// For each routine: its instructions before it first asks.
    begins: Table<RoutineId, TextRegion>,
    bearers: Bearers,
    /// The targets of jumps.
    jumps: Furthest,
    /// The places that values of nodes and slots may mean.
    targets: Targets,
    /// For each routine: where everybody has seen the piece in a slot arriving. What is made of it up to the next question is
    /// no secret of whoever chose it.
    shown: Table<RoutineId, ShownPieces>,
    /// For each kind: whether its pieces may lie where not everybody sees them.
    unseen: Table<KindId, bool>,
    /// The flow out of random numbers, in all texts.
    chance: Flow,
}

impl<'a> Flows<'a> {
    fn settled(program: &'a Program, code: &'a Code, reach: Reach) -> Flows<'a> {
        let mut flows = Flows::new(program, code, reach);
        flows.find_known_variables();
        flows.shown = flows.find_shown();
        flows.settle();
        flows
    }

    fn new(program: &'a Program, code: &'a Code, reach: Reach) -> Flows<'a> {
        let texts: Table<RoutineId, Range<Pc>> = (program.routines.ids())
            .map(|routine| program.text_of(routine))
            .collect();
        let kinds = program.layout.kinds.ids();
        let unseen = kinds.map(|kind| program.layout.may_hide(kind)).collect();
        let groups = Groups::of(program, code, &texts);
        let routines = program.routines.iter().map(|r| usize::from(r.slots));
        let sizes = routines.chain(groups.slots(program));
        let regions = Regions::split(program, code, &texts, reach);
        let begins = texts.iter().map(|text| regions.of_text(text));
        Flows {
            program,
            code,
            facts: sizes.map(Facts::none).collect(),
            begins: begins.collect(),
            bearers: Bearers::collect(program, code, &texts),
            reach,
            regions,
            groups,
            jumps: Furthest::of(code),
            targets: Targets::of(code, &texts),
            shown: Table::filled(texts.len(), ShownPieces::new()),
            texts,
            unseen,
            chance: Flow::default(),
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

    /// Goes through a text; true when something was new.
    fn text(&mut self, routine: RoutineId) -> bool {
        let text = self.texts[routine].clone();
        let facts = &self.facts[routine.into()];
        let explicit = self.explicit(routine);
        let mut slots = facts.slots.clone();
        add_all(&mut slots, &explicit);
        let region = &self.begins[routine];
        let opens = region.pcs().any(|pc| self.opens(routine, pc));
        let mut pass = FlowPass::new(self, routine, region.clone(), slots);
        pass.settle(region.pcs());
        let (done, slots, chance) = (pass.sinks.within(&text), pass.slots, pass.chance);
        self.chance.add(&chance);
        let ends = Arrivals::collect(self, routine).ends(&text);
        let facts = &mut self.facts[routine.into()];
        let new = add_all(&mut facts.explicit, &explicit) | add_all(&mut facts.slots, &slots);
        let opened = opens && !facts.opens;
        facts.opens |= opens;
        facts.done.add(&done) | facts.move_to(&ends) | opened | new
    }

    /// The explicit flow out of the slots of a text; none is wanted when implicit flow is followed as far.
    fn explicit(&self, routine: RoutineId) -> Vec<Flow> {
        let slots = self.facts[routine.into()].explicit.clone();
        if self.reach == Reach::Everything {
            return slots;
        }
        let mut pass = FlowPass::new(self, routine, TextRegion::default(), slots);
        pass.settle(ids(self.texts[routine].clone()));
        pass.slots
    }
}

/// Adds flows out of slots to others; true when some was new.
fn add_all(slots: &mut [Flow], more: &[Flow]) -> bool {
    let slots = slots.iter_mut().zip(more);
    slots.fold(false, |new, (into, flow)| into.add(flow) | new)
}

fn moves() -> Flow {
    Flow {
        moves: true,
        ..Flow::default()
    }
}
