//! The part of a table that never changes: the game's words, its kinds with their rows, its pieces, places, boards and tracks.

use crate::game::TableGame;
use crate::look::{FaceText, LookBook, LookText, ThingPaint};
use ludex_play::vocabulary::{Vocabulary, spaced};
use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_program::layout::{Board, BoardLayout};
use ludex_rules::game::{BoardShape, Holder, Order, Seen};
use ludex_rules::ids::KindId;
use ludex_rules::types::Type;
use ludex_tools::manual::{Card, EntrySort, Manual};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as a page needs it, the same for all tables and viewers. It tells nothing of a match.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Description {
    /// The name of the game's folder.
    pub game: String,
    /// The title that people read.
    pub title: String,
    /// The subject of the game, in a sentence.
    pub about: String,
    /// The hash of its rules: records name it.
    pub rules: String,
    /// The fewest and the most players.
    pub players: (u32, u32),
    /// The options that a game begins with.
    pub options: Vec<GameOption>,
    /// True if some things are not seen by all players.
    pub has_secrets: bool,
    /// True if `view.yaml` lists panels, which then are the page.
    pub has_panels: bool,
    /// The kinds of pieces and the records, by their numbers.
    pub kinds: Vec<KindText>,
    /// The pieces, by their numbers.
    pub pieces: Vec<PieceText>,
    /// The declared places, by their numbers.
    pub places: Vec<PlaceText>,
    /// The boards, by their numbers.
    pub boards: Vec<BoardText>,
    /// The tracks with their stops and rules.
    pub tracks: Vec<TrackText>,
    /// The actions of the rules.
    pub actions: Vec<ActionText>,
    /// The conditions that end the game, in words.
    pub ends: Vec<String>,
    /// The numbers that rank the players, in words: the score, then the tie-breaks.
    pub ranks: Vec<String>,
    /// The look of the game, as `look.yaml` says it.
    pub look: LookText,
}

/// An option that a game begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameOption {
    /// The name that settings use.
    pub name: String,
    /// The name in words.
    pub words: String,
    /// The meaning of the option, in words.
    pub text: String,
    /// Its values by the words that settings use.
    pub values: Vec<String>,
    /// Its values in the words of people.
    pub value_words: Vec<String>,
    /// The value that it has unless another one is chosen.
    pub default: String,
}

/// A kind of pieces, or a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KindText {
    /// The name that the rules use.
    pub name: String,
    /// The name that people read.
    pub words: String,
    /// True of a record, which has no pieces.
    pub is_record: bool,
    /// Its rows; a kind without a table has one.
    pub rows: Vec<CardText>,
    /// The back of its cards, where `look.yaml` gives all of them the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<FaceText>,
}

/// A row as people read a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardText {
    /// The id that the row gives itself.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// Its data, each with its label.
    pub shows: Vec<String>,
    /// Its effects, a sentence or more for each.
    pub does: Vec<String>,
    /// Its front, where `look.yaml` lays it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<FaceText>,
    /// Its icon and colour, or those of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paint: Option<ThingPaint>,
}

/// A piece, by its kind and row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PieceText {
    /// The number of its kind.
    pub kind: u32,
    /// The number of its row.
    pub row: u32,
    /// Its own id: copies of a row are told apart by it.
    pub id: String,
}

/// The holder of a place or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HolderSort {
    /// The table: there is one in all.
    Table,
    /// Each player has one.
    Player,
    /// Each space of a board has one.
    Space(u32),
    /// Each piece of a kind has one.
    Piece(u32),
}

/// The order in which pieces lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceOrder {
    /// Ordered, drawn from the top, which comes first.
    Pile,
    /// Ordered, from the front.
    List,
    /// Without an order that matters.
    Set,
    /// At most one piece.
    Slot,
}

