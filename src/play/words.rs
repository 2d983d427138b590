//! Values in words and back: names of pieces, spaces, players; labels and JSON of options.

use crate::engine::option::{Answer, Choice};
use crate::engine::state::State;
use crate::program::Program;
use crate::rules::types::Type;
use serde_json::Value;

/// The words of a position, as a player may read them.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The rules.
    pub program: &'a Program,
    /// The position.
    pub state: &'a State,
    /// Who reads; none reads everything.
    pub viewer: Option<u8>,
}

/// A value in words that `value` reads back: `donkey_f`, `P0`, `3`, `male`, `none`.
#[must_use]
pub fn word(program: &Program, state: &State, ty: &Type, value: i32) -> String {
    Words {
        program,
        state,
        viewer: None,
    }
    .word(ty, value)
}

/// The value that a word stands for.
#[must_use]
pub fn value(program: &Program, state: &State, ty: &Type, word: &str) -> Option<i32> {
    Words {
        program,
        state,
        viewer: None,
    }
    .value(ty, word)
}

impl Words<'_> {
    /// A value in words; a piece the reader doesn't know is `?`.
    #[must_use]
    pub fn word(&self, ty: &Type, value: i32) -> String {
        let _ = (ty, value);
        unimplemented!()
    }

    /// The value that a word stands for.
    #[must_use]
    pub fn value(&self, ty: &Type, word: &str) -> Option<i32> {
        let _ = (ty, word);
        unimplemented!()
    }

    /// A value as JSON: numbers and flags as such, sets as arrays, `none` as null, the rest by words.
    #[must_use]
    pub fn json(&self, ty: &Type, value: i32) -> Value {
        let _ = (ty, value);
        unimplemented!()
    }

    /// An option's label: `load cat_m1 male 2`, `bear_m1 P2`, `done`, `yes`.
    #[must_use]
    pub fn label(&self, site: u32, answer: Answer, values: &[i32]) -> String {
        let _ = (site, answer, values);
        unimplemented!()
    }

    /// An option as JSON: `{"action":"load","args":{"card":"cat_m1"}}`, `{"choice":{"receiver":"P1"}}`, `{"answer":"yes"}`,
    /// `{"entry":{"effect":"…","piece":"…"}}`.
    #[must_use]
    pub fn option_json(&self, site: u32, choice: &Choice) -> Value {
        let _ = (site, choice);
        unimplemented!()
    }
}
