//! What rulings came to as JUnit's XML: a suite for each game, a case for each ruling.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::rulings::answer::Ran;
use crate::cli::rulings::find;

/// The whole file.
pub(crate) fn text(ran: &[Ran]) -> String {
    let mut suites: BTreeMap<String, Vec<&Ran>> = BTreeMap::new();
    for one in ran {
        let name = find::name(Path::new(&one.path));
        let game = one.report.as_ref().map(|report| report.game.clone());
        let game = game.or_else(|| name.split('/').next().map(str::to_owned));
        suites
            .entry(game.unwrap_or_default())
            .or_default()
            .push(one);
    }
    let bodies: String = suites.iter().map(|(game, ran)| suite(game, ran)).collect();
    let (tests, failures, errors) = counts(&ran.iter().collect::<Vec<_>>());
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ludex rulings\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{bodies}</testsuites>\n"
    )
}

fn counts(ran: &[&Ran]) -> (usize, usize, usize) {
    let errors = ran.iter().filter(|one| one.verdict() == "broken").count();
    let wrong = ran.iter().filter(|one| !one.passed()).count();
    (ran.len(), wrong - errors, errors)
}

fn suite(game: &str, ran: &[&Ran]) -> String {
    let (tests, failures, errors) = counts(ran);
    let cases: String = ran.iter().map(|one| case(one)).collect();
    format!(
        "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{cases}  </testsuite>\n",
        escaped(game)
    )
}

fn case(ran: &Ran) -> String {
    let name = find::name(Path::new(&ran.path));
    let (class, name) = name.rsplit_once('/').unwrap_or(("", &name));
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"",
        escaped(class),
        escaped(name),
        escaped(&ran.path)
    );
    if ran.passed() {
        return format!("{head}/>\n");
    }
    let (tag, verdict) = match ran.verdict() {
        "broken" => ("error", "broken"),
        other => ("failure", other),
    };
    format!(
        "{head}>\n      <{tag} type=\"{verdict}\" message=\"{}\">{}</{tag}>\n    </testcase>\n",
        escaped(&ran.headline()),
        escaped(&ran.details())
    )
}

/// Text as XML may hold it; what XML cannot hold at all is left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for symbol in text.chars() {
        match symbol {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(symbol),
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out
}
