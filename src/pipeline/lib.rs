//! The stages of a game, each a type: what is not parsed cannot be checked, what is not checked cannot be compiled.
//!
//! Takes texts that somebody else has read; never looks at a disk. Every stage puts all that is wrong into one report.

#![forbid(unsafe_code)]

mod ask;
mod digest;
mod file;

use crate::file::{FileSort, MissingParts, ParsedFile, sort_of, tag_of};
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::locale::{FIRST, LocaleFile};
use ludex_check::look::SvgFile;
use ludex_check::{game, translation};
use ludex_compile as compile;
use ludex_compile::{Lookup, compile};
use ludex_program::Program;
use ludex_report::{Allows, Report};
use ludex_rules::budget::BudgetChange;
use ludex_rules::digests::Digests;
use ludex_rules::game::Game;
use ludex_rules::shown::Shown;
use ludex_source::sources::without_mark;
use ludex_source::{FileId, Sources};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

pub use crate::ask::{AskedSort, CompiledQuestion, ConditionBuilder};

/// The files of one game as they are: `game.yaml`, `*.rules` and the `*.yaml` beside them.
#[derive(Debug, Clone, Default)]
pub struct GameText {
    /// The folder's name, which is the game's on the command line.
    pub name: String,
    /// Paths, as people should read them, with their texts.
    pub files: Vec<(String, String)>,
}

/// The prelude: the effects and queries that every game has besides its own, in the language itself.
pub const PRELUDE: &str = include_str!("prelude.rules");
/// The path of those texts in messages.
pub const PRELUDE_PATH: &str = "<built-in>/prelude.rules";

/// A game as trees.
#[derive(Debug, Clone)]
pub struct Parsed {
    name: String,
    /// The files of the game in the order of their paths, and the prelude.
    parts: Vec<Arc<ParsedFile>>,
    files: GameFiles,
    /// The hash of these texts, in 32 hexadecimal digits.
    hash: String,
    /// The digests of what stands in them, one by one, once somebody asks.
    digests: Arc<OnceLock<Digests>>,
}

/// The names of a game with their meanings, as far as they can be resolved.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The names, what each means and where it is used.
    pub names: Env,
    /// True if the game has no error.
    pub is_sound: bool,
}

/// A game without a mistake.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Its rules, and the names that lead into them.
    pub names: Env,
    /// The hash of its texts, in 32 hexadecimal digits; saves and replays name it.
    pub hash: String,
    /// The digests of what stands in them, one by one.
    digests: LazyDigests,
}

/// The digests of a game's files, made when somebody asks.
#[derive(Debug, Clone)]
struct LazyDigests {
    made: Arc<OnceLock<Digests>>,
    parts: Vec<Arc<ParsedFile>>,
}

impl LazyDigests {
    fn get(&self) -> &Digests {
        self.made.get_or_init(|| digest::digests(&self.parts))
    }
}

impl GameText {
    /// Reads all files; rulings are no part of the game.
    pub fn parse(self, sources: &mut Sources, report: &mut Report) -> Parsed {
        Parsed::read(self, None, sources, report)
    }
}

