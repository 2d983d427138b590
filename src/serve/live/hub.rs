//! The hub: games, storage, threads, and the tables that are in memory.

use crate::config::Config;
use crate::live::bots;
use crate::live::table::{LiveTable, Settings, Standing};
use crate::live::visit::Who;
use crate::pool::{Lane, NoThreads, Pool};
use crate::storage::{GrantRow, Storage, StorageError, TableRow};
use crate::token::{NoChance, TableId, Token, draw};
use crate::wire::{Code, Join, NewLinks, NewTable, Refusal, Role, Turn};
use ludex_bots::spec::Spec;
use ludex_play::start::{Seed, Start};
use ludex_table::{Description, Table, TableGame};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Handle;

/// Tokens with which a connection may come to a table.
const MOST_TOKENS: usize = 32;
/// Letters of a client's name for itself.
const LONGEST_CLIENT: usize = 64;
/// Letters of a seat's name.
const LONGEST_NAME: usize = 32;

/// The parts of a server that all tables share.
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    /// Threads for engine work.
    pub(crate) tables: Pool,
    /// The threads on which bots think.
    pub(crate) bots: Pool,
    /// The reactor, for timers.
    pub(crate) reactor: Handle,
    games: BTreeMap<String, Game>,
    list: Arc<str>,
    open: Mutex<BTreeMap<TableId, Open>>,
}

/// A game that can be played here.
struct Game {
    game: Arc<TableGame>,
    /// Its description, as it is sent.
    description: Arc<str>,
}

/// A table in memory.
struct Open {
    lane: Arc<Lane<LiveTable>>,
    /// Since when nobody has been there.
    quiet: Option<Instant>,
}

/// A table that a connection may come to.
pub(crate) struct Opened {
    pub(crate) lane: Arc<Lane<LiveTable>>,
    pub(crate) who: Who,
}

