//! Inlining: the answer of a query in the place of the question.

use crate::GameSnapshot;
use crate::actions::{ActionKind, CodeAction, TextEdit};
use ludex_check::decl::Decl;
use ludex_check::semantics::Symbol;
use ludex_source::Span;
use ludex_source::span::offset;
use ludex_syntax::tokens;
use ludex_syntax::tokens::TokenSort;

impl GameSnapshot {
    /// Writes the answer of the query that is asked at a place; none of one that modifiers change or that asks itself.
    pub(super) fn inline(&self, at: Span) -> Option<CodeAction> {
        let name = self.name_at(at.file, at.start)?;
        let Symbol::Declared(Decl::Query(id)) = name.symbol else {
            return None;
        };
        let definition = self.definition(name.symbol)?;
        let is_modified = self.game().modifiers.iter().any(|one| one.query == id);
        if is_modified || definition.span == name.span {
            return None;
        }
        let body = self.query_body(definition.whole)?;
        let mut uses = self.semantics().uses_within(body);
        if uses.any(|(_, one)| one.symbol == name.symbol) {
            return None;
        }
        let (args, whole) = self.arguments_at(name.span)?;
        let head = Span::new(body.file, definition.whole.start, body.start);
        let params = self.semantics().given_within(head);
        let params: Vec<Symbol> = params
            .map(|(_, symbol)| symbol)
            .filter(|one| matches!(one, Symbol::Local(_)))
            .collect();
        if params.len() != args.len() {
            return None;
        }
        let mut text = self.sources.slice(body).to_owned();
        let uses: Vec<_> = self.semantics().uses_within(body).collect();
        for (span, one) in uses.into_iter().rev() {
            if let Some(nth) = params.iter().position(|param| *param == one.symbol) {
                let begin = span.range().start - body.range().start;
                let end = span.range().end - body.range().start;
                text.replace_range(begin..end, &in_brackets(&args[nth]));
            }
        }
        Some(CodeAction {
            title: format!("inline the query `{}`", definition.name),
            kind: ActionKind::Inline,
            edits: vec![TextEdit {
                span: whole,
                text: in_brackets(&text.split_whitespace().collect::<Vec<_>>().join(" ")),
            }],
        })
    }

    /// Returns the expression of a query's declaration; none where comments stand in it.
    fn query_body(&self, whole: Span) -> Option<Span> {
        let text = self.sources.slice(whole);
        let tokens = tokens::tokens(text);
        let equals = tokens
            .iter()
            .find(|token| &text[token.range.clone()] == "=")?;
        let rest = &text[equals.range.end..];
        let begin = equals.range.end + rest.len() - rest.trim_start().len();
        let end = text.trim_end().len();
        let body = Span::new(
            whole.file,
            whole.start + offset(begin),
            whole.start + offset(end),
        );
        (!self.sources.slice(body).contains("//")).then_some(body)
    }

    /// Returns the texts of the arguments behind a name, and the span of the whole question.
    fn arguments_at(&self, name: Span) -> Option<(Vec<String>, Span)> {
        let rest = &self.sources.text(name.file)[name.range().end..];
        if !rest.starts_with('(') {
            return Some((Vec::new(), name));
        }
        let (mut depth, mut begin, mut args) = (0u32, 1, Vec::new());
        for token in tokens::tokens(rest) {
            let word = &rest[token.range.clone()];
            match token.sort {
                TokenSort::Open => depth += 1,
                TokenSort::Close => depth = depth.checked_sub(1)?,
                TokenSort::Sign if depth == 1 && word == "," => {
                    args.push(rest[begin..token.range.start].trim().to_owned());
                    begin = token.range.end;
                }
                TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => {}
            }
            if depth == 0 {
                let last = rest[begin..token.range.start].trim();
                args.extend((!last.is_empty()).then(|| last.to_owned()));
                let end = name.end + offset(token.range.end);
                return Some((args, Span::new(name.file, name.start, end)));
            }
        }
        None
    }
}

/// Returns an expression that stands as it is within any other: in brackets, unless it is one word, path or call.
fn in_brackets(text: &str) -> String {
    let mut depth = 0i32;
    let is_joined = text.chars().any(|symbol| {
        depth += i32::from(matches!(symbol, '(' | '[')) - i32::from(matches!(symbol, ')' | ']'));
        depth == 0 && symbol == ' '
    });
    if is_joined {
        format!("({text})")
    } else {
        text.to_owned()
    }
}
