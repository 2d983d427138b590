//! Meanings of the verbs: each told once, for both back ends.
//!
//! Moves of pieces to the top of a place are part of lowered code (`lower/routines.rs`); `draw` is compiled into a loop, and a
//! verb that writes a variable is a statement of its own.

use crate::changes::moves::Put;
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::state::PlayerSet;
use ludex_program::code::{Operand, OperandList};
use ludex_program::ids::SpotId;
use ludex_program::node::Node;
use ludex_rules::game::NONE;
use ludex_rules::verbs::VerbOp;

impl Machine<'_> {
    /// Runs a verb that needs a whole state.
    pub(crate) fn verb(&mut self, verb: VerbOp, operands: OperandList) {
        let operands = self.program.operands_of(operands);
        match verb {
            VerbOp::Tuck => self.put(operands, Put::Bottom),
            VerbOp::Insert => self.put_among(operands),
            VerbOp::TuckAll => self.put_all_below(operands),
            VerbOp::Shuffle => {
                let place = self.operand(operands, 0);
                self.shuffle(SpotId::from_value(place));
            }
            VerbOp::TurnOver => {
                let place = self.operand(operands, 0);
                self.turn_over(SpotId::from_value(place));
            }
            VerbOp::Show => match self.operand(operands, 1) {
                NONE => {
                    self.fail_here(FaultKind::OfNone);
                }
                to => self.shown(operands, PlayerSet::of(to)),
            },
            VerbOp::Reveal => self.shown(operands, self.everybody()),
            VerbOp::Believe => self.believe(operands),
            VerbOp::LayOut => {
                if let [Operand::Board(board, of)] = *operands {
                    self.lay_out(board, of);
                }
            }
            VerbOp::Finish => self.finish(),
            VerbOp::Move | VerbOp::MoveAll | VerbOp::Draw => {}
            VerbOp::Gain | VerbOp::Lose | VerbOp::Adjust => {}
        }
    }

    /// The value of an operand.
    fn operand(&mut self, operands: &[Operand], n: usize) -> i32 {
        let node = operands.get(n).and_then(|operand| operand.node());
        node.map_or(NONE, |node| self.eval(node))
    }

    /// A condition that must hold, told to everybody.
    fn believe(&mut self, operands: &[Operand]) {
        let cond = operands.first().and_then(|operand| operand.node());
        if self.operand(operands, 0) == 0 && self.fault.is_none() {
            self.fail_here(FaultKind::NotSo);
        }
        if let (Some(cond), None) = (cond, self.fault) {
            self.trace_belief(cond);
        }
    }

    fn put(&mut self, operands: &[Operand], put: Put) {
        let (piece, to) = (self.operand(operands, 0), self.operand(operands, 1));
        self.relocate(piece, to, put);
    }

    fn put_all_below(&mut self, operands: &[Operand]) {
        let to = self.operand(operands, 1);
        if let Some(Operand::Pieces(source)) = operands.first() {
            self.tuck_all(*source, to);
        }
    }

    fn put_among(&mut self, operands: &[Operand]) {
        let at = operands.get(2).and_then(|at| at.node());
        let node = at.map(|at| self.program.nodes[at]);
        let at = self.operand(operands, 2);
        let (piece, to) = (self.operand(operands, 0), self.operand(operands, 1));
        self.insert(piece, to, at, matches!(node, Some(Node::Const(_))));
    }

    fn shown(&mut self, operands: &[Operand], to: PlayerSet) {
        if let Some(Operand::Pieces(source)) = operands.first() {
            self.show(*source, to);
        }
    }
}
