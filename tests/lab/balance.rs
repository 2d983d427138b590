//! Worth of rows: one made too strong or too weak is named first, and games left alone accuse nobody.

use super::{edited, planted, program, strong_card, text, text_of, times};
use ludex::bots::spec::Spec;
use ludex::lab::balance::Setting;
use ludex::lab::report::{Line, Report};
use ludex::lab::seeds::Seeds;
use ludex::lab::unmeasured::Unmeasured;
use ludex::lab::verdict::{By, Verdict};
use ludex::pipeline::GameText;
use ludex::play::start::Start;

/// What so many deals from a seed on say.
fn told(text: GameText, players: u8, seed: u64, deals: u64) -> Report {
    let program = program(text);
    let setting = Setting::of(&program, &[], Start::new(&program, players, seed)).unwrap();
    let balance = setting.play(&Seeds::from(seed, deals)).unwrap();
    Report::of(&setting, &balance)
}

/// The rows that stand apart, each with its verdict.
fn accused(report: &Report) -> Vec<(&str, &str)> {
    let all = report.accused.iter();
    all.map(|one| (one.id.as_str(), one.found.verdict.word()))
        .collect()
}

/// The games that `ludex balance` plays when nothing is said, and the long version of these tests.
const GAMES: u64 = 10_000;

/// A changed game with other seeds: the row is always accused first, and stands first among all. The suite plays one run of so
/// many deals; the long version plays `times()` runs of as many games as `ludex balance` does, with two, three and four players.
fn named_first(text: &GameText, players: u8, deals: u64, named: (&str, &str)) {
    let tables: Vec<(u8, u64)> = match times() {
        1 => vec![(players, deals)],
        _ => [2, 3, 4]
            .map(|players| (players, GAMES / u64::from(players)))
            .into(),
    };
    for (players, deals) in tables {
        let mut missed = 0;
        for run in 0..times() {
            let report = told(text.clone(), players, 1 + run * 1_000_000, deals);
            let first = accused(&report).first().copied();
            if first != Some(named) || report.rows[0].id != named.0 {
                eprintln!("{players} players, run {run}: {}", report.human(80));
                missed += 1;
            }
        }
        let runs = times();
        eprintln!(
            "{} with {players} players: {missed} of {runs} runs missed",
            named.0
        );
        assert_eq!(missed, 0, "{players} players");
    }
}

#[test]
fn a_card_too_strong_is_named_first() {
    named_first(&strong_card(), 2, 1000, ("cat_m1", "too strong"));
}

/// As heavy as there are, nine tears in the hand and nine when it is loaded.
#[test]
fn a_worthless_card_is_named_first() {
    let text = planted("weight: 10, tears: 9, on_load: \"gain 9 penalty\"");
    named_first(&text, 2, 3000, ("cat_m1", "too weak"));
}

const TILE: &str = "\
    level: 2
    icons: [rock, australia, predator]
    points: in_zoo(predator)
  - id: A004";

/// Sanctuary with one tile that is worth so many points wherever it lies.
fn tile(points: &str) -> GameText {
    let changed = TILE.replace("in_zoo(predator)", points);
    edited(text("sanctuary"), TILE, &changed)
}

#[test]
fn a_tile_too_strong_is_named_first() {
    named_first(&tile("60"), 4, 1000, ("A003", "too strong"));
}

#[test]
fn a_tile_too_weak_is_named_first() {
    named_first(&tile("-60"), 4, 1000, ("A003", "too weak"));
}

/// A tile with an arrow at each side finds no place: it does nothing, as many tiles do in random hands, so it does not stand
/// apart; but it is the one of its kind that never comes into play.
#[test]
fn a_tile_that_fits_nowhere_is_listed() {
    let nowhere = "\
    level: 5
    icons: [rock]
    arrows: [north, north_east, south_east, south, south_west, north_west]
    points: 0
  - id: A004";
    let report = told(edited(text("sanctuary"), TILE, nowhere), 2, 1, 1000);
    let [.., (what, rows)] = report.lists();
    assert_eq!(what, "in play at no player's in the end");
    let tiles = rows.iter().filter(|row| row.kind == "tile");
    let tiles: Vec<&str> = tiles.map(|row| row.id.as_str()).collect();
    assert_eq!(tiles, ["A003"]);
}

/// Ten runs of four games as they are, with other seeds and players; the long version plays `times()` times as many deals.
#[test]
fn games_left_alone_accuse_nobody() {
    let runs = [
        ("noah", 2, 500),
        ("noah", 3, 400),
        ("noah", 5, 300),
        ("sanctuary", 2, 400),
        ("sanctuary", 3, 400),
        ("sanctuary", 4, 400),
        ("jump_gate", 2, 300),
        ("jump_gate", 4, 100),
        ("ark_nova", 2, 60),
        ("ark_nova", 3, 40),
    ];
    for (run, (name, players, deals)) in (1..).zip(runs) {
        let report = told(text(name), players, 1_000_000 * run, deals * times());
        let (words, games) = (report.human(80), report.totals.games());
        let apart: Vec<&str> = report.apart.iter().map(|one| one.id.as_str()).collect();
        eprintln!("{name}, {players} players, {games} games: apart {apart:?}");
        assert_eq!(accused(&report), [], "{name}, {players} players: {words}");
    }
}

/// A card that costs the others three tears is worth a point: that is far above its kind, and matters little.
#[test]
fn a_small_effect_stands_apart_and_is_not_accused() {
    let mild =
        "weight: 0, tears: 0, on_load: \"for each p in opponents(you) { gain 3 p.penalty }\"";
    let report = told(planted(mild), 2, 1, 4000);
    let apart: Vec<&str> = report.apart.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(apart, ["cat_m1"], "{}", report.human(80));
    assert_eq!(accused(&report), []);
}

