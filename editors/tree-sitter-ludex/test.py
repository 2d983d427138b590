"""Tests of the tree-sitter grammar: trees, colours, and that it reads what ludex reads.

Usage: test.py LUDEX SHARED_OBJECT   (test.sh builds the second, and says where the first is)
"""

import ctypes
import json
import random
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import tree_sitter
import yaml

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
SOUND = ["games", "examples", "grammar", "templates", "benches", "tests/data/accepted"]
OTHERS = ["tests/data/rejected", "tests/data/syntax", "tests/data/dump", "tests/data/bodies"]

# Files of `OTHERS` on which the two differ, each with its reason.
FIRST_COLUMN = "a declaration begins at the first column, which a grammar doesn't see"
DIFFER = {
    "tests/data/rejected/syntax/indented_all/n.rules": FIRST_COLUMN,
    "tests/data/rejected/syntax/indented_first/n.rules": FIRST_COLUMN,
}
# Of changed texts, how many in a thousand may be told otherwise. What they have: a newline in the middle of a statement ends it
# in ludex and is passed over here; a name spelt like a word that may begin something else (`choose any from deck`).
DIFFER_OF_CHANGED = 20

ludex, shared_object = sys.argv[1:]
warnings.simplefilter("ignore", DeprecationWarning)
library = ctypes.CDLL(shared_object)
library.tree_sitter_ludex.restype = ctypes.c_void_p
language = tree_sitter.Language(library.tree_sitter_ludex())
parser = tree_sitter.Parser(language)
failures = []


def fail(message):
    failures.append(message)
    print(f"FAILED: {message}")


def rules(folders):
    files = [path for folder in folders for path in sorted((REPOSITORY / folder).rglob("*.rules"))]
    if not files:
        fail(f"no .rules in {folders}")
    return files


def first_error(node):
    if node.type == "ERROR" or node.is_missing:
        return node
    errors = (first_error(child) for child in node.children if child.has_error or child.is_missing)
    return next((error for error in errors if error), None)


def place(text, node):
    line = text.split("\n")[node.start_point[0]]
    return f"{node.start_point[0] + 1}:{node.start_point[1] + 1}: {line.strip()[:100]}"


def broken_for_ludex(folder_or_files):
    """The texts that ludex can't read, as `ludex fmt` tells."""
    command = [ludex, "fmt", "--check", "--json", *map(str, folder_or_files)]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY)
    return {(REPOSITORY / path).resolve() for path in json.loads(answer.stdout)["broken"]}


def corpus():
    """`test/corpus`: texts and their trees, in the form that `tree-sitter test` reads and writes."""
    tidy = lambda tree: re.sub(r"\s+", " ", tree).strip().replace(" )", ")")
    case = re.compile(r"^=+\n([^\n]+)\n=+\n\n(.*?)\n\n-+\n\n(.*?)(?=\n\n=+\n|\s*\Z)", re.S | re.M)
    count = 0
    for path in sorted((HERE / "test/corpus").glob("*.txt")):
        text = path.read_text()
        cases = case.findall(text)
        if 2 * len(cases) != len(re.findall(r"^={9,}$", text, re.M)):
            fail(f"{path.name}: a case can't be read")
        for name, source, expected in cases:
            count += 1
            tree = re.sub(r"\w+: ", "", str(parser.parse(source.encode()).root_node))
            if tidy(tree) != tidy(expected):
                fail(f"{path.name}: {name}\n  is       {tidy(tree)}\n  expected {tidy(expected)}")
    print(f"{count} trees")


def sound():
    """Every text that is right has a tree without an error."""
    files = rules(SOUND)
    for path in files:
        text = path.read_text()
        root = parser.parse(text.encode()).root_node
        if root.has_error:
            fail(f"{path.relative_to(REPOSITORY)}:{place(text, first_error(root))}")
    print(f"{len(files)} files of rules that are right")


def unsound():
    """What ludex can't read has an error, and what it refuses for another reason has none."""
    files = rules(OTHERS)
    broken = broken_for_ludex(OTHERS) & {path.resolve() for path in files}
    for path in files:
        name = str(path.relative_to(REPOSITORY))
        differs = parser.parse(path.read_bytes()).root_node.has_error != (path.resolve() in broken)
        if differs != (name in DIFFER):
            fail(f"{name}: ludex {'cannot' if path.resolve() in broken else 'can'} read it")
    print(f"{len(files)} other files, {len(broken)} of them broken")


def changed():
    """Items of right texts with a word left out, put in or changed are read and refused as by ludex."""
    chance = random.Random(1)
    word = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|\w+|->|[=!<>+-]=|\.\.|[^\s\w]')
    items = [
        item
        for path in rules(SOUND)
        for item in re.split(r"(?m)^(?=[A-Za-z_])", path.read_text())
        if re.match(r"[A-Za-z_]", item)
    ]
    words = [found.group() for item in chance.sample(items, 300) for found in word.finditer(item) if found.group()[0] != "/"]
    with tempfile.TemporaryDirectory() as folder:
        texts = {}
        for number in range(2000):
            item = chance.choice(items)
            found = chance.choice(list(word.finditer(item)))
            put = chance.choice(["", chance.choice(words) + " " + found.group(), chance.choice(words)])
            path = Path(folder).resolve() / f"{number}.rules"
            # The first line is another item: what begins a file is told apart from a fragment.
            texts[path] = "moment m\n\n" + item[: found.start()] + put + item[found.end() :]
            path.write_text(texts[path])
        broken = broken_for_ludex([folder])
    differ = [text for path, text in texts.items() if parser.parse(text.encode()).root_node.has_error != (path in broken)]
    print(f"{len(texts)} changed texts, {len(broken)} of them broken, {len(differ)} told otherwise")
    if len(differ) * 1000 > DIFFER_OF_CHANGED * len(texts) or not len(texts) // 5 < len(broken) < len(texts):
        fail("changed texts are told otherwise:\n" + "\n".join(text[10:300] for text in differ))


