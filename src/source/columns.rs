//! Columns that a text takes on a terminal: two for each character of Chinese and Japanese, none for a mark above a letter.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the columns that a text takes.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Returns the columns that a character takes.
pub fn symbol_columns(symbol: char) -> usize {
    symbol.width().unwrap_or(0)
}

/// Returns a text with blanks behind it, so that it takes at least so many columns.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(text, width))
}

/// Returns a text with blanks before it, so that it takes at least so many columns.
pub fn right_aligned(text: &str, width: usize) -> String {
    format!("{}{text}", blanks(text, width))
}

/// Returns the columns of the widest text; none of no text.
pub fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(columns).max().unwrap_or(0)
}

fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(columns(text)))
}

#[cfg(test)]
mod tests {
    use super::{columns, padded, right_aligned, symbol_columns, widest};

    #[test]
    fn characters_of_two_columns_are_counted() {
        assert_eq!(
            (columns("狐"), columns("é"), columns("e\u{301}")),
            (2, 1, 1)
        );
        assert_eq!((symbol_columns('馬'), symbol_columns('\u{301}')), (2, 0));
        assert_eq!(padded("狐", 4) + "|", "狐  |");
        assert_eq!(right_aligned("狐狸", 5), " 狐狸");
        assert_eq!(padded("狐狸", 3), "狐狸");
        assert_eq!((widest(["fox", "狐狸"]), widest([])), (4, 0));
    }
}
