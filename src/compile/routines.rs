//! Routines, queries, actions, hooks, modifiers, boards' sizes, tracks and results.

use crate::compiler::{Compiler, Frame};
use crate::evidence::evidence;
use crate::hoist::hoist;
use crate::pools::{self, Orders};
use crate::statements::Exits;
use crate::visit::slots_of;
use crate::{invariant, marking};
use ludex_program::code::{
    Action, CompiledDemand, Hook, Instr, Modifier, Require, Routine, TrackRules,
};
use ludex_program::decision::{Binder, Told};
use ludex_program::ids::{HookListId, NodeId, Pc, PieceId, TargetId};
use ludex_program::marks::MarkKind;
use ludex_program::node::Query;
use ludex_rules::expr::{Expr, ExprKind, StmtKind, Target};
use ludex_rules::game::{self, Holder, Timing};
use ludex_rules::ids::{HookId, KindId, QueryId, RoutineId, RowId, VarId};
use ludex_rules::types::Type;
use ludex_source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn compile_all(c: &mut Compiler) {
    tracks(c);
    queries(c);
    modifiers(c);
    hooks(c);
    actions(c);
    let (orders, watching) = (Orders::of(c.game), Watching::of(c.game));
    for id in (0..c.game.routines.len()).map(RoutineId::new) {
        routine(c, id, &orders, &watching);
    }
    sizes(c);
    for rank in &c.game.ranks {
        let mut f = Frame::plain(rank.slots.max(1));
        let value = c.expr(&mut f, &rank.value);
        c.program.ranks.push((value, rank.low_wins, f.slots));
    }
    c.program.wins = c.game.wins.as_ref().map(|wins| {
        let mut f = Frame::plain(wins.slots.max(1));
        let cond = c.expr(&mut f, &wins.cond);
        (cond, f.slots)
    });
    // No ruling can reach what only bots ask, so it has no marks.
    let marking = c.marking.take();
    c.program.demands = c.game.demands.iter().map(|one| demand(c, one)).collect();
    c.program.heuristic = c.game.heuristic.as_ref().map(|one| {
        let mut f = Frame::plain(one.slots.max(1));
        let value = c.expr(&mut f, &one.value);
        (value, f.slots)
    });
    c.marking = marking;
    // INVARIANT: the checker refuses a game without `setup` and `play`.
    c.program.setup = c.game.setup.unwrap_or_default();
    c.program.play = c.game.play.unwrap_or_default();
    c.program.bonuses = c.game.bonuses;
}

fn queries(c: &mut Compiler) {
    let game = c.game;
    // Placeholders first: a body may call any query by its number.
    for query in game.queries.iter().chain(&game.value_texts) {
        // The texts of rows have `this` as their first parameter.
        let params = c.narrow(query.params.len(), query.span);
        c.program.queries.push(Query {
            name: query.name.clone(),
            params,
            slots: query.slots,
            body: NodeId::default(),
            modifiers: Vec::new(),
            kept: None,
        });
    }
    let queries = game.queries.iter().chain(&game.value_texts);
    for (id, query) in (0..).map(QueryId::new).zip(queries) {
        if query.takes_members() || matches!(query.ty, Type::All(_)) {
            continue;
        }
        let mut f = Frame::plain(query.slots);
        c.expanding.push(id);
        let body = c.asked(&mut f, query);
        c.expanding.pop();
        invariant::hoist(c, &mut f, body);
        c.program.queries[id].body = body;
        c.program.queries[id].slots = f.slots;
    }
}

fn piece_of(c: &Compiler, source: Option<(KindId, RowId)>) -> Option<PieceId> {
    source.map(|(kind, row)| c.program.layout.kinds[kind].first.plus(row.number()))
}

fn modifiers(c: &mut Compiler) {
    for modifier in &c.game.modifiers {
        let mut f = Frame::plain(modifier.slots);
        let cond = modifier.cond.as_ref().map(|e| c.expr(&mut f, e));
        let value = c.expr(&mut f, &modifier.value);
        let name = &c.game.queries[modifier.query.index()].name;
        let value = c.noted_as(value, modifier.span, MarkKind::Modifier, name);
        let change = modifier.change;
        let piece = piece_of(c, modifier.source);
        let id = c.program.modifiers.push(Modifier {
            piece,
            cond,
            change,
            value,
            slots: f.slots,
        });
        c.program.queries[modifier.query].modifiers.push(id);
    }
    let order = c
        .game
        .modifiers
        .iter()
        .map(|m| m.change)
        .collect::<Vec<_>>();
    for query in &mut c.program.queries {
        query.modifiers.sort_by_key(|m| order[m.index()]);
    }
}

