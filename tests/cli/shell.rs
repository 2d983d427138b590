//! `ludex completions` and `ludex man`.

use super::empty_folder;
use super::ludex;
use super::run;
use std::fs;

#[test]
fn completions_of_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = ludex(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}");
        for word in ["check", "rulings", "stdin-filepath"] {
            assert!(ran.out.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(ludex(&["completions", "dos"]).code, 2);
}

#[cfg(unix)]
#[test]
fn bash_reads_its_completions() {
    let script = ludex(&["completions", "bash"]).out;
    let ask = "COMP_WORDS=(ludex fm) COMP_CWORD=1; _ludex ludex fm ludex; echo \"${COMPREPLY[@]}\"";
    let output = std::process::Command::new("bash")
        .args(["-c", &format!("{script}\n{ask}")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "fmt\n");
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
