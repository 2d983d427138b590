//! Numbers in Japanese: what they depend on stands before the sentence, what they are at most behind it.

use crate::prose::japanese::{clauses, nouns};
use crate::prose::tree::{Amount, EachOf, Noun, StepsOf};

/// The letters of numbers that have no short form.
const LETTERS: &[&str] = &["X", "Y", "Z", "W"];

/// The words around a sentence that its numbers need besides themselves.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    before: Vec<String>,
    behind: Vec<String>,
    /// Numbers with a letter.
    lettered: Vec<Amount>,
}

impl Numbers {
    /// Writes a number as it stands in a sentence; one that is told twice has a letter.
    pub(super) fn number(&mut self, amount: &Amount, once: bool) -> String {
        match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Said(value) | Amount::Value(value) if is_short(value) => nouns::noun(value),
            Amount::Said(_) | Amount::Value(_) => self.letter(amount),
            Amount::Each { .. } | Amount::If(..) | Amount::Steps(..) if once => {
                let (before, number, behind) = parts(amount);
                for (said, all) in [(before, &mut self.before), (behind, &mut self.behind)] {
                    if !said.is_empty() && !all.contains(&said) {
                        all.push(said);
                    }
                }
                number
            }
            Amount::Each { .. } | Amount::If(..) | Amount::Steps(..) => self.letter(amount),
        }
    }

    fn letter(&mut self, amount: &Amount) -> String {
        let known = self.lettered.iter().position(|one| one == amount);
        let nth = known.unwrap_or(self.lettered.len());
        let letter = LETTERS.get(nth).copied().unwrap_or("N").to_owned();
        if known.is_none() {
            self.lettered.push(amount.clone());
            self.behind.push(format!("（{letter}＝{}）", alone(amount)));
        }
        letter
    }

    /// Puts around a sentence what its numbers have to say.
    pub(super) fn around(&self, text: &str) -> String {
        let (before, behind) = (self.before.concat(), self.behind.concat());
        // Words about a number belong to its own sentence.
        match text.split_once('。') {
            Some((first, rest)) if !behind.is_empty() => {
                format!("{before}{first}{behind}。{rest}")
            }
            _ => format!("{before}{text}{behind}"),
        }
    }
}

/// A name or number may stand in a sentence.
fn is_short(value: &Noun) -> bool {
    matches!(value, Noun::Name(_) | Noun::Number(_))
}

/// Writes a number by itself.
pub(super) fn alone(amount: &Amount) -> String {
    let (before, number, behind) = parts(amount);
    format!("{before}{number}{behind}")
}

/// Returns the words before a number, the number, and those behind it.
fn parts(amount: &Amount) -> (String, String, String) {
    let plain = |number: String| (String::new(), number, String::new());
    match amount {
        Amount::Fixed(number) => plain(number.to_string()),
        Amount::Said(value) | Amount::Value(value) => plain(nouns::noun(value)),
        Amount::Each {
            factor, of, most, ..
        } => {
            let most = most.as_ref().map_or(String::new(), |most| {
                let times = if most.times { "回" } else { "" };
                format!("（最大{}{times}）", most.number)
            });
            (format!("{}、", each_of(of)), factor.to_string(), most)
        }
        Amount::If(number, cond, other) => {
            let behind = match other {
                0 => String::new(),
                other => format!("（そうでなければ{other}）"),
            };
            (
                format!("{}、", clauses::if_so(cond)),
                number.to_string(),
                behind,
            )
        }
        Amount::Steps(steps, of) => {
            let from = steps.iter().map(|(from, _)| from.to_string());
            let number = steps.iter().map(|(_, number)| number.to_string());
            let of = match of {
                StepsOf::Counted(of) => format!("{}の数", nouns::counted(of)),
                StepsOf::Value(value) => nouns::noun(value),
            };
            let from: Vec<String> = from.collect();
            let number: Vec<String> = number.collect();
            let before = format!("{of}が{}以上なら、それぞれ", from.join("／"));
            (before, number.join("／"), String::new())
        }
    }
}

fn each_of(of: &EachOf) -> String {
    fn one(of: &EachOf) -> String {
        match of {
            EachOf::One(of) => nouns::so_many(of, "1"),
            EachOf::Every(by, of) => nouns::so_many(of, &by.to_string()),
            EachOf::Pair(a, b) => {
                format!("{}と{}の組1つ", nouns::counted(a), nouns::counted(b))
            }
            EachOf::Both(a, b) => format!("{}、{}", one(a), one(b)),
        }
    }
    match of {
        EachOf::Both(..) => format!("{}のそれぞれにつき", one(of)),
        EachOf::One(_) | EachOf::Every(..) | EachOf::Pair(..) => format!("{}につき", one(of)),
    }
}
