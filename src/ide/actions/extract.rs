//! Extracting: a part of a text becomes an effect or a query of its own, which takes along the local names that it uses.

use crate::GameSnapshot;
use crate::actions::ActionKind;
use crate::actions::CodeAction;
use crate::actions::TextEdit;
use ludex_check::semantics::Symbol;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_source::span::offset;
use ludex_syntax::tokens;

/// The words that leave what is around them, which a text of its own could not leave.
const LEAVING: &[&str] = &["chosen", "require", "return", "stop", "this"];

impl GameSnapshot {
    /// Makes a query of an expression, or an effect of whole lines of statements, of a `.rules` file.
    pub(super) fn extract(&self, part: Span) -> Option<CodeAction> {
        if !self.sources.path(part.file).ends_with(".rules") {
            return None;
        }
        let part = self.trimmed(part);
        let text = self.sources.slice(part);
        let words = tokens::tokens(text);
        let leaves = words
            .iter()
            .any(|token| LEAVING.contains(&&text[token.range.clone()]));
        if text.is_empty() || leaves || !self.keeps_names(part) {
            return None;
        }
        let params = self.taken_along(part)?;
        match self.semantics().type_at(part) {
            Some(Type::Wrong | Type::None) => None,
            Some(ty) => {
                let ty = ty.notation(self.game());
                let name = self.free_name("new_query");
                let new = format!("query {name}({}) -> {ty} = {text}\n", signature(&params));
                Some(self.extracted("extract a query", part, (&name, &params), &new))
            }
            None => {
                if !self.is_statements(part) {
                    return None;
                }
                let name = self.free_name("new_effect");
                let new = format!("effect {name}({}) {{\n  {text}\n}}\n", signature(&params));
                Some(self.extracted("extract an effect", part, (&name, &params), &new))
            }
        }
    }

    fn extracted(
        &self,
        title: &str,
        part: Span,
        (name, params): (&str, &[(String, String)]),
        new: &str,
    ) -> CodeAction {
        let args: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
        let text = self.sources.text(part.file);
        let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
        let call = TextEdit {
            span: part,
            text: format!("{name}({})", args.join(", ")),
        };
        let declaration = TextEdit {
            span: Span::empty(part.file, offset(text.len())),
            text: format!("{gap}{new}"),
        };
        CodeAction {
            title: title.to_owned(),
            kind: ActionKind::Extract,
            edits: vec![call, declaration],
        }
    }

    /// Returns a part without the blanks around it.
    fn trimmed(&self, part: Span) -> Span {
        let text = self.sources.slice(part);
        let begin = offset(text.len() - text.trim_start().len());
        let length = offset(text.trim().len());
        Span::new(part.file, part.start + begin, part.start + begin + length)
    }

    /// Returns true if a part begins and ends with a line, and holds statements alone.
    fn is_statements(&self, part: Span) -> bool {
        let text = self.sources.text(part.file);
        let line = text[..part.range().start]
            .rsplit('\n')
            .next()
            .unwrap_or_default();
        let rest = text[part.range().end..]
            .split('\n')
            .next()
            .unwrap_or_default();
        let part = self.sources.slice(part);
        let open = part.matches('{').count() == part.matches('}').count();
        line.trim().is_empty() && rest.trim().is_empty() && line.starts_with(' ') && open
    }

    /// Returns true if no name that the part gives is used behind it, and none from outside is written to in it.
    fn keeps_names(&self, part: Span) -> bool {
        let is_inside =
            |span: Span| span.file == part.file && part.start <= span.start && span.end <= part.end;
        let mut given = self.semantics().given_within(part);
        let escapes = given.any(|(_, symbol)| {
            let mut uses = self.semantics().references(symbol);
            uses.any(|(span, _)| !is_inside(span))
        });
        let mut uses = self.semantics().uses_within(part);
        let writes = uses.any(|(span, one)| {
            let after = &self.sources.text(part.file)[span.range().end..];
            let after = after.trim_start();
            let is_written = after.starts_with("+=")
                || after.starts_with("-=")
                || after.starts_with('=') && !after.starts_with("==");
            matches!(one.symbol, Symbol::Local(given) if !is_inside(given)) && is_written
        });
        !escapes && !writes
    }

    /// Returns the local names from outside that a part uses, with their types; none if one of them cannot be a parameter.
    fn taken_along(&self, part: Span) -> Option<Vec<(String, String)>> {
        let mut params: Vec<(String, String)> = Vec::new();
        for (_, one) in self.semantics().uses_within(part) {
            let Symbol::Local(given) = one.symbol else {
                continue;
            };
            if given.file == part.file && part.start <= given.start && given.end <= part.end {
                continue;
            }
            let definition = self.definition(one.symbol)?;
            let ty = definition.ty.as_ref()?;
            if matches!(ty, Type::All(_) | Type::Wrong | Type::None) {
                return None;
            }
            let param = (definition.name.clone(), ty.notation(self.game()));
            if !params.contains(&param) {
                params.push(param);
            }
        }
        Some(params)
    }

    /// Returns a name that nothing has.
    fn free_name(&self, name: &str) -> String {
        let names = &self.analysis.names.names;
        let numbered = (2u32..).map(|number| format!("{name}_{number}"));
        let mut all = std::iter::once(name.to_owned()).chain(numbered);
        // INVARIANT: a game has fewer names than there are numbers.
        all.find(|name| !names.contains_key(name))
            .unwrap_or_default()
    }
}

fn signature(params: &[(String, String)]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|(name, ty)| format!("{name}: {ty}"))
        .collect();
    params.join(", ")
}
