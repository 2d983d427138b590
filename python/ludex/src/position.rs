//! Positions: a match, with its past.

use crate::errors::{busy, load, no_such_player, play, refused};
use crate::game::Loaded;
use crate::lean::Lean;
use crate::long::{self, Stopped};
use crate::plain::{from_python, to_python};
use ludex::bots::bot::Bot;
use ludex::bots::seat::Seat;
use ludex::bots::spec::{Algorithm, Spec};
use ludex::engine::knowledge::event::Event;
use ludex::play::decision::Decision;
use ludex::play::explain::{Legality, Requirement};
use ludex::play::game::Match;
use ludex::play::interrupt::Interrupt;
use ludex::play::lean::LeanGame;
use ludex::play::log::{self, LogReader};
use ludex::play::start::Start;
use ludex::play::{save, state_json};
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::source::Sources;
use ludex::system::SYSTEM;
use ludex::table::{Access, Description, Table};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};

/// A game being played, with events, undo and saves.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct Position {
    game: Arc<Loaded>,
    playing: Mutex<Match>,
}

impl Position {
    pub(crate) fn start(py: Python<'_>, game: &Arc<Loaded>, start: Start) -> PyResult<Position> {
        let begun = py.detach(|| Match::new(Arc::clone(&game.program), start));
        Ok(Position::new(game, begun.map_err(play)?))
    }

    pub(crate) fn load(py: Python<'_>, game: &Arc<Loaded>, text: &str) -> PyResult<Position> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| refused("bad_save", format!("this is no save: {error}")))?;
        let loaded = py.detach(|| save::load(Arc::clone(&game.program), &value));
        Ok(Position::new(game, loaded.map_err(|error| load(&error))?))
    }

    fn new(game: &Arc<Loaded>, playing: Match) -> Position {
        Position {
            game: Arc::clone(game),
            playing: Mutex::new(playing),
        }
    }

    /// The match, if no other thread works with it.
    fn playing(&self) -> PyResult<MutexGuard<'_, Match>> {
        self.playing.try_lock().map_err(|_| busy())
    }

    /// The player of a number.
    fn seat(playing: &Match, player: u64) -> PyResult<PlayerId> {
        let players = playing.state().players;
        let seat = u32::try_from(player).ok().map(PlayerId::numbered);
        seat.filter(|seat| seat.is_among(players))
            .ok_or_else(|| no_such_player(player, players))
    }
}

