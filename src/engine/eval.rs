//! Answers questions: the value of a node in the present frame. Pure, but for chance and slots of the frame.

use crate::engine::fault::FaultKind;
use crate::engine::machine::{DEEPEST, Machine};
use crate::engine::state::NOWHERE;
use crate::program::node::{FoldOp, Node, NodeId, NodeList, ScalarOp, SourceId};
use crate::rules::expr::Arithmetic;
use crate::rules::game::{Change, NONE};

impl Machine<'_> {
    /// The value of a node. After a fault it is 0 and means nothing.
    pub(crate) fn eval(&mut self, id: NodeId) -> i32 {
        match self.program.nodes[id as usize] {
            Node::Const(n) => n,
            Node::Local(slot) => self.state.stack[self.base + usize::from(slot)],
            Node::Load(at) => self.state.memory[at as usize],
            Node::LoadOf { base, stride, of } => {
                let of = self.eval(of);
                self.load(base, i32::from(stride), of, 0, id)
            }
            Node::LoadAt { base, stride, args } => {
                let (of, at) = self.two(args);
                self.load(base, i32::from(stride), of, at, id)
            }
            Node::Attribute { base, of } => {
                let of = self.eval(of);
                self.row(base, of, id)
            }
            Node::AttributeOfRow { first, second, of } => {
                let of = self.eval(of);
                let row = self.row(first, of, id);
                self.row(second, row, id)
            }
            Node::BagCount { base, width, args } => {
                let (of, at) = self.two(args);
                if of == NONE {
                    self.fail_node(FaultKind::OfNone, id)
                } else {
                    self.row(base + of * i32::from(width), at, id)
                }
            }
            Node::SpaceAttribute { board, column, of } => {
                self.space_attribute(board, column, of, id)
            }
            Node::PlaceOf { base, of } => match self.eval(of) {
                NONE => self.fail_node(FaultKind::OfNone, id),
                of if (base.saturating_add(of) as usize) < self.state.places.len() => base + of,
                of => self.fail_node(FaultKind::BadReference(of), id),
            },
            Node::MadeFor(of) => match self.eval(of) {
                NONE => self.fail_node(FaultKind::OfNone, id),
                of => match self.program.layout.piece_for.get(of as usize) {
                    Some(player) => *player,
                    None => self.fail_node(FaultKind::BadReference(of), id),
                },
            },
            Node::Lookup { table, key } => self.lookup(table, key, id),
            Node::Let { slot, value, body } => {
                let value = self.eval(value);
                self.set_local(slot, value);
                self.eval(body)
            }
            Node::Call { query, args } => self.call_query(u32::from(query), args, None, id),
            Node::Slot { column, args } => self.slot_text(column, args, id),
            Node::SetOf((start, count)) => (start..start + u32::from(count)).fold(0, |set, n| {
                set | 1 << self.eval(self.program.node_lists[n as usize])
            }),
            Node::Not(a) => i32::from(self.eval(a) == 0),
            Node::Negate(a) => self
                .eval(a)
                .checked_neg()
                .unwrap_or_else(|| self.fail_node(FaultKind::Overflow, id)),
            Node::And(a, b) => i32::from(self.eval(a) != 0 && self.eval(b) != 0),
            Node::Or(a, b) => i32::from(self.eval(a) != 0 || self.eval(b) != 0),
            Node::Equal(a, b) => i32::from(self.eval(a) == self.eval(b)),
            Node::EqualConst(a, n) => i32::from(self.eval(a) == n),
            Node::Less(a, b) => i32::from(self.eval(a) < self.eval(b)),
            Node::LessEqual(a, b) => i32::from(self.eval(a) <= self.eval(b)),
            Node::Arithmetic(op, a, b) => self.arithmetic(op, a, b, id),
            Node::If(cond, a, b) => {
                if self.eval(cond) != 0 {
                    self.eval(a)
                } else {
                    self.eval(b)
                }
            }
            Node::InSet(item, set) => {
                let (item, set) = (self.eval(item), self.eval(set));
                i32::from(item != NONE && set >> item & 1 != 0)
            }
            Node::InPlace(piece, place) => {
                let (piece, place) = (self.eval(piece), self.eval(place));
                i32::from(
                    piece != NONE && i32::from(self.state.pieces[piece as usize].place) == place,
                )
            }
            Node::InRange(item, bounds) => {
                let item = self.eval(item);
                let (low, high) = self.two(bounds);
                i32::from(low <= item && item <= high)
            }
            Node::InSource(item, source) => self.in_source(item, source),
            Node::Size(source) => self.size(source),
            Node::PlaceSize(place) => match self.eval(place) {
                NONE => self.fail_node(FaultKind::OfNone, id),
                place => i32::from(self.state.places[place as usize].count),
            },
            Node::Op1(op, a) => {
                let a = self.eval(a);
                self.op(op, a, 0, id)
            }
            Node::Op2(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                self.op(op, a, b, id)
            }
            Node::Random(source) => self.random_member(source, id),
            Node::RandomPiece(place) => self.random_piece(place, id),
            Node::Roll(a, b) => {
                let (low, high) = (self.eval(a), self.eval(b));
                if high < low {
                    return self.fail_node(FaultKind::RandomOfNothing, id);
                }
                low + self
                    .chance(None)
                    .below((i64::from(high) - i64::from(low) + 1) as u32)
                    as i32
            }
            Node::PlayerCount => i32::from(self.state.players),
            Node::Fold {
                op,
                source,
                slot,
                value,
            } => self.fold(op, source, slot, value),
            Node::Possible(action) => i32::from(self.is_possible(u32::from(action))),
        }
    }

    pub(crate) fn set_local(&mut self, slot: u16, value: i32) {
        let at = self.base + usize::from(slot);
        self.state.stack[at] = value;
    }

    /// Two values that stand side by side in the lists.
    fn two(&mut self, args: u32) -> (i32, i32) {
        let (a, b) = (
            self.program.node_lists[args as usize],
            self.program.node_lists[args as usize + 1],
        );
        (self.eval(a), self.eval(b))
    }

    fn load(&mut self, base: i32, stride: i32, of: i32, at: i32, id: NodeId) -> i32 {
        if of == NONE || at == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        match self.state.memory.get((base + of * stride + at) as usize) {
            Some(value) => *value,
            None => self.fail_node(FaultKind::BadReference(of), id),
        }
    }

    fn row(&mut self, base: i32, of: i32, id: NodeId) -> i32 {
        if of == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        match self.program.layout.rows.get((base + of) as usize) {
            Some(value) => *value,
            None => self.fail_node(FaultKind::BadReference(of), id),
        }
    }

    fn space_attribute(&mut self, board: u16, column: u16, of: NodeId, id: NodeId) -> i32 {
        let of = self.eval(of);
        if of == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let board = &self.program.layout.boards[usize::from(board)];
        let offset = (of as u32).wrapping_sub(board.first);
        let (copy, number) = (offset / board.capacity, offset % board.capacity);
        if copy >= board.copies {
            return self.fail_node(FaultKind::BadReference(of), id);
        }
        let layout = &board.layouts[self.state.memory[(board.layout_at + copy) as usize] as usize];
        match layout
            .attributes
            .get(usize::from(column) * layout.ids.len() + number as usize)
        {
            Some(value) => *value,
            None => self.fail_node(FaultKind::BadReference(of), id),
        }
    }

    fn lookup(&mut self, table: u16, key: NodeId, id: NodeId) -> i32 {
        let key = self.eval(key);
        let rows = &self.program.layout.tables[usize::from(table)];
        match rows.partition_point(|(k, _)| *k <= key).checked_sub(1) {
            Some(row) => rows[row].1,
            None => self.fail_node(FaultKind::NoRow(key), id),
        }
    }

    fn arithmetic(&mut self, op: Arithmetic, a: NodeId, b: NodeId, id: NodeId) -> i32 {
        let (a, b) = (self.eval(a), self.eval(b));
        if a == NONE || b == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let value = match op {
            Arithmetic::Add => a.checked_add(b),
            Arithmetic::Subtract => a.checked_sub(b),
            Arithmetic::Multiply => a.checked_mul(b),
            Arithmetic::Divide | Arithmetic::Modulo if b == 0 => {
                return self.fail_node(FaultKind::DivideByZero, id);
            }
            // Rounded towards minus infinity, so that a remainder is never negative for a positive divisor.
            Arithmetic::Divide => a.checked_div_euclid(b),
            Arithmetic::Modulo => a.checked_rem_euclid(b),
        };
        value.unwrap_or_else(|| self.fail_node(FaultKind::Overflow, id))
    }

    /// Asks a query in a frame of its own, then its modifiers. `first` is put before the arguments: `this` of a text.
    fn call_query(&mut self, query: u32, args: NodeList, first: Option<i32>, id: NodeId) -> i32 {
        if self.depth >= DEEPEST {
            return self.fail_node(FaultKind::TooDeep, id);
        }
        let program = self.program;
        let rules = &program.queries[query as usize];
        let base = self.state.stack.len();
        let you = self.state.stack[self.base];
        // Arguments are asked in the caller's frame; each may use the stack above, so they are put there one by one.
        self.state.stack.push(you);
        self.state.stack.extend(first);
        for n in args.0..args.0 + u32::from(args.1) {
            let value = self.eval(program.node_lists[n as usize]);
            self.state.stack.push(value);
        }
        self.state
            .stack
            .resize(base + usize::from(rules.slots.max(rules.params + 1)), 0);
        let caller = std::mem::replace(&mut self.base, base);
        self.depth += 1;
        self.steps = self.steps.saturating_sub(1);
        let mut value = self.eval(rules.body);
        for modifier in &rules.modifiers {
            value = self.modified(*modifier, value, base, usize::from(rules.params));
        }
        self.depth -= 1;
        self.base = caller;
        self.state.stack.truncate(base);
        value
    }

    fn modified(&mut self, modifier: u32, value: i32, asked: usize, params: usize) -> i32 {
        let program = self.program;
        let rules = &program.modifiers[modifier as usize];
        let (you, this) = match rules.piece {
            None => (self.state.stack[asked], NONE),
            Some(piece) => match self.active(piece) {
                Some(you) => (you, piece as i32),
                None => return value,
            },
        };
        let base = self.state.stack.len();
        self.state.stack.extend([you, this]);
        self.state
            .stack
            .extend_from_within(asked + 1..asked + 1 + params);
        self.state
            .stack
            .resize(base + usize::from(rules.slots).max(params + 2), 0);
        let asker = std::mem::replace(&mut self.base, base);
        let applies = rules.cond.is_none_or(|cond| self.eval(cond) != 0);
        let by = if applies { self.eval(rules.value) } else { 0 };
        self.base = asker;
        self.state.stack.truncate(base);
        match rules.change {
            _ if !applies => value,
            Change::Set => by,
            Change::Plus => value.saturating_add(by),
            Change::Minus => value.saturating_sub(by),
            Change::AtLeast => value.max(by),
            Change::AtMost => value.min(by),
        }
    }

    /// Whether hooks and modifiers of a piece live where it lies, and for which player (`NONE` for a table's place).
    pub(crate) fn active(&self, piece: u32) -> Option<i32> {
        let place = self.state.pieces[piece as usize].place;
        if place == NOWHERE {
            return None;
        }
        let layout = &self.program.layout;
        let (declared, holder) = layout.place_of[usize::from(place)];
        let kind = &layout.kinds[layout.piece_kind[piece as usize] as usize];
        if !kind.active[declared as usize] {
            return None;
        }
        let holder_kind = layout.places[declared as usize].holder;
        Some(
            self.state
                .owner_of_holder(self.program, holder_kind, holder)
                .map_or(NONE, i32::from),
        )
    }

    fn slot_text(&mut self, column: u16, args: NodeList, id: NodeId) -> i32 {
        let this = self.eval(self.program.node_lists[args.0 as usize]);
        if this == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let column = &self.program.layout.value_columns[usize::from(column)];
        match column
            .rows
            .get((this as u32).wrapping_sub(column.first) as usize)
            .copied()
        {
            None => self.fail_node(FaultKind::BadReference(this), id),
            Some(NONE) => self.fail_node(FaultKind::OfNone, id),
            Some(query) => self.call_query(query as u32, (args.0 + 1, args.1 - 1), Some(this), id),
        }
    }

    fn in_source(&mut self, item: NodeId, source: SourceId) -> i32 {
        let item = self.eval(item);
        let mut walk = self.walk(source);
        while let Some(member) = self.next(&mut walk) {
            if member == item {
                return 1;
            }
        }
        0
    }

    fn size(&mut self, source: SourceId) -> i32 {
        let mut walk = self.walk(source);
        let mut count = 0;
        while self.next(&mut walk).is_some() {
            count += 1;
        }
        count
    }

    fn fold(&mut self, op: FoldOp, source: SourceId, slot: u16, value: NodeId) -> i32 {
        let mut walk = self.walk(source);
        match op {
            FoldOp::Any => i32::from(self.next(&mut walk).is_some()),
            FoldOp::First => self.next(&mut walk).unwrap_or(NONE),
            FoldOp::Count | FoldOp::Last => {
                let (mut count, mut last) = (0, NONE);
                while let Some(member) = self.next(&mut walk) {
                    (count, last) = (count + 1, member);
                }
                if op == FoldOp::Count { count } else { last }
            }
            FoldOp::Every => {
                while let Some(member) = self.next(&mut walk) {
                    self.set_local(slot, member);
                    if self.eval(value) == 0 {
                        return 0;
                    }
                }
                1
            }
            FoldOp::Sum => {
                let mut sum = 0i32;
                while let Some(member) = self.next(&mut walk) {
                    self.set_local(slot, member);
                    let term = self.eval(value);
                    sum = match sum.checked_add(term) {
                        Some(sum) => sum,
                        None => return self.fail_node(FaultKind::Overflow, value),
                    };
                }
                sum
            }
            FoldOp::Least | FoldOp::Most | FoldOp::Fewest | FoldOp::Greatest => {
                self.extreme(op, walk, slot, value)
            }
            FoldOp::Distinct => self.distinct(walk, slot, value),
        }
    }

    fn extreme(
        &mut self,
        op: FoldOp,
        mut walk: crate::engine::walk::Walk,
        slot: u16,
        value: NodeId,
    ) -> i32 {
        let mut best: Option<(i32, i32)> = None;
        while let Some(member) = self.next(&mut walk) {
            self.set_local(slot, member);
            let found = self.eval(value);
            let better = best.is_none_or(|(b, _)| {
                if matches!(op, FoldOp::Least | FoldOp::Fewest) {
                    found < b
                } else {
                    found > b
                }
            });
            if better {
                best = Some((found, member));
            }
        }
        match op {
            FoldOp::Least | FoldOp::Most => best.map_or(0, |(found, _)| found),
            _ => best.map_or(NONE, |(_, member)| member),
        }
    }

    fn distinct(&mut self, mut walk: crate::engine::walk::Walk, slot: u16, value: NodeId) -> i32 {
        let start = self.work.scratch.len();
        while let Some(member) = self.next(&mut walk) {
            self.set_local(slot, member);
            let kept = self.work.scratch.len();
            let found = self.eval(value);
            self.work.scratch.truncate(kept);
            if !self.work.scratch[start..].contains(&found) {
                self.work.scratch.push(found);
            }
        }
        let count = self.work.scratch.len() - start;
        self.work.scratch.truncate(start);
        count as i32
    }

    fn op(&mut self, op: ScalarOp, a: i32, b: i32, id: NodeId) -> i32 {
        if a == NONE || b == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let piece_or_none = |piece: u16| {
            if piece == NOWHERE {
                NONE
            } else {
                i32::from(piece)
            }
        };
        match op {
            ScalarOp::Top => piece_or_none(self.state.places[a as usize].last),
            ScalarOp::Bottom => piece_or_none(self.state.places[a as usize].first),
            ScalarOp::Position => self.position(a as u16),
            ScalarOp::PlaceOf => piece_or_none(self.state.pieces[a as usize].place),
            ScalarOp::Owner => self
                .state
                .owner_of_piece(self.program, a as u16)
                .map_or(NONE, i32::from),
            ScalarOp::At => self.piece_at(a as u16, b),
            ScalarOp::NextPlayer => (a + 1) % i32::from(self.state.players),
            ScalarOp::Minimum => a.min(b),
            ScalarOp::Maximum => a.max(b),
            ScalarOp::Absolute => a
                .checked_abs()
                .unwrap_or_else(|| self.fail_node(FaultKind::Overflow, id)),
            ScalarOp::Step
            | ScalarOp::Distance
            | ScalarOp::SpaceIndex
            | ScalarOp::Opposite
            | ScalarOp::SpaceAt
            | ScalarOp::OnEdge
            | ScalarOp::OwnerOfSpace => self.board_op(op, a, b, id),
            ScalarOp::SpaceHolding => self.space_holding(a as u16),
            ScalarOp::Knows => match b {
                NONE => self.fail_node(FaultKind::OfNone, id),
                piece => i32::from(self.state.pieces[piece as usize].known >> a & 1),
            },
        }
    }

    fn position(&self, piece: u16) -> i32 {
        match self.state.pieces[usize::from(piece)].place {
            NOWHERE => 0,
            place => self
                .state
                .pieces_in(place)
                .position(|p| p == piece)
                .map_or(0, |n| n as i32 + 1),
        }
    }

    fn piece_at(&self, place: u16, n: i32) -> i32 {
        let step = |piece: u16, forward: bool| {
            let at = self.state.pieces[usize::from(piece)];
            if forward { at.next } else { at.previous }
        };
        let chain = self.state.places[usize::from(place)];
        let mut at = if n > 0 { chain.first } else { chain.last };
        if n == 0 || n.unsigned_abs() > u32::from(chain.count) {
            return NONE;
        }
        for _ in 1..n.unsigned_abs() {
            at = step(at, n > 0);
        }
        i32::from(at)
    }

    fn space_holding(&self, piece: u16) -> i32 {
        match self.state.pieces[usize::from(piece)].place {
            NOWHERE => NONE,
            place => {
                let (declared, holder) = self.program.layout.place_of[usize::from(place)];
                match self.program.layout.places[declared as usize].holder {
                    crate::rules::game::Holder::Space(_) => holder as i32,
                    // A piece under another stands where that one does.
                    crate::rules::game::Holder::Piece(_) => self.space_holding(holder as u16),
                    crate::rules::game::Holder::Table | crate::rules::game::Holder::Player => NONE,
                }
            }
        }
    }
}
