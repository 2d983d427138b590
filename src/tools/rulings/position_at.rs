//! The position in the middle of a ruling, for whoever wants to look around there.

use std::sync::Arc;

use crate::rulings::chance;
use crate::rulings::conditions::Conditions;
use crate::rulings::play::{RuledGame, RulingPlay, broke};
use crate::rulings::position;
use crate::rulings::prepared::begun;
use crate::rulings::ruling::{PlayLine, Ruling};
use ludex_play::game::Match;
use ludex_report::Report;
use ludex_source::Sources;

/// The game after so many choices of a ruling; all of them when it has fewer. None when the ruling can't be played so
/// far, and then the reasons are in the report.
#[must_use]
pub fn position_at(
    game: &RuledGame,
    ruling: &Ruling,
    sources: &Sources,
    choices: usize,
    found: &mut Report,
) -> Option<Match> {
    let mut wrong = Report::new();
    let begun = begun(game, ruling, &mut wrong);
    found.extend(wrong);
    let program = Arc::new(begun?.unwrap_or_else(|| game.program().clone()));
    let start = position::start(&program, &ruling.given, found)?;
    let given = position::position(&program, &start, &ruling.given, sources, found)?;
    let told = chance::outcomes(&program, &ruling.given.chance);
    let told = told.map_err(|wrong| wrong.into_iter().for_each(|one| found.push(one)));
    let playing = Match::at_told(program, start, given.clone(), told.ok()?);
    let playing = playing.map_err(|error| found.push(broke(&error, ruling.given.span, sources)));
    let conditions = Conditions::default();
    let mut table = RulingPlay {
        ruling,
        checked: game.checked(),
        sources,
        conditions: &conditions,
        playing: playing.ok()?,
        found,
        broken: false,
        told: Vec::new(),
        since: given,
        chosen: 0,
    };
    let mut left = choices;
    for line in &ruling.play {
        match line {
            PlayLine::Choice(_) if left == 0 => break,
            PlayLine::Choice(choice) => {
                table.choose(choice)?;
                left -= 1;
            }
            PlayLine::Chance(drawn) => table.tell(drawn),
            PlayLine::Settle(player, span) => {
                while left > 0 && table.settles(*player) {
                    table.settle(*span)?;
                    left -= 1;
                }
            }
            PlayLine::Check(_) => {}
        }
    }
    Some(table.playing)
}
