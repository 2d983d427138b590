//! Dense ids: what a checked name becomes.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);
        impl $name {
            /// The place of it in its table.
            #[must_use]
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// An enum.
    EnumId;
    /// A kind of pieces, or a record.
    KindId;
    /// A declared place: one for the table, or one for each player, space or piece.
    PlaceId;
    /// A board.
    BoardId;
    /// A variable: of the table, or one for each player, space or piece.
    VarId;
    /// An option chosen before the game.
    OptionId;
    /// A lookup table.
    TableId;
    /// A moment that effects and variables can wait for.
    MomentId;
    /// A routine: anything with statements (an effect, an action's body, a hook's body, a slot of a row).
    RoutineId;
    /// A query.
    QueryId;
    /// An action.
    ActionId;
    /// A hook.
    HookId;
    /// A modifier.
    ModifierId;
    /// A shape of hexes, in the table of all shapes.
    ShapeId;
}

/// What a local slot of a routine or query is called by: its number in the frame.
pub type Slot = u16;
