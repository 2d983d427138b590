//! Two states that look the same to a seat tell it the same; a teller that leaks is found out.

use crate::play::{compiled, games};
use ludex::engine::knowledge::event::{Event, What};
use ludex::play::game::Match;
use ludex::play::log::{LogReader, line};
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::tools::leaks::{
    Channel, Leak, LeakBudget, LeakReport, Ludex, Teller, hides_anything, look,
};
use ludex::worlds::World;
use ludex::worlds::deals::NoWorld;
use std::sync::Arc;

/// Fixtures that hide something of every form.
const SECRETS: [&str; 4] = ["duel", "tray", "sacks", "masks"];

/// Fixtures where nothing can be exchanged: everybody saw each piece before it was hidden, or nothing is ever put there.
const NOTHING_TO_EXCHANGE: [&str; 2] = ["refills", "leads"];

/// Games that hide nothing but numbers: the search compares positions without a past, whose worlds keep every hidden number as it
/// is, so no two of them can be compared.
const KEEPS_SECRETS: [&str; 4] = ["echoes", "kuhn_poker", "leduc_poker", "liars_dice"];

/// Fixtures whose rules give something away on purpose, and say so: what is offered depends on it.
pub(crate) const GIVES_AWAY: [&str; 1] = ["prelude"];

/// Different hidden states that the long test must see of each game.
const STATES: usize = 1_000;

fn named(name: &str) -> Arc<Program> {
    let found = games().iter().find(|p| p.names.game == name);
    Arc::clone(found.unwrap_or_else(|| panic!("there is no `{name}`")))
}

/// Pairs for each game that `.ci/long leaks` asks for.
fn long() -> Option<usize> {
    let asked = std::env::var("LUDEX_LEAK_PAIRS").ok();
    asked.map(|pairs| pairs.parse().expect("a number"))
}

fn searched(program: &Arc<Program>, pairs: usize, teller: &dyn Teller) -> LeakReport {
    let budget = LeakBudget {
        games: pairs as u64,
        pairs,
        decisions: 120,
        worlds: (pairs / 10).max(40),
        choices: pairs.div_ceil(100).max(4),
        ..LeakBudget::default()
    };
    look(program, budget, teller, &|| true)
}

/// A game of `tests/data/leaks`.
pub(crate) fn fixture(name: &str) -> Arc<Program> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/leaks");
    Arc::new(compiled(&folder.join(name)).unwrap())
}

fn told(leaks: &[Leak]) -> String {
    leaks.iter().map(|leak| format!("{leak:#?}\n")).collect()
}

#[test]
fn states_that_look_the_same_tell_the_same() {
    let only = std::env::var("LUDEX_LEAK_GAMES").ok();
    let is_asked = |name: &str| (only.iter()).all(|only| only.split(',').any(|one| one == name));
    let mut wrong = String::new();
    for program in games() {
        let name = program.names.game.as_str();
        if !hides_anything(program) || !is_asked(name) {
            continue;
        }
        let wanted = long().unwrap_or(if SECRETS.contains(&name) { 400 } else { 100 });
        let begun = std::time::Instant::now();
        let found = searched(program, wanted, &Ludex);
        let counted = LeakReport {
            leaks: Vec::new(),
            ..found.clone()
        };
        let (leaks, seconds) = (found.leaks.len(), begun.elapsed().as_secs());
        eprintln!("{name}: {leaks} leaks, {counted:?}, {seconds} s");
        for fault in faults(program, wanted, &found) {
            wrong += &format!("{name}: {fault}\n{counted:?}\n");
        }
    }
    assert_eq!(wrong, "");
}

/// The faults of a search for leaks: it found some, or too little was compared.
fn faults(program: &Program, wanted: usize, found: &LeakReport) -> Vec<String> {
    let name = program.names.game.as_str();
    if NOTHING_TO_EXCHANGE.contains(&name) {
        let some = (found.pairs > 0).then(|| "there is something to exchange now".to_owned());
        return some.into_iter().collect();
    }
    let given_away = |leak: &&Leak| leak.by == Channel::Decision && GIVES_AWAY.contains(&name);
    let leaks = found.leaks.iter().filter(|leak| !given_away(leak));
    let mut faults: Vec<String> = leaks.map(|leak| format!("{leak:#?}")).collect();
    let explained = usize::from(!program.actions.is_empty());
    for (what, compared, least) in [
        ("pairs", found.pairs, wanted),
        ("different states", found.states, STATES.min(wanted / 2)),
        ("views", found.views, wanted),
        ("decisions", found.decisions, 1),
        ("explanations", found.explanations, explained),
        ("events", found.events, 1),
        ("worlds", found.worlds, 1),
        ("choices of bots", found.choices, 1),
    ] {
        let is_kept = least == 1 && ["worlds", "choices of bots"].contains(&what);
        if compared < least && !(is_kept && KEEPS_SECRETS.contains(&name)) {
            faults.push(format!("{compared} {what} compared, not {least}"));
        }
    }
    faults
}

