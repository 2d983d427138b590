//! Games: read, checked and compiled; what is wrong with them; the layouts of what programs see and choose.

use crate::errors::{self, LudexError, refused};
use crate::lean::Lean;
use crate::long::{self, Stopped};
use crate::plain::{from_python, to_python};
use crate::position::Position;
use crate::{rulings, shipped};
use ludex::encoding::action::ActionSpace;
use ludex::encoding::observation::ObservationLayout;
use ludex::encoding::slot::Slot;
use ludex::encoding::version;
use ludex::pipeline::{Checked, GameText};
use ludex::play::interrupt::Interrupt;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Code, Report, human, json as report_json, nearest};
use ludex::source::Sources;
use ludex::system::SYSTEM;
use ludex::table::TableGame;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A game without a mistake, with what is made of it once.
pub(crate) struct Loaded {
    pub(crate) program: Arc<Program>,
    pub(crate) sources: Sources,
    checked: Checked,
    /// The texts that it was read from, by path, without its rulings.
    files: Vec<(String, String)>,
    rulings: Vec<(String, String)>,
    observation: OnceLock<ObservationLayout>,
    actions: OnceLock<ActionSpace>,
    table: OnceLock<Result<Arc<TableGame>, String>>,
}

impl Loaded {
    pub(crate) fn observation(&self) -> &ObservationLayout {
        self.observation
            .get_or_init(|| ObservationLayout::new(&self.program))
    }

    pub(crate) fn actions(&self) -> &ActionSpace {
        self.actions.get_or_init(|| ActionSpace::new(&self.program))
    }

    /// Returns the game with its words and panels, for tables that people look at; made when it is first asked for.
    pub(crate) fn table(&self) -> PyResult<&Arc<TableGame>> {
        let made = self.table.get_or_init(|| {
            let text = GameText {
                name: self.program.names.game.clone(),
                files: self.files.clone(),
            };
            TableGame::new(text).map(|game| Arc::new(game.on(SYSTEM)))
        });
        made.as_ref()
            .map_err(|why| refused("broken_game", why.clone()))
    }

    /// A start of the game.
    pub(crate) fn start(&self, players: u64, seed: u64, options: &Value) -> PyResult<Start> {
        Start::from_json(&self.program, players, seed, options)
            .map_err(|error| errors::start(&error))
    }
}

/// A game, ready to be played. It never changes, so threads may share it.
#[pyclass(frozen, module = "ludex._native")]
pub(crate) struct Game(pub(crate) Arc<Loaded>);

/// What was read of a game: its texts, and its rulings beside them.
struct Texts {
    name: String,
    files: Vec<(String, String)>,
    rulings: Vec<(String, String)>,
}

/// Parts the rulings from the files of a game, which lie beside them.
fn sorted(name: String, files: impl IntoIterator<Item = (String, String)>) -> Texts {
    let is_ruling = |(path, _): &(String, String)| path.ends_with(".ruling.yaml");
    let (rulings, files) = files.into_iter().partition(is_ruling);
    Texts {
        name,
        files,
        rulings,
    }
}

/// The outcome of checking texts.
struct Found {
    sources: Sources,
    report: Report,
    game: Option<(Checked, Program)>,
}

fn examine(name: &str, files: Vec<(String, String)>) -> Found {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: name.to_owned(),
        files,
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let game = checked.and_then(|checked| {
        let program = checked.compile(&mut report)?;
        Some((checked, program))
    });
    Found {
        sources,
        report,
        game,
    }
}

/// Returns all that is wrong with a game's texts, as plain values.
#[pyfunction]
pub(crate) fn check<'py>(
    py: Python<'py>,
    name: String,
    files: BTreeMap<String, String>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = sorted(name, files);
    let found = py.detach(|| {
        let found = examine(&texts.name, texts.files);
        let mut diagnostics = report_json(&found.report, &found.sources);
        // Each drawn alone, as the command draws it.
        for (one, value) in found
            .report
            .in_order(&found.sources)
            .into_iter()
            .zip(diagnostics.as_array_mut().into_iter().flatten())
        {
            let mut alone = Report::of_all();
            alone.push(one.clone());
            value["text"] = human(&alone, &found.sources, false).into();
        }
        diagnostics
    });
    to_python(py, &found)
}

/// Returns what a diagnostic's code is about, in one line; none of what is no code.
#[pyfunction]
pub(crate) fn explain_code(code: &str) -> Option<&'static str> {
    Code::find(code).map(|code| code.row().title)
}

#[pymethods]
impl Game {
    /// Reads a game from texts with their paths. Rulings may be among them.
    #[staticmethod]
    fn from_texts(py: Python<'_>, name: String, files: BTreeMap<String, String>) -> PyResult<Game> {
        Game::load_texts(py, sorted(name, files))
    }

