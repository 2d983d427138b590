//! The check `exactly`: a collection has these members and no other.

use crate::eval;
use crate::eval::{EvalAnswer, EvalError, EvalRequest};
use crate::rulings::conditions::uncut;
use crate::rulings::play::{RulingPlay, broke, is_said, listed, own};
use crate::rulings::ruling::{LabelWords, MembersCheck};
use ludex_program::names::Names;
use ludex_report::{Code, Diagnostic};

impl RulingPlay<'_> {
    /// Holds the members of a collection against those that the ruling lists.
    pub(super) fn exactly(&mut self, check: &MembersCheck) {
        let text = check.of.text().trim();
        let span = check.of.span(0, check.of.text().len());
        let asking = EvalRequest {
            text: check.of.fragment(),
            you: None,
            answers: &[],
        };
        let answer = eval::ask(self.checked, &self.playing, &asking, self.sources);
        let members: Vec<String> = match answer.map_err(|error| *error) {
            Ok(EvalAnswer::Members(members)) => members.into_iter().map(|one| one.word).collect(),
            Ok(_) => {
                self.broken = true;
                let message = format!("`{text}` is no collection");
                let error = Diagnostic::error(Code::RULING_LINE, message).at(span, "one value");
                return self.fail(error.help("of a value, say what it is under `expect`"));
            }
            Err(EvalError::Wrong(report)) => {
                self.broken = true;
                let found: Vec<Diagnostic> = report.iter().cloned().collect();
                return found
                    .into_iter()
                    .for_each(|one| self.fail(uncut(one, &check.of)));
            }
            Err(EvalError::Play(error)) => {
                let diagnostic = broke(&error, span, self.sources);
                return self.fail(diagnostic);
            }
            // INVARIANT: nothing is answered, so nothing is answered in vain.
            Err(EvalError::Spare(_)) => return,
        };
        if let Some(diagnostic) = self.compared(check, &members) {
            self.fail(diagnostic);
        }
    }

    fn compared(&self, check: &MembersCheck, members: &[String]) -> Option<Diagnostic> {
        let program = self.playing.program();
        let asked = self.playing.decision().map(|decision| own(decision.player));
        let is_member = |member: &str, words: &LabelWords| {
            is_called(&program.names, member, &words.text, asked.as_deref())
        };
        let mut left: Vec<&str> = members.iter().map(String::as_str).collect();
        let mut absent = Vec::new();
        for words in &check.are {
            match left.iter().position(|member| is_member(member, words)) {
                Some(at) => drop(left.remove(at)),
                None => absent.push(words),
            }
        }
        if absent.is_empty() && left.is_empty() {
            return None;
        }
        let text = check.of.text().trim();
        let message = format!("`{text}` has other members");
        let error = Diagnostic::error(Code::NOT_SO, message);
        let error = match absent.as_slice() {
            [] => error.at(check.of.span(0, check.of.text().len()), "not all of them"),
            absent => absent
                .iter()
                .fold(error, |error, words| error.at(words.span, "no member")),
        };
        Some(if left.is_empty() {
            error
        } else {
            error.help(listed("members that are not listed", left.into_iter()))
        })
    }
}

/// Returns true if a word of a ruling means a member: any copy by its row, a space of one's own board without the player.
fn is_called(names: &Names, member: &str, word: &str, own: Option<&str>) -> bool {
    names.is_called(member, word) || own.is_some_and(|own| is_said(member, word, own))
}
