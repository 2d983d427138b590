//! Measures a server under load: memory of tables and of silent connections, time from a choice to the new view.
//!
//! `cargo bench -p ludex-serve --bench server -- games/ark_nova 300 60`: the game's folder, how many tables, how many
//! seconds. At each table a person plays a bot: they choose at random, a second after they are asked. The server is a process
//! of its own (this program, started again), with the usual threads and storage, but without limits on rates. Afterwards
//! 10,000 malformed, foreign, stale and repeated messages come from seats that are not asked and from spectators: nothing may
//! change by them. The last lines hold the figures against what was asked for; one that is missed makes the exit code 1.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that fails has none to print"
)]

use futures_util::{SinkExt, StreamExt};
use ludex_engine::chance::{Stream, purpose};
use ludex_pipeline::GameText;
use ludex_serve::config::{Config, Limits};
use ludex_serve::storage::Sqlite;
use ludex_serve::{Assets, run};
use ludex_system::SYSTEM;
use ludex_table::TableGame;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Silent connections.
const SILENT: usize = 1_000;
/// The time for which a person thinks.
const THINKING: Duration = Duration::from_secs(1);
/// The longest time to an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Messages that must change nothing.
const STORM: usize = 10_000;
/// What was asked for: median and 99 % of the times to the own view in milliseconds, megabytes of silent connections.
const ASKED: [f64; 3] = [30.0, 150.0, 100.0];
/// Ticks of the processor clock in /proc, a second.
const TICKS: f64 = 100.0;

fn main() {
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|one| one != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["server", game, store] => serve(Path::new(game), Path::new(store)),
        [game, tables, seconds] => {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(measure(
                game,
                tables.parse().unwrap(),
                seconds.parse().unwrap(),
            ));
        }
        _ => println!("usage: GAME_FOLDER TABLES SECONDS"),
    }
}

fn serve(folder: &Path, store: &Path) {
    let many = NonZeroU32::new(1_000_000).unwrap();
    let limits = Limits {
        tables_per_minute: many,
        messages_per_second: many,
        connections_per_address: 100_000,
        ..Limits::default()
    };
    let config = Config {
        limits,
        ..Config::local(0)
    };
    let storage = Arc::new(Sqlite::open(store).unwrap());
    let listening = |address: SocketAddr| println!("{address}");
    run(
        config,
        [game(folder)],
        Assets::default(),
        storage,
        listening,
        std::future::pending(),
    )
    .unwrap();
}

fn game(folder: &Path) -> Arc<TableGame> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            files.push((
                path.to_string_lossy().into_owned(),
                std::fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let game = TableGame::new(GameText { name, files }).unwrap();
    Arc::new(game.on(SYSTEM))
}

/// A server in a process of its own.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(game: &str, store: &Path) -> Process {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["server", game])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        Process {
            child,
            address: line.trim().parse().unwrap(),
        }
    }

    /// Returns the processor time that it took, in seconds.
    fn processor_time(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let times = fields.split_whitespace().skip(11).take(2);
        times
            .map(|ticks| ticks.parse::<f64>().unwrap())
            .sum::<f64>()
            / TICKS
    }

    /// Returns its memory in kilobytes.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .unwrap();
        line.trim_end_matches("kB").trim().parse().unwrap()
    }
}

/// The times that a person at a table saw.
#[derive(Default)]
struct Times {
    /// From a choice to its view.
    own: Vec<Duration>,
    /// From a choice to the next question: others and bots have answered.
    next: Vec<Duration>,
    errors: Vec<String>,
    bytes: usize,
}

