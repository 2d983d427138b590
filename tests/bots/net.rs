//! Search with priors: what it makes of an evaluator that knows nothing, and that it sees no more than its seat.

use super::{after, grid, spec};
use crate::play::{begin, games};
use ludex::bots::advice::Advice;
use ludex::bots::net::search::{NetSearch, Settings};
use ludex::bots::net::{EvaluationRows, Evaluations, Evaluator, Lens};
use ludex::bots::self_play::{NetStyle, SelfPlayTable, TableState};
use ludex::play::game::Match;
use ludex::play::interrupt::Interrupt;
use ludex::play::lean::{LeanGame, Workspace};
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::worlds::determinize;
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
    lens: &Arc<Lens>,
    evaluator: &dyn Evaluator,
    worlds: Vec<LeanGame>,
    settings: Settings,
) -> NetSearch {
    let player = worlds[0].pending().unwrap().player;
    let mut search = NetSearch::new(Arc::clone(lens), player, worlds, settings, 7);
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

/// A game of two in which these options were chosen.
fn after_options(program: &Arc<Program>, options: &[usize]) -> Match {
    let mut game = begin(program, &Start::new(program, 2, 1));
    for option in options {
        game.apply(*option).unwrap();
    }
    game
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
        &lens,
        &Uniform(Arc::clone(&lens)),
        vec![root],
        settings(49, 1),
    )
    .advice();
    assert_eq!(visits(&advice), [7; 7]);
    assert!(advice.thoughts.iter().all(|one| one.mean() == Some(0.5)));
}

/// However many positions wait, a win at hand is found, and proved before the playouts are used up.
#[test]
fn a_win_is_found_and_proved_with_any_number_of_waiting_positions() {
    let program = grid("tictactoe");
    let lens = Arc::new(Lens::new(Arc::clone(&program)));
    // a1, a2, b1, b2: then c1 wins, which is the first of what is left.
    let game = after_options(&program, &[0, 2, 0, 1]);
    for waiting in [1, 2, 8, 64] {
        let root = LeanGame::from_match(&game).unwrap();
        let evaluator = Uniform(Arc::clone(&lens));
        let advice = searched(&lens, &evaluator, vec![root], settings(200, waiting)).advice();
        assert!(advice.playouts < 40, "{waiting} wait: {advice:?}");
        let all: u64 = visits(&advice).iter().sum();
        assert_eq!(all, advice.playouts, "{waiting} wait");
        // c1 is the first of what is left.
        let proved = advice.thoughts[0].proved;
        assert_eq!(proved, Some(1.0), "{waiting} wait: {advice:?}");
    }
}

/// Tic-tac-toe is drawn, which the tree proves although the evaluator knows nothing; and what a lost position comes to.
#[test]
fn a_whole_game_is_proved() {
    let program = grid("tictactoe");
    let lens = Arc::new(Lens::new(Arc::clone(&program)));
    // Corner against corner: the third corner makes two threats. So a1, c3, a3 leaves the other nothing that draws.
    for (options, shares) in [(&[0, 3][..], [0.5, 0.5]), (&[0, 7, 5], [1.0, 0.0])] {
        let game = after_options(&program, options);
        let root = LeanGame::from_match(&game).unwrap();
        let search = searched(
            &lens,
            &Uniform(Arc::clone(&lens)),
            vec![root],
            settings(1_000_000, 4),
        );
        let target = search.targets(0).remove(0);
        assert!(target.is_certain, "{options:?}");
        assert_eq!(target.shares, shares, "{options:?}");
    }
}

/// The next decision goes on from the part of the tree that is about it.
#[test]
fn a_search_goes_on_from_the_one_before() {
    let program = grid("connect_four");
    let lens = Arc::new(Lens::new(Arc::clone(&program)));
    let evaluator = Arbitrary(Arc::clone(&lens));
    let root = |options: &[usize]| LeanGame::from_match(&after_options(&program, options)).unwrap();
    let first = searched(&lens, &evaluator, vec![root(&[])], settings(400, 1));
    let below = first.advice().thoughts[3].playouts;
    let fresh = |options: &[usize]| {
        let root = root(options);
        let player = root.pending().unwrap().player;
        NetSearch::new(Arc::clone(&lens), player, vec![root], settings(400, 1), 7)
    };
    let next = fresh(&[3]).going_on_from(first);
    // The first visit of a position evaluates it, and tries none of its options.
    assert_eq!(visits(&next.advice()).iter().sum::<u64>(), below - 1);
    // A position that the tree does not hold begins anew.
    let other = fresh(&[0]).going_on_from(next);
    assert_eq!(visits(&other.advice()), [0; 7]);
}

/// What those who train learn of a bot: its visits, over what was legal.
#[test]
fn bots_teach_what_they_tried() {
    let program = grid("connect_four");
    let lens = Arc::new(Lens::new(Arc::clone(&program)));
    let style = NetStyle {
        search: settings(1, 1),
        worlds: None,
        drawn: 4,
        opening: 6,
        is_taught: true,
    };
    let teacher = spec("mcts:200,lookahead=off");
    let seats = [Some(teacher.clone()), Some(teacher)];
    let start = Start::new(&program, 2, 11);
    let calm = Interrupt::default();
    let mut table = SelfPlayTable::new(Arc::clone(&lens), start, &seats, style, &calm).unwrap();
    let state = table.advance(&mut Workspace::default(), &mut EvaluationRows::default());
    assert_eq!(state.unwrap(), TableState::Over);
    let choices = table.game().choice_count();
    let targets = table.take_targets();
    assert!(
        targets.len() <= choices && targets.len() + 7 > choices,
        "{choices} choices"
    );
    // Near the end much is proved, and the last to move has seen who wins.
    assert!(targets.iter().any(|target| target.is_certain));
    for target in &targets {
        assert_eq!(target.observation.len(), lens.observation.len());
        assert!(target.visits.iter().any(|(_, visits)| *visits > 0));
        let of_columns =
            |(id, _): &(u32, u32)| lens.actions.names()[*id as usize].starts_with("column[");
        assert!(target.visits.iter().all(of_columns), "{:?}", target.visits);
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
            opening: 0,
            is_taught: false,
        };
        let start = Start::new(program, players, 3);
        let seats = vec![None; players.into()];
        let calm = Interrupt::default();
        let mut table = SelfPlayTable::new(Arc::clone(&lens), start, &seats, style, &calm).unwrap();
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
        let Ok(world) = determinize(&game, player, 9) else {
            continue;
        };
        let row = |game: &Match| {
            let root = LeanGame::from_match(game).unwrap();
            let search = searched(
                &lens,
                &Uniform(Arc::clone(&lens)),
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
    let refused = ludex::bots::spec::Spec::parse("net:model.onnx", None);
    assert_eq!(refused, Err(ludex::bots::spec::SpecError::NoNets));
}

/// Nets of files.
#[cfg(feature = "net")]
mod files {
    use super::super::{grid, spec};
    use crate::play::begin;
    use crate::support::SYSTEM;
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
        let refused = |text: &str| Spec::parse(text, SYSTEM).unwrap_err();
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
                let options = if seat.player() == own {
                    let advice = Bot::new(bot.clone()).advise(&seat, 1);
                    assert_eq!(advice.failure, None);
                    advice.option..advice.option + 1
                } else {
                    0..seat.options()
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
