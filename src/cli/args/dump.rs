//! The arguments of `ludex dump`.

use clap::{Args, ValueEnum};

use crate::cli::args::From;
use crate::cli::complete;
use crate::cli::output::Output;

/// Print what a stage makes of a game's rules, for people who work on ludex
#[derive(Debug, Args)]
#[command(after_help = DUMP_EXAMPLES)]
pub(crate) struct Dump {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// The stage
    #[arg(long, value_enum, default_value_t = DumpStage::Program)]
    pub(crate) stage: DumpStage,
    /// Only what is called so: an effect, query or action, or a row with its texts
    #[arg(long, value_name = "NAME", add = complete::row_or_name())]
    pub(crate) of: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The stages of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DumpStage {
    /// Trees of the rules files, names unresolved
    Ast,
    /// Typed trees, names resolved; texts of rows among them
    Rules,
    /// The compiled program: instructions and expressions
    Program,
    /// The low-level form of the program, which is interpreted or made into machine code
    Lir,
    /// Cranelift's form of the program
    Clif,
}

const DUMP_EXAMPLES: &str = "\
Examples:
  ludex dump GAME --of EFFECT                 its instructions
  ludex dump GAME --stage rules --of ROW      its typed texts
  ludex dump GAME --stage lir --of QUERY      what the interpreter runs and machine code is made of";
