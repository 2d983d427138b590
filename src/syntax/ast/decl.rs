//! Declarations as they are written: enums, kinds and their members, places, boards, variables, effects, hooks.

use crate::ast::{Block, Expr, Name, Phrase, Type};
use ludex_source::Span;

/// `enum colour { red green }`
#[derive(Debug, Clone)]
pub struct Enum {
    /// The name of the enum.
    pub name: Name,
    /// Its values, in order.
    pub values: Vec<Name>,
    /// The phrase of each value, where one is given.
    pub phrases: Vec<Option<Phrase>>,
}

/// `option ending: { three_rounds, at_26 } = three_rounds "when the game ends"`
#[derive(Debug, Clone)]
pub struct OptionDecl {
    /// The name behind `option.`.
    pub name: Name,
    /// The values that may be chosen before the game.
    pub values: OptionValues,
    /// The default, a value of those.
    pub default: Expr,
    /// The meaning in words, for people.
    pub text: Option<String>,
}

/// The values an option allows.
#[derive(Debug, Clone)]
pub enum OptionValues {
    /// `bool`
    Bool(Span),
    /// `{ seed, always }`
    Words(Vec<Name>),
    /// `law`: all values of an enum.
    Enum(Name),
    /// `2..5`
    Range(Expr, Expr),
}

/// `kind card: 4 per player { … }`, or `record family { … }`: a record has rows but no pieces.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The name of the kind or record.
    pub name: Name,
    /// Tells `record` from `kind`.
    pub is_record: bool,
    /// `kind beast of card`: the kind that it is a sort of.
    pub of: Option<Name>,
    /// `kind cube: 10` or `: 10 per player`: so many equal pieces without rows.
    pub copies: Option<Copies>,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
    /// Its members, in order.
    pub members: Vec<Member>,
}

impl Kind {
    /// The sort with the members of its kind before its own, as its rows give them; any other kind as it is.
    #[must_use]
    pub fn with_its_kind<'k>(&self, mut kinds: impl Iterator<Item = &'k Kind>) -> Kind {
        let mut whole = self.clone();
        let of = self.of.as_ref();
        if let Some(kind) = of.and_then(|of| kinds.find(|kind| kind.name.text == of.text)) {
            whole.members.splice(0..0, kind.members.iter().cloned());
        }
        whole
    }

    /// The type of its attribute with a name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Type> {
        self.members.iter().find_map(|member| {
            if let MemberKind::Attribute(one) = &member.kind
                && one.name.text == name
            {
                Some(&one.ty)
            } else {
                None
            }
        })
    }
}

/// `: 10 per player`
#[derive(Debug, Clone)]
pub struct Copies {
    /// The number of pieces, known before play.
    pub count: Expr,
    /// So many for each player; each piece then has an attribute `of`.
    pub per_player: bool,
}

/// A member of a kind, record or board.
#[derive(Debug, Clone)]
pub struct Member {
    /// Lines of `///` above it.
    pub doc: String,
    /// The bytes of the whole member.
    pub span: Span,
    /// The member by its sort.
    pub kind: MemberKind,
}

/// The sorts of members.
#[derive(Debug, Clone)]
pub enum MemberKind {
    /// `weight: int 0..10 = 0`: filled by the row.
    Attribute(Attribute),
    /// `var turned: bool = false while in row`: changes in play.
    Field(Var),
    /// `place slots: list of cube`: held by each piece or space.
    Place(Place),
    /// `home pool`: where the pieces lie before set-up.
    Home(Expr),
    /// `active in row, hand as form`: where hooks and modifiers of a row live.
    Active {
        /// The places in which they live.
        places: Vec<Name>,
        /// The field that names the piece whose hooks and modifiers live; else those of the piece's own row do.
        form: Option<Name>,
    },
    /// `join building by part_of`: spaces that one thing covers.
    Join {
        /// The field that names the thing on each of its spaces.
        what: Name,
        /// The field that names the first of its spaces.
        by: Name,
    },
    /// `require weight > 0 "it weighs nothing"`: must hold for every row.
    Demand(Demand),
}

impl MemberKind {
    /// Returns the name that it gives; none of what gives no name.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            MemberKind::Attribute(one) => Some(&one.name),
            MemberKind::Field(one) => Some(&one.name),
            MemberKind::Place(one) => Some(&one.name),
            MemberKind::Home(_)
            | MemberKind::Active { .. }
            | MemberKind::Join { .. }
            | MemberKind::Demand(_) => None,
        }
    }
}