/// The players who see the pieces of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceSight {
    /// All players see them.
    All,
    /// The player who has it.
    Owner,
    /// All but that player.
    Others,
    /// No player sees them.
    Nobody,
    /// Everybody, of pieces that lie face up.
    Face,
}

/// A declared place: each of its holders has one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceText {
    /// The name that the rules use.
    pub name: String,
    /// The name that people read.
    pub words: String,
    /// The holder, of which each has one.
    pub holder: HolderSort,
    /// The kind of its pieces.
    pub kind: u32,
    /// The order in which they lie.
    pub order: PlaceOrder,
    /// The players who see them.
    pub seen: PlaceSight,
    /// The most pieces that it holds; none without a bound.
    pub capacity: Option<u32>,
}

/// The geometry of a board's spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShapeText {
    /// Spaces lie in a circle.
    Ring,
    /// Spaces lie in a line.
    Row,
    /// Spaces lie in columns and rows of squares; `x` counts columns, `y` rows.
    Grid,
    /// Hexes with flat tops, `x` and `y` are axial coordinates.
    Hex,
    /// Spaces are joined by edges.
    Graph,
}

/// A board, or one for each player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardText {
    /// The name that the rules use.
    pub name: String,
    /// The name that people read.
    pub words: String,
    /// True if each player has one.
    pub per_player: bool,
    /// The geometry of its spaces.
    pub shape: ShapeText,
    /// The layouts of which it has one.
    pub layouts: Vec<LayoutText>,
}

/// A layout of a board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LayoutText {
    /// The id that the layout gives itself.
    pub id: String,
    /// The data that it shows, each with its label.
    pub shows: Vec<String>,
    /// The rules that hold on it alone, in words.
    pub does: Vec<String>,
    /// Its spaces, by their numbers.
    pub spaces: Vec<SpaceText>,
}

/// A space of a layout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceText {
    /// The id that people read.
    pub id: String,
    /// Its column, or its first axial coordinate.
    pub x: i32,
    /// Its row, or its second axial coordinate.
    pub y: i32,
    /// Its attributes as they are written, by name; those that are false are left out.
    pub printed: Vec<(String, String)>,
    /// The numbers of the spaces beside it, in this layout.
    pub beside: Vec<u32>,
}

/// A track: a number with rules along it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TrackText {
    /// The name that the rules use.
    pub name: String,
    /// The name that people read.
    pub words: String,
    /// The holder of its markers.
    pub holder: HolderSort,
    /// Its first and last number.
    pub bounds: (i32, i32),
    /// The numbers at which something happens.
    pub stops: Vec<i32>,
    /// Its rules in words.
    pub does: Vec<String>,
}

/// An action of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActionText {
    /// The name that the rules use.
    pub name: String,
    /// The words for people.
    pub words: String,
    /// The effect of the action, in words.
    pub does: String,
}

impl Description {
    /// Describes a game for pages.
    #[must_use]
    pub fn new(game: &TableGame) -> Description {
        let (program, manual) = (&*game.program, &game.manual);
        let describe = Describer {
            program,
            manual,
            vocabulary: &game.vocabulary,
            look: LookBook::new(&game.names, manual),
        };
        let (kinds, pieces) = describe.kinds();
        Description {
            game: program.names.game.clone(),
            title: program.names.title.clone(),
            about: manual.about.clone(),
            rules: program.hash.clone(),
            players: program.names.players,
            options: describe.options(),
            has_secrets: program.layout.hides_anything(),
            has_panels: game
                .panels
                .as_ref()
                .is_some_and(|(_, shown)| shown.has_page()),
            kinds,
            pieces,
            places: describe.places(),
            boards: program
                .layout
                .boards
                .iter()
                .map(|board| describe.board(board))
                .collect(),
            tracks: describe.tracks(),
            actions: describe.actions(),
            ends: manual.ends.iter().map(|line| line.text.clone()).collect(),
            ranks: manual.ranks.clone(),
            look: describe.look.look(),
        }
    }
}

