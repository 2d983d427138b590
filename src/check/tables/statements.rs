//! The list of what the facts state, `statements.yaml`, and the citations of it in comments.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::game::Statement;
use ludex_source::citations::{Citation, is_part};
use ludex_tables::{Entry, Node};

/// The one key of the file.
const KEY: &str = "statements";

impl Checker<'_> {
    /// Reads the list, if there is one, and warns of comments that cite what it does not hold.
    pub(crate) fn statements(&mut self, list: Option<&Node>, citations: &[Citation]) {
        let Some(list) = list else { return };
        let listed: Vec<Statement> = self
            .statement_entries(list)
            .iter()
            .filter_map(|entry| self.statement(entry))
            .collect();
        for citation in citations {
            let known = |known: &Statement| is_part(&known.id, &citation.statement);
            if !listed.iter().any(known) && !self.is_row(&citation.statement) {
                let message = format!("the statement `{}` is not listed", citation.statement);
                let unknown = Diagnostic::warning(Code::UNKNOWN_STATEMENT, message)
                    .at(citation.span, "not in `statements.yaml`");
                self.report
                    .push(with_nearest(unknown, &citation.statement, &listed));
            }
        }
        self.env.game.statements = Some(listed);
    }

    /// A card may be cited by its id: its text is what the facts say of it.
    fn is_row(&self, id: &str) -> bool {
        let mut rows = self.env.game.kinds.iter().flat_map(|kind| &kind.rows);
        rows.any(|row| row.written_id() == id)
    }

    fn statement_entries<'a>(&mut self, list: &'a Node) -> &'a [Entry] {
        for entry in list.entries().iter().filter(|entry| entry.key != KEY) {
            let message = format!("unknown key `{}`", entry.key);
            self.report.push(
                Diagnostic::error(Code::UNKNOWN_ATTRIBUTE, message)
                    .at(entry.key_span, "not known here")
                    .help(format!(
                        "`statements.yaml` has one key, `{KEY}`: a map from numbers to titles"
                    )),
            );
        }
        match list.get(KEY).map(Node::as_map) {
            Some(Ok(entries)) => entries,
            Some(Err(wrong)) => {
                self.report.push(*wrong);
                &[]
            }
            None => &[],
        }
    }

    fn statement(&mut self, entry: &Entry) -> Option<Statement> {
        match entry.value.as_text() {
            Ok(title) => Some(Statement {
                id: entry.key.clone(),
                title: title.text().trim().to_owned(),
                span: entry.key_span,
            }),
            Err(wrong) => {
                self.report.push(*wrong);
                None
            }
        }
    }
}

/// Adds the nearest listed statement as help.
pub fn with_nearest(unknown: Diagnostic, cited: &str, listed: &[Statement]) -> Diagnostic {
    match nearest(cited, listed.iter().map(|one| one.id.as_str())) {
        Some(near) => unknown.help(format!("did you mean `{near}`?")),
        None => unknown,
    }
}
