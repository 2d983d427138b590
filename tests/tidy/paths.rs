//! The paths that a Rust file names: imports taken apart, and paths in code that begin at `crate`, `self` or `super`.
//!
//! Enters: a file's text and the path of its module. Leaves: absolute paths, without `crate`, each with its line. Comments,
//! strings and characters are skipped; modules within a file are followed, so that `super` means what it does there.

use std::collections::BTreeSet;

/// A path that a file names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// The names of the path: the room, then modules and items.
    pub path: Vec<String>,
    /// The name that it has in the file, if it is imported; `*` of a glob.
    pub alias: Option<String>,
    /// True if it is imported for others to name: `pub use`.
    pub is_exported: bool,
    pub line: usize,
}

/// A word, `::`, or a single character of punctuation, with its line.
pub(super) type Token = (String, usize);

/// Returns all paths that a file names which begin at `crate`, `self`, `super` or a child of the file's own module. The first
/// `root` names of its module are what `crate` stands for.
pub(super) fn named(
    text: &str,
    module: &[String],
    root: usize,
    children: &BTreeSet<String>,
) -> Vec<Named> {
    let tokens = tokens(text);
    let mut reader = Reader {
        tokens: &tokens,
        root,
        children,
        at: 0,
        found: Vec::new(),
    };
    reader.read(&mut module.to_vec());
    reader.found
}

/// The tokens of a text, without comments, strings, characters and lifetimes.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |n: usize| chars.get(n).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut n, mut line) = (0, 1);
    let mut found = Vec::new();
    while n < chars.len() {
        let begin = n;
        match at(n) {
            '/' if at(n + 1) == '/' => {
                while n < chars.len() && at(n) != '\n' {
                    n += 1;
                }
            }
            '/' if at(n + 1) == '*' => {
                n += 2;
                while n < chars.len() && (at(n), at(n + 1)) != ('*', '/') {
                    n += 1;
                }
                n += 2;
            }
            '"' => n = end_of_string(&chars, n),
            'r' if !is_word(at(n.wrapping_sub(1))) && is_raw(&chars, n + 1) => {
                n = end_of_raw(&chars, n + 1);
            }
            '\'' if at(n + 1) == '\\' => {
                n += 3;
                while n < chars.len() && at(n) != '\'' {
                    n += 1;
                }
                n += 1;
            }
            '\'' if at(n + 2) == '\'' => n += 3,
            '\'' => {
                n += 1;
                while is_word(at(n)) {
                    n += 1;
                }
            }
            ':' if at(n + 1) == ':' => {
                n += 2;
                found.push(("::".to_owned(), line));
            }
            c if is_word(c) => {
                while is_word(at(n)) {
                    n += 1;
                }
                found.push((chars[begin..n].iter().collect(), line));
            }
            c => {
                n += 1;
                if !c.is_whitespace() {
                    found.push((c.to_string(), line));
                }
            }
        }
        n = n.min(chars.len());
        line += chars[begin..n].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// The position after a string that begins at a quote.
fn end_of_string(chars: &[char], begin: usize) -> usize {
    let mut n = begin + 1;
    while n < chars.len() && chars[n] != '"' {
        n += if chars[n] == '\\' { 2 } else { 1 };
    }
    n + 1
}

/// Tells whether a raw string goes on after its `r`: `#`, then a quote.
fn is_raw(chars: &[char], after: usize) -> bool {
    chars[after..].iter().find(|c| **c != '#') == Some(&'"')
}

/// The position after a raw string, given the position after its `r`.
fn end_of_raw(chars: &[char], after: usize) -> usize {
    let hashes = chars[after..].iter().take_while(|c| **c == '#').count();
    let mut n = after + hashes + 1;
    let closes = |n: usize| {
        let rest = chars.get(n + 1..).unwrap_or_default();
        chars[n] == '"' && rest.iter().take(hashes).filter(|c| **c == '#').count() == hashes
    };
    while n < chars.len() && !closes(n) {
        n += 1;
    }
    n + 1 + hashes
}

struct Reader<'t> {
    tokens: &'t [Token],
    root: usize,
    children: &'t BTreeSet<String>,
    at: usize,
    found: Vec<Named>,
}

