//! A changed game before its rulings.

use crate::pipeline::GameText;
use crate::report::Report;
use crate::rules::budget::BudgetChange;
use crate::source::Sources;
use crate::tools::mutate::Mutant;
use crate::tools::rulings::RuledGame;
use crate::tools::rulings::RulingReport;
use crate::tools::rulings::read;
use crate::tools::rulings::run;

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// A ruling noticed it: which.
    Killed(usize),
    /// All rulings pass.
    Survived,
    /// The checker refuses it, so it is no game.
    Invalid,
}

/// A game with its rulings.
#[derive(Debug, Clone, Default)]
pub struct Trial {
    /// The game's texts.
    pub text: GameText,
    /// Its rulings: path, text, and the text of the snapshot.
    pub rulings: Vec<(String, String, Option<String>)>,
    /// What the rules may take, where it is not what the game says.
    pub budget: BudgetChange,
}

impl Trial {
    /// The rulings that don't pass as the game is.
    #[must_use]
    pub fn failing(&self) -> Option<Vec<String>> {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let game = self.ruled(self.text.clone(), &mut sources, &mut report)?;
        let fails = |nth: &usize| !self.passes(*nth, &game, &mut sources);
        let failing: Vec<usize> = (0..self.rulings.len()).filter(fails).collect();
        let path = |nth: usize| self.rulings[nth].0.clone();
        Some(failing.into_iter().map(path).collect())
    }

    /// What becomes of a change, the rulings taken in some order. Whoever killed goes to the front: the next change is
    /// likely its neighbour.
    #[must_use]
    pub fn fate(&self, mutant: &Mutant, sources: &Sources, order: &mut Vec<usize>) -> Fate {
        let path = sources.path(mutant.file());
        let mut text = self.text.clone();
        for (own, content) in &mut text.files {
            if own == path {
                *content = mutant.applied(sources);
            }
        }
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let Some(game) = self.ruled(text, &mut sources, &mut report) else {
            return Fate::Invalid;
        };
        let killer = (0..order.len()).find(|at| !self.passes(order[*at], &game, &mut sources));
        match killer {
            None => Fate::Survived,
            Some(at) => {
                let ruling = order.remove(at);
                order.insert(0, ruling);
                Fate::Killed(ruling)
            }
        }
    }

    fn ruled(
        &self,
        text: GameText,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Option<RuledGame> {
        let checked = text.parse(sources, report).check(report)?;
        RuledGame::new(checked.allowed(self.budget), report)
    }

    fn passes(&self, nth: usize, game: &RuledGame, sources: &mut Sources) -> bool {
        let (path, text, accepted) = &self.rulings[nth];
        let ruling = read(path, text, sources, &mut Report::new());
        ruling.is_some_and(|ruling| {
            let answer = run(game, &ruling, sources, accepted.as_deref());
            RulingReport::passed(&answer)
        })
    }
}
