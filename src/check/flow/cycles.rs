//! Queries that ask each other in a circle.
//!
//! Looks at checked rules: queries, expression texts of rows, modifiers, and requirements of actions that `possible` asks. A
//! circle that asks a query again with nothing changed has no end, and is refused; where a parameter may change it is
//! believed to end when the query is marked `recursive`.

use crate::declarations::declare::Decls;
use crate::env::Checker;
use crate::flow::way::way_to;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, ValueOrigin};
use ludex_rules::game::Game;
use ludex_rules::ids::KindId;
use ludex_rules::walk;
use ludex_source::Span;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// One text asks another, both by their numbers.
#[derive(Debug, Clone, Copy)]
struct QueryEdge {
    to: usize,
    span: Span,
    /// The arguments are the asker's own parameters, so that nothing changes.
    unchanged: bool,
}

/// The call graph of questions. Queries come first, by their ids; then expression texts of rows, actions, and slots of kinds.
struct QueryGraph<'a> {
    game: &'a Game,
    edges: Vec<Vec<QueryEdge>>,
    slots: BTreeMap<(KindId, usize), usize>,
}

impl Checker<'_> {
    /// Reports queries that ask themselves again.
    pub(crate) fn check_cycles(&mut self, decls: &Decls<'_>) {
        let graph = QueryGraph::of(&self.env.game);
        let circling = graph.circling();
        if circling.is_empty() {
            return;
        }
        let mut done = BTreeSet::new();
        let mut found = Vec::new();
        for sure in [true, false] {
            if !sure {
                let marked = decls.queries.iter().filter(|(_, tree)| tree.recursive);
                done.extend(marked.map(|(id, _)| id.index()));
            }
            for &start in &circling {
                if done.contains(&start) {
                    continue;
                }
                if let Some(way) = graph.way_back(start, sure, &circling, &done) {
                    found.push(endless(decls, &graph, start, &way, sure));
                    done.extend(way.iter().map(|edge| edge.to));
                }
            }
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn endless(
    decls: &Decls<'_>,
    graph: &QueryGraph<'_>,
    start: usize,
    way: &[QueryEdge],
    sure: bool,
) -> Diagnostic {
    let (name, span) = graph.text(start);
    let declared = decls.queries.iter().find(|(id, _)| id.index() == start);
    let span = declared.map_or(span, |(_, tree)| tree.name.span);
    let told = if sure {
        Diagnostic::error(
            Code::UNBOUNDED,
            format!("`{name}` asks itself again without end"),
        )
    } else {
        Diagnostic::warning(
            Code::UNBOUNDED,
            format!("`{name}` may ask itself again without end"),
        )
    };
    let help = match (sure, declared) {
        (true, _) => "nothing changes on the way, so it is the same question again: let one of them answer by itself".to_owned(),
        (false, Some(_)) => format!("write `query {name}(…) -> … recursive = …` if it always ends"),
        (false, None) => "ask a query of the rules, and mark it `recursive` if it always ends".to_owned(),
    };
    let told = told.at(span, "asks itself again");
    let asks = |edge: &QueryEdge| format!("asks `{}`", graph.text(edge.to).0);
    way.iter()
        .fold(told, |told, edge| told.also(edge.span, asks(edge)))
        .help(help)
}

impl<'a> QueryGraph<'a> {
    fn of(game: &'a Game) -> QueryGraph<'a> {
        let (edges, slots) = (Vec::new(), BTreeMap::new());
        let mut graph = QueryGraph { game, edges, slots };
        graph.number_slots();
        for query in game.queries.iter().chain(&game.value_texts) {
            let edges = graph.asked([&query.body], query.params.len());
            graph.edges.push(edges);
        }
        for action in &game.actions {
            let sources = action.binders.iter().map(|binder| &binder.source);
            let conds = action.binders.iter().filter_map(|one| one.cond.as_ref());
            let requires = action.requires.iter().map(|require| &require.cond);
            let edges = graph.asked(sources.chain(conds).chain(requires), 0);
            graph.edges.push(edges);
        }
        for one in &game.modifiers {
            let edges = graph.asked(one.cond.iter().chain([&one.value]), 0);
            graph.edges[one.query.index()].extend(edges);
        }
        graph.fill_slots();
        graph
    }

    fn value(&self, number: usize) -> usize {
        self.game.queries.len() + number
    }

    fn action(&self, number: usize) -> usize {
        self.value(self.game.value_texts.len()) + number
    }

    fn number_slots(&mut self) {
        let first = self.action(self.game.actions.len());
        for (kind, id) in self.game.kinds.iter().zip((0..).map(KindId::new)) {
            for slot in 0..kind.value_slots.len() {
                let number = first + self.slots.len();
                self.slots.insert((id, slot), number);
            }
        }
    }

    /// A slot asks the text of each row; rows that leave it out share one.
    fn fill_slots(&mut self) {
        for &(kind, slot) in self.slots.keys() {
            let rows = self.game.kind(kind).rows.iter();
            let texts = rows.filter_map(|row| Some((row.values[slot]?, row.span)));
            let texts: BTreeMap<usize, Span> = texts.collect();
            let edges = texts.into_iter().map(|(text, span)| QueryEdge {
                to: self.value(text),
                span,
                unchanged: false,
            });
            self.edges.push(edges.collect());
        }
    }

    /// Returns the edges from texts with so many parameters.
    fn asked<'e>(
        &self,
        texts: impl IntoIterator<Item = &'e Expr>,
        params: usize,
    ) -> Vec<QueryEdge> {
        let mut edges = Vec::new();
        for text in texts {
            walk::exprs(text, &mut |e| {
                let span = e.span;
                let asked = self.asks(e, params);
                edges.extend(asked.map(|(to, unchanged)| QueryEdge {
                    to,
                    span,
                    unchanged,
                }));
            });
        }
        edges
    }

    /// Returns the query that an expression calls itself, and tells whether it passes on its own parameters unchanged.
    fn asks(&self, e: &Expr, params: usize) -> Option<(usize, bool)> {
        match e.origin() {
            ValueOrigin::Query(query, args) => {
                let own = |(slot, arg): (usize, &Expr)| {
                    slot <= params
                        && matches!(&*arg.kind, ExprKind::Local(local) if usize::from(*local) == slot)
                };
                Some((query.index(), (1..).zip(args).all(own)))
            }
            ValueOrigin::Action(action) => Some((self.action(action.index()), false)),
            ValueOrigin::Text(kind, slot, _) => Some((*self.slots.get(&(kind, slot))?, false)),
            ValueOrigin::Local(_)
            | ValueOrigin::Var(..)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_)
            | ValueOrigin::MembersOf(_)
            | ValueOrigin::Own => None,
        }
    }

    /// Returns the display name of a text and its span.
    fn text(&self, number: usize) -> (String, Span) {
        let game = self.game;
        let mut queries = game.queries.iter().chain(&game.value_texts);
        if let Some(query) = queries.nth(number) {
            return (query.name.clone(), query.span);
        }
        if let Some(action) = game.actions.get(number - self.action(0)) {
            return (action.name.clone(), action.span);
        }
        let slot = self.slots.iter().find(|(_, slot)| **slot == number);
        slot.map_or_else(Default::default, |((kind, slot), _)| {
            let kind = game.kind(*kind);
            let name = format!("{}.{}", kind.name, kind.value_slots[*slot].name);
            (name, kind.span)
        })
    }

    /// The texts on cycles or on ways between them: what is left when those that lead nowhere, and those that nothing
    /// leads to, are taken away.
    fn circling(&self) -> BTreeSet<usize> {
        let all = self.edges.len();
        let mut forward: Vec<Vec<usize>> = vec![Vec::new(); all];
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); all];
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                forward[from].push(edge.to);
                back[edge.to].push(from);
            }
        }
        let (ahead, behind) = (leads_on(&forward, &back), leads_on(&back, &forward));
        let circling = (0..all).filter(|text| ahead[*text] && behind[*text]);
        circling.collect()
    }

    /// The shortest way from a text back to itself; a sure one begins where nothing is passed on, or changes nothing.
    fn way_back(
        &self,
        start: usize,
        sure: bool,
        among: &BTreeSet<usize>,
        done: &BTreeSet<usize>,
    ) -> Option<Vec<QueryEdge>> {
        let query = self.game.queries.get(start);
        let is_action = (self.action(0)..self.action(self.game.actions.len())).contains(&start);
        let alone = is_action || query.is_some_and(|query| query.params.is_empty());
        let mut came: BTreeMap<usize, (usize, QueryEdge)> = BTreeMap::new();
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for edge in &self.edges[at] {
                let follows = !sure || alone || edge.unchanged;
                if !follows || !among.contains(&edge.to) || done.contains(&edge.to) {
                    continue;
                }
                if edge.to == start {
                    return Some(way_to(&came, at, *edge));
                }
                if let Entry::Vacant(unseen) = came.entry(edge.to) {
                    unseen.insert((at, *edge));
                    open.push_back(edge.to);
                }
            }
        }
        None
    }
}

/// For each number, whether a way of any length leads on from it.
fn leads_on(forward: &[Vec<usize>], back: &[Vec<usize>]) -> Vec<bool> {
    let mut left: Vec<usize> = forward.iter().map(Vec::len).collect();
    let mut ends: Vec<usize> = (0..left.len()).filter(|at| left[*at] == 0).collect();
    while let Some(end) = ends.pop() {
        for &from in &back[end] {
            left[from] -= 1;
            if left[from] == 0 {
                ends.push(from);
            }
        }
    }
    left.into_iter().map(|left| left > 0).collect()
}
