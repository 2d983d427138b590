//! What questions need of the state: fields, rows, queries in frames of their own, modifiers, pieces in places.

use crate::engine::fault::FaultKind;
use crate::engine::machine::{DEEPEST, Machine};
use crate::engine::memo::Key;
use crate::engine::nodes::Value;
use crate::engine::redo::Told;
use crate::engine::state::NOWHERE;
use crate::program::kept::Kept;
use crate::program::node::{NodeId, Query, ScalarOp};
use crate::rules::expr::Arithmetic;
use crate::rules::game::{Change, NONE};
use crate::rules::numbers::{self, NoNumber};

/// Gives the address of a holder's number, from that of a holder 0 (`program::layout::origin`, for which sums wrap).
#[inline(always)]
pub(crate) fn address(base: i32, stride: i32, of: i32, at: i32) -> usize {
    base.wrapping_add(of.wrapping_mul(stride)).wrapping_add(at) as u32 as usize
}

impl Machine<'_> {
    pub(crate) fn roll(&mut self, low: i32, high: i32, id: NodeId) -> i32 {
        if high < low {
            return self.fail_node(FaultKind::RandomOfNothing, id);
        }
        let faces = (i64::from(high) - i64::from(low) + 1) as u32;
        // More faces than `i32` counts wrap around to the right one.
        let rolled = low.wrapping_add(self.draw(faces) as i32);
        let told = self.comes_out(|told| match told {
            Told::Number(number) => (low..=high).contains(number).then_some(*number),
            Told::Piece(_) | Told::Top(_) | Told::Member(_) => None,
        });
        told.unwrap_or(rolled)
    }

    /// The result of an operator, or the fault why it has none.
    #[inline(always)]
    pub(crate) fn result(&mut self, result: Result<i32, NoNumber>, id: NodeId) -> i32 {
        result.unwrap_or_else(|why| self.fail_node(FaultKind::from(why), id))
    }

    #[inline(always)]
    pub(crate) fn load(&mut self, base: i32, stride: i32, of: i32, at: i32, id: NodeId) -> i32 {
        if of == NONE || at == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        match self.state.memory.get(address(base, stride, of, at)) {
            Some(value) => *value,
            None => self.no_such(of, id),
        }
    }

    /// As `load`, of a variable with one number for each holder.
    #[inline(always)]
    pub(crate) fn load_one(&mut self, base: i32, of: i32, id: NodeId) -> i32 {
        // `NONE` is so far from every address that it needs no question of its own.
        match self.state.memory.get(base.wrapping_add(of) as u32 as usize) {
            Some(value) => *value,
            None => self.no_such(of, id),
        }
    }

    #[inline(always)]
    pub(crate) fn row(&mut self, base: i32, of: i32, id: NodeId) -> i32 {
        let rows = &self.program.layout.rows;
        match rows.get(base.wrapping_add(of) as u32 as usize) {
            Some(value) => *value,
            None => self.no_such(of, id),
        }
    }

    /// The player a piece was made for.
    pub(crate) fn made_for(&mut self, piece: i32, id: NodeId) -> i32 {
        match self.program.layout.piece_for.get(piece as u32 as usize) {
            Some(player) => *player,
            None => self.no_such(piece, id),
        }
    }

    #[cold]
    fn no_such(&mut self, of: i32, id: NodeId) -> i32 {
        match of {
            NONE => self.fail_node(FaultKind::OfNone, id),
            of => self.fail_node(FaultKind::BadReference(of), id),
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

    /// Asks a query whose answers are not remembered, in a frame of its own.
    pub(crate) fn ask_query(
        &mut self,
        f: &mut [i32],
        query: u32,
        args: &[Value],
        id: NodeId,
    ) -> i32 {
        let rules = &self.program.queries[query as usize];
        self.with_slots(rules.slots.max(rules.params + 1), |m, callee| {
            callee[0] = f[0];
            for (slot, arg) in callee[1..].iter_mut().zip(args) {
                *slot = arg.get(m, f);
            }
            m.ask_called(query, callee, id)
        })
    }

    /// Answers a query that is called by its name; a short one counts as part of whoever asks.
    fn ask_called(&mut self, query: u32, callee: &mut [i32], id: NodeId) -> i32 {
        let rules = &self.program.queries[query as usize];
        if self.linked.short[query as usize] {
            self.ask_in(callee, rules.body)
        } else {
            self.answer_query(rules, callee, id)
        }
    }

    /// Asks a query anew and remembers the answer.
    #[inline(never)]
    pub(crate) fn ask_anew(&mut self, query: u32, kept: Kept, key: Key, id: NodeId) -> i32 {
        let rules = &self.program.queries[query as usize];
        let before = self.steps;
        let value = self.with_slots(rules.slots.max(key.len() as u16), |m, callee| {
            callee[..key.len()].copy_from_slice(&key);
            m.ask_called(query, callee, id)
        });
        let cost = self.cost_since(before);
        self.remember(kept, key, (value, cost));
        value
    }

    /// Answers a query whose first slots are set.
    fn answer_query(&mut self, rules: &Query, callee: &mut [i32], id: NodeId) -> i32 {
        if self.depth >= DEEPEST {
            return self.fail_node(FaultKind::TooDeep, id);
        }
        if !self.take_steps(1) {
            return 0;
        }
        self.depth += 1;
        let mut value = self.ask_in(callee, rules.body);
        for modifier in &rules.modifiers {
            value = self.modified(*modifier, value, &callee[..=usize::from(rules.params)]);
        }
        self.depth -= 1;
        value
    }

    /// The value as a modifier has it; `asked` are `you` and the arguments of the query.
    #[inline(never)]
    fn modified(&mut self, modifier: u32, value: i32, asked: &[i32]) -> i32 {
        let program = self.program;
        let rules = &program.modifiers[modifier as usize];
        if let (Some(_), Some(piece)) = (self.work.asker, rules.piece)
            && self.life_is_unknown(piece)
            && self.may_apply(rules, piece, asked)
        {
            self.note_unknown();
        }
        let (you, this) = match rules.piece {
            None => (asked[0], NONE),
            Some(piece) => match self.active(piece) {
                Some(you) => (you, piece as i32),
                None => return value,
            },
        };
        let by = self.with_slots(rules.slots.max(asked.len() as u16 + 1), |m, f| {
            f[0] = you;
            f[1] = this;
            f[2..=asked.len()].copy_from_slice(&asked[1..]);
            let applies = rules.cond.is_none_or(|cond| m.ask_in(f, cond) != 0);
            applies.then(|| m.ask_in(f, rules.value))
        });
        let Some(by) = by else {
            return value;
        };
        let node = rules.value;
        match rules.change {
            Change::Set => by,
            Change::Plus => self.result(numbers::arithmetic(Arithmetic::Add, value, by), node),
            Change::Minus => {
                self.result(numbers::arithmetic(Arithmetic::Subtract, value, by), node)
            }
            Change::AtLeast => value.max(by),
            Change::AtMost => value.min(by),
        }
    }

    /// The expression text of a row.
    pub(crate) fn slot_text(
        &mut self,
        f: &mut [i32],
        column: u16,
        this: i32,
        args: &[Value],
        id: NodeId,
    ) -> i32 {
        if this == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let program = self.program;
        let column = &program.layout.value_columns[usize::from(column)];
        let row = (this as u32).wrapping_sub(column.first) as usize;
        match column.rows.get(row).copied() {
            None => self.fail_node(FaultKind::BadReference(this), id),
            Some(NONE) => self.fail_node(FaultKind::OfNone, id),
            Some(query) => {
                let rules = &program.queries[query as usize];
                self.with_slots(rules.slots.max(rules.params + 1), |m, callee| {
                    callee[0] = f[0];
                    callee[1] = this;
                    for (slot, arg) in callee[2..].iter_mut().zip(args) {
                        *slot = arg.get(m, f);
                    }
                    m.answer_query(rules, callee, id)
                })
            }
        }
    }

    #[inline(always)]
    pub(crate) fn place_of(&mut self, base: i32, of: i32, id: NodeId) -> i32 {
        let place = base.wrapping_add(of);
        if (place as u32 as usize) < self.state.places.len() {
            place
        } else {
            self.no_such(of, id)
        }
    }

    #[inline(never)]
    pub(crate) fn op(&mut self, op: ScalarOp, a: i32, b: i32, id: NodeId) -> i32 {
        if a == NONE || b == NONE {
            return self.fail_node(FaultKind::OfNone, id);
        }
        let piece_or_none = |piece: u32| {
            if piece == NOWHERE { NONE } else { piece as i32 }
        };
        match op {
            ScalarOp::Top => piece_or_none(self.state.places[a as usize].last),
            ScalarOp::Bottom => piece_or_none(self.state.places[a as usize].first),
            ScalarOp::Position => {
                let position = self.position(a as u32);
                self.take_steps(position as u64);
                position
            }
            ScalarOp::PlaceOf => piece_or_none(self.state.pieces[a as usize].place),
            ScalarOp::Owner => self
                .state
                .owner_of_piece(self.program, a as u32)
                .map_or(NONE, i32::from),
            ScalarOp::At => match self.piece_at(a as u32, b) {
                NONE => NONE,
                piece => {
                    self.take_steps(u64::from(b.unsigned_abs()));
                    piece
                }
            },
            ScalarOp::NextPlayer => (a + 1) % i32::from(self.state.players),
            ScalarOp::Minimum => a.min(b),
            ScalarOp::Maximum => a.max(b),
            ScalarOp::Absolute => self.result(numbers::absolute(a), id),
            ScalarOp::SpaceIndex
            | ScalarOp::Opposite
            | ScalarOp::SpaceAt
            | ScalarOp::OnEdge
            | ScalarOp::OwnerOfSpace => self.board_op(op, a, b),
            ScalarOp::SpaceHolding => self.space_holding(a as u32),
            ScalarOp::Knows => match b {
                NONE => self.fail_node(FaultKind::OfNone, id),
                piece => (self.state.pieces[piece as usize].known >> a & 1) as i32,
            },
        }
    }

    fn position(&self, piece: u32) -> i32 {
        match self.state.pieces[piece as usize].place {
            NOWHERE => 0,
            place => self
                .state
                .pieces_in(place)
                .position(|p| p == piece)
                .map_or(0, |n| n as i32 + 1),
        }
    }

    fn piece_at(&self, place: u32, n: i32) -> i32 {
        let step = |piece: u32, forward: bool| {
            let at = self.state.pieces[piece as usize];
            if forward { at.next } else { at.previous }
        };
        let chain = self.state.places[place as usize];
        let mut at = if n > 0 { chain.first } else { chain.last };
        if n == 0 || n.unsigned_abs() > chain.count {
            return NONE;
        }
        for _ in 1..n.unsigned_abs() {
            at = step(at, n > 0);
        }
        at as i32
    }

    fn space_holding(&self, piece: u32) -> i32 {
        match self.state.pieces[piece as usize].place {
            NOWHERE => NONE,
            place => {
                let (declared, holder) = self.program.layout.place_of[place as usize];
                match self.program.layout.places[declared as usize].holder {
                    crate::rules::game::Holder::Space(_) => holder as i32,
                    // A piece under another stands where that one does.
                    crate::rules::game::Holder::Piece(_) => self.space_holding(holder),
                    crate::rules::game::Holder::Table | crate::rules::game::Holder::Player => NONE,
                }
            }
        }
    }
}
