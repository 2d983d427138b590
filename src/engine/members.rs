//! Collections as functions that visit their members.

use crate::engine::fault::FaultKind;
use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::nodes::{Value, ask, value};
use crate::engine::state::{NOWHERE, State};
use crate::program::Program;
use crate::program::node::{Base, NodeId, Source, SourceId};
use crate::rules::game::NONE;

/// Visits members until the visitor has enough; false when it had.
pub(crate) type Each = Box<dyn Fn(&mut Machine<'_>, &mut [i32], Visitor<'_>) -> bool + Send + Sync>;

/// Takes a member, with the slots it may use; false when it has enough.
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool;

/// Where members come from, before any condition.
pub(crate) trait Members: Send + Sync + 'static {
    /// Visits members until the visitor has enough; false when it had.
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        visit: F,
    ) -> bool;
}

/// Calls a generic function with the members of a source.
macro_rules! with_members {
    ($program:expr, $source:expr, $members:ident => $body:expr) => {{
        use $crate::engine::members as from;
        use $crate::engine::nodes;
        let program: &$crate::program::Program = $program;
        match &$source.base {
            Base::Place(place) => {
                let $members = from::InPlace {
                    place: nodes::value(program, *place),
                    node: *place,
                };
                $body
            }
            Base::Numbers(first, count) => {
                let $members = from::Numbers(*first, *first + *count);
                $body
            }
            Base::Range(low, high) => {
                let $members =
                    from::Range(nodes::value(program, *low), nodes::value(program, *high));
                $body
            }
            Base::Players => {
                let $members = from::Players;
                $body
            }
            Base::PlayersFrom(player) => {
                let $members = from::Around {
                    from: nodes::value(program, *player),
                    skip: 0,
                    node: *player,
                };
                $body
            }
            Base::Opponents(player) => {
                let $members = from::Around {
                    from: nodes::value(program, *player),
                    skip: 1,
                    node: *player,
                };
                $body
            }
            Base::Board(board, of) => {
                let $members = from::OfBoard(*board, from::asked(program, *of));
                $body
            }
            Base::Ray(board, space, direction) => {
                let $members = from::Ray {
                    board: *board,
                    space: nodes::value(program, *space),
                    direction: nodes::value(program, *direction),
                    node: *space,
                };
                $body
            }
            Base::Set(set) => {
                let $members = from::OfSet {
                    set: nodes::value(program, *set),
                    node: *set,
                };
                $body
            }
            Base::Neighbours(..) | Base::Cells(_) | Base::Group { .. } | Base::Groups(_) => {
                let $members = from::Bits(from::bits(program, &$source.base));
                $body
            }
            Base::Placements(shape, board, of) => {
                let $members = from::Placed {
                    shape: nodes::value(program, *shape),
                    node: *shape,
                    board: *board,
                    of: from::asked(program, *of),
                };
                $body
            }
            Base::If(cond, a, b) => {
                let $members = from::Either {
                    cond: nodes::ask(program, *cond),
                    a: from::each(program, *a),
                    b: from::each(program, *b),
                };
                $body
            }
            Base::List(nodes) => {
                let $members = from::Listed(
                    (nodes.0..nodes.0 + u32::from(nodes.1))
                        .map(|n| nodes::ask(program, program.node_lists[n as usize]))
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
        Box::new(move |m, f, visit| chosen.visit(m, f, |m, f, member| visit(m, f, member)))
    })
}

/// Members that meet conditions, with values bound before the walk.
pub(crate) struct Chosen<M> {
    lets: Vec<(usize, Ask)>,
    members: M,
    filter: Filter,
    until_false: bool,
}

/// Conditions on each member, and the slot it stands in while each is asked.
enum Filter {
    None,
    One(usize, Ask),
    Many(Vec<(usize, Ask)>),
}

impl Filter {
    fn new(mut conditions: Vec<(usize, Ask)>) -> Filter {
        match (conditions.len(), conditions.pop()) {
            (1, Some((slot, cond))) => Filter::One(slot, cond),
            (_, Some(last)) => {
                conditions.push(last);
                Filter::Many(conditions)
            }
            (_, None) => Filter::None,
        }
    }

    #[inline(always)]
    fn fits(&self, m: &mut Machine<'_>, f: &mut [i32], member: i32) -> bool {
        match self {
            Filter::None => true,
            Filter::One(slot, cond) => {
                f[*slot] = member;
                cond(m, f) != 0
            }
            Filter::Many(conditions) => conditions.iter().all(|(slot, cond)| {
                f[*slot] = member;
                cond(m, f) != 0
            }),
        }
    }
}

impl<M: Members> Chosen<M> {
    pub(crate) fn new(program: &Program, source: &Source, members: M) -> Chosen<M> {
        let linked = |list: &[(u16, NodeId)]| -> Vec<(usize, Ask)> {
            list.iter()
                .map(|(slot, node)| (usize::from(*slot), ask(program, *node)))
                .collect()
        };
        Chosen {
            lets: linked(&source.lets),
            members,
            filter: Filter::new(linked(&source.filters)),
            until_false: source.until_false,
        }
    }

    /// Each member takes a step, so that nothing is visited after a fault or when none is left.
    #[inline]
    pub(crate) fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        for (slot, value) in &self.lets {
            f[*slot] = value(m, f);
        }
        let mut enough = false;
        self.members.visit(m, f, |m, f, member| {
            if !m.take_steps(1) {
                return false;
            }
            if self.filter.fits(m, f, member) {
                enough = !visit(m, f, member);
                return !enough;
            }
            !self.until_false
        });
        !enough
    }
}

pub(crate) struct InPlace {
    pub(crate) place: Value,
    pub(crate) node: NodeId,
}

impl Members for InPlace {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let place = self.place.get(m, f);
        if place == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let Some(chain) = m.state.places.get(place as usize) else {
            m.fail_node(FaultKind::BadReference(place), self.node);
            return true;
        };
        let mut at = chain.first;
        if m.work.asker.is_some() {
            m.look_into(place as u32);
        }
        while at != NOWHERE {
            if !visit(m, f, at as i32) {
                return false;
            }
            at = m.state.pieces[at as usize].next;
        }
        true
    }
}

#[inline]
fn numbers<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
    m: &mut Machine<'_>,
    f: &mut [i32],
    low: i32,
    end: i32,
    mut visit: F,
) -> bool {
    for n in low..end {
        if !visit(m, f, n) {
            return false;
        }
    }
    true
}

