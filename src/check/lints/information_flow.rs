//! Information flow: options and requirements that would tell a player what an unseen piece is; and options that are unseen
//! pieces, which look all alike.
//!
//! The head of `compile/telling.rs` explains the flow of secrets; this is its third question. Looks at checked rules. Only
//! where it can be seen: a piece taken right out of a place that the player does not see into, also through queries. A game
//! that shows pieces of that place somewhere is believed to have shown these.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Choose, Expr, ExprKind, SetsOff, Stmt, ValueOrigin};
use ludex_rules::game::{Game, NONE, Order, Place, Principal, Seen};
use ludex_rules::ids::{PlaceId, QueryId, RoutineId, Slot, VarId};
use ludex_rules::ops::QueryOp;
use ludex_rules::types::Type;
use ludex_rules::verbs::Role;
use ludex_rules::walk;
use ludex_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The label of a local value: the secret that it carries, or whose standing to secrets it decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LocalLabel {
    /// A piece out of this place, unseen.
    From(PlaceId),
    /// A player who is, or may be, another than `you`.
    Opponent,
}

/// The player who is asked, when that is another than `you`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AskedPlayer {
    /// The player in this slot.
    Slot(Slot),
    /// The player after `you`.
    Next,
}

/// Something hidden that is given away.
#[derive(Debug, Clone, Copy)]
enum Disclosure {
    /// The identity of a piece in a place.
    Piece(PlaceId),
    /// The value of a variable.
    Value(VarId),
    /// Nothing, but the options are pieces of a place that look all alike.
    Alike(PlaceId),
}

/// A query with what is known of its arguments.
type TaintedCall = (QueryId, Vec<(Slot, LocalLabel)>);
/// The leaks of queries, each looked at once.
type Queries = BTreeMap<TaintedCall, Vec<Disclosure>>;

impl Checker<'_> {
    /// Reports what gives hidden things away, and what is shown although everybody sees it.
    pub(crate) fn check_hidden(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        let (shown, mut queries) = (shown(game), Queries::new());
        for action in &game.actions {
            let mut look = Look::new(game, &shown, &mut queries);
            for binder in &action.binders {
                look.options(binder);
            }
            for require in &action.requires {
                look.condition(&require.cond);
            }
            found.extend(look.found);
        }
        for routine in &game.routines {
            let mut look = Look::new(game, &shown, &mut queries);
            look.block(&routine.body);
            found.extend(look.found);
        }
        let mut judged = Look::new(game, &shown, &mut queries);
        if let Some(heuristic) = &game.heuristic {
            judged.condition(&heuristic.value);
        }
        let judged = judged.found.into_iter().map(|found| (BY_HEURISTIC, found));
        let found = found.into_iter().map(|found| (OFFERED, found));
        let mut told = BTreeSet::new();
        for (by, (leak, span)) in found.chain(judged) {
            if told.insert((span.file, span.start)) {
                self.report.push(told_of(game, by, leak, span));
            }
        }
        self.shown_to_all();
    }

    /// `reveal` or `show` of what lies open.
    fn shown_to_all(&mut self) {
        let mut found = Vec::new();
        let game = &self.env.game;
        for routine in &game.routines {
            each_shown(&routine.body, &mut |stmt, what| {
                let open =
                    place_of(what).filter(|place| game.places[place.index()].seen == Seen::All);
                found
                    .extend(open.map(|place| (stmt.span, game.places[place.index()].name.clone())));
            });
        }
        for (span, name) in found {
            self.report.push(
                Diagnostic::warning(Code::NO_EFFECT, format!("everybody sees into `{name}`"))
                    .at(span, "shows what lies open already"),
            );
        }
    }
}

