#!/usr/bin/env bash
# Checks, format and rulings of a repository of games, each problem told at its line: what `action.yml` and others run.
# Usage: action/games.sh [PATH…]   (games or folders of games; all games in ./games when none is named)
# Environment:
#   LUDEX            the command (default: ludex)
#   LUDEX_ANNOTATE   github: problems as commands of GitHub's workflows; none: as lines (default: github where GITHUB_ACTIONS is set)
#   LUDEX_DENY       warnings: warnings are problems too
#   LUDEX_FORMAT, LUDEX_RULINGS   false: without that part
#   LUDEX_OUT        a folder for ludex.sarif and rulings.xml (JUnit); none are written without it
# Exit code: 0 nothing is wrong, 1 problems were found, 2 something could not run.
set -uo pipefail

ludex=${LUDEX:-ludex}
annotate=${LUDEX_ANNOTATE:-$([ -n "${GITHUB_ACTIONS:-}" ] && echo github || echo none)}
deny=()
[ "${LUDEX_DENY:-}" = warnings ] && deny=(--deny warnings)
worst=0

"$ludex" --version || { echo "ludex is not on the path" >&2; exit 2; }
if [ "$annotate" = github ] && ! command -v jq >/dev/null; then
  echo "jq is missing, which makes annotations" >&2
  exit 2
fi
[ -z "${LUDEX_OUT:-}" ] || mkdir -p "$LUDEX_OUT"

# Keeps the worst of the exit codes; what could not run at all is 2.
note() {
  local code=$1
  [ "$code" -le 2 ] || code=2
  [ "$code" -le "$worst" ] || worst=$code
}

# Makes annotations of objects with file, line, title and message, as GitHub escapes them.
annotations() {
  jq -r '
    def text: gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
    def value: text | gsub(":"; "%3A") | gsub(","; "%2C");
    "::error file=\(.file | value),line=\(.line),title=\(.title | value)::\(.message | text)"'
}

echo "== ludex check"
if [ "$annotate" = github ]; then form=github; else form=human; fi
"$ludex" check --format "$form" "${deny[@]}" "$@"
note $?
[ -z "${LUDEX_OUT:-}" ] || "$ludex" check --format sarif "$@" > "$LUDEX_OUT/ludex.sarif"

if [ "${LUDEX_FORMAT:-true}" != false ]; then
  echo "== ludex fmt"
  "$ludex" fmt --diff "$@"
  note $?
  if [ "$annotate" = github ]; then
    # A patch names the line in its head, `@@ -7,3 +7,3 @@`.
    "$ludex" fmt --check --json "$@" 2>/dev/null | jq -c '.changed[] | {
      file: .path, line: (.patch | capture("@@ -(?<line>[0-9]+)").line // "1"),
      title: "ludex fmt", message: "not formatted: `ludex fmt` puts it right\n\(.patch)" }' | annotations
  fi
fi

if [ "${LUDEX_RULINGS:-true}" != false ]; then
  echo "== ludex rulings test"
  "$ludex" rulings test --check "$@"
  note $?
  if [ "$annotate" = github ]; then
    "$ludex" rulings test --check --json "$@" 2>/dev/null | jq -c '.rulings[] | select(.verdict != "passed") |
      ([.diagnostics[] | select(.file != null)] | first) as $at |
      { file: ($at.file // .path), line: ($at.line // 1), title: "ruling \(.id): \(.verdict)",
        message: ([.diagnostics[].message] + (if .difference then [.difference] else [] end) | join("\n")) }' | annotations
  fi
  [ -z "${LUDEX_OUT:-}" ] || "$ludex" rulings test --check --format junit "$@" > "$LUDEX_OUT/rulings.xml"
fi
exit "$worst"
