//! The mistakes that a new author makes by a wrong idea, not by a slip of the hand: each is a file in
//! `data/rejected/mistakes`, put into the game of `data/mistakes`.
//!
//! A case says what the mistake is and which words of the answer mend it, then gives files that are added or replaced. `«…»`
//! marks what is wrong. A case with a ruling runs it, one that is `played` plays until the rules fail. The snapshot holds what a
//! person reads; `docs/checker.md` holds the table, which `LUDEX_CHECKER=write` writes anew.

use crate::support::{files, settings};
use ludex::pipeline::GameText;
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Code, Diagnostic, Report, human, short};
use ludex::source::Sources;
use ludex::tools::rulings::{self, RuledGame};
use std::fs;
use std::ops::Range;
use std::path::Path;

/// Games of a case that is played; one of them must fail.
const GAMES: u64 = 20;

/// A mistake, as its file gives it.
pub(crate) struct Case {
    name: String,
    /// In words, for the table.
    mistake: String,
    /// A part of the answer that says what to write instead.
    mend: String,
    /// The number of things that are told.
    told: usize,
    pub(crate) played: bool,
    /// Files that are added or replaced, without the marks.
    files: Vec<(String, String)>,
    /// The file and the bytes that are wrong.
    place: (String, Range<usize>),
}

impl Case {
    pub(crate) fn read(path: &Path) -> Case {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (head, rest) = text.split_once("--- ").unwrap();
        let entry = |key: &str| {
            let mut lines = head.lines();
            lines.find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(": ")?.to_owned()))
        };
        let mut case = Case {
            mistake: entry("mistake").unwrap(),
            mend: entry("mend").unwrap(),
            told: entry("told").map_or(1, |told| told.parse().unwrap()),
            played: entry("played").is_some(),
            files: Vec::new(),
            place: (String::new(), 0..0),
            name,
        };
        for part in format!("\n{rest}").replace("\n--- ", "\0").split('\0') {
            let Some((file, text)) = part.trim_start_matches('\n').split_once('\n') else {
                continue;
            };
            case.add(file, text);
        }
        assert!(!case.place.0.is_empty(), "{}: nothing is marked", case.name);
        case
    }

    fn add(&mut self, file: &str, text: &str) {
        let mut text = text.to_owned();
        if let (Some(start), Some(end)) = (text.find('«'), text.find('»')) {
            self.place = (file.to_owned(), start..end - '«'.len_utf8());
            text = text.replace(['«', '»'], "");
        }
        self.files.push((file.to_owned(), text));
    }

    pub(crate) fn is_ruling(&self) -> bool {
        self.files.iter().any(|(file, _)| is_ruling(file))
    }

    /// The whole game with the mistake in it.
    pub(crate) fn game(&self) -> GameText {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mistakes");
        let mut all = files(&folder);
        let whole = self.files.iter().any(|(file, _)| file == "market.rules");
        // A case with rules of its own has tables of its own.
        all.retain(|(name, _)| {
            !(whole && name == "cards.yaml") && self.files.iter().all(|(file, _)| file != name)
        });
        let rules = self.files.iter().filter(|(file, _)| !is_ruling(file));
        all.extend(rules.cloned());
        GameText {
            name: "market".to_owned(),
            files: all,
        }
    }
}

fn is_ruling(file: &str) -> bool {
    file.ends_with(".ruling.yaml")
}

/// The findings of a case.
struct Answer {
    found: bool,
    placed: bool,
    mends: bool,
    /// As a person reads it.
    text: String,
    /// A line each.
    short: String,
}

