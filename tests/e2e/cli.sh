#!/bin/sh
# The command line as users and scripts meet it: commands, exit codes, messages, files.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh" "$1"
SHORT="--set run.hours=3 --set run.warmup_h=1 --set cluster.nodes=12"

expect 0 "$RAGP" --version
says out "ragp 0."
for command in "" simulate replay ablation policies scenarios; do
  # One word or none.
  # shellcheck disable=SC2086
  expect 0 "$RAGP" $command --help
  says out "Example: "
done
expect 0 "$RAGP" policies
says out "ragp-io"
expect 0 "$RAGP" scenarios
says out "Storage stress"

# Usage errors name what was found and what was expected, and nothing runs.
expect 2 "$RAGP"
expect 2 "$RAGP" simulat
says err "did you mean 'simulate'?"
expect 2 "$RAGP" simulate
expect 2 "$RAGP" simulate C --polices ragp-io
expect 2 "$RAGP" simulate Z
says err "built-in scenarios: A, B, C, D"
expect 2 "$RAGP" simulate A --policies ragp-oi
says err "did you mean 'ragp-io'?"
expect 2 "$RAGP" simulate A --policies tetris@6d
says err "expected 5d or 7d"
expect 2 "$RAGP" simulate A --policies ,
expect 2 "$RAGP" simulate A --seeds 5..1
says err "found '5..1'"
expect 2 "$RAGP" simulate A --seeds 1..9999999
expect 2 "$RAGP" simulate A --seeds -3
expect 2 "$RAGP" simulate A --threads 0
says err "found '0', expected 1 to"
expect 2 "$RAGP" simulate A --format yaml
says err "expected table, json or csv"
expect 2 "$RAGP" simulate A --set cluster.node=5
says err "did you mean 'nodes'?"
expect 2 "$RAGP" simulate A --set cluster.nodes=-5
expect 2 "$RAGP" simulate A --set cluster.nodes
expect 2 "$RAGP" simulate A --set workload.load=nan
expect 2 "$RAGP" simulate A --seeds 1..2 --record r.jsonl
says err "holds one seed"
expect 2 "$RAGP" simulate .
printf 'name = "x"\n[cluster\n' >broken.toml
expect 2 "$RAGP" simulate broken.toml
says err "broken.toml:2:"

# Deterministic: any number of threads, and a recording replayed.
# Options are split into words on purpose.
# shellcheck disable=SC2086
{
  expect 0 "$RAGP" simulate D $SHORT --policies ragp-io,scalar,random --seeds 1..3 --threads 1 --no-timing --format json
  cp out one.json
  expect 0 "$RAGP" simulate D $SHORT --policies ragp-io,scalar,random --seeds 1..3 --threads 2 --no-timing --format json
  cmp -s one.json out || fail "one and two threads differ"
  expect 0 "$RAGP" simulate D $SHORT --policies all --seeds 4 --record r.jsonl.gz --no-timing --format csv
  cp out recorded.csv
  expect 0 "$RAGP" replay r.jsonl.gz --policies all --no-timing --format csv
  cmp -s recorded.csv out || fail "the recording replays differently"
}
head -c 3000 r.jsonl.gz >cut.jsonl.gz
expect 2 "$RAGP" replay cut.jsonl.gz
says err "cut.jsonl.gz"

# The results folder: all formats, the effective scenario, no overwriting by accident.
# shellcheck disable=SC2086
{
  expect 0 "$RAGP" simulate B $SHORT --policies ragp-io --seeds 1 --out results
  for f in results.json results.csv scenario.toml; do [ -s "results/$f" ] || fail "no results/$f"; done
  expect 2 "$RAGP" simulate B $SHORT --policies ragp-io --seeds 1 --out results
  says err "--force"
  expect 0 "$RAGP" simulate B $SHORT --policies ragp-io --seeds 1 --out results --force
  expect 0 "$RAGP" simulate results/scenario.toml --policies ragp-io --seeds 1 --no-timing --format csv
  cp out again.csv
  expect 0 "$RAGP" simulate B $SHORT --policies ragp-io --seeds 1 --no-timing --format csv
  cmp -s again.csv out || fail "the effective scenario runs differently"
}
touch a-file
expect 1 "$RAGP" simulate A --policies ragp-io --seeds 1 --out a-file/results

# A full disk: the failure is said, and no half file stays.
# shellcheck disable=SC2086
if [ -w /dev/full ]; then
  "$RAGP" policies >/dev/full 2>err && fail "a full disk went unnoticed"
  says err "No space left"
fi
# A closed pipe ends quietly.
"$RAGP" policies | head -1 >/dev/null || fail "a closed pipe is no error"

# Tables in a pipe: 80 columns, no escapes.
# shellcheck disable=SC2086
expect 0 "$RAGP" simulate A $SHORT --policies all --seeds 1..2
[ "$(LC_ALL=C.UTF-8 wc -L <out)" -le 80 ] || fail "lines of more than 80 characters"
if grep -q "$(printf '\033')" out; then fail "escape sequences in a pipe"; fi
finish
