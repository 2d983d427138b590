//! Slips in the tables of a shipped game: each is told by `check`, and is no surprise in play.

use crate::support::files;
use ludex::pipeline::GameText;
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::Path;

fn said(table: &str, old: &str, new: &str) -> String {
    said_of("jump_gate", table, old, new)
}

/// What is said when a text of one table of a game is another one.
pub(crate) fn said_of(game: &str, table: &str, old: &str, new: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(game);
    let mut files = files(&folder);
    let (_, text) = files.iter_mut().find(|(name, _)| name == table).unwrap();
    assert!(text.contains(old), "{table} has no `{old}`");
    *text = text.replace(old, new);
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: game.into(),
        files,
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    // The last mistakes show only when everything gets its address.
    let _ = checked.and_then(|checked| checked.compile(&mut report));
    report::human(&report, &sources, false)
}

#[test]
fn a_card_with_a_code_that_no_planet_can_have() {
    let said = said(
        "navcomps.yaml",
        "id: nav_js_12, jump: 1",
        "id: nav_js_12, jump: 5",
    );
    assert!(
        said.contains("error[Y07]: `5` is outside its range"),
        "{said}"
    );
    assert!(said.contains("navcomps.yaml:5:28"), "{said}");
}

/// Three planets have the jump code 3; without them eight cards lead nowhere.
#[test]
fn cards_with_a_code_that_no_planet_has() {
    let said = said("planets.yaml", "jump: 3", "jump: 4");
    assert_eq!(said.matches("no planet has this jump code").count(), 8 * 2);
    assert!(said.contains("error[Y14]: `nav_js_31`"), "{said}");
    assert!(said.ends_with("8 errors\n"), "{said}");
}

#[test]
fn a_planet_without_a_landing_code() {
    let said = said(
        "planets.yaml",
        "scan: 4, landing_1: 2, landing_2: 3",
        "scan: 4, landing_1: 2",
    );
    assert!(
        said.contains("error[Y04]: `landing_2` is missing"),
        "{said}"
    );
}

#[test]
fn a_resource_type_without_a_score() {
    let without = said("scoring.yaml", "    worth: 5 * cards_of(p, fame)\n", "");
    assert!(
        without.contains("error[Y04]: `worth` is missing"),
        "{without}"
    );
    let unknown = said(
        "resources.yaml",
        "id: fame_1, type: fame",
        "id: fame_1, type: glory",
    );
    assert!(
        unknown.contains("error[Y11]: unknown resource_type `glory`"),
        "{unknown}"
    );
}

#[test]
fn a_gem_without_a_colour() {
    let said = said(
        "resources.yaml",
        "id: gem_red_2, type: gem, variant: red",
        "id: gem_red_2, type: gem, variant: light",
    );
    assert!(
        said.contains("error[Y14]: `gem_red_2`: a gem is blue, red or white"),
        "{said}"
    );
}

/// Each demand of the game has a slip that breaks it and no other.
#[test]
fn every_demand_is_asked() {
    let slips = [
        (
            "planets.yaml",
            "scan: 3",
            "scan: 4",
            "no planet has this scan code",
        ),
        (
            "planets.yaml",
            "landing_1: 1",
            "landing_1: 2",
            "no planet has this landing code",
        ),
        (
            "navcomps.yaml",
            "jump: 1",
            "jump: 2",
            "no NavComp card leads there",
        ),
        (
            "navcomps.yaml",
            "scan: 4",
            "scan: 3",
            "no NavComp card scans it",
        ),
        (
            "navcomps.yaml",
            "landing: 1",
            "landing: 2",
            "no two NavComp cards land on it",
        ),
        (
            "navcomps.yaml",
            "landing: 4",
            "landing: 3",
            "no two NavComp cards land on it",
        ),
        (
            "resources.yaml",
            "id: sand_4, type: sand",
            "id: sand_4, type: sand, variant: dark",
            "EnerGel is light or dark",
        ),
        (
            "resources.yaml",
            "type: water",
            "type: sand",
            "no resource is of this type",
        ),
    ];
    for (table, old, new, reason) in slips {
        let said = said(table, old, new);
        let (told, broken) = (
            said.matches("]: `").count(),
            said.matches("error[Y14]").count(),
        );
        let about = said.matches(&format!("`: {reason}")).count();
        assert!(
            broken > 0 && broken == about && told == broken,
            "{reason}\n{said}"
        );
    }
}
