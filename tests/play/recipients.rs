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

/// Read against the facts, game by game: every answer is everybody's but those about what the rules hide.
///
/// - Ark Nova: hands, the deck's order, final scoring cards and cards under others are hidden, and nothing else (16.1 to 16.3).
/// - Jump Gate: hands and the hidden resources dealt at the beginning (3.3); which cards are played or discarded is seen.
/// - Noah: hands; who is named by giraffe and lion is not (7.2, 7.4), nor the animal that flees (10.4), but the cards given are.
/// - Sanctuary: hands, and the faces of open areas (12.1); tiles from the display and those of a hunt are open (12.2).
/// - Auction House: bids are sealed until all are there. Harvest: all decide at once.
/// - Beacons: what others hold is seen by all but its owner; hints are spoken aloud.
/// - Convoy, Counterplans, Cove: hands; a card is open once it is shown, laid or played, and what is sunk or thrown away lies open.
/// - Chess: nothing is hidden.
/// - Kilns, Wardens: nothing but what lies in piles, of which nobody is asked.
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
    for name in ["burrows", "deeds", "patrol", "sight"] {
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
