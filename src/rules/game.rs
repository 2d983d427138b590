//! A checked game: declarations as dense tables.

use crate::rules::budget::Budget;
use crate::rules::expr::{Binder, Block, Expr};
use crate::rules::ids::{
    BoardId, EnumId, KindId, MomentId, PlaceId, QueryId, RoutineId, ShapeId, Slot, VarId,
};
use crate::rules::shown::{Shown, Text};
use crate::rules::types::Type;
use crate::rules::wording::Wording;
use crate::source::Span;
pub use crate::syntax::ast::Change;

/// Everything the compiler needs of one game.
#[derive(Debug, Clone, Default)]
pub struct Game {
    /// The folder's name.
    pub name: String,
    /// For people.
    pub title: String,
    /// Fewest and most players.
    pub players: (u32, u32),
    /// What the facts state, if `statements.yaml` lists it: the number of each statement, its title, and where it stands.
    pub statements: Option<Vec<Statement>>,
    /// The page that shows its positions at the table, as `view.yaml` says.
    pub shown: Shown<Text>,
    /// The budget of its play, past which it is a fault.
    pub budget: Budget,
    /// Options, by `OptionId`.
    pub options: Vec<OptionDecl>,
    /// Enums, by `EnumId`.
    pub enums: Vec<Enum>,
    /// Kinds and records, by `KindId`.
    pub kinds: Vec<Kind>,
    /// Places, by `PlaceId`.
    pub places: Vec<Place>,
    /// Boards, by `BoardId`.
    pub boards: Vec<Board>,
    /// Variables and tracks, by `VarId`.
    pub vars: Vec<Var>,
    /// Lookup tables, by `TableId`.
    pub tables: Vec<Table>,
    /// Moments, by `MomentId`.
    pub moments: Vec<String>,
    /// Shapes, by `ShapeId`: offsets of hexes (axial q, r) from the first.
    pub shapes: Vec<Vec<(i32, i32)>>,
    /// Everything with statements, by `RoutineId`.
    pub routines: Vec<Routine>,
    /// Queries, by `QueryId`.
    pub queries: Vec<Query>,
    /// Expression texts of rows, referenced by `Row::values`.
    pub value_texts: Vec<Query>,
    /// Actions, by `ActionId`.
    pub actions: Vec<Action>,
    /// Hooks, by `HookId`.
    pub hooks: Vec<Hook>,
    /// Modifiers, by `ModifierId`.
    pub modifiers: Vec<Modifier>,
    /// The routine of `setup`.
    pub setup: Option<RoutineId>,
    /// The routine of `play`.
    pub play: Option<RoutineId>,
    /// Score and tie-breaks.
    pub ranks: Vec<RankBy>,
    /// Who can win at all; everybody without it.
    pub wins: Option<Wins>,
    /// How good a position looks, for bots.
    pub heuristic: Option<Heuristic>,
}

/// A statement of the facts that comments and rulings may cite.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its number or name, such as `8.13`.
    pub id: String,
    /// A few words that tell it from others.
    pub title: String,
    /// Where it is listed.
    pub span: Span,
}

/// An option.
#[derive(Debug, Clone)]
pub struct OptionDecl {
    /// Its name.
    pub name: String,
    /// Type of its value: bool, int or an enum made for it.
    pub ty: Type,
    /// Allowed values with their words, in order.
    pub values: Vec<(String, i32)>,
    /// The default, one of those.
    pub default: i32,
    /// For people.
    pub text: String,
}

