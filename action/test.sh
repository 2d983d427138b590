#!/usr/bin/env bash
# Tries what stands around a repository of games: the action's script, the pre-commit hooks and GitLab's job, each on games that
# are right and on games that are not; and holds all of .github and GitLab's template against their schemas.
# Usage: action/test.sh [LUDEX]
set -euo pipefail
cd "$(dirname "$0")"
repository=$(cd .. && pwd)
work=$repository/target/editors
mkdir -p "$work"

# shellcheck source=../editors/common.sh
. ../editors/common.sh
LUDEX=$(find_ludex "${1:-}")
export LUDEX
install_python "$work/python-action" requirements.txt
export PYTHONPATH=$work/python-action
# Hooks and GitLab's job run the command that is on the path.
mkdir -p "$work/bin" && ln -sf "$LUDEX" "$work/bin/ludex"
export PATH=$work/bin:$PATH

python3 -m check_jsonschema --builtin-schema vendor.github-actions "$repository/action.yml"
python3 -m check_jsonschema --builtin-schema vendor.github-workflows "$repository"/.github/workflows/*.yml
python3 -m check_jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$repository/docs/ci/gitlab.yml"
python3 -m pre_commit validate-manifest "$repository/.pre-commit-hooks.yaml"

desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
fresh() {
  rm -rf "${desk:?}/games" "$desk/snapshots" "$desk/out"
  mkdir -p "$desk/games" "$desk/snapshots"
  cp -r "$repository/games/noah" "$desk/games/"
  cp -r "$repository/snapshots/noah" "$desk/snapshots/"
}
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# Runs the script in the desk; its words are in $desk.log, its exit code must be the one given.
games() {
  local wanted=$1 code=0
  (cd "$desk" && LUDEX_ANNOTATE=github LUDEX_OUT=out "$repository/action/games.sh") > "$desk.log" 2>&1 || code=$?
  [ "$code" = "$wanted" ] || { cat "$desk.log"; fail "exit code $code, not $wanted"; }
}
says() { grep -qE -- "$1" "$desk.log" || { cat "$desk.log"; fail "nothing says $1"; }; }

echo "-- the action's script"
fresh
games 0
if grep -q '^::' "$desk.log"; then fail "an annotation where nothing is wrong"; fi
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["runs"][0]["results"] == []' "$desk/out/ludex.sarif"
grep -q '<testsuite' "$desk/out/rulings.xml"
sed -i 's/lose 2 penalty/lose 2 penatly/' "$desk/games/noah/animals.yaml"
grep -q penatly "$desk/games/noah/animals.yaml"
games 1
says '^::error file=games/noah/animals.yaml,line=[0-9]+.*penatly'
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["runs"][0]["results"]' "$desk/out/ludex.sarif"
fresh
sed -i 's/^var round:/var   round:/' "$desk/games/noah/noah.rules"
games 1
says '^::error file=games/noah/noah.rules,line=[0-9]+,title=ludex fmt::not formatted'
fresh
ruling=$(cd "$desk" && grep -rl '^next: P' games/noah/rulings | sort | sed -n 1p)
sed -i 's/^next: P.*/next: P4/' "$desk/$ruling"
games 1
says "^::error file=$ruling,line=[0-9]+,title=ruling [a-z0-9-]+%3A (broken|failed)::"
(cd "$desk" && LUDEX=/nowhere/ludex "$repository/action/games.sh") > "$desk.log" 2>&1 && fail "a command that is not there"
says 'not on the path'

echo "-- GitLab's job"
python3 - "$repository/docs/ci/gitlab.yml" > "$desk/job.sh" <<'P'
import shlex, sys, yaml
job = yaml.safe_load(open(sys.argv[1]))
print("export TO_CODE_QUALITY=" + shlex.quote(job["variables"]["TO_CODE_QUALITY"]))
print("\n".join(job["ludex"]["before_script"] + job["ludex"]["script"]))
P
fresh
(cd "$desk" && sh job.sh > "$desk.log" 2>&1) || { cat "$desk.log"; fail "GitLab's job"; }
[ "$(cat "$desk/code-quality.json")" = "[]" ]
sed -i 's/lose 2 penalty/lose 2 penatly/' "$desk/games/noah/animals.yaml"
(cd "$desk" && sh job.sh > "$desk.log" 2>&1) && fail "GitLab's job passes a mistake"
python3 -c 'import json, sys; one = json.load(open(sys.argv[1]))[0]; assert one["location"]["path"] == "games/noah/animals.yaml", one' "$desk/code-quality.json"

echo "-- the pre-commit hooks"
fresh
export HOME=$desk/home GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir -p "$HOME"
git init -q "$desk/hooks"
cp "$repository/.pre-commit-hooks.yaml" "$desk/hooks/"
git -C "$desk/hooks" add -A && git -C "$desk/hooks" commit -qm hooks
git init -q "$desk"
cat > "$desk/.pre-commit-config.yaml" <<Y
repos:
  - repo: $desk/hooks
    rev: $(git -C "$desk/hooks" rev-parse HEAD)
    hooks: [{ id: ludex-fmt }, { id: ludex-check }, { id: ludex-rulings }]
Y
git -C "$desk" add games snapshots .pre-commit-config.yaml && git -C "$desk" commit -qm games
hooks() { (cd "$desk" && python3 -m pre_commit run --all-files) > "$desk.log" 2>&1; }
hooks || { cat "$desk.log"; fail "hooks on games that are right"; }
[ "$(grep -c Passed "$desk.log")" = 3 ] || { cat "$desk.log"; fail "not three hooks"; }
sed -i 's/^var round:/var   round:/' "$desk/games/noah/noah.rules"
sed -i 's/lose 2 penalty/lose 2 penatly/' "$desk/games/noah/animals.yaml"
git -C "$desk" add -u
hooks && fail "hooks let a mistake pass"
says 'ludex fmt\.+Failed'
says 'ludex check\.+Failed'
git -C "$desk" diff --quiet games/noah/noah.rules && fail "the hook formats nothing"
rm -f "$desk.log"
echo "action, GitLab's job and hooks do what they say"
