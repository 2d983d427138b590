//! The stages of a game as text: what the parser, the checker and the compiler make of it, and the machine code's own form.
//!
//! Takes a game that was checked, gives text for people who work on ludex. Never here: a disk, a meaning.

mod layout;
mod rows;
mod slot_names;
mod statements;
mod tree;
mod typed;

use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_program::Program;
use ludex_program::listing::{is_meant, listing};
use ludex_rules::game::Game;
use ludex_rules::ids::{KindId, RowId};
use std::fmt::Write;
use tree::tree;

/// A stage of compilation that can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedStage {
    /// Trees of rules texts, those of rows too, names unresolved.
    Ast,
    /// Typed trees, names resolved.
    Rules,
    /// The compiled program, instruction by instruction.
    Program,
    /// The low-level form of the program.
    Lir,
    /// Cranelift's form of the program.
    Clif,
}

/// Prints a stage of what is called so, or of the whole game; none when nothing is called so, or no machine code can be made.
#[must_use]
pub fn dump(
    files: &GameFiles,
    names: &Env,
    program: &Program,
    stage: PrintedStage,
    of: Option<&str>,
) -> Option<String> {
    let text = match stage {
        PrintedStage::Ast => trees(files, names, of),
        PrintedStage::Rules => rules(&names.game, of),
        PrintedStage::Program => listing(program, of),
        PrintedStage::Lir => functions(
            ludex_engine::machine::executable::Executable::lir(program),
            of,
        ),
        PrintedStage::Clif => {
            let all = ludex_play::back_end::clif(program)?.into_iter();
            let titled =
                |(name, text): (String, String)| (name.clone(), format!("; {name}\n{text}"));
            functions(all.map(titled).collect(), of)
        }
    };
    (!text.is_empty()).then_some(text)
}

fn trees(files: &GameFiles, names: &Env, of: Option<&str>) -> String {
    let prelude = files.prelude.iter().filter(|_| of.is_some());
    let items = prelude.chain(&files.rules).flat_map(|file| &file.items);
    let meant = items.filter(|item| of.is_none() || Some(item.kind.called()) == of);
    let trees: String = meant.map(|item| tree(&item.kind)).collect();
    trees + &rows::texts(files, names, of)
}

fn rules(game: &Game, of: Option<&str>) -> String {
    let mut text = String::new();
    let mut add = |names: &[&str], written: String| {
        if names.iter().any(|name| is_meant(name, of)) {
            text.push_str(&written);
        }
    };
    let row = |source: Option<(KindId, RowId)>| {
        source.map_or("", |(kind, row)| &game.kind(kind).rows[row.index()].id)
    };
    for query in game.queries.iter().chain(&game.value_texts) {
        add(&[&query.name], typed::query(game, query));
    }
    for action in &game.actions {
        add(&[&action.name], typed::action(game, action));
    }
    for routine in &game.routines {
        add(&[&routine.name], typed::routine(game, routine));
    }
    for hook in &game.hooks {
        add(
            &[&game.routines[hook.body.index()].name],
            typed::hook(game, hook),
        );
    }
    for modifier in &game.modifiers {
        let query = &game.queries[modifier.query.index()].name;
        add(
            &[query, row(modifier.source)],
            typed::modifier(game, modifier),
        );
    }
    text
}

/// Functions that have a name.
fn functions(all: Vec<(String, String)>, of: Option<&str>) -> String {
    let mut text = String::new();
    for (name, written) in all {
        let called = name.rsplit(' ').next().unwrap_or_default();
        if is_meant(called, of) {
            let _ = writeln!(text, "{written}");
        }
    }
    text
}