fn hooks(c: &mut Compiler) {
    for hook in &c.game.hooks {
        let mut f = Frame::plain(hook.slots);
        let cond = hook.cond.as_ref().map(|e| c.expr(&mut f, e));
        let limit = hook.limit.as_ref().map(|(most, var)| {
            let most = c.expr(&mut f, most);
            (most, counter(c, &mut f, *var, hook.span))
        });
        let piece = piece_of(c, hook.source);
        c.program.hooks.push(Hook {
            timing: hook.timing,
            piece,
            cond,
            slots: f.slots,
            limit,
            body: hook.body,
        });
    }
}

/// The variable that counts how often a hook ran: of its piece in slot 1, or of the table.
fn counter(c: &mut Compiler, f: &mut Frame, var: VarId, span: Span) -> TargetId {
    let of = (c.program.layout.vars[var].holder != Holder::Table).then(|| Expr {
        kind: Box::new(ExprKind::Local(1)),
        ty: Type::Int,
        span,
    });
    c.target(f, &Target { var, of, at: None }, span)
}

fn actions(c: &mut Compiler) {
    for action in &c.game.actions {
        let body = c.game.routine(action.body);
        let binders = action
            .binders
            .iter()
            .flat_map(|b| b.cond.iter().chain([&b.source]));
        let reasons = action.requires.iter().flat_map(|r| r.reason.values());
        let asked = action.requires.iter().map(|r| &r.cond);
        let asked = slots_of(binders.chain(asked).chain(reasons.map(|(value, _)| value)));
        let bound = action
            .binders
            .iter()
            .map(|b| b.slot.saturating_add(1))
            .max()
            .unwrap_or(1);
        let mut f = Frame::plain(body.slots.max(asked).max(bound));
        let mut binders = Vec::new();
        for binder in &action.binders {
            let (slot, source) = c.bound(&mut f, binder);
            binders.push(Binder { slot, source });
        }
        let mut requires: Vec<Require> = Vec::new();
        for require in &action.requires {
            let cond = c.expr(&mut f, &require.cond);
            let reason = require.reason.map(|(value, after)| Told {
                node: c.expr(&mut f, value),
                ty: value.ty.clone(),
                after: c.narrow(*after, require.span),
            });
            let after = c.narrow(require.after, require.span);
            requires.push(Require {
                cond,
                reason,
                after,
                span: require.span,
                evidence: Vec::new(),
            });
        }
        // Explanations have slots of their own beyond those of play.
        let mut explained = f.clone();
        for (compiled, require) in requires.iter_mut().zip(&action.requires) {
            compiled.evidence = evidence(c, &mut explained, &require.cond);
        }
        requires.sort_by_key(|r| r.after);
        let names = c.narrow(binders.len(), body.span);
        let requires_from = (0..=names.saturating_add(1))
            .map(|bound| requires.partition_point(|r| r.after < bound))
            .collect();
        let once = hoist(c, &mut f, &binders, &requires);
        let params = action
            .binders
            .iter()
            .map(|b| (b.name.clone(), b.ty.clone()))
            .collect();
        let (name, prompt) = (action.name.clone(), action.prompt.clone());
        c.program.actions.push(Action {
            name,
            prompt,
            binders,
            params,
            requires,
            requires_from,
            once,
            slots: f.slots,
            evidence_slots: explained.slots.max(f.slots),
            body: action.body,
            class: None,
        });
    }
}

/// A demand on positions, in a frame of its own.
fn demand(c: &mut Compiler, demand: &game::PositionDemand) -> CompiledDemand {
    let parts = std::iter::once(&demand.cond).chain(&demand.counterexample);
    let mut f = Frame::plain(demand.slots.max(slots_of(parts)));
    let cond = c.expr(&mut f, &demand.cond);
    let counterexample = demand.counterexample.as_ref();
    let counterexample = counterexample.map(|first| (c.expr(&mut f, first), first.ty.clone()));
    CompiledDemand {
        cond,
        counterexample,
        slots: f.slots,
        asks_you: demand.asks_you,
        reason: demand.reason.clone(),
        span: demand.span,
    }
}