impl Parsed {
    /// Reads the files of a game; of those that were read before, only what has changed since.
    fn read(
        text: GameText,
        older: Option<&Parsed>,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Parsed {
        let mut texts = text.files;
        texts.sort();
        let mut parts = Vec::new();
        for (path, text) in texts {
            if let Some(sort) = sort_of(&path) {
                parts.push(file_after(path, text, sort, older, sources));
            }
        }
        let prelude = (PRELUDE_PATH.to_owned(), PRELUDE.to_owned());
        let sort = FileSort::Prelude;
        parts.push(file_after(prelude.0, prelude.1, sort, older, sources));
        for part in &parts {
            report.extend(part.found.clone());
        }
        Parsed {
            name: text.name,
            files: trees(&parts),
            hash: digest::hash(&parts),
            digests: Arc::default(),
            parts,
        }
    }

    /// Reads the texts of the game as they are now; what has not changed is not read again. The sources are those of this game,
    /// or a copy of them.
    #[must_use]
    pub fn edited(&self, text: GameText, sources: &mut Sources, report: &mut Report) -> Parsed {
        Parsed::read(text, Some(self), sources, report)
    }

    /// Reads one file again, whose text has changed in the sources; none for what is no file of the game.
    #[must_use]
    pub fn reread(&self, file: FileId, sources: &Sources, report: &mut Report) -> Option<Parsed> {
        let mut parts = self.parts.clone();
        let part = parts.iter_mut().find(|part| part.file == file)?;
        let path = part.path.clone();
        *part = Arc::new(ParsedFile::read(path, part.sort, file, sources, Some(part)));
        report.extend(part.found.clone());
        Some(Parsed {
            name: self.name.clone(),
            files: trees(&parts),
            hash: digest::changed_hash(&self.hash, sources.text(file)),
            // Nobody saves a game of a text that was changed for a trial.
            digests: Arc::clone(&self.digests),
            parts,
        })
    }

    /// Returns the name of the game's folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the tags of the locales that the game has words of, the first of the rules themselves.
    #[must_use]
    pub fn locales(&self) -> Vec<String> {
        let files = all_trees(&self.parts);
        let mut tags = translation::tags(files.manifest.as_deref(), &files.locales);
        tags.remove(FIRST);
        [FIRST.to_owned()].into_iter().chain(tags).collect()
    }

    /// Returns the game with the words of a locale: the same rules under the same hash. What the locale has no words for stays
    /// as it is.
    #[must_use]
    pub fn in_locale(&self, tag: &str) -> Parsed {
        Parsed {
            files: translation::in_locale(all_trees(&self.parts), tag),
            ..self.clone()
        }
    }

    /// Returns the title of the game; none where it has none.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        let title = self
            .files
            .manifest
            .as_deref()?
            .get("title")?
            .as_text()
            .ok()?;
        Some(title.text().trim().to_owned())
    }

    /// Returns the trees of all files.
    #[must_use]
    pub fn files(&self) -> &GameFiles {
        &self.files
    }

    /// Checks the game; none when something is wrong with it.
    pub fn check(&self, report: &mut Report) -> Option<Checked> {
        let analysis = self.analyze(report);
        analysis.is_sound.then(|| self.sound(analysis.names))
    }

    /// Returns the checked game that an analysis of these trees is about; none if it found an error.
    pub fn checked(&self, analysis: &Analysis) -> Option<Checked> {
        analysis
            .is_sound
            .then(|| self.sound(analysis.names.clone()))
    }

    /// The game of names in which nothing is wrong.
    fn sound(&self, names: Env) -> Checked {
        Checked {
            names,
            hash: self.hash.clone(),
            digests: LazyDigests {
                made: Arc::clone(&self.digests),
                parts: self.parts.clone(),
            },
        }
    }

    /// Checks the game and keeps what its names mean, also when something is wrong with it.
    pub fn analyze(&self, report: &mut Report) -> Analysis {
        let mut found = Report::of_all();
        let names = game::names(&self.name, &self.files, &mut found);
        let is_whole = self.parts.iter().all(|part| part.is_whole());
        let is_sound = is_whole && !found.has_errors();
        let (mut allows, mut missing) = (Allows::default(), MissingParts::default());
        for part in &self.parts {
            allows.extend(&part.allows);
            missing.extend(&part.missing);
        }
        let found = allows.apply(found, is_sound);
        report.extend(
            found
                .into_iter()
                .filter(|one| is_whole || !missing.explain(one)),
        );
        Analysis { names, is_sound }
    }
}

impl Checked {
    /// The game with some parts of its budget as they are asked for.
    #[must_use]
    pub fn allowed(mut self, asked: BudgetChange) -> Checked {
        let budget = &mut self.names.game.budget;
        *budget = asked.of(*budget);
        self
    }

