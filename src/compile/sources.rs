//! Collections: the source of their members, and the filters on them.

use crate::apart::lie_apart;
use crate::compiler::{Compiler, Frame};
use ludex_program::node::{Base, Node, NodeId, NodeList, Source, SourceId};
use ludex_rules::expr::{Binder, Expr, ExprKind};
use ludex_rules::game::NONE;
use ludex_rules::ids::{BoardId, QueryId};
use ludex_rules::limits;
use ludex_rules::ops::{FoldOp, QueryOp};
use ludex_rules::types::Type;

impl Compiler<'_> {
    /// A binder: the slot its member stands in, and its collection with its condition.
    pub(super) fn bound(&mut self, f: &mut Frame, binder: &Binder) -> (u16, SourceId) {
        let (slot, source) = self.members(f, binder);
        (slot, self.keep(source))
    }

    fn members(&mut self, f: &mut Frame, binder: &Binder) -> (u16, Source) {
        let mut source = self.source(f, &binder.source);
        let slot = self.slot(f, binder.slot, &binder.source);
        if let Some(cond) = &binder.cond {
            let cond = self.expr(f, cond);
            source.filters.push((slot, cond));
        }
        (slot, source)
    }

    pub(super) fn keep(&mut self, source: Source) -> SourceId {
        self.program.sources.push(source)
    }

    /// As `bound`, ending at the first member that fails.
    pub(super) fn streak(&mut self, f: &mut Frame, binder: &Binder) -> (u16, SourceId) {
        let (slot, mut source) = self.members(f, binder);
        source.until_false = binder.cond.is_some();
        (slot, self.keep(source))
    }

    pub(super) fn collection(&mut self, f: &mut Frame, e: &Expr) -> SourceId {
        let source = self.source(f, e);
        self.keep(source)
    }

    fn source(&mut self, f: &mut Frame, e: &Expr) -> Source {
        if let ExprKind::Query(query, args) = &*e.kind
            && matches!(e.ty, Type::All(_))
        {
            return self.expanded_source(f, *query, args);
        }
        if let ExprKind::Filter(binder) = &*e.kind {
            let (_, source) = self.members(f, binder);
            return source;
        }
        if let ExprKind::Local(slot) = &*e.kind
            && let Some(source) = f.collections.get(slot)
        {
            return self.program.sources[*source].clone();
        }
        if matches!(e.ty, Type::Optional(_)) {
            return self.at_most_one(f, e);
        }
        let base = self.base(f, e);
        Source {
            lets: Vec::new(),
            base,
            filters: Vec::new(),
            until_false: false,
        }
    }

    /// A value that may be none, as a collection: a list of one, unless that is none.
    fn at_most_one(&mut self, f: &mut Frame, e: &Expr) -> Source {
        let value = self.expr(f, e);
        let slot = f.fresh();
        let member = self.node(Node::Local(slot), e.span);
        let none = self.node(Node::Const(NONE), e.span);
        let absent = self.node(Node::Equal(member, none), e.span);
        let there = self.node(Node::Not(absent), e.span);
        Source {
            lets: Vec::new(),
            base: Base::List(self.list(&[value])),
            filters: vec![(slot, there)],
            until_false: false,
        }
    }

    fn expanded_source(&mut self, f: &mut Frame, query: QueryId, args: &[Expr]) -> Source {
        let in_a_circle = self.expanding.contains(&query);
        if in_a_circle {
            self.refuse(
                self.game.queries[query.index()].span,
                "a collection that reaches itself".into(),
                "give it an end, or make it an effect",
            );
        }
        if in_a_circle || !self.collection_fits(query) {
            return Source {
                lets: Vec::new(),
                base: Base::List(NodeList::default()),
                filters: Vec::new(),
                until_false: false,
            };
        }
        let (mut inner, lets) = self.enter(f, query, args);
        let body = &self.game.queries[query.index()].body;
        let mut source = self.source(&mut inner, body);
        self.leave(f, inner);
        source.lets.splice(0..0, lets);
        source
    }

    /// Returns true if a collection may be expanded once more; the first that may not is refused.
    fn collection_fits(&mut self, query: QueryId) -> bool {
        let parts = self.written.parts_with(query);
        let fits = parts <= limits::WRITTEN;
        if !fits && !self.wrong {
            let query = &self.game.queries[query.index()];
            let message = format!(
                "`{}` and other collections are written out too often",
                query.name
            );
            let help =
                "let fewer collections ask several others, or keep what they give in a variable";
            self.too_many(query.span, message, limits::WRITTEN, help);
        }
        fits
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the checker gives only these as collections; the rest is said loudly"
    )]
    fn base(&mut self, f: &mut Frame, e: &Expr) -> Base {
        match &*e.kind {
            _ if matches!(e.ty, Type::Place(_)) => Base::Place(self.expr(f, e)),
            _ if matches!(e.ty, Type::Set(_)) => Base::Set(self.expr(f, e)),
            ExprKind::AllPieces(kind) | ExprKind::AllRows(kind) => {
                let kind = &self.program.layout.kinds[*kind];
                Base::Numbers(kind.first.value(), kind.count as i32)
            }
            ExprKind::Copies { kind, first, count } => {
                let first = self.program.layout.kinds[*kind].first.plus(first.number());
                Base::Numbers(first.value(), *count as i32)
            }
            ExprKind::AllValues(n) => Base::Numbers(0, *n as i32),
            ExprKind::AllSpaces { board, of } => {
                let of = of.as_ref().map(|of| self.expr(f, of));
                Base::Board(*board, of)
            }
            ExprKind::Players => Base::Players,
            ExprKind::Range(a, b) => Base::Range(self.expr(f, a), self.expr(f, b)),
            ExprKind::If(cond, a, b) => Base::If(
                self.expr(f, cond),
                self.collection(f, a),
                self.collection(f, b),
            ),
            ExprKind::Union(a, b) => self.union(f, a, b),
            ExprKind::SetOf(list) => {
                let nodes: Vec<NodeId> = list.iter().map(|e| self.expr(f, e)).collect();
                Base::List(self.list(&nodes))
            }
            ExprKind::Local(slot) if matches!(e.ty, Type::All(_)) => {
                let ends = [*slot, slot.saturating_add(2)];
                let [begin, end] = ends.map(|slot| self.node(Node::Local(slot), e.span));
                Base::Kept(begin, end)
            }
            ExprKind::Op(op, args) => self.base_of_op(f, *op, args, e),
            ExprKind::Fold {
                op: FoldOp::Group,
                binder,
                value: Some(start),
            } => {
                let (_, of) = self.bound(f, binder);
                Base::Group {
                    of,
                    start: self.expr(f, start),
                }
            }
            ExprKind::Fold {
                op: FoldOp::Groups,
                binder,
                ..
            } => Base::Groups(self.bound(f, binder).1),
            _ => unfit(self, e),
        }
    }

    /// Both collections, one after the other; the second without what the first has, unless they lie apart for certain.
    fn union(&mut self, f: &mut Frame, a: &Expr, b: &Expr) -> Base {
        let first = self.collection(f, a);
        let mut second = self.source(f, b);
        let is_apart = lie_apart(a, b) || self.go_apart(&self.program.sources[first], &second);
        if !is_apart {
            let slot = f.fresh();
            let member = self.node(Node::Local(slot), b.span);
            let twice = self.in_source(member, first, b.span);
            let once = self.node(Node::Not(twice), b.span);
            second.filters.push((slot, once));
        }
        Base::Union(first, self.keep(second))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the checker gives only these as collections; the rest is said loudly"
    )]
    fn base_of_op(&mut self, f: &mut Frame, op: QueryOp, args: &[Expr], e: &Expr) -> Base {
        match op {
            QueryOp::PlayersFrom => Base::PlayersFrom(self.expr(f, &args[0])),
            QueryOp::Opponents => Base::Opponents(self.expr(f, &args[0])),
            QueryOp::Neighbours => {
                Base::Neighbours(self.board_with(&args[0]), self.expr(f, &args[0]))
            }
            QueryOp::Ray => Base::Ray(
                self.board_with(&args[0]),
                self.expr(f, &args[0]),
                self.expr(f, &args[1]),
            ),
            QueryOp::Cells => Base::Cells(self.expr(f, &args[0])),
            QueryOp::Directions => {
                let (board, _) = self.board_of(f, &args[0]);
                Base::Numbers(0, self.program.layout.boards[board].directions as i32)
            }
            QueryOp::Placements => {
                let shape = self.expr(f, &args[0]);
                let (board, of) = self.board_of(f, &args[1]);
                Base::Placements(shape, board, of)
            }
            QueryOp::PlacementsAt => Base::PlacementsAt(
                self.expr(f, &args[0]),
                self.board_with(&args[1]),
                self.expr(f, &args[1]),
            ),
            _ => unfit(self, e),
        }
    }

    /// The board a collection of spaces is, and whose.
    pub(super) fn board_of(&mut self, f: &mut Frame, e: &Expr) -> (BoardId, Option<NodeId>) {
        if let ExprKind::AllSpaces { board, of } = &*e.kind {
            let of = of.as_ref().map(|of| self.expr(f, of));
            (*board, of)
        } else {
            unfit(self, e);
            (BoardId::default(), None)
        }
    }

    /// The board that a space is on.
    pub(super) fn board_with(&mut self, space: &Expr) -> BoardId {
        if let Type::Space(board) = space.ty.required() {
            *board
        } else {
            unfit(self, space);
            BoardId::default()
        }
    }

    /// Tells where a slot of the text being compiled stands in the frame.
    pub(super) fn slot(&mut self, f: &mut Frame, slot: u16, at: &Expr) -> u16 {
        if !f.expanded {
            return slot;
        }
        let fresh = f.fresh();
        let node = self.node(Node::Local(fresh), at.span);
        let slot = usize::from(slot);
        if f.renamed.len() <= slot {
            f.renamed.resize(slot + 1, None);
        }
        f.renamed[slot] = Some(node);
        fresh
    }
}

/// The checker gives collections only where one can stand; anything else is our fault, said loudly.
fn unfit(c: &mut Compiler, e: &Expr) -> Base {
    c.refuse(
        e.span,
        "this is no collection that can be gone through here".into(),
        "report this: the checker should have refused it",
    );
    Base::List(NodeList::default())
}
