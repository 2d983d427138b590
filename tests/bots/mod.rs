//! Bots: what they are told to be, that they see no more than their seat, and that search finds good moves.

mod net;
#[cfg(feature = "threads")]
mod programs;

use crate::hand::games::tictactoe::LINES;
use crate::play::{begin, compiled, games};
use crate::support::{SYSTEM, settings};
use ludex::bots::advice::Advice;
use ludex::bots::arena;
use ludex::bots::bot::Bot;
use ludex::bots::pairing::Pairings;
use ludex::bots::seat::Seat;
use ludex::bots::spec::{Spec, SpecError};
use ludex::bots::system::{Job, Lines, System};
use ludex::engine::chance::{Stream, purpose};
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::rules::ids::PlayerId;
use ludex::worlds::determinize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn spec(text: &str) -> Spec {
    Spec::parse(text, SYSTEM).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn grid(name: &str) -> Arc<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("benches/games")
        .join(name);
    Arc::new(compiled(&folder).unwrap())
}

/// The bot, of two, in each seat of the n-th game.
fn seating(players: usize, game: u64) -> Vec<usize> {
    Pairings::new(2, players).nth(game as usize).unwrap()
}

fn advice(game: &Match, bot: &str, seed: u64) -> Advice {
    Bot::new(spec(bot)).advise(&Seat::of(game).unwrap(), seed)
}

/// A game after some random decisions; none when it is over by then.
fn after(program: &Arc<Program>, seed: u64, decisions: u64) -> Option<Match> {
    let mut game = begin(
        program,
        &Start::new(program, program.names.players.0.max(2) as u8, seed),
    );
    game.playout(seed, Some(decisions)).unwrap();
    (!game.is_over()).then_some(game)
}

#[test]
fn what_a_bot_is_reads_as_it_is_written() {
    for text in [
        "random",
        "greedy",
        "flat:300",
        "mcts:2000",
        "ismcts:1000,cut=40,worlds=5,trees=4,explore=1.2",
        "mo-ismcts:64",
        "mcts:50,solver=off,lookahead=off",
        "exec:\"python3 bot.py\"",
        "exec:\"sh -c 'read x, y'\",time=1500ms",
    ] {
        assert_eq!(spec(text).to_string(), text);
    }
    assert_eq!(
        spec("exec:bot -n 3,time=2s"),
        spec("exec:\"bot -n 3\",time=2000ms")
    );
}

/// A budget may be a time where there is a clock; without one it is refused, and no search waits for it.
#[test]
fn a_time_needs_a_clock() {
    let on_system = |text: &str| Spec::parse(text, Some(&HURRIED)).unwrap();
    for text in ["mcts:1500ms,cut=40", "mcts:86400000ms"] {
        assert_eq!(on_system(text).to_string(), text);
    }
    assert_eq!(on_system("mcts:1s"), on_system("mcts:1000ms"));
    let refused = Spec::parse("mcts:1s", None).unwrap_err();
    assert_eq!(refused, SpecError::NoClock("1s".to_owned()));
}

/// A program is left to chance where none can be started, and the bot says why.
#[test]
fn a_program_needs_a_system() {
    let program = grid("tictactoe");
    let game = begin(&program, &Start::new(&program, 2, 1));
    let mut bot = Bot::new(Spec::parse("exec:bot", None).unwrap());
    let failure = bot.advise(&Seat::of(&game).unwrap(), 1).failure.unwrap();
    assert!(failure.contains("built without the feature"), "{failure}");
}

/// A search by time ends with its time: here a millisecond passes at each look at the clock.
#[test]
fn a_search_by_time_ends_with_its_time() {
    let program = grid("connect_four");
    let game = begin(&program, &Start::new(&program, 2, 1));
    let playouts = |millis: u64| {
        let spec = Spec::parse(&format!("mcts:{millis}ms,worlds=1"), Some(&HURRIED)).unwrap();
        Bot::new(spec).advise(&Seat::of(&game).unwrap(), 1).playouts
    };
    // One look begins, and one comes before each playout but the first.
    assert_eq!([1, 20, 400].map(playouts), [1, 20, 400]);
}

/// A system whose time passes as it is looked at, without threads and programs.
#[derive(Debug)]
struct Hurried(AtomicU64);

static HURRIED: Hurried = Hurried(AtomicU64::new(0));

