//! A checked game: its declarations as dense tables, indexed by the ids of `ids`.
//!
//! Takes nothing and gives types alone. The checker fills the tables; the compiler reads them and never the text.

use crate::budget::Budget;
use crate::expr::{Binder, Block, Expr, SetsOff, Stmt};
pub use crate::ids::NONE;
use crate::ids::{
    BoardId, EnumId, KindId, MomentId, PlaceId, PlayerId, QueryId, RoutineId, RowId, ShapeId, Slot,
    VarId,
};
use crate::look::GameLook;
use crate::shown::{Shown, Text};
use crate::types::Type;
use crate::verbs::Role;
use crate::wording::Wording;
use ludex_source::Span;
pub use ludex_syntax::ast::Change;
use std::sync::Arc;

/// The edition of the language that is read, as `game.yaml` names it. Games, saves and replays of another are refused.
pub const EDITION: u32 = 2;

/// Everything the compiler needs of one game.
#[derive(Debug, Clone, Default)]
pub struct Game {
    /// The name of the game's folder.
    pub name: String,
    /// The title that people read.
    pub title: String,
    /// The fewest and the most players.
    pub players: (u32, u32),
    /// The statements of the game's facts, if `statements.yaml` lists them.
    pub statements: Option<Vec<Statement>>,
    /// The page that shows its positions at the table, as `view.yaml` says.
    pub shown: Shown<Text>,
    /// The looks of its cards and boards, as `look.yaml` says.
    pub look: GameLook,
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
    pub tables: Vec<LookupTable>,
    /// Moments, by `MomentId`.
    pub moments: Vec<String>,
    /// Shapes, by `ShapeId`: the offsets of their hexes (axial q, r) from the first, which is `(0, 0)`.
    pub shapes: Vec<Vec<(i32, i32)>>,
    /// Routines, by `RoutineId`: effects, bodies of actions and hooks, texts of rows, `setup` and `play`.
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
    /// The score, then the tie-breaks in order.
    pub ranks: Vec<RankBy>,
    /// The condition for winning at all; without it everybody can.
    pub wins: Option<Wins>,
    /// The evaluation function of bots, if the rules give one.
    pub heuristic: Option<Heuristic>,
    /// The queue of bonuses of tracks, in a game in which one may bring another.
    pub bonuses: Option<BonusQueue>,
    /// The demands on positions that are given.
    pub demands: Vec<PositionDemand>,
}

/// The queue in which bonuses of tracks wait that were brought by others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BonusQueue {
    /// The moment that they wait for.
    pub moment: MomentId,
    /// The routine that does them, first in, first out.
    pub routine: RoutineId,
}

/// A statement of the facts that comments and rulings may cite.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its number or name, such as `8.13`.
    pub id: String,
    /// A few words that tell it from others.
    pub title: String,
    /// The place of its entry in `statements.yaml`.
    pub span: Span,
}

/// An option of the game, chosen before set-up.
#[derive(Debug, Clone)]
pub struct OptionDecl {
    /// The name that rules and settings use.
    pub name: String,
    /// Type of its value: bool, int or an enum made for it.
    pub ty: Type,
    /// Allowed values with their words, in order.
    pub values: Vec<(String, i32)>,
    /// The default, one of those.
    pub default: i32,
    /// The description that people read.
    pub text: String,
}

/// An enum: a type of named values.
#[derive(Debug, Clone)]
pub struct Enum {
    /// The name of the type.
    pub name: String,
    /// The names of its values; a value in play is its index here.
    pub values: Vec<String>,
}

