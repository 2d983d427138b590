//! Folds within each other: what `check` works out of them is counted, so that the same text always has the same answer.

use ludex::pipeline::GameText;
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;

/// The members of the outermost of ten folds that are still worked out; one more would look at more values than there may be.
const AT_THE_LIMIT: usize = 5;

/// A condition of so many folds within each other, all of which ask of all members around them; the outermost has more.
fn nested(depth: usize, outermost: usize) -> String {
    let names: Vec<String> = (0..depth).map(|fold| format!("a{fold}")).collect();
    let innermost = format!("({}) mod 2 == 0", names.join(" + "));
    (0..depth).rev().fold(innermost, |inner, fold| {
        let most = if fold == 0 { outermost } else { 3 };
        format!("count({} in 1..{most} where {inner}) > 0", names[fold])
    })
}

/// What is said of a game that asks such a condition in play.
fn said(condition: &str) -> String {
    let rules = format!(
        "var n: int\nsetup {{ }}\nplay {{ if n > 0 and {condition} {{ n = 1 }} else {{ n += 1 }}; finish }}\n\
         result {{ score n + seat(you) high }}\n"
    );
    let manifest = "title: Folds\nedition: 2\nplayers: { min: 1, max: 2 }\n";
    let files = [("game.yaml", manifest), ("folds.rules", rules.as_str())];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: "folds".to_owned(),
        files: files.to_vec(),
    };
    let _ = text.parse(&mut sources, &mut report).check(&mut report);
    report::human(&report, &sources, false)
}

#[test]
fn folds_without_values_are_worked_out_up_to_the_limit() {
    assert_eq!(said(&nested(10, AT_THE_LIMIT)), "");
    let beyond = said(&nested(10, AT_THE_LIMIT + 1));
    assert!(
        beyond.contains("warning[B28]: this looks at more than 5000000 values"),
        "{beyond}"
    );
    assert!(beyond.ends_with("1 warning\n"), "{beyond}");
}

/// Without a bound, 3 to the power of 60 values would be looked at.
#[test]
fn folds_without_values_take_no_longer_the_deeper_they_are() {
    let deep = said(&nested(60, 3));
    assert!(deep.contains("warning[B28]"), "{deep}");
    assert!(deep.ends_with("1 warning\n"), "{deep}");
}
