//! Control characters in texts and values, which are refused: a name must not clear a screen or read from right to left.

use crate::node::{Entry, Node, Value};
use ludex_report::{Code, Diagnostic, Report};
use ludex_source::controls::is_control;
use ludex_source::span::offset;
use ludex_source::{FileId, Sources, Span};

/// Reports the control characters that stand in a text itself, rules or YAML, comments included: the first of each line. Tabs
/// and the line ends of Windows are told by whoever reads the text, if they matter.
pub fn in_text(file: FileId, sources: &Sources, report: &mut Report) {
    let mut at = 0;
    for line in sources.text(file).split_inclusive('\n') {
        let words = line.trim_end_matches(['\r', '\n']);
        let mut symbols = words.char_indices();
        let found = if is_plain(words) {
            None
        } else {
            symbols.find(|(_, symbol)| is_obeyed(*symbol))
        };
        if let Some((column, symbol)) = found {
            let start = at + column;
            let span = Span::new(file, offset(start), offset(start + symbol.len_utf8()));
            report.push(refusal(symbol, span));
        }
        at += line.len();
    }
}

/// Reports the control characters that keys and values of YAML have once their escapes are read, as `"\e"`: the first of each.
pub fn in_values(node: &Node, report: &mut Report) {
    match &node.value {
        Value::Null => {}
        Value::Scalar(scalar) => in_words(scalar.text(), node.span, report),
        Value::List(items) => items.iter().for_each(|item| in_values(item, report)),
        Value::Map(entries) => {
            for entry in entries.iter() {
                in_key(entry, report);
                in_values(&entry.value, report);
            }
        }
    }
}

/// Reports the control characters of a key alone.
pub(super) fn in_key(entry: &Entry, report: &mut Report) {
    in_words(&entry.key, entry.key_span, report);
}

fn in_words(words: &str, span: Span, report: &mut Report) {
    if is_plain(words) {
        return;
    }
    if let Some(symbol) = words.chars().find(|symbol| is_obeyed(*symbol)) {
        report.push(refusal(symbol, span));
    }
}

/// Returns true if a text has only the characters that most texts have: nobody need look at them one by one.
fn is_plain(words: &str) -> bool {
    words.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

fn is_obeyed(symbol: char) -> bool {
    is_control(symbol) && symbol != '\t'
}

fn refusal(symbol: char, span: Span) -> Diagnostic {
    let code = u32::from(symbol);
    Diagnostic::error(
        Code::CONTROL_CHARACTER,
        format!("the control character U+{code:04X} in a text"),
    )
    .at(span, "nobody sees it, and terminals obey it")
    .help("leave it out")
}
