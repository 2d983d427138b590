//! Reports drawn for people, as lines and as JSON; and the names they suggest.

use crate::text::snapshot;
use ludex::report::codes::CODES;
use ludex::report::{Code, Diagnostic, Report, Stage, human, json, nearest, short};
use ludex::source::{Sources, Span};

fn sample() -> (Report, Sources) {
    let mut sources = Sources::new();
    let rules = sources.add(
        "games/mill/mill.rules",
        "effect grind {\n  gain(2, grian)\n  gain(ü, 2)\n}\n",
    );
    let game = sources.add(
        "games/mill/game.yaml",
        "resources: [grain]\r\nunused: 1\r\n",
    );
    let mut report = Report::new();
    let unknown = Diagnostic::error(Code::UNKNOWN_NAME, "unknown resource `grian`")
        .at(Span::new(rules, 25, 30), "not declared in this game")
        .also(Span::new(game, 0, 9), "resources are declared here")
        .did_you_mean(nearest("grian", ["grain"]))
        .fix(Span::new(rules, 25, 30), "grain");
    report.push(unknown.clone());
    report.push(unknown);
    report.push(
        Diagnostic::error(Code::TYPE_MISMATCH, "expected a number, found `ü`")
            .at(Span::new(rules, 39, 41), "")
            .also(Span::new(rules, 7, 12), "in this effect")
            .help("write a whole number")
            .help("or name a variable"),
    );
    report.push(
        Diagnostic::warning(Code::UNUSED, "nothing reads `unused`")
            .at(Span::new(game, 20, 26), "never read"),
    );
    report.push(
        Diagnostic::error(Code::MISSING_MANIFEST, "no game.yaml in `games/noah`")
            .help("run `ludex new noah`"),
    );
    report.push(
        Diagnostic::error(Code::UNCLOSED, "`{` is never closed")
            .at(Span::new(rules, 999, 1000), "the file ends here"),
    );
    (report, sources)
}

#[test]
fn for_people() {
    let (report, sources) = sample();
    snapshot("report@human", &human(&report, &sources, false));
    assert!(human(&report, &sources, true).contains("\u{1b}["));
    assert_eq!(human(&Report::new(), &sources, false), "");
}

#[test]
fn for_editors_and_programs() {
    let (report, sources) = sample();
    snapshot("report@short", &short(&report, &sources));
    snapshot(
        "report@json",
        &serde_json::to_string_pretty(&json(&report, &sources)).unwrap(),
    );
}

#[test]
fn codes_are_distinct_and_carry_their_stage() {
    for (index, row) in CODES.iter().enumerate() {
        assert_eq!(Code::find(row.code.as_str()), Some(row.code));
        assert_eq!(
            CODES.iter().position(|one| one.code == row.code),
            Some(index)
        );
        let letter = match row.stage {
            Stage::Syntax => 'S',
            Stage::Tables => 'Y',
            Stage::Manifest => 'M',
            Stage::Names => 'N',
            Stage::Types => 'T',
            Stage::Hooks => 'H',
            Stage::Bounds => 'B',
            Stage::Places => 'P',
            Stage::Rulings => 'R',
            Stage::Unused => 'U',
        };
        assert!(row.code.as_str().starts_with(letter), "{row:?}");
        assert_eq!(row.code.row(), row);
    }
    assert_eq!(Code::find("X99"), None);
}

#[test]
fn names_that_were_meant() {
    let cases = [
        ("grian", "grain wood", Some("grain")),
        ("Wood", "grain wood", Some("wood")),
        ("water_hex", "water-hexes water-hex", Some("water-hex")),
        ("card", "cards care", Some("cards")),
        ("bat", "cat bar", Some("bar")),
        ("x", "y z", None),
        ("hp", "mp", Some("mp")),
        ("grain", "grain", None),
        ("stone", "grain wood", None),
    ];
    for (word, names, meant) in cases {
        assert_eq!(nearest(word, names.split(' ')), meant, "{word}");
    }
}
