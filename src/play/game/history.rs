//! The history of a match: a list of steps that every match shares which went the same way, and whose bytes are counted.
//!
//! A step is what `undo` takes back: a choice, an answer given ahead, or a whole playout. It keeps what differs from the
//! position before it, not that position.

use ludex_engine::knowledge::event::{Cause, Event};
use ludex_engine::state::bytes::{Reader, Writer};
use ludex_engine::state::{State, delta};
use ludex_rules::decision::{Answer, Choice};
use ludex_rules::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the bytes of the steps that some matches keep; a step that several share counts once.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<AtomicUsize>);

/// An answer that its player gave ahead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    /// The player who gave it.
    pub(crate) player: PlayerId,
    /// The option that was chosen.
    pub(crate) choice: Choice,
}

/// The steps of a match. A copy costs nothing, whatever their number.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    last: Option<Arc<HistoryStep>>,
    meter: Meter,
    forgets_events: bool,
}

/// A step: a choice with its events, and the way back.
#[derive(Debug)]
struct HistoryStep {
    before: Option<Arc<HistoryStep>>,
    /// The choices made, none where an answer was sealed; what makes the position before them out of the one after them; the
    /// answers that were sealed before.
    record: Box<[u8]>,
    events: Arc<[Event]>,
    /// The number of choices up to and with this step.
    choices: usize,
    /// The number of events kept up to and with this step.
    kept: usize,
    meter: Meter,
}

/// Bytes that the allocator needs for each block, and the counters of an `Arc`.
const BLOCK: usize = 16;

impl Meter {
    /// Returns how many bytes there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl History {
    /// Adds a step from a position to another, with the answers that were sealed before it; gives its events.
    pub(crate) fn push(
        &mut self,
        before: &State,
        after: &State,
        choices: &[Choice],
        sealed: &[Sealed],
        events: Vec<Event>,
    ) -> Arc<[Event]> {
        let mut out = Writer::default();
        write_choices(choices, &mut out);
        delta::write(after, before, &mut out);
        write_sealed(sealed, &mut out);
        let events: Arc<[Event]> = events.into();
        let kept: Arc<[Event]> = if self.forgets_events {
            Arc::default()
        } else {
            Arc::clone(&events)
        };
        self.add(out.0.into(), kept, choices.len());
        events
    }

    fn add(&mut self, record: Box<[u8]>, events: Arc<[Event]>, choices: usize) {
        let step = HistoryStep {
            record,
            choices: self.choice_count() + choices,
            kept: self.event_count() + events.len(),
            events,
            before: self.last.take(),
            meter: self.meter.clone(),
        };
        self.meter.0.fetch_add(step.bytes(), Ordering::Relaxed);
        self.last = Some(Arc::new(step));
    }

    /// Takes the last step back; false when there is none.
    pub(crate) fn pop(&mut self, state: &mut State, sealed: &mut Vec<Sealed>) -> bool {
        let Some(step) = self.last.take() else {
            return false;
        };
        let mut bytes = Reader::new(&step.record);
        read_choices(&mut bytes);
        delta::read(state, &mut bytes);
        *sealed = read_sealed(&mut bytes);
        self.last.clone_from(&step.before);
        true
    }

    /// Forgets all steps, so that nothing can be undone.
    pub(crate) fn clear(&mut self) {
        self.last = None;
    }

    /// Returns how many choices were made.
    pub(crate) fn choice_count(&self) -> usize {
        self.last.as_ref().map_or(0, |step| step.choices)
    }

    /// Returns how many events are kept.
    pub(crate) fn event_count(&self) -> usize {
        self.last.as_ref().map_or(0, |step| step.kept)
    }

    /// Returns all choices, the first one first.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let steps = self.steps_after(|_| false).into_iter();
        steps
            .flat_map(|step| read_choices(&mut Reader::new(&step.record)))
            .collect()
    }

    /// Returns the choice made last.
    pub(crate) fn last_choice(&self) -> Option<Choice> {
        let mut steps = std::iter::successors(self.last.as_deref(), |step| step.before.as_deref());
        steps.find_map(|step| read_choices(&mut Reader::new(&step.record)).pop())
    }

    /// Returns the events kept, but for so many at the beginning.
    pub(crate) fn events_from(&self, first: usize) -> impl Iterator<Item = &Event> {
        let steps = self.steps_after(|step| step.kept <= first);
        let before = steps
            .first()
            .map_or(0, |step| step.kept - step.events.len());
        steps
            .into_iter()
            .flat_map(|step| step.events.iter())
            .skip(first.saturating_sub(before))
    }

    /// Returns the steps after the last one that is old enough.
    fn steps_after(&self, is_old: impl Fn(&HistoryStep) -> bool) -> Vec<&HistoryStep> {
        let mut steps = Vec::new();
        let mut next = self.last.as_deref().filter(|step| !is_old(step));
        while let Some(step) = next {
            steps.push(step);
            next = step.before.as_deref().filter(|step| !is_old(step));
        }
        steps.reverse();
        steps
    }

    /// Tells whether the events of steps are not kept.
    pub(crate) fn forgets_events(&self) -> bool {
        self.forgets_events
    }

    /// Returns the same steps without events, counted by a meter, as those will be that follow.
    pub(crate) fn without_events(&self, meter: &Meter) -> History {
        let mut history = History {
            last: None,
            meter: meter.clone(),
            forgets_events: true,
        };
        let mut before = 0;
        for step in self.steps_after(|_| false) {
            history.add(step.record.clone(), Arc::default(), step.choices - before);
            before = step.choices;
        }
        history
    }
}

