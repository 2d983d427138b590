//! Finding the option that somebody means, by a choice, a JSON value or words.

use crate::decision::OptionView;
use crate::format::ValueFormat;
use crate::game::{Match, PlayError};
use ludex_program::Program;
use ludex_report::nearest;
use ludex_rules::decision::Choice;
use ludex_rules::ids::PlayerId;
use serde_json::Value;
use std::collections::BTreeSet;

impl Match {
    /// The number of the option that is this choice; none when it is not offered.
    #[must_use]
    pub fn find_choice(&self, choice: &Choice) -> Option<usize> {
        let option = self.options.find(choice);
        option.filter(|_| self.state.pending.is_some())
    }

    /// Returns the number of the option that has this JSON value, or else a value that this is a part of, as the player who is
    /// asked reads it: whether the name of a piece that this player does not know is accepted would tell where it lies.
    ///
    /// # Errors
    /// None or several have it, or the game is over.
    pub fn find_value(&self, value: &Value) -> Result<usize, PlayError> {
        let decision = self.decision().ok_or(PlayError::Over)?;
        let options = &decision.options;
        let ways = [
            options.iter().map(|o| o.value == *value).collect(),
            options.iter().map(|o| is_part(value, &o.value)).collect(),
        ];
        let none = || PlayError::NoSuchChoice {
            said: value.to_string(),
            nearest: None,
        };
        only(ways, || value.to_string())?.ok_or_else(none)
    }

    /// Returns the number of the option with these words, as the player who is asked reads them; words at the end may be
    /// left out when one option remains.
    ///
    /// # Errors
    /// None or several have them, or the game is over.
    pub fn find_words(&self, words: &str) -> Result<usize, PlayError> {
        self.find_by(words, &|option| option.label.clone())
    }

    /// As `find_words`, for the author of the rules, who may also name what the player who is asked does not know.
    ///
    /// # Errors
    /// As of `find_words`.
    pub fn find_words_all(&self, words: &str) -> Result<usize, PlayError> {
        let all = ValueFormat::of(&self.program, &self.state);
        let site = self.state.pending.map(|pending| pending.site);
        self.find_words(words).or_else(|_| {
            self.find_by(words, &|option| {
                all.label(
                    site.unwrap_or_default(),
                    option.choice.answer,
                    &option.choice.values,
                )
            })
        })
    }

    fn find_by(
        &self,
        words: &str,
        label: &dyn Fn(&OptionView) -> String,
    ) -> Result<usize, PlayError> {
        let decision = self.decision().ok_or(PlayError::Over)?;
        let words: Vec<&str> = words.split_whitespace().collect();
        let names = &self.program.names;
        let said = |label: &str| {
            let mut label = label.split(' ');
            let mut words = words.iter();
            words.all(|word| label.next().is_some_and(|said| names.is_called(said, word)))
        };
        let is = |label: &str| label.split(' ').count() == words.len() && said(label);
        let begins = |label: &str| !words.is_empty() && said(label);
        let options = &decision.options;
        let own = |ways: Vec<bool>| {
            let labels = options.iter().map(label).collect::<Vec<_>>();
            own_copies(&self.program, decision.player, &words, &labels, ways)
        };
        let ways = [
            own(options.iter().map(|o| is(&label(o))).collect()),
            own(options.iter().map(|o| begins(&label(o))).collect()),
        ];
        let none = || PlayError::NoSuchChoice {
            said: words.join(" "),
            nearest: nearest_option(&words, options),
        };
        only(ways, || words.join(" "))?.ok_or_else(none)
    }
}

/// Leaves, of several labels that words fit, those whose copies of a row are the player's own, if there are any: `pawn` is
/// one's own pawn first.
pub fn own_copies(
    program: &Program,
    player: PlayerId,
    words: &[&str],
    labels: &[String],
    fit: Vec<bool>,
) -> Vec<bool> {
    if fit.iter().filter(|fits| **fits).count() < 2 {
        return fit;
    }
    let names = &program.names;
    let is_own = |said: &str, word: &str| {
        let piece = || {
            names
                .pieces
                .ids()
                .find(|piece| names.pieces[*piece] == said)
        };
        said == word || piece().is_none_or(|piece| program.layout.piece_for[piece] == Some(player))
    };
    let of_own = |label: &String| {
        let mut said = label.split(' ').zip(words);
        said.all(|(said, word)| !names.is_called(said, word) || is_own(said, word))
    };
    let own: Vec<bool> = (labels.iter().zip(&fit))
        .map(|(label, fits)| *fits && of_own(label))
        .collect();
    if own.contains(&true) { own } else { fit }
}

/// Returns true if a JSON value is another with some of its fields left out, in objects within it too.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(key, part)| whole.get(key).is_some_and(|whole| is_part(part, whole))),
        _ => part == whole,
    }
}

/// The option that words which are none were probably meant for: one that has them further on, or else similar ones.
pub fn nearest_option(words: &[&str], options: &[OptionView]) -> Option<String> {
    let parts = |label: &str| -> Vec<String> {
        let label: Vec<&str> = label.split(' ').collect();
        let parts = label.windows(words.len().clamp(1, label.len()));
        parts.map(|part| part.join(" ")).collect()
    };
    let has = |part: &str| {
        let mut labels = options.iter().map(|option| &option.label);
        labels.find(|label| parts(label).iter().any(|one| one == part))
    };
    let said = words.join(" ");
    if let Some(label) = has(&said) {
        return Some(label.clone());
    }
    let all: BTreeSet<String> = options.iter().flat_map(|o| parts(&o.label)).collect();
    let near = nearest(&said, all.iter().map(String::as_str))?;
    let begins = |option: &OptionView| option.label.starts_with(near);
    if options.iter().any(begins) {
        // As far as was written: there may be several that go on from there.
        Some(near.to_owned())
    } else {
        has(near).cloned()
    }
}

/// The only option for which the first way that fits any fits; none when no way fits any.
fn only<const N: usize>(
    ways: [Vec<bool>; N],
    said: impl Fn() -> String,
) -> Result<Option<usize>, PlayError> {
    for way in ways {
        let mut fits = way
            .iter()
            .enumerate()
            .filter(|(_, fits)| **fits)
            .map(|(n, _)| n);
        match (fits.next(), fits.next()) {
            (Some(n), None) => return Ok(Some(n)),
            (Some(_), Some(_)) => return Err(PlayError::Ambiguous(said())),
            (None, _) => {}
        }
    }
    Ok(None)
}
