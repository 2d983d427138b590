//! Phrases of declarations: each value in braces is one that the declaration knows.
//!
//! Takes the trees. Phrases are words for people, so nothing of them goes into the rules; the semantic model keeps them.

use crate::env::Checker;
use crate::semantics::{Symbol, THIS, WordHole};
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::wording::{Part, Wording};
use ludex_syntax::ast;
use ludex_syntax::ast::{ItemKind, MemberKind, PhrasePart};

impl Checker<'_> {
    /// Records the phrases of declarations, and finds the values in braces that no declaration around them knows.
    pub(crate) fn check_phrases<'a>(&mut self, files: impl IntoIterator<Item = &'a ast::File>) {
        for item in files.into_iter().flat_map(|file| &file.items) {
            match &item.kind {
                ItemKind::Enum(one) => {
                    for (value, phrase) in one.values.iter().zip(&one.phrases) {
                        self.phrase(value, phrase.as_ref(), &[]);
                    }
                }
                ItemKind::Kind(one) => {
                    self.phrase(&one.name, one.phrase.as_ref(), &self.itself(&one.name));
                    self.member_phrases(&one.members);
                }
                ItemKind::Board(one) => {
                    self.phrase(&one.name, one.phrase.as_ref(), &self.itself(&one.name));
                    self.member_phrases(&one.members);
                }
                ItemKind::Place(one) => self.phrase(&one.name, one.phrase.as_ref(), &[]),
                ItemKind::Var(one) => self.variable_phrase(one, &[]),
                ItemKind::Track(one) => {
                    self.phrase(&one.name, one.phrase.as_ref(), &self.itself(&one.name));
                }
                ItemKind::Effect(one) => {
                    self.phrase(&one.name, one.phrase.as_ref(), &holes(&one.params));
                }
                ItemKind::Query(one) => {
                    let known = [holes(&one.params), self.itself(&one.name)].concat();
                    self.phrase(&one.name, one.phrase.as_ref(), &known);
                }
                ItemKind::Option(_)
                | ItemKind::Table(_)
                | ItemKind::Moment(_)
                | ItemKind::Action(_)
                | ItemKind::Hook(_)
                | ItemKind::Modifier(_)
                | ItemKind::Setup(_)
                | ItemKind::Play(_)
                | ItemKind::Result(_)
                | ItemKind::Heuristic(_)
                | ItemKind::Demand(_) => {}
            }
        }
    }

    fn member_phrases(&mut self, members: &[ast::Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Attribute(one) => {
                    let params = one.ty.signature().map_or(&[][..], |(params, _)| params);
                    let known = [holes(params), this(), self.itself(&one.name)].concat();
                    self.phrase(&one.name, one.phrase.as_ref(), &known);
                }
                MemberKind::Field(one) => self.variable_phrase(one, &this()),
                MemberKind::Place(one) => self.phrase(&one.name, one.phrase.as_ref(), &this()),
                MemberKind::Home(_)
                | MemberKind::Active { .. }
                | MemberKind::Join { .. }
                | MemberKind::Demand(_) => {}
            }
        }
    }

    fn variable_phrase(&mut self, var: &ast::Var, holder: &[WordHole]) {
        let mut known = self.itself(&var.name);
        known.extend(var.index.iter().map(|index| {
            let decl = self.env.names.get(&index.text);
            let symbol = decl.map(|(decl, _)| Symbol::Declared(*decl));
            // An unknown name is reported where the type of the variable is resolved.
            hole(index, symbol.unwrap_or(Symbol::Local(index.span)))
        }));
        known.extend(holder.iter().cloned());
        self.phrase(&var.name, var.phrase.as_ref(), &known);
    }

    /// Returns the hole for what a declaration declares itself, be its name refused or not.
    fn itself(&self, name: &ast::Name) -> Vec<WordHole> {
        let symbol = self.env.semantics.symbol(name.span);
        vec![hole(name, symbol.unwrap_or(Symbol::Local(name.span)))]
    }

    /// Records the phrase of a name that is declared here, given the holes that it may have.
    fn phrase(&mut self, declared: &ast::Name, phrase: Option<&ast::Phrase>, known: &[WordHole]) {
        let Some(phrase) = phrase else {
            return;
        };
        let mut parts = Vec::new();
        for part in &phrase.parts {
            let made = match part {
                PhrasePart::Words(words) => Some(Part::Words(words.clone())),
                PhrasePart::Value(name) => self.hole(name, known).map(Part::Value),
                PhrasePart::Forms(name, one, several) => {
                    let hole = self.hole(name, known);
                    hole.map(|hole| Part::Forms(hole, one.clone(), several.clone()))
                }
            };
            parts.extend(made);
        }
        let text = phrase.text.clone();
        let words = Wording { text, parts };
        self.env.semantics_mut().say(declared.span, words);
    }

    /// Returns the hole that a name in braces stands for, of those that are known, and notes its use.
    fn hole(&mut self, name: &ast::Name, known: &[WordHole]) -> Option<WordHole> {
        let Some(hole) = known.iter().find(|hole| hole.name == name.text) else {
            self.unknown_in_a_phrase(name, known);
            return None;
        };
        self.fills(name.span, hole.symbol);
        Some(hole.clone())
    }

    fn unknown_in_a_phrase(&mut self, name: &ast::Name, known: &[WordHole]) {
        let known: Vec<&str> = known.iter().map(|hole| hole.name.as_str()).collect();
        let near = nearest(&name.text, known.iter().copied());
        let help = match (near, known.as_slice()) {
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

fn hole(name: &ast::Name, symbol: Symbol) -> WordHole {
    WordHole {
        name: name.text.clone(),
        symbol,
    }
}

fn holes(params: &[ast::Param]) -> Vec<WordHole> {
    let hole = |param: &ast::Param| hole(&param.name, Symbol::Local(param.name.span));
    params.iter().map(hole).collect()
}

/// Returns the hole for the piece or space that has a member.
fn this() -> Vec<WordHole> {
    vec![WordHole {
        name: "this".to_owned(),
        symbol: THIS,
    }]
}
