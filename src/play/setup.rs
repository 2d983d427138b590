//! Positions from a partial description: what is named stands so, the rest as set-up leaves it.
//!
//! Read into numbers first, each mistake with its path; then pieces are placed, then fields and variables set.

use crate::engine::fault::Fault;
use crate::engine::machine::{Machine, Work};
use crate::engine::state::State;
use crate::play::placing::{Named, know, place};
use crate::play::start::Start;
use crate::play::state_json::key;
use crate::play::words::Words;
use crate::program::Program;
use crate::program::layout::Var;
use crate::report::nearest;
use crate::rules::game::{Holder, NONE};
use crate::rules::types::Type;
use serde_json::{Map, Value};

/// Why a position can't be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Something named in the description is wrong.
    #[error("{path}: {message}{}", meant(.near.as_deref()))]
    At {
        /// Where: `players[0].places.hand[2]`.
        path: String,
        /// What is wrong.
        message: String,
        /// The word that was probably meant.
        near: Option<String>,
    },
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
    let state = fresh(program, start, bare)?;
    let mut reader = Reader::new(program, &state);
    reader.position(partial, start)?;
    let mut placed = place(program, &state, &reader.places)?;
    for (address, value) in reader.values {
        placed.memory[address] = value;
    }
    know(program, &state, &mut placed);
    Ok(placed)
}