/// Of each sort something must have been compared: a search that found no leak since it compared nothing is no proof.
#[test]
fn too_little_compared_is_a_fault() {
    let duel = named("duel");
    let all = LeakReport {
        pairs: 400,
        states: 200,
        views: 400,
        decisions: 1,
        explanations: 1,
        events: 1,
        worlds: 1,
        choices: 1,
        leaks: Vec::new(),
    };
    assert_eq!(faults(&duel, 400, &all), [""; 0]);
    let lacks: [fn(&mut LeakReport); 8] = [
        |found| found.pairs -= 1,
        |found| found.states -= 1,
        |found| found.views -= 1,
        |found| found.decisions = 0,
        |found| found.explanations = 0,
        |found| found.events = 0,
        |found| found.worlds = 0,
        |found| found.choices = 0,
    ];
    for lack in lacks {
        let mut found = all.clone();
        lack(&mut found);
        assert_eq!(faults(&duel, 400, &found).len(), 1, "{found:?}");
    }
}

/// A teller that tells what it should not, in one way.
struct Leaky(Slip);

#[derive(Clone, Copy, PartialEq)]
enum Slip {
    /// Every answer is announced.
    Answers,
    /// Every piece that moves is named.
    Pieces,
    /// Options name pieces nobody may know.
    Options,
    /// Explanations ask everything.
    Explanations,
    /// Changes of secret variables are told.
    Values,
    /// The question says what is hidden.
    Prompts,
    /// One answer fewer where something is hidden somewhere.
    Count,
    /// Every text that takes effect is announced.
    Beginnings,
    /// The view has everything.
    Views,
    /// A world is the true position.
    Worlds,
    /// A bot looks at the true position.
    Choices,
}

/// A number that depends on where everything lies.
fn secret(game: &Match) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    game.state().pieces.hash(&mut hasher);
    hasher.finish() >> 8
}

impl Teller for Leaky {
    fn decision(&self, game: &Match, seat: PlayerId) -> Option<Vec<String>> {
        let decision = game.decision().filter(|decision| decision.player == seat)?;
        let mut told = Ludex.decision(game, seat)?;
        if self.0 == Slip::Prompts {
            told[0] = format!("{} ({})", told[0], secret(game));
        }
        if self.0 == Slip::Count {
            told.truncate(told.len() - (secret(game) % 2) as usize);
        }
        if self.0 != Slip::Options {
            return Some(told);
        }
        let words = ludex::play::format::ValueFormat::of(game.program(), game.state());
        let choices = decision.options.iter().map(|option| &option.choice);
        Some(
            choices
                .map(|c| words.label(decision.site, c.answer, &c.values))
                .collect(),
        )
    }

    fn explain(&self, game: &mut Match, action: &str, args: &[String]) -> String {
        if self.0 == Slip::Explanations {
            format!("{:?}", game.explain_all(action, args))
        } else {
            Ludex.explain(game, action, args)
        }
    }

    fn view(&self, game: &Match, seat: PlayerId) -> serde_json::Value {
        if self.0 == Slip::Views {
            return ludex::play::state_json::state(game.program(), game.state());
        }
        Ludex.view(game, seat)
    }

    fn world(&self, game: &Match, seat: PlayerId, seed: u64) -> Result<World, NoWorld> {
        let mut world = Ludex.world(game, seat, seed)?;
        if self.0 == Slip::Worlds {
            world.game = game.clone();
        }
        Ok(world)
    }

    fn choice(&self, game: &Match, seat: PlayerId, seed: u64) -> Option<usize> {
        if self.0 == Slip::Choices {
            return Some(secret(game) as usize % game.options());
        }
        Ludex.choice(game, seat, seed)
    }

    fn line(&self, game: &Match, event: &Event, seat: PlayerId) -> Option<String> {
        let all = || line(game.program(), game.state(), event, LogReader::default());
        match (&event.what, self.0) {
            (What::Chose { .. }, Slip::Answers) => all(),
            (What::Moved { .. }, Slip::Pieces) => all(),
            (What::Changed { .. }, Slip::Values) => all(),
            (What::Began(_), Slip::Beginnings) => all(),
            _ => Ludex.line(game, event, seat),
        }
    }
}

