//! Phrases of declarations: each value in braces is one that the declaration knows.
//!
//! Takes the trees. Phrases are words for people, so nothing of them goes into the rules.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only some declarations and members have a phrase"
)]

use crate::env::Checker;
use ludex_report::Code;
use ludex_report::Diagnostic;
use ludex_report::nearest;
use ludex_syntax::ast;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::ast::MemberKind;
use ludex_syntax::ast::PhrasePart;
use ludex_syntax::ast::TypeKind;

impl Checker<'_> {
    /// Finds the values in braces that no declaration around them knows.
    pub(crate) fn check_phrases<'a>(&mut self, files: impl IntoIterator<Item = &'a ast::File>) {
        for item in files.into_iter().flat_map(|file| &file.items) {
            match &item.kind {
                ItemKind::Enum(one) => {
                    for phrase in &one.phrases {
                        self.phrase(phrase.as_ref(), &[]);
                    }
                }
                ItemKind::Kind(one) => {
                    self.phrase(one.phrase.as_ref(), &[&one.name.text]);
                    self.member_phrases(&one.members);
                }
                ItemKind::Board(one) => {
                    self.phrase(one.phrase.as_ref(), &[&one.name.text]);
                    self.member_phrases(&one.members);
                }
                ItemKind::Place(one) => self.phrase(one.phrase.as_ref(), &[]),
                ItemKind::Var(one) => self.variable_phrase(one, false),
                ItemKind::Track(one) => self.phrase(one.phrase.as_ref(), &[&one.name.text]),
                ItemKind::Effect(one) => self.phrase(one.phrase.as_ref(), &names(&one.params)),
                ItemKind::Query(one) => {
                    let mut known = names(&one.params);
                    known.push(&one.name.text);
                    self.phrase(one.phrase.as_ref(), &known);
                }
                _ => {}
            }
        }
    }

    fn member_phrases(&mut self, members: &[ast::Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Attribute(one) => {
                    let mut known = match &one.ty.kind {
                        TypeKind::Effect(params) | TypeKind::Value(params, _) => names(params),
                        _ => Vec::new(),
                    };
                    known.extend(["this", &one.name.text]);
                    self.phrase(one.phrase.as_ref(), &known);
                }
                MemberKind::Field(one) => self.variable_phrase(one, true),
                MemberKind::Place(one) => self.phrase(one.phrase.as_ref(), &["this"]),
                MemberKind::Home(_)
                | MemberKind::Active { .. }
                | MemberKind::Join { .. }
                | MemberKind::Demand(_) => {}
            }
        }
    }

    fn variable_phrase(&mut self, var: &ast::Var, is_field: bool) {
        let mut known = vec![var.name.text.as_str()];
        known.extend(var.index.iter().map(|index| index.text.as_str()));
        known.extend(is_field.then_some("this"));
        self.phrase(var.phrase.as_ref(), &known);
    }

    fn phrase(&mut self, phrase: Option<&ast::Phrase>, known: &[&str]) {
        for part in phrase.iter().flat_map(|phrase| &phrase.parts) {
            match part {
                PhrasePart::Value(name) | PhrasePart::Forms(name, ..)
                    if !known.contains(&name.text.as_str()) =>
                {
                    self.unknown_in_a_phrase(name, known);
                }
                _ => {}
            }
        }
    }

    fn unknown_in_a_phrase(&mut self, name: &ast::Name, known: &[&str]) {
        let near = nearest(&name.text, known.iter().copied());
        let help = match (near, known) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, []) => "these words have no values: say it without braces".to_owned(),
            (None, known) => format!("values are: `{}`", known.join("`, `")),
        };
        let wrong = Diagnostic::error(
            Code::UNKNOWN_NAME,
            format!("`{}` is no value of these words", name.text),
        );
        let wrong = wrong.at(name.span, "neither a parameter nor what is declared");
        self.report.push(wrong.help(help));
    }
}

fn names(params: &[ast::Param]) -> Vec<&str> {
    params.iter().map(|one| one.name.text.as_str()).collect()
}
