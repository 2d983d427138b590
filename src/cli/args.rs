//! The arguments of every command, with the help texts that people read.

mod arena;
mod author;
mod balance;

mod compare;

mod coverage;

mod docs;
mod dump;

mod eval;

mod lab;
mod mutate;

mod rulings;

mod seats;

#[cfg(feature = "sheets")]
mod sheets;

mod sim;

mod size;
mod tune;

mod watch;

pub(crate) use arena::Arena;
pub(crate) use balance::Balance;
pub(crate) use compare::Compare;
pub(crate) use coverage::{Coverage, CoverageFormat};
pub(crate) use docs::{Docs, DocsFormat};
pub(crate) use dump::{Dump, DumpStage};
pub(crate) use eval::{Eval, Repl, Stand};
pub(crate) use lab::Lab;
pub(crate) use mutate::Mutate;
pub(crate) use rulings::{
    Rulings, RulingsAccept, RulingsAsked, RulingsFormat, RulingsPending, RulingsRecord,
    RulingsReject, RulingsReview, RulingsTest, RulingsWhat, Unreferenced,
};
pub(crate) use seats::{Bots, Seat, Seats, parse_bot};
#[cfg(feature = "sheets")]
pub(crate) use sheets::{PaperSize, Sheets};
pub(crate) use sim::{Merge, Sim};
pub(crate) use tune::Tune;
pub(crate) use watch::Watch;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::cli::budget::Allowed;
use crate::cli::output::{AsJson, Coloured, Output};
use crate::cli::{budget, complete};
use crate::play::start::Seed;
#[cfg(feature = "serve")]
use crate::serve::command::Serve;

pub(crate) use author::{
    Completions, Fmt, Man, New, NewCard, NewGame, NewRuling, NewWhat, Schema, SchemaWhat,
};

/// Check, play and simulate board and card games whose rules are text
#[derive(Debug, Parser)]
#[command(name = "ludex", version, max_term_width = 100, disable_help_subcommand = true, after_help = MAIN_EXAMPLES)]
pub(crate) struct Arguments {
    /// Look for games in this folder alone, not in ./games and inside the program
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
    /// Let the rules take more before that is a fault: steps=N, bytes=N or decisions=N [default: as game.yaml says]
    #[arg(long, global = true, value_name = "WHAT=N", value_delimiter = ',', value_parser = budget::allowed)]
    pub(crate) budget: Vec<Allowed>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Fmt(Fmt),
    Explain(Explain),
    Play(Play),
    Sim(Sim),
    Merge(Merge),
    Balance(Balance),
    Compare(Compare),
    Tune(Tune),
    Arena(Arena),
    Rulings(Rulings),
    Replay(Replay),
    Watch(Watch),
    Coverage(Coverage),
    Mutate(Mutate),
    Docs(Docs),
    #[cfg(feature = "sheets")]
    Sheets(Sheets),
    #[cfg(not(feature = "sheets"))]
    #[command(hide = true)]
    Sheets(Absent),
    Dump(Dump),
    Eval(Eval),
    Repl(Repl),
    Protocol(Protocol),
    #[cfg(feature = "lsp")]
    Lsp(Lsp),
    #[cfg(not(feature = "lsp"))]
    #[command(hide = true)]
    Lsp(Absent),
    #[cfg(feature = "dap")]
    Dap(Dap),
    #[cfg(not(feature = "dap"))]
    #[command(hide = true)]
    Dap(Absent),
    #[cfg(feature = "serve")]
    Serve(Serve),
    #[cfg(not(feature = "serve"))]
    #[command(hide = true)]
    Serve(Absent),
    New(New),
    Schema(Schema),
    Completions(Completions),
    Man(Man),
}

/// A command that this build leaves out, whatever is asked of it
#[cfg(not(all(
    feature = "sheets",
    feature = "lsp",
    feature = "dap",
    feature = "serve"
)))]
#[derive(Debug, Args)]
pub(crate) struct Absent {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<std::ffi::OsString>,
}

/// The folder in which games are looked for.
#[derive(Debug, Args)]
pub(crate) struct From {
    /// Look for games in this folder alone, not in ./games and inside the program
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
}

/// The language of a game's words.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct InLocale {
    /// Tell the game in another language that it has words in, such as `ja`
    #[arg(long, value_name = "TAG")]
    pub(crate) locale: Option<String>,
}

/// The form in which problems are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The lines in question, with what is wrong written below
    Human,
    /// A line for each problem: path:line:column: error[CODE]: message
    Short,
    /// One JSON object, for programs
    Json,
    /// A SARIF 2.1.0 log, for code hosts and editors
    Sarif,
    /// Commands of GitHub's workflows, shown beside the lines of a change
    Github,
}

