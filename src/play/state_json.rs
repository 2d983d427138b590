//! Positions as JSON: everything, or what a player may know.

use crate::format::ValueFormat;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_program::layout::Var;
use ludex_rules::game::Holder;
use ludex_rules::ids::{BoardId, PlaceId, PlayerId, VarId};
use ludex_rules::table::widened;
use ludex_rules::types::Type;
use serde_json::{Map, Value, json};

/// Everything, hidden things included.
#[must_use]
pub fn state(program: &Program, state: &State) -> Value {
    StatePrinter {
        words: ValueFormat::of(program, state),
    }
    .position()
}

/// Returns the view of a player: unknown pieces are `{"hidden": true}`, hidden variables are left out.
#[must_use]
pub fn view(program: &Program, state: &State, player: PlayerId) -> Value {
    StatePrinter {
        words: ValueFormat::to(program, state, player),
    }
    .position()
}

/// Returns a piece as everybody or one player may know it.
#[must_use]
pub fn piece(program: &Program, state: &State, piece: PieceId, seat: Option<PlayerId>) -> Value {
    let words = match seat {
        None => ValueFormat::of(program, state),
        Some(seat) => ValueFormat::to(program, state, seat),
    };
    let is_known = words.knows(piece);
    let printer = StatePrinter { words };
    if is_known {
        printer.piece(piece)
    } else {
        printer.hidden(piece)
    }
}

/// Returns the attributes of a piece, by name, as its row has them.
#[must_use]
pub fn attributes(program: &Program, state: &State, piece: PieceId) -> Map<String, Value> {
    let layout = &program.layout;
    let Some(kind) = layout.piece_kind.get(piece) else {
        return Map::new();
    };
    let (kind, words) = (&layout.kinds[*kind], ValueFormat::of(program, state));
    let row = piece.number() - kind.first.number();
    let value = |ty: &Type, begin: u32| {
        let at = |place: u32| layout.rows.get(widened(place)).copied();
        let Type::Bag(values) = ty.required() else {
            // A text is the name of its row, or stands in words for people.
            let is_text = *ty.required() == Type::Text;
            let value = at(begin + row).filter(|_| !is_text);
            return value.map(|value| words.json(ty, value));
        };
        let names = program.names.enums.get(*values).map(|(_, names)| names)?;
        let width = u32::try_from(names.len()).ok()?;
        let counts = (0..width).zip(names);
        let counts = counts.filter_map(|(n, name)| {
            let count = at(begin + row * width + n).filter(|count| *count != 0)?;
            Some((name.clone(), json!(count)))
        });
        Some(Value::Object(counts.collect()))
    };
    let attributes = kind.attributes.iter();
    let attributes =
        attributes.filter_map(|one| Some((one.name.clone(), value(&one.ty, one.begins)?)));
    attributes.collect()
}

struct StatePrinter<'a> {
    words: ValueFormat<'a>,
}

