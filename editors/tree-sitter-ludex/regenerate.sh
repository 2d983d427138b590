#!/usr/bin/env bash
# Makes `src/parser.c` of `grammar.js`. Needs `tree-sitter` 0.27 on the path (`cargo install --locked tree-sitter-cli
# --no-default-features`) and node.
# Usage: editors/tree-sitter-ludex/regenerate.sh [--check]   (--check writes nothing and fails when the parser is another)
set -euo pipefail
cd "$(dirname "$0")"
if [ "${1:-}" = --check ]; then
  made=$(mktemp -d)
  trap 'rm -rf "$made"' EXIT
  cp -r grammar.js tree-sitter.json src "$made"
  (cd "$made" && tree-sitter generate)
  diff -r src "$made/src" && echo "src/parser.c is what grammar.js makes"
else
  tree-sitter generate
  sha256sum < grammar.js > src/grammar.sum
fi
