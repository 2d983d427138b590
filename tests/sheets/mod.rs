//! `sheets`: components as pictures and pages, of small games line by line, of all games as far as they must hold.

use std::fmt::Write;
use std::path::Path;

use ludex::pipeline::{Checked, GameText};
use ludex::report::{Report, human};
use ludex::sheets::{
    ComponentGroup, PageOptions, SheetGame, SheetPaper, changed, file, html, tabletop,
};
use ludex::source::Sources;
use ludex::tools::manual::Manual;

use crate::support::{cases, files, games_in, settings};

/// A game that is drawn.
struct Drawn {
    checked: Checked,
    manual: Manual,
    sources: Sources,
}

impl Drawn {
    fn of(files: Vec<(String, String)>) -> Drawn {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let text = GameText {
            name: "case".into(),
            files,
        };
        let parsed = text.parse(&mut sources, &mut report);
        let checked = parsed.check(&mut report);
        assert!(report.is_empty(), "{}", human(&report, &sources, false));
        let checked = checked.unwrap();
        let manual = Manual::new(parsed.files(), &checked.names, &sources, &[]);
        Drawn {
            checked,
            manual,
            sources,
        }
    }

    fn game(&self) -> SheetGame<'_> {
        SheetGame {
            names: &self.checked.names,
            manual: &self.manual,
        }
    }

    /// What does not fit.
    fn said(&self, groups: &[ComponentGroup]) -> String {
        let components = groups.iter().flat_map(|group| &group.components);
        let mut report = Report::new();
        report.extend(components.flat_map(|one| one.found.clone()));
        if report.is_empty() {
            String::new()
        } else {
            human(&report, &self.sources, false)
        }
    }
}

const A4: PageOptions = PageOptions {
    paper: SheetPaper::A4,
    bleed: 1.0,
    backs: true,
    boards: true,
};

/// Elements on lines of their own, so that a difference is a line.
fn in_lines(svg: &str) -> String {
    svg.replace("><", ">\n<")
}

#[test]
fn small_games_look_as_they_did() {
    let settings = settings("sheets");
    settings.bind(|| {
        for case in cases("tests/data/sheets") {
            let drawn = Drawn::of(files(&case));
            let (game, groups) = (drawn.game(), drawn.game().groups());
            let mut text = String::new();
            for group in &groups {
                let (wide, high) = group.size;
                writeln!(text, "== {} {wide} x {high} mm", group.name).unwrap();
                for one in &group.components {
                    writeln!(
                        text,
                        "-- {} x{}: {}\n{}",
                        one.id, one.count, one.title, one.words
                    )
                    .unwrap();
                    let svg = file(&game, &one.front, group.size, 1.0);
                    writeln!(text, "{}", in_lines(&svg)).unwrap();
                }
                writeln!(text, "-- back\n{}", in_lines(&group.back)).unwrap();
            }
            writeln!(text, "== findings\n{}", drawn.said(&groups)).unwrap();
            let name = case.file_name().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, text);
            let page = html(&game, &groups, A4);
            insta::assert_snapshot!(format!("{name}-page"), in_lines(&page));
        }
    });
}

#[test]
fn what_does_not_fit_is_cut_and_told() {
    let mut game = files(Path::new("tests/data/sheets/stall"));
    for (path, text) in &mut game {
        if path == "look.yaml" {
            *text = text.replace("size: [44, 63]", "size: [20, 24]");
        }
    }
    let drawn = Drawn::of(game);
    let groups = drawn.game().groups();
    settings("sheets").bind(|| {
        insta::assert_snapshot!("unfitting", drawn.said(&groups));
    });
    let jug = &groups[0].components[1];
    assert!(jug.front.contains('…'), "{}", jug.front);
}

#[test]
fn shipped_games_fit_their_cards() {
    let mut count = 0;
    for folder in games_in("games") {
        let drawn = Drawn::of(files(&folder));
        let groups = drawn.game().groups();
        assert_eq!(drawn.said(&groups), "", "{}", folder.display());
        let look = &drawn.checked.game().look;
        assert!(!look.drawings.is_empty() && !look.cards.is_empty());
        let page = html(&drawn.game(), &groups, A4);
        assert!(
            !page.contains("NaN") && !page.contains("inf"),
            "a length is no number"
        );
        count += groups.iter().flat_map(|group| &group.components).count();
    }
    assert!(count > 400, "{count}");
}

