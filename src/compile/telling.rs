//! Information flow from each answer of a player, through the statements, to what not everybody sees.
//!
//! Enters: a program with all its texts. Leaves: `Program::tells`. An answer flows into what is made of it, and into what
//! is done or left out because of it. The flow is followed backwards, from what may be unseen to the answers, through all
//! texts until nothing is new. Where a text is not certain it counts as one that tells less.

mod done;
mod seen;
mod sites;
mod slots;
mod ways;

use crate::program::Program;
use crate::program::code::Pc;
use crate::program::tells::Flow;
use crate::rules::game::{Holder, Seen};
use crate::rules::types::Type;
use std::collections::BTreeSet;
use std::ops::Range;

/// Works out what depends on the answers of each site.
pub(super) fn tell(program: &mut Program) {
    let mut flows = Flows::new(program);
    while flows.pass() {}
    let tells = (0..program.sites.len() as u32)
        .map(|site| flows.site(site))
        .collect();
    // A text that writes something secret may be done for a reason that is secret too.
    let doubted = flows.done.iter().map(|done| done.secret).collect();
    let secret_rows = secret_rows(program);
    (program.tells, program.doubted, program.secret_rows) = (tells, doubted, secret_rows);
}

/// For each record: whether a row of it may stand where not everybody sees which.
fn secret_rows(program: &Program) -> Vec<bool> {
    let layout = &program.layout;
    let named_by = |ty: &Type| {
        let Type::Row(k) = ty.required() else {
            return None;
        };
        Some(k.index())
    };
    let mut secret = vec![false; layout.kinds.len()];
    for var in &layout.vars {
        if let (Some(k), true) = (
            named_by(&var.ty),
            var.seen != Seen::All || matches!(var.holder, Holder::Piece(_)),
        ) {
            secret[k] = true;
        }
    }
    secret
}

/// The information flow found so far for every text.
struct Flows<'a> {
    program: &'a Program,
    /// For each routine: its instructions.
    texts: Vec<Range<Pc>>,
    /// For each routine and slot: what depends on the slot.
    slots: Vec<Vec<Flow>>,
    /// For each routine: what depends on its being done.
    done: Vec<Flow>,
    /// For each routine: the places it may move pieces to; none when it may be any.
    ends: Vec<Option<BTreeSet<u32>>>,
    /// For each kind: whether its pieces may lie where not everybody sees them.
    unseen: Vec<bool>,
    /// The texts that fill places which have run dry.
    filling: Vec<u32>,
}

impl Flows<'_> {
    fn new(program: &Program) -> Flows<'_> {
        let texts = (0..program.routines.len() as u32)
            .map(|routine| program.text_of(routine))
            .map(|text| text.start as Pc..text.end as Pc)
            .collect();
        let mut unseen = vec![false; program.layout.kinds.len()];
        for place in program.layout.places.iter().filter(|p| p.seen != Seen::All) {
            for (kind, unseen) in program.layout.kinds.iter().zip(&mut unseen) {
                *unseen |= kind.is_any;
            }
            unseen[place.holds as usize] = true;
        }
        let empty = |r: &crate::program::code::Routine| vec![Flow::default(); usize::from(r.slots)];
        Flows {
            program,
            texts,
            slots: program.routines.iter().map(empty).collect(),
            done: vec![Flow::default(); program.routines.len()],
            ends: vec![Some(BTreeSet::new()); program.routines.len()],
            unseen,
            filling: (program.layout.places.iter())
                .filter_map(|place| place.when_empty)
                .collect(),
        }
    }

    /// Goes through all texts once; true when something was new.
    fn pass(&mut self) -> bool {
        let mut new = false;
        for routine in 0..self.texts.len() {
            let text = self.texts[routine].clone();
            for pc in text.clone() {
                new |= self.instr(routine, pc);
            }
            let done = self.depends_on(routine, text.clone());
            new |= self.done[routine].add(&done);
            let ends = self.moved_to(routine, text);
            if ends != self.ends[routine] {
                (self.ends[routine], new) = (ends, true);
            }
        }
        new
    }
}

fn moves() -> Flow {
    Flow {
        moves: true,
        ..Flow::default()
    }
}
