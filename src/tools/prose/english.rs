//! English: articles and plurals, the condition behind what happens, `whenever`.

mod articles;
mod clauses;
mod nouns;
mod sentences;

use crate::prose::tree::{
    Amount, Clause, Counted, EachOf, FilledPart, FilledPhrase, Filling, LabelSaid, Most, Noun,
    Sentence, SentenceEnd, StepsOf,
};
use crate::prose::writer::ProseWriter;
use articles::articles;
use ludex_check::semantics::Symbol;

/// The writer of English.
#[derive(Debug, Clone, Copy)]
pub(super) struct English;

impl ProseWriter for English {
    fn sentence(&self, said: &Sentence, stop: SentenceEnd) -> String {
        sentences::sentence(said, stop)
    }

    fn noun(&self, noun: &Noun) -> String {
        articles(&nouns::noun(noun))
    }

    fn label(&self, label: &LabelSaid) -> String {
        let said = articles(&match label {
            LabelSaid::Counted(counted) => nouns::counted(counted, true),
            LabelSaid::Noun(noun) => nouns::noun(noun),
        });
        let said = ["your ", "the "].iter().fold(said.as_str(), |said, word| {
            said.strip_prefix(word).unwrap_or(said)
        });
        said.strip_suffix(" of you").unwrap_or(said).to_owned()
    }

    fn condition(&self, clause: &Clause) -> String {
        articles(&clauses::condition(clause))
    }

    fn clause(&self, clause: &Clause) -> String {
        articles(&clauses::clause(clause))
    }

    fn phrase(&self, filled: &FilledPhrase) -> String {
        articles(&fill(filled, true))
    }

    fn built_in_noun(&self, name: &str) -> (String, Option<String>) {
        (name.to_owned(), None)
    }

    fn unknown(&self, name: &str) -> String {
        name.to_owned()
    }

    fn labelled(&self, label: &str, text: &str) -> String {
        format!("{}: {}", capital(label), uncapital(text))
    }

    fn end(&self, clause: &str) -> String {
        format!("{}.", capital(clause))
    }

    fn ending(&self, within: Option<&str>, conditions: &[String]) -> String {
        let when = conditions.join(", and ");
        match (within, when.is_empty()) {
            (None, _) => format!("When {when}."),
            (Some(within), true) => format!("In “{within}”."),
            (Some(within), false) => format!("In “{within}”, when {when}."),
        }
    }

    fn none_of(&self, conditions: &[String]) -> String {
        let none: Vec<String> = conditions
            .iter()
            .map(|cond| format!("not ({cond})"))
            .collect();
        none.join(" and ")
    }

    fn nothing_left(&self) -> String {
        "When there is nothing left to play.".to_owned()
    }

    fn value(&self, name: &str, value: &str) -> String {
        format!("{name} {value}")
    }

    fn separator(&self) -> &'static str {
        ", "
    }

    fn nothing(&self) -> &'static str {
        "none"
    }

    fn spaces_of(&self, name: &str, spaces: usize) -> String {
        match spaces {
            1 => format!("{name} of 1 space"),
            spaces => format!("{name} of {spaces} spaces"),
        }
    }
}

/// The first letter large, and `an` before vowels.
pub(crate) fn capital(text: &str) -> String {
    let text = articles(text);
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The first letter small, as inside of a sentence; names in capitals stay.
pub(super) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let is_word = letters
        .clone()
        .next()
        .is_none_or(|next| next.is_lowercase() || next == ' ');
    if is_word {
        first.to_lowercase().chain(letters).collect()
    } else {
        text.to_owned()
    }
}

