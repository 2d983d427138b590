//! The options of a decision, set so that a person finds the one that is meant: alike ones together, pieces with what they say.

use crate::cli::play::cards;
use crate::cli::play::leads;
use crate::cli::play::leads::Lead;
use crate::cli::play::leads::LeadWords;
use crate::cli::play::paint::Paint;
use crate::cli::play::paper::length;
use crate::cli::play::paper::padded;
use crate::cli::play::paper::wrapped;
use crate::play::game::Decision;
use crate::play::game::OptionView;
use crate::play::shown::MarkedWord;
use crate::program::Program;
use crate::tools::manual::Manual;

/// So many options stand below each other; more are set in columns.
const IN_A_COLUMN: usize = 12;
/// An option with its number, cut into words.
struct Numbered {
    number: usize,
    words: Vec<ToldWord>,
}

/// A word of a label, with what is told of the thing that it names.
struct ToldWord {
    text: String,
    lead: Option<Lead>,
}

/// The context in which options are told.
#[derive(Clone, Copy)]
pub(crate) struct OptionPrinter<'a> {
    pub(crate) program: &'a Program,
    pub(crate) manual: &'a Manual,
    pub(crate) leads: &'a LeadWords,
    pub(crate) width: usize,
    pub(crate) paint: Paint,
}

/// The options with their numbers.
pub(crate) fn text(teller: OptionPrinter<'_>, decision: &Decision) -> String {
    let options: Vec<Numbered> = (1..)
        .zip(&decision.options)
        .map(|(number, option)| Numbered {
            number,
            words: words(teller, decision, option),
        })
        .collect();
    let named = |word: &ToldWord| cards::titled(teller.program, &word.text).is_some();
    let leads =
        |word: &ToldWord| matches!(&word.lead, Some(Lead::Row(_, beside)) if !beside.is_empty());
    let any =
        |is: &dyn Fn(&ToldWord) -> bool| options.iter().any(|option| option.words.iter().any(is));
    if any(&named) {
        return runs(&options).map(|run| of_run(teller, run)).collect();
    }
    if any(&leads) && options.len() <= 2 * IN_A_COLUMN {
        return options.iter().map(|option| alone(teller, option)).collect();
    }
    plain(teller, &options)
}

/// Finds the option that is shown with these words, things by their names or by word and name; none when several are.
pub(crate) fn shown_as(
    teller: OptionPrinter<'_>,
    decision: &Decision,
    said: &str,
) -> Option<usize> {
    let joined = |parts: Vec<String>| parts.join(" ").eq_ignore_ascii_case(said);
    let is = |option: &OptionView| {
        let words = words(teller, decision, option);
        joined(words.iter().map(|word| shown(teller, word)).collect())
            || joined(words.iter().map(|word| by_name(teller, word)).collect())
    };
    let mut found = (0..)
        .zip(&decision.options)
        .filter(|(_, option)| is(option));
    let first = found.next();
    first
        .filter(|_| found.next().is_none())
        .map(|(number, _)| number)
}

/// A word as people call it: a piece by its name alone.
fn by_name(teller: OptionPrinter<'_>, word: &ToldWord) -> String {
    let titled = cards::titled(teller.program, &word.text);
    let name = titled.and_then(|titled| Some(titled.split_once(' ')?.1.to_owned()));
    name.unwrap_or_else(|| shown(teller, word))
}

/// A word as it is shown, without what is written on a space.
fn shown(teller: OptionPrinter<'_>, word: &ToldWord) -> String {
    match &word.lead {
        Some(Lead::Marks(_)) => word.text.clone(),
        Some(Lead::Row(..)) | None => short(teller, word),
    }
}

/// The words of a label; spaces of the own board without the player.
fn words(teller: OptionPrinter<'_>, decision: &Decision, option: &OptionView) -> Vec<ToldWord> {
    let own = format!("{}.", decision.player);
    let values = leads::values(teller.program, decision.site, &option.choice);
    let labels: Vec<&str> = option.label.split(' ').collect();
    let before = labels.len().saturating_sub(values.len());
    let lead = |at: usize| {
        let (ty, value) = values.get(at.checked_sub(before)?)?;
        teller.leads.about(teller.program, ty, *value)
    };
    let words = labels.iter().enumerate();
    words
        .map(|(at, word)| ToldWord {
            text: word.strip_prefix(&own).unwrap_or(word).to_owned(),
            lead: lead(at),
        })
        .collect()
}

/// Options in a row that differ in their last word only.
fn runs(options: &[Numbered]) -> impl Iterator<Item = &[Numbered]> {
    options.chunk_by(|a, b| {
        let texts = |option: &Numbered| -> Vec<String> {
            let words = option.words[..option.words.len() - 1].iter();
            words.map(|word| word.text.clone()).collect()
        };
        a.words.len() > 2 && a.words.len() == b.words.len() && texts(a) == texts(b)
    })
}

/// Prints the words that a run has in common, and below them the words that are left to choose.
fn of_run(teller: OptionPrinter<'_>, run: &[Numbered]) -> String {
    let [first, _, ..] = run else {
        return run.iter().map(|option| alone(teller, option)).collect();
    };
    let common = &first.words[..first.words.len() - 1];
    let head = wrapped(&told(teller, common), 2, 4, teller.width) + &texts(teller, common, 4);
    let choices = run.iter().map(|option| {
        let last = option.words.last();
        let said = last.map_or(String::new(), |word| short(teller, word));
        let number = teller.paint.number(&format!("{}.", option.number));
        format!("{number} {said}")
    });
    head + &side_by_side(&choices.collect::<Vec<_>>(), teller.width)
}

