//! `ludex check --leaks`: lists who learns each answer, plays a game, and tells where a player is told what they can't know.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cli::args::Check;
use crate::cli::games::Loaded;
use crate::cli::screen;
use crate::program::Program;
use crate::report::{Code, Diagnostic};
use crate::source::Sources;
use crate::tools::leaks::{self, Channel, Leak, LeakBudget, LeakReport, Ludex, PartRecipients};

/// Looks for leaks in a game that can be played, and adds them to what is wrong with it.
pub(crate) fn look(check: &Check, game: &mut Loaded) {
    let Some(program) = game.program.clone().map(Arc::new) else {
        return;
    };
    if !leaks::hides_anything(&program) {
        screen::tell(&format!("{}: nothing is hidden in this game", game.name));
        return;
    }
    let budget = LeakBudget {
        games: check.games_played,
        pairs: check.pairs,
        seed: check.seed,
        ..LeakBudget::default()
    };
    let (begun, most) = (Instant::now(), check.seconds.map(Duration::from_secs));
    let go_on = || most.is_none_or(|most| begun.elapsed() < most);
    let found = leaks::look(&program, budget, &Ludex, &go_on);
    screen::tell(&format!("{}: {}", game.name, summary(&found)));
    screen::tell(&answers(&program, &game.sources));
    found
        .leaks
        .iter()
        .for_each(|leak| game.report.push(told(leak)));
    if found.pairs == 0 {
        let message = "something is hidden, but no two states were found that look the same";
        let problem = Diagnostic::error(Code::GIVES_AWAY, message);
        game.report
            .push(problem.help("play longer: raise `--games-played` or `--seconds`"));
    }
}

/// Lists who learns the answers to each question: a line for what everybody learns, more where somebody does not.
fn answers(program: &Program, sources: &Sources) -> String {
    let mut lines = vec!["who learns each answer:".to_owned()];
    for question in leaks::recipients(program) {
        let place = sources.shown(question.place);
        let line = sources.line_col(place.file, place.start).line;
        let asked = format!(
            "  {}:{line} \"{}\"",
            sources.path(place.file),
            question.question
        );
        if question.is_open() {
            lines.push(format!("{asked}: everybody"));
            continue;
        }
        lines.push(asked);
        let parts = question.parts.iter();
        lines.extend(parts.map(|PartRecipients { part, to }| format!("    {part}: {to}")));
    }
    lines.join("\n")
}

fn summary(found: &LeakReport) -> String {
    let LeakReport {
        pairs,
        states,
        worlds,
        choices,
        ..
    } = found;
    let pairs = match pairs {
        1 => "1 pair".to_owned(),
        pairs => format!("{pairs} pairs"),
    };
    format!(
        "{pairs} of states that look the same to a player compared, {states} different states; \
         worlds of {worlds} of them, and choices by worlds of {choices}"
    )
}

fn told(leak: &Leak) -> Diagnostic {
    let (seat, hidden) = (leak.seat, &leak.hidden);
    let by = match leak.by {
        Channel::Decision => "the question and its answers",
        Channel::Explanation => "the explanation of an action",
        Channel::Event => "an event",
        Channel::View => "the view",
        Channel::World => "a world",
        Channel::Choice => "what a bot chooses that sees only worlds",
    };
    let message = format!("{by} tells {seat} what {seat} can't know: {hidden}");
    let mut problem = Diagnostic::error(Code::GIVES_AWAY, message);
    if let Some(place) = leak.place {
        problem = problem.at(place, "told by this");
    }
    problem
        .help(format!("here: {}", short(&leak.here)))
        .help(format!(
            "with something else hidden: {}",
            short(&leak.there)
        ))
        .help(format!(
            "seen with {} players and seed {}, after {} choices",
            leak.start.players, leak.start.seed, leak.after
        ))
}

/// The first words of what may be long.
fn short(text: &str) -> String {
    const MOST: usize = 120;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
