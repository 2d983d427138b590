//! Collections of spaces as bitboards: what is asked of each space alone is asked of all of them by a few instructions.
//!
//! A bit is a space's number on its copy of a board. Ascending bits are ascending spaces, so a collection has its order. Which
//! conditions are asked so says `program/space_tests.rs`.

use super::Lower;
use super::sources::{Visit, bounded};
use crate::lir::{Binary, BlameSpan, Block, Compare, ProgramTable, Region, Type, Value};
use ludex_program::node::{Base, Node, NodeId, Source, SourceId};
use ludex_program::space_tests::{
    Sought, SpaceProperty, SpaceTest, SplitConditions, board_of_source, split,
};
use ludex_rules::game::NONE;
use ludex_rules::ids::BoardId;

/// Spaces of one copy of a board, as a value of the function.
#[derive(Clone, Copy)]
pub(super) struct Spaces {
    board: BoardId,
    copy: Value,
    bits: Value,
}

/// The conditions that a collection asks of all spaces at once, and those that are left to ask of each.
pub(super) struct BitboardPlan {
    board: BoardId,
    spaces: Vec<SpaceTest>,
    pub(super) rest: Vec<(u16, NodeId)>,
}

impl<'a> Lower<'a> {
    /// Plans what is asked of all members of a collection at once; none if nothing is.
    pub(super) fn bitboard_plan(&self, source: &Source) -> Option<BitboardPlan> {
        let SplitConditions { spaces, rest } = self.split(source, &source.filters)?;
        let board = spaces.first()?.board(&self.program.layout)?;
        let plan = BitboardPlan {
            board,
            spaces,
            rest,
        };
        (!source.until_false && self.is_told_by_bits(source, board)).then_some(plan)
    }

    /// As `bitboard_plan`, of a collection of which nothing is asked of each member.
    fn whole_plan(&self, source: &Source) -> Option<BitboardPlan> {
        self.bitboard_plan(source)
            .filter(|plan| plan.rest.is_empty())
    }

    fn is_told_by_bits(&self, source: &Source, board: BoardId) -> bool {
        let is_of_spaces = matches!(
            source.base,
            Base::Board(..) | Base::Neighbours(..) | Base::Cells(_)
        );
        is_of_spaces && self.tables.boards[board].bits.is_some()
    }

    /// Splits conditions; none where an attribute has no bitboards.
    fn split(&self, source: &Source, asked: &[(u16, NodeId)]) -> Option<SplitConditions> {
        let split = split(self.program, board_of_source(source), asked, true);
        let mut has_all = true;
        for test in &split.spaces {
            test.visit(&mut |of, _| {
                if let SpaceProperty::Attribute(..) | SpaceProperty::Edge(_) = of {
                    has_all &= self.attribute(of).is_some();
                }
            });
        }
        has_all.then_some(split)
    }

    fn attribute(&self, of: SpaceProperty) -> Option<usize> {
        let all = &self.tables.attribute_bits;
        all.iter().position(|bits| bits.of == of)
    }

    /// The members of a collection that meet what its plan asks at once. The names bound before the walk are bound.
    pub(super) fn planned(&mut self, source: &Source, plan: &BitboardPlan) -> Spaces {
        let spaces = self.as_bits(source, plan.board);
        self.meeting(spaces, &plan.spaces)
    }

    /// As `planned`, with the names of a collection that needs no walk.
    fn planned_whole(&mut self, source: &Source, plan: &BitboardPlan) -> Spaces {
        self.bind_lets(source);
        let spaces = self.planned(source, plan);
        self.unbind(source.names());
        spaces
    }

    /// Binds the names that a collection sets before its walk.
    pub(super) fn bind_lets(&mut self, source: &Source) {
        for (slot, value) in &source.lets {
            let value = self.value(*value);
            self.bind(*slot, value);
        }
    }

    /// Counts the members of a collection, if all that is asked of them is asked at once.
    pub(super) fn count_of_bits(&mut self, source: SourceId) -> Option<Value> {
        let source = &self.program.sources[source];
        let bits = if source.until_false {
            self.streak(source)?
        } else {
            let plan = self.whole_plan(source)?;
            self.planned_whole(source, &plan).bits
        };
        let count = self.b.count_ones(bits);
        Some(self.b.low(count))
    }

    /// Computes whether a collection has members, or has none, if all that is asked of them is asked at once.
    pub(super) fn some_of_bits(&mut self, source: SourceId, some: bool) -> Option<Value> {
        let source = &self.program.sources[source];
        let plan = self.whole_plan(source)?;
        let bits = self.planned_whole(source, &plan).bits;
        let mut flag = self.b.compare_n(Compare::Equal, bits, 0);
        if some {
            flag = self.b.compare_n(Compare::Equal, flag, 0);
        }
        Some(self.b.flag_to_int(flag))
    }

