//! Regions of texts: what is done before the next question. There everybody sees the position, and open names with it, so
//! implicit flow is followed no further.

use crate::telling::groups::Groups;
use crate::telling::sites::asked_site;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::ids::Pc;
use ludex_rules::ids::RoutineId;
use ludex_rules::table::{Table, ids};
use std::collections::BTreeSet;
use std::ops::Range;

/// The end of implicit flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Through all that is done later.
    Everything,
    /// Through what is done before the next question.
    NextQuestion,
}

/// Some instructions of a text, ascending.
#[derive(Debug, Clone, Default)]
pub(super) struct TextRegion(Vec<Pc>);

impl TextRegion {
    pub(super) fn has(&self, pc: Pc) -> bool {
        self.0.binary_search(&pc).is_ok()
    }

    pub(super) fn pcs(&self) -> impl DoubleEndedIterator<Item = Pc> + Clone {
        self.0.iter().copied()
    }
}

/// Texts by whether they may be over before they ask anything.
pub(super) struct Regions {
    reach: Reach,
    quiet: Table<RoutineId, bool>,
}

impl Regions {
    pub(super) fn split(
        program: &Program,
        texts: &Table<RoutineId, Range<Pc>>,
        groups: &Groups,
        reach: Reach,
    ) -> Regions {
        let mut regions = Regions {
            reach,
            quiet: Table::filled(texts.len(), false),
        };
        if reach == Reach::Everything {
            return regions;
        }
        // A least fixed point: a text is quiet when all that some way through it does is.
        let mut waiting: BTreeSet<RoutineId> = texts.ids().collect();
        while let Some(routine) = waiting.pop_first() {
            let text = texts[routine].clone();
            if regions.quiet[routine] || !regions.is_over_unasked(program, &text) {
                continue;
            }
            regions.quiet[routine] = true;
            let readers = groups.readers[routine.into()].iter();
            waiting.extend(readers.filter_map(|reader| groups.text(*reader)));
        }
        regions
    }

    /// Returns true if a way through a text leaves it before anything is asked.
    fn is_over_unasked(&self, program: &Program, text: &Range<Pc>) -> bool {
        let region = self.from(program, text, [text.start]);
        let leaves = |pc: Pc| matches!(program.code[pc], Instr::Return) || pc.next() == text.end;
        region
            .pcs()
            .any(|pc| leaves(pc) && self.goes_on(program, pc))
    }

    /// The region of a text from its beginning.
    pub(super) fn of_text(&self, program: &Program, text: &Range<Pc>) -> TextRegion {
        match self.reach {
            Reach::Everything => TextRegion(ids(text.clone()).collect()),
            Reach::NextQuestion => self.from(program, text, [text.start]),
        }
    }

    /// The region of a text behind an instruction that asks.
    pub(super) fn behind(&self, program: &Program, text: &Range<Pc>, asks: Pc) -> TextRegion {
        match self.reach {
            Reach::Everything => TextRegion(ids(text.clone()).collect()),
            Reach::NextQuestion => self.from(program, text, successors(program, asks)),
        }
    }

    /// The instructions of a text that are reached from some before anything is asked (depth-first search).
    fn from(
        &self,
        program: &Program,
        text: &Range<Pc>,
        begin: impl IntoIterator<Item = Pc>,
    ) -> TextRegion {
        let mut open: Vec<Pc> = begin.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(pc) = open.pop() {
            let is_new = text.contains(&pc) && !asks(program.code[pc]) && found.insert(pc);
            if is_new && self.goes_on(program, pc) {
                open.extend(successors(program, pc));
            }
        }
        TextRegion(found.into_iter().collect())
    }

    /// Returns true if an instruction may be over before anything is asked.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "others ask nothing, or do texts of which none may wait"
    )]
    fn goes_on(&self, program: &Program, pc: Pc) -> bool {
        match program.code[pc] {
            Instr::Call(callee, _) => self.quiet[callee],
            Instr::CallSlot(column, _) => {
                let rows = &program.layout.effect_columns[usize::from(column)].rows;
                let mut texts = rows.iter().map(|row| RoutineId::of(*row));
                texts.any(|text| text.is_none_or(|text| self.quiet[text]))
            }
            _ => true,
        }
    }
}

/// The instructions that one leads to in its text.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "others go on with the next one"
)]
fn successors(program: &Program, pc: Pc) -> Vec<Pc> {
    let mut instr = program.code[pc];
    match instr {
        Instr::Jump(to) => vec![to],
        Instr::Return => Vec::new(),
        Instr::Verb(verb, _) if verb.row().ends => Vec::new(),
        _ => instr
            .exit()
            .copied()
            .into_iter()
            .chain([pc.next()])
            .collect(),
    }
}

/// Returns true if an instruction asks before it is over. A text that waits for an order may be done unasked.
fn asks(instr: Instr) -> bool {
    let is_order = matches!(
        instr,
        Instr::PoolNext(..) | Instr::OrderHooks(..) | Instr::Replace(..)
    );
    asked_site(instr).is_some() && !is_order
}
