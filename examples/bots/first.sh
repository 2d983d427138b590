#!/bin/sh
# A bot by the seat protocol (docs/protocol.md): it takes the first option.
#   ludex arena GAME 'exec:"sh first.sh"' random
while read -r line; do
  case $line in
    '{"do":"start"'*) echo '{"ready":true}' ;;
    '{"do":"choose"'*) echo '{"option":0}' ;;
  esac
done
