//! How fast games are played: by hand-written Rust, and by the interpreter from the same rules as data.
//!
//! `cargo bench --bench games` plays every contest; words after `--` keep only contests with one of them in the name.
//! Both sides play the same games (same seeds, same policy), which is tested before anything is timed. The sides
//! take turns, so that a slow spell of the machine falls on both; the figure is the median of the repetitions.
//! The word `perft` counts lines of chess instead, on both sides, and `placements` lines of a build action of Ark Nova.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "only a few species of Noah have a power"
)]

mod hand;
#[path = "shared/stopwatch.rs"]
mod stopwatch;

use hand::interpreted::Table;
use hand::perft::{Counter, PUBLISHED, Published};
use hand::placements::buildings::{ALL, BUILT};
use hand::placements::by_rules::{Given, Pair};
use hand::placements::lines::Position;
use hand::placements::maps::Map;
use hand::placements::zoo::{Side, Terms};
use hand::{Outcome, chess, connect_four, jump_gate, noah, perft, sanctuary, tictactoe};
use ludex::play::back_end;
use ludex::play::game::Match;
use ludex::play::lean::{LeanGame, Workspace};
use ludex::play::start::Start;
use ludex::program::Program;
use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;
use stopwatch::Stopwatch;

/// One game, played by both sides.
struct Contest {
    /// What the table calls it.
    name: &'static str,
    /// Games of one repetition by hand.
    games: u64,
    /// A whole game by hand; the number gives the seeds of game and policy.
    hand: fn(u64) -> Outcome,
    /// The same game interpreted.
    interpreted: fn(u64) -> Outcome,
}

thread_local! {
    static TICTACTOE: Table = Table::new("benches/games/tictactoe");
    static CONNECT_FOUR: Table = Table::new("benches/games/connect_four");
    static NOAH: Table = Table::new("games/noah");
    static JUMP_GATE: Table = Table::new("games/jump_gate");
    static SANCTUARY: Table = Table::new("games/sanctuary");
}

const CONTESTS: &[Contest] = &[
    Contest {
        name: "tictactoe",
        games: 400_000,
        hand: tictactoe::playout,
        interpreted: |seed| TICTACTOE.with(|table| table.playout(seed, 2, &[])),
    },
    Contest {
        name: "connect_four",
        games: 100_000,
        hand: connect_four::playout,
        interpreted: |seed| CONNECT_FOUR.with(|table| table.playout(seed, 2, &[])),
    },
    Contest {
        name: "noah, 2 players",
        games: 20_000,
        hand: |seed| noah::playout(seed, 2, noah::Options::default(), seed),
        interpreted: |seed| NOAH.with(|table| table.noah(seed, 2, noah::Options::default())),
    },
    Contest {
        name: "noah, 4 players",
        games: 10_000,
        hand: |seed| noah::playout(seed, 4, noah::Options::default(), seed),
        interpreted: |seed| NOAH.with(|table| table.noah(seed, 4, noah::Options::default())),
    },
    Contest {
        name: "noah, 5 players, all options",
        games: 5_000,
        hand: |seed| noah::playout(seed, 5, ALL_OPTIONS, seed),
        interpreted: |seed| NOAH.with(|table| table.noah(seed, 5, ALL_OPTIONS)),
    },
    Contest {
        name: "jump_gate, 2 players",
        games: 20_000,
        hand: |seed| jump_gate::playout(seed, 2, jump_gate::Options::default(), seed),
        interpreted: |seed| {
            JUMP_GATE.with(|table| table.jump_gate(seed, 2, jump_gate::Options::default()))
        },
    },
    Contest {
        name: "jump_gate, 5 players",
        games: 10_000,
        hand: |seed| jump_gate::playout(seed, 5, jump_gate::Options::default(), seed),
        interpreted: |seed| {
            JUMP_GATE.with(|table| table.jump_gate(seed, 5, jump_gate::Options::default()))
        },
    },
    Contest {
        name: "sanctuary, 2 players",
        games: 10_000,
        hand: |seed| sanctuary::playout(seed, 2, sanctuary::Options::default(), seed),
        interpreted: |seed| {
            SANCTUARY.with(|table| table.sanctuary(seed, 2, sanctuary::Options::default()))
        },
    },
];