/// The text that gives something away: the subject of a message, whom it concerns, and what to do about a piece or a variable.
type LeakWords = (&'static str, &'static str, [&'static str; 2]);
const OFFERED: LeakWords = (
    "what is offered",
    "the player who is asked",
    [
        "`show` the pieces first, or let `random(…)` take one",
        "ask for it after the choice",
    ],
);
const BY_HEURISTIC: LeakWords = (
    "the heuristic",
    "`you`",
    ["value what `you` may know, as a bot in that seat must"; 2],
);

fn told_of(game: &Game, words: LeakWords, leak: Disclosure, span: Span) -> Diagnostic {
    let (subject, who, [of_piece, of_value]) = words;
    let place = |place: PlaceId| &game.places[place.index()].name;
    let (code, message, label, help) = match leak {
        Disclosure::Piece(from) => (
            Code::GIVES_AWAY,
            format!("{subject} tells what lies in `{}`", place(from)),
            format!("{who} does not see this"),
            of_piece,
        ),
        Disclosure::Value(var) => (
            Code::GIVES_AWAY,
            format!(
                "{subject} tells the value of `{}`",
                game.vars[var.index()].name
            ),
            format!("{who} does not see this"),
            of_value,
        ),
        Disclosure::Alike(from) => (
            Code::ALL_ALIKE,
            format!("the options out of `{}` look all alike", place(from)),
            format!("{who} does not see these pieces"),
            "let `random(…)` take one, or `show` the pieces first",
        ),
    };
    Diagnostic::warning(code, message)
        .at(span, label)
        .help(help)
}

/// The places of which pieces are shown somewhere, also by an effect that is given the place.
fn shown(game: &Game) -> BTreeSet<PlaceId> {
    let mut shown = BTreeSet::new();
    let mut showing = BTreeSet::new();
    for (routine, id) in game.routines.iter().zip(0..) {
        each_shown(&routine.body, &mut |_, what| {
            shown.extend(places_in(what));
            if places_in(what).is_empty() {
                // Which piece it is was said elsewhere in the text, or by who calls.
                showing.insert(RoutineId::new(id));
                for stmt in &routine.body {
                    walk::in_stmt(stmt, &mut |e| shown.extend(place_of(e)));
                }
            }
        });
    }
    for routine in &game.routines {
        each_call(&routine.body, &mut |to, args| {
            if showing.contains(&to) {
                shown.extend(args.iter().flat_map(places_in));
            }
        });
    }
    shown
}

fn each_call(block: &[Stmt], visit: &mut impl FnMut(RoutineId, &[Expr])) {
    for stmt in block {
        if let Some(SetsOff::Effect(to, args)) = stmt.sets_off() {
            visit(to, args);
        }
        for inner in stmt.blocks() {
            each_call(inner, visit);
        }
    }
}

fn each_shown(block: &[Stmt], visit: &mut impl FnMut(&Stmt, &Expr)) {
    for stmt in block {
        stmt.with_role(&[Role::Shown])
            .for_each(|what| visit(stmt, what));
        for inner in stmt.blocks() {
            each_shown(inner, visit);
        }
    }
}

fn places_in(e: &Expr) -> Vec<PlaceId> {
    let mut places = Vec::new();
    walk::exprs(e, &mut |inner| places.extend(place_of(inner)));
    places
}

/// Tells whether an expression asks what somebody knows: then it is believed to tell no more.
fn asks_what_is_known(e: &Expr) -> bool {
    let mut asks = false;
    walk::exprs(e, &mut |inner| {
        asks |= matches!(&*inner.kind, ExprKind::Op(QueryOp::Knows, _));
    });
    asks
}

/// The place that a collection is, or whose pieces it picks from.
fn place_of(e: &Expr) -> Option<PlaceId> {
    if let ExprKind::Filter(binder) = &*e.kind {
        return place_of(&binder.source);
    }
    let ValueOrigin::Place(place, _) = e.origin() else {
        return None;
    };
    Some(place)
}

/// Returns true if an expression gives the player after `you` in seat order.
fn is_next_of_you(e: &Expr) -> bool {
    let ExprKind::Op(QueryOp::NextPlayer, args) = &*e.kind else {
        return false;
    };
    matches!(args.first().map(|e| &*e.kind), Some(ExprKind::Local(0)))
}

/// Tells whether options that are unseen pieces of a place have names: their positions.
fn is_row(place: &Place) -> bool {
    place.seen == Seen::Others && place.order != Order::Set
}

/// One text being looked at, with what is known of its local values.
struct Look<'a> {
    game: &'a Game,
    shown: &'a BTreeSet<PlaceId>,
    known: BTreeMap<Slot, LocalLabel>,
    /// The player who is asked, when that is another than `you`.
    asked: Option<AskedPlayer>,
    queries: &'a mut Queries,
    found: Vec<(Disclosure, Span)>,
}

impl<'a> Look<'a> {
    fn new(game: &'a Game, shown: &'a BTreeSet<PlaceId>, queries: &'a mut Queries) -> Look<'a> {
        Look {
            game,
            shown,
            known: BTreeMap::new(),
            asked: None,
            queries,
            found: Vec::new(),
        }
    }

    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            if let Some((binder, _)) = stmt.for_each() {
                self.bind(binder);
            }
            if let Some((slot, members)) = stmt.members() {
                let from = self.hidden(members).map(LocalLabel::From);
                self.known.extend(from.map(|from| (slot, from)));
            }
            if let Some(choose) = stmt.choice() {
                self.chosen(choose);
            }
            if let Some((who, inner)) = stmt.acts_as() {
                self.as_player(who, inner);
                continue;
            }
            for inner in stmt.blocks() {
                self.block(inner);
            }
        }
    }

    /// The options of a choice. What was chosen is known from then on, as far as the options told.
    fn chosen(&mut self, choose: &Choose) {
        self.asked = self.asked_player(&choose.by);
        choose
            .binders
            .iter()
            .for_each(|binder| self.options(binder));
        (choose.quantity.count().into_iter()).for_each(|n| self.condition(n));
        if let (Some(whole), Some(binder)) = (&choose.whole, choose.binders.first()) {
            self.members(whole.chosen, binder);
            self.condition(&whole.cond);
            self.known.remove(&whole.chosen);
        }
        self.asked = None;
        for binder in &choose.binders {
            if binder.ty != Type::Player {
                self.known.remove(&binder.slot);
            }
        }
    }

    /// The player who is asked, when that is another than `you` and known.
    fn asked_player(&self, by: &Expr) -> Option<AskedPlayer> {
        if let ExprKind::Local(slot) = &*by.kind {
            return (*slot != 0).then_some(AskedPlayer::Slot(*slot));
        }
        let is_next = matches!(&*by.kind, ExprKind::Op(QueryOp::NextPlayer, _));
        (is_next && self.is_other(by)).then_some(AskedPlayer::Next)
    }

    /// Notes what the members of a set are, which a slot names.
    fn members(&mut self, chosen: Slot, binder: &Binder) {
        let from = self.hidden(&binder.source).map(LocalLabel::From);
        self.known.extend(from.map(|from| (chosen, from)));
    }

    /// Inside, `you` is that player, and who is another is no longer known.
    fn as_player(&mut self, who: &Expr, inner: &[Stmt]) {
        let known = self.known.clone();
        if !matches!(&*who.kind, ExprKind::Local(0)) {
            self.known.retain(|_, known| *known != LocalLabel::Opponent);
        }
        self.block(inner);
        self.known = known;
    }

    /// A parameter, or a name that is chosen. What gives nothing else away may still look all alike.
    fn options(&mut self, binder: &Binder) {
        let found = self.found.len();
        self.binder(binder);
        let known = binder.cond.as_ref().is_some_and(asks_what_is_known);
        if let Some(place) = self.hidden(&binder.source)
            && self.found.len() == found
            && !known
            && !is_row(&self.game.places[place.index()])
        {
            self.found
                .push((Disclosure::Alike(place), binder.source.span));
        }
    }

    /// Gives what the candidates of a name depend on.
    fn binder(&mut self, binder: &Binder) {
        self.condition(&binder.source);
        self.bind(binder);
        if let Some(cond) = &binder.cond {
            self.condition(cond);
        }
    }

    fn bind(&mut self, binder: &Binder) {
        let known = if self.is_others(&binder.source) {
            Some(LocalLabel::Opponent)
        } else {
            let from = self.hidden(&binder.source);
            from.or_else(|| self.piece(&binder.source))
                .map(LocalLabel::From)
        };
        match known {
            Some(known) => self.known.insert(binder.slot, known),
            None => self.known.remove(&binder.slot),
        };
    }

    /// Notes what a name stands for that a condition binds.
    fn name(&mut self, slot: Slot, value: &Expr) {
        let known = if self.is_other(value) {
            Some(LocalLabel::Opponent)
        } else {
            self.piece(value).map(LocalLabel::From)
        };
        match known {
            Some(known) => self.known.insert(slot, known),
            None => self.known.remove(&slot),
        };
    }

    /// Tells whether a collection has players other than `you`.
    fn is_others(&self, e: &Expr) -> bool {
        match e.origin() {
            ValueOrigin::MembersOf(parts) => parts.into_iter().any(|part| self.is_others(part)),
            ValueOrigin::Own => matches!(
                &*e.kind,
                ExprKind::Players | ExprKind::Op(QueryOp::PlayersFrom | QueryOp::Opponents, _)
            ),
            ValueOrigin::Local(_)
            | ValueOrigin::Var(..)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::Text(..)
            | ValueOrigin::Query(..)
            | ValueOrigin::Action(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_) => false,
        }
    }

    /// Tells whether a player is, or may be, another than `you`.
    fn is_other(&self, e: &Expr) -> bool {
        match e.origin() {
            ValueOrigin::Local(slot) => self.known.get(&slot) == Some(&LocalLabel::Opponent),
            ValueOrigin::MemberOf(many) => self.is_others(many),
            ValueOrigin::OneOf(parts) => parts.into_iter().any(|part| self.is_other(part)),
            ValueOrigin::Own => is_next_of_you(e),
            ValueOrigin::Var(..)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::Text(..)
            | ValueOrigin::Query(..)
            | ValueOrigin::Action(_)
            | ValueOrigin::MembersOf(_) => false,
        }
    }

    /// Something that decides what is offered.
    fn condition(&mut self, e: &Expr) {
        if !asks_what_is_known(e) {
            self.look(e);
        }
    }

    fn look(&mut self, e: &Expr) {
        self.names(e);
        match e.origin() {
            ValueOrigin::Row(of) | ValueOrigin::Text(_, _, of) => self.asked_of(of, e.span),
            ValueOrigin::Var(var, of) => self.variable(var, of, e.span),
            ValueOrigin::Query(query, args) => self.query(query, args, e.span),
            ValueOrigin::Own => self.compared(e),
            // They tell what their parts tell.
            ValueOrigin::Local(_)
            | ValueOrigin::Place(..)
            | ValueOrigin::Action(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_)
            | ValueOrigin::MembersOf(_) => {}
        }
        for inner in walk::inside(e) {
            self.look(inner);
        }
    }

    /// Notes what the names stand for that an expression binds.
    fn names(&mut self, e: &Expr) {
        if let ExprKind::Filter(binder) | ExprKind::Fold { binder, .. } = &*e.kind {
            self.bind(binder);
        } else if let ExprKind::PossibleSet(set) = &*e.kind {
            self.bind(&set.binder);
            self.members(set.whole.chosen, &set.binder);
        } else if let ExprKind::Let(slot, value) = &*e.kind {
            self.name(*slot, value);
        }
    }

    /// A comparison of a piece with a row tells what the piece is.
    fn compared(&mut self, e: &Expr) {
        let ExprKind::Equal(a, b) = &*e.kind else {
            return;
        };
        for (piece, other) in [(a, b), (b, a)] {
            if matches!(&*other.kind, ExprKind::Const(row) if *row != NONE) {
                self.asked_of(piece, e.span);
            }
        }
    }

    /// A variable that is not seen tells its value. A field says what a piece is as an attribute does; a mark everybody sees.
    fn variable(&mut self, var: VarId, of: Option<&Expr>, span: Span) {
        let declared = &self.game.vars[var.index()];
        if self.unseen(declared.seen, of) {
            self.found.push((Disclosure::Value(var), span));
        } else if let Some(of) = of
            && !declared.is_mark
        {
            self.asked_of(of, span);
        }
    }

    fn asked_of(&mut self, piece: &Expr, span: Span) {
        if let Some(place) = self.piece(piece) {
            self.found.push((Disclosure::Piece(place), span));
        }
    }

    /// The unseen place that a piece is taken out of.
    fn piece(&self, e: &Expr) -> Option<PlaceId> {
        match e.origin() {
            ValueOrigin::Local(slot) => match self.known.get(&slot) {
                Some(LocalLabel::From(place)) => Some(*place),
                Some(LocalLabel::Opponent) | None => None,
            },
            ValueOrigin::MemberOf(many) => self.hidden(many),
            ValueOrigin::OneOf(parts) => parts.into_iter().find_map(|part| self.piece(part)),
            ValueOrigin::Var(..)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::Text(..)
            | ValueOrigin::Query(..)
            | ValueOrigin::Action(_)
            | ValueOrigin::MembersOf(_)
            | ValueOrigin::Own => None,
        }
    }

    /// The place that a collection is out of, if who is asked does not see into it.
    fn hidden(&self, e: &Expr) -> Option<PlaceId> {
        match e.origin() {
            ValueOrigin::Place(place, of) => {
                let declared = &self.game.places[place.index()];
                let unseen = self.unseen(declared.seen, of);
                (unseen && !self.shown.contains(&place)).then_some(place)
            }
            ValueOrigin::Local(slot) => match (&e.ty, self.known.get(&slot)) {
                (Type::All(_), Some(LocalLabel::From(place))) => Some(*place),
                _ => None,
            },
            ValueOrigin::MembersOf(parts) => parts.into_iter().find_map(|part| self.hidden(part)),
            ValueOrigin::Var(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::Text(..)
            | ValueOrigin::Query(..)
            | ValueOrigin::Action(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_)
            | ValueOrigin::Own => None,
        }
    }

    fn unseen(&self, seen: Seen, of: Option<&Expr>) -> bool {
        match of.and_then(|of| self.viewer(of)) {
            Some(viewer) => seen.hides_from(viewer),
            None => seen == Seen::Nobody,
        }
    }

    /// The standing of who is asked to a player who holds something; none where it is not known.
    fn viewer(&self, of: &Expr) -> Option<Principal> {
        match (&*of.kind, self.asked) {
            (ExprKind::Local(0), None) => Some(Principal::Owner),
            (_, None) => self.is_other(of).then_some(Principal::Another),
            // `you` asked for an opponent's, or an opponent asked for yours.
            (ExprKind::Local(0), Some(AskedPlayer::Slot(asked))) => {
                let is_other = self.known.get(&asked) == Some(&LocalLabel::Opponent);
                is_other.then_some(Principal::Another)
            }
            (ExprKind::Local(0), Some(AskedPlayer::Next)) => Some(Principal::Another),
            (ExprKind::Local(of), Some(AskedPlayer::Slot(asked))) => {
                (*of == asked).then_some(Principal::Owner)
            }
            (_, Some(_)) => None,
        }
    }

    /// Gives what a query asks, with what is known of its arguments; told where it is asked.
    fn query(&mut self, query: QueryId, args: &[Expr], span: Span) {
        if self.asked.is_some() {
            return;
        }
        let known = |arg: &Expr| {
            if self.is_other(arg) {
                Some(LocalLabel::Opponent)
            } else {
                self.piece(arg).map(LocalLabel::From)
            }
        };
        let params = &self.game.queries[query.index()].params;
        let members = |slot: Slot| {
            let param = params.get(usize::from(slot) - 1);
            param.is_some_and(|(_, ty)| matches!(ty, Type::All(_)))
        };
        let args = (1..).zip(args);
        let known: Vec<(Slot, LocalLabel)> = args
            .filter_map(|(slot, arg)| {
                if members(slot) {
                    Some((slot, LocalLabel::From(self.hidden(arg)?)))
                } else {
                    Some((slot, known(arg)?))
                }
            })
            .collect();
        let asked = (query, known);
        if !self.queries.contains_key(&asked) {
            // A query that asks itself gives nothing more away than it does otherwise.
            self.queries.insert(asked.clone(), Vec::new());
            let mut inner = Look::new(self.game, self.shown, self.queries);
            inner.known.extend(asked.1.iter().copied());
            inner.condition(&self.game.queries[query.index()].body);
            let leaks = inner.found.into_iter().map(|(leak, _)| leak).collect();
            self.queries.insert(asked.clone(), leaks);
        }
        let leaks = self.queries.get(&asked).into_iter().flatten();
        self.found.extend(leaks.map(|leak| (*leak, span)));
    }
}
