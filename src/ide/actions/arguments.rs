//! Arguments that are missing in a call.

use crate::GameSnapshot;
use crate::actions::{ActionKind, CodeAction, TextEdit};
use ludex_check::decl::Decl;
use ludex_report::{Code, Diagnostic};
use ludex_rules::verbs::verb;
use ludex_source::Span;

impl GameSnapshot {
    /// Writes the arguments that a call does not give and must, each by the name of its parameter.
    pub(super) fn missing_argument(&self, wrong: &Diagnostic) -> Option<CodeAction> {
        if !matches!(wrong.code, Code::WRONG_ARGUMENTS | Code::WRONG_LABEL) {
            return None;
        }
        let at = wrong.span()?;
        let call = self.sources.slice(at);
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let name = &call[..call.find(|symbol| !is_word(symbol)).unwrap_or(call.len())];
        let rest = call[name.len()..].trim();
        let inner = rest
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let params = self.params_by_name(name)?;
        let said = inner.unwrap_or(rest);
        let words: Vec<&str> = said.split(|symbol| !is_word(symbol)).collect();
        let bare = bare_arguments(said, inner.is_some());
        let is_given = |nth: usize, label: &str| {
            if label.is_empty() {
                params[..nth]
                    .iter()
                    .filter(|(other, _)| other.is_empty())
                    .count()
                    < bare
            } else {
                words.contains(&label)
            }
        };
        let missing = params.iter().enumerate();
        let missing = missing.filter(|(nth, (label, _))| !is_given(*nth, label));
        let missing: Vec<String> = missing
            .map(|(_, (label, param))| format!("{label} {param}").trim_start().to_owned())
            .collect();
        if missing.is_empty() {
            return None;
        }
        let title = match missing.as_slice() {
            [only] => format!("write the missing argument `{only}`"),
            several => format!("write the missing arguments `{}`", several.join(", ")),
        };
        let (before, gap) = match (inner, said.trim()) {
            (Some(_), "") => ("", ", "),
            (Some(_), _) => (", ", ", "),
            (None, _) => (" ", " "),
        };
        let end = at.end - u32::from(inner.is_some());
        Some(CodeAction {
            title,
            kind: ActionKind::Mend,
            edits: vec![TextEdit {
                span: Span::empty(at.file, end),
                text: format!("{before}{}", missing.join(gap)),
            }],
        })
    }

    /// Returns the parameters of a verb, an effect or a query: the word before each, and its name.
    fn params_by_name(&self, name: &str) -> Option<Vec<(&str, &str)>> {
        if let Some(row) = verb(name) {
            let takes = row.takes.iter();
            return Some(takes.map(|one| (one.label, one.takes.noun())).collect());
        }
        let (decl, _) = self.analysis.names.names.get(name)?;
        if !matches!(decl, Decl::Effect(_) | Decl::Query(_)) {
            return None;
        }
        let (_, params, _) = self.params_of(*decl)?;
        Some(
            params
                .into_iter()
                .map(|(label, name, _)| (label, name))
                .collect(),
        )
    }
}

/// Counts the arguments without a label: those before the first label, by commas in brackets, by blanks without.
fn bare_arguments(said: &str, in_brackets: bool) -> usize {
    let is_label = |word: &&str| ludex_syntax::keywords::is(word, ludex_syntax::keywords::LABEL);
    if in_brackets {
        let args = said.split(',').map(str::trim).filter(|arg| !arg.is_empty());
        return args
            .filter(|arg| !arg.split(' ').next().as_ref().is_some_and(is_label))
            .count();
    }
    said.split_whitespace()
        .take_while(|word| !is_label(word))
        .count()
}
