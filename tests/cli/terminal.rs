//! What `ludex play` answers at a terminal, and what it keeps.

use std::fs;
use std::path::Path;

use super::{mill, run, run_wide, snapshots, whole};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/accepted");

/// Runs a game of the fixtures at 80 columns.
fn fixture(game: &str, said: &str) -> String {
    let args = ["play", game, "--games", FIXTURES, "--seed", "2"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = run_wide(&args, folder, said, "80");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out
}

/// Goal, rules and score are told of every game; parts of the score where its view names them.
#[test]
fn goal_rules_and_score() {
    let said = "goal\nrules\nrules keep\nscore\n1\nscore\n1\n";
    snapshots(|| insta::assert_snapshot!("terminal_goal", fixture("shown", said)));
}

/// Options tell what stands beside a member and on a space that they name.
#[test]
fn options_tell_where_they_lead() {
    let said = "options\nwhat red\nwhat b1\n1\noptions\n";
    snapshots(|| insta::assert_snapshot!("terminal_leads", fixture("leads", said)));
}

/// The log is folded: quiet variables are left out, what went the same way stands together.
#[test]
fn the_log_is_folded() {
    let out = fixture("leads", "1\n1\nlog\nlog full\n");
    let replies: Vec<&str> = out.split("\n> ").collect();
    let (short, full) = (replies[3], replies[4]);
    assert!(
        short.contains("coin 6, coin 5: stock → purse of P0"),
        "{out}"
    );
    assert!(!short.contains("round: 1 → 2"), "{out}");
    assert!(
        full.contains("coin 5: stock → purse of P0\n  round: 1 → 2"),
        "{out}"
    );
    snapshots(|| insta::assert_snapshot!("terminal_log", out));
}

/// A game is saved, taken up again and played on as if nothing had been.
#[test]
fn a_game_is_taken_up_again() {
    let folder = mill("terminal_resume");
    let saved = run(
        &["play", "mill", "--seed", "5"],
        &folder,
        "take red\nsave so_far.json\nsave so_far.json\n",
    );
    assert!(saved.out.contains("wrote so_far.json"), "{}", saved.out);
    assert!(
        saved.out.contains("`so_far.json` is there already"),
        "{}",
        saved.out
    );
    // The save names its game.
    let told = "`ludex play --resume so_far.json` goes on from here";
    assert!(saved.out.contains(told), "{}", saved.out);
    let args = ["play", "--resume", "so_far.json", "--record", "so_far.json"];
    let resumed = run(&args, &folder, "log\nundo\ntake white\ntake red\n");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.out.contains("seed 5"), "{}", resumed.out);
    assert!(
        resumed.out.contains("P0: take a stone: red"),
        "{}",
        resumed.out
    );
    let record = fs::read_to_string(folder.join("so_far.json")).unwrap();
    assert!(
        record.contains("take red") && record.contains("take white"),
        "{record}"
    );
    let other = run(
        &["play", "mill", "--resume", "so_far.json", "--seed", "6"],
        &folder,
        "",
    );
    assert_eq!(other.code, 2, "{}", other.err);
    let seats = run(
        &["play", "mill", "--resume", "so_far.json", "--seats", "me"],
        &folder,
        "",
    );
    assert_eq!(seats.err, "error: --seats names 1 seats, but 2 play\n");
}

/// A game of another name can't be taken up.
#[test]
fn a_game_of_another_name() {
    let folder = mill("terminal_other");
    run(&["play", "mill"], &folder, "save mill.json\n");
    fs::rename(folder.join("games/mill"), folder.join("games/other")).unwrap();
    let resumed = run(&["play", "other", "--resume", "mill.json"], &folder, "");
    assert_eq!(resumed.code, 2);
    assert!(
        resumed
            .err
            .contains("it is a game of `mill`, not of `other`"),
        "{}",
        resumed.err
    );
}

