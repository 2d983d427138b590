//! Hooks and modifiers of rows that ask for `you` in a place that all share: nobody owns the piece there, so nobody is meant,
//! and what asks for the player fails somewhere below; and fields seen by the owner of pieces that are made for nobody.
//!
//! Looks at checked rules. Where all places of a kind are shared, its own words are refused; where only some are, or where what
//! is called asks, it warns, unless the text looks where the piece lies.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, SetsOff, Stmt, ValueOrigin};
use ludex_rules::game::{Game, Holder, Seen};
use ludex_rules::ids::{KindId, PlaceId, QueryId, RoutineId, RowId};
use ludex_rules::ops::QueryOp;
use ludex_rules::walk;
use ludex_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A text that may ask for `you`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowText {
    Routine(RoutineId),
    Query(QueryId),
    /// An expression text of a row.
    Value(usize),
    /// Whatever rows give in an effect slot of a kind.
    Effects(KindId, usize),
    /// Whatever rows give in an expression slot of a kind.
    Values(KindId, usize),
}

/// The uses of `you` in a text.
#[derive(Debug, Default)]
struct PlayerUses {
    /// The first use that fails without a player.
    needs: Option<Span>,
    /// The first comparison of `you` with somebody, which nobody may be.
    compares: Option<Span>,
    /// It asks where its own piece lies, or whose it is.
    looks: bool,
    /// The calls with the same `you`.
    calls: Vec<(RowText, Span)>,
}

/// A hook or modifier of a row.
struct Reaction {
    what: &'static str,
    kind: KindId,
    row: RowId,
    said: PlayerUses,
}