/// Every piece of a game is there as often as it is in play.
#[test]
fn every_piece_is_drawn_once() {
    let mut count = 0;
    for folder in ["games", "examples", "tests/data/accepted"]
        .map(games_in)
        .concat()
    {
        let drawn = Drawn::of(files(&folder));
        let game = drawn.checked.game();
        let unprinted = game.look.cards.iter().filter(|card| !card.print);
        let unprinted: Vec<_> = unprinted.map(|card| card.kind).collect();
        let kinds = game.kinds.iter().enumerate();
        let pieces: usize = kinds
            .filter(|(nth, kind)| {
                let is_printed = unprinted.iter().all(|kind| kind.index() != *nth);
                !kind.is_record && !kind.is_any && is_printed
            })
            .map(|(_, kind)| match kind.copies {
                Some((count, true)) => (count * game.players.1) as usize,
                Some((count, false)) => count as usize,
                None => kind.rows.len(),
            })
            .sum();
        let groups = drawn.game().groups();
        let drawn = groups.iter().flat_map(|group| &group.components);
        let drawn: usize = drawn.map(|one| one.count as usize).sum();
        assert_eq!(drawn, pieces, "{}", folder.display());
        count += drawn;
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn only_what_looks_different_is_printed_again() {
    let old = files(Path::new("tests/data/sheets/stall"));
    let drawn = Drawn::of(old.clone()).game().groups();
    let with = |file: &str, from: &str, to: &str| {
        let mut new = old.clone();
        let (_, text) = new.iter_mut().find(|(path, _)| path == file).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from}");
        *text = text.replace(from, to);
        let groups = changed(Drawn::of(new).game().groups(), &drawn);
        let ids = groups.iter().flat_map(|group| &group.components);
        ids.map(|one| one.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(with("wares.yaml", "price: 12", "price: 13"), ["cloth"]);
    // What it does stands in another row.
    assert_eq!(
        with("wares.yaml", "gain 1 coins", "gain 2 coins"),
        ["cloth"]
    );
    // An icon was drawn anew, and both its cards with it.
    assert_eq!(with("icons/dot.svg", "r=\"3\"", "r=\"4\""), ["cloth"]);
    assert_eq!(with("look.yaml", "[16, 16]", "[18, 18]"), ["small"]);
    assert!(with("wares.yaml", "count: 3", "count: 4").is_empty());
    // A deck whose backs differ is no deck.
    assert_eq!(
        with("look.yaml", "title: Ware", "title: Wares"),
        ["cloth", "jug"]
    );
}

#[test]
fn a_deck_names_each_card() {
    let drawn = Drawn::of(files(Path::new("tests/data/sheets/stall")));
    let groups = drawn.game().groups();
    let deck = tabletop(&drawn.game(), &groups[0], "https://example.org/");
    let object = &deck.object["ObjectStates"][0];
    assert_eq!(object["DeckIDs"], serde_json::json!([100, 101, 101, 101]));
    let face = &object["CustomDeck"]["1"]["FaceURL"];
    assert_eq!(face, "https://example.org/ware-1.png");
    let names: Vec<&str> = deck.pictures.iter().map(|one| one.0.as_str()).collect();
    assert_eq!(names, ["ware-1", "ware-back"]);
    let (wide, high) = deck.pictures[0].2;
    assert!(wide <= 4096 && high <= 4096, "{wide} x {high}");
}

/// Pictures come from the games of strangers: their words are no marks of a page, and their ids meet no others.
#[test]
fn words_are_no_marks() {
    let drawn = Drawn::of(files(Path::new("tests/data/sheets/plain")));
    let page = html(&drawn.game(), &drawn.game().groups(), A4);
    assert!(page.contains("Gate &amp; &lt;Tower&gt;") && !page.contains("<Tower"));
    let drawn = Drawn::of(files(Path::new("tests/data/sheets/stall")));
    let body = &drawn.checked.game().look.drawings[0].body;
    assert!(
        body.contains("id=\"icons-dot-shade\"") && body.contains("url(#icons-dot-shade)"),
        "{body}"
    );
}
