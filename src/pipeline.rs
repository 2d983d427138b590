//! The stages of a game, each a type: what is not parsed cannot be checked, what is not checked cannot be compiled.
//!
//! Takes texts that somebody else has read; never looks at a disk. Every stage puts all that is wrong into one report.

use crate::check::condition::condition;
use crate::check::env::Env;
use crate::check::game;
use crate::check::game::GameFiles;
use crate::compile;
use crate::compile::Question;
use crate::compile::compile;
use crate::program::Program;
use crate::report::Allows;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::report::Report;
use crate::report::Severity;
use crate::rules::game::Game;
use crate::source::Fragment;
use crate::source::Sources;
use crate::syntax::parse;
use crate::tables;

/// The files of one game as they are: `game.yaml`, `*.rules` and the `*.yaml` beside them.
#[derive(Debug, Clone, Default)]
pub struct GameText {
    /// The folder's name.
    pub name: String,
    /// Paths, as people should read them, with their texts.
    pub files: Vec<(String, String)>,
}

/// What every game has besides its own rules, in the language itself.
pub const PRELUDE: &str = include_str!("../grammar/prelude.rules");
const PRELUDE_PATH: &str = "<built-in>/prelude.rules";

/// A game as trees.
#[derive(Debug)]
pub struct Parsed {
    name: String,
    files: GameFiles,
    /// What comments allow.
    allows: Allows,
    /// Every file could be read to its end.
    whole: bool,
    /// What identifies these texts.
    hash: String,
}

/// A game without a mistake.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Its rules, and the names that lead into them.
    pub names: Env,
    /// What identifies its texts.
    pub hash: String,
}

impl GameText {
    /// Reads all files; rulings are no part of the game.
    pub fn parse(self, sources: &mut Sources, report: &mut Report) -> Parsed {
        let before = report.errors();
        let (mut files, mut allows) = (GameFiles::default(), Allows::default());
        let mut texts = self.files;
        texts.sort();
        let mut hash = blake3::Hasher::new();
        for (path, text) in texts {
            let Some(sort) = sort_of(&path) else { continue };
            // The name within the folder counts, not where the folder lies.
            for part in [path.rsplit('/').next().unwrap_or(&path), &text] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
            let file = sources.add(path, text);
            allows.read(file, sources, report);
            match sort {
                Sort::Rules => files
                    .rules
                    .push(parse::file(&sources.fragment(file), report)),
                Sort::Manifest => files.manifest = tables::read(file, sources, report),
                Sort::Table => files.tables.extend(tables::read(file, sources, report)),
            }
        }
        let prelude = sources.add(PRELUDE_PATH, PRELUDE);
        files.prelude = Some(parse::file(&sources.fragment(prelude), report));
        hash.update(PRELUDE.as_bytes());
        let whole = report.errors() == before;
        let hash = hash.finalize().to_hex()[..32].to_string();
        Parsed {
            name: self.name,
            files,
            allows,
            whole,
            hash,
        }
    }
}

impl Parsed {
    /// Checks the game; none when something is wrong with it.
    pub fn check(self, report: &mut Report) -> Option<Checked> {
        let mut found = Report::new();
        let names = game::names(&self.name, &self.files, &mut found);
        let found = self.allows.apply(found, self.whole && names.is_some());
        report.extend(
            found
                .into_iter()
                .filter(|one| self.whole || !is_consequence(one)),
        );
        let names = names.filter(|_| self.whole)?;
        Some(Checked {
            names,
            hash: self.hash,
        })
    }
}

impl Checked {
    /// Gives everything its address; none when an address shows something wrong.
    pub fn compile(&self, report: &mut Report) -> Option<Program> {
        compile(self.game(), self.hash.clone(), report)
    }

    /// Its rules.
    pub fn game(&self) -> &Game {
        &self.names.game
    }

    /// A condition about a running game, such as `size(P0.hand) == 1`, added to a copy of the game's program.
    /// `you` is whoever it is asked for. None when something is wrong with it.
    pub fn condition(
        &self,
        text: &Fragment,
        program: &mut Program,
        report: &mut Report,
    ) -> Option<Question> {
        let tree = parse::value_text(text, report)?;
        // The names are copied: what a condition mentions is not used by the game.
        let (cond, slots) = condition(&mut self.names.clone(), &tree, report)?;
        compile::condition(self.game(), program, &cond, slots, report)
    }
}

enum Sort {
    Rules,
    Manifest,
    Table,
}

/// What a file is for, by its name; none for files that are no part of the rules. The folders above count for nothing:
/// a game may itself lie in a folder called `rulings`.
fn sort_of(path: &str) -> Option<Sort> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (_, ending) = file.rsplit_once('.')?;
    match ending {
        _ if file.ends_with(".ruling.yaml") || file.ends_with(".ruling.yml") => None,
        "rules" => Some(Sort::Rules),
        "yaml" if file == "game.yaml" => Some(Sort::Manifest),
        "yaml" | "yml" => Some(Sort::Table),
        _ => None,
    }
}

/// Whether a diagnostic may only say that something is missing which stands in the part that could not be read.
fn is_consequence(one: &Diagnostic) -> bool {
    const ABSENT: &[Code] = &[
        Code::UNKNOWN_NAME,
        Code::UNKNOWN_WORD,
        Code::UNKNOWN_TABLE,
        Code::UNKNOWN_ATTRIBUTE,
        Code::MISSING_ATTRIBUTE,
        Code::MISSING_MANIFEST,
        Code::MISSING_PART,
        Code::NO_ROWS,
        Code::NO_HOME,
    ];
    one.severity == Severity::Warning || ABSENT.contains(&one.code)
}
