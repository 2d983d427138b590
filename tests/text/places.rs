//! Every character of a decoded scalar is placed at the character, or the escape, that it was written as.
//!
//! Random texts are written in each of the five styles by a small writer of our own, which folds, escapes and indents.

use ludex::report::Report;
use ludex::source::Sources;
use ludex::tables::{Node, Style, read};

const STYLES: [Style; 5] = [
    Style::Plain,
    Style::SingleQuoted,
    Style::DoubleQuoted,
    Style::Literal,
    Style::Folded,
];

const WORDS: [&str; 16] = [
    "gain(2,",
    "wolf",
    "it's",
    "\"quoted\"",
    "a:",
    "#no",
    "x#y",
    "\\n",
    "größer",
    "🐺🐾",
    "->",
    "{a}",
    "[1]",
    "''",
    "100%",
    "é:b",
];

/// A small generator: the test must not change with a crate's.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn text(&mut self, style: Style) -> Vec<Vec<&'static str>> {
        // Plain scalars cannot hold everything: no `: `, no ` #`, no mark of another style at the start.
        let plain: Vec<&str> = WORDS
            .into_iter()
            .filter(|word| !word.ends_with(':') && !word.starts_with('#'))
            .collect();
        let lines = 1 + self.below(3);
        let mut text = Vec::new();
        for line in 0..lines {
            let mut words = if line == 0 { vec!["start"] } else { vec![] };
            for _ in 0..1 + self.below(6) {
                let word = if style == Style::Plain {
                    plain[self.below(plain.len())]
                } else {
                    WORDS[self.below(WORDS.len())]
                };
                words.push(word);
            }
            text.push(words);
        }
        text
    }
}

/// Writes lines of words as a value two levels deep, with line breaks wherever the style lets them be folded.
fn write(lines: &[Vec<&str>], style: Style, dice: &mut Dice, newline: &str) -> String {
    let fold = format!("{newline}     ");
    let hard = match style {
        Style::Literal => fold.clone(),
        Style::Plain | Style::SingleQuoted | Style::DoubleQuoted | Style::Folded => {
            format!("{newline}{fold}")
        }
    };
    let mut body = String::new();
    for (index, words) in lines.iter().enumerate() {
        body += if index > 0 { &hard } else { "" };
        for (index, word) in words.iter().enumerate() {
            let broken = dice.below(4) == 0 && style != Style::Literal;
            let blank = if broken { fold.as_str() } else { " " };
            body += if index > 0 { blank } else { "" };
            body += &escape(word, style, dice);
        }
    }
    let body = match style {
        Style::Plain => body,
        Style::SingleQuoted => format!("'{body}'"),
        Style::DoubleQuoted => format!("\"{body}\""),
        Style::Literal => format!("|{fold}{body}"),
        Style::Folded => format!(">-{fold}{body}"),
    };
    format!("# größe{newline}- id: ü{newline}  effect: {body}{newline}  after: 1{newline}")
}

fn escape(word: &str, style: Style, dice: &mut Dice) -> String {
    match style {
        Style::Plain | Style::Literal | Style::Folded => word.to_owned(),
        Style::SingleQuoted => word.replace('\'', "''"),
        Style::DoubleQuoted => {
            let escaped: String = word
                .chars()
                .map(|symbol| escape_symbol(symbol, dice))
                .collect();
            // An escaped line break at the end would swallow the blank between two words.
            escaped.trim_end_matches("\\\n      ").to_owned()
        }
    }
}

fn escape_symbol(symbol: char, dice: &mut Dice) -> String {
    match (symbol, dice.below(8)) {
        ('"' | '\\', _) => format!("\\{symbol}"),
        (_, 0) => format!("\\U{:08x}", symbol as u32),
        (_, 1) if (symbol as u32) < 0x100 => format!("\\x{:02X}", symbol as u32),
        (_, 1) => symbol
            .encode_utf16(&mut [0; 2])
            .iter()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect(),
        (_, 2) => format!("{symbol}\\\n      "),
        _ => symbol.to_string(),
    }
}

/// What a piece of the file stands for in this style.
fn means(written: &str, style: Style) -> String {
    let hex = |digits: &str| u16::from_str_radix(digits, 16).unwrap();
    match style {
        Style::SingleQuoted => written.replace("''", "'"),
        Style::DoubleQuoted if written.starts_with("\\u") => {
            String::from_utf16(&written[2..].split("\\u").map(hex).collect::<Vec<_>>()).unwrap()
        }
        Style::DoubleQuoted if written.starts_with("\\x") || written.starts_with("\\U") => {
            char::from_u32(u32::from_str_radix(&written[2..], 16).unwrap())
                .unwrap()
                .to_string()
        }
        Style::DoubleQuoted if written.starts_with('\\') => written[1..].to_owned(),
        Style::Plain | Style::DoubleQuoted | Style::Literal | Style::Folded => written.to_owned(),
    }
}

fn value(text: &str, sources: &mut Sources) -> Node {
    let file = sources.add("cards.yaml", text);
    let mut report = Report::new();
    let tree = read(file, sources, &mut report);
    let problems = ludex::report::human(&report, sources, false);
    let tree = tree.unwrap_or_else(|| panic!("{text}\n{problems}"));
    tree.items()[0].get("effect").unwrap().clone()
}

#[test]
fn every_character_is_where_it_was_written() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut sources = Sources::new();
    let mut seen = 0;
    for round in 0..1500 {
        for style in STYLES {
            let newline = if round % 10 == 0 { "\r\n" } else { "\n" };
            let lines = dice.text(style);
            let text = write(&lines, style, &mut dice, newline);
            let node = value(&text, &mut sources);
            let scalar = node.scalar().unwrap();
            assert_eq!(scalar.style, style, "{text}");
            let words: Vec<&str> = lines.concat();
            assert_eq!(
                scalar.text().split_whitespace().collect::<Vec<_>>(),
                words,
                "{text}"
            );
            let mut last = 0;
            for (start, symbol) in scalar.text().char_indices() {
                let span = scalar.span(start, start + symbol.len_utf8());
                assert!(span.start >= last, "{style:?} {start}\n{text}");
                last = span.start;
                if !symbol.is_whitespace() {
                    let written = sources.slice(span);
                    assert_eq!(
                        means(written, style),
                        symbol.to_string(),
                        "{style:?} {start}\n{text}"
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100_000, "{seen}");
}

#[test]
fn a_range_ends_with_its_last_character() {
    let mut sources = Sources::new();
    let text = "- effect: \"m\\u006fney \\\n    it's\"\n";
    let node = value(text, &mut sources);
    let scalar = node.scalar().unwrap();
    assert_eq!(scalar.text(), "money it's");
    assert_eq!(sources.slice(scalar.span(0, 5)), "m\\u006fney");
    assert_eq!(sources.slice(scalar.span(1, 2)), "\\u006f");
    assert_eq!(sources.slice(scalar.span(10, 10)), "");
    assert_eq!(scalar.span(10, 10).start as usize, text.rfind('"').unwrap());
}

#[test]
fn an_empty_text_stands_between_its_quotes() {
    let mut sources = Sources::new();
    let node = value("- effect: ''\n", &mut sources);
    assert_eq!(node.scalar().unwrap().span(0, 0).start, 11);
}

#[test]
fn a_block_ends_with_its_last_character() {
    let mut sources = Sources::new();
    let node = value("- effect: |\n    gain(2)\n\n\n  after: 1\n", &mut sources);
    assert_eq!(sources.slice(node.span), "gain(2)");
    let end = node.scalar().unwrap().fragment().end();
    assert_eq!(sources.line_col(node.span.file, end).column, 12);
}
