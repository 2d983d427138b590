//! What questions need of the state: fields, rows, queries in frames of their own, modifiers, pieces in places.

use crate::engine::fault::FaultKind;
use crate::engine::linked::Ask;
use crate::engine::machine::{DEEPEST, Machine};
use crate::engine::state::NOWHERE;
use crate::program::node::{MOST_REMEMBERED, NodeId, Query, ScalarOp};
use crate::rules::game::{Change, NONE};

impl Machine<'_> {
    /// A value of the present frame.
    #[inline(always)]
    pub(crate) fn slot(&self, slot: usize) -> i32 {
        self.state.stack[self.base + slot]
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, slot: usize, value: i32) {
        let at = self.base + slot;
        self.state.stack[at] = value;
    }

    pub(crate) fn roll(&mut self, low: i32, high: i32, id: NodeId) -> i32 {
        if high < low {
            return self.fail_node(FaultKind::RandomOfNothing, id);
        }
        let faces = (i64::from(high) - i64::from(low) + 1) as u32;
        low + self.chance(None).below(faces) as i32
    }

    #[inline(always)]
    pub(crate) fn load(&mut self, base: i32, stride: i32, of: i32, at: i32, id: NodeId) -> i32 {
        if of == NONE || at == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        match self.state.memory.get((base + of * stride + at) as usize) {
            Some(value) => *value,
            None => self.fail_node(FaultKind::BadReference(of), id),
        }
    }

    #[inline(always)]
    pub(crate) fn row(&mut self, base: i32, of: i32, id: NodeId) -> i32 {
        if of == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        match self.program.layout.rows.get((base + of) as usize) {
            Some(value) => *value,
            None => self.fail_node(FaultKind::BadReference(of), id),
        }
    }

    #[inline(never)]
    pub(crate) fn space_attribute(&mut self, board: u16, column: u16, of: i32, id: NodeId) -> i32 {
        if of == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let board = &self.program.layout.boards[usize::from(board)];
        let offset = (of as u32).wrapping_sub(board.first);
        let (copy, number) = match board.copies {
            1 if offset < board.capacity => (0, offset),
            _ => (offset / board.capacity, offset % board.capacity),
        };
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

    #[inline(never)]
    pub(crate) fn lookup(&mut self, table: u16, key: i32, id: NodeId) -> i32 {
        let rows = &self.program.layout.tables[usize::from(table)];
        match rows.partition_point(|(k, _)| *k <= key).checked_sub(1) {
            Some(row) => rows[row].1,
            None => self.fail_node(FaultKind::NoRow(key), id),
        }
    }

    /// Asks a query in a frame of its own, then its modifiers. `first` is put before the arguments: `this` of a text.
    pub(crate) fn call_query(
        &mut self,
        query: u32,
        args: &[Ask],
        first: Option<i32>,
        id: NodeId,
    ) -> i32 {
        let program = self.program;
        let rules = &program.queries[query as usize];
        if first.is_some() || args.len() > MOST_REMEMBERED {
            let base = self.push_question(args, first);
            return self.answer_pushed(rules, base, id);
        }
        let mut key = [0; MOST_REMEMBERED + 1];
        key[0] = self.slot(0);
        for (place, arg) in key[1..].iter_mut().zip(args) {
            *place = arg(self);
        }
        if let Some(value) = self.remembered(query, key) {
            return value;
        }
        let base = self.state.stack.len();
        // Three or four numbers: pushed one by one they cost less than a copy of a length known only now.
        for value in &key[..=args.len()] {
            self.state.stack.push(*value);
        }
        let value = self.answer_pushed(rules, base, id);
        self.remember(query, key, value);
        value
    }

    /// Arguments are asked in the caller's frame; each may use the stack above, so they are put there one by one.
    fn push_question(&mut self, args: &[Ask], first: Option<i32>) -> usize {
        let base = self.state.stack.len();
        let you = self.slot(0);
        self.state.stack.push(you);
        self.state.stack.extend(first);
        for arg in args {
            let value = arg(self);
            self.state.stack.push(value);
        }
        base
    }

    fn answer_pushed(&mut self, rules: &Query, base: usize, id: NodeId) -> i32 {
        if self.depth >= DEEPEST {
            return self.fail_node(FaultKind::TooDeep, id);
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

    #[inline(never)]
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

    /// The expression text of a row.
    pub(crate) fn slot_text(&mut self, column: u16, this: i32, args: &[Ask], id: NodeId) -> i32 {
        if this == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let column = &self.program.layout.value_columns[usize::from(column)];
        let row = (this as u32).wrapping_sub(column.first) as usize;
        match column.rows.get(row).copied() {
            None => self.fail_node(FaultKind::BadReference(this), id),
            Some(NONE) => self.fail_node(FaultKind::OfNone, id),
            Some(query) => self.call_query(query as u32, args, Some(this), id),
        }
    }

    #[inline(always)]
    pub(crate) fn place_of(&mut self, base: i32, of: i32, id: NodeId) -> i32 {
        if of == NONE {
            self.fail_node(FaultKind::OfNone, id)
        } else if (base.wrapping_add(of) as usize) < self.state.places.len() {
            base + of
        } else {
            self.fail_node(FaultKind::BadReference(of), id)
        }
    }

    #[inline(never)]
    pub(crate) fn op(&mut self, op: ScalarOp, a: i32, b: i32, id: NodeId) -> i32 {
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
