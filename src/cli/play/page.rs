//! The page that `view.yaml` asks for, on lines of a width: the others come first, then what all share, then who looks, with
//! what is most important last, just above the question.

use crate::program::ids::LayoutId;
use std::collections::BTreeSet;

use crate::cli::play::board::geometry;
use crate::cli::play::board::geometry::DrawnSpace;
use crate::cli::play::options::plain_words;
use crate::cli::play::paint::Paint;
use crate::cli::play::paper::{in_columns, length, listed};
use crate::cli::start::TableView;
use crate::engine::state::State;
use crate::play::shown;
use crate::play::shown::{
    MarkedWord, MemberRow, MemberRows, PagePart, PartContent, Space, TablePage, ToldValue,
};
use crate::play::vocabulary::spaced;
use crate::program::Program;
use crate::program::layout::BoardLayout;
use crate::rules::ids::{BoardId, PlayerId};
use crate::rules::shown::Form;

/// Between the members of a row and the values of a line.
const BETWEEN: &str = " ·";

/// The context in which a page is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paper {
    /// Characters of a line.
    pub(crate) width: usize,
    /// The colours of the page.
    pub(crate) paint: Paint,
}

/// A panel that somebody asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CalledPanel<'a> {
    /// The player who looks.
    pub(crate) seat: PlayerId,
    /// The player whose panel it is, if it is one that players have.
    pub(crate) whose: PlayerId,
    /// The words for it.
    pub(crate) said: &'a str,
}

/// Whose part of the page is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WantedPart {
    /// The whole page; of others without what is of interest to them alone.
    Page,
    /// All that this player has.
    Of(PlayerId),
}

impl TableView {
    /// Returns what the page of a seat holds.
    pub(crate) fn page(&self, state: &State, seat: PlayerId) -> TablePage {
        shown::page(&self.program, &self.shown, state, seat)
    }

    /// Tells a player's score in parts, as a seat may know them.
    pub(crate) fn score(
        &self,
        page: &TablePage,
        state: &State,
        player: PlayerId,
        on: Paper,
    ) -> String {
        let drawer = self.drawer(state, on);
        let parts = page.scores.get(player.index()).into_iter().flatten();
        drawer.parts(parts, 2)
    }

    fn drawer<'a>(&'a self, state: &'a State, on: Paper) -> PageDrawer<'a> {
        PageDrawer {
            program: &self.program,
            state,
            width: on.width,
            paint: on.paint,
        }
    }

    /// The page of a seat.
    pub(crate) fn draw(
        &self,
        state: &State,
        seat: PlayerId,
        wanted: WantedPart,
        on: Paper,
    ) -> String {
        let page = self.page(state, seat);
        let drawer = self.drawer(state, on);
        let count = page.players.len();
        let mut text = String::from("\n");
        // The question stands below: what matters most to who is asked comes last.
        let seats = (1..=count).map(|n| PlayerId::new((seat.index() + n) % count));
        for player in seats.filter(|player| wanted.includes(*player)) {
            let parts = page.players.get(player.index()).into_iter().flatten();
            let all = player == seat || wanted == WantedPart::Of(player);
            let mut parts: Vec<&PagePart> = parts.filter(|part| all || !part.own).collect();
            if all {
                parts.reverse();
            }
            if player == seat && wanted == WantedPart::Page {
                text.push_str(&drawer.parts(page.table.iter(), 0));
            }
            text.push_str(&drawer.player(player, seat, &parts));
        }
        text
    }

    /// Draws the panels that are called so: by the first words of their headings, or by a label; none where nothing is.
    pub(crate) fn panels(
        &self,
        state: &State,
        said: &CalledPanel<'_>,
        on: Paper,
    ) -> Option<String> {
        let CalledPanel { seat, whose, said } = *said;
        let page = self.page(state, seat);
        let drawer = self.drawer(state, on);
        let own = page.players.get(whose.index()).into_iter().flatten();
        let parts: Vec<&PagePart> = own.chain(&page.table).collect();
        let is_called = |part: &&&PagePart| drawer.is_called(part, said);
        let called = parts.iter().filter(is_called);
        let drawn = called.map(|part| match drawer.part(part, 0) {
            drawn if drawn.is_empty() => format!("{}: nothing\n", drawer.names(part).join(", ")),
            drawn => drawn,
        });
        let drawn: String = drawn.collect();
        (!drawn.is_empty()).then_some(drawn)
    }

    /// Tells what the panels of a player and of the table say of something: behind its label, beside its name, on the map.
    pub(crate) fn said_of(&self, state: &State, seat: PlayerId, said: &str) -> Vec<String> {
        let page = self.page(state, seat);
        let paint = Paint::Plain;
        let drawer = self.drawer(state, Paper { width: 80, paint });
        let own = page.players.get(seat.index()).into_iter().flatten();
        let parts = own.chain(&page.table);
        parts.flat_map(|part| drawer.said_in(part, said)).collect()
    }

