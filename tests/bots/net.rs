//! Search with priors: what it makes of an evaluator that knows nothing, and that it sees no more than its seat.

use super::{after, grid};
use crate::play::{begin, games};
use ludex::bots::advice::{Advice, Thought};
use ludex::bots::net::search::{NetSearch, Settings};
use ludex::bots::net::{EvaluationRows, Evaluations, Evaluator, Lens};
use ludex::bots::self_play::{NetStyle, SelfPlayTable, TableState};
use ludex::play::game::Match;
use ludex::play::interrupt::Interrupt;
use ludex::play::lean::{LeanGame, Workspace};
use ludex::play::start::Start;
use ludex::rules::ids::PlayerId;
use std::sync::Arc;

/// Knows nothing: all actions are alike, and everybody has half.
#[derive(Debug)]
struct Uniform(Arc<Lens>);

/// Favours actions and positions by a hash of what it sees, the same wherever the same is seen.
#[derive(Debug)]
struct Arbitrary(Arc<Lens>);

impl Evaluator for Uniform {
    fn evaluate(&self, rows: &EvaluationRows) -> Result<Evaluations, String> {
        Ok(Evaluations {
            logits: vec![0.0; rows.count * self.0.actions.len()],
            values: vec![0.5; rows.count * self.0.players()],
        })
    }
}

impl Evaluator for Arbitrary {
    fn evaluate(&self, rows: &EvaluationRows) -> Result<Evaluations, String> {
        let mut answer = Evaluations::default();
        for row in rows.observations.chunks(self.0.observation.len()) {
            let seen = row.iter().enumerate();
            let sum: f32 = seen.map(|(n, number)| number * (n % 17) as f32).sum();
            let actions = 0..self.0.actions.len();
            answer
                .logits
                .extend(actions.map(|id| (sum + id as f32).sin()));
            let players = 0..self.0.players();
            answer
                .values
                .extend(players.map(|n| 0.5 + 0.4 * (sum + n as f32).cos()));
        }
        Ok(answer)
    }
}

/// Searches a decision by worlds of the seat that is asked.
fn searched(
    (lens, evaluator): (&Arc<Lens>, &dyn Evaluator),
    worlds: Vec<LeanGame>,
    settings: Settings,
) -> NetSearch {
    let player = worlds[0].pending().unwrap().player;
    let mut search = NetSearch::new(Arc::clone(lens), (player, worlds), settings, 7);
    let (mut rows, mut space) = (EvaluationRows::default(), Workspace::default());
    while !search.is_done() {
        rows.clear();
        search.collect(&mut space, &mut rows);
        assert!(rows.count <= settings.waiting);
        let answer = evaluator.evaluate(&rows).unwrap();
        assert_eq!(search.absorb(&answer, 0), rows.count);
    }
    search
}

fn visits(advice: &Advice) -> Vec<u64> {
    advice
        .thoughts
        .iter()
        .map(|thought| thought.playouts)
        .collect()
}

fn settings(playouts: u64, waiting: usize) -> Settings {
    Settings {
        playouts,
        waiting,
        ..Settings::default()
    }
}

#[test]
fn who_knows_nothing_tries_all_options_equally_often() {
    let program = grid("connect_four");
    let lens = Arc::new(Lens::new(Arc::clone(&program)));
    let game = begin(&program, &Start::new(&program, 2, 1));
    let root = LeanGame::from_match(&game).unwrap();
    // Nobody can win within three answers, so every gain is one half.
    let advice = searched(
        (&lens, &Uniform(Arc::clone(&lens))),
        vec![root],
        settings(49, 1),
    )
    .advice();
    assert_eq!(visits(&advice), [7; 7]);
    assert!(advice.thoughts.iter().all(|one| one.mean() == Some(0.5)));
}

/// However many positions wait, each simulation is counted once, and a win at hand is found.
#[test]
fn a_win_is_found_with_any_number_of_waiting_positions() {
    let program = grid("tictactoe");
    let lens = Arc::new(Lens::new(Arc::clone(&program)));
    let mut game = begin(&program, &Start::new(&program, 2, 1));
    // a1, a2, b1, b2: then c1 wins, which is the first of what is left.
    for option in [0, 2, 0, 1] {
        game.apply(option).unwrap();
    }
    for waiting in [1, 2, 8, 64] {
        let root = LeanGame::from_match(&game).unwrap();
        let evaluator = Uniform(Arc::clone(&lens));
        let advice = searched((&lens, &evaluator), vec![root], settings(200, waiting)).advice();
        assert_eq!(visits(&advice).iter().sum::<u64>(), 200, "{waiting} wait");
        let best = advice.thoughts.iter().max_by_key(|one| one.playouts);
        let wins = |one: &Thought| one.mean() == Some(1.0);
        assert!(best.is_some_and(wins), "{waiting} wait: {advice:?}");
    }
}

