//! A walk over a text that should be JSON: what may stand next, and what stands there instead.

use crate::play::json::Slip;
use crate::play::json::slip;
use serde_json::Value;

/// What may stand next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    /// After `:`, after `,` in a list, at the beginning.
    Value,
    /// After `[`.
    ValueOrEnd,
    /// After `,` in an object.
    Key,
    /// After `{`.
    KeyOrEnd,
    /// After a key.
    Colon,
    /// After a value in a list or object.
    CommaOrEnd,
    /// After the whole.
    Nothing,
}

/// A list or object that is open.
struct Open {
    is_list: bool,
    at: usize,
    /// The key, or the number, of the part being read.
    step: String,
    items: usize,
}

/// The deepest nesting that the library reads.
const DEEPEST: usize = 127;

/// One walk over a text, up to its first mistake or to the part that a path leads to.
pub(super) struct Scan<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    want: Want,
    path: Option<&'a [String]>,
}

impl<'a> Scan<'a> {
    /// The first mistake; or where the part stands that the path leads to, a part of an object at its key.
    pub(super) fn over(text: &'a str, path: Option<&'a [String]>) -> Result<Option<usize>, Slip> {
        let mut scan = Scan {
            text,
            at: 0,
            open: Vec::new(),
            want: Want::Value,
            path,
        };
        loop {
            let rest = &text[scan.at..];
            scan.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            let Some(next) = text[scan.at..].chars().next() else {
                return scan.end();
            };
            if let Some(at) = scan.token(next)? {
                return Ok(Some(at));
            }
        }
    }

    fn end(&self) -> Result<Option<usize>, Slip> {
        let message = match (self.open.last(), self.want) {
            (None, Want::Nothing) => return Ok(None),
            (Some(open), _) => format!(
                "the text ends too early: {} is not closed, `{}` is missing",
                self.named(open),
                open.closer()
            ),
            (None, _) => "there is nothing here: JSON begins with `{`".into(),
        };
        Err(self.slip(message))
    }

    /// Reads one token.
    fn token(&mut self, next: char) -> Result<Option<usize>, Slip> {
        match next {
            '{' | '[' => self.opens(next == '['),
            '}' | ']' => self.closes(next).map(|()| None),
            ',' | ':' => self.between(next).map(|()| None),
            '"' => self.quoted(),
            _ => self.word(next),
        }
    }

    fn opens(&mut self, is_list: bool) -> Result<Option<usize>, Slip> {
        let found = self.value()?;
        if self.open.len() >= DEEPEST {
            return Err(self.slip(format!("this is nested more than {DEEPEST} deep")));
        }
        self.open.push(Open {
            is_list,
            at: self.at,
            step: String::new(),
            items: 0,
        });
        self.at += 1;
        self.want = if is_list {
            Want::ValueOrEnd
        } else {
            Want::KeyOrEnd
        };
        Ok(found)
    }

    fn closes(&mut self, bracket: char) -> Result<(), Slip> {
        let Some(open) = self.open.last() else {
            return Err(self.unexpected(&format!("`{bracket}`")));
        };
        if open.closer() != bracket {
            let (name, closer) = (self.named(open), open.closer());
            return Err(self.slip(format!(
                "`{bracket}` cannot close {name}: write `{closer}` first"
            )));
        }
        match self.want {
            Want::ValueOrEnd | Want::KeyOrEnd | Want::CommaOrEnd => {}
            Want::Value if !open.is_list => return Err(self.unexpected(&format!("`{bracket}`"))),
            Want::Value | Want::Key => {
                return Err(self.slip(format!("no comma stands before `{bracket}`: remove it")));
            }
            Want::Colon | Want::Nothing => return Err(self.unexpected(&format!("`{bracket}`"))),
        }
        self.open.pop();
        self.at += 1;
        self.after_value();
        Ok(())
    }

    fn between(&mut self, sign: char) -> Result<(), Slip> {
        let is_list = self.open.last().is_some_and(|open| open.is_list);
        self.want = match (sign, self.want) {
            (',', Want::CommaOrEnd) if is_list => Want::Value,
            (',', Want::CommaOrEnd) => Want::Key,
            (':', Want::Colon) => Want::Value,
            _ => return Err(self.unexpected(&format!("`{sign}`"))),
        };
        self.at += 1;
        Ok(())
    }

