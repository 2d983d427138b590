//! Differential test of `ludex mutate`: a change's fate is that of all rulings in the changed game, read anew as a whole.

use crate::rulings::collect;
use ludex::pipeline::GameText;
use ludex::report::Report;
use ludex::rules::budget::BudgetChange;
use ludex::source::Sources;
use ludex::tools::mutate::run_mutant::{Fate, MutantRunner};
use ludex::tools::mutate::{Mutant, equivalent, mutants};
use ludex::tools::rulings::{self, RuledGame, RulingReport};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// One in so many changes is tried; they need not be neighbours, which the quick way relies on, too.
const EVERY: usize = 9;

/// The texts of a game, and its rulings with what was accepted of them.
struct Texts {
    game: GameText,
    rulings: Vec<(String, String, Option<String>)>,
}

#[test]
fn as_the_slow_way() {
    let mut texts = texts("noah");
    // Without most of its rulings, many a change survives.
    texts.rulings.truncate(6);
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = texts.game.clone().parse(&mut sources, &mut report);
    let checked = parsed.check(&mut report).unwrap();
    let all = mutants(parsed.files(), &checked.names, &sources);
    let (budget, rulings) = (BudgetChange::default(), texts.rulings.clone());
    let trial = MutantRunner::new(parsed, checked, sources.clone(), rulings, budget);
    let Ok(trial) = trial else {
        panic!("the rulings pass as the game is");
    };
    let mut worker = trial.worker();
    let mut seen = [0; 3];
    for mutant in all.iter().step_by(EVERY) {
        let quick = sort(trial.fate(mutant, &mut worker));
        let slow = slowly(&texts, mutant, &sources);
        assert_eq!(quick, slow, "{:?}", mutant.lines(&sources));
        seen[quick] += 1;
    }
    assert!(seen.iter().all(|count| *count > 2), "{seen:?}");
}

/// A line of the rules that is written anew leaves its entry behind, and a sample of mutants says so too late.
#[test]
fn equivalent_mutants_are_mutants() {
    let mut listed = 0;
    for game in fs::read_dir("games").unwrap() {
        let folder = game.unwrap().path();
        let Ok(list) = fs::read_to_string(folder.join("equivalent.mutants")) else {
            continue;
        };
        let texts = texts(folder.file_name().unwrap().to_str().unwrap());
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let parsed = texts.game.parse(&mut sources, &mut report);
        let meanings = parsed.analyze(&mut report).names;
        let all = mutants(parsed.files(), &meanings, &sources);
        let names: BTreeSet<String> = all
            .iter()
            .map(|mutant| equivalent::name(mutant, &sources))
            .collect();
        for one in equivalent::read(&list).unwrap() {
            assert!(names.contains(&one.change), "{folder:?}: {}", one.change);
            listed += 1;
        }
    }
    assert!(listed > 0);
}

fn texts(name: &str) -> Texts {
    let folder = Path::new("games").join(name);
    let mut files: Vec<PathBuf> = Vec::new();
    collect(&folder, &mut files);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        (path.display().to_string(), text)
    };
    let (rulings, files): (Vec<_>, Vec<_>) = files
        .iter()
        .map(read)
        .partition(|(path, _)| path.ends_with(".ruling.yaml"));
    let accepted = |path: &str| fs::read_to_string(rulings::snapshot_path(path)).ok();
    let rulings = rulings.into_iter();
    Texts {
        game: GameText {
            name: name.to_owned(),
            files,
        },
        rulings: rulings
            .map(|(path, text)| (path.clone(), text, accepted(&path)))
            .collect(),
    }
}

/// Returns the index of a fate among the three, whichever ruling killed.
fn sort(fate: Fate) -> usize {
    match fate {
        Fate::Killed(_) => 0,
        Fate::Survived => 1,
        Fate::Invalid => 2,
    }
}

/// All files read anew, and each ruling played alone.
fn slowly(texts: &Texts, mutant: &Mutant, as_it_was: &Sources) -> usize {
    let mut text = texts.game.clone();
    let changed = as_it_was.path(mutant.file());
    for (path, content) in &mut text.files {
        if path == changed {
            *content = mutant.applied(as_it_was);
        }
    }
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let Some(game) = checked.and_then(|checked| RuledGame::new(checked, &mut report)) else {
        return sort(Fate::Invalid);
    };
    let passes = |(path, text, accepted): &(String, String, Option<String>)| {
        let ruling = rulings::read(path, text, &mut sources, &mut report).unwrap();
        let answer = rulings::run(&game, &ruling, &sources, accepted.as_deref());
        RulingReport::passed(&answer)
    };
    if texts.rulings.iter().all(passes) {
        sort(Fate::Survived)
    } else {
        sort(Fate::Killed(0))
    }
}
