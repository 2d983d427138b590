//! The look of a game as pages get it.

use crate::support::{files, games_in};
use crate::table::{games, named};
use ludex::pipeline::GameText;
use ludex::report::Report;
use ludex::sheets::SheetGame;
use ludex::source::Sources;
use ludex::table::Description;
use ludex::tools::manual::Manual;
use std::fs;

/// Each number of an icon in a picture has its drawing, and each card that `look.yaml` lays out has a face.
#[test]
fn cards_are_drawn_as_the_look_says() {
    for name in ["noah", "jump_gate", "sanctuary", "ark_nova"] {
        let described = Description::new(&named(name));
        let look = &described.look;
        let rows = described.kinds.iter().flat_map(|kind| &kind.rows);
        let faces: Vec<_> = rows.filter_map(|row| row.face.as_ref()).collect();
        assert!(faces.len() > 20, "{name}: {} faces", faces.len());
        for face in &faces {
            for used in face.svg.split("\"#icon-").skip(1) {
                let number: usize = used.split('"').next().unwrap().parse().unwrap();
                assert!(number < look.drawings.len(), "{name}: icon {number}");
            }
            assert!(!face.svg.contains("<script"), "{name}");
        }
        assert!(look.columns.is_some() && !look.panels.is_empty(), "{name}");
        assert!(
            look.values
                .iter()
                .flatten()
                .any(|paint| paint.icon.is_some())
                || name == "noah"
        );
        assert!(
            look.boards.iter().any(|board| board.colour.is_some()),
            "{name}"
        );
    }
}

/// A face is what `ludex sheets` prints, so that there is one layout.
#[test]
fn a_face_is_the_printed_card() {
    let text = GameText {
        name: "noah".to_owned(),
        files: files(
            &games_in("games")
                .into_iter()
                .find(|game| game.ends_with("noah"))
                .unwrap(),
        ),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = text.parse(&mut sources, &mut report);
    let checked = parsed.check(&mut report).unwrap();
    let manual = Manual::new(parsed.files(), &checked.names, &sources, &[]);
    let sheets = SheetGame {
        names: &checked.names,
        manual: &manual,
    };
    let groups = sheets.groups();
    let described = Description::new(&named("noah"));
    let mut compared = 0;
    for one in groups.iter().flat_map(|group| &group.components) {
        let rows = described.kinds.iter().flat_map(|kind| &kind.rows);
        let row = rows
            .filter(|row| row.face.is_some())
            .find(|row| row.id == one.id);
        assert_eq!(
            row.unwrap().face.as_ref().unwrap().svg,
            one.front,
            "{}",
            one.id
        );
        compared += 1;
    }
    assert!(compared > 30, "{compared} cards compared");
}

/// A game that says nothing of its looks has none: its page is plain.
#[test]
fn without_a_look_the_page_is_plain() {
    for game in games() {
        let described = Description::new(game);
        let has_file = |folder: &str| fs::exists(format!("{folder}/{}/look.yaml", described.game));
        let is_shipped = has_file("games").unwrap();
        let has_file = is_shipped || has_file("examples").unwrap();
        let faces = described.kinds.iter().flat_map(|kind| &kind.rows);
        let faces = faces
            .filter(|row| row.face.is_some() || row.paint.is_some())
            .count();
        // An example may say how its board looks and nothing else.
        assert!(
            faces > 0 || !is_shipped,
            "{} has no faces of cards",
            described.game
        );
        assert!(faces == 0 || has_file, "{}", described.game);
        assert_eq!(
            described.look == Default::default(),
            !has_file,
            "{}",
            described.game
        );
    }
}
