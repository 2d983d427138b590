#!/usr/bin/env bash
# Builds a real VS Code that a browser can open (code-server), with what drives the browser, from the registries alone.
# Usage: editors/vscode/code-server.sh FOLDER   (does nothing where the same version is built)
# Needs node 20, a C++ compiler, python3, and the Debian packages that are named below. Takes two to five minutes.
set -euo pipefail
server=${1:?usage: code-server.sh FOLDER}
version=4.100.3
debian=(libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev pkg-config ripgrep)

[ "$(cat "$server/built" 2>/dev/null)" != "$version" ] || exit 0
dpkg-query --show "${debian[@]}" >/dev/null || { echo "missing: apt-get install ${debian[*]}" >&2; exit 2; }

# Packages fetch binaries from elsewhere in their scripts; so the scripts are left out, and the native modules that matter are
# compiled here.
npm_install() { npm install --ignore-scripts --no-audit --no-fund --loglevel=error "$@"; }
compile() {
  [ ! -f "node_modules/$1/binding.gyp" ] || (cd "node_modules/$1" && npx --yes node-gyp@10 rebuild >/dev/null 2>&1)
}

rm -rf "$server" && mkdir -p "$server" && cd "$server"
npm init --yes >/dev/null
npm_install "code-server@$version" playwright-core@1.56.1
# Passwords alone need it, and none is used.
echo 'module.exports = { hash: async () => "", verify: async () => true, argon2id: 2 };' > node_modules/argon2/argon2.js
(
  cd node_modules/code-server/lib/vscode
  npm_install --omit=dev
  for module in @vscode/spdlog native-watchdog kerberos @parcel/watcher @vscode/deviceid node-pty; do
    compile "$module" || echo "not built: $module" >&2
  done
  mkdir -p node_modules/@vscode/ripgrep/bin
  ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
  cd extensions
  npm_install --omit=dev || true
)
echo "$version" > built
