//! Conditions on spaces that are asked of all spaces at once, by bitboards.

use crate::Program;
use crate::bitboards::{Bitboards, MOST_SPACES};
use crate::ids::NodeId;
use crate::layout::{Layout, Var};
use crate::node::{Base, Node, NodeList, Source};
use ludex_rules::game::{Holder, NONE, Seen};
use ludex_rules::ids::{BoardId, PlaceId, QueryId, VarId};
use ludex_rules::ops::{FoldOp, QueryOp};
use ludex_rules::table::widened;
use ludex_rules::types::Type;
use std::collections::BTreeSet;

/// The most values with a bitboard each. Of a variable with more only the spaces without a value are kept.
const MOST_VALUES: u32 = 32;

/// The most texts of queries that a condition leads through, one within the other: queries may ask each other in a circle.
const MOST_TEXTS: u8 = 4;

/// Something that a space has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpaceProperty {
    /// The value of a variable.
    Variable(VarId),
    /// An attribute, by its column.
    Attribute(BoardId, u16),
    /// 1 if it lies on the edge of the board.
    Edge(BoardId),
    /// 1 if a place of it holds pieces.
    Occupied(PlaceId),
}

/// A value that is the same for all spaces that are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// A number known beforehand.
    Number(i32),
    /// The value of a node.
    Node(NodeId),
}

/// A condition on a space that is asked of all spaces at once.
#[derive(Debug, Clone, PartialEq)]
pub enum SpaceTest {
    /// It has a value.
    Is(SpaceProperty, Sought),
    /// A condition that asks nothing of the space: all spaces meet it, or none.
    Flag(NodeId),
    /// Another condition does not hold.
    Not(Box<SpaceTest>),
    /// Both of two conditions hold.
    And(Box<SpaceTest>, Box<SpaceTest>),
    /// One of two conditions holds, or both.
    Or(Box<SpaceTest>, Box<SpaceTest>),
    /// The second holds where the first does, and the third elsewhere.
    If(Box<[SpaceTest; 3]>),
}

impl SpaceTest {
    /// Visits what it asks of the space, with the value wanted.
    pub fn visit(&self, each: &mut impl FnMut(SpaceProperty, Sought)) {
        match self {
            SpaceTest::Is(of, value) => each(*of, *value),
            SpaceTest::Flag(_) => {}
            SpaceTest::Not(one) => one.visit(each),
            SpaceTest::And(one, other) | SpaceTest::Or(one, other) => {
                one.visit(each);
                other.visit(each);
            }
            SpaceTest::If(all) => all.iter().for_each(|one| one.visit(each)),
        }
    }

    /// Returns the board of the spaces that it is asked of; none if it asks nothing of them.
    #[must_use]
    pub fn board(&self, layout: &Layout) -> Option<BoardId> {
        let mut board = None;
        self.visit(&mut |of, _| board = of.board(layout));
        board
    }
}

impl SpaceProperty {
    /// Returns the board of the spaces that have it.
    #[must_use]
    pub fn board(self, layout: &Layout) -> Option<BoardId> {
        match self {
            SpaceProperty::Variable(var) => board_of(layout.vars[var].holder),
            SpaceProperty::Attribute(board, _) | SpaceProperty::Edge(board) => Some(board),
            SpaceProperty::Occupied(place) => board_of(layout.places[place].holder),
        }
    }
}

fn board_of(holder: Holder) -> Option<BoardId> {
    let Holder::Space(board) = holder else {
        return None;
    };
    Some(board)
}

/// Conditions of a collection: those on spaces alone that come first, and the others with the slots of their members.
#[derive(Debug, Clone, Default)]
pub struct SplitConditions {
    /// The conditions that are asked of all spaces at once.
    pub spaces: Vec<SpaceTest>,
    /// The conditions that are left to ask of each member.
    pub rest: Vec<(u16, NodeId)>,
}

