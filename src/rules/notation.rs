//! Types as authors write them: the names of what they mention stand in the game.

use crate::game::Game;
use crate::ids::{BoardId, EnumId, KindId};
use crate::types::Type;

impl Type {
    /// Returns the type as authors write it.
    #[must_use]
    pub fn notation(&self, game: &Game) -> String {
        // What a game with errors names may not be there.
        let of_enum = |id: &EnumId| game.enums.get(id.index()).map_or("?", |one| &one.name);
        let kind = |id: &KindId| game.kinds.get(id.index()).map_or("?", |one| &one.name);
        let board = |id: &BoardId| game.boards.get(id.index()).map_or("?", |one| &one.name);
        match self {
            Type::Int => "int".into(),
            Type::Bool => "bool".into(),
            Type::Text => "text".into(),
            Type::Enum(id) => of_enum(id).into(),
            Type::Player => "player".into(),
            Type::Piece(id) | Type::Row(id) => kind(id).into(),
            Type::Space(id) => board(id).into(),
            Type::Place(id) => format!("place of {}", kind(id)),
            Type::Set(id) => format!("set {}", of_enum(id)),
            Type::Bag(id) => format!("bag {}", of_enum(id)),
            Type::Shape => "shape".into(),
            Type::Direction(id) => format!("direction of {}", board(id)),
            Type::Placement(id) => format!("placement of {}", board(id)),
            Type::All(inner) => format!("all {}", inner.notation(game)),
            Type::Optional(inner) => format!("{}?", inner.notation(game)),
            Type::None => "none".into(),
            Type::Wrong => "?".into(),
        }
    }
}
