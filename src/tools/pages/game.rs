//! The page of a game.

use crate::manual::{EntrySort, Manual, ManualCell, ManualEntry, ManualRow};
use crate::prose;
use ludex_markup::{Block, Document, Inline, Text, anchor, broken, code, plain, ticked};
use ludex_source::Sources;

/// Sections in the order of the page: what is asked at the table first.
const SECTIONS: &[(&str, &[EntrySort])] = &[
    ("Options", &[EntrySort::Option]),
    ("Actions", &[EntrySort::Action]),
    ("Course of play", &[EntrySort::Setup, EntrySort::Play]),
    ("Tracks", &[EntrySort::Track]),
    ("Effects", &[EntrySort::Effect]),
    ("Always in force", &[EntrySort::Hook, EntrySort::Modifier]),
    ("Queries", &[EntrySort::Query]),
];

/// The sections that need only a table of declarations.
const THINGS: &[(&str, EntrySort)] = &[
    ("Boards", EntrySort::Board),
    ("Places", EntrySort::Place),
    ("Variables", EntrySort::Var),
    ("Words", EntrySort::Enum),
    ("Lookup tables", EntrySort::Table),
    ("Moments", EntrySort::Moment),
];

/// The page of a game's manual.
#[must_use]
pub fn game(manual: &Manual, sources: &Sources) -> Document {
    let mut blocks = Vec::new();
    let (least, most) = &manual.players;
    let players = if least == most {
        format!("{least} players")
    } else {
        format!("{least} to {most} players")
    };
    blocks.push(Block::Paragraph(plain(
        format!("{} {players}.", manual.about).trim(),
    )));
    tables(manual, &mut blocks);
    ends(manual, &mut blocks);
    for (title, sorts) in SECTIONS {
        section(manual, sources, title, sorts, &mut blocks);
    }
    for (title, sort) in THINGS {
        things(manual, title, *sort, &mut blocks);
    }
    rulings(manual, &mut blocks);
    Document {
        title: manual.title.clone(),
        blocks,
    }
}

fn heading(title: &str) -> Block {
    Block::Heading(2, plain(title), anchor(title))
}

/// The rows of each kind and record.
fn tables(manual: &Manual, blocks: &mut Vec<Block>) {
    let kinds = manual.entries.iter();
    for entry in kinds.filter(|entry| matches!(entry.sort, EntrySort::Kind | EntrySort::Record)) {
        blocks.push(heading(&entry.name));
        if !entry.doc.is_empty() {
            blocks.push(Block::Paragraph(ticked(&entry.doc)));
        }
        let explained: Vec<_> = entry
            .columns
            .iter()
            .filter(|(_, doc)| !doc.is_empty())
            .collect();
        if !explained.is_empty() {
            let rows = explained.iter();
            let rows = rows
                .map(|(name, doc)| vec![code(name.as_str()), ticked(doc)])
                .collect();
            blocks.push(Block::Table(vec![plain("attribute"), plain("means")], rows));
        }
        if entry.rows.is_empty() {
            blocks.push(Block::Code(entry.head.clone()));
        } else {
            blocks.push(table(manual, entry));
        }
    }
}

/// A column for each attribute that some row fills with data, one for what the rows do, one for rulings.
fn table(manual: &Manual, entry: &ManualEntry) -> Block {
    let filled = |name: &str| {
        let cells = entry.rows.iter().flat_map(|row| &row.cells);
        cells
            .into_iter()
            .any(|cell| cell.name == name && !cell.is_rules)
    };
    let columns: Vec<&str> = entry
        .columns
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| filled(name))
        .collect();
    let does = entry
        .rows
        .iter()
        .any(|row| row.cells.iter().any(|cell| cell.is_rules));
    let about = entry.rows.iter().any(|row| !row.rulings.is_empty());
    let mut head = vec![plain(entry.name.as_str())];
    head.extend(columns.iter().map(|name| plain(name.replace('_', " "))));
    head.extend(does.then(|| plain("does")));
    head.extend(about.then(|| plain("rulings")));
    let line = |row: &ManualRow| {
        let mut cells = vec![code(row.id.as_str())];
        cells.extend(columns.iter().map(|name| data(row, name)));
        cells.extend(does.then(|| texts(row)));
        cells.extend(about.then(|| pinned(manual, &row.rulings)));
        cells
    };
    Block::Table(head, entry.rows.iter().map(line).collect())
}

