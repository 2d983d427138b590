//! Positions from a partial description: what is named stands so, the rest as set-up leaves it.
//!
//! Read into numbers first, each mistake with its path; then pieces are placed, then fields and variables set.

use crate::demands;
use crate::demands::BrokenDemand;
use crate::format::ValueFormat;
use crate::setup::placing::{PlacedPieces, know, place};
use crate::start::Start;
use ludex_engine::fault::Fault;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId};
use ludex_report::nearest;
use ludex_rules::game::Holder;
use ludex_rules::ids::{BoardId, PlayerId, VarId};
use ludex_rules::table::Table;
use serde_json::{Map, Value};

mod joined;

mod layouts;

mod elsewhere;

mod pieces;
mod placing;

mod values;

/// The reason why a position can't be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Something named in the description is wrong.
    #[error("{path}: {message}{}", meant(.near.as_deref()))]
    At {
        /// The part that is wrong: `players[0].places.hand[2]`.
        path: String,
        /// The mistake in words.
        message: String,
        /// The word that was probably meant.
        near: Option<String>,
    },
    /// The rules demand something of positions that this one does not meet.
    #[error("the rules allow no such position: {}", listed(.0))]
    Demands(Vec<BrokenDemand>),
    /// Set-up itself went wrong.
    #[error("set-up failed: {0}")]
    Fault(#[from] Fault),
}

/// The position that a partial state describes, at the beginning of `play`. With `bare`, pieces are at home and
/// variables at their defaults, instead of a fresh set-up.
///
/// # Errors
/// Everything that contradicts the declarations, with its path; a fault of the rules at set-up.
pub fn setup(
    program: &Program,
    start: &Start,
    partial: &Value,
    bare: bool,
) -> Result<State, SetupError> {
    start.check(program).map_err(|e| wrong("", e.to_string()))?;
    let mut state = fresh(program, start, bare)?;
    layouts::lay_out(program, &mut state, partial)?;
    let mut reader = PositionReader::new(program, &state);
    reader.position(partial, start)?;
    let mut placed = place(program, &state, &reader.places)?;
    for (address, value) in reader.values {
        placed.memory[address] = value;
    }
    placed.fill_bitboards(program);
    know(program, &state, &mut placed);
    match demands::broken(program, &placed) {
        broken if broken.is_empty() => Ok(placed),
        broken => Err(SetupError::Demands(broken)),
    }
}

fn fresh(program: &Program, start: &Start, bare: bool) -> Result<State, Fault> {
    let mut state = start.before_setup(program);
    let mut work = Work::lent(program);
    let mut machine = Machine::new(program, &mut state, &mut work);
    if bare {
        machine.begin_bare()?;
    } else {
        machine.run_setup()?;
        machine.drop_setup();
    }
    Ok(state)
}

pub(super) fn wrong(path: &str, message: impl Into<String>) -> SetupError {
    let path = if path.is_empty() {
        "state".into()
    } else {
        path.to_owned()
    };
    SetupError::At {
        path,
        message: message.into(),
        near: None,
    }
}

fn listed(broken: &[BrokenDemand]) -> String {
    let reasons: Vec<String> = broken.iter().map(BrokenDemand::to_string).collect();
    reasons.join("; ")
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
}

