//! Dense ids: the numbers that checked names become, a type for each table.

use crate::table;

/// The number that stands for `none` in a scalar: no operator gives it.
pub const NONE: i32 = i32::MIN;

/// Declares ids: numbers of 32 bits that differ in type, each with the word that people read before the number.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id of nothing, as in links that may lead nowhere: no table has it, and its value is `none`.
            pub const NONE: $name = $name::from_value($crate::ids::NONE);

            /// Makes the id of a position; the limits of a game keep all positions in 32 bits.
            #[must_use]
            #[inline]
            pub const fn new(index: usize) -> $name {
                $name(index as u32)
            }

            /// The position in its table.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                // Lossless: `usize` has at least 32 bits wherever this runs. No other id is converted anywhere else.
                self.0 as usize
            }

            /// The id that a value of the rules stands for; none for `none`, and for whatever else is no id.
            #[must_use]
            #[inline]
            pub const fn of(value: i32) -> Option<$name> {
                if value < 0 { None } else { Some($name(value as u32)) }
            }

            /// The id that a value of the rules stands for where it is known to be one; of `none`, an id that no table has.
            #[must_use]
            #[inline]
            pub const fn from_value(value: i32) -> $name {
                $name(value as u32)
            }

            /// The id so many further on.
            #[must_use]
            #[inline]
            pub const fn plus(self, more: u32) -> $name {
                $name(self.0 + more)
            }

            /// The value that stands for it in the rules.
            #[must_use]
            #[inline]
            pub const fn value(self) -> i32 {
                self.0 as i32
            }

            /// Makes the id of a number, as saved games, machine code and sums with a table's first number give it.
            #[must_use]
            #[inline]
            pub const fn numbered(number: u32) -> $name {
                $name(number)
            }

            /// The number, as saved games, machine code and sums hold it.
            #[must_use]
            #[inline]
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        impl $crate::table::Id for $name {
            #[inline]
            fn new(index: usize) -> $name {
                $name::new(index)
            }

            #[inline]
            fn index(self) -> usize {
                self.index()
            }
        }

        /// The word and the number, as in `routine3`.
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($word, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// An enum, in `Game::enums`.
    EnumId = "enum";
    /// A kind of pieces, or a record.
    KindId = "kind";
    /// A sort of a kind's pieces, known to the checker alone.
    SortId = "sort";
    /// A declared place: one for the table, or one for each player, space or piece.
    PlaceId = "place";
    /// A declared board: one for the table, or one for each player.
    BoardId = "board";
    /// A variable: of the table, or one for each player, space or piece.
    VarId = "var";
    /// An option chosen before the game.
    OptionId = "option";
    /// A lookup table of numbers.
    TableId = "table";
    /// A moment that effects and variables can wait for.
    MomentId = "moment";
    /// A routine: anything with statements (an effect, an action's body, a hook's body, a slot of a row).
    RoutineId = "routine";
    /// A query of the rules.
    QueryId = "query";
    /// An action that players may take.
    ActionId = "action";
    /// A hook on an effect.
    HookId = "hook";
    /// A modifier of a query.
    ModifierId = "modifier";
    /// A row of a kind, in the table of its rows.
    RowId = "row";
    /// A shape of hexes, in the table of all shapes.
    ShapeId = "shape";
    /// A player, by the seat: P0 sits first.
    PlayerId = "P";
}

/// A slot: the number of a local value in the frame of a routine or query.
pub type Slot = u16;

impl PlayerId {
    /// Returns the first so many players, in the order of their seats.
    pub fn first(
        count: u8,
    ) -> impl DoubleEndedIterator<Item = PlayerId> + ExactSizeIterator + Clone {
        table::ids(PlayerId::new(0)..PlayerId::numbered(u32::from(count)))
    }

    /// Reads the number of a player that somebody wrote; none of what is no number, or one that no game has.
    #[must_use]
    pub fn read(digits: &str) -> Option<PlayerId> {
        let number = digits.parse::<u8>().ok()?;
        Some(PlayerId::numbered(u32::from(number)))
    }

    /// Tells whether it is one of the first so many players.
    #[must_use]
    #[inline]
    pub const fn is_among(self, count: u8) -> bool {
        self.0 < count as u32
    }
}
