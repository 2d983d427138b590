//! The walk through pasts: a backtracking search with restarts over plays of the game, as the head of `lib.rs` explains it.

use crate::observed::Observation;
use crate::past::Past;
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::knowledge::view::{knows, sees_var, who_knows};
use ludex_engine::redo::Redo;
use ludex_engine::state::{PlayerSet, State};
use ludex_play::format::ValueFormat;
use ludex_play::game::Match;
use ludex_play::state_json::view;
use ludex_program::ids::{Address, PieceId, SiteId, SpotId};
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::{PlayerId, VarId};
use ludex_rules::table::{ids, widened};
use ludex_rules::types::Type;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Choices that are made at most, besides four for each thing told: what needs more stays as it is.
const MOST_MADE: usize = 2_000;
/// Choices made at most after everything told has happened, before the player sees the position.
const MOST_AFTER: usize = 64;
/// Outcomes of one random number that are tried at most.
const MOST_OUTCOMES: usize = 32;
/// Answers that are tried at most to see what others would have changed, in all and to each question.
const MOST_OTHERS: usize = 500;
const MOST_EACH: usize = 16;
/// Failures of the same length after which the walk goes back twice as far.
const PATIENCE: usize = 4;
/// Failures after which it is given up.
const MOST_FAILURES: usize = 100;

/// A past up to one of its decisions: a node of the search.
///
/// `told` and `own` say how much of what must happen again has happened: the past is whole when both are at their ends. `taken`
/// says which answer of the true past the next one stands for. `made` measures how far a walk came, `after` how long it goes on
/// with nothing left to agree with.
#[derive(Debug, Clone)]
pub(super) struct PastNode {
    pub(super) game: Match,
    /// Addresses of hidden variables that were decided anew.
    pub(super) drawn: BTreeSet<Address>,
    /// Slots of the texts at work that hold what was decided anew.
    pub(super) slots: BTreeSet<usize>,
    /// True once anything was decided anew: what is changed unseen from then on may come of it, so it counts as drawn.
    is_anew: bool,
    /// The number of observations that have been made again: an index into `Past::observed`.
    told: usize,
    /// The number of the player's answers given again: an index into `Past::own`.
    own: usize,
    /// The number of answers given that the player was not told, by who gave them to which question: which of the true ones to
    /// such a question comes next, and whether it is a secret (`Past::is_secret`, `Past::given`).
    taken: BTreeMap<(PlayerId, SiteId), usize>,
    /// Choices made since the walk began. A failure at a decision further than all before begins to count failures anew.
    made: usize,
    /// Choices made since everything told has happened, at most `MOST_AFTER`: the position must come before more.
    after: usize,
}

/// The sight of a player at the end of a past.
#[derive(PartialEq)]
struct PastSight {
    asked: Option<(PlayerId, SiteId)>,
    view: serde_json::Value,
    prompt: String,
    options: Vec<String>,
    /// For each place: who knows how many of its pieces, which a world keeps.
    known: Vec<Vec<PlayerSet>>,
}

/// The answers that are tried at a decision, in order.
struct TriedAnswers {
    order: Vec<usize>,
    /// Any of them might have been given, as far as the rules say.
    is_open: bool,
}

/// A step of a game as it came out.
struct PastStep {
    game: Match,
    events: Arc<[Event]>,
}

pub(super) struct PastWalk<'a> {
    truth: &'a Match,
    past: Past,
    sight: PastSight,
    seed: u64,
    /// The number of draws made, each from a stream of its own.
    draws: u32,
    /// Choices that may still be made.
    left: usize,
}