/// Splits conditions, asked one after the other: all that come before the first that must be asked of each member. Only those
/// on variables with bitboards are split off, or on all that could have them.
#[must_use]
pub fn split(
    program: &Program,
    board: Option<BoardId>,
    asked: &[(u16, NodeId)],
    has_bitboards: bool,
) -> SplitConditions {
    let mut split = SplitConditions::default();
    let mut left: Vec<(u16, NodeId)> = asked.iter().rev().copied().collect();
    while let Some((slot, id)) = left.pop() {
        if let Node::And(a, b) = program.nodes[id] {
            left.extend([(slot, b), (slot, a)]);
            continue;
        }
        let found = split.rest.is_empty().then(|| {
            let scope = TestReader {
                program,
                member: slot,
                params: None,
                board,
                has_bitboards,
                texts: 0,
            };
            scope
                .test(id)
                .filter(|test| test.board(&program.layout).is_some())
        });
        match found.flatten() {
            Some(found) => split.spaces.push(found),
            None => split.rest.push((slot, id)),
        }
    }
    split
}

/// The names of a condition: the slot of the member, and in the text of a query what its parameters stand for.
struct TestReader<'a> {
    program: &'a Program,
    member: u16,
    /// The values of the slots from the second on; none of those that stand for no value that is read at once.
    params: Option<Vec<Option<Sought>>>,
    /// The board of the spaces, if the collection tells it.
    board: Option<BoardId>,
    has_bitboards: bool,
    /// The number of texts around this one.
    texts: u8,
}