fn alone(teller: OptionPrinter<'_>, option: &Numbered) -> String {
    let number = teller.paint.number(&format!("{:>3}.", option.number));
    let text = wrapped(&told(teller, &option.words), 5, 7, teller.width);
    format!("{number} {}", text.trim_start()) + &texts(teller, &option.words, 7)
}

/// Words with what is told of the things among them.
fn told(teller: OptionPrinter<'_>, words: &[ToldWord]) -> String {
    let told = words.iter().map(|word| long(teller, word));
    told.collect::<Vec<_>>().join(" ")
}

/// A word with all that is told of what it names.
fn long(teller: OptionPrinter<'_>, word: &ToldWord) -> String {
    match &word.lead {
        Some(Lead::Row(name, beside)) => {
            let name = called(teller, word, name);
            let parts: Vec<&str> = std::iter::once(name.as_str())
                .chain(beside.iter().map(String::as_str))
                .collect();
            parts.join(" · ")
        }
        Some(Lead::Marks(marks)) => with_marks(&word.text, marks, true),
        None => {
            let (program, manual) = (teller.program, teller.manual);
            let named = cards::titled(program, &word.text);
            let described = named.and_then(|_| cards::described(program, manual, &word.text));
            described.unwrap_or_else(|| word.text.clone())
        }
    }
}

/// A word with its name, and with what is written on the space that it names.
fn short(teller: OptionPrinter<'_>, word: &ToldWord) -> String {
    match &word.lead {
        Some(Lead::Marks(marks)) => with_marks(&word.text, marks, false),
        Some(Lead::Row(name, _)) => called(teller, word, name),
        None => cards::titled(teller.program, &word.text).unwrap_or_else(|| word.text.clone()),
    }
}

/// A name that holds the word by which it is chosen.
fn called(teller: OptionPrinter<'_>, word: &ToldWord, name: &str) -> String {
    match cards::titled(teller.program, &word.text) {
        Some(titled) => titled,
        None if name.split(' ').any(|part| part == word.text) => name.to_owned(),
        None => word.text.clone(),
    }
}

fn with_marks(text: &str, marks: &[MarkedWord], in_full: bool) -> String {
    let mut said: Vec<String> = Vec::new();
    for mark in marks {
        let mark = match &mark.full {
            Some(full) if in_full => full.clone(),
            Some(_) | None => mark.word.clone(),
        };
        if !said.contains(&mark) {
            said.push(mark);
        }
    }
    match said.is_empty() {
        true => text.to_owned(),
        false => format!("{text} ({})", said.join(", ")),
    }
}

/// Returns the effect texts of the titled pieces among some words, as lines to stand below them.
fn texts(teller: OptionPrinter<'_>, words: &[ToldWord], indent: usize) -> String {
    let named = words
        .iter()
        .filter(|word| cards::titled(teller.program, &word.text).is_some());
    let texts = named.map(|word| cards::does(teller.program, teller.manual, &word.text).join(" "));
    let lines = texts.filter(|text| !text.is_empty());
    lines
        .map(|text| wrapped(&text, indent, indent, teller.width))
        .collect()
}

/// Short choices beside each other.
fn side_by_side(choices: &[String], width: usize) -> String {
    let widest = widest(choices);
    let in_a_row = ((width - 6) / widest).max(1);
    let line = |row: &[String]| {
        let row: String = row.iter().map(|choice| padded(choice, widest)).collect();
        wrapped(row.trim_end(), 6, 8, width)
    };
    choices.chunks(in_a_row).map(line).collect()
}

fn widest(texts: &[String]) -> usize {
    texts
        .iter()
        .map(|text| length(text))
        .max()
        .unwrap_or_default()
        + 2
}

/// Options without named pieces: below each other, or in columns if there are many.
fn plain(teller: OptionPrinter<'_>, options: &[Numbered]) -> String {
    let is_many = options.len() > IN_A_COLUMN;
    let labels: Vec<String> = options
        .iter()
        .map(|option| {
            let number = teller.paint.number(&format!("{:>3}.", option.number));
            let words = option.words.iter().map(|word| match is_many {
                true => short(teller, word),
                false => long(teller, word),
            });
            format!("{number} {}", words.collect::<Vec<_>>().join(" "))
        })
        .collect();
    if !is_many {
        let lines = labels.iter();
        return lines
            .map(|label| wrapped(label.trim_start(), blanks(label), 7, teller.width))
            .collect();
    }
    let widest = widest(&labels);
    let rows = labels.len().div_ceil((teller.width / widest).max(1));
    (0..rows)
        .map(|row| columns(&labels, row, rows, widest))
        .collect()
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn columns(labels: &[String], row: usize, rows: usize, width: usize) -> String {
    let line: String = labels
        .iter()
        .skip(row)
        .step_by(rows)
        .map(|label| padded(label, width))
        .collect();
    line.trim_end().to_owned() + "\n"
}
