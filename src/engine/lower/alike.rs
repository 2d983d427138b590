//! Rows by an attribute: `{c in card where c.suit == red and …}` goes through the red ones, not through all cards.
//!
//! An attribute never changes, so which rows have which value is known before play. Those of one value stand in their order: a
//! collection has the same members in the same order as when all rows are asked.

use super::Lower;
use super::sources::Visit;
use crate::lir::{Block, Compare, ProgramTable};
use ludex_program::Program;
use ludex_program::node::{Base, Node, NodeId, Source};
use ludex_program::parts::{Visited, visit};
use ludex_rules::game::NONE;
use ludex_rules::ids::KindId;

/// Most values from the lowest to the highest of an attribute by which rows are listed.
const MOST_VALUES: i64 = 1024;
/// So few rows are gone through as they are.
const FEW_ROWS: i32 = 8;
/// Most attributes by which rows are listed.
const MOST_ATTRIBUTES: usize = 256;

/// An attribute of some rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Column {
    /// The kind that declares the attribute, and its number there.
    attribute: (KindId, u16),
    /// The first row, and how many there are.
    rows: (i32, i32),
}

/// Rows by their values of an attribute.
pub(super) struct Alike {
    column: Column,
    /// The lowest value that a row has.
    lowest: i32,
    /// For each value from the lowest on: where its rows begin in `rows`; after the last, where they end.
    pub(super) begins: Box<[i32]>,
    pub(super) rows: Box<[i32]>,
}

impl Alike {
    /// Lists rows by an attribute; none where one has none, or where the values lie far apart.
    fn of(program: &Program, column: Column) -> Option<Alike> {
        let rows = column.rows.0..column.rows.0 + column.rows.1;
        let (kind, number) = column.attribute;
        let origin = program.layout.kinds[kind].origin(number);
        let value = |row: i32| {
            let at = usize::try_from(origin + row).ok()?;
            program.layout.rows.get(at).copied().filter(|n| *n != NONE)
        };
        let values: Vec<i32> = rows.clone().map(value).collect::<Option<_>>()?;
        let (lowest, highest) = (*values.iter().min()?, *values.iter().max()?);
        if i64::from(highest) - i64::from(lowest) >= MOST_VALUES {
            return None;
        }
        let (mut begins, mut sorted) = (vec![0], Vec::new());
        for wanted in lowest..=highest {
            let all = rows.clone().zip(&values);
            sorted.extend(all.filter(|(_, n)| **n == wanted).map(|(row, _)| row));
            begins.push(sorted.len() as i32);
        }
        Some(Alike {
            column,
            lowest,
            begins: begins.into(),
            rows: sorted.into(),
        })
    }
}

/// Lists rows by each attribute of which some collection wants one value.
pub(super) fn all(program: &Program) -> Vec<Alike> {
    let mut columns: Vec<Column> = Vec::new();
    for source in &program.sources {
        if let Some((column, _)) = sought(program, source)
            && !columns.contains(&column)
        {
            columns.push(column);
        }
    }
    let listed = columns.into_iter().take(MOST_ATTRIBUTES);
    listed
        .filter_map(|column| Alike::of(program, column))
        .collect()
}

/// The attribute of which a collection wants one value first of all, and that value.
fn sought(program: &Program, source: &Source) -> Option<(Column, NodeId)> {
    let (Base::Numbers(first, count), false) = (&source.base, source.until_false) else {
        return None;
    };
    let (slot, mut cond) = *source.filters.first()?;
    while let Node::And(a, _) = program.nodes[cond] {
        cond = a;
    }
    let attribute = |id: NodeId| {
        if let Node::Attribute { kind, column, of } = program.nodes[id]
            && program.nodes[of] == Node::Local(slot)
        {
            Some((kind, column))
        } else {
            None
        }
    };
    let Node::Equal(a, b) = program.nodes[cond] else {
        return None;
    };
    let (attribute, value) = match attribute(a) {
        Some(found) => (found, b),
        None => (attribute(b)?, a),
    };
    if differs(program, value, slot) {
        return None;
    }
    let rows = (*first, *count);
    (*count > FEW_ROWS).then_some((Column { attribute, rows }, value))
}

/// Tells whether a value may be another one for each member, which stands in a slot.
fn differs(program: &Program, value: NodeId, slot: u16) -> bool {
    let mut found = false;
    visit(program, [value], [], &mut |visited| {
        if let Visited::Node(node) = visited {
            found |= node.slot() == Some(slot);
            found |= matches!(
                node,
                Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..)
            );
        }
    });
    found
}

impl<'a> Lower<'a> {
    /// Goes through the rows alone that have the value a collection wants first of all; tells whether they are listed.
    pub(super) fn alike(&mut self, source: &Source, stop: Block, visit: Visit<'_, 'a>) -> bool {
        let (program, tables) = (self.program, self.tables);
        let Some((column, sought)) = sought(program, source) else {
            return false;
        };
        let Some(number) = tables.alike.iter().position(|of| of.column == column) else {
            return false;
        };
        let alike = &tables.alike[number];
        let value = self.value(sought);
        let (some, end) = (self.block(), self.block());
        let values = alike.begins.len() as i64 - 1;
        let index = self.b.add_n(value, -i64::from(alike.lowest));
        let inside = self.b.compare_n(Compare::Below, index, values);
        self.b.branch(inside, some, end);
        self.go_on(some);
        let number = number as u16;
        self.elements(
            [ProgramTable::AlikeAt(number), ProgramTable::Alike(number)],
            index,
            stop,
            visit,
        );
        self.jump(end);
        self.go_on(end);
        true
    }
}
