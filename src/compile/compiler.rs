//! The state of a compilation: the program so far, and the frame of the text that is being compiled.
//!
//! The other files add methods to it, each for one sort of text; here is what all of them use.

use crate::marking::Marking;
use crate::traits::Traits;
use crate::written::ExpandedSize;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::decision::Site;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{Node, NodeId, NodeList, NodePair, SourceId};
use ludex_report::{Code, Diagnostic, Report};
use ludex_rules::game::Game;
use ludex_rules::ids::QueryId;
use ludex_rules::limits;
use ludex_source::Span;
use std::collections::BTreeMap;

/// The state of a compilation.
pub(super) struct Compiler<'a> {
    pub(super) game: &'a Game,
    pub(super) program: Program,
    pub(super) report: &'a mut Report,
    pub(super) wrong: bool,
    pub(super) traits: Traits,
    /// Queries being expanded, the innermost last: a query that reaches itself is called instead.
    pub(super) expanding: Vec<QueryId>,
    /// The parts added by expanded queries.
    pub(super) written: ExpandedSize,
    /// The marks made so far, when the program is to be observed.
    pub(super) marking: Option<Marking>,
}

/// The frame that a text is compiled into: a map from the slots of the text to those of the frame.
#[derive(Clone)]
pub(super) struct Frame {
    /// For an expanded query: the node that each of its slots became. Empty: slots stand where the rules put them.
    pub(super) renamed: Vec<Option<NodeId>>,
    /// True if `renamed` is in use.
    pub(super) expanded: bool,
    /// The collections that names stand for: arguments of an expanded query, names above the requirements of an action.
    pub(super) collections: BTreeMap<u16, SourceId>,
    /// The number of slots given out in the frame so far.
    pub(super) slots: u16,
}

impl Frame {
    pub(super) fn plain(slots: u16) -> Frame {
        Frame {
            renamed: Vec::new(),
            expanded: false,
            collections: BTreeMap::new(),
            slots,
        }
    }

    pub(super) fn fresh(&mut self) -> u16 {
        // More than `limits::SLOTS` are refused when all are given out.
        let slot = self.slots;
        self.slots = slot.saturating_add(1);
        slot
    }
}

impl<'a> Compiler<'a> {
    /// Begins with a program to add to. Nothing of it is observed: what is asked from outside is no part of the rules.
    pub(super) fn new(
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
    pub(super) fn node(&mut self, node: Node, span: Span) -> NodeId {
        self.program.node_spans.push(span);
        self.program.nodes.push(node)
    }

    pub(super) fn list(&mut self, nodes: &[NodeId]) -> NodeList {
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

    pub(super) fn two(&mut self, nodes: [NodeId; 2]) -> NodePair {
        let at = NodePair::new(self.program.node_lists.len());
        self.program.node_lists.extend(nodes);
        at
    }

    pub(super) fn emit(&mut self, instr: Instr, span: Span) -> Pc {
        self.program.code_spans.push(span);
        self.program.code.push(instr)
    }

    pub(super) fn here(&self) -> Pc {
        self.program.code.next()
    }

    pub(super) fn site(&mut self, site: Site) -> SiteId {
        self.program.sites.push(site)
    }

    pub(super) fn refuse(&mut self, span: Span, message: String, help: &str) {
        self.wrong = true;
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_BEFORE_PLAY, message)
                .at(span, "play cannot begin with this")
                .help(help),
        );
    }
}
