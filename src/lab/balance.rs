//! Balance: many deals of a game, each played with the hands handed on, and all that is counted of them.

use std::sync::Arc;

use crate::deal::Hands;
use crate::hands::HandMargins;
use crate::leads::Leads;
use crate::measure::Measure;
use crate::moment::Moments;
use crate::notes::Notes;
use crate::seeds::Seeds;
use crate::subjects::Subjects;
use crate::tally::{Sums, Tally};
use crate::totals::{Ended, Totals};
use crate::trial::Trial;
use ludex_bots::spec::{Algorithm, Spec};
use ludex_engine::state::State;
use ludex_play::game::{Outcome, PlayError};
use ludex_play::interrupt::Interrupt;
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_rules::game::Seen;

/// Deals that are played before all others, to see what there is to be measured.
const PILOT: u64 = 64;
/// Deals with seeds below this one, counted from the first, are watched for who leads.
const WATCHED: u64 = 100;

/// A game with all that its trials need.
pub struct Setting<'a> {
    /// The compiled rules of the game.
    pub program: &'a Arc<Program>,
    /// The bots in the seats; chance in every seat when nobody is named.
    pub seats: &'a [Spec],
    /// Players and options, and the first seed.
    pub start: Start,
    /// The rows of the game.
    pub subjects: Subjects,
    /// The measure of results.
    pub measure: Measure,
    /// Games of a deal: each seat plays each hand, where there are hands to hand on.
    pub rounds: u32,
    /// Some rows are neither dealt nor laid open by chance, so that moments of the game have to tell of them.
    pub looks_at_moments: bool,
    /// Keeps the numbers of each deal, to pair them with those of another game.
    pub keeps_deals: bool,
    /// Ends deals early: a deal that was not finished is `PlayError::Interrupted`.
    pub interrupt: Interrupt,
}

/// The counts of some deals, which may come from another machine.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Balance {
    /// Sums over deals of the score of all seats together.
    pub table: Sums,
    /// Counts of how the games ended.
    pub totals: Totals,
    /// The tally of each row.
    pub tallies: Vec<Tally>,
    /// For each answer apart from rows: decisions that offered it, and that chose it.
    pub answers: Vec<(u64, u64)>,
    /// Counts of who led when.
    pub leads: Leads,
    /// For each seat: sums over deals of its margin and of its part of a win.
    pub seats: Vec<Sums>,
    /// The numbers of each deal in order, where they are kept.
    pub each: Vec<DealNumbers>,
}

/// The sums of a deal's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DealNumbers {
    /// The scores of all seats in all its games.
    pub score: i64,
    /// The decisions of all its games.
    pub decisions: u64,
}

/// A game that could not be played to its end.
#[derive(Debug)]
pub struct Broken {
    /// The seed of the game.
    pub seed: u64,
    /// The reason that it broke.
    pub error: PlayError,
}

