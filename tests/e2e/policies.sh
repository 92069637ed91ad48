#!/bin/sh
# docs/policies.md is not stale: its table is what `ragp policies --format markdown` prints, and
# every policy has a section.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh" "$1"
DOC=$HERE/../../docs/policies.md

expect 0 "$RAGP" policies --format markdown
sed -n '/^<!-- ragp policies --format markdown -->$/,/^<!-- end of table -->$/p' "$DOC" |
  sed '1d;$d' >documented
cmp -s documented out || {
  fail "the table in docs/policies.md is stale; it should be:"
  cat out
}
sed -n 's/^| `\([a-z0-9-]*\)` .*/\1/p' out >names
[ -s names ] || fail "the table names no policy"
while read -r name; do
  grep -qx "### $name" "$DOC" || fail "docs/policies.md has no section '### $name'"
done <names

# The text form knows the same policies.
expect 0 "$RAGP" policies
sed -n 's/^\([a-z0-9-]*\) ([57]-D)$/\1/p' out | cmp -s - names || fail "the forms differ"
expect 2 "$RAGP" policies --format table
says err "expected text or markdown"
finish
