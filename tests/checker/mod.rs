//! The checker is told mistakes on purpose: how many it finds, where it says they are, and what it advises.
//!
//! Mistakes of many sorts are put into the files of all games, one at a time. `docs/checker.md` holds the figures and the
//! mistakes that nobody notices; `LUDEX_CHECKER=write cargo test --test main checker` writes them anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::path::Path;

use ludex::ide::GameSnapshot;
use ludex::pipeline::GameText;
use ludex::report::{Diagnostic, Report};
use ludex::rules::ops::{FOLDS, QUERIES};
use ludex::rules::verbs::VERBS;
use ludex::source::Sources;
use ludex::tools::rulings::{self, Prepared, RuledGame, Ruling};

use crate::fmt::{files_below, games_below, texts};

use words::Declared;

mod edits;

pub(crate) mod mistakes;

mod rules;

mod tables;

mod words;

/// At most so many mistakes of a sort in a game of `games`, and in any other.
const MOST: (usize, usize) = (40, 8);

/// A mistake put into a file.
struct Slip {
    sort: &'static str,
    file: usize,
    /// What is replaced.
    at: Range<usize>,
    new: String,
    /// What should be advised first.
    right: Option<String>,
    /// Where the mistake then stands.
    place: Range<usize>,
}

/// Makes mistakes in the files of a game.
struct Maker<'a> {
    declared: &'a Declared,
    /// Names bound in the text at hand.
    locals: BTreeSet<String>,
    slips: BTreeMap<&'static str, Vec<Slip>>,
    dice: u64,
}

impl Maker<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.dice >> 33) % sides as u64) as usize
    }

    /// A word as a person in a hurry types it; never another word of the game.
    fn misspelt(&mut self, word: &str) -> String {
        let letters: Vec<char> = word.chars().collect();
        loop {
            let at = self.roll(letters.len());
            let mut wrong = letters.clone();
            match self.roll(4) {
                0 if at + 1 < wrong.len() => wrong.swap(at, at + 1),
                1 if wrong.len() > 2 => {
                    wrong.remove(at);
                }
                2 => wrong.insert(at, letters[at]),
                _ => wrong[at] = ['e', 'x', 'n', 'o'][self.roll(4)],
            }
            let wrong: String = wrong.into_iter().collect();
            let known = self.declared.all.contains(&wrong) || self.is_built_in(&wrong);
            let digit = wrong.starts_with(|symbol: char| symbol.is_ascii_digit());
            if wrong != word && !known && !digit {
                return wrong;
            }
        }
    }

    fn is_built_in(&self, word: &str) -> bool {
        VERBS.iter().any(|row| row.name == word)
            || QUERIES.iter().any(|row| row.name == word)
            || FOLDS.iter().any(|row| row.name == word)
    }

    /// A mistake that stands where the new text does.
    fn slip_of(
        &mut self,
        sort: &'static str,
        file: usize,
        at: Range<usize>,
        new: &str,
        right: Option<&str>,
    ) {
        let place = at.start..at.start + new.len();
        self.slip(sort, file, at, new, right, place);
    }

    fn slip(
        &mut self,
        sort: &'static str,
        file: usize,
        at: Range<usize>,
        new: &str,
        right: Option<&str>,
        place: Range<usize>,
    ) {
        self.slips.entry(sort).or_default().push(Slip {
            sort,
            file,
            at,
            new: new.to_owned(),
            right: right.map(str::to_owned),
            place,
        });
    }

    /// So many of a sort, from all over the game.
    fn some(mut self, most: usize) -> Vec<Slip> {
        let mut all = Vec::new();
        for (_, mut slips) in std::mem::take(&mut self.slips) {
            while slips.len() > most {
                let at = self.roll(slips.len());
                slips.swap_remove(at);
            }
            slips.sort_by_key(|slip| (slip.file, slip.at.start));
            all.extend(slips);
        }
        all
    }
}

