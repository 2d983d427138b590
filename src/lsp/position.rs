//! Places in a text as editors count them: lines from 0, columns in the units that client and server agreed on.

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use ludex_source::{FileId, Sources, Span};

/// The units in which a client counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum PositionEncoding {
    /// Bytes, as we count ourselves.
    Utf8,
    /// Halves of characters beyond the basic plane count too: what every client knows.
    #[default]
    Utf16,
    /// One for each character.
    Utf32,
}

impl PositionEncoding {
    /// Chooses among the encodings that a client knows: bytes if it may be, as they take no counting.
    pub(super) fn negotiate(offered: &[PositionEncodingKind]) -> PositionEncoding {
        let is_offered = |kind| offered.contains(&kind);
        match () {
            () if is_offered(PositionEncodingKind::UTF8) => PositionEncoding::Utf8,
            () if is_offered(PositionEncodingKind::UTF16) => PositionEncoding::Utf16,
            () if is_offered(PositionEncodingKind::UTF32) => PositionEncoding::Utf32,
            () => PositionEncoding::Utf16,
        }
    }

    /// Returns the protocol's name of the encoding.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            PositionEncoding::Utf8 => PositionEncodingKind::UTF8,
            PositionEncoding::Utf16 => PositionEncodingKind::UTF16,
            PositionEncoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Counts the columns of a part of a line.
    pub(super) fn columns(self, text: &str) -> u32 {
        text.chars().map(|symbol| self.width(symbol)).sum()
    }

    /// Returns the byte of a line at a column.
    fn byte_in_line(self, line: &str, character: u32) -> usize {
        let mut column: u32 = 0;
        for (at, symbol) in line.char_indices() {
            column += self.width(symbol);
            if column > character {
                return at;
            }
        }
        line.len()
    }

    fn width(self, symbol: char) -> u32 {
        let width = match self {
            PositionEncoding::Utf8 => symbol.len_utf8(),
            PositionEncoding::Utf16 => symbol.len_utf16(),
            PositionEncoding::Utf32 => 1,
        };
        narrow(width)
    }
}

/// Returns the position of a byte of a loaded file; beyond its end, that of the end.
pub(super) fn position(
    sources: &Sources,
    file: FileId,
    byte: u32,
    encoding: PositionEncoding,
) -> Position {
    let line = sources.line_col(file, byte).line;
    let Some(range) = sources.line_range(file, line) else {
        return Position::default();
    };
    let at = Span::new(file, narrow(range.start), byte.min(narrow(range.end)));
    Position {
        line: line - 1,
        character: encoding.columns(sources.slice(at)),
    }
}

/// Returns the range of a span.
pub(super) fn range(sources: &Sources, span: Span, encoding: PositionEncoding) -> Range {
    Range {
        start: position(sources, span.file, span.start, encoding),
        end: position(sources, span.file, span.end, encoding),
    }
}

/// Returns the byte of a loaded file at a position, as `byte_in` does of a text.
pub(super) fn byte(
    sources: &Sources,
    file: FileId,
    at: Position,
    encoding: PositionEncoding,
) -> u32 {
    match sources.line_range(file, at.line.saturating_add(1)) {
        None => narrow(sources.text(file).len()),
        Some(line) => {
            narrow(line.start + encoding.byte_in_line(&sources.text(file)[line], at.character))
        }
    }
}

/// Returns the byte of a text at a position. Beyond the end of a line that is its end, beyond the last line the end of the
/// text, and within a character its beginning.
pub(super) fn byte_in(text: &str, at: Position, encoding: PositionEncoding) -> usize {
    let mut start = 0;
    for _ in 0..at.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    start + encoding.byte_in_line(line.trim_end_matches('\r'), at.character)
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{PositionEncoding, byte, byte_in, position};
    use gen_lsp_types::Position;
    use ludex_source::Sources;

    const TEXT: &str = "ab\r\nx狐🦊y\n\nlast";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_of_each_encoding() {
        let columns = [
            (PositionEncoding::Utf8, [0, 1, 4, 8]),
            (PositionEncoding::Utf16, [0, 1, 2, 4]),
            (PositionEncoding::Utf32, [0, 1, 2, 3]),
        ];
        let mut sources = Sources::new();
        let file = sources.add("text", TEXT);
        for (encoding, columns) in columns {
            for (column, offset) in columns.into_iter().zip([4, 5, 8, 12]) {
                assert_eq!(
                    position(&sources, file, offset, encoding),
                    at(1, column),
                    "{encoding:?}"
                );
                assert_eq!(
                    byte(&sources, file, at(1, column), encoding),
                    offset,
                    "{encoding:?}"
                );
                assert_eq!(
                    byte_in(TEXT, at(1, column), encoding),
                    offset as usize,
                    "{encoding:?}"
                );
            }
        }
    }

    #[test]
    fn places_that_are_not_there() {
        let encoding = PositionEncoding::Utf16;
        let mut sources = Sources::new();
        let file = sources.add("text", TEXT);
        // The second half of a fox is where the fox begins.
        for (asked, found) in [
            (at(1, 3), 8),
            (at(0, 99), 2),
            (at(2, 1), 14),
            (at(9, 0), 19),
        ] {
            assert_eq!(byte_in(TEXT, asked, encoding), found);
            assert_eq!(byte(&sources, file, asked, encoding) as usize, found);
        }
        assert_eq!(position(&sources, file, 9, encoding), at(1, 2));
        assert_eq!(position(&sources, file, 3, encoding), at(0, 2));
        assert_eq!(position(&sources, file, 999, encoding), at(3, 4));
        assert_eq!(byte_in("", at(0, 4), encoding), 0);
    }
}
