#!/bin/sh
# A small run of everything, byte for byte as it was: whoever changes results does it knowingly.
# usage: golden.sh RAGP_BINARY [--accept]   (--accept takes the present results as the right ones)
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../e2e/lib.sh" "$1"
GOLDEN=$HERE

expect 0 "$RAGP" simulate C --policies ragp-io,scalar,random@7d --seeds 3 --set cluster.nodes=12 --set run.hours=8 \
  --set run.warmup_h=2 --format json --no-timing
cp out simulate.json
cp "$GOLDEN/nodes.csv" "$GOLDEN/tasks.csv" .
expect 0 "$RAGP" replay --nodes nodes.csv --tasks tasks.csv --policies all --seeds 1..2 \
  --format json --no-timing
cp out replay.json

for file in simulate.json replay.json; do
  if [ "${2:-}" = --accept ]; then
    cp "$file" "$GOLDEN/$file"
  elif ! cmp -s "$file" "$GOLDEN/$file"; then
    fail "$file is not what it was; if it should not be: $GOLDEN/golden.sh BINARY --accept"
    diff "$GOLDEN/$file" "$file" | head -20
  fi
done
finish
