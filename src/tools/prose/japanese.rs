//! Japanese: no articles and no plural, a counter behind a number, the condition before what happens, verbs in the dictionary
//! form as on cards.

mod amounts;
mod clauses;
mod nouns;
mod phrases;
mod sentences;

use crate::prose::tree::{Clause, FilledPhrase, LabelSaid, Noun, Sentence, SentenceEnd};
use crate::prose::writer::ProseWriter;

/// The writer of Japanese.
#[derive(Debug, Clone, Copy)]
pub(super) struct Japanese;

/// The counter of pieces whose kind has none.
const PIECES: &str = "個";

/// Names of the language itself, as they stand in sentences.
const BUILT_IN: &[(&str, &str)] = &[
    ("seat", "席"),
    ("position", "位置"),
    ("group", "グループ"),
    ("groups", "グループ"),
    ("step", "隣のスペース"),
    ("slot", "スロット"),
    ("draw up to", "決まった数まで引く"),
    ("discard down to", "決まった数まで捨てる"),
    ("reshuffle", "混ぜて山に戻す"),
    ("peek", "上から見る"),
    ("top pieces", "一番上のもの"),
    ("previous", "前のプレイヤー"),
    ("refill", "補充"),
    ("setup", "準備"),
    ("play", "ゲームの流れ"),
];

impl ProseWriter for Japanese {
    fn sentence(&self, said: &Sentence, stop: SentenceEnd) -> String {
        let text = sentences::text(said);
        match stop {
            SentenceEnd::Full => format!("{text}。"),
            SentenceEnd::Head => format!("{text}："),
            SentenceEnd::Nothing => format!("{text}、何もしない。"),
        }
    }

    fn noun(&self, noun: &Noun) -> String {
        nouns::noun(noun)
    }

    fn label(&self, label: &LabelSaid) -> String {
        match label {
            LabelSaid::Counted(counted) => nouns::counted(counted),
            LabelSaid::Noun(noun) => nouns::noun(noun),
        }
    }

    fn condition(&self, clause: &Clause) -> String {
        clauses::plain(clause)
    }

    fn clause(&self, clause: &Clause) -> String {
        clauses::plain(clause)
    }

    fn phrase(&self, filled: &FilledPhrase) -> String {
        phrases::fill(filled)
    }

    fn built_in_noun(&self, name: &str) -> (String, Option<String>) {
        let (noun, counter) = match name {
            "player" => ("プレイヤー", "人"),
            "space" => ("スペース", "か所"),
            "number" => ("数", PIECES),
            _ => ("コマ", PIECES),
        };
        (noun.to_owned(), Some(counter.to_owned()))
    }

    fn unknown(&self, name: &str) -> String {
        let mut known = BUILT_IN.iter();
        let known = known.find(|(one, _)| *one == name);
        known.map_or_else(|| format!("⟨{name}⟩"), |(_, word)| (*word).to_owned())
    }

    fn labelled(&self, label: &str, text: &str) -> String {
        format!("{label}：{text}")
    }

    fn end(&self, clause: &str) -> String {
        format!("{clause}。")
    }

    fn ending(&self, within: Option<&str>, conditions: &[String]) -> String {
        let when = conditions.join("、かつ");
        match (within, when.is_empty()) {
            (None, _) => format!("{when}とき。"),
            (Some(within), true) => format!("「{within}」で。"),
            (Some(within), false) => format!("「{within}」で、{when}とき。"),
        }
    }

    fn none_of(&self, conditions: &[String]) -> String {
        let none = conditions.iter().map(|cond| format!("（{cond}）でない"));
        none.collect::<Vec<String>>().join("、かつ")
    }

    fn nothing_left(&self) -> String {
        "することがなくなったとき。".to_owned()
    }

    fn value(&self, name: &str, value: &str) -> String {
        format!("{name} {value}")
    }

    fn separator(&self) -> &'static str {
        "、"
    }

    fn nothing(&self) -> &'static str {
        "なし"
    }

    fn spaces_of(&self, name: &str, spaces: usize) -> String {
        format!("{name}（{spaces}スペース）")
    }
}
