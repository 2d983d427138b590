//! Saves: a match as a value that needs nothing but the rules.
//!
//! A save is believed only when playing its choices again leads to its position: so a damaged one is refused, and
//! undo and events come back with it. A game from a given position brings that position, which is examined first.

use crate::edition::OtherEdition;
use crate::game::Match;
use crate::game::history::Sealed;
use crate::json::{Fields, SchemaError};
use crate::replay::GENERATOR;
use crate::start::Start;
use crate::{demands, edition, replay};
use ludex_engine::state::{State, sound};
use ludex_program::Program;
use ludex_rules::decision::Choice;
use ludex_rules::digests::Digests;
use ludex_rules::game::EDITION;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The reason why a save can't be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is no save.
    #[error("this is no save: {0}")]
    Format(String),
    /// It is of another edition of the language.
    #[error("the save can't be loaded: {0}")]
    OtherEdition(#[from] OtherEdition),
    /// It is of another game.
    #[error("the save is of `{theirs}`, not of `{ours}`")]
    OtherGame {
        /// The hash in the save.
        theirs: String,
        /// The hash of these rules.
        ours: String,
    },
    /// It was made under other rules.
    #[error("the save was made under other rules than those of `{game}` here: {differences}")]
    OtherRules {
        /// The name of the game.
        game: String,
        /// The names of what has changed since, as far as the save can tell.
        differences: String,
    },
    /// It was made by another version of ludex, whose chance is another.
    #[error("the save needs the generator `{0}`, which is not that of this version of ludex")]
    OtherGenerator(String),
    /// Its numbers contradict each other or the rules.
    #[error("the save is damaged: {0}")]
    Damaged(String),
}

#[derive(Debug, Serialize)]
struct Save {
    edition: u32,
    game: String,
    rules: String,
    declared: Digests,
    version: String,
    generator: String,
    players: u8,
    seed: u64,
    /// The high half of a seed of 128 bits; left out of any other.
    #[serde(skip_serializing_if = "Option::is_none")]
    salt: Option<u64>,
    options: BTreeMap<String, String>,
    /// The position it began from, when that is not the game's own set-up.
    from: Option<State>,
    /// Choices by number, and as they were said.
    choices: Vec<Choice>,
    said: Vec<String>,
    /// Answers given ahead that wait for their players' turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sealed: Vec<Sealed>,
    state: State,
}

/// A match as a self-contained value.
///
/// # Errors
/// The match can't be played again, which only rules with a fault of chance could cause.
pub fn save(game: &Match) -> Result<Value, LoadError> {
    let (program, start) = (game.program(), game.start());
    let options = start
        .option_words(program)
        .into_iter()
        .map(|(name, word)| (name.to_owned(), word));
    let save = Save {
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
        from: game.from().map(|from| written(program, from)),
        choices: game.choices(),
        said: replay::said(game).map_err(|e| LoadError::Damaged(e.to_string()))?,
        sealed: game.ahead.clone(),
        state: written(program, game.state().clone()),
    };
    serde_json::to_value(save).map_err(|e| LoadError::Format(e.to_string()))
}

/// The match that was saved.
///
/// # Errors
/// It is no save, is damaged, or was made under other rules.
pub fn load(program: Arc<Program>, save: &Value) -> Result<Match, LoadError> {
    edition::examine(save)?;
    let save = read(save).map_err(|error| LoadError::Format(error.to_string()))?;
    if save.game != program.names.game {
        return Err(LoadError::OtherGame {
            theirs: save.game,
            ours: program.names.game.clone(),
        });
    }
    if save.rules != program.hash {
        return Err(LoadError::OtherRules {
            game: save.game,
            differences: save.declared.compared(&program.digests),
        });
    }
    if save.generator != GENERATOR {
        return Err(LoadError::OtherGenerator(save.generator));
    }
    let refuse = LoadError::Damaged;
    let options = save
        .options
        .iter()
        .map(|(name, word)| (name.as_str(), word.as_str()));
    let start = Start::from_words(&program, u64::from(save.players), save.seed, options);
    let start = start.map_err(|e| refuse(e.to_string()))?;
    let start = start.salted(save.salt.unwrap_or(0));
    let mut game = match save.from {
        None => Match::new(program, start),
        Some(mut state) => {
            state.fill_bitboards(&program);
            examine(&program, &start, &state).map_err(LoadError::Damaged)?;
            Match::at(program, start, state)
        }
    }
    .map_err(|e| refuse(e.to_string()))?;
    if save.said.len() != save.choices.len() {
        return Err(LoadError::Damaged(
            "a choice was not said, or said twice".into(),
        ));
    }
    for (choice, said) in save.choices.iter().zip(&save.said) {
        let option = replay::option_words(&game).position(|words| words == *said);
        let option = option.filter(|n| game.options.choice(*n) == *choice);
        let option = option.ok_or_else(|| refuse(format!("`{said}` is not offered")))?;
        game.apply(option).map_err(|e| refuse(e.to_string()))?;
    }
    for sealed in &save.sealed {
        let turn = game.turn_of(sealed.player).ok();
        let option = turn.and_then(|turn| turn.find(&sealed.choice));
        let option =
            option.ok_or_else(|| refuse("nobody is asked what was answered ahead".into()))?;
        let kept = game.apply_for(sealed.player, option);
        kept.map_err(|error| refuse(error.to_string()))?;
    }
    if written(game.program(), game.state.clone()) != save.state {
        return Err(LoadError::Damaged(
            "its choices lead to another position".into(),
        ));
    }
    Ok(game)
}

/// A state as it is written down: bitboards are worked out from the rest.
fn written(program: &Program, mut state: State) -> State {
    state.drop_bitboards(program);
    state
}

fn read(save: &Value) -> Result<Save, SchemaError> {
    const KEYS: [&str; 15] = [
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
        "from",
        "choices",
        "said",
        "sealed",
        "state",
    ];
    let fields = Fields::of(save, &[], &KEYS)?;
    Ok(Save {
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
        from: fields.decoded("from")?,
        choices: fields.decoded("choices")?,
        said: fields.texts("said")?,
        sealed: fields.decoded_if_there("sealed")?,
        state: fields.decoded("state")?,
    })
}

/// Tells whether a position to begin from holds together and fits its start.
fn examine(program: &Program, start: &Start, state: &State) -> Result<(), String> {
    sound::examine(program, state)?;
    let options = state
        .memory
        .range(program.layout.options(start.options.len()));
    let is_same_chance = (state.seed, state.salt) == (start.seed, start.salt);
    if state.players != start.players || !is_same_chance || options != start.options {
        return Err("its position is of another start".into());
    }
    match demands::broken(program, state).first() {
        Some(broken) => Err(format!(
            "the rules allow no such position to begin from: {broken}"
        )),
        None => Ok(()),
    }
}
