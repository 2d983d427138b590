#!/usr/bin/env bash
# Installs the extension's packages by the lock file, and compiles, lints, tests and packages it: `target/editors/ludex.vsix`.
# Usage: editors/vscode/test.sh [LUDEX]   (the command to test with; `ludex` on the path, else one built here)
# Needs node 20 or later.
set -euo pipefail
cd "$(dirname "$0")"
work=$(cd ../.. && pwd)/target/editors
mkdir -p "$work"

# shellcheck source=../common.sh
. ../common.sh
LUDEX=$(find_ludex "${1:-}")
export LUDEX
install_node
node syntaxes/build.mjs --check
npm run --silent lint
npm run --silent compile
npx esbuild src/games.ts src/rulings.ts src/schemas.ts --bundle --platform=node --format=esm --outdir=dist/test --out-extension:.js=.mjs --log-level=warning
npm test --silent
npm run --silent package -- --out "$work/ludex.vsix"
