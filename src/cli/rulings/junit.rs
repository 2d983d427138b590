//! Outcomes of rulings as JUnit's XML: a suite for each game, a case for each ruling.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crate::cli::ruling_files;
use crate::cli::rulings::answer::Ran;
use crate::markup::escaped;

/// Writes the whole file.
pub(crate) fn text(ran: &[Ran]) -> String {
    let mut suites: BTreeMap<String, Vec<&Ran>> = BTreeMap::new();
    for one in ran {
        let name = ruling_files::name(Path::new(&one.path));
        let game = one.report.as_ref().map(|report| report.game.clone());
        let game = game.or_else(|| name.split('/').next().map(str::to_owned));
        suites
            .entry(game.unwrap_or_default())
            .or_default()
            .push(one);
    }
    let bodies: String = suites.iter().map(|(game, ran)| suite(game, ran)).collect();
    let counts = counts(&ran.iter().collect::<Vec<_>>());
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ludex rulings\" {counts}>\n{bodies}</testsuites>\n"
    )
}

/// Writes the counts of tests, failures and errors, and the seconds they took. One that waits to be accepted has not passed.
fn counts(ran: &[&Ran]) -> String {
    let errors = ran.iter().filter(|one| one.verdict() == "broken").count();
    let wrong = ran.iter().filter(|one| !one.passed()).count();
    let (tests, failures) = (ran.len(), wrong - errors);
    let time = seconds(ran.iter().map(|one| one.took).sum());
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time}\"")
}

fn suite(game: &str, ran: &[&Ran]) -> String {
    let counts = counts(ran);
    let cases: String = ran.iter().map(|one| case(one)).collect();
    format!(
        "  <testsuite name=\"{}\" {counts}>\n{cases}  </testsuite>\n",
        escaped(game)
    )
}

fn case(ran: &Ran) -> String {
    let name = ruling_files::name(Path::new(&ran.path));
    let (class, name) = name.rsplit_once('/').unwrap_or(("", &name));
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" time=\"{}\"",
        escaped(class),
        escaped(name),
        escaped(&ran.path),
        seconds(ran.took)
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

/// Seconds, to a thousandth of one thousandth.
fn seconds(took: Duration) -> String {
    format!("{:.6}", took.as_secs_f64())
}