fn answer(case: &Case) -> Answer {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = case.game().parse(&mut sources, &mut report);
    let checked = checked.check(&mut report);
    let program = checked
        .as_ref()
        .and_then(|checked| checked.compile(&mut report));
    if case.played {
        report.extend(program.and_then(|program| fault(&program)));
    } else if case.is_ruling() {
        let ruled = RuledGame::new(checked.unwrap(), &mut report).unwrap();
        for (file, text) in case.files.iter().filter(|(file, _)| is_ruling(file)) {
            if let Some(ruling) = rulings::read(file, text, &mut sources, &mut report) {
                report.extend(rulings::run(&ruled, &ruling, &sources, None).found);
            }
        }
    }
    let told = report.told(&sources).into_iter().map(|told| told.first);
    let told: Vec<&Diagnostic> = told.collect();
    let here = |one: &&&Diagnostic| is_there(case, one, &sources);
    let placed = told.first().filter(here);
    Answer {
        found: !told.is_empty(),
        placed: placed.is_some() && told.len() == case.told,
        mends: placed.is_some_and(|one| words(one).contains(&case.mend)),
        text: human(&report, &sources, false),
        short: short(&report, &sources),
    }
}

/// The first thing that goes wrong in random games, as a ruling would tell it.
fn fault(program: &Program) -> Option<Diagnostic> {
    let mut playout = Playout::compiled(program);
    let stuck =
        (0..GAMES).find_map(|seed| playout.run(&Start::new(program, 2, seed), seed).err())?;
    let fault = stuck.fault;
    Some(Diagnostic::error(Code::RULES_FAILED, fault.to_string()).at(fault.span, ""))
}

/// Tells whether the underlined part touches what is wrong and begins in its line.
fn is_there(case: &Case, one: &Diagnostic, sources: &Sources) -> bool {
    let (file, place) = &case.place;
    let Some(span) = one.span().map(|span| sources.shown(span)) else {
        return false;
    };
    let line = |at: u32| sources.line_col(span.file, at).line;
    sources.path(span.file) == file
        && span.range().start <= place.end
        && place.start <= span.range().end
        && line(span.start) == line(u32::try_from(place.start).unwrap())
}

fn words(one: &Diagnostic) -> String {
    let labels = one.labels.iter().map(|label| label.text.as_str());
    let help = one.help.iter().map(String::as_str);
    let fix = one.fix.iter().map(|fix| fix.replacement.as_str());
    let all: Vec<&str> = [one.message.as_str()]
        .into_iter()
        .chain(labels)
        .chain(help)
        .chain(fix)
        .collect();
    all.join("\n")
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rejected/mistakes");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| Case::read(path)).collect()
}

#[test]
fn wrong_ideas_are_answered() {
    let settings = settings("rejected/mistakes");
    let (mut table, mut counts, mut missed) = (String::new(), [0; 3], Vec::new());
    let cases = cases();
    for case in &cases {
        let answer = answer(case);
        let marks = [answer.found, answer.placed, answer.mends];
        for (count, mark) in counts.iter_mut().zip(marks) {
            *count += usize::from(mark);
        }
        let [found, placed, mends] = marks.map(|mark| if mark { "yes" } else { "no" });
        table.push_str(&format!(
            "| {} | {found} | {placed} | {mends} |\n",
            case.mistake.replace('|', "\\|")
        ));
        if marks.contains(&false) {
            missed.push(format!(
                "{}: {found} {placed} {mends}, wanted `{}`\n{}",
                case.name, case.mend, answer.short
            ));
        }
        settings.bind(|| insta::assert_snapshot!(case.name.clone(), answer.text));
    }
    let [found, placed, mends] = counts;
    let of = cases.len();
    let sum = format!("| **all {of}** | {found} | {placed} | {mends} |\n");
    if std::env::var_os("LUDEX_CHECKER").is_some_and(|wanted| wanted == "write") {
        let head =
            "| mistake | found | at its place | says how to mend |\n| --- | --- | --- | --- |\n";
        super::put("mistakes", &format!("{head}{table}{sum}"));
    }
    eprintln!("{}\n{sum}", missed.join("\n"));
    // 55 of 60, on all three.
    for count in counts {
        assert!(count * 60 >= of * 55, "{sum}");
    }
}