    /// A text in quotes: a key or a value.
    fn quoted(&mut self) -> Result<Option<usize>, Slip> {
        let (begin, end) = (self.at, self.closing_quote()?);
        let text = &self.text[begin..end];
        let key = serde_json::from_str::<String>(text).map_err(|error| {
            let at = begin + error.column().saturating_sub(1);
            let message = "this escape in a text means nothing: a `\\` itself is written `\\\\`";
            slip(self.text, at, message.into())
        })?;
        let found = match self.want {
            Want::Key | Want::KeyOrEnd => {
                if let Some(open) = self.open.last_mut() {
                    open.step = key;
                }
                self.want = Want::Colon;
                self.is_there().then_some(begin)
            }
            Want::Value | Want::ValueOrEnd | Want::Colon | Want::CommaOrEnd | Want::Nothing => {
                let found = self.value()?;
                self.after_value();
                found
            }
        };
        self.at = end;
        Ok(found)
    }

    /// Where the text that begins here ends.
    fn closing_quote(&self) -> Result<usize, Slip> {
        let mut escaped = false;
        for (at, letter) in self.text[self.at..].char_indices().skip(1) {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Ok(self.at + at + 1),
                '\n' => break,
                _ if letter < ' ' => {
                    let message = "a text has no control characters: write `\\t`, `\\u001b` …";
                    return Err(slip(self.text, self.at + at, message.into()));
                }
                _ => {}
            }
        }
        Err(self.slip("this text has no closing `\"` on its line".into()))
    }

    /// A number or a word without quotes.
    fn word(&mut self, next: char) -> Result<Option<usize>, Slip> {
        let is_part = |letter: char| letter.is_alphanumeric() || "_+-.".contains(letter);
        let rest = &self.text[self.at..];
        let len = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let word = if len == 0 {
            &rest[..next.len_utf8()]
        } else {
            &rest[..len]
        };
        if !matches!(self.want, Want::Value | Want::ValueOrEnd) {
            return Err(self.unexpected(&format!("`{word}`")));
        }
        if serde_json::from_str::<Value>(word).is_err() {
            return Err(self.no_value(word, next));
        }
        let found = self.value()?;
        self.at += word.len();
        self.after_value();
        Ok(found)
    }

    fn no_value(&self, word: &str, next: char) -> Slip {
        let message = match word.to_lowercase().as_str() {
            "'" => "texts stand in double quotes, not in single ones".into(),
            "/" | "#" => "JSON has no comments: remove this".into(),
            small @ ("true" | "false" | "null") => format!("write `{small}`, in small letters"),
            _ if next.is_ascii_digit() || "+-.".contains(next) => {
                format!("`{word}` is no number of JSON")
            }
            _ if next.is_alphanumeric() => {
                format!("`{word}` is no value: a text stands in double quotes, `\"{word}\"`")
            }
            _ => format!("`{word}` is no value"),
        };
        self.slip(message)
    }

    /// A value begins here: whether it is the one looked for.
    fn value(&mut self) -> Result<Option<usize>, Slip> {
        if !matches!(self.want, Want::Value | Want::ValueOrEnd) {
            let letter: String = self.text[self.at..].chars().take(1).collect();
            return Err(self.unexpected(&format!("`{letter}`")));
        }
        let is_item = match self.open.last_mut() {
            Some(open) if open.is_list => {
                open.step = open.items.to_string();
                open.items += 1;
                true
            }
            // The part of an object is found at its key.
            Some(_) => false,
            None => true,
        };
        Ok((is_item && self.is_there()).then_some(self.at))
    }

    fn is_there(&self) -> bool {
        let steps = self.open.iter().map(|open| open.step.as_str());
        self.path
            .is_some_and(|path| steps.eq(path.iter().map(String::as_str)))
    }

    fn after_value(&mut self) {
        self.want = if self.open.is_empty() {
            Want::Nothing
        } else {
            Want::CommaOrEnd
        };
    }

    fn unexpected(&self, what: &str) -> Slip {
        let closer = self.open.last().map_or('}', Open::closer);
        let message = match self.want {
            Want::Value | Want::ValueOrEnd => format!("a value is expected here, not {what}"),
            Want::Key | Want::KeyOrEnd => {
                format!("a key in double quotes is expected here, not {what}")
            }
            Want::Colon => format!("a `:` is missing between the key and {what}"),
            Want::CommaOrEnd => format!("a `,` or `{closer}` is missing before {what}"),
            Want::Nothing => format!("the JSON ends before {what}: remove what follows"),
        };
        self.slip(message)
    }

    fn named(&self, open: &Open) -> String {
        let Slip { line, column, .. } = slip(self.text, open.at, String::new());
        let bracket = if open.is_list { '[' } else { '{' };
        format!("the `{bracket}` of line {line}, column {column}")
    }

    fn slip(&self, message: String) -> Slip {
        slip(self.text, self.at, message)
    }
}

impl Open {
    fn closer(&self) -> char {
        if self.is_list { ']' } else { '}' }
    }
}
