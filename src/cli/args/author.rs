//! The arguments of the commands for those who write rules.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::cli::args::From;
use crate::cli::complete;
use crate::cli::output::{Coloured, Output};

/// Put the blanks of rules and of the rules inside tables and rulings right
#[derive(Debug, Args)]
#[command(after_help = FMT_EXAMPLES)]
pub(crate) struct Fmt {
    /// Files, or folders with files; `-` reads stdin and answers on stdout [default: all games found]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; tell which files would change, with exit code 1 if any would
    #[arg(long, conflicts_with = "diff")]
    pub(crate) check: bool,
    /// Write nothing; show what would change as a patch, with exit code 1 if anything would
    #[arg(long)]
    pub(crate) diff: bool,
    /// What the text on stdin is called: its ending tells what it is, its folder to which game it belongs
    #[arg(long, value_name = "PATH", default_value = "stdin.rules")]
    pub(crate) stdin_filepath: PathBuf,
    #[command(flatten)]
    pub(crate) color: Coloured,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Begin a game, a card or a ruling with files that work as they are
#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(crate) struct New {
    #[command(subcommand)]
    pub(crate) what: NewWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NewWhat {
    Game(NewGame),
    Card(NewCard),
    Ruling(NewRuling),
}

/// Make a small complete game with a ruling, in the folder of games
#[derive(Debug, Args)]
pub(crate) struct NewGame {
    /// What the game's folder is called: small letters, digits, `_` and `-`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Add a row to a table, made of the declaration of its kind
#[derive(Debug, Args)]
pub(crate) struct NewCard {
    /// The id of the row
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The game: its name or its folder [default: the game around this folder, or the only one]
    #[arg(long, value_name = "GAME", add = complete::game())]
    pub(crate) game: Option<String>,
    /// The kind or record that gets the row [default: the only one with rows]
    #[arg(long, value_name = "KIND", add = complete::kind())]
    pub(crate) kind: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Make a ruling that passes, about the first choice of a game
#[derive(Debug, Args)]
pub(crate) struct NewRuling {
    /// What the ruling is called; folders may stand before it, as in setup/first-hand
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The game: its name or its folder [default: the game around this folder, or the only one]
    #[arg(long, value_name = "GAME", add = complete::game())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// Print the JSON Schema of a game's files, for editors that know YAML
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct Schema {
    /// The game: its name or its folder [default: the game around this folder, or the only one]
    #[arg(value_name = "GAME", add = complete::game())]
    pub(crate) game: Option<String>,
    /// Of which files
    #[arg(long, value_name = "FILES", value_enum, default_value_t = SchemaWhat::Tables)]
    pub(crate) of: SchemaWhat,
    /// Write the schemas of all files into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "of")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) from: From,
}

/// The files, or the answers of a command, that a schema is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaWhat {
    /// The game's tables: all *.yaml but game.yaml, statements.yaml, view.yaml, look.yaml and words
    Tables,
    /// Its rulings: *.ruling.yaml
    Rulings,
    /// game.yaml
    Manifest,
    /// statements.yaml
    Statements,
    /// view.yaml: how a position is shown at the table
    View,
    /// look.yaml: colours, icons and layouts of cards
    Look,
    /// Answer of `ludex sim --json` and of `ludex merge --json`
    Sim,
    /// Answer of `ludex balance --json`
    Balance,
    /// Answer of `ludex tune --json`
    Tune,
    /// Answer of `ludex compare --json`
    Compare,
    /// Answer of `ludex arena --json`
    Arena,
    /// Answer of `ludex rulings test --json`
    Verdicts,
    /// Answer of `ludex check --json`
    Check,
    /// Lines of `ludex protocol`: requests and replies
    Protocol,
}

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

/// Print the manual page, or write one for each command
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct Man {
    /// Write a page for each command into this folder [default: print the first page]
    #[arg(value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

const NEW_EXAMPLES: &str = "\
Examples:
  ludex new game my_game                 games/my_game, which can be played at once
  ludex new card fox --game my_game      a row with every attribute, its type and its default
  ludex new ruling setup/first-hand --game my_game

Nothing that is there is overwritten.";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  ludex schema my_game > tables.schema.json
  ludex schema my_game --out .schema     the schemas of tables, rulings and game.yaml

A first line tells an editor which schema a file has:
  # yaml-language-server: $schema=../../.schema/my_game.tables.schema.json";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  ludex completions bash > ~/.local/share/bash-completion/completions/ludex
  ludex completions fish > ~/.config/fish/completions/ludex.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  ludex man | man -l -
  ludex man ~/.local/share/man/man1";

const FMT_EXAMPLES: &str = "\
Examples:
  ludex fmt                              the files of all games in ./games
  ludex fmt games/GAME/cards.yaml        one file
  ludex fmt --check                      nothing is written; for scripts
  ludex fmt - --stdin-filepath games/GAME/cards.yaml < draft.yaml

Indentation, gaps and blank lines change; lines are neither broken nor joined. In YAML only the rules
inside values change, in the style they are written in. What a text means never changes.";
