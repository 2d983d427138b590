//! `--budget` of every command that plays.

use super::{edit, mill, run};
use std::path::PathBuf;

/// A game whose set-up counts a thousand numbers.
fn counting(name: &str) -> PathBuf {
    let folder = mill(name);
    let rules = folder.join("games/mill/mill.rules");
    let text = std::fs::read_to_string(&rules).unwrap();
    let counted = text.replacen("setup {", "setup { let many = count(x in 1..1000) ;", 1);
    assert_ne!(text, counted);
    std::fs::write(&rules, counted).unwrap();
    folder
}

#[test]
fn every_command_heeds_it() {
    let folder = counting("budget_commands");
    let record = [
        "play",
        "mill",
        "--seats",
        "random,random",
        "--record",
        "game.json",
    ];
    assert_eq!(run(&record, &folder, "").code, 0);
    let new = r#"{"do":"new","game":"mill","players":2,"seed":0}"#;
    for (args, input) in [
        (&["sim", "mill", "--games", "1"][..], ""),
        (&["play", "mill", "--seats", "random,random"], ""),
        (&["replay", "game.json"], ""),
        (&["explain", "game.json:0"], ""),
        (&["explain", "why-not", "mill", "take"], ""),
        (&["eval", "mill", "1 + 1"], ""),
        (&["coverage", "mill", "--sim", "1"], ""),
        (&["protocol"], new),
    ] {
        let input = format!("{input}\n");
        let enough = run(&[args, &["--budget", "steps=1M"]].concat(), &folder, &input);
        assert!(
            !told(&enough).contains("no decision came"),
            "{args:?}: {}",
            told(&enough)
        );
        let little = run(
            &[args, &["--budget", "steps=900"]].concat(),
            &folder,
            &input,
        );
        let told = told(&little);
        assert!(
            told.contains("no decision came after 900 steps"),
            "{args:?}: {told}"
        );
    }
}

fn told(ran: &super::Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

#[test]
fn the_manifest_is_heeded_and_the_command_comes_first() {
    let folder = counting("budget_manifest");
    edit(
        &folder.join("games/mill/game.yaml"),
        "title: Mill",
        "budget: { steps: 900 }\ntitle: Mill",
    );
    let sim = ["sim", "mill", "--games", "1"];
    let little = run(&sim, &folder, "");
    assert_eq!(little.code, 1);
    assert!(little.err.contains("after 900 steps"), "{}", little.err);
    let enough = run(&[&sim[..], &["--budget", "steps=5k"]].concat(), &folder, "");
    assert_eq!(enough.code, 0, "{}", enough.err);
}

#[test]
fn what_is_no_budget() {
    let folder = mill("budget_wrong");
    for wrong in [
        "steps=0",
        "steps=2000G",
        "steps",
        "hops=3",
        "bytes=1.5M",
        "60s",
    ] {
        let ran = run(&["sim", "mill", "--budget", wrong], &folder, "");
        assert_eq!(ran.code, 2, "{wrong}: {}", ran.err);
        assert!(
            ran.err.contains("steps=N") || ran.err.contains("50M"),
            "{}",
            ran.err
        );
    }
    for (wrong, why) in [
        ("{ steps: 0 }", "must be from 1 to"),
        ("{ steps: many }", "game.yaml"),
        ("{ step: 9 }", "unknown entry `step` in `budget`"),
        ("{ bytes: 1000000000001 }", "must be from 1 to"),
    ] {
        let folder = mill("budget_wrong_manifest");
        let manifest = format!("budget: {wrong}\ntitle: Mill");
        edit(
            &folder.join("games/mill/game.yaml"),
            "title: Mill",
            &manifest,
        );
        let ran = run(&["check", "games/mill"], &folder, "");
        assert_eq!(ran.code, 1, "{wrong}: {}", ran.out);
        assert!(ran.out.contains(why), "{wrong}: {}", ran.out);
    }
}
