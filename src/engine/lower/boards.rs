//! The built-in queries about boards, read from tables of all their layouts.

use super::sources::{Visit, Ways, bounded};
use super::{Lower, given, plain};
use crate::lir::{BlameSpan, Block, Compare, Host, ProgramTable, Region, Type, Value};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::game::NONE;
use ludex_rules::ids::BoardId;

impl<'a> Lower<'a> {
    /// The first space of a board and how many are in use, of the player asked for if it has owners.
    pub(super) fn board_in_use(&mut self, board: BoardId, of: Option<NodeId>) -> (Value, Value) {
        let rules = &self.program.layout.boards[board];
        let Some(of) = of else {
            let (first, zero) = (self.int(rules.first as i32), self.int(0));
            let size = (self.b).load_at(Region::Memory, zero, rules.size_at.value());
            return (first, size);
        };
        let player = self.value(of);
        self.check_below(player, rules.copies, BlameSpan::Node(of));
        let skipped = self.b.mul_n(player, i64::from(rules.capacity));
        let first = self.b.add_n(skipped, i64::from(rules.first));
        let size = (self.b).load_at(Region::Memory, player, rules.size_at.value());
        (first, size)
    }

    /// The first and the last space of a board, on all of its copies.
    pub(super) fn spaces_of(&self, board: BoardId) -> (i32, i32) {
        let tables = &self.tables.boards[board];
        (tables.first, tables.first + tables.spaces as i32 - 1)
    }

    /// Computes the index of a space in tables with an element for each layout and space, and returns the first space of its
    /// board.
    pub(super) fn found(
        &mut self,
        board: BoardId,
        space: Value,
        blame: BlameSpan,
    ) -> (Value, Value) {
        let tables = self.tables;
        let rules = &tables.boards[board];
        let number = self.b.add_n(space, -i64::from(rules.first));
        self.check_below(number, rules.spaces, blame);
        if let Some(first) = rules.only {
            return (number, self.int(first));
        }
        let copy = self.table(ProgramTable::Copies, space);
        let number = self.table(ProgramTable::Numbers, space);
        let first = self.b.sub(space, number);
        if rules.layouts == 1 {
            return (number, first);
        }
        let layout = (self.b).load_at(Region::Memory, copy, rules.layout_at.value());
        self.check_below(layout, rules.layouts, blame);
        let row = self.b.mul_n(layout, rules.capacity as i64);
        (self.b.add(row, number), first)
    }

    pub(super) fn space_attribute(
        &mut self,
        board: BoardId,
        column: u16,
        of: Value,
        blame: BlameSpan,
    ) -> Value {
        let rules = &self.tables.boards[board];
        let (index, _) = self.found(board, of, blame);
        let column = usize::from(column) * rules.layouts * rules.capacity;
        (self.b).load_at(
            Region::Table(ProgramTable::Attributes(board)),
            index,
            column as i32,
        )
    }

    pub(super) fn beside(
        &mut self,
        board: BoardId,
        space: Value,
        direction: Value,
        blame: BlameSpan,
    ) -> Value {
        let rules = &self.tables.boards[board];
        self.fail_if_none(direction, blame);
        let (index, first) = self.found(board, space, blame);
        let known = self.block();
        let (done, result) = self.block_of(Type::Int);
        let directions = rules.directions as i64;
        let inside = self.b.compare_n(Compare::Below, direction, directions);
        let none = self.int(NONE);
        self.b.branch_with(inside, plain(known), given(done, none));
        self.go_on(known);
        let row = self.b.mul_n(index, directions);
        let index = self.b.add(row, direction);
        let beside = self.table(ProgramTable::Beside(board), index);
        let space = self.b.add(beside, first);
        let off = self.b.compare_n(Compare::Less, beside, 0);
        let space = self.b.select(off, none, space);
        self.jump_with(done, space);
        self.go_on(done);
        result
    }

    pub(super) fn distance(
        &mut self,
        board: BoardId,
        from: Value,
        to: Value,
        blame: BlameSpan,
    ) -> Value {
        let rules = &self.tables.boards[board];
        self.fail_if_none(to, blame);
        let (index, first) = self.found(board, from, blame);
        let known = self.block();
        let (done, result) = self.block_of(Type::Int);
        let number = self.b.sub(to, first);
        let capacity = rules.capacity as i64;
        let inside = self.b.compare_n(Compare::Below, number, capacity);
        let apart = self.int(-1);
        self.b.branch_with(inside, plain(known), given(done, apart));
        self.go_on(known);
        let row = self.b.mul_n(index, capacity);
        let index = self.b.add(row, number);
        let steps = self.table(ProgramTable::Distance(board), index);
        self.jump_with(done, steps);
        self.go_on(done);
        result
    }

    pub(super) fn neighbours(
        &mut self,
        board: BoardId,
        space: NodeId,
        stop: Block,
        visit: Visit<'_, 'a>,
    ) {
        let blame = BlameSpan::Node(space);
        let space = self.value(space);
        let (index, first) = self.found(board, space, blame);
        let tables = [ProgramTable::Sides(board), ProgramTable::Neighbours(board)];
        let mut visit = bounded(self.spaces_of(board), visit);
        self.elements(tables, index, stop, &mut |e, number, ways| {
            let space = e.b.add(number, first);
            visit(e, space, ways);
        });
    }

