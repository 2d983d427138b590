//! A position as a page for people: what `view.yaml` says is shown, as far as one player may know it.
//!
//! Every value is asked on that player's behalf, as an explanation is; one that depends on what they can't know is `Unknown`.

use crate::format::{Sight, UNKNOWN, ValueFormat};
use crate::state_json::as_seen;
use crate::vocabulary::{piece_name, spaced};
use ludex_compile::Lookup;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::game::NONE;
use ludex_rules::ids::{BoardId, KindId, PlayerId};
use ludex_rules::shown::{Body, Each, Form, Members, Named, OnBoard, Panel, Shown};
use ludex_rules::types::Type;

/// The page of one player.
#[derive(Debug, Clone)]
pub struct TablePage {
    /// The parts that all share.
    pub table: Vec<PagePart>,
    /// The parts of each player, by seat.
    pub players: Vec<Vec<PagePart>>,
    /// The parts of each player's score, by seat.
    pub scores: Vec<Vec<PagePart>>,
}

/// A part of a page.
#[derive(Debug, Clone)]
pub struct PagePart {
    /// The caption above it or before it.
    pub title: Option<String>,
    /// Of interest to its owner alone.
    pub own: bool,
    /// The content below the caption.
    pub holds: PartContent,
}

/// The content of a part.
#[derive(Debug, Clone)]
pub enum PartContent {
    /// Values with their labels.
    Line(Vec<(String, ToldValue)>),
    /// Members with what is told of each.
    Rows(MemberRows),
    /// A board with its spaces.
    Board {
        /// The number of the board.
        board: BoardId,
        /// Whose, of those that each player has.
        copy: u32,
        /// Its spaces, in their order.
        spaces: Vec<Space>,
    },
}

/// Members with what is told of each.
#[derive(Debug, Clone)]
pub struct MemberRows {
    /// The form in which they are set.
    pub form: Form,
    /// The type of the members.
    pub of: Type,
    /// Tells what is told of a member with the options that name it.
    pub leads: bool,
    /// The words of the mark.
    pub mark: Option<String>,
    /// The labels of what is told.
    pub labels: Vec<String>,
    /// The members, in order.
    pub rows: Vec<MemberRow>,
}

/// A member with what is told of it.
#[derive(Debug, Clone)]
pub struct MemberRow {
    /// The member's number; none for a piece that the reader does not know.
    pub member: Option<i32>,
    /// The number before it.
    pub by: Option<i32>,
    /// The flag of a member that has the mark.
    pub marked: bool,
    /// Its name; none for a piece that the reader does not know.
    pub name: Option<String>,
    /// The values told of it, one for each label.
    pub with: Vec<ToldValue>,
}

/// A space of a board.
#[derive(Debug, Clone)]
pub struct Space {
    /// The marks written on it, the most important first.
    pub marks: Vec<MarkedWord>,
    /// It is drawn as one with those beside it that have the same.
    pub joined: Option<i32>,
}

/// A word with what it stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MarkedWord {
    /// As it is written.
    pub word: String,
    /// The full wording it stands for, when there is more to say than the word.
    pub full: Option<String>,
    /// The value that it stands for, with its type; none of a word that stands for no value.
    pub value: Option<(Type, i32)>,
}

/// A value as it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToldValue {
    /// `none`, of an optional value
    None,
    /// `true` or `false`, told as yes or no
    Flag(bool),
    /// A plain number, as it is.
    Number(i32),
    /// A word for a piece, a player, a space or a value of an enum.
    Word(MarkedWord),
    /// The values of a set, or the pieces of a place and how many of them the reader does not know.
    Many(Vec<MarkedWord>, usize),
    /// It depends on what the reader can't know.
    Unknown,
}

/// The page of a player. The program is the game's own with what is asked for the page.
#[must_use]
pub fn page(program: &Program, shown: &Shown<Lookup>, state: &State, seat: PlayerId) -> TablePage {
    let words = ValueFormat::to(program, state, seat);
    read_page(shown, words, &[seat])
}

