//! Trees as text: what `Debug` writes of a value without places in files and empty parts, in lines that fit.

use std::fmt::Debug;
use std::iter::Peekable;
use std::str::Chars;

/// Columns of a line, as far as a part has a choice.
const WIDTH: usize = 110;

/// Writes the tree of a value.
pub(super) fn tree(value: &impl Debug) -> String {
    let written = format!("{value:?}");
    let mut letters = written.chars().peekable();
    let mut out = String::new();
    part(&mut letters).write(0, &mut out);
    out.push('\n');
    out
}

/// A part of a tree: its head, and what stands in brackets behind it.
struct TreePart {
    head: String,
    /// The brackets; none behind a leaf.
    brackets: Option<(char, char)>,
    inside: Vec<TreePart>,
}

impl TreePart {
    fn is_left_out(&self) -> bool {
        let name = self.head.split([':', ' ']).next().unwrap_or_default();
        let is_nothing = self.head.is_empty() && self.brackets.is_none();
        is_nothing || name == "span" || self.head == "Span" || self.head.ends_with(": None")
    }

    fn on_a_line(&self) -> String {
        let inside: Vec<String> = self.inside.iter().map(TreePart::on_a_line).collect();
        match self.brackets {
            Some((open, close)) => format!("{}{open}{}{close}", self.head, inside.join(", ")),
            None => self.head.clone(),
        }
    }

    fn write(&self, depth: usize, out: &mut String) {
        let line = self.on_a_line();
        let Some((open, close)) = self.brackets.filter(|_| depth * 2 + line.len() > WIDTH) else {
            out.push_str(&line);
            return;
        };
        out.push_str(&self.head);
        out.push(open);
        for part in &self.inside {
            out.push('\n');
            out.push_str(&"  ".repeat(depth + 1));
            part.write(depth + 1, out);
        }
        out.push(close);
    }
}

/// Reads a part, up to the comma or bracket behind it.
fn part(letters: &mut Peekable<Chars<'_>>) -> TreePart {
    let mut head = String::new();
    while let Some(letter) = letters.peek().copied() {
        match letter {
            '"' => text(letters, &mut head),
            '(' | '[' | '{' => return bracketed(head, letters),
            ')' | ']' | '}' | ',' => break,
            _ => {
                head.push(letter);
                letters.next();
            }
        }
    }
    TreePart {
        head: head.trim().to_owned(),
        brackets: None,
        inside: Vec::new(),
    }
}

/// Reads what stands in quotes, in which brackets mean nothing.
fn text(letters: &mut Peekable<Chars<'_>>, head: &mut String) {
    let mut escaped = true;
    for letter in letters.by_ref() {
        head.push(letter);
        match letter {
            '"' if !escaped => return,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
}

fn bracketed(head: String, letters: &mut Peekable<Chars<'_>>) -> TreePart {
    let open = letters.next().unwrap_or('(');
    let close = match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    let mut inside = Vec::new();
    while letters.peek().is_some_and(|letter| *letter != close) {
        let one = part(letters);
        if !one.is_left_out() {
            inside.push(one);
        }
        letters.next_if_eq(&',');
    }
    letters.next();
    let mut head = head.trim().to_owned();
    // What is there is told without saying so.
    if let Some(name) = head.strip_suffix("Some")
        && let (1, Some(one)) = (inside.len(), inside.pop())
    {
        head = format!("{name}{}", one.head);
        return TreePart { head, ..one };
    }
    TreePart {
        head,
        brackets: Some((open, close)),
        inside,
    }
}
