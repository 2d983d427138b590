//! The words of a game at the table: those of `view.yaml`, then those that its declarations give values and variables.

use crate::cli::start::TableView;
use crate::play::vocabulary::Vocabulary;
use crate::program::Program;
use crate::table;
use crate::tools::manual::Manual;

/// Collects the words of a game, for its table too.
pub(crate) fn vocabulary(
    program: &Program,
    panels: Option<&mut TableView>,
    manual: &Manual,
) -> Vocabulary {
    let words = panels.map(|panels| &mut panels.shown.words);
    table::vocabulary(program, words, manual)
}
