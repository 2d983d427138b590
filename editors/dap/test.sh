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
install_node
npm test --silent
