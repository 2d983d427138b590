//! The report of mutation testing, rendered for people and for programs: rules first, tables after them, each by file and
//! column.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::cli::replay::counted;
use crate::cli::start::{place, place_json};
use crate::source::Sources;
use crate::tools::mutate::equivalent::EquivalentMutant;
use crate::tools::mutate::run_mutant::Fate;
use crate::tools::mutate::{Mutant, MutatedPart, PARTS, equivalent};

/// A change that no ruling noticed.
struct Survivor {
    group: FileGroup,
    place: String,
    at: Value,
    sort: &'static str,
    before: String,
    after: String,
    name: String,
}

/// Location by which changes are grouped: the part, and the file with the column.
type FileGroup = (MutatedPart, String);

/// Number of changes by outcome.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FateCounts {
    killed: usize,
    survived: usize,
    equivalent: usize,
    invalid: usize,
}

impl FateCounts {
    /// Returns the mutation score: killed of killed and survived, in percent, rounded down; none when both are 0.
    pub(crate) fn percent(self) -> Option<u64> {
        let percent = (self.killed * 100).checked_div(self.killed + self.survived);
        percent.and_then(|percent| u64::try_from(percent).ok())
    }

    fn add(&mut self, other: FateCounts) {
        self.killed += other.killed;
        self.survived += other.survived;
        self.equivalent += other.equivalent;
        self.invalid += other.invalid;
    }

    fn tried(self) -> usize {
        self.killed + self.survived + self.equivalent + self.invalid
    }

    fn row(self, name: &str) -> String {
        let percent = self
            .percent()
            .map_or("-".to_owned(), |percent| format!("{percent} %"));
        let of = self.killed + self.survived;
        format!("  {name:40} {percent:>6}  {:>5} of {of:>5}\n", self.killed)
    }

    fn json(self) -> Value {
        json!({
            "killed": self.killed,
            "survived": self.survived,
            "equivalent": self.equivalent,
            "invalid": self.invalid,
            "percent": self.percent(),
        })
    }
}

/// The results of the mutants that were tried.
pub(crate) struct MutationSummary {
    /// The number of mutants there are.
    all: usize,
    groups: BTreeMap<FileGroup, FateCounts>,
    survivors: Vec<Survivor>,
    /// Listed as changing nothing, but a ruling noticed it.
    noticed: Vec<String>,
    /// Listed, but there is no such change.
    stale: Vec<String>,
}

impl MutationSummary {
    /// Sorts what came of the changes.
    pub(crate) fn new(
        all: usize,
        fates: Vec<(&Mutant, Fate)>,
        known: &[EquivalentMutant],
        sources: &Sources,
    ) -> MutationSummary {
        let mut told = MutationSummary {
            all,
            groups: BTreeMap::new(),
            survivors: Vec::new(),
            noticed: Vec::new(),
            stale: Vec::new(),
        };
        let mut silent = Vec::new();
        for (mutant, fate) in fates {
            let name = equivalent::name(mutant, sources);
            let listed = known.iter().any(|one| one.change == name);
            let group = group(mutant, sources);
            let counts = told.groups.entry(group.clone()).or_default();
            match fate {
                Fate::Invalid => counts.invalid += 1,
                Fate::Survived if listed => {
                    counts.equivalent += 1;
                    silent.push(name);
                }
                Fate::Survived => {
                    counts.survived += 1;
                    let survivor = Survivor::new(mutant, group, name, sources);
                    told.survivors.push(survivor);
                }
                Fate::Killed(_) => {
                    counts.killed += 1;
                    told.noticed.extend(listed.then_some(name));
                }
            }
        }
        // Within a group they stay in the order of the text.
        told.survivors.sort_by(|a, b| a.group.cmp(&b.group));
        // Two changes may read the same: when one of them is silent, the other's death proves nothing.
        told.noticed.retain(|name| !silent.contains(name));
        told.noticed.dedup();
        told
    }

    /// With what is listed although there is no such change at all.
    pub(crate) fn with_stale(
        mut self,
        known: &[EquivalentMutant],
        names: &BTreeSet<String>,
    ) -> MutationSummary {
        let stale = known.iter().filter(|one| !names.contains(&one.change));
        self.stale = stale.map(|one| one.change.clone()).collect();
        self
    }

