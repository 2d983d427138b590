//! The reference manual of a game: its declarations, with their texts in words, their rows, and the rulings about each.
//!
//! Enters: the parsed files of a game that has no mistake, and its rulings as texts. Leaves: plain data, in the order in
//! which things were written. Never here: Markdown, HTML, a screen.

mod asked;

mod card;

mod ends;

mod layouts;

mod rows;

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::prose;
use crate::prose::Lexicon;
use crate::prose::TextScope;
use crate::prose::ValueWords;
use crate::rulings::Ruling;
use crate::rulings::read;
use crate::rulings::ruling::OffersCheck;
use crate::rulings::ruling::PlayLine;
use crate::rulings::ruling::RulingCheck;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_markup::Line;
use ludex_report::Report;
use ludex_source::Sources;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::print;

pub use asked::ConditionWords;
pub use card::Card;
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
    /// The nouns of variables and tracks that have one, in the plural, by their names.
    pub variables: BTreeMap<String, String>,
    /// The values of enums that have words of their own.
    pub values: Vec<ValueWords>,
    /// Conditions that actions require and their parts, in words, by where they stand.
    pub asked: ConditionWords,
}

/// The sort of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the language's own word")]
pub enum EntrySort {
    Option,
    Kind,
    Record,
    Action,
    Effect,
    Query,
    Hook,
    Modifier,
    Track,
    Var,
    Place,
    Board,
    Enum,
    Table,
    Moment,
    Setup,
    Play,
    Result,
    Heuristic,
    Demand,
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
        let rulings: Vec<ListedRuling> = rulings.iter().filter_map(ruled).collect();
        let lexicon = Lexicon::new(files, names);
        let items = || files.rules.iter().flat_map(|file| &file.items);
        let mut entries: Vec<ManualEntry> = items().map(|item| entry(item, &lexicon)).collect();
        rows::fill(&mut entries, files, &lexicon, sources);
        layouts::fill(&mut entries, files, &lexicon, sources);
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
            ends: ends::ends(files, &lexicon),
            ranks: ranks(files, &lexicon),
            rulings,
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

fn ruled((path, text): &(String, String)) -> Option<ListedRuling> {
    let ruling = read(path, text, &mut Sources::new(), &mut Report::new())?;
    let name = path.strip_suffix(".ruling.yaml").unwrap_or(path);
    let name = name
        .split_once("/rulings/")
        .map_or(name, |(_, below)| below);
    let words = said(&ruling);
    Some(ListedRuling {
        path: path.clone(),
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

fn entry(item: &ast::Item, lexicon: &Lexicon<'_>) -> ManualEntry {
    let (sort, name, name_span) = named(&item.kind);
    let printed = print::items(std::slice::from_ref(item));
    let head = printed.lines().find(|line| !line.starts_with("///"));
    let head = head.unwrap_or_default().trim_end_matches(" {").to_owned();
    ManualEntry {
        sort,
        name: name.to_owned(),
        name_span,
        doc: item.doc.clone(),
        head,
        does: does(&item.kind, lexicon),
        asks: asks(&item.kind),
        span: item.span,
        columns: item.kind.as_kind().map(columns).unwrap_or_default(),
        rows: Vec::new(),
        rulings: Vec::new(),
    }
}

/// Returns the sort of a declaration, its name, and where the name stands if it has one of its own.
fn named(kind: &ItemKind) -> (EntrySort, &str, Option<Span>) {
    let (sort, name) = match kind {
        ItemKind::Enum(one) => (EntrySort::Enum, &one.name),
        ItemKind::Option(one) => (EntrySort::Option, &one.name),
        ItemKind::Kind(one) if one.is_record => (EntrySort::Record, &one.name),
        ItemKind::Kind(one) => (EntrySort::Kind, &one.name),
        ItemKind::Place(one) => (EntrySort::Place, &one.name),
        ItemKind::Board(one) => (EntrySort::Board, &one.name),
        ItemKind::Var(one) => (EntrySort::Var, &one.name),
        ItemKind::Track(one) => (EntrySort::Track, &one.name),
        ItemKind::Table(one) => (EntrySort::Table, &one.name),
        ItemKind::Moment(name) => (EntrySort::Moment, name),
        ItemKind::Effect(one) => (EntrySort::Effect, &one.name),
        ItemKind::Query(one) => (EntrySort::Query, &one.name),
        ItemKind::Action(one) => (EntrySort::Action, &one.name),
        ItemKind::Hook(one) => (EntrySort::Hook, &one.effect),
        ItemKind::Modifier(one) => (EntrySort::Modifier, &one.query),
        ItemKind::Setup(_) => return (EntrySort::Setup, "setup", None),
        ItemKind::Play(_) => return (EntrySort::Play, "play", None),
        ItemKind::Result(_) => return (EntrySort::Result, "result", None),
        ItemKind::Heuristic(_) => return (EntrySort::Heuristic, "heuristic", None),
        ItemKind::Demand(_) => return (EntrySort::Demand, "require", None),
    };
    (sort, &name.text, Some(name.span))
}

fn does(kind: &ItemKind, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let line = |text: String| vec![Line { depth: 0, text }];
    match kind {
        ItemKind::Effect(one) => prose::block(&one.body, lexicon, of(&one.params)),
        ItemKind::Action(one) => prose::action(one, lexicon),
        ItemKind::Query(one) => {
            let value = prose::value(&one.body, lexicon, of(&one.params));
            line(format!("{value}."))
        }
        ItemKind::Hook(_) | ItemKind::Modifier(_) => prose::reaction(kind, lexicon, None),
        ItemKind::Setup(body) | ItemKind::Play(body) => {
            prose::block(body, lexicon, TextScope::default())
        }
        ItemKind::Track(track) => track
            .parts
            .iter()
            .flat_map(|part| along(part, lexicon))
            .collect(),
        ItemKind::Result(result) => {
            let ranks = result.ranks.iter().enumerate();
            let ranks = ranks.map(|(nth, rank)| ranked(nth, rank, lexicon));
            let wins = result.wins.iter().map(|cond| winning(cond, lexicon));
            ranks.chain(wins).collect()
        }
        ItemKind::Heuristic(value) => {
            let value = prose::value(value, lexicon, TextScope::default());
            line(format!("Bots value a position by {value}."))
        }
        ItemKind::Demand(one) => {
            let value = prose::value(&one.cond, lexicon, TextScope::default());
            line(format!("In every given position {value}."))
        }
        ItemKind::Enum(_)
        | ItemKind::Option(_)
        | ItemKind::Kind(_)
        | ItemKind::Place(_)
        | ItemKind::Board(_)
        | ItemKind::Var(_)
        | ItemKind::Table(_)
        | ItemKind::Moment(_) => Vec::new(),
    }
}

fn of(params: &[ast::Param]) -> TextScope<'_> {
    TextScope { params, this: None }
}

fn asks(kind: &ItemKind) -> Option<String> {
    if let ItemKind::Action(action) = kind {
        action.prompt.clone()
    } else {
        None
    }
}

/// The numbers by which players are ranked, in words.
fn ranks(files: &GameFiles, lexicon: &Lexicon<'_>) -> Vec<String> {
    let items = files.rules.iter().flat_map(|file| &file.items);
    let ranks = items.flat_map(|item| {
        if let ItemKind::Result(result) = &item.kind {
            result.ranks.as_slice()
        } else {
            &[]
        }
    });
    ranks
        .map(|rank| prose::label(&rank.value, lexicon))
        .collect()
}

fn ranked(nth: usize, rank: &ast::RankBy, lexicon: &Lexicon<'_>) -> Line {
    let value = prose::label(&rank.value, lexicon);
    // What is computed is a number of its own, not so many of something.
    let is_count = matches!(
        &*rank.value.kind,
        ast::ExprKind::Name(_) | ast::ExprKind::Call(..)
    );
    let value = match (is_count, rank.low_wins) {
        (true, true) => format!("the fewest {value}"),
        (true, false) => format!("the most {value}"),
        (false, true) => format!("the lowest number: {value}"),
        (false, false) => format!("the highest number: {value}"),
    };
    let text = match (nth, is_count) {
        (0, true) => format!("Whoever has {value} wins."),
        (0, false) => format!("The winner has {value}."),
        _ => format!("Among equals, whoever has {value}."),
    };
    Line { depth: 0, text }
}

fn winning(cond: &ast::Expr, lexicon: &Lexicon<'_>) -> Line {
    let cond = prose::condition(cond, lexicon, TextScope::default());
    let text = format!("You can win only if {cond}.");
    Line { depth: 0, text }
}

/// A rule of a track: its head, and what it does under it.
fn along(part: &ast::TrackPart, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let (head, body) = match part {
        ast::TrackPart::Gate { at, cond } => {
            let cond = prose::condition(cond, lexicon, TextScope::default());
            (
                format!("Not beyond {} as long as {cond}.", print::expr(at)),
                None,
            )
        }
        ast::TrackPart::Beyond { extra, body } => (
            format!("Steps that are lost (`{}`):", extra.text),
            Some(body),
        ),
        ast::TrackPart::At { space, how, body } => {
            let how = how.as_ref().map_or("", |how| how.text.as_str());
            let how = match how {
                "" => String::new(),
                "first" => ", for the first player there".into(),
                other => format!(", {other}"),
            };
            (format!("At {}{how}:", print::expr(space)), Some(body))
        }
    };
    let inner = body.map_or(Vec::new(), |body| {
        prose::block(body, lexicon, TextScope::default())
    });
    let inner = inner.into_iter().map(|line| Line {
        depth: line.depth + 1,
        ..line
    });
    std::iter::once(Line {
        depth: 0,
        text: head,
    })
    .chain(inner)
    .collect()
}

fn columns(kind: &ast::Kind) -> Vec<(String, String)> {
    let attributes = kind.members.iter().filter_map(|member| match &member.kind {
        ast::MemberKind::Attribute(one) => Some((one.name.text.clone(), member.doc.clone())),
        ast::MemberKind::Field(_)
        | ast::MemberKind::Place(_)
        | ast::MemberKind::Home(_)
        | ast::MemberKind::Active { .. }
        | ast::MemberKind::Join { .. }
        | ast::MemberKind::Demand(_) => None,
    });
    attributes.collect()
}
