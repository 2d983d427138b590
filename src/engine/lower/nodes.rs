//! Expressions as `lir`: the meaning of every `Node`.

use super::{Lower, captured};
use crate::lir::{
    Binary, BlameSpan, Block, Compare, Field, Host, Inst, ProgramTable, Region, TrapKind, Type,
    Value,
};
use ludex_program::ids::NodePair;
use ludex_program::layout::AttributeColumn;
use ludex_program::node::{Node, NodeId, NodeList, UNKNOWN};
use ludex_rules::expr::Arithmetic;
use ludex_rules::game::NONE;
use ludex_rules::ids::{KindId, VarId};
use ludex_rules::table::widened;
use ludex_rules::types::Type as Ty;

/// Most rows of a kind whose attributes are looked through for their range, for each use of one.
const MOST_ROWS: usize = 1024;

impl Lower<'_> {
    /// The value of a node.
    pub(super) fn value(&mut self, id: NodeId) -> Value {
        let blame = BlameSpan::Node(id);
        match self.program.nodes[id] {
            Node::Seen { mark, of } => {
                let value = self.value(of);
                self.note(mark, value);
                value
            }
            Node::Const(n) => self.int(n),
            Node::Local(slot) => self.slot(slot),
            Node::Option(option) => {
                let address = self.int(self.program.layout.option_at(option).value());
                self.b.load(Region::Memory, address)
            }
            Node::Load(var) => {
                let address = self.int(self.program.layout.vars[var].base.value());
                self.watch_variable(var, address);
                self.b.load(Region::Memory, address)
            }
            Node::LoadOf { var, of } => {
                let of = self.value(of);
                self.load(var, of, None, blame)
            }
            Node::LoadAt { var, args } => {
                let (of, at) = self.two(args);
                self.load(var, of, Some(at), blame)
            }
            Node::Attribute { kind, column, of } => {
                let of = self.value(of);
                let rules = &self.program.layout.kinds[kind];
                let (origin, rows) = (rules.origin(column), (rules.first.value(), rules.count));
                let attribute = self.row(origin, rows, of, blame);
                self.bound_attribute(attribute, kind, column);
                attribute
            }
            Node::BagCount { kind, column, args } => {
                let (of, at) = self.two(args);
                self.bag_count((kind, column), of, at, blame)
            }
            Node::FirstCopy(of) => {
                let of = self.value(of);
                let layout = &self.program.layout;
                let pieces = layout.piece_kind.len() as u32;
                self.row(layout.alike_at as i32, (0, pieces), of, blame)
            }
            Node::SpaceAttribute { board, column, of } => {
                let of = self.value(of);
                self.space_attribute(board, column, of, blame)
            }
            Node::Place(declared) => {
                let spot = self.program.layout.places[declared].base;
                self.int(spot.value())
            }
            Node::PlaceOf {
                place: declared,
                of,
            } => {
                let of = self.value(of);
                let origin = self.program.layout.places[declared].origin();
                self.place_of(origin, of, blame)
            }
            Node::MadeFor(of) => {
                let of = self.value(of);
                let node = self.int(id.value());
                self.asked(Host::made_for, &[of, node])
            }
            Node::Lookup { table, key } => {
                let key = self.value(key);
                self.looked_up(table, key, id)
            }
            Node::Let { slot, value, body } => {
                let value = self.value(value);
                self.bind(slot, value);
                let value = self.value(body);
                self.unbind([slot]);
                value
            }
            Node::Once { slot, body } => self.once(slot, body),
            Node::Call { query, args } => {
                let args = self.list(args);
                self.call_query(query, &args, id)
            }
            Node::Slot { column, args } => {
                let args = self.list(args);
                self.text(column, &args, id)
            }
            Node::SetOf(members) => self.set_of(members),
            Node::Negate(a) => {
                let zero = self.int(0);
                let a = self.value(a);
                self.checked(Arithmetic::Subtract, zero, a, id)
            }
            Node::Amount(a) => {
                let a = self.value(a);
                let fails = self.trap_site(TrapKind::BelowZero, blame);
                let (low, high) = (0, i32::MAX);
                self.b.push(Inst::Within {
                    a,
                    low,
                    high,
                    fails,
                });
                a
            }
            Node::Arithmetic(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.checked(op, a, b, id)
            }
            Node::If(cond, a, b) => {
                let (yes, no) = (self.block(), self.block());
                let (done, value) = self.block_of(Type::Int);
                self.branch(cond, yes, no);
                for (block, node) in [(yes, a), (no, b)] {
                    self.go_on(block);
                    let value = self.value(node);
                    self.jump_with(done, value);
                }
                self.go_on(done);
                value
            }
            Node::Size(source) => self.count(source),
            Node::PlaceSize(of) => {
                let (first, last) = self.pieces_of(of);
                let of = self.value(of);
                let count = self.chain(of, Region::Count, blame);
                self.b.bound(count, 0, last - first + 1);
                count
            }
            Node::Op1(op, a) => self.op1(op, a, id),
            Node::Op2(op, a, b) => self.op2(op, a, b, id),
            Node::Beside {
                board,
                of,
                direction,
            } => {
                let (of, direction) = (self.value(of), self.value(direction));
                self.beside(board, of, direction, blame)
            }
            Node::Distance { board, from, to } => {
                let (from, to) = (self.value(from), self.value(to));
                self.distance(board, from, to, blame)
            }
            Node::Random(source) => {
                let start = self.asked(Host::scratch_len, &[]);
                self.each(source, |e, member| {
                    e.host(Host::scratch_push, &[member]);
                });
                let node = self.int(id.value());
                self.asked(Host::random_listed, &[start, node])
            }
            Node::RandomPiece(of) => {
                let (of, node) = (self.value(of), self.int(id.value()));
                self.asked(Host::random_piece, &[of, node])
            }
            Node::Roll(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                let node = self.int(id.value());
                self.asked(Host::roll, &[a, b, node])
            }
            Node::PlayerCount => self.players(),
            Node::Fold {
                op,
                source,
                slot,
                value,
            } => self.fold(op, source, slot, value),
            Node::Possible(action) => {
                let (action, you) = (self.int(action.value()), self.slot(0));
                self.asked(Host::is_possible, &[action, you])
            }
            Node::PossibleSet { .. } => self.possible_set(id),
            Node::Not(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Equal(..)
            | Node::Less(..)
            | Node::LessEqual(..)
            | Node::InSet(..)
            | Node::InPlace(..)
            | Node::InRange(..)
            | Node::InSource(..) => self.truth(id),
        }
    }

    /// The answer whether a set can be chosen: the engine looks for one, with a copy of the slots that are read.
    fn possible_set(&mut self, id: NodeId) -> Value {
        let given = self.asked(Host::scratch_len, &[]);
        for slot in &captured(self.program, id).slots {
            let value = self.slot(*slot);
            self.host(Host::scratch_push, &[value]);
        }
        let node = self.int(id.value());
        self.asked(Host::can_choose, &[node, given])
    }

    /// A condition as 1 or 0.
    fn truth(&mut self, id: NodeId) -> Value {
        if let Some(flag) = self.flag(id) {
            return self.b.flag_to_int(flag);
        }
        let (yes, no) = (self.block(), self.block());
        let (done, value) = self.block_of(Type::Int);
        self.branch(id, yes, no);
        for (block, n) in [(yes, 1), (no, 0)] {
            self.go_on(block);
            let n = self.int(n);
            self.jump_with(done, n);
        }
        self.go_on(done);
        value
    }

    /// Branches on a condition without computing it as a number first (short-circuit evaluation).
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these decide by parts")]
    pub(super) fn branch(&mut self, id: NodeId, yes: Block, no: Block) {
        match self.program.nodes[id] {
            Node::Seen { of, .. } if self.program.marks.is_none() => self.branch(of, yes, no),
            Node::Const(n) => self.jump(if n != 0 { yes } else { no }),
            Node::Not(a) => self.branch(a, no, yes),
            Node::And(a, b) => {
                let second = self.block();
                self.branch(a, second, no);
                self.go_on(second);
                self.branch(b, yes, no);
            }
            Node::Or(a, b) => {
                let second = self.block();
                self.branch(a, yes, second);
                self.go_on(second);
                self.branch(b, yes, no);
            }
            Node::If(cond, a, b) => {
                let (first, second) = (self.block(), self.block());
                self.branch(cond, first, second);
                for (block, node) in [(first, a), (second, b)] {
                    self.go_on(block);
                    self.branch(node, yes, no);
                }
            }
            Node::InSource(item, source) => {
                let item = self.value(item);
                self.any(
                    source,
                    |e, member| e.b.compare(Compare::Equal, member, item),
                    yes,
                    no,
                );
            }
            _ => {
                let flag = match self.flag(id) {
                    Some(flag) => flag,
                    None => self.value(id),
                };
                self.b.branch(flag, yes, no);
            }
        }
    }

    /// A comparison as a flag; none for what is no comparison.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "everything else is no comparison"
    )]
    fn flag(&mut self, id: NodeId) -> Option<Value> {
        Some(match self.program.nodes[id] {
            Node::Not(a) => {
                let flag = self.flag(a)?;
                self.b.compare_n(Compare::Equal, flag, 0)
            }
            Node::Equal(a, b) => self.compare(Compare::Equal, a, b),
            Node::Less(a, b) => self.compare(Compare::Less, a, b),
            Node::LessEqual(a, b) => self.compare(Compare::LessEqual, a, b),
            Node::InSet(item, set) => {
                let (item, set) = (self.value(item), self.value(set));
                let inside = self.b.compare_n(Compare::Below, item, 32);
                let shifted = self.b.binary(Binary::Shr, set, item);
                let bit = self.b.binary_n(Binary::And, shifted, 1);
                let bit = self.b.int_to_flag(bit);
                self.b.and(inside, bit)
            }
            Node::InPlace(piece, place) => {
                let (piece, place) = (self.value(piece), self.value(place));
                self.lies_in(piece, place)
            }
            Node::InRange(item, bounds) => {
                let item = self.value(item);
                let (low, high) = self.two(bounds);
                let above = self.b.compare(Compare::LessEqual, low, item);
                let below = self.b.compare(Compare::LessEqual, item, high);
                self.b.and(above, below)
            }
            _ => return None,
        })
    }

    fn compare(&mut self, how: Compare, a: NodeId, b: NodeId) -> Value {
        let a = self.value(a);
        if let Node::Const(n) = self.program.nodes[b] {
            return self.b.compare_n(how, a, i64::from(n));
        }
        let b = self.value(b);
        self.b.compare(how, a, b)
    }

    /// Notes a value at a mark, in a program that is observed.
    fn note(&mut self, mark: u32, value: Value) {
        if self.program.marks.is_some() {
            let mark = self.int(mark as i32);
            self.host(Host::seen, &[mark, value]);
        }
    }

    pub(super) fn two(&mut self, args: NodePair) -> (Value, Value) {
        let [a, b] = self.program.pair(args);
        (self.value(a), self.value(b))
    }

    pub(super) fn players(&mut self) -> Value {
        self.b.field(Field::Players)
    }

    /// `memory[origin + of * stride + at]`
    fn load(&mut self, var: VarId, of: Value, at: Option<Value>, blame: BlameSpan) -> Value {
        let rules = &self.program.layout.vars[var];
        let (origin, stride) = (rules.origin(), rules.width);
        let mut index = of;
        if stride != 1 || at.is_some() {
            self.fail_if_none(of, blame);
        }
        if stride != 1 {
            index = self.b.mul_n(index, i64::from(stride));
        }
        if let Some(at) = at {
            self.fail_if_none(at, blame);
            index = self.b.add(index, at);
        }
        index = self.b.add_n(index, i64::from(origin));
        self.check_below(index, self.program.layout.memory.len(), blame);
        self.watch_variable(var, index);
        let value = self.b.load(Region::Memory, index);
        if rules.ty == Ty::Int {
            let (low, high) = rules.bounds;
            self.b.bound(value, low.into(), high.into());
        }
        value
    }

    /// `rows[origin + of]`, for rows from a first one on, so many. All columns of a kind ask the same of a row, so that it is
    /// asked once.
    fn row(&mut self, origin: i32, rows: (i32, u32), of: Value, blame: BlameSpan) -> Value {
        let (first, count) = rows;
        let number = self.b.add_n(of, -i64::from(first));
        self.check_below(number, count, blame);
        self.b
            .load_at(Region::Table(ProgramTable::Rows), of, origin)
    }

    /// `rows[origin + of * width + at]`
    fn bag_count(&mut self, bag: (KindId, u16), of: Value, at: Value, blame: BlameSpan) -> Value {
        let (kind, column) = bag;
        let layout = &self.program.layout;
        let kind = &layout.kinds[kind];
        let (width, origin) = (
            kind.attributes[usize::from(column)].width,
            kind.origin(column),
        );
        self.fail_if_none(of, blame);
        let skipped = self.b.mul_n(of, i64::from(width));
        let index = self.b.add(skipped, at);
        let index = self.b.add_n(index, i64::from(origin));
        self.check_below(index, layout.rows.len(), blame);
        self.table(ProgramTable::Rows, index)
    }

    fn place_of(&mut self, origin: i32, of: Value, blame: BlameSpan) -> Value {
        let found = self.b.add_n(of, i64::from(origin));
        self.check_below(found, self.program.layout.place_of.len(), blame);
        found
    }

    /// A field of a place.
    pub(super) fn chain(&mut self, of: Value, field: Region, blame: BlameSpan) -> Value {
        self.check_below(of, self.program.layout.place_of.len(), blame);
        self.b.load(field, of)
    }

    /// Notes the range of an attribute, which its rows have for good.
    fn bound_attribute(&mut self, attribute: Value, kind: KindId, column: u16) {
        let layout = &self.program.layout;
        let AttributeColumn { begins, width, .. } =
            layout.kinds[kind].attributes[usize::from(column)];
        let (begin, count) = (widened(begins), widened(layout.kinds[kind].count));
        if width != 1 || count > MOST_ROWS {
            return;
        }
        let rows = layout.rows.get(begin..begin + count).unwrap_or_default();
        if let (Some(low), Some(high)) = (rows.iter().min(), rows.iter().max())
            && *low != NONE
        {
            self.b.bound(attribute, i64::from(*low), i64::from(*high));
        }
    }

    fn lies_in(&mut self, piece: Value, place: Value) -> Value {
        self.watch_piece(piece, place);
        let (there, nowhere) = (self.block(), self.block());
        let (done, flag) = self.block_of(Type::Flag);
        let count = self.program.layout.piece_kind.len() as i64;
        let is = self.b.compare_n(Compare::Below, piece, count);
        self.b.branch(is, there, nowhere);
        self.go_on(there);
        let lies = self.b.load(Region::PlaceOf, piece);
        let same = self.b.compare(Compare::Equal, lies, place);
        self.jump_with(done, same);
        self.go_on(nowhere);
        let no = self.b.constant(Type::Flag, 0);
        self.jump_with(done, no);
        self.go_on(done);
        flag
    }

    fn once(&mut self, slot: u16, body: NodeId) -> Value {
        let (anew, done) = (self.block(), self.block());
        let known = self.slot(slot);
        let unknown = self.is(known, UNKNOWN);
        self.b.branch(unknown, anew, done);
        self.go_on(anew);
        let value = self.value(body);
        self.set_slot(slot, value);
        self.jump(done);
        self.go_on(done);
        self.slot(slot)
    }

    fn set_of(&mut self, members: NodeList) -> Value {
        let mut set = self.int(0);
        for member in self.list(members) {
            let member = self.value(member);
            let inside = self.b.compare_n(Compare::Below, member, 32);
            let one = self.int(1);
            let bit = self.b.binary(Binary::Shl, one, member);
            let nothing = self.int(0);
            let bit = self.b.select(inside, bit, nothing);
            set = self.b.binary(Binary::Or, set, bit);
        }
        set
    }
}
