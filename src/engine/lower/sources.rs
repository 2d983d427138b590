//! Collections as loops: the meaning of every `Base`, with filters.

use super::Lower;
use crate::lir::{Binary, BlameSpan, Block, Compare, Host, Inst, Region, Type, Value};
use ludex_program::node::{Base, Node, NodeId, NodeList, SourceId};
use ludex_program::parts::holds_one;

/// The two continuations of a visitor: the next member, or the end of the loop.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    pub(super) next: Block,
    pub(super) stop: Block,
}

/// Writes what is done with a member; it must end by going one of the ways.
pub(super) type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Lower<'a>, Value, Ways);

/// Visits members that lie between two numbers, both included.
pub(super) fn bounded<'a>(
    ends: (i32, i32),
    visit: Visit<'_, 'a>,
) -> impl FnMut(&mut Lower<'a>, Value, Ways) {
    let (low, high) = ends;
    move |e, member, ways| {
        e.b.bound(member, low.into(), high.into());
        visit(e, member, ways);
    }
}

impl<'a> Lower<'a> {
    /// Emits a loop over every member.
    pub(super) fn each(&mut self, source: SourceId, mut visit: impl FnMut(&mut Self, Value)) {
        self.walk(source, &mut |e, member, ways| {
            visit(e, member);
            e.jump(ways.next);
        });
    }

    /// Emits loops over the members that meet the conditions of a source. What is done with a member is written once for each
    /// part of the source.
    pub(super) fn walk(&mut self, source: SourceId, visit: Visit<'_, 'a>) {
        let program = self.program;
        let source = &program.sources[source];
        self.bind_lets(source);
        // A place for one piece is no loop: its piece counts among the members of the walk around it.
        let together = std::mem::take(&mut self.together);
        let around = self.seen.last().copied();
        let around = around.filter(|_| together || holds_one(program, &source.base));
        let seen = around.unwrap_or_else(|| self.counter(Type::Long, 0));
        if around.is_none() {
            self.seen.push(seen);
        }
        let stop = self.block();
        let plan = self.bitboard_plan(source);
        let asked = plan.as_ref().map_or(&source.filters, |plan| &plan.rest);
        let mut seen_and_asked = |e: &mut Self, member: Value, ways: Ways| {
            e.b.count_up(seen, 1);
            let fails = if source.until_false {
                ways.stop
            } else {
                ways.next
            };
            e.ask_each(asked, member, fails);
            visit(e, member, ways);
        };
        if let Some(plan) = &plan {
            let spaces = self.planned(source, plan);
            self.members_of(spaces, stop, &mut seen_and_asked);
        } else if !self.alike(source, stop, &mut seen_and_asked) {
            self.members(&source.base, stop, &mut seen_and_asked);
        }
        self.jump(stop);
        self.go_on(stop);
        self.unbind(source.names());
        self.together = together;
        if around.is_none() {
            self.seen.pop();
            self.charge_counted(seen);
        }
    }

