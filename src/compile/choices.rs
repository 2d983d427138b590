//! Choices as instructions: of one, of several one after another, and of a set by a condition on the whole.
//!
//! Takes `choose`, gives its site, where the player is asked, and the jumps around its blocks.

use crate::compiler::{Compiler, Frame};
use crate::statements::{Exits, Open};
use ludex_program::code::Instr;
use ludex_program::cursor::Cursor;
use ludex_program::decision::{Ask, Binder, More, Site, WholeSet};
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{Base, Node, NodeId, Source};
use ludex_rules::expr::{self, Choose, Expr, PossibleSet, Quantity, Stmt};
use ludex_rules::types::Type;
use ludex_source::Span;

impl Compiler<'_> {
    pub(super) fn choose(&mut self, f: &mut Frame, ways: &mut Exits, choose: &Choose, span: Span) {
        let by = self.expr(f, &choose.by);
        let more = self.several(f, ways, choose, span);
        let prompt = self.wording(f, &choose.prompt);
        let mut binders = Vec::new();
        for binder in &choose.binders {
            let (slot, source) = self.bound(f, binder);
            binders.push(Binder { slot, source });
        }
        let types = choose.binders.iter().map(|b| b.ty.clone()).collect();
        let must = more.is_none() && choose.otherwise.is_none();
        let names = choose.binders.iter().map(|b| b.name.clone()).collect();
        let ask = Ask::Choose {
            binders,
            names,
            types,
            more,
            must,
        };
        let site = self.site(Site {
            by,
            prompt,
            ask,
            at_once: ways.at_once,
            span,
        });
        match (more, &choose.whole) {
            (None, _) => {
                let none = self.emit(
                    Instr::Choose {
                        site,
                        none: Pc::NONE,
                    },
                    span,
                );
                self.block(f, ways, choose.body.as_deref().unwrap_or_default());
                let nothing = choose.otherwise.as_deref().unwrap_or_default();
                self.otherwise(f, ways, none, nothing, span);
            }
            (Some(more), None) => self.one_after_another(f, ways, choose, site, more, span),
            (Some(_), Some(whole)) => {
                let start = self.here();
                let exit = self.emit(
                    Instr::ChooseMore {
                        site,
                        done: Pc::NONE,
                    },
                    span,
                );
                self.emit(Instr::Jump { to: start }, span);
                self.aim(exit);
                self.all_chosen(f, ways, choose, whole, span);
            }
        }
    }

    /// Asks for several one after another, and does the block for each before the next is asked.
    fn one_after_another(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        choose: &Choose,
        site: SiteId,
        more: More,
        span: Span,
    ) {
        let nothing = choose.otherwise.as_deref().unwrap_or_default();
        // The number still allowed is the first one as long as nothing was chosen.
        let all = (!nothing.is_empty()).then(|| f.fresh());
        if let Some(all) = all {
            let left = self.node(Node::Local(more.left), span);
            self.emit(
                Instr::Let {
                    slot: all,
                    value: left,
                },
                span,
            );
        }
        let start = self.here();
        let exit = self.emit(
            Instr::ChooseMore {
                site,
                done: Pc::NONE,
            },
            span,
        );
        ways.open_loop(Some(more.chosen), start);
        self.block(f, ways, choose.body.as_deref().unwrap_or_default());
        self.emit(Instr::Jump { to: start }, span);
        self.aim(exit);
        let stops = ways.close_loop();
        if let Some(all) = all {
            let none = self.same_slots(all, more.left, span);
            let some = self.emit(
                Instr::JumpUnless {
                    cond: none,
                    to: Pc::NONE,
                },
                span,
            );
            self.block(f, ways, nothing);
            self.aim(some);
        }
        stops.into_iter().for_each(|stop| self.aim(stop));
    }

    /// The node that is true if two slots hold the same.
    fn same_slots(&mut self, a: u16, b: u16, span: Span) -> NodeId {
        let [a, b] = [a, b].map(|slot| self.node(Node::Local(slot), span));
        self.node(Node::Equal(a, b), span)
    }

    /// Does the block for each that was chosen by a condition on all of them. Without a block the name of all of them holds for
    /// the rest of the block around.
    fn all_chosen(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        choose: &Choose,
        whole: &expr::Whole,
        span: Span,
    ) {
        let chosen = Cursor { slot: whole.chosen };
        ways.open.push(Open::Members(chosen));
        let (Some(body), Some(binder)) = (&choose.body, choose.binders.first()) else {
            return;
        };
        let nothing = choose.otherwise.as_deref().unwrap_or_default();
        let none = (!nothing.is_empty()).then(|| {
            let [begin, _, end] = chosen.slots();
            let none = self.same_slots(begin, end, span);
            let some = self.node(Node::Not(none), span);
            self.emit(
                Instr::JumpUnless {
                    cond: some,
                    to: Pc::NONE,
                },
                span,
            )
        });
        let each = expr::Binder {
            source: Expr {
                kind: Box::new(expr::ExprKind::Local(whole.chosen)),
                ty: Type::All(Box::new(binder.ty.clone())),
                span,
            },
            cond: None,
            ..binder.clone()
        };
        let cursor = self.cursor(f, ways, &binder.ty);
        self.for_each(f, ways, cursor, &each, body, span);
        if let Some(none) = none {
            self.otherwise(f, ways, none, nothing, span);
        }
        self.emit(Instr::Drop { cursor: chosen }, span);
        ways.open.pop();
    }

    /// For a choice of several: its list of what was chosen, and how many are left.
    fn several(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        choose: &Choose,
        span: Span,
    ) -> Option<More> {
        let (limit, done) = match &choose.quantity {
            Quantity::One => return None,
            Quantity::Exactly(n) => (Some(n), false),
            Quantity::UpTo(n) => (Some(n), true),
            Quantity::Any => (None, true),
            Quantity::All => (None, false),
        };
        let ty = choose.binders.first().map_or(Type::Int, |b| b.ty.clone());
        let chosen = match &choose.whole {
            None => self.cursor(f, ways, &ty),
            Some(whole) => {
                let chosen = Cursor { slot: whole.chosen };
                ways.note_pieces(chosen, &ty);
                chosen
            }
        };
        let left = f.fresh();
        let limit = match limit {
            Some(n) => self.expr(f, n),
            None => self.node(Node::Const(i32::MAX), span),
        };
        self.emit(
            Instr::Let {
                slot: left,
                value: limit,
            },
            span,
        );
        // An empty list that grows with each choice.
        let empty = self.list(&[]);
        let source = self.keep(Source {
            lets: Vec::new(),
            base: Base::List(empty),
            filters: Vec::new(),
            until_false: false,
        });
        self.emit(
            Instr::Collect {
                cursor: chosen,
                source,
            },
            span,
        );
        let whole = choose.whole.as_ref().map(|whole| {
            let (cond, asked) = (self.expr(f, &whole.cond), f.fresh());
            let zero = self.node(Node::Const(0), span);
            self.emit(
                Instr::Let {
                    slot: asked,
                    value: zero,
                },
                span,
            );
            WholeSet {
                cond,
                exact: !done,
                must: choose.otherwise.is_none(),
                asked,
            }
        });
        Some(More {
            chosen,
            left,
            done,
            again: choose.again,
            whole,
        })
    }

    /// The test whether a choice of several could be made. Its slots are those of a list: where it begins, how many may be
    /// chosen, and where it ends.
    pub(super) fn possible_set(&mut self, f: &mut Frame, set: &PossibleSet, span: Span) -> Node {
        let (_, source) = self.bound(f, &set.binder);
        let value = match set.quantity.count() {
            Some(n) => self.expr(f, n),
            None => self.node(Node::Const(i32::MAX), span),
        };
        let named = set.whole.chosen;
        let chosen = if f.expanded { f.fresh() } else { named };
        if f.expanded {
            let (_, end) = (f.fresh(), f.fresh());
            let [begin, end] = [chosen, end].map(|slot| self.node(Node::Local(slot), span));
            let members = self.keep(Source {
                lets: Vec::new(),
                base: Base::Kept(begin, end),
                filters: Vec::new(),
                until_false: false,
            });
            f.collections.insert(named, members);
        }
        let cond = self.expr(f, &set.whole.cond);
        let is_set = Node::PossibleSet {
            source,
            cond,
            chosen,
            exact: matches!(set.quantity, Quantity::Exactly(_)),
            again: set.again,
            of_pieces: matches!(set.binder.ty, Type::Piece(_)),
        };
        Node::Let {
            slot: chosen + 1,
            value,
            body: self.node(is_set, span),
        }
    }

    pub(super) fn otherwise(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        from: Pc,
        otherwise: &[Stmt],
        span: Span,
    ) {
        if otherwise.is_empty() {
            self.aim(from);
            return;
        }
        let end = self.emit(Instr::Jump { to: Pc::NONE }, span);
        self.aim(from);
        self.block(f, ways, otherwise);
        self.aim(end);
    }
}
