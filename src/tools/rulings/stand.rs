//! A game as it stands in the middle of a ruling, for whoever wants to look around there.

use std::sync::Arc;

use crate::play::game::Match;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::rulings::conditions::Conditions;
use crate::tools::rulings::play::{RuledGame, Table, broke};
use crate::tools::rulings::position;
use crate::tools::rulings::ruling::{Line, Ruling};

/// The game after so many choices of a ruling; all of them when it has fewer. None when the ruling can't be played so
/// far, and then the reasons are in the report.
#[must_use]
pub fn stand(
    game: &RuledGame,
    ruling: &Ruling,
    sources: &Sources,
    choices: usize,
    found: &mut Report,
) -> Option<Match> {
    let program = Arc::new(game.program().clone());
    let start = position::start(&program, &ruling.given, found)?;
    let given = position::position(&program, &start, &ruling.given, sources, found)?;
    let playing = Match::at(program, start, given);
    let playing = playing.map_err(|error| found.push(broke(&error, ruling.given.span, sources)));
    let conditions = Conditions::default();
    let mut table = Table {
        ruling,
        sources,
        conditions: &conditions,
        playing: playing.ok()?,
        found,
        broken: false,
    };
    let lines = ruling.play.iter().filter_map(|line| match line {
        Line::Choice(choice) => Some(choice),
        Line::Check(_) => None,
    });
    for choice in lines.take(choices) {
        table.choose(choice)?;
    }
    Some(table.playing)
}