    /// Returns the words by which panels are asked for.
    pub(crate) fn panel_names(&self, state: &State, seat: PlayerId) -> Vec<String> {
        let page = self.page(state, seat);
        let paint = Paint::Plain;
        let drawer = self.drawer(state, Paper { width: 80, paint });
        let own = page.players.get(seat.index()).into_iter().flatten();
        let names = own.chain(&page.table).flat_map(|part| drawer.names(part));
        names.collect()
    }
}

impl WantedPart {
    fn includes(self, player: PlayerId) -> bool {
        match self {
            WantedPart::Page => true,
            WantedPart::Of(wanted) => player == wanted,
        }
    }
}

/// Draws parts of a page.
struct PageDrawer<'a> {
    program: &'a Program,
    /// Asked for layouts in use only.
    state: &'a State,
    width: usize,
    paint: Paint,
}

impl PageDrawer<'_> {
    fn player(&self, player: PlayerId, seat: PlayerId, parts: &[&PagePart]) -> String {
        let you = if player == seat { " (you)" } else { "" };
        let parts = self.parts(parts.iter().copied(), 2);
        if parts.is_empty() {
            String::new()
        } else {
            let head = self.paint.head(&format!("{player}{you}"));
            format!("{head}\n{parts}")
        }
    }

    fn parts<'p>(&self, parts: impl Iterator<Item = &'p PagePart>, margin: usize) -> String {
        parts.map(|part| self.part(part, margin)).collect()
    }

    fn part(&self, part: &PagePart, margin: usize) -> String {
        let title = part.title.as_deref();
        match &part.holds {
            PartContent::Line(values) => {
                let told = values.iter().filter_map(|(label, told)| said(label, told));
                let head = title.map_or(String::new(), |title| format!("{title}:"));
                let head = self.paint.head(&head);
                listed(
                    &head,
                    &told.collect::<Vec<_>>(),
                    BETWEEN,
                    margin,
                    self.width,
                )
            }
            PartContent::Rows(rows) => self.rows(title, rows, margin),
            PartContent::Board {
                board,
                copy,
                spaces,
            } => self.board(title, *board, *copy, spaces, margin),
        }
    }

    /// The words by which a panel is asked for: its heading, that of its board, or its labels.
    fn names(&self, part: &PagePart) -> Vec<String> {
        if let Some(title) = &part.title {
            let title = title.split('(').next().unwrap_or(title);
            return vec![plain_words(title)];
        }
        match &part.holds {
            PartContent::Line(values) => {
                let labels = values.iter().map(|(label, _)| plain_words(label));
                labels.filter(|label| !label.is_empty()).collect()
            }
            PartContent::Rows(_) => Vec::new(),
            PartContent::Board { board, .. } => {
                vec![plain_words(&self.program.layout.boards[*board].name)]
            }
        }
    }

    /// Tells what a panel says of something.
    fn said_in(&self, part: &PagePart, said: &str) -> Vec<String> {
        let title = part.title.as_deref().unwrap_or_default();
        match &part.holds {
            PartContent::Line(values) => {
                let values = values.iter().filter(|(label, _)| is_about(label, said));
                let values = values.filter_map(|(label, told)| {
                    let told = value(told);
                    (!told.is_empty()).then(|| format!("{label}: {told}"))
                });
                values.collect()
            }
            PartContent::Rows(rows) => {
                let named = rows.rows.iter().filter(|row| {
                    let name = row.name.as_deref();
                    name.is_some_and(|name| plain_words(name) == said)
                });
                let named = named.map(|row| format!("{title}: {}", member(rows, row)));
                let labels = rows.labels.iter().enumerate();
                let labels = labels.filter(|(_, label)| is_about(label, said));
                let labels = labels.filter_map(|(at, label)| {
                    let told = rows.rows.iter().filter_map(|row| {
                        let nothing = [ToldValue::None, ToldValue::Flag(false)];
                        let told = row.with.get(at).filter(|told| !nothing.contains(told))?;
                        Some(format!("{} {}", row.name.as_ref()?, value(told)))
                    });
                    let told = told.collect::<Vec<_>>().join(" · ");
                    (!told.is_empty()).then(|| format!("{label} ({title}): {told}"))
                });
                named.chain(labels).collect()
            }
            PartContent::Board {
                board,
                copy,
                spaces,
            } => {
                let layout = self.layout_of(*board, *copy);
                let has = |space: &Space| {
                    let mut words = space.marks.iter();
                    words.any(|mark| plain_words(&mark.word) == said)
                };
                let found = spaces.iter().zip(&layout.ids);
                let found = found.filter(|(space, _)| has(space));
                let found: Vec<&str> = found.map(|(_, id)| id.as_str()).collect();
                if found.is_empty() {
                    Vec::new()
                } else {
                    vec![format!("{said} ({title}): {}", found.join(", "))]
                }
            }
        }
    }

    /// The layout that a copy of a board uses.
    fn layout_of(&self, board: BoardId, copy: u32) -> &BoardLayout {
        let board = &self.program.layout.boards[board];
        let copy = if board.per_player { copy } else { 0 };
        let used = LayoutId::from_value(self.state.memory[board.layout_of(copy)]);
        // INVARIANT: a state of these rules names a layout of its board.
        &board.layouts[used]
    }

    fn is_called(&self, part: &PagePart, said: &str) -> bool {
        let begins = |name: &String| {
            let rest = name.strip_prefix(said);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.names(part).iter().any(begins)
    }

    fn rows(&self, title: Option<&str>, rows: &MemberRows, margin: usize) -> String {
        if rows.rows.is_empty() {
            return String::new();
        }
        let marked = rows
            .mark
            .as_ref()
            .filter(|_| rows.rows.iter().any(|row| row.marked));
        let title = match (title, marked) {
            (Some(title), Some(mark)) => format!("{title} (* {mark}):"),
            (Some(title), None) => format!("{title}:"),
            (None, _) => String::new(),
        };
        let title = self.paint.head(&title);
        let unknown = rows.rows.iter().filter(|row| row.name.is_none()).count();
        let members = rows.rows.iter().filter(|row| row.name.is_some());
        let mut members: Vec<String> = members.map(|row| self.member(rows, row)).collect();
        if unknown > 0 {
            members.push(self.paint.dim(&format!("{unknown} hidden")));
        }
        if unknown == rows.rows.len() {
            return listed(&title, &members, BETWEEN, margin, self.width);
        }
        let head = |text: String| {
            if title.is_empty() {
                text
            } else {
                format!("{}{title}\n{text}", " ".repeat(margin))
            }
        };
        match rows.form {
            Form::Row => listed(&title, &members, BETWEEN, margin, self.width),
            Form::Lines => head(in_columns(&members, margin + 2, self.width)),
            Form::Table => head(table(rows, margin + 2, self.width)),
        }
    }

    fn board(
        &self,
        title: Option<&str>,
        board: BoardId,
        copy: u32,
        spaces: &[Space],
        margin: usize,
    ) -> String {
        let layout = self.layout_of(board, copy);
        let board = &self.program.layout.boards[board];
        let cells = spaces.iter().zip(&layout.ids).zip(&layout.at);
        let cells = cells.map(|((space, id), at)| DrawnSpace {
            id: id.clone(),
            at: *at,
            holds: words(&space.marks),
            joined: space.joined,
        });
        let blanks = " ".repeat(margin);
        let indent = margin + 2;
        let drawn = geometry::draw(board.shape, &cells.collect::<Vec<_>>(), self.width - indent);
        let lines: String = drawn
            .lines()
            .map(|line| format!("{}{line}\n", " ".repeat(indent)))
            .collect();
        let name = title.map_or_else(|| spaced(&board.name), str::to_owned);
        let name = self.paint.head(&format!("{name}:"));
        format!("{blanks}{name}\n{lines}") + &self.legend(spaces, indent)
    }

    fn member(&self, rows: &MemberRows, row: &MemberRow) -> String {
        let text = member(rows, row);
        if row.marked {
            self.paint.marked(&text)
        } else {
            text
        }
    }

    /// Returns the legend of the short words on the spaces: each with its full form; empty when there are none.
    fn legend(&self, spaces: &[Space], margin: usize) -> String {
        let marks = spaces.iter().flat_map(|space| &space.marks);
        let short: BTreeSet<&MarkedWord> = marks.filter(|mark| mark.full.is_some()).collect();
        let said = short.into_iter().filter_map(|mark| {
            let full = mark.full.as_ref()?;
            // A piece's name in full begins with its id.
            let rest = full.strip_prefix(mark.word.as_str());
            let begins = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
            Some(if begins {
                full.clone()
            } else {
                format!("{} {full}", mark.word)
            })
        });
        let said: Vec<String> = said.collect();
        if said.is_empty() {
            String::new()
        } else {
            listed("", &said, BETWEEN, margin, self.width)
        }
    }
}

