//! Flat Monte Carlo: every option gets equally many random playouts (Brügmann, "Monte Carlo Go", 1993).

use crate::advice::{Advice, Thought};
use crate::field::{Field, Horizon};
use crate::seat::{Seat, Worlds};
use crate::spec::Spec;
use crate::stopping::Clock;
use crate::value::Value;
use ludex_engine::chance::{Stream, purpose};

/// Tries each option in turn, in one world after the other.
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
    let horizon = Horizon::from_spec(spec, seat.program(), clock);
    let (mut gains, mut advice) = (Vec::new(), Advice::none(seat.options()));
    let all = worlds.all.iter().cycle();
    let tries = all.flat_map(|world| (0..seat.options()).map(move |option| (world, option)));
    for (world, option) in tries {
        if !clock.goes_on(advice.playouts) {
            break;
        }
        advice.playouts += 1;
        let mut walk = field.walk(world, stream.word());
        let played = walk
            .choose(option)
            .and_then(|()| walk.play_out(&mut stream, None, &horizon, &mut value, &mut gains));
        // As in a tree, nobody gains by what the rules break.
        let gain = match played {
            Ok(()) => gains[seat.player().index()],
            Err(_) => {
                advice.faults += 1;
                0.0
            }
        };
        advice.thoughts[option].add(Thought {
            playouts: 1,
            gain,
            proved: None,
        });
    }
    advice
}
