//! A game that a net plays with itself or with other bots, stopping wherever an evaluation is needed.
//!
//! Whoever keeps many tables lets each `advance`, evaluates the rows of all of them together and gives each its part.

use crate::advice::Advice;
use crate::bot::Bot;
use crate::net::choose::MOST_WORLDS;
use crate::net::search::{NetSearch, Settings, TrainingTarget};
use crate::net::{EvaluationRows, Evaluations, Lens};
use crate::seat::Seat;
use crate::spec::Spec;
use crate::stopping::Clock;
use crate::value::Shares;
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::{Match, PlayError};
use ludex_play::interrupt::Interrupt;
use ludex_play::lean::Workspace;
use ludex_play::start::Start;
use std::sync::Arc;

/// The settings of the net's seats at a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetStyle {
    /// The search of each decision.
    pub search: Settings,
    /// Most worlds of a decision.
    pub worlds: Option<u64>,
    /// Choices of the game that are drawn by the visits of each option; later ones are the most visited.
    pub drawn: u64,
}

/// A game under way.
#[derive(Debug)]
pub struct SelfPlayTable {
    lens: Arc<Lens>,
    style: NetStyle,
    game: Match,
    /// The bot in each seat; none where the net sits.
    bots: Vec<Option<Bot>>,
    stream: Stream,
    search: Option<NetSearch>,
    targets: Vec<TrainingTarget>,
    interrupt: Interrupt,
}

/// The state of a table after it went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableState {
    /// It waits for the evaluations of its rows.
    Waits,
    /// The game is over.
    Over,
}

/// Returns true if a game of so many players can be won or lost, so that there is something to learn.
#[must_use]
pub fn can_be_won(lens: &Lens, players: u8) -> bool {
    Shares::new(&lens.program).differ(players)
}

impl SelfPlayTable {
    /// Begins a game, with a bot in some seats and the net in the others.
    ///
    /// # Errors
    /// A start that does not fit, or a fault of the rules.
    pub fn new(
        lens: Arc<Lens>,
        start: Start,
        (seats, style): (&[Option<Spec>], NetStyle),
        interrupt: &Interrupt,
    ) -> Result<SelfPlayTable, PlayError> {
        let stream = Stream::new(start.seed, purpose("table"), 0);
        let bot = |spec: &Option<Spec>| {
            let spec = spec.clone()?;
            Some(Bot::new(spec).interruptible(interrupt.clone()))
        };
        Ok(SelfPlayTable {
            game: Match::new(Arc::clone(&lens.program), start)?,
            bots: seats.iter().map(bot).collect(),
            lens,
            style,
            stream,
            search: None,
            targets: Vec::new(),
            interrupt: interrupt.clone(),
        })
    }

    /// Plays on until positions wait, which it adds as rows, or the game is over.
    ///
    /// # Errors
    /// A fault of the rules, or an interrupt.
    pub fn advance(
        &mut self,
        space: &mut Workspace,
        rows: &mut EvaluationRows,
    ) -> Result<TableState, PlayError> {
        while let Some(asked) = self.game.state().pending {
            if self.interrupt.is_raised() {
                return Err(PlayError::Interrupted);
            }
            if self.game.choice_count() as u64 >= self.game.program().budget.decisions {
                return Err(self.game.unending().into());
            }
            let option = match self.bots.get_mut(asked.player.index()) {
                Some(Some(bot)) => {
                    let seed = self.stream.word();
                    Seat::of(&self.game).map(|seat| bot.advise(&seat, seed).option)
                }
                Some(None) | None => self.choose(space, rows),
            };
            match option {
                Some(option) => self.game.apply(option)?,
                None => return Ok(TableState::Waits),
            };
        }
        Ok(TableState::Over)
    }

    /// Chooses for the net; none while positions wait.
    fn choose(&mut self, space: &mut Workspace, rows: &mut EvaluationRows) -> Option<usize> {
        let options = self.game.options();
        if options < 2 {
            return Some(0);
        }
        let mut search = match self.search.take() {
            Some(search) => search,
            None => match self.begin() {
                Some(search) => search,
                None => return Some(self.stream.pick(options)),
            },
        };
        let before = rows.count;
        search.collect(space, rows);
        if rows.count > before || !search.is_done() {
            self.search = Some(search);
            return None;
        }
        let option = self.decide(&search.advice());
        self.targets.extend(search.targets(option));
        Some(option)
    }

    /// Begins the search of a decision; none where no world was found.
    fn begin(&mut self) -> Option<NetSearch> {
        let seat = Seat::of(&self.game)?;
        let seed = self.stream.word();
        let playouts = self.style.search.playouts;
        let clock = Clock::of_playouts(playouts, &self.interrupt);
        let most = self.style.worlds.unwrap_or(MOST_WORLDS).min(playouts);
        let worlds = seat.lean_worlds(seed, most, &clock).ok()?;
        let root = (seat.player(), worlds);
        Some(NetSearch::new(
            Arc::clone(&self.lens),
            root,
            self.style.search,
            seed,
        ))
    }

    /// Draws an option by its visits at the beginning of a game, and takes the most visited later.
    fn decide(&mut self, advice: &Advice) -> usize {
        let visits = advice.thoughts.iter().map(|thought| thought.playouts);
        let all: u64 = visits.clone().sum();
        let is_drawn = (self.game.choice_count() as u64) < self.style.drawn && all > 0;
        if !is_drawn {
            let mut best = advice.clone();
            best.decide_by_visits(self.stream.word());
            return best.option;
        }
        let mut left = u64::from(self.stream.below(u32::try_from(all).unwrap_or(u32::MAX)));
        let drawn = visits
            .clone()
            .position(|visits| match left.checked_sub(visits) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            });
        drawn.unwrap_or(0)
    }

    /// Takes the evaluations of the rows that it added, from a row on; returns the number of them.
    pub fn absorb(&mut self, evaluations: &Evaluations, from: usize) -> usize {
        let search = self.search.as_mut();
        search.map_or(0, |search| search.absorb(evaluations, from))
    }

    /// Returns the game that is played.
    #[must_use]
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Returns the seats of the net.
    pub fn own_seats(&self) -> impl Iterator<Item = usize> {
        let seats = self.bots.iter().enumerate();
        seats.filter(|(_, bot)| bot.is_none()).map(|(seat, _)| seat)
    }

    /// Returns the share of the others that each player has beaten, once the game is over.
    #[must_use]
    pub fn shares(&self) -> Option<Vec<f64>> {
        let mut shares = Vec::new();
        Shares::new(&self.lens.program).write(self.game.result()?, &mut shares);
        Some(shares)
    }

    /// Takes what those who train want of the decisions so far.
    pub fn take_targets(&mut self) -> Vec<TrainingTarget> {
        std::mem::take(&mut self.targets)
    }
}