impl HistoryStep {
    fn bytes(&self) -> usize {
        let causes = |event: &Event| event.because.len() * size_of::<Cause>() + BLOCK;
        let events: usize = self.events.iter().map(causes).sum();
        let own = size_of::<HistoryStep>() + BLOCK + BLOCK + self.record.len();
        own + BLOCK + events + size_of_val(&*self.events)
    }
}

impl Drop for HistoryStep {
    fn drop(&mut self) {
        self.meter.0.fetch_sub(self.bytes(), Ordering::Relaxed);
        // One after the other: a step that drops the one before it, which drops the one before that, would need a deep stack.
        let mut next = self.before.take();
        while let Some(mut step) = next.and_then(Arc::into_inner) {
            next = step.before.take();
        }
    }
}

fn write_choices(choices: &[Choice], out: &mut Writer) {
    out.count(choices.len());
    choices.iter().for_each(|choice| write_choice(choice, out));
}

fn write_choice(Choice { answer, values }: &Choice, out: &mut Writer) {
    out.number(answer.number());
    out.count(values.len());
    values.iter().for_each(|value| out.signed(*value));
}

fn write_sealed(sealed: &[Sealed], out: &mut Writer) {
    out.count(sealed.len());
    for Sealed { player, choice } in sealed {
        out.number(player.number().into());
        write_choice(choice, out);
    }
}

fn read_sealed(bytes: &mut Reader<'_>) -> Vec<Sealed> {
    let read = |bytes: &mut Reader<'_>| Sealed {
        player: PlayerId::numbered(bytes.number() as u32),
        choice: read_choice(bytes),
    };
    (0..bytes.count()).map(|_| read(bytes)).collect()
}

fn read_choices(bytes: &mut Reader<'_>) -> Vec<Choice> {
    (0..bytes.count()).map(|_| read_choice(bytes)).collect()
}

fn read_choice(bytes: &mut Reader<'_>) -> Choice {
    let answer = Answer::from_number(bytes.number());
    let values = (0..bytes.count()).map(|_| bytes.signed()).collect();
    Choice { answer, values }
}

#[cfg(test)]
mod tests {
    use super::{History, Meter};
    use ludex_engine::state::State;
    use ludex_rules::decision::{Answer, Choice};
    use ludex_rules::ids::ActionId;

    fn state(of: i32) -> State {
        State {
            memory: vec![of, 7].into(),
            ..State::default()
        }
    }

    fn choice(of: i32) -> Choice {
        Choice {
            answer: Answer::Action(ActionId::new(3)),
            values: vec![of, -of],
        }
    }

    fn long(steps: i32) -> History {
        let mut history = History::default();
        for n in 0..steps {
            history.push(&state(n), &state(n + 1), &[choice(n)], &[], Vec::new());
        }
        history
    }

    #[test]
    fn a_long_history_is_dropped_without_a_deep_stack() {
        let history = long(300_000);
        let (copy, meter) = (history.clone(), history.meter.clone());
        let small = std::thread::Builder::new().stack_size(64 * 1024);
        let ended = small.spawn(|| drop((history, copy)));
        assert!(ended.is_ok_and(|thread| thread.join().is_ok()));
        assert_eq!(meter.bytes(), 0);
    }

    #[test]
    fn copies_share_their_steps_and_each_goes_back_by_itself() {
        let mut one = long(5);
        let bytes = one.meter.bytes();
        let mut other = one.clone();
        assert_eq!(one.meter.bytes(), bytes);
        let (mut at, mut sealed) = (state(5), Vec::new());
        assert!(other.pop(&mut at, &mut sealed) && at == state(4));
        assert_eq!(
            one.meter.bytes(),
            bytes,
            "the other copy has this step still"
        );
        other.push(&at, &state(9), &[], &[], Vec::new());
        assert!(one.meter.bytes() > bytes);
        drop(other);
        assert_eq!(one.meter.bytes(), bytes);
        assert_eq!(one.choices(), [0, 1, 2, 3, 4].map(choice));
        let meter = Meter::default();
        assert_eq!(one.without_events(&meter).choices(), one.choices());
        assert_eq!(meter.bytes(), 0, "it was dropped at once");
        let mut at = state(5);
        while one.pop(&mut at, &mut sealed) {}
        assert_eq!((at, one.meter.bytes()), (state(0), 0));
    }
}
