//! Signature help: the call around a place, and which of its arguments is being written.

use crate::{GameSnapshot, RulesText};
use ludex_check::decl::{Decl, MemberDecl};
use ludex_check::semantics::Symbol;
use ludex_rules::ops;
use ludex_rules::types::Type;
use ludex_rules::verbs::{VerbRow, verb};
use ludex_source::{FileId, Span};
use ludex_syntax::tokens::{Token, TokenSort};
use ludex_syntax::{keywords, tokens};
use std::ops::Range;

/// The signature of a call that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSignature {
    /// The call with its parameters, as people read it.
    pub label: String,
    /// The bytes of each parameter in the label.
    pub params: Vec<Range<usize>>,
    /// The parameter that is being written; none past the last.
    pub active: Option<usize>,
    /// The documentation of what is called.
    pub doc: String,
}

/// The call around a place.
struct CallAround<'t> {
    callee: Range<usize>,
    /// The tokens of its arguments up to the place.
    args: &'t [Token],
    in_brackets: bool,
}

impl GameSnapshot {
    /// Returns the signature of the call around a byte of a file: of an effect, a query, a verb, a slot of a row.
    #[must_use]
    pub fn call_signature(&self, file: FileId, at: u32) -> Option<CallSignature> {
        let text = self.rules_text_at(file, at)?;
        let place = text.byte_at(at)?;
        let mut tokens = tokens::tokens(text.fragment.text());
        tokens.retain(|one| one.range.start < place);
        if tokens
            .last()
            .is_some_and(|one| one.sort == TokenSort::Comment)
        {
            return None;
        }
        let call = call_around(text.fragment.text(), &tokens)?;
        let mut signature = self.signature(&text, &call)?;
        signature.active = signature.active.filter(|nth| *nth < signature.params.len());
        Some(signature)
    }

    fn signature(&self, text: &RulesText, call: &CallAround<'_>) -> Option<CallSignature> {
        let words = text.fragment.text();
        let word = &words[call.callee.clone()];
        if !call.in_brackets
            && let Some(row) = verb(word)
        {
            return Some(verb_signature(row, words, call));
        }
        let span = text.fragment.span(call.callee.start, call.callee.end);
        let symbol = self.callee(word, span)?;
        let (params, gives) = match symbol {
            Symbol::Declared(decl) => {
                let (_, params, gives) = self.params_of(decl)?;
                let params = params
                    .into_iter()
                    .map(|(label, name, ty)| self.param(label, name, ty));
                (params.collect(), gives.map(|ty| ty.notation(self.game())))
            }
            Symbol::KindMember(kind, member) => {
                let kind = self.game().kinds.get(kind.index())?;
                let slot = match member {
                    MemberDecl::EffectSlot(at) => kind.effect_slots.get(at)?,
                    MemberDecl::ValueSlot(at) => kind.value_slots.get(at)?,
                    MemberDecl::Attribute(_)
                    | MemberDecl::Field(_)
                    | MemberDecl::Place(_)
                    | MemberDecl::Hooks => return None,
                };
                let params = slot
                    .params
                    .iter()
                    .map(|(name, ty)| self.param("", name, ty));
                (params.collect::<Vec<_>>(), None)
            }
            Symbol::BuiltIn(word) => {
                let row = ops::query(word)?;
                let params = row.takes.iter().map(|takes| takes.noun().to_owned());
                (params.collect(), Some(row.gives.noun().to_owned()))
            }
            Symbol::SpaceMember(..)
            | Symbol::EnumValue(..)
            | Symbol::Row(..)
            | Symbol::Space(..)
            | Symbol::Direction(..)
            | Symbol::Local(_) => return None,
        };
        let doc = if let Symbol::BuiltIn(word) = symbol {
            ops::query(word).map_or("", |row| row.doc)
        } else {
            self.definition(symbol).map_or("", |one| one.doc.as_str())
        };
        let active = argument_of(words, call);
        let (mut label, mut places) = (format!("{word}("), Vec::new());
        for (nth, param) in params.iter().enumerate() {
            label.push_str(if nth > 0 { ", " } else { "" });
            places.push(label.len()..label.len() + param.len());
            label.push_str(param);
        }
        label.push(')');
        label.push_str(&gives.map_or_else(String::new, |ty| format!(" -> {ty}")));
        let doc = doc.to_owned();
        let active = Some(active);
        Some(CallSignature {
            label,
            params: places,
            active,
            doc,
        })
    }

    fn param(&self, label: &str, name: &str, ty: &Type) -> String {
        let ty = ty.notation(self.game());
        let label = if label.is_empty() {
            String::new()
        } else {
            format!("{label} ")
        };
        format!("{label}{name}: {ty}")
    }

