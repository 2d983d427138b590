//! The position in the middle of a ruling, for whoever wants to look around there.

use std::sync::{Arc, LazyLock};

use crate::rulings::conditions::Conditions;
use crate::rulings::play::{RuledGame, RulingPlay, broke};
use crate::rulings::prepared::begun;
use crate::rulings::ruling::{PlayLine, Ruling};
use crate::rulings::{chance, position};
use ludex_play::game::Match;
use ludex_play::observed::PlayTurn;
use ludex_report::Report;
use ludex_source::{Sources, Span};

/// The conditions of a ruling whose checks are not made.
static NO_CONDITIONS: LazyLock<Conditions> = LazyLock::new(Conditions::default);

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
    played(game, ruling, sources, (usize::MAX, choices), found)
}

/// Returns the game after so many lines of a ruling's play; none when it cannot be played so far, for reasons in the report.
pub(super) fn after_lines(
    game: &RuledGame,
    ruling: &Ruling,
    sources: &Sources,
    lines: usize,
    found: &mut Report,
) -> Option<Match> {
    played(game, ruling, sources, (lines, usize::MAX), found)
}

/// Plays so many lines, and of their choices so many.
fn played(
    game: &RuledGame,
    ruling: &Ruling,
    sources: &Sources,
    most: (usize, usize),
    found: &mut Report,
) -> Option<Match> {
    let (begun, _) = begin(game, ruling, sources, found)?;
    let playing = begun.run(None);
    let playing = playing.map_err(|error| found.push(broke(&error, ruling.given.span, sources)));
    let mut table = table(game, ruling, sources, playing.ok()?, found);
    follow(&mut table, most.0, most.1)?;
    Some(table.playing)
}

/// The turn that leads to the first decision of a ruling, with the text of its position. None when it can't be begun, and then
/// the reasons are in the report.
pub(super) fn begin(
    game: &RuledGame,
    ruling: &Ruling,
    sources: &Sources,
    found: &mut Report,
) -> Option<(PlayTurn, Span)> {
    let mut wrong = Report::new();
    let begun = begun(game, ruling, &mut wrong);
    found.extend(wrong);
    let program = Arc::new(begun?.unwrap_or_else(|| game.program().clone()));
    let start = position::start(&program, &ruling.given, found)?;
    let given = position::position(&program, &start, &ruling.given, sources, found)?;
    let told = chance::outcomes(&program, &ruling.given.chance);
    let told = told.map_err(|wrong| wrong.into_iter().for_each(|one| found.push(one)));
    let turn = PlayTurn::From {
        program,
        start,
        state: Box::new(given),
        chance: told.ok()?,
    };
    Some((turn, ruling.given.span))
}

/// A ruling that stands at its first decision. None of its checks is made, so nothing is asked of its conditions.
pub(super) fn table<'a>(
    game: &'a RuledGame,
    ruling: &'a Ruling,
    sources: &'a Sources,
    playing: Match,
    found: &'a mut Report,
) -> RulingPlay<'a> {
    RulingPlay {
        ruling,
        checked: game.checked(),
        sources,
        conditions: &NO_CONDITIONS,
        since: playing.state().clone(),
        playing,
        found,
        broken: false,
        told: Vec::new(),
        chosen: 0,
        turn: None,
    }
}

/// Plays so many lines, and of their choices so many; none when a line can't be played.
fn follow(table: &mut RulingPlay<'_>, lines: usize, choices: usize) -> Option<()> {
    let (ruling, mut left) = (table.ruling, choices);
    for line in ruling.play.iter().take(lines) {
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
    Some(())
}
