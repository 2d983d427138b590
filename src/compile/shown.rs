//! The lookups that `view.yaml` makes in a position, added to a program made of the same game.

use crate::boards;
use crate::compiler::{Compiler, Frame};
use crate::traits::Traits;
use crate::visit::slots_of;
use ludex_program::Program;
use ludex_program::made::Made;
use ludex_program::node::NodeId;
use ludex_report::Report;
use ludex_rules::game::Game;
use ludex_rules::shown::{Shown, Text};
use ludex_rules::types::Type;

/// A value that is asked of a position, as a node of the program.
#[derive(Debug, Clone)]
pub struct Lookup {
    /// The node that is evaluated.
    pub node: NodeId,
    /// The number of slots that its frame needs.
    pub slots: u16,
    /// The type, by which the value is rendered.
    pub ty: Type,
}

/// Adds all that is asked to the program; none when something in it is wrong only now.
#[must_use]
pub fn shown(game: &Game, program: &mut Program, report: &mut Report) -> Option<Shown<Lookup>> {
    let added = std::mem::take(program);
    let mut compiler = Compiler::new(game, added, report, Traits::of(game));
    let mut shown = game.shown.map(&mut |text| lookup(&mut compiler, text));
    *program = compiler.program;
    boards::find_distances(program);
    (program.made, program.watched) = (Made::default(), Made::default());
    for named in shown.words.iter_mut().chain(&mut shown.short) {
        // The rules count the rows of a kind, play all pieces.
        if let Type::Piece(kind) = named.ty {
            named.value += program.layout.kinds[kind].first.value();
        }
    }
    (!compiler.wrong).then_some(shown)
}

fn lookup(c: &mut Compiler<'_>, text: &Text) -> Lookup {
    let mut f = Frame::plain(text.slots.max(slots_of([&text.expr])));
    let node = c.expr(&mut f, &text.expr);
    Lookup {
        node,
        slots: f.slots,
        ty: text.expr.ty.clone(),
    }
}