/// A kind or record.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The name of the type.
    pub name: String,
    /// Marks a record: rows, but no pieces.
    pub is_record: bool,
    /// Marks the kind that stands for whichever kind a caller names, and has no rows and no pieces of its own.
    pub is_any: bool,
    /// Attributes, in the order of `Row::attributes`.
    pub attributes: Vec<Attribute>,
    /// Effect slots, in the order of `Row::effects`.
    pub effect_slots: Vec<SlotDecl>,
    /// Expression slots, in the order of `Row::values`.
    pub value_slots: Vec<SlotDecl>,
    /// The rows; pieces of the kind are the rows in this order, unless `copies`.
    pub rows: Vec<Row>,
    /// The number of equal pieces without rows, and true if there are so many for each player.
    pub copies: Option<(u32, bool)>,
    /// The place of its pieces before set-up: the owner's of copies for each player, if it is a place of players.
    pub home: Option<PlaceId>,
    /// The places in which the hooks and modifiers of a row are active.
    pub active: Vec<PlaceId>,
    /// The place of the declaration in the rules.
    pub span: Span,
}

/// An attribute of rows or spaces: a column of their table.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The column's name in rules and YAML.
    pub name: String,
    /// The type of its values.
    pub ty: Type,
}

/// An effect slot or expression slot: an attribute that holds a text of the rules.
#[derive(Debug, Clone)]
pub struct SlotDecl {
    /// The slot's name in rules and YAML.
    pub name: String,
    /// Names and types of its parameters. In the frame: slot 0 is `you`, slot 1 is `this`, then these.
    pub params: Vec<(String, Type)>,
    /// The type of an expression slot's value; of an effect slot it says nothing.
    pub ty: Type,
}

/// Attributes with their values, as the YAML gives them: for people.
pub type WrittenCells = Arc<[(String, String)]>;

/// A row of a kind.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its id, unique in the kind.
    pub id: String,
    /// The row it is written as, if that has a `count`: then it is one of several equal rows.
    pub copy: Option<RowCopy>,
    /// The place in the YAML where the row begins.
    pub span: Span,
    /// The attributes as the YAML gives them, word for word, in its order and without the id: for people.
    pub written: WrittenCells,
    /// The values, by the columns of `Kind::attributes`.
    pub attributes: Vec<Value>,
    /// The routines, by `Kind::effect_slots`; none of a slot left empty.
    pub effects: Vec<Option<RoutineId>>,
    /// Indices of `Game::value_texts`, by `Kind::value_slots`; none of a slot left empty.
    pub values: Vec<Option<usize>>,
}

/// The place of a row among its copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowCopy {
    /// The id that the YAML gives to all of them.
    pub of: String,
    /// The number of the first copy in its kind.
    pub first: RowId,
    /// The player it is made for; none of a copy that is nobody's.
    pub made_for: Option<PlayerId>,
}

/// A value known before play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Any scalar as one number; `none` is `NONE`.
    Scalar(i32),
    /// A set of enum values: bit `v` is set when value `v` is in it.
    Set(i32),
    /// A bag: at index `v` the count of enum value `v`.
    Bag(Vec<i32>),
    /// A shape, in the table of all shapes.
    Shape(ShapeId),
    /// Words for people, never read in play.
    Text(String),
}

/// The holder of a place or variable: there is one for each of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// The table: there is one in all.
    Table,
    /// A player: there is one for each.
    Player,
    /// A space: there is one for each of a board.
    Space(BoardId),
    /// A piece: there is one for each of a kind.
    Piece(KindId),
}

/// The visibility of the pieces of a place, or of the value of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Everybody sees what it holds.
    All,
    /// The player who holds it sees it.
    Owner,
    /// All but the owner.
    Others,
    /// Nobody sees what it holds.
    Nobody,
    /// Everybody sees a piece whose flag is set, otherwise nobody does.
    Face(VarId),
}

/// A player by the standing to who holds something: a principal, in the words of information flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Principal {
    /// The player who holds it.
    Owner,
    /// A player who does not.
    Another,
}

impl Seen {
    /// Returns true if a viewer surely does not see what it holds. By the flag of a piece that is never sure.
    #[must_use]
    pub fn hides_from(self, viewer: Principal) -> bool {
        match self {
            Seen::All | Seen::Face(_) => false,
            Seen::Owner => viewer == Principal::Another,
            Seen::Others => viewer == Principal::Owner,
            Seen::Nobody => true,
        }
    }

