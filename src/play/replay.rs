//! Replays: a game as its start and its choices in words.

use crate::edition::OtherEdition;
use crate::format::ValueFormat;
use crate::game::{Match, Outcome, PlayError};
use crate::json::{Fields, SchemaError};
use crate::start::Start;
use crate::{edition, json};
use ludex_engine::knowledge::event::Event;
use ludex_engine::state::Pending;
use ludex_program::Program;
use ludex_rules::digests::Digests;
use ludex_rules::game::EDITION;
use ludex_rules::ids::PlayerId;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A whole game, or its beginning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// The edition of the language.
    pub edition: u32,
    /// The name of the game's folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The digests of its declarations and rows.
    pub declared: Digests,
    /// The version of ludex that wrote it.
    pub version: String,
    /// Names the algorithms of chance.
    pub generator: String,
    /// The number of players.
    pub players: u8,
    /// The seed of all chance.
    pub seed: u64,
    /// The high half of a seed of 128 bits; left out of any other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<u64>,
    /// The options of the game, in words.
    pub options: BTreeMap<String, String>,
    /// The choices in words, each with its player: `P0: play owl_1 red 2`.
    pub choices: Vec<String>,
    /// The result, if the game ended.
    pub result: Option<Outcome>,
}

/// The reason why a replay can't be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It was made by other rules.
    #[error("the replay was made under other rules than those of `{game}` here: {differences}")]
    OtherRules {
        /// The name of the game.
        game: String,
        /// The names of what has changed since, as far as the replay can tell.
        differences: String,
    },
    /// It is of another edition of the language.
    #[error("the replay can't be followed: {0}")]
    OtherEdition(#[from] OtherEdition),
    /// It was made for another game, or by other algorithms of chance.
    #[error("the replay needs {what} `{theirs}`, this is `{ours}`")]
    Other {
        /// `game` or `generator`.
        what: &'static str,
        /// The value in the replay.
        theirs: String,
        /// The value of this build.
        ours: String,
    },
    /// A choice that can't be made.
    #[error("choice {step} (`{choice}`): {error}")]
    At {
        /// The number of the choice, from 0.
        step: usize,
        /// The choice, in words.
        choice: String,
        /// The reason why it can't be made.
        error: String,
    },
    /// All choices can be made, but the game ends otherwise.
    #[error("the game ends otherwise: it came to {theirs}, now to {ours}")]
    OtherResult {
        /// The scores that were recorded.
        theirs: String,
        /// The scores of the same choices now.
        ours: String,
    },
    /// The game can't begin.
    #[error("the replay can't begin: {0}")]
    Begin(PlayError),
    /// A match that began from a given position.
    #[error("a game from a given position has no replay; save it instead")]
    FromPosition,
    /// No replay at all.
    #[error("this is no replay as `ludex play --record` writes one: {0}")]
    Format(String),
}

/// The algorithms behind all chance: others would make other games of the same seed.
pub const GENERATOR: &str = "fnv1a-splitmix64-xoshiro256++-lemire-fisheryates";

impl Replay {
    /// A match's choices in words.
    ///
    /// # Errors
    /// The match began from a given position.
    pub fn record(game: &Match) -> Result<Replay, ReplayError> {
        if game.from.is_some() {
            return Err(ReplayError::FromPosition);
        }
        let begun = Replay::begin(game.program(), game.start());
        Ok(Replay {
            choices: said(game)?,
            result: game.result().cloned(),
            ..begun
        })
    }

    /// A game without choices.
    #[must_use]
    pub fn begin(program: &Program, start: &Start) -> Replay {
        let options = start
            .option_words(program)
            .into_iter()
            .map(|(name, word)| (name.to_owned(), word));
        Replay {
            edition: EDITION,
            game: program.names.game.clone(),
            rules: program.hash.clone(),
            declared: program.digests.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            generator: GENERATOR.into(),
            players: start.players,
            seed: start.seed,
            salt: Some(start.salt).filter(|salt| *salt != 0),
            options: options.collect(),
            choices: Vec::new(),
            result: None,
        }
    }