/// `require weight > 0 "it weighs nothing"`
#[derive(Debug, Clone)]
pub struct Demand {
    /// The condition that every row, space or given position fulfils.
    pub cond: Expr,
    /// The words about one that does not.
    pub reason: String,
}

/// `weight: int 0..10 = 0`
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name that rows give values to.
    pub name: Name,
    /// The type of these values.
    pub ty: Type,
    /// Value of a row that leaves it out; may name earlier attributes.
    pub default: Option<Expr>,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
}

/// `place hand per player: list of card capacity 8 seen by owner when empty refill`
#[derive(Debug, Clone)]
pub struct Place {
    /// The name of the place.
    pub name: Name,
    /// `per player`; none for a table's place and for a member's.
    pub per: Option<Name>,
    /// `pile`, `list`, `set` or `slot`.
    pub order: Name,
    /// The kinds of the pieces it may hold.
    pub holds: Vec<Name>,
    /// At most so many.
    pub capacity: Option<Expr>,
    /// Those who see the pieces in it; everybody when left out.
    pub seen: Option<Seen>,
    /// The effect that runs when a piece is needed and none is there.
    pub when_empty: Option<Name>,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
}

/// `seen by owner`, or `seen by face shown` (a bool field of the piece).
#[derive(Debug, Clone)]
pub struct Seen {
    /// `all`, `owner`, `others`, `nobody` or `face`.
    pub by: Name,
    /// The field, after `face`.
    pub field: Option<Name>,
}

/// `board path: ring of count up to 9 { … }` or `board map per player: hex from maps { … }`
#[derive(Debug, Clone)]
pub struct Board {
    /// Its name, also the type of its spaces.
    pub name: Name,
    /// The holders: `per player`; the table when left out.
    pub per: Option<Name>,
    /// `ring`, `row`, `grid`, `hex` or `graph`.
    pub shape: Name,
    /// `of 5` or, for a grid, `of 7 by 6`.
    pub size: Vec<Expr>,
    /// `up to 9`: the largest that `size` may become.
    pub up_to: Option<Expr>,
    /// `from maps`: the table of layouts in YAML.
    pub from: Option<Name>,
    /// `layout EXPR`: which of the layouts is used (an id of the table), asked once at set-up.
    pub layout: Option<Expr>,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
    /// Attributes, fields and places of each space.
    pub members: Vec<Member>,
}

/// `var money per player: int 0..99 = 25 seen by owner until end_of_turn`
#[derive(Debug, Clone)]
pub struct Var {
    /// The name of the variable.
    pub name: Name,
    /// The holders: `per player`; the table when left out.
    pub per: Option<Name>,
    /// `[icon]` after the name: one number for each value of an enum.
    pub index: Option<Name>,
    /// The type of its value.
    pub ty: Type,
    /// Its first value; zero, `false` or `none` when left out.
    pub default: Option<Expr>,
    /// `while in row`: falls back to the default when its piece leaves these places.
    pub while_in: Vec<Name>,
    /// `until end_of_turn`: falls back to the default at that moment.
    pub until: Option<Name>,
    /// `uncompared`: positions that differ in it alone are the same to `repetitions`.
    pub uncompared: bool,
    /// Those who see its value; everybody when left out.
    pub seen: Option<Seen>,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
}

/// `track fame per player: 0..15 = 0 { … }`
#[derive(Debug, Clone)]
pub struct Track {
    /// The name of the track.
    pub name: Name,
    /// The holders: `per player`; the table when left out.
    pub per: Option<Name>,
    /// Lowest and highest space.
    pub low: Expr,
    /// The highest value, included.
    pub high: Expr,
    /// The first space; `low` when left out.
    pub start: Option<Expr>,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
    /// Gates, overflow and spaces.
    pub parts: Vec<TrackPart>,
}

/// A rule of a track.
#[derive(Debug, Clone)]
pub enum TrackPart {
    /// `gate 9 while not upgraded(you)`: the marker can't pass.
    Gate {
        /// The last space that can be reached.
        at: Expr,
        /// As long as this holds.
        cond: Expr,
    },
    /// `beyond extra { gain extra money }`: what the steps past the top (or a gate) turn into.
    Beyond {
        /// The number of steps lost.
        extra: Name,
        /// The statements for the steps lost.
        body: Block,
    },
    /// `at 5 once { … }`: when the marker reaches or passes the space.
    At {
        /// The value that is reached or passed.
        space: Expr,
        /// `once` a player, `first` player only, or each time.
        how: Option<Name>,
        /// The statements that are then done.
        body: Block,
    },
}

