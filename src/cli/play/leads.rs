//! The words of the page about things that options name: what lies where a choice leads.

use crate::cli::play::page;
use crate::engine::state::State;
use crate::play::format::ValueFormat;
use crate::play::shown::{MarkedWord, MemberRows, PagePart, PartContent, Space, TablePage};
use crate::program::Program;
use crate::program::ids::SiteId;
use crate::rules::decision::Choice;
use crate::rules::ids::{BoardId, PlayerId};
use crate::rules::types::Type;

/// The words about a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// Its name, and what stands beside it in a panel.
    Row(String, Vec<String>),
    /// The text on it, as on the map.
    Marks(Vec<MarkedWord>),
}

/// The words about each thing.
#[derive(Debug, Default)]
pub(crate) struct LeadWords {
    known: Vec<(Type, i32, Lead)>,
}

impl LeadWords {
    /// Collects what the panels of the table and of one player tell.
    pub(crate) fn of(program: &Program, page: &TablePage, seat: PlayerId) -> LeadWords {
        let mut leads = LeadWords::default();
        let own = page.players.get(seat.index()).into_iter().flatten();
        for part in page.table.iter().chain(own) {
            leads.add(program, part);
        }
        leads
    }

    fn add(&mut self, program: &Program, part: &PagePart) {
        match &part.holds {
            PartContent::Line(_) => {}
            PartContent::Rows(rows) => self.rows(rows),
            PartContent::Board {
                board,
                copy,
                spaces,
            } => self.spaces(program, *board, *copy, spaces),
        }
    }

    fn rows(&mut self, rows: &MemberRows) {
        for row in rows.rows.iter().filter(|_| rows.leads) {
            if let (Some(member), Some(name)) = (row.member, &row.name) {
                let lead = Lead::Row(name.clone(), page::beside(rows, row));
                self.known.push((rows.of.required().clone(), member, lead));
            }
        }
    }

    fn spaces(&mut self, program: &Program, board: BoardId, copy: u32, spaces: &[Space]) {
        let layout = &program.layout.boards[board];
        let first = layout.first + copy * layout.capacity;
        for (number, space) in (first as i32..).zip(spaces) {
            let lead = Lead::Marks(space.marks.clone());
            self.known.push((Type::Space(board), number, lead));
        }
    }

    /// Returns what is told of a value; of the spaces of a placement, what is written on any of them.
    pub(crate) fn about(&self, program: &Program, ty: &Type, value: i32) -> Option<Lead> {
        if let Type::Placement(_) = ty.required() {
            return self.placed(program, value);
        }
        let found = self
            .known
            .iter()
            .find(|(of, which, _)| of == ty.required() && *which == value);
        found.map(|(_, _, lead)| lead.clone())
    }

    /// Returns what is told of the thing that a player calls so: by its word in options or by its name.
    pub(crate) fn called(
        &self,
        program: &Program,
        state: &State,
        seat: PlayerId,
        said: &str,
    ) -> Option<Lead> {
        let words = ValueFormat::to(program, state, seat);
        let own = format!("{seat}.{said}");
        let found = self.known.iter().find(|(ty, value, lead)| {
            let word = words.word(ty, *value);
            let named = matches!(lead, Lead::Row(name, _) if name == said);
            named || word == said || word == own
        });
        found.map(|(_, _, lead)| lead.clone())
    }

    fn placed(&self, program: &Program, value: i32) -> Option<Lead> {
        let layout = &program.layout;
        let (number, first) = layout.placed(value)?;
        let space = Type::Space(layout.placements[number].board);
        let cells = layout.cells.of(number.index()).iter();
        let told = cells.filter_map(|n| self.about(program, &space, first + i32::from(*n)));
        let mut marks: Vec<MarkedWord> = Vec::new();
        for lead in told {
            if let Lead::Marks(more) = lead {
                marks.extend(more);
            }
        }
        Some(Lead::Marks(marks))
    }
}

/// The type and value behind each of the last words of an option's label.
pub(crate) fn values(program: &Program, site: SiteId, choice: &Choice) -> Vec<(Type, i32)> {
    let types = program.value_types(site, choice.answer).cloned();
    types.zip(choice.values.iter().copied()).collect()
}
