//! From typed rules to a program: addresses given out, queries expanded, statements made instructions.
//!
//! Enters: a checked `rules::game::Game`. Leaves: a `program::Program`, or the few mistakes that only an address
//! can show (a default that is not known before play, a board too large). Never here: names looked up, play.

#![forbid(unsafe_code)]

mod apart;
mod boards;
mod brief;
mod capacity;
mod choices;
mod compiler;
mod condition;
mod defaults;
mod evidence;
mod expand;
mod hoist;
mod invariant;
mod keeping;
mod layout;
mod marking;
mod membership;
mod named;
mod needs;
mod noting;
mod pools;
mod reads;
mod repetitions;
mod routines;
mod shown;
mod sources;
mod statements;
mod telling;
mod traits;
mod values;
mod visit;
mod written;

use crate::compiler::Compiler;
pub use crate::condition::CompiledCondition;
use crate::marking::Marking;
pub use crate::shown::{Lookup, shown};
use crate::traits::Traits;
use ludex_program::made::Made;
use ludex_program::{Program, space_tests};
use ludex_report::Report;
use ludex_rules::expr::Expr;
use ludex_rules::game::Game;

/// Compiles a checked game. Mistakes go to the report.
#[must_use]
pub fn compile(game: &Game, hash: String, report: &mut Report) -> Option<Program> {
    whole(game, hash, None, report)
}

/// As `compile`, but the program notes what of it is reached.
#[must_use]
pub fn compile_observed(game: &Game, hash: String, report: &mut Report) -> Option<Program> {
    whole(game, hash, Some(Marking::default()), report)
}

fn whole(
    game: &Game,
    hash: String,
    marking: Option<Marking>,
    report: &mut Report,
) -> Option<Program> {
    let program = Program {
        hash,
        budget: game.budget,
        ..Program::default()
    };
    let mut compiler = Compiler {
        marking,
        ..Compiler::new(game, program, report, Traits::of(game))
    };
    boards::refuse_large(&mut compiler);
    capacity::refuse_large(&mut compiler);
    if compiler.wrong {
        return None;
    }
    layout::lay_out(&mut compiler);
    boards::place_shapes(&mut compiler);
    defaults::fill(&mut compiler);
    routines::compile_all(&mut compiler);
    capacity::refuse_many_slots(&mut compiler);
    if compiler.wrong {
        return None;
    }
    compiler.program.repeats = repetitions::moments(&compiler.program);
    keeping::keep(&mut compiler);
    telling::tell(&mut compiler.program, compiler.report);
    boards::find_distances(&mut compiler.program);
    space_tests::lay_out(&mut compiler.program);
    compiler.program.marks = compiler.marking.take().map(Marking::finished);
    (!compiler.wrong).then_some(compiler.program)
}

/// A program of a game, and what is being added to it from outside.
pub struct Adding<'a> {
    game: &'a Game,
    program: Program,
    traits: Traits,
}

impl<'a> Adding<'a> {
    /// Begins with a program made of the game.
    #[must_use]
    pub fn new(game: &'a Game, program: Program) -> Adding<'a> {
        Adding {
            game,
            program,
            traits: Traits::of(game),
        }
    }

    /// Adds a checked condition.
    pub fn question(
        &mut self,
        cond: &Expr,
        slots: u16,
        report: &mut Report,
    ) -> Option<CompiledCondition> {
        // Neither is copied for a question: both are handed on and taken back.
        let (program, traits) = (
            std::mem::take(&mut self.program),
            std::mem::take(&mut self.traits),
        );
        let mut compiler = Compiler::new(self.game, program, report, traits);
        let question = condition::question(&mut compiler, cond, slots);
        self.program = compiler.program;
        self.traits = compiler.traits;
        (!compiler.wrong).then_some(question)
    }

    /// Returns the program with all that was added.
    #[must_use]
    pub fn program(mut self) -> Program {
        boards::find_distances(&mut self.program);
        // The code that the engine made of the program lacks it.
        (self.program.made, self.program.watched) = (Made::default(), Made::default());
        self.program
    }
}