/// `table income: int -> int`: rows in YAML; a key between two rows takes the lower one's value.
#[derive(Debug, Clone)]
pub struct Table {
    /// The name of the lookup table.
    pub name: Name,
    /// Type of the key.
    pub key: Type,
    /// Type of the value.
    pub value: Type,
}

/// `card: card`, or with the word that introduces it in a call, `to receiver: player`.
#[derive(Debug, Clone)]
pub struct Param {
    /// The word before the argument in a call, as in `give card to receiver`.
    pub label: Option<Name>,
    /// The name inside the text.
    pub name: Name,
    /// Its type; a hook's parameters leave it out.
    pub ty: Option<Type>,
}

/// `effect give(card: card, to receiver: player) pooled { … }`
#[derive(Debug, Clone)]
pub struct Effect {
    /// The name of the effect.
    pub name: Name,
    /// The parameters with their labels.
    pub params: Vec<Param>,
    /// `ordered by EXPR`: the player who orders several hooks on it.
    pub ordered_by: Option<Expr>,
    /// `recursive`: it may reach itself again.
    pub recursive: bool,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
    /// The statements of the effect.
    pub body: Block,
}

/// `query room(here: field) -> int = …`
#[derive(Debug, Clone)]
pub struct Query {
    /// The name of the query.
    pub name: Name,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// The type of the answer.
    pub ty: Type,
    /// `recursive`: it may ask itself again.
    pub recursive: bool,
    /// The phrase that people read for it.
    pub phrase: Option<Phrase>,
    /// The expression that gives the answer.
    pub body: Expr,
}

/// `action load(card from hand, as from card.sexes) "load a card" { require … }`
#[derive(Debug, Clone)]
pub struct Action {
    /// The name of the action.
    pub name: Name,
    /// Its parameters, each from its source.
    pub binders: Vec<Binder>,
    /// The words of the option; made from the name when left out.
    pub prompt: Option<String>,
    /// Its `require`s and effect.
    pub body: Block,
}

/// `card from hand where card.weight > 2`
#[derive(Debug, Clone)]
pub struct Binder {
    /// The name of each member.
    pub name: Name,
    /// The collection it goes through.
    pub source: Expr,
    /// The filter behind `where`.
    pub cond: Option<Expr>,
}

/// The time of a hook, before or after what it watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// `before`
    Before,
    /// `instead of`
    Instead,
    /// `when`: after it happened.
    After,
}

/// `when played(card) where card.icons has bird at most 1 until end_of_turn { … }`
#[derive(Debug, Clone)]
pub struct Hook {
    /// Before, instead or after.
    pub timing: Timing,
    /// The name of the effect it watches.
    pub effect: Name,
    /// Names for its arguments; may be fewer than it has.
    pub params: Vec<Name>,
    /// The filter on calls of the effect, behind `where`.
    pub cond: Option<Expr>,
    /// `at most N until MOMENT`
    pub limit: Option<(Expr, Name)>,
    /// The statements of the hook.
    pub body: Block,
    /// From the first word to the end of the condition.
    pub span: Span,
}

/// `modify capacity(here) where this in here.row : at most 13`
#[derive(Debug, Clone)]
pub struct Modifier {
    /// The name of the query it changes.
    pub query: Name,
    /// Names for its arguments; may be fewer than it has.
    pub params: Vec<Name>,
    /// The filter on calls of the query, behind `where`.
    pub cond: Option<Expr>,
    /// The operation of the change.
    pub change: Change,
    /// The operand of the change.
    pub value: Expr,
    /// The bytes of the whole modifier.
    pub span: Span,
}

/// The operation by which a modifier changes an answer. They are applied in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// `: is 3`
    Set,
    /// `: plus 2`
    Plus,
    /// `: minus 2`
    Minus,
    /// `: at least 0`
    AtLeast,
    /// `: at most 13`
    AtMost,
}

impl Change {
    /// Returns the words that stand for it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Change::Set => "is",
            Change::Plus => "plus",
            Change::Minus => "minus",
            Change::AtLeast => "at least",
            Change::AtMost => "at most",
        }
    }
}

/// `result { score points high; then money high; wins when points >= 10 }`
#[derive(Debug, Clone)]
pub struct ResultDecl {
    /// The score and the tie-breaks, in order; asked for each player as `you`.
    pub ranks: Vec<RankBy>,
    /// `wins when not lost`: who can win at all; asked for each player as `you`.
    pub wins: Option<Expr>,
}

/// `points high`
#[derive(Debug, Clone)]
pub struct RankBy {
    /// The number that players are compared by.
    pub value: Expr,
    /// `low`: the fewest come first.
    pub low_wins: bool,
}
