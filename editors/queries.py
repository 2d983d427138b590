"""Makes the queries of Helix and Zed out of those of the tree-sitter grammar, which have Neovim's names.

Usage: editors/queries.py [--check]   (--check writes nothing and fails when a file is another)
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "tree-sitter-ludex/queries"

# Names that Helix's themes know, for those that they don't.
HELIX = {
    "boolean": "constant.builtin.boolean",
    "comment": "comment.line",
    "comment.documentation": "comment.line.documentation",
    "function.call": "function",
    "keyword.conditional": "keyword.control.conditional",
    "keyword.repeat": "keyword.control.repeat",
    "keyword.return": "keyword.control.return",
    "number": "constant.numeric",
    "string.escape": "constant.character.escape",
    "variable.member": "variable.other.member",
}
# Zed's themes.
ZED = {
    "comment.documentation": "comment.doc",
    "function.builtin": "function.builtin",
    "function.call": "function",
    "keyword.conditional": "keyword",
    "keyword.directive": "preproc",
    "keyword.operator": "operator",
    "keyword.repeat": "keyword",
    "keyword.return": "keyword",
    "variable.builtin": "variable.special",
    "variable.member": "property",
    "variable.parameter": "variable.parameter",
}
HEAD = "; Made of editors/tree-sitter-ludex/queries by editors/queries.py.\n"


def renamed(text, names):
    """A query with other names of captures, also inside of predicates."""
    text = "\n".join(line for line in text.splitlines() if not line.startswith("; Capture names") and line != "; Later patterns win.")
    return HEAD + re.sub(r"@([\w.]+)", lambda found: "@" + names.get(found.group(1), found.group(1)), text).strip() + "\n"


def helix_indents(text):
    """Helix knows `@indent` and `@outdent`; the rest is Neovim's."""
    kept = [part for part in re.split(r"\n\n+", text) if "@indent.auto" not in part]
    return HEAD + "\n\n".join(kept).replace("@indent.branch @indent.end", "@outdent").replace("@indent.begin", "@indent").strip() + "\n"


def zed_indents(text):
    """Zed indents what stands between brackets, and ends at the last one."""
    nodes = re.findall(r"^  \((\w+)\)$", text, re.M)
    closing = {"set": "]", "arguments": ")", "parameters": ")", "binders": ")", "parenthesized": ")"}
    open_ended = {"query_declaration", "modifier", "choose_statement"}
    lines = [f'({node} "{closing.get(node, "}")}" @end) @indent' for node in nodes if node not in open_ended]
    return HEAD + "\n".join(lines) + "\n"


def read(name):
    return (SOURCE / f"{name}.scm").read_text()


made = {
    "helix/queries/ludex/highlights.scm": renamed(read("highlights"), HELIX),
    "helix/queries/ludex/locals.scm": renamed(read("locals"), {}),
    "helix/queries/ludex/injections.scm": renamed(read("injections"), {}),
    "helix/queries/ludex/indents.scm": helix_indents(read("indents")),
    "zed/languages/ludex/highlights.scm": renamed(read("highlights"), ZED),
    "zed/languages/ludex/indents.scm": zed_indents(read("indents")),
    "zed/languages/ludex/injections.scm": renamed(read("injections"), {}),
}
for name, text in made.items():
    path = HERE / name
    if "--check" not in sys.argv:
        path.write_text(text)
    elif not path.exists() or path.read_text() != text:
        sys.exit(f"editors/{name} is old: run editors/queries.py")
print(f"{len(made)} queries for Helix and Zed")
