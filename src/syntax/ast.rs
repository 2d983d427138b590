//! The tree of a rules text: shapes and control, names unresolved, every node with its span.
//!
//! Takes nothing, gives types. It knows no verb of play: `move`, `draw` and `gain` are calls like any other.

use ludex_source::Span;

mod shift;
mod sort;
mod stmt;

pub use shift::Shift;
pub use sort::ItemSort;
pub use stmt::{Arg, AssignOp, Block, Call, Choose, Quantity, Stmt, StmtDoes, StmtKind, StmtPart};

/// A name as written, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The word itself, without its place.
    pub text: String,
    /// The bytes of the word.
    pub span: Span,
}

/// Words for people, in which `{x}` is told as its value: `"{who} {who|gain|gains} a {i} icon"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// The words between the quotes, as they are printed again.
    pub text: String,
    /// The same, cut at its holes.
    pub parts: Vec<PhrasePart>,
    /// The quotes and what is between them.
    pub span: Span,
}

/// A part of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhrasePart {
    /// ` gains a `
    Words(String),
    /// `{i}`, a value that the name holds
    Value(Name),
    /// `{n|card|cards}`: one of two words, as the value is one or several.
    Forms(Name, String, String),
}

impl PhrasePart {
    /// The name in its braces.
    pub fn name(&self) -> Option<&Name> {
        match self {
            PhrasePart::Words(_) => None,
            PhrasePart::Value(name) | PhrasePart::Forms(name, ..) => Some(name),
        }
    }
}

/// The tree of one `.rules` file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// The items that parsed, in order.
    pub items: Vec<Item>,
}

/// A top-level declaration, with its doc comment.
#[derive(Debug, Clone)]
pub struct Item {
    /// Lines of `///` above it, joined by newlines.
    pub doc: String,
    /// The bytes from its first word to its end.
    pub span: Span,
    /// Set when statements or members could not be read and were left out: it can be named, but not be relied upon.
    pub broken: bool,
    /// The declaration by its sort.
    pub kind: ItemKind,
}

/// The sorts of top-level declarations.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `enum colour { red green }`
    Enum(Enum),
    /// `option long: bool = false "one more round"`
    Option(OptionDecl),
    /// `kind card { … }` or `record family { … }`
    Kind(Kind),
    /// `place hand per player: list of card seen by owner`
    Place(Place),
    /// `board ring: ring of 5 { … }`
    Board(Board),
    /// `var money per player: int = 25`
    Var(Var),
    /// `track fame per player: 0..15 { … }`
    Track(Track),
    /// `table income: int -> int`
    Table(Table),
    /// `moment end_of_turn`
    Moment(Name),
    /// `effect draw_up(n: int) { … }`
    Effect(Effect),
    /// `query room(here: field) -> int = …`
    Query(Query),
    /// `action load(card from hand) { … }`
    Action(Action),
    /// `when load(card) where … { … }`
    Hook(Hook),
    /// `modify capacity(here) where … : at most 13`
    Modifier(Modifier),
    /// `setup { … }`
    Setup(Block),
    /// `play { … }`
    Play(Block),
    /// `result { score penalty low }`
    Result(ResultDecl),
    /// `heuristic points + size(hand)`: how good a position looks for `you`, for bots.
    Heuristic(Expr),
    /// `require size(hand) <= 8 "too many cards"`: must hold for every position that is given.
    Demand(Demand),
}

