//! The ends of a game: every statement that ends it, with the conditions around it.

use crate::prose;
use crate::prose::Lexicon;
use ludex_check::decl::Decl;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::Symbol;
use ludex_markup::Line;
use ludex_rules::expr::{Expr, SetsOff, Stmt};
use ludex_rules::game::Game;
use ludex_rules::ids::RoutineId;
use ludex_source::Span;
use ludex_syntax::{Item, ItemSort};

/// Returns a line for each way to the end. An effect that ends the game whenever it is done is told by where it is called.
pub(super) fn ends(files: &GameFiles, names: &Env, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let bodies = bodies(files, names);
    let mut lines: Vec<String> = Vec::new();
    let mut endings = vec![Ending::Verb];
    let mut asked = 0;
    while let Some(ending) = endings.get(asked).copied() {
        for way in ways(&bodies, ending, &names.game, lexicon) {
            if let (true, Some(effect)) = (way.conditions.is_empty(), way.effect) {
                if !endings.contains(&Ending::Call(effect)) {
                    endings.push(Ending::Call(effect));
                }
            } else if !lines.contains(&way.text(lexicon)) {
                lines.push(way.text(lexicon));
            }
        }
        asked += 1;
    }
    let play = bodies.iter().find(|body| body.sort == ItemSort::Play);
    if let Some(last) = play.and_then(|play| play.stmts.last())
        && !is_endless(last)
        && !endings.iter().any(|ending| ending.is(last))
    {
        let only = play.filter(|play| play.stmts.len() == 1);
        let nothing_left = || lexicon.writer().nothing_left();
        lines.push(only.map_or_else(nothing_left, |_| over(last, lexicon)));
    } else if play.is_some_and(|play| play.stmts.is_empty()) {
        lines.push(lexicon.writer().nothing_left());
    }
    let lines = lines.into_iter();
    lines.map(|text| Line { depth: 0, text }).collect()
}

/// A statement that ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// A verb does it.
    Verb,
    /// A call of an effect that does it in any case.
    Call(RoutineId),
}

impl Ending {
    fn is(self, stmt: &Stmt) -> bool {
        match self {
            Ending::Verb => stmt.ends_game(),
            Ending::Call(effect) => {
                matches!(stmt.sets_off(), Some(SetsOff::Effect(called, _)) if called == effect)
            }
        }
    }
}

/// The statements of a declaration.
struct EndBody<'a> {
    sort: ItemSort,
    /// The name that people know the declaration by.
    name: &'a str,
    /// The routine of an effect.
    effect: Option<RoutineId>,
    stmts: &'a [Stmt],
}

/// Returns the statements of all declarations, in the order of the files.
fn bodies<'a>(files: &'a GameFiles, names: &'a Env) -> Vec<EndBody<'a>> {
    let items = files.rules.iter().flat_map(|file| &file.items);
    let bodies = items.filter_map(|item| {
        let sort = item.kind.sort();
        let routine = routine(item, names)?;
        Some(EndBody {
            sort,
            name: item.kind.called(),
            effect: (sort == ItemSort::Effect).then_some(routine),
            stmts: &names.game.routines[routine.index()].body,
        })
    });
    bodies.collect()
}

/// Returns the routine that a declaration is; none of one that does nothing.
fn routine(item: &Item, names: &Env) -> Option<RoutineId> {
    let game = &names.game;
    let is_here = |at: Span| {
        at.file == item.span.file && item.span.start <= at.start && at.end <= item.span.end
    };
    match item.kind.sort() {
        ItemSort::Setup => game.setup,
        ItemSort::Play => game.play,
        ItemSort::Hook => {
            let mut hooks = game.hooks.iter();
            let hook = hooks.find(|hook| hook.source.is_none() && is_here(hook.span))?;
            Some(hook.body)
        }
        ItemSort::Effect | ItemSort::Action => {
            let symbol = names.semantics.symbol(item.kind.called_at()?)?;
            if let Symbol::Declared(Decl::Effect(id)) = symbol {
                Some(id)
            } else if let Symbol::Declared(Decl::Action(id)) = symbol {
                Some(game.actions[id.index()].body)
            } else {
                None
            }
        }
        ItemSort::Option
        | ItemSort::Kind
        | ItemSort::Record
        | ItemSort::Query
        | ItemSort::Modifier
        | ItemSort::Track
        | ItemSort::Var
        | ItemSort::Place
        | ItemSort::Board
        | ItemSort::Enum
        | ItemSort::Table
        | ItemSort::Moment
        | ItemSort::Result
        | ItemSort::Heuristic
        | ItemSort::Demand => None,
    }
}

