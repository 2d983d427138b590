"""Checks the configuration of editors: every file can be read, and has only keys that its editor documents.

Usage: editors/check.py   (test.sh runs it; needs Python 3.11 for TOML)
"""

import json
import re
import sys
import tomllib
import xml.etree.ElementTree
from pathlib import Path

import tree_sitter
import tree_sitter_yaml

HERE = Path(__file__).resolve().parent

# https://docs.helix-editor.com/languages.html
HELIX = {
    "": {"language-server", "language", "grammar", "use-grammars"},
    "language-server": {"command", "args", "config", "timeout", "environment", "required-root-patterns"},
    "language": {
        "name", "language-id", "scope", "injection-regex", "file-types", "shebangs", "roots", "auto-format", "diagnostic-severity",
        "comment-token", "comment-tokens", "block-comment-tokens", "indent", "language-servers", "grammar", "formatter", "soft-wrap",
        "text-width", "rulers", "path-completion", "workspace-lsp-roots", "persistent-diagnostic-sources", "debugger",
    },
    "grammar": {"name", "source"},
    "debugger": {"name", "transport", "command", "args", "port-arg", "templates", "quirks"},
    "template": {"name", "request", "completion", "args"},
}
# https://zed.dev/docs/extensions/developing-extensions and https://zed.dev/docs/extensions/languages
ZED_EXTENSION = {"id", "name", "version", "schema_version", "authors", "description", "repository", "grammars", "language_servers"}
ZED_LANGUAGE = {
    "name", "grammar", "path_suffixes", "line_comments", "block_comment", "tab_size", "hard_tabs", "first_line_pattern", "brackets",
    "autoclose_before", "word_characters", "debuggers", "prettier_parser_name",
}
# https://docs.kde.org/stable5/en/kate/kate/kate-application-plugin-lspclient.html
KATE = {
    "command", "commandDebug", "commandArgs", "url", "rootIndicationFileNames", "rootIndicationFilePatterns", "root", "highlightingModeRegex",
    "documentLanguageId", "initializationOptions", "settings", "path", "use", "environment", "completionTriggerCharacters", "lspUrl",
}


def only(keys, allowed, where):
    if unknown := set(keys) - allowed:
        sys.exit(f"{where}: unknown keys {sorted(unknown)}")


def toml(name):
    return tomllib.loads((HERE / name).read_text())


helix = toml("helix/languages.toml")
only(helix, HELIX[""], "helix/languages.toml")
for server in helix["language-server"].values():
    only(server, HELIX["language-server"], "helix/languages.toml: language-server")
for part in ("language", "grammar"):
    for one in helix[part]:
        only(one, HELIX[part], f"helix/languages.toml: {part} {one['name']}")
for one in helix["language"]:
    debugger = one.get("debugger", {})
    only(debugger, HELIX["debugger"], f"helix/languages.toml: debugger of {one['name']}")
    for template in debugger.get("templates", []):
        only(template, HELIX["template"], f"helix/languages.toml: debugger of {one['name']}")
ludex = next(one for one in helix["language"] if one["name"] == "ludex")
assert set(ludex["language-servers"]) <= set(helix["language-server"]), "a server of Helix is not declared"
assert {"name", "scope", "file-types", "language-servers"} <= set(ludex), "Helix wants more of a new language"

zed = toml("zed/extension.toml")
only(zed, ZED_EXTENSION, "zed/extension.toml")
language = toml("zed/languages/ludex/config.toml")
only(language, ZED_LANGUAGE, "zed/languages/ludex/config.toml")
assert language["grammar"] in zed["grammars"], "the grammar of Zed's language is not declared"
assert language["name"] in zed["language_servers"]["ludex"]["languages"], "Zed's server does not know the language"
assert {"repository", "rev"} <= set(zed["grammars"]["ludex"]), "Zed fetches a grammar by repository and rev"
toml("zed/Cargo.toml")
json.loads((HERE / "zed/settings.json").read_text())

kate = json.loads((HERE / "kate/kate.json").read_text())
for server in kate["servers"].values():
    only(server, KATE, "kate/kate.json")
    re.compile(server["highlightingModeRegex"])
syntax = xml.etree.ElementTree.parse(HERE / "kate/ludex.xml").getroot()
named = {item.get("name") for item in syntax.iter("itemData")}
contexts = {context.get("name") for context in syntax.iter("context")}
lists = {one.get("name") for one in syntax.iter("list")}
for rule in (rule for context in syntax.iter("context") for rule in context):
    assert rule.get("attribute") in named, f"kate/ludex.xml: {rule.attrib}"
    assert rule.get("context") in contexts | {"#stay", "#pop"}, f"kate/ludex.xml: {rule.attrib}"
    assert rule.tag != "keyword" or rule.get("String") in lists, f"kate/ludex.xml: {rule.attrib}"
    if rule.tag == "RegExpr":
        re.compile(rule.get("String"))

only(json.loads((HERE / "intellij/template.json").read_text()), {"id", "name", "programArgs", "fileTypeMappings"}, "intellij/template.json")

# All words of the language have a colour in Emacs and Kate too.
pest = (HERE.parent / "grammar/rules.pest").read_text()
words = set(re.findall(r'= @\{ "([a-z]+)" ~ end', pest)) | set(re.findall(r'"([a-z]+)"', re.search(r"^label .*$", pest, re.M).group()))
emacs = set(re.findall(r'"([a-z]+)"', (HERE / "emacs/ludex.el").read_text()))
in_kate = {item.text for item in syntax.iter("item")}
for editor, theirs in (("emacs/ludex.el", emacs), ("kate/ludex.xml", in_kate)):
    if missing := words - theirs:
        sys.exit(f"{editor}: words without a colour: {sorted(missing)}")

# Neovim's injections are queries of the YAML grammar, and find the rules of a table.
yaml = tree_sitter.Language(tree_sitter_yaml.language())
query = tree_sitter.Query(yaml, (HERE / "nvim/after/queries/yaml/injections.scm").read_text())
table = (HERE.parent / "games/ark_nova/sponsors.yaml").read_bytes()
found = tree_sitter.QueryCursor(query).captures(tree_sitter.Parser(yaml).parse(table).root_node)["injection.content"]
texts = {node.text.decode() for node in found}
assert "take_in_range(1)" in texts and len(texts) > 60, f"{len(texts)} texts of sponsors.yaml are rules for Neovim"
assert not any(re.fullmatch(r"\"?[A-Z][a-z]+( [A-Z][a-z]+)*\"?", text) for text in texts), "a name is taken for rules"

# What docs/editors.md names is there.
page = (HERE.parent / "docs/editors.md").read_text()
paths = set(re.findall(r"(?<![\w/])editors/[\w./-]*\w", page))
if missing := [path for path in paths if not (HERE.parent / path).exists()]:
    sys.exit(f"docs/editors.md names what is not there: {sorted(missing)}")
print(f"configuration of Helix, Zed, Kate, IntelliJ; {len(texts)} texts of one table are rules for Neovim; {len(paths)} paths of docs/editors.md")
