//! Imports one way: a module is named in one `use` of a file, with all that is taken of it in its braces.
//!
//! rustfmt writes it so with `imports_granularity = "Module"`, which is not stable yet; so this test finds what it would merge.

use super::{none, sources};
use std::collections::BTreeMap;

/// The module that each `use` at the top of a file takes from, behind its visibility, and its line; one with an attribute is
/// none of them.
fn imported(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut before = "";
    for (at, line) in text.lines().enumerate() {
        let parts = line.split_once("use ").filter(|(head, _)| is_head(head));
        if let (Some((head, rest)), false) = (parts, before.starts_with("#[")) {
            let path = rest.split(['{', ';']).next().unwrap_or_default();
            let module = path.rfind("::").map_or("", |end| &path[..end]);
            if !module.is_empty() {
                found.push((at + 1, format!("{head}{module}")));
            }
        }
        before = line;
    }
    found
}

/// Tells whether nothing but a visibility stands before a `use`.
fn is_head(head: &str) -> bool {
    head.is_empty() || head == "pub " || head.starts_with("pub(") && head.ends_with(") ")
}

/// The modules that are named in more than one `use`, each with its lines.
fn repeated(text: &str) -> Vec<(String, Vec<usize>)> {
    let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (line, module) in imported(text) {
        lines.entry(module).or_default().push(line);
    }
    lines.retain(|_, lines| lines.len() > 1);
    lines.into_iter().collect()
}

#[test]
fn a_module_is_imported_from_once() {
    let mut wrong = Vec::new();
    for file in sources() {
        for (module, lines) in repeated(&file.text) {
            let path = &file.path;
            wrong.push(format!("src/{path}: `{module}` in lines {lines:?}"));
        }
    }
    none(&wrong, "a module is named in one `use`: merge them");
}

#[test]
fn what_stands_twice_is_found() {
    let text = "use a::b;\npub use a::c;\nuse a::{\n    d,\n};\n#[cfg(test)]\nuse a::e;\nmod f {\n    use a::g;\n}\nuse h;\n";
    assert_eq!(repeated(text), [("a".to_owned(), vec![1, 3])]);
    assert_eq!(repeated("pub(crate) use a::b;\nuse a::c;\n"), []);
}