    /// The spaces from one on in a direction, the nearest first; on a ring once around.
    pub(super) fn ray(
        &mut self,
        board: BoardId,
        space: NodeId,
        direction: NodeId,
        stop: Block,
        visit: Visit<'_, 'a>,
    ) {
        let blame = BlameSpan::Node(space);
        let (space, direction) = (self.value(space), self.value(direction));
        self.fail_if_none(direction, blame);
        let rules = &self.tables.boards[board];
        let (index, first) = self.found(board, space, blame);
        let (known, end) = (self.block(), self.block());
        let directions = rules.directions as i64;
        let inside = self.b.compare_n(Compare::Below, direction, directions);
        self.b.branch(inside, known, end);
        self.go_on(known);
        let start = self.b.sub(space, first);
        let skipped = (rules.layouts > 1).then(|| self.b.sub(index, start));
        let at = self.b.var(index);
        let (head, there, next) = (self.block(), self.block(), self.block());
        self.jump(head);
        self.go_on(head);
        let here = self.b.get(at);
        let row = self.b.mul_n(here, directions);
        let way = self.b.add(row, direction);
        let beside = self.table(ProgramTable::Beside(board), way);
        let off = self.b.compare_n(Compare::Less, beside, 0);
        self.b.branch(off, end, there);
        self.go_on(there);
        if rules.is_round {
            let further = self.block();
            let around = self.b.compare(Compare::Equal, beside, start);
            self.b.branch(around, end, further);
            self.go_on(further);
        }
        let space = self.b.add(beside, first);
        bounded(self.spaces_of(board), visit)(self, space, Ways { next, stop });
        self.go_on(next);
        let here = skipped.map_or(beside, |skipped| self.b.add(beside, skipped));
        self.b.set(at, here);
        self.jump(head);
        self.go_on(end);
    }

    /// The spaces that a placement covers.
    pub(super) fn cells(&mut self, placement: NodeId, stop: Block, visit: Visit<'_, 'a>) {
        let blame = BlameSpan::Node(placement);
        let placement = self.value(placement);
        let begins = self.tables.cells_of.len();
        self.check_below(placement, begins - 1, blame);
        self.elements(
            [ProgramTable::CellsOf, ProgramTable::Cells],
            placement,
            stop,
            visit,
        );
    }

    /// The placements of a shape that begin at a space, on the same copy of the board.
    pub(super) fn placements_at(
        &mut self,
        shape: NodeId,
        board: BoardId,
        space: NodeId,
        stop: Block,
        visit: Visit<'_, 'a>,
    ) {
        let rules = &self.tables.boards[board];
        let layout = &self.program.layout;
        let (told, blame) = (BlameSpan::Node(shape), BlameSpan::Node(space));
        let shape = self.value(shape);
        self.check_below(shape, layout.shapes, told);
        let space = self.value(space);
        let (index, _) = self.found(board, space, blame);
        let skipped = (self.b).mul_n(shape, (rules.layouts * rules.capacity) as i64);
        let index = self.b.add(skipped, index);
        let copy = match rules.only {
            Some(_) => self.int(0),
            None => self.table(ProgramTable::Copies, space),
        };
        let skipped = self.b.mul_n(copy, layout.placements.len() as i64);
        let tables = [
            ProgramTable::BeginningAt(board),
            ProgramTable::Beginning(board),
        ];
        self.elements(tables, index, stop, &mut |e, placement, ways| {
            let placement = e.b.add(placement, skipped);
            visit(e, placement, ways);
        });
    }

    /// Elements of a table, from where another one tells for a number to where it tells for the next number.
    pub(super) fn elements(
        &mut self,
        [begins, elements]: [ProgramTable; 2],
        number: Value,
        stop: Block,
        visit: Visit<'_, 'a>,
    ) {
        let begin = self.table(begins, number);
        let end = self.b.load_at(Region::Table(begins), number, 1);
        let last = self.b.add_n(end, -1);
        self.numbers(begin, last, stop, &mut |e, n, ways| {
            let element = e.table(elements, n);
            visit(e, element, ways);
        });
    }

    /// The connected members of a source around a start.
    pub(super) fn group(&mut self, of: SourceId, start: NodeId, stop: Block, visit: Visit<'_, 'a>) {
        let start = self.value(start);
        let (some, end) = (self.block(), self.block());
        let none = self.is(start, NONE);
        self.b.branch(none, end, some);
        self.go_on(some);
        self.branch_unless_fits(of, start, end);
        let from = self.gathered(of);
        self.host(Host::group, &[from, start]);
        self.scratched(from, stop, visit);
        self.jump(end);
        self.go_on(end);
    }

    /// Goes on elsewhere if a value does not meet the conditions of a source: asked first, since a space that is no member has
    /// no group, and to find all members takes a question for each space of the board.
    fn branch_unless_fits(&mut self, of: SourceId, value: Value, otherwise: Block) {
        let source = &self.program.sources[of];
        self.bind_lets(source);
        self.ask_each(&source.filters, value, otherwise);
        self.unbind(source.names());
    }

    /// One space of each group of the members of a source.
    pub(super) fn groups(&mut self, of: SourceId, stop: Block, visit: Visit<'_, 'a>) {
        let from = self.gathered(of);
        self.host(Host::groups, &[from]);
        self.scratched(from, stop, visit);
    }

    /// Puts the members of a source into the scratch buffer; where they begin there.
    fn gathered(&mut self, of: SourceId) -> Value {
        let from = self.asked(Host::scratch_len, &[]);
        self.each(of, |e, space| e.host(Host::scratch_push, &[space]));
        from
    }
}
