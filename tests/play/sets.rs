//! Sets chosen by a condition on the whole: the search gives up what bounds say nothing completes, and that shows nowhere.

use crate::faults::budgets::program;
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::fault::FaultKind;
use ludex::play::game::{Match, PlayError};
use ludex::play::start::Start;
use ludex::program::Program;
use std::fmt::Write as _;
use std::sync::Arc;

fn one_of<'a>(stream: &mut Stream, words: &[&'a str]) -> &'a str {
    words[stream.below(words.len() as u32) as usize]
}

/// A part of a condition on the whole, most often one that sets a bound.
fn part(stream: &mut Stream) -> String {
    let value = one_of(
        stream,
        &["x", "x mod 3", "7 - x", "x * x mod 11 - 4", "x * aim"],
    );
    let test = one_of(stream, &["x mod 2 == 0", "x > 4", "x + aim < 20"]);
    let number = one_of(
        stream,
        &["0", "2", "3", "aim", "aim div 2", "2 * aim - 3", "-5"],
    );
    let sign = one_of(stream, &["==", "!=", "<", "<=", ">", ">="]);
    match stream.below(12) {
        0..=3 => format!("sum(x in chosen : {value}) {sign} {number}"),
        4 => format!("{number} {sign} sum(x in chosen where {test} : {value})"),
        5 => format!("size(chosen) {sign} {number}"),
        6 => format!("count(x in chosen where {test}) {sign} {number}"),
        7 => format!("every(x in chosen : {test})"),
        8 => format!(
            "{}(x in chosen where {test})",
            one_of(stream, &["any", "nothing"])
        ),
        9 => format!("size(chosen) in 2..(3 + max(0, {number}))"),
        10 => format!("2 * size(chosen) - sum(x in chosen : {value}) {sign} {number}"),
        _ => format!("most(x in chosen : x) {sign} {number}"),
    }
}

/// The same game twice: as it is, and with conditions that say the same but set no bound.
fn games(seed: u64) -> [Arc<Program>; 2] {
    let mut stream = Stream::new(seed, purpose("sets"), 0);
    let mut texts = [String::new(), String::new()];
    for _ in 0..3 {
        let mut cond = part(&mut stream);
        for _ in 0..stream.below(3) {
            let join = one_of(&mut stream, &["and", "and", "and", "or"]);
            cond = format!("({cond}) {join} {}", part(&mut stream));
        }
        if stream.below(6) == 0 {
            cond = format!("not ({cond})");
        }
        let (how, again) = match stream.below(4) {
            0 => ("up to 3 of", " again"),
            1 => ("4 of", ""),
            2 => ("up to aim mod 6 of", ""),
            _ => ("any of", ""),
        };
        let most = if again.is_empty() { 10 } else { 6 };
        let from = format!("x from {{x in 1..{most} where (x * 5 + aim) mod 7 != 0}}{again}");
        for (text, cond) in texts
            .iter_mut()
            .zip([cond.clone(), format!("({cond}) or never")])
        {
            let _ = write!(
                text,
                "  aim = random(1..14)\n  if possible({how} {from} with {cond}) {{ total += 1000 }}\n  \
                 choose {how} {from} with {cond} by P0 \"which\" {{ total += x }} else {{ total += 100 }}\n"
            );
        }
    }
    texts.map(|text| {
        let rules = format!(
            "var aim: int\nvar never: bool\nvar total: int\nsetup {{ }}\nplay {{\n{text}}}\nresult {{ score total }}\n"
        );
        Arc::new(program("", &rules))
    })
}

#[test]
fn bounds_change_no_option_but_only_the_work() {
    let (mut asked, mut seen) = (0, 0);
    for seed in 0..200 {
        let programs = games(seed);
        for deal in 0..4 {
            let starts = programs
                .each_ref()
                .map(|program| Start::new(program, 2, deal));
            let begun = programs.each_ref().map(Arc::clone).into_iter().zip(starts);
            let mut both: Vec<Match> = begun
                .map(|(program, start)| Match::new(program, start).unwrap())
                .collect();
            let mut stream = Stream::new(4 * seed + deal, purpose("answers"), 0);
            while !both[0].is_over() {
                let listed = |game: &Match| -> Vec<_> {
                    (0..game.options()).map(|n| game.option(n)).collect()
                };
                assert_eq!(listed(&both[0]), listed(&both[1]), "{seed} {deal}");
                let option = stream.below(both[0].options() as u32) as usize;
                both.iter_mut().for_each(|game| {
                    game.apply(option).unwrap();
                });
                asked += 1;
            }
            assert!(both[1].is_over(), "{seed} {deal}");
            assert_eq!(both[0].result(), both[1].result(), "{seed} {deal}");
            seen += 1;
        }
    }
    assert!(seen == 800 && asked > 2000, "{asked}");
}

/// The steps that a choice out of so many numbers takes, by halving the budget.
fn steps(many: u32, cond: &str) -> Result<u64, FaultKind> {
    let ends = |steps: u64| {
        let rules = format!(
            "var total: int\nsetup {{ }}\nplay {{ if possible(any of x from 1..{many} with {cond}) {{ total = 1 }} }}\n\
             result {{ score total }}\n"
        );
        let program = Arc::new(program(&format!("budget: {{ steps: {steps} }}\n"), &rules));
        let start = Start::new(&program, 2, 1);
        match Match::new(program, start) {
            Ok(_) => Ok(()),
            Err(PlayError::Fault(fault)) => Err(fault.kind),
            Err(other) => panic!("{other}"),
        }
    };
    let most = 1 << 20;
    ends(most)?;
    let (mut low, mut high) = (0, most);
    while low + 1 < high {
        let middle = (low + high) / 2;
        match ends(middle) {
            Ok(()) => high = middle,
            Err(_) => low = middle,
        }
    }
    Ok(high)
}

#[test]
fn many_candidates_are_no_matter_where_the_condition_is_sums() {
    let worth = "sum(x in chosen : 2 * (x mod 9) + 2)";
    for many in [10, 15, 20, 30] {
        let odd = format!("{worth} == 2 * {many} + 1");
        let dear = format!("{worth} > 40 * {many}");
        let few =
            format!("{worth} > 60 and size(chosen) <= 3 and every(x in chosen : x mod 2 == 0)");
        for cond in [odd, dear, few] {
            let taken = steps(many, &cond);
            assert!(
                taken.is_ok_and(|steps| steps < 15_000),
                "{many} {cond}: {taken:?}"
            );
        }
    }
    let unbound = steps(30, "most(x in chosen : x) > 99");
    assert_eq!(unbound, Err(FaultKind::TooManySets(1 << 20)));
}
