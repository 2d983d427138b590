//! Rows and attributes that are missing.

use crate::actions::{ActionKind, CodeAction, TextEdit};
use crate::{GameSnapshot, TableRow};
use ludex_check::semantics::NameHole;
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::KindId;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_source::span::offset;
use ludex_tools::new;
use ludex_tools::outline::Outline;

impl GameSnapshot {
    /// Writes all attributes that a row does not give and must.
    pub(super) fn missing_attributes(&self, wrong: &Diagnostic) -> Option<CodeAction> {
        if wrong.code != Code::MISSING_ATTRIBUTE {
            return None;
        }
        let at = wrong.span()?;
        let rows = self.rows(at.file);
        let row = rows.iter().find(|row| row.node.span.touches(at.start))?;
        let same = self
            .report
            .iter()
            .filter(|one| one.code == wrong.code && one.span() == Some(at));
        let declared = same.filter_map(|one| one.labels.iter().find(|label| !label.primary));
        let names = declared.map(|label| self.sources.slice(label.span));
        let outline = self.outline();
        let lines = names.filter_map(|name| new::row::cell(&outline, &row.list.key, name));
        let lines: Vec<String> = lines.collect();
        let title = match lines.as_slice() {
            [] => return None,
            [_] => "write the missing attribute".to_owned(),
            several => format!("write the {} missing attributes", several.len()),
        };
        Some(CodeAction {
            title,
            kind: ActionKind::Mend,
            edits: vec![self.lines_behind(row, &lines)?],
        })
    }

    /// Returns the edit that puts lines behind the cells of a row, as far in as these stand.
    fn lines_behind(&self, row: &TableRow<'_>, lines: &[String]) -> Option<TextEdit> {
        let (first, last) = (row.node.entries().first()?, row.node.entries().last()?);
        let text = self.sources.text(first.key_span.file);
        let begin = text[..first.key_span.range().start]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let column = first.key_span.range().start - begin;
        if text[begin..begin + column].contains(['{', '[']) {
            // What stands in one line is no place for lines.
            return None;
        }
        let end = last.span().range().end;
        let end = end.max(last.value.span.range().end);
        let end = text[..end].trim_end().len();
        let end = end + text[end..].find('\n').unwrap_or(text.len() - end);
        let indent = " ".repeat(column);
        let text = lines
            .iter()
            .map(|line| format!("\n{indent}{line}"))
            .collect();
        let span = Span::empty(first.key_span.file, offset(end));
        Some(TextEdit { span, text })
    }

    /// Writes the row of an id that no row has.
    pub(super) fn missing_row(&self, wrong: &Diagnostic) -> Option<CodeAction> {
        let at = wrong.span()?;
        let kind = match wrong.code {
            Code::UNKNOWN_WORD => self.kind_of_cell(at)?,
            Code::UNKNOWN_NAME => self.kind_of_hole(at)?,
            _ => return None,
        };
        let key = &self.game().kinds.get(kind.index())?.name;
        let id = self.sources.slice(at).trim_matches(['"', '\'']);
        let made = new::row::row(&self.outline(), &self.sources, Some(key), id).ok()?;
        let file = self.sources.find(made.path.as_deref()?)?;
        Some(CodeAction {
            title: format!("write the row `{id}` of `{key}`"),
            kind: ActionKind::Mend,
            edits: vec![inserted(file, self.sources.text(file), &made.text)],
        })
    }

    /// Returns the kind whose row a cell must name.
    fn kind_of_cell(&self, at: Span) -> Option<KindId> {
        let rows = self.rows(at.file);
        let row = rows.iter().find(|row| row.node.span.touches(at.start))?;
        let mut cells = row.node.entries().iter();
        let cell = cells.find(|cell| cell.span().touches(at.start))?;
        self.kind_named_by(&self.symbol_type(self.cell_symbol(row.kind, cell)?)?)
    }

    /// Returns the kind whose row is wanted where a name means nothing.
    fn kind_of_hole(&self, at: Span) -> Option<KindId> {
        let Some(NameHole::Value {
            wanted: Some(wanted),
            ..
        }) = self.semantics().hole(at)
        else {
            return None;
        };
        self.kind_named_by(wanted)
    }

    fn kind_named_by(&self, ty: &Type) -> Option<KindId> {
        if let Type::Row(kind) | Type::Piece(kind) = ty.member() {
            Some(*kind)
        } else {
            None
        }
    }

    /// Returns what the tables of the game may hold.
    pub(crate) fn outline(&self) -> Outline {
        Outline::new(self.parsed.files(), self.analysis.names.clone())
    }
}

/// Returns the edit that makes a text another one, of which it is a part.
fn inserted(file: ludex_source::FileId, old: &str, new: &str) -> TextEdit {
    let same = old
        .bytes()
        .zip(new.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let most = old.len().min(new.len()) - same;
    let (a, b) = (old.bytes().rev(), new.bytes().rev());
    let rest = a.zip(b).take(most).take_while(|(a, b)| a == b).count();
    // Whole lines are moved about, so that no character is cut.
    let begin = old[..floor(old, same)].rfind('\n').map_or(0, |at| at + 1);
    let end = old.len() - rest.min(old.len() - begin);
    let end = old[floor(old, end)..]
        .find('\n')
        .map_or(old.len(), |at| floor(old, end) + at + 1);
    let end = end.max(begin);
    let kept = old.len() - end;
    TextEdit {
        span: Span::new(file, offset(begin), offset(end)),
        text: new[begin..new.len() - kept].to_owned(),
    }
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}