impl<'a> Setting<'a> {
    /// Plays a few deals and sees what can be measured.
    ///
    /// # Errors
    /// The rules broke a game.
    pub fn of(
        program: &'a Arc<Program>,
        seats: &'a [Spec],
        start: Start,
    ) -> Result<Setting<'a>, Broken> {
        Setting::of_until(program, seats, start, &Interrupt::default())
    }

    /// As `of`, with an interrupt that ends these deals and all that are played later.
    ///
    /// # Errors
    /// The rules broke a game, or the interrupt was raised.
    pub fn of_until(
        program: &'a Arc<Program>,
        seats: &'a [Spec],
        start: Start,
        interrupt: &Interrupt,
    ) -> Result<Setting<'a>, Broken> {
        let mut setting = Setting {
            program,
            seats,
            subjects: Subjects::of(program),
            measure: Measure::of(program, &[]),
            rounds: 1,
            looks_at_moments: false,
            keeps_deals: false,
            interrupt: interrupt.clone(),
            start,
        };
        // To find out what there is to be measured, chance serves as well as bots do.
        let mut trial = Trial::new(program, &[]);
        let mut results: Vec<Outcome> = Vec::new();
        let mut met = vec![(0, 0); setting.subjects.all.len()];
        for seed in (0..PILOT).map(|number| setting.start.seed.saturating_add(number)) {
            let broken = |error| Broken { seed, error };
            setting.refuse_interrupted().map_err(broken)?;
            let mut notes = Notes::new(program, &setting.subjects);
            let start = setting.start_of(seed);
            let set_up = trial.set_up(&start);
            set_up.map_err(|fault| broken(fault.into()))?;
            let hands = Hands::deal(program, &mut trial.begun);
            if !hands.is_empty() {
                setting.rounds = u32::from(setting.start.players);
            }
            for (piece, _) in hands.holders(&trial.begun, program) {
                met[setting.subjects.of_piece(piece)].0 += 1;
            }
            for row in setting.open(&trial.begun) {
                met[row].1 += 1;
            }
            let played = trial.play(&start, 0, false, &mut notes);
            played.map_err(broken)?;
            results.push(trial.outcome.clone());
        }
        setting.measure = Measure::of(program, &results);
        setting.looks_at_moments = setting.is_by_chance() && setting.has_unmet_kinds(&met);
        Ok(setting)
    }

    /// Returns true if a kind has no row that the pilot's deals gave to somebody or laid open now and then.
    fn has_unmet_kinds(&self, met: &[(u64, u64)]) -> bool {
        let rows = || self.subjects.all.iter().zip(met);
        let is_met = |(dealt, open): (u64, u64)| dealt > 0 || (open > 0 && open < PILOT);
        let is_unmet = |kind: &str| {
            let mut own = rows().filter(|(row, _)| row.kind == kind);
            !own.any(|(_, met)| is_met(*met))
        };
        rows().any(|(row, _)| row.id.is_some() && is_unmet(&row.kind))
    }

    /// Tells whether chance plays in every seat.
    #[must_use]
    pub fn is_by_chance(&self) -> bool {
        let chance = |seat: &Spec| seat.algorithm == Algorithm::Random;
        self.seats.iter().all(chance)
    }

    fn start_of(&self, seed: u64) -> Start {
        Start {
            seed,
            ..self.start.clone()
        }
    }

    /// Refuses to begin another game once the interrupt was raised.
    fn refuse_interrupted(&self) -> Result<(), PlayError> {
        if self.interrupt.is_raised() {
            Err(PlayError::Interrupted)
        } else {
            Ok(())
        }
    }

    /// Plays some deals.
    ///
    /// # Errors
    /// The rules broke a game, or the interrupt was raised.
    pub fn play(&self, seeds: &Seeds) -> Result<Balance, Broken> {
        self.bench().play(seeds)
    }

    /// Buffers to play deals with, one after the other.
    #[must_use]
    pub fn bench(&self) -> Bench<'_> {
        Bench {
            setting: self,
            trial: Trial::new(self.program, self.seats).interruptible(&self.interrupt),
            notes: Notes::new(self.program, &self.subjects),
            moments: Moments::new(self.program, &self.subjects),
        }
    }

    /// Plays a deal as often as there are seats for each hand.
    fn deal(
        &self,
        seed: u64,
        trial: &mut Trial<'_>,
        moments: &mut Moments<'_>,
        notes: &mut Notes<'_>,
        balance: &mut Balance,
    ) -> Result<(), PlayError> {
        let start = self.start_of(seed);
        trial.set_up(&start)?;
        let hands = Hands::deal(self.program, &mut trial.begun);
        let open = self.open(&trial.begun);
        let watches = seed.saturating_sub(self.start.seed) < WATCHED;
        let mut worth = HandMargins::new(&self.subjects, self.start.players);
        let mut seats = vec![(0_i128, 0_i128); usize::from(self.start.players)];
        let (mut margins, mut wins, mut table) = (Vec::new(), Vec::new(), 0);
        let mut numbers = DealNumbers::default();
        for round in 0..self.rounds {
            self.refuse_interrupted()?;
            if round > 0 {
                hands.hand_on(self.program, &mut trial.begun, 1);
            }
            trial.play(&start, round, watches, notes)?;
            if round == 0 && self.looks_at_moments {
                let (begun, decisions) = (&trial.begun, trial.decisions);
                if let Some(told) = moments.look(begun, seed, decisions, &self.measure)? {
                    let tally = &mut notes.tallies[told.row];
                    let sums = if told.is_chosen {
                        &mut tally.choice
                    } else {
                        &mut tally.arrival
                    };
                    sums.note(told.margin.into(), told.win.into());
                }
            }
            self.measure.margins(&trial.outcome, &mut margins);
            self.measure.wins(&trial.outcome, &mut wins);
            table += i128::from(self.measure.table(&trial.outcome));
            numbers.score += trial
                .outcome
                .scores
                .iter()
                .copied()
                .map(i64::from)
                .sum::<i64>();
            numbers.decisions += trial.decisions;
            for (sum, (margin, win)) in seats.iter_mut().zip(margins.iter().zip(&wins)) {
                *sum = (sum.0 + i128::from(*margin), sum.1 + i128::from(*win));
            }
            worth.add(&hands.holders(&trial.begun, self.program), &margins, &wins);
            balance.count(trial, watches);
        }
        balance.table.note(table, 0);
        for (row, (margin, win)) in worth.of_rows(self.measure.is_together()) {
            notes.tallies[row].dealt.note(margin, win);
        }
        for (sums, (margin, win)) in balance.seats.iter_mut().zip(seats) {
            sums.note(margin, win);
        }
        if self.keeps_deals {
            balance.each.push(numbers);
        }
        for row in open {
            notes.tallies[row].open.note(table, 0);
        }
        Ok(())
    }

    /// The rows that lie open to all and belong to no seat.
    fn open(&self, state: &State) -> Vec<usize> {
        let layout = &self.program.layout;
        let is_open = |piece: &PieceId| {
            let place = state.pieces[*piece].place;
            let declared = layout.place_of.get(place);
            declared.is_some_and(|(place, _)| layout.places[*place].seen == Seen::All)
                && state.owner_of_piece(self.program, *piece).is_none()
        };
        let pieces = state.pieces.ids().filter(is_open);
        let mut rows: Vec<usize> = pieces.map(|piece| self.subjects.of_piece(piece)).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }
}

