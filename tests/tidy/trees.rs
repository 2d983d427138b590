//! Tools ask the semantic model: few of them look at trees of syntax, where names have no meaning yet.

use super::{none, sources};

/// The tools that walk trees: those that render rules in words go by what each name means, and those that change the text.
const WALKERS: [&str; 9] = [
    "tools/mutate/expressions.rs",
    "tools/mutate/statements.rs",
    "tools/prose/amounts.rs",
    "tools/prose/conditions.rs",
    "tools/prose/declarations.rs",
    "tools/prose/members.rs",
    "tools/prose/statements.rs",
    "tools/prose/tree.rs",
    "tools/prose/values.rs",
];

#[test]
fn few_tools_name_trees_of_syntax() {
    let files = sources();
    let tools = files.iter().filter(|file| file.path.starts_with("tools/"));
    let names = |text: &str| text.contains("syntax::ast") || text.contains("ast::");
    let walkers: Vec<&str> = tools
        .filter(|file| names(&file.text))
        .map(|file| file.path.as_str())
        .collect();
    let more = walkers.iter().filter(|path| !WALKERS.contains(path));
    let more: Vec<String> = more.map(|path| (*path).to_owned()).collect();
    none(&more, "tools ask `check::semantics`, not trees of syntax");
    assert_eq!(
        walkers.len(),
        WALKERS.len(),
        "the list is exact: {walkers:?}"
    );
}