fn data(row: &ManualRow, name: &str) -> Text {
    let cell = row
        .cells
        .iter()
        .find(|cell| cell.name == name && !cell.is_rules);
    cell.map_or(Text::new(), |cell| plain(cell.text.as_str()))
}

/// All texts of a row: when, then what.
fn texts(row: &ManualRow) -> Text {
    let mut text = Text::new();
    for cell in row.cells.iter().filter(|cell| cell.is_rules) {
        if !text.is_empty() {
            text.push(Inline::Break(0));
        }
        if let Some(short) = cell.short() {
            text.push(Inline::Plain(short.to_owned()));
            continue;
        }
        if !cell.label.is_empty() {
            text.push(Inline::Plain(format!("{}: ", prose::capital(&cell.label))));
        }
        text.extend(said(cell));
    }
    text
}

fn said(cell: &ManualCell) -> Text {
    if cell.does.is_empty() {
        code(cell.text.as_str())
    } else {
        broken(&cell.does)
    }
}

/// Links to rulings; of many, the first and how many more.
fn pinned(manual: &Manual, rulings: &[usize]) -> Text {
    const MOST: usize = 6;
    let mut text = Text::new();
    for nth in rulings.iter().take(MOST) {
        if !text.is_empty() {
            text.push(Inline::Plain(", ".into()));
        }
        let name = &manual.rulings[*nth].name;
        let short = name.rsplit('/').next().unwrap_or(name);
        text.push(Inline::Link(
            short.to_owned(),
            format!("ruling-{}", anchor(name)),
        ));
    }
    if rulings.len() > MOST {
        text.push(Inline::Plain(format!(" and {} more", rulings.len() - MOST)));
    }
    text
}

fn ends(manual: &Manual, blocks: &mut Vec<Block>) {
    blocks.push(heading("End and victory"));
    blocks.push(Block::List(manual.ends.clone()));
    let results = manual
        .entries
        .iter()
        .filter(|entry| entry.sort == EntrySort::Result);
    for result in results {
        blocks.push(Block::List(result.does.clone()));
    }
}

/// A heading for each entry, with its words and its rulings.
fn section(
    manual: &Manual,
    sources: &Sources,
    title: &str,
    sorts: &[EntrySort],
    blocks: &mut Vec<Block>,
) {
    let entries: Vec<&ManualEntry> = manual
        .entries
        .iter()
        .filter(|entry| sorts.contains(&entry.sort))
        .collect();
    if entries.is_empty() {
        return;
    }
    blocks.push(heading(title));
    for entry in entries {
        let at = sources.line_col(entry.span.file, entry.span.start).line;
        let name = format!("{}-{}-{at}", anchor(title), anchor(&entry.name));
        blocks.push(Block::Heading(3, code(entry.name.as_str()), name));
        if !entry.doc.is_empty() {
            blocks.push(Block::Paragraph(ticked(&entry.doc)));
        }
        blocks.push(Block::Code(entry.head.clone()));
        if !entry.does.is_empty() {
            blocks.push(Block::List(entry.does.clone()));
        }
        if !entry.rulings.is_empty() {
            let mut text = plain("Rulings: ");
            text.extend(pinned(manual, &entry.rulings));
            blocks.push(Block::Paragraph(text));
        }
    }
}

fn things(manual: &Manual, title: &str, sort: EntrySort, blocks: &mut Vec<Block>) {
    let entries = manual.entries.iter().filter(|entry| entry.sort == sort);
    let rows: Vec<Vec<Text>> = entries
        .map(|entry| vec![code(entry.head.as_str()), ticked(&entry.doc)])
        .collect();
    if !rows.is_empty() {
        blocks.push(heading(title));
        blocks.push(Block::Table(vec![plain("declared"), plain("means")], rows));
    }
    let entries = manual.entries.iter().filter(|entry| entry.sort == sort);
    for entry in entries.filter(|entry| entry.rows.len() > 1) {
        blocks.push(table(manual, entry));
    }
}

fn rulings(manual: &Manual, blocks: &mut Vec<Block>) {
    if manual.rulings.is_empty() {
        return;
    }
    blocks.push(heading("Rulings"));
    for ruling in &manual.rulings {
        let name = format!("ruling-{}", anchor(&ruling.name));
        blocks.push(Block::Heading(3, plain(ruling.name.as_str()), name));
        let mut text = plain(format!("{} {}", ruling.asks, ruling.says));
        if !ruling.cites.is_empty() {
            text.push(Inline::Plain(format!(" ({})", ruling.cites.join(", "))));
        }
        blocks.push(Block::Paragraph(text));
    }
}
