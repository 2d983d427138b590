//! Answers given ahead in an open `at once`, in any order.

use crate::play::{begin, games};
use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::{Match, PlayError};
use ludex::play::parked::Parked;
use ludex::play::save::{load, save};
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use std::sync::Arc;

/// Games of each number of players, whose undecided players answer in a random order.
const GAMES: u64 = 3;
/// Answers of such a game at most.
const MOST: usize = 400;

/// The games in which several decide at once.
fn deciding_at_once() -> impl Iterator<Item = &'static Arc<Program>> {
    let at_once = |program: &&Arc<Program>| {
        let mut sites = program.sites.iter();
        sites.any(|site| site.at_once.is_some())
    };
    games().iter().filter(at_once)
}

/// All that play on from a match can see of it.
fn standing(game: &Match) -> (String, Vec<String>) {
    let undecided = game.decision().map_or(Vec::new(), |asked| asked.undecided);
    let questions = undecided.iter().map(|player| question(game, *player));
    (format!("{:?}", game.state()), questions.collect())
}

fn question(game: &Match, player: PlayerId) -> String {
    let asked = game.decision_of(player).unwrap();
    let labels = asked.options.iter().map(|option| option.label.as_str());
    asked.prompt + &labels.collect::<Vec<_>>().join("\n")
}

/// Plays with answers in a random order; gives the match and how many were given ahead.
fn in_any_order(program: &Arc<Program>, start: &Start) -> (Match, usize) {
    let mut game = begin(program, start);
    let mut stream = Stream::new(start.seed, purpose("any order"), 0);
    let mut ahead = 0;
    for _ in 0..MOST {
        let Some(asked) = game.decision() else {
            break;
        };
        let decided =
            PlayerId::first(start.players).find(|player| !asked.undecided.contains(player));
        if let (false, Some(player)) = (asked.undecided.is_empty(), decided) {
            assert_eq!(
                game.decision_of(player),
                Err(PlayError::NotAsked { player })
            );
        }
        let player = match asked.undecided.len() {
            0 => asked.player,
            several => asked.undecided[stream.pick(several)],
        };
        let options = game.decision_of(player).unwrap().options.len();
        let before = standing(&game);
        game.apply_for(player, stream.pick(options)).unwrap();
        if player == asked.player {
            continue;
        }
        ahead += 1;
        let after = standing(&game);
        assert_eq!(before.0, after.0, "a sealed answer changes nothing");
        let saved = load(Arc::clone(program), &save(&game).unwrap()).unwrap();
        assert_eq!(after, standing(&saved));
        assert_eq!(after, standing(&Parked::new(&game).wake()));
        let mut back = game.clone();
        back.undo().unwrap();
        assert_eq!(before, standing(&back));
    }
    (game, ahead)
}

/// Who answers ahead is asked what he is asked in his turn, and the game becomes the one in which all answered in order.
#[test]
fn answers_in_any_order_make_the_game_of_answers_in_order() {
    let (mut ahead, mut names) = (0, Vec::new());
    for program in deciding_at_once() {
        let (name, (least, most)) = (&program.names.game, program.names.players);
        let starts = (0..GAMES).flat_map(|seed| (least..=most).map(move |players| (seed, players)));
        for (seed, players) in starts {
            let start = Start::new(program, players as u8, seed);
            let (game, sealed) = in_any_order(program, &start);
            ahead += sealed;
            if sealed > 0 && names.last() != Some(&name) {
                names.push(name);
            }
            let mut in_order = begin(program, &start);
            for choice in game.choices() {
                let option = in_order.find(&choice).unwrap();
                in_order.apply(option).unwrap();
            }
            assert_eq!(game.state(), in_order.state(), "{name} {players} {seed}");
            assert!(
                game.events().eq(in_order.events()),
                "{name} {players} {seed}"
            );
        }
    }
    assert!(ahead > 200 && names.len() > 2, "{ahead} in {names:?}");
}

/// What the others have answered so far, in their turn or ahead, changes nothing of a question.
#[test]
fn a_question_ahead_tells_nothing_of_other_answers() {
    let mut compared = 0;
    for program in deciding_at_once() {
        let (_, players) = program.names.players;
        let mut game = begin(program, &Start::new(program, players as u8, 5));
        let mut stream = Stream::new(5, purpose("ahead"), 0);
        for _ in 0..MOST {
            let Some(asked) = game.decision() else {
                break;
            };
            for player in asked.undecided.iter().skip(1) {
                let told = question(&game, *player);
                for option in 0..game.options() {
                    let mut after = game.clone();
                    after.apply(option).unwrap();
                    let open = after.decision().filter(|next| next.undecided.len() > 1);
                    if open.is_some_and(|open| open.undecided.contains(player)) {
                        assert_eq!(told, question(&after, *player));
                        compared += 1;
                    }
                }
            }
            game.apply(stream.pick(game.options())).unwrap();
        }
    }
    assert!(compared > 200, "{compared}");
}
