#!/bin/sh
# Breaks the seat protocol in the way that is asked for.
say() {
  while read -r line; do
    case $line in
      '{"do":"start"'*) echo '{"ready":true}' ;;
      *) echo "$1" ;;
    esac
  done
}
case $1 in
  crash) read -r line; echo '{"ready":true}'; read -r line; exit 3 ;;
  silent) read -r line; echo '{"ready":true}'; exec sleep 1000 ;;
  beyond) say '{"option":9}' ;;
  negative) say '{"option":-1}' ;;
  text) say 'the corner, I think: that is where I always begin, and so did my mother before me' ;;
  unready) echo hello; read -r line ;;
  gone) exit 0 ;;
  children) sleep 1000 & echo $! > "$2"; say '{"option":0}' ;;
  never) read -r line; echo started >> "$2"; exec sleep 1000 ;;
  closed) read -r line; echo '{"ready":true}'; exec 1>&-; exec sleep 1000 ;;
  once) read -r line; echo '{"ready":true}'; read -r line; echo '{"option":99}'; say '{"option":0}' ;;
  long) say "$(printf '{"option":0%*s' "$(($2 - 11))" '}')" ;;
  notes) while read -r line; do
      printf '%s\n' "$line" >> "$2"
      case $line in
        '{"do":"start"'*) echo '{"ready":true}'; echo 'a word beside' >&2 ;;
        *) echo '{"option":0}' ;;
      esac
    done
    echo 'the end' >> "$2" ;;
  words) file=$2; echo "started with $# words" >> "$file"; shift 2; printf '%s\n' "$@" >> "$file"; say '{"option":0}' ;;
  late) say '{"id":77,"option":0}
{"option":1}' ;;
esac