/// Check games and tell everything that is wrong with them
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// A game's folder, a folder of games, or a file of a game [default: all games found]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How to tell what is wrong
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) as_json: AsJson,
    /// Tell these problems only: codes as N01, or letters of codes as N
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Pass these problems over
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Let warnings count as problems: the exit code is 1
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) deny: Option<Denied>,
    /// Put right what is clear: words that can only be meant otherwise; then tell what is left
    #[arg(long)]
    pub(crate) fix: bool,
    /// Show what `--fix` would change as a patch, and write nothing
    #[arg(long, conflicts_with = "fix")]
    pub(crate) diff: bool,
    /// Play too, and tell where a player is told what they can't know
    #[arg(long)]
    pub(crate) leaks: bool,
    /// How many games to play at most
    #[arg(long, value_name = "N", default_value_t = 20, requires = "leaks")]
    pub(crate) games_played: u64,
    /// How many pairs of states to compare at most
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "leaks")]
    pub(crate) pairs: usize,
    /// How many seconds to play at most [default: as long as it takes]
    #[arg(long, value_name = "SECONDS", requires = "leaks")]
    pub(crate) seconds: Option<u64>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1, requires = "leaks")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The diagnostics that count as problems besides errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Denied {
    /// Warnings
    Warnings,
}

/// Explain a code of a problem, a row or name of a game, a step of a recorded game, or why an action cannot be done
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES, args_conflicts_with_subcommands = true, subcommand_value_name = "QUESTION",
    subcommand_help_heading = "Questions")]
pub(crate) struct Explain {
    /// A code as in `error[N01]`, a row or name (`ID` or `GAME/ID`), or a choice of a recorded game (`FILE:STEP`)
    /// [default: list all codes]
    #[arg(value_name = "WHAT", add = complete::explained())]
    pub(crate) what: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) words: InLocale,
    #[command(flatten)]
    pub(crate) from: From,
    #[command(subcommand)]
    pub(crate) question: Option<Question>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    WhyNot(WhyNot),
}

/// Tell which requirement keeps the player who is asked from an action, where it stands, and what it saw
#[derive(Debug, Args)]
#[command(after_help = WHY_NOT_EXAMPLES)]
pub(crate) struct WhyNot {
    /// The game: its name or its folder
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: String,
    /// The action
    #[arg(value_name = "ACTION", add = complete::action())]
    pub(crate) action: String,
    /// Its arguments, as the options of a decision show them; those at the end may be left out
    #[arg(value_name = "ARG", allow_negative_numbers = true)]
    pub(crate) args: Vec<String>,
    #[command(flatten)]
    pub(crate) start: Start,
    /// Ask where this recorded game stops
    #[arg(long, value_name = "REPLAY", conflicts_with_all = ["state", "players", "seed", "options"])]
    pub(crate) after: Option<PathBuf>,
    /// Ask in this position: a JSON file as `state` of the protocol prints it; parts may be left out
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The start of a game, as given on the command line.
#[derive(Clone, Debug, Args)]
pub(crate) struct Start {
    /// How many play [default: as few as the game allows]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<u64>,
    /// The seed of all chance [default: 0; where people or programs play, 128 bits of the system's chance]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<Seed>,
    /// A variant of the game; may be given several times
    #[arg(long = "option", id = "options", value_name = "NAME=VALUE", add = complete::option())]
    pub(crate) options: Vec<String>,
}

/// Play a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub(crate) struct Play {
    /// The game: its name or its folder [default: the one that --resume names]
    #[arg(value_name = "GAME", required_unless_present = "resume", add = complete::game())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) start: Start,
    /// Who sits where: `me` or a bot, for example me,ismcts:1s,random [default: me in every seat]
    #[arg(long, value_name = "SEAT,...", add = complete::seat())]
    pub(crate) seats: Option<Seats>,
    /// Write the game to this file, for `ludex replay`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Let --record replace a file that is there already
    #[arg(long, requires = "record")]
    pub(crate) overwrite: bool,
    /// Go on with this recorded game, which names what is played
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "seed", "options"])]
    pub(crate) resume: Option<PathBuf>,
    /// Go on with it although the rules have changed since; what differs is told
    #[arg(long, requires = "resume")]
    pub(crate) other_rules: bool,
    /// Clear the screen and wait before another person is asked; `auto` does so at a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Pass::Auto)]
    pub(crate) pass: Pass,
    #[command(flatten)]
    pub(crate) words: InLocale,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The moments when one person hands the terminal over to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pass {
    Auto,
    Always,
    Never,
}

/// Show a recorded game step by step, or verify that it can still be played so
#[derive(Debug, Args)]
#[command(after_help = REPLAY_EXAMPLES)]
pub(crate) struct Replay {
    /// The recorded game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only tell whether every choice is still an option and the game ends the same
    #[arg(long)]
    pub(crate) verify: bool,
    /// Follow it although the rules have changed since; what differs is told
    #[arg(long)]
    pub(crate) other_rules: bool,
    /// Show only the last so many choices
    #[arg(long, value_name = "N", conflicts_with_all = ["first", "to", "verify"])]
    pub(crate) last: Option<usize>,
    /// Show choices from this one on, counted from 0
    #[arg(
        long = "from",
        id = "first",
        value_name = "STEP",
        conflicts_with = "verify"
    )]
    pub(crate) first: Option<usize>,
    /// Show choices up to this one, itself included
    #[arg(long, value_name = "STEP", conflicts_with = "verify")]
    pub(crate) to: Option<usize>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Answer JSON lines on stdin with JSON lines on stdout, for bots and other languages
