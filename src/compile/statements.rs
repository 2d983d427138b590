//! Statements as instructions: structured control flow becomes jumps.

use crate::compiler::{Compiler, Frame};
use ludex_program::code::{Instr, Operand, Target};
use ludex_program::cursor::Cursor;
use ludex_program::decision::{Ask, AtOnce, PoolOrder, Site, Told};
use ludex_program::ids::{Pc, SiteId, SourceId, TargetId};
use ludex_program::marks::MarkKind;
use ludex_program::node::{Node, NodeId, NodeList};
use ludex_rules::expr::{self, Expr, Stmt, StmtKind};
use ludex_rules::ids::{ActionId, MomentId};
use ludex_rules::limits;
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;
use ludex_rules::verbs::{Role, VerbOp};
use ludex_rules::wording::Wording;
use ludex_source::Span;

/// The context of a statement: blocks that `stop` and `return` leave, with what they must mend on their way out.
#[derive(Default)]
pub(super) struct Exits {
    /// The open blocks, the innermost last.
    pub(super) open: Vec<Open>,
    /// The jumps that leave the routine, to be aimed at its end.
    pub(super) returns: Vec<Pc>,
    /// The innermost block of `at once` around.
    pub(super) at_once: Option<AtOnce>,
    /// The cursors over pieces, for `Routine::piece_cursors`.
    pub(super) piece_cursors: Vec<Cursor>,
}

/// An open block, and what leaving it early must mend.
pub(super) enum Open {
    /// A loop with what leads out of it.
    Loop {
        /// Its list, if it goes through members.
        members: Option<Cursor>,
        /// The instruction that begins a round.
        start: Pc,
        /// The jumps that leave it, to be aimed.
        stops: Vec<Pc>,
    },
    /// `as`: the slot that keeps the outer `you`.
    As(u16),
    /// The rest of a block in which a name keeps members.
    Members(Cursor),
}

impl Exits {
    /// Opens a loop, whose rounds begin at an instruction.
    pub(super) fn open_loop(&mut self, members: Option<Cursor>, start: Pc) {
        let stops = Vec::new();
        self.open.push(Open::Loop {
            members,
            start,
            stops,
        });
    }

    /// Closes the innermost loop, and gives the jumps that leave it.
    pub(super) fn close_loop(&mut self) -> Vec<Pc> {
        match self.open.pop() {
            Some(Open::Loop { stops, .. }) => stops,
            Some(Open::As(_) | Open::Members(_)) | None => Vec::new(),
        }
    }

    /// Notes a cursor if its members are pieces.
    pub(super) fn note_pieces(&mut self, cursor: Cursor, member: &Type) {
        if matches!(member.required(), Type::Piece(_)) {
            self.piece_cursors.push(cursor);
        }
    }
}

