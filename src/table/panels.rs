//! The panels of `view.yaml` for one viewer.

use crate::access::Access;
use crate::game::TableGame;
use crate::things::{Thing, thing};
use ludex_engine::state::State;
use ludex_play::format::ValueFormat;
use ludex_play::shown::{
    self, MarkedWord, MemberRow, MemberRows, PagePart, PartContent, TablePage, ToldValue,
};
use ludex_rules::ids::PlayerId;
use ludex_rules::shown::Form;
use ludex_rules::types::Type;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The panels of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Panels {
    /// The panels that all share.
    pub table: Vec<PanelSeen>,
    /// The panels of each player, by seat.
    pub players: Vec<Vec<PanelSeen>>,
    /// The parts of each player's score, by seat.
    pub scores: Vec<Vec<PanelSeen>>,
}

/// A panel with its caption.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PanelSeen {
    /// The caption above it.
    pub title: Option<String>,
    /// True if it is of interest to its owner alone.
    pub own: bool,
    /// The content below the caption.
    pub content: PanelContent,
}

/// The content of a panel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PanelContent {
    /// Values with their labels.
    Line(Vec<(String, PanelValue)>),
    /// Members with what is told of each.
    Rows(PanelRows),
    /// A board with marks on its spaces.
    Board(PanelBoard),
}

/// Members with what is told of each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PanelRows {
    /// The form in which they are set.
    pub form: PanelForm,
    /// The words of the mark that some of them have.
    pub mark: Option<String>,
    /// The labels of what is told.
    pub labels: Vec<String>,
    /// The kind of members that are pieces, by which unknown ones have a back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<u32>,
    /// The members in their order.
    pub rows: Vec<PanelRow>,
}

/// The form in which members are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PanelForm {
    /// One after the other.
    Row,
    /// Each on a line of its own.
    Lines,
    /// A table with the labels above.
    Table,
}

/// A member with what is told of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PanelRow {
    /// The thing that it is.
    pub thing: Option<Thing>,
    /// Its name; none of a piece that the viewer does not know.
    pub name: Option<String>,
    /// The number before it.
    pub by: Option<i32>,
    /// True if it has the mark.
    pub marked: bool,
    /// The values told of it, one for each label.
    pub values: Vec<PanelValue>,
}

/// A board with what is written on its spaces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PanelBoard {
    /// The number of the board.
    pub board: u32,
    /// The number of its first space.
    pub first: u32,
    /// Its spaces in their order.
    pub spaces: Vec<PanelSpace>,
}

/// A space with what is written on it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PanelSpace {
    /// The marks on it, the most important first.
    pub marks: Vec<MarkText>,
    /// It is drawn as one with those beside it that have the same number.
    pub joined: Option<i32>,
}

/// A short word with what it stands for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MarkText {
    /// As it is written.
    pub word: String,
    /// In full, where there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<String>,
    /// The thing that it stands for, by which it has an icon and a colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thing: Option<Thing>,
}

/// A value of a panel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PanelValue {
    /// There is no value.
    None,
    /// A flag, told as yes or no.
    Flag(bool),
    /// A plain number, as it is.
    Number(i32),
    /// A word with its meaning.
    Word(MarkText),
    /// Several words, and how many pieces the viewer does not know.
    Many(Vec<MarkText>, u32),
    /// It depends on what the viewer can't know.
    Unknown,
}

/// Returns the panels for a viewer; none of a game that has no panels.
pub(super) fn panels(game: &TableGame, state: &State, access: Access) -> Panels {
    let Some((program, shown)) = &game.panels else {
        return Panels::default();
    };
    let writer = PanelWriter {
        words: access.words(program, state),
    };
    let of_seat = |seat: PlayerId| writer.panels(shown::page(program, shown, state, seat));
    match access {
        Access::Seat(seat) => of_seat(PlayerId::numbered(seat)).without_own(access.seat()),
        Access::Spectator => writer
            .panels(shown::common_page(program, shown, state))
            .without_own(None),
        Access::Full => full(PlayerId::first(state.players).map(of_seat), state),
    }
}

