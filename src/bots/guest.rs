//! A guest: a program in a seat. It is started, told what its seat may see as lines of JSON, and answers with an option.
//!
//! A guest that ends or keeps silent is stopped, and what it would have decided is left to chance, so that a game always goes
//! on; who reports the game says so.

use crate::seat::Seat;
use crate::spec::Spec;
use crate::system::{LONGEST_LINE, Lines, NoLine, System};
use ludex_play::game::Match;
use ludex_rules::ids::PlayerId;
use ludex_source::controls::escaped;
use serde_json::{Value, json};
use std::time::Duration;

/// The time a program has to say that it is ready, unless a decision may take longer.
const READY: Duration = Duration::from_secs(15);

/// A program in a seat.
#[derive(Debug, Default)]
pub(super) struct Guest {
    at: At,
    /// Events of the match that it was told.
    told: usize,
    /// The number of questions so far.
    asked: u64,
}

/// The stage of a guest's visit.
#[derive(Debug, Default)]
enum At {
    #[default]
    Home,
    Table(Visit),
    /// It left, or was made to, and why.
    Gone(String),
}

/// A running program, and the clock that its answers are measured by.
#[derive(Debug)]
struct Visit {
    lines: Box<dyn Lines>,
    system: &'static dyn System,
}

/// A guest's failure at a question.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Failure {
    /// It answered, but with no option; it may go on.
    Wrong(String),
    /// It was silent for too long, and can't be asked any more.
    Late(String),
    /// It can't be asked any more.
    Left(String),
}

impl Guest {
    /// Asks for an option at a decision.
    ///
    /// # Errors
    /// It gave none; for people.
    pub(super) fn ask(&mut self, seat: &Seat<'_>, spec: &Spec, seed: u64) -> Result<usize, String> {
        if matches!(self.at, At::Home) {
            self.at = match spec.unready.get() {
                // It kept another game waiting; this one does not wait again.
                Some(why) => At::Gone(why.clone()),
                None => Visit::begin(spec).map_or_else(At::Gone, At::Table),
            };
            self.told = 0;
            self.introduce(seat, spec);
        }
        let visit = match &mut self.at {
            At::Table(visit) => visit,
            At::Gone(why) => return Err(why.clone()),
            At::Home => return Err(String::new()),
        };
        self.asked += 1;
        let question = seat.question(self.asked, self.told.min(seat.events()), seed);
        self.told = seat.events();
        visit.say(&question);
        match visit.option(self.asked, seat.options(), spec.time) {
            Ok(option) => Ok(option),
            Err(Failure::Wrong(why)) => Err(why),
            Err(Failure::Late(why) | Failure::Left(why)) => {
                self.at = At::Gone(why.clone());
                Err(why)
            }
        }
    }

    /// Tells the program what is played, and waits until it is ready.
    fn introduce(&mut self, seat: &Seat<'_>, spec: &Spec) {
        let At::Table(visit) = &mut self.at else {
            return;
        };
        visit.say(&seat.introduction(spec.time));
        match visit.ready(READY.max(spec.time)) {
            Ok(()) => {}
            Err(Failure::Late(why)) => {
                spec.unready.set(&why);
                self.at = At::Gone(why);
            }
            Err(Failure::Wrong(why) | Failure::Left(why)) => self.at = At::Gone(why),
        }
    }

    /// Tells the program how the game ended, and lets it go.
    pub(super) fn dismiss(&mut self, game: &Match, player: PlayerId) {
        if let At::Table(visit) = &mut self.at {
            visit.say(&Seat::ending(game, player, self.told));
        }
        self.at = At::Gone("the game is over".to_owned());
    }
}

impl Visit {
    fn begin(spec: &Spec) -> Result<Visit, String> {
        let Some(system) = spec.system() else {
            return Err(format!(
                "`{}` can't be started: this ludex was built without the feature `threads`",
                spec.command
            ));
        };
        let lines = system.start(&spec.command)?;
        Ok(Visit { lines, system })
    }

    fn say(&mut self, line: &Value) {
        self.lines.send(&line.to_string());
    }

    fn ready(&mut self, most: Duration) -> Result<(), Failure> {
        let line = self.line(self.system.time() + most, most)?;
        let answer: Option<Value> = serde_json::from_str(&line).ok();
        if answer.is_some_and(|answer| answer["ready"] == json!(true)) {
            Ok(())
        } else {
            Err(Failure::Wrong(format!(
                "it began with `{}`, not with {{\"ready\":true}}",
                short(&line)
            )))
        }
    }

    /// Its answer to a question: answers to others are passed over.
    fn option(&mut self, asked: u64, options: usize, most: Duration) -> Result<usize, Failure> {
        let until = self.system.time() + most;
        loop {
            let line = self.line(until, most)?;
            let wrong = || {
                Failure::Wrong(format!(
                    "it answered `{}`, which names no option from 0 to {}",
                    short(&line),
                    options - 1
                ))
            };
            let is_whole = line.len() <= LONGEST_LINE;
            let answer = Some(&line).filter(|_| is_whole);
            let answer = answer.and_then(|line| serde_json::from_str::<Value>(line).ok());
            let answer = answer.ok_or_else(wrong)?;
            if answer["id"].as_u64().is_some_and(|id| id != asked) {
                continue;
            }
            let option = answer["option"].as_u64().map(usize::try_from);
            return match option {
                Some(Ok(option)) if option < options => Ok(option),
                _ => Err(wrong()),
            };
        }
    }

    /// Its next line; a program that says none in time is stopped.
    fn line(&mut self, until: Duration, most: Duration) -> Result<String, Failure> {
        let left = until.saturating_sub(self.system.time());
        self.lines.receive(left).map_err(|none| match none {
            NoLine::Late => {
                let seconds = most.as_secs_f64();
                Failure::Late(format!("it was silent for {seconds} s and was stopped"))
            }
            NoLine::Ended(why) => Failure::Left(why),
        })
    }
}

/// The beginning of a line.
fn short(line: &str) -> String {
    const SHORT: usize = 60;
    match line.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", escaped(&line[..end])),
        None => escaped(line).into_owned(),
    }
}
