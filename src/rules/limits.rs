//! The limits of a game, one more than which `check` refuses. `docs/language.md` (§13) lists them, held to it by a test.

/// Most players: `none` and each set of players fit 32 bits.
pub const PLAYERS: u32 = 31;
/// Most pieces, those of all players counted.
pub const PIECES: u64 = 1_000_000;
/// Most single places: a place per player, piece or space counts once for each.
pub const PLACES: u64 = 1_000_000;
/// Most numbers that variables hold: one per player, piece or space counts once for each.
pub const NUMBERS: u64 = 10_000_000;
/// Most cells of all rows, ids among them: a bag counts once for each value of its enum.
pub const CELLS: u64 = 10_000_000;
/// Most values of an enum.
pub const VALUES: usize = 10_000;
/// Most values of an enum whose sets are used.
pub const SET_VALUES: usize = 31;
/// Most values of an option.
pub const CHOICES: i32 = 1000;
/// Most spaces of a board.
pub const SPACES: u32 = 1000;
/// Most pairs of spaces that a board keeps the distances of: those of each layout count, as if it had as many spaces as the
/// largest one.
pub const PAIRS: u64 = 4_000_000;
/// Most declarations of one sort, and most columns of rules text of all kinds.
pub const DECLARATIONS: usize = 50_000;
/// Most texts with statements: effects, actions, hooks, cells of rows.
pub const ROUTINES: usize = 1_000_000;
/// Most names and remembered values in one effect, query, action or hook.
pub const SLOTS: u16 = 4000;
/// Most ways to lay shapes on the layouts of boards; a shape counts at least once for each layout.
pub const PLACEMENTS: u64 = 1_000_000;
/// Most parts of a program that stand in it because queries were expanded where they are asked.
pub const WRITTEN: u64 = 1_000_000;
/// Most values that are looked at to work out what must be known before play, in all of a game.
pub const BEFORE_PLAY: u64 = 50_000_000;
/// Most expressions that are looked at to find the bounds of all numbers.
pub const BOUNDED: u64 = 50_000_000;
/// Most values in one list; arguments are held by `SLOTS`.
pub const LISTED: usize = 10_000;
/// Most parameters of an effect that a hook watches, and most names that a `later` takes along.
pub const WAITING: usize = 8;
