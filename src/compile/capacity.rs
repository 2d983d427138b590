//! Refuses games with more of something than addresses, slots and saves can count.

use crate::compiler::Compiler;
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::{Holder, Kind, Value};
use ludex_rules::limits;
use ludex_source::Span;

/// Refuses what is too large before anything gets an address.
pub(super) fn refuse_large(c: &mut Compiler) {
    tables(c);
    declarations(c);
    pieces(c);
    places(c);
    numbers(c);
    hooked(c);
}

/// Refuses texts that need too many slots, when it is known how many they need.
pub(super) fn refuse_many_slots(c: &mut Compiler) {
    let (game, program) = (c.game, &c.program);
    let queries = game.queries.iter().chain(&game.value_texts);
    let queries = queries
        .zip(&program.queries)
        .map(|(q, p)| (q.span, p.slots));
    let routines = game.routines.iter().zip(&program.routines);
    let routines = routines.map(|(r, p)| (r.span, p.slots));
    let hooks = game.hooks.iter().zip(&program.hooks);
    let hooks = hooks.map(|(h, p)| (h.span, p.slots));
    let modifiers = game.modifiers.iter().zip(&program.modifiers);
    let modifiers = modifiers.map(|(m, p)| (m.span, p.slots));
    let actions = game.actions.iter().zip(&program.actions);
    let actions = actions.map(|(a, p)| (a.span, p.slots));
    let ranks = game.ranks.iter().zip(&program.ranks);
    let ranks = ranks.map(|(r, (_, _, slots))| (r.value.span, *slots));
    let heuristic = game.heuristic.iter().zip(&program.heuristic);
    let heuristic = heuristic.map(|(h, (_, slots))| (h.value.span, *slots));
    let demands = game.demands.iter().zip(&program.demands);
    let demands = demands.map(|(d, p)| (d.span, p.slots));
    let all = queries.chain(routines).chain(hooks).chain(modifiers);
    let large: Vec<Span> = (all
        .chain(actions)
        .chain(ranks)
        .chain(heuristic)
        .chain(demands))
    .filter(|(_, slots)| *slots > limits::SLOTS)
    .map(|(span, _)| span)
    .collect();
    for span in large {
        let message = "this names or keeps too many values at once".into();
        let help = "move a part of it into an effect or query of its own";
        c.too_many(span, message, u64::from(limits::SLOTS), help);
    }
}

/// Counts the cells of all rows, ids among them.
fn tables(c: &mut Compiler) {
    let game = c.game;
    let mut cells = 0;
    for kind in &game.kinds {
        for row in &kind.rows {
            cells += 1 + row.attributes.iter().map(cell).sum::<u64>();
            if cells > limits::CELLS {
                let message = "the rows hold too many cells".into();
                c.too_many(row.span, message, limits::CELLS, "leave columns out");
                return;
            }
        }
    }
}

/// Counts the cells of a value of a row.
fn cell(value: &Value) -> u64 {
    match value {
        Value::Bag(counts) => counts.len() as u64,
        Value::Scalar(_) | Value::Set(_) | Value::Shape(_) | Value::Text(_) => 1,
    }
}

/// Refuses more declarations of one sort than ids can count.
fn declarations(c: &mut Compiler) {
    let game = c.game;
    let most = limits::DECLARATIONS;
    let past = [
        ("queries", game.queries.get(most).map(|q| q.span)),
        ("actions", game.actions.get(most).map(|a| a.span)),
        ("boards", game.boards.get(most).map(|b| b.span)),
        ("places", game.places.get(most).map(|p| p.span)),
        ("variables", game.vars.get(most).map(|v| v.span)),
        ("kinds", game.kinds.get(most).map(|k| k.span)),
    ];
    for (what, span) in past {
        if let Some(span) = span {
            c.too_many(
                span,
                format!("there are too many {what}"),
                most as u64,
                SPLIT,
            );
        }
    }
    if let Some(routine) = game.routines.get(limits::ROUTINES) {
        let message = "there are too many effects, actions, hooks and texts of rows".into();
        c.too_many(routine.span, message, limits::ROUTINES as u64, SPLIT);
    }
    columns(c);
}

