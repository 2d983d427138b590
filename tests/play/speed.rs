//! Random games at full speed: the same as slow ones, without an allocation once the buffers have grown.

use crate::play::{begin, games, starts};
use crate::support::HAS_MACHINE_CODE;
use ludex::play::playout::Playout;
use ludex::play::start::Start;

#[test]
fn there_is_machine_code_of_every_game() {
    for program in games() {
        let is_native = Playout::new(program).is_native();
        assert_eq!(is_native, HAS_MACHINE_CODE, "{}", program.names.game);
    }
}

/// A playout runs as machine code, a match is interpreted.
#[test]
fn a_playout_is_the_same_game_as_a_match_played_at_random() {
    for program in games() {
        let mut playout = Playout::compiled(program);
        for (start, seed) in starts(program)
            .iter()
            .flat_map(|s| (0..12).map(move |n| (s, n)))
        {
            let start = &Start {
                seed,
                ..start.clone()
            };
            let mut game = begin(program, start);
            let decisions = game.playout(seed, None).unwrap();
            let fast = playout.run(start, seed).unwrap();
            assert_eq!(
                (fast.decisions, fast.scores),
                (decisions, &game.result().unwrap().scores[..])
            );
            assert_eq!(playout.state(), game.state());
        }
    }
}

#[test]
fn what_is_remembered_is_what_would_be_answered() {
    for program in games() {
        let (mut sure, mut unsure) = (Playout::compiled(program), Playout::in_doubt(program));
        for start in starts(program) {
            for seed in 0..4 {
                let believed = sure.run(&start, seed).unwrap();
                let asked = unsure.run(&start, seed).unwrap();
                assert_eq!(believed, asked, "{}", program.names.game);
            }
        }
        assert_eq!(unsure.mistaken(), 0, "{}", program.names.game);
    }
}

#[test]
fn decisions_allocate_nothing() {
    for program in games() {
        let mut playout = Playout::compiled(program);
        let start = Start::new(program, program.names.players.1 as u8, 4);
        for seed in 0..40 {
            playout.run(&start, seed).unwrap();
        }
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| {
            for seed in 0..40 {
                decisions += playout
                    .run(&start, seed)
                    .map_or(0, |result| result.decisions);
            }
        });
        assert!(decisions > 0);
        assert_eq!(
            counted.count_total, 0,
            "{}: {decisions} decisions",
            program.names.game
        );
    }
}