#[pymethods]
impl Position {
    /// The number of players.
    #[getter]
    fn players(&self) -> PyResult<u8> {
        Ok(self.playing()?.state().players)
    }

    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.playing()?.is_over())
    }

    /// The player who is asked; none once the game is over.
    #[getter]
    fn current_player(&self) -> PyResult<Option<u32>> {
        let playing = self.playing()?;
        Ok(playing.state().pending.map(|asked| asked.player.number()))
    }

    /// The number of choices since it began.
    #[getter]
    fn choice_count(&self) -> PyResult<usize> {
        Ok(self.playing()?.choice_count())
    }

    /// The open question, as plain values; none once the game is over.
    fn decision<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let playing = self.playing()?;
        let asked = py.detach(|| playing.decision());
        to_python(
            py,
            &asked.map_or(Value::Null, |asked| decision_json(&asked)),
        )
    }

    /// Scores, ranks and winners; none while the game goes on.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let playing = self.playing()?;
        let result = playing.result().map(|result| {
            json!({ "scores": result.scores, "ranks": result.ranks, "winners": result.winners })
        });
        to_python(py, &result.into())
    }

    /// The position as a player may see it, or all of it.
    fn view<'py>(&self, py: Python<'py>, player: Option<u64>) -> PyResult<Bound<'py, PyAny>> {
        let playing = self.playing()?;
        let view = match player {
            Some(player) => {
                let seat = Position::seat(&playing, player)?;
                state_json::view(playing.program(), playing.state(), seat)
            }
            None => state_json::state(playing.program(), playing.state()),
        };
        to_python(py, &view)
    }

    /// What the table's page knows of the game, whoever looks at whatever position.
    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let described = py.detach(|| self.game.table().map(|game| Description::new(game)))?;
        to_python(py, &json!(described))
    }

    /// The position as the table's page sees it: what a player may know, or all of it.
    fn snapshot<'py>(&self, py: Python<'py>, player: Option<u64>) -> PyResult<Bound<'py, PyAny>> {
        let playing = self.playing()?;
        let access = match player {
            Some(player) => Access::Seat(Position::seat(&playing, player)?.number()),
            None => Access::Full,
        };
        let snapshot = py.detach(|| {
            let game = Arc::clone(self.game.table()?);
            PyResult::Ok(Table::standing(game, playing.clone()).snapshot(access, 0))
        })?;
        to_python(py, &json!(snapshot))
    }

    /// What happened, as a player is told it, or all of it: from a line on.
    fn events(&self, player: Option<u64>, since: usize) -> PyResult<Vec<String>> {
        let playing = self.playing()?;
        let viewer = player
            .map(|player| Position::seat(&playing, player))
            .transpose()?;
        let reader = LogReader {
            viewer,
            causes: false,
            vocabulary: None,
        };
        let (program, state) = (playing.program(), playing.state());
        let line = |event: &Event| log::line(program, state, event, reader);
        Ok(playing.events().filter_map(line).skip(since).collect())
    }

    /// Answers the open question by number.
    fn apply(&self, py: Python<'_>, option: u64) -> PyResult<()> {
        let mut guard = self.playing()?;
        let playing = &mut *guard;
        // A number too large for this machine is no option either.
        let option = usize::try_from(option).unwrap_or(usize::MAX);
        py.detach(|| playing.apply(option)).map_err(play)?;
        Ok(())
    }

    /// The number of the option that a label or a value means.
    fn find(&self, answer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let playing = self.playing()?;
        match answer.extract::<String>() {
            Ok(words) => playing.find_words(&words).map_err(play),
            Err(_) => playing.find_value(&from_python(answer)?).map_err(play),
        }
    }

    /// Takes the last answer back.
    fn undo(&self, py: Python<'_>) -> PyResult<()> {
        let mut guard = self.playing()?;
        let playing = &mut *guard;
        py.detach(|| playing.undo()).map_err(play)
    }

    /// A position of its own that stands where this one does.
    fn copy(&self) -> PyResult<Position> {
        Ok(Position::new(&self.game, self.playing()?.clone()))
    }

    /// The same position without its past.
    fn lean(&self) -> PyResult<Lean> {
        let playing = self.playing()?;
        let lean = LeanGame::from_match(&playing);
        let lean =
            lean.ok_or_else(|| refused("not_asked", "an answer that was given ahead waits"))?;
        Ok(Lean::new(&self.game, lean, playing.start().clone()))
    }

    /// Why an action is legal or not for the player who is asked, as plain values.
    fn why_not<'py>(
        &self,
        py: Python<'py>,
        action: &str,
        arguments: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut guard = self.playing()?;
        let playing = &mut *guard;
        let explained = py
            .detach(|| playing.explain(action, &arguments))
            .map_err(play)?;
        let requirements = explained.requirements.iter();
        let told = |one: &Requirement| requirement(one, &self.game.sources);
        let answer = json!({
            "action": explained.action,
            "player": explained.player,
            "legal": explained.verdict == Legality::Legal,
            "verdict": verdict(&explained.verdict),
            "requirements": requirements.map(told).collect::<Value>(),
        });
        to_python(py, &answer)
    }

    /// A position that a player can't tell from this one, with everything unknown dealt anew.
    fn determinize(&self, py: Python<'_>, player: u64, seed: u64) -> PyResult<Position> {
        let playing = self.playing()?;
        let seat = Position::seat(&playing, player)?;
        match py.detach(|| ludex::worlds::determinize(&playing, seat, seed)) {
            Ok(world) => Ok(Position::new(&self.game, world.game)),
            Err(none) => Err(refused(
                "no_world",
                format!("no deal that fits was found in {} tries", none.tries),
            )),
        }
    }

    /// The position as a text that `load` reads.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let playing = self.playing()?;
        let saved = py
            .detach(|| save::save(&playing))
            .map_err(|error| load(&error))?;
        Ok(saved.to_string())
    }

    /// Plays on at random; returns the number of decisions made, and the signal that ended it before its end.
    fn playout(&self, py: Python<'_>, seed: u64, most: Option<u64>) -> PyResult<(u64, Stopped)> {
        let mut guard = self.playing()?;
        let playing = &mut *guard;
        let interrupt = Interrupt::default();
        let (played, signal) = long::run_so_far(py, &interrupt, || {
            playing.playout_so_far(seed, most, &interrupt)
        });
        Ok((played.map_err(play)?, long::stopped(py, signal)))
    }

    /// What a bot would choose: the option, and what it thought of each; and the signal that ended it before its end.
    fn best<'py>(
        &self,
        py: Python<'py>,
        bot: &str,
        seed: u64,
    ) -> PyResult<(Bound<'py, PyAny>, Stopped)> {
        let playing = self.playing()?;
        let spec = policy(bot, &self.game.program)?;
        let Some(seat) = Seat::of(&playing) else {
            return Err(refused("game_over", "the game is over: nobody is asked"));
        };
        let interrupt = Interrupt::default();
        let (advice, signal) = long::run_so_far(py, &interrupt, || {
            Bot::new(spec)
                .interruptible(interrupt.clone())
                .advise(&seat, seed)
        });
        let thoughts = advice.thoughts.iter();
        let thoughts: Value = thoughts
            .map(|thought| json!({ "playouts": thought.playouts, "gain": thought.mean() }))
            .collect();
        let answer = json!({
            "option": advice.option, "playouts": advice.playouts,
            "worlds": advice.worlds, "thoughts": thoughts,
        });
        Ok((to_python(py, &answer)?, long::stopped(py, signal)))
    }
}

