#!/bin/sh
# `ragp replay` against the published results of the openb traces: within 0.5 points of GPU
# allocation, at 100 % and at 130 % of arrivals. Needs the traces: RAGP_DATA.
# SPDX-License-Identifier: Apache-2.0
DATA=$(cd "$(dirname "$0")/../.." && cd "${RAGP_DATA:-../shared/data}" 2>/dev/null && pwd)
. "$(dirname "$0")/lib.sh" "$1"
PUBLISHED=$DATA/openb/published_results.csv
if [ ! -f "$PUBLISHED" ]; then
  echo "SKIPPED: there are no openb traces (set RAGP_DATA to the folder that holds openb/)"
  exit 77
fi

# reproduces WORKLOAD POLICY NAME-IN-THE-PAPER SEEDS [OPTION]
reproduces() {
  # shellcheck disable=SC2086  # one option or none
  expect 0 "$RAGP" replay --nodes "$DATA/openb/openb_node_list_gpu_node.csv" \
    --tasks "$DATA/openb/openb_pod_list_$1.csv.gz" --policies "$2" --seeds "$4" --format csv $5
  awk -F, -v workload="$1" -v paper="$3" '
    NR == FNR { if ($1 == workload && $2 == paper) { want100 = $4; want130 = $6 } ; next }
    FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    { got100 += $column["allocation.100"]; got130 += $column["allocation.130"]; ++runs }
    END {
      if (want100 == "" || runs == 0) { print "nothing to compare"; exit 1 }
      d100 = got100 / runs - want100; d130 = got130 / runs - want130
      printf "%s %s: %+.2f and %+.2f points\n", workload, paper, d100, d130
      exit !(d100 > -0.5 && d100 < 0.5 && d130 > -0.5 && d130 < 0.5)
    }' "$PUBLISHED" out || fail "$2 on $1 is not what was published"
}

for workload in default gpushare40 multigpu20 cpu200; do
  reproduces "$workload" best-fit BestFit 42..43
done
reproduces default random Random 42..44
# What scores in integers has many ties, and the order of nodes decides them: an average over orders.
reproduces default fgd FGD 42..45 --shuffle-nodes
reproduces default dot-product DotProd 42..45 --shuffle-nodes
reproduces default gpu-packing GpuPacking 42..45 --shuffle-nodes
reproduces default gpu-clustering GpuClustering 42..45 --shuffle-nodes
reproduces multigpu50 fgd FGD 42..43 --shuffle-nodes
finish