    /// The first member of a collection, or `none`, if all that is asked of them is asked at once.
    pub(super) fn first_of_bits(&mut self, source: SourceId) -> Option<Value> {
        let source = &self.program.sources[source];
        let plan = self.whole_plan(source)?;
        let spaces = self.planned_whole(source, &plan);
        let first = self.first_space(spaces);
        let lowest = self.b.trailing_zeros(spaces.bits);
        let lowest = self.b.low(lowest);
        let space = self.b.add(first, lowest);
        let empty = self.b.compare_n(Compare::Equal, spaces.bits, 0);
        let none = self.int(NONE);
        Some(self.b.select(empty, none, space))
    }

    /// Computes whether all members of a collection meet a condition; what is asked of all at once comes first.
    pub(super) fn every_of_bits(
        &mut self,
        source: SourceId,
        slot: u16,
        node: NodeId,
    ) -> Option<Value> {
        let source = &self.program.sources[source];
        let filters = self.split(source, &source.filters)?;
        let every = self.split(source, &[(slot, node)])?;
        let board = every.spaces.first()?.board(&self.program.layout)?;
        if !filters.rest.is_empty() || !self.is_told_by_bits(source, board) {
            return None;
        }
        self.bind_lets(source);
        let spaces = self.as_bits(source, board);
        let spaces = self.meeting(spaces, &filters.spaces);
        let met = self.meeting(spaces, &every.spaces);
        let holds = self.b.compare(Compare::Equal, met.bits, spaces.bits);
        let all = self.b.flag_to_int(holds);
        let all = self.b.var(all);
        if !every.rest.is_empty() {
            let (each, end) = (self.block(), self.block());
            self.b.branch(holds, each, end);
            self.go_on(each);
            self.members_of(spaces, end, &mut |e, member, ways| {
                let fails = e.block();
                e.ask_each(&every.rest, member, fails);
                e.count_step();
                e.jump(ways.next);
                e.go_on(fails);
                let no = e.int(0);
                e.b.set(all, no);
                e.jump(ways.stop);
            });
            self.jump(end);
            self.go_on(end);
        }
        self.unbind(source.names());
        Some(self.b.get(all))
    }

    /// The spaces of a ray up to the first that does not meet the conditions, if all of them are asked at once.
    fn streak(&mut self, source: &Source) -> Option<Value> {
        let Base::Ray(board, space, direction) = source.base else {
            return None;
        };
        let Node::Const(direction) = self.program.nodes[direction] else {
            return None;
        };
        let tables = &self.tables.boards[board];
        let bits = tables.bits.as_ref()?;
        let rises = (*bits.rises.get(usize::try_from(direction).ok()?)?)?;
        let conditions = self.split(source, &source.filters)?;
        if !conditions.rest.is_empty() || conditions.spaces.is_empty() {
            return None;
        }
        self.bind_lets(source);
        self.count_step();
        let blame = BlameSpan::Node(space);
        let space = self.value(space);
        let (index, _) = self.found(board, space, blame);
        let copy = self.copy_of(board, space);
        let row = self.b.mul_n(index, tables.directions as i64);
        let table = Region::Table(ProgramTable::RayBits(board));
        let ray = self.b.load_long(table, row, direction);
        let bits = ray;
        let met = self.meeting(Spaces { board, copy, bits }, &conditions.spaces);
        self.unbind(source.names());
        Some(self.before_gap(ray, met.bits, rises))
    }

    /// Those spaces of a ray that meet a condition and come before the first that does not.
    fn before_gap(&mut self, ray: Value, met: Value, rises: bool) -> Value {
        let gaps = self.b.sub(ray, met);
        if rises {
            // Less one, the bits below the lowest gap are set, and above it other gaps alone.
            let below = self.b.add_n(gaps, -1);
            return self.b.and(met, below);
        }
        // One further up, so that there always is a bit, and the bits from the highest gap down.
        let (met, gaps) = (self.b.mul_n(met, 2), self.b.mul_n(gaps, 2));
        let gaps = self.b.binary_n(Binary::Or, gaps, 1);
        let above = self.b.leading_zeros(gaps);
        let all = self.b.constant(Type::Long, -1);
        let gone = self.b.binary(Binary::Shr, all, above);
        let gone = self.b.and(met, gone);
        self.b.sub(met, gone)
    }

