//! The sorts of top-level declarations, without what they declare.

/// The sort of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is the language's own word")]
pub enum ItemSort {
    Option,
    Kind,
    Record,
    Action,
    Effect,
    Query,
    Hook,
    Modifier,
    Track,
    Var,
    Place,
    Board,
    Enum,
    Table,
    Moment,
    Setup,
    Play,
    Result,
    Heuristic,
    Demand,
}

impl ItemSort {
    /// Returns the word that begins such a declaration; of a hook, one of the words.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ItemSort::Option => "option",
            ItemSort::Kind => "kind",
            ItemSort::Record => "record",
            ItemSort::Action => "action",
            ItemSort::Effect => "effect",
            ItemSort::Query => "query",
            ItemSort::Hook => "when",
            ItemSort::Modifier => "modify",
            ItemSort::Track => "track",
            ItemSort::Var => "var",
            ItemSort::Place => "place",
            ItemSort::Board => "board",
            ItemSort::Enum => "enum",
            ItemSort::Table => "table",
            ItemSort::Moment => "moment",
            ItemSort::Setup => "setup",
            ItemSort::Play => "play",
            ItemSort::Result => "result",
            ItemSort::Heuristic => "heuristic",
            ItemSort::Demand => "require",
        }
    }
}