impl StatePrinter<'_> {
    fn position(&self) -> Value {
        let (program, state) = (self.words.program, self.words.state);
        let options = (program.names.options.iter().enumerate()).map(|(n, option)| {
            let value = state.memory[program.layout.options(n).end];
            (option.name.clone(), option.json(value))
        });
        let mut all = Map::new();
        all.insert("game".into(), json!(program.names.game));
        all.insert("options".into(), Value::Object(options.collect()));
        all.insert("over".into(), json!(state.over));
        self.held(&mut all, Holder::Table, 0);
        self.boards(&mut all, false, 0);
        let players = PlayerId::first(state.players);
        let players = players.map(|player| Value::Object(self.player(player)));
        all.insert("players".into(), Value::Array(players.collect()));
        Value::Object(all)
    }

    fn player(&self, player: PlayerId) -> Map<String, Value> {
        let mut all = Map::new();
        self.held(&mut all, Holder::Player, player.number());
        self.boards(&mut all, true, player.number());
        all
    }

    /// Variables, tracks and places of the table or of a player, each in an object of its own.
    fn held(&self, all: &mut Map<String, Value>, holder: Holder, number: u32) {
        let layout = &self.words.program.layout;
        let (mut vars, mut tracks) = (Map::new(), Map::new());
        for (id, var) in layout
            .vars
            .entries()
            .filter(|(_, var)| var.holder == holder)
        {
            let to = if var.track.is_some() {
                &mut tracks
            } else {
                &mut vars
            };
            if let Some(value) = self.var(id, var, number) {
                to.insert(key(self.words.program, id), value);
            }
        }
        let places = layout.places.iter().filter(|place| place.holder == holder);
        let places: Map<String, Value> = places
            .map(|place| (place.name.clone(), self.pieces(place.base.plus(number))))
            .collect();
        for (name, part) in [("vars", vars), ("tracks", tracks), ("places", places)] {
            if !part.is_empty() {
                all.insert(name.into(), Value::Object(part));
            }
        }
    }

    /// A variable's value, or an object of values for one that is indexed; none when it isn't seen or nobody declared
    /// it and it stands at its default.
    fn var(&self, id: VarId, var: &Var, holder: u32) -> Option<Value> {
        let (program, state) = (self.words.program, self.words.state);
        let at = var.numbers_of(holder);
        if !self.words.sees(id, holder) {
            return None;
        }
        let values = state.memory.range(at.clone());
        if var.name.contains('.') && values == program.layout.memory.range(at) {
            return None;
        }
        let json = |value: &i32| self.words.json(&var.ty, *value);
        Some(match var.index {
            None => json(&values[0]),
            Some(e) => {
                let names = &program.names.enums[e].1;
                Value::Object(names.iter().cloned().zip(values.iter().map(json)).collect())
            }
        })
    }

    /// The boards of the table or of a player; of those that play lays out, which layout they have.
    fn boards(&self, all: &mut Map<String, Value>, per_player: bool, copy: u32) {
        let boards = self.words.program.layout.boards.entries();
        let (mut layouts, mut spaces) = (Map::new(), Map::new());
        for (id, board) in boards.filter(|(_, board)| board.per_player == per_player) {
            spaces.insert(board.name.clone(), self.board(id, copy));
            let used = self.words.layout(id, copy);
            if let (true, Some(used)) = (board.waits, used.filter(|used| !used.ids.is_empty())) {
                layouts.insert(board.name.clone(), json!(used.id));
            }
        }
        for (name, part) in [("layouts", layouts), ("boards", spaces)] {
            if !part.is_empty() {
                all.insert(name.into(), Value::Object(part));
            }
        }
    }

    fn board(&self, id: BoardId, copy: u32) -> Value {
        let layout = &self.words.program.layout;
        let board = &layout.boards[id];
        let Some(used) = self.words.layout(id, copy) else {
            return Value::Array(Vec::new());
        };
        let spaces = used.ids.iter().enumerate().map(|(n, name)| {
            let space = board.first + copy * board.capacity + n as u32;
            let mut all = Map::new();
            all.insert(
                "space".into(),
                if *name == n.to_string() {
                    json!(n)
                } else {
                    json!(name)
                },
            );
            self.holds(&mut all, &board.places, &board.fields, space);
            Value::Object(all)
        });
        Value::Array(spaces.collect())
    }

    /// The fields and places of a space or piece.
    fn holds(
        &self,
        all: &mut Map<String, Value>,
        places: &[PlaceId],
        fields: &[VarId],
        holder: u32,
    ) {
        let layout = &self.words.program.layout;
        for id in fields {
            if let Some(value) = self.var(*id, &layout.vars[*id], holder) {
                all.insert(key(self.words.program, *id), value);
            }
        }
        for id in places {
            let place = &layout.places[*id];
            let inside = place.spot(holder);
            all.insert(place.name.clone(), self.pieces(inside));
        }
    }

    fn pieces(&self, place: SpotId) -> Value {
        let told = |piece: PieceId| {
            if self.words.knows(piece) {
                self.piece(piece)
            } else {
                self.hidden(piece)
            }
        };
        let pieces = in_order_seen(&self.words, place).into_iter();
        Value::Array(pieces.map(told).collect())
    }

    /// A piece that the reader does not know, with the marks on it.
    fn hidden(&self, piece: PieceId) -> Value {
        let layout = &self.words.program.layout;
        let kind = &layout.kinds[layout.piece_kind[piece]];
        let marks = kind.fields.iter().filter(|id| layout.vars[**id].is_mark);
        let marks: Vec<VarId> = marks.copied().collect();
        let mut all = Map::new();
        all.insert("hidden".into(), json!(true));
        self.holds(&mut all, &[], &marks, piece.number());
        Value::Object(all)
    }

    fn piece(&self, piece: PieceId) -> Value {
        let program = self.words.program;
        let kind = &program.layout.kinds[program.layout.piece_kind[piece]];
        let mut all = Map::new();
        all.insert("id".into(), json!(piece));
        all.insert("kind".into(), json!(kind.name));
        all.insert("card".into(), json!(program.names.pieces[piece]));
        self.holds(&mut all, &kind.places, &kind.fields, piece.number());
        Value::Object(all)
    }
}

/// The pieces of a place, none for one that the reader does not know. Where the order tells a reader more than they saw,
/// those known come first.
pub(crate) fn as_seen(words: &ValueFormat<'_>, place: SpotId) -> Vec<Option<PieceId>> {
    let pieces = in_order_seen(words, place).into_iter();
    let known = |piece: &PieceId| words.knows(*piece);
    pieces.map(|piece| Some(piece).filter(known)).collect()
}

/// The pieces of a place in the order that a reader sees: where it tells more than they saw, those known come first.
#[must_use]
pub fn in_order_seen(words: &ValueFormat<'_>, place: SpotId) -> Vec<PieceId> {
    let mut pieces: Vec<PieceId> = words.state.pieces_in(place).collect();
    if State::is_mixed(words.program, place) {
        pieces.sort_by_key(|piece| !words.knows(*piece));
    }
    pieces
}

/// The name of a variable among those of its holder; made different when the checker made several of one name.
pub fn key(program: &Program, id: VarId) -> String {
    let vars = &program.layout.vars;
    let var = &vars[id];
    let same = vars
        .range(VarId::new(0)..id)
        .iter()
        .filter(|v| v.holder == var.holder && v.name == var.name)
        .count();
    if same == 0 {
        var.name.clone()
    } else {
        format!("{}#{}", var.name, same + 1)
    }
}