/// Returns the sort of a holder for a page.
pub(super) fn holder_sort(holder: Holder) -> HolderSort {
    match holder {
        Holder::Table => HolderSort::Table,
        Holder::Player => HolderSort::Player,
        Holder::Space(board) => HolderSort::Space(board.number()),
        Holder::Piece(kind) => HolderSort::Piece(kind.number()),
    }
}

struct Describer<'a> {
    program: &'a Program,
    manual: &'a Manual,
    vocabulary: &'a Vocabulary,
    look: LookBook<'a>,
}

impl Describer<'_> {
    fn options(&self) -> Vec<GameOption> {
        let options = self.program.names.options.iter();
        let described = options.map(|option| GameOption {
            name: option.name.clone(),
            words: self.vocabulary.name(&format!("option.{}", option.name)),
            text: option.text.clone(),
            values: option.values.iter().map(|(word, _)| word.clone()).collect(),
            value_words: option
                .values
                .iter()
                .map(|(word, _)| self.vocabulary.name(word))
                .collect(),
            default: option.word(option.default),
        });
        described.collect()
    }

    /// All kinds with their rows, and all pieces.
    fn kinds(&self) -> (Vec<KindText>, Vec<PieceText>) {
        let mut pieces = Vec::new();
        let kinds = self
            .program
            .layout
            .kinds
            .entries()
            .map(|(id, kind)| KindText {
                name: kind.name.clone(),
                words: self.vocabulary.name(&kind.name),
                is_record: kind.is_record,
                rows: if kind.is_record {
                    self.record_rows(id)
                } else {
                    self.piece_rows(id, &mut pieces)
                },
                back: self.look.back(id),
            });
        (kinds.collect(), pieces)
    }

    fn record_rows(&self, kind: KindId) -> Vec<CardText> {
        let rows = self.program.names.rows[kind].iter().enumerate();
        let described = rows.map(|(number, id)| {
            let word = self.vocabulary.of_value(&Type::Row(kind), number as i32);
            let name = word.map_or_else(|| spaced(id), str::to_owned);
            let mut card = row(id, name, self.manual.record(id));
            card.paint = self.look.row(kind, number as u32);
            card
        });
        described.collect()
    }

    /// The rows of which the pieces of a kind are made; adds the pieces to those of the kinds before it.
    fn piece_rows(&self, id: KindId, pieces: &mut Vec<PieceText>) -> Vec<CardText> {
        let names = &self.program.names;
        let (mut rows, mut numbers) = (Vec::new(), BTreeMap::new());
        let range = self.program.layout.kinds[id].pieces();
        for piece in (range.start.number()..range.end.number()).map(PieceId::numbered) {
            let own = &names.pieces[piece];
            let row_id = names.row_of(own);
            let number = *numbers.entry(row_id).or_insert_with(|| {
                let word = self.vocabulary.of_value(&Type::Piece(id), piece.value());
                let title = word.or(names.titles[piece].as_deref());
                let name = title.map_or_else(|| spaced(row_id), str::to_owned);
                let mut card = row(row_id, name, self.manual.card(row_id));
                card.face = self.look.front(id, row_id);
                card.paint = self.look.piece(id, &self.program.layout.kinds[id], piece);
                rows.push(card);
                rows.len() - 1
            });
            pieces.push(PieceText {
                kind: id.number(),
                row: number as u32,
                id: own.clone(),
            });
        }
        rows
    }

    fn places(&self) -> Vec<PlaceText> {
        let places = self.program.layout.places.iter();
        let described = places.map(|place| PlaceText {
            name: place.name.clone(),
            words: self.vocabulary.name(&place.name),
            holder: holder_sort(place.holder),
            kind: place.holds.number(),
            order: match place.order {
                Order::Pile => PlaceOrder::Pile,
                Order::List => PlaceOrder::List,
                Order::Set => PlaceOrder::Set,
                Order::Slot => PlaceOrder::Slot,
            },
            seen: match place.seen {
                Seen::All => PlaceSight::All,
                Seen::Owner => PlaceSight::Owner,
                Seen::Others => PlaceSight::Others,
                Seen::Nobody => PlaceSight::Nobody,
                Seen::Face(_) => PlaceSight::Face,
            },
            capacity: Some(place.capacity).filter(|most| *most != u32::MAX),
        });
        described.collect()
    }

    fn board(&self, board: &Board) -> BoardText {
        BoardText {
            name: board.name.clone(),
            words: self.vocabulary.name(&board.name),
            per_player: board.per_player,
            shape: match board.shape {
                BoardShape::Ring => ShapeText::Ring,
                BoardShape::Row => ShapeText::Row,
                BoardShape::Grid => ShapeText::Grid,
                BoardShape::Hex => ShapeText::Hex,
                BoardShape::Graph => ShapeText::Graph,
            },
            layouts: board
                .layouts
                .iter()
                .map(|layout| self.layout(layout))
                .collect(),
        }
    }

    fn layout(&self, layout: &BoardLayout) -> LayoutText {
        let card = self.manual.layout(&layout.id).unwrap_or_default();
        let spaces = layout.ids.iter().enumerate();
        let spaces = spaces.map(|(number, id)| {
            let (x, y) = layout.at.get(number).copied().unwrap_or_default();
            let beside = layout.neighbours.of(number).iter();
            SpaceText {
                id: id.clone(),
                x,
                y,
                printed: layout
                    .written
                    .get(number)
                    .map_or_else(Vec::new, |written| printed(written)),
                beside: beside
                    .map(|other| u32::from(other.cast_unsigned()))
                    .collect(),
            }
        });
        LayoutText {
            id: layout.id.clone(),
            shows: card.shows,
            does: card.does,
            spaces: spaces.collect(),
        }
    }

    fn tracks(&self) -> Vec<TrackText> {
        let tracks = self.program.tracks.iter();
        let described = tracks.map(|track| {
            let var = &self.program.layout.vars[track.var];
            let mut stops: Vec<i32> = track.spaces.iter().map(|(number, ..)| *number).collect();
            stops.sort_unstable();
            stops.dedup();
            TrackText {
                name: var.name.clone(),
                words: self.vocabulary.of_variable(&var.name),
                holder: holder_sort(var.holder),
                bounds: var.bounds,
                stops,
                does: self.does(EntrySort::Track, &var.name),
            }
        });
        described.collect()
    }

    fn actions(&self) -> Vec<ActionText> {
        let actions = self.program.actions.iter();
        let described = actions.map(|action| ActionText {
            name: action.name.clone(),
            words: if action.prompt.is_empty() {
                self.vocabulary.name(&action.name)
            } else {
                action.prompt.clone()
            },
            does: self.does(EntrySort::Action, &action.name).join(" "),
        });
        described.collect()
    }

    /// The effect of a declaration, in words.
    fn does(&self, sort: EntrySort, name: &str) -> Vec<String> {
        let mut entries = self.manual.entries.iter();
        let entry = entries.find(|entry| entry.sort == sort && entry.name == name);
        entry.map_or_else(Vec::new, |entry| {
            entry.does.iter().map(|line| line.text.clone()).collect()
        })
    }
}

fn row(id: &str, name: String, card: Option<Card>) -> CardText {
    let card = card.unwrap_or_default();
    CardText {
        id: id.to_owned(),
        name,
        shows: card.shows,
        does: card.does,
        face: None,
        paint: None,
    }
}

/// Returns what is printed on a space: all that its row gives it but how it lies, and flags that are not set.
fn printed(written: &[(String, String)]) -> Vec<(String, String)> {
    let parts = written
        .iter()
        .filter(|(key, value)| !["at", "beside"].contains(&key.as_str()) && value != "false");
    parts
        .map(|(key, value)| (spaced(key), spaced(value)))
        .collect()
}
