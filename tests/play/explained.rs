//! An explanation is the same wherever what the asker can't know lies.

use crate::play::worlds::twins;
use crate::play::{begin, games};
use ludex::engine::chance::{Stream, purpose};
use ludex::play::explain::{Explanation, Legality};
use ludex::play::format::ValueFormat;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::ActionId;
use std::sync::Arc;

/// Words asked about for each parameter, evenly spread over all that there are.
const ASKED: usize = 12;

/// Tally of explanations compared between two positions that differ in hidden information alone.
#[derive(Debug, Default)]
struct Asked {
    /// Answers compared.
    answers: usize,
    /// Those that a value got which is none of the choices, or may be none.
    beyond: usize,
    /// Those that told something to somebody who may know everything.
    telling: usize,
    /// Those that were not the same.
    leaks: Vec<String>,
}

/// Arguments of an action: none, and each of some words for each parameter after the first word of those before it.
fn questions(game: &Match, action: ActionId, stream: &mut Stream) -> Vec<Vec<String>> {
    let program = game.program();
    let (mut questions, mut before) = (vec![Vec::new()], Vec::new());
    for (_, ty) in &program.actions[action].params {
        let all = words_of(game, ty);
        let every = all.len().div_ceil(ASKED).max(1);
        let first = stream.below(every as u32) as usize;
        for word in all.iter().skip(first).step_by(every) {
            let mut question: Vec<String> = before.clone();
            question.push(word.clone());
            questions.push(question);
        }
        let Some(word) = all.get(stream.below(all.len().max(1) as u32) as usize) else {
            break;
        };
        before.push(word.clone());
    }
    questions
}

fn words_of(game: &Match, ty: &ludex::rules::types::Type) -> Vec<String> {
    use ludex::rules::types::Type;
    let program = game.program();
    let words = ValueFormat::of(program, game.state());
    let numbers = if let Type::Piece(_) = ty.required() {
        0..program.names.pieces.len() as i32
    } else {
        0..400
    };
    let all = numbers.map(|value| words.word(ty, value));
    all.filter(|word| words.value(ty, word).is_some()).collect()
}

/// Walks through positions of a game, and asks about every action in two that look the same to who asks.
fn walk(program: &Arc<Program>, seeds: u64) -> Asked {
    let mut asked = Asked::default();
    let (least, most) = program.names.players;
    for seed in 0..seeds {
        let players = least as u64 + seed % (most - least + 1) as u64;
        let mut game = begin(program, &Start::new(program, players as u8, seed));
        let mut stream = Stream::new(seed, purpose("explained"), 0);
        for step in 0..150 {
            if game.is_over() {
                break;
            }
            if step % 5 == 0 {
                compare(&game, &mut stream, &mut asked);
            }
            let option = stream.below(game.options() as u32) as usize;
            game.apply(option).unwrap();
        }
    }
    asked
}

fn compare(game: &Match, stream: &mut Stream, asked: &mut Asked) {
    let Some(pending) = game.state().pending else {
        return;
    };
    let Some([mut one, mut twin]) = twins(game, pending.player, stream) else {
        return;
    };
    let program = one.shared_program();
    for (n, action) in program.actions.entries() {
        for args in questions(&one, n, stream) {
            let told = one.explain(&action.name, &args).unwrap();
            let other = twin.explain(&action.name, &args).unwrap();
            asked.answers += 1;
            asked.beyond += usize::from(is_beyond(&told));
            if told != other {
                asked
                    .leaks
                    .push(format!("{} {args:?}: {told:?}, {other:?}", action.name));
            }
            let all = |game: &mut Match| game.explain_all(&action.name, &args).unwrap();
            asked.telling += usize::from(all(&mut one) != all(&mut twin));
        }
    }
}

fn is_beyond(told: &Explanation) -> bool {
    matches!(
        told.verdict,
        Legality::NotAmong { .. } | Legality::NotKnown { .. }
    )
}

/// A planet that lies face down, or waits in a pile, is asked about by name: nobody learns where it is.
#[test]
fn explanations_of_jump_gate_tell_nothing_hidden() {
    let program = games().iter().find(|p| p.names.game == "jump_gate");
    let asked = walk(program.unwrap(), 16);
    assert!(asked.leaks.is_empty(), "{:#?}", &asked.leaks);
    let Asked {
        answers,
        beyond,
        telling,
        ..
    } = asked;
    eprintln!(
        "jump_gate: {answers} answers, {beyond} beyond the choices, {telling} tell an author"
    );
    // Someone who may know everything is told more: the question was worth asking.
    assert!(
        answers > 3_000 && beyond > 500 && telling > 0,
        "{answers} {beyond} {telling}"
    );
}
