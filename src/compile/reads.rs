//! Read sets: the variables and places that a query or action reads, itself and through everything it asks.
//!
//! The sets are a least fixed point over the call graph; those that are equal make a class of the memo (`keeping.rs`).

use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_program::layout::Layout;
use ludex_program::node::{Base, Node, NodeId, SourceId};
use ludex_program::origin::NodeOrigin;
use ludex_program::parts::{Visited, visit};
use ludex_rules::game::Holder;
use ludex_rules::ids::{ActionId, PlaceId, QueryId, VarId};
use ludex_rules::ops::{QueryOp, StateRead};
use ludex_rules::table::Table;
use std::collections::BTreeSet;

/// A part of the state that can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Read {
    /// A variable, whoever holds it.
    Var(VarId),
    /// The pieces in a declared place, whoever holds it.
    Place(PlaceId),
    /// The knowledge of pieces, of all players.
    Known,
}

/// A text that reads the state, and whose answers are remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Memoized {
    /// The answer of a query.
    Query(QueryId),
    /// The possibility of an action.
    Action(ActionId),
}

/// The read set of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Reads {
    pub(super) read: BTreeSet<Read>,
    /// True if it draws by chance, or asks how often a position stood: no answer to remember.
    pub(super) draws: bool,
    /// The texts that it asks.
    asks: BTreeSet<Memoized>,
}

/// Finds the read set of each query and each action.
pub(super) fn all(program: &Program) -> (Table<QueryId, Reads>, Table<ActionId, Reads>) {
    let mut queries: Table<QueryId, Reads> = (program.queries.ids())
        .map(|query| of_query(program, query))
        .collect();
    let mut actions: Table<ActionId, Reads> = (program.actions.ids())
        .map(|action| of_action(program, action))
        .collect();
    // Texts may ask each other in a circle, so what they read is passed on until nothing is new.
    loop {
        let (old_queries, old_actions) = (queries.clone(), actions.clone());
        for reads in queries.iter_mut().chain(&mut actions) {
            for asked in reads.asks.clone() {
                let of = match asked {
                    Memoized::Query(query) => &old_queries[query],
                    Memoized::Action(action) => &old_actions[action],
                };
                reads.read.extend(&of.read);
                reads.draws |= of.draws;
            }
        }
        if (&queries, &actions) == (&old_queries, &old_actions) {
            return (queries, actions);
        }
    }
}

fn of_query(program: &Program, query: QueryId) -> Reads {
    let mut walk = ReadWalk::new(program);
    let rules = &program.queries[query];
    walk.node(rules.body);
    for modifier in &rules.modifiers {
        let modifier = &program.modifiers[*modifier];
        modifier.piece.iter().for_each(|piece| walk.active(*piece));
        modifier.cond.iter().for_each(|cond| walk.node(*cond));
        walk.node(modifier.value);
    }
    walk.reads
}

fn of_action(program: &Program, action: ActionId) -> Reads {
    let mut walk = ReadWalk::new(program);
    let rules = &program.actions[action];
    walk.all(
        rules.requires.iter().map(|require| require.cond),
        rules.binders.iter().map(|binder| binder.source),
    );
    walk.reads
}

struct ReadWalk<'a> {
    program: &'a Program,
    reads: Reads,
}

