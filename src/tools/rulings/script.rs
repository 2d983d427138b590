//! The lines of a ruling as turns, one after the other, for whoever does them under the eyes of an observer.

use crate::rulings::play::RuledGame;
use crate::rulings::position_at::{begin, table};
use crate::rulings::ruling::{PlayLine, Ruling};
use ludex_play::game::Match;
use ludex_play::observed::PlayTurn;
use ludex_report::Report;
use ludex_source::{Sources, Span};
use std::sync::Arc;

/// A ruling whose lines are played by somebody else. Its checks are left out.
#[derive(Debug)]
pub struct RulingScript {
    game: Arc<RuledGame>,
    ruling: Ruling,
    sources: Sources,
    /// The number of the line that comes next.
    at: usize,
}

impl RulingScript {
    /// Begins a ruling: with it the turn that leads to its first decision, and the text of its position. None when it can't be
    /// begun, and then the reasons are in the report.
    pub fn begin(
        game: Arc<RuledGame>,
        ruling: Ruling,
        sources: Sources,
        found: &mut Report,
    ) -> Option<(RulingScript, PlayTurn, Span)> {
        let (turn, span) = begin(&game, &ruling, &sources, found)?;
        let script = RulingScript {
            game,
            ruling,
            sources,
            at: 0,
        };
        Some((script, turn, span))
    }

    /// Returns the texts that are in the report of a line.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Lists the lines that are choices.
    pub fn lines(&self) -> impl Iterator<Item = Span> + '_ {
        self.ruling.play.iter().filter_map(|line| match line {
            PlayLine::Choice(choice) => Some(choice.span),
            PlayLine::Settle(_, span) => Some(*span),
            PlayLine::Check(_) | PlayLine::Chance(_) => None,
        })
    }

    /// Returns the turn of the next choice, and its line, where the game has come so far; none when there are no more lines.
    ///
    /// # Errors
    /// The line can't be played.
    pub fn next(&mut self, end: &Match) -> Option<Result<(PlayTurn, Span), Report>> {
        let mut found = Report::new();
        let mut table = table(
            &self.game,
            &self.ruling,
            &self.sources,
            end.clone(),
            &mut found,
        );
        table.turn = Some(None);
        // What was told for earlier choices is not for this one.
        table.playing.untold_chance();
        while let Some(line) = self.ruling.play.get(self.at) {
            let resolved = match line {
                PlayLine::Choice(choice) => {
                    self.at += 1;
                    table.choose(choice).map(drop)
                }
                PlayLine::Settle(player, span) if table.settles(*player) => {
                    table.settle(*span).map(drop)
                }
                PlayLine::Chance(drawn) => {
                    self.at += 1;
                    table.tell(drawn);
                    Some(())
                }
                PlayLine::Settle(..) | PlayLine::Check(_) => {
                    self.at += 1;
                    Some(())
                }
            };
            let turn = table.turn.as_mut().and_then(Option::take);
            match (resolved, turn) {
                (None, _) => {
                    self.at = self.ruling.play.len();
                    return Some(Err(found));
                }
                (Some(()), Some(turn)) => return Some(Ok(turn)),
                (Some(()), None) => {}
            }
        }
        None
    }
}