#[derive(Debug, Args)]
#[command(after_help = PROTOCOL_EXAMPLES)]
pub(crate) struct Protocol {
    /// What positions may take, at least 1MB: in bytes or as 500MB or 4GB; more are refused until some are dropped
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = size::memory)]
    pub(crate) memory: usize,
    /// Print the JSON Schema of requests and answers, and leave
    #[arg(long)]
    pub(crate) schema: bool,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Serve an editor: the language server, over stdin and stdout
#[cfg(feature = "lsp")]
#[derive(Debug, Args)]
#[command(after_help = LSP_EXAMPLES)]
pub(crate) struct Lsp {
    /// Speak over stdin and stdout, which is the only way: for editors that always say so
    #[arg(long)]
    pub(crate) stdio: bool,
}

/// Serve an editor: the debugger of rules, over stdin and stdout
#[cfg(feature = "dap")]
#[derive(Debug, Args)]
#[command(after_help = DAP_EXAMPLES)]
pub(crate) struct Dap {
    /// Speak over stdin and stdout, which is the only way: for editors that always say so
    #[arg(long)]
    pub(crate) stdio: bool,
}

const MAIN_EXAMPLES: &str = "\
Examples:
  ludex check                  all games in ./games
  ludex play GAME              a game at this terminal
  ludex sim GAME --games 10000 how random games end

Exit codes: 0 nothing is wrong, 1 problems were found, 2 the command could not run.
`ludex COMMAND --help` explains a command by examples.";

const CHECK_EXAMPLES: &str = "\
Examples:
  ludex check                            all games in ./games
  ludex check games/GAME                 one game
  ludex check games/GAME/cards.yaml      the game that this file is part of
  ludex check --format short             a line for each problem, for editors
  ludex check --fix                      misspelt names are put right
  ludex check --leaks games/GAME         plays, and looks for secrets that are told
  ludex check --deny warnings --ignore Y10,U

A comment allows a warning in its line or, alone in a line, in the next one; it says why:
  // ludex: allow(U01) the traders need it      in tables with # instead of //
The exit code is about the problems that are told.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  ludex explain N01                      what the code means, with a wrong example
  ludex explain GAME/CARD                what a card does, who names it, which rulings pin it
  ludex explain game.json:17             what choice 17 changed, and because of which rules
  ludex explain why-not GAME ACTION      what keeps the first player from it";

const WHY_NOT_EXAMPLES: &str = "\
Examples:
  ludex explain why-not GAME ACTION --players 3 --seed 7
  ludex explain why-not GAME ACTION ARGUMENT ARGUMENT --after game.json";

const PLAY_EXAMPLES: &str = "\
Examples:
  ludex play GAME
  ludex play GAME --seats me,ismcts:1s,random --seed 7
  ludex play GAME --option NAME=VALUE --record game.json
  ludex play --resume game.json --record game.json

At a decision, answer with the number of an option or with its words (those at the end may be left
out), or say: help, what NAME, goal, score, log, why not ACTION ..., hint, undo, quit.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  ludex replay game.json
  ludex replay game.json --last 20          how a long game ended
  ludex replay game.json --from 40 --to 45  the choices 40 to 45 and what came of them
  ludex replay game.json --verify";

const PROTOCOL_EXAMPLES: &str = r#"Examples:
  echo '{"id":1,"do":"new","game":"GAME","players":3,"seed":7}' | ludex protocol
  echo '{"do":"help"}' | ludex protocol   all verbs, fields and errors
  ludex protocol --schema                the same as a JSON Schema
  ludex protocol --memory 4GB            room for a large search"#;

#[cfg(feature = "lsp")]
const LSP_EXAMPLES: &str = "\
Examples:
  vim.lsp.config('ludex', { cmd = { 'ludex', 'lsp' }, root_markers = { 'game.yaml' } })   in Neovim
  language-servers = [\"ludex\"], [language-server.ludex] command = \"ludex\", args = [\"lsp\"]   in Helix

An editor starts it and speaks the Language Server Protocol with it; at a terminal it waits for messages.";

#[cfg(feature = "dap")]
const DAP_EXAMPLES: &str = "\
Examples of what an editor sends as `launch`:
  { \"ruling\": \"games/GAME/rulings/NAME.ruling.yaml\", \"stopOnEntry\": true }
  { \"record\": \"game.json\" }
  { \"game\": \"GAME\", \"players\": 3, \"seed\": 7, \"seenBy\": \"P0\" }

An editor starts it and speaks the Debug Adapter Protocol with it; at a terminal it waits for messages. docs/debugger.md says
how each editor is told.";
