//! The options of a decision, set so that a person finds the one that is meant: alike ones together, pieces with what they say.

use crate::cli::play::cards;
use crate::cli::play::paper::wrapped;
use crate::play::game::Decision;
use crate::program::Program;
use crate::tools::book::Book;

/// So many options stand below each other; more are set in columns.
const IN_A_COLUMN: usize = 12;
/// An option with its number, cut into words.
struct Numbered {
    number: usize,
    words: Vec<String>,
}

/// The options with their numbers.
pub(crate) fn text(program: &Program, book: &Book, decision: &Decision, width: usize) -> String {
    let own = format!("P{}.", decision.player);
    let labels = decision.options.iter().map(|option| option.label.as_str());
    let options: Vec<Numbered> = (1..)
        .zip(labels)
        .map(|(number, label)| Numbered {
            number,
            words: words(label, &own),
        })
        .collect();
    let named = |word: &String| cards::titled(program, word).is_some();
    if options.iter().any(|option| option.words.iter().any(named)) {
        let told = |run| of_run(program, book, run, width);
        return runs(&options).map(told).collect();
    }
    plain(&options, width)
}

/// The words of a label; spaces of the own board without the player.
fn words(label: &str, own: &str) -> Vec<String> {
    label
        .split(' ')
        .map(|word| word.strip_prefix(own).unwrap_or(word).to_owned())
        .collect()
}

/// Options in a row that differ in their last word only.
fn runs(options: &[Numbered]) -> impl Iterator<Item = &[Numbered]> {
    options.chunk_by(|a, b| {
        a.words.len() > 2
            && a.words.len() == b.words.len()
            && a.words[..a.words.len() - 1] == b.words[..b.words.len() - 1]
    })
}

/// What a run has in common, and below it what is left to choose.
fn of_run(program: &Program, book: &Book, run: &[Numbered], width: usize) -> String {
    let [first, _, ..] = run else {
        let alone = |option| alone(program, book, option, width);
        return run.iter().map(alone).collect();
    };
    let common = &first.words[..first.words.len() - 1];
    let head = wrapped(&told(program, book, common), 2, 4, width)
        + &texts(program, book, common, 4, width);
    let choices = run.iter().map(|option| {
        let last = option.words.last().map_or("", String::as_str);
        let last = cards::titled(program, last).unwrap_or_else(|| last.to_owned());
        format!("{}. {last}", option.number)
    });
    head + &side_by_side(&choices.collect::<Vec<_>>(), width)
}

fn alone(program: &Program, book: &Book, option: &Numbered, width: usize) -> String {
    let number = format!("{:>3}. ", option.number);
    let text = wrapped(&told(program, book, &option.words), 5, 7, width);
    number + text.trim_start() + &texts(program, book, &option.words, 7, width)
}

/// Words with what the pieces among them say.
fn told(program: &Program, book: &Book, words: &[String]) -> String {
    let told = words.iter().map(|word| {
        let named = cards::titled(program, word);
        let described = named.and_then(|_| cards::described(program, book, word));
        described.unwrap_or_else(|| word.clone())
    });
    told.collect::<Vec<_>>().join(" ")
}

/// Returns the effect texts of the titled pieces among some words, as lines to stand below them.
fn texts(program: &Program, book: &Book, words: &[String], indent: usize, width: usize) -> String {
    let named = words
        .iter()
        .filter(|word| cards::titled(program, word).is_some());
    let texts = named.map(|word| cards::does(program, book, word).join(" "));
    let lines = texts.filter(|text| !text.is_empty());
    lines
        .map(|text| wrapped(&text, indent, indent, width))
        .collect()
}

/// Short choices beside each other.
fn side_by_side(choices: &[String], width: usize) -> String {
    let widest = widest(choices);
    let in_a_row = ((width - 6) / widest).max(1);
    let line = |row: &[String]| {
        let row: String = row
            .iter()
            .map(|choice| format!("{choice:widest$}"))
            .collect();
        wrapped(row.trim_end(), 6, 8, width)
    };
    choices.chunks(in_a_row).map(line).collect()
}

fn widest(texts: &[String]) -> usize {
    let widths = texts.iter().map(|text| text.chars().count());
    widths.max().unwrap_or_default() + 2
}

/// Options without named pieces: below each other, or in columns if there are many.
fn plain(options: &[Numbered], width: usize) -> String {
    let labels: Vec<String> = options
        .iter()
        .map(|option| format!("{:>3}. {}", option.number, option.words.join(" ")))
        .collect();
    if labels.len() <= IN_A_COLUMN {
        return labels.iter().map(|label| format!("{label}\n")).collect();
    }
    let widest = widest(&labels);
    let rows = labels.len().div_ceil((width / widest).max(1));
    (0..rows)
        .map(|row| columns(&labels, row, rows, widest))
        .collect()
}

fn columns(labels: &[String], row: usize, rows: usize, width: usize) -> String {
    let line: String = labels
        .iter()
        .skip(row)
        .step_by(rows)
        .map(|label| format!("{label:width$}"))
        .collect();
    line.trim_end().to_owned() + "\n"
}
