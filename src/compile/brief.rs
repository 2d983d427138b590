//! Brief queries: those that cost about as much to ask again as to remember.
//!
//! What is asked of two or more things, such as a card on a space, seldom comes again before something changes. Where it goes
//! through a few members at most, the memo table would only be written and never read.

use ludex_program::Program;
use ludex_program::node::{Base, Node};
use ludex_program::parts::{Visited, holds_one, visit};
use ludex_rules::ids::QueryId;
use ludex_rules::table::Table;

/// The fewest arguments of a brief query: what is asked of one thing alone comes again.
const ARGUMENTS: u16 = 2;
/// The most loops over a few members in a brief query, those of the brief queries it asks among them.
const LOOPS: u32 = 1;

/// A state of a query in the search (a depth-first search that finds cycles).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Brevity {
    /// Not yet looked at.
    Unknown,
    /// Being looked at: a query that comes back to it is recursive.
    Open,
    /// Remembered: it is long, recursive, or asked of one thing.
    Long,
    /// Brief, with so many loops.
    Brief(u32),
}

/// Tells of each query whether it is brief.
pub(super) fn brief(program: &Program) -> Table<QueryId, bool> {
    let mut found = Table::filled(program.queries.len(), Brevity::Unknown);
    for query in program.queries.ids() {
        look_at(program, query, &mut found);
    }
    let is_brief = |found: &Brevity| matches!(found, Brevity::Brief(_));
    found.iter().map(is_brief).collect()
}

/// Counts the loops of a query where it is asked: none of one that is remembered.
fn look_at(program: &Program, query: QueryId, found: &mut Table<QueryId, Brevity>) -> u32 {
    match found[query] {
        Brevity::Brief(loops) => return loops,
        Brevity::Long => return 0,
        Brevity::Open => {
            found[query] = Brevity::Long;
            return 0;
        }
        Brevity::Unknown => found[query] = Brevity::Open,
    }
    let rules = &program.queries[query];
    let may_be = rules.params >= ARGUMENTS && rules.modifiers.is_empty();
    let (mut loops, mut asked) = (0u32, Vec::new());
    if may_be {
        visit(program, [rules.body], [], &mut |visited| match visited {
            Visited::Node(Node::Call { query, .. }) => asked.push(query),
            Visited::Node(_) => {}
            Visited::Source(source) => loops += of_base(program, &source.base),
        });
    }
    for other in asked {
        loops += look_at(program, other, found);
    }
    // A query that was come back to is long already.
    if !may_be || loops > LOOPS || found[query] == Brevity::Long {
        found[query] = Brevity::Long;
        return 0;
    }
    found[query] = Brevity::Brief(loops);
    loops
}

/// Counts a collection as a loop over a few members, as none of the one piece of a place, or as more than any query may have.
fn of_base(program: &Program, base: &Base) -> u32 {
    match base {
        Base::Set(_) | Base::Neighbours(..) | Base::List(_) => 1,
        // The collections in them are counted by themselves.
        Base::If(..) | Base::Union(..) => 0,
        Base::Place(_) if holds_one(program, base) => 0,
        Base::Place(_)
        | Base::Numbers(..)
        | Base::Range(..)
        | Base::Players
        | Base::PlayersFrom(_)
        | Base::Opponents(_)
        | Base::Board(..)
        | Base::Ray(..)
        | Base::Placements(..)
        | Base::PlacementsAt(..)
        | Base::Cells(_)
        | Base::Group { .. }
        | Base::Groups(_)
        | Base::Kept(..) => LOOPS + 1,
    }
}
