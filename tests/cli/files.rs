//! Files that are no files, links in circles, disks that are full, commands that are killed.

use super::{MILL, empty_folder, mill, run};
use std::fs;
use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes a pipe that nobody writes into.
fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

/// What lies in a folder and begins with a dot.
fn hidden(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap();
    let paths = all.map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.filter(|path| name(path).starts_with('.')).collect()
}

#[test]
fn a_pipe_is_no_table() {
    let folder = mill("files_pipe");
    pipe(&folder.join("games/mill/x.yaml"));
    for args in [
        &["check"][..],
        &["check", "games/mill"],
        &["fmt", "--check"],
    ] {
        let ran = run(args, &folder, "");
        assert_eq!(ran.code, 2, "{args:?}\n{}{}", ran.out, ran.err);
        let said = "error: cannot read `games/mill/x.yaml`: it is a pipe or a device, not a file\n";
        assert!(ran.err.ends_with(said), "{args:?}\n{}", ran.err);
    }
    fs::remove_file(folder.join("games/mill/x.yaml")).unwrap();
    fs::create_dir(folder.join("games/mill/rulings")).unwrap();
    pipe(&folder.join("games/mill/rulings/x.ruling.yaml"));
    let ran = run(&["rulings", "test"], &folder, "");
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
}