    /// Loops over members before any condition; ends in the block after the last.
    fn members(&mut self, base: &Base, stop: Block, visit: Visit<'_, 'a>) {
        match base {
            Base::Place(place) => {
                let is_slot = holds_one(self.program, base);
                self.in_place(*place, is_slot, stop, visit);
            }
            Base::Numbers(first, count) => {
                let ends = (*first, *first + *count - 1);
                let (low, high) = (self.int(ends.0), self.int(ends.1));
                self.numbers(low, high, stop, &mut bounded(ends, visit));
            }
            Base::Range(low, high) => {
                let (low, high) = (self.value(*low), self.value(*high));
                let high = self.within_budget(low, high);
                self.numbers(low, high, stop, visit);
            }
            Base::Players => {
                let (first, count) = (self.int(0), self.players());
                let last = self.b.add_n(count, -1);
                self.numbers(first, last, stop, visit);
            }
            Base::PlayersFrom(player) => self.around(*player, 0, stop, visit),
            Base::Opponents(player) => self.around(*player, 1, stop, visit),
            Base::Board(board, of) => {
                let (first, size) = self.board_in_use(*board, *of);
                let end = self.b.add(first, size);
                let last = self.b.add_n(end, -1);
                let spaces = self.spaces_of(*board);
                self.numbers(first, last, stop, &mut bounded(spaces, visit));
            }
            Base::Set(set) => {
                let blame = BlameSpan::Node(*set);
                let set = self.value(*set);
                self.fail_if_none(set, blame);
                let (bits, first) = (self.b.zero_extend(set), self.int(0));
                self.bits(bits, first, stop, visit);
            }
            Base::Ray(board, space, direction) => self.ray(*board, *space, *direction, stop, visit),
            Base::Neighbours(board, space) => self.neighbours(*board, *space, stop, visit),
            Base::Cells(placement) => self.cells(*placement, stop, visit),
            Base::Group { of, start } => self.group(*of, *start, stop, visit),
            Base::Groups(of) => self.groups(*of, stop, visit),
            Base::Placements(shape, board, of) => {
                let blame = BlameSpan::Node(*shape);
                let shape = self.value(*shape);
                let player = match of {
                    Some(of) => {
                        let player = self.value(*of);
                        self.fail_if_none(player, BlameSpan::Node(*of));
                        player
                    }
                    None => self.int(0),
                };
                self.fail_if_none(shape, blame);
                let board = self.int(board.value());
                let both = self.asked(Host::placements, &[shape, board, player]);
                let low = self.b.low(both);
                let count = self.b.binary_n(Binary::Sar, both, 32);
                let count = self.b.low(count);
                let end = self.b.add(low, count);
                let high = self.b.add_n(end, -1);
                self.numbers(low, high, stop, visit);
            }
            Base::PlacementsAt(shape, board, space) => {
                self.placements_at(*shape, *board, *space, stop, visit);
            }
            Base::If(cond, a, b) => self.either(*cond, [*a, *b], stop, visit),
            Base::Union(a, b) => {
                for source in [*a, *b] {
                    self.inner_walk(source, stop, visit);
                }
            }
            Base::List(nodes) => self.listed(*nodes, stop, visit),
            Base::Kept(begin, end) => {
                let (begin, end) = (self.value(*begin), self.value(*end));
                let last = self.b.add_n(end, -1);
                self.numbers(begin, last, stop, &mut |e, n, ways| {
                    let member = e.asked(Host::list_at, &[n]);
                    visit(e, member, ways);
                });
            }
        }
    }

    /// The end of a range, or the first number beyond what steps are left for: where a range is not gone through to its end.
    fn within_budget(&mut self, low: Value, high: Value) -> Value {
        let left = self.fuel_left();
        let (low, high) = (self.b.sign_extend(low), self.b.sign_extend(high));
        let most = self.b.add(low, left);
        let high = self.b.binary(Binary::Min, high, most);
        self.b.low(high)
    }

    fn in_place(&mut self, place: NodeId, is_slot: bool, stop: Block, visit: Visit<'_, 'a>) {
        let told = BlameSpan::Node(place);
        let (first_piece, last_piece) = self.pieces_of(place);
        let place = self.value(place);
        let first = self.chain(place, Region::First, told);
        self.watch_place(place);
        let at = self.b.new_var(Type::Int);
        self.b.set(at, first);
        let (head, body, next, end) = (self.block(), self.block(), self.block(), self.block());
        self.jump(head);
        self.go_on(head);
        let piece = self.b.get(at);
        let none = self.nowhere(piece);
        self.b.branch(none, end, body);
        self.go_on(body);
        // Links lead to pieces of the place's kind; what leads nowhere has gone another way.
        let piece = self.b.copy(piece);
        self.b.bound(piece, first_piece, last_piece);
        visit(self, piece, Ways { next, stop });
        self.go_on(next);
        if is_slot {
            self.jump(end);
        } else {
            let after = self.b.load(Region::Next, piece);
            self.b.set(at, after);
            self.jump(head);
        }
        self.go_on(end);
    }

    /// The first and the last piece that may lie in a place: those of the kind that it holds, if it is known.
    pub(super) fn pieces_of(&self, place: NodeId) -> (i64, i64) {
        let layout = &self.program.layout;
        let place = self.program.nodes[place];
        let (first, count) = if let Node::Place(declared)
        | Node::PlaceOf {
            place: declared, ..
        } = place
        {
            let kind = &layout.kinds[layout.places[declared].holds];
            (i64::from(kind.first.number()), i64::from(kind.count))
        } else {
            (0, layout.piece_kind.len() as i64)
        };
        (first, first + count - 1)
    }

    /// Emits a loop from one number to another, both included.
    pub(super) fn numbers(&mut self, low: Value, high: Value, stop: Block, visit: Visit<'_, 'a>) {
        let at = self.b.new_var(Type::Int);
        self.b.set(at, low);
        let (body, next, again, end) = (self.block(), self.block(), self.block(), self.block());
        let some = self.b.compare(Compare::LessEqual, low, high);
        self.b.branch(some, body, end);
        self.go_on(body);
        let n = self.b.get(at);
        visit(self, n, Ways { next, stop });
        self.go_on(next);
        // Compared before it is counted up, because the highest number has no successor.
        let last = self.b.compare(Compare::Equal, n, high);
        self.b.branch(last, end, again);
        self.go_on(again);
        self.b.count_up(at, 1);
        self.jump(body);
        self.go_on(end);
    }