    /// Returns what is called: a line that is being written may not have been read, and then the declared name tells.
    fn callee(&self, word: &str, span: Span) -> Option<Symbol> {
        let read = self.semantics().symbol(span);
        let declared = || {
            let (decl, _) = self.analysis.names.names.get(word)?;
            matches!(decl, Decl::Effect(_) | Decl::Query(_)).then_some(Symbol::Declared(*decl))
        };
        let built_in = || Some(Symbol::BuiltIn(ops::query(word)?.name));
        let slot = || {
            let mut members = self.semantics().definitions();
            let slot = members.find(|(symbol, one)| {
                let is_slot = matches!(
                    symbol,
                    Symbol::KindMember(_, MemberDecl::EffectSlot(_) | MemberDecl::ValueSlot(_))
                );
                is_slot && one.name == word
            });
            slot.map(|(symbol, _)| symbol)
        };
        read.or_else(declared).or_else(built_in).or_else(slot)
    }
}

/// Finds the innermost call whose arguments are being written at the end of the tokens.
fn call_around<'t>(text: &str, tokens: &'t [Token]) -> Option<CallAround<'t>> {
    let mut depth = 0;
    for (nth, token) in tokens.iter().enumerate().rev() {
        match token.sort {
            TokenSort::Close => depth += 1,
            TokenSort::Open if depth > 0 => depth -= 1,
            TokenSort::Open if &text[token.range.clone()] == "(" => {
                let before = nth.checked_sub(1).map(|at| &tokens[at])?;
                let is_called =
                    before.sort == TokenSort::Word && before.range.end == token.range.start;
                if is_called {
                    return Some(CallAround {
                        callee: before.range.clone(),
                        args: &tokens[nth + 1..],
                        in_brackets: true,
                    });
                }
            }
            TokenSort::Open => break,
            TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => {}
        }
    }
    statement_around(text, tokens)
}

/// Finds the statement without brackets that is being written at the end of the tokens.
fn statement_around<'t>(text: &str, tokens: &'t [Token]) -> Option<CallAround<'t>> {
    let begins = |nth: usize| {
        let Some(before) = nth.checked_sub(1).map(|at| &tokens[at]) else {
            return true;
        };
        let sign = &text[before.range.clone()];
        let between = &text[before.range.end..tokens[nth].range.start];
        between.contains('\n') || ["{", "}", ";", ":"].contains(&sign)
    };
    let nth = (0..tokens.len()).rev().find(|nth| begins(*nth))?;
    let callee = &tokens[nth];
    let is_written = nth + 1 < tokens.len() || text[callee.range.end..].starts_with(' ');
    (callee.sort == TokenSort::Word && is_written).then(|| CallAround {
        callee: callee.range.clone(),
        args: &tokens[nth + 1..],
        in_brackets: false,
    })
}

/// Returns the number of the argument that is being written: by commas in brackets, by values that follow each other without.
fn argument_of(text: &str, call: &CallAround<'_>) -> usize {
    let mut depth = 0;
    let mut commas = 0;
    for token in call.args {
        match token.sort {
            TokenSort::Open => depth += 1,
            TokenSort::Close => depth -= 1,
            TokenSort::Sign if depth == 0 && &text[token.range.clone()] == "," => commas += 1,
            TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => {}
        }
    }
    if call.in_brackets {
        commas
    } else {
        values_before_the_end(text, call.args)
    }
}

/// Counts the values that are complete before the end of the tokens.
fn values_before_the_end(text: &str, args: &[Token]) -> usize {
    let mut depth = 0;
    let mut values = 0usize;
    let mut joins = false;
    for token in args {
        let word = &text[token.range.clone()];
        match token.sort {
            TokenSort::Open => {
                values += usize::from(depth == 0 && !joins && word == "{");
                depth += 1;
            }
            TokenSort::Close => depth -= 1,
            TokenSort::Sign if depth == 0 => joins = true,
            TokenSort::Word | TokenSort::Text if depth == 0 => {
                let is_operator = keywords::is(word, keywords::GOES_ON);
                let is_label = keywords::is(word, keywords::LABEL);
                values += usize::from(!joins && !is_operator && !is_label);
                joins = is_operator;
            }
            TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => {}
        }
    }
    // The last one is still being written while the cursor touches it.
    let last = args.last().map_or(0, |token| token.range.end);
    let is_done = text[last..].starts_with(' ') && !joins;
    values.saturating_sub(usize::from(!is_done && values > 0))
}

fn verb_signature(row: &VerbRow, text: &str, call: &CallAround<'_>) -> CallSignature {
    let (mut label, mut params) = (row.name.to_owned(), Vec::new());
    for argument in row.takes {
        let words = argument.words();
        label.push(' ');
        params.push(label.len()..label.len() + words.len());
        label.push_str(&words);
    }
    let said = call
        .args
        .iter()
        .rev()
        .map(|token| &text[token.range.clone()]);
    let mut labelled = said.filter_map(|word| {
        row.takes
            .iter()
            .position(|one| !one.label.is_empty() && one.label == word)
    });
    let active = labelled
        .next()
        .unwrap_or_else(|| values_before_the_end(text, call.args));
    CallSignature {
        label,
        params,
        active: Some(active),
        doc: row.doc.to_owned(),
    }
}