/// The page of somebody who knows what all players know: a value that one of them can't know is unknown.
#[must_use]
pub fn common_page(program: &Program, shown: &Shown<Lookup>, state: &State) -> TablePage {
    let words = ValueFormat::with_sight(program, state, Sight::Common);
    let readers: Vec<PlayerId> = PlayerId::first(state.players).collect();
    read_page(shown, words, &readers)
}

/// Makes the page for readers, one of whom there is at least, who read it in these words.
fn read_page(shown: &Shown<Lookup>, words: ValueFormat<'_>, readers: &[PlayerId]) -> TablePage {
    let (program, state) = (words.program, words.state);
    let first = readers.first().copied().unwrap_or_default();
    let (mut copy, mut work) = (state.clone(), Work::default());
    let mut reader = PageReader {
        words,
        names: &shown.words,
        short: &shown.short,
        machine: Machine::asked_by(program, &mut copy, &mut work, first),
        readers,
        you: first,
    };
    let table = reader.parts(&shown.table);
    let mut of_each = |panels: &[Panel<Lookup>]| {
        let parts = PlayerId::first(state.players).map(|player| {
            reader.you = player;
            reader.parts(panels)
        });
        parts.collect()
    };
    TablePage {
        table,
        players: of_each(&shown.players),
        scores: of_each(&shown.score),
    }
}

/// Returns the numbers by which the result ranks each player, as one player may know them: the score, then the tie-breaks.
#[must_use]
pub fn ranking(program: &Program, state: &State, seat: PlayerId) -> Vec<Vec<Option<i32>>> {
    let (mut copy, mut work) = (state.clone(), Work::default());
    let mut machine = Machine::asked_by(program, &mut copy, &mut work, seat);
    let mut of = |player: PlayerId| {
        let numbers = program.ranks.iter();
        let known = numbers.map(|(value, _, slots)| {
            let value = machine.known_value(&[player.value()], *value, *slots);
            value.filter(|value| *value != NONE)
        });
        known.collect()
    };
    PlayerId::first(state.players).map(&mut of).collect()
}

/// Asks for a page.
struct PageReader<'a> {
    words: ValueFormat<'a>,
    /// Words that stand for values.
    names: &'a [Named],
    /// Shorter ones for the spaces of boards.
    short: &'a [Named],
    machine: Machine<'a>,
    /// Those who read it: what one of them can't know, it does not tell.
    readers: &'a [PlayerId],
    /// Whose panels are being made.
    you: PlayerId,
}