pub(crate) struct Numbers(pub(crate) i32, pub(crate) i32);

impl Members for Numbers {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        visit: F,
    ) -> bool {
        numbers(m, f, self.0, self.1, visit)
    }
}

pub(crate) struct Range(pub(crate) Value, pub(crate) Value);

impl Members for Range {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let (low, high) = (self.0.get(m, f), self.1.get(m, f));
        // Both ends belong to it: the highest number has no successor to end before.
        for n in low..=high {
            if !visit(m, f, n) {
                return false;
            }
        }
        true
    }
}

pub(crate) struct Players;

impl Members for Players {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        visit: F,
    ) -> bool {
        let players = i32::from(m.state.players);
        numbers(m, f, 0, players, visit)
    }
}

pub(crate) struct Around {
    pub(crate) from: Value,
    pub(crate) skip: i32,
    pub(crate) node: NodeId,
}

impl Members for Around {
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let (players, first) = (i32::from(m.state.players), self.from.get(m, f));
        if first == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        for n in self.skip..players {
            let player = first + n;
            if !visit(
                m,
                f,
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

/// The node of whose board it is, and the node as a function.
pub(crate) type Owner = Option<(NodeId, Ask)>;

pub(crate) fn asked(program: &Program, node: Option<NodeId>) -> Owner {
    node.map(|node| (node, ask(program, node)))
}

pub(crate) struct OfBoard(pub(crate) u16, pub(crate) Owner);

impl Members for OfBoard {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        visit: F,
    ) -> bool {
        let (first, size, _) = m.board_in_use(f, self.0, self.1.as_ref());
        numbers(m, f, first, first + size, visit)
    }
}

pub(crate) struct Ray {
    pub(crate) board: u16,
    pub(crate) space: Value,
    pub(crate) direction: Value,
    pub(crate) node: NodeId,
}

impl Members for Ray {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let (space, direction) = (self.space.get(m, f), self.direction.get(m, f));
        if space == NONE || direction == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let (layout, first, number) = m.layout_on(self.board, space);
        if direction as usize >= layout.directions {
            return true;
        }
        let ray = number * layout.directions + direction as usize;
        let (begin, end) = (layout.rays[ray] as usize, layout.rays[ray + 1] as usize);
        for beyond in &layout.beyond[begin..end] {
            if !visit(m, f, first + i32::from(*beyond)) {
                return false;
            }
        }
        true
    }
}

/// The values whose bits are set in a number.
pub(crate) struct OfSet {
    pub(crate) set: Value,
    pub(crate) node: NodeId,
}

impl Members for OfSet {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let set = self.set.get(m, f);
        if set == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let mut bits = set as u32;
        while bits != 0 {
            let lowest = bits.trailing_zeros() as i32;
            bits &= bits - 1;
            if !visit(m, f, lowest) {
                return false;
            }
        }
        true
    }
}

