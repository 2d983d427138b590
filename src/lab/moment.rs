//! Moments: the worth of a row when it is chosen or taken, against the same moment without it.
//!
//! Markets, auctions and decks that grow begin with nothing that could be handed on. There a game is played again up to some
//! decision and goes on twice, with the same chance to come. Where options name rows, one branch chooses a row, the other
//! something else. Where a piece comes to a player without having been named, such as a lot under the hammer, the other branch
//! has another of its kind in its place, out of those that nobody has seen. The difference is what the row did, for the
//! player who chose or got it; that winners take more shows in neither branch.

use crate::deal::PieceSwap;
use crate::measure::Measure;
use crate::subjects::Subjects;
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::fault::Fault;
use ludex_engine::machine::Work;
use ludex_engine::state::State;
use ludex_play::back_end;
use ludex_play::game::{Outcome, rank};
use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_rules::ids::PlayerId;

/// The worth of a row at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MomentWorth {
    /// The number of the row.
    pub row: usize,
    /// An option named it; else it came to a player unnamed.
    pub is_chosen: bool,
    /// The player's margin with it, less the one without, and the same of the part of a win.
    pub margin: i64,
    /// The same of its part of a win.
    pub win: i64,
}

/// Buffers for moments of one program.
pub struct Moments<'a> {
    program: &'a Program,
    subjects: &'a Subjects,
    state: State,
    /// The branch that is played, and the one without the row.
    with: State,
    without: State,
    work: Work,
    values: Vec<i32>,
    outcome: Outcome,
    margins: Vec<i64>,
}

/// A choice between a row and something else.
struct Fork {
    row: usize,
    player: PlayerId,
    with: usize,
    without: usize,
}

