//! Nets that the host offers as bots: read once, named to clients by name alone, since where their files lie is the host's.

use ludex_bots::spec::Spec;
use ludex_system::SYSTEM;
use ludex_table::TableGame;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Nets by game and name.
#[derive(Debug, Clone, Default)]
pub struct Nets(BTreeMap<String, BTreeMap<String, Spec>>);

impl Nets {
    /// Offers a net under a name at the tables of the game that it was trained for.
    ///
    /// # Errors
    /// It is no net of any of these games; for people.
    pub fn offer(
        &mut self,
        name: &str,
        bytes: &[u8],
        games: &[Arc<TableGame>],
    ) -> Result<(), String> {
        let spec = Spec::parse(&format!("net:\"{name}\""), Some(SYSTEM))
            .map_err(|error| error.to_string())?;
        let mut reasons = Vec::new();
        for game in games {
            let own = &game.program().names.game;
            match spec.read_net(bytes, game.program()) {
                Ok(()) => {
                    let offered = self.0.entry(own.clone()).or_default();
                    offered.insert(name.to_owned(), spec);
                    return Ok(());
                }
                Err(why) => reasons.push(format!("{own}: {why}")),
            }
        }
        Err(format!(
            "no game here has a use for it\n{}",
            reasons.join("\n")
        ))
    }

    /// Returns the names of the nets for a game.
    pub(crate) fn names(&self, game: &str) -> Vec<&str> {
        let offered = self.0.get(game).into_iter().flatten();
        offered.map(|(name, _)| name.as_str()).collect()
    }

    /// Returns a bot of a game with the net that it names, and any other bot as it is.
    ///
    /// # Errors
    /// No net of that name is offered for the game; for people.
    pub(crate) fn seat(&self, game: &str, spec: Spec) -> Result<Spec, String> {
        if spec.model.is_empty() {
            return Ok(spec);
        }
        let offered = self.0.get(game).and_then(|nets| nets.get(&spec.model));
        match offered {
            Some(offered) => Ok(spec.with_net_of(offered)),
            None => Err(format!(
                "no net `{}` is offered for this game; there are: {}",
                spec.model,
                self.names(game).join(", ")
            )),
        }
    }
}
