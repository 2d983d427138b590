//! `ludex completions` and `ludex man`.

use super::{empty_folder, ludex, run};
use std::fs;
use std::path::Path;

#[test]
fn completions_of_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = ludex(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}");
        assert!(ran.out.contains("LUDEX_COMPLETE"), "{shell}: {}", ran.out);
    }
    assert_eq!(ludex(&["completions", "dos"]).code, 2);
}

/// What a shell is told that the last of some words may become, in a folder.
fn completed(shell: &str, words: &[&str], folder: &Path) -> Vec<String> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args([&["--", "ludex"], words].concat())
        .current_dir(folder)
        .env("LUDEX_COMPLETE", shell)
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .env("_CLAP_IFS", "\n")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // Zsh and fish are told more behind each word.
    let word = |line: &str| line.split(['\t', ':']).next().unwrap().to_owned();
    text.lines().map(word).collect()
}

#[test]
fn ids_are_completed() {
    let (folder, _) = super::rulings::with_ruling("complete");
    let rules = folder.join("games/mill/mill.rules");
    super::edit(
        &rules,
        "setup { }",
        "option long: bool = false \"a longer game\"\n\nsetup { }",
    );
    let cases: &[(&[&str], &[&str])] = &[
        (&["sim", "mi"], &["mill"]),
        (&["sim", "no"], &["noah"]),
        (&["explain", "mill/re"], &["mill/red"]),
        (&["explain", "mill/ta"], &["mill/take"]),
        (&["explain", "N0"], &["N01", "N02"]),
        (&["explain", "why-not", "mill", "t"], &["take"]),
        (
            &["sim", "mill", "--option", ""],
            &["long=false", "long=true"],
        ),
        (&["sim", "mill", "--option", "long=f"], &["long=false"]),
        (&["rulings", "test", "mill/f"], &["mill/first"]),
        (
            &["new", "card", "x", "--game", "mill", "--kind", "s"],
            &["stone"],
        ),
        (&["rulings", "acc"], &["accept"]),
        (&["rulings", "record", "mi"], &["mill"]),
        (&["tune", "mill", "green."], &["green.worth"]),
        (&["dump", "mill", "--of", "ta"], &["take"]),
        (&["arena", "mill", "gre"], &["greedy"]),
        (&["sim", "mill", "--seats", "greedy,r"], &["greedy,random"]),
        (&["play", "mill", "--seats", "me,m"], &["me,mcts", "me,me"]),
        (&["docs", "games/mi"], &["games/mill/"]),
    ];
    for shell in ["bash", "zsh", "fish"] {
        for (words, found) in cases {
            let told = completed(shell, words, &folder);
            let all = found.iter().all(|one| told.contains(&(*one).to_owned()));
            assert!(
                all && told.len() >= found.len(),
                "{shell} {words:?}: {told:?}"
            );
        }
        assert_eq!(completed(shell, &["sim", "mi"], &folder), ["mill"]);
        let explained = completed(shell, &["explain", "mill/re"], &folder);
        assert!(
            explained.iter().all(|one| one.contains("re")) && !explained.is_empty(),
            "{shell}: {explained:?}"
        );
    }
    // What cannot be read has no words, and is no error.
    std::fs::write(folder.join("games/mill/mill.rules"), "kind {").unwrap();
    assert_eq!(
        completed("bash", &["sim", "mill", "--option", "s"], &folder),
        Vec::<String>::new()
    );
}

#[cfg(unix)]
#[test]
fn bash_reads_its_completions() {
    let script = ludex(&["completions", "bash"]).out;
    let ask = "COMP_WORDS=(ludex sim no) COMP_CWORD=2; _clap_complete_ludex ludex no sim; echo \"${COMPREPLY[@]}\"";
    let folder = Path::new(env!("CARGO_BIN_EXE_ludex")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let output = std::process::Command::new("bash")
        .args(["-c", &format!("{script}\n{ask}")])
        .env("PATH", format!("{}:{path}", folder.display()))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "noah\n");
}

/// A folder of one's own hides no game that comes with the program; asked for by name, it is the only one.
#[test]
fn own_games_stand_beside_the_shipped_ones() {
    let folder = super::mill("library");
    let sim = |args: &[&str]| run(&[args, &["--games", "2"][..]].concat(), &folder, "");
    assert_eq!(sim(&["sim", "mill"]).code, 0);
    assert_eq!(sim(&["sim", "noah"]).code, 0);
    let unknown = sim(&["sim", "naoh"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("mill") && unknown.err.contains("sanctuary"),
        "{}",
        unknown.err
    );
    assert_eq!(
        run(&["--games", "games", "sim", "noah"], &folder, "").code,
        2
    );
    // A game here comes before a shipped one of the same name.
    std::fs::rename(folder.join("games/mill"), folder.join("games/noah")).unwrap();
    let told = sim(&["sim", "noah"]);
    assert!(told.out.starts_with("Mill: "), "{}", told.out);
    // What is checked is what lies here.
    let checked = run(&["check"], &folder, "");
    assert_eq!(checked.out.lines().count(), 1, "{}", checked.out);
    let listed = run(&["protocol"], &folder, "{\"do\":\"games\"}\n").out;
    assert!(
        listed.contains("\"Mill\"") && listed.contains("\"jump_gate\""),
        "{listed}"
    );
}

#[test]
fn a_page_for_every_command() {
    let ran = ludex(&["man"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains(".TH ludex 1"), "{}", &ran.out[..200]);
    let folder = empty_folder("man");
    let ran = run(&["man", "pages"], &folder, "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for page in ["ludex", "ludex-check", "ludex-rulings-test"] {
        let text = fs::read_to_string(folder.join(format!("pages/{page}.1"))).unwrap();
        assert!(text.contains(&format!(".TH {page} 1")), "{page}");
    }
}

/// Neither colours nor moving bars go into a pipe, and `NO_COLOR` is heeded where they would be.
#[test]
fn plain_text_into_pipes() {
    let broken = "tests/data/rejected/names/unknown_type";
    for args in [&["check", broken][..], &["sim", "noah", "--games", "50"]] {
        let ran = ludex(args);
        assert!(
            !ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'),
            "{args:?}"
        );
    }
}

/// What a command says on a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(command: &str, no_color: &str) -> String {
    let command = format!("{} {command}", env!("CARGO_BIN_EXE_ludex"));
    let output = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TERM", "xterm")
        .env("NO_COLOR", no_color)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("`script` of util-linux, which gives a command a terminal");
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn colours_on_a_terminal_unless_unwanted() {
    let broken = "check tests/data/rejected/names/unknown_type";
    assert!(on_a_terminal(broken, "").contains("\u{1b}["));
    let plain = on_a_terminal(broken, "1");
    assert!(
        plain.contains("error") && !plain.contains("\u{1b}["),
        "{plain}"
    );
}
