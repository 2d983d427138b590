//! What came of the changes, for people and for programs.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::json;

use crate::cli::replay::counted;
use crate::cli::start::place;
use crate::source::Sources;
use crate::tools::mutate::Mutant;
use crate::tools::mutate::known;
use crate::tools::mutate::known::Known;
use crate::tools::mutate::trial::Fate;

/// A change that no ruling noticed.
struct Survivor {
    place: String,
    sort: &'static str,
    before: String,
    after: String,
    name: String,
}

/// What came of the changes that were tried.
pub(crate) struct Told {
    /// How many there are.
    all: usize,
    killed: usize,
    invalid: usize,
    equivalent: usize,
    survivors: Vec<Survivor>,
    /// Listed as changing nothing, but a ruling noticed it.
    noticed: Vec<String>,
    /// Listed, but there is no such change.
    stale: Vec<String>,
}

impl Told {
    /// Sorts what came of the changes.
    pub(crate) fn new(
        all: usize,
        fates: Vec<(&Mutant, Fate)>,
        known: &[Known],
        sources: &Sources,
    ) -> Told {
        let mut told = Told {
            all,
            killed: 0,
            invalid: 0,
            equivalent: 0,
            survivors: Vec::new(),
            noticed: Vec::new(),
            stale: Vec::new(),
        };
        let mut silent = Vec::new();
        for (mutant, fate) in fates {
            let name = known::name(mutant, sources);
            let listed = known.iter().any(|one| one.change == name);
            match fate {
                Fate::Invalid => told.invalid += 1,
                Fate::Survived if listed => {
                    told.equivalent += 1;
                    silent.push(name);
                }
                Fate::Survived => told.survivors.push(Survivor::new(mutant, name, sources)),
                Fate::Killed(_) => {
                    told.killed += 1;
                    told.noticed.extend(listed.then_some(name));
                }
            }
        }
        // Two changes may read the same: when one of them is silent, the other's death proves nothing.
        told.noticed.retain(|name| !silent.contains(name));
        told.noticed.dedup();
        told
    }

    /// With what is listed although there is no such change at all.
    pub(crate) fn with_stale(mut self, known: &[Known], names: &BTreeSet<String>) -> Told {
        let stale = known.iter().filter(|one| !names.contains(&one.change));
        self.stale = stale.map(|one| one.change.clone()).collect();
        self
    }

    /// Whether the list of changes that change nothing is true.
    pub(crate) fn sound(&self) -> bool {
        self.noticed.is_empty() && self.stale.is_empty()
    }

    /// How many of a hundred changes were noticed, rounded down; none when there was nothing to notice.
    pub(crate) fn percent(&self) -> Option<u64> {
        let of = self.killed + self.survivors.len();
        (self.killed * 100)
            .checked_div(of)
            .and_then(|percent| u64::try_from(percent).ok())
    }

    /// Survivors, what is wrong with the list, and the figures.
    pub(crate) fn human(&self, game: &str) -> String {
        let mut text = String::new();
        for one in &self.survivors {
            text.push_str(&format!("survived: {}: {}\n", one.place, one.sort));
            text.push_str(&format!("  - {}\n  + {}\n", one.before, one.after));
        }
        for name in &self.noticed {
            text.push_str(&format!(
                "listed as equivalent, but a ruling notices it:\n    {name}\n"
            ));
        }
        for name in &self.stale {
            text.push_str(&format!(
                "listed as equivalent, but there is no such change:\n    {name}\n"
            ));
        }
        let tried = self.killed + self.survivors.len() + self.equivalent + self.invalid;
        let percent = self
            .percent()
            .map_or("no".to_owned(), |percent| format!("{percent} %"));
        text + &format!(
            "{game}: {percent} of the changes are noticed: {} killed, {} survived, {} equivalent, {} invalid; {tried} of {} tried\n",
            self.killed,
            self.survivors.len(),
            self.equivalent,
            self.invalid,
            counted(self.all, "change"),
        )
    }

    /// One object.
    pub(crate) fn json(&self, game: &str, seed: u64) -> Value {
        let survivors: Vec<Value> = self
            .survivors
            .iter()
            .map(|one| {
                json!({ "place": one.place, "sort": one.sort, "before": one.before, "after": one.after, "name": one.name })
            })
            .collect();
        json!({
            "schema": "ludex/mutate/1",
            "game": game,
            "seed": seed,
            "changes": self.all,
            "killed": self.killed,
            "survived": self.survivors.len(),
            "equivalent": self.equivalent,
            "invalid": self.invalid,
            "percent": self.percent(),
            "survivors": survivors,
            "noticed": self.noticed,
            "stale": self.stale,
        })
    }
}

impl Survivor {
    fn new(mutant: &Mutant, name: String, sources: &Sources) -> Survivor {
        let (before, after) = mutant.lines(sources);
        Survivor {
            place: place(sources, mutant.span),
            sort: mutant.sort.word(),
            before,
            after,
            name,
        }
    }
}

/// The changes without their fate.
pub(crate) fn list(all: &[Mutant], sources: &Sources) -> String {
    let lines: String = all
        .iter()
        .map(|mutant| {
            let (_, after) = mutant.lines(sources);
            format!(
                "{}: {}: {after}\n",
                place(sources, mutant.span),
                mutant.sort.word()
            )
        })
        .collect();
    format!("{lines}{}\n", counted(all.len(), "change"))
}