    /// Plays it again under these rules, which must be the same unless `other_rules`.
    ///
    /// # Errors
    /// Other rules or another game; the first choice that is not offered.
    pub fn verify(&self, program: Arc<Program>, other_rules: bool) -> Result<Match, ReplayError> {
        let mut game = self.at_its_start(program, other_rules)?;
        self.play_on(&mut game, |_, _, _| {})?;
        Ok(game)
    }

    /// Plays it again as `verify` does and shows the beginning and each choice, with what came of it. The match at the end has
    /// forgotten its past, so a long record takes no more memory than a short one.
    ///
    /// # Errors
    /// As of `verify`.
    pub fn follow(
        &self,
        program: Arc<Program>,
        other_rules: bool,
        mut show: impl FnMut(&Match, Option<usize>, &[Event]),
    ) -> Result<Match, ReplayError> {
        let mut game = self.at_its_start(program, other_rules)?;
        show(&game, None, &game.begun);
        game.forget();
        self.play_on(&mut game, |game, step, events| {
            show(game, Some(step), events);
            game.forget();
        })?;
        Ok(game)
    }

    /// Finds the option that a choice of it is, where the game stands before it.
    ///
    /// # Errors
    /// It is not offered.
    pub fn option(&self, game: &Match, step: usize) -> Result<usize, ReplayError> {
        let choice = self.choices.get(step).map_or("", String::as_str);
        meant(game, choice).map_err(|error| ReplayError::At {
            step,
            choice: choice.to_owned(),
            error,
        })
    }

    /// Its game before the first choice.
    fn at_its_start(&self, program: Arc<Program>, other_rules: bool) -> Result<Match, ReplayError> {
        let start = self.start(&program, other_rules)?;
        Match::new(program, start).map_err(ReplayError::Begin)
    }

    /// Returns players, seed and options.
    ///
    /// # Errors
    /// It was recorded under other rules, or is another game's.
    pub fn start(&self, program: &Program, other_rules: bool) -> Result<Start, ReplayError> {
        let other = |what, theirs: &str, ours: &str| {
            let (theirs, ours) = (theirs.to_owned(), ours.to_owned());
            Err(ReplayError::Other { what, theirs, ours })
        };
        if self.game != program.names.game {
            return other("game", &self.game, &program.names.game);
        }
        if self.generator != GENERATOR {
            return other("generator", &self.generator, GENERATOR);
        }
        if !self.is_of(program) && !other_rules {
            return Err(ReplayError::OtherRules {
                game: self.game.clone(),
                differences: self.declared.compared(&program.digests),
            });
        }
        let options = self
            .options
            .iter()
            .map(|(name, word)| (name.as_str(), word.as_str()));
        let start = Start::from_words(program, u64::from(self.players), self.seed, options);
        let start = start.map_err(|e| ReplayError::Begin(e.into()))?;
        Ok(start.salted(self.salt.unwrap_or(0)))
    }

    /// Makes all choices, each of which is shown when it was made, and compares the end.
    fn play_on(
        &self,
        game: &mut Match,
        mut made: impl FnMut(&mut Match, usize, &[Event]),
    ) -> Result<(), ReplayError> {
        for (step, choice) in self.choices.iter().enumerate() {
            let at = |error: String| ReplayError::At {
                step,
                choice: choice.clone(),
                error,
            };
            let option = meant(game, choice).map_err(at)?;
            let events = game.apply(option).map_err(|e| at(e.to_string()))?;
            made(game, step, &events);
        }
        match &self.result {
            Some(result) if game.result() != Some(result) => Err(ReplayError::OtherResult {
                theirs: scores(Some(result)),
                ours: scores(game.result()),
            }),
            _ => Ok(()),
        }
    }

    /// Tells whether it was made by these rules.
    #[must_use]
    pub fn is_of(&self, program: &Program) -> bool {
        self.rules == program.hash
    }