impl ItemKind {
    /// Returns the name that it gives; none of what gives no name, such as a hook.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            ItemKind::Enum(one) => Some(&one.name),
            ItemKind::Option(one) => Some(&one.name),
            ItemKind::Kind(one) => Some(&one.name),
            ItemKind::Place(one) => Some(&one.name),
            ItemKind::Board(one) => Some(&one.name),
            ItemKind::Var(one) => Some(&one.name),
            ItemKind::Track(one) => Some(&one.name),
            ItemKind::Table(one) => Some(&one.name),
            ItemKind::Moment(name) => Some(name),
            ItemKind::Effect(one) => Some(&one.name),
            ItemKind::Query(one) => Some(&one.name),
            ItemKind::Action(one) => Some(&one.name),
            ItemKind::Hook(_)
            | ItemKind::Modifier(_)
            | ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => None,
        }
    }

    /// Returns the name under which people ask for it: its own, what a hook or modifier changes, or the word of a declaration
    /// that stands alone.
    #[must_use]
    pub fn called(&self) -> &str {
        let name = self.name().or_else(|| self.watched());
        name.map_or(self.sort().word(), |name| &name.text)
    }

    /// Returns where that name stands; none of a declaration that stands alone.
    #[must_use]
    pub fn called_at(&self) -> Option<Span> {
        let name = self.name().or_else(|| self.watched());
        name.map(|name| name.span)
    }

    /// Returns the name of the effect that a hook watches, or of the query that a modifier changes.
    #[must_use]
    pub fn watched(&self) -> Option<&Name> {
        match self {
            ItemKind::Hook(one) => Some(&one.effect),
            ItemKind::Modifier(one) => Some(&one.query),
            ItemKind::Enum(_)
            | ItemKind::Option(_)
            | ItemKind::Kind(_)
            | ItemKind::Place(_)
            | ItemKind::Board(_)
            | ItemKind::Var(_)
            | ItemKind::Track(_)
            | ItemKind::Table(_)
            | ItemKind::Moment(_)
            | ItemKind::Effect(_)
            | ItemKind::Query(_)
            | ItemKind::Action(_)
            | ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => None,
        }
    }

    /// Returns the conditions that decide whether it happens, and what a modifier changes an answer by.
    #[must_use]
    pub fn deciding(&self) -> Vec<&Expr> {
        match self {
            ItemKind::Hook(hook) => hook.cond.iter().collect(),
            ItemKind::Modifier(one) => one.cond.iter().chain([&one.value]).collect(),
            ItemKind::Action(action) => {
                let demands = action
                    .body
                    .stmts
                    .iter()
                    .filter_map(|stmt| stmt.kind.demand());
                demands.map(|(cond, _)| cond).collect()
            }
            ItemKind::Enum(_)
            | ItemKind::Option(_)
            | ItemKind::Kind(_)
            | ItemKind::Place(_)
            | ItemKind::Board(_)
            | ItemKind::Var(_)
            | ItemKind::Track(_)
            | ItemKind::Table(_)
            | ItemKind::Moment(_)
            | ItemKind::Effect(_)
            | ItemKind::Query(_)
            | ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => Vec::new(),
        }
    }

    /// Returns the words of an action for people, if it gives any.
    #[must_use]
    pub fn prompt(&self) -> Option<&str> {
        if let ItemKind::Action(action) = self {
            action.prompt.as_deref()
        } else {
            None
        }
    }

    /// Returns the sort of declaration.
    #[must_use]
    pub fn sort(&self) -> ItemSort {
        match self {
            ItemKind::Enum(_) => ItemSort::Enum,
            ItemKind::Option(_) => ItemSort::Option,
            ItemKind::Kind(one) if one.is_record => ItemSort::Record,
            ItemKind::Kind(_) => ItemSort::Kind,
            ItemKind::Place(_) => ItemSort::Place,
            ItemKind::Board(_) => ItemSort::Board,
            ItemKind::Var(_) => ItemSort::Var,
            ItemKind::Track(_) => ItemSort::Track,
            ItemKind::Table(_) => ItemSort::Table,
            ItemKind::Moment(_) => ItemSort::Moment,
            ItemKind::Effect(_) => ItemSort::Effect,
            ItemKind::Query(_) => ItemSort::Query,
            ItemKind::Action(_) => ItemSort::Action,
            ItemKind::Hook(_) => ItemSort::Hook,
            ItemKind::Modifier(_) => ItemSort::Modifier,
            ItemKind::Setup(_) => ItemSort::Setup,
            ItemKind::Play(_) => ItemSort::Play,
            ItemKind::Result(_) => ItemSort::Result,
            ItemKind::Heuristic(_) => ItemSort::Heuristic,
            ItemKind::Demand(_) => ItemSort::Demand,
        }
    }

    /// Returns the members of a kind, record or board.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        match self {
            ItemKind::Kind(kind) => &kind.members,
            ItemKind::Board(board) => &board.members,
            ItemKind::Enum(_)
            | ItemKind::Option(_)
            | ItemKind::Place(_)
            | ItemKind::Var(_)
            | ItemKind::Track(_)
            | ItemKind::Table(_)
            | ItemKind::Moment(_)
            | ItemKind::Effect(_)
            | ItemKind::Query(_)
            | ItemKind::Action(_)
            | ItemKind::Hook(_)
            | ItemKind::Modifier(_)
            | ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => &[],
        }
    }

    /// The kind or record that it declares, if it does.
    #[must_use]
    pub fn as_kind(&self) -> Option<&Kind> {
        if let ItemKind::Kind(kind) = self {
            Some(kind)
        } else {
            None
        }
    }
}

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