    /// Returns true if some viewer surely does not see what it holds.
    #[must_use]
    pub fn is_secret(self) -> bool {
        self.hides_from(Principal::Owner) || self.hides_from(Principal::Another)
    }
}

/// The data structure that a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// A stack: ordered, drawn from the top.
    Pile,
    /// A sequence: ordered, from the front.
    List,
    /// A set: without an order that matters.
    Set,
    /// A cell: at most one piece.
    Slot,
}

/// The declaration of a place, for each of its holders.
#[derive(Debug, Clone)]
pub struct Place {
    /// The name that rules and players use.
    pub name: String,
    /// The holder: table, player, space or piece.
    pub holder: Holder,
    /// The kind of its pieces.
    pub holds: KindId,
    /// The order in which pieces lie.
    pub order: Order,
    /// The most pieces that it holds; `None` for no bound.
    pub capacity: Option<u32>,
    /// The players who see its pieces.
    pub seen: Seen,
    /// The effect that `Refill` runs while it is empty; takes nothing.
    pub when_empty: Option<RoutineId>,
    /// The place of the declaration in the rules.
    pub span: Span,
}

/// The topology of a board.
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

/// The declaration of a board, with its possible layouts.
#[derive(Debug, Clone)]
pub struct Board {
    /// The name that rules and players use.
    pub name: String,
    /// Marks a board of which each player has one.
    pub per_player: bool,
    /// The topology, which gives directions and neighbours.
    pub shape: BoardShape,
    /// The number of spaces set aside: the largest that a game of this board can have.
    pub capacity: u32,
    /// The number of spaces in use (ring and row), asked once at set-up; may name options and the number of players.
    pub size: Option<Expr>,
    /// Attributes of its spaces, in the order of `LayoutSpace::attributes`.
    pub attributes: Vec<Attribute>,
    /// The layouts to choose from; one for a board given by its size.
    pub layouts: Vec<Layout>,
    /// The number of the layout in use (an index of `layouts`, or none until play says it), asked at set-up and by `lay_out`.
    pub layout: Option<Expr>,
    /// Marks a board whose layout may be none, so that it has no spaces until `lay_out`.
    pub waits: bool,
    /// Names of the directions, in the order of `LayoutSpace::beside`.
    pub directions: Vec<String>,
    /// The fields by which spaces are joined, if any are.
    pub joined: Option<JoinedSpaces>,
    /// The place of the declaration in the rules.
    pub span: Span,
}

/// The spaces of one layout of a board.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The layout's id in the YAML.
    pub id: String,
    /// The spaces; the number of a space is its index here.
    pub spaces: Vec<LayoutSpace>,
    /// The place where the layout begins.
    pub span: Span,
    /// The place of each space in the YAML; empty when no file lists the spaces.
    pub spans: Vec<Span>,
    /// The attributes of each space as the YAML gives them, word for word; empty when no file lists the spaces.
    pub written: Vec<Vec<(String, String)>>,
}

/// A space of a layout.
#[derive(Debug, Clone)]
pub struct LayoutSpace {
    /// The space's id, shown to people.
    pub id: String,
    /// The coordinates: column and row of a grid; axial q and r of a hex map (north is r - 1; q grows to the east); number and
    /// 0 of a ring, row or graph.
    pub at: (i32, i32),
    /// The neighbour in each direction of the board, by its number in the layout; of a graph, all its neighbours.
    pub beside: Vec<Option<u32>>,
    /// The values, by the columns of `Board::attributes`.
    pub attributes: Vec<Value>,
}