fn tracks(c: &mut Compiler) {
    for (id, var) in (0..).map(VarId::new).zip(&c.game.vars) {
        let Some(track) = &var.track else { continue };
        let mut f = Frame::plain(slots_of(track.gates.iter().map(|(_, cond)| cond)));
        let gates = track
            .gates
            .iter()
            .map(|(at, cond)| (*at, c.expr(&mut f, cond)))
            .collect();
        let spaces = track.spaces.iter();
        let mut spaces: Vec<_> = spaces.map(|s| (s.at, s.how, s.done, s.effect)).collect();
        spaces.sort_by_key(|(at, ..)| *at);
        let rules = c.program.tracks.push(TrackRules {
            var: id,
            slots: f.slots,
            gates,
            beyond: track.beyond,
            spaces,
        });
        c.program.layout.vars[id].track = Some(rules);
    }
}

fn sizes(c: &mut Compiler) {
    for id in c.program.layout.boards.ids() {
        let board = &c.game.boards[id.index()];
        let mut f = Frame::plain(slots_of(board.size.iter().chain(&board.layout)));
        let size = board.size.as_ref().map(|e| c.expr(&mut f, e));
        let layout = board.layout.as_ref().map(|e| c.expr(&mut f, e));
        let placed = &mut c.program.layout.boards[id];
        (placed.size, placed.layout, placed.slots) = (size, layout, f.slots);
    }
}

fn routine(c: &mut Compiler, id: RoutineId, orders: &Orders, watching: &Watching) {
    let rules = c.game.routine(id);
    let mut f = Frame::plain(rules.slots.max(1));
    let mut ways = Exits::default();
    let entry = c.here();
    let [before, instead, after] = watching.lists(c, id);
    let by = rules.ordered_by.clone();
    let by = by.map(|by| match after {
        Some(_) => named_first(c, &mut f, by),
        None => by,
    });
    let group = |list| HookGroup {
        list,
        by: by.as_ref(),
        span: rules.span,
    };
    let replaced = instead.map(|list| run_instead(c, &mut f, &mut ways, group(list)));
    if let Some(list) = before {
        run_in_order(c, &mut f, &mut ways, group(list));
    }
    c.note(&mut f, rules.span, marking::sort(rules.kind), &rules.name);
    c.block(&mut f, &mut ways, &rules.body);
    std::mem::take(&mut ways.returns)
        .into_iter()
        .for_each(|jump| c.aim(jump));
    if let Some(list) = after {
        after_hooks(c, &mut f, &mut ways, group(list));
    }
    if let Some(replaced) = replaced {
        c.aim(replaced);
    }
    c.emit(Instr::Return, rules.span);
    let only_slot = only_slot(c, rules);
    let moved = if watching.decides_at_once {
        c.game.moved_params(rules)
    } else {
        Vec::new()
    };
    // Hooks and slots of rows list `this` among their parameters only when the checker did.
    let params = c.narrow(rules.params.len(), rules.span);
    c.program.routines.push(Routine {
        name: rules.name.clone(),
        kind: rules.kind,
        params,
        slots: f.slots,
        locals: rules.locals.clone(),
        piece_cursors: ways.piece_cursors,
        entry,
        span: rules.span,
        turn: orders.turn(c.game, &rules.body),
        same: orders.same(rules),
        replaces: watching.replaces(id),
        moved,
        only_slot,
    });
}

/// A text that is only `piece.slot(…)`: the column of the slot, and who holds it, when that is the same at any time.
fn only_slot(c: &mut Compiler, rules: &game::Routine) -> Option<(u16, NodeId)> {
    let [stmt] = rules.body.as_slice() else {
        return None;
    };
    let StmtKind::CallSlot { kind, slot, of, .. } = &stmt.kind else {
        return None;
    };
    if !pools::is_fixed(of) {
        return None;
    }
    let holder = c.expr(&mut Frame::plain(rules.slots.max(1)), of);
    Some((c.effect_column(kind.index(), *slot, stmt.span), holder))
}

/// The hooks of a game, and what else is known of all its texts.
#[derive(Default)]
struct Watching {
    /// Those of each routine, by their timing.
    hooks: BTreeMap<RoutineId, [Vec<HookId>; 3]>,
    /// The texts of those that replace an effect.
    replacing: BTreeSet<RoutineId>,
    /// True if anything in the game is decided at once.
    decides_at_once: bool,
}

impl Watching {
    fn of(game: &game::Game) -> Watching {
        let mut all = Watching {
            decides_at_once: game.decides_at_once(),
            ..Watching::default()
        };
        for (n, hook) in (0..).map(HookId::new).zip(&game.hooks) {
            let [before, instead, after] = all.hooks.entry(hook.routine).or_default();
            match hook.timing {
                Timing::Before => before.push(n),
                Timing::Instead => {
                    instead.push(n);
                    all.replacing.insert(hook.body);
                }
                Timing::After => after.push(n),
            }
        }
        all
    }

