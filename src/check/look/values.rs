//! Plain values of `look.yaml`: colours, lengths, flags and words.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::look::{Colour, Length};
use ludex_tables::{Node, Value};

/// The longest side of anything on paper, in millimetres.
const LONGEST: u32 = 1000;

impl Checker<'_> {
    /// Reads a colour in hexadecimal digits.
    pub(super) fn colour(&mut self, node: &Node) -> Option<Colour> {
        if node.is_null() {
            // Without quotes YAML takes `#` for the beginning of a comment.
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, "expected a colour, found nothing")
                    .at(node.span, "no colour")
                    .help("write it in quotes, such as `\"#2a6f97\"`: without them `#` begins a comment"),
            );
            return None;
        }
        let text = self.told(node.as_text())?.text();
        let colour = Colour::parse(text);
        if colour.is_none() {
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, format!("`{text}` is not a colour"))
                    .at(node.span, "expected `#rgb` or `#rrggbb`")
                    .help("write its channels in hexadecimal digits: `\"#2a6f97\"`"),
            );
        }
        colour
    }

    /// Reads a length in millimetres, with at most one digit behind the point.
    pub(super) fn length(&mut self, node: &Node) -> Option<Length> {
        let text = self.told(node.as_text())?.text();
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| text.chars().all(|one| one.is_ascii_digit());
        let known = tenths.len() == 1 && digits(tenths) && digits(whole);
        let number = |text: &str| text.parse::<u32>().ok();
        let length = known
            .then(|| Some(number(whole)?.checked_mul(10)? + number(tenths)?))
            .flatten();
        let length = length.filter(|tenths| (10..=LONGEST * 10).contains(tenths));
        if length.is_none() {
            let message = format!("`{text}` is not a length in millimetres");
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, message)
                    .at(node.span, format!("expected 1 to {LONGEST}"))
                    .help("write a number of millimetres, such as `63` or `63.5`"),
            );
        }
        length.map(Length)
    }

    /// Reads a width and a height.
    pub(super) fn size(&mut self, node: &Node) -> Option<(Length, Length)> {
        let items = self.told(node.as_list())?;
        let [width, height] = items else {
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, "a size is a width and a height")
                    .at(node.span, "not two numbers")
                    .help("write both in millimetres: `[63, 88]`"),
            );
            return None;
        };
        Some((self.length(width)?, self.length(height)?))
    }

    /// Reads a number from 1 to a bound.
    pub(super) fn cell_number(&mut self, node: &Node, most: u32) -> Option<u32> {
        let number = self.told(node.as_int())?;
        let fits = u32::try_from(number)
            .ok()
            .filter(|one| (1..=most).contains(one));
        if fits.is_none() {
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, format!("`{number}` is no cell of a page"))
                    .at(node.span, format!("expected 1 to {most}")),
            );
        }
        fits
    }

    /// Reads a flag; true when it is left out.
    pub(super) fn flag_or_true(&mut self, node: Option<&Node>) -> bool {
        let flag = node.and_then(|node| self.told(node.as_bool()));
        flag.unwrap_or(true)
    }

    /// Reads one of some words.
    pub(super) fn word_of<T: Copy + Default>(
        &mut self,
        node: &Node,
        what: &str,
        words: &[(&str, T)],
    ) -> T {
        let Some(text) = self.told(node.as_text()) else {
            return T::default();
        };
        let found = words.iter().find(|(word, _)| *word == text.text());
        if found.is_none() {
            let names: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            let message = format!("`{}` is not {what}", text.text());
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, message)
                    .at(node.span, format!("expected {}", names.join(" or ")))
                    .did_you_mean(nearest(text.text(), words.iter().map(|(word, _)| *word))),
            );
        }
        found.map(|(_, value)| *value).unwrap_or_default()
    }

    /// Returns the items of a list, or the one thing that stands for a list of one.
    pub(super) fn listed_or_one<'n>(&mut self, node: &'n Node) -> Vec<&'n Node> {
        match &node.value {
            Value::List(items) => items.iter().collect(),
            Value::Scalar(_) => vec![node],
            Value::Null => Vec::new(),
            Value::Map(_) => {
                self.told(node.as_list());
                Vec::new()
            }
        }
    }
}