/// Positions are kept by name, and come back as they were.
#[test]
fn bookmarks() {
    let folder = mill("terminal_marks");
    let script = "mark here\ntake red\nback nowhere\nback here\ntake blue\nback here\nlog\n";
    let ran = run(&["play", "mill"], &folder, script);
    assert!(
        ran.out
            .contains("no position is called `nowhere`; kept are: here"),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.out.matches("P0: take a stone\n").count(),
        3,
        "{}",
        ran.out
    );
    let log = ran.out.rsplit("> ").nth(1).unwrap();
    assert!(!log.contains("take a stone: red"), "{log}");
}

/// The last answer becomes a ruling that passes.
#[test]
fn an_answer_becomes_a_ruling() {
    let folder = mill("terminal_ruling");
    let script = "ruling none-yet\ntake red\nruling light What does red bring?\nruling light\n";
    let ran = run(&["play", "mill"], &folder, script);
    assert!(ran.out.contains("there is no answer yet"), "{}", ran.out);
    assert!(ran.out.contains("there is a ruling"), "{}", ran.out);
    let ruling = fs::read_to_string(folder.join("games/mill/rulings/light.ruling.yaml")).unwrap();
    assert!(ruling.contains("What does red bring?"), "{ruling}");
    assert!(ruling.contains("P0: take red"), "{ruling}");
    let tested = run(&["rulings", "test", "mill"], &folder, "");
    assert_eq!(tested.code, 0, "{}{}", tested.out, tested.err);
}

/// Before another person is asked, the one before hands over; Enter shows the question.
#[test]
fn people_hand_over() {
    let folder = mill("terminal_pass");
    let args = ["play", "mill", "--pass", "always"];
    let ran = run(&args, &folder, "\ntake red\n\ntake blue\n");
    let asked = "P1 is asked. Press Enter when nobody else looks.";
    let (before, after) = ran.out.split_once(asked).unwrap();
    assert!(
        before.contains("P0 (you)") && !before.contains("P1 (you)"),
        "{}",
        ran.out
    );
    assert!(after.contains("P1 (you)"), "{}", ran.out);
    // Alone with bots nobody looks on.
    let args = ["play", "mill", "--pass", "always", "--seats", "me,random"];
    let ran = run(&args, &folder, "take red\n");
    assert!(!ran.out.contains("Press Enter"), "{}", ran.out);
}

/// Colours are drawn when they are wanted, and change no other symbol.
#[test]
fn colours() {
    let folder = mill("terminal_colours");
    let script = "1\n1\nscore\n";
    let plain = run(&["play", "mill"], &folder, script);
    let coloured = run(&["play", "mill", "--color", "always"], &folder, script);
    assert!(!plain.out.contains('\x1b'), "{}", plain.out);
    assert!(
        coloured.out.contains("\x1b[1mP0: take a stone"),
        "{}",
        coloured.out
    );
    let mut bare = coloured.out.clone();
    while let Some(at) = bare.find('\x1b') {
        let end = at + bare[at..].find('m').unwrap();
        bare.replace_range(at..=end, "");
    }
    assert_eq!(bare, plain.out);
}

/// Spaces of the own board are answered as they are shown.
#[test]
fn own_spaces_without_the_player() {
    let out = fixture("shown", "keep C9 b1\nkeep C1 a1\n");
    assert!(out.contains("no option is `keep C9 b1`"), "{out}");
    assert!(
        out.contains("P0: put a card on the shelf: C1 Cat P0.a1"),
        "{out}"
    );
}

/// Things are answered by the names that options show, whatever letters are large.
#[test]
fn answers_by_name() {
    let out = fixture("shown", "keep cat a1\n");
    assert!(
        out.contains("P0: put a card on the shelf: C1 Cat P0.a1"),
        "{out}"
    );
    let noah = Path::new(env!("CARGO_MANIFEST_DIR"));
    let args = ["play", "noah", "--players", "2", "--seed", "7"];
    let ran = run_wide(&args, noah, "1\ndock 4\n", "80");
    assert!(ran.out.contains("noah: dock 0 → dock 4"), "{}", ran.out);
    let args = ["play", "ark_nova", "--players", "2", "--seed", "7"];
    let ran = run_wide(&args, noah, "1\n1\n1\n1\n1\n1\nthorny devil\n", "80");
    assert!(!ran.out.contains("no option is"), "{}", ran.out);
}

