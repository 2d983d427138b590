//! Sentences about what happens, in each language that people are told it in. Their nouns come from the game.

use ludex_rules::decision::Answer;
use ludex_rules::language::Language;

/// The time at which a text of the rules runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextTime {
    /// The time after an effect has happened.
    When,
    /// The time before an effect happens.
    Before,
    /// The time at which it takes an effect's place.
    Instead,
}

/// The sentences of a language.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sentences(pub(crate) Language);

impl Sentences {
    /// A thing of a holder: `hand of P0`.
    pub(crate) fn held_by(self, name: &str, holder: &str) -> String {
        match self.0 {
            Language::English => format!("{name} of {holder}"),
            Language::Japanese => format!("{holder}の{name}"),
        }
    }

    /// A value that is true or false.
    pub(crate) fn yes_or_no(self, yes: bool) -> &'static str {
        match (self.0, yes) {
            (Language::English, true) => "yes",
            (Language::English, false) => "no",
            (Language::Japanese, true) => "はい",
            (Language::Japanese, false) => "いいえ",
        }
    }

    /// A value that is not there.
    pub(crate) fn none(self) -> &'static str {
        match self.0 {
            Language::English => "none",
            Language::Japanese => "なし",
        }
    }

    /// An answer that is a word; none of one with values.
    pub(crate) fn answer(self, answer: Answer) -> Option<&'static str> {
        let word = answer.word()?;
        Some(match (self.0, answer) {
            (Language::English, _) => word,
            (Language::Japanese, Answer::Done) => "終了",
            (Language::Japanese, Answer::Yes) => self.yes_or_no(true),
            (Language::Japanese, Answer::No) => self.yes_or_no(false),
            (Language::Japanese, Answer::Pass) => "パス",
            (Language::Japanese, Answer::Action(_) | Answer::Values | Answer::Entry(_)) => word,
        })
    }

    /// A text by its time and the effect that sets it off.
    pub(crate) fn at_time(self, time: TextTime, effect: &str) -> String {
        match (self.0, time) {
            (Language::English | Language::Japanese, TextTime::When) => effect.to_owned(),
            (Language::English, TextTime::Before) => format!("before {effect}"),
            (Language::English, TextTime::Instead) => format!("instead of {effect}"),
            (Language::Japanese, TextTime::Before) => format!("{effect}の前"),
            (Language::Japanese, TextTime::Instead) => format!("{effect}の代わり"),
        }
    }

    /// The whereabouts of pieces that lie in no place.
    pub(crate) fn nowhere(self) -> &'static str {
        match self.0 {
            Language::English => "nowhere",
            Language::Japanese => "場外",
        }
    }

    /// One of a sort that nobody can tell from the others.
    pub(crate) fn one_of(self, noun: &str) -> String {
        match self.0 {
            Language::English if noun.starts_with(['a', 'e', 'i', 'o', 'u']) => {
                format!("an {noun}")
            }
            Language::English => format!("a {noun}"),
            Language::Japanese => noun.to_owned(),
        }
    }

    /// A value of a piece that is not known, by the place in which it lies.
    pub(crate) fn of_one_in(self, name: &str, sort: &str, place: &str) -> String {
        match self.0 {
            Language::English => format!("{name} of {} in {place}", self.one_of(sort)),
            Language::Japanese => format!("{place}にある{sort}の{name}"),
        }
    }

    pub(crate) fn shuffled(self, place: &str) -> String {
        match self.0 {
            Language::English => format!("{place} is shuffled"),
            Language::Japanese => format!("{place}をシャッフル"),
        }
    }

    pub(crate) fn turned_over(self, place: &str) -> String {
        match self.0 {
            Language::English => format!("{place} is turned over"),
            Language::Japanese => format!("{place}を裏返す"),
        }
    }

    pub(crate) fn laid_out(self, board: &str, layout: &str) -> String {
        match self.0 {
            Language::English => format!("{board} is laid out: {layout}"),
            Language::Japanese => format!("{board}の配置: {layout}"),
        }
    }

    pub(crate) fn shown_to(self, piece: &str, players: &[String]) -> String {
        match self.0 {
            Language::English => format!("{piece} is shown to {}", players.join(", ")),
            Language::Japanese => format!("{piece}を{}に見せる", players.join("、")),
        }
    }

    pub(crate) fn takes_effect(self, text: &str) -> String {
        match self.0 {
            Language::English => format!("{text} takes effect"),
            Language::Japanese => format!("{text}の効果"),
        }
    }

    pub(crate) fn says_what_is_so(self, text: &str) -> String {
        match self.0 {
            Language::English => format!("{text} says what is so"),
            Language::Japanese => format!("{text}が事実を告げる"),
        }
    }

    pub(crate) fn game_over(self) -> &'static str {
        match self.0 {
            Language::English => "the game is over",
            Language::Japanese => "ゲーム終了",
        }
    }
}
