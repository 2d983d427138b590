//! The options of a decision, set so that a person finds the one that is meant: alike ones together, pieces with what they say.

use crate::cli::play::leads::{Lead, LeadWords};
use crate::cli::play::paint::Paint;
use crate::cli::play::paper::{length, padded, wrapped};
use crate::cli::play::{cards, leads};
use crate::play::decision::{Decision, OptionView};
use crate::play::format::ValueFormat;
use crate::play::shown::MarkedWord;
use crate::play::vocabulary::Vocabulary;
use crate::program::Program;
use crate::rules::decision::{Answer, Choice};
use crate::rules::ids::HookId;
use crate::tools::manual::Manual;

/// So many options stand below each other; more are set in columns.
const IN_A_COLUMN: usize = 12;
/// An option with its number, cut into words.
struct Numbered {
    number: usize,
    words: Vec<ToldWord>,
}

/// A part of a label, with what is told of the thing that it names.
struct ToldWord {
    /// The name that the rules use.
    id: String,
    /// The words that people read.
    text: String,
    lead: Option<Lead>,
}

/// The context in which options are told.
#[derive(Clone, Copy)]
pub(crate) struct OptionPrinter<'a> {
    pub(crate) program: &'a Program,
    /// Values as the player who is asked may read them, by the names of the rules.
    pub(crate) values: ValueFormat<'a>,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) manual: &'a Manual,
    pub(crate) leads: &'a LeadWords,
    pub(crate) width: usize,
    pub(crate) paint: Paint,
}

/// The options that are told apart by a number, below what they have in common, and those in other words.
pub(crate) fn among_numbers(
    teller: OptionPrinter<'_>,
    decision: &Decision,
    numbers: &[Option<i32>],
) -> String {
    let label = |option: &OptionView| in_words(teller, decision, option);
    let pairs = || decision.options.iter().zip(numbers);
    let mut listed: Vec<i32> = pairs().filter_map(|(_, number)| *number).collect();
    listed.sort_unstable();
    let common = pairs().find_map(|(option, number)| {
        let number = number.as_ref()?.to_string();
        let words = label(option);
        let words = words.split(' ').filter(|word| *word != number);
        Some(words.collect::<Vec<_>>().join(" "))
    });
    let common = common.filter(|common| !common.is_empty());
    let common = common.unwrap_or_else(|| "a number".to_owned());
    let ranges = teller.paint.number(&ranges(&listed));
    let head = format!("{}: {ranges}", common.trim_end_matches(':'));
    let others = pairs().filter(|(_, number)| number.is_none());
    let others = others.map(|(option, _)| wrapped(&label(option), 5, 7, teller.width));
    wrapped(&head, 5, 7, teller.width) + &others.collect::<String>()
}

/// Writes numbers in ascending order, three or more in a row as a range: `0, 2 to 5`.
pub(crate) fn ranges(numbers: &[i32]) -> String {
    let runs = numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let runs = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(i32::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// An option in words, without what is told of the things that it names.
pub(crate) fn in_words(
    teller: OptionPrinter<'_>,
    decision: &Decision,
    option: &OptionView,
) -> String {
    let words = words(teller, decision, option);
    let words = words.iter().map(|word| shown(teller, word));
    words.collect::<Vec<_>>().join(" ")
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
    let named = |word: &ToldWord| cards::titled(teller.program, &word.id).is_some();
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

/// The options that words may mean.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Meant {
    /// Those that are shown with just these words.
    pub(crate) whole: Vec<usize>,
    /// Those that begin with them.
    pub(crate) begun: Vec<usize>,
}

/// Finds the options that words may mean: as they are shown, things also by their ids or names alone.
pub(crate) fn meant(teller: OptionPrinter<'_>, decision: &Decision, said: &str) -> Meant {
    let said = plain_words(said);
    let mut meant = Meant::default();
    for (number, option) in decision.options.iter().enumerate() {
        let words = words(teller, decision, option);
        let ways: Vec<Vec<String>> = words.iter().map(|word| ways(teller, word)).collect();
        match follow(&said, &ways) {
            Some(true) => meant.whole.push(number),
            Some(false) => meant.begun.push(number),
            None => {}
        }
    }
    meant
}

/// The ways to say a part of a label.
fn ways(teller: OptionPrinter<'_>, word: &ToldWord) -> Vec<String> {
    let name = cards::title(teller.program, &word.id).map(str::to_owned);
    let all = [shown(teller, word), word.text.clone(), word.id.clone()];
    let all = all.into_iter().chain(name);
    let mut ways: Vec<String> = all.map(|way| plain_words(&way)).collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.len()));
    ways.dedup();
    ways
}

/// Returns true if words say all parts, each in one of its ways (true), or the first few (false); none if they don't.
fn follow(said: &str, parts: &[Vec<String>]) -> Option<bool> {
    let Some((first, rest)) = parts.split_first() else {
        return said.is_empty().then_some(true);
    };
    if said.is_empty() {
        return Some(false);
    }
    let mut best = None;
    for way in first {
        let left = said.strip_prefix(way.as_str());
        let left = left.filter(|left| left.is_empty() || left.starts_with(' '));
        let found = match left {
            Some(left) => follow(left.trim_start(), rest),
            None => way
                .strip_prefix(said)
                .and_then(|more| more.starts_with(' ').then_some(false)),
        };
        best = best.max(found);
    }
    best
}

