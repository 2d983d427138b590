//! Lean games: the same games as matches, without an allocation once the buffers have grown.

use crate::play::{begin, games, starts};
use crate::support::HAS_MACHINE_CODE;
use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::PlayError;
use ludex::play::lean::{FreshStates, LeanGame, Workspace};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use std::sync::Arc;

#[test]
fn a_lean_game_is_the_same_game_as_a_match() {
    for program in games() {
        let mut space = Workspace::default();
        for start in starts(program) {
            let mut game = begin(program, &start);
            let mut lean = LeanGame::new(Arc::clone(program), &start, &mut space).unwrap();
            let mut stream = Stream::new(start.seed, purpose("test"), 1);
            for step in 0..200 {
                assert_eq!(
                    lean.state(),
                    game.state(),
                    "{} step {step}",
                    program.names.game
                );
                assert_eq!(lean.options().len(), game.options());
                assert_eq!(lean.result(), game.result());
                if game.is_over() {
                    assert!(lean.is_over());
                    assert_eq!(lean.apply(0, &mut space), Err(PlayError::Over));
                    break;
                }
                let of = game.options();
                let beyond = Err(PlayError::NoSuchOption { option: of, of });
                assert_eq!(lean.apply(of, &mut space), beyond);
                let option = stream.pick(of);
                assert_eq!(lean.options().choice(option), game.option(option));
                game.apply(option).unwrap();
                lean.apply(option, &mut space).unwrap();
            }
            let copied = LeanGame::from_match(&game).unwrap();
            assert_eq!(copied.state(), lean.state());
            assert_eq!(copied.options(), lean.options());
        }
    }
}

#[test]
fn what_is_played_on_at_random_is_a_playout() {
    for program in games() {
        let (mut space, mut fresh) = (Workspace::default(), FreshStates::default());
        let mut playout = Playout::compiled(program);
        let start = Start::new(program, program.names.players.1 as u8, 7);
        let mut lean = LeanGame::new(Arc::clone(program), &start, &mut space).unwrap();
        for most in [1, 3, u64::MAX] {
            lean.restart(&start, &mut fresh, &mut space).unwrap();
            let mut stream = Stream::new(7, purpose("playout"), 0);
            let mut made = 0;
            while !lean.is_over() {
                made += lean.play_on(&mut stream, most, &mut space).unwrap();
            }
            let whole = playout.run(&start, 7).unwrap();
            assert_eq!((made, lean.decisions()), (whole.decisions, whole.decisions));
            assert_eq!(lean.result().unwrap().scores, whole.scores);
            assert_eq!(lean.state(), playout.state());
        }
    }
}

#[test]
fn steps_and_copies_allocate_nothing() {
    for program in games() {
        // Functions that are lowered when the interpreter first asks for them are allocated then.
        assert_eq!(Playout::compiled(program).is_native(), HAS_MACHINE_CODE);
        let (mut space, mut fresh) = (Workspace::default(), FreshStates::default());
        let start = Start::new(program, program.names.players.1 as u8, 4);
        let mut lean = LeanGame::new(Arc::clone(program), &start, &mut space).unwrap();
        let mut copy = lean.clone();
        let seeds = 0..6;
        let starts: Vec<Start> = seeds
            .map(|seed| Start {
                seed,
                ..start.clone()
            })
            .collect();
        let mut play = |lean: &mut LeanGame, copy: &mut LeanGame| {
            let mut decisions = 0;
            for start in &starts {
                let mut stream = Stream::new(start.seed, purpose("test"), 2);
                lean.restart(start, &mut fresh, &mut space).unwrap();
                while !lean.is_over() && decisions < 4_000 {
                    copy.clone_from(lean);
                    let option = stream.pick(copy.options().len());
                    lean.apply(option, &mut space).unwrap();
                    decisions += 1;
                }
            }
            decisions
        };
        play(&mut lean, &mut copy);
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| decisions = play(&mut lean, &mut copy));
        assert!(decisions > 0);
        assert_eq!(
            counted.count_total, 0,
            "{}: {decisions} decisions",
            program.names.game
        );
    }
}

#[test]
fn a_lean_game_may_change_its_thread() {
    fn is_send<T: Send>() {}
    is_send::<LeanGame>();
    is_send::<Workspace>();
}
