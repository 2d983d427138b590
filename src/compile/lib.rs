//! From typed rules to a program: addresses given out, queries expanded, statements made instructions.
//!
//! Enters: a checked `rules::game::Game`. Leaves: a `program::Program`, or the few mistakes that only an address
//! can show (a default that is not known before play, a board too large). Never here: names looked up, play.

#![forbid(unsafe_code)]

mod boards;
mod brief;
mod capacity;
mod choices;
mod defaults;
mod evidence;
mod expand;
mod hoist;
mod invariant;
mod keeping;
mod layout;
mod marking;
mod membership;
mod named;
mod needs;
mod pools;
mod reads;
mod repetitions;
mod routines;
mod shown;
mod sources;
mod statements;
mod telling;
mod visit;
mod written;

use crate::marking::Marking;
pub use crate::shown::{Lookup, shown};
use crate::written::ExpandedSize;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::decision::Site;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::made::Made;
use ludex_program::node::{Node, NodeId, NodeList, NodePair, SourceId};
use ludex_report::{Code, Diagnostic, Report};
use ludex_rules::expr::Expr;
use ludex_rules::game::Game;
use ludex_rules::ids::QueryId;
use ludex_rules::limits;
use ludex_rules::types::Type;
use ludex_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Compiles a checked game. Mistakes go to the report.
#[must_use]
pub fn compile(game: &Game, hash: String, report: &mut Report) -> Option<Program> {
    whole(game, hash, None, report)
}

/// As `compile`, but the program notes what of it is reached.
#[must_use]
pub fn compile_observed(game: &Game, hash: String, report: &mut Report) -> Option<Program> {
    whole(game, hash, Some(Marking::default()), report)
}

fn whole(
    game: &Game,
    hash: String,
    marking: Option<Marking>,
    report: &mut Report,
) -> Option<Program> {
    let program = Program {
        hash,
        budget: game.budget,
        ..Program::default()
    };
    let mut compiler = Compiler {
        marking,
        ..Compiler::new(game, program, report, Traits::of(game))
    };
    boards::refuse_large(&mut compiler);
    capacity::refuse_large(&mut compiler);
    if compiler.wrong {
        return None;
    }
    layout::lay_out(&mut compiler);
    boards::place_shapes(&mut compiler);
    defaults::fill(&mut compiler);
    routines::compile_all(&mut compiler);
    capacity::refuse_many_slots(&mut compiler);
    if compiler.wrong {
        return None;
    }
    compiler.program.repeats = repetitions::moments(&compiler.program);
    keeping::keep(&mut compiler);
    telling::tell(&mut compiler.program, compiler.report);
    compiler.program.marks = compiler.marking.take().map(Marking::finished);
    (!compiler.wrong).then_some(compiler.program)
}

/// A condition that is asked from outside the rules, compiled.
#[derive(Debug, Clone)]
pub struct CompiledCondition {
    /// The condition, 1 where it holds.
    pub cond: NodeId,
    /// The number of slots that its frame needs.
    pub slots: u16,
    /// The parts worth showing with their values.
    pub shown: Vec<(Span, NodeId, Type)>,
    /// Set when it asks something of `you`, in its own words.
    pub asks_you: bool,
    /// Set when it is made of values that are written out, and so is the same in every position.
    pub is_written_out: bool,
}

/// A program of a game, and what is being added to it from outside.
pub struct Adding<'a> {
    game: &'a Game,
    program: Program,
    traits: Traits,
}