impl TestReader<'_> {
    fn is_member(&self, id: NodeId) -> bool {
        self.program.nodes[id] == Node::Local(self.member)
    }

    /// Reads a condition that asks a space for what it has itself.
    fn test(&self, id: NodeId) -> Option<SpaceTest> {
        let nodes = &self.program.nodes;
        let boxed = |id: NodeId| self.test(id).map(Box::new);
        if let Node::Not(a) = nodes[id] {
            Some(SpaceTest::Not(boxed(a)?))
        } else if let Node::And(a, b) = nodes[id] {
            Some(SpaceTest::And(boxed(a)?, boxed(b)?))
        } else if let Node::Or(a, b) = nodes[id] {
            Some(SpaceTest::Or(boxed(a)?, boxed(b)?))
        } else if let Node::If(cond, a, b) = nodes[id] {
            let parts = [self.test(cond)?, self.test(a)?, self.test(b)?];
            Some(SpaceTest::If(Box::new(parts)))
        } else {
            self.own(id).or_else(|| self.flag(id))
        }
    }

    /// Reads a condition that asks a space for one thing, or the text of a query that does.
    fn own(&self, id: NodeId) -> Option<SpaceTest> {
        let nodes = &self.program.nodes;
        if let Node::Equal(a, b) = nodes[id] {
            let zero = nodes[b] == Node::Const(0);
            let occupied = zero.then(|| self.occupied(a)).flatten().map(Box::new);
            occupied.map(SpaceTest::Not).or_else(|| self.equal(a, b))
        } else if let Node::Less(a, b) = nodes[id] {
            let zero = nodes[a] == Node::Const(0);
            zero.then(|| self.occupied(b)).flatten()
        } else if let Node::Op1(QueryOp::OnEdge, of) = nodes[id] {
            let edge = SpaceProperty::Edge(self.board?);
            self.is_member(of)
                .then(|| self.is(edge, Sought::Number(1)))?
        } else if let Node::Call { query, args } = nodes[id] {
            self.call(query, args)
        } else {
            self.is(self.property(id)?, Sought::Number(1))
        }
    }

    fn equal(&self, a: NodeId, b: NodeId) -> Option<SpaceTest> {
        let one = self.property(a).map(|of| (of, b));
        let (of, value) = one.or_else(|| self.property(b).map(|of| (of, a)))?;
        self.is(of, self.sought(value)?)
    }

    /// The condition that the place of a space holds pieces, by the number of them.
    fn occupied(&self, size: NodeId) -> Option<SpaceTest> {
        let Node::PlaceSize(place) = self.program.nodes[size] else {
            return None;
        };
        let Node::PlaceOf { place, of } = self.program.nodes[place] else {
            return None;
        };
        let is_member = self.is_member(of);
        is_member.then(|| self.is(SpaceProperty::Occupied(place), Sought::Number(1)))?
    }

    fn is(&self, of: SpaceProperty, value: Sought) -> Option<SpaceTest> {
        is_kept(self.program, of, value, self.has_bitboards).then_some(SpaceTest::Is(of, value))
    }

    fn property(&self, id: NodeId) -> Option<SpaceProperty> {
        if let Node::LoadOf { var, of } = self.program.nodes[id] {
            self.is_member(of).then_some(SpaceProperty::Variable(var))
        } else if let Node::SpaceAttribute { board, column, of } = self.program.nodes[id] {
            let attribute = SpaceProperty::Attribute(board, column);
            self.is_member(of).then_some(attribute)
        } else {
            None
        }
    }

    /// Reads the text of a query that is given the space, as a condition.
    fn call(&self, query: QueryId, args: NodeList) -> Option<SpaceTest> {
        let (rules, args) = (&self.program.queries[query], self.program.list(args));
        let position = args.iter().position(|arg| self.is_member(*arg))?;
        if !rules.modifiers.is_empty() || self.texts == MOST_TEXTS {
            return None;
        }
        let inner = TestReader {
            texts: self.texts + 1,
            member: position as u16 + 1,
            params: Some(args.iter().map(|arg| self.sought(*arg)).collect()),
            ..*self
        };
        inner.test(rules.body)
    }

    /// Reads a condition that asks nothing of the space, and does little.
    fn flag(&self, id: NodeId) -> Option<SpaceTest> {
        let node = self.program.nodes[id];
        let is_read = |id: NodeId| self.same_for_all(id);
        let is_flag = if let Node::Equal(a, b) | Node::Less(a, b) | Node::LessEqual(a, b) = node {
            is_read(a) && is_read(b)
        } else if let Node::Call { args, .. } = node {
            self.program.list(args).iter().all(|arg| is_read(*arg))
        } else if let Node::Once { .. } = node {
            // The compiler found that it is the same for all members.
            self.params.is_none()
        } else {
            is_read(id)
        };
        is_flag.then_some(SpaceTest::Flag(id))
    }

    /// Returns true if a node is read at once, and means the same for whoever asks for the collection.
    fn same_for_all(&self, id: NodeId) -> bool {
        let node = self.program.nodes[id];
        // Slot 0 is `you`, the same in a text as around it.
        let is_outer = |slot| slot != self.member && (slot == 0 || self.params.is_none());
        node.is_read() && node.slot().is_none_or(is_outer)
    }

    /// Reads the value with which something is compared, as whoever asks for the collection has it.
    fn sought(&self, id: NodeId) -> Option<Sought> {
        let node = self.program.nodes[id];
        if let Node::Const(n) = node {
            return Some(Sought::Number(n));
        }
        if self.same_for_all(id) {
            return Some(Sought::Node(id));
        }
        let (Node::Local(slot), Some(params)) = (node, &self.params) else {
            return None;
        };
        let param = params.get(usize::from(slot).checked_sub(1)?);
        *param.filter(|_| slot != self.member)?
    }
}

/// Returns true if spaces are asked for a property all at once: by bitboards that there are, or that there can be.
fn is_kept(program: &Program, of: SpaceProperty, value: Sought, has_bitboards: bool) -> bool {
    let layout = &program.layout;
    let board = of.board(layout).map(|board| &layout.boards[board]);
    let is_word = board.is_some_and(|board| board.capacity <= MOST_SPACES);
    let id = match of {
        SpaceProperty::Variable(id) => id,
        SpaceProperty::Attribute(..) | SpaceProperty::Edge(_) => return is_word,
        SpaceProperty::Occupied(place) => {
            return is_word && (!has_bitboards || layout.places[place].occupied.is_some());
        }
    };
    let var = &layout.vars[id];
    let lowest = if has_bitboards {
        var.bitboards.map(|own| own.lowest)
    } else {
        values(program, var).map(|(lowest, _)| lowest)
    };
    is_word && lowest.is_some_and(|own| own != NONE || value == Sought::Number(NONE))
}

