//! Parameters have names: a function takes no tuple apart in its signature. What belongs together is a struct, or a value
//! with a name of its own (a point, bounds); what does not is several parameters.

use super::paths::{Token, tokens};
use super::{crates, none, sources};

/// The lines of parameters that are patterns of a tuple.
fn taken_apart(text: &str) -> Vec<usize> {
    let tokens = tokens(text);
    let word = |at: usize| tokens.get(at).map_or("", |(word, _)| word.as_str());
    let functions = (0..tokens.len()).filter(|at| word(*at) == "fn" && word(at + 1) != "(");
    functions
        .flat_map(|at| patterns(&tokens[past_generics(&tokens, at + 2)..]))
        .collect()
}

/// The depth of brackets behind a word, given that before it and the word before.
fn depth_behind(word: &str, before: &str, depth: i32) -> i32 {
    match word {
        "(" | "[" | "{" | "<" => depth + 1,
        ">" if before == "-" => depth,
        ")" | "]" | "}" | ">" => depth - 1,
        _ => depth,
    }
}

/// The position behind the generic parameters that may begin at one.
fn past_generics(tokens: &[Token], begin: usize) -> usize {
    let (mut depth, mut before) = (0, "");
    for (at, (word, _)) in tokens.iter().enumerate().skip(begin) {
        if depth == 0 && word == "(" {
            return at;
        }
        depth = depth_behind(word, before, depth);
        before = word;
    }
    tokens.len()
}

/// The lines of such patterns among parameters that begin with a bracket.
fn patterns(tokens: &[Token]) -> Vec<usize> {
    let (mut depth, mut before, mut found) = (0, "", Vec::new());
    for (word, line) in tokens {
        if depth == 1 && matches!(before, "(" | ",") && word == "(" {
            found.push(*line);
        }
        depth = depth_behind(word, before, depth);
        before = word;
        if depth == 0 {
            break;
        }
    }
    found
}

#[test]
fn parameters_have_names() {
    let mut wrong = Vec::new();
    for file in sources().into_iter().chain(crates()) {
        for line in taken_apart(&file.text) {
            wrong.push(format!("src/{}:{line}", file.path));
        }
    }
    none(
        &wrong,
        "a parameter has a name: make it a struct, or several parameters",
    );
}

#[test]
fn patterns_are_found() {
    let text = "fn a<T: Fn(u8, (u8, u8))>(b: (u8, u8),\n    (c, d): (u8, u8),\n    f: impl Fn((u8, u8)) -> u8,\n    g: [(u8, u8); 2]) {}";
    assert_eq!(taken_apart(text), [2]);
    assert_eq!(
        taken_apart("fn a((b, c): (u8, u8)) { let d = |(e, f)| e; }"),
        [1]
    );
    assert_eq!(
        taken_apart("const A: fn((u8, u8)) = b; fn b(c: (u8, u8)) {}"),
        [0usize; 0]
    );
}
