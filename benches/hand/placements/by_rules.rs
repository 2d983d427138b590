//! The same zoos by the rules of Ark Nova: matches at the first question about a placement, and their lines counted.

#![allow(clippy::unwrap_used, reason = "a measurement that can't begin stops")]

use super::super::perft::Counter;
use super::buildings::KINDS;
use super::lines::{Asked, Position};
use super::maps::{Map, members, name_of};
use super::zoo::{Built, Terms, Zoo};
use ludex::play::game::Match;
use ludex::play::setup::setup;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::program::decision::{Ask, Site};
use serde_json::{Map as Object, Value, json};
use std::sync::Arc;

/// What a build action may spend on sizes: the card lies in slot 5, and no X-token is spent.
const STRENGTH: i32 = 5;

/// A zoo as both sides are given it.
pub(crate) struct Given<'a> {
    pub(crate) zoo: Zoo<'a>,
    pub(crate) built: Vec<Built>,
    pub(crate) money: i32,
}

/// A question about a placement, by hand and by the rules.
pub(crate) struct Pair<'a> {
    pub(crate) by_hand: Position<'a>,
    pub(crate) by_rules: Match,
}

impl<'a> Given<'a> {
    /// Gives a zoo of random buildings, at most so many.
    pub(crate) fn random(
        map: &'a Map,
        terms: Terms,
        most: usize,
        money: i32,
        seed: u64,
    ) -> Given<'a> {
        let (zoo, built) = Zoo::random(map, terms, most, seed);
        Given { zoo, built, money }
    }

    /// Begins a build action; none if nothing can be built, which both sides must find.
    pub(crate) fn building(&self, program: &Arc<Program>) -> Option<Pair<'a>> {
        let by_hand = Position::building(self.zoo, STRENGTH, self.money);
        let mut by_rules = self.begun(program, "build", None);
        let is_begun = choose(&mut by_rules, "use build");
        self.pair(by_hand, by_rules, is_begun)
    }

    /// Plays the sponsor of a unique building, up to the question where it is placed, or what comes next if it has a single
    /// place; none if it has no place.
    pub(crate) fn placing(&self, program: &Arc<Program>, kind: usize) -> Option<Pair<'a>> {
        let (id, by_hand) = (KINDS[kind].id, Position::placing(self.zoo, kind));
        let sponsor = id.replace("UB", "S");
        let mut by_rules = self.begun(program, "sponsors", Some(&sponsor));
        let is_begun = choose(&mut by_rules, "use sponsors")
            && choose(&mut by_rules, &format!("play_sponsor {sponsor}"));
        // What else it brings may come first.
        choose(&mut by_rules, &format!("place_unique {id}"));
        self.pair(by_hand, by_rules, is_begun)
    }

    fn pair(&self, by_hand: Position<'a>, by_rules: Match, is_begun: bool) -> Option<Pair<'a>> {
        let (map, built) = (self.zoo.map.name(), self.built.len());
        assert!(
            is_begun || by_hand.asked == Asked::Nothing,
            "map {map}, {built} buildings"
        );
        is_begun.then_some(Pair { by_hand, by_rules })
    }

    /// A match at the beginning of a turn, with an action card in slot 5 and perhaps a sponsor in the hand.
    fn begun(&self, program: &Arc<Program>, used: &str, sponsor: Option<&str>) -> Match {
        let mut start = Start::new(program, 2, 0);
        let options = &program.names.options;
        let map = options.iter().position(|option| option.name == "map");
        start.options[map.unwrap()] = self.zoo.map.number as i32;
        let state = setup(program, &start, &self.state(used, sponsor), true);
        Match::at(Arc::clone(program), start, state.unwrap()).unwrap()
    }

    /// The position as the protocol's `setup` reads it. Nobody has workers, universities or partner zoos to gain, and
    /// reputation brings nothing for a while, so that few bonuses ask anything.
    fn state(&self, used: &str, sponsor: Option<&str>) -> Value {
        let terms = self.zoo.terms;
        let cards = ["animals", "cards", "association", "sponsors", "build"];
        let others = cards.into_iter().filter(|card| *card != used);
        let slots = (1..).zip(others.chain([used]));
        let slots: Object<String, Value> = slots
            .map(|(slot, card)| (card.to_owned(), json!(slot)))
            .collect();
        json!({
            "vars": { "active": "P0", "opened": true },
            "players": {
                "0": {
                    "vars": {
                        "slot_of": slots,
                        "side": { "build": terms.side as i32, "sponsors": 2 },
                        "money": self.money,
                        "reputation": 6,
                        "workers_lying": 0,
                        "university": { "hand_university": 1, "fame_university": 1, "research_university": 1 },
                    },
                    "places": {
                        "hand": sponsor.into_iter().collect::<Vec<_>>(),
                        "zoo": terms.researcher.then_some("S219").into_iter().collect::<Vec<_>>(),
                    },
                    "boards": { "map": self.covered() },
                },
                "1": { "vars": { "slot_of": slots } },
            },
        })
    }

    /// What covers each space.
    fn covered(&self) -> Object<String, Value> {
        let mut spaces = Object::new();
        for (kind, spot) in &self.built {
            let home = format!("P0.{}", name_of(spot.trailing_zeros() as usize));
            for at in members(*spot) {
                let here = json!({ "building": KINDS[*kind].id, "part_of": home });
                spaces.insert(name_of(at), here);
            }
        }
        spaces
    }
}

impl Pair<'_> {
    /// What is offered, as far as placements go: by hand, and by the rules.
    pub(crate) fn words(&self) -> [Vec<String>; 2] {
        let program = self.by_rules.program();
        let asked = self.by_rules.decision();
        let asked = asked.filter(|asked| asks_for_a_placement(program, &program.sites[asked.site]));
        let options = asked.map_or_else(Vec::new, |asked| asked.options);
        let answers = self.by_hand.answers();
        [
            answers.iter().map(|answer| answer.label()).collect(),
            options.into_iter().map(|option| option.label).collect(),
        ]
    }

    /// Counts lines of placements by the rules.
    pub(crate) fn counter(&self) -> Counter {
        let program = self.by_rules.program();
        Counter::among(&self.by_rules, |site| asks_for_a_placement(program, site))
    }
}

fn asks_for_a_placement(program: &Program, site: &Site) -> bool {
    match &site.ask {
        Ask::Offer { actions, .. } => {
            let mut names = actions.iter().map(|action| &program.actions[*action].name);
            names.any(|name| name == "build_it")
        }
        Ask::Choose { .. } => {
            let prompt = &site.prompt.text;
            prompt == "where to build {b}" || prompt == "how {b} is turned"
        }
        Ask::May | Ask::Pool(_) => false,
    }
}

/// Chooses what is called so, if it is on offer.
fn choose(game: &mut Match, label: &str) -> bool {
    let options = game
        .decision()
        .map_or_else(Vec::new, |decision| decision.options);
    let chosen = options.iter().position(|option| option.label == label);
    chosen.is_some_and(|chosen| game.apply(chosen).is_ok())
}