/// An enum.
#[derive(Debug, Clone)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// A kind or record.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// A record: rows, but no pieces.
    pub is_record: bool,
    /// Stands for whichever kind a caller names, and has no rows and no pieces of its own.
    pub is_any: bool,
    /// Attributes, in the order of `Row::attributes`.
    pub attributes: Vec<Attribute>,
    /// Effect slots, in the order of `Row::effects`.
    pub effect_slots: Vec<SlotDecl>,
    /// Expression slots, in the order of `Row::values`.
    pub value_slots: Vec<SlotDecl>,
    /// Its rows; pieces of the kind are the rows in this order, unless `copies`.
    pub rows: Vec<Row>,
    /// Equal pieces without rows: how many, and whether for each player.
    pub copies: Option<(u32, bool)>,
    /// Where pieces lie before set-up. `of` a player: for `per player` copies, the owner's.
    pub home: Option<PlaceId>,
    /// Where hooks and modifiers of a row live.
    pub active: Vec<PlaceId>,
    /// Where it is declared.
    pub span: Span,
}

/// An attribute.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// An effect slot or expression slot.
#[derive(Debug, Clone)]
pub struct SlotDecl {
    /// Its name.
    pub name: String,
    /// Types of its parameters. In the frame: slot 0 `you`, slot 1 `this`, then these.
    pub params: Vec<(String, Type)>,
    /// Type of an expression slot.
    pub ty: Type,
}

/// A row of a kind.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its id, unique in the kind.
    pub id: String,
    /// Where the row begins in the YAML.
    pub span: Span,
    /// What it gives, word for word, in its order and without its id: for people.
    pub written: Vec<(String, String)>,
    /// A value for each attribute.
    pub attributes: Vec<Value>,
    /// A routine for each effect slot.
    pub effects: Vec<Option<RoutineId>>,
    /// An index into `Game::value_texts` for each expression slot.
    pub values: Vec<Option<usize>>,
}

/// A value known before play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Any scalar; `none` is `NONE`.
    Scalar(i32),
    /// A set of enum values.
    Set(i32),
    /// A number for each value of an enum.
    Bag(Vec<i32>),
    /// A shape.
    Shape(ShapeId),
    /// Words.
    Text(String),
}

/// How `none` is written in a scalar.
pub const NONE: i32 = i32::MIN;

/// Who holds a place or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// One for the table.
    Table,
    /// One for each player.
    Player,
    /// One for each space of a board.
    Space(BoardId),
    /// One for each piece of a kind.
    Piece(KindId),
}

/// Who sees the pieces of a place, or the value of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Everybody.
    All,
    /// The player who holds it.
    Owner,
    /// Nobody.
    Nobody,
    /// Everybody when this flag of the piece is set, otherwise nobody.
    Face(VarId),
}

/// What a place is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Ordered, drawn from the top.
    Pile,
    /// Ordered.
    List,
    /// Without an order that matters.
    Set,
    /// At most one piece.
    Slot,
}

/// A place.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// What it holds.
    pub holds: KindId,
    /// Its order.
    pub order: Order,
    /// At most so many; `None` for no bound.
    pub capacity: Option<u32>,
    /// Who sees inside.
    pub seen: Seen,
    /// Runs on `Refill` while it is empty; takes nothing.
    pub when_empty: Option<RoutineId>,
    /// Where it is declared.
    pub span: Span,
}

/// The form of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardShape {
    /// Each space has two neighbours; directions `forward`, `back`.
    Ring,
    /// As a ring, but with ends.
    Row,
    /// Columns and rows of squares; eight directions `north`, `north_east`, … clockwise; neighbours are the four sides.
    Grid,
    /// Hexes in axial coordinates; six directions clockwise.
    Hex,
    /// Any spaces, neighbours listed in the layout.
    Graph,
}

/// A board.
#[derive(Debug, Clone)]
pub struct Board {
    /// Its name.
    pub name: String,
    /// One for each player.
    pub per_player: bool,
    /// Its form.
    pub shape: BoardShape,
    /// Spaces set aside: the largest number a game of this board can have.
    pub capacity: u32,
    /// How many spaces are used (ring and row), asked once at set-up; may name options and the number of players.
    pub size: Option<Expr>,
    /// Attributes of spaces.
    pub attributes: Vec<Attribute>,
    /// Its layouts; one for a board given by its size.
    pub layouts: Vec<Layout>,
    /// The layout in use (a number of `layouts`, or none until play says it), asked at set-up and by `lay_out`.
    pub layout: Option<Expr>,
    /// The layout may be none, so that the board has no spaces until `lay_out`.
    pub waits: bool,
    /// Names of the directions.
    pub directions: Vec<String>,
    /// Where it is declared.
    pub span: Span,
}

