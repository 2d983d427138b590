//! Extracting: a part of a text becomes an effect or a query of its own, which takes along the local names that it uses.

use crate::actions::{ActionKind, CodeAction, TextEdit};
use crate::{GameSnapshot, RulesForm};
use ludex_check::decl::Decl;
use ludex_check::semantics::Symbol;
use ludex_pipeline::{GameText, PRELUDE_PATH};
use ludex_report::Report;
use ludex_rules::types::Type;
use ludex_source::span::offset;
use ludex_source::{FileId, Span};
use ludex_syntax::{parse, tokens};

/// The words that leave what is around them, which a text of its own could not leave.
const LEAVING: &[&str] = &["chosen", "continue", "require", "return", "stop", "this"];

/// A part that may become a declaration of its own.
struct ExtractHome {
    /// The text of the part.
    text: String,
    /// The text with its lines as far in as those of an effect.
    body: String,
    /// The file that the declaration would stand in.
    file: FileId,
    /// The part is statements alone, and no part of one.
    is_statements: bool,
}

impl GameSnapshot {
    /// Makes a query of an expression, or an effect of whole statements: of a `.rules` file, or of a text of a row.
    pub(super) fn extract(&self, part: Span) -> Option<CodeAction> {
        let part = self.trimmed(part);
        let home = self.home_of(part)?;
        let text = home.text.as_str();
        let words = tokens::tokens(text);
        let leaves = words
            .iter()
            .any(|token| LEAVING.contains(&&text[token.range.clone()]));
        if text.is_empty() || leaves || !self.keeps_names(part) {
            return None;
        }
        let params = self.taken_along(part)?;
        let (title, name, new) = match self.semantics().type_at(part) {
            Some(Type::Wrong | Type::None) => return None,
            Some(ty) => {
                let ty = ty.notation(self.game());
                let name = self.free_name("new_query");
                let new = format!("query {name}({}) -> {ty} = {text}\n", signature(&params));
                ("extract a query", name, new)
            }
            None => {
                if !home.is_statements {
                    return None;
                }
                let name = self.free_name("new_effect");
                let (params, body) = (signature(&params), &home.body);
                let new = format!("effect {name}({params}) {{\n  {body}\n}}\n");
                ("extract an effect", name, new)
            }
        };
        let action = self.extracted(title, part, &name, &params, home.file, &new);
        // In YAML a call may mean something else: a comma may part values.
        (home.file == part.file || self.stays_right(&action)).then_some(action)
    }

    /// Returns the text of a part, and the file that its declaration would stand in; none outside of rules.
    fn home_of(&self, part: Span) -> Option<ExtractHome> {
        if self.sources.path(part.file).ends_with(".rules") {
            let text = self.sources.slice(part).to_owned();
            return Some(ExtractHome {
                is_statements: self.is_statements(part),
                file: part.file,
                body: text.clone(),
                text,
            });
        }
        let rules = self.rules_text_at(part.file, part.start)?;
        let whole = rules.fragment.text();
        let [begin, end] = [part.start, part.end].map(|at| rules.byte_at(at));
        let (begin, end) = (begin?, end?);
        let text = whole.get(begin..end)?.to_owned();
        let before = whole[..begin].trim_end_matches(' ');
        let after = whole[end..].trim_start_matches(' ');
        let begins = before.is_empty() || before.ends_with(['\n', ';', '{']);
        let ends = after.is_empty() || after.starts_with(['\n', ';', '}']);
        let rows = self.rows(part.file);
        let row = rows.iter().find(|row| row.node.span.touches(part.start))?;
        let kind = self.definition(Symbol::Declared(Decl::Kind(row.kind)))?;
        let fragment = rules.fragment.sub(begin..end);
        let reads = || parse::effect_text(&fragment, &mut Report::new()).is_some();
        Some(ExtractHome {
            is_statements: rules.form == RulesForm::Effect && begins && ends && reads(),
            file: kind.span.file,
            body: text.replace('\n', "\n  "),
            text,
        })
    }

    /// Returns true if the game has no mistake after an action that it does not have before.
    fn stays_right(&self, action: &CodeAction) -> bool {
        let files = self
            .sources
            .ids()
            .filter(|file| self.sources.path(*file) != PRELUDE_PATH);
        let files = files.map(|file| {
            let mut text = self.sources.text(file).to_owned();
            let edits = action.edits.iter().rev();
            for edit in edits.filter(|edit| edit.span.file == file) {
                text.replace_range(edit.span.range(), &edit.text);
            }
            (self.sources.path(file).to_owned(), text)
        });
        let after = self.edited(GameText {
            name: self.game_name().to_owned(),
            files: files.collect(),
        });
        after.report.errors() <= self.report.errors()
    }

    fn extracted(
        &self,
        title: &str,
        part: Span,
        name: &str,
        params: &[(String, String)],
        file: FileId,
        new: &str,
    ) -> CodeAction {
        let args: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
        let text = self.sources.text(file);
        let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
        let call = TextEdit {
            span: part,
            text: format!("{name}({})", args.join(", ")),
        };
        let declaration = TextEdit {
            span: Span::empty(file, offset(text.len())),
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
