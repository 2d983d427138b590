#!/usr/bin/env bash
# Plays every game in tmux at three sizes, as a person does: with Tab, arrows and Ctrl-C. Nothing may be wider than the terminal.
# Usage: tests/terminal.sh LUDEX [FOLDER]   (captures go into FOLDER, by default target/terminal)
set -euo pipefail
ludex=$(realpath "$1")
cd "$(dirname "$0")/.."
into=${2:-target/terminal}
mkdir -p "$into"
socket=ludex-terminal-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null || true' EXIT
failed=0

mux() { tmux -L "$socket" "$@"; }
# What the pane shows and what scrolled out of it, lines joined that the terminal had to break.
shown() { mux capture-pane -p -J -S - -t play; }
fail() { printf '%s: %s\n' "$here" "$1"; failed=1; }

# Waits until the pane shows a text.
await() {
  for _ in $(seq 100); do
    if shown | grep -qF -- "$1"; then return 0; fi
    sleep 0.1
  done
  fail "never shown: $1"
}

# Waits until so many lines of the pane have a text.
await_times() {
  for _ in $(seq 100); do
    if [ "$(shown | grep -cF -- "$2")" -ge "$1" ]; then return 0; fi
    sleep 0.1
  done
  fail "not shown $1 times: $2"
}

# Starts a game in a pane: begin WIDTH HEIGHT ARGUMENTS...
begin() {
  local width=$1 height=$2
  shift 2
  mux kill-session -t play 2>/dev/null || true
  mux new-session -d -s play -x "$width" -y "$height" "env -u COLUMNS NO_COLOR=${no_color:-} $(printf '%q ' "$ludex" play "$@"); sleep 60"
}

# Says a line and waits for what it brings.
say() {
  mux send-keys -t play "$1" Enter
  await "$2"
}

fits() {
  local widest
  widest=$(shown | sed 's/ *$//' | wc -L)
  [ "$widest" -le "$1" ] || fail "a line of $widest columns"
}

export LC_ALL=C.UTF-8
# The server goes with its last session.
mux new-session -d -s keep "sleep 1000"
for size in 80x24 100x30 200x50; do
  width=${size%x*} height=${size#*x}
  for game in ark_nova jump_gate noah sanctuary; do
    here="$game at $size"
    begin "$width" "$height" "$game" --games games --players 2 --seed 7 --pass never
    await "P0: "
    for _ in 1 2 3 4 5 6; do mux send-keys -t play 1 Enter; sleep 0.2; done
    # Tab completes a command, the arrow brings lines back, Ctrl-C drops a line.
    mux send-keys -t play "sco" Tab Enter
    await "> score"
    mux send-keys -t play "log fu" Tab Enter
    await "> log full"
    mux send-keys -t play Up Up Enter
    await_times 2 "> score"
    # In raw mode only, the prompt stands before what was typed; elsewhere Ctrl-C would end the game.
    mux send-keys -t play "nonsense"
    await "> nonsense"
    mux send-keys -t play C-c
    say goal "Who wins:"
    mux send-keys -t play Up Enter
    await_times 2 "> goal"
    say rules "What can be done:"
    say log "before that"
    say all "P1"
    say table "(you)"
    say options "P"
    sleep 0.3
    fits "$width"
    shown > "$into/${game}_$size.txt"
    say quit ""
  done
done

here="colours"
begin 80 24 noah --games games --seed 7 --pass never
await "P0: "
mux capture-pane -p -e -t play | grep -q $'\e\[' || fail "no colours at a terminal"
no_color=1 begin 80 24 noah --games games --seed 7 --pass never
await "P0: "
if mux capture-pane -p -e -t play | grep -q $'\e\['; then fail "colours though NO_COLOR is set"; fi

here="handing over"
begin 80 24 noah --games games --seed 7
await "P0 is asked"
mux send-keys -t play Enter
await "bear f1"
mux send-keys -t play 1 Enter
await "where Noah goes"
mux send-keys -t play 1 Enter
await "P1 is asked"
if shown | grep -q "lion f1"; then fail "the hand of P0 is still on the screen"; fi

here="what is seen last"
# Without scrolling, a terminal of 80x24 shows the own hand, the action cards and the whole question of a first turn.
begin 80 24 ark_nova --games games --players 2 --seed 7 --pass never
await "choose 4"
mux send-keys -t play "1 2 3 4" Enter
await "P1: which cards"
mux send-keys -t play "1 2 3 4" Enter
await "what to do in your turn"
seen=$(mux capture-pane -p -t play)
for words in "Hand:" "Action cards" "P0: what to do in your turn" "1. use an action card"; do
  grep -qF -- "$words" <<<"$seen" || fail "not on the screen: $words"
done
mux capture-pane -p -t play > "$into/ark_nova_turn.txt"

[ "$failed" = 0 ] && printf 'all games at 80x24, 100x30 and 200x50: fine; captures in %s\n' "$into"
exit "$failed"
