//! Collections as functions that visit their members.

use crate::engine::fault::FaultKind;
use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::nodes::ask;
use crate::engine::state::{NOWHERE, State};
use crate::program::Program;
use crate::program::node::{Base, NodeId, Source, SourceId};
use crate::rules::game::NONE;

/// Visits members until the visitor has enough; false when it had.
pub(crate) type Each = Box<
    dyn Fn(&mut Machine<'_>, &mut dyn FnMut(&mut Machine<'_>, i32) -> bool) -> bool + Send + Sync,
>;

/// Where members come from, before any condition.
pub(crate) trait Members: Send + Sync + 'static {
    /// Visits members until the visitor has enough; false when it had.
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(&self, m: &mut Machine<'_>, visit: F)
    -> bool;
}

/// Calls a generic function with the members of a source.
macro_rules! with_members {
    ($program:expr, $source:expr, $members:ident => $body:expr) => {{
        use $crate::engine::members as from;
        use $crate::engine::nodes::ask;
        let program: &$crate::program::Program = $program;
        match &$source.base {
            Base::Place(place) => {
                let $members = from::InPlace {
                    place: ask(program, *place),
                    node: *place,
                };
                $body
            }
            Base::Numbers(first, count) => {
                let $members = from::Numbers(*first, *first + *count);
                $body
            }
            Base::Range(low, high) => {
                let $members = from::Range(ask(program, *low), ask(program, *high));
                $body
            }
            Base::Players => {
                let $members = from::Players;
                $body
            }
            Base::PlayersFrom(player) => {
                let $members = from::Around {
                    from: ask(program, *player),
                    skip: 0,
                    node: *player,
                };
                $body
            }
            Base::Opponents(player) => {
                let $members = from::Around {
                    from: ask(program, *player),
                    skip: 1,
                    node: *player,
                };
                $body
            }
            Base::Board(board, of) => {
                let $members = from::OfBoard(*board, *of);
                $body
            }
            Base::Ray(space, direction) => {
                let $members = from::Ray {
                    space: ask(program, *space),
                    direction: ask(program, *direction),
                    node: *space,
                };
                $body
            }
            Base::Set(_)
            | Base::Neighbours(_)
            | Base::Cells(_)
            | Base::Group { .. }
            | Base::Groups(_) => {
                let $members = from::Bits(from::bits(program, &$source.base));
                $body
            }
            Base::Placements(shape, board, of) => {
                let $members = from::Placed {
                    shape: ask(program, *shape),
                    node: *shape,
                    board: *board,
                    of: *of,
                };
                $body
            }
            Base::If(cond, a, b) => {
                let $members = from::Either {
                    cond: ask(program, *cond),
                    a: from::each(program, *a),
                    b: from::each(program, *b),
                };
                $body
            }
            Base::List(nodes) => {
                let $members = from::Listed(
                    (nodes.0..nodes.0 + u32::from(nodes.1))
                        .map(|n| ask(program, program.node_lists[n as usize]))
                        .collect(),
                );
                $body
            }
        }
    }};
}
pub(crate) use with_members;

/// A source as a function.
pub(crate) fn each(program: &Program, id: SourceId) -> Each {
    let source = &program.sources[id as usize];
    with_members!(program, source, members => {
        let chosen = Chosen::new(program, source, members);
        Box::new(move |m, visit| chosen.visit(m, |m, member| visit(m, member)))
    })
}

/// Members that meet conditions, with values bound before the walk.
pub(crate) struct Chosen<M> {
    lets: Vec<(usize, Ask)>,
    members: M,
    filters: Vec<(usize, Ask)>,
    until_false: bool,
}

impl<M: Members> Chosen<M> {
    pub(crate) fn new(program: &Program, source: &Source, members: M) -> Chosen<M> {
        let linked = |list: &[(u16, NodeId)]| {
            list.iter()
                .map(|(slot, node)| (usize::from(*slot), ask(program, *node)))
                .collect()
        };
        Chosen {
            lets: linked(&source.lets),
            members,
            filters: linked(&source.filters),
            until_false: source.until_false,
        }
    }

