//! Sentences about what happens, in each language that people are told it in. Their nouns come from the game.

use ludex_rules::language::Language;

/// The sentences of a language.
#[derive(Debug, Clone, Copy)]
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