const ALL_OPTIONS: noah::Options = noah::Options {
    frog: true,
    crocodile: true,
    roommates: true,
    end_at_26: true,
    departed: noah::Departed::Seed,
};

/// The interpreter plays fewer games a repetition, for it is the slower side.
const INTERPRETED_SHARE: u64 = 8;
const REPETITIONS: usize = 9;
/// The word that asks for what is no contest.
const OTHERS: &str = "others";
/// The word that asks for lines of chess.
const PERFT: &str = "perft";
/// The depth to which lines of chess are counted: by hand, and by the interpreter, which is timed over fewer.
const DEPTHS: [usize; 2] = [4, 3];
/// The word that asks for lines of placements.
const PLACEMENTS: &str = "placements";
/// The most buildings of the zoos from which placements are counted, on each map.
const BUILDINGS: [usize; 3] = [2, 5, 9];
/// What is paid from there, and the number of answers in a line: what, where, how, and the first two of the next building.
const MONEY: i32 = 25;
const ANSWERS: usize = 5;
/// Lines that a measurement counts at least.
const MEASURED: u64 = 1_000_000;
/// Games compared before the clock runs.
const COMPARED: u64 = 200;

fn main() -> io::Result<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` runs this too, without the flag: then everything is played, but nothing for long.
    let timed = words.iter().any(|word| word == "--bench");
    words.retain(|word| !word.starts_with("--"));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:30} {:>10} {:>12} {:>12} {:>8}",
        "contest", "decisions", "hand", "interpreted", "ratio"
    )?;
    let chosen = |contest: &&Contest| {
        words.is_empty()
            || words
                .iter()
                .any(|word| contest.name.contains(word.as_str()))
    };
    for contest in CONTESTS.iter().filter(chosen) {
        let games = if timed { contest.games } else { COMPARED };
        let figures = contest.run(games);
        writeln!(out, "{}", figures.line(contest.name))?;
    }
    writeln!(out, "games a second on one core, median of {REPETITIONS}")?;
    let wants = |wanted| words.is_empty() || words.iter().any(|word| word == wanted);
    if wants(PERFT) {
        lines_of_chess(&mut out, if timed { REPETITIONS } else { 1 })?;
    }
    if wants(PLACEMENTS) {
        lines_of_placements(&mut out, if timed { REPETITIONS } else { 1 })?;
    }
    if timed && wants(OTHERS) {
        others(&mut out)?;
    }
    Ok(())
}

/// The heading of a table of lines.
fn heading(out: &mut impl Write, lines: &str) -> io::Result<()> {
    writeln!(
        out,
        "\n{lines:30} {:>10} {:>12} {:>12} {:>8}",
        "counted", "hand", "interpreted", "ratio"
    )
}

/// Lines of chess a second, from the published positions: by hand, and by the rules of `examples/chess`.
fn lines_of_chess(out: &mut impl Write, repetitions: usize) -> io::Result<()> {
    let program = Arc::new(hand::interpreted::program("examples/chess"));
    back_end::has_native(&program);
    heading(out, "lines of chess")?;
    for position in PUBLISHED {
        let figures = timed_lines(&program, position, repetitions)?;
        writeln!(out, "{}", figures.line(position.name))?;
    }
    writeln!(
        out,
        "lines a second of processor time, to depth {} by hand and {} by the rules",
        DEPTHS[0], DEPTHS[1]
    )
}

fn timed_lines(
    program: &Arc<Program>,
    position: &Published,
    repetitions: usize,
) -> io::Result<Figures> {
    let Published { fen, lines, .. } = position;
    let mut by_hand =
        chess::Position::from_fen(fen).ok_or_else(|| io::Error::other("no position"))?;
    let game = perft::match_at(program, fen);
    let [hand, interpreted] = perft::words_of_moves(&mut by_hand, &game);
    assert_eq!(hand, interpreted, "{}", position.name);
    let mut by_rules = Counter::at(&game);
    let [by_hand_lines, by_rules_lines] = DEPTHS.map(|depth| lines[depth - 1]);
    let [mut hand, mut interpreted] = [Vec::new(), Vec::new()];
    for _ in 0..repetitions {
        hand.push(lines_a_second(by_hand_lines, || {
            Ok(by_hand.perft(DEPTHS[0]))
        })?);
        interpreted.push(lines_a_second(by_rules_lines, || {
            by_rules.perft(DEPTHS[1]).map_err(io::Error::other)
        })?);
    }
    Ok(Figures {
        decisions: by_rules_lines as f64,
        hand: median(&mut hand).unwrap_or(f64::NAN),
        interpreted: median(&mut interpreted).unwrap_or(f64::NAN),
    })
}

/// Lines a second of processor time, where each time counts so many.
fn lines_a_second(counted: u64, mut count: impl FnMut() -> io::Result<u64>) -> io::Result<f64> {
    // The system tells processor time in steps of some milliseconds.
    let times = (MEASURED / counted).max(1);
    let start = Stopwatch::start();
    for _ in 0..times {
        assert_eq!(count()?, counted);
    }
    Ok((times * counted) as f64 / start.time().as_secs_f64())
}

/// Lines of placements a second, on each map of Ark Nova: by hand, and by the rules of `games/ark_nova`.
fn lines_of_placements(out: &mut impl Write, repetitions: usize) -> io::Result<()> {
    let program = Arc::new(hand::interpreted::program("games/ark_nova"));
    back_end::has_native(&program);
    heading(out, "lines of placements")?;
    for map in &Map::all() {
        let mut pairs = Vec::new();
        for given in zoos_of(map) {
            let unique = (BUILT..ALL).filter(|kind| !given.zoo.has_had(*kind));
            let unique = unique.filter_map(|kind| given.placing(&program, kind));
            unique.for_each(|pair| assert_same_answers(&pair));
            pairs.extend(given.building(&program).map(compared));
        }
        let figures = timed_placements(&mut pairs, repetitions)?;
        writeln!(out, "{}", figures.line(&format!("map {}", map.name())))?;
    }
    writeln!(out, "lines of {ANSWERS} answers a second of processor time")
}

/// Zoos of a map with a few buildings and more.
fn zoos_of(map: &Map) -> impl Iterator<Item = Given<'_>> {
    let terms = Terms {
        side: Side::II,
        researcher: false,
    };
    let given = move |most| Given::random(map, terms, most, MONEY, map.number as u64);
    BUILDINGS.into_iter().map(given)
}

fn assert_same_answers(pair: &Pair<'_>) {
    let [by_hand, by_rules] = pair.words();
    assert_eq!(by_hand, by_rules);
}

/// Both sides of a question, once they are seen to offer the same.
fn compared(pair: Pair<'_>) -> (Position<'_>, Counter) {
    assert_same_answers(&pair);
    (pair.by_hand, pair.counter())
}

fn timed_placements(
    pairs: &mut [(Position<'_>, Counter)],
    repetitions: usize,
) -> io::Result<Figures> {
    let lines_by_hand = |pairs: &[(Position<'_>, Counter)]| -> u64 {
        pairs
            .iter()
            .map(|(by_hand, _)| by_hand.lines(ANSWERS))
            .sum()
    };
    let counted = lines_by_hand(pairs);
    let [mut hand, mut interpreted] = [Vec::new(), Vec::new()];
    for _ in 0..repetitions {
        hand.push(lines_a_second(counted, || Ok(lines_by_hand(pairs)))?);
        interpreted.push(lines_a_second(counted, || {
            let counters = pairs.iter_mut().map(|(_, by_rules)| by_rules);
            let lines = counters.map(|by_rules| by_rules.perft(ANSWERS));
            lines.sum::<Result<u64, _>>().map_err(io::Error::other)
        })?);
    }
    Ok(Figures {
        decisions: counted as f64,
        hand: median(&mut hand).unwrap_or(f64::NAN),
        interpreted: median(&mut interpreted).unwrap_or(f64::NAN),
    })
}

/// What else is worth knowing: copies of a state, steps back, and how soon an author is answered.
fn others(out: &mut impl Write) -> io::Result<()> {
    let program = Arc::new(hand::interpreted::program("games/noah"));
    let options = program.names.options.iter().map(|o| o.default).collect();
    let start = Start {
        players: 4,
        seed: 1,
        salt: 0,
        options,
    };
    let mut game = Match::new(Arc::clone(&program), start).map_err(io::Error::other)?;
    let (state, mut copy) = (game.state().clone(), game.state().clone());
    let clones = often(1_000_000, || copy.clone_from(black_box(&state)));
    let mut to_and_fro = || {
        black_box(game.apply(0).is_ok() && game.undo().is_ok());
    };
    // A game that decides often has its options listed by machine code from some time on.
    often(20_000, &mut to_and_fro);
    let undos = often(50_000, &mut to_and_fro);
    let mut space = Workspace::default();
    let lean = LeanGame::from_match(&game).ok_or_else(|| io::Error::other("no answer waits"))?;
    let mut next = lean.clone();
    // A search takes a step back by a copy of the position before it.
    let mut lean_steps = || {
        next.clone_from(&lean);
        black_box(next.apply(0, &mut space).is_ok());
    };
    often(20_000, &mut lean_steps);
    let lean_undos = often(200_000, &mut lean_steps);
    let checks = often(50, || {
        black_box(hand::interpreted::program("games/noah"));
    });
    writeln!(
        out,
        "\nclones of a state a second (Noah, 4 players)  {clones:.0}"
    )?;
    writeln!(
        out,
        "choices made and taken back a second          {undos:.0}"
    )?;
    writeln!(
        out,
        "the same without a past (lean)                {lean_undos:.0}"
    )?;
    writeln!(
        out,
        "read, check and compile Noah                  {:.1} ms",
        1000.0 / checks
    )
}

/// How often a second something can be done.
fn often(times: u32, mut act: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..times).for_each(|_| act());
    f64::from(times) / start.elapsed().as_secs_f64()
}

/// What a contest came to.
struct Figures {
    /// Of one game, on average.
    decisions: f64,
    /// Games a second.
    hand: f64,
    /// Games a second.
    interpreted: f64,
}

impl Contest {
    fn run(&self, games: u64) -> Figures {
        let decisions: u64 = (0..COMPARED)
            .map(|seed| u64::from(self.compare(seed).decisions))
            .sum();
        let mut hand = Vec::new();
        let mut interpreted = Vec::new();
        for _ in 0..REPETITIONS {
            hand.push(speed(self.hand, games));
            interpreted.push(speed(self.interpreted, games / INTERPRETED_SHARE));
        }
        Figures {
            decisions: decisions as f64 / COMPARED as f64,
            hand: median(&mut hand).unwrap_or(f64::NAN),
            interpreted: median(&mut interpreted).unwrap_or(f64::NAN),
        }
    }

    /// The outcome of a game, the same on both sides.
    fn compare(&self, seed: u64) -> Outcome {
        let outcome = (self.hand)(seed);
        assert_eq!(
            outcome,
            (self.interpreted)(seed),
            "{}, seed {seed}",
            self.name
        );
        outcome
    }
}

impl Figures {
    fn line(&self, name: &str) -> String {
        let ratio = self.hand / self.interpreted;
        format!(
            "{name:30} {:>10.1} {:>12.0} {:>12.0} {ratio:>8.1}",
            self.decisions, self.hand, self.interpreted
        )
    }
}

/// Games a second.
fn speed(play: fn(u64) -> Outcome, games: u64) -> f64 {
    let start = Instant::now();
    for seed in 0..games {
        black_box(play(black_box(seed)));
    }
    games as f64 / start.elapsed().as_secs_f64()
}

fn median(figures: &mut [f64]) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}