    #[inline]
    pub(crate) fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        for (slot, value) in &self.lets {
            let value = value(m);
            m.set_slot(*slot, value);
        }
        let mut enough = false;
        self.members.visit(m, |m, member| {
            m.steps = m.steps.saturating_sub(1);
            let mut fits = true;
            for (slot, cond) in &self.filters {
                m.set_slot(*slot, member);
                if cond(m) == 0 {
                    fits = false;
                    break;
                }
            }
            if m.fault.is_some() || m.steps == 0 {
                return false;
            }
            if fits {
                enough = !visit(m, member);
                return !enough;
            }
            !self.until_false
        });
        !enough
    }
}

pub(crate) struct InPlace {
    pub(crate) place: Ask,
    pub(crate) node: NodeId,
}

impl Members for InPlace {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        let place = (self.place)(m);
        if place == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let Some(chain) = m.state.places.get(place as usize) else {
            m.fail_node(FaultKind::BadReference(place), self.node);
            return true;
        };
        let mut at = chain.first;
        while at != NOWHERE {
            if !visit(m, i32::from(at)) {
                return false;
            }
            at = m.state.pieces[usize::from(at)].next;
        }
        true
    }
}

#[inline]
fn numbers<F: FnMut(&mut Machine<'_>, i32) -> bool>(
    m: &mut Machine<'_>,
    low: i32,
    end: i32,
    mut visit: F,
) -> bool {
    for n in low..end {
        if !visit(m, n) {
            return false;
        }
    }
    true
}

pub(crate) struct Numbers(pub(crate) i32, pub(crate) i32);

impl Members for Numbers {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        visit: F,
    ) -> bool {
        numbers(m, self.0, self.1, visit)
    }
}

pub(crate) struct Range(pub(crate) Ask, pub(crate) Ask);

impl Members for Range {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        visit: F,
    ) -> bool {
        let (low, high) = ((self.0)(m), (self.1)(m));
        numbers(m, low, high.saturating_add(1), visit)
    }
}

pub(crate) struct Players;

impl Members for Players {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        visit: F,
    ) -> bool {
        let players = i32::from(m.state.players);
        numbers(m, 0, players, visit)
    }
}

pub(crate) struct Around {
    pub(crate) from: Ask,
    pub(crate) skip: i32,
    pub(crate) node: NodeId,
}

impl Members for Around {
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        let (players, first) = (i32::from(m.state.players), (self.from)(m));
        if first == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        for n in self.skip..players {
            let player = first + n;
            if !visit(
                m,
                if player < players {
                    player
                } else {
                    player - players
                },
            ) {
                return false;
            }
        }
        true
    }
}

pub(crate) struct OfBoard(pub(crate) u16, pub(crate) Option<NodeId>);

impl Members for OfBoard {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        visit: F,
    ) -> bool {
        let (first, size, _) = m.board_in_use(self.0, self.1);
        numbers(m, first, first + size, visit)
    }
}

pub(crate) struct Ray {
    pub(crate) space: Ask,
    pub(crate) direction: Ask,
    pub(crate) node: NodeId,
}

impl Members for Ray {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        let (space, direction) = ((self.space)(m), (self.direction)(m));
        if space == NONE || direction == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let (layout, first, start) = m.layout_of(space);
        let directions = layout.directions;
        let mut number = start;
        // Once around a ring is enough.
        for _ in 1..layout.ids.len().max(1) {
            match layout.beside.get(number * directions + direction as usize) {
                Some(beside) if *beside >= 0 && *beside as usize != start => {
                    number = *beside as usize
                }
                _ => return true,
            }
            if !visit(m, first + number as i32) {
                return false;
            }
        }
        true
    }
}

/// Works out which spaces or values, as bits, and the number that the lowest bit stands for.
type FindBits = Box<dyn Fn(&mut Machine<'_>) -> (u128, i32) + Send + Sync>;

pub(crate) struct Bits(pub(crate) FindBits);

impl Members for Bits {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        let (mut bits, first) = (self.0)(m);
        while bits != 0 {
            let lowest = bits.trailing_zeros() as i32;
            bits &= bits - 1;
            if !visit(m, first + lowest) {
                return false;
            }
        }
        true
    }
}

