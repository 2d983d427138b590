//! `ludex compare`.

use super::{edit, mill, run, snapshots, whole};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A second mill beside the first, where the best stone is worth nine.
fn rich(folder: &Path) {
    let rich = folder.join("games/rich");
    fs::create_dir_all(&rich).unwrap();
    for file in fs::read_dir(folder.join("games/mill")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), rich.join(file.file_name())).unwrap();
    }
    edit(&rich.join("stones.yaml"), "worth: 4", "worth: 9");
}

#[test]
fn a_game_and_itself() {
    let folder = mill("compare_same");
    let ran = run(&["compare", "mill", "mill", "--games", "200"], &folder, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(
        ran.out
            .contains("score of P0: no effect seen, +0.00 to +0.00")
    );
}

#[test]
fn a_richer_edition() {
    let folder = mill("compare_rich");
    rich(&folder);
    let asked = ["compare", "mill", "games/rich", "--games", "256"];
    let ran = run(&asked, &folder, "");
    snapshots(|| insta::assert_snapshot!("compare_rich", whole(&ran)));
    let one = run(
        &[&asked[..], &["--json", "--threads", "1"]].concat(),
        &folder,
        "",
    );
    let two = run(
        &[&asked[..], &["--json", "--threads", "2"]].concat(),
        &folder,
        "",
    );
    assert_eq!((one.code, &one.out), (1, &two.out));
}

/// Bots may play, and the number of players is that of the bots.
#[test]
fn among_bots() {
    let folder = mill("compare_bots");
    rich(&folder);
    let asked = ["compare", "mill", "rich", "--games", "40", "--json"];
    let ran = run(
        &[&asked[..], &["--seats", "greedy,random,random"]].concat(),
        &folder,
        "",
    );
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["players"], 3);
    assert_eq!(told["games"], 40);
}

/// An edition may be what a commit holds.
#[test]
fn an_edition_in_a_commit() {
    let folder = mill("compare_commit");
    let git = |words: &[&str]| {
        let named = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
        let mut git = Command::new("git");
        let ran = git.args(named).args(words).current_dir(&folder).output();
        assert!(ran.unwrap().status.success(), "{words:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "games"]);
    git(&["commit", "-q", "-m", "as it was"]);
    edit(
        &folder.join("games/mill/stones.yaml"),
        "worth: 4",
        "worth: 9",
    );
    let ran = run(
        &["compare", "HEAD:games/mill", "mill", "--games", "256"],
        &folder,
        "",
    );
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("score of P0: more"), "{}", ran.out);
    let wrong = [
        ("HEAD:games", "there is no game in `HEAD:games`"),
        ("nowhere:games/mill", "git: "),
        ("--all:games/mill", "unexpected argument"),
        (":games/mill", "`` is no commit"),
    ];
    for (edition, told) in wrong {
        let ran = run(&["compare", edition, "mill"], &folder, "");
        assert_eq!(ran.code, 2, "{edition}");
        assert!(ran.err.contains(told), "{edition}: {}", ran.err);
    }
}
