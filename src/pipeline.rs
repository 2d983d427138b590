//! The stages of a game, each a type: what is not parsed cannot be checked, what is not checked cannot be compiled.
//!
//! Takes texts that somebody else has read; never looks at a disk. Every stage puts all that is wrong into one report.

mod digest;

use crate::check::condition;
use crate::check::condition::condition;
use crate::check::env::Env;
use crate::check::game;
use crate::check::game::GameFiles;
use crate::compile;
use crate::compile::Adding;
use crate::compile::CompiledCondition;
use crate::compile::Lookup;
use crate::compile::compile;
use crate::program::Program;
use crate::report::Allows;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::report::Label;
use crate::report::Report;
use crate::report::Severity;
use crate::rules::budget::BudgetChange;
use crate::rules::digests::Digests;
use crate::rules::game::Game;
use crate::rules::ids::RoutineId;
use crate::rules::shown::Shown;
use crate::rules::types::Type;
use crate::rules::verbs::verb;
use crate::source::FileId;
use crate::source::Fragment;
use crate::source::Sources;
use crate::source::Span;
use crate::source::citations::citations;
use crate::source::span::offset;
use crate::syntax::ast;
use crate::syntax::parse;
use crate::tables;
use crate::tables::BrokenPart;
use crate::tables::Node;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// The files of one game as they are: `game.yaml`, `*.rules` and the `*.yaml` beside them.
#[derive(Debug, Clone, Default)]
pub struct GameText {
    /// The folder's name, which is the game's on the command line.
    pub name: String,
    /// Paths, as people should read them, with their texts.
    pub files: Vec<(String, String)>,
}

/// The prelude: the effects and queries that every game has besides its own, in the language itself.
pub const PRELUDE: &str = include_str!("../grammar/prelude.rules");
/// The path of those texts in messages.
pub const PRELUDE_PATH: &str = "<built-in>/prelude.rules";

/// A game as trees.
#[derive(Debug, Clone)]
pub struct Parsed {
    name: String,
    files: GameFiles,
    /// The diagnostics that comments allow (`// ludex: allow`).
    allows: Allows,
    /// Every file could be read to its end.
    whole: bool,
    /// The parts of the files that could not be read.
    missing: MissingParts,
    /// The hash of these texts, in 32 hexadecimal digits.
    hash: String,
    /// The digests of what stands in them, one by one.
    digests: Digests,
    /// The position of the tree read from each file.
    trees: BTreeMap<FileId, TreePosition>,
}

/// The position of a file's tree.
#[derive(Debug, Clone, Copy)]
enum TreePosition {
    Manifest,
    Rules(usize),
    Table(usize),
}

/// The parts of a game that could not be read: what is said of the rest may only follow from them.
#[derive(Debug, Clone, Default)]
struct MissingParts {
    /// Something is missing that nobody can name: declarations, or the manifest.
    unknown: bool,
    /// The parts of tables.
    parts: Vec<BrokenPart>,
    /// The words in those parts: ids may be among them.
    words: BTreeSet<String>,
    /// The keys of the lists around them.
    lists: BTreeSet<String>,
}

/// A file as it was before it was read again.
#[derive(Debug)]
pub struct Before {
    tree: BeforeTree,
    whole: bool,
    hash: String,
}

#[derive(Debug)]
enum BeforeTree {
    Manifest(Option<Node>),
    Rules(usize, ast::File),
    Table(usize, Node),
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
    pub(crate) names: Env,
    /// The hash of its texts, in 32 hexadecimal digits; saves and replays name it.
    pub hash: String,
    /// The digests of what stands in them, one by one.
    digests: Digests,
}

