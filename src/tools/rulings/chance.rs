//! Chance told by name: `chance: [lion_m1, [cat_m1, bear_f1], 3]` says how the next shuffles, picks and rolls come out.

use crate::rulings::play::RulingPlay;
use crate::rulings::ruling::{ChanceOutcome, LabelWords};
use ludex_engine::redo::Told;
use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_report::{Code, Diagnostic, nearest};

/// The outcomes as the engine takes them, or what is wrong with each that names nothing.
pub(super) fn outcomes(
    program: &Program,
    drawn: &[ChanceOutcome],
) -> Result<Vec<Told>, Vec<Diagnostic>> {
    let (mut told, mut wrong) = (Vec::new(), Vec::new());
    for one in drawn {
        match outcome(program, one) {
            Ok(outcome) => told.push(outcome),
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    if wrong.is_empty() {
        Ok(told)
    } else {
        Err(wrong)
    }
}

fn outcome(program: &Program, drawn: &ChanceOutcome) -> Result<Told, Box<Diagnostic>> {
    if drawn.is_list {
        let pieces = drawn.words.iter().map(|one| piece(program, one));
        return pieces.collect::<Result<_, _>>().map(Told::Top);
    }
    let Some(word) = drawn.words.first() else {
        return Ok(Told::Top(Vec::new()));
    };
    if let Ok(number) = word.text.parse() {
        return Ok(Told::Number(number));
    }
    let members = members(program, &word.text);
    if members.is_empty() {
        piece(program, word).map(Told::Piece)
    } else {
        Ok(Told::Member(members))
    }
}

/// The piece of a name.
fn piece(program: &Program, word: &LabelWords) -> Result<PieceId, Box<Diagnostic>> {
    let names = &program.names.pieces;
    let is_called = |piece: &PieceId| program.names.is_called(&names[*piece], &word.text);
    let found = names.ids().find(is_called);
    found.ok_or_else(|| {
        let near = nearest(&word.text, names.iter().map(String::as_str));
        let message = format!("`{}` is no piece of this game", word.text);
        let diagnostic = Diagnostic::error(Code::RULING_WORD, message);
        Box::new(diagnostic.at(word.span, "").did_you_mean(near))
    })
}

/// Returns the values of a word that is no piece: a player, or values of enums.
fn members(program: &Program, word: &str) -> Vec<i32> {
    let seat = word.strip_prefix('P').and_then(|seat| seat.parse().ok());
    let enums = program.names.enums.iter();
    let values = enums.filter_map(|(_, values)| {
        let at = values.iter().position(|value| value == word)?;
        i32::try_from(at).ok()
    });
    seat.into_iter().chain(values).collect()
}

impl RulingPlay<'_> {
    /// Tells how chance comes out from here on.
    pub(super) fn tell(&mut self, drawn: &[ChanceOutcome]) {
        match outcomes(self.playing.program(), drawn) {
            Ok(told) => {
                self.playing.tell_chance(told);
                self.told.extend(drawn.iter().map(|one| one.span));
            }
            Err(wrong) => {
                self.broken = true;
                wrong.into_iter().for_each(|one| self.fail(one));
            }
        }
    }

    /// Reports outcomes that nothing came out as, after a choice.
    pub(super) fn came_out(&mut self) {
        let left = self.playing.untold_chance();
        let told = std::mem::take(&mut self.told);
        let from = told.len().saturating_sub(left);
        if let Some(span) = told.get(from) {
            let message = "chance did not come out like this";
            let help = "no shuffle, pick or roll of this choice could: say what it decides, in the order in which it does";
            self.fail(
                Diagnostic::error(Code::NO_SUCH_CHOICE, message)
                    .at(*span, "nothing is decided so")
                    .help(help),
            );
        }
    }
}