/// Words without the marks of identifiers and labels, in small letters.
pub(crate) fn plain_words(said: &str) -> String {
    let said = said.to_lowercase().replace('_', " ");
    let words = said.split_whitespace();
    let words = words.map(|word| word.trim_end_matches([':', ',']));
    let words = words.filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A word as it is shown, without what is written on a space.
fn shown(teller: OptionPrinter<'_>, word: &ToldWord) -> String {
    match &word.lead {
        Some(Lead::Marks(_)) => word.text.clone(),
        Some(Lead::Row(..)) | None => short(teller, word),
    }
}

/// The parts of a label; spaces of the own board without the player.
fn words(teller: OptionPrinter<'_>, decision: &Decision, option: &OptionView) -> Vec<ToldWord> {
    let own = format!("{}.", decision.player);
    let Choice { answer, values, .. } = &option.choice;
    let parts = |words: ValueFormat<'_>| words.label_parts(decision.site, *answer, values);
    let texts = parts(teller.values.in_words(teller.vocabulary));
    let ids = parts(teller.values);
    let ids = if ids.len() == texts.len() {
        ids
    } else {
        texts.clone()
    };
    let values = leads::values(teller.program, decision.site, &option.choice);
    let before = texts.len().saturating_sub(values.len());
    let lead = |at: usize| {
        let (ty, value) = values.get(at.checked_sub(before)?)?;
        teller.leads.about(teller.program, ty, *value)
    };
    let words = texts.into_iter().zip(ids).enumerate();
    let words = words.map(|(at, (text, id))| ToldWord {
        text: text.strip_prefix(&own).unwrap_or(&text).to_owned(),
        id: id.strip_prefix(&own).unwrap_or(&id).to_owned(),
        lead: lead(at),
    });
    let apart = told_apart(teller, decision, option).map(|text| ToldWord {
        id: text.clone(),
        text,
        lead: None,
    });
    words.chain(apart).collect()
}

/// Returns what tells a waiting text from others of the same name: what a hook of the whole game does, else its number from
/// the second on.
fn told_apart(
    teller: OptionPrinter<'_>,
    decision: &Decision,
    option: &OptionView,
) -> Option<String> {
    let hook_of = |choice: &Choice| match choice.answer {
        Answer::Entry(_) => choice.values.first().map(|hook| HookId::from_value(*hook)),
        Answer::Action(_)
        | Answer::Values
        | Answer::Done
        | Answer::Yes
        | Answer::No
        | Answer::Pass => None,
    };
    let hooks = &teller.program.hooks;
    let text_of = |hook: HookId| &teller.program.routines[hooks[hook].body];
    let own = hook_of(&option.choice)?;
    let rules_hook = |choice: &Choice| hook_of(choice).filter(|hook| hooks[*hook].piece.is_none());
    let is_other = |other: &OptionView| {
        rules_hook(&other.choice)
            .is_some_and(|hook| hook != own && text_of(hook).name == text_of(own).name)
    };
    if hooks[own].piece.is_none() && decision.options.iter().any(is_other) {
        let entry = teller.manual.hook_at(text_of(own).span)?;
        return Some(format!("({})", entry.does_in_one_line()));
    }
    let nth = option.value.get("nth")?;
    Some(format!("({nth})"))
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
            let named = cards::titled(program, &word.id);
            let shows = named.and_then(|_| cards::shows(program, manual, &word.id));
            let text = std::iter::once(word.text.clone());
            let parts: Vec<String> = text.chain(shows.into_iter().flatten()).collect();
            parts.join(" · ")
        }
    }
}

/// A word with its name, and with what is written on the space that it names.
fn short(teller: OptionPrinter<'_>, word: &ToldWord) -> String {
    match &word.lead {
        Some(Lead::Marks(marks)) => with_marks(&word.text, marks, false),
        Some(Lead::Row(name, _)) => called(teller, word, name),
        None => word.text.clone(),
    }
}

/// A name that holds the word by which it is chosen.
fn called(teller: OptionPrinter<'_>, word: &ToldWord, name: &str) -> String {
    let is_named = cards::titled(teller.program, &word.id).is_some();
    if !is_named && name.split(' ').any(|part| part == word.id) {
        name.to_owned()
    } else {
        word.text.clone()
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
    if said.is_empty() {
        text.to_owned()
    } else {
        format!("{text} ({})", said.join(", "))
    }
}

/// Returns the effect texts of the titled pieces among some words, as lines to stand below them.
fn texts(teller: OptionPrinter<'_>, words: &[ToldWord], indent: usize) -> String {
    let named = words
        .iter()
        .filter(|word| cards::titled(teller.program, &word.id).is_some());
    let texts = named.map(|word| cards::does(teller.program, teller.manual, &word.id).join(" "));
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
            let words = option.words.iter().map(|word| {
                if is_many {
                    short(teller, word)
                } else {
                    long(teller, word)
                }
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
