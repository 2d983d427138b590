#!/usr/bin/env bash
# Builds a real VS Code (code-server) from the registries, installs the extension, and drives it in Chromium: `.ci/long vscode`.
# Usage: editors/vscode/real.sh [LUDEX]   (a command with a language server)
# Needs node 20, a C++ compiler, python3, and Debian's packages that are named below. Takes about five minutes the first time; what
# is built stays in `target/editors/code-server`, pictures in `target/editors/shots`.
set -euo pipefail
cd "$(dirname "$0")"
repository=$(cd ../.. && pwd)
work=$repository/target/editors
server=$work/code-server
version=4.100.3

# shellcheck source=../common.sh
. ../common.sh
ludex=$(find_ludex "${1:-}")
"$ludex" lsp --help >/dev/null || { echo "$ludex has no language server" >&2; exit 2; }
for needed in chromium rg; do
  command -v "$needed" >/dev/null || {
    echo "$needed is missing: apt-get install chromium ripgrep libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev pkg-config" >&2
    exit 2
  }
done

# Packages bring binaries from elsewhere; so their scripts are left out, and the native modules that matter are compiled here.
if [ "$(cat "$server/built" 2>/dev/null)" != "$version" ]; then
  rm -rf "$server" && mkdir -p "$server"
  (
    cd "$server"
    npm init --yes >/dev/null
    npm install --ignore-scripts --no-audit --no-fund --loglevel=error "code-server@$version" playwright-core@1.56.1
    # Passwords alone need it, and none is used.
    echo 'module.exports = { hash: async () => "", verify: async () => true, argon2id: 2 };' > node_modules/argon2/argon2.js
    cd node_modules/code-server/lib/vscode
    npm install --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error
    for module in @vscode/spdlog native-watchdog kerberos @parcel/watcher @vscode/deviceid node-pty; do
      [ ! -f "node_modules/$module/binding.gyp" ] || (cd "node_modules/$module" && npx --yes node-gyp@10 rebuild >/dev/null 2>&1) || echo "not built: $module"
    done
    mkdir -p node_modules/@vscode/ripgrep/bin
    ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
    (cd extensions && npm install --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error) || true
  )
  echo "$version" > "$server/built"
fi

[ -e "$work/ludex.vsix" ] || ./test.sh "$ludex"
desk=$(mktemp -d)
trap 'kill "${running:-}" 2>/dev/null || true; rm -rf "$desk"' EXIT
mkdir -p "$desk/open/games" "$desk/open/snapshots" "$desk/open/.vscode"
cp -r "$repository"/games/{noah,ark_nova} "$desk/open/games/"
cp -r "$repository"/snapshots/{noah,ark_nova} "$desk/open/snapshots/"
mkdir -p "$desk/data/User"
echo '{ "workbench.startupEditor": "none" }' > "$desk/data/User/settings.json"
echo "{ \"ludex.path\": \"$ludex\" }" > "$desk/open/.vscode/settings.json"
code() { node "$server/node_modules/.bin/code-server" --user-data-dir "$desk/data" --extensions-dir "$desk/extensions" "$@"; }
code --install-extension "$work/ludex.vsix"
port=$(python3 -c 'import socket; one = socket.socket(); one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])')
node "$server/node_modules/.bin/code-server" --user-data-dir "$desk/data" --extensions-dir "$desk/extensions" --auth none \
  --bind-addr "127.0.0.1:$port" --disable-telemetry --disable-update-check --disable-workspace-trust > "$desk/server.log" 2>&1 &
running=$!
for _ in $(seq 60); do
  curl -fs "http://127.0.0.1:$port/healthz" >/dev/null && break
  sleep 1
done
# Modules are looked for beside the file that asks for them.
cp real/drive.mjs "$server/drive.mjs"
node "$server/drive.mjs" "http://127.0.0.1:$port" "$desk/open" "$work/shots"
