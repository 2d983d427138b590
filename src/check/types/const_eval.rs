//! Const evaluation: the values of typed expressions known before play.
//!
//! Takes typed expressions, gives numbers: flags are 0 and 1, `none` is `NONE`, sets are masks.

use crate::check::env::Checker;
use crate::check::env::Scope;
use crate::check::env::Where;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::constants::Unknown;
use crate::rules::constants::constant;
use crate::rules::types::Type;
use crate::syntax::ast;

impl Checker<'_> {
    /// A value known before play: numbers, flags, enum values, rows, arithmetic on them. Reports what is not.
    pub(in crate::check) fn constant(&mut self, e: &ast::Expr, wanted: &Type) -> Option<i32> {
        let mut scope = Scope::new(Where::Question, true, None);
        let checked = self.expr(&mut scope, e, Some(wanted));
        let (code, message, label) = match constant(&checked) {
            Ok(number) => return Some(number),
            Err(Unknown::Wrong) => return None,
            Err(Unknown::Open) => (
                Code::NOT_CONSTANT,
                "this must be known before play",
                "only known in play",
            ),
            Err(Unknown::Fault(_)) => (
                Code::TOO_LARGE,
                "this is too large a number",
                "cannot be counted",
            ),
        };
        self.report
            .push(Diagnostic::error(code, message).at(e.span, label));
        None
    }
}
