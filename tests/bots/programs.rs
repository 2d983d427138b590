//! Programs in seats: the seat protocol, what comes of those that break it, and that they are told nothing of the others.

#[cfg(unix)]
mod never_ready;

use super::{after, grid, spec};
use crate::play::leaks::GIVES_AWAY;
use crate::play::{begin, games};
use crate::support::settings;
use ludex::bots::arena::{self, Work};
use ludex::bots::seat::Seat;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::tools::leaks::{LeakBudget, Teller, hides_anything, look};
use ludex::worlds::determinize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A program of the repository.
fn program(interpreter: &str, file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    format!("exec:\"{interpreter} '{}'", path.display())
}

/// The shell's bot that takes the first option.
fn first() -> String {
    program("sh", "examples/bots/first.sh") + "\""
}

/// Plays a bad program in the first seat of tic-tac-toe.
fn work_of(how: &str, settings: &str) -> Work {
    let bot = format!(
        "{} {how}\"{settings}",
        program("sh", "tests/data/bots/bad.sh")
    );
    let program = grid("tictactoe");
    let start = Start::new(&program, 2, 1);
    let played = arena::play(&program, start, &[spec(&bot), spec("random")]).unwrap();
    played.work[0].clone()
}

#[test]
fn programs_play() {
    let of = |name: &str| {
        let mut games = games().iter();
        games.find(|game| &*game.names.game == name).unwrap()
    };
    // A shell reads a byte at a time, so it plays the game with the shortest questions. Where there is no Python, it plays alone:
    // the protocol is the same.
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let python = has_python.then(|| {
        (
            program("python3", "examples/bots/any.py") + "\"",
            "ark_nova",
        )
    });
    for (bot, game) in [Some((first(), "noah")), python].into_iter().flatten() {
        for program in [&grid("connect_four"), of(game)] {
            let seats = [spec(&bot), spec("random")];
            let play = || arena::play(program, Start::new(program, 2, 7), &seats).unwrap();
            let (played, again) = (play(), play());
            assert_eq!(played.work[0].failure, None, "{bot}");
            assert!(played.work[0].decisions > 0, "{bot}");
            assert_eq!(played.outcome, again.outcome, "{bot}");
        }
    }
}

/// `first.sh` takes the first option, so its marks stand in the first free spaces.
#[test]
fn an_answer_is_the_option_that_is_taken() {
    let program = grid("tictactoe");
    let mut table = arena::Table::new(&[spec(&first()), spec("random")], 1);
    let mut game = begin(&program, &Start::new(&program, 2, 1));
    for _ in 0..3 {
        let option = table.choose(&game).unwrap();
        let own = game.decision().unwrap().player == PlayerId::new(0);
        assert!(!own || option == 0);
        game.apply(option).unwrap();
    }
}

#[test]
fn what_breaks_the_protocol_is_told_and_left_to_chance() {
    let ways = [
        "crash", "silent", "beyond", "negative", "text", "unready", "gone", "closed",
    ];
    let said = ways.map(|how| {
        let work = work_of(how, if how == "silent" { ",time=150ms" } else { "" });
        assert!(
            work.decisions > 1 && work.failed == work.decisions,
            "{how}: {work:?}"
        );
        format!("{how}: {}", work.failure.unwrap())
    });
    settings("cli").bind(|| insta::assert_snapshot!("bots_programs", said.join("\n")));
    let nowhere = arena::play(
        &grid("tictactoe"),
        Start::new(&grid("tictactoe"), 2, 1),
        &[spec("exec:no-such-program-anywhere"), spec("random")],
    );
    let why = nowhere.unwrap().work[0].failure.clone().unwrap();
    assert!(
        why.starts_with("`no-such-program-anywhere` can't be started"),
        "{why}"
    );
}

/// An answer to another question is passed over.
#[test]
fn a_late_answer_is_passed_over() {
    assert_eq!(work_of("late", "").failure, None);
}

/// One that answers with no option is asked again the next time.
#[test]
fn after_a_wrong_answer_it_is_asked_again() {
    let work = work_of("once", "");
    assert!(work.decisions > 1 && work.failed == 1, "{work:?}");
}

/// An answer has 65,536 bytes at most; the end of its line is none of them, and what is longer answers one question.
#[test]
fn an_answer_of_so_many_bytes() {
    assert_eq!(work_of("long 65536", "").failure, None);
    let beyond = work_of("long 65537", "");
    assert_eq!(beyond.failed, beyond.decisions, "{beyond:?}");
    let once = work_of("long 200000", "");
    assert_eq!(once.failed, once.decisions, "{once:?}");
}

