//! Mistakes put into tables, manifests and rulings.

use ludex::report::Report;
use ludex::source::Sources;
use ludex::tables::{self, Node, Style};

use super::Maker;

/// Keys whose values are ours to misspell in a ruling.
const CONDITIONS: &[&str] = &["expect"];

impl Maker<'_> {
    /// All mistakes in a table or a manifest.
    pub(super) fn table(&mut self, file: usize, text: &str) {
        let Some(tree) = tree(text) else { return };
        self.keys(file, &tree);
        self.brackets(file, text, &tree);
        for list in tree.entries() {
            for row in list.value.items() {
                self.row(file, &list.key, row);
                let spaces = row.get("spaces").map_or(&[][..], Node::items);
                spaces
                    .iter()
                    .for_each(|space| self.row(file, &list.key, space));
            }
            self.id_twice(file, text, &list.value);
        }
    }

    /// All mistakes in a ruling.
    pub(super) fn ruling(&mut self, file: usize, text: &str) {
        let Some(tree) = tree(text) else { return };
        self.choices(file, text, &tree);
        for entry in tree.entries() {
            let range = entry.key_span.range();
            let wrong = self.misspelt(&entry.key);
            self.slip_of(
                "a key of a ruling misspelt",
                file,
                range,
                &wrong,
                Some(&entry.key),
            );
        }
        let state = tree.get("given").and_then(|given| given.get("state"));
        if let Some(state) = state {
            self.position(file, state);
        }
        let lines = tree.get("play").map_or(&[][..], Node::items).iter();
        for map in lines.chain([&tree]) {
            for key in CONDITIONS {
                let conditions = map.get(key).map_or(&[][..], Node::items);
                for condition in conditions {
                    self.rules_in(file, condition);
                }
            }
        }
    }

    /// Words of the choices that are played.
    fn choices(&mut self, file: usize, text: &str, tree: &Node) {
        for line in tree.get("play").map_or(&[][..], Node::items) {
            let range = line.span.range();
            let Some((_, words)) = text[range.clone()]
                .split_once(": ")
                .filter(|_| line.scalar().is_some())
            else {
                continue;
            };
            let start = range.end - words.len();
            let word = words.split([' ', '"', '\'']).next().unwrap_or_default();
            if word.len() >= 4 {
                let wrong = self.misspelt(word);
                let sort = "a word of a choice misspelt";
                self.slip_of(sort, file, start..start + word.len(), &wrong, Some(word));
            }
        }
    }

    /// Names of places, variables and pieces in a position.
    fn position(&mut self, file: usize, node: &Node) {
        let sort = "a word of a position misspelt";
        for entry in node.entries() {
            if self.declared.names.contains_key(&entry.key) && entry.key.len() >= 4 {
                let wrong = self.misspelt(&entry.key);
                self.slip_of(sort, file, entry.key_span.range(), &wrong, Some(&entry.key));
            }
            self.position(file, &entry.value);
        }
        for item in node.items() {
            self.position(file, item);
            let Some(scalar) = item.scalar().filter(|scalar| scalar.text().len() >= 4) else {
                continue;
            };
            let wrong = self.misspelt(scalar.text());
            self.slip_of(sort, file, item.span.range(), &wrong, Some(scalar.text()));
        }
    }

    fn keys(&mut self, file: usize, node: &Node) {
        for entry in node.entries() {
            let range = entry.key_span.range();
            if entry.key.len() >= 2
                && entry
                    .key
                    .chars()
                    .all(|symbol| symbol.is_ascii_lowercase() || symbol == '_')
            {
                let wrong = self.misspelt(&entry.key);
                self.slip_of(
                    "a key misspelt",
                    file,
                    range.clone(),
                    &wrong,
                    Some(&entry.key),
                );
            }
            if let Some(scalar) = entry.value.scalar().filter(|scalar| scalar.is_plain()) {
                let twice = format!("{}: {}, {}", entry.key, scalar.text(), entry.key);
                // Only in `{ … }` two keys fit in a line.
                if node.entries()[0].key_span.start > node.span.start {
                    let start = range.start + twice.len() - entry.key.len();
                    let place = start..start + entry.key.len();
                    self.slip("a key twice", file, range, &twice, None, place);
                }
            }
            self.keys(file, &entry.value);
        }
        node.items().iter().for_each(|item| self.keys(file, item));
    }

    fn row(&mut self, file: usize, list: &str, row: &Node) {
        for entry in row.entries() {
            let key = (list.to_owned(), entry.key.clone());
            let Some(ty) = self.declared.attributes.get(&key).cloned() else {
                continue;
            };
            if ty.starts_with("effect") || ty.starts_with("value") || ty == "hooks" {
                self.rules_in(file, &entry.value);
                continue;
            }
            self.cell(file, &key, &ty, &entry.value);
        }
        self.left_out(file, list, row);
    }

    /// A row without an attribute that must be given: the last one, so that nothing else changes.
    fn left_out(&mut self, file: usize, list: &str, row: &Node) {
        let [.., before, last] = row.entries() else {
            return;
        };
        let key = (list.to_owned(), last.key.clone());
        if self.declared.needed.contains(&key) {
            let range = before.span().range().end..last.span().range().end;
            let place = row.entries()[0].key_span.range();
            self.slip("an attribute left out", file, range, "", None, place);
        }
    }

    fn cell(&mut self, file: usize, key: &(String, String), ty: &str, value: &Node) {
        let range = value.span.range();
        let plain = value.scalar().filter(|scalar| scalar.is_plain());
        let text = plain
            .map(|scalar| scalar.text().to_owned())
            .unwrap_or_default();
        match ty.split(' ').next().unwrap_or_default() {
            "int" if plain.is_some() => {
                self.slip_of("a wrong type in a table", file, range.clone(), "many", None);
                if let Some((_, high)) = self.declared.bounds.get(key).copied() {
                    let wrong = (high + 1).to_string();
                    self.slip_of("a number out of its range", file, range, &wrong, None);
                }
            }
            "bool" => self.slip_of("a wrong type in a table", file, range, "7", None),
            "set" | "bag" => {
                self.slip_of("a wrong type in a table", file, range, "7", None);
                for item in value.items() {
                    self.word(file, item);
                }
            }
            "text" | "shape" => (),
            _ if plain.is_some() && text != "null" => {
                self.word(file, value);
                let owner = self.declared.values.get(ty).cloned().unwrap_or_default();
                let others = self.declared.values.values().flatten();
                let other = others.clone().find(|other| !owner.contains(other)).cloned();
                if let Some(other) = other.filter(|_| !owner.is_empty()) {
                    self.slip_of("a value of another kind", file, range, &other, None);
                }
            }
            _ => (),
        }
    }

    fn word(&mut self, file: usize, node: &Node) {
        let Some(scalar) = node.scalar().filter(|scalar| scalar.text().len() >= 4) else {
            return;
        };
        let wrong = self.misspelt(scalar.text());
        self.slip_of(
            "a value misspelt",
            file,
            node.span.range(),
            &wrong,
            Some(scalar.text()),
        );
    }

    /// Mistakes in rules inside a value, where the value is written as it is.
    fn rules_in(&mut self, file: usize, value: &Node) {
        let Some(scalar) = value.scalar() else { return };
        let text = scalar.text();
        let start = match scalar.style {
            Style::Plain => value.span.range().start,
            Style::SingleQuoted | Style::DoubleQuoted => value.span.range().start + 1,
            Style::Literal | Style::Folded => return,
        };
        let written = value.span.range().len() - 2 * (start - value.span.range().start);
        if written == text.len() && !text.contains(['\'', '"', '\\']) {
            self.rules(file, text, start);
        }
    }

    fn brackets(&mut self, file: usize, text: &str, tree: &Node) {
        for (at, symbol) in text.char_indices() {
            if ['{', '}', '[', ']'].contains(&symbol) && !in_scalar(tree, at) {
                let comment = text[..at]
                    .rsplit('\n')
                    .next()
                    .unwrap_or_default()
                    .contains('#');
                if !comment {
                    self.slip_of("a bracket of YAML dropped", file, at..at + 1, "", None);
                }
            }
        }
    }

    fn id_twice(&mut self, file: usize, text: &str, list: &Node) {
        for pair in list.items().windows(2) {
            let (Some(first), Some(second)) = (pair[0].get("id"), pair[1].get("id")) else {
                continue;
            };
            let id = &text[first.span.range()];
            self.slip_of("an id twice", file, second.span.range(), id, None);
        }
    }
}

fn in_scalar(node: &Node, at: usize) -> bool {
    if node.scalar().is_some() {
        return node.span.range().contains(&at);
    }
    let keys = node
        .entries()
        .iter()
        .any(|entry| entry.key_span.range().contains(&at));
    keys || node.items().iter().any(|item| in_scalar(item, at))
        || node
            .entries()
            .iter()
            .any(|entry| in_scalar(&entry.value, at))
}

fn tree(text: &str) -> Option<Node> {
    let mut sources = Sources::new();
    let file = sources.add("table", text);
    tables::read(file, &sources, &mut Report::new())
}
