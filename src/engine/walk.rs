//! Goes through the members of a collection, one at a time, without listing them.

use crate::engine::fault::FaultKind;
use crate::engine::machine::Machine;
use crate::engine::state::{NOWHERE, State};
use crate::program::node::{Base, NodeId, NodeList, SourceId};
use crate::rules::game::NONE;

/// Where a walk stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk {
    source: SourceId,
    at: At,
}

#[derive(Debug, Clone, Copy)]
enum At {
    Chain(u16),
    Numbers(i32, i32),
    Around {
        next: i32,
        left: i32,
        of: i32,
    },
    /// Bits of spaces; the number of the board's first space.
    Bits(u128, i32),
    Ray {
        next: i32,
        direction: i32,
        left: u32,
    },
    List(NodeList),
    /// A part of the scratch buffer, given back when the machine next stops.
    Scratch(u32, u32),
    End,
}

impl Machine<'_> {
    /// A walk through a collection, at its beginning.
    pub(crate) fn walk(&mut self, source: SourceId) -> Walk {
        let program = self.program;
        let rules = &program.sources[source as usize];
        for (slot, value) in &rules.lets {
            let value = self.eval(*value);
            self.set_local(*slot, value);
        }
        let at = match &rules.base {
            Base::Place(place) => match self.eval(*place) {
                NONE => self.nothing(*place),
                place => At::Chain(self.state.places[place as usize].first),
            },
            Base::Numbers(first, count) => At::Numbers(*first, *first + *count),
            Base::Range(low, high) => {
                let (low, high) = (self.eval(*low), self.eval(*high));
                At::Numbers(low, high.saturating_add(1))
            }
            Base::Set(set) => At::Bits(self.eval(*set) as u32 as u128, 0),
            Base::Players => At::Numbers(0, i32::from(self.state.players)),
            Base::PlayersFrom(player) => self.around(*player, 0),
            Base::Opponents(player) => self.around(*player, 1),
            Base::Board(board, of) => {
                let (first, size, _) = self.board_in_use(*board, *of);
                At::Numbers(first, first + size)
            }
            Base::Neighbours(space) => match self.eval(*space) {
                NONE => self.nothing(*space),
                space => {
                    let (layout, first, number) = self.layout_of(space);
                    At::Bits(layout.neighbours[number], first)
                }
            },
            Base::Ray(space, direction) => match (self.eval(*space), self.eval(*direction)) {
                (NONE, _) | (_, NONE) => self.nothing(*space),
                (space, direction) => At::Ray {
                    next: self.beside(space, direction),
                    direction,
                    left: 128,
                },
            },
            Base::Placements(shape, board, of) => {
                let shape = self.eval(*shape);
                let (_, _, layout) = self.board_in_use(*board, *of);
                let board = &program.layout.boards[usize::from(*board)];
                if shape == NONE {
                    self.nothing(0)
                } else {
                    let range =
                        board.ranges_at + layout as u32 * program.layout.shapes + shape as u32;
                    let (first, count) = program.layout.placement_ranges[range as usize];
                    At::Numbers(first as i32, (first + count) as i32)
                }
            }
            Base::Cells(placement) => match self.eval(*placement) {
                NONE => self.nothing(*placement),
                placement => {
                    let laid = program.layout.placements[placement as usize];
                    At::Bits(
                        laid.cells,
                        program.layout.boards[laid.board as usize].first as i32,
                    )
                }
            },
            Base::Group { of, start } => self.group(*of, *start),
            Base::Groups(of) => self.groups(*of),
            Base::If(cond, a, b) => {
                let chosen = if self.eval(*cond) != 0 { *a } else { *b };
                self.listed(chosen)
            }
            Base::List(nodes) => At::List(*nodes),
        };
        Walk { source, at }
    }

    /// The next member that meets the conditions.
    pub(crate) fn next(&mut self, walk: &mut Walk) -> Option<i32> {
        let program = self.program;
        let rules = &program.sources[walk.source as usize];
        loop {
            let member = self.advance(&mut walk.at)?;
            self.steps = self.steps.saturating_sub(1);
            let fits = rules.filters.iter().all(|(slot, cond)| {
                self.set_local(*slot, member);
                self.eval(*cond) != 0
            });
            if fits && self.fault.is_none() && self.steps > 0 {
                return Some(member);
            }
            if rules.until_false || self.fault.is_some() || self.steps == 0 {
                walk.at = At::End;
                return None;
            }
        }
    }

    fn advance(&mut self, at: &mut At) -> Option<i32> {
        match at {
            At::Chain(next) => {
                let piece = *next;
                if piece == NOWHERE {
                    return None;
                }
                *next = self.state.pieces[usize::from(piece)].next;
                Some(i32::from(piece))
            }
            At::Numbers(next, end) => {
                if *next >= *end {
                    return None;
                }
                *next += 1;
                Some(*next - 1)
            }
            At::Around { next, left, of } => {
                if *left == 0 {
                    return None;
                }
                let player = *next;
                (*next, *left) = ((*next + 1) % *of, *left - 1);
                Some(player)
            }
            At::Bits(set, first) => {
                if *set == 0 {
                    return None;
                }
                let lowest = set.trailing_zeros();
                *set &= *set - 1;
                Some(*first + lowest as i32)
            }
            At::Ray {
                next,
                direction,
                left,
            } => {
                if *next == NONE || *left == 0 {
                    return None;
                }
                let space = *next;
                *left -= 1;
                *next = self.beside(space, *direction);
                Some(space)
            }
            At::List((start, count)) => {
                if *count == 0 {
                    return None;
                }
                let node = self.program.node_lists[*start as usize];
                (*start, *count) = (*start + 1, *count - 1);
                Some(self.eval(node))
            }
            At::Scratch(next, end) => {
                if *next >= *end {
                    return None;
                }
                *next += 1;
                Some(self.work.scratch[*next as usize - 1])
            }
            At::End => None,
        }
    }

    fn nothing(&mut self, node: NodeId) -> At {
        self.fail_node(FaultKind::OfNone, node);
        At::End
    }

    fn around(&mut self, player: NodeId, skip: i32) -> At {
        let of = i32::from(self.state.players);
        match self.eval(player) {
            NONE => self.nothing(player),
            first => At::Around {
                next: (first + skip) % of,
                left: of - skip,
                of,
            },
        }
    }

    /// The members of another source, listed: a walk holds only one place to stand.
    fn listed(&mut self, source: SourceId) -> At {
        let start = self.work.scratch.len() as u32;
        let mut walk = self.walk(source);
        while let Some(member) = self.next(&mut walk) {
            self.work.scratch.push(member);
        }
        At::Scratch(start, self.work.scratch.len() as u32)
    }

    /// The members of a source as bits of one board, and the number of the board's first space.
    fn as_bits(&mut self, of: SourceId) -> (u128, i32) {
        let (mut bits, mut first) = (0u128, 0);
        let mut walk = self.walk(of);
        while let Some(space) = self.next(&mut walk) {
            let (board, copy, number) = State::on_board(self.program, space);
            let board = &self.program.layout.boards[board];
            first = (board.first + copy * board.capacity) as i32;
            bits |= 1 << number;
        }
        (bits, first)
    }

    fn group(&mut self, of: SourceId, start: NodeId) -> At {
        let start = self.eval(start);
        if start == NONE {
            return At::End;
        }
        let (bits, _) = self.as_bits(of);
        let (layout, first, number) = self.layout_of(start);
        At::Bits(connected(&layout.neighbours, bits, number), first)
    }

    fn groups(&mut self, of: SourceId) -> At {
        let (mut bits, first) = self.as_bits(of);
        if bits == 0 {
            return At::End;
        }
        let (layout, _, _) = self.layout_of(first);
        let mut heads = 0u128;
        while bits != 0 {
            let head = bits.trailing_zeros();
            heads |= 1 << head;
            bits &= !connected(&layout.neighbours, bits, head as usize);
        }
        At::Bits(heads, first)
    }
}

/// The members of a set of spaces that are connected with one of them; none when that one is not a member.
fn connected(neighbours: &[u128], members: u128, start: usize) -> u128 {
    let mut found = members & 1 << start;
    let mut edge = found;
    while edge != 0 {
        let space = edge.trailing_zeros() as usize;
        edge &= edge - 1;
        let new = neighbours[space] & members & !found;
        found |= new;
        edge |= new;
    }
    found
}
