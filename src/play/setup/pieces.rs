//! Pieces of a given position: which lie in a place, and what their fields and places hold.

use crate::setup::placing::PlacedPieces;
use crate::setup::{PositionReader, SetupError, join, object, unknown, wrong};
use crate::state_json::key;
use ludex_engine::state::State;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::game::Holder;
use ludex_rules::ids::{KindId, PlaceId, PlayerId, VarId};
use ludex_rules::table::{ids, widened};
use ludex_rules::types::Type;
use serde_json::{Map, Value};

impl PositionReader<'_> {
    pub(super) fn declared_places(
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
                return Err(self.elsewhere(holder, &path, name, "place", || {
                    unknown(&path, "place", name, known)
                }));
            };
            self.place(place.spot(number), pieces, &path)?;
        }
        Ok(())
    }

    fn place(&mut self, place: SpotId, pieces: &Value, path: &str) -> Result<(), SetupError> {
        let Value::Array(pieces) = pieces else {
            return Err(wrong(path, "a place takes a list of pieces"));
        };
        if let Some(twice) = self.places.iter().find(|named| named.place == place) {
            return Err(wrong(
                path,
                format!("this place is named twice, first at {}", twice.path),
            ));
        }
        let declared = &self.program.layout.places[self.program.layout.place_of[place].0];
        if pieces.len() > widened(declared.capacity) {
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
        self.places.push(PlacedPieces {
            place,
            pieces: Vec::new(),
            path: path.to_owned(),
        });
        let holder = self.program.layout.place_of[place].1;
        let owner = self.owner(declared.holder, holder);
        for (n, piece) in pieces.iter().enumerate() {
            let piece = self.piece(declared.holds, owner, piece, &format!("{path}[{n}]"))?;
            self.places[at].pieces.push(piece);
        }
        Ok(())
    }

    /// The player whose thing a holder's is: that of a player, of a space of the player's board, of a piece made for one.
    pub(super) fn owner(&self, holder: Holder, number: u32) -> Option<PlayerId> {
        match holder {
            Holder::Table => None,
            Holder::Player => Some(PlayerId::numbered(number)),
            Holder::Space(board) => {
                let (_, copy, _) = State::on_board(self.program, number as i32);
                let is_own = self.program.layout.boards[board].per_player;
                is_own.then_some(PlayerId::numbered(copy))
            }
            Holder::Piece(_) => self.program.layout.piece_for[PieceId::numbered(number)],
        }
    }

    /// A piece: its id, or an object with `card` and fields; of copies one of `owner` first.
    fn piece(
        &mut self,
        kind: KindId,
        owner: Option<PlayerId>,
        value: &Value,
        path: &str,
    ) -> Result<PieceId, SetupError> {
        let card = match value {
            Value::String(card) if self.is_of_equals(kind, card) => {
                return self.any_of(kind, card, owner, &Map::new(), path);
            }
            Value::String(card) => card,
            Value::Object(all) if all.contains_key("hidden") => {
                return Err(wrong(
                    path,
                    "a hidden piece can't be set up: name its `card`",
                ));
            }
            Value::Object(all) => match all.get("card") {
                Some(Value::String(card)) if self.is_of_equals(kind, card) => {
                    return self.any_of(kind, card, owner, all, path);
                }
                Some(Value::String(card)) => card,
                None if self.program.names.rows[kind].is_empty() => {
                    let name = &self.program.layout.kinds[kind].name;
                    return self.any_of(kind, name, owner, all, path);
                }
                _ => return Err(wrong(path, "a piece needs its `card`")),
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                return Err(wrong(path, format!("{value} is no piece")));
            }
        };
        let piece = self.find_piece(kind, card, path)?;
        if let Some(first) = &self.named[piece] {
            return Err(wrong(
                path,
                format!("`{card}` is named twice, first at {first}"),
            ));
        }
        self.named[piece] = Some(path.to_owned());
        self.back_to_defaults(kind, piece);
        if let Value::Object(all) = value {
            self.fields(kind, piece, all, path)?;
        }
        Ok(piece)
    }

    /// Tells whether a name is that of a kind without rows, whose pieces are all equal, or of a row with copies.
    fn is_of_equals(&self, kind: KindId, name: &str) -> bool {
        self.copies(kind, name).next().is_some()
    }

    /// The copies of a row, or all pieces of a kind without rows.
    fn copies<'s>(&'s self, kind: KindId, row: &'s str) -> impl Iterator<Item = PieceId> + 's {
        let names = &self.program.names;
        let is_copy = move |piece: &PieceId| {
            let of = names.copies.get(&names.pieces[*piece]);
            of.is_some_and(|of| of == row)
        };
        ids(self.program.layout.kinds[kind].pieces()).filter(is_copy)
    }

    /// Any piece that is not named, of a kind without rows or of a row with copies: `token`, `{ kind: cube, of: P0 }`.
    fn any_of(
        &mut self,
        kind: KindId,
        name: &str,
        holder: Option<PlayerId>,
        all: &Map<String, Value>,
        path: &str,
    ) -> Result<PieceId, SetupError> {
        let owner = match all.get("of") {
            Some(of) => Some(self.typed(&Type::Player, of, &join(path, "of"), None)?),
            None => None,
        };
        let fits = |piece: &PieceId| {
            let made_for = self.program.layout.piece_for[*piece];
            self.named[*piece].is_none()
                && made_for.is_none_or(|player| player.is_among(self.state.players))
                && owner.is_none_or(|owner| made_for == PlayerId::of(owner))
        };
        let of_holder =
            |piece: &PieceId| holder.is_some() && self.program.layout.piece_for[*piece] == holder;
        let own = self.copies(kind, name).filter(of_holder).find(fits);
        let Some(piece) = own.or_else(|| self.copies(kind, name).find(fits)) else {
            return Err(wrong(
                path,
                format!("no other `{name}` is left for this place"),
            ));
        };
        self.named[piece] = Some(path.to_owned());
        self.back_to_defaults(kind, piece);
        self.fields(kind, piece, all, path)?;
        Ok(piece)
    }

    fn find_piece(&self, kind: KindId, card: &str, path: &str) -> Result<PieceId, SetupError> {
        let rules = &self.program.layout.kinds[kind];
        let names = &self.program.names.pieces;
        let Some(piece) = ids(rules.pieces()).find(|piece| names[*piece] == card) else {
            let other = names.ids().find(|piece| names[*piece] == card);
            return Err(match other {
                Some(other) => {
                    let other =
                        &self.program.layout.kinds[self.program.layout.piece_kind[other]].name;
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
                    (names.range(rules.pieces()).iter()).map(String::as_str),
                ),
            });
        };
        let made_for = self.program.layout.piece_for[piece];
        if let Some(player) = made_for.filter(|player| !player.is_among(self.state.players)) {
            let made_for = player.number();
            return Err(wrong(
                path,
                format!("`{card}` belongs to player {made_for}, who doesn't play"),
            ));
        }
        Ok(piece)
    }

    fn back_to_defaults(&mut self, kind: KindId, piece: PieceId) {
        let program = self.program;
        for id in &program.layout.kinds[kind].fields {
            let var = &program.layout.vars[*id];
            let own = ids(var.numbers_of(piece.number()));
            self.values
                .extend(own.map(|at| (at, program.layout.memory[at])));
        }
    }

    fn fields(
        &mut self,
        kind: KindId,
        piece: PieceId,
        all: &Map<String, Value>,
        path: &str,
    ) -> Result<(), SetupError> {
        let program = self.program;
        let rules = &program.layout.kinds[kind];
        for (name, value) in all {
            let at = join(path, name);
            match name.as_str() {
                "card" => {}
                "of" if program
                    .names
                    .copies
                    .contains_key(&program.names.pieces[piece]) => {}
                "id" if *value == piece.number() => {}
                "id" => {
                    return Err(wrong(
                        &at,
                        format!(
                            "`{}` has id {}",
                            piece.number(),
                            program.names.pieces[piece]
                        ),
                    ));
                }
                "kind" if *value == rules.name.as_str() => {}
                "kind" => return Err(wrong(&at, format!("it is of kind `{}`", rules.name))),
                _ => self.part_of(
                    &rules.fields,
                    &rules.places,
                    piece.number(),
                    name,
                    value,
                    &at,
                )?,
            }
        }
        Ok(())
    }

    /// A field or place of a piece or space.
    pub(super) fn part_of(
        &mut self,
        fields: &[VarId],
        places: &[PlaceId],
        holder: u32,
        name: &str,
        value: &Value,
        path: &str,
    ) -> Result<(), SetupError> {
        let program = self.program;
        if let Some(id) = fields.iter().find(|id| key(program, **id) == name) {
            return self.var(*id, holder, value, path);
        }
        let declared = |id: &PlaceId| &program.layout.places[*id];
        if let Some(place) = places.iter().map(declared).find(|place| place.name == name) {
            return self.place(place.spot(holder), value, path);
        }
        let fields = fields
            .iter()
            .map(|id| program.layout.vars[*id].name.as_str());
        Err(unknown(
            path,
            "field",
            name,
            fields.chain(places.iter().map(|id| declared(id).name.as_str())),
        ))
    }
}
