//! Every help text.

use super::ludex;
use super::snapshots;

#[test]
fn every_help() {
    let commands: &[&[&str]] = &[
        &[],
        &["check"],
        &["fmt"],
        &["explain"],
        &["explain", "why-not"],
        &["play"],
        &["sim"],
        &["rulings"],
        &["rulings", "test"],
        &["rulings", "accept"],
        &["replay"],
        &["protocol"],
        &["new"],
        &["new", "game"],
        &["new", "card"],
        &["new", "ruling"],
        &["schema"],
        &["completions"],
        &["man"],
    ];
    snapshots(|| {
        for command in commands {
            let ran = ludex(&[command, &["--help"][..]].concat());
            assert_eq!(ran.code, 0, "{command:?}");
            let name = [&["help"][..], command].concat().join("_");
            insta::assert_snapshot!(name, ran.out);
        }
    });
}

#[test]
fn a_wrong_argument() {
    assert_eq!(ludex(&["chekc"]).code, 2);
    assert_eq!(ludex(&["sim", "noah", "--games", "many"]).code, 2);
}
