//! Ways on from a question, and where pieces go on each: everybody sees that, and so which way was gone.

use crate::compile::telling::Flows;
use crate::program::code::{Instr, Pc};
use crate::program::tells::Flow;
use std::collections::BTreeSet;
use std::ops::Range;

/// One of several ways on.
#[derive(Debug, Clone)]
pub(super) struct Way {
    flow: Flow,
    /// Places that a piece surely goes to.
    sure: BTreeSet<u32>,
    /// Places that pieces may go to; none when it may be any.
    ends: Option<BTreeSet<u32>>,
}

impl Way {
    pub(super) fn nothing() -> Way {
        Way {
            flow: Flow::default(),
            sure: BTreeSet::new(),
            ends: Some(BTreeSet::new()),
        }
    }

    /// Tells whether everybody sees which of two was gone: a piece goes where the other surely moves none.
    fn differs(&self, other: &Way) -> bool {
        let only = |a: &Way, b: &Way| {
            let never = |place: &u32| b.ends.as_ref().is_some_and(|ends| !ends.contains(place));
            a.sure.iter().any(never)
        };
        only(self, other) || only(other, self)
    }
}

impl Flows<'_> {
    pub(super) fn way(&self, routine: usize, text: Range<Pc>) -> Way {
        Way {
            flow: self.depends_on(routine, text.clone()),
            sure: self.surely_to(routine, text.clone()),
            ends: self.moved_to(routine, self.escaping(routine, text)),
        }
    }

    /// Returns the flow out of going a way rather than one of the others, without its being seen which was gone.
    pub(super) fn apart(&self, way: &Way, others: &[Way]) -> Flow {
        let mut flow = Flow::default();
        for other in others.iter().filter(|other| !way.differs(other)) {
            let alike = way.sure == other.sure && !way.sure.is_empty();
            for way in [way, other] {
                flow.add(&way.flow.without_moves());
                flow.moves |= alike && way.flow.moves;
            }
        }
        flow
    }

    /// The instructions done when an answer or condition holds, and those done otherwise.
    pub(super) fn two_ways(&self, pc: Pc) -> (Range<Pc>, Range<Pc>) {
        let mut instr = self.program.code[pc as usize];
        let no = instr.exit().map_or(pc + 1, |exit| *exit);
        match no
            .checked_sub(1)
            .map(|last| self.program.code[last as usize])
        {
            Some(Instr::Jump(end)) if end > no => (pc + 1..no - 1, no..end),
            _ => (pc + 1..no.max(pc + 1), no..no),
        }
    }

    /// Instructions, and all behind them when a jump leaves them: it decides what of the rest is done.
    pub(super) fn escaping(&self, routine: usize, text: Range<Pc>) -> Range<Pc> {
        let leaves = text
            .clone()
            .any(|pc| matches!(self.program.code[pc as usize], Instr::Jump(to) if to > text.end));
        let end = if leaves {
            self.texts[routine].end
        } else {
            text.end
        };
        text.start..end
    }

    /// The places that instructions may move pieces to; none when it may be any.
    pub(super) fn moved_to(&self, routine: usize, text: Range<Pc>) -> Option<BTreeSet<u32>> {
        let mut ends = BTreeSet::new();
        for pc in text {
            ends.extend(self.moves_to(routine, pc)?);
        }
        Some(ends)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest moves nothing")]
    fn moves_to(&self, routine: usize, pc: Pc) -> Option<BTreeSet<u32>> {
        let program = self.program;
        let all = |texts: &[u32]| {
            let mut ends = BTreeSet::new();
            for text in texts {
                ends.extend(self.ends[*text as usize].as_ref()?);
            }
            Some(ends)
        };
        match program.code[pc as usize] {
            Instr::Move(_, to) | Instr::Tuck(_, to) | Instr::MoveAll(_, to) => {
                self.places(routine, to, 0)
            }
            Instr::Insert(_, (at, _)) => self.places(routine, program.node_lists[at as usize], 0),
            Instr::DrawOne(_, (at, _), _) => {
                self.places(routine, program.node_lists[at as usize + 1], 0)
            }
            Instr::Call(callee, _) => all(&[callee]),
            Instr::CallSlot(column, _) => all(&self.texts_of(column)),
            Instr::Hooks(list, _) | Instr::HooksToPool(list) => {
                let hooks = program.hook_lists[list as usize].iter();
                all(&hooks
                    .map(|hook| program.hooks[*hook as usize].body)
                    .collect::<Vec<_>>())
            }
            Instr::Gain(target, _) => {
                let var = program.targets[target as usize].var;
                let track = program.layout.vars[var as usize].track;
                let texts = track.map_or(Vec::new(), |track| {
                    let rules = &program.tracks[track as usize];
                    let spaces = rules.spaces.iter().map(|(_, _, _, text)| *text);
                    spaces.chain(rules.beyond).collect()
                });
                all(&texts)
            }
            Instr::ReachNext(..) => None,
            Instr::Refill(_) => all(&self.filling),
            _ => Some(BTreeSet::new()),
        }
    }

    /// The places that a piece surely goes to before anything is asked or decided.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest moves nothing, or not surely"
    )]
    fn surely_to(&self, routine: usize, text: Range<Pc>) -> BTreeSet<u32> {
        let mut ends = BTreeSet::new();
        for pc in text {
            let to = match self.program.code[pc as usize] {
                Instr::Move(_, to) | Instr::Tuck(_, to) => Some(to),
                Instr::Insert(_, (at, _)) => Some(self.program.node_lists[at as usize]),
                Instr::Let(..) | Instr::Set(..) | Instr::Add(..) | Instr::Gain(..) => None,
                Instr::Shuffle(_) | Instr::TurnOver(_) | Instr::Reveal(_) | Instr::Show(..) => None,
                Instr::LayOut(..) => None,
                Instr::MoveAll(..) => None,
                _ => break,
            };
            let places = to.and_then(|to| self.places(routine, to, 0));
            if let Some(one) = places.filter(|places| places.len() == 1) {
                ends.extend(one);
            }
        }
        ends
    }
}