/// Returns the time in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Hub {
    pub(crate) fn new(
        config: Config,
        games: impl IntoIterator<Item = Arc<TableGame>>,
        storage: Arc<dyn Storage>,
        reactor: Handle,
    ) -> Result<Hub, NoThreads> {
        let mut list = Vec::new();
        let games = games.into_iter().map(|game| {
            let Description { game: name, title, about, rules, players, options, .. } = Description::new(&game);
            list.push(serde_json::json!({
                "name": name, "title": title, "titles": game.titles(), "about": about, "rules": rules,
                "players": players, "options": options,
                "nets": config.nets.names(&name),
            }));
            let description = serde_json::to_string(&Description::new(&game)).unwrap_or_default();
            (name, Game { game, description: description.into() })
        });
        let games = games.collect();
        Ok(Hub {
            tables: Pool::new("ludex-table", config.table_threads)?,
            bots: Pool::new("ludex-bot", config.bot_threads)?,
            config,
            storage,
            reactor,
            games,
            list: serde_json::Value::Array(list).to_string().into(),
            open: Mutex::default(),
        })
    }

    /// Returns the list of games, as it is sent.
    pub(crate) fn list_text(&self) -> &Arc<str> {
        &self.list
    }

    /// Returns the hash of a game's rules and its description, as it is sent.
    pub(crate) fn description(&self, name: &str) -> Option<(&str, Arc<str>)> {
        let game = self.games.get(name)?;
        Some((&game.game.program().hash, Arc::clone(&game.description)))
    }

    /// Returns the description of a game in the words of a locale.
    pub(crate) fn description_in(&self, name: &str, locale: &str) -> Option<Arc<str>> {
        let game = self.games.get(name)?.game.in_locale(locale);
        let text = serde_json::to_string(&Description::new(&game)).ok()?;
        Some(text.into())
    }

    /// Returns a game by its name.
    pub(crate) fn game(&self, name: &str) -> Option<&Arc<TableGame>> {
        self.games.get(name).map(|game| &game.game)
    }

    /// Creates a table, and begins it.
    pub(crate) fn create(self: &Arc<Self>, asked: &NewTable) -> Result<NewLinks, Refusal> {
        let game = self
            .game(&asked.game)
            .ok_or_else(|| self.no_game(&asked.game))?;
        let start = start(game, asked)?;
        let settings = self.settings(asked)?;
        let table = Table::new(Arc::clone(game), start);
        let table = table.map_err(|error| Refusal::new(Code::Failed, error.to_string()))?;
        self.host(table, settings)
    }

    /// Puts a table into storage and memory, and lets its bots think. Stored is what it began with and what is done from now
    /// on; so of a table that does not stand at its beginning only the copy in memory is right.
    pub(crate) fn host(
        self: &Arc<Self>,
        table: Table,
        settings: Settings,
    ) -> Result<NewLinks, Refusal> {
        self.refuse_if_full()?;
        let id = TableId::new().map_err(no_chance)?;
        let (program, start) = (
            Arc::clone(table.game().program()),
            table.position().start().clone(),
        );
        let roles = (0..settings.seats.len() as u32).map(Role::Seat);
        let table = LiveTable::new(self, id, table, settings.clone(), now());
        let roles = roles.chain([Role::Creator, Role::Spectator]);
        let links = roles.map(|role| Ok((role, Token::new().map_err(no_chance)?)));
        let links: Vec<(Role, Token)> = links.collect::<Result<_, Refusal>>()?;
        let grants: Vec<GrantRow> = links
            .iter()
            .map(|(role, token)| grant(id, *role, token))
            .collect();
        let row = TableRow {
            id,
            game: program.names.game.clone(),
            rules: program.hash.clone(),
            start: json(&start),
            settings: json(&settings),
            created: table.created(),
            standing: json(&table.standing_now()),
        };
        self.storage
            .create(&row, &grants)
            .map_err(|error| failed(&error))?;
        let lane = self.keep(id, table);
        // Bots may have the first turn.
        lane.submit(LiveTable::think)
            .map_err(|_| Refusal::new(Code::Failed, "the table could not be opened"))?;
        let tokens = links.into_iter().map(|(_, token)| token.to_string());
        let mut seats: Vec<String> = tokens.collect();
        let [spectator, creator] = [seats.pop(), seats.pop()].map(Option::unwrap_or_default);
        Ok(NewLinks {
            table: id,
            creator,
            seats,
            spectator,
        })
    }

    fn refuse_if_full(&self) -> Result<(), Refusal> {
        let message = "too many tables are being played: come back later";
        if self.count_tables() < self.config.limits.tables {
            Ok(())
        } else {
            Err(Refusal::new(Code::TooMany, message))
        }
    }

    fn settings(&self, asked: &NewTable) -> Result<Settings, Refusal> {
        for seat in &asked.seats {
            if let Some(bot) = &seat.bot {
                self.check_bot(&asked.game, bot)?;
            }
            if let Some(name) = &seat.name {
                check_name(name)?;
            }
        }
        Ok(Settings {
            seats: asked.seats.clone(),
            clock: asked.clock,
        })
    }

    /// Checks that a bot may take a seat of a game.
    pub(crate) fn check_bot(&self, game: &str, text: &str) -> Result<Spec, Refusal> {
        let read = bots::read(text, game, &self.config.nets);
        read.and_then(|spec| bots::allowed(spec, &self.config.limits))
            .map_err(|message| Refusal::new(Code::Unknown, message))
    }

    /// Returns the bot that was seated once, if it is still to be had: the host may offer other nets now.
    pub(crate) fn seated_bot(&self, game: &str, text: &str) -> Option<Spec> {
        bots::read(text, game, &self.config.nets).ok()
    }

    fn no_game(&self, name: &str) -> Refusal {
        let known: Vec<&str> = self.games.keys().map(String::as_str).collect();
        Refusal::new(
            Code::Unknown,
            format!("there is no game `{name}`; there are: {}", known.join(", ")),
        )
    }

    /// Opens the table that tokens lead to, from memory or from storage.
    pub(crate) fn open(self: &Arc<Self>, join: &Join) -> Result<Opened, Refusal> {
        let Join {
            tokens,
            client,
            version,
            locale,
        } = join;
        if tokens.is_empty() || tokens.len() > MOST_TOKENS {
            return Err(Refusal::new(
                Code::BadMessage,
                format!("send 1 to {MOST_TOKENS} tokens"),
            ));
        }
        // Some databases keep no text with a control character.
        let is_name =
            (1..=LONGEST_CLIENT).contains(&client.len()) && !client.contains(char::is_control);
        if !is_name {
            return Err(Refusal::new(
                Code::BadMessage,
                format!(
                    "a client's name has 1 to {LONGEST_CLIENT} letters, none of them a control character"
                ),
            ));
        }
        let (mut table, mut roles) = (None, Vec::new());
        for token in tokens {
            let (id, role) = self.role(token)?.ok_or_else(wrong_token)?;
            if *table.get_or_insert(id) != id {
                return Err(Refusal::new(
                    Code::WrongToken,
                    "these links lead to several tables",
                ));
            }
            roles.push(role);
        }
        let id = table.ok_or_else(wrong_token)?;
        roles.sort_unstable();
        roles.dedup();
        // Nobody can answer for another's requests by calling themselves the same.
        let client = format!("{}/{client}", json(&roles));
        Ok(Opened {
            lane: self.lane(id)?,
            who: Who {
                roles,
                client,
                version: *version,
                locale: locale.clone(),
            },
        })
    }

    /// Returns what a token stands for; none if nothing.
    fn role(&self, token: &str) -> Result<Option<(TableId, Role)>, Refusal> {
        let Ok(token) = token.parse::<Token>() else {
            return Ok(None);
        };
        let found = self
            .storage
            .grant(&token.hash())
            .map_err(|error| failed(&error))?;
        Ok(found.and_then(|grant| Some((grant.table, serde_json::from_str(&grant.role).ok()?))))
    }

    /// Tells of each token whether its seat is to decide.
    pub(crate) fn turns(&self, tokens: &[String]) -> Result<Vec<Turn>, Refusal> {
        tokens.iter().map(|token| self.turn(token)).collect()
    }

    fn turn(&self, token: &str) -> Result<Turn, Refusal> {
        let Some((id, role)) = self.role(token)? else {
            return Ok(Turn::Unknown);
        };
        let Some(row) = self.storage.table(id).map_err(|error| failed(&error))? else {
            return Ok(Turn::Unknown);
        };
        let standing: Standing = serde_json::from_str(&row.standing).unwrap_or_default();
        Ok(match role {
            _ if standing.is_over => Turn::Over,
            Role::Seat(seat) if standing.deciding.contains(&seat) => Turn::Yours,
            Role::Seat(_) | Role::Spectator | Role::Creator => Turn::Others,
        })
    }

    fn lane(self: &Arc<Self>, id: TableId) -> Result<Arc<Lane<LiveTable>>, Refusal> {
        {
            let mut open = self.tables_in_memory();
            if let Some(table) = open.get_mut(&id).filter(|table| !table.lane.is_broken()) {
                table.quiet = None;
                return Ok(Arc::clone(&table.lane));
            }
        }
        self.refuse_if_full()?;
        let loaded = self.storage.load(id).map_err(|error| failed(&error))?;
        let (row, acts) = loaded.ok_or_else(wrong_token)?;
        let game = self
            .game(&row.game)
            .ok_or_else(|| self.no_game(&row.game))?;
        let table = LiveTable::load(self, game, &row, &acts)?;
        let lane = self.keep(id, table);
        lane.submit(LiveTable::think)
            .map_err(|_| Refusal::new(Code::Failed, "the table could not be opened"))?;
        Ok(lane)
    }

    /// Keeps a table in memory; if somebody else was faster, theirs is the table.
    fn keep(&self, id: TableId, table: LiveTable) -> Arc<Lane<LiveTable>> {
        let mut open = self.tables_in_memory();
        if let Some(table) = open.get(&id).filter(|table| !table.lane.is_broken()) {
            return Arc::clone(&table.lane);
        }
        let lane = Lane::new(self.tables.clone(), |lane| table.in_lane(lane));
        open.insert(
            id,
            Open {
                lane: Arc::clone(&lane),
                quiet: None,
            },
        );
        lane
    }

    /// Lets tables go where nobody has been for long, and those that broke.
    pub(crate) fn sweep(&self) {
        let long = self.config.limits.idle_table;
        self.tables_in_memory().retain(|_, table| {
            // Under the lock nobody else can get hold of it: visits and bots hold the lane as well.
            let is_used = Arc::strong_count(&table.lane) > 1 || !table.lane.is_idle();
            if is_used {
                table.quiet = None;
                return !table.lane.is_broken();
            }
            table.quiet.get_or_insert_with(Instant::now).elapsed() < long && !table.lane.is_broken()
        });
    }

    /// Lets all tables go, when the server ends.
    pub(crate) fn close(&self) {
        self.tables_in_memory().clear();
    }

    /// Counts the tables in memory.
    pub(crate) fn count_tables(&self) -> usize {
        self.tables_in_memory().len()
    }

    fn tables_in_memory(&self) -> MutexGuard<'_, BTreeMap<TableId, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what a token is stored as.
