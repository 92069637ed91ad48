#!/bin/sh
# `ragp replay` on the DLRM trace with the nodes of examples/: it runs, the limits of instances on a
# node bite, and what does not belong together is refused. Needs the trace: RAGP_DATA.
# SPDX-License-Identifier: Apache-2.0
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
DATA=$(cd "$ROOT" && cd "${RAGP_DATA:-../shared/data}" 2>/dev/null && pwd)
. "$(dirname "$0")/lib.sh" "$1"
TRACE=$DATA/dlrm/disaggregated_DLRM_trace.csv.gz
if [ ! -f "$TRACE" ]; then
  echo "SKIPPED: there is no DLRM trace (set RAGP_DATA to the folder that holds dlrm/)"
  exit 77
fi
NODES=$ROOT/examples/dlrm_nodes.csv

# cell COLUMN: of the only run in out.
cell() { awk -F, -v want="$1" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == want) c = i } NR == 2 { print $c }' out; }

run() { # TASKS: best-fit on the times of the trace, at its peak load
  expect 0 "$RAGP" replay --nodes "$NODES" --tasks "$1" --policies best-fit --seeds 1 \
    --metrics departures-trace --load 1 --format csv --no-timing
  says out departures_trace.accepted_share
}

run "$TRACE"
limited=$(cell departures_trace.accepted_share)
gzip -dc "$TRACE" >all.csv
awk -F, -v OFS=, 'NR > 1 { $14 = -1 } { print }' all.csv >unlimited.csv
run unlimited.csv
unlimited=$(cell departures_trace.accepted_share)
echo "accepted with limits $limited, without $unlimited"
awk -v a="$limited" -v b="$unlimited" 'BEGIN { exit !(a != b && a > 0 && b > 0 && a <= 1 && b <= 1) }' ||
  fail "the limits change nothing"

# One instance per node and application: no more of the largest than there are nodes.
awk -F, -v OFS=, 'NR == 1 || (NR <= 60 && $6 == 1 && $3 == "app_0") { if (NR > 1) $14 = 1; print }' all.csv >one.csv
gpus=$(($(wc -l <one.csv) - 1))
printf 'sn,count,cpu_milli,memory_mib,gpu,model,net\ng,2,999000,9999999,32,A,99999\n' >two.csv
expect 0 "$RAGP" replay --nodes two.csv --tasks one.csv --policies ragp-io --seeds 1 --demand 0.1 \
  --metrics compaction --format csv --no-timing
[ "$(cell compaction.nodes)" = "$gpus" ] || fail "$gpus instances, but $(cell compaction.nodes) nodes"

printf 'sn,cpu_milli,memory_mib,gpu,model\ng,999000,9999999,32,A\n' >no_net.csv
expect 2 "$RAGP" replay --nodes no_net.csv --tasks "$TRACE"
says err "disaggregated_DLRM_trace.csv.gz:2: column 'rdma_request'"
sed '3s/^\([^,]*,[^,]*\),[^,]*/\1,/' all.csv >no_app.csv
expect 2 "$RAGP" replay --nodes "$NODES" --tasks no_app.csv
says err "no_app.csv:3: column 'app_name'"
finish