    /// Tells whether the list of equivalent mutants is true.
    pub(crate) fn sound(&self) -> bool {
        self.noticed.is_empty() && self.stale.is_empty()
    }

    /// Sums the outcomes of the changes of a part, or of all parts.
    pub(crate) fn counts(&self, part: Option<MutatedPart>) -> FateCounts {
        let mut counts = FateCounts::default();
        let groups = self.groups.iter();
        groups
            .filter(|((of, _), _)| part.is_none_or(|part| part == *of))
            .for_each(|(_, more)| counts.add(*more));
        counts
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
        let all = self.counts(None);
        let percent = all
            .percent()
            .map_or("no".to_owned(), |percent| format!("{percent} %"));
        text + &self.table()
            + &format!(
                "{game}: {percent} of the changes are noticed: {} killed, {} survived, {} equivalent, {} invalid; {} of {} tried\n",
                all.killed,
                all.survived,
                all.equivalent,
                all.invalid,
                all.tried(),
                counted(self.all, "change"),
            )
    }

    /// Returns the mutation scores by part, and by file and column within it, as a table; empty for fewer than two groups.
    fn table(&self) -> String {
        if self.groups.len() < 2 {
            return String::new();
        }
        let mut text = String::new();
        for part in PARTS {
            let groups = self.groups.iter().filter(|((of, _), _)| *of == part);
            let lines: Vec<String> = groups
                .map(|((_, name), counts)| counts.row(&format!("  {name}")))
                .collect();
            if !lines.is_empty() {
                text.push_str(&self.counts(Some(part)).row(part.name()));
                text.push_str(&lines.concat());
            }
        }
        text
    }

    /// The report as one JSON object.
    pub(crate) fn json(&self, game: &str, seed: u64) -> Value {
        let survivors: Vec<Value> = self.survivors.iter().map(Survivor::json).collect();
        let parts = PARTS.map(|part| (part.word().to_owned(), self.counts(Some(part)).json()));
        let groups: Vec<Value> = self
            .groups
            .iter()
            .map(|((part, name), counts)| {
                json!({ "part": part.word(), "name": name, "counts": counts.json() })
            })
            .collect();
        let all = self.counts(None);
        json!({
            "schema": "ludex/mutate/1",
            "game": game,
            "seed": seed,
            "changes": self.all,
            "killed": all.killed,
            "survived": all.survived,
            "equivalent": all.equivalent,
            "invalid": all.invalid,
            "percent": all.percent(),
            "parts": Value::Object(parts.into_iter().collect()),
            "groups": groups,
            "survivors": survivors,
            "noticed": self.noticed,
            "stale": self.stale,
        })
    }
}

/// The part of a change, and its file with its column.
fn group(mutant: &Mutant, sources: &Sources) -> FileGroup {
    let path = sources.path(mutant.file());
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = if mutant.column.is_empty() {
        file.to_owned()
    } else {
        format!("{file}: {}", mutant.column)
    };
    (mutant.part, name)
}

impl Survivor {
    fn new(mutant: &Mutant, group: FileGroup, name: String, sources: &Sources) -> Survivor {
        let (before, after) = mutant.lines(sources);
        Survivor {
            group,
            place: place(sources, mutant.span),
            at: place_json(sources, mutant.span),
            sort: mutant.sort.word(),
            before,
            after,
            name,
        }
    }

    fn json(&self) -> Value {
        let (part, column) = &self.group;
        json!({
            "part": part.word(),
            "group": column,
            "at": self.at,
            "sort": self.sort,
            "before": self.before,
            "after": self.after,
            "name": self.name,
        })
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

/// The same for a program.
pub(crate) fn list_json(all: &[Mutant], game: &str, sources: &Sources) -> Value {
    let change = |mutant: &Mutant| {
        let (before, after) = mutant.lines(sources);
        json!({
            "at": place_json(sources, mutant.span),
            "sort": mutant.sort.word(),
            "before": before,
            "after": after,
        })
    };
    json!({
        "schema": "ludex/changes/1",
        "game": game,
        "changes": all.iter().map(change).collect::<Value>(),
    })
}