/// The declaration of a variable, field or track, for each of its holders.
#[derive(Debug, Clone)]
pub struct Var {
    /// The name that rules and players use.
    pub name: String,
    /// The holder: table, player, space or piece.
    pub holder: Holder,
    /// The type of its value, or of each of its values when it is indexed.
    pub ty: Type,
    /// The enum that indexes it: there is a value for each of the enum's.
    pub index: Option<EnumId>,
    /// The lowest and the highest number that it holds.
    pub bounds: (i32, i32),
    /// The first value. Slot 0 is the player, or the piece or space that holds it.
    pub default: Expr,
    /// The places that reset it: it falls back to its first value when its piece leaves them.
    pub while_in: Vec<PlaceId>,
    /// The moment that resets it to its first value.
    pub until: Option<MomentId>,
    /// Marks one that positions are compared without.
    pub uncompared: bool,
    /// The players who see its value; of a field, as far as they know the piece, unless it is a mark.
    pub seen: Seen,
    /// Marks a field that everybody sees although its piece is hidden.
    pub is_mark: bool,
    /// The rules along it, if it is a track.
    pub track: Option<Track>,
    /// The place of the declaration in the rules.
    pub span: Span,
}

/// The rules along a track. In their frames slot 0 is `you`, the track's player.
#[derive(Debug, Clone, Default)]
pub struct Track {
    /// The gates: a marker stops at the number as long as the condition holds.
    pub gates: Vec<(i32, Expr)>,
    /// The effect of an overflow; slot 1 is the number of steps lost at the top.
    pub beyond: Option<RoutineId>,
    /// The spaces that have an effect.
    pub spaces: Vec<TrackSpace>,
}

/// A space of a track with an effect.
#[derive(Debug, Clone)]
pub struct TrackSpace {
    /// The number on the track.
    pub at: i32,
    /// The recurrence of the effect.
    pub how: TrackOften,
    /// The flag that remembers it, made by the checker: of the track's holder (`Once`) or of the table (`First`).
    pub done: Option<VarId>,
    /// The routine that runs, of kind `Part`.
    pub effect: RoutineId,
}

/// The recurrence of a space's effect on a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackOften {
    /// Takes effect whenever it is reached or passed upwards.
    Always,
    /// Takes effect once for each player.
    Once,
    /// Takes effect only for the first player.
    First,
}

/// A lookup table: a step function, given by its steps.
#[derive(Debug, Clone)]
pub struct LookupTable {
    /// The name that rules use.
    pub name: String,
    /// The type of its keys.
    pub key: Type,
    /// The type of its values.
    pub value: Type,
    /// Keys, ascending, with their values. A key between two takes the lower one's; before the first it is a fault; after the
    /// last the last.
    pub rows: Vec<(i32, i32)>,
}

/// The sort of text that a routine came from; it says what the first slots hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutineKind {
    /// A named effect, which hooks may watch.
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

/// A routine: anything with statements, with the frame that it needs.
#[derive(Debug, Clone)]
pub struct Routine {
    /// The name in messages: `load`, `lion_m1.on_load`.
    pub name: String,
    /// The sort of text that it came from.
    pub kind: RoutineKind,
    /// Names and types of the parameters after slot 0 (`you`), in slots 1, 2, …
    pub params: Vec<(String, Type)>,
    /// The number of slots that its frame needs.
    pub slots: Slot,
    /// Names and types of all slots, for messages and saves.
    pub locals: Vec<(String, Type)>,
    /// The player who orders several hooks on it (slots: `you` and the parameters).
    pub ordered_by: Option<Expr>,
    /// The statements of the text.
    pub body: Block,
    /// The place of the whole text.
    pub span: Span,
}

/// A query, or an expression text of a row.
#[derive(Debug, Clone)]
pub struct Query {
    /// The name in rules and messages.
    pub name: String,
    /// Names and types of the parameters after slot 0 (`you`), in slots 1, 2, …
    pub params: Vec<(String, Type)>,
    /// The number of slots that its frame needs.
    pub slots: Slot,
    /// The type of its answer. `All` queries are expanded (inlined) by the compiler where they are used.
    pub ty: Type,
    /// The expression that gives the answer.
    pub body: Expr,
    /// The place of the whole text.
    pub span: Span,
}

