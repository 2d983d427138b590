//! Greedy: one step ahead, by the rules' heuristic, or else by the score that the result would have.

use crate::advice::{Advice, Thought};
use crate::field::Field;
use crate::seat::{Seat, Worlds};
use crate::spec::Spec;
use crate::stopping::Clock;
use crate::value::Value;
use ludex_engine::chance::{Stream, purpose};

/// Values the position after each option, in each world.
pub(super) fn search(
    seat: &Seat<'_>,
    spec: &Spec,
    seed: u64,
    clock: &Clock,
    worlds: &Worlds,
) -> Advice {
    let mut field = Field::new(seat.program());
    let mut value = Value::new(seat.program(), spec.by_score);
    let mut stream = Stream::new(seed, purpose("search"), 0);
    let (mut gains, mut advice) = (Vec::new(), Advice::none(seat.options()));
    // The first round shows how far apart scores lie; the second is judged by that.
    for is_judged in [false, true] {
        for world in &worlds.all {
            if clock.is_interrupted() {
                return advice;
            }
            let chance = stream.word();
            for option in 0..seat.options() {
                let mut walk = field.walk(world, chance);
                let valued = walk
                    .choose(option)
                    .and_then(|()| walk.gains(&mut value, &mut gains));
                match valued {
                    Ok(()) if is_judged => advice.thoughts[option].add(Thought {
                        playouts: 1,
                        gain: gains[seat.player().index()],
                        proved: None,
                    }),
                    Ok(()) => {}
                    Err(_) => advice.faults += u64::from(is_judged),
                }
            }
        }
    }
    advice
}