/// Works out which spaces or values, as bits, and the number that the lowest bit stands for.
type FindBits = Box<dyn Fn(&mut Machine<'_>, &mut [i32]) -> (u128, i32) + Send + Sync>;

pub(crate) struct Bits(pub(crate) FindBits);

impl Members for Bits {
    #[inline]
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let (mut bits, first) = (self.0)(m, f);
        while bits != 0 {
            let lowest = bits.trailing_zeros() as i32;
            bits &= bits - 1;
            if !visit(m, f, first + lowest) {
                return false;
            }
        }
        true
    }
}

pub(crate) struct Placed {
    pub(crate) shape: Value,
    pub(crate) node: NodeId,
    pub(crate) board: u16,
    pub(crate) of: Owner,
}

impl Members for Placed {
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        visit: F,
    ) -> bool {
        let shape = self.shape.get(m, f);
        let copy = match &self.of {
            None => 0,
            Some((node, of)) => match of(m, f) {
                NONE => m.fail_node(FaultKind::OfNone, *node),
                player => player,
            },
        };
        if shape == NONE {
            m.fail_node(FaultKind::OfNone, self.node);
            return true;
        }
        let (first, count) = m.placements_of(shape, self.board, copy);
        numbers(m, f, first, first + count, visit)
    }
}

pub(crate) struct Either {
    pub(crate) cond: Ask,
    pub(crate) a: Each,
    pub(crate) b: Each,
}

impl Members for Either {
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        let chosen = if (self.cond)(m, f) != 0 {
            &self.a
        } else {
            &self.b
        };
        chosen(m, f, &mut |m, f, member| visit(m, f, member))
    }
}

pub(crate) struct Listed(pub(crate) Vec<Ask>);

impl Members for Listed {
    fn visit<F: FnMut(&mut Machine<'_>, &mut [i32], i32) -> bool>(
        &self,
        m: &mut Machine<'_>,
        f: &mut [i32],
        mut visit: F,
    ) -> bool {
        m.with_slots(self.0.len() as u16, |m, listed| {
            for (slot, value) in listed.iter_mut().zip(&self.0) {
                *slot = value(m, f);
            }
            // `none` stands for nothing in a list.
            let mut listed = listed.iter().take(self.0.len());
            listed.all(|value| *value == NONE || visit(m, f, *value))
        })
    }
}