    /// Writes it as JSON text.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// From JSON text.
    ///
    /// # Errors
    /// It is no replay.
    pub fn from_text(text: &str) -> Result<Replay, ReplayError> {
        let value = json::parse(text).map_err(|error| ReplayError::Format(error.to_string()))?;
        edition::examine(&value)?;
        Replay::from_value(&value)
            .map_err(|error| ReplayError::Format(json::located(text, &error).to_string()))
    }

    fn from_value(value: &Value) -> Result<Replay, SchemaError> {
        const KEYS: [&str; 12] = [
            "edition",
            "game",
            "rules",
            "declared",
            "version",
            "generator",
            "players",
            "seed",
            "salt",
            "options",
            "choices",
            "result",
        ];
        let fields = Fields::of(value, &[], &KEYS)?;
        Ok(Replay {
            edition: EDITION,
            game: fields.text("game")?.to_owned(),
            rules: fields.text("rules")?.to_owned(),
            declared: fields.decoded_if_there("declared")?,
            version: fields.text("version")?.to_owned(),
            generator: fields.text("generator")?.to_owned(),
            players: fields.number("players")?,
            seed: fields.number("seed")?,
            salt: fields.decoded_if_there("salt")?,
            options: fields.words("options")?,
            choices: fields.texts("choices")?,
            result: match value.get("result") {
                None => None,
                Some(_) => fields.decoded("result")?,
            },
        })
    }
}

/// The scores in a few words; those of a game that goes on as well.
fn scores(result: Option<&Outcome>) -> String {
    match result {
        Some(result) => result
            .scores
            .iter()
            .map(i32::to_string)
            .collect::<Vec<_>>()
            .join(", "),
        None => "no end".into(),
    }
}

/// The choices of a match in words, found by playing it again.
pub(crate) fn said(game: &Match) -> Result<Vec<String>, ReplayError> {
    let mut again = game.again().map_err(ReplayError::Begin)?;
    let mut said = Vec::new();
    for (step, choice) in game.choices().iter().enumerate() {
        let at = |error: String| ReplayError::At {
            step,
            choice: format!("{choice:?}"),
            error,
        };
        let option = again
            .options
            .find(choice)
            .filter(|_| again.state.pending.is_some());
        let option = option.ok_or_else(|| at("it is not offered".into()))?;
        said.push(words(&again, option));
        again.apply(option).map_err(|e| at(e.to_string()))?;
        again.forget();
    }
    Ok(said)
}

/// An option with its player, as one who knows everything says it; numbered when another is called the same.
pub fn words(game: &Match, option: usize) -> String {
    let Some(Pending { player, site }) = game.state.pending else {
        return String::new();
    };
    let words = ValueFormat::of(&game.program, &game.state);
    let options = &game.options;
    let label = |n: usize| {
        let (answer, values) = options.get(n);
        words.label(site, answer, values)
    };
    let own = label(option);
    let before = (0..option).filter(|n| label(*n) == own).count();
    numbered(player, &own, before + 1)
}

/// Returns the options of the open question in words, as records have them: each with its player, equal ones numbered.
pub fn option_words(game: &Match) -> impl Iterator<Item = String> {
    let (words, pending) = (
        ValueFormat::of(&game.program, &game.state),
        game.state.pending,
    );
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    (0..game.options()).filter_map(move |n| {
        let Pending { player, site } = pending?;
        let (answer, values) = game.options.get(n);
        let label = words.label(site, answer, values);
        let count = met.entry(label.clone()).or_default();
        *count += 1;
        Some(numbered(player, &label, *count))
    })
}

/// A label with its player; of several that are the same, each after the first with its number.
fn numbered(player: PlayerId, label: &str, count: usize) -> String {
    match count {
        1 => format!("{player}: {label}"),
        _ => format!("{player}: {label} #{count}"),
    }
}

fn meant(game: &Match, choice: &str) -> Result<usize, String> {
    let mut all = option_words(game);
    all.position(|words| words == choice)
        .ok_or_else(|| match game.decision() {
            None => "the game is over".into(),
            Some(decision) => {
                let labels: Vec<String> = decision.options.into_iter().map(|o| o.label).collect();
                format!(
                    "player {} is offered: {}",
                    decision.player.number(),
                    labels.join("; ")
                )
            }
        })
}
