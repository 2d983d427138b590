//! `ludex fmt`.

use super::{edit, mill, run, snapshots, whole};
use std::fs;

#[test]
fn the_files_of_a_game() {
    let folder = mill("fmt_files");
    let rules = folder.join("games/mill/mill.rules");
    let sound = fs::read_to_string(&rules).unwrap();
    edit(
        &rules,
        "  gain stone.worth points",
        "\tgain   stone.worth points",
    );
    let ran = run(&["fmt", "--check"], &folder, "");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            1,
            "not formatted: games/mill/mill.rules\n1 file to format, 2 unchanged\n"
        )
    );
    snapshots(|| {
        let ran = run(&["fmt", "--diff"], &folder, "");
        insta::assert_snapshot!("fmt_diff", whole(&ran));
    });
    let ran = run(&["fmt"], &folder, "");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            0,
            "formatted games/mill/mill.rules\n1 file formatted, 2 unchanged\n"
        )
    );
    assert_eq!(fs::read_to_string(&rules).unwrap(), sound);
    let ran = run(&["fmt", "--check", "games/mill/mill.rules"], &folder, "");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "0 files to format, 1 unchanged\n")
    );
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let folder = mill("fmt_broken");
    let game = folder.join("games/mill");
    edit(&game.join("mill.rules"), "setup { }", "setup { ");
    edit(&game.join("stones.yaml"), "worth: 4}", "worth: 4} \n");
    let broken = fs::read_to_string(game.join("mill.rules")).unwrap();
    let ran = run(&["fmt"], &folder, "");
    snapshots(|| insta::assert_snapshot!("fmt_broken", whole(&ran)));
    assert_eq!(fs::read_to_string(game.join("mill.rules")).unwrap(), broken);
    assert!(
        !fs::read_to_string(game.join("stones.yaml"))
            .unwrap()
            .contains("} \n")
    );
}

#[test]
fn a_text_on_stdin() {
    let folder = mill("fmt_stdin");
    let ran = run(&["fmt", "-"], &folder, "moment   dusk\n\n\n\nmoment dawn");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "moment dusk\n\nmoment dawn\n")
    );
    let ran = run(&["fmt", "-", "--check"], &folder, "moment   dusk\n");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let ran = run(&["fmt", "-"], &folder, "moment { dusk\n");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("stdin.rules:1:8"), "{}", ran.err);
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "  worth: int 1..9\n",
        "  worth: int 1..9\n  on_take: effect()\n",
    );
    let row = "stone:\n  - { id: red, worth: 1, on_take: gain  2 points }\n";
    let path = ["--stdin-filepath", "games/mill/stones.yaml"];
    let ran = run(&[&["fmt", "-"], &path[..]].concat(), &folder, row);
    assert_eq!((ran.code, ran.out), (0, row.replace("gain  2", "gain 2")));
}

#[test]
fn what_cannot_be_formatted() {
    let folder = mill("fmt_wrong");
    fs::write(folder.join("notes.txt"), "x").unwrap();
    for (args, said) in [
        (&["fmt", "nowhere"][..], "there is no `nowhere`"),
        (&["fmt", "notes.txt"], "cannot format `notes.txt`"),
        (&["fmt", "-", "games"], "`-` stands alone"),
        (&["fmt", "--check", "--diff"], "cannot be used with"),
    ] {
        let ran = run(args, &folder, "");
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    let empty = super::empty_folder("fmt_nothing");
    assert_eq!(run(&["fmt"], &empty, "").code, 2);
}