/// What a program in a seat hears of a whole game: one start, then each decision with more than one option, with a number and a
/// seed of its own and what happened since the one before, then the end. It leaves by itself when its input is over.
#[cfg(unix)]
#[test]
fn a_program_hears_each_thing_once() {
    let hear = |settings: &str| {
        let (file, bot) = writing("notes");
        let bot = bot + settings;
        let program = grid("tictactoe");
        let seats = [spec(&bot), spec("random")];
        let played = arena::play(&program, Start::new(&program, 2, 3), &seats).unwrap();
        assert_eq!(played.work[0].failure, None);
        (std::fs::read_to_string(file).unwrap(), played)
    };
    let (heard, played) = hear("");
    assert_eq!(hear("").0, heard, "the same game is told in the same lines");
    let in_haste = heard.replace("\"time_ms\":10000", "\"time_ms\":2000");
    assert_ne!(in_haste, heard);
    assert_eq!(hear(",time=2s").0, in_haste);
    let (lines, end) = heard.split_once("the end\n").expect("it left by itself");
    assert_eq!(end, "");
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [start, questions @ .., over] = lines.as_slice() else {
        panic!("{heard}");
    };
    assert_eq!(
        (&start["do"], &over["do"]),
        (&json!("start"), &json!("over"))
    );
    assert_eq!(over["result"]["scores"], json!(played.outcome.scores));
    assert_eq!(questions.len() as u64, played.work[0].decisions);
    let mut seeds = BTreeSet::new();
    for (id, question) in (1_u64..).zip(questions) {
        assert_eq!(
            (&question["do"], &question["id"]),
            (&json!("choose"), &json!(id))
        );
        assert!(
            question["options"].as_array().unwrap().len() > 1,
            "{question}"
        );
        assert!(seeds.insert(question["seed"].to_string()), "{question}");
    }
    // Nobody hides anything in this game, so all that happened is told, each thing once.
    let told = lines
        .iter()
        .flat_map(|line| line["log"].as_array().into_iter().flatten());
    let told: Vec<&str> = told.filter_map(Value::as_str).collect();
    let marks: Vec<&&str> = told
        .iter()
        .filter(|line| line.starts_with("mark of cell"))
        .collect();
    let different: BTreeSet<&&str> = marks.iter().copied().collect();
    assert!(
        marks.len() >= 5 && different.len() == marks.len(),
        "{marks:?}"
    );
    assert_eq!(told.last(), Some(&"the game is over"));
}

/// What a program is asked, in place of what a seat is asked.
struct Questions(std::cell::Cell<usize>);

impl Teller for Questions {
    fn decision(&self, game: &Match, seat: PlayerId) -> Option<Vec<String>> {
        let own = Seat::of(game).filter(|own| own.player() == seat)?;
        self.0.set(self.0.get() + 1);
        let mut question = own.question(1, 0, 1);
        // Views are compared where nothing happened to pieces unseen; see `tools/leaks.rs`.
        question.as_object_mut()?.remove("view");
        Some(vec![
            own.introduction(Duration::from_secs(1)).to_string(),
            question.to_string(),
        ])
    }

    fn explain(&self, _: &mut Match, _: &str, _: &[String]) -> String {
        String::new()
    }

    fn choice(&self, _: &Match, _: PlayerId, _: u64) -> Option<usize> {
        None
    }
}

/// Tells whether a game hides anything, and its rules give nothing of it away on purpose.
fn keeps_secrets(program: &Program) -> bool {
    hides_anything(program) && !GIVES_AWAY.contains(&&*program.names.game)
}

