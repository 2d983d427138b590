#!/usr/bin/env bash
# Installs the client that VS Code's own debug adapters are tested with, by the lock file, and debugs a ruling with it.
# Usage: editors/dap/test.sh [LUDEX]   (the command to test with; `ludex` on the path, else one built here)
# Needs node 20 or later.
set -euo pipefail
cd "$(dirname "$0")"

# shellcheck source=../common.sh
. ../common.sh
LUDEX=$(find_ludex "${1:-}")
export LUDEX
if ! cmp -s package-lock.json node_modules/.installed; then
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  cp package-lock.json node_modules/.installed
fi
npm test --silent