fn leaks_by(game: &str, slip: Slip) -> Vec<Channel> {
    let found = searched(&named(game), 600, &Leaky(slip));
    found.leaks.iter().map(|leak| leak.by).collect()
}

#[test]
fn an_answer_that_is_announced_is_found() {
    for game in SECRETS {
        assert!(
            leaks_by(game, Slip::Answers).contains(&Channel::Event),
            "{game}"
        );
    }
}

#[test]
fn a_piece_that_is_named_is_found() {
    for game in ["tray", "sacks"] {
        assert!(
            leaks_by(game, Slip::Pieces).contains(&Channel::Event),
            "{game}"
        );
    }
}

#[test]
fn a_value_that_is_told_is_found() {
    for game in ["duel", "sacks"] {
        assert!(
            leaks_by(game, Slip::Values).contains(&Channel::Event),
            "{game}"
        );
    }
}

#[test]
fn options_that_name_what_is_hidden_are_found() {
    assert!(leaks_by("tray", Slip::Options).contains(&Channel::Decision));
}

#[test]
fn an_explanation_that_asks_everything_is_found() {
    assert!(leaks_by("tray", Slip::Explanations).contains(&Channel::Explanation));
}

#[test]
fn a_question_that_says_what_is_hidden_is_found() {
    assert!(leaks_by("tray", Slip::Prompts).contains(&Channel::Decision));
}

#[test]
fn a_number_of_answers_that_depends_on_what_is_hidden_is_found() {
    assert!(leaks_by("tray", Slip::Count).contains(&Channel::Decision));
}

#[test]
fn a_text_that_is_announced_is_found() {
    let plots = fixture("plots");
    let honest = searched(&plots, 600, &Ludex);
    assert!(
        honest.pairs >= 600 && honest.leaks.is_empty(),
        "{}",
        told(&honest.leaks)
    );
    let found = searched(&plots, 600, &Leaky(Slip::Beginnings));
    let by: Vec<Channel> = found.leaks.iter().map(|leak| leak.by).collect();
    assert!(by.contains(&Channel::Event), "{}", told(&found.leaks));
}

/// What is hidden is not told because its number is also that of something seen, nor kept back where only something hidden
/// follows from it behind a further question. A teller that announces all answers is found in both.
#[test]
fn answers_are_told_by_meaning() {
    for name in ["patrol", "deeds", "sight"] {
        let program = fixture(name);
        let honest = searched(&program, 300, &Ludex);
        assert!(
            honest.pairs >= 300 && honest.worlds >= 20 && honest.leaks.is_empty(),
            "{name}: {}",
            told(&honest.leaks)
        );
        let found = searched(&program, 300, &Leaky(Slip::Answers));
        let by: Vec<Channel> = found.leaks.iter().map(|leak| leak.by).collect();
        assert!(by.contains(&Channel::Event), "{name}");
    }
}

#[test]
fn a_view_with_everything_is_found() {
    for game in SECRETS {
        let found = searched(&named(game), 4, &Leaky(Slip::Views));
        let by: Vec<Channel> = found.leaks.iter().map(|leak| leak.by).collect();
        assert!(by.contains(&Channel::View), "{game}: {by:?}");
    }
}

#[test]
fn a_world_that_is_the_true_position_is_found() {
    for game in ["tray", "sacks", "masks"] {
        assert!(
            leaks_by(game, Slip::Worlds).contains(&Channel::World),
            "{game}"
        );
    }
}

#[test]
fn a_bot_that_looks_is_found() {
    for game in ["tray", "masks"] {
        assert_eq!(leaks_by(game, Slip::Choices), [Channel::Choice], "{game}");
    }
}

/// Rules that offer only what a hidden card allows give it away by the offer; the explanation keeps quiet.
#[test]
fn rules_that_give_a_card_away_are_found() {
    let peek = fixture("peek");
    let found = searched(&peek, 200, &Ludex);
    let by: Vec<Channel> = found.leaks.iter().map(|leak| leak.by).collect();
    assert_eq!(by, [Channel::Decision], "{}", told(&found.leaks));
}

/// A question that names a number of a hidden card gives the card away.
#[test]
fn a_question_that_gives_a_card_away_is_found() {
    let asks = fixture("asks");
    let found = searched(&asks, 200, &Ludex);
    let by: Vec<Channel> = found.leaks.iter().map(|leak| leak.by).collect();
    assert!(by.contains(&Channel::Decision), "{}", told(&found.leaks));
}

#[test]
fn a_search_without_pairs_is_no_proof() {
    let found = searched(&named("duel"), 0, &Ludex);
    assert_eq!((found.pairs, found.leaks.len()), (0, 0));
}
