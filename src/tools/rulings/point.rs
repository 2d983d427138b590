//! A place in the text of a ruling, and the game as it stands there: for whoever asks what a line says.
//!
//! Takes a ruling as it was read and a byte of its file. Gives the line that is there, the game before it, and of an option
//! that is refused the reasons. Never a verdict: that is `checks`.

use crate::rulings::checks::arguments;
use crate::rulings::play::{RuledGame, fitting};
use crate::rulings::position_at::after_lines;
use crate::rulings::ruling::{LabelWords, PlayLine, Ruling, RulingCheck};
use ludex_play::explain::Explanation;
use ludex_play::game::Match;
use ludex_report::Report;
use ludex_source::{Sources, Span};

/// A part of a ruling that stands at a place.
#[derive(Debug, Clone, Copy)]
pub struct RulingPoint<'a> {
    /// The bytes of the part.
    pub span: Span,
    /// The number of lines of `play` in front of it.
    pub lines: usize,
    /// The words of an option that it names; none of another line of play.
    pub words: Option<&'a LabelWords>,
    /// True for a line that is played, false for one that checks.
    pub is_played: bool,
}

impl Ruling {
    /// Returns the line of play, or the option in a check, that touches a byte of the file.
    #[must_use]
    pub fn point_at(&self, at: u32) -> Option<RulingPoint<'_>> {
        let between = self.play.iter().enumerate().filter_map(|(lines, line)| {
            let played = |span, words| {
                let is_played = true;
                let point = RulingPoint {
                    span,
                    lines,
                    words,
                    is_played,
                };
                vec![point]
            };
            Some(match line {
                PlayLine::Choice(choice) => played(choice.span, Some(&choice.words)),
                PlayLine::Settle(_, span) => played(*span, None),
                PlayLine::Check(check) => options_in(check, lines),
                PlayLine::Chance(_) => return None,
            })
        });
        let whole = self.play.len();
        let end = self.end.iter().map(|check| options_in(check, whole));
        let mut points = between.chain(end).flatten();
        points.find(|point| point.span.touches(at))
    }
}

/// Returns the options that a check names.
fn options_in<'a>(check: &'a RulingCheck, lines: usize) -> Vec<RulingPoint<'a>> {
    let point = |words: &'a LabelWords| RulingPoint {
        span: words.span,
        lines,
        words: Some(words),
        is_played: false,
    };
    match check {
        RulingCheck::Offers(expected, _) => expected.iter().map(point).collect(),
        RulingCheck::Among(among) => among.some.iter().chain(&among.not).map(point).collect(),
        RulingCheck::Refuses(refusals) => refusals.iter().map(|one| point(&one.words)).collect(),
        RulingCheck::Log(_)
        | RulingCheck::View(_)
        | RulingCheck::Expect(_)
        | RulingCheck::Exactly(_)
        | RulingCheck::Next(..)
        | RulingCheck::Changes(_)
        | RulingCheck::Ended(..) => Vec::new(),
    }
}

impl RulingPoint<'_> {
    /// Returns the game as it stands before this; none when the ruling cannot be played so far.
    #[must_use]
    pub fn game_before(
        &self,
        game: &RuledGame,
        ruling: &Ruling,
        sources: &Sources,
    ) -> Option<Match> {
        after_lines(game, ruling, sources, self.lines, &mut Report::new())
    }
}

/// Returns the options of the open decision that words stand for.
#[must_use]
pub fn options_meant(playing: &Match, words: &LabelWords) -> Vec<usize> {
    let Some(decision) = playing.decision() else {
        return Vec::new();
    };
    fitting(playing.program(), &decision, words)
}

/// Returns why the action that words name is legal or not for whoever is asked; none of words that name no action.
pub fn reasons(playing: &mut Match, words: &LabelWords) -> Option<Explanation> {
    let decision = playing.decision()?;
    let mut said = words.text.split(' ');
    let action = said.next().unwrap_or_default().to_owned();
    let args = arguments(playing.program(), &action, said, decision.player);
    playing.explain_all(&action, &args).ok()
}
