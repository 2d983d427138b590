//! The specification of a bot: an algorithm, its budget and its settings, as `ismcts:2000,cut=40`, or a program, as
//! `exec:"python bot.py"`.

use crate::net::choose::Net;
use crate::net::model;
use crate::net::search::Settings;
use crate::stopping::Clock;
use crate::system::{System, WorksOn};
use crate::unready::Unready;
use ludex_play::interrupt::Interrupt;
use ludex_program::Program;
use ludex_report::nearest;
use std::fmt::{Display, Formatter};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Playouts of a search that names no budget.
const PLAYOUTS: u64 = 1_000;
/// The exploration constant of UCT where gains lie between 0 and 1 (Cowling, Powley and Whitehouse, 2012).
const EXPLORE: f64 = 0.7;
/// Playouts of a net that names no budget.
const NET_PLAYOUTS: u64 = 200;
/// Positions of a net's decision that are evaluated together.
const NET_WAITING: usize = 8;
/// The longest time for a decision: a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// Most playouts of a decision.
pub const MOST_PLAYOUTS: u64 = 10_000_000;
/// Most trees that a search may grow side by side.
const MOST_TREES: u64 = 64;
/// Most worlds of a decision, each of which is kept in memory.
const MOST_WORLDS: u64 = 1_000;
/// Most decisions of a playout before its position is valued.
const LONGEST_CUT: u64 = 1_000_000;

/// An algorithm with its budget and settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// The search or policy.
    pub algorithm: Algorithm,
    /// The search budget of a decision.
    pub budget: Budget,
    /// Decisions after which a playout ends and its position is valued; none plays to the end.
    pub cut: Option<u64>,
    /// Worlds it deals for a decision; none leaves it to the algorithm.
    pub worlds: Option<u64>,
    /// Trees grown side by side, each with the whole budget divided by their number.
    pub trees: u64,
    /// The exploration constant of UCT.
    pub explore: f64,
    /// Values positions by the score alone, though the rules have a heuristic.
    pub by_score: bool,
    /// Proves wins and losses in the tree of a game without secrets.
    pub solves: bool,
    /// Sees wins one step ahead in playouts of a game without secrets, when playouts are counted and not timed.
    pub looks_ahead: bool,
    /// The program to start and its arguments; empty for all but `exec`.
    pub command: String,
    /// The time that a program has for a decision.
    pub time: Duration,
    /// The file of a net; empty for all but `net`.
    pub model: String,
    /// The net of that file, once somebody who may read files has read it.
    pub(super) net: SharedNet,
    /// The reason why a program is not started again.
    pub(super) unready: Unready,
    /// Its clock, threads and programs, if it has any.
    pub(super) works_on: WorksOn,
}

/// A net that all copies of a bot share, once it was read. Bots of equal files are equal.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedNet(Arc<OnceLock<Net>>);

impl PartialEq for SharedNet {
    fn eq(&self, _: &SharedNet) -> bool {
        true
    }
}

impl SharedNet {
    pub(super) fn get(&self) -> Option<&Net> {
        self.0.get()
    }
}

/// The search algorithms and policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// Every option equally likely.
    Random,
    /// The option after which the result's own score is best for the seat.
    Greedy,
    /// Every option gets equally many random playouts.
    Flat,
    /// A tree for each world, with chance nodes.
    Mcts,
    /// One tree over all worlds, of what the searching seat's options are.
    Ismcts,
    /// One tree for each player over all worlds, of what that player sees.
    MoIsmcts,
    /// A program of its own, which is told what the seat may see.
    Exec,
    /// A tree by the priors and values of a net.
    Net,
}

/// The search budget of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts: the choice depends on the seed alone.
    Playouts(u64),
    /// So long, by the clock.
    Time(Duration),
}

