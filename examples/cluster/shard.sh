#!/usr/bin/env bash
# Plays one shard of a run by its seeds, without Ray: `shard.sh GAME PLAYERS SIZE NUMBER FOLDER`. A shard that is done is not
# played again, and one that was ended goes on where it was. `ludex merge FOLDER/*.json --json` adds them up.
set -euo pipefail
game=$1 players=$2 size=$3 number=$4 folder=$5
first=$((number * size))
last=$((first + size - 1))
mkdir -p "$folder"
ludex sim "$game" --players "$players" --seeds "$first..$last" --threads "${THREADS:-1}" \
  --resume "$folder/$first-$last.json" --record "$folder" > /dev/null
