//! `docs/authoring.md` as a reader types it: files are written, commands run, and what they say is what the page shows.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A reader's desk: a shell's folder, and what is on the page so far.
struct Reader {
    /// The folder that the shell is in.
    folder: PathBuf,
    /// Where a command leaves the folder it ended in.
    trace: PathBuf,
    path: String,
}

/// A fenced block of the page.
struct Block<'page> {
    /// The number of its first line within.
    line: usize,
    language: &'page str,
    /// `file` or `add-to`, and the path.
    target: Option<(&'page str, &'page str)>,
    lines: Vec<&'page str>,
}

#[test]
fn the_page_as_a_reader_types_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/authoring.md")).unwrap();
    let mut reader = Reader::new(root);
    let (mut files, mut commands) = (0, 0);
    for block in blocks(&page) {
        match (block.language, block.target) {
            ("console", None) => commands += reader.types(&block),
            (_, Some((how, file))) => {
                reader.edits(&block, how, file);
                files += 1;
            }
            (language, None) => panic!("line {}: a `{language}` block without a file", block.line),
        }
    }
    assert!(files > 8, "{files} files");
    assert!(commands > 15, "{commands} commands");
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let (language, target) = match info.split_once(' ') {
            Some((language, target)) => (language, target.split_once('=')),
            None => (info, None),
        };
        let within = lines.by_ref().map(|(_, line)| line);
        blocks.push(Block {
            line: at + 2,
            language,
            target,
            lines: within.take_while(|line| *line != "```").collect(),
        });
    }
    blocks
}

impl Reader {
    /// An empty folder beside the repository, which the page calls `ludex`.
    fn new(root: &Path) -> Reader {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("authoring");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink(root, folder.join("ludex")).unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_ludex")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        Reader {
            trace: folder.join(".folder"),
            folder,
            path: format!("{}:{path}", program.display()),
        }
    }

    /// Writes a file, adds to it, or changes lines of it.
    fn edits(&self, block: &Block, how: &str, file: &str) {
        let path = self.folder.join(file);
        let text: String = block.lines.iter().flat_map(|line| [*line, "\n"]).collect();
        let text = match (how, block.language) {
            ("file", "diff") => {
                let side = |other: char| -> String {
                    let lines = block.lines.iter().filter(|line| !line.starts_with(other));
                    lines.map(|line| format!("{}\n", &line[1..])).collect()
                };
                let before = format!("\n{}", fs::read_to_string(&path).unwrap());
                let old = format!("\n{}", side('+'));
                let found = before.matches(&old).count();
                assert_eq!(found, 1, "line {}: in {file}:{old}", block.line);
                before.replace(&old, &format!("\n{}", side('-')))[1..].to_owned()
            }
            ("file", _) => text,
            ("add-to", _) => fs::read_to_string(&path).unwrap() + &text,
            _ => panic!("line {}: `{how}` is nothing to do", block.line),
        };
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Types the commands of a block and compares what they say; answers how many there were.
    fn types(&mut self, block: &Block) -> usize {
        let starts: Vec<usize> = (0..block.lines.len())
            .filter(|&at| block.lines[at].starts_with("$ "))
            .collect();
        assert_eq!(starts.first(), Some(&0), "line {}: no command", block.line);
        for (nth, &at) in starts.iter().enumerate() {
            let end = starts.get(nth + 1).copied().unwrap_or(block.lines.len());
            self.types_one(
                block.line + at,
                &block.lines[at][2..],
                &block.lines[at + 1..end],
            );
        }
        starts.len()
    }

    fn types_one(&mut self, line: usize, typed: &str, shown: &[&str]) {
        let script = format!("{typed}\nended=$?; pwd > \"$TRACE\"; exit $ended");
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{script}")])
            .current_dir(&self.folder)
            .env("PATH", &self.path)
            .env("TRACE", &self.trace)
            .env("COLUMNS", "100")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        self.folder = fs::read_to_string(&self.trace).unwrap().trim_end().into();
        let said = String::from_utf8(output.stdout).unwrap();
        let code = typed
            .rsplit_once("# exit ")
            .map_or(0, |(_, code)| code.parse().unwrap());
        let place = format!("docs/authoring.md:{line}: $ {typed}");
        assert_eq!(output.status.code(), Some(code), "{place}\n{said}");
        let lines: Vec<&str> = said.trim_end().lines().map(str::trim_end).collect();
        if !whole(shown, &lines) {
            let shown = shown.join("\n");
            panic!("{place}\n--- the page shows\n{shown}\n--- the program says\n{said}");
        }
    }
}

/// Whether lines are as shown, where a line `…` stands for any lines.
fn whole(shown: &[&str], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|skipped| whole(rest, &lines[skipped..])),
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, lines)| like(first, line) && whole(rest, lines)),
    }
}

/// Whether a line is as shown, where `…` stands for any text.
fn like(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        None => shown == line,
        Some((head, rest)) => line.strip_prefix(head).is_some_and(|line| {
            let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            ends.into_iter().any(|at| like(rest, &line[at..]))
        }),
    }
}

#[test]
fn dots_stand_for_what_is_left_out() {
    assert!(whole(&["…"], &[]));
    assert!(whole(&["a", "…", "c…e"], &["a", "b", "b", "cde"]));
    assert!(!whole(&["a"], &["a", "b"]));
    assert!(!whole(&["…", "c"], &["a", "b"]));
    assert!(!like("1 of … left", "1 of 2 lost"));
}
