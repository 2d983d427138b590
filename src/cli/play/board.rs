//! A position as a page of text, whatever the game: drawn from what one player may know.

pub(super) mod geometry;

use crate::program::ids::{LayoutId, PieceId};
use crate::rules::ids::PlayerId;
use serde_json::{Map, Value};

use crate::cli::play::board::geometry::DrawnSpace;
use crate::cli::play::options::plain_words;
use crate::cli::play::page::CalledPanel;
use crate::cli::play::{cards, paper};
use crate::engine::state::State;
use crate::play::format::{UNKNOWN, ValueFormat};
use crate::play::state_json;
use crate::play::vocabulary::spaced;
use crate::program::Program;
use crate::program::layout::{Board, BoardLayout};
use crate::rules::game::Holder;

/// Level of detail of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Summary for play at the table: boxes are counted, empty places left out.
    Short,
    /// Everything that may be known.
    All,
}

/// The position as a player sees it: the others' things, then what all share, then the player's own.
pub(crate) fn draw(
    program: &Program,
    state: &State,
    seat: PlayerId,
    depth: Detail,
    width: usize,
) -> String {
    let view = state_json::view(program, state, seat);
    let drawer = |copy: u32| BoardDrawer {
        program,
        state,
        copy,
        depth,
        width,
    };
    let players = view["players"].as_array().map(Vec::as_slice);
    let players = players.unwrap_or_default();
    let mut text = String::from("\n");
    // The question stands below: what matters most to who is asked comes last.
    for player in (1..=players.len()).map(|n| (seat.index() + n) % players.len()) {
        let is_own = player == seat.index();
        let you = if is_own { " (you)" } else { "" };
        if is_own {
            text.push_str(&drawer(0).holder(&view, ""));
        }
        text.push_str(&format!("P{player}{you}\n"));
        text.push_str(&drawer(player as u32).holder(&players[player], "  "));
    }
    text
}

/// Draws the places, boards and numbers that are called so, of a player and of the table; none where nothing is.
pub(crate) fn part(
    program: &Program,
    state: &State,
    called: &CalledPanel<'_>,
    width: usize,
) -> Option<String> {
    let view = state_json::view(program, state, called.seat);
    let own = &view["players"][called.whose.index()];
    let drawn = [(own, called.whose.number()), (&view, 0)].map(|(holder, copy)| {
        let drawer = BoardDrawer {
            program,
            state,
            copy,
            depth: Detail::All,
            width,
        };
        drawer.holder(&only(holder, called.said), "  ")
    });
    let drawn = drawn.concat();
    (!drawn.is_empty()).then_some(drawn)
}

/// Keeps the parts of a holder that are called so.
fn only(holder: &Value, said: &str) -> Value {
    let parts = ["vars", "tracks", "places", "boards"].map(|part| {
        let named = members(&holder[part]).filter(|(name, _)| plain_words(name) == said);
        let named = named.map(|(name, value)| (name.clone(), value.clone()));
        (part.to_owned(), Value::Object(named.collect()))
    });
    Value::Object(parts.into_iter().collect())
}

/// Tells what lies on the spaces that a player calls so: on the player's own boards, then on those of the table, then on the
/// others'.
pub(crate) fn spaces_called(
    program: &Program,
    state: &State,
    seat: PlayerId,
    said: &str,
) -> Vec<String> {
    let view = state_json::view(program, state, seat);
    let others = PlayerId::first(state.players).filter(|player| *player != seat);
    let mut found = Vec::new();
    for player in [Some(seat), None].into_iter().chain(others.map(Some)) {
        let (holder, owner) = match player {
            Some(player) => (&view["players"][player.index()], format!("{player}.")),
            None => (&view, String::new()),
        };
        let drawer = BoardDrawer {
            program,
            state,
            copy: player.map_or(0, PlayerId::number),
            depth: Detail::All,
            width: usize::MAX,
        };
        let is_near = player.is_none_or(|player| player == seat);
        for (name, spaces) in members(&holder["boards"]) {
            found.extend(drawer.called(name, spaces, said, &owner, is_near));
        }
    }
    found
}

/// Draws what the table or one player has.
struct BoardDrawer<'a> {
    program: &'a Program,
    /// Asked for layouts in use only: what may be seen stands in the view.
    state: &'a State,
    /// Whose board, of those that each player has.
    copy: u32,
    depth: Detail,
    width: usize,
}