    /// Returns true if a routine is the text of a hook that replaces an effect.
    fn replaces(&self, id: RoutineId) -> bool {
        self.replacing.contains(&id)
    }

    /// Keeps the lists of a routine's hooks and gives their numbers.
    fn lists(&self, c: &mut Compiler, id: RoutineId) -> [Option<HookListId>; 3] {
        let mut keep = |hooks: &Vec<HookId>| {
            (!hooks.is_empty()).then(|| c.program.hook_lists.push(hooks.clone()))
        };
        match self.hooks.get(&id) {
            Some(timings) => timings.each_ref().map(&mut keep),
            None => [None; 3],
        }
    }
}

fn run_hooks(c: &mut Compiler, f: &mut Frame, ways: &mut Exits, list: HookListId, span: Span) {
    let cursor = c.cursor(f, ways, &Type::Int);
    c.emit(
        Instr::Hooks {
            hooks: list,
            cursor,
        },
        span,
    );
    let start = c.here();
    let exit = c.emit(
        Instr::NextHook {
            cursor,
            end: Pc::NONE,
        },
        span,
    );
    c.emit(Instr::Jump { to: start }, span);
    c.aim(exit);
}

/// Names the player who orders hooks before anything happens: behind the effect its owner may be another, or nobody.
fn named_first(c: &mut Compiler, f: &mut Frame, by: Expr) -> Expr {
    if by.ty != Type::Player || matches!(*by.kind, ExprKind::Local(_)) {
        return by;
    }
    let slot = f.fresh();
    let named = c.expr(f, &by);
    c.emit(Instr::Let { slot, value: named }, by.span);
    Expr {
        kind: Box::new(ExprKind::Local(slot)),
        ..by
    }
}

/// The hooks of a routine that run at one time of it.
#[derive(Clone, Copy)]
struct HookGroup<'a> {
    list: HookListId,
    /// The player who orders them.
    by: Option<&'a Expr>,
    /// The text of the routine.
    span: Span,
}

/// Runs the hooks before a routine: where more than one may fire, in the order that a player gives.
fn run_in_order(c: &mut Compiler, f: &mut Frame, ways: &mut Exits, hooks: HookGroup<'_>) {
    let HookGroup { list, by, span } = hooks;
    let Some(by) = by.filter(|_| c.program.hook_lists[list].len() > 1) else {
        return run_hooks(c, f, ways, list, span);
    };
    let cursor = c.cursor(f, ways, &Type::Int);
    let site = c.order(f, by, Some((cursor, false)), span);
    c.emit(
        Instr::Hooks {
            hooks: list,
            cursor,
        },
        span,
    );
    let start = c.here();
    let exit = c.emit(
        Instr::OrderHooks {
            site,
            cursor,
            end: Pc::NONE,
        },
        span,
    );
    c.emit(Instr::Jump { to: start }, span);
    c.aim(exit);
}

/// Runs what replaces the routine, one hook of those that may; returns the jump past the routine, taken when one did.
fn run_instead(c: &mut Compiler, f: &mut Frame, ways: &mut Exits, hooks: HookGroup<'_>) -> Pc {
    let HookGroup { list, by, span } = hooks;
    let cursor = c.cursor(f, ways, &Type::Int);
    let by = by.filter(|_| c.program.hook_lists[list].len() > 1);
    let site = by.map(|by| c.order(f, by, Some((cursor, true)), span));
    c.emit(
        Instr::Hooks {
            hooks: list,
            cursor,
        },
        span,
    );
    let exit = c.emit(
        Instr::Replace {
            site,
            cursor,
            end: Pc::NONE,
        },
        span,
    );
    let replaced = c.emit(Instr::Jump { to: Pc::NONE }, span);
    c.aim(exit);
    replaced
}

fn after_hooks(c: &mut Compiler, f: &mut Frame, ways: &mut Exits, hooks: HookGroup<'_>) {
    let HookGroup { list, by, span } = hooks;
    let pooled = c.emit(Instr::JumpIfPool { to: Pc::NONE }, span);
    match by {
        Some(by) => {
            c.pool_open(f, by, span);
            c.emit(Instr::HooksToPool { hooks: list }, span);
            c.pool_loop(f, by, span);
        }
        None => run_hooks(c, f, ways, list, span),
    }
    let end = c.emit(Instr::Jump { to: Pc::NONE }, span);
    c.aim(pooled);
    c.emit(Instr::HooksToPool { hooks: list }, span);
    c.aim(end);
}