/// Returns true if a label names something, alone or among other words.
fn is_about(label: &str, said: &str) -> bool {
    format!(" {} ", plain_words(label)).contains(&format!(" {said} "))
}

fn words(marks: &[MarkedWord]) -> String {
    let words: Vec<&str> = marks.iter().map(|mark| mark.word.as_str()).collect();
    words.join(" ")
}

/// A value with its label; none for what is not worth a word.
fn said(label: &str, told: &ToldValue) -> Option<String> {
    match told {
        ToldValue::None | ToldValue::Flag(false) => None,
        ToldValue::Flag(true) => Some(label.to_owned()),
        ToldValue::Number(_) | ToldValue::Word(_) | ToldValue::Many(..) | ToldValue::Unknown => {
            let told = value(told);
            Some(if label.is_empty() {
                told
            } else {
                format!("{label} {told}")
            })
        }
    }
}

fn value(told: &ToldValue) -> String {
    match told {
        ToldValue::None => "-".to_owned(),
        ToldValue::Flag(true) => "yes".to_owned(),
        ToldValue::Flag(false) => "no".to_owned(),
        ToldValue::Number(number) => number.to_string(),
        ToldValue::Word(mark) => mark.clone().said(),
        ToldValue::Many(known, unknown) => {
            let known = known.iter().map(|mark| mark.clone().said());
            let hidden = (*unknown > 0).then(|| format!("{unknown} hidden"));
            let all: Vec<String> = known.chain(hidden).collect();
            if all.is_empty() {
                "-".to_owned()
            } else {
                all.join(", ")
            }
        }
        ToldValue::Unknown => "?".to_owned(),
    }
}