pub(crate) fn grant(table: TableId, role: Role, token: &Token) -> GrantRow {
    GrantRow {
        hash: token.hash(),
        table,
        role: json(&role),
    }
}

/// Tells the operator what failed, and the client that something did.
pub(crate) fn failed(error: &StorageError) -> Refusal {
    tracing::error!("{error}");
    Refusal::new(
        Code::Failed,
        "the server could not read or write its storage",
    )
}

/// Writes what is stored as text.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    // INVARIANT: what is stored are trees of texts and numbers, which JSON can write.
    serde_json::to_string(value).unwrap_or_default()
}

pub(crate) fn no_chance(error: NoChance) -> Refusal {
    tracing::error!("{error}");
    Refusal::new(Code::Failed, error.to_string())
}

fn wrong_token() -> Refusal {
    Refusal::new(
        Code::WrongToken,
        "no table has this link: it may have been made anew",
    )
}

fn start(game: &TableGame, asked: &NewTable) -> Result<Start, Refusal> {
    let seed = match &asked.seed {
        Some(seed) => seed
            .parse()
            .map_err(|error| Refusal::new(Code::Unknown, format!("seed: {error}")))?,
        None => {
            let drawn = draw().map_err(no_chance)?;
            Seed {
                seed: drawn as u64,
                salt: ((drawn >> u64::BITS) as u64).max(1),
            }
        }
    };
    let options = asked
        .options
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let start = Start::from_words(game.program(), asked.seats.len() as u64, seed.seed, options);
    let start = start.map_err(|error| Refusal::new(Code::Unknown, error.to_string()))?;
    Ok(start.salted(seed.salt))
}

/// Refuses a name that is too long, or that has letters which nobody sees: those would make one name look like another.
pub(super) fn check_name(name: &str) -> Result<(), Refusal> {
    let is_unseen = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    if name.chars().count() > LONGEST_NAME {
        let message = format!("a name has at most {LONGEST_NAME} letters");
        return Err(Refusal::new(Code::BadMessage, message));
    }
    if name.chars().any(is_unseen) {
        let message = "a name has no control characters and no letters that nobody sees";
        return Err(Refusal::new(Code::BadMessage, message));
    }
    Ok(())
}