    /// Reads a shipped game.
    #[staticmethod]
    fn shipped(py: Python<'_>, name: String) -> PyResult<Game> {
        let Some(files) = shipped::files(&name) else {
            let known = shipped::shipped();
            let near = nearest(&name, known.iter().map(String::as_str));
            let meant = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            let all = known.join(", ");
            return Err(refused(
                "no_such_game",
                format!("no shipped game is called `{name}`{meant} There are {all}"),
            ));
        };
        Game::load_texts(py, sorted(name, files))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.program.names.game
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.program.names.title
    }

    /// The hash of the rules.
    #[getter]
    fn hash(&self) -> &str {
        &self.0.program.hash
    }

    /// The fewest and the most players.
    #[getter]
    fn players(&self) -> (u32, u32) {
        self.0.program.names.players
    }

    /// The texts that it was read from, by path, rulings among them.
    fn texts(&self) -> BTreeMap<String, String> {
        let files = self.0.files.iter().chain(&self.0.rulings);
        files.cloned().collect()
    }

    /// Whether some player may not see everything.
    #[getter]
    fn hides_anything(&self) -> bool {
        self.0.program.hides_anything()
    }

    /// The options, as plain values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options = self.0.program.names.options.iter().map(|option| {
            let values = option.values.iter();
            let values: Vec<Value> = values.map(|(_, value)| option.json(*value)).collect();
            json!({
                "name": option.name, "values": values,
                "default": option.json(option.default), "text": option.text,
            })
        });
        to_python(py, &options.collect())
    }

    /// The version of its encodings: their form and the hash of the rules.
    #[getter]
    fn encoding(&self) -> String {
        version(&self.0.program)
    }

    /// The slots of an observation: name, lowest and highest number of each, and the space that it tells of: its board, its
    /// coordinates, and the feature.
    fn slots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let slots = self.0.observation().slots().iter();
        let space = |slot: &'_ Slot| {
            let space = slot.space.as_ref()?;
            Some((space.board.clone(), space.at, space.feature.clone()))
        };
        PyList::new(
            py,
            slots.map(|slot| (slot.name.as_str(), slot.low, slot.high, space(slot))),
        )
    }

    /// The names of all actions, by id.
    fn actions(&self) -> Vec<String> {
        self.0.actions().names().to_vec()
    }

    /// Begins a game.
    fn start(
        &self,
        py: Python<'_>,
        players: u64,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let start = self.0.start(players, seed, &options_json(options)?)?;
        Position::start(py, &self.0, start)
    }

    /// Begins a game without a history.
    fn start_lean(
        &self,
        py: Python<'_>,
        players: u64,
        seed: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Lean> {
        let start = self.0.start(players, seed, &options_json(options)?)?;
        Lean::start(py, &self.0, start)
    }

    /// Loads a saved position.
    fn load(&self, py: Python<'_>, save: &str) -> PyResult<Position> {
        Position::load(py, &self.0, save)
    }

    /// Plays its rulings, and tells of each whether the rules answer so; and the signal that ended it before its end.
    fn rulings<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Stopped)> {
        let interrupt = Interrupt::default();
        let Loaded {
            checked,
            sources,
            rulings,
            ..
        } = &*self.0;
        let (answers, signal) = long::run_so_far(py, &interrupt, || {
            rulings::play(checked, sources, rulings, &interrupt)
        });
        let answers = to_python(py, &answers.into())?;
        Ok((answers, long::stopped(py, signal)))
    }
}

impl Game {
    fn load_texts(py: Python<'_>, texts: Texts) -> PyResult<Game> {
        let Texts {
            name,
            files,
            rulings,
        } = texts;
        let texts = files.clone();
        let mut found = py.detach(|| examine(&name, texts));
        match found.game.take() {
            Some((checked, program)) => Ok(Game(Arc::new(Loaded {
                program: Arc::new(program),
                sources: found.sources,
                checked,
                files,
                rulings,
                observation: OnceLock::new(),
                actions: OnceLock::new(),
                table: OnceLock::new(),
            }))),
            None => Err(broken(py, &name, &found)),
        }
    }
}

/// The exception of a game that can't be played, with its diagnostics.
fn broken(py: Python<'_>, name: &str, found: &Found) -> PyErr {
    let text = human(&found.report, &found.sources, false);
    let error = refused("broken_game", format!("`{name}` can't be played:\n{text}"));
    let diagnostics = report_json(&found.report, &found.sources);
    if let Ok(details) = to_python(py, &diagnostics) {
        // An exception takes attributes like any object; should that fail, its words are enough.
        let _ = error.value(py).setattr("details", details);
    }
    debug_assert!(error.is_instance_of::<LudexError>(py));
    error
}

/// The options of a start as JSON.
pub(crate) fn options_json(options: Option<&Bound<'_, PyDict>>) -> PyResult<Value> {
    options.map_or(Ok(Value::Null), |options| from_python(options.as_any()))
}
