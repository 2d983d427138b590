#!/usr/bin/env bash
# Installs the extension into a real VS Code (code-server), and drives it in Chromium: `.ci/long vscode`.
# Usage: editors/vscode/real.sh [LUDEX [SCENE…]]   (a command with a language server; scenes of real/scenes, all when none is named)
# Needs node 20 and Debian's chromium. LUDEX_VSCODE names a folder in which code-server.sh has built it; without it that is done here, in
# `target/editors/code-server`, which takes about five minutes the first time. Pictures come into `target/editors/shots`.
set -euo pipefail
cd "$(dirname "$0")"
repository=$(cd ../.. && pwd)
work=$repository/target/editors
export VSCODE=${LUDEX_VSCODE:-$work/code-server}
mkdir -p "$work"

# shellcheck source=../common.sh
. ../common.sh
ludex=$(find_ludex "${1:-}")
"$ludex" lsp --help >/dev/null || { echo "$ludex has no language server" >&2; exit 2; }
command -v chromium >/dev/null || { echo "chromium is missing: apt-get install chromium" >&2; exit 2; }
./code-server.sh "$VSCODE"
install_node
npm run --silent compile
npm run --silent package -- --out "$work/ludex.vsix" >/dev/null

# A folder of games, one for a new card, one without the command, and a home of its own for the editor.
desk=$(mktemp -d)
trap 'kill "${running:-}" 2>/dev/null || true; rm -rf "$desk"' EXIT
mkdir -p "$desk/open/games" "$desk/open/snapshots" "$desk/open/.vscode"
cp -r "$repository"/games/{noah,ark_nova} "$desk/open/games/"
cp -r "$repository"/snapshots/{noah,ark_nova} "$desk/open/snapshots/"
echo "{ \"ludex.path\": \"$ludex\" }" > "$desk/open/.vscode/settings.json"
cp -r "$desk/open" "$desk/author"
rm -r "$desk/author/"{games,snapshots}/ark_nova
cp -r "$desk/author" "$desk/without"
echo '{ "ludex.path": "ludex-that-is-not-there" }' > "$desk/without/.vscode/settings.json"
mkdir -p "$desk/data/User"
# Words in a terminal are read off the page, so they may not be pixels of the graphics card.
echo '{ "workbench.startupEditor": "none", "terminal.integrated.gpuAcceleration": "off" }' > "$desk/data/User/settings.json"
code() {
  exec node "$VSCODE/node_modules/.bin/code-server" --user-data-dir "$desk/data" --extensions-dir "$desk/extensions" "$@"
}
(code --install-extension "$work/ludex.vsix")
port=$(python3 -c 'import socket; one = socket.socket(); one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])')
code --auth none --bind-addr "127.0.0.1:$port" --disable-telemetry --disable-update-check --disable-workspace-trust > "$desk/server.log" 2>&1 &
running=$!
for _ in $(seq 60); do
  curl -fs "http://127.0.0.1:$port/healthz" >/dev/null && break
  sleep 1
done
node real/drive.mjs "http://127.0.0.1:$port" "$desk" "$work/shots" "${@:2}"
