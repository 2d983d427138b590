//! Games and tables of one worker, by number.

use crate::author::{self, CheckedAnswer, ReopenedAnswer};
use ludex::pipeline::GameText;
use ludex::play::interrupt::Interrupt;
use ludex::play::start::{Seed, Start};
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::table::{Access, Description, Refusal, RefusalCode, Reply, Request, Table, TableGame};
use ludex::tools::rulings::{self, RuledGame, RulingVerdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A request of the page to its worker.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum DeskRequest {
    /// Reads a game and describes it, in the words of a locale if it has them.
    Open {
        name: String,
        files: Vec<(String, String)>,
        #[serde(default)]
        locale: Option<String>,
    },
    /// Describes a game that was read, in the words of another locale.
    Describe { game: usize, locale: String },
    /// Begins a game at a new table.
    Begin {
        game: usize,
        players: u64,
        /// A number, or `0x` and hexadecimal digits.
        seed: String,
        #[serde(default)]
        options: Map<String, Value>,
    },
    /// Takes up a recorded game at a new table.
    Resume { game: usize, record: String },
    /// Makes another table at which the first moves of one were made.
    Fork { table: u64, at: u32 },
    /// Tells what is wrong with a game, without opening it.
    Check {
        name: String,
        files: Vec<(String, String)>,
    },
    /// Reads a game anew after its texts were changed, and carries a table over to it. With mistakes nothing changes.
    Reopen {
        game: usize,
        files: Vec<(String, String)>,
        table: Option<u64>,
        #[serde(default)]
        locale: Option<String>,
    },
    /// Tells a table as a value, hidden things included, from which another worker makes it again.
    Save { table: u64 },
    /// Makes a table again that was saved.
    Load { game: usize, saved: Value },
    /// Tells the position of a table in words, hidden things included.
    State { table: u64 },
    /// Puts another position on a table: what is named stands so, the rest as set-up leaves it.
    Place { table: u64, state: Value },
    /// Forgets a table.
    Close { table: u64 },
    /// Asks something of a table.
    Ask {
        table: u64,
        access: Access,
        request: Request,
        /// The locale of the words in the answer; those of the rules if the game has none there.
        #[serde(default)]
        locale: Option<String>,
    },
    /// Lets a bot decide for the seat that is asked.
    Bot { table: u64, bot: String },
    /// Plays a ruling of a game; tells whether it holds, and the outcome.
    Judge {
        name: String,
        files: Vec<(String, String)>,
        path: String,
        ruling: String,
    },
    /// Plays a game of its own to the end by choosing at random; tells its record.
    Playout {
        game: usize,
        players: u64,
        seed: String,
        choices: u64,
    },
}

/// An answer of the worker.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum DeskAnswer {
    Opened {
        game: usize,
        description: Box<Description>,
    },
    Checked(CheckedAnswer),
    Reopened(ReopenedAnswer),
    State(Value),
    Saved(Value),
    Table(u64),
    Reply(Reply),
    Judged {
        holds: bool,
        text: String,
    },
    Done,
    Refused(Refusal),
}

/// Games and tables by number.
#[derive(Debug, Default)]
pub struct Desk {
    /// Called with the number of playouts that a bot has made.
    watcher: Option<fn(u64)>,
    games: Vec<Arc<TableGame>>,
    tables: BTreeMap<u64, Table>,
    last: u64,
}

impl Desk {
    /// Returns a desk whose bots call a function with the number of playouts that they have made.
    #[must_use]
    pub fn watched(watcher: fn(u64)) -> Desk {
        Desk {
            watcher: Some(watcher),
            ..Desk::default()
        }
    }

    /// What a bot tells how far it is; nobody interrupts it in this thread.
    fn interrupt(&self) -> Interrupt {
        self.watcher
            .map_or_else(Interrupt::default, Interrupt::watched)
    }

    /// Answers a line of JSON with a line of JSON.
    pub fn answer(&mut self, line: &str) -> String {
        let request: Result<DeskRequest, serde_json::Error> = serde_json::from_str(line);
        let answer = match request {
            Ok(request) => self.run(request),
            Err(error) => Err(wrong(error)),
        };
        let answer = answer.unwrap_or_else(DeskAnswer::Refused);
        serde_json::to_string(&answer).unwrap_or_else(|error| format!("\"{error}\""))
    }

    fn run(&mut self, request: DeskRequest) -> Result<DeskAnswer, Refusal> {
        match request {
            DeskRequest::Open {
                name,
                files,
                locale,
            } => self.open(name, files, locale.as_deref()),
            DeskRequest::Describe { game, locale } => {
                let described = self.game(game)?;
                Ok(DeskAnswer::Opened {
                    game,
                    description: described_in(&described, Some(&locale)),
                })
            }
            DeskRequest::Begin {
                game,
                players,
                seed,
                options,
            } => {
                let game = self.game(game)?;
                let start = start(&game, players, &seed, Value::Object(options))?;
                self.seat(Table::new(game, start).map_err(wrong)?)
            }
            DeskRequest::Resume { game, record } => {
                let table = Table::resume(self.game(game)?, &record)?;
                self.seat(table)
            }
            DeskRequest::Fork { table, at } => {
                let fork = self.table(table)?.fork(at)?;
                self.seat(fork)
            }
            DeskRequest::Check { name, files } => {
                Ok(DeskAnswer::Checked(author::check(GameText { name, files })))
            }
            DeskRequest::Reopen {
                game,
                files,
                table,
                locale,
            } => self.reopen(game, files, table, locale.as_deref()),
            DeskRequest::Save { table } => self.table(table)?.save().map(DeskAnswer::Saved),
            DeskRequest::Load { game, saved } => {
                let table = Table::load(self.game(game)?, &saved)?;
                self.seat(table)
            }
            DeskRequest::State { table } => {
                Ok(DeskAnswer::State(author::state(self.table(table)?)))
            }
            DeskRequest::Place { table, state } => {
                let old = self.table(table)?;
                let start = old.position().start().clone();
                let placed = author::place(Arc::clone(old.game()), start, &state)?;
                self.tables.insert(table, placed);
                Ok(DeskAnswer::Table(table))
            }
            DeskRequest::Close { table } => {
                self.tables.remove(&table);
                Ok(DeskAnswer::Done)
            }
            DeskRequest::Ask {
                table,
                access,
                request,
                locale,
            } => {
                let (interrupt, table) = (self.interrupt(), self.table(table)?);
                let reply = table.handle_until(locale.as_deref(), access, &request, &interrupt);
                reply.map(DeskAnswer::Reply)
            }
            DeskRequest::Bot { table, bot } => self.bot(table, &bot),
            DeskRequest::Judge {
                name,
                files,
                path,
                ruling,
            } => judge(GameText { name, files }, &path, &ruling),
            DeskRequest::Playout {
                game,
                players,
                seed,
                choices,
            } => self.playout(game, players, &seed, choices),
        }
    }