/// A word that is none of those known.
fn unknown<'a>(
    path: &str,
    what: &str,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> SetupError {
    SetupError::At {
        path: if path.is_empty() { "state" } else { path }.to_owned(),
        message: format!("unknown {what} `{word}`"),
        near: nearest(word, known).map(str::to_owned),
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

struct PositionReader<'a> {
    program: &'a Program,
    state: &'a State,
    /// The path at which each piece was named.
    named: Table<PieceId, Option<String>>,
    places: Vec<PlacedPieces>,
    /// The path at which each variable of the table or of a player was named, by its holder's number.
    variables: Vec<((VarId, u32), String)>,
    /// The path at which the fields of a space that a thing covers were said.
    covered: Vec<(Address, String)>,
    /// Addresses and their new values.
    values: Vec<(Address, i32)>,
}

impl<'a> PositionReader<'a> {
    fn new(program: &'a Program, state: &'a State) -> PositionReader<'a> {
        PositionReader {
            program,
            state,
            named: Table::filled(state.pieces.len(), None),
            places: Vec::new(),
            variables: Vec::new(),
            covered: Vec::new(),
            values: Vec::new(),
        }
    }

    fn position(&mut self, partial: &Value, start: &Start) -> Result<(), SetupError> {
        if partial.is_null() {
            return Ok(());
        }
        const KEYS: [&str; 9] = [
            "game", "options", "over", "vars", "tracks", "places", "layouts", "boards", "players",
        ];
        for (name, part) in object(partial, "")? {
            match name.as_str() {
                "game" if *part == self.program.names.game.as_str() => {}
                "game" => {
                    return Err(wrong(
                        name,
                        format!("this is not `{}`", self.program.names.game),
                    ));
                }
                "options" => self.options(part, start)?,
                "over" if *part == false => {}
                "over" => return Err(wrong(name, "a game that is over can't be set up")),
                "vars" | "tracks" => self.vars(part, Holder::Table, 0, name)?,
                "places" => self.declared_places(part, Holder::Table, 0, name)?,
                // Boards are laid out before anything names their spaces.
                "layouts" => {}
                "boards" => self.boards(part, None, name)?,
                "players" => {
                    let mut named = Vec::new();
                    for (seat, player, path) in members(part, "players", "player")? {
                        let read = self.seat(&seat, &path)?;
                        named_once(&mut named, read, &path, || format!("player {read}"))?;
                        self.player(read, player, &path)?;
                    }
                }
                _ => {
                    return Err(self.elsewhere(Holder::Table, "", name, "part", || {
                        unknown("", "part", name, KEYS)
                    }));
                }
            }
        }
        Ok(())
    }

    fn options(&self, part: &Value, start: &Start) -> Result<(), SetupError> {
        let given = Start::from_json(self.program, u64::from(start.players), start.seed, part);
        let given = given.map_err(|e| wrong("options", e.to_string()))?;
        for (n, option) in self.program.names.options.iter().enumerate() {
            if part.get(&option.name).is_some() && given.options[n] != start.options[n] {
                let (word, other) = (option.word(start.options[n]), option.word(given.options[n]));
                return Err(wrong(
                    &join("options", &option.name),
                    format!("the game is played with `{word}`, not `{other}`"),
                ));
            }
        }
        Ok(())
    }

    /// Reads the seat of a player: `0` or `P0`.
    fn seat(&self, seat: &str, path: &str) -> Result<PlayerId, SetupError> {
        let players = self.state.players;
        let player = PlayerId::read(seat.strip_prefix('P').unwrap_or(seat));
        player
            .filter(|player| player.is_among(players))
            .ok_or_else(|| {
                let message = format!("there is no player {seat}: {players} play, counted from 0");
                wrong(path, message)
            })
    }

    fn player(&mut self, player: PlayerId, part: &Value, path: &str) -> Result<(), SetupError> {
        let number = player.number();
        for (name, part) in object(part, path)? {
            let path = join(path, name);
            match name.as_str() {
                "vars" | "tracks" => self.vars(part, Holder::Player, number, &path)?,
                "places" => self.declared_places(part, Holder::Player, number, &path)?,
                "layouts" => {}
                "boards" => self.boards(part, Some(player), &path)?,
                _ => {
                    let parts = ["vars", "tracks", "places", "layouts", "boards"];
                    return Err(self.elsewhere(Holder::Player, &path, name, "part", || {
                        unknown(&path, "part", name, parts)
                    }));
                }
            }
        }
        Ok(())
    }

    fn boards(
        &mut self,
        part: &Value,
        player: Option<PlayerId>,
        path: &str,
    ) -> Result<(), SetupError> {
        let program = self.program;
        for (name, spaces) in object(part, path)? {
            let path = join(path, name);
            let boards = program.layout.boards.entries();
            let boards = boards.filter(|(_, board)| board.per_player == player.is_some());
            let Some((board, _)) = boards.clone().find(|(_, board)| board.name == *name) else {
                let known = boards.map(|(_, board)| board.name.as_str());
                let holder = player.map_or(Holder::Table, |_| Holder::Player);
                return Err(self.elsewhere(holder, &path, name, "board", || {
                    unknown(&path, "board", name, known)
                }));
            };
            let copy = player.map_or(0, PlayerId::number);
            let mut named = Vec::new();
            for (id, part, path) in members(spaces, &path, "space")? {
                if self.joined(board, player, &id, part, &path)? {
                    continue;
                }
                let space = self.space_named(board, copy, &id, part, &path)?;
                named_once(&mut named, space, &path, || format!("the space `{id}`"))?;
                self.space(board, space, part, &path)?;
            }
        }
        Ok(())
    }

    /// Finds the space that a part of a board is about: by its key, or by its own `space`.
    fn space_named(
        &self,
        board: BoardId,
        copy: u32,
        id: &str,
        part: &Value,
        path: &str,
    ) -> Result<i32, SetupError> {
        let words = ValueFormat::of(self.program, self.state);
        let id = match part.get("space") {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(n)) => n.to_string(),
            Some(other) => return Err(wrong(&join(path, "space"), format!("{other} is no space"))),
            None => id.to_owned(),
        };
        words.space_on(board, copy, &id).ok_or_else(|| {
            let ids = words
                .layout(board, copy)
                .map_or(&[][..], |layout| &layout.ids);
            let rules = &self.program.layout.boards[board];
            let things = rules
                .joined
                .map(|joined| words.candidates(&self.program.layout.vars[joined.what].ty));
            let things = things.unwrap_or_default();
            let known = ids.iter().chain(&things).map(String::as_str);
            unknown(path, &format!("space of `{}`", rules.name), &id, known)
        })
    }

    fn space(
        &mut self,
        board: BoardId,
        space: i32,
        part: &Value,
        path: &str,
    ) -> Result<(), SetupError> {
        let rules = &self.program.layout.boards[board];
        let object = object(part, path)?;
        for (name, value) in object.iter().filter(|(name, _)| *name != "space") {
            self.part_of(
                &rules.fields,
                &rules.places,
                space as u32,
                name,
                value,
                &join(path, name),
            )?;
        }
        Ok(())
    }
}

