#!/usr/bin/env bash
# Tests the tree-sitter grammar with the parser that is committed: `src/parser.c`, made of `grammar.js` by `regenerate.sh`.
# Usage: editors/tree-sitter-ludex/test.sh [LUDEX]   (the command to compare with; `ludex` on the path, else one built here)
# Needs a C compiler and Python 3 with pip or uv; installs what it needs of Python below `target/editors`.
set -euo pipefail
cd "$(dirname "$0")"
repository=$(cd ../.. && pwd)
work=$repository/target/editors
mkdir -p "$work"

# shellcheck source=../common.sh
. ../common.sh
ludex=$(find_ludex "${1:-}")

if [ "$(cat src/grammar.sum)" != "$(sha256sum < grammar.js)" ]; then
  echo "src/parser.c is not made of this grammar.js: run regenerate.sh" >&2
  exit 1
fi
install_python "$work/python-tree-sitter" requirements.txt
build_parser "$work/ludex.so"
PYTHONPATH=$work/python-tree-sitter python3 test.py "$ludex" "$work/ludex.so"