/// A type as written.
#[derive(Debug, Clone)]
pub struct Type {
    /// The bytes of the type.
    pub span: Span,
    /// The type by its sort.
    pub kind: TypeKind,
}

impl Type {
    /// The parameters of a type of texts, and the type that a value text gives; none of a type of values.
    #[must_use]
    pub fn signature(&self) -> Option<(&[Param], Option<&Type>)> {
        if let TypeKind::Effect(params) = &self.kind {
            Some((params, None))
        } else if let TypeKind::Value(params, ty) = &self.kind {
            Some((params, Some(ty)))
        } else {
            None
        }
    }
}

/// The sorts of types.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// `int`, `bool`, `text`, `player`, `shape`, `hooks`, or a declared name.
    Name(String),
    /// `int 0..10`
    IntRange(Expr, Expr),
    /// `player?`
    Optional(Box<Type>),
    /// `set icon`
    Set(Box<Type>),
    /// `bag icon`
    Bag(Box<Type>),
    /// `all card`: a collection, only as the value of a query or a parameter.
    All(Box<Type>),
    /// `place of card`
    PlaceOf(Box<Type>),
    /// `any K`: a kind that the caller names.
    Any(Name),
    /// `direction of map`
    DirectionOf(Name),
    /// `placement of map`
    PlacementOf(Name),
    /// `effect(here: field)`: a slot that a row fills with statements.
    Effect(Vec<Param>),
    /// `value(here: field) -> bool`: a slot that a row fills with an expression.
    Value(Vec<Param>, Box<Type>),
}

/// An expression with its place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The expression by its sort.
    pub kind: Box<ExprKind>,
    /// The bytes of the whole expression.
    pub span: Span,
}

impl Expr {
    /// Tells whether it is a condition that binds a name.
    #[must_use]
    pub fn names(&self) -> bool {
        matches!(*self.kind, ExprKind::Let(..))
    }

    /// The conditions that all hold when it does: itself, or both sides of each `and`.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<&Expr> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &*self.kind {
            return [a.conjuncts(), b.conjuncts()].concat();
        }
        vec![self]
    }

    /// Returns the name at its end, with where it stands: `hand` of `hand` and of `other.hand`; none of what ends otherwise.
    #[must_use]
    pub fn last_name(&self) -> Option<(&str, Span)> {
        match &*self.kind {
            ExprKind::Name(name) => Some((name, self.span)),
            ExprKind::Member(_, name) => Some((&name.text, name.span)),
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Call(..)
            | ExprKind::Index(..)
            | ExprKind::Fold(_)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Let(..)
            | ExprKind::If(..)
            | ExprKind::Possible(_) => None,
        }
    }
}

/// The sorts of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `true`
    Bool(bool),
    /// `none`
    None,
    /// `"text"`
    Text(String),
    /// `hand`, `you`, `this`, `red`
    Name(String),
    /// `card.weight`
    Member(Expr, Name),
    /// `room(here)`: a query or built-in; the callee is a name or, for a row's slot, a member.
    Call(Expr, Vec<Expr>),
    /// `icons[fish]`
    Index(Expr, Expr),
    /// `count(x in hand where x.weight > 2 : x.tears)`
    Fold(Fold),
    /// `{x in hand where x.weight > 2}`
    Filter(Binder),
    /// `[red, green]`
    Set(Vec<Expr>),
    /// `2..5`, both ends included
    Range(Expr, Expr),
    /// `not x`, `-x`
    Unary(UnaryOp, Expr),
    /// `a + b`
    Binary(BinaryOp, Expr, Expr),
    /// `let x = top(deck)` as a condition
    Let(Name, Expr),
    /// `if a then b else c`
    If(Expr, Expr, Expr),
    /// `possible(any of x in hand with sum(y in chosen : y.worth) > 5)`: a choice that nobody is asked.
    Possible(Box<Choose>),
}

/// `sum(x in hand where … : x.weight)`
#[derive(Debug, Clone)]
pub struct Fold {
    /// `count`, `sum`, `any`, `all`, … resolved by the checker.
    pub name: Name,
    /// The collection it goes through, and the name of a member.
    pub binder: Binder,
    /// The value taken of each.
    pub value: Option<Expr>,
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Minus,
}

/// An operator between its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `else`
    Else,
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `has`
    Has,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `div`: rounded towards minus infinity.
    Divide,
    /// `mod`: never negative.
    Modulo,
}
