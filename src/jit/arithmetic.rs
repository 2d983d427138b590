//! Operators of the language as `rules/numbers` has them; `tests/numbers` compares both at the edges.

use crate::clif::Clif;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use ludex_engine::lir::{ArithmeticTraps, TrapSite, Value as LirValue};
use ludex_rules::expr::Arithmetic;
use ludex_rules::game::NONE;
use ludex_rules::numbers::{HIGHEST, LOWEST};

impl Clif<'_> {
    pub(super) fn arithmetic(
        &mut self,
        op: Arithmetic,
        a: Value,
        b: Value,
        fails: ArithmeticTraps,
    ) -> Value {
        for operand in [a, b] {
            self.fail_if_none(operand, fails.site(fails.of_none));
        }
        if matches!(op, Arithmetic::Divide | Arithmetic::Modulo) {
            let zero = self.b.ins().icmp_imm_s(IntCC::Equal, b, 0);
            self.trap_if(zero, fails.site(fails.by_zero), None);
        }
        let (a, b) = (self.b.ins().sextend(I64, a), self.b.ins().sextend(I64, b));
        let wide = match op {
            Arithmetic::Add => self.b.ins().iadd(a, b),
            Arithmetic::Subtract => self.b.ins().isub(a, b),
            Arithmetic::Multiply => self.b.ins().imul(a, b),
            Arithmetic::Divide | Arithmetic::Modulo => self.floored(op, a, b),
        };
        self.number(wide, fails.site(fails.overflow))
    }

    /// Rounded towards minus infinity; the remainder has the sign of the divisor.
    fn floored(&mut self, op: Arithmetic, a: Value, b: Value) -> Value {
        let (whole, rest) = (self.b.ins().sdiv(a, b), self.b.ins().srem(a, b));
        let some = self.b.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
        let signs = self.b.ins().bxor(rest, b);
        let differ = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
        let mend = self.b.ins().band(some, differ);
        let (mended, plain) = if op == Arithmetic::Divide {
            (self.b.ins().iadd_imm_s(whole, -1), whole)
        } else {
            (self.b.ins().iadd(rest, b), rest)
        };
        self.b.ins().select(mend, mended, plain)
    }

    /// Narrows a result to a number of the language.
    pub(super) fn number(&mut self, wide: Value, overflow: TrapSite) -> Value {
        // One comparison for both ends.
        let above = self.b.ins().iadd_imm_s(wide, -i64::from(LOWEST));
        let most = i64::from(HIGHEST) - i64::from(LOWEST);
        let lost = (self.b.ins()).icmp_imm_u(IntCC::UnsignedGreaterThan, above, most);
        self.trap_if(lost, overflow, None);
        self.b.ins().ireduce(I32, wide)
    }

    pub(super) fn fail_if_none(&mut self, a: Value, of_none: TrapSite) {
        let none = self.b.ins().icmp_imm_s(IntCC::Equal, a, i64::from(NONE));
        self.trap_if(none, of_none, None);
    }

    /// The rules fail unless a value is within bounds; an int may be `none` too.
    pub(super) fn within(&mut self, a: LirValue, low: i32, high: i32, trap: TrapSite) {
        let a = self.get(a);
        let span = i64::from(high) - i64::from(low);
        let is_int = self.b.func.dfg.value_type(a) == I32;
        let above = if is_int {
            self.b.ins().iadd_imm_s(a, i64::from(low.wrapping_neg()))
        } else {
            self.b.ins().iadd_imm_s(a, -i64::from(low))
        };
        let mut bad = (self.b.ins()).icmp_imm_u(IntCC::UnsignedGreaterThan, above, span);
        let mut told = a;
        if is_int {
            let something = (self.b.ins()).icmp_imm_s(IntCC::NotEqual, a, i64::from(NONE));
            bad = self.b.ins().band(bad, something);
            told = self.b.ins().sextend(I64, a);
        }
        self.trap_if(bad, trap, Some(told));
    }
}
