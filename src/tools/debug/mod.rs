//! A debugger of rules: a game that was or is being played, looked at statement by statement, forwards and backwards.
//!
//! Enters: a checked game, and the turns of a ruling, of a recorded game or of a new one. Leaves: where play stands, the
//! routines being run, their local names, values of expressions. Never here: a protocol, a thread, a file.
//!
//! No run is ever suspended. A turn is the work of the rules from one decision to the next, and equal turns do equal work, so a
//! point of a game is a pair of numbers: the turn, and how many instructions of it were done. To go somewhere is to do the turn
//! once more and stop there; to go back is the same, with a smaller number.
//!
//! `timeline` has the turns, `statements` says where statements begin, `walker` watches a turn, `breakpoints` are asked there,
//! `debugger` moves, `stack` and `locals` tell what is being done, `question` answers expressions.

mod breakpoints;
mod debugger;
mod locals;
mod question;
mod stack;
mod statements;
mod timeline;
mod walker;

pub use breakpoints::{Breakpoint, Breakpoints, LogPointPart};
pub use debugger::{DebugLine, Debugger, Motion, StopPoint, StopReason};
pub use locals::{FrameLocal, LocalValue, locals, visible_at};
pub use question::{DebugQuestion, QuestionCache, QuestionError, ask, compile_condition};
pub use stack::{StackFrame, stack};
pub use statements::{StatementPlace, Statements};
pub use timeline::{Timeline, TimelineTurn};
