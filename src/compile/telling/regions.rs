//! Regions of texts: what is done before the next question. There everybody sees the position, and open names with it, so
//! implicit flow is followed no further.

use crate::telling::Code;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::decision::Ask;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::signature::{Runs, Signature};
use ludex_rules::ids::RoutineId;
use ludex_rules::table::{Table, ids};
use std::collections::{BTreeMap, BTreeSet};
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
        reach: Reach,
    ) -> Regions<'a> {
        let regions = Regions {
            program,
            code,
            reach,
            quiet: Table::filled(texts.len(), false),
        };
        if reach == Reach::Everything {
            return regions;
        }
        let mut search = QuietSearch::new(regions, texts);
        search.run();
        search.regions
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

    /// Returns true if an instruction may be over before anything is asked: one that asks nothing, or runs texts of which one
    /// is quiet.
    fn goes_on(&self, instr: &Signature) -> bool {
        match waits_for(instr) {
            Some(Awaited::Text(callee)) => self.quiet[callee],
            Some(Awaited::Column(column)) => {
                let rows = &self.program.layout.effect_columns[usize::from(column)].rows;
                let mut texts = rows.iter().map(|row| RoutineId::of(*row));
                texts.any(|text| text.is_none_or(|text| self.quiet[text]))
            }
            None => true,
        }
    }
}

/// The texts that must be over before the next instruction.
enum Awaited {
    Text(RoutineId),
    /// One of the texts of a column.
    Column(u16),
}

/// Returns the texts that an instruction waits for; none where it runs none, or perhaps none.
fn waits_for(instr: &Signature) -> Option<Awaited> {
    match instr.runs? {
        Runs::Routine(callee, _) => Some(Awaited::Text(callee)),
        Runs::Column(column, _) => Some(Awaited::Column(column)),
        Runs::Later(..)
        | Runs::Hooks(_)
        | Runs::Pooled(_)
        | Runs::Track(_)
        | Runs::Moment(_)
        | Runs::Filling => None,
    }
}

/// The search for the quiet texts, which may be over before they ask anything: a least fixed point. Each instruction is looked
/// at once; one that runs texts of which none is known to be quiet is put aside until one is.
struct QuietSearch<'a, 't> {
    regions: Regions<'a>,
    texts: &'t Table<RoutineId, Range<Pc>>,
    seen: Table<Pc, bool>,
    /// The instructions to look at, each with its text.
    open: Vec<(RoutineId, Pc)>,
    /// The instructions that may be over unasked.
    over: Vec<(RoutineId, Pc)>,
    /// The instructions put aside, by the text that they run, or by the column.
    of_text: Table<RoutineId, Vec<(RoutineId, Pc)>>,
    of_column: BTreeMap<u16, Vec<(RoutineId, Pc)>>,
    /// The columns in which a text stands.
    columns: BTreeMap<RoutineId, BTreeSet<u16>>,
}

impl<'a, 't> QuietSearch<'a, 't> {
    fn new(regions: Regions<'a>, texts: &'t Table<RoutineId, Range<Pc>>) -> Self {
        let mut columns: BTreeMap<RoutineId, BTreeSet<u16>> = BTreeMap::new();
        for (column, one) in (0..).zip(&regions.program.layout.effect_columns) {
            for text in one.rows.iter().filter_map(|row| RoutineId::of(*row)) {
                columns.entry(text).or_default().insert(column);
            }
        }
        QuietSearch {
            texts,
            seen: Table::filled(regions.code.len(), false),
            open: texts.entries().map(|(id, text)| (id, text.start)).collect(),
            over: Vec::new(),
            of_text: Table::filled(texts.len(), Vec::new()),
            of_column: BTreeMap::new(),
            columns,
            regions,
        }
    }

    fn run(&mut self) {
        loop {
            if let Some((text, pc)) = self.over.pop() {
                self.go_on(text, pc);
            } else if let Some((text, pc)) = self.open.pop() {
                self.look_at(text, pc);
            } else {
                return;
            }
        }
    }

    fn look_at(&mut self, text: RoutineId, pc: Pc) {
        let (program, code) = (self.regions.program, self.regions.code);
        let asked = !self.texts[text].contains(&pc) || asks(program, &code[pc]);
        if asked || std::mem::replace(&mut self.seen[pc], true) {
            return;
        }
        let awaited = waits_for(&code[pc]).filter(|_| !self.regions.goes_on(&code[pc]));
        let list = match awaited {
            Some(Awaited::Text(callee)) => &mut self.of_text[callee],
            Some(Awaited::Column(column)) => self.of_column.entry(column).or_default(),
            None => &mut self.over,
        };
        list.push((text, pc));
    }

    /// Goes on behind an instruction; its text is quiet if it ends there.
    fn go_on(&mut self, text: RoutineId, pc: Pc) {
        let returns = matches!(self.regions.program.code[pc], Instr::Return);
        let ends = returns || pc.next() == self.texts[text].end;
        if ends && !std::mem::replace(&mut self.regions.quiet[text], true) {
            self.over.append(&mut self.of_text[text]);
            for column in self.columns.get(&text).into_iter().flatten() {
                self.over
                    .extend(self.of_column.remove(column).into_iter().flatten());
            }
        }
        let next = successors(self.regions.code, pc);
        self.open.extend(next.map(|pc| (text, pc)));
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
