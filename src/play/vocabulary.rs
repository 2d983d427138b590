//! Words that people read in place of the names that rules, rulings and saves use.
//!
//! A name may have a word of its own in `view.yaml`, a piece has the name that its row gives it, an action the words of its
//! prompt. Every other name reads as its words, without the marks of an identifier. Spaces keep their ids, which are
//! coordinates: the map shows the same.

use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_rules::ids::ActionId;
use ludex_rules::language::Language;
use ludex_rules::shown::Named;
use ludex_rules::types::Type;
use std::collections::BTreeMap;

/// Words for the values and variables of a game.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    values: Vec<Named>,
    variables: BTreeMap<String, String>,
    /// Nouns of declared names by their paths, in another language than that of the rules.
    names: BTreeMap<String, String>,
    /// The language of sentences.
    pub(crate) language: Language,
}

impl Vocabulary {
    /// Collects words for values, as `view.yaml` gives them, and for variables by their names.
    #[must_use]
    pub fn new(values: Vec<Named>, variables: BTreeMap<String, String>) -> Vocabulary {
        Vocabulary {
            values,
            variables,
            ..Vocabulary::default()
        }
    }

    /// Returns the words with the nouns of another language for declared names, and with its sentences.
    #[must_use]
    pub fn in_language(self, language: Language, names: BTreeMap<String, String>) -> Vocabulary {
        Vocabulary {
            language,
            names,
            ..self
        }
    }

    /// Returns the noun of a declared name by its path (`kind.member`), or by the last part of it; none where there is none.
    pub(crate) fn noun(&self, path: &str) -> Option<&str> {
        let own = path.rsplit_once('.').map_or(path, |(_, own)| own);
        let noun = self.names.get(path).or_else(|| self.names.get(own));
        noun.map(String::as_str)
    }

    /// Returns the words for a declared name by its path: its noun in another language, or the last part of the path.
    #[must_use]
    pub fn name(&self, path: &str) -> String {
        let own = path.rsplit_once('.').map_or(path, |(_, own)| own);
        self.noun(path).map_or_else(|| spaced(own), str::to_owned)
    }

    /// Returns the word that `view.yaml` gives a value.
    #[must_use]
    pub fn of_value(&self, ty: &Type, value: i32) -> Option<&str> {
        let ty = ty.required();
        // Pieces are numbered whatever their kind.
        let is_piece = |ty: &Type| matches!(ty, Type::Piece(_));
        let mut values = self.values.iter();
        let named = values.find(|named| {
            named.value == value && (named.ty == *ty || is_piece(&named.ty) && is_piece(ty))
        });
        named.map(|named| named.word.as_str())
    }

    /// Returns the words for a variable.
    #[must_use]
    pub fn of_variable(&self, name: &str) -> String {
        let known = self.variables.get(name).map(String::as_str);
        let known = known.or_else(|| self.noun(name));
        known.map_or_else(|| spaced(name), str::to_owned)
    }
}

/// Writes an identifier as words.
#[must_use]
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Names a piece by its id and by the name that its row gives it, or by one of them where both say the same.
#[must_use]
pub fn piece_name(program: &Program, piece: PieceId) -> String {
    let id = &program.names.pieces[piece];
    match &program.names.titles[piece] {
        Some(title) if spaced(title).eq_ignore_ascii_case(&spaced(id)) => title.clone(),
        Some(title) => format!("{} {title}", spaced(id)),
        None => spaced(id),
    }
}

/// Names an action by its prompt, which no other action may have; else by the words of its name.
pub(crate) fn action_name(program: &Program, action: ActionId) -> String {
    let prompt = &program.actions[action].prompt;
    let same = program.actions.iter().filter(|one| one.prompt == *prompt);
    if prompt.is_empty() || same.count() > 1 {
        spaced(&program.actions[action].name)
    } else {
        prompt.clone()
    }
}