/// A member in words: its mark and number, its name, and what is worth telling of it.
fn member(rows: &MemberRows, row: &MemberRow) -> String {
    let mut text = named(rows, row);
    for (label, said) in told_beside(rows, row) {
        let comma = if label.is_empty() { "" } else { "," };
        text.push_str(&format!("{comma} {said}"));
    }
    text
}

/// The words beside a member, for options that name it.
pub(crate) fn beside(rows: &MemberRows, row: &MemberRow) -> Vec<String> {
    told_beside(rows, row).map(|(_, said)| said).collect()
}

/// The values beside a member with their labels. Nothing of a thing is not told.
fn told_beside<'a>(
    rows: &'a MemberRows,
    row: &'a MemberRow,
) -> impl Iterator<Item = (&'a str, String)> {
    let values = rows.labels.iter().zip(&row.with);
    let worth = values.filter(|(_, told)| {
        **told != ToldValue::Number(0) && **told != ToldValue::Many(Vec::new(), 0)
    });
    worth.filter_map(|(label, told)| Some((label.as_str(), said(label, told)?)))
}

/// A member with its mark and number.
fn named(rows: &MemberRows, row: &MemberRow) -> String {
    let mark = match (&rows.mark, row.marked) {
        (None, _) => "",
        (Some(_), true) => "*",
        (Some(_), false) if rows.form == Form::Row => "",
        (Some(_), false) => " ",
    };
    let by = row.by.map_or(String::new(), |by| format!("{by} "));
    format!("{mark}{by}{}", row.name.as_deref().unwrap_or("hidden"))
}

/// A table of the members with the labels above; columns that have no room go on below.
fn table(rows: &MemberRows, margin: usize, width: usize) -> String {
    let names = std::iter::once(String::new()).chain(rows.rows.iter().map(|row| named(rows, row)));
    let names: Vec<String> = names.collect();
    let columns = rows.labels.iter().enumerate().map(|(n, label)| {
        let values = rows.rows.iter().filter_map(|row| row.with.get(n));
        let cells = std::iter::once(label.clone()).chain(values.map(value));
        cells.collect::<Vec<String>>()
    });
    let mut blocks: Vec<Vec<Vec<String>>> = Vec::new();
    let mut used = width;
    for column in columns {
        if used + 2 + widest(&column) > width {
            used = margin + widest(&names);
            blocks.push(Vec::new());
        }
        used += 2 + widest(&column);
        if let Some(block) = blocks.last_mut() {
            block.push(column);
        }
    }
    let blocks = blocks.iter().map(|columns| block(&names, columns, margin));
    blocks.collect()
}

fn widest(cells: &[String]) -> usize {
    cells.iter().map(|cell| length(cell)).max().unwrap_or(0)
}

/// Columns beside the names of the rows.
fn block(names: &[String], columns: &[Vec<String>], margin: usize) -> String {
    let beside = widest(names);
    let lines = names.iter().enumerate().map(|(n, name)| {
        let mut line = format!("{}{name}", " ".repeat(margin));
        line.push_str(&" ".repeat(beside.saturating_sub(length(name))));
        for column in columns {
            let cell = column.get(n).map_or("", String::as_str);
            let blanks = widest(column).saturating_sub(length(cell));
            line.push_str(&format!("  {}{cell}", " ".repeat(blanks)));
        }
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}