    /// Players from one on, the first so many left out.
    fn around(&mut self, from: NodeId, skip: i32, stop: Block, visit: Visit<'_, 'a>) {
        let blame = BlameSpan::Node(from);
        let from = self.value(from);
        self.fail_if_none(from, blame);
        let players = self.players();
        let (low, high) = (self.int(skip), self.b.add_n(players, -1));
        self.numbers(low, high, stop, &mut |e, n, ways| {
            let player = e.b.add(from, n);
            let around = e.b.sub(player, players);
            let inside = e.b.compare(Compare::Less, player, players);
            let player = e.b.select(inside, player, around);
            visit(e, player, ways);
        });
    }

    /// The numbers of the bits that are set, added to a first number.
    pub(super) fn bits(&mut self, bits: Value, first: Value, stop: Block, visit: Visit<'_, 'a>) {
        let left = self.b.new_var(Type::Long);
        self.b.set(left, bits);
        let (head, body, next, end) = (self.block(), self.block(), self.block(), self.block());
        self.jump(head);
        self.go_on(head);
        let bits = self.b.get(left);
        self.b.branch(bits, body, end);
        self.go_on(body);
        let lowest = self.b.trailing_zeros(bits);
        let less = self.b.add_n(bits, -1);
        let rest = self.b.and(bits, less);
        self.b.set(left, rest);
        let lowest = self.b.low(lowest);
        let member = self.b.add(first, lowest);
        visit(self, member, Ways { next, stop });
        self.go_on(next);
        self.jump(head);
        self.go_on(end);
    }

    /// The members of one collection or another.
    fn either(&mut self, cond: NodeId, sources: [SourceId; 2], stop: Block, visit: Visit<'_, 'a>) {
        let (first, second, end) = (self.block(), self.block(), self.block());
        self.branch(cond, first, second);
        for (block, source) in [first, second].into_iter().zip(sources) {
            self.go_on(block);
            self.inner_walk(source, stop, visit);
            self.jump(end);
        }
        self.go_on(end);
    }

    /// The members of a collection that is part of another. Whoever has enough leaves both loops.
    fn inner_walk(&mut self, source: SourceId, stop: Block, visit: Visit<'_, 'a>) {
        let around = self.seen.len();
        self.walk(source, &mut |e, member, ways| {
            let (enough, seen) = (e.block(), e.seen.get(around).copied());
            let ways = Ways {
                stop: enough,
                ..ways
            };
            visit(e, member, ways);
            e.go_on(enough);
            if let Some(seen) = seen {
                e.charge_counted(seen);
            }
            e.jump(stop);
        });
    }

    /// Values written one by one, without those that are `none`.
    fn listed(&mut self, nodes: NodeList, stop: Block, visit: Visit<'_, 'a>) {
        let nodes = self.list(nodes);
        let slot = self.b.stack_slot(nodes.len().max(1));
        for (n, node) in nodes.iter().enumerate() {
            let a = self.value(*node);
            self.b.push(Inst::StackStore { slot, n, a });
        }
        let (low, high) = (self.int(0), self.int(nodes.len() as i32 - 1));
        self.numbers(low, high, stop, &mut |e, n, ways| {
            let value = (e.b).with(Type::Int, |to| Inst::StackLoad { to, slot, index: n });
            let there = e.block();
            let none = e.is(value, ludex_rules::game::NONE);
            e.b.branch(none, ways.next, there);
            e.go_on(there);
            visit(e, value, ways);
        });
    }

    /// The members that the engine put into its scratch buffer, which is then as before.
    pub(super) fn scratched(&mut self, start: Value, stop: Block, visit: Visit<'_, 'a>) {
        let length = self.asked(Host::scratch_len, &[]);
        let last = self.b.add_n(length, -1);
        let (inner, after) = (self.block(), self.block());
        self.numbers(start, last, inner, &mut |e, n, ways| {
            let member = e.asked(Host::scratch_at, &[n]);
            visit(e, member, ways);
        });
        self.host(Host::scratch_drop, &[start]);
        self.jump(after);
        self.go_on(inner);
        self.host(Host::scratch_drop, &[start]);
        self.jump(stop);
        self.go_on(after);
    }
}