/// Returns the lowest value of a variable of spaces with a bitboard, and how many have one; none if it can have none.
fn values(program: &Program, var: &Var) -> Option<(i32, u32)> {
    if var.width != 1 || var.seen != Seen::All || board_of(var.holder).is_none() {
        return None;
    }
    let layout = &program.layout;
    let ty = var.ty.required();
    let (lowest, count) = if let Type::Bool = ty {
        (0, 2)
    } else if let Type::Enum(of) = ty {
        (0, program.names.enums[*of].1.len() as u32)
    } else if let Type::Player = ty {
        (0, layout.players)
    } else if let Type::Row(kind) = ty {
        (0, layout.kinds[*kind].count)
    } else if let Type::Int = ty {
        let (low, high) = var.bounds;
        (
            low,
            high.wrapping_sub(low).cast_unsigned().saturating_add(1),
        )
    } else {
        // Of pieces, which one is meant may change in a world that is dealt; that there is one does not.
        (0, u32::MAX)
    };
    if count <= MOST_VALUES {
        return Some((lowest, count));
    }
    matches!(var.ty, Type::Optional(_)).then_some((NONE, 1))
}

/// Gives bitboards to all variables of spaces that some collection asks for.
pub fn lay_out(program: &mut Program) {
    program.layout.bitboards_at = program.layout.memory.next();
    for asked in properties_asked_at_once(program, false) {
        if let SpaceProperty::Occupied(place) = asked
            && let Some(board) = asked.board(&program.layout)
        {
            let layout = &mut program.layout;
            layout.places[place].occupied = Some(layout.memory.next());
            for _ in 0..2 * layout.boards[board].copies {
                layout.memory.push(0);
            }
        }
        let SpaceProperty::Variable(id) = asked else {
            continue;
        };
        let layout = &program.layout;
        let var = &layout.vars[id];
        let (Some((lowest, values)), Some(board)) = (values(program, var), board_of(var.holder))
        else {
            continue;
        };
        let at = layout.memory.next();
        let bitboards = Bitboards { at, lowest, values };
        let first = layout.memory.range(var.addresses());
        let copies = first.chunks(widened(layout.boards[board].capacity.max(1)));
        let halves: Vec<i32> = copies.flat_map(|copy| bitboards.halves(copy)).collect();
        for half in halves {
            program.layout.memory.push(half);
        }
        program.layout.vars[id].bitboards = Some(bitboards);
    }
}

/// Lists the properties that collections ask of all spaces at once, instead of one space after the other.
#[must_use]
pub fn properties_asked_at_once(program: &Program, has_bitboards: bool) -> BTreeSet<SpaceProperty> {
    let mut properties = BTreeSet::new();
    let mut ask = |source: &Source, asked: &[(u16, NodeId)]| {
        for test in split(program, board_of_source(source), asked, has_bitboards).spaces {
            test.visit(&mut |of, _| {
                properties.insert(of);
            });
        }
    };
    for source in program.sources.iter().filter(|source| is_of_spaces(source)) {
        ask(source, &source.filters);
    }
    for node in &program.nodes {
        if let Node::Fold {
            op: FoldOp::Every,
            source,
            slot,
            value,
        } = *node
            && is_of_spaces(&program.sources[source])
        {
            ask(&program.sources[source], &[(slot, value)]);
        }
    }
    properties
}

/// Returns the board of the spaces that are the members of a collection; none where the placement that covers them tells it.
#[must_use]
pub fn board_of_source(source: &Source) -> Option<BoardId> {
    if let Base::Board(board, _) | Base::Neighbours(board, _) | Base::Ray(board, ..) = source.base {
        Some(board)
    } else {
        None
    }
}

/// Returns true if the members of a collection are spaces that a bitboard tells.
fn is_of_spaces(source: &Source) -> bool {
    matches!(
        source.base,
        Base::Board(..) | Base::Neighbours(..) | Base::Ray(..) | Base::Cells(_)
    )
}