/// Reads a bot for a game, with its net if it has one; a program is none here.
pub(crate) fn policy(bot: &str, program: &Arc<Program>) -> PyResult<Spec> {
    let spec = policy_spec(bot)?;
    if spec.algorithm == Algorithm::Net {
        let wrong = |why: String| refused("no_such_policy", format!("`{}`: {why}", spec.model));
        let bytes = std::fs::read(&spec.model).map_err(|error| wrong(error.to_string()))?;
        spec.read_net(&bytes, program).map_err(wrong)?;
    }
    Ok(spec)
}

/// Reads the bots of a game.
pub(crate) fn policies(bots: &[String], program: &Arc<Program>) -> PyResult<Vec<Spec>> {
    bots.iter().map(|bot| policy(bot, program)).collect()
}

/// Reads the words of a bot.
fn policy_spec(bot: &str) -> PyResult<Spec> {
    let spec = Spec::parse(bot, Some(SYSTEM));
    match spec {
        Ok(spec) if spec.algorithm == Algorithm::Exec => Err(refused(
            "no_such_policy",
            "a program can't be asked here, only by `ludex`",
        )),
        spec => spec.map_err(|error| refused("no_such_policy", error.to_string())),
    }
}

fn decision_json(asked: &Decision) -> Value {
    let options = asked.options.iter().enumerate();
    let options = options.map(
        |(index, option)| json!({ "index": index, "label": option.label, "value": option.value }),
    );
    json!({
        "player": asked.player, "prompt": asked.prompt, "options": options.collect::<Value>(),
        "undecided": asked.undecided,
    })
}

fn verdict(verdict: &Legality) -> Value {
    match verdict {
        Legality::Legal => "legal".into(),
        Legality::NotOffered => "not_offered".into(),
        Legality::NotAmong { parameter, value } => {
            json!({ "not_among": { "parameter": parameter, "value": value } })
        }
        Legality::NotKnown { parameter, value } => {
            json!({ "not_known": { "parameter": parameter, "value": value } })
        }
        Legality::Refused => "refused".into(),
        Legality::NoWay => "no_way".into(),
    }
}

fn requirement(one: &Requirement, sources: &Sources) -> Value {
    let at = sources.line_col(one.span.file, one.span.start);
    let saw = one.shown.iter();
    let saw = saw.map(|saw| json!({ "part": sources.slice(saw.span), "value": saw.value.json }));
    json!({
        "reason": one.reason, "holds": one.holds, "file": sources.path(one.span.file),
        "line": at.line, "column": at.column, "saw": saw.collect::<Value>(),
    })
}
