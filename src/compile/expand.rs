//! Expressions as nodes. Queries without modifiers are expanded where they are used; the others are called.

use crate::compiler::{Compiler, Frame};
use crate::marking::turned;
use crate::named::names;
use crate::values::number;
use ludex_program::marks::MarkKind;
use ludex_program::memo::MOST_REMEMBERED;
use ludex_program::node::{Node, NodeId};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{Holder, Query};
use ludex_rules::ids::{QueryId, VarId};
use ludex_rules::ops::{FoldOp, QueryOp};
use ludex_rules::types::Type;
use ludex_rules::walk::exprs;
use ludex_source::Span;
use std::collections::BTreeMap;

/// Deeper than this, queries are called rather than expanded, so that programs stay small.
const DEEPEST_EXPANSION: usize = 6;

fn folds(body: &Expr) -> bool {
    let mut found = false;
    exprs(body, &mut |e| {
        found |= matches!(
            &*e.kind,
            ExprKind::Fold { .. } | ExprKind::Possible(_) | ExprKind::PossibleSet(_)
        );
    });
    found
}

impl Compiler<'_> {
    pub(super) fn expr(&mut self, f: &mut Frame, e: &Expr) -> NodeId {
        let value = self.unnoted(f, e);
        self.noted(e, value)
    }

    fn unnoted(&mut self, f: &mut Frame, e: &Expr) -> NodeId {
        let span = e.span;
        let node = match &*e.kind {
            ExprKind::Const(n) => Node::Const(number(self, *n, &e.ty)),
            ExprKind::Shape(shape) => Node::Const(shape.value()),
            ExprKind::Local(slot) => return self.local(f, *slot, span),
            ExprKind::Option(option) => Node::Option(*option),
            ExprKind::Var { var, of, at } => self.var(f, *var, of.as_ref(), at.as_ref()),
            ExprKind::Attribute { kind, column, of } => Node::Attribute {
                kind: *kind,
                column: self.narrow(*column, span),
                of: self.expr(f, of),
            },
            ExprKind::BagCount {
                kind,
                column,
                of,
                at,
            } => {
                let args = [self.expr(f, of), self.expr(f, at)];
                Node::BagCount {
                    kind: *kind,
                    column: self.narrow(*column, span),
                    args: self.two(args),
                }
            }
            ExprKind::MadeFor(of) => Node::MadeFor(self.expr(f, of)),
            ExprKind::SpaceAttribute { board, column, of } => Node::SpaceAttribute {
                board: *board,
                column: self.narrow(*column, span),
                of: self.expr(f, of),
            },
            ExprKind::Place { place, of } => {
                let place = *place;
                match of {
                    None => Node::Place(place),
                    Some(of) => Node::PlaceOf {
                        place,
                        of: self.expr(f, of),
                    },
                }
            }
            ExprKind::For(player, value) => return self.asked_for(f, player, value),
            ExprKind::SetOf(list) => {
                let nodes: Vec<NodeId> = list.iter().map(|e| self.expr(f, e)).collect();
                Node::SetOf(self.list(&nodes))
            }
            ExprKind::Query(query, args) => return self.query(f, *query, args, span),
            ExprKind::Slot {
                kind,
                slot,
                of,
                args,
            } => {
                let mut nodes = vec![self.expr(f, of)];
                nodes.extend(args.iter().map(|a| self.expr(f, a)).collect::<Vec<_>>());
                Node::Slot {
                    column: self.value_column(kind.index(), *slot, span),
                    args: self.list(&nodes),
                }
            }
            ExprKind::Lookup(table, key) => Node::Lookup {
                table: self.narrow(table.index(), span),
                key: self.expr(f, key),
            },
            ExprKind::Op(op, args) => return self.op(f, *op, args, e),
            ExprKind::Fold { op, binder, value } => {
                return self.fold(f, *op, binder, value.as_ref(), span);
            }
            ExprKind::Possible(action) => Node::Possible(*action),
            ExprKind::PossibleSet(set) => self.possible_set(f, set, span),
            ExprKind::Not(_) if turned(e).is_some() => {
                // INVARIANT: `turned` gives what stands inside.
                let inner = turned(e).unwrap_or(e);
                Node::Not(self.unnoted(f, inner))
            }
            ExprKind::Not(a) => Node::Not(self.expr(f, a)),
            ExprKind::Negate(a) => Node::Negate(self.expr(f, a)),
            ExprKind::Amount(a) => Node::Amount(self.expr(f, a)),
            ExprKind::And(..) | ExprKind::Let(..) if names(e) => return self.named(f, e),
            ExprKind::And(a, b) => Node::And(self.expr(f, a), self.expr(f, b)),
            ExprKind::Or(a, b) => Node::Or(self.expr(f, a), self.expr(f, b)),
            ExprKind::Equal(a, b) => self.equal(f, a, b),
            ExprKind::Less(a, b) => Node::Less(self.expr(f, a), self.expr(f, b)),
            ExprKind::LessEqual(a, b) => Node::LessEqual(self.expr(f, a), self.expr(f, b)),
            ExprKind::Arithmetic(op, a, b) => {
                Node::Arithmetic(*op, self.expr(f, a), self.expr(f, b))
            }
            ExprKind::Member(element, collection) => self.member(f, element, collection),
            ExprKind::If(a, b, d) if names(a) => return self.if_named(f, a, [b, d]),
            ExprKind::If(a, b, d) => Node::If(self.expr(f, a), self.expr(f, b), self.expr(f, d)),
            ExprKind::Else(a, b) => return self.or_else(f, a, b, span),
            ExprKind::AllPieces(_)
            | ExprKind::Copies { .. }
            | ExprKind::AllRows(_)
            | ExprKind::AllValues(_)
            | ExprKind::AllSpaces { .. }
            | ExprKind::Players
            | ExprKind::Range(..)
            | ExprKind::Filter(_)
            | ExprKind::Union(..)
            | ExprKind::Let(..) => {
                self.refuse(
                    span,
                    "a collection stands where one value is needed".into(),
                    "report this: the checker should have refused it",
                );
                Node::Const(0)
            }
        };
        self.node(node, span)
    }

    pub(super) fn local(&mut self, f: &mut Frame, slot: u16, span: Span) -> NodeId {
        if f.expanded
            && let Some(Some(node)) = f.renamed.get(usize::from(slot))
        {
            return *node;
        }
        self.node(Node::Local(slot), span)
    }

    fn var(&mut self, f: &mut Frame, var: VarId, of: Option<&Expr>, at: Option<&Expr>) -> Node {
        match (of, at) {
            (None, None) => Node::Load(var),
            (Some(of), None) => Node::LoadOf {
                var,
                of: self.expr(f, of),
            },
            (of, Some(at)) => {
                let of = match of {
                    Some(of) => self.expr(f, of),
                    None => self.node(Node::Const(0), at.span),
                };
                let args = [of, self.expr(f, at)];
                Node::LoadAt {
                    var,
                    args: self.two(args),
                }
            }
        }
    }

    fn equal(&mut self, f: &mut Frame, a: &Expr, b: &Expr) -> Node {
        let (a, b) = (self.expr(f, a), self.expr(f, b));
        // A constant stands behind what is compared with it.
        let is_constant = matches!(self.program.nodes[a], Node::Const(_));
        let (a, b) = if is_constant { (b, a) } else { (a, b) };
        Node::Equal(a, b)
    }

    fn query(&mut self, f: &mut Frame, query: QueryId, args: &[Expr], span: Span) -> NodeId {
        let takes_members = self.game.queries[query.index()].takes_members();
        if takes_members && self.expanding.contains(&query) {
            let own = self.game.queries[query.index()].span;
            let message = "a query that hands a collection on to itself".into();
            self.refuse(own, message, "let it take a place or a number");
            return self.node(Node::Const(0), span);
        }
        let modified = self.traits.modified.contains(&query);
        // A walk that is asked again and again of the same position is worth remembering, so its query is called.
        let costly = args.len() <= MOST_REMEMBERED
            && self.traits.asked_often.contains(&query)
            && folds(&self.game.queries[query.index()].body);
        let called = modified
            || costly
            || self.expanding.contains(&query)
            || self.expanding.len() >= DEEPEST_EXPANSION
            || !self.written.has_room_for(query);
        if called && !takes_members {
            let nodes: Vec<NodeId> = args.iter().map(|a| self.expr(f, a)).collect();
            let args = self.list(&nodes);
            return self.node(Node::Call { query, args }, span);
        }
        let (mut inner, lets) = self.enter(f, query, args);
        let mut node = self.asked(&mut inner, &self.game.queries[query.index()]);
        self.leave(f, inner);
        for (slot, value) in lets.into_iter().rev() {
            node = self.node(
                Node::Let {
                    slot,
                    value,
                    body: node,
                },
                span,
            );
        }
        node
    }

    /// Compiles a value that is asked with another `you`, which stands in its slot as long as that takes.
    fn asked_for(&mut self, f: &mut Frame, player: &Expr, value: &Expr) -> NodeId {
        let span = value.span;
        let (own, answer) = (f.fresh(), f.fresh());
        let [you, kept, result] = [0, own, answer].map(|slot| self.node(Node::Local(slot), span));
        let (player, value) = (self.expr(f, player), self.expr(f, value));
        let steps = [(0, kept), (answer, value), (0, player), (own, you)];
        steps.into_iter().fold(result, |body, (slot, value)| {
            self.node(Node::Let { slot, value, body }, span)
        })
    }

    /// Compiles the body of a query, noted when it is asked.
    pub(super) fn asked(&mut self, f: &mut Frame, query: &Query) -> NodeId {
        let value = self.expr(f, &query.body);
        self.noted_as(value, query.span, MarkKind::Query, &query.name)
    }

    /// Begins the expansion of a query: its `you` is ours, its parameters are its arguments.
    pub(super) fn enter(
        &mut self,
        f: &mut Frame,
        query: QueryId,
        args: &[Expr],
    ) -> (Frame, Vec<(u16, NodeId)>) {
        let mut renamed = vec![Some(self.local(
            f,
            0,
            self.game.queries[query.index()].span,
        ))];
        let mut lets = Vec::new();
        let mut collections = BTreeMap::new();
        let params = &self.game.queries[query.index()].params;
        for (arg, (_, wanted)) in args.iter().zip(params) {
            if let Type::All(_) = wanted {
                // INVARIANT: a query has few parameters, so their numbers are slots.
                collections.insert(renamed.len() as u16, self.collection(f, arg));
                renamed.push(None);
                continue;
            }
            let node = self.expr(f, arg);
            // An argument that costs nothing to ask again stands for itself; anything else is asked once.
            if self.program.nodes[node].is_read() {
                renamed.push(Some(node));
            } else {
                let slot = f.fresh();
                lets.push((slot, node));
                renamed.push(Some(self.node(Node::Local(slot), arg.span)));
            }
        }
        self.expanding.push(query);
        self.written.count(query);
        (
            Frame {
                renamed,
                expanded: true,
                collections,
                slots: f.slots,
            },
            lets,
        )
    }

    pub(super) fn leave(&mut self, f: &mut Frame, inner: Frame) {
        f.slots = inner.slots;
        self.expanding.pop();
    }

    fn fold(
        &mut self,
        f: &mut Frame,
        op: FoldOp,
        binder: &ludex_rules::expr::Binder,
        value: Option<&Expr>,
        span: Span,
    ) -> NodeId {
        let (slot, source) = if op == FoldOp::Streak {
            self.streak(f, binder)
        } else {
            self.bound(f, binder)
        };
        let value = match value {
            Some(value) => self.expr(f, value),
            None => NodeId::default(),
        };
        if matches!(op, FoldOp::Group | FoldOp::Groups) {
            self.refuse(
                span,
                "a group stands where one value is needed".into(),
                "count or go through its spaces",
            );
        }
        let fold = if op == FoldOp::Nothing {
            FoldOp::Any
        } else if matches!(op, FoldOp::Streak | FoldOp::Group | FoldOp::Groups) {
            FoldOp::Count
        } else {
            op
        };
        let node = self.node(
            Node::Fold {
                op: fold,
                source,
                slot,
                value,
            },
            span,
        );
        if op == FoldOp::Nothing {
            self.node(Node::Not(node), span)
        } else {
            node
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the others are operations of their arguments"
    )]
    fn op(&mut self, f: &mut Frame, op: QueryOp, args: &[Expr], e: &Expr) -> NodeId {
        let place = |arg: &Expr| matches!(arg.ty, Type::Place(_));
        let node = match op {
            QueryOp::Size if place(&args[0]) => Node::PlaceSize(self.expr(f, &args[0])),
            QueryOp::Size => Node::Size(self.collection(f, &args[0])),
            QueryOp::RandomOf if place(&args[0]) => Node::RandomPiece(self.expr(f, &args[0])),
            QueryOp::RandomOf => Node::Random(self.collection(f, &args[0])),
            QueryOp::RandomNumber => Node::Roll(self.expr(f, &args[0]), self.expr(f, &args[1])),
            QueryOp::PlayerCount => Node::PlayerCount,
            QueryOp::Alike => {
                let [a, b] = [&args[0], &args[1]].map(|one| {
                    let of = self.expr(f, one);
                    self.node(Node::FirstCopy(of), one.span)
                });
                Node::Equal(a, b)
            }
            QueryOp::SeatOf => return self.expr(f, &args[0]),
            QueryOp::Step => Node::Beside {
                board: self.board_with(&args[0]),
                of: self.expr(f, &args[0]),
                direction: self.expr(f, &args[1]),
            },
            QueryOp::Distance => Node::Distance {
                board: self.board_with(&args[0]),
                from: self.expr(f, &args[0]),
                to: self.expr(f, &args[1]),
            },
            QueryOp::Opposite => {
                let Type::Direction(board) = &args[0].ty else {
                    return self.node(Node::Const(0), e.span);
                };
                let board = *board;
                let a = self.expr(f, &args[0]);
                if let Node::Const(direction) = self.program.nodes[a] {
                    Node::Const(self.program.layout.boards[board].opposite(direction))
                } else {
                    let b = self.node(Node::Const(board.value()), e.span);
                    Node::Op2(QueryOp::Opposite, a, b)
                }
            }
            QueryOp::SpaceAt => {
                let (board, of) = self.board_of(f, &args[0]);
                let board = &self.program.layout.boards[board];
                let (first, capacity) = (board.first as i32, board.capacity as i32);
                let base = match of {
                    // The first space of the board of player `of`.
                    Some(of) => {
                        let stride = self.node(Node::Const(capacity), e.span);
                        let offset = self.node(
                            Node::Arithmetic(ludex_rules::expr::Arithmetic::Multiply, of, stride),
                            e.span,
                        );
                        let first = self.node(Node::Const(first), e.span);
                        self.node(
                            Node::Arithmetic(ludex_rules::expr::Arithmetic::Add, first, offset),
                            e.span,
                        )
                    }
                    None => self.node(Node::Const(first), e.span),
                };
                Node::Op2(QueryOp::SpaceAt, base, self.expr(f, &args[1]))
            }
            QueryOp::PlayersFrom
            | QueryOp::Opponents
            | QueryOp::Neighbours
            | QueryOp::Directions
            | QueryOp::Ray
            | QueryOp::Placements
            | QueryOp::PlacementsAt
            | QueryOp::Cells => {
                self.refuse(
                    e.span,
                    "a collection stands where one value is needed".into(),
                    "report this: the checker should have refused it",
                );
                Node::Const(0)
            }
            op => match args {
                [a] => Node::Op1(op, self.expr(f, a)),
                [a, b, ..] => Node::Op2(op, self.expr(f, a), self.expr(f, b)),
                [] => Node::Const(0),
            },
        };
        self.node(node, e.span)
    }

    fn value_column(&mut self, kind: usize, slot: usize, span: Span) -> u16 {
        let before = self.game.kinds[..kind].iter().map(|k| k.value_slots.len());
        self.narrow(before.sum::<usize>() + slot, span)
    }

    pub(super) fn effect_column(&mut self, kind: usize, slot: usize, span: Span) -> u16 {
        let before = self.game.kinds[..kind].iter().map(|k| k.effect_slots.len());
        self.narrow(before.sum::<usize>() + slot, span)
    }

    /// Tells whether a variable has one holder only, the table.
    pub(super) fn is_of_table(&self, var: VarId) -> bool {
        self.program.layout.vars[var].holder == Holder::Table
    }
}
