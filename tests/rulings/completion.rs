//! Names are completed where they may stand.

use ludex::pipeline::GameText;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tools::completion::Candidates;

#[test]
fn names_and_members() {
    let rules = "board plot per player: grid of 2 by 2 { var dug: bool }\nkind card: 4 { worn: bool = false\n home deck }\nplace deck: pile of card\nvar worth per player: int 0..9\nsetup { }\nplay { finish }\nresult { score worth high }\n";
    let text = GameText {
        name: "one".into(),
        files: vec![
            (
                "one/game.yaml".into(),
                "title: One\nedition: 2\nplayers: {min: 2, max: 2}\n".into(),
            ),
            (
                "one/one.rules".into(),
                rules.replace("worn: bool = false", "var worn: bool"),
            ),
        ],
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let checked =
        checked.unwrap_or_else(|| panic!("{}", ludex::report::human(&report, &sources, false)));
    let words = Candidates::of(&checked, 2);
    let complete = |line: &str| words.complete(line, line.len());
    assert_eq!(complete("size(de"), (5, vec!["deck".to_owned()]));
    assert_eq!(complete("P1.wor"), (3, vec!["worth".to_owned()]));
    assert_eq!(
        complete("top.wor"),
        (4, vec!["worn".to_owned(), "worth".to_owned()])
    );
    assert_eq!(
        complete("P1.a"),
        (3, vec!["a1".to_owned(), "a2".to_owned()])
    );
    assert_eq!(complete("not plot.b").1, ["b1", "b2"]);
    assert_eq!(complete("wor").1, ["worth"]);
    assert_eq!(complete("P").1, ["P0", "P1"]);
    assert_eq!(
        words.complete("size(de) == 2", 7),
        (5, vec!["deck".to_owned()])
    );
}
