//! Dense ids of a program's own tables. Those of declared things are the rules' (`rules/ids`).

use ludex_rules::ids;

ids! {
    /// A program counter: an index of `Program::code`.
    Pc = "instruction";
    /// An expression: an index of `Program::nodes`.
    NodeId = "node";
    /// A collection: an index of `Program::sources`.
    SourceId = "source";
    /// The first of two nodes that follow each other in `Program::node_lists`.
    NodePair = "pair";
    /// An operand of a verb: an index of `Program::operands`.
    OperandId = "operand";
    /// A question to a player.
    SiteId = "site";
    /// A variable written to.
    TargetId = "target";
    /// A list of hooks that watch the same.
    HookListId = "hooks";
    /// The rules of a track.
    TrackId = "track";
    /// A single space: those of all boards are numbered in a row, `first[board] + copy * capacity[board] + number`.
    SpaceId = "space";
    /// A single piece, or a row of a record: those of all kinds are numbered in a row, `first[kind] + number`.
    PieceId = "piece";
    /// A single place, of one holder: those of all places are numbered in a row, `base[place] + holder - first[place]`.
    SpotId = "spot";
    /// A position in memory, `base[var] + (holder - first[var]) * width[var] + index` of a variable.
    Address = "address";
    /// A position in the scratch buffer, or its length.
    ScratchIndex = "scratch";
    /// A position in `State::lists`, or their length.
    ListIndex = "list";
    /// A position in `State::stack`, or its length.
    StackIndex = "stack";
    /// A position in `State::pool`, or its length.
    PoolIndex = "pool";
    /// A row of `State::later`.
    LaterId = "later";
    /// A layout of a board: an index of its `layouts`.
    LayoutId = "layout";
    /// A placement of a shape on a board: an index of `Layout::placements`.
    PlacementId = "placement";
}

impl Pc {
    /// Returns the counter of the instruction that follows.
    #[must_use]
    #[inline]
    pub const fn next(self) -> Pc {
        self.plus(1)
    }

    /// Counts the instructions from another one up to it.
    #[must_use]
    #[inline]
    pub const fn since(self, start: Pc) -> u32 {
        self.number().wrapping_sub(start.number())
    }

    /// Returns the counter of the instruction before it; of the first one, one that no table has.
    #[must_use]
    #[inline]
    pub const fn before(self) -> Pc {
        Pc::numbered(self.number().wrapping_sub(1))
    }
}
