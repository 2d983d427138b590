//! What must hold of the sources as texts: the order of the rooms, no rings in them, one file for each outside crate, no game's
//! word, nothing that may panic without a proof.

use std::fs;
use std::path::Path;

mod costs;
mod imports;
mod licences;
mod map;
mod numbers;
mod params;
mod paths;
mod prose;
mod rings;
mod trees;
mod unit_tests;
mod wildcards;
mod words;

/// The rooms, in the order in which text becomes play. Each is a crate that may depend on those before it; the last is a module
/// of the package, with the command.
const ROOMS: &[&str] = &[
    "source", "markup", "report", "syntax", "tables", "rules", "check", "program", "compile",
    "pipeline", "engine", "jit", "play", "worlds", "encoding", "bots", "system", "lab", "tools",
    "sheets", "ide", "protocol", "table", "lsp", "dap", "cli",
];

/// Outside crates that one file alone may name, with that file.
const CRATES: &[(&str, &str)] = &[
    ("pest", "syntax/grammar.rs"),
    ("pest_derive", "syntax/grammar.rs"),
    ("granit_parser", "tables/yaml.rs"),
    ("roxmltree", "check/look/pictures.rs"),
    ("serde_yaml", "tools/rulings/snap.rs"),
    ("annotate_snippets", "report/render.rs"),
    ("rand", "engine/chance.rs"),
    ("strsim", "report/suggest.rs"),
    ("blake3", "pipeline/digest.rs"),
    ("indicatif", "cli/sim.rs"),
    ("csv", "lab/separated.rs"),
    ("plotters", "lab/plot.rs"),
    ("statrs", "lab/interval.rs"),
    ("flate2", "cli/serve/page.rs"),
    ("notify", "cli/watch.rs"),
    ("notify_debouncer_full", "cli/watch.rs"),
    ("rustyline", "cli/lines.rs"),
    ("unicode_width", "source/columns.rs"),
    ("ctrlc", "cli/mod.rs"),
    ("getrandom", "cli/start.rs"),
    ("rustix", "system/group.rs"),
    ("foldhash", "bots/digest.rs"),
    ("tract_onnx", "bots/net/model.rs"),
    ("mimalloc", "main.rs"),
    ("percent_encoding", "lsp/uri.rs"),
    ("unicode_linebreak", "sheets/text.rs"),
];

/// Outside crates that one room alone may name, or a few, with these: arguments and files stay at the edge.
const EDGES: &[(&str, &str)] = &[
    ("clap", "cli"),
    ("clap_complete", "cli"),
    ("clap_mangen", "cli"),
    ("cranelift_codegen", "jit"),
    ("cranelift_frontend", "jit"),
    ("cranelift_jit", "jit"),
    ("cranelift_module", "jit"),
    ("cranelift_native", "jit"),
    ("crossbeam_channel", "lsp"),
    ("gen_lsp_types", "lsp"),
    ("lsp_server", "lsp"),
    ("rayon", "cli"),
    ("rust_embed", "cli"),
    ("similar", "tools"),
    ("schemars", "table lab cli protocol report"),
];

/// Outside crates that one file of the server alone may name, with that file.
const SERVER_CRATES: &[(&str, &str)] = &[
    ("getrandom", "serve/token.rs"),
    ("governor", "serve/limits.rs"),
    ("mime_guess", "serve/http/assets.rs"),
    ("postgres", "serve/storage/postgresql.rs"),
    ("rayon", "serve/pool.rs"),
    ("rusqlite", "serve/storage/sqlite.rs"),
    ("tower_http", "serve/http/router.rs"),
];

/// The rooms that may read a clock: the command, and the one that bots have theirs of.
const CLOCKS: &[&str] = &["cli/", "system/"];

/// What ends the program where it stands.
const PANICS: &[&str] = &[
    ".unwrap()",
    ".expect(\"",
    "panic!(",
    "todo!(",
    "unimplemented!(",
    "unreachable!(",
];

/// Lines above a call that may panic within which its proof must stand.
const PROOF_WITHIN: usize = 6;

/// A file of `src`.
struct File {
    /// Below `src`, with `/`.
    path: String,
    text: String,
}

impl File {
    /// Its lines without comments, numbered from 1.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().map(without_comment);
        lines.enumerate().map(|(at, line)| (at + 1, line))
    }
}

/// A line up to its comment; `//` inside quotes begins none.
fn without_comment(line: &str) -> &str {
    let comments = line.match_indices("//").map(|(at, _)| at);
    let outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    comments
        .into_iter()
        .find(outside)
        .map_or(line, |at| &line[..at])
}

