//! The run of a mutant: a changed game before its rulings.
//!
//! Only the changed file is read again, and the rulings that are likely to notice go first: the first that fails decides.

use crate::mutate::Mutant;
use crate::mutate::likely::Likely;
use crate::mutate::tables::names_around;
use crate::rulings::{Prepared, RuledGame, Ruling, RulingReport, read, run_seen};
use ludex_pipeline::{Checked, Parsed};
use ludex_report::Report;
use ludex_rules::budget::BudgetChange;
use ludex_source::{FileId, Sources};
use std::collections::BTreeMap;

/// The fate of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// A ruling noticed it: which.
    Killed(usize),
    /// Survived: all rulings pass.
    Survived,
    /// The checker refuses it, so it is no game.
    Invalid,
}

/// A game with its rulings.
pub struct MutantRunner {
    parsed: Parsed,
    /// The texts of the game, and after them those of its rulings.
    sources: Sources,
    /// Its rulings, each with the text of its snapshot.
    rulings: Vec<(Ruling, Option<String>)>,
    /// The limits on the rules that replace those of the game.
    budget: BudgetChange,
    likely: Likely,
}

/// The mutable state of a thread that tries changes.
pub struct Worker {
    sources: Sources,
    /// The ruling that noticed each change, by file and offset: a neighbour is likely noticed by the same one.
    killers: BTreeMap<(FileId, u32), usize>,
}

/// The rulings of a batch, as a batch costs more to prepare than a ruling to play: few while the first may notice.
const BATCHES: [usize; 2] = [4, 32];

impl MutantRunner {
    /// Makes a trial of a checked game, the texts it was parsed from, and its rulings: path, text and snapshot of each.
    ///
    /// # Errors
    /// The paths of rulings that do not pass as the game is, so that they could notice nothing.
    pub fn new(
        parsed: Parsed,
        checked: Checked,
        mut sources: Sources,
        rulings: Vec<(String, String, Option<String>)>,
        budget: BudgetChange,
    ) -> Result<MutantRunner, Vec<String>> {
        let (mut readable, mut failing) = (Vec::new(), Vec::new());
        for (path, text, accepted) in rulings {
            match read(&path, &text, &mut sources, &mut Report::new()) {
                Some(ruling) => readable.push((ruling, accepted)),
                None => failing.push(path),
            }
        }
        let game = RuledGame::observed(checked.allowed(budget), &mut Report::new());
        let mut trial = MutantRunner {
            parsed,
            sources,
            rulings: readable,
            budget,
            likely: Likely::default(),
        };
        if let Some(game) = game {
            failing.extend(trial.watch(&game));
        }
        if failing.is_empty() {
            Ok(trial)
        } else {
            Err(failing)
        }
    }

    /// Notes what each ruling reaches; gives those that do not pass.
    fn watch(&mut self, game: &RuledGame) -> Vec<String> {
        let prepared = Prepared::new(game, self.rulings.iter().map(|(ruling, _)| ruling));
        let marks = game.program().marks.as_ref();
        let mut likely = Likely::new(marks.map_or(&[], |marks| marks.places()));
        let mut failing = Vec::new();
        for nth in 0..self.rulings.len() {
            let passes = self.passes(&prepared, nth, nth, &self.sources);
            let ruling = &self.rulings[nth].0;
            if !passes {
                failing.push(ruling.path.clone());
            }
            let noted = marks.map_or(Vec::new(), |marks| marks.take());
            likely.ruling(self.sources.text(ruling.file), &noted);
        }
        self.likely = likely;
        failing
    }

    /// Returns a worker: the copies that a thread needs to try changes.
    #[must_use]
    pub fn worker(&self) -> Worker {
        Worker {
            sources: self.sources.clone(),
            killers: BTreeMap::new(),
        }
    }

    /// Returns the fate of a change. The rulings run in the order in which they are likely to notice, until one fails.
    #[must_use]
    pub fn fate(&self, mutant: &Mutant, worker: &mut Worker) -> Fate {
        let file = mutant.file();
        let path = self.sources.path(file).to_owned();
        worker
            .sources
            .add(path.clone(), mutant.applied(&self.sources));
        let mut report = Report::new();
        let mutated = self.parsed.reread(file, &worker.sources, &mut report);
        let checked = mutated.and_then(|mutated| mutated.check(&mut report));
        let game = checked
            .and_then(|checked| RuledGame::new(checked.allowed(self.budget), &mut Report::new()));
        let fate = match game {
            None => Fate::Invalid,
            Some(game) => match self.killer(mutant, &game, worker) {
                None => Fate::Survived,
                Some(killer) => Fate::Killed(killer),
            },
        };
        if let Fate::Killed(killer) = fate {
            worker.killers.insert((file, mutant.span.start), killer);
        }
        worker.sources.add(path, self.sources.text(file));
        fate
    }

    /// The first ruling that does not pass.
    fn killer(&self, mutant: &Mutant, game: &RuledGame, worker: &Worker) -> Option<usize> {
        let names = names_around(self.parsed.files(), mutant.span);
        let mut left = self
            .likely
            .order(mutant.span, &names, &near(mutant, &worker.killers));
        let mut sizes = BATCHES.into_iter();
        while !left.is_empty() {
            let size = sizes.next().unwrap_or(usize::MAX).min(left.len());
            let rest = left.split_off(size);
            let batch = std::mem::replace(&mut left, rest);
            let prepared = Prepared::new(game, batch.iter().map(|nth| &self.rulings[*nth].0));
            let mut fails = batch
                .iter()
                .enumerate()
                .filter(|(at, nth)| !self.passes(&prepared, *at, **nth, &worker.sources));
            if let Some((_, killer)) = fails.next() {
                return Some(*killer);
            }
        }
        None
    }

    /// Tells whether a ruling passes, which has one number in its batch and another here.
    fn passes(&self, prepared: &Prepared<'_>, at: usize, nth: usize, sources: &Sources) -> bool {
        let (ruling, accepted) = &self.rulings[nth];
        let accepted = accepted.as_deref();
        let answer = run_seen(prepared, at, ruling, sources, accepted, &mut |_| {});
        RulingReport::passed(&answer)
    }
}

/// Returns the rulings that noticed the nearest changes before and after this one in its file.
fn near(mutant: &Mutant, killers: &BTreeMap<(FileId, u32), usize>) -> Vec<usize> {
    let (file, at) = (mutant.file(), mutant.span.start);
    let before = killers.range((file, 0)..=(file, at)).next_back();
    let after = killers.range((file, at)..=(file, u32::MAX)).next();
    before
        .into_iter()
        .chain(after)
        .map(|(_, nth)| *nth)
        .collect()
}