impl Panels {
    /// Leaves out what is of interest to its owner alone, of all but one player.
    fn without_own(mut self, seat: Option<PlayerId>) -> Panels {
        for (player, panels) in self.players.iter_mut().enumerate() {
            panels.retain(|panel| !panel.own || seat.is_some_and(|seat| seat.index() == player));
        }
        self
    }
}

/// Everybody's panels as their owners read them; those of the table as the player who is asked does.
fn full(all: impl Iterator<Item = Panels>, state: &State) -> Panels {
    let asked = state.pending.map_or(0, |pending| pending.player.index());
    let mut full = Panels::default();
    for (seat, mut panels) in all.enumerate() {
        let own = |parts: &mut Vec<Vec<PanelSeen>>| {
            parts.get_mut(seat).map(std::mem::take).unwrap_or_default()
        };
        full.players.push(own(&mut panels.players));
        full.scores.push(own(&mut panels.scores));
        if seat == asked || seat == 0 {
            full.table = panels.table;
        }
    }
    full
}

struct PanelWriter<'a> {
    words: ValueFormat<'a>,
}

impl PanelWriter<'_> {
    fn panels(&self, page: TablePage) -> Panels {
        let of_players =
            |all: Vec<Vec<PagePart>>| all.into_iter().map(|parts| self.parts(parts)).collect();
        Panels {
            table: self.parts(page.table),
            players: of_players(page.players),
            scores: of_players(page.scores),
        }
    }

    fn parts(&self, parts: Vec<PagePart>) -> Vec<PanelSeen> {
        parts.into_iter().map(|part| self.part(part)).collect()
    }

    fn part(&self, part: PagePart) -> PanelSeen {
        let content = match part.holds {
            PartContent::Line(values) => PanelContent::Line(
                values
                    .into_iter()
                    .map(|(label, told)| (label, self.value(told)))
                    .collect(),
            ),
            PartContent::Rows(rows) => PanelContent::Rows(self.rows(rows)),
            PartContent::Board {
                board,
                copy,
                spaces,
            } => {
                let declared = &self.words.program().layout.boards[board];
                let spaces = spaces.into_iter().map(|space| PanelSpace {
                    marks: space.marks.into_iter().map(|one| self.mark(one)).collect(),
                    joined: space.joined,
                });
                PanelContent::Board(PanelBoard {
                    board: board.number(),
                    first: declared.first + copy * declared.capacity,
                    spaces: spaces.collect(),
                })
            }
        };
        PanelSeen {
            title: part.title,
            own: part.own,
            content,
        }
    }

    fn rows(&self, rows: MemberRows) -> PanelRows {
        let of = rows.of;
        let members = rows.rows.into_iter().map(|row| self.row(&of, row));
        PanelRows {
            form: match rows.form {
                Form::Row => PanelForm::Row,
                Form::Lines => PanelForm::Lines,
                Form::Table => PanelForm::Table,
            },
            mark: rows.mark,
            labels: rows.labels,
            kind: if let Type::Piece(kind) = &of {
                Some(kind.number())
            } else {
                None
            },
            rows: members.collect(),
        }
    }

    fn row(&self, of: &Type, row: MemberRow) -> PanelRow {
        PanelRow {
            thing: row.member.and_then(|member| thing(&self.words, of, member)),
            name: row.name,
            by: row.by,
            marked: row.marked,
            values: row.with.into_iter().map(|told| self.value(told)).collect(),
        }
    }

    fn value(&self, told: ToldValue) -> PanelValue {
        match told {
            ToldValue::None => PanelValue::None,
            ToldValue::Flag(flag) => PanelValue::Flag(flag),
            ToldValue::Number(number) => PanelValue::Number(number),
            ToldValue::Word(word) => PanelValue::Word(self.mark(word)),
            ToldValue::Many(known, unknown) => {
                let known = known.into_iter().map(|one| self.mark(one));
                PanelValue::Many(known.collect(), unknown as u32)
            }
            ToldValue::Unknown => PanelValue::Unknown,
        }
    }

    fn mark(&self, mark: MarkedWord) -> MarkText {
        let value = mark.value.as_ref();
        MarkText {
            thing: value.and_then(|(ty, value)| thing(&self.words, ty, *value)),
            word: mark.word,
            full: mark.full,
        }
    }
}