/// A setting with buffers that are used again and again.
pub struct Bench<'a> {
    setting: &'a Setting<'a>,
    trial: Trial<'a>,
    notes: Notes<'a>,
    moments: Moments<'a>,
}

impl Bench<'_> {
    /// Plays some deals.
    ///
    /// # Errors
    /// The rules broke a game, or the setting's interrupt was raised.
    pub fn play(&mut self, seeds: &Seeds) -> Result<Balance, Broken> {
        let mut balance = Balance::new(self.setting);
        for seed in seeds.ranges().flatten() {
            let (trial, moments) = (&mut self.trial, &mut self.moments);
            let notes = &mut self.notes;
            let played = self.setting.deal(seed, trial, moments, notes, &mut balance);
            played.map_err(|error| Broken { seed, error })?;
        }
        std::mem::swap(&mut balance.tallies, &mut self.notes.tallies);
        std::mem::swap(&mut balance.answers, &mut self.notes.answers);
        Ok(balance)
    }
}

impl Balance {
    /// The counts of no deals.
    #[must_use]
    pub fn new(setting: &Setting<'_>) -> Balance {
        Balance {
            table: Sums::default(),
            totals: Totals::new(setting.start.players),
            tallies: vec![Tally::default(); setting.subjects.all.len()],
            answers: vec![(0, 0); setting.subjects.answers.len()],
            leads: Leads::new(setting.start.players),
            seats: vec![Sums::default(); setting.start.players.into()],
            each: Vec::new(),
        }
    }

    fn count(&mut self, trial: &Trial<'_>, watches: bool) {
        self.totals.count(&Ended {
            scores: &trial.outcome.scores,
            winners: &trial.outcome.winners,
            decisions: trial.decisions,
        });
        if watches && !trial.leaders.is_empty() {
            self.leads.count(&trial.leaders, &trial.outcome);
        }
    }

    /// Returns true if these counts can be of a setting: they have its seats, rows and answers.
    #[must_use]
    pub fn fits(&self, setting: &Setting<'_>) -> bool {
        let none = Balance::new(setting);
        let sizes = |one: &Balance| {
            let leads = (one.leads.told.len(), one.leads.leads.len());
            let seats = (one.seats.len(), one.totals.seats());
            (seats, leads, one.tallies.len(), one.answers.len())
        };
        let led = self.leads.leads.iter().zip(&none.leads.leads);
        sizes(self) == sizes(&none) && led.into_iter().all(|(one, none)| one.len() == none.len())
    }

    /// Returns the number of deals.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.table.count
    }

    /// Adds the counts of other deals.
    pub fn add(&mut self, other: &Balance) {
        self.table.add(&other.table);
        self.totals.add(&other.totals);
        self.leads.add(&other.leads);
        self.each.extend(&other.each);
        for (own, more) in self.seats.iter_mut().zip(&other.seats) {
            own.add(more);
        }
        for (own, more) in self.tallies.iter_mut().zip(&other.tallies) {
            own.add(more);
        }
        for (own, more) in self.answers.iter_mut().zip(&other.answers) {
            *own = (own.0 + more.0, own.1 + more.1);
        }
    }
}
