//! An estimate of a position for every player, from worlds that one of them can't tell from it.

use crate::advice::Thought;
use crate::field::{Field, Horizon};
use crate::seat::World;
use crate::spec::{Budget, Spec};
use crate::value::Value;
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_rules::ids::PlayerId;
use ludex_worlds::Dealer;

/// Playouts that share a world: dealing one takes about as long as some of them.
const PER_WORLD: u64 = 4;
/// Playouts of an estimate whose budget is no number of them.
const PLAYOUTS: u64 = 200;

/// An estimate of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionWorth {
    /// The share in the victory of each player, from 0 to 1.
    pub gains: Vec<f64>,
    /// The number of playouts.
    pub playouts: u64,
}

/// Plays random games on from worlds of what a player knows, whoever is to decide. Equal observations and seeds get equal
/// estimates. None where the game is over, no world was found, or no playout came to an end.
#[must_use]
pub fn estimate(
    game: &Match,
    viewer: PlayerId,
    spec: &Spec,
    seed: u64,
    interrupt: &Interrupt,
) -> Option<PositionWorth> {
    let program = game.program();
    let clock = spec.start(interrupt);
    let horizon = Horizon::from_spec(spec, program, &clock);
    let (mut field, mut value) = (Field::new(program), Value::new(program, spec.by_score));
    let mut stream = Stream::new(seed, purpose("estimate"), 0);
    let mut sums = vec![Thought::default(); usize::from(game.state().players)];
    let (mut gains, mut world) = (Vec::new(), None);
    let most = match spec.budget {
        Budget::Playouts(playouts) => playouts,
        Budget::Time(_) => PLAYOUTS,
    };
    let told = game.with_events();
    let mut dealer = Dealer::of(told.as_ref().unwrap_or(game), viewer);
    for playout in 0..most {
        if !clock.goes_on(playout) || game.is_over() {
            break;
        }
        if playout % PER_WORLD == 0 {
            let dealt = dealer.world(seed.wrapping_add(playout)).ok()?;
            let (state, options) = dealt.game.at_decision();
            world = Some(World { state, options });
        }
        let mut walk = field.walk(world.as_ref()?, stream.word());
        if walk
            .play_out(&mut stream, None, &horizon, &mut value, &mut gains)
            .is_ok()
        {
            for (sum, gain) in sums.iter_mut().zip(&gains) {
                sum.add(Thought {
                    playouts: 1,
                    gain: *gain,
                    proved: None,
                });
            }
        }
    }
    Some(PositionWorth {
        gains: sums.iter().map(Thought::mean).collect::<Option<_>>()?,
        playouts: sums.first()?.playouts,
    })
}