impl<'a> PastWalk<'a> {
    pub(super) fn new(truth: &'a Match, past: Past) -> PastWalk<'a> {
        PastWalk {
            truth,
            sight: sight(truth, past.player),
            past,
            seed: 0,
            draws: 0,
            left: 0,
        }
    }

    /// Returns the player who must be told the same.
    pub(super) fn player(&self) -> PlayerId {
        self.past.player
    }

    /// Walks from a decision, or from the set-up, to a past after which the player has been told the same and sees the
    /// same; none when none was found.
    pub(super) fn find(&mut self, root: Option<&Match>, seed: u64) -> Option<PastNode> {
        (self.seed, self.draws) = (seed, 0);
        self.left = MOST_MADE + 4 * self.past.observed.len();
        let mut at = self.begin(root)?;
        let mut marks: Vec<PastNode> = Vec::new();
        let (mut furthest, mut failures, mut all) = (0, 0, 0);
        while !self.agrees(&at) {
            if let Some((next, is_open)) = self.next(&at) {
                let before = std::mem::replace(&mut at, next);
                if is_open {
                    marks.push(before);
                }
                continue;
            }
            if at.made > furthest {
                (furthest, failures) = (at.made, 0);
            }
            (failures, all) = (failures + 1, all + 1);
            let is_certain = marks.is_empty() && !self.past.rolls;
            if all > MOST_FAILURES || is_certain {
                return None;
            }
            let back = 1_usize << (failures / PATIENCE).min(20);
            let to = marks.len().checked_sub(back);
            at = match to.and_then(|to| marks.drain(to..).next()) {
                Some(mark) => mark,
                None => {
                    marks.clear();
                    self.begin(root)?
                }
            };
        }
        self.note_unchanged(&mut at, &marks);
        Some(at)
    }

    /// The first decision: given, or after a set-up in which chance decides anew.
    fn begin(&mut self, root: Option<&Match>) -> Option<PastNode> {
        let truth = self.truth;
        let node = |game: Match| PastNode {
            game,
            drawn: BTreeSet::new(),
            slots: BTreeSet::new(),
            is_anew: false,
            told: 0,
            own: 0,
            taken: BTreeMap::new(),
            made: 0,
            after: 0,
        };
        if let Some(root) = root {
            self.left = self.left.checked_sub(1)?;
            return Some(node(root.clone()));
        }
        let set_up = |redo: Box<Redo>| {
            let game = truth.again_with(Some(redo)).ok()?;
            let events = game.set_up_events();
            Some(PastStep { game, events })
        };
        let (step, told, others) = self.rolled(0, 0, &set_up)?;
        let mut node = node(step.game);
        node.told = told;
        self.note(&mut node, &others, &step.events);
        Some(node)
    }

    /// The next decision after one answer, and whether another one might have been given; none when no answer agrees with
    /// what the player was told.
    fn next(&mut self, at: &PastNode) -> Option<(PastNode, bool)> {
        let asked = at.game.state().pending?;
        let after = if at.told < self.past.observed.len() {
            0
        } else {
            at.after + 1
        };
        if after > MOST_AFTER {
            return None;
        }
        let mut next = at.clone();
        (next.made, next.after) = (at.made + 1, after);
        let answers = self.answers(&mut next, asked.player, asked.site)?;
        let first = at.game.state().memory[at.game.program().layout.random_at()] as u32;
        let is_open = answers.is_open && answers.order.len() > 1;
        let mut order = answers.order.into_iter();
        let (step, told, others) = order.find_map(|option| {
            self.rolled(at.told, first, &|redo| answered(&at.game, option, redo))
        })?;
        (next.game, next.told) = (step.game, told);
        next.is_anew |= is_open;
        self.note(&mut next, &others, &step.events);
        Some((next, is_open || !others.is_empty()))
    }

    /// The answers to try: the one that is told, or of the player's own, the one that was given; to a question about
    /// secrets any, in an order of chance; else the true one, as long as it is offered.
    fn answers(
        &mut self,
        next: &mut PastNode,
        player: PlayerId,
        site: SiteId,
    ) -> Option<TriedAnswers> {
        let game = &next.game;
        let only = |option: usize| TriedAnswers {
            order: vec![option],
            is_open: false,
        };
        if player == self.past.player {
            let (to, choice) = self.past.own.get(next.own)?;
            next.own += 1;
            return game.find_choice(choice).filter(|_| *to == site).map(only);
        }
        let told = self.past.observed.get(next.told);
        let told = told.and_then(|told| told.answer(player, site));
        if let Some(option) = told.and_then(|choice| game.find_choice(choice)) {
            return Some(only(option));
        }
        let (is_told, options) = (told.is_some(), game.options());
        let taken = next.taken.entry((player, site)).or_default();
        let number = *taken;
        *taken += usize::from(!is_told);
        let is_open = self.past.is_secret((player, site), number);
        let mut order = self.any_order(options);
        if is_open {
            let known = as_known(&next.game, self.past.player, site);
            order = order.into_iter().map(|n| known[n]).collect();
        } else if !is_told {
            let choice = self.past.given((player, site), number);
            if let Some(option) = choice.and_then(|choice| next.game.find_choice(choice)) {
                order.retain(|other| *other != option);
                order.insert(0, option);
            }
        }
        Some(TriedAnswers { order, is_open })
    }

    /// A step whose random numbers come out anew as far as the player would be told the same, what is told after it, and
    /// games after other outcomes that would have done as well.
    fn rolled(
        &mut self,
        told: usize,
        first: u32,
        make: &dyn Fn(Box<Redo>) -> Option<PastStep>,
    ) -> Option<(PastStep, usize, Vec<Match>)> {
        let (mut now, mut agreed) = self.made(told, make, Box::default())?;
        let mut others = Vec::new();
        let mut number = first;
        while self.past.rolls {
            let redo = now.game.forced().cloned().map(Box::new)?;
            let Some((drawn, bound)) = redo.bounds.range(number..).next() else {
                break;
            };
            let (drawn, bound) = (*drawn, *bound);
            let mut order = self.any_order(widened(bound));
            order.truncate(MOST_OUTCOMES);
            let mut found = order.into_iter().filter_map(|outcome| {
                let mut redo = redo.clone();
                redo.bounds.split_off(&drawn);
                redo.forced.insert(drawn, outcome as u32);
                let (step, agreed) = self.made(told, make, redo)?;
                agreed.map(|agreed| (step, agreed))
            });
            if let Some(one) = found.next() {
                others.extend(found.next().map(|(other, _)| other.game));
                (now, agreed) = (one.0, Some(one.1));
            }
            number = drawn + 1;
        }
        now.game.force(None);
        agreed.map(|agreed| (now, agreed, others))
    }

    /// A step, and what has been told after it; none of this where the player would be told something else.
    fn made(
        &mut self,
        told: usize,
        make: &dyn Fn(Box<Redo>) -> Option<PastStep>,
        redo: Box<Redo>,
    ) -> Option<(PastStep, Option<usize>)> {
        self.left = self.left.checked_sub(1)?;
        let step = make(redo)?;
        let (program, player) = (self.truth.program(), self.past.player);
        let observed = step.events.iter();
        let mut observed = observed.filter_map(|event| Observation::of(program, event, player));
        let mut rest = self.past.observed[told..].iter();
        let agree = observed.all(|observation| rest.next() == Some(&observation));
        let told = self.past.observed.len() - rest.len();
        Some((step, agree.then_some(told)))
    }

    /// Notes what was decided anew: the hidden variables and the slots in which games after other outcomes differ, and once
    /// anything was decided anew, the hidden variables that were changed unseen.
    fn note(&self, node: &mut PastNode, others: &[Match], events: &[Event]) {
        let (state, depth) = (node.game.state(), node.game.state().stack.len());
        node.slots.retain(|slot| *slot < depth);
        for other in others {
            let other = other.state();
            let differs = |slot: &usize| other.stack.get(*slot) != state.stack.get(*slot);
            node.slots.extend((0..depth).filter(differs));
            self.differing(other, state, &mut node.drawn);
        }
        node.is_anew |= !others.is_empty();
        let unseen = events
            .iter()
            .filter(|event| !event.seen.has(self.past.player));
        for event in unseen.filter(|_| node.is_anew) {
            if let What::Changed { var, address, .. } = event.what
                && self.hides(state, var, address)
            {
                node.drawn.insert(address);
            }
        }
    }

    /// Adds the addresses of hidden variables in which two positions differ.
    fn differing(&self, one: &State, other: &State, drawn: &mut BTreeSet<Address>) {
        for (id, var) in self.truth.program().layout.vars.entries() {
            let all = ids(var.addresses());
            let differs =
                |at: &Address| one.memory[*at] != other.memory[*at] && self.hides(one, id, *at);
            drawn.extend(all.filter(differs));
        }
    }

    /// Tells whether a value is a variable's of the rules that the player does not see; the fields of pieces go with these.
    fn hides(&self, state: &State, var: VarId, address: Address) -> bool {
        let program = self.truth.program();
        let declared = &program.layout.vars[var];
        let seen = sees_var(program, state, var, address);
        !matches!(declared.holder, Holder::Piece(_))
            && !declared.name.contains('.')
            && !seen.has(self.past.player)
    }

    /// Notes the variables that other answers to the last open questions would have left otherwise, though this one did not
    /// change them: a bid of 0 is decided anew as any other is.
    fn note_unchanged(&mut self, node: &mut PastNode, marks: &[PastNode]) {
        self.left = MOST_OTHERS;
        for mark in marks.iter().rev() {
            let options = mark.game.options().min(MOST_EACH);
            let mut after = (0..options).map_while(|option| {
                let answer = |redo| answered(&mark.game, option, redo);
                self.made(mark.told, &answer, Box::default())
            });
            let after: Vec<Match> = after
                .by_ref()
                .filter_map(|(step, told)| told.map(|_| step.game))
                .collect();
            for two in after.windows(2) {
                self.differing(two[0].state(), two[1].state(), &mut node.drawn);
            }
        }
    }

    /// Tells whether the player has been told the same and sees the same.
    fn agrees(&self, at: &PastNode) -> bool {
        let all = at.told == self.past.observed.len() && at.own == self.past.own.len();
        let asked = at
            .game
            .state()
            .pending
            .map(|asked| (asked.player, asked.site));
        all && asked == self.sight.asked && sight(&at.game, self.past.player) == self.sight
    }

    /// Numbers from 0 in an order of chance.
    fn any_order(&mut self, of: usize) -> Vec<usize> {
        let mut stream = Stream::new(self.seed, purpose("determinize secrets"), self.draws);
        self.draws += 1;
        let mut order: Vec<usize> = (0..of).collect();
        stream.shuffle(&mut order);
        order
    }
}

/// The options of a question, in an order that does not follow from pieces the player does not know: where they lie among
/// those of a hand is not told.
fn as_known(game: &Match, player: PlayerId, site: SiteId) -> Vec<usize> {
    let (program, state) = (game.program(), game.state());
    let words = ValueFormat::of(program, state);
    let known = |(ty, value): (&Type, &i32)| {
        let is_piece = matches!(ty.required(), Type::Piece(_)) && *value != NONE;
        if is_piece && !knows(program, state, player, PieceId::from_value(*value)) {
            i32::MAX
        } else {
            *value
        }
    };
    let mut order: Vec<usize> = (0..game.options()).collect();
    order.sort_by_cached_key(|n| {
        let choice = game.option(*n);
        let types = words.types_of_answer(site, choice.answer);
        let values: Vec<i32> = types.iter().zip(&choice.values).map(known).collect();
        (choice.answer, values)
    });
    order
}

fn answered(before: &Match, option: usize, redo: Box<Redo>) -> Option<PastStep> {
    let mut game = before.clone();
    game.force(Some(redo));
    let events = game.apply(option).ok()?;
    Some(PastStep { game, events })
}

fn sight(game: &Match, player: PlayerId) -> PastSight {
    let (program, state) = (game.program(), game.state());
    let own = game.decision().filter(|d| d.player == player);
    let (prompt, options) = own.map_or_else(Default::default, |d| (d.prompt, d.options));
    let known = |place: SpotId| {
        let pieces = state.pieces_in(place);
        let mut known: Vec<PlayerSet> = pieces
            .map(|piece| who_knows(program, state, piece))
            .collect();
        known.sort_unstable();
        known
    };
    PastSight {
        asked: state.pending.map(|asked| (asked.player, asked.site)),
        view: view(program, state, player),
        prompt,
        options: options.into_iter().map(|option| option.label).collect(),
        known: state.places.ids().map(known).collect(),
    }
}
