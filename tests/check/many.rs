//! Thousands of mistakes of one sort: the first hundreds are listed, all are counted, and no advice is looked for in vain.

use ludex::pipeline::GameText;
use ludex::report::collect::LISTED;
use ludex::report::{Report, human, short};
use ludex::source::Sources;
use std::fmt::Write;

/// Mistakes in a game; if each were held against all names, a test would not end.
const MANY: usize = 30_000;

fn report(rules: String, rows: &str) -> (Report, Sources) {
    let manifest = "title: N\nedition: 2\nplayers: { min: 1, max: 2 }\n";
    let rules = rules + "\nsetup { }\nplay { finish }\nresult { score 0 high }\n";
    let files = [
        ("game.yaml", manifest),
        ("n.rules", &rules),
        ("rows.yaml", rows),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let name = "n".to_owned();
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name,
        files: files.to_vec(),
    };
    let _ = text.parse(&mut sources, &mut report).check(&mut report);
    (report, sources)
}

fn lines(one: impl Fn(usize) -> String) -> String {
    (0..MANY).fold(String::new(), |mut all, n| {
        writeln!(all, "{}", one(n)).unwrap();
        all
    })
}

/// All are counted; of the sort that is meant, so many are listed.
fn holds((report, sources): (Report, Sources), code: &str, count: usize) {
    assert_eq!(report.errors(), count);
    let listed = short(&report, &sources);
    let of_code = format!("error[{code}]");
    assert_eq!(listed.matches(&of_code).count(), LISTED + 1, "{code}");
    let rest = format!(
        "error[{code}]: {} more problems of this sort are not listed",
        MANY - LISTED
    );
    assert!(listed.contains(&rest), "{}", &listed[listed.len() - 500..]);
    let drawn = human(&report, &sources, false);
    assert!(
        drawn.ends_with(&format!("{count} errors\n")),
        "{}",
        &drawn[drawn.len() - 500..]
    );
    assert!(!report.is_empty());
    assert_eq!(
        ludex::report::json(&report, &sources)
            .as_array()
            .unwrap()
            .len(),
        LISTED + 1
    );
}

#[test]
fn unknown_types() {
    holds(
        report(lines(|n| format!("var v{n}: foo{n}")), ""),
        "N01",
        MANY,
    );
}

#[test]
fn unknown_names() {
    let body = lines(|n| format!("  n += bar{n}"));
    let known = lines(|n| format!("var known{n}: int"));
    holds(
        report(format!("{known}var n: int\neffect e() {{\n{body}}}"), ""),
        "N01",
        MANY,
    );
}

/// Each stands behind one more local name than the one before.
#[test]
fn unknown_names_among_local_ones() {
    let body = lines(|n| format!("  let a{n} = bar{n}"));
    holds(report(format!("effect e() {{\n{body}}}"), ""), "N01", MANY);
}

#[test]
fn unknown_queries_among_declared_ones() {
    let rules = lines(|n| format!("query q{n}() -> int = {n}\nmodify bar{n}: plus 1"));
    holds(report(rules, ""), "N01", MANY);
}

#[test]
fn unknown_verbs() {
    let body = lines(|n| format!("  bar{n}(1)"));
    holds(report(format!("effect e() {{\n{body}}}"), ""), "N01", MANY);
}

#[test]
fn keys_given_twice() {
    let once = lines(|n| format!("  {n}: 1"));
    let rules = "table t: int -> int\n".to_owned();
    holds(report(rules, &format!("t:\n{once}{once}")), "Y02", MANY);
}

#[test]
fn unreadable_lines() {
    let body = lines(|_| "  )".to_owned());
    let (report, sources) = report(format!("effect e() {{\n{body}}}"), "");
    assert!(report.errors() >= MANY);
    assert!(short(&report, &sources).lines().count() < 4 * LISTED);
}

/// A chain of queries, each of which grows once, and a text that asks all of them and would be gone through after each: the
/// bounds are given up.
#[test]
fn numbers_that_grow_one_after_the_other() {
    let bounds = |links: usize| {
        let link = |n| format!("query q{n}() -> int = q{}() + 1\n", n + 1);
        let chain: String = (0..links).map(link).collect();
        let asks: String = (0..links).map(|n| format!("  n = q{n}()\n")).collect();
        let last = format!("query q{links}() -> int = 1\nvar n: int\n");
        let (report, sources) = report(format!("{chain}{last}effect e() {{\n{asks}}}"), "");
        assert_eq!(report.errors(), 0);
        short(&report, &sources).contains("warning[B28]")
    };
    assert!(!bounds(2_000));
    assert!(bounds(8_000));
}
