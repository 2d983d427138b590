//! Const evaluation: the values of typed expressions known before play.
//!
//! Takes typed expressions, gives numbers: flags are 0 and 1, `none` is `NONE`, sets are masks. Counts what is looked at on the
//! way: what must be known and would take too long is refused, and a mistake that would is not looked for.

use crate::env::{Checker, Scope, Where};
use crate::fuel::PROBE;
use ludex_report::{Code, Diagnostic};
use ludex_rules::constants::{Constants, Fuel, Unknown, constant};
use ludex_rules::expr::Expr;
use ludex_rules::game::Game;
use ludex_rules::limits;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// The values that a lint looks at for one number.
const GLANCE: u64 = 1_000;

/// Returns the number of an expression that takes few steps before play; none of any other.
pub(crate) fn plain_number(e: &Expr) -> Option<i32> {
    constant(e, &Fuel::new(GLANCE)).ok()
}

impl Checker<'_> {
    /// Evaluates with what is known of the game so far, in frames that begin behind `you`.
    pub(crate) fn constants(&self) -> Constants<'_> {
        self.constants_in(&self.env.game)
    }

    /// As `constants`, in another state of the game.
    pub(crate) fn constants_in<'g>(&'g self, game: &'g Game) -> Constants<'g> {
        Constants::of(game, 1, &self.fuel.needed)
    }

    /// Reports a value that must be known before play and takes too long: once, for no other can be worked out then.
    pub(crate) fn too_long_before_play(&mut self, span: Span) {
        // What is refused here needs no warning besides.
        self.fuel.slow.retain(|(slow, _)| !covers(span, *slow));
        if std::mem::replace(&mut self.fuel.is_told, true) {
            return;
        }
        let most = limits::BEFORE_PLAY;
        let message = "this takes too long to work out before play";
        self.report.push(
            Diagnostic::error(Code::TOO_LONG, message)
                .at(
                    span,
                    format!("more than {most} values are looked at in all"),
                )
                .help("count over fewer members, or write the value"),
        );
    }

    /// Evaluates a value of play where that is possible, to find what is wrong with it; warns of one that takes too long.
    pub(crate) fn probe(&mut self, e: &Expr) -> Result<i32, Unknown> {
        let last = self.fuel.slow.last();
        if last.is_some_and(|(span, _)| covers(e.span, *span)) {
            return Err(Unknown::Spent);
        }
        let fuel = self.fuel.probes.draw(PROBE);
        let is_full = fuel.left() == PROBE;
        let value = constant(e, &fuel);
        self.fuel.probes.refill(fuel);
        if value == Err(Unknown::Spent) && is_full {
            let message = format!("this looks at more than {PROBE} values");
            let warning = Diagnostic::warning(Code::TOO_LONG, message)
                .at(e.span, "and may do so whenever it is asked")
                .help("count over fewer members, or write the value");
            self.fuel.slow.push((e.span, warning));
        }
        value
    }

    /// Warns of values of play that take too long. Defaults are no values of play: whoever works them out refuses them.
    pub(crate) fn check_slow(&mut self) {
        let mut slow = std::mem::take(&mut self.fuel.slow);
        for var in &self.env.game.vars {
            slow.retain(|(span, _)| !covers(var.default.span, *span));
        }
        self.report
            .extend(slow.into_iter().map(|(_, warning)| warning));
    }

    /// A value known before play: numbers, flags, enum values, rows, arithmetic on them. Reports what is not.
    pub(crate) fn constant(&mut self, e: &ast::Expr, wanted: &Type) -> Option<i32> {
        let mut scope = Scope::new(Where::Question, true, None);
        let checked = self.expr(&mut scope, e, Some(wanted));
        // It is worked out here, and never in play.
        self.fuel.slow.retain(|(slow, _)| !covers(e.span, *slow));
        let (code, message, label) = match constant(&checked, &self.fuel.needed) {
            Ok(number) => return Some(number),
            Err(Unknown::Wrong) => return None,
            Err(Unknown::Spent) => {
                self.too_long_before_play(e.span);
                return None;
            }
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

fn covers(whole: Span, part: Span) -> bool {
    whole.file == part.file && whole.to(part) == whole
}
