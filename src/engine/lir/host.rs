//! Calls of the engine by lowered code, as data: names, with the types of their parameters and results. What they do stands
//! in `engine/runtime/host.rs`, which is held to these types.

use super::Type;

macro_rules! hosts {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ident),*) $(-> $result:ident)?;)*) => {
        /// The name of a call of the engine.
        #[expect(non_camel_case_types, reason = "each is a function's name")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Host { $($(#[$doc])* $name),* }

        impl Host {
            /// All calls, in the order of their numbers.
            pub const ALL: &[Host] = &[$(Host::$name),*];

            /// Returns the types of its parameters and of its result.
            pub const fn signature(self) -> (&'static [Type], Option<Type>) {
                match self {
                    $(Host::$name => (&[$(Type::$ty),*], result!($($result)?)),)*
                }
            }
        }
    };
}

macro_rules! result {
    () => {
        None
    };
    ($ty:ident) => {
        Some(Type::$ty)
    };
}

hosts! {
    /// The value of a lookup table for a key.
    lookup(table: Int, key: Int, node: Int) -> Int;
    /// The operation of a node.
    op(node: Int, a: Int, b: Int) -> Int;
    /// The player a piece was made for.
    made_for(piece: Int, node: Int) -> Int;
    /// Keeps of the spaces at the end of the scratch buffer those of the group of one.
    group(from: Int, start: Int);
    /// Keeps a space of each group of the spaces at the end of the scratch buffer.
    groups(from: Int);
    /// The first placement, and how many in the upper half.
    placements(shape: Int, board: Int, player: Int) -> Long;
    /// The length of the scratch buffer.
    scratch_len() -> Int;
    /// A number of the scratch buffer.
    scratch_at(n: Int) -> Int;
    /// Adds a number to the scratch buffer.
    scratch_push(value: Int);
    /// Adds a number to the scratch buffer unless it is there already.
    scratch_new(start: Int, value: Int);
    /// Shortens the scratch buffer; how many numbers went.
    scratch_drop(start: Int) -> Int;
    /// Draws a member of those in the scratch buffer.
    random_listed(start: Int, node: Int) -> Int;
    /// Draws a piece of a place.
    random_piece(place: Int, node: Int) -> Int;
    /// Draws a number between two, both included.
    roll(low: Int, high: Int, node: Int) -> Int;
    /// Returns true if an action is possible for a player.
    is_possible(action: Int, you: Int) -> Int;
    /// Returns true if a set can be chosen, given the slots that this needs from a position of the scratch buffer on, which
    /// ends there then.
    can_choose(node: Int, given: Int) -> Int;
    /// The owner of a piece with a modifier, for a place of which only the engine knows whose it is.
    owner(piece: Int) -> Int;
    /// Returns true if a fault is noted.
    has_failed() -> Int;
    /// Returns true if a pool is open.
    pools_open() -> Int;
    /// Begins to list options with so many values each: the first of a decision, or more of them.
    begin_options(width: Int, anew: Int);
    /// Counts the options with so many values each that were listed from a number of values on.
    options_since(start: Int, width: Int) -> Int;
    /// Notes whether the listing of an action found any.
    note_possible(action: Int, you: Int, found: Int);
    /// Draws one of so many options that were listed, and refills the budget; below 0 where they take too many bytes.
    pick(count: Int) -> Int;
    /// The routine that fills an empty place, or none, and in the upper half for whom.
    filling(place: Int, you: Int) -> Long;
    /// The length of the lists of loops.
    list_len() -> Int;
    /// Adds a number to the lists of loops.
    list_push(value: Int);
    /// Adds the pieces of a place to the lists; how long they are then.
    list_place(place: Int) -> Int;
    /// Reads a number of the lists.
    list_at(n: Int) -> Int;
    /// Truncates the lists to a length.
    list_drop(len: Int);
    /// Writes a variable of which more than its number must be known.
    write(var: Int, address: Int, value: Int);
    /// A condition or statement was met; whether it held.
    seen(mark: Int, held: Int);
    /// A variable is read on behalf of a player.
    look_at(var: Int, address: Int);
    /// A player, on whose behalf it is asked, learns whether a piece lies in a place.
    look_for(piece: Int, place: Int);
    /// Notes that a walk on behalf of a player comes to all pieces of a place.
    look_into(place: Int);
    /// An operation of a node was asked on behalf of a player.
    look_by(node: Int, asked: Int, answer: Int);
    /// A modifier is asked on behalf of a player, for the values that were passed.
    look_at_life(modifier: Int);
    /// Moves all pieces of a place to the top of another; whether that failed.
    move_whole(place: Int, to: Int) -> Int;
    /// Moves a piece to the top of a place; whether that failed.
    relocate(piece: Int, to: Int) -> Int;
}

impl Host {
    /// Returns true if it may fail by what it is given, within a walk.
    pub fn may_fail(self) -> bool {
        matches!(
            self,
            Host::lookup
                | Host::op
                | Host::made_for
                | Host::random_listed
                | Host::random_piece
                | Host::roll
                | Host::is_possible
                | Host::can_choose
        )
    }
}
