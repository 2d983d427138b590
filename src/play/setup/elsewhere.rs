//! Names of a given position that stand in the wrong part: a place without `places`, a variable of a player at the table.

use crate::setup::{PositionReader, SetupError, wrong};
use crate::state_json::key;
use ludex_rules::game::Holder;

/// The part of a position in which a name may stand.
struct Home {
    holder: Holder,
    /// The key of its part: `places`, `vars`, `tracks`, `boards`.
    part: &'static str,
    /// The sort of thing that it is.
    sort: &'static str,
}

impl PositionReader<'_> {
    /// Returns the mistake of a name that its part does not know: where it belongs when the game declares it, or else what
    /// `unknown` says.
    pub(super) fn elsewhere(
        &self,
        holder: Holder,
        path: &str,
        name: &str,
        what: &str,
        unknown: impl FnOnce() -> SetupError,
    ) -> SetupError {
        let homes = self.homes(name);
        let own = homes.iter().find(|home| home.holder == holder);
        let Some(home) = own.or(homes.first()) else {
            return unknown();
        };
        let Home { part, sort, .. } = home;
        let inner = format!("{part}: {{ {name}: … }}");
        let (of, inner) = match home.holder {
            Holder::Table if holder != home.holder => (" of the table", inner),
            Holder::Player if holder != home.holder => (
                " of each player",
                format!("players: {{ 0: {{ {inner} }} }}"),
            ),
            Holder::Table | Holder::Player | Holder::Space(_) | Holder::Piece(_) => ("", inner),
        };
        let message = format!("unknown {what} `{name}`: it is a {sort}{of}, so write `{inner}`");
        wrong(if path.is_empty() { name } else { path }, message)
    }

    /// Lists where a name may stand: of the table and of players.
    fn homes(&self, name: &str) -> Vec<Home> {
        let layout = &self.program.layout;
        let home = |holder, part, sort| Home { holder, part, sort };
        let places = layout.places.iter().filter(|place| place.name == name);
        let places = places.map(|place| home(place.holder, "places", "place"));
        let vars = (layout.vars.entries()).filter(|(id, _)| key(self.program, *id) == name);
        let vars = vars.map(|(_, var)| match var.track {
            Some(_) => home(var.holder, "tracks", "track"),
            None => home(var.holder, "vars", "variable"),
        });
        let boards = layout.boards.iter().filter(|board| board.name == name);
        let boards = boards.map(|board| {
            if board.per_player {
                home(Holder::Player, "boards", "board")
            } else {
                home(Holder::Table, "boards", "board")
            }
        });
        let all = places.chain(vars).chain(boards);
        all.filter(|home| matches!(home.holder, Holder::Table | Holder::Player))
            .collect()
    }
}