impl GameText {
    /// Reads all files; rulings are no part of the game.
    pub fn parse(self, sources: &mut Sources, report: &mut Report) -> Parsed {
        let before = report.errors();
        let (mut files, mut allows) = (GameFiles::default(), Allows::default());
        let mut texts = self.files;
        texts.sort();
        let mut hash = blake3::Hasher::new();
        let mut trees = BTreeMap::new();
        let mut missing = MissingParts::default();
        for (path, text) in texts {
            let Some(sort) = sort_of(&path) else { continue };
            if matches!(sort, FileSort::Statements | FileSort::Shown) {
                // It is about the rules, and no part of them: their hash does not know it.
                let file = sources.add(path, text);
                tables::controls::in_text(file, sources, report);
                let read = Some(missing.table(file, sources, report));
                match sort {
                    FileSort::Shown => files.shown = read,
                    FileSort::Statements
                    | FileSort::Rules
                    | FileSort::Manifest
                    | FileSort::Table => {
                        files.statements = read;
                    }
                }
                continue;
            }
            // The name within the folder counts, not where the folder lies.
            for part in [path.rsplit('/').next().unwrap_or(&path), &text] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
            let file = sources.add(path, text);
            allows.read(file, sources, report);
            let errors = report.errors();
            lost_text(file, sources, report);
            tables::controls::in_text(file, sources, report);
            let tree = match sort {
                FileSort::Rules => {
                    files
                        .rules
                        .push(parse::file(&sources.fragment(file), report));
                    Some(TreePosition::Rules(files.rules.len() - 1))
                }
                FileSort::Manifest => {
                    files.manifest = read_table(file, sources, report);
                    Some(TreePosition::Manifest)
                }
                FileSort::Table => {
                    files.tables.push(missing.table(file, sources, report));
                    Some(TreePosition::Table(files.tables.len() - 1))
                }
                FileSort::Statements | FileSort::Shown => None,
            };
            missing.unknown |= sort != FileSort::Table && report.errors() > errors;
            trees.extend(tree.map(|tree| (file, tree)));
            files.citations.extend(citations(sources, file));
        }
        let prelude = sources.add(PRELUDE_PATH, PRELUDE);
        files.prelude = Some(parse::file(&sources.fragment(prelude), report));
        hash.update(PRELUDE.as_bytes());
        let whole = report.errors() == before;
        let hash = hash.finalize().to_hex()[..32].to_string();
        let short = |text: &str| blake3::hash(text.as_bytes()).to_hex()[..8].to_owned();
        let digests = digest::digests(&files, sources, short);
        Parsed {
            name: self.name,
            digests,
            files,
            allows,
            whole,
            missing,
            hash,
            trees,
        }
    }
}

impl Parsed {
    /// Returns the trees of all files.
    #[must_use]
    pub fn files(&self) -> &GameFiles {
        &self.files
    }

    /// Reads one file again, whose text has changed, and gives what `restore` needs to take that back; none for what is no
    /// file of the rules or cannot be read at all. Its comments stay as they were read at first.
    pub fn reread(
        &mut self,
        file: FileId,
        sources: &Sources,
        report: &mut Report,
    ) -> Option<Before> {
        let errors = report.errors();
        let tree = match *self.trees.get(&file)? {
            TreePosition::Manifest => {
                let tree = read_table(file, sources, report);
                BeforeTree::Manifest(std::mem::replace(&mut self.files.manifest, tree))
            }
            TreePosition::Rules(nth) => {
                let tree = parse::file(&sources.fragment(file), report);
                BeforeTree::Rules(nth, std::mem::replace(&mut self.files.rules[nth], tree))
            }
            TreePosition::Table(nth) => {
                let tree = read_table(file, sources, report)?;
                BeforeTree::Table(nth, std::mem::replace(&mut self.files.tables[nth], tree))
            }
        };
        let mut hash = blake3::Hasher::new();
        hash.update(self.hash.as_bytes());
        hash.update(sources.text(file).as_bytes());
        let hash = hash.finalize().to_hex()[..32].to_string();
        Some(Before {
            tree,
            whole: std::mem::replace(&mut self.whole, report.errors() == errors),
            hash: std::mem::replace(&mut self.hash, hash),
        })
    }

    /// Takes back what `reread` did last.
    pub fn restore(&mut self, before: Before) {
        match before.tree {
            BeforeTree::Manifest(tree) => self.files.manifest = tree,
            BeforeTree::Rules(nth, tree) => self.files.rules[nth] = tree,
            BeforeTree::Table(nth, tree) => self.files.tables[nth] = tree,
        }
        (self.whole, self.hash) = (before.whole, before.hash);
    }

    /// Checks the game; none when something is wrong with it.
    pub fn check(&self, report: &mut Report) -> Option<Checked> {
        let analysis = self.analyze(report);
        analysis.is_sound.then(|| Checked {
            names: analysis.names,
            hash: self.hash.clone(),
            digests: self.digests.clone(),
        })
    }

    /// Checks the game and keeps what its names mean, also when something is wrong with it.
    pub fn analyze(&self, report: &mut Report) -> Analysis {
        let mut found = Report::of_all();
        let names = game::names(&self.name, &self.files, &mut found);
        let is_sound = self.whole && !found.has_errors();
        let allows = self.allows.clone();
        let found = allows.apply(found, is_sound);
        report.extend(
            found
                .into_iter()
                .filter(|one| self.whole || !self.missing.explain(one)),
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
            digests: self.digests.clone(),
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

    /// Begins to add conditions to a copy of the game's program.
    pub fn asking(&self, program: &Program) -> ConditionBuilder<'_> {
        ConditionBuilder {
            // The names are copied: what a condition mentions is not used by the game.
            names: self.names.clone(),
            adding: Adding::new(self.game(), program.clone()),
        }
    }
}

/// Conditions about a running game, being added to a copy of its program.
pub struct ConditionBuilder<'a> {
    names: Env,
    adding: Adding<'a>,
}