    fn open(
        &mut self,
        name: String,
        files: Vec<(String, String)>,
        locale: Option<&str>,
    ) -> Result<DeskAnswer, Refusal> {
        let game = Arc::new(TableGame::new(GameText { name, files }).map_err(wrong)?);
        let description = described_in(&game, locale);
        self.games.push(game);
        Ok(DeskAnswer::Opened {
            game: self.games.len() - 1,
            description,
        })
    }

    /// Puts changed rules in the place of a game, and carries a table over if it can be.
    fn reopen(
        &mut self,
        game: usize,
        files: Vec<(String, String)>,
        table: Option<u64>,
        locale: Option<&str>,
    ) -> Result<DeskAnswer, Refusal> {
        let name = self.game(game)?.program().names.game.clone();
        let read = Arc::new(TableGame::new(GameText { name, files }).map_err(wrong)?);
        let open = match table {
            Some(table) => Some(&*self.table(table)?),
            None => None,
        };
        let (answer, carried) = author::reopen(&read, open, described_in(&read, locale));
        if let (Some(table), Some(carried)) = (table, carried) {
            self.tables.insert(table, carried);
        }
        self.games[game] = read;
        Ok(DeskAnswer::Reopened(answer))
    }

    fn game(&self, game: usize) -> Result<Arc<TableGame>, Refusal> {
        self.games
            .get(game)
            .cloned()
            .ok_or_else(|| wrong(format!("there is no game {game}")))
    }

    fn table(&mut self, table: u64) -> Result<&mut Table, Refusal> {
        self.tables
            .get_mut(&table)
            .ok_or_else(|| wrong(format!("there is no table {table}")))
    }

    fn seat(&mut self, table: Table) -> Result<DeskAnswer, Refusal> {
        self.last += 1;
        self.tables.insert(self.last, table);
        Ok(DeskAnswer::Table(self.last))
    }

    fn bot(&mut self, table: u64, bot: &str) -> Result<DeskAnswer, Refusal> {
        let table = self.table(table)?;
        let asked = table.position().state().pending;
        let asked = asked.ok_or_else(|| RefusalCode::NotAsked.because("the game is over"))?;
        let access = Access::Seat(asked.player.number());
        let advice = table.advise(access, bot, &Interrupt::default())?;
        table.choose(access, advice.version, advice.option)?;
        Ok(DeskAnswer::Done)
    }

    fn playout(
        &mut self,
        game: usize,
        players: u64,
        seed: &str,
        choices: u64,
    ) -> Result<DeskAnswer, Refusal> {
        let game = self.game(game)?;
        let start = start(&game, players, seed, Value::Null)?;
        let mut position = Table::new(Arc::clone(&game), start)
            .map_err(wrong)?
            .position()
            .clone();
        position.playout(choices, None).map_err(wrong)?;
        Table::standing(game, position)
            .record()
            .map(|text| DeskAnswer::Reply(Reply::Text(text)))
    }
}

/// Describes a game in the words of a locale; in those of the rules without one.
fn described_in(game: &Arc<TableGame>, locale: Option<&str>) -> Box<Description> {
    Box::new(match locale {
        Some(locale) => Description::new(&game.in_locale(locale)),
        None => Description::new(game),
    })
}

/// Plays a ruling; the text is its outcome as it would be accepted, or what is wrong.
fn judge(text: GameText, path: &str, ruling: &str) -> Result<DeskAnswer, Refusal> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let game = checked.and_then(|checked| RuledGame::new(checked, &mut report));
    let ruling = rulings::read(path, ruling, &mut sources, &mut report);
    let (Some(game), Some(ruling)) = (game, ruling) else {
        return Err(wrong(human(&report, &sources, false)));
    };
    let ran = rulings::run(&game, &ruling, &sources, None);
    Ok(DeskAnswer::Judged {
        holds: ran.passed() || ran.verdict == RulingVerdict::Pending,
        text: ran
            .accept()
            .unwrap_or_else(|| human(&ran.found, &sources, false)),
    })
}

fn start(game: &TableGame, players: u64, seed: &str, options: Value) -> Result<Start, Refusal> {
    let Seed { seed, salt } = seed.parse().map_err(wrong)?;
    let start = Start::from_json(game.program(), players, seed, &options).map_err(wrong)?;
    Ok(start.salted(salt))
}

fn wrong(error: impl ToString) -> Refusal {
    RefusalCode::Wrong.because(error.to_string())
}