    /// Gives everything its address; none when an address shows something wrong.
    pub fn compile(&self, report: &mut Report) -> Option<Program> {
        compile(self.game(), self.hash.clone(), report).map(|program| self.signed(program))
    }

    /// As `compile`, but the program notes what of it is reached.
    pub fn compile_observed(&self, report: &mut Report) -> Option<Program> {
        let program = compile::compile_observed(self.game(), self.hash.clone(), report);
        program.map(|program| self.signed(program))
    }

    /// Adds what saves keep of the rules.
    fn signed(&self, program: Program) -> Program {
        Program {
            digests: self.digests.get().clone(),
            ..program
        }
    }

    /// Compiles the page shown at the table, with the program that is asked for it: the game's own and those questions.
    pub fn shown(
        &self,
        program: &Program,
        report: &mut Report,
    ) -> Option<(Program, Shown<Lookup>)> {
        let mut program = program.clone();
        let shown = compile::shown(self.game(), &mut program, report)?;
        Some((program, shown))
    }

    /// Returns the typed rules.
    pub fn game(&self) -> &Game {
        &self.names.game
    }
}

/// Reads a file, or keeps it where its text is the same as before.
fn file_after(
    path: String,
    text: String,
    sort: FileSort,
    older: Option<&Parsed>,
    sources: &mut Sources,
) -> Arc<ParsedFile> {
    let mut parts = older.iter().flat_map(|older| &older.parts);
    let older = parts.find(|part| part.path == path && part.sort == sort);
    let is_same = |older: &&Arc<ParsedFile>| *older.text == *without_mark(&text);
    if let Some(same) = older.filter(is_same) {
        return Arc::clone(same);
    }
    let file = sources.add(path.clone(), text);
    let older = older.map(|older| &**older);
    Arc::new(ParsedFile::read(path, sort, file, sources, older))
}

fn words_file(part: &ParsedFile) -> Option<LocaleFile> {
    Some(LocaleFile {
        tag: tag_of(&part.path)?.to_owned(),
        tree: Arc::clone(part.table()?),
        beside: BTreeSet::new(),
    })
}

/// Sorts the trees of the files by what they are. What stands once for each locale is the text of the first.
fn trees(parts: &[Arc<ParsedFile>]) -> GameFiles {
    let files = all_trees(parts);
    let tags = translation::tags(files.manifest.as_deref(), &files.locales);
    translation::pick(files, &tags, FIRST)
}

/// Sorts the trees of the files by what they are.
fn all_trees(parts: &[Arc<ParsedFile>]) -> GameFiles {
    let mut files = GameFiles::default();
    let manifest = parts.iter().find(|part| part.sort == FileSort::Manifest);
    let folder = manifest.map_or("", |part| part.path.trim_end_matches("game.yaml"));
    for part in parts {
        files.citations.extend(part.citations.iter().cloned());
        match part.sort {
            FileSort::Prelude => files.prelude = part.rules().cloned(),
            FileSort::Rules => files.rules.extend(part.rules().cloned()),
            FileSort::Manifest => files.manifest = part.table().cloned(),
            FileSort::Table => files.tables.extend(part.table().cloned()),
            FileSort::Statements => files.statements = part.table().cloned(),
            FileSort::Shown => files.shown = part.table().cloned(),
            FileSort::Look => files.look = part.table().cloned(),
            FileSort::Words => files.locales.extend(words_file(part)),
            FileSort::Picture => files.pictures.push(SvgFile {
                path: below(folder, &part.path),
                file: part.file,
                text: Arc::clone(&part.text),
            }),
        }
    }
    files
}

/// Returns a path as it stands below the game's folder.
fn below(folder: &str, path: &str) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_owned()
}

/// Returns true if a file with this name is checked with its game: rules, a table, the manifest, a list of statements, a page,
/// a picture.
#[must_use]
pub fn is_game_file(path: &str) -> bool {
    sort_of(path).is_some()
}