impl Compiler<'_> {
    pub(super) fn block(&mut self, f: &mut Frame, ways: &mut Exits, block: &[Stmt]) {
        let around = ways.open.len();
        for stmt in block {
            self.stmt(f, ways, stmt);
        }
        let end = block.last().map_or_else(Span::default, |last| last.span);
        while let Some(Open::Members(cursor)) = ways.open.get(around..).and_then(<[Open]>::last) {
            self.emit(Instr::Drop { cursor: *cursor }, end);
            ways.open.pop();
        }
    }

    fn stmt(&mut self, f: &mut Frame, ways: &mut Exits, stmt: &Stmt) {
        let span = stmt.span;
        self.note(f, span, MarkKind::Statement, "");
        match &stmt.kind {
            StmtKind::Let(slot, value) if let Type::All(member) = &value.ty => {
                let source = self.collection(f, value);
                let cursor = Cursor { slot: *slot };
                ways.note_pieces(cursor, member);
                self.emit(Instr::Collect { cursor, source }, span);
                ways.open.push(Open::Members(cursor));
            }
            StmtKind::Let(slot, value) | StmtKind::SetLocal(slot, value) => {
                let value = self.expr(f, value);
                self.emit(Instr::Let { slot: *slot, value }, span);
            }
            StmtKind::Write(how, target, value) => {
                let (target, value) = (self.target(f, target, span), self.expr(f, value));
                self.emit(
                    Instr::Write {
                        how: *how,
                        target,
                        value,
                    },
                    span,
                );
            }
            StmtKind::If(arms, otherwise) => self.branches(f, ways, arms, otherwise, span),
            StmtKind::ForEach(binder, body) => {
                let cursor = self.cursor(f, ways, &binder.ty);
                self.for_each(f, ways, cursor, binder, body, span);
            }
            StmtKind::AtOnce {
                moment,
                binder,
                body,
            } => {
                let members = self.cursor(f, ways, &binder.ty);
                let at_once = AtOnce {
                    moment: *moment,
                    members,
                    of_players: binder.ty == Type::Player,
                };
                self.program.at_once[*moment] = true;
                let outer = ways.at_once.replace(at_once);
                self.for_each(f, ways, members, binder, body, span);
                ways.at_once = outer;
                self.reach(*moment, span);
            }
            StmtKind::Repeat(None, body) => {
                let start = self.here();
                self.looped(f, ways, Vec::new(), body, start, span);
            }
            StmtKind::Repeat(Some(times), body) => {
                let left = f.fresh();
                let times = self.expr(f, times);
                self.emit(
                    Instr::Let {
                        slot: left,
                        value: times,
                    },
                    span,
                );
                let start = self.here();
                let exit = self.emit(
                    Instr::CountDown {
                        slot: left,
                        end: Pc::NONE,
                    },
                    span,
                );
                self.looped(f, ways, vec![exit], body, start, span);
            }
            StmtKind::While(cond, body) => {
                let start = self.here();
                let exits = self.unless(f, cond, span);
                self.looped(f, ways, exits, body, start, span);
            }
            StmtKind::Choose(choose) => self.choose(f, ways, choose, span),
            StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let by = self.expr(f, by);
                let prompt = self.wording(f, prompt);
                let site = self.site(Site {
                    by,
                    prompt,
                    ask: Ask::May,
                    at_once: ways.at_once,
                    span,
                });
                let no = self.emit(Instr::May { site, no: Pc::NONE }, span);
                self.block(f, ways, body);
                self.otherwise(f, ways, no, otherwise, span);
            }
            StmtKind::Offer {
                among,
                who,
                actions,
                prompt,
            } => {
                let bound = among.as_ref().map(|binder| self.bound(f, binder));
                let by = self.expr(f, who);
                let ask = Ask::Offer {
                    actions: actions.clone(),
                    pass: among.is_some(),
                };
                if ways.at_once.is_some() {
                    self.check_waiting(actions, span);
                }
                let prompt = self.wording(f, prompt);
                let site = self.site(Site {
                    by,
                    prompt,
                    ask,
                    at_once: ways.at_once,
                    span,
                });
                match bound {
                    None => {
                        self.emit(Instr::Offer { site }, span);
                    }
                    Some((slot, source)) => self.go_round(f, ways, slot, source, site, span),
                }
            }
            StmtKind::As(who, body) => self.as_player(f, ways, who, body, span),
            StmtKind::Pool(by, body) => {
                self.pool_open(f, by, span);
                self.block(f, ways, body);
                self.pool_loop(f, by, span);
            }
            StmtKind::Later {
                moment,
                routine,
                args,
            } => {
                self.check_taken(args.len(), span);
                let args = self.nodes(f, args);
                self.emit(
                    Instr::Later {
                        moment: *moment,
                        routine: *routine,
                        args,
                    },
                    span,
                );
            }
            StmtKind::Reach(moment) => {
                self.reach(*moment, span);
                self.emit(Instr::Reset { moment: *moment }, span);
            }
            StmtKind::Call(routine, args) => {
                let args = self.nodes(f, args);
                self.emit(
                    Instr::Call {
                        routine: *routine,
                        args,
                    },
                    span,
                );
            }
            StmtKind::CallSlot {
                kind,
                slot,
                of,
                args,
            } => {
                let mut nodes = vec![self.expr(f, of)];
                for arg in args {
                    nodes.push(self.expr(f, arg));
                }
                let args = self.list(&nodes);
                let column = self.effect_column(kind.index(), *slot, span);
                self.emit(Instr::CallSlot { column, args }, span);
            }
            StmtKind::Refill(place) => {
                let place = self.expr(f, place);
                self.emit(Instr::Refill { place }, span);
            }
            StmtKind::Verb(verb, args) => self.verb(f, *verb, args, span),
            StmtKind::Return => {
                self.mend(ways, 0, span);
                let jump = self.emit(Instr::Jump { to: Pc::NONE }, span);
                ways.returns.push(jump);
            }
            StmtKind::Stop => self.leave_round(ways, true, span),
            StmtKind::Continue => self.leave_round(ways, false, span),
        }
    }

    /// Words for a player: the values in them are asked when somebody reads them.
    pub(super) fn wording(&mut self, f: &mut Frame, words: &Wording<Expr>) -> Wording<Told> {
        words.map(|value| Told {
            node: self.expr(f, value),
            ty: value.ty.clone(),
            after: 0,
        })
    }

    /// Opens a pool. Where several players order what is theirs, each is found when something is asked.
    pub(super) fn pool_open(&mut self, f: &mut Frame, by: &Expr, span: Span) {
        let by = if is_one(by) {
            self.expr(f, by)
        } else {
            self.node(Node::Const(0), span)
        };
        self.emit(Instr::PoolOpen { by }, span);
    }

    /// The question for the text that comes next: of the innermost pool, or of the hooks listed by a cursor, which may be those
    /// that replace something.
    pub(super) fn order(
        &mut self,
        f: &mut Frame,
        by: &Expr,
        hooks: Option<(Cursor, bool)>,
        span: Span,
    ) -> SiteId {
        let owners = (!is_one(by)).then(|| self.collection(f, by));
        // A pool knows the one player who orders it.
        let by = match (owners, hooks) {
            (None, Some(_)) => self.expr(f, by),
            _ => self.node(Node::Const(0), span),
        };
        let replaces = hooks.is_some_and(|(_, replaces)| replaces);
        let prompt = if replaces {
            "what happens instead"
        } else {
            "what comes next"
        };
        self.site(Site {
            by,
            prompt: Wording::plain(prompt),
            ask: Ask::Pool(PoolOrder {
                listed: hooks.map(|(cursor, _)| cursor),
                replaces,
                owners,
            }),
            at_once: None,
            span,
        })
    }

    pub(super) fn pool_loop(&mut self, f: &mut Frame, by: &Expr, span: Span) {
        let site = self.order(f, by, None, span);
        let start = self.here();
        let exit = self.emit(
            Instr::PoolNext {
                site,
                end: Pc::NONE,
            },
            span,
        );
        self.emit(Instr::Jump { to: start }, span);
        self.aim(exit);
    }

    fn branches(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        arms: &[(Expr, expr::Block)],
        otherwise: &[Stmt],
        span: Span,
    ) {
        let mut ends = Vec::new();
        for (cond, body) in arms {
            let skips = self.unless(f, cond, cond.span);
            self.block(f, ways, body);
            ends.push(self.emit(Instr::Jump { to: Pc::NONE }, span));
            skips.into_iter().for_each(|skip| self.aim(skip));
        }
        self.block(f, ways, otherwise);
        ends.into_iter().for_each(|end| self.aim(end));
    }

    /// Does all that waits for a moment.
    fn reach(&mut self, moment: MomentId, span: Span) {
        let start = self.here();
        let exit = self.emit(
            Instr::ReachNext {
                moment,
                end: Pc::NONE,
            },
            span,
        );
        self.emit(Instr::Jump { to: start }, span);
        self.aim(exit);
    }

    pub(super) fn for_each(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        cursor: Cursor,
        binder: &expr::Binder,
        body: &[Stmt],
        span: Span,
    ) {
        let (slot, source) = self.bound(f, binder);
        self.emit(Instr::Collect { cursor, source }, span);
        let start = self.here();
        let exit = self.emit(
            Instr::Next {
                cursor,
                slot,
                end: Pc::NONE,
            },
            span,
        );
        ways.open_loop(Some(cursor), start);
        self.block(f, ways, body);
        self.emit(Instr::Jump { to: start }, span);
        self.aim(exit);
        self.close(ways);
    }

    fn check_taken(&mut self, taken: usize, span: Span) {
        if taken > limits::WAITING {
            let message = "this takes too many names along".into();
            let help = "write what it needs into variables";
            self.too_many(span, message, limits::WAITING as u64, help);
        }
    }

    /// The names of an action that waits are taken along by their slots.
    fn check_waiting(&mut self, actions: &[ActionId], span: Span) {
        for action in actions {
            let binders = &self.game.actions[action.index()].binders;
            let last = binders.iter().map(|binder| binder.slot).max();
            self.check_taken(last.map_or(0, usize::from), span);
        }
    }

    /// Goes round the members of a collection, each of whom may act or pass, and begins again when one has acted.
    fn go_round(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        slot: u16,
        source: SourceId,
        site: SiteId,
        span: Span,
    ) {
        let cursor = self.cursor(f, ways, &Type::Player);
        let start = self.emit(Instr::Collect { cursor, source }, span);
        let exit = self.emit(
            Instr::Next {
                cursor,
                slot,
                end: Pc::NONE,
            },
            span,
        );
        self.emit(Instr::OfferOrPass { site, pass: exit }, span);
        self.emit(Instr::Drop { cursor }, span);
        self.emit(Instr::Jump { to: start }, span);
        self.aim(exit);
    }

    fn looped(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        exits: Vec<Pc>,
        body: &[Stmt],
        start: Pc,
        span: Span,
    ) {
        ways.open_loop(None, start);
        self.block(f, ways, body);
        self.emit(Instr::Jump { to: start }, span);
        exits.into_iter().for_each(|exit| self.aim(exit));
        self.close(ways);
    }

    fn close(&mut self, ways: &mut Exits) {
        let stops = ways.close_loop();
        stops.into_iter().for_each(|stop| self.aim(stop));
    }

    /// Leaves the round of the nearest loop, and the loop too, if it stops.
    fn leave_round(&mut self, ways: &mut Exits, stops: bool, span: Span) {
        let is_loop = |open: &Open| matches!(open, Open::Loop { .. });
        let Some(depth) = ways.open.iter().rposition(is_loop) else {
            return;
        };
        self.mend(ways, depth + usize::from(!stops), span);
        let jump = self.emit(Instr::Jump { to: Pc::NONE }, span);
        if let Open::Loop {
            start, stops: all, ..
        } = &mut ways.open[depth]
        {
            if stops {
                all.push(jump);
            } else {
                self.program.code[jump] = Instr::Jump { to: *start };
            }
        }
    }

    /// Drops lists and restores `you` for the blocks left, the innermost first.
    fn mend(&mut self, ways: &Exits, depth: usize, span: Span) {
        for open in ways.open[depth..].iter().rev() {
            match open {
                Open::Loop {
                    members: Some(cursor),
                    ..
                }
                | Open::Members(cursor) => {
                    self.emit(Instr::Drop { cursor: *cursor }, span);
                }
                Open::Loop { members: None, .. } => {}
                Open::As(kept) => {
                    let kept = self.node(Node::Local(*kept), span);
                    self.emit(
                        Instr::Let {
                            slot: 0,
                            value: kept,
                        },
                        span,
                    );
                }
            }
        }
    }

    fn as_player(
        &mut self,
        f: &mut Frame,
        ways: &mut Exits,
        who: &Expr,
        body: &[Stmt],
        span: Span,
    ) {
        let kept = f.fresh();
        let you = self.node(Node::Local(0), span);
        let who = self.expr(f, who);
        self.emit(
            Instr::Let {
                slot: kept,
                value: you,
            },
            span,
        );
        self.emit(
            Instr::Let {
                slot: 0,
                value: who,
            },
            span,
        );
        ways.open.push(Open::As(kept));
        self.block(f, ways, body);
        ways.open.pop();
        let kept = self.node(Node::Local(kept), span);
        self.emit(
            Instr::Let {
                slot: 0,
                value: kept,
            },
            span,
        );
    }

    fn verb(&mut self, f: &mut Frame, verb: VerbOp, args: &[Expr], span: Span) {
        if verb.row().has(Role::From) {
            return self.one_by_one(f, args, span);
        }
        let mut operands = Vec::new();
        for (argument, arg) in verb.row().takes.iter().zip(args) {
            operands.push(match argument.takes {
                Takes::Pieces | Takes::OneOrMore => Operand::Pieces(self.collection(f, arg)),
                Takes::Board => {
                    let (board, of) = self.board_of(f, arg);
                    Operand::Board(board, of)
                }
                Takes::Piece | Takes::Place | Takes::Player | Takes::Int | Takes::Members => {
                    Operand::Value(self.expr(f, arg))
                }
                Takes::Bool
                | Takes::Space
                | Takes::Direction
                | Takes::Shape
                | Takes::Placement
                | Takes::Optional
                | Takes::Variable
                | Takes::Moment => Operand::Value(self.expr(f, arg)),
            });
        }
        let start = self.program.operands.next();
        let list = (start, operands.len() as u16);
        self.program.operands.extend(operands);
        self.emit(
            Instr::Verb {
                verb,
                operands: list,
            },
            span,
        );
    }

    /// Emits the loop that draws so many pieces from one place to another, while there are some.
    fn one_by_one(&mut self, f: &mut Frame, args: &[Expr], span: Span) {
        let (left, from, to) = (f.fresh(), f.fresh(), f.fresh());
        for (slot, arg) in [left, from, to].into_iter().zip(args) {
            let value = self.expr(f, arg);
            self.emit(Instr::Let { slot, value }, span);
        }
        let (left_now, from, to) = (
            self.node(Node::Local(left), span),
            self.node(Node::Local(from), span),
            self.node(Node::Local(to), span),
        );
        let zero = self.node(Node::Const(0), span);
        let some = self.node(Node::Less(zero, left_now), span);
        let start = self.here();
        let enough = self.emit(
            Instr::JumpUnless {
                cond: some,
                to: Pc::NONE,
            },
            span,
        );
        self.emit(Instr::Refill { place: from }, span);
        let draw = Instr::DrawOne {
            left,
            from,
            into: to,
            end: Pc::NONE,
        };
        let dry = self.emit(draw, span);
        self.emit(Instr::Jump { to: start }, span);
        self.aim(enough);
        self.aim(dry);
    }

    pub(super) fn nodes(&mut self, f: &mut Frame, args: &[Expr]) -> NodeList {
        let nodes: Vec<NodeId> = args.iter().map(|a| self.expr(f, a)).collect();
        self.list(&nodes)
    }

    pub(super) fn target(&mut self, f: &mut Frame, target: &expr::Target, span: Span) -> TargetId {
        let mut part = |c: &mut Self, e: Option<&Expr>| match e {
            Some(e) => c.expr(f, e),
            None => c.node(Node::Const(0), span),
        };
        debug_assert!(target.of.is_some() || self.is_of_table(target.var));
        let (of, at) = (
            part(self, target.of.as_ref()),
            part(self, target.at.as_ref()),
        );
        let var = target.var;
        self.program.targets.push(Target { var, of, at })
    }

    pub(super) fn cursor(&mut self, f: &mut Frame, ways: &mut Exits, ty: &Type) -> Cursor {
        let cursor = Cursor { slot: f.fresh() };
        let _ = (f.fresh(), f.fresh());
        ways.note_pieces(cursor, ty);
        cursor
    }

    /// Aims a jump at what comes next.
    pub(super) fn aim(&mut self, jump: Pc) {
        let here = self.here();
        let exit = self.program.code[jump].exit();
        debug_assert!(exit.is_some(), "only jumps are aimed");
        if let Some(to) = exit {
            *to = here;
        }
    }
}

/// Returns true if an expression names one player, not several.
fn is_one(by: &Expr) -> bool {
    !matches!(by.ty, Type::All(_))
}
