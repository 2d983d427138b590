//! The table of words (`src/syntax/keywords.rs`) and the grammar, which agree word by word.

use ludex::report::Report;
use ludex::source::Sources;
use ludex::syntax::keyword_docs::{KEYWORD_DOCS, keyword_doc};
use ludex::syntax::keywords::{DECLARES, KEYWORDS, LABEL, NAME, RESERVED, Roles, STATES, with};
use ludex::syntax::parse;
use std::collections::{BTreeMap, BTreeSet};

const GRAMMAR: &str = include_str!("../../grammar/rules.pest");

type Rules = BTreeMap<&'static str, String>;

/// The rules of the grammar by name, without comments.
fn rules() -> Rules {
    let mut rules = Rules::new();
    let mut last = None;
    for line in GRAMMAR.lines().filter(|line| !line.starts_with("//")) {
        if let Some((name, begin)) = line.split_once('=').filter(|(name, _)| is_name(name)) {
            rules.insert(name.trim(), begin.to_owned());
            last = Some(name.trim());
        } else if let Some(rule) = last.and_then(|last| rules.get_mut(last)) {
            rule.push_str(line);
        }
    }
    rules
}

fn is_name(text: &str) -> bool {
    !text.starts_with(' ')
        && text
            .trim()
            .chars()
            .all(|c| c.is_ascii_lowercase() || c == '_')
}

/// The words in quotes.
fn quoted(rule: &str) -> BTreeSet<&str> {
    let parts = rule.split('"').skip(1).step_by(2);
    let is_word = |part: &&str| part.len() > 1 && part.chars().all(|c| c.is_ascii_lowercase());
    parts.filter(is_word).collect()
}

/// The words with which a rule may begin.
fn firsts<'r>(rules: &'r Rules, rule: &str) -> BTreeSet<&'r str> {
    let mut found = BTreeSet::new();
    for choice in alternatives(&rules[rule]) {
        let first = choice.trim_start_matches(['(', ' ', '_', '@', '$', '{']);
        let end = first.find(|c: char| !c.is_ascii_lowercase() && c != '_');
        match &first[..end.unwrap_or(first.len())] {
            word if word.starts_with("kw_") => found.extend(quoted(&rules[word])),
            "name" | "target" => {}
            inner => found.extend(firsts(rules, inner)),
        }
    }
    found
}

/// The alternatives of a rule, or of the brackets with which it begins.
fn alternatives(rule: &str) -> Vec<&str> {
    let rule = rule.trim_start_matches([' ', '_', '@', '$', '{']);
    if let Some(inner) = rule.strip_prefix('(') {
        return inner.split(')').next().unwrap().split('|').collect();
    }
    let mut depth = 0;
    rule.split(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == '|' && depth == 0
    })
    .collect()
}

fn words(role: Roles) -> BTreeSet<&'static str> {
    with(role).collect()
}

#[test]
fn each_word_of_the_grammar_has_its_row() {
    let rules = rules();
    let written: BTreeSet<&str> = rules.values().flat_map(|rule| quoted(rule)).collect();
    let listed: BTreeSet<&str> = (KEYWORDS.iter())
        .filter(|(_, roles)| roles & NAME == 0)
        .map(|(word, _)| *word)
        .collect();
    assert!(written.len() > 90, "{}", written.len());
    assert_eq!(listed, written);
    assert!(KEYWORDS.is_sorted_by(|a, b| a.0 < b.0), "found by halves");
}

#[test]
fn reserved_words_and_labels_are_those_of_the_grammar() {
    let rules = rules();
    assert_eq!(words(RESERVED), quoted(&rules["reserved"]));
    assert_eq!(words(LABEL), quoted(&rules["label"]));
}

#[test]
fn declarations_and_statements_begin_as_the_grammar_says() {
    let rules = rules();
    assert_eq!(words(DECLARES), firsts(&rules, "declaration"));
    assert_eq!(words(STATES), firsts(&rules, "statement"));
}

#[test]
fn each_word_has_a_doc_and_an_example_that_reads() {
    let spelt = ["chosen", "refill"];
    assert!(KEYWORD_DOCS.is_sorted_by(|a, b| a.word < b.word));
    let all = KEYWORDS.iter().map(|(word, _)| *word).chain(spelt);
    let without: Vec<&str> = all.filter(|word| keyword_doc(word).is_none()).collect();
    assert_eq!(without, Vec::<&str>::new(), "words without a doc");
    for one in KEYWORD_DOCS {
        let mut words = one
            .example
            .split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(words.any(|word| word == one.word), "{}", one.word);
        assert!(reads(one.example), "{}: {}", one.word, one.example);
    }
}

/// Returns true if a text reads as a declaration, as statements or as a value.
fn reads(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("example.rules", text);
    let fragment = sources.fragment(file);
    let (mut declared, mut done, mut valued) = (Report::new(), Report::new(), Report::new());
    parse::file(&fragment, &mut declared);
    !declared.has_errors()
        || parse::effect_text(&fragment, &mut done).is_some()
        || parse::value_text(&fragment, &mut valued).is_some()
}