async fn measure(game: &str, tables: usize, seconds: u64) {
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let mut process = Process::start(game, &folder.path().join("tables.db"));
    println!(
        "{game}: listening after {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    let name = Path::new(game)
        .file_name()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let empty = process.memory();
    let mut links = Vec::new();
    let begun = Instant::now();
    for _ in 0..tables {
        links.push(create(process.address, &name).await);
    }
    println!(
        "{tables} tables created in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    let begun = process.memory();
    println!(
        "server {:.0} MB, a table {:.0} kB at its beginning",
        empty / 1024.0,
        (begun - empty) / tables as f64
    );
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut players = JoinSet::new();
    for (seed, link) in (0..).zip(&links) {
        players.spawn(play(
            process.address,
            link["seats"][0].as_str().unwrap().to_owned(),
            seed,
            end,
        ));
    }
    let mut times = Times::default();
    while let Some(one) = players.join_next().await {
        let one = one.unwrap();
        times.own.extend(one.own);
        times.next.extend(one.next);
        times.errors.extend(one.errors);
        times.bytes += one.bytes;
    }
    let [median, most] = report(&mut times, seconds);
    println!(
        "a table {:.0} kB in play; {:.1} s of processor time in all",
        (process.memory() - empty) / tables as f64,
        process.processor_time()
    );
    let changed = storm(process.address, &links).await;
    let memory = silent(&process, &links).await;
    process.child.kill().unwrap();
    process.child.wait().unwrap();
    let held = [
        (median < ASKED[0], "median below 30 ms"),
        (most < ASKED[1], "99 % below 150 ms"),
        (memory < ASKED[2], "silent connections below 100 MB"),
        (times.errors.is_empty(), "no error"),
        (changed == 0, "the storm changes nothing"),
    ];
    for (holds, what) in held {
        println!("{what}: {}", if holds { "yes" } else { "NO" });
    }
    if held.iter().any(|(holds, _)| !holds) {
        std::process::exit(1);
    }
}

/// Sends messages that must change nothing, from a seat that is not asked or a spectator of each table in turn; returns the number
/// of tables that changed.
async fn storm(address: SocketAddr, links: &[Value]) -> usize {
    let begun = Instant::now();
    let mut stream = Stream::new(7, purpose("storm"), 0);
    let mut changed = 0;
    let rounds = STORM.div_ceil(links.len());
    for link in links {
        let mut player = join(address, link["seats"][0].as_str().unwrap()).await;
        let mut watcher = join(address, link["spectator"].as_str().unwrap()).await;
        let before = look(&mut player, 1 << 30).await;
        let is_asked = before["question"].is_object();
        for number in 0..rounds {
            let text = hostile(&mut stream, number as u64);
            // A player who is asked may choose, so the storm comes from the other connection alone.
            let socket = if is_asked || number % 2 == 0 {
                &mut watcher
            } else {
                &mut player
            };
            socket.send(Message::Text(text.into())).await.unwrap();
            // An answer each, so that no connection is let go as a slow one.
            let answer = timeout_at((Instant::now() + PATIENCE).into(), socket.next()).await;
            assert!(matches!(answer, Ok(Some(Ok(_)))), "no answer to a message");
        }
        drop(watcher);
        let after = look(&mut player, 1 << 31).await;
        // Where a bot decides, it may have done so meanwhile.
        let stands = is_asked || before["over"] == true;
        changed += usize::from(stands && after["version"] != before["version"]);
    }
    println!(
        "{} messages that change nothing in {:.1} s",
        rounds * links.len(),
        begun.elapsed().as_secs_f64()
    );
    changed
}

/// Returns the table as a connection sees it, under a number above all that were used.
async fn look(socket: &mut WebSocketStream<TcpStream>, n: u64) -> Value {
    let request = json!({ "n": n, "request": { "do": "look" } });
    let sent = Message::Text(request.to_string().into());
    socket.send(sent).await.unwrap();
    while let Some(Ok(message)) = socket.next().await {
        let message: Value =
            serde_json::from_str(message.to_text().unwrap_or_default()).unwrap_or_default();
        if message["n"] == n {
            return message["reply"]["snapshot"].clone();
        }
    }
    panic!("the server let a connection go that asked what the table is");
}

/// Makes a message that is malformed, of another table, of an older version, or was sent before.
fn hostile(stream: &mut Stream, number: u64) -> String {
    let any = stream.pick(1_000_000);
    let (n, again) = (2 + number, 1 + number / 2);
    match stream.pick(6) {
        0 => "{\"n\":".to_owned() + &"[".repeat(any % 200),
        1 => json!({ "n": n, "request": { "do": "explode" } }).to_string(),
        2 => {
            json!({ "n": n, "request": { "do": "choose", "version": 1, "option": 0 } }).to_string()
        }
        3 => json!({ "n": n, "request": { "do": "choose", "version": any, "option": any } })
            .to_string(),
        4 => json!({ "n": again, "request": { "do": "undo", "version": any } }).to_string(),
        _ => json!({ "n": -1, "request": [any] }).to_string(),
    }
}

/// Tells the times; returns the median and the 99th percentile to the own view, in milliseconds.
fn report(times: &mut Times, seconds: u64) -> [f64; 2] {
    println!(
        "{} choices in {seconds} s, {} errors, {:.0} kB a view",
        times.own.len(),
        times.errors.len(),
        times.bytes as f64 / 1024.0 / (times.own.len() + times.next.len()).max(1) as f64
    );
    for error in times.errors.iter().take(5) {
        println!("  {error}");
    }
    let mut own = [0.0; 2];
    for (what, times) in [
        ("own view", &mut times.own),
        ("next question", &mut times.next),
    ] {
        times.sort_unstable();
        let at = |share: f64| {
            let n = (times.len() as f64 * share) as usize;
            times
                .get(n.min(times.len().saturating_sub(1)))
                .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        println!(
            "{what}: median {:.1} ms, 99 % {:.1} ms, most {:.1} ms",
            at(0.5),
            at(0.99),
            at(1.0)
        );
        if what == "own view" {
            own = [at(0.5), at(0.99)];
        }
    }
    own
}

/// Opens connections of spectators that say nothing; returns their memory in megabytes.
async fn silent(process: &Process, links: &[Value]) -> f64 {
    let before = process.memory();
    let mut held = Vec::new();
    for n in 0..SILENT {
        let token = links[n % links.len()]["spectator"].as_str().unwrap();
        let mut socket = join(process.address, token).await;
        // Its first snapshot.
        while let Some(Ok(message)) = socket.next().await {
            if message
                .to_text()
                .unwrap_or_default()
                .starts_with("{\"snapshot\"")
            {
                break;
            }
        }
        held.push(socket);
    }
    sleep(Duration::from_secs(2)).await;
    let more = process.memory() - before;
    println!(
        "{SILENT} silent connections: {:.0} MB, {:.0} kB each",
        more / 1024.0,
        more / SILENT as f64
    );
    more / 1024.0
}

/// Plays until the end; a game that is over is the end as well.
async fn play(address: SocketAddr, token: String, seed: u64, end: Instant) -> Times {
    let (mut times, mut stream) = (Times::default(), Stream::new(seed, purpose("load"), 0));
    let mut socket = join(address, &token).await;
    let (mut n, mut chosen) = (1, None::<Instant>);
    while let Ok(Some(message)) = timeout_at(end.into(), socket.next()).await {
        let text = match message {
            Ok(Message::Text(text)) => text,
            Ok(_) => continue,
            Err(error) => {
                times.errors.push(error.to_string());
                break;
            }
        };
        let came = Instant::now();
        let message: Value = serde_json::from_str(&text).unwrap();
        if !message["refusal"].is_null() {
            times.errors.push(message["refusal"].to_string());
            continue;
        }
        let is_own = message["reply"]["snapshot"].is_object();
        let snapshot = if is_own {
            &message["reply"]["snapshot"]
        } else {
            &message["snapshot"]
        };
        if !snapshot.is_object() {
            continue;
        }
        times.bytes += text.len();
        if is_own && let Some(chosen) = chosen {
            times.own.push(came - chosen);
        }
        if snapshot["over"] == true {
            break;
        }
        let options = snapshot["question"]["options"]
            .as_array()
            .map_or(0, Vec::len);
        if options == 0 {
            continue;
        }
        if let Some(chosen) = chosen.take() {
            times.next.push(came - chosen);
        }
        sleep(THINKING.mul_f64(0.5 + stream.pick(1000) as f64 / 1000.0)).await;
        n += 1;
        let choose = json!({ "do": "choose", "version": snapshot["version"], "option": stream.pick(options) });
        chosen = Some(Instant::now());
        let sent = socket
            .send(Message::Text(
                json!({ "n": n, "request": choose }).to_string().into(),
            ))
            .await;
        if let Err(error) = sent {
            times.errors.push(error.to_string());
            break;
        }
    }
    times
}

async fn join(address: SocketAddr, token: &str) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://{address}/socket"), stream)
        .await
        .unwrap();
    let join = json!({ "do": "join", "tokens": [token], "client": token });
    let message = json!({ "n": 1, "request": join }).to_string();
    socket.send(Message::Text(message.into())).await.unwrap();
    socket
}

/// Creates a table for a person and a bot.
async fn create(address: SocketAddr, game: &str) -> Value {
    let body = json!({ "game": game, "seats": [{}, { "bot": "random" }] }).to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}