    /// Asks conditions of a member, and goes on where it meets all of them.
    pub(super) fn ask_each(&mut self, asked: &[(u16, NodeId)], member: Value, fails: Block) {
        for (slot, cond) in asked {
            let fits = self.block();
            self.bind(*slot, member);
            self.branch(*cond, fits, fails);
            self.go_on(fits);
        }
    }

    /// Counts one step for what is asked of all members at once.
    fn count_step(&mut self) {
        match self.seen.last() {
            Some(seen) => self.b.count_up(*seen, 1),
            None => self.consume_fuel_unit(),
        }
    }

    /// The spaces of a collection before any condition.
    fn as_bits(&mut self, source: &Source, board: BoardId) -> Spaces {
        self.count_step();
        if let Base::Neighbours(_, space) = source.base {
            self.neighbours_as_bits(board, space)
        } else if let Base::Cells(placement) = source.base {
            self.cells_as_bits(board, placement)
        } else if let Base::Board(_, of) = source.base {
            self.board_as_bits(board, of)
        } else {
            // INVARIANT: a plan is made of these three alone (`is_told_by_bits`).
            unreachable!("no bitboard tells its members")
        }
    }

    fn board_as_bits(&mut self, board: BoardId, of: Option<NodeId>) -> Spaces {
        let rules = &self.program.layout.boards[board];
        let copy = match of {
            Some(of) => {
                let player = self.value(of);
                self.check_below(player, rules.copies, BlameSpan::Node(of));
                player
            }
            None => self.int(0),
        };
        let bits = if self.tables.boards[board].only.is_some() {
            let spaces = rules.layouts.iter().map(|layout| layout.ids.len()).max();
            let all = (1_i64 << spaces.unwrap_or(0)).wrapping_sub(1);
            self.b.constant(Type::Long, all)
        } else {
            let size = (self.b).load_at(Region::Memory, copy, rules.size_at.value());
            let size = self.b.zero_extend(size);
            let one = self.b.constant(Type::Long, 1);
            let behind = self.b.binary(Binary::Shl, one, size);
            self.b.add_n(behind, -1)
        };
        Spaces { board, copy, bits }
    }

    fn neighbours_as_bits(&mut self, board: BoardId, space: NodeId) -> Spaces {
        let blame = BlameSpan::Node(space);
        let space = self.value(space);
        let (index, _) = self.found(board, space, blame);
        let copy = self.copy_of(board, space);
        let table = Region::Table(ProgramTable::NeighbourBits(board));
        let bits = self.b.load_long(table, index, 0);
        Spaces { board, copy, bits }
    }

    fn cells_as_bits(&mut self, board: BoardId, placement: NodeId) -> Spaces {
        let blame = BlameSpan::Node(placement);
        let placement = self.value(placement);
        let begins = self.tables.cells_of.len();
        self.check_below(placement, begins - 1, blame);
        let copy = match self.tables.boards[board].only {
            Some(_) => self.int(0),
            None => self.table(ProgramTable::CellCopies, placement),
        };
        let table = Region::Table(ProgramTable::CellBits);
        let bits = self.b.load_long(table, placement, 0);
        Spaces { board, copy, bits }
    }

    /// The copy of its board that a known space is on.
    fn copy_of(&mut self, board: BoardId, space: Value) -> Value {
        match self.tables.boards[board].only {
            Some(_) => self.int(0),
            None => self.table(ProgramTable::Copies, space),
        }
    }

    fn first_space(&mut self, spaces: Spaces) -> Value {
        let rules = &self.program.layout.boards[spaces.board];
        let skipped = self.b.mul_n(spaces.copy, i64::from(rules.capacity));
        self.b.add_n(skipped, i64::from(rules.first))
    }

    /// Goes through spaces, ascending.
    pub(super) fn members_of(&mut self, spaces: Spaces, stop: Block, visit: Visit<'_, 'a>) {
        let first = self.first_space(spaces);
        let ends = self.spaces_of(spaces.board);
        self.bits(spaces.bits, first, stop, &mut bounded(ends, visit));
    }

    /// Those of some spaces that meet conditions.
    fn meeting(&mut self, spaces: Spaces, conditions: &[SpaceTest]) -> Spaces {
        conditions
            .iter()
            .fold(spaces, |spaces, test| self.tested(spaces, test))
    }

