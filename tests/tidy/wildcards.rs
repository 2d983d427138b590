//! Wildcard arms: a new expression, node or instruction is met by everything that must know of it. Clippy refuses the arms
//! (`wildcard_enum_match_arm`); this counts where it is suspended.

use super::{File, none, sources};

const LINT: &str = "clippy::wildcard_enum_match_arm";

/// The most matches that may have one. Each says why every other variant, a new one too, has the same answer.
const SUSPENDED: usize = 28;

/// Where none may be: what secrets hang on, and what says what a game does.
const NEVER: &[&str] = &[
    "check/lints/information_flow.rs",
    "compile/telling",
    "engine/interp.rs",
    "engine/lir/verify.rs",
    "engine/runtime",
    "tools/leaks",
];

/// The attributes that suspend the lint: the line of each, from 1, with its first characters up to the lint's name.
fn suspensions(file: &File) -> Vec<(usize, &str)> {
    let found = file.text.match_indices(LINT).map(|(at, _)| {
        let before = &file.text[..at];
        let start = before.rfind('#').unwrap_or(at);
        (before.lines().count(), &file.text[start..at])
    });
    found.collect()
}

#[test]
fn few_matches_have_a_wildcard_arm() {
    let files = sources();
    let count: usize = files.iter().map(|file| suspensions(file).len()).sum();
    assert!(
        count <= SUSPENDED,
        "`{LINT}` is suspended {count} times, at most {SUSPENDED} may be: list the variants, ask a method that does \
         (`Expr::origin`, `Node::origin`, `Signature::of`), or take one variant by `if let`"
    );
}

#[test]
fn no_file_is_free_of_the_lint() {
    let files = sources();
    let whole = files.iter().flat_map(|file| {
        let inner = suspensions(file).into_iter();
        let inner = inner.filter(|(_, attribute)| attribute.starts_with("#!"));
        inner.map(|(line, _)| format!("{}:{line}", file.path))
    });
    none(
        &Vec::from_iter(whole),
        "suspended for a whole file; suspend it at the match, with a reason",
    );
}

#[test]
fn what_must_know_every_variant_lists_them() {
    for place in NEVER {
        let files = sources();
        let within = |file: &&File| file.path.starts_with(place);
        let files = Vec::from_iter(files.iter().filter(within));
        assert!(!files.is_empty(), "{place} is not there");
        let found = files.into_iter().flat_map(|file| {
            let lines = suspensions(file).into_iter();
            lines.map(|(line, _)| format!("{}:{line}", file.path))
        });
        none(&Vec::from_iter(found), "a wildcard arm where none may be");
    }
}