/// Two states that look the same to a seat: a program in it is sent the same lines.
#[test]
fn equal_observations_are_sent_as_equal_lines() {
    let mut compared = 0;
    for program in games().iter().filter(|program| keeps_secrets(program)) {
        let lines = Questions(std::cell::Cell::new(0));
        let is_shipped =
            ["noah", "jump_gate", "sanctuary", "ark_nova"].contains(&&*program.names.game);
        // In some fixtures nothing can be exchanged unseen.
        let least = if is_shipped { 20 } else { 0 };
        let budget = LeakBudget {
            games: 4,
            pairs: 60,
            decisions: 40,
            worlds: 0,
            choices: 0,
            ..LeakBudget::default()
        };
        let found = look(program, budget, &lines, &|| true);
        assert_eq!(found.leaks, [], "{}", program.names.game);
        assert!(
            found.pairs >= least && lines.0.get() >= least,
            "{}",
            program.names.game
        );
        // A world looks like its game; it has no past, so both begin to tell at the end of theirs.
        for seed in 0..4 {
            let Some(game) = after(program, seed, 3 + seed * 5) else {
                continue;
            };
            let (seat, now) = (Seat::of(&game).unwrap(), game.event_count());
            let Ok(world) = determinize(&game, seat.player(), seed + 50) else {
                continue;
            };
            let other = Seat::of(&world.game).unwrap();
            if world.drawn.is_empty() {
                assert_eq!(seat.question(3, now, seed), other.question(3, 0, seed));
            }
        }
        compared += lines.0.get();
    }
    assert!(compared > 200, "{compared}");
}

/// The conversation in docs/protocol.md is what is said.
#[test]
fn the_page_of_the_protocol_tells_the_truth() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocol.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, page) = page.split_once("## Seat protocol").unwrap();
    let told: Vec<Value> = page
        .split("```json\n")
        .skip(1)
        .map(|block| serde_json::from_str(block.split("```").next().unwrap()).unwrap())
        .collect();
    let program = grid("tictactoe");
    let mut game = begin(&program, &Start::new(&program, 2, 1));
    let mut said = Vec::new();
    for option in [4, 0, 1, 5, 0, 1, 2, 0, 0] {
        let seat = Seat::of(&game).unwrap();
        if game.choice_count() == 6 {
            let mut first = seat.introduction(Duration::from_secs(10));
            first["rules"] = "…".into();
            said.push(first);
            said.push(seat.question(1, game.event_count() - 3, 1 << 20));
        }
        game.apply(option.min(game.options() - 1)).unwrap();
        if game.is_over() {
            break;
        }
    }
    let since = game.event_count() - 3;
    said.push(Seat::ending(&game, PlayerId::new(0), since));
    said.retain(|one| !told.contains(one));
    let missing: Vec<String> = said.iter().map(|one| format!("{one:#}")).collect();
    assert!(
        missing.is_empty(),
        "not in docs/protocol.md:\n{}",
        missing.join("\n")
    );
}

/// A program that writes into a file of the test's own.
#[cfg(unix)]
fn writing(how: &str) -> (std::path::PathBuf, String) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bots_{how}"));
    let _ = std::fs::remove_file(&file);
    let shell = program("sh", "tests/data/bots/bad.sh");
    let bot = format!("{shell} {how} '{}'\"", file.display());
    (file, bot)
}

/// A program is started "once for each game and seat, with the words of the command; blanks part them, except between quotes of
/// either sort. No shell is in between."
#[cfg(unix)]
#[test]
fn a_program_is_started_with_the_words_of_its_command() {
    let (file, bot) = writing("words");
    let bot = format!("{} one  'two words' $HOME *\"", bot.trim_end_matches('"'));
    let program = grid("tictactoe");
    for (seed, seats) in [(1, [bot.as_str(), "random"]), (2, ["random", bot.as_str()])] {
        let played = arena::play(&program, Start::new(&program, 2, seed), &seats.map(spec));
        let work = &played.unwrap().work;
        assert!(work.iter().all(|work| work.failure.is_none()), "{work:?}");
    }
    let words = "started with 6 words\none\ntwo words\n$HOME\n*\n";
    assert_eq!(std::fs::read_to_string(file).unwrap(), words.repeat(2));
}

/// Though the program itself leaves as it should.
#[cfg(unix)]
#[test]
fn what_a_program_starts_ends_with_it() {
    let (file, bot) = writing("children");
    let program = grid("tictactoe");
    let seats = [spec(&bot), spec("random")];
    let played = arena::play(&program, Start::new(&program, 2, 1), &seats).unwrap();
    assert_eq!(played.work[0].failure, None);
    let child = std::fs::read_to_string(file).unwrap();
    // One that is ended, and that nobody has asked about yet, is told as `Z`.
    let is_running = || {
        let told = Command::new("ps")
            .args(["-o", "stat=", "-p", child.trim()])
            .output();
        let told = String::from_utf8(told.unwrap().stdout).unwrap();
        !told.trim().is_empty() && !told.trim().starts_with('Z')
    };
    // The system takes a moment to end it.
    let ended = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        !is_running()
    });
    assert!(ended, "{child} goes on");
}
