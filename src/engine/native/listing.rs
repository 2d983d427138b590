//! Actions and choices: nested loops that list what may be answered, or find out whether there is anything.

use super::emit::{Code, Emit, I32, I64, Made, Slots, trusted};
use super::host::Host;
use super::sources::Ways;
use super::tables::Tables;
use crate::engine::machine::Machine;
use crate::engine::native::Raw;
use crate::program::Program;
use crate::program::code::{Action, Ask, Binder};
use crate::program::node::UNKNOWN;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use cranelift_module::{FuncId, Module};
use std::mem::offset_of;

/// A listing and how many slots its frame must have.
pub(super) type Listed = (FuncId, usize);

/// What is listed.
struct Names<'p> {
    binders: &'p [Binder],
    action: Option<(u32, &'p Action)>,
    /// The list of what was chosen already, which is no option again.
    chosen: Option<u16>,
    /// Whether one is enough.
    only_whether: Value,
    /// Whether there was one.
    found: Variable,
}

/// Makes the listing of an action.
pub(super) fn action(
    code: &mut Code,
    program: &Program,
    tables: &Tables,
    action: u32,
) -> Made<Listed> {
    let rules = &program.actions[action as usize];
    listing(code, program, tables, |e, args| {
        e.set_slot(0, args[2]);
        for once in &rules.once {
            let unknown = e.int(UNKNOWN);
            e.set_slot(once.slot, unknown);
        }
        Names {
            binders: &rules.binders,
            action: Some((action, rules)),
            chosen: None,
            only_whether: args[3],
            found: e.counter(I32, 0),
        }
    })
}

/// Makes the listing of what may be chosen at a site; none where nothing is named.
pub(super) fn choice(
    code: &mut Code,
    program: &Program,
    tables: &Tables,
    site: usize,
) -> Made<Option<Listed>> {
    let Ask::Choose { binders, more, .. } = &program.sites[site].ask else {
        return Ok(None);
    };
    let made = listing(code, program, tables, |e, args| {
        e.slots = Slots::Frame(args[1]);
        Names {
            binders,
            action: None,
            chosen: more.map(|more| more.chosen.slot),
            only_whether: args[3],
            found: e.counter(I32, 0),
        }
    });
    made.map(Some)
}

fn listing<'p>(
    code: &mut Code,
    program: &Program,
    tables: &Tables,
    names: impl FnOnce(&mut Emit<'_>, &[Value]) -> Names<'p>,
) -> Made<Listed> {
    let signature = code.signature(&[I64, I64, I32, I32], Some(I32));
    let id = code.module.declare_anonymous_function(&signature)?;
    let slots = code.function(id, signature, program, tables, |e, args| {
        let names = names(e, args);
        let end = e.block();
        e.bind(&names, 0, end);
        e.go_on(end);
        let found = e.b.use_var(names.found);
        e.b.ins().return_(&[found]);
    })?;
    Ok((id, slots))
}

impl Emit<'_> {
    /// Goes on from so many names bound, and then to the next member of the last one.
    fn bind(&mut self, names: &Names<'_>, bound: usize, next: Block) {
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
            e.bind(names, bound + 1, ways.next);
        });
        self.jump(next);
    }

    /// All names are bound: an option, or all that was to be known.
    fn option(&mut self, names: &Names<'_>, next: Block) {
        let (enough, list) = (self.block(), self.block());
        if let Some(chosen) = names.chosen {
            let room = self.room(4 * names.binders.len().max(1) as u32);
            self.write_values(names, room);
            let count = self.int(names.binders.len() as i32);
            let (begin, end) = (self.slot(chosen), self.slot(chosen + 2));
            let was = self.asked(Host::is_chosen, &[begin, end, room, count]);
            let fresh = self.block();
            self.b.ins().brif(was, next, &[], fresh, &[]);
            self.go_on(fresh);
        }
        self.b
            .ins()
            .brif(names.only_whether, enough, &[], list, &[]);
        self.go_on(enough);
        self.leave_walks();
        let yes = self.int(1);
        self.b.ins().return_(&[yes]);
        self.go_on(list);
        self.add_values(names);
        let one = self.int(1);
        self.b.def_var(names.found, one);
        self.jump(next);
    }

    fn write_values(&mut self, names: &Names<'_>, to: Value) {
        for (n, binder) in names.binders.iter().enumerate() {
            let value = self.slot(binder.slot);
            self.b.ins().store(trusted(), value, to, n as i32 * 4);
        }
    }

    /// Adds the values bound to those of the options.
    fn add_values(&mut self, names: &Names<'_>) {
        if names.binders.is_empty() {
            return;
        }
        let raw = |field| offset_of!(Machine<'static>, raw) + field;
        let (length, room) = (raw(offset_of!(Raw, length)), raw(offset_of!(Raw, room)));
        let (grow, fits) = (self.block(), self.block());
        self.b.set_cold_block(grow);
        let (before, most) = (self.field(I64, length), self.field(I64, room));
        let after = self.b.ins().iadd_imm_s(before, names.binders.len() as i64);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, after, most);
        self.b.ins().brif(full, grow, &[], fits, &[]);
        self.go_on(grow);
        let too_many = self.asked(Host::more_room, &[]);
        self.stop_if(too_many);
        self.jump(fits);
        self.go_on(fits);
        let values = self.field(I64, raw(offset_of!(Raw, values)));
        let offset = self.b.ins().ishl_imm_u(before, 2);
        let at = self.b.ins().iadd(values, offset);
        self.write_values(names, at);
        self.set_field(after, length);
    }
}