impl Reader<'_> {
    fn word(&self, ahead: usize) -> &str {
        let token = self.tokens.get(self.at + ahead);
        token.map_or("", |(word, _)| word)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at).map_or(0, |(_, line)| *line)
    }

    /// Reads the items of a module, up to the brace that closes it.
    fn read(&mut self, module: &mut Vec<String>) {
        let mut open = 0;
        while self.at < self.tokens.len() {
            match (self.word(0), self.word(1), self.word(2)) {
                ("mod", name, "{") => {
                    module.push(name.to_owned());
                    self.at += 3;
                    self.read(module);
                    module.pop();
                }
                // `impl Trait + use<'a>` imports nothing.
                ("use", "<", _) => self.at += 2,
                ("use", _, _) => {
                    let before = self.at.checked_sub(1).map(|at| self.tokens[at].0.as_str());
                    let is_exported = matches!(before, Some("pub" | ")"));
                    let known = self.found.len();
                    self.at += 1;
                    self.read_use(Vec::new(), module);
                    for one in &mut self.found[known..] {
                        one.is_exported = is_exported;
                    }
                }
                ("crate" | "self" | "super", "::", _) => self.read_path(module),
                ("::", _, _) => self.at += 2,
                (child, "::", _) if self.children.contains(child) => self.read_path(module),
                ("{", _, _) => {
                    open += 1;
                    self.at += 1;
                }
                ("}", _, _) => {
                    self.at += 1;
                    if open == 0 {
                        return;
                    }
                    open -= 1;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Reads a path in code. What is called on it (`Type::new`) is part of it.
    fn read_path(&mut self, module: &[String]) {
        let line = self.line();
        let mut path = vec![self.word(0).to_owned()];
        self.at += 1;
        while self.word(0) == "::"
            && self
                .word(1)
                .starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            path.push(self.word(1).to_owned());
            self.at += 2;
        }
        self.add(&path, None, module, line);
    }

    /// Reads a tree of imports below a path.
    fn read_use(&mut self, mut path: Vec<String>, module: &[String]) {
        let line = self.line();
        loop {
            match self.word(0) {
                "::" => self.at += 1,
                "{" => {
                    self.at += 1;
                    while !["}", ";", ""].contains(&self.word(0)) {
                        self.read_use(path.clone(), module);
                        if self.word(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "as" => {
                    let alias = self.word(1).to_owned();
                    self.at += 2;
                    return self.add(&path, Some(alias), module, line);
                }
                ";" | "," | "}" | "" => {
                    let alias = path.last().cloned();
                    return self.add(&path, alias, module, line);
                }
                word => {
                    // `use a::{self}` names `a`.
                    if word != "self" || path.is_empty() {
                        path.push(word.to_owned());
                    }
                    self.at += 1;
                }
            }
        }
    }

    fn add(&mut self, path: &[String], alias: Option<String>, module: &[String], line: usize) {
        let supers = path.iter().take_while(|word| *word == "super").count();
        let (base, rest) = match path.first().map(String::as_str) {
            Some("crate") => (&module[..self.root], &path[1..]),
            Some("self") => (module, &path[1..]),
            Some("super") => (
                &module[..module.len() - supers.min(module.len())],
                &path[supers..],
            ),
            // A module's own name, or an outside crate, which is no room of this one.
            Some(_) => (module, path),
            None => return,
        };
        self.found.push(Named {
            path: [base, rest].concat(),
            alias,
            is_exported: false,
            line,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    fn paths(text: &str) -> Vec<String> {
        let module = ["play", "game"].map(str::to_owned);
        let found = named(text, &module, 0, &["child".to_owned()].into()).into_iter();
        found.map(|one| one.path.join("::")).collect()
    }

    #[test]
    fn imports_are_taken_apart() {
        let text = "use crate::a::{b, c::{self, D as E}, *};\npub(crate) use super::f::G;\nuse self::h::I;";
        let found = [
            "a::b",
            "a::c",
            "a::c::D",
            "a::*",
            "play::f::G",
            "play::game::h::I",
        ];
        assert_eq!(paths(text), found);
    }

    #[test]
    fn paths_in_code_count() {
        let text = "fn a(x: &crate::b::C) -> super::d::E { crate::f::g::<u8>(x); self::h(); child::i(std::child::j) }";
        let found = [
            "b::C",
            "play::d::E",
            "f::g",
            "play::game::h",
            "play::game::child::i",
        ];
        assert_eq!(paths(text), found);
    }

    #[test]
    fn texts_and_comments_are_skipped() {
        let text = "// crate::a\n/* crate::b */ \"crate::c\" r#\"\"crate::d\"\"# '\"' '\\'' b\"crate::e\" &'a crate::f::g";
        assert_eq!(paths(text), ["f::g"]);
    }

    #[test]
    fn modules_within_a_file_are_followed() {
        let text = "mod tests { use super::One; fn f() { { super::two() } } }\nuse super::three;";
        assert_eq!(
            paths(text),
            ["play::game::One", "play::game::two", "play::three"]
        );
    }
}