impl Checker<'_> {
    /// Fields that an owner sees, or alone does not, of pieces of which some are made for no player.
    fn fields_of_nobody(&mut self) {
        for var in &self.env.game.vars {
            let (Holder::Piece(kind), Seen::Owner | Seen::Others) = (var.holder, var.seen) else {
                continue;
            };
            let kind = self.env.game.kind(kind);
            if matches!(kind.copies, Some((_, true))) || kind.is_all_for_players() {
                continue;
            }
            let help = format!(
                "make all its pieces for players, as in `kind {}: 2 per player`, or write `seen by nobody`",
                kind.name
            );
            self.report.push(
                Diagnostic::error(Code::WRONG_OWNER, "seen by an owner that is not there")
                    .at(var.span, format!("a `{}` is made for no player", kind.name))
                    .help(help),
            );
        }
    }

    /// Reports hooks and modifiers that ask for a player where there is none.
    pub(crate) fn check_ownerless(&mut self) {
        self.fields_of_nobody();
        let game = &self.env.game;
        let reactions: Vec<Reaction> = reactions(game)
            .into_iter()
            .filter(|one| shared(game, one.kind).is_some())
            .collect();
        if reactions.is_empty() {
            return;
        }
        let needing = reaching(game, |said| said.needs.is_some());
        let found: Vec<Diagnostic> = reactions
            .iter()
            .filter_map(|one| nobody(game, one, &needing))
            .collect();
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

/// Gives what is wrong with a reaction, if something is.
fn nobody(game: &Game, one: &Reaction, needing: &BTreeSet<RowText>) -> Option<Diagnostic> {
    let (place, all) = shared(game, one.kind)?;
    let kind = game.kind(one.kind);
    let (name, row) = (&kind.name, kind.rows[one.row.index()].written_id());
    let is = if all { "is" } else { "may be" };
    let message = format!("nobody {is} `you` in this {} of `{name}.{row}`", one.what);
    let everybody = format!("all share `{}`", game.places[place.index()].name);
    let help = "take the player from what is watched or asked, or write `as PLAYER { … }`";
    let said = &one.said;
    if all && let Some(span) = said.needs.or(said.compares) {
        let error = Diagnostic::error(Code::NOBODYS_HOOK, message).at(span, everybody);
        return Some(error.help(help));
    }
    if !all && (said.looks || said.compares.is_some()) {
        return None;
    }
    let called = said.calls.iter().find(|(text, _)| needing.contains(text));
    let span = said.needs.or(called.map(|(_, span)| *span))?;
    let label = match said.needs {
        Some(_) => everybody,
        None => format!("asks for `you`, and {everybody}"),
    };
    let warning = Diagnostic::warning(Code::NOBODYS_HOOK, message).at(span, label);
    Some(if all {
        warning.help(help)
    } else {
        warning.help("say where it counts: `where place(this) == …`, or `where you == …`")
    })
}

/// A place that all share among those where a kind's texts count, and whether all of them are such.
fn shared(game: &Game, kind: KindId) -> Option<(PlaceId, bool)> {
    let active = &game.kind(kind).active;
    let is_shared = |place: &&PlaceId| match game.places[place.index()].holder {
        Holder::Table => true,
        Holder::Space(board) => !game.boards[board.index()].per_player,
        // Whose a piece's place is depends on where that piece lies.
        Holder::Player | Holder::Piece(_) => false,
    };
    let first = active.iter().find(is_shared)?;
    Some((*first, active.iter().all(|place| is_shared(&place))))
}

fn reactions(game: &Game) -> Vec<Reaction> {
    let hooks = game.hooks.iter().filter_map(|hook| {
        let (kind, row) = hook.source?;
        let mut said = PlayerUses::default();
        let most = hook.limit.iter().map(|(most, _)| most);
        hook.cond.iter().chain(most).for_each(|e| said.asks(e));
        said.does(game, &game.routine(hook.body).body);
        let what = "hook";
        Some(Reaction {
            what,
            kind,
            row,
            said,
        })
    });
    let modifiers = game.modifiers.iter().filter_map(|modifier| {
        let (kind, row) = modifier.source?;
        let mut said = PlayerUses::default();
        let texts = modifier.cond.iter().chain([&modifier.value]);
        texts.for_each(|e| said.asks(e));
        let what = "modifier";
        Some(Reaction {
            what,
            kind,
            row,
            said,
        })
    });
    hooks.chain(modifiers).collect()
}

/// Queries whose answer depends on who is `you`.
pub(super) fn about_you(game: &Game) -> BTreeSet<QueryId> {
    let texts = reaching(game, |said| said.needs.or(said.compares).is_some());
    let queries = texts.into_iter().filter_map(|text| match text {
        RowText::Query(query) => Some(query),
        RowText::Routine(_) | RowText::Value(_) | RowText::Effects(..) | RowText::Values(..) => {
            None
        }
    });
    queries.collect()
}

/// All texts of which something is so, or of what they call.
fn reaching(game: &Game, is_so: impl Fn(&PlayerUses) -> bool) -> BTreeSet<RowText> {
    let mut callers: BTreeMap<RowText, Vec<RowText>> = BTreeMap::new();
    let mut open: Vec<RowText> = Vec::new();
    for (text, said) in texts(game) {
        if is_so(&said) {
            open.push(text);
        }
        for (called, _) in said.calls {
            callers.entry(called).or_default().push(text);
        }
    }
    let mut reached = BTreeSet::new();
    while let Some(text) = open.pop() {
        if reached.insert(text) {
            open.extend(callers.get(&text).into_iter().flatten());
        }
    }
    reached
}

/// Every text of a game with what it says.
fn texts(game: &Game) -> Vec<(RowText, PlayerUses)> {
    let mut texts: BTreeMap<RowText, PlayerUses> = BTreeMap::new();
    for (routine, id) in game.routines.iter().zip(0..) {
        let said = texts
            .entry(RowText::Routine(RoutineId::new(id)))
            .or_default();
        said.does(game, &routine.body);
    }
    for hook in game.hooks.iter().filter(|hook| hook.source.is_none()) {
        let said = texts.entry(RowText::Routine(hook.routine)).or_default();
        said.calls.push((RowText::Routine(hook.body), hook.span));
        hook.cond.iter().for_each(|e| said.asks(e));
    }
    for (query, id) in game.queries.iter().zip(0..) {
        let said = texts.entry(RowText::Query(QueryId::new(id))).or_default();
        said.asks(&query.body);
    }
    for (number, value) in game.value_texts.iter().enumerate() {
        texts
            .entry(RowText::Value(number))
            .or_default()
            .asks(&value.body);
    }
    for (kind, id) in game.kinds.iter().zip((0..).map(KindId::new)) {
        for row in &kind.rows {
            for (slot, routine) in row.effects.iter().enumerate() {
                let said = texts.entry(RowText::Effects(id, slot)).or_default();
                let called = routine.map(|routine| (RowText::Routine(routine), row.span));
                said.calls.extend(called);
            }
            for (slot, value) in row.values.iter().enumerate() {
                let said = texts.entry(RowText::Values(id, slot)).or_default();
                said.calls
                    .extend(value.map(|value| (RowText::Value(value), row.span)));
            }
        }
    }
    texts.into_iter().collect()
}

impl PlayerUses {
    fn asks(&mut self, e: &Expr) {
        if let ExprKind::Equal(a, b) = &*e.kind {
            return self.asks_sides([a, b]);
        }
        match e.origin() {
            ValueOrigin::Local(0) | ValueOrigin::Action(_) => {
                self.needs.get_or_insert(e.span);
            }
            ValueOrigin::Query(query, _) => self.calls.push((RowText::Query(query), e.span)),
            ValueOrigin::Text(kind, slot, _) => {
                self.calls.push((RowText::Values(kind, slot), e.span));
            }
            ValueOrigin::Own => self.looks |= looks_where(e),
            ValueOrigin::Local(_)
            | ValueOrigin::Var(..)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_)
            | ValueOrigin::MembersOf(_) => {}
        }
        for inner in walk::inside(e) {
            self.asks(inner);
        }
    }

    /// The sides of a comparison: whether somebody is `you` is no question to `you`.
    fn asks_sides(&mut self, sides: [&Expr; 2]) {
        for side in sides {
            if let ExprKind::Local(0) = &*side.kind {
                self.compares.get_or_insert(side.span);
            } else {
                self.asks(side);
            }
        }
    }

    fn does(&mut self, game: &Game, block: &[Stmt]) {
        for stmt in block {
            stmt.values().into_iter().for_each(|e| self.asks(e));
            match stmt.sets_off() {
                Some(SetsOff::Effect(to, _) | SetsOff::PutOff(_, to, _)) => {
                    self.calls.push((RowText::Routine(to), stmt.span));
                }
                Some(SetsOff::Slot(kind, slot)) => {
                    self.calls.push((RowText::Effects(kind, slot), stmt.span));
                }
                Some(SetsOff::Filling(place) | SetsOff::Drawing(place)) => {
                    self.fills(game, place, stmt.span)
                }
                _ => {}
            }
            // Inside, somebody is `you`.
            if stmt.acts_as().is_some() {
                continue;
            }
            for inner in stmt.blocks() {
                self.does(game, inner);
            }
        }
    }

    /// A place of the table is filled by whoever acts.
    fn fills(&mut self, game: &Game, place: &Expr, span: Span) {
        if let ExprKind::Place { place, of: None } = &*place.kind {
            let filled = game.places[place.index()].when_empty;
            self.calls
                .extend(filled.map(|to| (RowText::Routine(to), span)));
        }
    }
}

/// Returns true if a question looks where the piece of the text lies.
fn looks_where(e: &Expr) -> bool {
    if let ExprKind::Member(piece, _) = &*e.kind {
        return is_this(piece);
    }
    matches!(
        &*e.kind,
        ExprKind::Op(QueryOp::OwnerOf | QueryOp::PlaceOf | QueryOp::SpaceHolding, args)
            if args.first().is_some_and(is_this)
    )
}

fn is_this(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Local(1))
}
