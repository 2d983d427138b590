//! Licences of all crates that this build takes in: each is one that `deny.toml` allows.

use std::collections::BTreeSet;
use std::process::Command;

const DENY: &str = include_str!("../../deny.toml");

/// The licences between the brackets of `allow`.
fn allowed() -> BTreeSet<&'static str> {
    let (_, list) = DENY.split_once("[licenses]\nallow = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    list.split('"').skip(1).step_by(2).collect()
}

/// Whether an expression of licences (SPDX) is met by those allowed: `AND` binds closer than `OR`, brackets closest.
fn is_met(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    let split = |text: &str, word: &str| -> Vec<String> {
        let mut parts = vec![String::new()];
        let mut depth = 0;
        for token in text
            .replace('(', " ( ")
            .replace(')', " ) ")
            .split_whitespace()
        {
            depth += i32::from(token == "(") - i32::from(token == ")");
            if token == word && depth == 0 {
                parts.push(String::new());
            } else {
                let last = parts.last_mut().unwrap();
                *last = format!("{last} {token}").trim().to_owned();
            }
        }
        parts
    };
    let both = |part: &String| split(part, "AND").iter().all(|one| is_one(one, allowed));
    split(&expression, "OR").iter().any(both)
}

fn is_one(licence: &str, allowed: &BTreeSet<&str>) -> bool {
    let inner = licence
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    inner.map_or(allowed.contains(licence), |inner| is_met(inner, allowed))
}

#[test]
fn expressions_are_read() {
    let allowed = BTreeSet::from(["MIT", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"]);
    for fine in [
        "MIT",
        "Unlicense/MIT",
        "Apache-2.0 / MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
    ] {
        assert!(is_met(fine, &allowed), "{fine}");
    }
    for bad in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR Zlib) AND Zlib",
        "Apache-2.0",
    ] {
        assert!(!is_met(bad, &allowed), "{bad}");
    }
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let mut tree = Command::new(env!("CARGO"));
    tree.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked", "--all-features"])
        .args([
            "--edges",
            "normal,build,dev",
            "--prefix",
            "none",
            "--format",
            "{p}|{l}",
        ]);
    let said = tree.output().unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    let said = String::from_utf8(said.stdout).unwrap();
    let crates: BTreeSet<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    assert!(crates.len() > 100, "{} crates", crates.len());
    let allowed = allowed();
    let refused = crates.into_iter().filter(|line| {
        let (_, licence) = line.split_once('|').unwrap();
        !is_met(licence.trim_end_matches(" (*)"), &allowed)
    });
    let refused: Vec<&str> = refused.collect();
    assert!(refused.is_empty(), "not allowed by deny.toml: {refused:#?}");
}
