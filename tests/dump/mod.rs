//! Stages of small texts: `tests/data/dump/<case>.rules`, each effect, query and action of which is printed at each stage.

use crate::support::{HAS_MACHINE_CODE, cases, settings};
use ludex::pipeline::GameText;
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::tools::dump::{PrintedStage, dump};
use std::fmt::Write;

const STAGES: [(PrintedStage, &str); 4] = [
    (PrintedStage::Ast, "ast"),
    (PrintedStage::Rules, "rules"),
    (PrintedStage::Program, "program"),
    (PrintedStage::Lir, "lir"),
];

/// The names that a text declares, and `play`; and the ids of rows.
fn declared<'t>(rules: &'t str, rows: &'t str) -> Vec<&'t str> {
    let declared = rules.lines().filter_map(|line| {
        let (sort, rest) = line.split_once(' ')?;
        let is_named = ["effect", "query", "action"].contains(&sort);
        is_named.then(|| rest.split('(').next().unwrap_or_default())
    });
    let rows = rows.lines().filter_map(|line| {
        let (_, rest) = line.split_once("id: ")?;
        rest.split([',', ' ']).next()
    });
    declared.chain(["play"]).chain(rows).collect()
}

/// All stages of a text, with the rows that stand beside it.
fn stages(rules: &str, rows: &str) -> Vec<(&'static str, String)> {
    let files = [
        (
            "game.yaml",
            "title: Dump\nedition: 2\nplayers: { min: 2, max: 3 }\n",
        ),
        ("dump.rules", rules),
        ("rows.yaml", rows),
    ];
    let text = GameText {
        name: "dump".into(),
        files: files
            .map(|(path, text)| (path.into(), text.into()))
            .to_vec(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = text.parse(&mut sources, &mut report);
    let checked = parsed.check(&mut report);
    let program = checked.as_ref().and_then(|c| c.compile(&mut report));
    let (Some(checked), Some(program)) = (checked, program) else {
        panic!("{}", human(&report, &sources, false));
    };
    let names = &checked.names;
    for name in declared(rules, "") {
        let clif = dump(
            parsed.files(),
            names,
            &program,
            PrintedStage::Clif,
            Some(name),
        );
        let is_code = |text: String| text.contains("function") && text.contains("return");
        let is_expanded = program.queries.iter().all(|query| query.name != name)
            && program.routines.iter().all(|routine| routine.name != name);
        assert!(
            is_expanded || !HAS_MACHINE_CODE || clif.is_some_and(is_code),
            "{name}"
        );
    }
    assert_eq!(
        dump(
            parsed.files(),
            names,
            &program,
            PrintedStage::Program,
            Some("nonesuch")
        ),
        None
    );
    let stages = STAGES.map(|(stage, word)| {
        let mut all = String::new();
        for name in declared(rules, rows) {
            if let Some(text) = dump(parsed.files(), names, &program, stage, Some(name)) {
                writeln!(all, "---- {name}\n{text}").unwrap();
            }
        }
        (word, all)
    });
    stages.into()
}

#[test]
fn each_stage_of_small_texts() {
    let cases = cases("tests/data/dump");
    assert!(cases.len() > 1);
    let settings = settings("dump");
    settings.bind(|| {
        for case in cases {
            if case.extension().is_none_or(|ending| ending != "rules") {
                continue;
            }
            let rules = std::fs::read_to_string(&case).unwrap();
            let rows = std::fs::read_to_string(case.with_extension("yaml")).unwrap_or_default();
            let name = case.file_stem().unwrap().to_string_lossy().into_owned();
            for (stage, text) in stages(&rules, &rows) {
                insta::assert_snapshot!(format!("{name}_{stage}"), text);
            }
        }
    });
}
