//! The reference manual of a game: its declarations, with their texts in words, their rows, and the rulings about each.
//!
//! Enters: the parsed files of a game that has no mistake, and its rulings as texts. Leaves: plain data, in the order in
//! which things were written. Never here: Markdown, HTML, a screen.

mod asked;

mod card;

mod ends;

mod layouts;

mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::prose;
use crate::prose::{Lexicon, ValueWords};
use crate::rulings::ruling::{OffersCheck, PlayLine, RulingCheck};
use crate::rulings::{Ruling, read};
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::locale::Locale;
use ludex_check::semantics::TableList;
use ludex_markup::Line;
use ludex_report::Report;
use ludex_source::{Sources, Span};
use ludex_syntax::{Item, print};

pub use asked::ConditionWords;
pub use card::Card;
pub use ludex_syntax::ItemSort as EntrySort;
pub use rows::{ManualCell, ManualRow, row_at};

/// A game to be looked up.
#[derive(Debug, Clone, Default)]
pub struct Manual {
    /// The game's title, for people.
    pub title: String,
    /// The sentence in the manifest that says what the game is about.
    pub about: String,
    /// Fewest and most players, as written.
    pub players: (String, String),
    /// All declarations, in the order of files and lines.
    pub entries: Vec<ManualEntry>,
    /// The conditions that end the game.
    pub ends: Vec<Line>,
    /// The numbers by which the result ranks players, in words: the score, then the tie-breaks.
    pub ranks: Vec<String>,
    /// Its rulings, in the order of their paths.
    pub rulings: Vec<ListedRuling>,
    /// The locale of the words; none of those in the rules themselves.
    pub locale: Option<Arc<Locale>>,
    /// The nouns of variables and tracks that have one, in the plural, by their names.
    pub variables: BTreeMap<String, String>,
    /// The values of enums that have words of their own.
    pub values: Vec<ValueWords>,
    /// Conditions that actions require and their parts, in words, by where they stand.
    pub asked: ConditionWords,
}

/// A declaration with its words, rows and rulings.
#[derive(Debug, Clone)]
pub struct ManualEntry {
    /// The sort of the declaration.
    pub sort: EntrySort,
    /// Its name; of a hook or modifier, what it watches.
    pub name: String,
    /// The doc comment above it.
    pub doc: String,
    /// Its first line as the language writes it.
    pub head: String,
    /// The effect in plain words.
    pub does: Vec<Line>,
    /// The words of an action for people.
    pub asks: Option<String>,
    /// The span of the declaration.
    pub span: Span,
    /// The span of its name; of a hook or modifier, of what it watches; none of what has no name.
    pub name_span: Option<Span>,
    /// Attributes of a kind or record, with what its author says of them.
    pub columns: Vec<(String, String)>,
    /// Rows of a kind or record; layouts of a board.
    pub rows: Vec<ManualRow>,
    /// Numbers of the rulings that name it.
    pub rulings: Vec<usize>,
}

impl ManualEntry {
    /// Returns what it does, in one line.
    #[must_use]
    pub fn does_in_one_line(&self) -> String {
        prose::in_one_line(&self.does)
    }
}

/// A ruling, as the manual lists it.
#[derive(Debug, Clone)]
pub struct ListedRuling {
    /// The path of its file.
    pub path: String,
    /// Its path below `rulings`, without its ending.
    pub name: String,
    /// The question, in the author's words.
    pub asks: String,
    /// The answer, in the author's words.
    pub says: String,
    /// Statements of the rules.
    pub cites: Vec<String>,
    /// All words of the file but those of the position: what merely lies about is not what a ruling is about.
    words: BTreeSet<String>,
}

impl Manual {
    /// Reads a game's files and the texts of its rulings. Rulings that can't be read are left out.
    #[must_use]
    pub fn new(
        files: &GameFiles,
        names: &Env,
        sources: &Sources,
        rulings: &[(String, String)],
    ) -> Manual {
        let manifest = |key: &str| {
            let node = files.manifest.as_ref()?.get(key)?;
            Some(node.scalar()?.text().trim().to_owned())
        };
        let players = |key: &str| {
            let node = files.manifest.as_ref()?.get("players")?.get(key)?;
            Some(node.scalar()?.text().to_owned())
        };
        let rulings: Vec<ListedRuling> = (rulings.iter())
            .filter_map(|(path, text)| ruled(path, text))
            .collect();
        let lexicon = Lexicon::new(files, names);
        let items = || files.rules.iter().flat_map(|file| &file.items);
        let mut entries: Vec<ManualEntry> =
            items().map(|item| entry(item, &lexicon, names)).collect();
        rows::fill(&mut entries, files, names, &lexicon, sources);
        layouts::fill(&mut entries, files, names, &lexicon);
        rows::link(&mut entries, &rulings);
        for entry in &mut entries {
            entry.rulings = naming(&rulings, &entry.name);
        }
        Manual {
            title: manifest("title").unwrap_or_default(),
            about: manifest("about").unwrap_or_default(),
            players: (
                players("min").unwrap_or_default(),
                players("max").unwrap_or_default(),
            ),
            entries,
            ends: ends::ends(files, names, &lexicon),
            ranks: items()
                .flat_map(|item| prose::ranks(&item.kind, &lexicon))
                .collect(),
            rulings,
            locale: names.locale.clone(),
            variables: lexicon.variable_nouns(),
            values: lexicon.value_words(),
            asked: asked::asked(files, &lexicon),
        }
    }