/// Rooms that are looked at on their own.
const APART: &[&str] = &["serve"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of the library and the command.
fn sources() -> Vec<File> {
    sources_below("src")
}

/// The files of the server, whose outside crates have homes of their own.
fn crates() -> Vec<File> {
    sources_below("src/serve")
}

/// The files below a folder of the project, without those in folders that stand apart.
fn sources_below(folder: &str) -> Vec<File> {
    let src = root().join("src");
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let name = path.file_name().unwrap_or_default();
                if !APART.iter().any(|apart| name == *apart) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let below = path.strip_prefix(&src).unwrap();
                files.push(File {
                    path: below.to_str().unwrap().replace('\\', "/"),
                    text: fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Fails with all that was found.
fn none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}\n{}", found.join("\n"));
}

#[test]
fn every_file_stands_in_a_room() {
    let strays = sources().into_iter().map(|file| file.path).filter(|path| {
        let room = path.split('/').next().unwrap_or_default();
        !ROOMS.contains(&room) && !["lib.rs", "main.rs"].contains(&room)
    });
    none(&Vec::from_iter(strays), "no room of this name in `ROOMS`");
}

/// Cargo refuses rooms that depend on each other in a ring; this holds the one order that the map tells.
#[test]
fn no_room_depends_on_a_later_one() {
    let mut found = Vec::new();
    for (at, room) in ROOMS.iter().enumerate() {
        let path = format!("src/{room}/Cargo.toml");
        let Ok(manifest) = fs::read_to_string(root().join(&path)) else {
            assert_eq!(*room, "cli", "{path} is not there");
            continue;
        };
        let lines = manifest
            .lines()
            .filter_map(|line| line.strip_prefix("ludex-"));
        let named = lines.filter_map(|line| line.split(['.', ' ']).next());
        let later = named.filter(|named| !ROOMS[..at].contains(named));
        found.extend(later.map(|named| format!("{path}: `{room}` depends on `{named}`")));
    }
    none(&found, "the data flows in one direction");
}

/// Tells whether a line of code names a crate.
fn names(line: &str, one: &str) -> bool {
    line.match_indices(&format!("{one}::")).any(|(start, _)| {
        !line[..start].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c))
    })
}

/// Lists the lines of files outside a crate's home that name it.
fn away_from_home(
    files: &[File],
    homes: &[(&str, &str)],
    is_home: impl Fn(&str, &str) -> bool,
) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for (at, line) in file.code() {
            let named = homes.iter().filter(|(one, _)| names(line, one));
            let away = named.filter(|(_, home)| !is_home(&file.path, home));
            let path = &file.path;
            found.extend(away.map(|(one, home)| format!("{path}:{at}: `{one}` belongs to {home}")));
        }
    }
    found
}

#[test]
fn an_outside_crate_has_one_home() {
    let in_file = |path: &str, home: &str| path == home;
    let in_room = |path: &str, home: &str| {
        let mut homes = home.split(' ');
        homes.any(|home| path.starts_with(&format!("{home}/")))
    };
    let found = [
        away_from_home(&sources(), CRATES, in_file),
        away_from_home(&sources(), EDGES, in_room),
        away_from_home(&crates(), SERVER_CRATES, in_file),
    ];
    none(
        &found.concat(),
        "each outside crate is named in one place, so that it can be replaced",
    );
}

/// Where there is no clock, as in a browser, reading one ends the program.
#[test]
fn the_library_alone_reads_no_clock() {
    let mut found = Vec::new();
    for file in sources() {
        let may = CLOCKS.iter().any(|room| file.path.starts_with(room));
        let reads = |line: &str| {
            ["Instant", "SystemTime"]
                .iter()
                .any(|one| line.contains(one))
        };
        let lines = file.code().filter(|(_, line)| !may && reads(line));
        found.extend(lines.map(|(at, line)| format!("src/{}:{at}: {}", file.path, line.trim())));
    }
    none(&found, "only `cli/` and `system/` read a clock");
}

#[test]
fn every_file_says_what_it_is() {
    let silent = |file: &File| !file.text.starts_with("//! ");
    let files = sources().into_iter().chain(crates());
    let found: Vec<String> = files.filter(silent).map(|file| file.path).collect();
    none(
        &found,
        "a file begins with `//!`: what it takes, gives and never does",
    );
}

#[test]
fn nothing_panics_without_a_proof() {
    let mut found = Vec::new();
    for file in sources().into_iter().chain(crates()) {
        let lines: Vec<&str> = file.text.lines().collect();
        for (at, line) in file.code() {
            if !PANICS.iter().any(|call| line.contains(call)) {
                continue;
            }
            let above = &lines[at.saturating_sub(PROOF_WITHIN + 1)..at];
            if !above.iter().any(|line| line.contains("// INVARIANT: ")) {
                found.push(format!("src/{}:{at}: {}", file.path, line.trim()));
            }
        }
    }
    none(
        &found,
        "what may panic needs an `// INVARIANT: …` that says why it cannot",
    );
}
