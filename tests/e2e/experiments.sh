#!/bin/sh
# The experiments beside the fill-up: --metrics, --against, several lists, and `ragp ablation`.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh" "$1"
cp "$HERE/../golden/nodes.csv" "$HERE/../golden/tasks.csv" .
head -1 tasks.csv >other.csv
tail -n +20 tasks.csv >>other.csv
LISTS="--nodes nodes.csv --tasks tasks.csv --tasks other.csv --policies ragp-io,best-fit --seeds 1..3"
ALL="--metrics inflation,compaction,departures --load 0.9 --against best-fit"

# Options are split into words on purpose, here and below.
# shellcheck disable=SC2086
{
  expect 0 "$RAGP" replay $LISTS $ALL --threads 1 --no-timing --format json
  cp out one.json
  for key in '"compaction": {' '"inflation": {' '"departures": {' '"accepted_share"' '"paired": ['; do
    says out "$key"
  done
  expect 0 "$RAGP" replay $LISTS $ALL --threads 2 --no-timing --format json
  cmp -s one.json out || fail "one and two threads differ"
  expect 0 "$RAGP" replay $LISTS $ALL
  says out "nodes"
  says out "less best-fit, paired by seed"
  # Runs in the order list, seed, policy.
  expect 0 "$RAGP" replay $LISTS --format csv --no-timing
  cut -d, -f1-3 out | sed -n '2p;3p;4p;8p' | tr '\n' ' ' >order
  [ "$(cat order)" = "tasks,ragp-io,1 tasks,best-fit,1 tasks,ragp-io,2 other,ragp-io,1 " ] ||
    fail "the runs come in another order: $(cat order)"
  # What was not asked for is not there.
  if grep -qE 'compaction|departures' out; then fail "experiments that nobody asked for"; fi

  expect 2 "$RAGP" replay $LISTS --metrics compacton
  says err "--metrics: found 'compacton', expected any of inflation, compaction, departures"
  says err "did you mean 'compaction'?"
  expect 2 "$RAGP" replay $LISTS --metrics compaction,
  for load in 0 -1 nan many 101; do
    expect 2 "$RAGP" replay $LISTS --metrics departures --load "$load"
    says err "--load: found '$load', expected"
  done
  expect 2 "$RAGP" replay $LISTS --against random
  says err "--against: found 'random', expected one of the policies that run: ragp-io, best-fit"
  expect 2 "$RAGP" replay $LISTS --tasks tasks.csv
  says err "two lists with the name 'tasks'"
}

# The trace's own times.
cat >timed.csv <<'CSV'
name,cpu_milli,memory_mib,num_gpu,gpu_milli,creation_time,deletion_time
a,1000,1024,1,1000,0,50
b,1000,1024,1,1000,10,20
CSV
cut -d, -f1-5 timed.csv >untimed.csv
expect 0 "$RAGP" replay --nodes nodes.csv --tasks timed.csv --metrics departures-trace --format json
says out '"departures_trace": {'
expect 2 "$RAGP" replay --nodes nodes.csv --tasks untimed.csv --metrics departures-trace
says err "workload 'untimed': departures-trace needs creation_time and deletion_time"

SHORT="--set run.hours=3 --set run.warmup_h=1 --set cluster.nodes=12"
# shellcheck disable=SC2086
{
  expect 0 "$RAGP" simulate C $SHORT --policies ragp-io,scalar --seeds 1..3 --against scalar --format json
  says out '"against": "scalar"'
  expect 0 "$RAGP" simulate C $SHORT --policies ragp-io --seeds 1 --record r.jsonl
  expect 2 "$RAGP" replay r.jsonl --metrics compaction
  says err "--metrics: found 'compaction' with a recorded TRACE, expected --nodes and --tasks"

  expect 0 "$RAGP" ablation $SHORT --scenarios A,C --policies scalar --seeds 1..2 --threads 1 --format json
  cp out one.json
  for key in '"five": {' '"seven": {' '"visibility": {' '"geometry_5d": {' '"geometry_7d": {'; do
    says out "$key"
  done
  expect 0 "$RAGP" ablation $SHORT --scenarios A,C --policies scalar --seeds 1..2 --threads 2 --format json
  cmp -s one.json out || fail "one and two threads differ"
  expect 0 "$RAGP" ablation $SHORT --scenarios C --policies scalar,ragp-5d --seeds 1..2
  says out "visibility"
  expect 0 "$RAGP" ablation $SHORT --scenarios C --policies scalar,ragp-5d --seeds 1..2 --format csv
  [ "$(wc -l <out)" -eq 3 ] || fail "ragp-5d is ragp-io@5d and has no line of its own"
  expect 2 "$RAGP" ablation $SHORT --policies scalar@7d
  says err "--policies: found 'scalar@7d', expected names without a form"
  expect 2 "$RAGP" ablation $SHORT --scenarios C,Z
  says err "built-in scenarios"
  expect 2 "$RAGP" ablation $SHORT --scenarios C,c
  says err "twice"
}
finish