impl Query {
    /// Tells whether it is handed the members of a collection: then it is expanded (inlined) wherever it is asked.
    pub fn takes_members(&self) -> bool {
        let mut params = self.params.iter();
        params.any(|(_, ty)| matches!(ty, Type::All(_)))
    }
}

/// An action: parameters, requirements, and the routine that does it.
#[derive(Debug, Clone)]
pub struct Action {
    /// The name in rules, saves and messages.
    pub name: String,
    /// The words that a person reads for it.
    pub prompt: String,
    /// The parameters with their domains, in slots 1, 2, … of the body's routine.
    pub binders: Vec<Binder>,
    /// The requirements, in the order in which they are tested.
    pub requires: Vec<Require>,
    /// The routine of the statements after the requirements.
    pub body: RoutineId,
    /// The place of the action's head.
    pub span: Span,
}

/// A requirement of an action, with the reason for a refusal.
#[derive(Debug, Clone)]
pub struct Require {
    /// The condition, which must hold for a legal instance.
    pub cond: Expr,
    /// The words for the player otherwise; a value can be told as soon as so many parameters are bound.
    pub reason: Wording<(Expr, usize)>,
    /// The number of parameters that must be bound before it can be tested.
    pub after: usize,
    /// The place of the whole `require`.
    pub span: Span,
}

/// The order of a hook and the effect that it watches (as advice in aspect-oriented programming).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// Runs before the effect.
    Before,
    /// Runs instead of the effect.
    Instead,
    /// Runs after the effect.
    After,
}

/// A hook: a routine that a call of an effect triggers.
#[derive(Debug, Clone)]
pub struct Hook {
    /// The order: before, instead or after.
    pub timing: Timing,
    /// The effect that it watches.
    pub routine: RoutineId,
    /// The row it belongs to (kind and number); `None` for a hook of the game.
    pub source: Option<(KindId, RowId)>,
    /// The filter on calls: slots 0 `you`, 1 `this`, then the watched effect's parameters.
    pub cond: Option<Expr>,
    /// The number of slots that the condition's frame needs.
    pub slots: Slot,
    /// The most runs until a moment, counted in a variable made by the checker (of the piece, or of the table).
    pub limit: Option<(Expr, VarId)>,
    /// The routine that runs, of kind `Hook`.
    pub body: RoutineId,
    /// The place of the whole text.
    pub span: Span,
}

/// A modifier: a change of the answers of a query.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// The query whose answer it changes.
    pub query: QueryId,
    /// The row it belongs to (kind and number); `None` for one of the game.
    pub source: Option<(KindId, RowId)>,
    /// The filter on calls: slots 0 `you`, 1 `this`, then the query's parameters.
    pub cond: Option<Expr>,
    /// The change: replace, add, bound, …
    pub change: Change,
    /// The operand of the change; the same slots.
    pub value: Expr,
    /// The number of slots that condition and value need.
    pub slots: Slot,
    /// The place of the whole text.
    pub span: Span,
}

/// A key of the ranking, the score or a tie-break; slot 0 is the player.
#[derive(Debug, Clone)]
pub struct RankBy {
    /// The player's number, the key to sort by.
    pub value: Expr,
    /// Sorts ascending: the fewest come first.
    pub low_wins: bool,
    /// The number of slots that its frame needs.
    pub slots: Slot,
}

/// The condition for winning at all; slot 0 is the player.
#[derive(Debug, Clone)]
pub struct Wins {
    /// Holds for a player who can win.
    pub cond: Expr,
    /// The number of slots that its frame needs.
    pub slots: Slot,
}

/// The evaluation function of bots: a position's value for a player, who is slot 0; more is better.
#[derive(Debug, Clone)]
pub struct Heuristic {
    /// The estimate, any number of the language.
    pub value: Expr,
    /// The number of slots that its frame needs.
    pub slots: Slot,
}

