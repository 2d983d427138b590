//! Loops without an end: `while true` and `repeat` without a number, which nothing in them can leave and in which nothing ends
//! the game.
//!
//! Looks at checked rules and warns. What a player decides leaves a loop only if some answer leads to a statement that does.

use crate::env::Checker;
use crate::flow::call_graph;
use crate::flow::call_graph::Graph;
use crate::types::const_eval::plain_number;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::Stmt;
use ludex_rules::game::Game;
use ludex_rules::ids::RoutineId;
use ludex_rules::verbs::VERBS;
use ludex_source::Span;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Warns of loops that never end.
    pub(crate) fn check_endless(&mut self, graph: &Graph) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for (routine, rules) in (0..).map(RoutineId::new).zip(&game.routines) {
            call_graph::each_stmt(&rules.body, &mut |stmt| {
                if let Some(body) = without_end(stmt)
                    && !is_left(body, true)
                    && !ends_game(body)
                    && !reaches_the_end(game, graph, routine, stmt.span)
                {
                    found.push(never_ends(stmt, body));
                }
            });
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

/// The block of a loop that nothing bounds.
fn without_end(stmt: &Stmt) -> Option<&[Stmt]> {
    let (cond, body) = stmt.open_loop()?;
    cond.is_none_or(|cond| plain_number(cond) == Some(1))
        .then_some(body)
}

/// Returns true if a block leaves the loop around it; `stop` in an inner loop leaves that one.
fn is_left(block: &[Stmt], is_nearest: bool) -> bool {
    block.iter().any(|stmt| {
        if stmt.leaves_loop() {
            return is_nearest || !stmt.stops();
        }
        let is_nearest = is_nearest && !stmt.repeats();
        let mut blocks = stmt.blocks().into_iter();
        blocks.any(|inner| is_left(inner, is_nearest))
    })
}

/// Returns true if a block holds a statement that ends the game.
fn ends_game(block: &[Stmt]) -> bool {
    let mut ends = false;
    call_graph::each_stmt(block, &mut |stmt| {
        ends |= stmt.ends_game();
    });
    ends
}

/// Returns true if something that a part of a routine sets off ends the game.
fn reaches_the_end(game: &Game, graph: &Graph, routine: RoutineId, part: Span) -> bool {
    let inside = |span: Span| part.start <= span.start && span.end <= part.end;
    let begun = graph.edges[routine.index()].iter();
    let mut open: Vec<RoutineId> = begun
        .filter(|edge| inside(edge.span))
        .map(|edge| edge.to)
        .collect();
    let mut met: BTreeSet<RoutineId> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        if ends_game(&game.routine(at).body) {
            return true;
        }
        let next = graph.edges[at.index()].iter().map(|edge| edge.to);
        open.extend(next.filter(|to| met.insert(*to)));
    }
    false
}

fn never_ends(stmt: &Stmt, body: &[Stmt]) -> Diagnostic {
    let until = body.first().map_or(stmt.span.end, |first| first.span.start);
    let head = Span::new(stmt.span.file, stmt.span.start, until);
    let verbs: Vec<&str> = VERBS
        .iter()
        .filter(|row| row.ends)
        .map(|row| row.name)
        .collect();
    let verb = verbs.join("` or `");
    Diagnostic::warning(Code::UNBOUNDED, "this loop never ends")
        .at(head, format!("nothing in it leaves it, and nothing says `{verb}`"))
        .help(format!(
            "leave it by `stop` or `return`, or end the game by `{verb}`, where a decision or a condition says so"
        ))
}