/// The searches of all games try legal options alone: a table plays each to its end by them.
#[test]
fn tables_play_all_games_to_their_ends() {
    for program in games() {
        let players = program.names.players.0.max(2) as u8;
        if u32::from(players) > program.layout.players {
            continue;
        }
        let lens = Arc::new(Lens::new(Arc::clone(program)));
        let style = NetStyle {
            search: settings(4, 3),
            worlds: Some(1),
            drawn: 10,
        };
        let start = Start::new(program, players, 3);
        let seats = vec![None; players.into()];
        let calm = Interrupt::default();
        let mut table =
            SelfPlayTable::new(Arc::clone(&lens), start, (&seats, style), &calm).unwrap();
        let (mut rows, mut space) = (EvaluationRows::default(), Workspace::default());
        let evaluator = Arbitrary(Arc::clone(&lens));
        for _ in 0..60 {
            if table.advance(&mut space, &mut rows).unwrap() == TableState::Over {
                break;
            }
            let answer = evaluator.evaluate(&rows).unwrap();
            table.absorb(&answer, 0);
            rows.clear();
        }
        for target in table.take_targets() {
            assert_eq!(target.observation.len(), lens.observation.len());
            assert!(target.visits.iter().any(|(_, visits)| *visits > 0));
        }
    }
}

/// A seat's row is what the seat sees: a world that it can't tell from the true game gives the same row.
#[test]
fn rows_hold_what_the_seat_knows() {
    for program in games() {
        let lens = Arc::new(Lens::new(Arc::clone(program)));
        let Some(game) = after(program, 5, 4) else {
            continue;
        };
        let player: PlayerId = game.decision().unwrap().player;
        let Ok(world) = game.determinize(player, 9) else {
            continue;
        };
        let row = |game: &Match| {
            let root = LeanGame::from_match(game).unwrap();
            let search = searched(
                (&lens, &Uniform(Arc::clone(&lens))),
                vec![root],
                settings(1, 1),
            );
            search.targets(0).remove(0).observation
        };
        assert_eq!(row(&game), row(&world.game), "{}", program.names.title);
    }
}

#[cfg(not(feature = "net"))]
#[test]
fn a_build_without_nets_says_so() {
    let refused = "net:model.onnx".parse::<ludex::bots::spec::Spec>();
    assert_eq!(refused, Err(ludex::bots::spec::SpecError::NoNets));
}

/// Nets of files.
#[cfg(feature = "net")]
mod files {
    use super::super::{grid, spec};
    use crate::play::begin;
    use ludex::bots::bot::Bot;
    use ludex::bots::seat::Seat;
    use ludex::bots::spec::{Spec, SpecError};
    use ludex::play::game::Match;
    use ludex::play::start::Start;
    use ludex::rules::ids::PlayerId;
    use std::path::Path;

    fn shipped(name: &str) -> Vec<u8> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/ludex/nets");
        std::fs::read(folder.join(name)).unwrap()
    }

    #[test]
    fn what_a_net_is_reads_as_it_is_written() {
        for text in [
            "net:model.onnx,playouts=200",
            "net:a/b.onnx,playouts=7,worlds=5,explore=1.5",
            "net:\"a, b.onnx\",time=1500ms",
        ] {
            assert_eq!(spec(text).to_string(), text);
        }
        let refused = |text: &str| text.parse::<Spec>().unwrap_err();
        assert_eq!(refused("net"), SpecError::NoModel);
        assert_eq!(refused("net:"), SpecError::NoModel);
        for setting in ["cut=3", "trees=2", "playouts=1s", "time=20", "solver=off"] {
            let text = format!("net:m.onnx,{setting}");
            assert_eq!(refused(&text), SpecError::NoSetting(setting.to_owned()));
        }
    }

    #[test]
    fn a_net_of_other_rules_or_none_is_refused_in_words() {
        let bytes = shipped("tictactoe.onnx");
        let bot = spec("net:tictactoe.onnx");
        let said = bot.read_net(&bytes, &grid("connect_four")).unwrap_err();
        assert!(said.contains("trained for other rules"), "{said}");
        let said = bot.read_net(&bytes[..100], &grid("tictactoe")).unwrap_err();
        assert!(
            said.contains("no ONNX model") || said.contains("ludex.encoding"),
            "{said}"
        );
        assert_eq!(bot.read_net(&bytes, &grid("tictactoe")), Ok(()));
    }

    /// Against every answer that anybody could give, in both seats, a handful of simulations never lose tic-tac-toe.
    #[test]
    fn the_shipped_net_never_loses_tic_tac_toe() {
        let program = grid("tictactoe");
        let bot = spec("net:tictactoe.onnx,playouts=64");
        bot.read_net(&shipped("tictactoe.onnx"), &program).unwrap();
        let (mut ends, mut won) = (0, 0);
        for own in [PlayerId::new(0), PlayerId::new(1)] {
            let mut open = vec![begin(&program, &Start::new(&program, 2, 1))];
            while let Some(game) = open.pop() {
                let Some(seat) = Seat::of(&game) else {
                    let winners = &game.result().unwrap().winners;
                    assert!(winners.contains(&own), "it lost: {:?}", game.choices());
                    (ends, won) = (ends + 1, won + usize::from(winners.len() == 1));
                    continue;
                };
                let options = match seat.player() == own {
                    true => {
                        let advice = Bot::new(bot.clone()).advise(&seat, 1);
                        assert_eq!(advice.failure, None);
                        advice.option..advice.option + 1
                    }
                    false => 0..seat.options(),
                };
                open.extend(options.map(|option| after_one(&game, option)));
            }
        }
        assert!(ends > 200 && won > 100, "{won} of {ends} lines won");
    }

    fn after_one(game: &Match, option: usize) -> Match {
        let mut next = game.clone();
        next.apply(option).unwrap();
        next
    }
}