impl System for Hurried {
    fn time(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn run_side_by_side(&self, jobs: Vec<Job<'_>>) {
        jobs.into_iter().for_each(|job| job());
    }

    fn start(&self, command: &str) -> Result<Box<dyn Lines>, String> {
        Err(format!("`{command}` has no place here"))
    }
}

#[test]
fn what_is_no_bot_is_refused_in_words() {
    let said = [
        "alphazero",
        "mcts:soon",
        "mcts:0",
        "mcts:-5",
        "mcts:10h",
        "mcts:86401s",
        "random:100",
        "mcts:10,depth=3",
        "mcts:10,trees=65",
        "mcts:10000001",
        "mcts:9223372036854775808",
        "flat:1000000000",
        "greedy,worlds=4294967296",
        "ismcts:10,worlds=1001",
        "mcts:10,cut=1000001",
        "mcts:10,trees=0",
        "mcts:10,explore=nan",
        "mcts:10,cut",
        "mcts:10,solver=on",
        "mcts:10,time=1s",
        "exec",
        "exec:",
        "exec:\"bot",
        "exec:bot,cut=3",
        "exec:bot,time=20",
        "exec:bot,time=0s",
        "",
    ]
    .map(|text| format!("{text}: {}", Spec::parse(text, SYSTEM).unwrap_err()));
    settings("cli").bind(|| insta::assert_snapshot!("bots_refused", said.join("\n")));
}

/// A world looks like the game it is a world of, so whoever sees only that chooses the same.
#[test]
fn equal_observations_get_equal_choices() {
    let mut compared = BTreeMap::new();
    for program in games() {
        for seed in 0..6 {
            let Some(game) = after(program, seed, 3 + seed * 4) else {
                continue;
            };
            let player = game.decision().unwrap().player;
            let Ok(other) = determinize(&game, player, seed + 100) else {
                continue;
            };
            if other.dealt == 0 || !other.drawn.is_empty() {
                continue;
            }
            for bot in [
                "greedy",
                "flat:12",
                "mcts:12,worlds=2",
                "ismcts:12",
                "mo-ismcts:12",
            ] {
                let bot = format!("{bot}{}", if bot == "greedy" { "" } else { ",cut=20" });
                assert_eq!(
                    advice(&game, &bot, seed),
                    advice(&other.game, &bot, seed),
                    "{} {seed} {bot}",
                    program.names.game
                );
                *compared.entry(program.names.game.clone()).or_insert(0) += 1;
            }
        }
    }
    for game in ["noah", "jump_gate", "sanctuary", "ark_nova"] {
        assert!(
            compared.get(game).is_some_and(|pairs| *pairs >= 10),
            "{game}: {compared:?}"
        );
    }
}

#[test]
fn a_seed_gives_one_choice_for_any_number_of_threads() {
    for program in games()
        .iter()
        .filter(|p| ["noah", "jump_gate"].contains(&&*p.names.game))
    {
        let game = after(program, 3, 6).unwrap();
        for bot in [
            "mcts:120,trees=4",
            "ismcts:120,trees=3",
            "mo-ismcts:60,trees=2",
        ] {
            let first = advice(&game, bot, 5);
            assert_eq!(first, advice(&game, bot, 5), "{bot}");
            assert_eq!(first.playouts, if bot.starts_with("mo") { 60 } else { 120 });
            let tried: u64 = first.thoughts.iter().map(|thought| thought.playouts).sum();
            assert_eq!((tried, first.faults), (first.playouts, 0), "{bot}");
        }
    }
}

#[test]
fn all_bots_play_all_games_to_their_end() {
    let bots = [
        "greedy",
        "flat:4,cut=5",
        "mcts:6,cut=5",
        "ismcts:6,cut=5",
        "mo-ismcts:6,cut=5",
    ];
    for program in games().iter().filter(|p| p.names.game != "ark_nova") {
        for (n, bot) in bots.into_iter().enumerate() {
            let players = program.names.players.0 as usize;
            let seats = seating(players, n as u64);
            let both = [spec(bot), spec("random")];
            let seats: Vec<Spec> = seats.iter().map(|seat| both[*seat].clone()).collect();
            let start = Start::new(program, players as u8, n as u64);
            let played = arena::play(program, start, &seats);
            let played = played.unwrap_or_else(|e| panic!("{} {bot}: {e}", program.names.game));
            assert_eq!(played.outcome.scores.len(), players);
        }
    }
}

/// Three in a row: the value of a position for who moves, 1, 0 or -1, and a move that has it.
fn perfect(cells: &mut [i8; 9], mover: i8) -> (i8, usize) {
    if LINES
        .iter()
        .any(|line| line.iter().all(|at| cells[*at] == -mover))
    {
        return (-1, 9);
    }
    let mut best = (-2, 9);
    for at in 0..9 {
        if cells[at] == 0 {
            cells[at] = mover;
            let (theirs, _) = perfect(cells, -mover);
            cells[at] = 0;
            best = best.max((-theirs, at));
        }
    }
    if best.1 == 9 { (0, 9) } else { best }
}

/// Plays tic-tac-toe against a perfect player; whether the bot lost.
fn loses(program: &Arc<Program>, bot: &str, seed: u64) -> bool {
    let mut game = begin(program, &Start::new(program, 2, seed));
    let mut bot = Bot::new(spec(bot));
    let own = PlayerId::numbered(seed as u32 % 2);
    let mut cells = [0_i8; 9];
    while let Some(seat) = Seat::of(&game) {
        let mark = if seat.player() == PlayerId::new(0) {
            1
        } else {
            -1
        };
        let spot = |option: usize| game.option(option).values[0] as usize;
        let option = if seat.player() == own {
            bot.advise(&seat, seed).option
        } else {
            let (_, at) = perfect(&mut cells, mark);
            (0..seat.options()).find(|n| spot(*n) == at).unwrap()
        };
        cells[spot(option)] = mark;
        game.apply(option).unwrap();
    }
    !game.result().unwrap().winners.contains(&own)
}

/// Tic-tac-toe after three random marks is small enough to be solved: what is proved is what a perfect player knows, and a search
/// that has proved all ends before its budget does.
#[test]
fn what_is_proved_is_true() {
    let program = grid("tictactoe");
    let (mut proved, mut settled) = (0, 0);
    for seed in 0..8 {
        let game = after(&program, seed, 3).unwrap();
        let mut cells = [0_i8; 9];
        for (number, choice) in game.choices().iter().enumerate() {
            cells[choice.values[0] as usize] = if number % 2 == 0 { 1 } else { -1 };
        }
        for bot in ["mcts:6000", "ismcts:6000"] {
            let advice = advice(&game, bot, seed);
            settled += u64::from(advice.playouts < 6000);
            for (option, thought) in advice.thoughts.iter().enumerate() {
                let Some(share) = thought.proved else {
                    continue;
                };
                let at = game.option(option).values[0] as usize;
                let mut next = cells;
                // After three marks the second player moves.
                next[at] = -1;
                let (theirs, _) = perfect(&mut next, 1);
                assert!(
                    (share - f64::from(1 - theirs) / 2.0).abs() < 1e-9,
                    "{seed} {bot} {option}"
                );
                proved += 1;
            }
        }
        let without = advice(&game, "mcts:600,solver=off", seed);
        assert!(
            without
                .thoughts
                .iter()
                .all(|thought| thought.proved.is_none())
        );
        assert_eq!(without.playouts, 600);
    }
    assert!(
        proved > 40 && settled >= 8,
        "{proved} proved, {settled} settled"
    );
}

/// Where something is hidden, nothing is proved, and playouts don't look ahead: bots choose as if both were turned off.
#[test]
fn nothing_is_proved_of_secrets() {
    let noah = games().iter().find(|p| p.names.game == "noah").unwrap();
    let game = after(noah, 3, 6).unwrap();
    for bot in ["mcts:60,worlds=2", "ismcts:60"] {
        let plain = advice(&game, &format!("{bot},solver=off,lookahead=off"), 5);
        assert_eq!(advice(&game, bot, 5), plain, "{bot}");
        assert!(
            plain
                .thoughts
                .iter()
                .all(|thought| thought.proved.is_none())
        );
    }
}

/// Playouts that see wins are the stronger at equal numbers.
#[test]
fn looking_ahead_pays() {
    let program = grid("connect_four");
    let bots = ["mcts:100", "mcts:100,lookahead=off"];
    let wins = (0..20).filter(|n| {
        let seats: Vec<Spec> = seating(2, *n)
            .into_iter()
            .map(|seat| spec(bots[seat]))
            .collect();
        let own = PlayerId::numbered(*n as u32 % 2);
        let played = arena::play(&program, Start::new(&program, 2, *n), &seats).unwrap();
        played.outcome.winners == [own]
    });
    let wins = wins.count();
    assert!(wins >= 12, "{wins} of 20");
}

/// `LUDEX_BOT_GAMES` plays more of them (`.ci/long bots`).
#[test]
fn search_never_loses_tic_tac_toe() {
    let program = grid("tictactoe");
    let games = std::env::var("LUDEX_BOT_GAMES").map_or(12, |games| games.parse().unwrap());
    let lost = |bot: &str| {
        (0..games)
            .filter(|seed| loses(&program, bot, *seed))
            .count()
    };
    assert_eq!(lost("mcts:2000"), 0);
    assert_eq!(lost("ismcts:2000"), 0);
    assert!(lost("random") > 0, "a perfect player must beat chance");
}

/// Shares of games against random play, far from what chance could give.
#[test]
fn search_beats_chance() {
    let noah = games().iter().find(|p| p.names.game == "noah").unwrap();
    for (program, bot) in [
        (&grid("connect_four"), "mcts:150"),
        (&grid("connect_four"), "flat:150"),
        (noah, "mcts:60"),
        (noah, "ismcts:60"),
        (noah, "mo-ismcts:60"),
    ] {
        let wins = (0..10).filter(|n| {
            let seats = seating(2, *n).into_iter();
            let seats: Vec<Spec> = seats.map(|seat| spec([bot, "random"][seat])).collect();
            let own = PlayerId::numbered(*n as u32 % 2);
            let played = arena::play(program, Start::new(program, 2, *n), &seats).unwrap();
            played.outcome.winners == [own]
        });
        assert!(wins.count() >= 8, "{} {bot}", program.names.game);
    }
}

/// What counts in hand alone leads greedy astray: it would draw, never lay anything, and come to a quarter of chance's points.
#[test]
fn greedy_lays_what_it_holds() {
    for name in ["sanctuary", "jump_gate"] {
        let program = games().iter().find(|p| p.names.game == name).unwrap();
        let (mut own, mut chance) = (0, 0);
        for n in 0..10 {
            let seats = seating(2, n).into_iter();
            let seats: Vec<Spec> = seats
                .map(|seat| spec(["greedy,worlds=1", "random"][seat]))
                .collect();
            let played = arena::play(program, Start::new(program, 2, n), &seats).unwrap();
            let scores = &played.outcome.scores;
            let seat = usize::from(n % 2 == 1);
            (own, chance) = (own + scores[seat], chance + scores[1 - seat]);
        }
        assert!(2 * own > chance, "{name}: {own} points against {chance}");
    }
}

/// A second decision goes on with the tree of the first: its root was visited before.
#[test]
fn a_tree_is_used_again() {
    let program = grid("connect_four");
    let mut game = begin(&program, &Start::new(&program, 2, 1));
    let mut bot = Bot::new(spec("mcts:400"));
    let mut stream = Stream::new(1, purpose("reply"), 0);
    let mut again = 0;
    for seed in 0..3 {
        let advice = bot.advise(&Seat::of(&game).unwrap(), seed);
        let known: u64 = advice.thoughts.iter().map(|thought| thought.playouts).sum();
        again += known - advice.playouts;
        game.apply(advice.option).unwrap();
        game.apply(stream.below(game.options() as u32) as usize)
            .unwrap();
    }
    assert!(
        again > 0,
        "nothing was known of a position that was searched before"
    );
}

/// Two ways to win, one of which the rules break: search leaves it, and says how often it met it.
#[test]
fn what_the_rules_break_is_left_alone() {
    let rules = [
        "var points per player: int 0..9",
        "var active: player",
        "setup { }",
        "play { as active { offer you: broken or wait or sound } }",
        "action broken \"divide\" { points = 9 div (points - points) }",
        "action wait \"wait\" { points = 1 }",
        "action sound \"score\" { points = 5 }",
        "result { score points high }",
    ];
    let program = Arc::new(crate::faults::budgets::program("", &rules.join("\n")));
    let game = begin(&program, &Start::new(&program, 2, 1));
    for bot in ["flat:60", "mcts:60", "ismcts:60", "mo-ismcts:60"] {
        let advice = advice(&game, bot, 1);
        assert_eq!(
            (advice.option, advice.playouts),
            (2, 60),
            "{bot}: {advice:?}"
        );
        assert!((1..=20).contains(&advice.faults), "{bot}: {advice:?}");
    }
    assert_eq!(advice(&game, "greedy", 1).option, 2);
}