fn fresh(program: &Program, start: &Start, bare: bool) -> Result<State, Fault> {
    let mut state = State::before_setup(program, start.players, start.seed, &start.options);
    let mut work = Work::default();
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

struct Reader<'a> {
    program: &'a Program,
    state: &'a State,
    /// Where each piece was named.
    named: Vec<Option<String>>,
    places: Vec<Named>,
    /// Addresses and their new values.
    values: Vec<(usize, i32)>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, state: &'a State) -> Reader<'a> {
        Reader {
            program,
            state,
            named: vec![None; state.pieces.len()],
            places: Vec::new(),
            values: Vec::new(),
        }
    }

    fn position(&mut self, partial: &Value, start: &Start) -> Result<(), SetupError> {
        if partial.is_null() {
            return Ok(());
        }
        const KEYS: [&str; 8] = [
            "game", "options", "over", "vars", "tracks", "places", "boards", "players",
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
                "boards" => self.boards(part, None, name)?,
                "players" => {
                    for (seat, player, path) in members(part, "players", "player")? {
                        self.player(&seat, player, &path)?;
                    }
                }
                _ => return Err(unknown("", "part", name, KEYS)),
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

    fn player(&mut self, seat: &str, part: &Value, path: &str) -> Result<(), SetupError> {
        let number = seat.strip_prefix('P').unwrap_or(seat).parse::<u32>().ok();
        let Some(number) = number.filter(|n| *n < u32::from(self.state.players)) else {
            return Err(wrong(
                path,
                format!(
                    "there is no player {seat}: {} play, counted from 0",
                    self.state.players
                ),
            ));
        };
        for (name, part) in object(part, path)? {
            let path = join(path, name);
            match name.as_str() {
                "vars" | "tracks" => self.vars(part, Holder::Player, number, &path)?,
                "places" => self.declared_places(part, Holder::Player, number, &path)?,
                "boards" => self.boards(part, Some(number), &path)?,
                _ => {
                    return Err(unknown(
                        &path,
                        "part",
                        name,
                        ["vars", "tracks", "places", "boards"],
                    ));
                }
            }
        }
        Ok(())
    }

    fn vars(
        &mut self,
        part: &Value,
        holder: Holder,
        number: u32,
        path: &str,
    ) -> Result<(), SetupError> {
        for (name, value) in object(part, path)? {
            let path = join(path, name);
            let Some(id) = self.find_var(holder, name) else {
                let known: Vec<String> = self.vars_of(holder);
                return Err(unknown(
                    &path,
                    "variable",
                    name,
                    known.iter().map(String::as_str),
                ));
            };
            self.var(id, number, value, &path)?;
        }
        Ok(())
    }

    fn vars_of(&self, holder: Holder) -> Vec<String> {
        let vars = self
            .program
            .layout
            .vars
            .iter()
            .enumerate()
            .filter(|(_, var)| var.holder == holder);
        vars.map(|(id, _)| key(self.program, id))
            .filter(|name| !name.contains('.'))
            .collect()
    }

    fn find_var(&self, holder: Holder, name: &str) -> Option<usize> {
        let vars = &self.program.layout.vars;
        (0..vars.len()).find(|id| vars[*id].holder == holder && key(self.program, *id) == name)
    }

    fn var(&mut self, id: usize, number: u32, value: &Value, path: &str) -> Result<(), SetupError> {
        let program = self.program;
        let var = &program.layout.vars[id];
        let at = (var.base + (number - var.first) * var.width) as usize;
        let Some(index) = var.index else {
            let value = self.value(var, value, path)?;
            self.values.push((at, value));
            return Ok(());
        };
        let words = &program.names.enums[index as usize].1;
        for (word, value) in object(value, path)? {
            let path = join(path, word);
            let Some(n) = words.iter().position(|w| w == word) else {
                return Err(unknown(
                    &path,
                    "value",
                    word,
                    words.iter().map(String::as_str),
                ));
            };
            let value = self.value(var, value, &path)?;
            self.values.push((at + n, value));
        }
        Ok(())
    }

    fn value(&self, var: &Var, value: &Value, path: &str) -> Result<i32, SetupError> {
        let number = self.typed(&var.ty, value, path)?;
        let (low, high) = var.bounds;
        if matches!(var.ty.required(), Type::Int)
            && number != NONE
            && !(low..=high).contains(&number)
        {
            return Err(wrong(path, format!("{number} is not from {low} to {high}")));
        }
        Ok(number)
    }

    fn typed(&self, ty: &Type, value: &Value, path: &str) -> Result<i32, SetupError> {
        let words = Words::of(self.program, self.state);
        let found = match (ty.required(), value) {
            (_, Value::Null) if matches!(ty, Type::Optional(_)) => Some(NONE),
            (Type::Int, Value::Number(n)) => n
                .as_i64()
                .and_then(|n| i32::try_from(n).ok())
                .filter(|n| *n != NONE),
            (Type::Bool, Value::Bool(flag)) => Some(i32::from(*flag)),
            (Type::Int | Type::Bool, _) => None,
            (Type::Set(e), Value::Array(members)) => {
                let mut set = 0;
                for (n, member) in members.iter().enumerate() {
                    set |= 1 << self.typed(&Type::Enum(*e), member, &format!("{path}[{n}]"))?;
                }
                Some(set)
            }
            (Type::Player, Value::Number(n)) => words.value(ty, &format!("P{n}")),
            (_, Value::Number(n)) => words.value(ty, &n.to_string()),
            (_, Value::String(word)) => words.value(ty, word),
            _ => None,
        };
        found.ok_or_else(|| match value.as_str() {
            Some(word) => {
                let candidates = words.candidates(ty);
                unknown(path, noun(ty), word, candidates.iter().map(String::as_str))
            }
            None => wrong(path, format!("{value} is no {}", noun(ty))),
        })
    }

    fn declared_places(
        &mut self,
        part: &Value,
        holder: Holder,
        number: u32,
        path: &str,
    ) -> Result<(), SetupError> {
        for (name, pieces) in object(part, path)? {
            let path = join(path, name);
            let places = &self.program.layout.places;
            let Some(place) = places
                .iter()
                .find(|p| p.holder == holder && p.name == *name)
            else {
                let known = places
                    .iter()
                    .filter(|p| p.holder == holder)
                    .map(|p| p.name.as_str());
                return Err(unknown(&path, "place", name, known));
            };
            self.place((place.base + number - place.first) as u16, pieces, &path)?;
        }
        Ok(())
    }

    fn place(&mut self, place: u16, pieces: &Value, path: &str) -> Result<(), SetupError> {
        let Value::Array(pieces) = pieces else {
            return Err(wrong(path, "a place takes a list of pieces"));
        };
        if let Some(twice) = self.places.iter().find(|named| named.place == place) {
            return Err(wrong(
                path,
                format!("this place is named twice, first at {}", twice.path),
            ));
        }
        let declared = &self.program.layout.places
            [self.program.layout.place_of[usize::from(place)].0 as usize];
        if pieces.len() > declared.capacity as usize {
            return Err(wrong(
                path,
                format!(
                    "{} pieces are too many: `{}` holds {}",
                    pieces.len(),
                    declared.name,
                    declared.capacity
                ),
            ));
        }
        let at = self.places.len();
        self.places.push(Named {
            place,
            pieces: Vec::new(),
            path: path.to_owned(),
        });
        for (n, piece) in pieces.iter().enumerate() {
            let piece = self.piece(declared.holds as usize, piece, &format!("{path}[{n}]"))?;
            self.places[at].pieces.push(piece);
        }
        Ok(())
    }

    /// A piece: its id, or an object with `card` and fields.
    fn piece(&mut self, kind: usize, value: &Value, path: &str) -> Result<u16, SetupError> {
        let card = match value {
            Value::String(card) if self.is_of_equals(kind, card) => {
                return self.any_of(kind, &Map::new(), path);
            }
            Value::String(card) => card,
            Value::Object(all) if all.contains_key("hidden") => {
                return Err(wrong(
                    path,
                    "a hidden piece can't be set up: name its `card`",
                ));
            }
            Value::Object(all) => match all.get("card") {
                Some(Value::String(card)) => card,
                None if self.program.names.rows[kind].is_empty() => {
                    return self.any_of(kind, all, path);
                }
                _ => return Err(wrong(path, "a piece needs its `card`")),
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                return Err(wrong(path, format!("{value} is no piece")));
            }
        };
        let piece = self.find_piece(kind, card, path)?;
        if let Some(first) = &self.named[usize::from(piece)] {
            return Err(wrong(
                path,
                format!("`{card}` is named twice, first at {first}"),
            ));
        }
        self.named[usize::from(piece)] = Some(path.to_owned());
        self.back_to_defaults(kind, piece);
        if let Value::Object(all) = value {
            self.fields(kind, piece, all, path)?;
        }
        Ok(piece)
    }

    /// Whether a name is that of a kind without rows, whose pieces are all equal.
    fn is_of_equals(&self, kind: usize, name: &str) -> bool {
        self.program.names.rows[kind].is_empty() && self.program.layout.kinds[kind].name == name
    }

    /// A piece of a kind without rows, any that is not named: `token`, `{ kind: cube, of: P0 }`.
    fn any_of(
        &mut self,
        kind: usize,
        all: &Map<String, Value>,
        path: &str,
    ) -> Result<u16, SetupError> {
        let rules = &self.program.layout.kinds[kind];
        let owner = match all.get("of") {
            Some(of) => Some(self.typed(&Type::Player, of, &join(path, "of"))?),
            None => None,
        };
        let fits = |piece: &u32| {
            let made_for = self.program.layout.piece_for[*piece as usize];
            self.named[*piece as usize].is_none()
                && made_for < i32::from(self.state.players)
                && owner.is_none_or(|owner| owner == made_for)
        };
        let Some(piece) = (rules.first..rules.first + rules.count).find(fits) else {
            return Err(wrong(
                path,
                format!("no other `{}` is left for this place", rules.name),
            ));
        };
        self.named[piece as usize] = Some(path.to_owned());
        self.back_to_defaults(kind, piece as u16);
        self.fields(kind, piece as u16, all, path)?;
        Ok(piece as u16)
    }

    fn find_piece(&self, kind: usize, card: &str, path: &str) -> Result<u16, SetupError> {
        let rules = &self.program.layout.kinds[kind];
        let names = &self.program.names.pieces;
        let of_kind = rules.first as usize..(rules.first + rules.count) as usize;
        let Some(piece) = of_kind.clone().find(|p| names[*p] == card) else {
            let other = names.iter().position(|name| name == card);
            return Err(match other {
                Some(other) => {
                    let other = &self.program.layout.kinds
                        [self.program.layout.piece_kind[other] as usize]
                        .name;
                    wrong(
                        path,
                        format!(
                            "`{card}` is of kind `{other}`, but the place holds `{}`",
                            rules.name
                        ),
                    )
                }
                None => unknown(
                    path,
                    &rules.name,
                    card,
                    names[of_kind].iter().map(String::as_str),
                ),
            });
        };
        let made_for = self.program.layout.piece_for[piece];
        if made_for >= i32::from(self.state.players) {
            return Err(wrong(
                path,
                format!("`{card}` belongs to player {made_for}, who doesn't play"),
            ));
        }
        Ok(piece as u16)
    }

    fn back_to_defaults(&mut self, kind: usize, piece: u16) {
        let program = self.program;
        for id in &program.layout.kinds[kind].fields {
            let var = &program.layout.vars[*id as usize];
            let at = (var.base + (u32::from(piece) - var.first) * var.width) as usize;
            self.values
                .extend((at..at + var.width as usize).map(|at| (at, program.layout.memory[at])));
        }
    }

    fn fields(
        &mut self,
        kind: usize,
        piece: u16,
        all: &Map<String, Value>,
        path: &str,
    ) -> Result<(), SetupError> {
        let program = self.program;
        let rules = &program.layout.kinds[kind];
        for (name, value) in all {
            let at = join(path, name);
            match name.as_str() {
                "card" => {}
                "of" if !all.contains_key("card") => {}
                "id" if *value == piece => {}
                "id" => {
                    return Err(wrong(
                        &at,
                        format!(
                            "`{}` has id {piece}",
                            program.names.pieces[usize::from(piece)]
                        ),
                    ));
                }
                "kind" if *value == rules.name.as_str() => {}
                "kind" => return Err(wrong(&at, format!("it is of kind `{}`", rules.name))),
                _ => self.part_of(
                    &rules.fields,
                    &rules.places,
                    u32::from(piece),
                    name,
                    value,
                    &at,
                )?,
            }
        }
        Ok(())
    }

    /// A field or place of a piece or space.
    fn part_of(
        &mut self,
        fields: &[u32],
        places: &[u32],
        holder: u32,
        name: &str,
        value: &Value,
        path: &str,
    ) -> Result<(), SetupError> {
        let program = self.program;
        if let Some(id) = fields.iter().find(|id| key(program, **id as usize) == name) {
            return self.var(*id as usize, holder, value, path);
        }
        let declared = |id: &u32| &program.layout.places[*id as usize];
        if let Some(place) = places.iter().map(declared).find(|place| place.name == name) {
            return self.place((place.base + holder - place.first) as u16, value, path);
        }
        let fields = fields
            .iter()
            .map(|id| program.layout.vars[*id as usize].name.as_str());
        Err(unknown(
            path,
            "field",
            name,
            fields.chain(places.iter().map(|id| declared(id).name.as_str())),
        ))
    }

    fn boards(&mut self, part: &Value, player: Option<u32>, path: &str) -> Result<(), SetupError> {
        let program = self.program;
        for (name, spaces) in object(part, path)? {
            let path = join(path, name);
            let boards = program.layout.boards.iter();
            let Some(board) = boards
                .clone()
                .position(|b| b.name == *name && b.per_player == player.is_some())
            else {
                let known = boards
                    .filter(|b| b.per_player == player.is_some())
                    .map(|b| b.name.as_str());
                return Err(unknown(&path, "board", name, known));
            };
            for (id, part, path) in members(spaces, &path, "space")? {
                self.space(board, player.unwrap_or(0), &id, part, &path)?;
            }
        }
        Ok(())
    }

    fn space(
        &mut self,
        board: usize,
        copy: u32,
        id: &str,
        part: &Value,
        path: &str,
    ) -> Result<(), SetupError> {
        let words = Words::of(self.program, self.state);
        let object = object(part, path)?;
        let id = match object.get("space") {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(n)) => n.to_string(),
            Some(other) => return Err(wrong(&join(path, "space"), format!("{other} is no space"))),
            None => id.to_owned(),
        };
        let rules = &self.program.layout.boards[board];
        let Some(space) = words.space_on(board, copy, &id) else {
            let ids = words
                .layout(board, copy)
                .map_or(&[][..], |layout| &layout.ids);
            return Err(unknown(
                path,
                &format!("space of `{}`", rules.name),
                &id,
                ids.iter().map(String::as_str),
            ));
        };
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

fn noun(ty: &Type) -> &'static str {
    match ty.required() {
        Type::Int => "number",
        Type::Bool => "flag",
        Type::Player => "player",
        Type::Piece(_) => "piece",
        Type::Row(_) => "row",
        Type::Space(_) => "space",
        Type::Place(_) => "place",
        Type::Direction(_) => "direction",
        Type::Placement(_) => "placement",
        Type::Shape => "shape",
        Type::Enum(_)
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Text
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => "value",
    }
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
