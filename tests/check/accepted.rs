//! A small game that uses every sort of declaration must pass without a word.

use crate::support::files;
use ludex::pipeline::GameText;
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::Path;

#[test]
fn every_declaration() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/accepted/declarations");
    let mut sources = Sources::new();
    let mut report = Report::new();
    let text = GameText {
        name: "declarations".into(),
        files: files(&folder),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    assert_eq!(report::human(&report, &sources, false), "");
    let game = checked.unwrap().game().clone();
    let animal = &game.kinds[game
        .kinds
        .iter()
        .position(|kind| kind.name == "animal")
        .unwrap()];
    assert_eq!(animal.rows.len(), 3);
    assert_eq!(
        game.boards
            .iter()
            .map(|board| board.capacity)
            .collect::<Vec<_>>(),
        [9, 6, 3, 3]
    );
}