/// Notes that something is named; an error when another key named it before.
fn named_once<T: PartialEq>(
    named: &mut Vec<(T, String)>,
    what: T,
    path: &str,
    word: impl Fn() -> String,
) -> Result<(), SetupError> {
    if let Some((_, first)) = named.iter().find(|(other, _)| *other == what) {
        let message = format!("{} is named twice, first at {first}", word());
        return Err(wrong(path, message));
    }
    named.push((what, path.to_owned()));
    Ok(())
}

fn object<'a>(value: &'a Value, path: &str) -> Result<&'a Map<String, Value>, SetupError> {
    value
        .as_object()
        .ok_or_else(|| wrong(path, "names with values are expected here"))
}

/// Members of a list, counted, or of an object, named; each with its path.
fn members<'a>(
    value: &'a Value,
    path: &str,
    what: &str,
) -> Result<Vec<(String, &'a Value, String)>, SetupError> {
    match value {
        Value::Object(all) => Ok(all
            .iter()
            .map(|(name, part)| (name.clone(), part, join(path, name)))
            .collect()),
        Value::Array(all) => Ok(all
            .iter()
            .enumerate()
            .map(|(n, part)| (n.to_string(), part, format!("{path}[{n}]")))
            .collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Err(wrong(
            path,
            format!("a list is expected here, or each {what} by its name"),
        )),
    }
}
