#!/bin/sh
# Every `ragp` command that the README shows runs, in order, in one folder. (`./dev` is what runs the
# tests; demo, build and test are its own commands.)
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh" "$1"
ROOT=$HERE/../..
TRACES=${RAGP_DATA:-$ROOT/../shared/data}
DATA=$TRACES/openb
DLRM=$TRACES/dlrm

mkdir bin && ln -s "$RAGP" bin/ragp && PATH=$WORK/bin:$PATH
if [ -d "$DATA" ]; then
  ln -s "$DATA"/*.csv "$DATA"/*.gz .
else
  echo "SKIPPED: the commands on openb's files, because there is no $DATA (set RAGP_DATA)"
fi
if [ -d "$DLRM" ]; then
  ln -s "$DLRM"/*.gz .
else
  echo "SKIPPED: the command on the DLRM trace, because there is no $DLRM (set RAGP_DATA)"
fi
ln -s "$ROOT/examples" .
grep '^    \$ ' "$ROOT/README.md" | sed 's/^    \$ //' >commands
[ "$(grep -c '^ragp ' commands)" -ge 8 ] || fail "the README shows fewer commands than it should"
while read -r line; do
  case $line in
    ./dev*)
      word=$(echo "${line%%#*}" | awk '{ print $2 }')
      [ -z "$word" ] || "$ROOT/dev" help | grep -q "^  $word " || fail "no command: $line"
      ;;
    *openb*)
      [ -d "$DATA" ] || continue
      expect 0 sh -c "$line"
      ;;
    *DLRM*)
      [ -d "$DLRM" ] || continue
      expect 0 sh -c "$line"
      ;;
    *) expect 0 sh -c "$line" ;;
  esac
done <commands
finish
