//! The words of a game at the table: those of `view.yaml`, then those that its declarations give values and variables.

use crate::cli::start::TableView;
use crate::play::vocabulary::Vocabulary;
use crate::program::Program;
use crate::rules::shown::Named;
use crate::rules::types::Type;
use crate::tools::manual::Manual;

/// Collects the words of a game, for its table too.
pub(crate) fn vocabulary(
    program: &Program,
    table: Option<&mut TableView>,
    manual: &Manual,
) -> Vocabulary {
    let declared = manual.values.iter().filter_map(|words| {
        let mut enums = program.names.enums.entries();
        let (id, (_, values)) = enums.find(|(_, (name, _))| *name == words.of)?;
        let value = values.iter().position(|value| *value == words.value)?;
        Some(Named {
            ty: Type::Enum(id),
            value: i32::try_from(value).ok()?,
            word: words.words.clone(),
        })
    });
    let values = match table {
        Some(table) => {
            table.shown.words.extend(declared);
            table.shown.words.clone()
        }
        None => declared.collect(),
    };
    Vocabulary::new(values, manual.variables.clone())
}
