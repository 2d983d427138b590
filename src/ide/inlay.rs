//! Inlay hints: types that nobody wrote, and the parameters that arguments are given to.

use crate::{GameSnapshot, RulesText, SymbolKind};
use ludex_check::semantics::{Symbol, UseKind};
use ludex_source::Span;
use ludex_syntax::tokens::{Token, TokenSort};
use ludex_syntax::{keywords, tokens};

/// Words that an editor shows within a line, and that are no part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    /// The byte in front of which it is shown.
    pub at: Span,
    /// The words that are shown.
    pub words: String,
    /// The sort of the hint.
    pub kind: InlayKind,
}

/// The sorts of inlay hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InlayKind {
    /// The type of a local name.
    Type,
    /// The name of a parameter.
    Parameter,
}

impl GameSnapshot {
    /// Returns the hints of a part of a file, in its order.
    #[must_use]
    pub fn inlay_hints(&self, part: Span) -> Vec<InlayHint> {
        let mut hints = self.hints_of_types(part);
        for text in self.rules_texts(part.file) {
            self.hints_of_arguments(&text, &mut hints);
        }
        hints.retain(|hint| part.start <= hint.at.start && hint.at.start <= part.end);
        hints.sort_by_key(|hint| hint.at);
        hints
    }

    /// Returns the types of names that `let` binds and of those that go through a collection.
    fn hints_of_types(&self, part: Span) -> Vec<InlayHint> {
        let given = self.semantics().given_within(part);
        let locals = given.filter(|(_, symbol)| self.symbol_kind(*symbol) == SymbolKind::Local);
        let hints = locals.filter_map(|(span, symbol)| {
            let ty = self.symbol_type(symbol)?.notation(self.game());
            let name = self.sources.slice(span);
            // A name that is called as its type says it by itself.
            (ty != name && ty != "?").then(|| InlayHint {
                at: Span::empty(span.file, span.end),
                words: format!(": {ty}"),
                kind: InlayKind::Type,
            })
        });
        hints.collect()
    }

    /// Adds the names of parameters before arguments in brackets that do not say by themselves what they are.
    fn hints_of_arguments(&self, text: &RulesText, hints: &mut Vec<InlayHint>) {
        let words = text.fragment.text();
        let tokens = tokens::tokens(words);
        for (nth, pair) in tokens.windows(2).enumerate() {
            let [callee, open] = pair else { continue };
            let is_call = callee.sort == TokenSort::Word
                && &words[open.range.clone()] == "("
                && callee.range.end == open.range.start;
            let span = text.fragment.span(callee.range.start, callee.range.end);
            let used = self.semantics().uses_within(span).next();
            let Some((_, used)) = used.filter(|(at, _)| is_call && *at == span) else {
                continue;
            };
            if used.kind != UseKind::Names {
                continue;
            }
            let Symbol::Declared(decl) = used.symbol else {
                continue;
            };
            let Some((_, params, _)) = self.params_of(decl) else {
                continue;
            };
            for (arg, (_, name, ty)) in arguments(words, &tokens[nth + 2..]).zip(&params) {
                let first = &words[arg.range.clone()];
                // A parameter that is called as its type says no more than the argument.
                let says_more = first != *name && ty.notation(self.game()) != *name;
                if says_more && !keywords::is(first, keywords::LABEL) {
                    hints.push(InlayHint {
                        at: Span::empty(
                            span.file,
                            text.fragment.span(arg.range.start, arg.range.end).start,
                        ),
                        words: format!("{name}:"),
                        kind: InlayKind::Parameter,
                    });
                }
            }
        }
    }
}

/// Returns the first token of each argument up to the bracket that closes them.
fn arguments<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = &'t Token> {
    let mut depth = 0;
    let mut begins = true;
    let within = tokens.iter().take_while(move |token| {
        match token.sort {
            TokenSort::Open => depth += 1,
            TokenSort::Close => depth -= 1,
            TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => {}
        }
        depth >= 0
    });
    let mut inner = 0;
    within.filter(move |token| {
        let first = std::mem::take(&mut begins) && token.sort != TokenSort::Comment;
        match token.sort {
            TokenSort::Open => inner += 1,
            TokenSort::Close => inner -= 1,
            TokenSort::Sign if inner == 0 && &text[token.range.clone()] == "," => begins = true,
            TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => {}
        }
        first
    })
}