/// Writes a phrase; `many` says what it counts. What a number has to say besides stands at the end.
fn fill(filled: &FilledPhrase, many: bool) -> String {
    let plain = |symbol: Symbol| {
        let same =
            |part: &&FilledPart| matches!(part, FilledPart::Value(one, ..) if *one == symbol);
        filled.parts.iter().filter(same).count()
    };
    let (mut text, mut behind) = (String::new(), Vec::new());
    for part in &filled.parts {
        match part {
            FilledPart::Words(words) => match words.split_once(';') {
                // What is told of a number belongs to its own clause.
                Some((before, after)) if !behind.is_empty() => {
                    text.push_str(&format!("{before}{};{after}", behind.concat()));
                    behind.clear();
                }
                _ => text.push_str(words),
            },
            FilledPart::Value(symbol, name, filling) => match filling {
                Some(Filling::Said(said)) => text.push_str(&nouns::noun(said)),
                Some(Filling::Number(amount)) => {
                    let (number, tail) = in_words(amount, plain(*symbol) == 1);
                    text.push_str(&number);
                    if !tail.is_empty() && !behind.contains(&tail) {
                        behind.push(tail);
                    }
                }
                Some(Filling::One | Filling::Several | Filling::Own) => {}
                None => text.push_str(&format!("`{name}`")),
            },
            FilledPart::Forms(symbol, filling, one, several) => {
                let is_one = match filling {
                    Some(Filling::One) => true,
                    Some(Filling::Own) => !many,
                    Some(Filling::Said(said)) => {
                        let said = nouns::noun(said);
                        said == "you" || said == "1"
                    }
                    Some(Filling::Number(amount)) => is_one(amount, plain(*symbol) < 2),
                    Some(Filling::Several) | None => false,
                };
                text.push_str(if is_one { one } else { several });
            }
        }
    }
    text + &behind.concat()
}

/// Tells whether what follows a number stands in the singular; a number that is told twice is `X`.
fn is_one(amount: &Amount, once: bool) -> bool {
    match amount {
        Amount::Fixed(number) => *number == 1,
        Amount::Each { factor, .. } => once && *factor == 1,
        Amount::If(number, ..) => once && *number == 1,
        Amount::Steps(..) | Amount::Said(_) | Amount::Value(_) => false,
    }
}

/// The number, and what is told at the end of its sentence. Where it is told twice it is `X`.
fn in_words(amount: &Amount, once: bool) -> (String, String) {
    match amount {
        Amount::Fixed(number) => (number.to_string(), String::new()),
        Amount::Said(value) | Amount::Value(value) => {
            let value = nouns::noun(value);
            // A name that stands for a number may stand in a sentence.
            if value.contains(' ') {
                ("X".into(), format!(", where X is {value}"))
            } else {
                (value, String::new())
            }
        }
        _ if once => (number(amount), tail(amount)),
        Amount::Each {
            factor: 1,
            many: Some(many),
            most: None,
            ..
        } => {
            let many = nouns::counted(many, true);
            ("X".into(), format!(", where X is the number of {many}"))
        }
        Amount::Each { .. } | Amount::If(..) | Amount::Steps(..) => {
            ("X".into(), format!(", where X is {}", alone(amount)))
        }
    }
}

/// The number with all there is to say.
fn alone(amount: &Amount) -> String {
    number(amount) + &tail(amount)
}

fn number(amount: &Amount) -> String {
    match amount {
        Amount::Fixed(number) | Amount::If(number, ..) => number.to_string(),
        Amount::Each { factor, .. } => factor.to_string(),
        Amount::Steps(steps, _) => {
            let number: Vec<String> = steps.iter().map(|(_, number)| number.to_string()).collect();
            either(&number)
        }
        Amount::Said(value) | Amount::Value(value) => nouns::noun(value),
    }
}

fn tail(amount: &Amount) -> String {
    match amount {
        Amount::Fixed(_) | Amount::Said(_) | Amount::Value(_) => String::new(),
        Amount::Each { of, most, .. } => {
            let most = most
                .as_ref()
                .map_or(String::new(), |Most { number, times }| {
                    let times = if *times { " times" } else { "" };
                    format!(", at most {number}{times}")
                });
            format!(" for {}{most}", each_of(of))
        }
        Amount::If(_, cond, 0) => format!(" if {}", clauses::condition(cond)),
        Amount::If(_, cond, other) => {
            format!(" if {}, otherwise {other}", clauses::condition(cond))
        }
        Amount::Steps(steps, of) => {
            let from: Vec<String> = steps.iter().map(|(from, _)| from.to_string()).collect();
            match of {
                StepsOf::Counted(of) => {
                    format!(" for {} {}", either(&from), nouns::counted(of, true))
                }
                StepsOf::Value(value) => {
                    format!(" if {} is at least {}", nouns::noun(value), either(&from))
                }
            }
        }
    }
}

fn each_of(of: &EachOf) -> String {
    let one = |counted: &Counted| nouns::counted(counted, false);
    match of {
        EachOf::One(of) => format!("each {}", one(of)),
        EachOf::Every(by, of) => format!("every {by} {}", nouns::counted(of, true)),
        EachOf::Pair(a, b) => format!("each pair of a {} and a {}", one(a), one(b)),
        EachOf::Both(a, b) => format!("{} and {}", each_of(a), each_of(b)),
    }
}

/// `1, 3 or 5`
fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// `a, b and c`
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