/// What became of the mistakes of a sort.
#[derive(Default, Clone, Copy)]
struct Count {
    made: usize,
    found: usize,
    placed: usize,
    line: usize,
    exact: usize,
    /// Those with a right answer.
    words: usize,
    right: usize,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.made += other.made;
        self.found += other.found;
        self.placed += other.placed;
        self.line += other.line;
        self.exact += other.exact;
        self.words += other.words;
        self.right += other.right;
    }
}

/// All that is counted.
#[derive(Default)]
struct Totals {
    sorts: BTreeMap<&'static str, Count>,
    /// Mistakes that were not found, a line each.
    survivors: Vec<String>,
    /// Mistakes with another advice than the right one, a line each.
    advice: Vec<String>,
}

impl Totals {
    fn count(&mut self, slip: &Slip, name: &str, text: &str, said: &[Said]) {
        let line = 1 + text[..slip.at.start].matches('\n').count();
        let old = text[slip.at.clone()].escape_debug().to_string();
        let new = slip.new.escape_debug();
        let told = format!("{name}:{line}: {}: `{old}` → `{new}`", slip.sort);
        let touches = |one: &&Said| {
            one.file.as_deref() == Some(name)
                && one.span.start <= slip.place.end
                && slip.place.start <= one.span.end
        };
        let exact = said.iter().find(touches);
        let found = !said.is_empty();
        let mut wrong = text.to_owned();
        wrong.replace_range(slip.at.clone(), &slip.new);
        let there = 1 + wrong[..slip.place.start.min(wrong.len())]
            .matches('\n')
            .count();
        let on_line = |one: &Said| one.file.as_deref() == Some(name) && one.line == there;
        let first = exact.or(said.first());
        let advice = first.and_then(|one| one.advice.clone());
        // A choice is advised with all its words.
        let names = |right: &String| {
            advice
                .iter()
                .flat_map(|said| said.split(' '))
                .any(|word| word == right)
        };
        let right = slip.right.as_ref().is_some_and(names);
        if !found {
            self.survivors.push(told.clone());
        } else if slip.right.is_some() && !right {
            let instead = first.map(|one| one.message.clone()).unwrap_or_default();
            self.advice.push(format!("{told}: {instead} {advice:?}"));
        }
        self.sorts.entry(slip.sort).or_default().add(Count {
            made: 1,
            found: usize::from(found),
            placed: usize::from(found && said.iter().all(|one| one.file.is_some())),
            line: usize::from(said.iter().any(on_line)),
            exact: usize::from(exact.is_some()),
            words: usize::from(found && slip.right.is_some()),
            right: usize::from(right),
        });
    }

    fn sum(&self) -> Count {
        let mut sum = Count::default();
        self.sorts.values().for_each(|count| sum.add(*count));
        sum
    }
}

/// An error that was reported.
struct Said {
    file: Option<String>,
    span: Range<usize>,
    line: usize,
    message: String,
    /// The word that it advises first.
    advice: Option<String>,
}

fn said(report: &Report, sources: &Sources) -> Vec<Said> {
    let mut all = Vec::new();
    for one in report.in_order(sources) {
        let span = one.span().map(|span| sources.shown(span));
        all.push(Said {
            file: span.map(|span| sources.path(span.file).to_owned()),
            span: span.map_or(0..0, |span| span.range()),
            line: span.map_or(0, |span| {
                sources.line_col(span.file, span.start).line as usize
            }),
            message: one.message.clone(),
            advice: advice(one),
        });
    }
    all
}

/// The word that a person would try first.
fn advice(one: &Diagnostic) -> Option<String> {
    let meant = |help: &String| {
        let (_, rest) = help.split_once("did you mean `")?;
        Some(rest.split_once('`')?.0.to_owned())
    };
    let said = one.help.iter().chain([&one.message]);
    said.into_iter()
        .find_map(meant)
        .or_else(|| one.fix.as_ref().map(|fix| fix.replacement.clone()))
}

