//! Lines above rulings, rows and declarations: whether rulings pass, to run them, to accept or reject what they show.

use crate::commands::{ACCEPT, DIFFERENCE, REJECT, RUN};
use crate::game::OpenGame;
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use crate::uri;
use gen_lsp_types::{CodeLens, CodeLensParams, Command, Range};
use ludex_ide::{FileSymbol, FileSymbolSort};
use ludex_tools::rulings::RulingVerdict;
use std::collections::BTreeSet;

/// Answers with the lenses of a file.
pub(super) fn lenses(
    server: &mut LanguageServer,
    params: CodeLensParams,
) -> Result<Option<Vec<CodeLens>>, RefusedRequest> {
    let Some(path) = uri::to_path(&params.text_document.uri) else {
        return Ok(None);
    };
    let Some(game) = server.games.around(&path) else {
        return Ok(None);
    };
    let Some(asked) = server.asked_file(&params.text_document.uri) else {
        return Ok(Some(of_ruling(game, &path)));
    };
    let symbols = asked.snapshot().file_symbols(asked.file);
    let rows = symbols.iter().flat_map(|outer| {
        let rows = outer.children.iter();
        rows.filter(|one| one.sort == FileSymbolSort::Row)
    });
    let named = |symbol: &&FileSymbol| game.pinned.contains_key(&symbol.name);
    let lenses = symbols.iter().chain(rows).filter(named).map(|symbol| {
        let range = asked.converter().range(symbol.name_span);
        let pinning = game.pinned.get(&symbol.name);
        let pinning = pinning.cloned().unwrap_or_default();
        lens(range, count(game, &pinning), RUN, pinning)
    });
    Ok(Some(lenses.collect()))
}

/// Returns the lenses above a ruling.
fn of_ruling(game: &OpenGame, path: &str) -> Vec<CodeLens> {
    let own = || BTreeSet::from([path.to_owned()]);
    let lens = |title: &str, command| lens(Range::default(), title.to_owned(), command, own());
    let Some(ruled) = game.ruled.get(path) else {
        return vec![lens("run", RUN)];
    };
    if game.is_rejected(ruled) {
        return vec![
            lens("rejected: run again", RUN),
            lens("show the difference", DIFFERENCE),
            lens("accept", ACCEPT),
        ];
    }
    match ruled.report.verdict {
        RulingVerdict::Passed => vec![lens("passes", RUN)],
        RulingVerdict::Failed => vec![lens("fails: run again", RUN)],
        RulingVerdict::Broken => vec![lens("cannot be played: run again", RUN)],
        RulingVerdict::Pending => vec![
            lens("no outcome is accepted yet: run again", RUN),
            lens("accept", ACCEPT),
            lens("reject", REJECT),
        ],
        RulingVerdict::Differs(_) => vec![
            lens("another outcome than accepted: run again", RUN),
            lens("show the difference", DIFFERENCE),
            lens("accept", ACCEPT),
            lens("reject", REJECT),
        ],
    }
}

/// Returns how many of some rulings pass.
fn count(game: &OpenGame, pinning: &BTreeSet<String>) -> String {
    let all = pinning.len();
    let rulings = if all == 1 { "ruling" } else { "rulings" };
    let ruled: Vec<bool> = pinning
        .iter()
        .filter_map(|path| game.ruled.get(path))
        .map(|ruled| ruled.report.passed())
        .collect();
    let passed = ruled.iter().filter(|passed| **passed).count();
    match (ruled.len() == all, passed == all) {
        (false, _) => format!("{all} {rulings}"),
        (true, true) if all == 1 => "1 ruling passes".to_owned(),
        (true, true) => format!("{all} rulings pass"),
        (true, false) => format!("{passed} of {all} {rulings} pass"),
    }
}

fn lens(range: Range, title: String, command: &str, paths: BTreeSet<String>) -> CodeLens {
    CodeLens {
        range,
        command: Some(Command {
            title,
            tooltip: None,
            command: command.to_owned(),
            arguments: Some(paths.into_iter().map(Into::into).collect()),
        }),
        data: None,
    }
}