impl ReadWalk<'_> {
    fn new(program: &Program) -> ReadWalk<'_> {
        ReadWalk {
            program,
            reads: Reads::default(),
        }
    }

    /// Adds the read set of a node, with all that it asks.
    fn node(&mut self, id: NodeId) {
        self.all([id], []);
    }

    fn all(
        &mut self,
        nodes: impl IntoIterator<Item = NodeId>,
        sources: impl IntoIterator<Item = SourceId>,
    ) {
        visit(self.program, nodes, sources, &mut |visited| match visited {
            Visited::Node(node) => self.itself(node),
            Visited::Source(source) => {
                if let Base::Place(place) = source.base {
                    self.inside(place);
                }
            }
        });
    }

    /// Gives what a node reads apart from its parts.
    fn itself(&mut self, node: Node) {
        match node {
            Node::Load(var) | Node::LoadOf { var, .. } | Node::LoadAt { var, .. } => {
                self.reads.read.insert(Read::Var(var));
            }
            Node::InPlace(_, place) | Node::PlaceSize(place) => self.inside(place),
            Node::Op1(op, a) | Node::Op2(op, a, _) => self.op(op, a),
            Node::Call { query, .. } => {
                self.reads.asks.insert(Memoized::Query(query));
            }
            Node::Slot { column, .. } => {
                let rows = &self.program.layout.value_columns[usize::from(column)].rows;
                let texts = rows.iter().filter_map(|row| QueryId::of(*row));
                self.reads.asks.extend(texts.map(Memoized::Query));
            }
            Node::Possible(action) => {
                self.reads.asks.insert(Memoized::Action(action));
            }
            Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..) => self.reads.draws = true,
            // These read their parts, the frame, or what never changes in play.
            Node::Fold { .. }
            | Node::PossibleSet { .. }
            | Node::Seen { .. }
            | Node::Const(_)
            | Node::Local(_)
            | Node::Option(_)
            | Node::Attribute { .. }
            | Node::FirstCopy(_)
            | Node::BagCount { .. }
            | Node::SpaceAttribute { .. }
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::MadeFor(_)
            | Node::Lookup { .. }
            | Node::Let { .. }
            | Node::Once { .. }
            | Node::SetOf(_)
            | Node::Not(_)
            | Node::Negate(_)
            | Node::Amount(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Equal(..)
            | Node::Less(..)
            | Node::LessEqual(..)
            | Node::Arithmetic(..)
            | Node::If(..)
            | Node::InSet(..)
            | Node::InRange(..)
            | Node::InSource(..)
            | Node::Size(_)
            | Node::Beside { .. }
            | Node::Distance { .. }
            | Node::PlayerCount => {}
        }
    }

    fn op(&mut self, op: QueryOp, a: NodeId) {
        match op.reads() {
            StateRead::Inside => self.inside(a),
            // The place of a piece changes with any place it may go to or come from.
            StateRead::Lies | StateRead::Order => self.all_places(),
            StateRead::Knowledge => {
                self.reads.read.insert(Read::Known);
            }
            // They change with nearly everything: the answer is never kept.
            StateRead::Positions => self.reads.draws = true,
            StateRead::Nothing => {}
        }
    }

    /// Gives what lies in a place, whichever it is.
    fn inside(&mut self, place: NodeId) {
        match self.program.nodes[place].origin() {
            NodeOrigin::Place(place) => {
                self.reads.read.insert(Read::Place(place));
            }
            NodeOrigin::OneOf(a, b) => {
                self.inside(a);
                self.inside(b);
            }
            NodeOrigin::Counted(of) | NodeOrigin::Behind(of) => self.inside(of),
            NodeOrigin::Slot(_) | NodeOrigin::Variable(_) | NodeOrigin::Own => self.all_places(),
        }
    }

    /// Tells whether a piece lies where its modifiers live, and whose it is there.
    fn active(&mut self, piece: PieceId) {
        let Layout {
            kinds,
            piece_kind,
            places,
            ..
        } = &self.program.layout;
        let active = &kinds[piece_kind[piece]].active;
        let on_a_piece = |place: &PlaceId| matches!(places[*place].holder, Holder::Piece(_));
        if active.iter().any(on_a_piece) {
            // Its owner is that of the piece it lies on, wherever that is.
            self.all_places();
        } else {
            (self.reads.read).extend(active.iter().map(|place| Read::Place(*place)));
        }
    }

    fn all_places(&mut self) {
        let places = self.program.layout.places.ids();
        self.reads.read.extend(places.map(Read::Place));
    }
}