#[test]
fn links_in_a_circle_are_followed_once() {
    let folder = mill("files_circle");
    let game = folder.join("games/mill");
    fs::create_dir_all(game.join("rulings/more")).unwrap();
    fs::create_dir(game.join("more")).unwrap();
    for name in [
        "rulings/up",
        "rulings/more/up",
        "more/up",
        "more/here",
        "here",
    ] {
        let to = if name.ends_with("here") { "." } else { ".." };
        symlink(to, game.join(name)).unwrap();
    }
    symlink("../..", game.join("more/above")).unwrap();
    for args in [
        &["check"][..],
        &["check", "games/mill"],
        &["check", "games/mill/rulings"],
        &["rulings", "test", "--allow-none"],
    ] {
        let ran = run(args, &folder, "");
        assert!(
            !ran.out.contains("error["),
            "{args:?}\n{}{}",
            ran.out,
            ran.err
        );
    }
    let ran = run(&["fmt", "--check", "games"], &folder, "");
    let files = fs::read_dir(&game)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_file());
    let told = ran
        .out
        .lines()
        .filter(|line| line.starts_with("not formatted"))
        .count();
    assert!(told <= files.count(), "{}", ran.out);
    assert!(ran.out.ends_with("unchanged\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_link_to_a_folder_elsewhere_is_followed() {
    let folder = mill("files_link");
    let game = folder.join("games/mill");
    fs::create_dir(folder.join("shared")).unwrap();
    fs::rename(game.join("stones.yaml"), folder.join("shared/stones.yaml")).unwrap();
    symlink("../../shared", game.join("tables")).unwrap();
    let ran = run(&["check"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn one_file_that_is_no_text_hides_nothing() {
    let folder = mill("files_latin");
    let game = folder.join("games/mill");
    fs::write(game.join("more.yaml"), b"# gr\xfcn\nstoone: []\n").unwrap();
    fs::write(game.join("mill.rules"), MILL.replace("gain", "gian")).unwrap();
    let ran = run(&["check", "--format", "short"], &folder, "");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let said = "games/mill/more.yaml:1:5: error[S04]: this file is not UTF-8 text";
    assert!(ran.out.contains(said), "{}", ran.out);
    // What may only follow from the broken file is held back; what stands in another file is told.
    fs::write(game.join("mill.rules"), MILL.replace("int 1..9", "int 1..")).unwrap();
    let ran = run(&["check", "--format", "short"], &folder, "");
    assert!(
        ran.out.contains("[S04]") && ran.out.contains("mill.rules:3"),
        "{}",
        ran.out
    );
    // Nothing is written that was not read.
    let before = fs::read(game.join("more.yaml")).unwrap();
    run(&["check", "--fix"], &folder, "");
    assert_eq!(fs::read(game.join("more.yaml")).unwrap(), before);
}

#[test]
fn what_could_not_be_written_was_not_formatted() {
    let folder = mill("files_full");
    let game = folder.join("games/mill");
    let ugly = MILL.replace("worth: int", "worth:   int") + &"// more\n".repeat(200);
    fs::write(game.join("mill.rules"), &ugly).unwrap();
    // No file may be longer than 512 bytes: as on a full disk, writing fails.
    let limited = format!(
        "ulimit -f 1; trap '' XFSZ; exec {} fmt games",
        env!("CARGO_BIN_EXE_ludex")
    );
    let mut shell = Command::new("sh");
    let ran = shell
        .args(["-c", &limited])
        .current_dir(&folder)
        .output()
        .unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{out}{err}");
    assert!(!out.contains("formatted games/mill/mill.rules"), "{out}");
    assert!(out.contains(", 1 not written\n"), "{out}");
    assert!(
        err.contains("cannot write `games/mill/mill.rules`"),
        "{err}"
    );
    assert_eq!(fs::read_to_string(game.join("mill.rules")).unwrap(), ugly);
    assert!(hidden(&game).is_empty());
}

#[test]
fn what_a_killed_writer_left_is_taken_away() {
    let folder = mill("files_killed");
    let game = folder.join("games/mill");
    fs::write(
        game.join("mill.rules"),
        MILL.replace("worth: int", "worth:   int"),
    )
    .unwrap();
    let (left, busy) = (
        game.join(".mill.rules.77.tmp"),
        game.join(".mill.rules.78.tmp"),
    );
    let others = game.join(".mill.rules.mine.tmp");
    for path in [&left, &busy, &others] {
        fs::write(path, "half").unwrap();
    }
    let at_work = File::open(&busy).unwrap();
    at_work.lock().unwrap();
    let ran = run(&["fmt", "games"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let mut still = hidden(&game);
    still.sort();
    assert_eq!(still, [busy, others]);
}

#[test]
fn a_new_game_that_was_killed_blocks_no_other() {
    let folder = empty_folder("files_new");
    let games = folder.join("games");
    let left = games.join(".fox.77.tmp");
    fs::create_dir_all(left.join("rulings")).unwrap();
    fs::write(left.join("game.yaml"), "title: Fo").unwrap();
    let ran = run(&["new", "game", "fox"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(hidden(&games).is_empty());
    // Where the folder can't be written whole, nothing of it is there.
    let limited = format!(
        "ulimit -f 1; trap '' XFSZ; exec {} new game owl",
        env!("CARGO_BIN_EXE_ludex")
    );
    let mut shell = Command::new("sh");
    let ran = shell
        .args(["-c", &limited])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(!games.join("owl").exists());
    assert!(hidden(&games).is_empty());
    assert_eq!(run(&["new", "game", "owl"], &folder, "").code, 0);
}

#[test]
fn a_record_is_not_replaced_unless_asked() {
    let folder = mill("files_record");
    let play = ["play", "mill", "--record", "game.json"];
    let ran = run(&play, &folder, "1\n");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let first = fs::read_to_string(folder.join("game.json")).unwrap();
    let ran = run(&play, &folder, "2\n");
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    let said = "error: `game.json` is there already; add --overwrite to replace it, or record into another file\n";
    assert_eq!(ran.err, said);
    assert_eq!(fs::read_to_string(folder.join("game.json")).unwrap(), first);
    let ran = run(&[&play[..], &["--overwrite"]].concat(), &folder, "2\n");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_ne!(fs::read_to_string(folder.join("game.json")).unwrap(), first);
}

#[test]
fn what_a_link_leads_to_is_written() {
    let folder = mill("files_link");
    let (game, away) = (folder.join("games/mill"), folder.join("away"));
    fs::create_dir_all(&away).unwrap();
    let ugly = MILL.replace("worth: int", "worth:   int");
    fs::write(away.join("rules"), &ugly).unwrap();
    symlink("rules", away.join("mill.rules")).unwrap();
    fs::remove_file(game.join("mill.rules")).unwrap();
    symlink("../../away/mill.rules", game.join("mill.rules")).unwrap();
    let ran = run(&["fmt", "games"], &folder, "");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    for link in [game.join("mill.rules"), away.join("mill.rules")] {
        assert!(
            fs::symlink_metadata(&link).unwrap().is_symlink(),
            "{link:?}"
        );
    }
    let written = fs::symlink_metadata(away.join("rules")).unwrap();
    assert!(written.is_file());
    assert_ne!(fs::read_to_string(away.join("rules")).unwrap(), ugly);
    assert!(hidden(&game).is_empty() && hidden(&away).is_empty());
}

/// Writers of one file clear away what killed ones left, and never what another is about to write.
#[test]
fn many_write_one_file_at_once() {
    let folder = mill("files_at_once");
    let game = folder.join("games/mill");
    let rules = game.join("mill.rules");
    let ugly = MILL.replace("worth: int", "worth:   int");
    let rounds = std::env::var("LUDEX_WRITERS").map_or(3, |rounds| rounds.parse().unwrap());
    for _ in 0..rounds {
        fs::write(&rules, &ugly).unwrap();
        let children: Vec<_> = (0..6)
            .map(|_| {
                Command::new(env!("CARGO_BIN_EXE_ludex"))
                    .args(["fmt", "games"])
                    .current_dir(&folder)
                    .stdout(std::process::Stdio::piped())
                    .stderr(std::process::Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for child in children {
            let ran = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&ran.stderr);
            assert_eq!((ran.status.code(), &*said), (Some(0), ""));
        }
        assert_ne!(fs::read_to_string(&rules).unwrap(), ugly);
        assert!(hidden(&game).is_empty());
    }
}