/// A text that specifies no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// `alphazero`
    #[error("there is no bot `{0}`: {meant}", meant = meant(.0))]
    NoSuchBot(String),
    /// `mcts:soon`
    #[error(
        "`{0}` is no budget: write playouts (`mcts:2000`), at most {MOST_PLAYOUTS}, or time (`mcts:500ms`, `mcts:1s`), at most a day"
    )]
    NoBudget(String),
    /// `mcts:1s`, where bots have no clock.
    #[error(
        "`{0}` is a time, and this ludex was built without a clock (feature `threads`): write playouts (`mcts:2000`)"
    )]
    NoClock(String),
    /// `mcts:100,depth=3`
    #[error(
        "`{0}` is no setting here: a search has cut=DECISIONS (at most {LONGEST_CUT}), worlds=N (at most {MOST_WORLDS}), trees=N (at most {MOST_TREES}), explore=X, value=score, solver=off, lookahead=off; a program has time=TIME; a net has playouts=N or time=TIME, worlds=N, explore=X"
    )]
    NoSetting(String),
    /// `random:100`
    #[error("`{0}` does not search: it has no budget")]
    NeedsNoBudget(String),
    /// `net:model.onnx`, where ludex is built without the feature `net`.
    #[error("there are no nets here: this ludex was built without them (feature `net`)")]
    NoNets,
    /// `net`
    #[error("`net` names no file: write net:MODEL.onnx, and settings after it")]
    NoModel,
    /// `exec`
    #[error(
        "`exec` names no program: write exec:\"PROGRAM ARGUMENTS\", and settings after the quotes"
    )]
    NoProgram,
}

/// The names of settings.
const SETTINGS: [&str; 9] = [
    "playouts",
    "cut",
    "worlds",
    "trees",
    "explore",
    "value",
    "solver",
    "lookahead",
    "time",
];
/// The time that a program has for a decision, unless it is said.
const PATIENCE: Duration = Duration::from_secs(10);

const NAMES: [(&str, Algorithm); 8] = [
    ("random", Algorithm::Random),
    ("greedy", Algorithm::Greedy),
    ("flat", Algorithm::Flat),
    ("mcts", Algorithm::Mcts),
    ("ismcts", Algorithm::Ismcts),
    ("mo-ismcts", Algorithm::MoIsmcts),
    ("exec", Algorithm::Exec),
    ("net", Algorithm::Net),
];

/// Tells which bot a name was probably meant for, or all of them.
fn meant(name: &str) -> String {
    let names = NAMES.map(|(name, _)| name);
    match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names.join(", ")),
    }
}

impl Algorithm {
    /// The name it is asked for by.
    #[must_use]
    pub fn name(self) -> &'static str {
        let own = NAMES.iter().find(|(_, one)| *one == self);
        own.map_or("", |(name, _)| name)
    }

    fn searches(self) -> bool {
        !matches!(
            self,
            Algorithm::Random | Algorithm::Greedy | Algorithm::Exec | Algorithm::Net
        )
    }
}

