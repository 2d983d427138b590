//! The beginning of a session: a game, and the turns of it that are debugged.

use crate::arguments::{Choices, Launch};
use crate::host::DebugHost;
use ludex_play::replay::Replay;
use ludex_play::start::Start;
use ludex_report::Report;
use ludex_rules::ids::PlayerId;
use ludex_source::Sources;
use ludex_tools::debug::Timeline;
use ludex_tools::rulings::{RuledGame, read};
use serde_json::Value;
use std::sync::Arc;

/// A game that can be debugged.
pub(super) struct Launched {
    pub(super) game: Arc<RuledGame>,
    pub(super) sources: Sources,
    pub(super) timeline: Timeline,
    /// The name that the client shows.
    pub(super) title: String,
    /// Notes for the client that keep nothing from beginning.
    pub(super) notes: Vec<String>,
    pub(super) seat: Option<PlayerId>,
}

/// Loads the game and the turns that a client asks for.
///
/// # Errors
/// What keeps it from beginning, for people.
pub(super) fn launch(arguments: &Launch, host: &dyn DebugHost) -> Result<Launched, String> {
    if arguments.ruling.is_some() && arguments.record.is_some() {
        return Err(
            "`ruling` and `record` exclude each other: one session debugs one of them".to_owned(),
        );
    }
    let record = match &arguments.record {
        Some(path) => Some(record(path, host)?),
        None => None,
    };
    let name = game_name(arguments, record.as_ref(), host)?;
    let text = host.game(&name)?;
    let (mut sources, mut found) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut found).check(&mut found);
    let checked = checked.map(|checked| checked.allowed(host.budget()));
    let game = checked.and_then(|checked| RuledGame::new(checked, &mut found));
    let Some(game) = game.map(Arc::new) else {
        return Err(render(&found, &sources));
    };
    let mut notes = Vec::new();
    let (timeline, title) = match (&arguments.ruling, &record) {
        (Some(path), _) => ruling(&game, path, &mut sources, host)?,
        (None, Some(record)) => recorded(&game, record, arguments, &mut notes)?,
        (None, None) => new_game(&game, arguments)?,
    };
    let players = timeline_players(&timeline);
    let seat = seat(arguments.seen_by.as_deref(), players)?;
    Ok(Launched {
        game,
        sources,
        timeline,
        title,
        notes,
        seat,
    })
}

/// Reads the name of a seat, such as `P0`; none for everybody.
///
/// # Errors
/// There is no such seat.
pub(super) fn seat(word: Option<&str>, players: u8) -> Result<Option<PlayerId>, String> {
    let Some(word) = word.filter(|word| !word.is_empty() && *word != "all") else {
        return Ok(None);
    };
    let seat = PlayerId::first(players).find(|player| player.to_string() == word);
    let last = players.saturating_sub(1);
    seat.map(Some)
        .ok_or_else(|| format!("`{word}` is no seat: there are `P0` to `P{last}`, and `all`"))
}

pub(super) fn timeline_players(timeline: &Timeline) -> u8 {
    timeline.first().turn.players()
}

fn record(path: &str, host: &dyn DebugHost) -> Result<Replay, String> {
    let replay = Replay::from_text(&host.read(path)?);
    replay.map_err(|error| format!("{path}: {error}"))
}

fn game_name(
    arguments: &Launch,
    record: Option<&Replay>,
    host: &dyn DebugHost,
) -> Result<String, String> {
    if let Some(game) = &arguments.game {
        return Ok(game.clone());
    }
    if let Some(path) = &arguments.ruling {
        if let Some(folder) = host.game_around(path) {
            return Ok(folder);
        }
        let text = host.read(path)?;
        let (mut sources, mut found) = (Sources::new(), Report::new());
        let ruling = read(path, &text, &mut sources, &mut found);
        return match ruling {
            Some(ruling) => Ok(ruling.game),
            None => Err(render(&found, &sources)),
        };
    }
    match record {
        Some(record) => Ok(record.game.clone()),
        None => Err(
            "what is to be debugged? `game` names a game; `ruling` or `record` a file".to_owned(),
        ),
    }
}

fn ruling(
    game: &Arc<RuledGame>,
    path: &str,
    sources: &mut Sources,
    host: &dyn DebugHost,
) -> Result<(Timeline, String), String> {
    if !path.ends_with(".ruling.yaml") {
        return Err(format!(
            "`{path}` is no ruling: the name of one ends with `.ruling.yaml`"
        ));
    }
    let (text, mut found) = (host.read(path)?, Report::new());
    let Some(ruling) = read(path, &text, sources, &mut found) else {
        return Err(render(&found, sources));
    };
    let name = &game.program().names.game;
    if ruling.game != *name {
        return Err(format!(
            "`{path}` is a ruling of `{}`, not of `{name}`",
            ruling.game
        ));
    }
    let title = ruling.id.clone();
    let timeline = Timeline::from_ruling(Arc::clone(game), ruling, sources.clone(), &mut found);
    let timeline = timeline.ok_or_else(|| render(&found, sources))?;
    Ok((timeline, title))
}

fn recorded(
    game: &RuledGame,
    record: &Replay,
    arguments: &Launch,
    notes: &mut Vec<String>,
) -> Result<(Timeline, String), String> {
    let program = Arc::new(game.program().clone());
    if !record.is_of(&program) {
        let differ = record.declared.compared(&program.digests);
        notes.push(format!(
            "it was recorded under other rules than those of here: {differ}"
        ));
    }
    let timeline =
        Timeline::from_record(record.clone(), program).map_err(|error| error.to_string())?;
    let title = arguments.record.clone().unwrap_or_default();
    Ok((timeline, title))
}

fn new_game(game: &RuledGame, arguments: &Launch) -> Result<(Timeline, String), String> {
    let program = Arc::new(game.program().clone());
    let fewest = u64::from(program.names.players.0);
    let options: Vec<(&str, String)> = (arguments.options.iter())
        .map(|(name, value)| (name.as_str(), word(value)))
        .collect();
    let options = options.iter().map(|(name, value)| (*name, value.as_str()));
    let (players, seed) = (
        arguments.players.unwrap_or(fewest),
        arguments.seed.unwrap_or(0),
    );
    let start = Start::from_words(&program, players, seed, options);
    let start = start.map_err(|error| error.to_string())?;
    let title = program.names.title.clone();
    let by_chance = arguments.choices == Choices::Random;
    let timeline = Timeline::new_game(program, start, by_chance);
    Ok((timeline.map_err(|error| error.to_string())?, title))
}

/// An option's value as it is written on the command line.
fn word(value: &Value) -> String {
    let word = value.as_str().map(str::to_owned);
    word.unwrap_or_else(|| value.to_string())
}

fn render(found: &Report, sources: &Sources) -> String {
    ludex_report::human(found, sources, false)
        .trim_end()
        .to_owned()
}
