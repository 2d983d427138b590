//! Regions of texts: what is done before the next question. There everybody sees the position, and open names with it, so
//! implicit flow is followed no further.

use crate::telling::Code;
use crate::telling::groups::Groups;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::decision::Ask;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::signature::{Runs, Signature};
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
pub(super) struct Regions<'a> {
    program: &'a Program,
    code: &'a Code,
    reach: Reach,
    quiet: Table<RoutineId, bool>,
}

impl<'a> Regions<'a> {
    pub(super) fn split(
        program: &'a Program,
        code: &'a Code,
        texts: &Table<RoutineId, Range<Pc>>,
        groups: &Groups,
        reach: Reach,
    ) -> Regions<'a> {
        let mut regions = Regions {
            program,
            code,
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
            if regions.quiet[routine] || !regions.is_over_unasked(&text) {
                continue;
            }
            regions.quiet[routine] = true;
            let readers = groups.readers[routine.into()].iter();
            waiting.extend(readers.filter_map(|reader| groups.text(*reader)));
        }
        regions
    }

    /// Returns true if a way through a text leaves it before anything is asked.
    fn is_over_unasked(&self, text: &Range<Pc>) -> bool {
        let region = self.from(text, [text.start]);
        let leaves = |pc: Pc| self.returns(pc) || pc.next() == text.end;
        region
            .pcs()
            .any(|pc| leaves(pc) && self.goes_on(&self.code[pc]))
    }

    /// The region of a text from its beginning.
    pub(super) fn of_text(&self, text: &Range<Pc>) -> TextRegion {
        match self.reach {
            Reach::Everything => TextRegion(ids(text.clone()).collect()),
            Reach::NextQuestion => self.from(text, [text.start]),
        }
    }

    /// The region of a text behind an instruction that asks.
    pub(super) fn behind(&self, text: &Range<Pc>, asks: Pc) -> TextRegion {
        match self.reach {
            Reach::Everything => TextRegion(ids(text.clone()).collect()),
            Reach::NextQuestion => self.from(text, successors(self.code, asks)),
        }
    }

    /// The instructions of a text that are reached from some before anything is asked (depth-first search).
    fn from(&self, text: &Range<Pc>, begin: impl IntoIterator<Item = Pc>) -> TextRegion {
        let mut open: Vec<Pc> = begin.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(pc) = open.pop() {
            let is_new =
                text.contains(&pc) && !asks(self.program, &self.code[pc]) && found.insert(pc);
            if is_new && self.goes_on(&self.code[pc]) {
                open.extend(successors(self.code, pc));
            }
        }
        TextRegion(found.into_iter().collect())
    }

    fn returns(&self, pc: Pc) -> bool {
        matches!(self.program.code[pc], Instr::Return)
    }

    /// Returns true if an instruction may be over before anything is asked: one that asks nothing, or runs texts of which none
    /// may wait.
    fn goes_on(&self, instr: &Signature) -> bool {
        match instr.runs {
            Some(Runs::Routine(callee, _)) => self.quiet[callee],
            Some(Runs::Column(column, _)) => {
                let rows = &self.program.layout.effect_columns[usize::from(column)].rows;
                let mut texts = rows.iter().map(|row| RoutineId::of(*row));
                texts.any(|text| text.is_none_or(|text| self.quiet[text]))
            }
            Some(
                Runs::Later(..)
                | Runs::Hooks(_)
                | Runs::Pooled(_)
                | Runs::Track(_)
                | Runs::Moment(_)
                | Runs::Filling,
            )
            | None => true,
        }
    }
}

/// The instructions that one leads to in its text.
fn successors(code: &Code, pc: Pc) -> impl Iterator<Item = Pc> {
    let instr = &code[pc];
    let next = (!instr.ends).then_some(pc.next());
    instr.exit.into_iter().chain(next)
}

/// Returns true if an instruction asks before it is over. A text that waits for an order may be done unasked.
fn asks(program: &Program, instr: &Signature) -> bool {
    let is_order = |site: SiteId| matches!(program.sites[site].ask, Ask::Pool(_));
    instr.site.is_some_and(|site| !is_order(site))
}