impl Spec {
    /// A bot with an algorithm and the usual settings.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Spec {
        let (playouts, explore) = match algorithm {
            Algorithm::Net => (NET_PLAYOUTS, Settings::default().explore),
            Algorithm::Random
            | Algorithm::Greedy
            | Algorithm::Flat
            | Algorithm::Mcts
            | Algorithm::Ismcts
            | Algorithm::MoIsmcts
            | Algorithm::Exec => (PLAYOUTS, EXPLORE),
        };
        Spec {
            algorithm,
            budget: Budget::Playouts(playouts),
            cut: None,
            worlds: None,
            trees: 1,
            explore,
            by_score: false,
            solves: true,
            looks_ahead: true,
            command: String::new(),
            time: PATIENCE,
            model: String::new(),
            net: SharedNet::default(),
            unready: Unready::default(),
            works_on: WorksOn::default(),
        }
    }

    /// Reads the specification of a bot that works on a system; without one there are no budgets of time, and no
    /// program can be started.
    ///
    /// # Errors
    /// The text specifies no bot, or one that can't work here.
    pub fn parse(text: &str, system: Option<&'static dyn System>) -> Result<Spec, SpecError> {
        let on_system = |algorithm| Spec {
            works_on: WorksOn(system),
            ..Spec::new(algorithm)
        };
        if let Some(text) = text.strip_prefix("exec:") {
            return on_system(Algorithm::Exec).with_program(text);
        }
        if let Some(text) = text.strip_prefix("net:") {
            return on_system(Algorithm::Net).with_net(text);
        }
        let (head, settings) = text
            .split_once(',')
            .map_or((text, None), |(head, rest)| (head, Some(rest)));
        let (name, budget) = head
            .split_once(':')
            .map_or((head, None), |(name, budget)| (name, Some(budget)));
        let found = NAMES.iter().find(|(known, _)| *known == name);
        let (_, algorithm) = found.ok_or_else(|| SpecError::NoSuchBot(name.to_owned()))?;
        let mut spec = on_system(*algorithm);
        if *algorithm == Algorithm::Exec {
            return Err(SpecError::NoProgram);
        }
        if *algorithm == Algorithm::Net {
            return Err(SpecError::NoModel);
        }
        if let Some(budget) = budget {
            if !algorithm.searches() {
                return Err(SpecError::NeedsNoBudget(name.to_owned()));
            }
            spec.budget = budget.parse()?;
            if matches!(spec.budget, Budget::Time(_)) && system.is_none() {
                return Err(SpecError::NoClock(budget.to_owned()));
            }
        }
        spec.with_settings(settings.into_iter().flat_map(|text| text.split(',')))
    }

    /// Reads the command of a program, quoted or up to a comma, and its settings.
    fn with_program(mut self, text: &str) -> Result<Spec, SpecError> {
        let (command, settings) = program(text)?;
        self.command = command.to_owned();
        self.with_settings(settings.split(',').skip(1))
    }

    /// Reads the file of a net, quoted or up to a comma, and its settings.
    fn with_net(mut self, text: &str) -> Result<Spec, SpecError> {
        let (model, settings) = program(text).map_err(|_| SpecError::NoModel)?;
        if !model::IS_HERE {
            return Err(SpecError::NoNets);
        }
        self.model = model.to_owned();
        self.with_settings(settings.split(',').skip(1))
    }

    fn with_settings<'t>(
        mut self,
        settings: impl Iterator<Item = &'t str>,
    ) -> Result<Spec, SpecError> {
        for setting in settings {
            self.set(setting)?;
        }
        Ok(self)
    }

    /// Returns the system that it works on, if any.
    pub(super) fn system(&self) -> Option<&'static dyn System> {
        self.works_on.0
    }

    /// Begins a search with its budget; where no time passes, a budget of time is one playout.
    pub(super) fn start(&self, interrupt: &Interrupt) -> Clock {
        match (self.budget, self.system()) {
            (Budget::Playouts(playouts), _) => Clock::of_playouts(playouts, interrupt),
            (Budget::Time(time), Some(system)) => Clock::of_time(time, system, interrupt),
            (Budget::Time(_), None) => Clock::of_playouts(1, interrupt),
        }
    }

    /// Returns true if playouts look ahead: a playout that does takes several times as long, which pays where they are counted.
    pub(super) fn sees_ahead(&self) -> bool {
        self.looks_ahead && matches!(self.budget, Budget::Playouts(_))
    }

    /// Returns the settings of a net's search.
    pub(super) fn net_settings(&self) -> Settings {
        let playouts = match self.budget {
            Budget::Playouts(playouts) => playouts,
            Budget::Time(_) => MOST_PLAYOUTS,
        };
        Settings {
            playouts,
            waiting: NET_WAITING,
            explore: self.explore,
            is_noisy: false,
        }
    }

    /// Reads the net of its file for a program, once; copies of this bot have it too.
    ///
    /// # Errors
    /// Why these bytes are no net of these rules; for people.
    pub fn read_net(&self, bytes: &[u8], program: &Arc<Program>) -> Result<(), String> {
        let net = model::read(bytes, program)?;
        // Whoever was first has read the same file.
        let _ = self.net.0.set(net);
        Ok(())
    }

    /// Returns the bot with the net that another one has read.
    #[must_use]
    pub fn with_net_of(self, other: &Spec) -> Spec {
        let net = other.net.clone();
        Spec { net, ..self }
    }

    /// Returns true if it names a program or a file of this machine, which only whoever sits at it may.
    #[must_use]
    pub fn is_local(&self) -> bool {
        matches!(self.algorithm, Algorithm::Exec | Algorithm::Net)
    }

    fn set_net(&mut self, name: &str, value: &str) -> Result<bool, SpecError> {
        match name {
            "time" | "playouts" => {
                let budget = value.parse()?;
                if matches!(budget, Budget::Time(_)) != (name == "time") {
                    return Ok(false);
                }
                if name == "time" && self.system().is_none() {
                    return Err(SpecError::NoClock(value.to_owned()));
                }
                self.budget = budget;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn set(&mut self, setting: &str) -> Result<(), SpecError> {
        let unknown = || SpecError::NoSetting(setting.to_owned());
        let (name, value) = setting.split_once('=').ok_or_else(unknown)?;
        let number = |most: u64| {
            let number = value.parse().ok();
            number
                .filter(|n| (1..=most).contains(n))
                .ok_or_else(unknown)
        };
        if self.algorithm == Algorithm::Net {
            if self.set_net(name, value)? {
                return Ok(());
            }
            if !["worlds", "explore"].contains(&name) {
                return Err(unknown());
            }
        } else if (name == "time") != (self.algorithm == Algorithm::Exec) {
            return Err(unknown());
        }
        match name {
            "time" => match value.parse()? {
                Budget::Time(time) => self.time = time,
                Budget::Playouts(_) => return Err(unknown()),
            },
            "value" if value == "score" => self.by_score = true,
            "solver" if value == "off" => self.solves = false,
            "lookahead" if value == "off" => self.looks_ahead = false,
            "cut" => self.cut = Some(number(LONGEST_CUT)?),
            "worlds" => self.worlds = Some(number(MOST_WORLDS)?),
            "trees" => self.trees = number(MOST_TREES)?,
            "explore" => {
                let x: Option<f64> = value.parse().ok();
                self.explore = x
                    .filter(|x| x.is_finite() && *x >= 0.0)
                    .ok_or_else(unknown)?;
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

/// Splits a list of bots at its commas, but for those between quotes: a setting stays with the bot before it.
#[must_use]
pub fn split(list: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut is_quoted = false;
    let commas = list.split(|symbol| {
        is_quoted ^= symbol == '"';
        symbol == ',' && !is_quoted
    });
    for part in commas {
        let name = part.split_once('=').map(|(name, _)| name);
        match (parts.last_mut(), name) {
            (Some(bot), Some(name)) if SETTINGS.contains(&name) => {
                bot.push(',');
                bot.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

/// Parts a program's command, quoted or up to a comma, from its settings.
fn program(text: &str) -> Result<(&str, &str), SpecError> {
    let parted = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or(SpecError::NoProgram)?,
        None => text.split_at(text.find(',').unwrap_or(text.len())),
    };
    if parted.0.trim().is_empty() {
        Err(SpecError::NoProgram)
    } else {
        Ok(parted)
    }
}

impl FromStr for Budget {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Budget, SpecError> {
        let unknown = || SpecError::NoBudget(text.to_owned());
        let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let n: u64 = digits.parse().map_err(|_| unknown())?;
        let budget = match &text[digits.len()..] {
            "" => Budget::Playouts(n),
            "ms" => Budget::Time(Duration::from_millis(n)),
            "s" => Budget::Time(Duration::from_secs(n)),
            _ => return Err(unknown()),
        };
        match budget {
            Budget::Playouts(n) if !(1..=MOST_PLAYOUTS).contains(&n) => Err(unknown()),
            Budget::Time(time) if time.is_zero() || time > LONGEST => Err(unknown()),
            Budget::Playouts(_) | Budget::Time(_) => Ok(budget),
        }
    }
}

impl Display for Budget {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Budget::Playouts(n) => write!(f, "{n}"),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let usual = Spec::new(self.algorithm);
        write!(f, "{}", self.algorithm.name())?;
        if self.algorithm.searches() {
            write!(f, ":{}", self.budget)?;
        }
        if self.algorithm == Algorithm::Exec {
            write!(f, ":\"{}\"", self.command)?;
        }
        if self.algorithm == Algorithm::Net {
            if self.model.contains([',', '"']) {
                write!(f, ":\"{}\"", self.model)?;
            } else {
                write!(f, ":{}", self.model)?;
            }
            match self.budget {
                Budget::Playouts(playouts) => write!(f, ",playouts={playouts}")?,
                time @ Budget::Time(_) => write!(f, ",time={time}")?,
            }
        }
        if self.time != usual.time {
            write!(f, ",time={}", Budget::Time(self.time))?;
        }
        for (name, value) in [("cut", self.cut), ("worlds", self.worlds)] {
            if let Some(value) = value {
                write!(f, ",{name}={value}")?;
            }
        }
        if self.trees != usual.trees {
            write!(f, ",trees={}", self.trees)?;
        }
        if self.explore != usual.explore {
            write!(f, ",explore={}", self.explore)?;
        }
        if self.by_score {
            write!(f, ",value=score")?;
        }
        if !self.solves {
            write!(f, ",solver=off")?;
        }
        if !self.looks_ahead {
            write!(f, ",lookahead=off")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Algorithm, Budget, Spec};
    use std::time::Duration;

    #[test]
    fn playouts_look_ahead_where_they_are_counted() {
        let sees_ahead = |text: &str| Spec::parse(text, None).map(|spec| spec.sees_ahead());
        assert_eq!(sees_ahead("mcts:1000"), Ok(true));
        assert_eq!(sees_ahead("mcts:1000,lookahead=off"), Ok(false));
        let timed = Spec {
            budget: Budget::Time(Duration::from_secs(1)),
            ..Spec::new(Algorithm::Mcts)
        };
        assert!(!timed.sees_ahead());
    }
}