/// The bits of neighbours, of a placement or of groups.
pub(crate) fn bits(program: &Program, base: &Base) -> FindBits {
    match base {
        Base::Neighbours(board, space) => {
            let (board, node, space) = (*board, *space, value(program, *space));
            Box::new(move |m, f| match space.get(m, f) {
                NONE => {
                    m.fail_node(FaultKind::OfNone, node);
                    (0, 0)
                }
                space => m.neighbours(board, space),
            })
        }
        Base::Cells(placement) => {
            let (node, placement) = (*placement, value(program, *placement));
            Box::new(move |m, f| match placement.get(m, f) {
                NONE => {
                    m.fail_node(FaultKind::OfNone, node);
                    (0, 0)
                }
                placement => m.cells_of(placement),
            })
        }
        Base::Group { of, start } => {
            let (of, start) = (each(program, *of), ask(program, *start));
            Box::new(move |m, f| match start(m, f) {
                NONE => (0, 0),
                start => {
                    let (members, _) = as_bits(m, f, &of);
                    m.group_of(start, members)
                }
            })
        }
        Base::Groups(of) => {
            let of = each(program, *of);
            Box::new(move |m, f| {
                let (bits, first) = as_bits(m, f, &of);
                m.heads_of(first, bits)
            })
        }
        Base::Place(_)
        | Base::Set(_)
        | Base::Numbers(..)
        | Base::Range(..)
        | Base::Players
        | Base::PlayersFrom(_)
        | Base::Opponents(_)
        | Base::Board(..)
        | Base::Ray(..)
        | Base::Placements(..)
        | Base::If(..)
        | Base::List(_) => Box::new(|_, _| (0, 0)),
    }
}

/// Spaces as bits of their board, and the number of the board's first space.
fn as_bits(m: &mut Machine<'_>, f: &mut [i32], of: &Each) -> (u128, i32) {
    let (mut bits, mut first) = (0u128, 0);
    of(m, f, &mut |m, _, space| {
        let (of, number) = m.numbered(space);
        first = of;
        bits |= 1 << number;
        true
    });
    (bits, first)
}

impl Machine<'_> {
    /// The spaces beside a space, as bits, and the first space of the board.
    pub(crate) fn neighbours(&self, board: u16, space: i32) -> (u128, i32) {
        let (layout, first, number) = self.layout_on(board, space);
        (layout.neighbours[number], first)
    }

    /// The spaces of a placement, and the first space of the board.
    pub(crate) fn cells_of(&self, placement: i32) -> (u128, i32) {
        let (laid, first) = self.program.layout.placed(placement);
        (laid.cells, first)
    }

    /// The first space of the board that a space is on, and the number of the space there.
    pub(crate) fn numbered(&self, space: i32) -> (i32, u32) {
        let (board, copy, number) = State::on_board(self.program, space);
        let board = &self.program.layout.boards[board];
        ((board.first + copy * board.capacity) as i32, number)
    }

    /// The members of a set of spaces that are connected with a space, and the first space of the board.
    pub(crate) fn group_of(&self, start: i32, members: u128) -> (u128, i32) {
        let (layout, first, number) = self.layout_of(start);
        (connected(&layout.neighbours, members, number), first)
    }

    /// One space of each group of a set of spaces; the first space is of their board.
    pub(crate) fn heads_of(&self, first: i32, mut bits: u128) -> (u128, i32) {
        if bits == 0 {
            return (0, 0);
        }
        let (layout, _, _) = self.layout_of(first);
        let mut heads = 0u128;
        while bits != 0 {
            let head = bits.trailing_zeros();
            heads |= 1 << head;
            bits &= !connected(&layout.neighbours, bits, head as usize);
        }
        (heads, first)
    }

    /// The first placement of a shape on one copy of a board, and how many there are.
    pub(crate) fn placements_of(&self, shape: i32, board: u16, copy: i32) -> (i32, i32) {
        let placed = &self.program.layout;
        let board = &placed.boards[usize::from(board)];
        let copy = copy as u32;
        let layout = self.state.memory[(board.layout_at + copy) as usize];
        let range = board.ranges_at + layout as u32 * placed.shapes + shape as u32;
        let (first, count) = placed.placement_ranges[range as usize];
        (placed.placement_on(first, copy), count as i32)
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