impl ConditionBuilder<'_> {
    /// Adds a condition, such as `size(P0.hand) == 1`; `you` is whoever it is asked for. None when something is wrong
    /// with it.
    pub fn condition(&mut self, text: &Fragment, report: &mut Report) -> Option<CompiledCondition> {
        let tree = parse::value_text(text, report)?;
        let (cond, slots) = condition(&mut self.names, &tree, report)?;
        self.adding.question(&cond, slots, report)
    }

    /// Returns the program with what was added.
    pub fn program(self) -> Program {
        self.adding.program()
    }
}

/// Something asked of a game from outside, ready to be asked of one of its positions.
#[derive(Debug, Clone)]
pub struct CompiledQuestion {
    /// The game's program with what it takes to ask.
    pub program: Program,
    /// The parts of that program which answer the question.
    pub what: AskedSort,
}

/// The sorts of questions about a position.
#[derive(Debug, Clone)]
pub enum AskedSort {
    /// A value of a type.
    Value(CompiledCondition, Type),
    /// Members of this type: the routine stops with all of them listed.
    Members(RoutineId, Type),
    /// Statements: the routine that does them.
    Effect(RoutineId),
}

impl Checked {
    /// A value, a collection or statements about a running game, such as `size(P0.hand)`, `hand` or `draw 2 from deck to
    /// hand`. None when something is wrong with it.
    pub fn ask(&self, text: &Fragment, report: &mut Report) -> Option<CompiledQuestion> {
        let mut as_value = Report::new();
        let tree = parse::value_text(text, &mut as_value);
        let asked = tree
            .as_ref()
            .and_then(|tree| self.value(tree, &mut as_value));
        if asked.is_some() {
            return asked;
        }
        let mut as_effect = Report::new();
        let block = parse::effect_text(text, &mut as_effect);
        let readable = block.is_some();
        let asked = block.and_then(|block| self.effect(&block, &mut as_effect));
        if asked.is_none() {
            // What reads as a value was meant as one, unless only statements read so, or begin so.
            let first = text.text().split_whitespace().next().unwrap_or_default();
            let readable = readable || verb(first).is_some();
            let meant = if tree.is_none() && readable {
                as_effect
            } else {
                as_value
            };
            report.extend(meant);
        }
        asked
    }

    /// The game's program with statements in the place of `play`. None when something is wrong with them.
    pub fn beginning(
        &self,
        text: &Fragment,
        program: &Program,
        report: &mut Report,
    ) -> Option<Program> {
        let block = parse::effect_text(text, report)?;
        let mut names = self.names.clone();
        let routine = condition::routine(&mut names, "the beginning", &block, report)?;
        let hash = self.hash.clone();
        let own = match program.marks.is_some() {
            true => compile::compile_observed(&names.game, hash, report),
            false => compile(&names.game, hash, report),
        };
        Some(Program {
            play: routine,
            ..own?
        })
    }

    fn value(&self, tree: &ast::Expr, report: &mut Report) -> Option<CompiledQuestion> {
        let mut names = self.names.clone();
        let (value, slots) = condition::value(&mut names, tree, report)?;
        if let Some(of) = members(&value.ty) {
            let asked = self.effect(&listing(tree), report)?;
            let AskedSort::Effect(routine) = asked.what else {
                return None;
            };
            return Some(CompiledQuestion {
                what: AskedSort::Members(routine, of),
                ..asked
            });
        }
        let mut adding = Adding::new(self.game(), self.compile(report)?);
        let ty = value.ty.clone();
        let question = adding.question(&value, slots, report)?;
        Some(CompiledQuestion {
            program: adding.program(),
            what: AskedSort::Value(question, ty),
        })
    }

    fn effect(&self, block: &ast::Block, report: &mut Report) -> Option<CompiledQuestion> {
        let mut names = self.names.clone();
        let routine = condition::routine(&mut names, "what is tried", block, report)?;
        let program = compile(&names.game, self.hash.clone(), report)?;
        Some(CompiledQuestion {
            program,
            what: AskedSort::Effect(routine),
        })
    }
}