/// The spaces of one layout of a board.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Its id in the YAML.
    pub id: String,
    /// Its spaces.
    pub spaces: Vec<LayoutSpace>,
    /// Where it begins, and each of its spaces, if they are written.
    pub span: Span,
    /// Empty when no file lists the spaces.
    pub spans: Vec<Span>,
    /// What each of its spaces gives, word for word, if they are written.
    pub written: Vec<Vec<(String, String)>>,
}

/// A space of a layout.
#[derive(Debug, Clone)]
pub struct LayoutSpace {
    /// Its id, shown to people.
    pub id: String,
    /// Column and row of a grid; axial q and r of a hex map (north is r - 1; q grows to the east); number and 0 of a ring, row or graph.
    pub at: (i32, i32),
    /// The space in each direction of the board; of a graph, its neighbours.
    pub beside: Vec<Option<u32>>,
    /// A value for each attribute.
    pub attributes: Vec<Value>,
}

/// A variable, field or track.
#[derive(Debug, Clone)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// Its type.
    pub ty: Type,
    /// Indexed by this enum.
    pub index: Option<EnumId>,
    /// Lowest and highest number.
    pub bounds: (i32, i32),
    /// First value. Slot 0 is the player, or the piece or space that holds it.
    pub default: Expr,
    /// Falls back when its piece leaves these places.
    pub while_in: Vec<PlaceId>,
    /// Falls back at this moment.
    pub until: Option<MomentId>,
    /// Who sees it.
    pub seen: Seen,
    /// Rules of a track.
    pub track: Option<Track>,
    /// Where it is declared.
    pub span: Span,
}

/// What happens along a track. Routines: slot 0 is `you`, the track's player.
#[derive(Debug, Clone, Default)]
pub struct Track {
    /// Last space reachable, as long as the condition holds (slot 0 `you`).
    pub gates: Vec<(i32, Expr)>,
    /// Takes the number of steps lost, in slot 1.
    pub beyond: Option<RoutineId>,
    /// Spaces with an effect.
    pub spaces: Vec<TrackSpace>,
}

/// A space of a track with an effect.
#[derive(Debug, Clone)]
pub struct TrackSpace {
    /// Which.
    pub at: i32,
    /// How often.
    pub how: TrackOften,
    /// A flag that remembers it, made by the checker: of the player (`Once`) or of the table (`First`).
    pub done: Option<VarId>,
    /// What happens.
    pub effect: RoutineId,
}

/// How often a space of a track takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackOften {
    /// Whenever it is reached or passed upwards.
    Always,
    /// Once for each player.
    Once,
    /// Only for the first player.
    First,
}

/// A lookup table: keys ascending.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Type of the key.
    pub key: Type,
    /// Type of the value.
    pub value: Type,
    /// Keys and values. A key between two takes the lower one's; before the first it is a fault; after the last the last.
    pub rows: Vec<(i32, i32)>,
}

/// What sort of text a routine came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutineKind {
    /// A named effect: hooks may watch it.
    Effect,
    /// The body of an action (after its requirements).
    Action,
    /// The body of a hook: slot 1 is `this` (none for a hook of the game), then the watched effect's arguments.
    Hook,
    /// An effect slot of a row: slot 1 is `this`.
    Slot,
    /// A space or overflow of a track, or a block put off to a moment.
    Part,
    /// `setup` or `play`.
    Flow,
}

