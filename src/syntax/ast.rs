//! The tree of a rules text: shapes and control, names unresolved, every node with its span.
//!
//! Takes nothing, gives types. It knows no verb of play: `move`, `draw` and `gain` are calls like any other.

use ludex_source::Span;

mod decl;
mod expr;
mod shift;
mod sort;
mod stmt;

pub use decl::{
    Action, Attribute, Binder, Board, Change, Copies, Demand, Effect, Enum, Hook, Kind, Member,
    MemberKind, Modifier, OptionDecl, OptionValues, Param, Place, Query, RankBy, ResultDecl, Seen,
    Table, Timing, Track, TrackPart, Var,
};
pub use expr::{BinaryOp, Expr, ExprKind, Fold, Type, TypeKind, UnaryOp};
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
