//! Two states that look the same to a seat tell it the same; a teller that leaks is found out.

use crate::play::{compiled, games};
use ludex::engine::event::{Event, What};
use ludex::play::game::Match;
use ludex::play::log::{Reader, line};
use ludex::program::Program;
use ludex::tools::leaks::{Budget, Found, Leak, Ludex, Teller, Told, hides_anything, look};
use std::sync::Arc;

/// Fixtures that hide something of every form.
const SECRETS: [&str; 3] = ["duel", "tray", "sacks"];

/// Fixtures where everybody saw each piece before it was hidden: nothing can be exchanged.
const NOTHING_TO_EXCHANGE: [&str; 1] = ["refills"];

fn named(name: &str) -> Arc<Program> {
    let found = games().iter().find(|p| p.names.game == name);
    Arc::clone(found.unwrap_or_else(|| panic!("there is no `{name}`")))
}

/// Pairs for each game: a sample, or what `.ci/long leaks` asks for.
fn pairs(sample: usize) -> usize {
    let asked = std::env::var("LUDEX_LEAK_PAIRS").ok();
    asked.map_or(sample, |pairs| pairs.parse().expect("a number"))
}

fn searched(program: &Arc<Program>, pairs: usize, teller: &dyn Teller) -> Found {
    let budget = Budget {
        games: pairs as u64,
        pairs,
        decisions: 120,
        ..Budget::default()
    };
    look(program, budget, teller, &|| true)
}

fn told(leaks: &[Leak]) -> String {
    leaks.iter().map(|leak| format!("{leak:#?}\n")).collect()
}

#[test]
fn states_that_look_the_same_tell_the_same() {
    for program in games() {
        let name = program.names.game.as_str();
        if !hides_anything(program) {
            continue;
        }
        let wanted = pairs(if SECRETS.contains(&name) { 400 } else { 60 });
        let found = searched(program, wanted, &Ludex);
        eprintln!("{name}: {} pairs, {} states", found.pairs, found.states);
        let compared = found.pairs > 0;
        assert_ne!(
            compared,
            NOTHING_TO_EXCHANGE.contains(&name),
            "{name}: {} pairs",
            found.pairs
        );
        assert!(found.leaks.is_empty(), "{name}: {}", told(&found.leaks));
        if SECRETS.contains(&name) {
            assert!(
                found.pairs >= wanted && found.states * 10 >= wanted,
                "{name}: {found:?}"
            );
        }
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
}

impl Teller for Leaky {
    fn decision(&self, game: &Match, seat: u8) -> Option<Vec<String>> {
        let decision = game.decision().filter(|decision| decision.player == seat)?;
        if self.0 != Slip::Options {
            return Ludex.decision(game, seat);
        }
        let words = ludex::play::words::Words::of(game.program(), game.state());
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

    fn line(&self, game: &Match, event: &Event, seat: u8) -> Option<String> {
        let all = || line(game.program(), game.state(), event, Reader::default());
        match (&event.what, self.0) {
            (What::Chose { .. }, Slip::Answers) => all(),
            (What::Moved { .. }, Slip::Pieces) => all(),
            (What::Changed { .. }, Slip::Values) => all(),
            _ => Ludex.line(game, event, seat),
        }
    }
}

fn leaks_by(game: &str, slip: Slip) -> Vec<Told> {
    let found = searched(&named(game), 600, &Leaky(slip));
    found.leaks.iter().map(|leak| leak.by).collect()
}

#[test]
fn an_answer_that_is_announced_is_found() {
    for game in SECRETS {
        assert!(
            leaks_by(game, Slip::Answers).contains(&Told::Event),
            "{game}"
        );
    }
}

#[test]
fn a_piece_that_is_named_is_found() {
    for game in ["tray", "sacks"] {
        assert!(
            leaks_by(game, Slip::Pieces).contains(&Told::Event),
            "{game}"
        );
    }
}

#[test]
fn a_value_that_is_told_is_found() {
    for game in ["duel", "sacks"] {
        assert!(
            leaks_by(game, Slip::Values).contains(&Told::Event),
            "{game}"
        );
    }
}

#[test]
fn options_that_name_what_is_hidden_are_found() {
    assert!(leaks_by("tray", Slip::Options).contains(&Told::Decision));
}

#[test]
fn an_explanation_that_asks_everything_is_found() {
    assert!(leaks_by("tray", Slip::Explanations).contains(&Told::Explanation));
}

/// Rules that offer only what a hidden card allows give it away by the offer; the explanation keeps quiet.
#[test]
fn rules_that_give_a_card_away_are_found() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/leaks/peek");
    let peek = Arc::new(compiled(&folder).unwrap());
    let found = searched(&peek, 200, &Ludex);
    let by: Vec<Told> = found.leaks.iter().map(|leak| leak.by).collect();
    assert_eq!(by, [Told::Decision], "{}", told(&found.leaks));
}

#[test]
fn a_search_without_pairs_is_no_proof() {
    let found = searched(&named("duel"), 0, &Ludex);
    assert_eq!((found.pairs, found.leaks.len()), (0, 0));
}