impl PageReader<'_> {
    fn parts(&mut self, panels: &[Panel<Lookup>]) -> Vec<PagePart> {
        panels.iter().filter_map(|panel| self.part(panel)).collect()
    }

    fn part(&mut self, panel: &Panel<Lookup>) -> Option<PagePart> {
        if let Some(when) = &panel.when
            && self.ask(when, None) == Some(0)
        {
            return None;
        }
        let holds = match &panel.body {
            Body::Line(values) => PartContent::Line(self.labelled(values, None)),
            Body::Each(each) => PartContent::Rows(self.rows(each)),
            Body::Board(drawn) => self.board(drawn),
        };
        Some(PagePart {
            title: panel.title.clone(),
            own: panel.own,
            holds,
        })
    }

    /// A value about nothing or a member; none when the reader can't know it.
    fn ask(&mut self, asked: &Lookup, member: Option<i32>) -> Option<i32> {
        let you = self.you.value();
        let (bound, count) = match member {
            Some(member) => ([you, member], 2),
            None => ([you, NONE], 1),
        };
        let mut value = None;
        for reader in self.readers {
            if self.readers.len() > 1 {
                self.machine.ask_for(*reader);
            }
            let known = self
                .machine
                .known_value(&bound[..count], asked.node, asked.slots);
            value = Some(known?);
        }
        value
    }

    fn holds(&mut self, asked: &Option<Lookup>, member: i32) -> bool {
        let asked = asked.as_ref();
        asked.is_none_or(|asked| {
            self.ask(asked, Some(member))
                .is_some_and(|holds| holds != 0)
        })
    }

    fn labelled(
        &mut self,
        values: &[(String, Lookup)],
        member: Option<i32>,
    ) -> Vec<(String, ToldValue)> {
        values
            .iter()
            .map(|(label, asked)| (label.clone(), self.told(asked, member)))
            .collect()
    }

    fn told(&mut self, asked: &Lookup, member: Option<i32>) -> ToldValue {
        let Some(value) = self.ask(asked, member) else {
            return ToldValue::Unknown;
        };
        if value == NONE {
            return ToldValue::None;
        }
        let ty = asked.ty.required();
        match ty {
            Type::Int => ToldValue::Number(value),
            Type::Bool => ToldValue::Flag(value != 0),
            Type::Place(kind) => self.pieces(*kind, value),
            Type::Set(of) => {
                let of = Type::Enum(*of);
                let members = (0..u32::BITS - 1).filter(|n| value >> n & 1 != 0);
                let marks = members.filter_map(|n| self.named(&of, n as i32));
                ToldValue::Many(marks.collect(), 0)
            }
            Type::Text
            | Type::Enum(_)
            | Type::Player
            | Type::Piece(_)
            | Type::Row(_)
            | Type::Space(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => {
                let word = self.named(ty, value);
                word.map_or(ToldValue::Unknown, ToldValue::Word)
            }
        }
    }

    /// A value by the short word for it, and what that stands for; none for a piece that the reader does not know.
    fn named(&self, ty: &Type, value: i32) -> Option<MarkedWord> {
        let id = self.words.word(ty, value);
        if id == UNKNOWN {
            return None;
        }
        let find = |names: &[Named]| {
            let mut names = names.iter();
            let found = names.find(|named| named.ty == *ty && named.value == value);
            found.map(|named| named.word.clone())
        };
        let full = find(self.names).or_else(|| {
            if matches!(ty, Type::Piece(_)) {
                self.title(value)
            } else if matches!(ty, Type::Space(_)) {
                self.words.numbered_space(value)
            } else {
                None
            }
        });
        let is_space = matches!(ty, Type::Space(_));
        let word = if is_space { id } else { spaced(&id) };
        Some(MarkedWord {
            word: find(self.short).unwrap_or(word),
            full,
            value: Some((ty.clone(), value)),
        })
    }

    /// The pieces of a place.
    fn pieces(&self, kind: KindId, place: i32) -> ToldValue {
        let pieces = SpotId::of(place).map_or(Vec::new(), |place| as_seen(&self.words, place));
        let unknown = pieces.iter().filter(|piece| piece.is_none()).count();
        let known = pieces.into_iter().flatten();
        let known = known.filter_map(|piece| self.named(&Type::Piece(kind), piece.value()));
        ToldValue::Many(known.collect(), unknown)
    }

    /// A piece with the name that its row gives it; none where there is no such name.
    fn title(&self, piece: i32) -> Option<String> {
        let program = self.words.program;
        let piece = PieceId::of(piece)?;
        program.names.titles.get(piece)?.as_ref()?;
        Some(piece_name(program, piece))
    }

    fn rows(&mut self, each: &Each<Lookup>) -> MemberRows {
        let members = match &each.source {
            Members::Place(place) => self.in_place(place),
            Members::Among(within) => {
                let mut all = self.all(&each.member);
                all.retain(|one| self.holds(&Some(within.clone()), *one));
                all.into_iter().map(Some).collect()
            }
        };
        let mut rows: Vec<MemberRow> = Vec::new();
        for member in members {
            match member {
                None => rows.push(MemberRow::unknown(each)),
                Some(member) if self.holds(&each.cond, member) => rows.push(self.row(each, member)),
                Some(_) => {}
            }
        }
        if each.by.is_some() {
            rows.sort_by_key(|row| (row.by.is_none(), row.by));
        }
        MemberRows {
            form: each.form,
            of: each.member.clone(),
            leads: each.leads,
            mark: each.mark.as_ref().map(|(words, _)| words.clone()),
            labels: each.with.iter().map(|(label, _)| label.clone()).collect(),
            rows,
        }
    }

    /// The pieces of a place; none for those that the reader does not know.
    fn in_place(&mut self, place: &Lookup) -> Vec<Option<i32>> {
        match self.ask(place, None).and_then(SpotId::of) {
            Some(place) => {
                let pieces = as_seen(&self.words, place).into_iter();
                pieces
                    .map(|piece| piece.map(|piece| piece.value()))
                    .collect()
            }
            None => Vec::new(),
        }
    }

    /// All values of a type.
    fn all(&self, ty: &Type) -> Vec<i32> {
        let (program, state) = (self.words.program, self.words.state);
        let layout = &program.layout;
        match ty {
            Type::Enum(id) => (0..program.names.enums[*id].1.len() as i32).collect(),
            Type::Player => (0..i32::from(state.players)).collect(),
            Type::Piece(id) | Type::Row(id) => {
                let kind = &layout.kinds[*id];
                let first = if kind.is_record {
                    0
                } else {
                    kind.first.value()
                };
                (first..first + kind.count as i32).collect()
            }
            Type::Space(id) => {
                let board = &layout.boards[*id];
                let copies = board.copies.min(u32::from(state.players).max(1));
                let all = (0..copies).flat_map(|copy| self.spaces(*id, copy));
                all.collect()
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => Vec::new(),
        }
    }

    /// The spaces of one copy of a board that are in use.
    fn spaces(&self, board: BoardId, copy: u32) -> std::ops::Range<i32> {
        let used = self
            .words
            .layout(board, copy)
            .map_or(0, |used| used.ids.len());
        let board = &self.words.program.layout.boards[board];
        let first = (board.first + copy * board.capacity) as i32;
        first..first + used as i32
    }

    fn row(&mut self, each: &Each<Lookup>, member: i32) -> MemberRow {
        let by = each.by.as_ref();
        let name = self.named(&each.member, member).map(MarkedWord::said);
        let mark = each.mark.as_ref();
        let with = self.labelled(&each.with, Some(member)).into_iter();
        MemberRow {
            member: Some(member),
            name,
            with: with.map(|(_, told)| told).collect(),
            by: by.and_then(|by| self.ask(by, Some(member))),
            marked: mark.is_some_and(|(_, asked)| self.ask(asked, Some(member)) == Some(1)),
        }
    }

    fn board(&mut self, drawn: &OnBoard<Lookup>) -> PartContent {
        let board = drawn.board;
        let per_player = self.words.program.layout.boards[board].per_player;
        let copy = if per_player { self.you.number() } else { 0 };
        let spaces = self.spaces(board, copy);
        let spaces = spaces.map(|space| {
            let cell = self.labelled(&drawn.cell, Some(space)).into_iter();
            let marks = cell.flat_map(|(label, told)| on_space(label, told));
            Space {
                marks: marks.collect(),
                joined: drawn.joined.as_ref().and_then(|joined| {
                    let value = self.ask(joined, Some(space));
                    value.filter(|value| *value != NONE)
                }),
            }
        });
        PartContent::Board {
            board,
            copy,
            spaces: spaces.collect(),
        }
    }
}

impl MemberRow {
    fn unknown(each: &Each<Lookup>) -> MemberRow {
        MemberRow {
            member: None,
            by: None,
            marked: false,
            name: None,
            with: vec![ToldValue::None; each.with.len()],
        }
    }
}

impl MarkedWord {
    /// In full where there is room.
    #[must_use]
    pub fn said(self) -> String {
        self.full.unwrap_or(self.word)
    }
}

/// Returns the marks on a space: flags by their labels, numbers behind them, other values as they are.
fn on_space(label: String, told: ToldValue) -> Vec<MarkedWord> {
    let plain = |word: String| {
        vec![MarkedWord {
            word,
            full: None,
            value: None,
        }]
    };
    match told {
        ToldValue::None | ToldValue::Flag(false) | ToldValue::Number(0) => Vec::new(),
        ToldValue::Flag(true) => plain(label),
        ToldValue::Number(number) => plain(format!("{label} {number}")),
        ToldValue::Word(mark) => vec![mark],
        ToldValue::Many(known, unknown) => {
            let hidden = (unknown > 0).then(|| format!("{unknown}{UNKNOWN}"));
            known
                .into_iter()
                .chain(hidden.into_iter().flat_map(plain))
                .collect()
        }
        ToldValue::Unknown => plain(UNKNOWN.to_owned()),
    }
}
