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
use ludex_encoding::question::{OpenQuestion, Step};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::{Match, PlayError};
use ludex_play::interrupt::Interrupt;
use ludex_play::lean::{LeanGame, Workspace};
use ludex_play::start::Start;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeMap;
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
    /// The most choices that each game begins with at random, from none on, so that games differ.
    pub opening: u64,
    /// Those who train learn from the choices of bots too.
    pub is_taught: bool,
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
    /// Choices at random to begin with.
    opening: u64,
    search: Option<NetSearch>,
    /// The search of the last decision of each seat.
    kept: Vec<Option<NetSearch>>,
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
        seats: &[Option<Spec>],
        style: NetStyle,
        interrupt: &Interrupt,
    ) -> Result<SelfPlayTable, PlayError> {
        let mut stream = Stream::new(start.seed, purpose("table"), 0);
        let most = u32::try_from(style.opening).unwrap_or(u32::MAX - 1);
        let opening = u64::from(if most > 0 { stream.below(most + 1) } else { 0 });
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
            opening,
            search: None,
            kept: seats.iter().map(|_| None).collect(),
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
            let targets = self.targets.len();
            let is_opening = (self.game.choice_count() as u64) < self.opening;
            let option = match self.bots.get(asked.player.index()) {
                _ if is_opening => Some(self.stream.pick(self.game.options())),
                Some(Some(_)) => Some(self.ask(asked.player)),
                Some(None) | None => self.choose(space, rows),
            };
            if option.is_some() && self.interrupt.is_raised() {
                // A search that was cut short chooses nothing and teaches nothing.
                self.targets.truncate(targets);
                self.search = None;
                return Err(PlayError::Interrupted);
            }
            match option {
                Some(option) => self.game.apply(option)?,
                None => return Ok(TableState::Waits),
            };
        }
        Ok(TableState::Over)
    }

    /// Lets a bot choose, and notes what it knew for those who train, where they learn from bots.
    fn ask(&mut self, player: PlayerId) -> usize {
        let seed = self.stream.word();
        let seat = Seat::of(&self.game);
        let bot = self.bots.get_mut(player.index()).and_then(Option::as_mut);
        let Some((bot, seat)) = bot.zip(seat) else {
            return 0;
        };
        let advice = bot.advise(&seat, seed);
        if !self.style.is_taught || advice.thoughts.len() < 2 || advice.playouts == 0 {
            return advice.option;
        }
        let option = self.decide(&advice);
        let targets = LeanGame::from_match(&self.game)
            .map(|game| lessons(&self.lens, &game, &advice, option));
        self.targets.extend(targets.into_iter().flatten());
        option
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
        if let Some(kept) = self
            .game
            .state()
            .pending
            .and_then(|asked| self.kept.get_mut(asked.player.index()))
        {
            *kept = Some(search);
        }
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
        let root_player = seat.player();
        let (lens, settings) = (Arc::clone(&self.lens), self.style.search);
        let search = NetSearch::new(lens, root_player, worlds, settings, seed);
        let kept = self
            .kept
            .get_mut(root_player.index())
            .and_then(Option::take);
        Some(match kept {
            Some(before) => search.going_on_from(before),
            None => search,
        })
    }

    /// Draws an option by its visits at the beginning of a game, and takes the most visited later.
    fn decide(&mut self, advice: &Advice) -> usize {
        let weights = advice.weights();
        let all: u64 = weights.iter().sum();
        let begun = self.game.choice_count() as u64;
        if begun >= self.opening + self.style.drawn || all == 0 {
            let mut best = advice.clone();
            best.decide_by_visits(self.stream.word());
            return best.option;
        }
        let mut left = u64::from(self.stream.below(u32::try_from(all).unwrap_or(u32::MAX)));
        let drawn = weights
            .iter()
            .position(|weight| match left.checked_sub(*weight) {
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

/// Returns the steps of an option with what a bot made of each.
fn lessons(lens: &Lens, game: &LeanGame, advice: &Advice, option: usize) -> Vec<TrainingTarget> {
    let Some(asked) = game.pending() else {
        return Vec::new();
    };
    let weights = advice.weights();
    let mut question = OpenQuestion::default();
    question.read_game(&lens.actions, game);
    let mut targets = Vec::new();
    while let Some(id) = question.next_towards(option) {
        let mut visits: BTreeMap<u32, u32> = BTreeMap::new();
        for (option, weight) in weights.iter().enumerate() {
            if let Some(id) = question.next_towards(option) {
                *visits.entry(id).or_default() += u32::try_from(*weight).unwrap_or(u32::MAX);
            }
        }
        targets.push(TrainingTarget::of_bot(
            lens,
            game,
            asked.player,
            &question,
            visits,
            advice,
        ));
        if let Some(Step::Option(_)) | None = question.take(id) {
            break;
        }
    }
    targets
}