/// Everything that is said about a game.
fn check(files: Vec<(String, String)>) -> Vec<Said> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = game_of(files)
        .parse(&mut sources, &mut report)
        .check(&mut report);
    let _ = checked.and_then(|checked| checked.compile(&mut report));
    said(&report, &sources)
}

/// As `check`, of a game that was sound before somebody slipped: what has not changed is not read again (`edits.rs` holds that
/// the findings are the same). Only a slip that nobody finds is compiled.
fn check_edited(before: &GameSnapshot, files: Vec<(String, String)>) -> Vec<Said> {
    let after = before.edited(game_of(files.clone()));
    if after.analysis.is_sound {
        return check(files);
    }
    said(&after.report, &after.sources)
}

fn game_of(files: Vec<(String, String)>) -> GameText {
    GameText {
        name: "game".to_owned(),
        files,
    }
}

fn with(files: &[(String, String)], slip: &Slip) -> Vec<(String, String)> {
    let mut files = files.to_vec();
    files[slip.file].1.replace_range(slip.at.clone(), &slip.new);
    files
}

/// Mistakes in the rules and tables of a game.
fn games(folder: &str, most: usize, totals: &mut Totals) {
    for game in games_below(folder) {
        let files: Vec<(String, String)> = texts(&game)
            .into_iter()
            .map(|(name, text)| {
                (
                    format!(
                        "{folder}/{}/{name}",
                        game.file_name().unwrap().to_str().unwrap()
                    ),
                    text,
                )
            })
            .collect();
        assert!(
            check(files.clone()).is_empty(),
            "{} is not sound",
            game.display()
        );
        let declared = Declared::of(&files);
        let mut maker = Maker {
            declared: &declared,
            locals: BTreeSet::new(),
            slips: BTreeMap::new(),
            dice: 1,
        };
        for (at, (name, text)) in files.iter().enumerate() {
            if name.ends_with(".rules") {
                maker.rules(at, text, 0);
                maker.declarations(at, text);
            } else if !["view.yaml", "look.yaml"].contains(&name.rsplit('/').next().unwrap())
                && !name.ends_with(".svg")
            {
                // What is shown is no part of the rules; it has mistakes of its own in `rejected/manifest`.
                maker.table(at, text);
            }
        }
        let before = GameSnapshot::new(game_of(files.clone()));
        for slip in maker.some(most) {
            let (name, text) = &files[slip.file];
            let wrong = with(&files, &slip);
            let check_wrong = AssertUnwindSafe(|| check_edited(&before, wrong));
            let said = std::panic::catch_unwind(check_wrong);
            let said = said.unwrap_or_else(|_| {
                panic!(
                    "the checker panicked: {name}: {} {:?} {}",
                    slip.sort, slip.at, slip.new
                )
            });
            totals.count(&slip, name, text, &said);
        }
        rulings_of(&game, &declared, most, totals);
    }
}

