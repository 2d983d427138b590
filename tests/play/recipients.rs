//! Who learns each answer: pinned for the games and examples, and held in play.

use crate::play::leaks::fixture;
use crate::play::{begin, games, starts};
use crate::support::{games_in, settings};
use ludex::engine::chance::{Stream, purpose};
use ludex::engine::knowledge::event::What;
use ludex::program::Program;
use ludex::tools::leaks::{PartRecipients, recipients};

/// The questions of a game with who learns what, without lines, which change with every edit.
fn page(program: &Program) -> String {
    let mut page = String::new();
    for question in recipients(program) {
        let asked = format!("\"{}\"", question.question);
        if question.is_open() {
            page += &format!("{asked}: everybody\n");
            continue;
        }
        page += &format!("{asked}\n");
        for PartRecipients { part, to } in &question.parts {
            page += &format!("  {part}: {to}\n");
        }
    }
    page
}

/// Ark Nova keeps hands, the deck's order, final scoring cards and cards under others hidden, and nothing else (facts 16.1
/// to 16.3): every answer but those about such cards is everybody's. So it is in the other games, each by its rules.
#[test]
fn who_learns_each_answer() {
    for folder in games_in("games").into_iter().chain(games_in("examples")) {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let program = games().iter().find(|p| p.names.game == name).unwrap();
        let page = page(program);
        let settings = settings("recipients");
        settings.bind(|| insta::assert_snapshot!(name, page));
    }
}

#[test]
fn who_learns_what_follows_from_open_answers() {
    for name in ["deeds", "patrol", "sight"] {
        let page = page(&fixture(name));
        let settings = settings("play");
        settings.bind(|| insta::assert_snapshot!(format!("recipients_{name}"), page));
    }
}

/// An open answer is told to all, though something of one's own may follow; a vow and one's loyalty to nobody else.
#[test]
fn open_answers_are_told() {
    let deeds = fixture("deeds");
    let (mut told, mut kept) = (0, 0);
    for start in starts(&deeds) {
        let mut game = begin(&deeds, &start);
        let mut stream = Stream::new(start.seed, purpose("test"), 0);
        while !game.is_over() {
            let option = stream.below(game.options() as u32) as usize;
            let everybody = game.state().everybody();
            for event in game.apply(option).unwrap().iter() {
                let What::Chose { player, site, .. } = &event.what else {
                    continue;
                };
                let asked = &deeds.sites[*site].prompt.text;
                let is_own = ["what to vow", "be loyal"].contains(&asked.as_str());
                assert_eq!(event.seen == everybody, !is_own, "{asked}");
                assert!(event.seen.has(*player));
                *(if is_own { &mut kept } else { &mut told }) += 1;
            }
        }
    }
    assert!(told > 20 && kept > 10, "{told} {kept}");
}