def fragments():
    """Every rules text in the tables of the games is read as a fragment."""
    count = 0
    for manifest in [*REPOSITORY.glob("games/*/game.yaml"), *REPOSITORY.glob("examples/*/game.yaml")]:
        schema = json.loads(subprocess.check_output([ludex, "schema", manifest.parent], text=True))
        texts = {}
        for name, values in schema["properties"].items():
            row = values.get("items", {})
            for key, value in row.get("else", row).get("properties", {}).items():
                if re.search(r"(?m)^(effect\(|value\(|hooks)", value.get("description", "")):
                    texts.setdefault(name, set()).add(key)
        for path in manifest.parent.glob("*.yaml"):
            for name, rows in (yaml.safe_load(path.read_text()) or {}).items():
                for row in rows if name in texts and isinstance(rows, list) else []:
                    for key in texts[name] & row.keys():
                        # A row with `each` and one without texts have nothing to read.
                        text = str(row[key] if row[key] is not None else "")
                        count += 1
                        if parser.parse(text.encode()).root_node.has_error:
                            fail(f"{path.relative_to(REPOSITORY)}: {row['id']}: {key}: {text}")
    print(f"{count} texts in tables")
    if count < 300:
        fail("the games have more texts in their tables")


def colours():
    """`test/highlight`: a comment points up at what has a colour, as in `tree-sitter test`."""
    query = tree_sitter.Query(language, (HERE / "queries/highlights.scm").read_text())
    count = 0
    for path in sorted((HERE / "test/highlight").glob("*.rules")):
        text = path.read_text()
        root = parser.parse(text.encode()).root_node
        spans = {}
        # Later patterns win, and so do nodes inside.
        for pattern, captures in sorted(tree_sitter.QueryCursor(query).matches(root), key=lambda match: match[0]):
            for name, nodes in captures.items():
                for node in nodes:
                    spans[(node.start_byte, node.end_byte)] = name
        lines, above, start, starts = text.split("\n"), 0, 0, []
        for number, line in enumerate(lines):
            starts.append(start)
            start += len(line.encode()) + 1
            found = re.match(r"// *(\^|<-) ([\w.]+)$", line)
            if not found:
                above = number
                continue
            column = 0 if found.group(1) == "<-" else line.index("^")
            at = starts[above] + column
            inside = [span for span in spans if span[0] <= at < span[1]]
            is_now = spans[min(inside, key=lambda span: span[1] - span[0])] if inside else "nothing"
            count += 1
            if is_now != found.group(2):
                fail(f"{path.name}:{number + 1}: {found.group(2)} is {is_now}")
    print(f"{count} colours")


def queries():
    """Every query is one of this grammar."""
    paths = sorted((HERE / "queries").glob("*.scm"))
    paths += sorted((HERE.parent / "helix/queries/ludex").glob("*.scm")) + sorted((HERE.parent / "zed/languages/ludex").glob("*.scm"))
    for path in paths:
        try:
            tree_sitter.Query(language, path.read_text())
        except tree_sitter.QueryError as error:
            fail(f"{path}: {error}")
    print(f"{len(paths)} queries")


def words():
    """The grammar has the words of `grammar/rules.pest`, and the colours know all built-ins."""
    pest = (REPOSITORY / "grammar/rules.pest").read_text()
    theirs = set(re.findall(r'= @\{ "([a-z]+)" ~ end', pest))
    nodes = json.loads((HERE / "src/node-types.json").read_text())
    ours = {node["type"] for node in nodes if not node["named"] and node["type"].isalpha()}
    ours |= {node["type"].removesuffix("_statement") for node in nodes if node["type"] in ("return_statement", "stop_statement", "continue_statement")}
    # Labels are rules of their own there, in one alternative.
    theirs |= set(re.findall(r'"([a-z]+)"', re.search(r"^label .*$", pest, re.M).group()))
    if ours != theirs:
        fail(f"words of the grammar: {sorted(ours ^ theirs)}")
    built_in = set(re.findall(r"^\| `(\w+)` \|", (REPOSITORY / "docs/builtins.md").read_text(), re.M))
    colours = (HERE / "queries/highlights.scm").read_text()
    coloured = {name for part in re.findall(r"@function.builtin\n(.*?)\)\)", colours, re.S) for name in re.findall(r'"(\w+)"', part)}
    coloured |= {"possible"}
    if missing := built_in - coloured:
        fail(f"built-ins without a colour: {sorted(missing)}")
    print(f"{len(ours)} words, {len(coloured)} built-ins")


for test in [corpus, words, queries, colours, sound, unsound, fragments, changed]:
    test()
sys.exit(1 if failures else 0)