    /// The rows with this id, each with its kind.
    pub fn rows<'a>(&'a self, id: &str) -> impl Iterator<Item = (&'a ManualEntry, &'a ManualRow)> {
        let id = id.to_owned();
        let all = self.entries.iter();
        all.flat_map(|entry| entry.rows.iter().map(move |row| (entry, row)))
            .filter(move |(_, row)| row.id == id)
    }

    /// Returns the hook of the whole game whose text stands in a place.
    #[must_use]
    pub fn hook_at(&self, text: Span) -> Option<&ManualEntry> {
        let is_there = |span: Span| span.file == text.file && span.to(text) == span;
        let mut hooks = self
            .entries
            .iter()
            .filter(|one| one.sort == EntrySort::Hook);
        hooks.find(|hook| is_there(hook.span))
    }

    /// Returns the declarations with this name.
    pub fn named<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a ManualEntry> {
        let name = name.to_owned();
        let unnamed = [EntrySort::Hook, EntrySort::Modifier];
        let all = self.entries.iter();
        all.filter(move |entry| entry.name == name && !unnamed.contains(&entry.sort))
    }
}

/// The rulings whose text has a word.
pub(super) fn naming(rulings: &[ListedRuling], word: &str) -> Vec<usize> {
    let all = rulings.iter().enumerate();
    all.filter(|(_, ruling)| ruling.words.contains(&word.to_lowercase()))
        .map(|(nth, _)| nth)
        .collect()
}

fn ruled(path: &str, text: &str) -> Option<ListedRuling> {
    let ruling = read(path, text, &mut Sources::new(), &mut Report::new())?;
    let name = path.strip_suffix(".ruling.yaml").unwrap_or(path);
    let name = name
        .split_once("/rulings/")
        .map_or(name, |(_, below)| below);
    let words = said(&ruling);
    Some(ListedRuling {
        path: path.to_owned(),
        name: name.to_owned(),
        asks: ruling.asks.trim().to_owned(),
        says: ruling.says.trim().to_owned(),
        cites: ruling.cited(),
        words,
    })
}

/// The words that must be somewhere, and those that must not.
fn all_of(among: &OffersCheck) -> impl Iterator<Item = String> + '_ {
    let all = among.some.iter().chain(&among.not);
    all.map(|one| one.text.clone())
}

/// The words of a ruling's name, question, answer, play and checks.
fn said(ruling: &Ruling) -> BTreeSet<String> {
    let mut texts = vec![
        ruling.id.replace('-', " "),
        ruling.asks.clone(),
        ruling.says.clone(),
    ];
    let mut check = |check: &RulingCheck| match check {
        RulingCheck::Expect(conditions) => {
            texts.extend(conditions.iter().map(|one| one.text().to_owned()));
        }
        RulingCheck::Exactly(collections) => {
            for one in collections {
                texts.push(one.of.text().to_owned());
                texts.extend(one.are.iter().map(|member| member.text.clone()));
            }
        }
        RulingCheck::Offers(offered, _) => texts.extend(offered.iter().map(|one| one.text.clone())),
        RulingCheck::Refuses(refused) => {
            texts.extend(refused.iter().map(|one| one.words.text.clone()))
        }
        RulingCheck::Among(among) => texts.extend(all_of(among)),
        RulingCheck::Log(of) => {
            texts.extend(of.iter().flat_map(|(_, _, among)| all_of(among)));
        }
        RulingCheck::Changes(changes) => {
            texts.extend(changes.numbers.iter().map(|(name, _)| name.text.clone()));
        }
        RulingCheck::Next(..) | RulingCheck::Ended(..) | RulingCheck::View(_) => {}
    };
    ruling.end.iter().for_each(&mut check);
    for line in &ruling.play {
        match line {
            PlayLine::Check(one) => check(one),
            PlayLine::Choice(_) | PlayLine::Chance(_) | PlayLine::Settle(..) => {}
        }
    }
    let choices = ruling.play.iter().filter_map(|line| match line {
        PlayLine::Choice(choice) => Some(choice.words.text.clone()),
        PlayLine::Check(_) | PlayLine::Chance(_) | PlayLine::Settle(..) => None,
    });
    texts.extend(choices);
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let words = texts
        .iter()
        .flat_map(|text| text.split(|symbol| !is_word(symbol)));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn entry(item: &Item, lexicon: &Lexicon<'_>, names: &Env) -> ManualEntry {
    let printed = print::items(std::slice::from_ref(item));
    let head = printed.lines().find(|line| !line.starts_with("///"));
    let head = head.unwrap_or_default().trim_end_matches(" {").to_owned();
    let name = item.kind.called();
    ManualEntry {
        sort: item.kind.sort(),
        name: name.to_owned(),
        name_span: item.kind.called_at(),
        doc: item.doc.clone(),
        head,
        does: prose::declaration(&item.kind, lexicon),
        asks: item.kind.prompt().map(str::to_owned),
        span: item.span,
        columns: names.semantics.list(name).map(columns).unwrap_or_default(),
        rows: Vec::new(),
        rulings: Vec::new(),
    }
}

/// Returns the attributes of the rows of a list, each with what its author says of it.
fn columns(list: &TableList) -> Vec<(String, String)> {
    let columns = list.columns.iter();
    let columns = columns.map(|one| (one.name.clone(), one.doc.clone()));
    columns.collect()
}