/// Every row has a worth, or the report says why not.
#[test]
fn rows_without_a_worth_have_a_reason() {
    let why = |name: &str, deals: u64, row: &str| {
        let report = told(text(name), 2, 1, deals);
        for line in &report.rows {
            let is_judged = !matches!(line.verdict(), Verdict::Unknown);
            assert_eq!(line.why.is_none(), is_judged, "{name}: {}", line.name());
        }
        let line = report.rows.iter().find(|line| line.id == row);
        line.unwrap_or_else(|| panic!("{name}: no {row}")).why
    };
    assert_eq!(why("sanctuary", 100, "solo_1"), Some(Unmeasured::Absent));
    assert_eq!(why("noah", 200, "cat_m1"), None);
    // For two, cards with a mark of four or five players and those of the extensions stay in the box.
    assert_eq!(why("noah", 200, "cat_m3"), Some(Unmeasured::Untouched));
    assert_eq!(why("noah", 200, "frog_f1"), Some(Unmeasured::Untouched));
    let few = |by| Some(Unmeasured::Few(by));
    assert_eq!(why("jump_gate", 200, "fame_1"), few(By::Dealt));
    assert_eq!(why("sanctuary", 100, "ACH2"), few(By::Chosen));
    assert_eq!(why("sanctuary", 100, "A003"), few(By::Dealt));
    assert_eq!(why("ark_nova", 40, "kiosk"), few(By::Chosen));
    // Cards are dealt, and this one was in none of these deals.
    assert_eq!(why("ark_nova", 40, "S249"), few(By::Dealt));
}

/// Rows that nobody begins with are measured too, where chance lays them open: the goals of Sanctuary and the docks' ferries.
#[test]
fn open_rows_are_measured() {
    let report = told(text("noah"), 2, 1, 200);
    let ferries = report.rows.iter().filter(|row| row.kind == "ferry");
    let measured: Vec<_> = ferries.filter_map(|row| row.found).collect();
    assert_eq!(measured.len(), 8, "{}", report.human(80));
    // Seats score more or less together, which says nothing about who wins.
    assert!(measured.iter().all(|found| found.wins().is_none()));
    let begun_with =
        |row: &&Line| row.id == "cat_m1" && row.found.and_then(|one| one.wins()).is_some();
    assert_eq!(report.rows.iter().filter(begun_with).count(), 1);
}

/// The rows of a game by one experiment, each with what it is worth.
fn worths(report: &Report, by: By) -> Vec<(&str, f64)> {
    let rows = report.rows.iter().filter_map(|row| Some((row, row.found?)));
    let rows = rows.filter(|(_, found)| found.by == by);
    rows.map(|(row, found)| (row.id.as_str(), found.worth.points.mean))
        .collect()
}

/// Lots come under the hammer and no option names them: the dearest is worth most, the cheapest least.
#[test]
fn lots_of_an_auction_have_a_worth() {
    let report = told(text_of("examples", "auction_house"), 3, 1, 2000);
    let worths = worths(&report, By::Taken);
    let ids: Vec<&str> = worths.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len(), 10, "{}", report.human(80));
    assert!(
        ids[..2].contains(&"tapestry") && ids[9] == "seal",
        "{worths:?}"
    );
    // Twice the worth is scored, and two of three parts of that are a margin at a table of three.
    let (_, best) = worths[0];
    assert!((3.0..9.0).contains(&best), "{worths:?}");
}

/// Copies of a card are one row, and a market's rows are worth what choosing them brings.
#[test]
fn cards_of_a_market_have_a_worth() {
    let report = told(text_of("examples", "cove"), 2, 1, 1500);
    assert_eq!(report.rows.len(), 12, "{}", report.human(80));
    let worths = worths(&report, By::Chosen);
    let place = |id: &str| worths.iter().position(|(row, _)| *row == id);
    assert!(
        place("villa").or(place("jetty")) < place("pebble"),
        "{worths:?}"
    );
    let report = told(text_of("examples", "beacons"), 2, 1, 1500);
    assert_eq!(report.rows.len(), 20);
    // Random players always lose together: no row makes a difference, which is said of it, rather than a worth of 0.
    let is_level = |line: &&Line| line.why == Some(Unmeasured::SameScores) && line.found.is_none();
    assert_eq!(report.rows.iter().filter(is_level).count(), 20);
    let told = report.human(80);
    assert!(
        told.contains("all games ended with the same score"),
        "{told}"
    );
}

/// Points of a card that needs no play stand out among players who do not look ahead: the report says so beside the accusation.
#[test]
fn what_scores_by_itself_is_accused_with_a_reason() {
    let report = told(text_of("examples", "cove"), 2, 1, 1500);
    assert_eq!(accused(&report), [("jetty", "too strong")]);
    let told = report.human(80);
    assert!(
        told.contains("among these players\n  card jetty: too strong"),
        "{told}"
    );
    assert!(told.contains("random players hardly find"), "{told}");
}

/// Bots play the same games at the same seed, and both seats play each deal.
#[test]
fn bots_play_too() {
    let program = program(text("noah"));
    let seats = ["greedy", "random"].map(|bot| Spec::parse(bot, None).unwrap());
    let setting = Setting::of(&program, &seats, Start::new(&program, 2, 3)).unwrap();
    let play = || setting.play(&Seeds::from(3, 2)).unwrap();
    let (one, other) = (play(), play());
    assert_eq!((one.deals(), one.totals.games()), (2, 4));
    assert_eq!(one.tallies, other.tallies);
    assert_eq!(one.leads.games, 4);
    let offered: u64 = one.tallies.iter().map(|tally| tally.offered).sum();
    assert!(offered > 0);
}