impl<'a> Adding<'a> {
    /// Begins with a program made of the game.
    #[must_use]
    pub fn new(game: &'a Game, program: Program) -> Adding<'a> {
        Adding {
            game,
            program,
            traits: Traits::of(game),
        }
    }

    /// Adds a checked condition.
    pub fn question(
        &mut self,
        cond: &Expr,
        slots: u16,
        report: &mut Report,
    ) -> Option<CompiledCondition> {
        // Neither is copied for a question: both are handed on and taken back.
        let (program, traits) = (
            std::mem::take(&mut self.program),
            std::mem::take(&mut self.traits),
        );
        let mut compiler = Compiler::new(self.game, program, report, traits);
        let question = routines::question(&mut compiler, cond, slots);
        self.program = compiler.program;
        self.traits = compiler.traits;
        (!compiler.wrong).then_some(question)
    }

    /// Returns the program with all that was added.
    #[must_use]
    pub fn program(mut self) -> Program {
        // The code that the engine made of the program lacks it.
        (self.program.made, self.program.watched) = (Made::default(), Made::default());
        self.program
    }
}

/// Traits of a game's queries, which decide how each is compiled.
#[derive(Default)]
struct Traits {
    /// The queries that have modifiers: they are called, never expanded.
    modified: BTreeSet<QueryId>,
    /// The queries asked so often that their answers are worth remembering.
    asked_often: BTreeSet<QueryId>,
}

impl Traits {
    fn of(game: &Game) -> Traits {
        Traits {
            modified: game.modifiers.iter().map(|m| m.query).collect(),
            asked_often: expand::asked_often(game),
        }
    }
}

/// The state of a compilation.
struct Compiler<'a> {
    game: &'a Game,
    program: Program,
    report: &'a mut Report,
    wrong: bool,
    traits: Traits,
    /// Queries being expanded, the innermost last: a query that reaches itself is called instead.
    expanding: Vec<QueryId>,
    /// The parts added by expanded queries.
    written: ExpandedSize,
    /// The marks made so far, when the program is to be observed.
    marking: Option<Marking>,
}

/// The frame that a text is compiled into: a map from the slots of the text to those of the frame.
#[derive(Clone)]
struct Frame {
    /// For an expanded query: the node that each of its slots became. Empty: slots stand where the rules put them.
    renamed: Vec<Option<NodeId>>,
    /// True if `renamed` is in use.
    expanded: bool,
    /// The collections that names stand for: arguments of an expanded query, names above the requirements of an action.
    collections: BTreeMap<u16, SourceId>,
    /// The number of slots given out in the frame so far.
    slots: u16,
}

impl Frame {
    fn plain(slots: u16) -> Frame {
        Frame {
            renamed: Vec::new(),
            expanded: false,
            collections: BTreeMap::new(),
            slots,
        }
    }

    fn fresh(&mut self) -> u16 {
        // More than `limits::SLOTS` are refused when all are given out.
        let slot = self.slots;
        self.slots = slot.saturating_add(1);
        slot
    }
}

impl<'a> Compiler<'a> {
    /// Begins with a program to add to. Nothing of it is observed: what is asked from outside is no part of the rules.
    fn new(
        game: &'a Game,
        program: Program,
        report: &'a mut Report,
        traits: Traits,
    ) -> Compiler<'a> {
        Compiler {
            game,
            program,
            report,
            wrong: false,
            traits,
            expanding: Vec::new(),
            written: ExpandedSize::new(game),
            marking: None,
        }
    }
}

impl Compiler<'_> {
    fn node(&mut self, node: Node, span: Span) -> NodeId {
        self.program.node_spans.push(span);
        self.program.nodes.push(node)
    }

    fn list(&mut self, nodes: &[NodeId]) -> NodeList {
        let at = NodePair::new(self.program.node_lists.len());
        self.program.node_lists.extend_from_slice(nodes);
        if let Some(past) = nodes.get(limits::LISTED) {
            let span = self.program.node_spans[*past];
            let message = "this list is too long".into();
            let most = limits::LISTED as u64;
            self.too_many(span, message, most, "write several shorter ones");
        }
        // INVARIANT: `LISTED` fits 16 bits, and a longer list was refused.
        NodeList::new(at, nodes.len().min(limits::LISTED) as u16)
    }

    fn two(&mut self, nodes: [NodeId; 2]) -> NodePair {
        let at = NodePair::new(self.program.node_lists.len());
        self.program.node_lists.extend(nodes);
        at
    }

    fn emit(&mut self, instr: Instr, span: Span) -> Pc {
        self.program.code_spans.push(span);
        self.program.code.push(instr)
    }

    fn here(&self) -> Pc {
        self.program.code.next()
    }

    fn site(&mut self, site: Site) -> SiteId {
        self.program.sites.push(site)
    }

    fn refuse(&mut self, span: Span, message: String, help: &str) {
        self.wrong = true;
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_BEFORE_PLAY, message)
                .at(span, "play cannot begin with this")
                .help(help),
        );
    }
}