/// A demand on positions from which play begins: those of rulings, of `setup` and of saves that began from one.
#[derive(Debug, Clone)]
pub struct PositionDemand {
    /// Holds of every such position; slot 0 is each player in turn when it asks something of `you`.
    pub cond: Expr,
    /// The first thing of which it does not hold, when it says something of every one.
    pub counterexample: Option<Expr>,
    /// Marks a demand that is asked for each player.
    pub asks_you: bool,
    /// The words about a position that does not meet it.
    pub reason: String,
    /// The place of the declaration in the rules.
    pub span: Span,
    /// The number of slots that its frame needs.
    pub slots: Slot,
}

/// The fields that make several spaces of a board one thing's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinedSpaces {
    /// The field that names the thing on each of its spaces.
    pub what: VarId,
    /// The field that names the first of its spaces.
    pub by: VarId,
}

impl Kind {
    /// Returns the player for whom a row is made: a copy of a row that has copies for each player.
    #[must_use]
    pub fn made_for(&self, row: RowId) -> Option<PlayerId> {
        self.rows.get(row.index())?.copy.as_ref()?.made_for
    }

    /// Tells whether every row is made for a player.
    #[must_use]
    pub fn is_all_for_players(&self) -> bool {
        let mut rows = (0..self.rows.len()).map(RowId::new);
        !self.rows.is_empty() && rows.all(|row| self.made_for(row).is_some())
    }

    /// Tells whether some pieces are made for players.
    #[must_use]
    pub fn is_made_for_players(&self) -> bool {
        let of_rows = || self.rows.iter().filter_map(|row| row.copy.as_ref());
        matches!(self.copies, Some((_, true))) || of_rows().any(|copy| copy.made_for.is_some())
    }
}

impl Row {
    /// Returns the id that the YAML gives: that of all its copies, if it is one of several.
    #[must_use]
    pub fn written_id(&self) -> &str {
        self.copy.as_ref().map_or(&self.id, |copy| &copy.of)
    }
}

/// The depth to which calls are followed to find out which pieces a text moves.
const DEEPEST_CALL: u32 = 4;

impl Game {
    /// Returns the kind with an id.
    #[must_use]
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// Returns the routine with an id.
    #[must_use]
    pub fn routine(&self, id: RoutineId) -> &Routine {
        &self.routines[id.index()]
    }

    /// Returns true if anything is decided at once.
    pub fn decides_at_once(&self) -> bool {
        fn any(block: &[Stmt]) -> bool {
            let inside = |stmt: &Stmt| stmt.blocks().into_iter().any(any);
            block
                .iter()
                .any(|stmt| stmt.at_once().is_some() || inside(stmt))
        }
        self.routines.iter().any(|routine| any(&routine.body))
    }

    /// Lists the parameters of a routine whose pieces its text moves, whatever else it does, by itself or by an effect that it
    /// calls.
    pub fn moved_params(&self, routine: &Routine) -> Vec<Slot> {
        self.moved_within(routine, DEEPEST_CALL)
    }

    fn moved_within(&self, routine: &Routine, deep: u32) -> Vec<Slot> {
        let mut moved: Vec<Slot> = Vec::new();
        for stmt in &routine.body {
            let pieces = stmt.with_role(&[Role::Moved]);
            moved.extend(pieces.flat_map(Expr::members_named));
            if let (Some(SetsOff::Effect(effect, args)), true) = (stmt.sets_off(), deep > 0) {
                let taken = self.moved_within(self.routine(effect), deep - 1);
                let given = taken
                    .iter()
                    .filter_map(|slot| args.get(usize::from(*slot) - 1));
                moved.extend(given.flat_map(Expr::members_named));
            }
        }
        moved.retain(|slot| (1..=routine.params.len()).contains(&usize::from(*slot)));
        moved
    }
}
