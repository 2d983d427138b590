//! Actions and choices: nested loops that list what may be answered, or find out whether there is anything.

use super::sources::Ways;
use super::{Lower, Slots, Tables, function};
use crate::lir::{Block, Compare, Function, Inst, OPTION_ROOM, Type, Value, Var};
use ludex_program::Program;
use ludex_program::code::Action;
use ludex_program::decision::{Binder, More};
use ludex_program::ids::SiteId;
use ludex_program::node::{Base, SourceId, UNKNOWN};
use ludex_rules::ids::{ActionId, BoardId};
use ludex_rules::limits::PLAYERS;
use ludex_rules::table::widened;

/// The names that a listing binds.
struct Names<'p> {
    binders: &'p [Binder],
    action: Option<(ActionId, &'p Action)>,
    /// The list of what was chosen already, which is no option again.
    chosen: Option<u16>,
    /// A flag: one is enough.
    only_whether: Value,
    /// True if all options fit where a listing begins.
    fits: bool,
    /// A flag: there was one.
    found: Var,
}

/// The listing of an action, given `you` and whether one is enough: it gives whether there is any.
pub fn action(program: &Program, tables: &Tables, action: ActionId) -> Function {
    let rules = &program.actions[action];
    let name = format!("action {}", rules.name);
    listing(program, tables, name, false, |e, given| {
        e.set_slot(0, given[0]);
        for once in &rules.once {
            let unknown = e.int(UNKNOWN);
            e.set_slot(once.slot, unknown);
        }
        Names {
            binders: &rules.binders,
            action: Some((action, rules)),
            chosen: None,
            only_whether: given[1],
            fits: e.fit(&rules.binders),
            found: e.counter(Type::Int, 0),
        }
    })
}

/// The listing of what may be chosen at a site, in the frame of the statement that asks, given the same as that of an action;
/// its names and what of several is chosen are given.
pub fn choice(
    program: &Program,
    tables: &Tables,
    site: SiteId,
    binders: &[Binder],
    more: Option<More>,
) -> Function {
    let name = format!("choice {}", site.number());
    listing(program, tables, name, true, |e, given| {
        e.slots = Slots::Frame;
        Names {
            binders,
            action: None,
            chosen: more.filter(leaves_out_chosen).map(|more| more.chosen.slot),
            only_whether: given[1],
            fits: e.fit(binders),
            found: e.counter(Type::Int, 0),
        }
    })
}

/// Tells whether what was chosen is no option again. Of a set all candidates are listed, since it is chosen in their order.
fn leaves_out_chosen(more: &More) -> bool {
    !more.again && more.whole.is_none()
}

fn listing<'p>(
    program: &Program,
    tables: &Tables,
    name: String,
    has_frame: bool,
    names: impl FnOnce(&mut Lower<'_>, &[Value]) -> Names<'p>,
) -> Function {
    let given = [Type::Int, Type::Int];
    function(
        program,
        tables,
        name,
        has_frame,
        &given,
        Type::Int,
        |e, given| {
            let names = names(e, given);
            let end = e.block();
            e.bind_names(&names, 0, end);
            e.go_on(end);
            let found = e.b.get(names.found);
            e.b.return_(found);
        },
    )
}

impl Lower<'_> {
    /// Returns true if all options of some names fit where a listing begins.
    pub(super) fn fit(&self, binders: &[Binder]) -> bool {
        let mut most = binders
            .iter()
            .map(|binder| self.most_members(binder.source));
        let most = most.try_fold(binders.len(), |all, most| all.checked_mul(most?));
        most.is_some_and(|most| most <= OPTION_ROOM)
    }

    /// The most members that a collection may have, where that follows from declarations.
    pub(super) fn most_members(&self, source: SourceId) -> Option<usize> {
        let layout = &self.program.layout;
        let capacity = |board: BoardId| widened(layout.boards[board].capacity);
        Some(match &self.program.sources[source].base {
            Base::Numbers(_, count) => usize::try_from(*count).ok()?,
            Base::Players | Base::PlayersFrom(_) | Base::Opponents(_) => widened(PLAYERS),
            Base::Set(_) => widened(u32::BITS),
            Base::Board(board, _) | Base::Ray(board, ..) | Base::Neighbours(board, _) => {
                capacity(*board)
            }
            Base::Place(place) => {
                let (first, last) = self.pieces_of(*place);
                usize::try_from(last - first + 1).ok()?
            }
            Base::List(nodes) => self.program.list(*nodes).len(),
            Base::If(_, a, b) => self.most_members(*a)?.max(self.most_members(*b)?),
            Base::Union(a, b) => self.most_members(*a)?.checked_add(self.most_members(*b)?)?,
            Base::Range(..)
            | Base::Cells(_)
            | Base::Group { .. }
            | Base::Groups(_)
            | Base::Placements(..)
            | Base::PlacementsAt(..)
            | Base::Kept(..) => return None,
        })
    }

    /// Emits the loops over the names from the n-th on, then a jump to the next member of the last one.
    fn bind_names(&mut self, names: &Names<'_>, bound: usize, next: Block) {
        if let Some((_, rules)) = names.action {
            let (from, to) = (rules.requires_from[bound], rules.requires_from[bound + 1]);
            for require in &rules.requires[from..to] {
                let holds = self.block();
                self.branch(require.cond, holds, next);
                self.go_on(holds);
            }
        }
        let Some(binder) = names.binders.get(bound) else {
            self.option(names, next);
            return;
        };
        let once = names.action.map_or(&[][..], |(_, rules)| &rules.once);
        self.walk(binder.source, &mut |e, member, ways: Ways| {
            e.set_slot(binder.slot, member);
            for once in once
                .iter()
                .filter(|once| usize::from(once.after) == bound + 1)
            {
                let unknown = e.int(UNKNOWN);
                e.set_slot(once.slot, unknown);
            }
            e.bind_names(names, bound + 1, ways.next);
        });
        self.jump(next);
    }

    /// Emits the innermost body, where all names are bound: an option is added, or it is known that there is one.
    fn option(&mut self, names: &Names<'_>, next: Block) {
        let (enough, list) = (self.block(), self.block());
        let values: Box<[Value]> = (names.binders.iter())
            .map(|binder| self.slot(binder.slot))
            .collect();
        if let Some(chosen) = names.chosen {
            self.asks = true;
            let (begin, end) = (self.slot(chosen), self.slot(chosen + 2));
            let (fresh, compared) = (self.block(), self.block());
            let is_first = self.b.compare(Compare::Equal, begin, end);
            self.b.branch(is_first, fresh, compared);
            self.go_on(compared);
            let values = values.clone();
            let was = (self.b).with(Type::Int, |to| Inst::IsChosen {
                to,
                begin,
                end,
                values,
            });
            self.b.branch(was, next, fresh);
            self.go_on(fresh);
        }
        self.b.branch(names.only_whether, enough, list);
        self.go_on(enough);
        self.consume_counted();
        let yes = self.int(1);
        self.b.return_(yes);
        self.go_on(list);
        let fits = names.fits;
        self.b.push(Inst::AddOption { values, fits });
        let one = self.int(1);
        self.b.set(names.found, one);
        self.jump(next);
    }
}
