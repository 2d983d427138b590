//! Spans of texts, of parts of texts, and of texts that were written in another way.

use ludex::source::{FileId, Fragment, LineCol, Sources, Span};

fn at(line: u32, column: u32) -> LineCol {
    LineCol { line, column }
}

#[test]
fn columns_count_characters() {
    let mut sources = Sources::new();
    let file = sources.add("a.rules", "\u{feff}gäin\r\nx\n");
    assert_eq!(sources.text(file), "gäin\r\nx\n");
    assert_eq!(sources.line_col(file, 0), at(1, 1));
    assert_eq!(sources.line_col(file, 3), at(1, 3));
    assert_eq!(sources.line_col(file, 7), at(2, 1));
    assert_eq!(sources.line_col(file, 99), at(3, 1));
    assert_eq!(sources.line_range(file, 1), Some(0..5));
    assert_eq!(sources.line_range(file, 4), None);
}

#[test]
fn files_are_listed_by_path() {
    let mut sources = Sources::new();
    let b = sources.add("b", "1");
    let a = sources.add("a", "2");
    assert_eq!(sources.ids().collect::<Vec<_>>(), [a, b]);
    assert_eq!(sources.add("b", "new"), b);
    assert_eq!(sources.text(b), "new");
    assert_eq!(sources.find("c"), None);
}

#[test]
fn a_whole_file_is_its_own_place() {
    let file = FileId::new(3);
    let whole = Fragment::whole(file, "gain(2)");
    assert_eq!(whole.span(0, 4), Span::new(file, 0, 4));
    assert_eq!(whole.span(7, 7), Span::new(file, 7, 7));
    let part = whole.sub(5..6);
    assert_eq!(part.text(), "2");
    assert_eq!(part.span(0, 1), Span::new(file, 5, 6));
    assert_eq!(part.span(1, 1), Span::new(file, 6, 6));
    assert_eq!(part.sub(0..0).span(0, 0), Span::new(file, 5, 5));
}

#[test]
fn a_mapped_text_answers_in_the_file() {
    let file = FileId::new(0);
    // `it''s` in quotes from byte 10: the quote mark in the middle is two bytes.
    let mapped = Fragment::mapped(file, "it's".to_owned(), vec![11, 12, 13, 15], 16);
    assert_eq!(mapped.span(2, 3), Span::new(file, 13, 15));
    assert_eq!(mapped.full_span(), Span::new(file, 11, 16));
    assert_eq!(mapped.span(4, 4), Span::new(file, 16, 16));
    assert_eq!(mapped.sub(0..3).span(3, 3), Span::new(file, 15, 15));
    assert_eq!(
        mapped.sub(1..4).sub(1..2).span(0, 1),
        Span::new(file, 13, 15)
    );
    assert_eq!(
        Fragment::mapped(file, String::new(), vec![], 9).span(0, 0),
        Span::new(file, 9, 9)
    );
}

#[test]
fn spans_join_in_one_file_only() {
    let (a, b) = (
        Span::new(FileId::new(0), 4, 6),
        Span::new(FileId::new(0), 1, 5),
    );
    assert_eq!(a.to(b), Span::new(FileId::new(0), 1, 6));
    assert_eq!(a.to(Span::new(FileId::new(1), 0, 9)), a);
}
