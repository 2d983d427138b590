# What the scripts of the editors share; read with `.`, not run.

# Prints the command to test with: the one that is named, else the newest one built here, else the one on the path.
find_ludex() {
  local root
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  if [ -n "$1" ]; then
    realpath "$1"
  elif [ -x "$root/target/release/ludex" ]; then
    echo "$root/target/release/ludex"
  elif [ -x "$root/target/debug/ludex" ]; then
    echo "$root/target/debug/ludex"
  elif command -v ludex; then
    :
  else
    (cd "$root" && cargo build --locked >&2)
    echo "$root/target/debug/ludex"
  fi
}

# Installs the packages of a file of requirements into a folder, once for each state of the file.
install_python() {
  local folder=$1 requirements=$2
  cmp -s "$requirements" "$folder/installed" && return
  rm -rf "$folder"
  if command -v uv >/dev/null; then
    uv pip install --quiet --target "$folder" -r "$requirements"
  else
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder" -r "$requirements"
  fi
  cp "$requirements" "$folder/installed"
}

# Builds the tree-sitter parser as a library, with every warning of the compiler an error.
build_parser() {
  local source
  source=$(dirname "${BASH_SOURCE[0]}")/tree-sitter-ludex/src
  ${CC:-cc} -shared -fPIC -O1 -Wall -Wextra -Werror -Wno-unused-parameter -I "$source" "$source/parser.c" "$source/scanner.c" -o "$1"
}

# Installs the node packages of the folder by its lock file, unless they are there.
install_node() {
  if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
  fi
}
