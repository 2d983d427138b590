//! Answers given before everybody's eyes, by which two games part.
//!
//! What is hidden may follow from an open answer: whoever uses a card among five that all see may note something of their own
//! later, and whoever looks at a hand knows its cards. Then the answer is told, though the games differ in something hidden
//! alone. This is no leak as long as the rules say that the answer is open, and what is hidden is not the answer itself.

use crate::leaks::compare::GamePair;
use ludex_engine::knowledge::view;
use ludex_engine::state::{Piece, PlayerSet};
use ludex_play::game::Match;
use ludex_program::decision::Ask;
use ludex_program::ids::{Address, SiteId};
use ludex_program::layout::Var;
use ludex_program::tells::Flow;
use ludex_rules::decision::{Answer, Choice};
use ludex_rules::table::ids;

/// Different answers to one question.
pub(super) struct Parting {
    pub(super) site: SiteId,
    pub(super) answers: [Choice; 2],
}

impl Parting {
    /// Returns true if two games differ in nothing but what follows from open answers.
    pub(super) fn is_open(&self, pair: &GamePair) -> bool {
        let program = pair.one.program();
        let tells = &program.tells[self.site];
        let is_told = program.sites[self.site].at_once.is_none()
            && self.flows(pair).into_iter().all(Flow::is_open);
        let (one, other) = (pair.one.state(), pair.other.state());
        let mut vars = program.layout.vars.entries();
        is_told
            && lie_alike(pair)
            && vars.all(|(id, var)| {
                let differs = |at: &Address| one.memory[*at] != other.memory[*at];
                let mut differing = ids(var.addresses()).filter(differs);
                differing.all(|at| {
                    let sees = view::sees_var(program, one, id, at).has(pair.seat);
                    !sees
                        && !tells.writes.contains(&id)
                        && !self.is_kept_in(&pair.one, var, [one.memory[at], other.memory[at]])
                })
            })
    }

    /// The flow out of all parts of both answers.
    fn flows<'a>(&self, pair: &'a GamePair) -> Vec<&'a Flow> {
        let program = pair.one.program();
        let tells = &program.tells[self.site];
        let mut flows = Vec::new();
        for choice in &self.answers {
            match (choice.answer, &program.sites[self.site].ask) {
                (Answer::Action(action), Ask::Offer { actions, .. }) => {
                    let n = actions.iter().position(|one| *one == action);
                    let told = n.and_then(|n| tells.actions.get(n));
                    flows.extend(
                        told.into_iter()
                            .flat_map(|(name, args)| args.iter().chain([name])),
                    );
                }
                (Answer::Values, _) => flows.extend(&tells.values),
                (_, _) => flows.push(&tells.answer),
            }
        }
        flows
    }

    /// Returns true if a variable holds in each game what was answered there.
    fn is_kept_in(&self, game: &Match, var: &Var, held: [i32; 2]) -> bool {
        let [one, other] = &self.answers;
        let mut values = one.values.iter().zip(&other.values).enumerate();
        one.answer == other.answer
            && values.any(|(n, (one_value, other_value))| {
                let ty = game.program().value_types(self.site, one.answer).nth(n);
                ty.is_some_and(|ty| ty.required() == var.ty.required())
                    && [*one_value, *other_value] == held
            })
    }
}

/// Returns true if all pieces lie the same in two games, and the seat knows the same of them.
fn lie_alike(pair: &GamePair) -> bool {
    let pieces = |game: &Match| {
        let pieces = game.state().pieces.iter();
        let seen = |piece: &Piece| Piece {
            known: PlayerSet::NOBODY,
            ..*piece
        };
        let all = pieces.map(|piece| (seen(piece), piece.known.has(pair.seat)));
        all.collect::<Vec<_>>()
    };
    pieces(&pair.one) == pieces(&pair.other)
}