impl<'a> Moments<'a> {
    /// Buffers for moments of a program.
    #[must_use]
    pub fn new(program: &'a Program, subjects: &'a Subjects) -> Moments<'a> {
        Moments {
            program,
            subjects,
            state: State::default(),
            with: State::default(),
            without: State::default(),
            work: Work::default(),
            values: Vec::new(),
            outcome: Outcome::default(),
            margins: Vec::new(),
        }
    }

    /// Plays the first game of a deal again, up to the first moment that tells something, from a decision on that chance picks
    /// among so many; none when there is no such moment.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn look(
        &mut self,
        begun: &State,
        seed: u64,
        decisions: u64,
        measure: &Measure,
    ) -> Result<Option<MomentWorth>, Fault> {
        let mut chance = Stream::new(seed, purpose("lab moment"), 0);
        let mut policy = Stream::new(seed, purpose("playout"), 0);
        let first = u64::from(chance.below(u32::try_from(decisions).unwrap_or(u32::MAX).max(1)));
        self.state.clone_from(begun);
        for number in 0..decisions {
            let mut machine = back_end::fast(self.program, &mut self.state, &mut self.work);
            match number {
                0 if machine.state.pending.is_some() => machine.pending_options(),
                0 => machine.run()?,
                _ => {}
            }
            if machine.state.over {
                return Ok(None);
            }
            let option = policy.pick(machine.work.options.len());
            if number < first {
                machine.choose(option);
                machine.run()?;
                continue;
            }
            if let Some(fork) = self.fork(&mut chance) {
                return self.chosen(&fork, measure).map(Some);
            }
            if let Some(told) = self.step(option, &mut chance, measure)? {
                return Ok(Some(told));
            }
        }
        Ok(None)
    }

    /// A row that some options of the open decision name and others do not, with an option of either sort.
    fn fork(&self, chance: &mut Stream) -> Option<Fork> {
        let asked = self.state.pending?;
        let options = &self.work.options;
        let names = |option: usize, row: usize| {
            let (answer, values) = options.get(option);
            let mut is_named = false;
            let subjects = self.subjects;
            subjects.named(asked.site, answer, values, |named, _| {
                is_named |= named == row
            });
            is_named
        };
        let mut rows: Vec<usize> = Vec::new();
        for option in 0..options.len() {
            let (answer, values) = options.get(option);
            self.subjects
                .named(asked.site, answer, values, |row, _| rows.push(row));
        }
        rows.sort_unstable();
        rows.dedup();
        rows.retain(|row| (0..options.len()).any(|option| !names(option, *row)));
        let row = *rows.get(pick(chance, rows.len())?)?;
        let (with, without): (Vec<usize>, Vec<usize>) =
            (0..options.len()).partition(|option| names(*option, row));
        Some(Fork {
            row,
            player: asked.player,
            with: with[pick(chance, with.len())?],
            without: without[pick(chance, without.len())?],
        })
    }

    /// Goes on with either option of a fork.
    fn chosen(&mut self, fork: &Fork, measure: &Measure) -> Result<MomentWorth, Fault> {
        let options = self.work.options.clone();
        let mut results = [(0, 0); 2];
        for (result, option) in results.iter_mut().zip([fork.with, fork.without]) {
            self.with.clone_from(&self.state);
            self.work.options.clone_from(&options);
            let mut machine = back_end::fast(self.program, &mut self.with, &mut self.work);
            machine.choose(option);
            machine.run()?;
            *result = self.play_on(measure, fork.player)?;
        }
        Ok(between(fork.row, true, results))
    }

    /// Chooses an option; when that brings an unnamed piece to a player, goes on with it and with another in its place.
    fn step(
        &mut self,
        option: usize,
        chance: &mut Stream,
        measure: &Measure,
    ) -> Result<Option<MomentWorth>, Fault> {
        let owner = |state: &State, piece: PieceId| state.owner_of_piece(self.program, piece);
        let before: Vec<Option<PlayerId>> = self
            .state
            .pieces
            .ids()
            .map(|piece| owner(&self.state, piece))
            .collect();
        let mut machine = back_end::fast(self.program, &mut self.state, &mut self.work);
        machine.choose(option);
        machine.run()?;
        let pieces = self.state.pieces.ids().zip(before);
        let came = pieces.filter_map(|(piece, before)| {
            let now = owner(&self.state, piece).filter(|_| before.is_none())?;
            Some((piece, now))
        });
        let came: Vec<(PieceId, PlayerId)> = came.collect();
        let Some((piece, player)) = pick(chance, came.len()).map(|at| came[at]) else {
            return Ok(None);
        };
        let Some(exchange) = PieceSwap::draw(self.program, &self.state, piece, chance) else {
            return Ok(None);
        };
        let mut results = [(0, 0); 2];
        self.without.clone_from(&self.state);
        exchange.apply(self.program, &mut self.without);
        self.with.clone_from(&self.state);
        results[0] = self.play_on(measure, player)?;
        self.with.clone_from(&self.without);
        results[1] = self.play_on(measure, player)?;
        Ok(Some(between(self.subjects.of_piece(piece), false, results)))
    }

    /// Plays the branch to its end at random; both branches have the same chance to come. Returns a player's margin and part of
    /// a win.
    fn play_on(&mut self, measure: &Measure, player: PlayerId) -> Result<(i64, i64), Fault> {
        let mut policy = Stream::new(self.with.seed, purpose("lab branch"), 0);
        let mut machine = back_end::fast(self.program, &mut self.with, &mut self.work);
        if machine.state.pending.is_some() {
            machine.pending_options();
        }
        let mut left = self.program.budget.decisions;
        while !machine.state.over {
            if left == 0 {
                return Err(machine.unending());
            }
            left -= 1;
            let option = policy.pick(machine.work.options.len());
            machine.choose(option);
            machine.run()?;
        }
        rank(&mut machine, &mut self.values, &mut self.outcome)?;
        let seat = player.index();
        measure.margins(&self.outcome, &mut self.margins);
        let margin = self.margins[seat];
        measure.wins(&self.outcome, &mut self.margins);
        Ok((margin, self.margins[seat]))
    }
}

/// One of so many, each equally likely; none of none.
fn pick(chance: &mut Stream, count: usize) -> Option<usize> {
    (count > 0).then(|| chance.pick(count))
}

/// The difference of two branches.
fn between(row: usize, is_chosen: bool, [with, without]: [(i64, i64); 2]) -> MomentWorth {
    MomentWorth {
        row,
        is_chosen,
        margin: with.0 - without.0,
        win: with.1 - without.1,
    }
}
