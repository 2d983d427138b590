//! Mistakes that can be put right without a question: changes of words that are clearly meant otherwise.
//!
//! Takes the texts of a game, gives those that change. A change is kept only if nothing is wrong any more where it was made,
//! and a word is changed only if no other word of the game is as near to what is written.

use ludex_source::span::offset;
use std::collections::{BTreeMap, BTreeSet};

use ludex_pipeline::GameText;
use ludex_report::{Code, Diagnostic, Fix, Report, clearly};
use ludex_rules::{ops, verbs};
use ludex_source::{Sources, Span};

/// One change may show the next mistake; more often than this it is not tried.
const ROUNDS: usize = 10;

/// The result of applying fixes to a game.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// The files that change: paths and new texts.
    pub files: Vec<(String, String)>,
    /// The number of changes that were made.
    pub changes: usize,
}

/// Puts right what is clear, of the mistakes that are `wanted`.
#[must_use]
pub fn fix(game: &GameText, wanted: &impl Fn(Code) -> bool) -> Fixed {
    let mut files = game.files.clone();
    let mut changes = 0;
    for _ in 0..ROUNDS {
        let (sources, report) = checked(&game.name, &files);
        let fixes = remedies(&sources, &report, wanted);
        let made = applied(&game.name, &files, &sources, fixes);
        let Some((new, count)) = made else { break };
        files = new;
        changes += count;
    }
    let old: BTreeMap<&String, &String> =
        game.files.iter().map(|(path, text)| (path, text)).collect();
    files.retain(|(path, text)| old.get(path) != Some(&text));
    Fixed { files, changes }
}

fn checked(name: &str, files: &[(String, String)]) -> (Sources, Report) {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: name.to_owned(),
        files: files.to_vec(),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    // The last mistakes show only when everything gets its address.
    let _ = checked.and_then(|checked| checked.compile(&mut report));
    (sources, report)
}

/// The changes that are clear, none over another.
fn remedies(sources: &Sources, report: &Report, wanted: &impl Fn(Code) -> bool) -> Vec<Fix> {
    let known = words(sources);
    let mut fixes: Vec<Fix> = Vec::new();
    for one in report.in_order(sources) {
        let Some(fix) = one.remedy(sources).filter(|_| wanted(one.code)) else {
            continue;
        };
        let apart = |other: &Fix| {
            other.span.file != fix.span.file
                || other.span.end <= fix.span.start
                || fix.span.end <= other.span.start
        };
        if is_clear(one, &fix, sources, &known) && fixes.iter().all(apart) {
            fixes.push(fix);
        }
    }
    fixes
}

fn is_clear(one: &Diagnostic, fix: &Fix, sources: &Sources, known: &BTreeSet<&str>) -> bool {
    let written = sources.slice(fix.span);
    one.meant.is_none() || clearly(written, &fix.replacement, known.iter().copied())
}

/// Every word that stands in the game, and those that are built in.
fn words(sources: &Sources) -> BTreeSet<&str> {
    let ids: Vec<_> = sources.ids().collect();
    let word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let written = ids
        .into_iter()
        .flat_map(|file| sources.text(file).split(move |symbol| !word(symbol)));
    let built_in = verbs::VERBS.iter().map(|row| row.name);
    let built_in = built_in.chain(ops::QUERIES.iter().map(|row| row.name));
    let built_in = built_in.chain(ops::FOLDS.iter().map(|row| row.name));
    written
        .chain(built_in)
        .filter(|word| !word.is_empty())
        .collect()
}

type Files = Vec<(String, String)>;

/// The texts with the changes after which nothing is wrong at their places, and how many those are; none without any.
fn applied(
    name: &str,
    files: &[(String, String)],
    sources: &Sources,
    mut fixes: Vec<Fix>,
) -> Option<(Files, usize)> {
    while !fixes.is_empty() {
        let (new, places) = with(files, sources, &fixes);
        let (after, report) = checked(name, &new);
        let wrong: Vec<(&str, Span)> = report
            .iter()
            .filter_map(|one| one.span())
            .map(|span| (after.path(span.file), span))
            .collect();
        let clean = |(path, place): &(String, std::ops::Range<u32>)| {
            !wrong
                .iter()
                .any(|(of, span)| of == path && span.start < place.end && place.start < span.end)
        };
        let kept: Vec<bool> = places.iter().map(clean).collect();
        if kept.iter().all(|kept| *kept) {
            return Some((new, fixes.len()));
        }
        let mut kept = kept.into_iter();
        fixes.retain(|_| kept.next().unwrap_or(false));
    }
    None
}

/// The texts with changes, and where each new text then stands.
fn with(
    files: &[(String, String)],
    sources: &Sources,
    fixes: &[Fix],
) -> (Files, Vec<(String, std::ops::Range<u32>)>) {
    let mut files = files.to_vec();
    let mut places = vec![(String::new(), 0..0); fixes.len()];
    let mut order: Vec<usize> = (0..fixes.len()).collect();
    order.sort_by_key(|at| (fixes[*at].span.file, fixes[*at].span.start));
    for (path, text) in &mut files {
        let changes = |file| fixes.iter().any(|fix| fix.span.file == file);
        let Some(file) = sources.find(path).filter(|file| changes(*file)) else {
            continue;
        };
        // The sources left a byte order mark out.
        let mut new = sources.text(file).to_owned();
        let mut moved: isize = 0;
        for &at in order.iter().filter(|at| fixes[**at].span.file == file) {
            let Fix { span, replacement } = &fixes[at];
            let old = span.range();
            let start = old.start.saturating_add_signed(moved);
            new.replace_range(start..start + old.len(), replacement);
            places[at] = (
                path.clone(),
                offset(start)..offset(start + replacement.len()),
            );
            moved += replacement.len() as isize - old.len() as isize;
        }
        *text = new;
    }
    (files, places)
}