/// A name that nothing has is told with what was probably meant; a card is known by its name too.
#[test]
fn what_is_asked_by_name() {
    let out = fixture("shown", "what cat\nwhat cst\nwhat price\nwhat\n");
    assert!(out.contains("C1 Cat · cost 1"), "{out}");
    assert!(
        out.contains("there is nothing to tell of `cst`, did you mean `Cat`?"),
        "{out}"
    );
    assert!(out.contains("write: what NAME"), "{out}");
}

/// Every command of the help is one.
#[test]
fn help_names_what_there_is() {
    let folder = mill("terminal_help");
    let ran = run(&["play", "mill"], &folder, "help\n");
    let (_, told) = ran.out.split_once("1 2 5 8\n").unwrap();
    let commands = told.lines().filter_map(|line| {
        let words = line.strip_prefix("  ")?.split("  ").next()?;
        Some(words.split([' ', ',']).next()?.to_owned())
    });
    let commands: Vec<String> = commands
        .filter(|one| !one.is_empty() && !one.contains('.'))
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands.iter().filter(|one| {
        ["hand", "mark", "back", "save", "ruling", "quit"]
            .iter()
            .all(|two| two != one)
    }) {
        let ran = run(&["play", "mill"], &folder, &format!("{command}\n"));
        assert!(
            !ran.out.contains("no option is"),
            "{command}: {}",
            whole(&ran)
        );
    }
}

/// A question of docs/playing.md with what is said to ask it, and words of the answer.
struct Question {
    says: Vec<String>,
    tells: Vec<String>,
}

/// The questions about a game: the arguments, how many answers lead there, and the questions.
struct Asked {
    args: Vec<String>,
    answers: usize,
    questions: Vec<Question>,
}

/// The parts of a text between backquotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn asked(section: &str) -> Option<Asked> {
    let head = section.lines().find(|line| line.starts_with("Asked in "))?;
    let command = quoted(head).swap_remove(0);
    let args = command.split(' ').skip(1).map(str::to_owned);
    let answers = [("six", 6), ("twelve", 12)];
    let answers = answers
        .iter()
        .find(|(word, _)| head.contains(&format!("after {word} answers")));
    let rows = section
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(2);
    let questions = rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        Question {
            says: quoted(cells[2]),
            tells: quoted(cells[3]),
        }
    });
    Some(Asked {
        args: args.collect(),
        answers: answers.unwrap().1,
        questions: questions.collect(),
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The page about playing answers what a first-time player asks, at least ten questions of each game.
#[test]
fn questions_of_a_first_time_player() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(folder.join("docs/playing.md")).unwrap();
    let all: Vec<Asked> = page.split("\n## ").filter_map(asked).collect();
    assert_eq!(all.len(), 4);
    for Asked {
        args,
        answers,
        questions,
    } in all
    {
        assert!(questions.len() >= 10, "{args:?}");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        // All in one game: what is asked changes nothing.
        let said: Vec<&str> = questions
            .iter()
            .flat_map(|one| one.says.iter().map(String::as_str))
            .collect();
        let said = "1\n".repeat(answers) + &said.join("\n") + "\nquit\n";
        let ran = run_wide(&args, folder, &said, "80");
        let mut replies = ran.out.split("\n> ").skip(answers + 1);
        for Question { says, tells } in questions {
            assert!(!says.is_empty() && !tells.is_empty(), "{says:?}");
            let told: Vec<&str> = replies.by_ref().take(says.len()).collect();
            let told = one_line(&told.join("\n"));
            for words in tells {
                assert!(
                    told.contains(&one_line(&words)),
                    "{args:?} {says:?}: no `{words}` in {told}"
                );
            }
        }
    }
}