/// Says when a `play` is over that is one loop.
fn over(stmt: &Stmt, lexicon: &Lexicon<'_>) -> String {
    let cond = stmt.open_loop().and_then(|(cond, _)| cond);
    let denial = cond.and_then(|cond| prose::denial_at(cond.span, lexicon));
    let writer = lexicon.writer();
    denial.map_or_else(
        || writer.nothing_left(),
        |denial| writer.ending(None, &[denial]),
    )
}

/// Returns true if a statement goes on for ever.
fn is_endless(stmt: &Stmt) -> bool {
    matches!(stmt.open_loop(), Some((None, _)))
}

/// Finds the places of a statement that ends the game.
fn ways<'a>(
    bodies: &[EndBody<'a>],
    ending: Ending,
    game: &Game,
    lexicon: &Lexicon<'_>,
) -> Vec<PossibleEnd<'a>> {
    let mut found = Vec::new();
    for body in bodies {
        let mut way = EndingWay {
            within: body.name,
            effect: body.effect,
            ending,
            game,
            lexicon,
            conditions: Vec::new(),
            found: &mut found,
        };
        way.block(body.stmts);
    }
    found
}

/// A place where the game may end.
struct PossibleEnd<'a> {
    /// The declaration around it.
    within: &'a str,
    /// The effect that the declaration is.
    effect: Option<RoutineId>,
    /// The conditions that hold at this statement.
    conditions: Vec<String>,
}

impl PossibleEnd<'_> {
    fn text(&self, lexicon: &Lexicon<'_>) -> String {
        let is_play = self.within == "play" && !self.conditions.is_empty();
        let within = (!is_play).then(|| lexicon.named_declaration(self.within));
        lexicon.writer().ending(within.as_deref(), &self.conditions)
    }
}

struct EndingWay<'a, 'f> {
    within: &'a str,
    effect: Option<RoutineId>,
    /// The statement that is looked for.
    ending: Ending,
    game: &'f Game,
    lexicon: &'f Lexicon<'f>,
    conditions: Vec<String>,
    found: &'f mut Vec<PossibleEnd<'a>>,
}

impl EndingWay<'_, '_> {
    /// Behind a loop its condition holds no more.
    fn block(&mut self, block: &[Stmt]) {
        let before = self.conditions.len();
        for stmt in block {
            self.stmt(stmt);
            let over = stmt.open_loop().and_then(|(cond, _)| cond);
            let over = over.and_then(|cond| prose::denial_at(cond.span, self.lexicon));
            self.conditions.extend(over);
        }
        self.conditions.truncate(before);
    }

    fn condition_text(&self, cond: &Expr) -> String {
        prose::condition_at(cond.span, self.lexicon).unwrap_or_default()
    }

    fn within(&mut self, condition: String, block: &[Stmt]) {
        self.conditions.push(condition);
        self.block(block);
        self.conditions.pop();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if self.ending.is(stmt) {
            self.found.push(PossibleEnd {
                within: self.within,
                effect: self.effect,
                conditions: self.conditions.clone(),
            });
        }
        if let Some((arms, otherwise)) = stmt.arms() {
            let mut none = Vec::new();
            for (cond, body) in arms {
                let asked = self.condition_text(cond);
                none.push(asked.clone());
                self.within(asked, body);
            }
            return self.within(self.lexicon.writer().none_of(&none), otherwise);
        }
        if let Some((Some(cond), body)) = stmt.open_loop() {
            let asked = self.condition_text(cond);
            return self.within(asked, body);
        }
        for block in stmt.blocks() {
            self.block(block);
        }
        if let Some(SetsOff::PutOff(_, routine, _)) = stmt.sets_off() {
            let game = self.game;
            self.block(&game.routines[routine.index()].body);
        }
    }
}