/// Gives what a collection holds; none for a single value.
fn members(ty: &Type) -> Option<Type> {
    if let Type::Place(kind) = ty {
        return Some(Type::Piece(*kind));
    }
    if let Type::All(of) = ty {
        return Some((**of).clone());
    }
    None
}

/// `for each member in MANY { may { } }`: stops at the first member, when all are listed.
fn listing(many: &ast::Expr) -> ast::Block {
    let span = many.span;
    let block = |stmts| ast::Block { stmts, span };
    let stop = ast::StmtKind::May {
        by: None,
        prompt: None,
        body: block(Vec::new()),
        otherwise: None,
    };
    let member = ast::Name {
        text: "member".to_owned(),
        span,
    };
    let through = ast::StmtKind::ForEach {
        binder: ast::Binder {
            name: member,
            source: many.clone(),
            cond: None,
        },
        body: block(vec![ast::Stmt { kind: stop, span }]),
    };
    block(vec![ast::Stmt {
        kind: through,
        span,
    }])
}

/// Reads a table, in whose values nothing may drive a terminal.
fn read_table(file: FileId, sources: &Sources, report: &mut Report) -> Option<tables::Node> {
    let read = tables::read(file, sources, report)?;
    tables::controls::in_values(&read, report);
    Some(read)
}

/// Tells where a file is not UTF-8: whoever read it put `\u{fffd}` for each byte that is no character.
fn lost_text(file: FileId, sources: &Sources, report: &mut Report) {
    let text = sources.text(file);
    let Some(at) = text.find(char::REPLACEMENT_CHARACTER) else {
        return;
    };
    let span = Span::new(
        file,
        offset(at),
        offset(at + char::REPLACEMENT_CHARACTER.len_utf8()),
    );
    report.push(
        Diagnostic::error(Code::NOT_TEXT, "this file is not UTF-8 text")
            .at(span, "no character")
            .help("save it again with the encoding UTF-8"),
    );
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FileSort {
    Rules,
    Manifest,
    Table,
    /// The statements of the facts, by number: comments and rulings cite them.
    Statements,
    /// The view: how a position is shown at the table.
    Shown,
}

/// Gives what a file is for, by its name; none for files that are no part of the rules. The folders above count for nothing:
/// a game may itself lie in a folder called `rulings`.
fn sort_of(path: &str) -> Option<FileSort> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (_, ending) = file.rsplit_once('.')?;
    match ending {
        _ if file.ends_with(".ruling.yaml") || file.ends_with(".ruling.yml") => None,
        "rules" => Some(FileSort::Rules),
        "yaml" if file == "game.yaml" => Some(FileSort::Manifest),
        "yaml" if file == "statements.yaml" => Some(FileSort::Statements),
        "yaml" if file == "view.yaml" => Some(FileSort::Shown),
        "yaml" | "yml" => Some(FileSort::Table),
        _ => None,
    }
}

impl MissingParts {
    /// Reads a table, and notes what of it cannot be read.
    fn table(&mut self, file: FileId, sources: &Sources, report: &mut Report) -> Node {
        let table = tables::recover(file, sources, report);
        tables::controls::in_values(&table.tree, report);
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
        let words = |span: Span| {
            let words = sources.slice(span).split(move |symbol| !is_word(symbol));
            words.filter(|word| !word.is_empty()).map(str::to_owned)
        };
        for part in &table.broken {
            self.words.extend(words(part.at));
            self.lists.extend(words(part.list));
        }
        self.parts.extend(table.broken);
        table.tree
    }

    /// Returns true if a diagnostic may only follow from what is missing.
    fn explain(&self, one: &Diagnostic) -> bool {
        let absent = ABSENT.contains(&one.code);
        let within = |part: Span, span: Span| {
            part.file == span.file && part.touches(span.start) && span.end <= part.end
        };
        let name = one.message.split('`').nth(1).unwrap_or_default();
        let names = match one.code {
            Code::UNKNOWN_NAME | Code::UNKNOWN_WORD => self.words.contains(name),
            Code::NO_ROWS | Code::NO_HOME => self.lists.contains(name),
            _ => false,
        };
        let at = |label: &Label| {
            let mut parts = self.parts.iter();
            parts.any(|part| match label.primary {
                true => within(part.at, label.span) || within(part.row, label.span) && absent,
                false => within(part.row, label.span),
            })
        };
        one.severity == Severity::Warning
            || WHOLE.contains(&one.code)
            || absent && self.unknown
            || names
            || one.labels.iter().any(at)
    }
}

/// The codes of what may stand in a part that could not be read.
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

/// The codes of what is asked of all rows together, or of all spaces.
const WHOLE: &[Code] = &[Code::BROKEN_DEMAND, Code::WRONG_BOARD];