/// Mistakes in the rulings of a game.
fn rulings_of(game: &Path, declared: &Declared, most: usize, totals: &mut Totals) {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: game.file_name().unwrap().to_str().unwrap().to_owned(),
        files: texts(game),
    };
    let checked = text
        .parse(&mut sources, &mut report)
        .check(&mut report)
        .unwrap();
    let ruled = RuledGame::new(checked, &mut report).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<(String, String)> = files_below(game)
        .into_iter()
        .filter(|path| path.to_str().unwrap().ends_with(".ruling.yaml"))
        .map(|path| {
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    let mut maker = Maker {
        declared,
        locals: BTreeSet::new(),
        slips: BTreeMap::new(),
        dice: 2,
    };
    for (at, (_, text)) in files.iter().enumerate() {
        maker.ruling(at, text);
    }
    let wrong: Vec<WrongRuling> = maker
        .some(most)
        .into_iter()
        .map(|slip| {
            let (name, _) = &files[slip.file];
            let (mut sources, mut report) = (sources.clone(), Report::new());
            let text = with(&files, &slip)[slip.file].1.clone();
            let ruling = rulings::read(name, &text, &mut sources, &mut report);
            WrongRuling {
                slip,
                sources,
                report,
                ruling,
            }
        })
        .collect();
    let readable = wrong.iter().filter_map(|wrong| wrong.ruling.as_ref());
    let prepared = Prepared::new(&ruled, readable);
    let mut nth = 0;
    for mut wrong in wrong {
        if let Some(ruling) = wrong.ruling {
            let ran = rulings::run_seen(&prepared, nth, &ruling, &wrong.sources, None, &mut |_| {});
            wrong.report.extend(ran.found);
            nth += 1;
        }
        let (name, text) = &files[wrong.slip.file];
        totals.count(
            &wrong.slip,
            name,
            text,
            &said(&wrong.report, &wrong.sources),
        );
    }
}

/// A ruling with a mistake in it, as it was read; none when it can't be.
struct WrongRuling {
    slip: Slip,
    sources: Sources,
    report: Report,
    ruling: Option<Ruling>,
}

fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".to_owned(),
        // Rounded down: 100 % means all.
        _ => format!("{}.{} %", part * 100 / whole, part * 1000 / whole % 10),
    }
}

/// The page's table.
fn table(totals: &Totals) -> String {
    let mut text = "| mistake | made | found | with line and column | on its line | at its place | right advice first |\n\
                    | --- | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    let all = totals.sum();
    let rows = totals.sorts.iter().map(|(sort, count)| (*sort, *count));
    for (sort, count) in rows.chain([("**all**", all)]) {
        text.push_str(&format!(
            "| {sort} | {} | {} | {} | {} | {} | {} |\n",
            count.made,
            percent(count.found, count.made),
            percent(count.placed, count.found),
            percent(count.line, count.found),
            percent(count.exact, count.found),
            percent(count.right, count.words),
        ));
    }
    text
}

#[test]
fn mistakes_are_found_where_they_are() {
    let mut totals = Totals::default();
    for (folder, most) in [
        ("games", MOST.0),
        ("tests/data/accepted", MOST.1),
        ("examples", MOST.1),
        ("benches/games", MOST.1),
    ] {
        games(folder, most, &mut totals);
    }
    eprintln!("{}", table(&totals));
    if let Some(wanted) = std::env::var_os("LUDEX_CHECKER") {
        if wanted == "write" {
            write(&totals);
        }
        eprintln!("not found:\n{}\n", totals.survivors.join("\n"));
        eprintln!("other advice:\n{}", totals.advice.join("\n"));
    }
    let all = totals.sum();
    assert!(all.made > 2000, "{} mistakes", all.made);
    assert!(
        all.found * 100 >= all.made * 98,
        "found: {}",
        percent(all.found, all.made)
    );
    assert_eq!(all.placed, all.found, "some without line and column");
    assert!(
        all.right * 100 >= all.words * 80,
        "right: {}",
        percent(all.right, all.words)
    );
}

/// Puts the figures and the survivors into the page, each between its marks.
fn write(totals: &Totals) {
    let survivors: String = totals
        .survivors
        .iter()
        .map(|line| format!("- {line}\n"))
        .collect();
    put("figures", &table(totals));
    put("survivors", &survivors);
}

/// Puts a text into the page between its marks. Two tests write it, one after the other.
fn put(mark: &str, text: &str) {
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = ONE.lock().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/checker.md");
    let page = fs::read_to_string(&path).unwrap();
    let (begin, end) = (
        format!("<!-- {mark} -->\n"),
        format!("<!-- end of {mark} -->"),
    );
    let (before, rest) = page.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    fs::write(path, format!("{before}{begin}{text}{end}{after}")).unwrap();
}
