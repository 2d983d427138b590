//! Comments that allow a warning: `// ludex: allow(U01) why`, in tables `# ludex: allow(Y10) why`.
//!
//! Takes texts, then what was found in them; leaves out what is allowed, and tells of comments that allow nothing. One speaks
//! of its own line, or, alone in its line, of the next line that is no comment. Errors cannot be allowed: without them
//! mended there is no game.

use std::ops::Range;

use crate::codes::{CODES, Code};
use crate::collect::Report;
use crate::diagnostic::{Diagnostic, Severity};
use crate::suggest::nearest;
use ludex_source::span::offset;
use ludex_source::{FileId, Sources, Span};

/// The beginning of an allowing comment, behind its mark.
const HEAD: &str = "ludex: allow";

/// All comments of a game that allow something.
#[derive(Debug, Clone, Default)]
pub struct Allows {
    all: Vec<Allow>,
}

/// One code that a comment allows.
#[derive(Debug, Clone)]
struct Allow {
    code: Code,
    /// The span of the code in the comment.
    span: Span,
    /// The line that it speaks of.
    line: Range<u32>,
    used: bool,
}

impl Allows {
    /// Finds the comments of a file; what cannot be read of them is told.
    pub fn read(&mut self, file: FileId, sources: &Sources, report: &mut Report) {
        let text = sources.text(file);
        let mut done = 0;
        // Few lines have such a comment, so the others are not even cut apart.
        for (found, _) in text.match_indices(HEAD) {
            if found < done {
                continue;
            }
            let at = text[..found].rfind('\n').map_or(0, |end| end + 1);
            done = text[found..]
                .find('\n')
                .map_or(text.len(), |end| found + end + 1);
            let line = &text[at..done];
            if let Some(start) = comment(line) {
                let said = at + start;
                let line = spoken_of(text, at, line);
                self.comment(file, text, said, line, report);
            }
        }
    }

    /// A comment from behind its mark on.
    fn comment(
        &mut self,
        file: FileId,
        text: &str,
        start: usize,
        line: Range<u32>,
        report: &mut Report,
    ) {
        let end = text[start..]
            .find('\n')
            .map_or(text.len(), |end| start + end);
        let said = text[start..end].trim_end();
        let span = |from: usize, to: usize| Span::new(file, offset(from), offset(to));
        let whole = span(start, start + said.len());
        let inside = said[HEAD.len()..].strip_prefix('(');
        let Some((codes, reason)) = inside.and_then(|inside| inside.split_once(')')) else {
            return report.push(wrong("this allows nothing").at(whole, "names no code"));
        };
        if reason.trim().is_empty() {
            report.push(wrong("this allows something without a reason").at(whole, "why?"));
        }
        let mut at = start + HEAD.len() + 1;
        for part in codes.split(',') {
            let word = part.trim();
            let from = at + part.len() - part.trim_start().len();
            let span = span(from, from + word.len());
            at += part.len() + 1;
            match Code::find(word) {
                Some(code) => self.all.push(Allow {
                    code,
                    span,
                    line: line.clone(),
                    used: false,
                }),
                None => report.push(unknown(word, span)),
            }
        }
    }

    /// Adds the comments of another file.
    pub fn extend(&mut self, other: &Allows) {
        self.all.extend(other.all.iter().cloned());
    }

    /// Returns the report without what is allowed. `complete`: nothing was held back, so what is not needed now never is.
    #[must_use]
    pub fn apply(mut self, found: Report, complete: bool) -> Report {
        let mut left = Report::of_all();
        for one in found {
            if !self.allowed(&one) {
                left.push(one);
            }
        }
        let unused = self.all.iter().filter(|allow| complete && !allow.used);
        left.extend(unused.map(|allow| {
            Diagnostic::warning(
                Code::UNUSED_ALLOW,
                format!("`{}` is allowed, but is not found here", allow.code),
            )
            .at(allow.span, "not needed")
            .help("take it out; only warnings can be allowed")
        }));
        left
    }

    fn allowed(&mut self, one: &Diagnostic) -> bool {
        let (Severity::Warning, Some(span)) = (one.severity, one.span()) else {
            return false;
        };
        let fits = |allow: &Allow| {
            allow.code == one.code
                && allow.span.file == span.file
                && allow.line.contains(&span.start)
        };
        let mut allowed = false;
        for allow in self.all.iter_mut().filter(|allow| fits(allow)) {
            allow.used = true;
            allowed = true;
        }
        allowed
    }
}

fn wrong(message: &str) -> Diagnostic {
    Diagnostic::warning(Code::WRONG_ALLOW, message)
        .help("write the code and why it may be so: `// ludex: allow(U01) why`")
}

fn unknown(word: &str, span: Span) -> Diagnostic {
    let codes = CODES.iter().map(|row| row.code.as_str());
    Diagnostic::warning(Code::WRONG_ALLOW, format!("there is no code `{word}`"))
        .at(span, "not known here")
        .did_you_mean(nearest(word, codes))
}

/// Tells where a comment of this sort begins in a line, behind its mark.
fn comment(line: &str) -> Option<usize> {
    let at = line.find(HEAD)?;
    let before = line[..at].trim_end();
    let marked = before.ends_with("//") || before.ends_with('#');
    (marked && !before.ends_with("///")).then_some(at)
}

/// The line that a comment in a line speaks of: the same one, or the next one that is not a comment.
fn spoken_of(text: &str, at: usize, line: &str) -> Range<u32> {
    if !is_comment(line) {
        return offset(at)..offset(at + line.len());
    }
    let mut start = at + line.len();
    for next in text[start..].split_inclusive('\n') {
        if !is_comment(next) && !next.trim().is_empty() {
            return offset(start)..offset(start + next.len());
        }
        start += next.len();
    }
    offset(text.len())..offset(text.len())
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with('#')
}