    /// Those of some spaces that meet a condition.
    fn tested(&mut self, spaces: Spaces, test: &SpaceTest) -> Spaces {
        let of = |bits: Value| Spaces { bits, ..spaces };
        match test {
            SpaceTest::Is(property, value) => {
                let all = self.bitboard(spaces, *property, *value);
                of(self.b.and(spaces.bits, all))
            }
            SpaceTest::Flag(node) => of(self.all_or_none(spaces.bits, *node)),
            SpaceTest::Not(one) => {
                let met = self.tested(spaces, one);
                of(self.b.sub(spaces.bits, met.bits))
            }
            SpaceTest::And(one, other) => {
                let met = self.tested(spaces, one);
                self.tested(met, other)
            }
            SpaceTest::Or(one, other) => {
                let met = self.tested(spaces, one);
                let left = self.b.sub(spaces.bits, met.bits);
                let also = self.tested(of(left), other);
                of(self.b.binary(Binary::Or, met.bits, also.bits))
            }
            SpaceTest::If(parts) => {
                let [cond, then, otherwise] = &**parts;
                let met = self.tested(spaces, cond);
                let left = self.b.sub(spaces.bits, met.bits);
                let (one, other) = (self.tested(met, then), self.tested(of(left), otherwise));
                of(self.b.binary(Binary::Or, one.bits, other.bits))
            }
        }
    }

    /// All of some spaces or none, by a condition that is the same for all; it is not asked where there are none.
    fn all_or_none(&mut self, bits: Value, cond: NodeId) -> Value {
        let (ask, yes, no) = (self.block(), self.block(), self.block());
        let (done, result) = self.block_of(Type::Long);
        self.b.branch(bits, ask, no);
        self.go_on(ask);
        self.branch(cond, yes, no);
        self.go_on(yes);
        self.jump_with(done, bits);
        self.go_on(no);
        let none = self.b.constant(Type::Long, 0);
        self.jump_with(done, none);
        self.go_on(done);
        result
    }

    /// The spaces of a copy that have a value.
    fn bitboard(&mut self, spaces: Spaces, property: SpaceProperty, value: Sought) -> Value {
        match property {
            SpaceProperty::Variable(var) => {
                // INVARIANT: `split` gives only variables with bitboards.
                let own = (self.program.layout.vars[var].bitboards)
                    .unwrap_or_else(|| unreachable!("it has bitboards"));
                let number = self.number_sought(value, own.lowest, own.values);
                let skipped = self.b.mul_n(spaces.copy, i64::from(own.count()));
                let number = self.b.add(skipped, number);
                let index = self.b.mul_n(number, 2);
                self.b.load_long(Region::Memory, index, own.at.value())
            }
            SpaceProperty::Occupied(place) => {
                let at = self.program.layout.places[place].occupied;
                // INVARIANT: `split` gives only places with bitboards.
                let at = at.unwrap_or_else(|| unreachable!("it has bitboards"));
                let index = self.b.mul_n(spaces.copy, 2);
                self.b.load_long(Region::Memory, index, at.value())
            }
            SpaceProperty::Attribute(..) | SpaceProperty::Edge(_) => {
                // INVARIANT: `split` gives only attributes with bitboards.
                let position =
                    (self.attribute(property)).unwrap_or_else(|| unreachable!("it has bitboards"));
                let bits = &self.tables.attribute_bits[position];
                let count = i64::from(bits.values) + 2;
                let mut number = self.number_sought(value, bits.lowest, bits.values);
                let rules = &self.tables.boards[spaces.board];
                if rules.layouts > 1 {
                    let at = rules.layout_at.value();
                    let layout = self.b.load_at(Region::Memory, spaces.copy, at);
                    self.check_below(layout, rules.layouts, BlameSpan::Statement);
                    let skipped = self.b.mul_n(layout, count);
                    number = self.b.add(skipped, number);
                }
                let table = ProgramTable::AttributeBits(position as u16);
                self.b.load_long(Region::Table(table), number, 0)
            }
        }
    }

    /// Returns the number of the bitboard of a value: first come those of the values from the lowest on, then that of `none`,
    /// then an empty one.
    fn number_sought(&mut self, value: Sought, lowest: i32, values: u32) -> Value {
        let values = i64::from(values);
        match value {
            Sought::Number(n) => {
                let number = i64::from(n) - i64::from(lowest);
                let inside = (0..values).contains(&number);
                let other = values + i64::from(n != NONE);
                self.int(if inside { number } else { other } as i32)
            }
            Sought::Node(node) => {
                let value = self.value(node);
                let number = self.b.add_n(value, -i64::from(lowest));
                let inside = self.b.compare_n(Compare::Below, number, values);
                let (is_none, none) = (self.is(value, NONE), self.int(values as i32));
                let empty = self.int(values as i32 + 1);
                let other = self.b.select(is_none, none, empty);
                self.b.select(inside, number, other)
            }
        }
    }
}
