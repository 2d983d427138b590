//! The open question of a match, with its options, as the player who is asked may read them.

use crate::format::ValueFormat;
use crate::game::{Match, PlayError};
use crate::prompt::render_question;
use crate::vocabulary::Vocabulary;
use ludex_engine::state::Pending;
use ludex_program::ids::SiteId;
use ludex_rules::decision::Choice;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeMap;

/// A question for a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The seat that is asked.
    pub player: PlayerId,
    /// The question in words.
    pub prompt: String,
    /// The site that asks: an index of `Program::sites`.
    pub site: SiteId,
    /// The answers, in a fixed order.
    pub options: Vec<OptionView>,
    /// The players who decide at once and have not done so, the one asked among them; none of another question.
    pub undecided: Vec<PlayerId>,
}

/// One answer as the player who is asked may read it.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionView {
    /// The option in words.
    pub label: String,
    /// As JSON by words.
    pub value: serde_json::Value,
    /// The option as numbers, which saves and replays keep.
    pub choice: Choice,
}

impl Match {
    /// The open question; none once the game is over.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let Pending { player, site } = self.state.pending?;
        let words = ValueFormat::to(&self.program, &self.state, player);
        let options = (0..self.options.len()).map(|n| {
            let choice = self.options.choice(n);
            let label = words.label(site, choice.answer, &choice.values);
            OptionView {
                label,
                value: words.option_json(site, &choice),
                choice,
            }
        });
        let mut options: Vec<OptionView> = options.collect();
        tell_apart(&mut options);
        Some(Decision {
            player,
            prompt: render_question(self, words, player, site),
            site,
            options,
            undecided: self.undecided(),
        })
    }

    /// Returns the open question in words for people, as the player who is asked may read it.
    #[must_use]
    pub fn question_in_words(&self, vocabulary: &Vocabulary) -> Option<String> {
        let Pending { player, site } = self.state.pending?;
        let words = ValueFormat::to(&self.program, &self.state, player).in_words(vocabulary);
        Some(render_question(self, words, player, site))
    }

    /// Returns the question of a player who is to decide, as `turn_of` finds it.
    ///
    /// # Errors
    /// As of `turn_of`.
    pub fn decision_of(&self, player: PlayerId) -> Result<Decision, PlayError> {
        let decision = self.turn_of(player)?.decision().ok_or(PlayError::Over)?;
        Ok(Decision {
            undecided: self.undecided(),
            ..decision
        })
    }
}

/// Tells options apart that read the same, such as two triggers of one row: behind all but the first stands their number.
fn tell_apart(options: &mut [OptionView]) {
    let mut read: BTreeMap<String, usize> = BTreeMap::new();
    for option in options {
        let nth = read.entry(option.label.clone()).or_default();
        *nth += 1;
        if *nth > 1 {
            option.label = format!("{} {nth}", option.label);
            if let Some(value) = option.value.as_object_mut() {
                value.insert("nth".to_owned(), (*nth).into());
            }
        }
    }
}