/// Columns of kinds, those with texts among them, and of boards.
fn columns(c: &mut Compiler) {
    let (game, most) = (c.game, limits::DECLARATIONS);
    let mut columns = 0;
    for board in &game.boards {
        columns += board.attributes.len();
        if columns > most {
            let message = format!("board `{}` has too many columns", board.name);
            c.too_many(board.span, message, most as u64, SPLIT);
            return;
        }
    }
    columns = 0;
    for kind in &game.kinds {
        columns += kind.effect_slots.len().max(kind.value_slots.len()) + kind.attributes.len();
        if columns > most {
            let message = format!("kind `{}` has too many columns", kind.name);
            c.too_many(kind.span, message, most as u64, SPLIT);
            return;
        }
    }
}

const SPLIT: &str = "a game of this size was not foreseen: make one of several games";

/// Counts the pieces of a kind.
fn count(c: &Compiler, kind: &Kind) -> u64 {
    match kind.copies {
        _ if kind.is_record => 0,
        Some((each, true)) => u64::from(each) * u64::from(c.game.players.1),
        Some((each, false)) => u64::from(each),
        None => kind.rows.len() as u64,
    }
}

fn pieces(c: &mut Compiler) {
    let mut pieces = 0;
    for kind in &c.game.kinds {
        let more = count(c, kind);
        if pieces + more > limits::PIECES {
            // The row one past the limit, or the kind whose copies are too many.
            let over = usize::try_from(limits::PIECES - pieces).ok();
            let row = over.and_then(|over| kind.rows.get(over));
            let span = row.map_or(kind.span, |row| row.span);
            let message = format!("kind `{}` makes too many pieces", kind.name);
            return c.too_many(
                span,
                message,
                limits::PIECES,
                "count equal pieces in a variable",
            );
        }
        pieces += more;
    }
}

/// Counts the holders of a place or variable.
fn holders(c: &Compiler, holder: Holder) -> u64 {
    match holder {
        Holder::Table => 1,
        Holder::Player => u64::from(c.game.players.1),
        Holder::Piece(kind) => count(c, &c.game.kinds[kind.index()]),
        Holder::Space(board) => {
            let board = &c.game.boards[board.index()];
            let copies = if board.per_player {
                c.game.players.1
            } else {
                1
            };
            u64::from(board.capacity) * u64::from(copies)
        }
    }
}

fn places(c: &mut Compiler) {
    let mut places = 0;
    for place in &c.game.places {
        places += holders(c, place.holder);
        if places > limits::PLACES {
            let message = format!("place `{}` makes too many places", place.name);
            return c.too_many(
                place.span,
                message,
                limits::PLACES,
                "keep these in a variable",
            );
        }
    }
}

/// Numbers that variables hold.
fn numbers(c: &mut Compiler) {
    let mut numbers = 0;
    for var in &c.game.vars {
        let index = var.index.map(|e| &c.game.enums[e.index()]);
        let width = index.map_or(1, |e| e.values.len() as u64);
        numbers += holders(c, var.holder) * width;
        if numbers > limits::NUMBERS {
            let message = format!("`{}` makes too many variables", var.name);
            return c.too_many(var.span, message, limits::NUMBERS, "hold it for fewer");
        }
    }
}

/// Parameters of effects that hooks watch: these wait in a pool.
fn hooked(c: &mut Compiler) {
    for hook in &c.game.hooks {
        let effect = &c.game.routines[hook.routine.index()];
        if effect.params.len() > limits::WAITING {
            let message = format!(
                "a hook watches `{}`, which has too many parameters",
                effect.name
            );
            let help = "let the effect take fewer, or write what it needs into variables";
            return c.too_many(hook.span, message, limits::WAITING as u64, help);
        }
    }
}

impl Compiler<'_> {
    /// Gives a number or a count with 16 bits. What does not fit is refused, so no program is made of a number that was cut.
    pub(super) fn narrow(&mut self, number: impl TryInto<u16>, span: Span) -> u16 {
        number.try_into().unwrap_or_else(|_| {
            let message = "there are too many declarations, values or names of one sort".into();
            self.too_many(span, message, u64::from(u16::MAX), SPLIT);
            0
        })
    }

    /// Refuses one more than a limit.
    pub(super) fn too_many(&mut self, span: Span, message: String, most: u64, help: &str) {
        self.wrong = true;
        self.report.push(
            Diagnostic::error(Code::TOO_MANY, message)
                .at(span, format!("at most {most}"))
                .help(help),
        );
    }
}
