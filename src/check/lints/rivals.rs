//! Two modifiers that would each say what one query is: the answer would be that of the later row, which nobody meant.
//!
//! Looks at checked rules. Rivals are told apart by their conditions: one asks what the other denies, or both compare one
//! thing with different values, or only one of their pieces can be where it counts.

use crate::env::Checker;
use crate::lints::ownerless::about_you;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, ValueOrigin};
use ludex_rules::game::{Change, Game, Holder, Modifier, Order};
use ludex_rules::ids::{KindId, QueryId, RowId};
use ludex_rules::shape::{Shape, shape};
use ludex_rules::walk;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A fact that a condition establishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Fact {
    /// A value known before play; a condition that holds is 1.
    Value(i32),
    /// The piece of a row.
    Row(KindId, RowId),
    /// The player in whose only slot for such pieces this row's piece lies.
    HolderOf(KindId, RowId),
}

/// A modifier with `is`, and what must be so for it to count.
struct Setter<'a> {
    rules: &'a Modifier,
    says: HashMap<Shape, Fact>,
}

impl Checker<'_> {
    /// Refuses two modifiers that may both say what a query is.
    pub(crate) fn check_rivals(&mut self) {
        let game = &self.env.game;
        let mut groups: BTreeMap<QueryId, Vec<&Modifier>> = BTreeMap::new();
        let all = game.modifiers.iter();
        for rules in all.filter(|rules| rules.change == Change::Set) {
            groups.entry(rules.query).or_default().push(rules);
        }
        groups.retain(|_, rules| rules.len() > 1);
        if groups.is_empty() {
            return;
        }
        let about_you = about_you(game);
        let mut found = Vec::new();
        for (query, rules) in groups {
            let name = &game.queries[query.index()].name;
            let setters: Vec<Setter<'_>> = rules
                .into_iter()
                .map(|rules| Setter {
                    rules,
                    says: says(game, rules, &about_you),
                })
                .collect();
            found.extend(rivals(game, &setters).map(|(a, b)| told(name, a, b)));
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn told(query: &str, one: &Modifier, other: &Modifier) -> Diagnostic {
    let message = format!("two modifiers would each say what `{query}` is");
    Diagnostic::error(Code::RIVAL_MODIFIERS, message)
        .at(other.span, "this one")
        .also(one.span, "and this one, at the same time")
        .help("let their conditions exclude each other, as `where x` and `where not x` do, or write `at least`, `at most`, `plus` or `minus`")
}

/// The first two that may both count.
fn rivals<'a>(game: &Game, setters: &[Setter<'a>]) -> Option<(&'a Modifier, &'a Modifier)> {
    if all_apart(setters) {
        return None;
    }
    for (nth, one) in setters.iter().enumerate() {
        let mut others = setters[nth + 1..].iter();
        if let Some(other) = others.find(|other| !apart(game, one, other)) {
            return Some((one.rules, other.rules));
        }
    }
    None
}

/// Tells whether one thing is something else for each of them: found without comparing every two of thousands of rows.
fn all_apart(setters: &[Setter<'_>]) -> bool {
    let Some(first) = setters.first() else {
        return true;
    };
    first.says.keys().any(|what| {
        let mut seen = HashSet::new();
        let mut said = setters.iter().map(|one| one.says.get(what));
        said.all(|said| said.is_some_and(|said| seen.insert(*said)))
            && seen
                .iter()
                .map(std::mem::discriminant)
                .collect::<HashSet<_>>()
                .len()
                == 1
    })
}

/// Tells whether two never count at once, or say the same.
fn apart(game: &Game, one: &Setter<'_>, other: &Setter<'_>) -> bool {
    let (a, b) = (one.rules, other.rules);
    // The modifiers of one row are applied in the order of its text, as its hooks are done.
    let one_text = a.source.is_some() && a.source == b.source;
    let alike = matches!((&*a.value.kind, &*b.value.kind), (ExprKind::Const(a), ExprKind::Const(b)) if a == b);
    let one_slot = match (a.source, b.source) {
        (Some((a, _)), Some((b, _))) => a == b && only_slot(game, a) == Some(Holder::Table),
        _ => false,
    };
    let differ = |(what, said): (&Shape, &Fact)| {
        let others = other.says.get(what);
        others.is_some_and(|others| {
            std::mem::discriminant(others) == std::mem::discriminant(said) && others != said
        })
    };
    one_text || alike || one_slot || one.says.iter().any(differ)
}

/// Gives what a modifier's condition says, by what it says it of.
fn says(game: &Game, rules: &Modifier, about_you: &BTreeSet<QueryId>) -> HashMap<Shape, Fact> {
    let mut says = HashMap::new();
    for part in rules.cond.iter().flat_map(conjuncts) {
        let said = if let ExprKind::Not(inner) = &*part.kind {
            vec![(inner, Fact::Value(0))]
        } else if let ExprKind::Equal(a, b) = &*part.kind {
            let sides = [(a, b), (b, a)];
            let said = sides.map(|(what, value)| Some((what, value_of(game, rules, value)?)));
            said.into_iter().flatten().collect()
        } else {
            Vec::new()
        };
        // What a row says of its own piece or owner is of another's for another row.
        let known = said.into_iter().chain([(part, Fact::Value(1))]);
        let own = |what: &Expr| rules.source.is_some() && names_own(what, about_you);
        says.extend(
            known
                .filter(|(what, _)| !own(what))
                .map(|(what, said)| (shape(what), said)),
        );
    }
    says
}

/// The parts of a condition that must all hold.
fn conjuncts(cond: &Expr) -> Vec<&Expr> {
    if let ExprKind::And(a, b) = &*cond.kind {
        conjuncts(a).into_iter().chain(conjuncts(b)).collect()
    } else {
        vec![cond]
    }
}

fn value_of(game: &Game, rules: &Modifier, value: &Expr) -> Option<Fact> {
    match (&*value.kind, rules.source) {
        (ExprKind::Const(value), _) => Some(Fact::Value(*value)),
        (ExprKind::Local(1), Some((kind, row))) => Some(Fact::Row(kind, row)),
        (ExprKind::Local(0), Some((kind, row))) => {
            let alone = only_slot(game, kind) == Some(Holder::Player);
            alone.then_some(Fact::HolderOf(kind, row))
        }
        _ => None,
    }
}

fn names_own(e: &Expr, about_you: &BTreeSet<QueryId>) -> bool {
    let mut own = false;
    walk::exprs(e, &mut |inner| {
        own |= match inner.origin() {
            ValueOrigin::Local(slot) => slot <= 1,
            ValueOrigin::Text(..) | ValueOrigin::Action(_) => true,
            ValueOrigin::Query(query, _) => about_you.contains(&query),
            ValueOrigin::Var(..)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_)
            | ValueOrigin::MembersOf(_)
            | ValueOrigin::Own => false,
        }
    });
    own
}

/// Tells who holds the only place where texts of a kind's rows count, when one piece at most lies there.
fn only_slot(game: &Game, kind: KindId) -> Option<Holder> {
    let [place] = game.kind(kind).active.as_slice() else {
        return None;
    };
    let place = &game.places[place.index()];
    let one = place.order == Order::Slot || place.capacity == Some(1);
    one.then_some(place.holder)
}
