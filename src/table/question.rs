//! The open question of a player, with options that say what they point at.

use crate::things::{Thing, ValueText, thing};
use ludex_play::answering::Several;
use ludex_play::decision::{Decision, OptionView};
use ludex_play::format::ValueFormat;
use ludex_play::game::Match;
use ludex_play::vocabulary::Vocabulary;
use ludex_rules::decision::{Answer, Choice};
use ludex_rules::ids::HookId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question that waits for an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// The seat that is asked.
    pub seat: u32,
    /// The question in words.
    pub prompt: String,
    /// The options, in a fixed order; `Request::Choose` names one by its number.
    pub options: Vec<OptionSeen>,
    /// The number of answers that it still takes; none of a question that takes one.
    pub several: Option<SeveralSeen>,
}

/// An option: its parts one after the other say what is meant. Options that begin with the same parts are one choice in steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OptionSeen {
    /// The option in words.
    pub label: String,
    /// The action or word, then each value.
    pub parts: Vec<ValueText>,
}

/// The number of answers that a question still takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeveralSeen {
    /// The number of answers given already.
    pub given: u32,
    /// The most that may be given yet; none without a bound.
    pub most: Option<u32>,
    /// True if so many must be given.
    pub exact: bool,
}

/// Returns the question of a match, as the player who is asked reads it; none once the game is over.
pub(super) fn question(turn: &Match, vocabulary: &Vocabulary) -> Option<Question> {
    let decision = turn.decision()?;
    let values = ValueFormat::to(turn.program(), turn.state(), decision.player);
    let writer = OptionWriter {
        values,
        words: values.in_words(vocabulary),
    };
    let options = decision.options.iter();
    let several = |several: Several| SeveralSeen {
        given: several.given as u32,
        most: several.most.map(|most| most as u32),
        exact: several.exact,
    };
    Some(Question {
        seat: decision.player.number(),
        prompt: turn.question_in_words(vocabulary).unwrap_or_default(),
        options: options
            .map(|option| writer.option(&decision, option))
            .collect(),
        several: turn.several().map(several),
    })
}

struct OptionWriter<'a> {
    /// Values by the names of the rules.
    values: ValueFormat<'a>,
    /// Values in words for people.
    words: ValueFormat<'a>,
}

impl OptionWriter<'_> {
    fn option(&self, decision: &Decision, option: &OptionView) -> OptionSeen {
        let choice = &option.choice;
        let own = format!("{}.", decision.player);
        let texts = self
            .words
            .label_parts(decision.site, choice.answer, &choice.values);
        let short = |text: &String| text.strip_prefix(&own).unwrap_or(text).to_owned();
        let texts: Vec<String> = texts.iter().map(short).collect();
        let types = self.values.types_of_answer(decision.site, choice.answer);
        let values: Vec<Option<Thing>> = types
            .iter()
            .zip(&choice.values)
            .map(|(ty, value)| thing(&self.values, ty, *value))
            .collect();
        let mut parts = match choice.answer {
            Answer::Entry(_) => vec![part(texts.join(" "), self.waiting(choice))],
            Answer::Action(_)
            | Answer::Values
            | Answer::Done
            | Answer::Yes
            | Answer::No
            | Answer::Pass => {
                let before = texts.len().saturating_sub(values.len());
                let named = (0..texts.len()).map(|n| match n.checked_sub(before) {
                    Some(n) => values.get(n).cloned().flatten(),
                    None => self.word(choice.answer),
                });
                let things: Vec<Option<Thing>> = named.collect();
                texts
                    .into_iter()
                    .zip(things)
                    .map(|(text, thing)| part(text, thing))
                    .collect()
            }
        };
        if let (Some(nth), Some(last)) = (option.value.get("nth"), parts.last_mut()) {
            last.text = format!("{} ({nth})", last.text);
        }
        let label: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        OptionSeen {
            label: label.join(" "),
            parts,
        }
    }

    /// The thing that the word before the values stands for.
    fn word(&self, answer: Answer) -> Option<Thing> {
        match answer {
            Answer::Action(action) => Some(Thing::Action(
                self.values.program().actions[action].name.clone(),
            )),
            Answer::Done | Answer::Yes | Answer::No | Answer::Pass => {
                answer.word().map(|word| Thing::Answer(word.to_owned()))
            }
            Answer::Values | Answer::Entry(_) => None,
        }
    }

    /// The piece in whose row a waiting text stands, if the player knows it.
    fn waiting(&self, choice: &Choice) -> Option<Thing> {
        let hook = HookId::from_value(*choice.values.first()?);
        let piece = self.values.program().hooks.get(hook)?.piece?;
        self.values
            .knows(piece)
            .then(|| Thing::Piece(piece.number()))
    }
}

fn part(text: String, thing: Option<Thing>) -> ValueText {
    ValueText {
        text,
        full: None,
        thing,
    }
}