impl BoardDrawer<'_> {
    /// Boards, numbers and places of a player or of the table.
    fn holder(&self, view: &Value, indent: &str) -> String {
        let boards = self.boards(view, indent);
        boards + &self.numbers(view, indent) + &self.places(view, indent)
    }

    fn numbers(&self, view: &Value, indent: &str) -> String {
        let numbers = ["vars", "tracks"]
            .iter()
            .flat_map(|part| members(&view[part]));
        // Of an indexed number only what has come to something is worth a word.
        let counts = numbers.filter(|(_, value)| match value {
            Value::Object(parts) => parts.values().any(is_mark),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => true,
        });
        let numbers: Vec<String> = counts
            .map(|(name, value)| format!("{} {}", spaced(name), self.word(value)))
            .collect();
        self.wrapped(indent, &numbers)
    }

    fn places(&self, view: &Value, indent: &str) -> String {
        let (empty, places): (Vec<_>, Vec<_>) =
            members(&view["places"]).partition(|(_, pieces)| !is_mark(pieces));
        let mut text = String::new();
        for (name, pieces) in places {
            let contents = match pieces.as_array() {
                Some(pieces) if self.depth == Detail::Short && self.is_box(name, pieces.len()) => {
                    pieces.len().to_string()
                }
                _ => self.contents(pieces),
            };
            let line = format!("{}: {contents}", spaced(name));
            text.push_str(&self.wrapped(indent, &[line]));
        }
        if self.depth == Detail::All && !empty.is_empty() {
            let names: Vec<String> = empty.iter().map(|(name, _)| spaced(name)).collect();
            text.push_str(&self.wrapped(indent, &[format!("empty: {}", names.join(", "))]));
        }
        text
    }

    /// Tells whether a place is where pieces lie before set-up and holds so many that they are counted, not listed.
    fn is_box(&self, name: &str, pieces: usize) -> bool {
        const MANY: usize = 8;
        let layout = &self.program.layout;
        let mut places = layout.places.iter();
        let begins_here = places
            .find(|place| place.name == name)
            .is_some_and(|place| {
                let within = place.base..place.base.plus(place.holders.max(1));
                layout.home.iter().any(|home| within.contains(home))
            });
        begins_here && pieces > MANY
    }

    fn boards(&self, view: &Value, indent: &str) -> String {
        members(&view["boards"])
            .map(|(name, spaces)| self.board(name, spaces, indent))
            .collect()
    }

    fn wrapped(&self, indent: &str, words: &[String]) -> String {
        if words.is_empty() {
            String::new()
        } else {
            paper::wrapped(
                &words.join(", "),
                indent.len(),
                indent.len() + 2,
                self.width,
            )
        }
    }

    /// A board by its geometry: a ring or row as a line, a grid as a table, hexes as staggered rows.
    fn board(&self, name: &str, spaces: &Value, indent: &str) -> String {
        let Some(board) = self
            .program
            .layout
            .boards
            .iter()
            .find(|board| board.name == name)
        else {
            return self.wrapped(indent, &[format!("{name}: {}", self.word(spaces))]);
        };
        let layout = self.layout(board);
        let spaces = spaces.as_array().map(Vec::as_slice).unwrap_or_default();
        let at = |space: usize| layout.at.get(space).copied().unwrap_or_default();
        let id = |space: usize| {
            layout
                .ids
                .get(space)
                .cloned()
                .unwrap_or_else(|| space.to_string())
        };
        let cells = spaces.iter().enumerate();
        let cells = cells.map(|(space, holds)| DrawnSpace {
            id: id(space),
            at: at(space),
            holds: self.on_space(board, layout.written.get(space), holds),
            joined: None,
        });
        let drawn = geometry::draw(
            board.shape,
            &cells.collect::<Vec<_>>(),
            self.width - indent.len() - 2,
        );
        let lines: String = drawn
            .lines()
            .map(|line| format!("{indent}  {line}\n"))
            .collect();
        format!("{indent}{}:\n{lines}", spaced(name))
    }

    /// The pieces on the spaces of a board that are called so: by their id where that is near enough, by board or owner and id.
    fn called(
        &self,
        name: &str,
        spaces: &Value,
        said: &str,
        owner: &str,
        is_near: bool,
    ) -> Vec<String> {
        let boards = &self.program.layout.boards;
        let Some(board) = boards.iter().find(|board| board.name == name) else {
            return Vec::new();
        };
        let layout = self.layout(board);
        let spaces = spaces.as_array().map(Vec::as_slice).unwrap_or_default();
        let told = spaces.iter().enumerate().filter_map(|(space, holds)| {
            let id = layout.ids.get(space).cloned();
            let id = id.unwrap_or_else(|| space.to_string());
            let is_called = is_near && said == id
                || said == format!("{name}.{id}")
                || !owner.is_empty() && said == format!("{owner}{id}");
            let holds = self.on_space(board, layout.written.get(space), holds);
            let holds = if holds.is_empty() {
                "nothing is there"
            } else {
                &holds
            };
            is_called.then(|| format!("{owner}{id} of {}: {holds}", spaced(name)))
        });
        told.collect()
    }

    /// The layout that a board uses now.
    fn layout(&self, board: &Board) -> BoardLayout {
        let copy = if board.per_player { self.copy } else { 0 };
        let number = self.state.memory[board.layout_of(copy)];
        // INVARIANT: a state of these rules names a layout of its board.
        board.layouts[LayoutId::from_value(number)].clone()
    }

    /// Returns the words on a space: pieces and marks, or what is printed there when it has none.
    fn on_space(
        &self,
        board: &Board,
        written: Option<&Vec<(String, String)>>,
        holds: &Value,
    ) -> String {
        let first = self.first_place(board);
        let parts = members(holds).filter(|(key, value)| *key != "space" && is_mark(value));
        let words = parts.map(|(key, value)| match value.is_array() {
            true if Some(key.as_str()) == first => self.contents(value),
            true => format!("{}: {}", spaced(key), self.contents(value)),
            false => self.mark(key, value),
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            return written.map_or(String::new(), |written| {
                spaced(&cards::printed(written).join(" "))
            });
        }
        words.join(" ")
    }

    /// The place of a space whose pieces need no word before them.
    fn first_place(&self, board: &Board) -> Option<&str> {
        let layout = &self.program.layout;
        let id = layout
            .boards
            .iter()
            .position(|one| one.name == board.name)?;
        let of_space =
            |holder: &Holder| matches!(holder, Holder::Space(board) if board.index() == id);
        let mut places = layout.places.iter();
        let first = places.find(|place| of_space(&place.holder))?;
        Some(&first.name)
    }

    /// The pieces of a place; those that nobody here knows are only counted.
    fn contents(&self, pieces: &Value) -> String {
        let Some(pieces) = pieces.as_array() else {
            return self.word(pieces);
        };
        let words: Vec<String> = pieces.iter().map(|piece| self.card(piece)).collect();
        match words.iter().filter(|word| *word == UNKNOWN).count() {
            unknown if unknown == words.len() => format!("{unknown} hidden"),
            _ if words.iter().any(|word| word.contains(' ')) => words.join(", "),
            _ => words.join(" "),
        }
    }

    /// A piece in a place, by its id and name.
    fn card(&self, piece: &Value) -> String {
        let word = self.word(piece);
        let id = piece.as_str().unwrap_or(&word);
        cards::titled(self.program, id).unwrap_or(word)
    }

    /// A value in a word or a few.
    fn word(&self, value: &Value) -> String {
        match value {
            Value::Null => "-".to_owned(),
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(word) if self.is_identifier(word) => spaced(word),
            Value::String(word) => word.clone(),
            Value::Number(number) => number.to_string(),
            Value::Array(values) => format!("[{}]", self.words(values)),
            Value::Object(parts)
                if ["card", "space", "hidden"]
                    .iter()
                    .any(|key| parts.contains_key(*key)) =>
            {
                self.piece(parts)
            }
            Value::Object(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .filter(|(_, value)| is_mark(value))
                    .map(|(name, value)| format!("{} {}", spaced(name), self.word(value)))
                    .collect();
                format!("({})", parts.join(", "))
            }
        }
    }

    fn words(&self, values: &[Value]) -> String {
        values
            .iter()
            .map(|value| self.word(value))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A piece by its name, with what is not as at the beginning; a space by its name.
    fn piece(&self, parts: &Map<String, Value>) -> String {
        let name = ["card", "space"].iter().find_map(|key| parts.get(*key));
        let name = name.map_or_else(|| UNKNOWN.to_owned(), |name| self.word(name));
        let told = ["card", "space", "hidden", "kind", "id", "board"];
        let marks = (parts.iter()).filter(|(key, _)| !told.contains(&key.as_str()));
        let marks =
            marks.filter(|(key, value)| is_mark(value) && !self.is_first(parts, key, value));
        let marks: Vec<String> = marks.map(|(key, value)| self.mark(key, value)).collect();
        if marks.is_empty() {
            name
        } else {
            format!("{name}({})", marks.join(" "))
        }
    }

    /// Returns true if a word names a piece, a row or a value, and no space.
    fn is_identifier(&self, word: &str) -> bool {
        let names = &self.program.names;
        let values = names.enums.iter().flat_map(|(_, values)| values);
        let rows = names.rows.iter().flatten();
        names
            .pieces
            .iter()
            .chain(values)
            .chain(rows)
            .any(|name| name == word)
    }

    fn mark(&self, name: &str, value: &Value) -> String {
        let name = &spaced(name);
        match value {
            Value::Bool(true) => name.clone(),
            Value::Array(pieces) => format!("{name}: {}", self.words(pieces)),
            Value::Null
            | Value::Bool(false)
            | Value::Number(_)
            | Value::String(_)
            | Value::Object(_) => {
                format!("{name} {}", self.word(value))
            }
        }
    }

    /// Tells whether a field of a piece has the value it begins with.
    fn is_first(&self, parts: &Map<String, Value>, key: &str, value: &Value) -> bool {
        let first = || {
            let layout = &self.program.layout;
            let id = PieceId::numbered(u32::try_from(parts.get("id")?.as_u64()?).ok()?);
            let kind = &layout.kinds[*layout.piece_kind.get(id)?];
            let var = kind
                .fields
                .iter()
                .map(|var| &layout.vars[*var])
                .find(|var| var.name == key)?;
            let at = var.address(id.number());
            Some(ValueFormat::of(self.program, self.state).json(&var.ty, *layout.memory.get(at)?))
        };
        first().as_ref() == Some(value)
    }
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// Tells whether a value is worth a word: none, no, 0 and empty are not.
fn is_mark(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::Number(number) => number.as_i64() != Some(0),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(true) | Value::String(_) => true,
    }
}