/// Anything with statements.
#[derive(Debug, Clone)]
pub struct Routine {
    /// What messages call it: `load`, `lion_m1.on_load`.
    pub name: String,
    /// Where it came from.
    pub kind: RoutineKind,
    /// Parameters after slot 0 (`you`), in slots 1, 2, …
    pub params: Vec<(String, Type)>,
    /// Number of slots its frame needs.
    pub slots: Slot,
    /// Names and types of all slots, for messages and saves.
    pub locals: Vec<(String, Type)>,
    /// Who orders several hooks on it (slots: `you` and the parameters).
    pub ordered_by: Option<Expr>,
    /// Its statements.
    pub body: Block,
    /// The whole text.
    pub span: Span,
}

/// A query, or an expression text of a row.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its name.
    pub name: String,
    /// Parameters after slot 0 (`you`).
    pub params: Vec<(String, Type)>,
    /// Number of slots its frame needs.
    pub slots: Slot,
    /// Its type. `All` queries are expanded by the compiler where they are used.
    pub ty: Type,
    /// Its value.
    pub body: Expr,
    /// The whole text.
    pub span: Span,
}

/// An action.
#[derive(Debug, Clone)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What a person reads.
    pub prompt: String,
    /// Its parameters, in slots 1, 2, … of the body's routine.
    pub binders: Vec<Binder>,
    /// Its requirements, in order.
    pub requires: Vec<Require>,
    /// The rest.
    pub body: RoutineId,
    /// The head.
    pub span: Span,
}

/// A requirement.
#[derive(Debug, Clone)]
pub struct Require {
    /// Must hold.
    pub cond: Expr,
    /// Told to the player otherwise; a value can be told as soon as so many parameters are bound.
    pub reason: Wording<(Expr, usize)>,
    /// It can be asked as soon as so many parameters are bound.
    pub after: usize,
    /// Where it stands.
    pub span: Span,
}

/// When a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// Before.
    Before,
    /// Instead.
    Instead,
    /// After.
    After,
}

/// A hook.
#[derive(Debug, Clone)]
pub struct Hook {
    /// Before, instead or after.
    pub timing: Timing,
    /// The effect watched.
    pub routine: RoutineId,
    /// The row it belongs to (kind and number); `None` for a hook of the game.
    pub source: Option<(KindId, u32)>,
    /// Which calls: slots 0 `you`, 1 `this`, then the watched effect's parameters.
    pub cond: Option<Expr>,
    /// Slots the condition needs.
    pub slots: Slot,
    /// At most so many until a moment, counted in a variable made by the checker (of the piece, or of the table).
    pub limit: Option<(Expr, VarId)>,
    /// What happens; a routine of kind `Hook`.
    pub body: RoutineId,
    /// Where it stands.
    pub span: Span,
}

/// A modifier of a query.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// The query changed.
    pub query: QueryId,
    /// The row it belongs to; `None` for one of the game.
    pub source: Option<(KindId, u32)>,
    /// Which calls: slots 0 `you`, 1 `this`, then the query's parameters.
    pub cond: Option<Expr>,
    /// How.
    pub change: Change,
    /// By what; the same slots.
    pub value: Expr,
    /// Slots the condition and value need.
    pub slots: Slot,
    /// Where it stands.
    pub span: Span,
}

/// The score or a tie-break; slot 0 is the player.
#[derive(Debug, Clone)]
pub struct RankBy {
    /// The number.
    pub value: Expr,
    /// The fewest come first.
    pub low_wins: bool,
    /// Slots it needs.
    pub slots: Slot,
}

/// Who can win at all; slot 0 is the player.
#[derive(Debug, Clone)]
pub struct Wins {
    /// Must hold.
    pub cond: Expr,
    /// Slots it needs.
    pub slots: Slot,
}

/// How good a position looks for a player, who is slot 0: more is better.
#[derive(Debug, Clone)]
pub struct Heuristic {
    /// The number.
    pub value: Expr,
    /// Slots it needs.
    pub slots: Slot,
}

impl Game {
    /// The kind with an id.
    #[must_use]
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The routine with an id.
    #[must_use]
    pub fn routine(&self, id: RoutineId) -> &Routine {
        &self.routines[id.index()]
    }
}