pub(crate) struct Placed {
    pub(crate) shape: Ask,
    pub(crate) node: NodeId,
    pub(crate) board: u16,
    pub(crate) of: Option<NodeId>,
}

impl Members for Placed {
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        visit: F,
    ) -> bool {
        let shape = (self.shape)(m);
        let (space, _, layout) = m.board_in_use(self.board, self.of);
        if shape == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let placed = &m.program.layout;
        let board = &placed.boards[usize::from(self.board)];
        let copy = (space as u32 - board.first) / board.capacity;
        let range = board.ranges_at + layout as u32 * placed.shapes + shape as u32;
        let (first, count) = placed.placement_ranges[range as usize];
        let first = placed.placement_on(first, copy);
        numbers(m, first, first + count as i32, visit)
    }
}

pub(crate) struct Either {
    pub(crate) cond: Ask,
    pub(crate) a: Each,
    pub(crate) b: Each,
}

impl Members for Either {
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        let chosen = if (self.cond)(m) != 0 {
            &self.a
        } else {
            &self.b
        };
        chosen(m, &mut |m, member| visit(m, member))
    }
}

pub(crate) struct Listed(pub(crate) Vec<Ask>);

impl Members for Listed {
    fn visit<F: FnMut(&mut Machine<'_>, i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        mut visit: F,
    ) -> bool {
        for value in &self.0 {
            let value = value(m);
            // `none` stands for nothing in a list.
            if value != NONE && !visit(m, value) {
                return false;
            }
        }
        true
    }
}

/// The bits of a set, of neighbours, of a placement or of groups.
pub(crate) fn bits(program: &Program, base: &Base) -> FindBits {
    let asked = |node: NodeId, find: fn(&mut Machine<'_>, i32) -> (u128, i32)| -> FindBits {
        let value = ask(program, node);
        Box::new(move |m| match value(m) {
            NONE => {
                m.fail_node(FaultKind::OfNone, node);
                (0, 0)
            }
            value => find(m, value),
        })
    };
    match base {
        Base::Set(set) => asked(*set, |_, set| (u128::from(set as u32), 0)),
        Base::Neighbours(space) => asked(*space, |m, space| {
            let (layout, first, number) = m.layout_of(space);
            (layout.neighbours[number], first)
        }),
        Base::Cells(placement) => asked(*placement, |m, placement| {
            let (laid, first) = m.program.layout.placed(placement);
            (laid.cells, first)
        }),
        Base::Group { of, start } => {
            let (of, start) = (each(program, *of), ask(program, *start));
            Box::new(move |m| match start(m) {
                NONE => (0, 0),
                start => {
                    let (members, _) = as_bits(m, &of);
                    let (layout, first, number) = m.layout_of(start);
                    (connected(&layout.neighbours, members, number), first)
                }
            })
        }
        Base::Groups(of) => {
            let of = each(program, *of);
            Box::new(move |m| groups(m, &of))
        }
        Base::Place(_)
        | Base::Numbers(..)
        | Base::Range(..)
        | Base::Players
        | Base::PlayersFrom(_)
        | Base::Opponents(_)
        | Base::Board(..)
        | Base::Ray(..)
        | Base::Placements(..)
        | Base::If(..)
        | Base::List(_) => Box::new(|_| (0, 0)),
    }
}

/// Spaces as bits of their board, and the number of the board's first space.
fn as_bits(m: &mut Machine<'_>, of: &Each) -> (u128, i32) {
    let (mut bits, mut first) = (0u128, 0);
    of(m, &mut |m, space| {
        let (board, copy, number) = State::on_board(m.program, space);
        let board = &m.program.layout.boards[board];
        first = (board.first + copy * board.capacity) as i32;
        bits |= 1 << number;
        true
    });
    (bits, first)
}

fn groups(m: &mut Machine<'_>, of: &Each) -> (u128, i32) {
    let (mut bits, first) = as_bits(m, of);
    if bits == 0 {
        return (0, 0);
    }
    let (layout, _, _) = m.layout_of(first);
    let mut heads = 0u128;
    while bits != 0 {
        let head = bits.trailing_zeros();
        heads |= 1 << head;
        bits &= !connected(&layout.neighbours, bits, head as usize);
    }
    (heads, first)
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
