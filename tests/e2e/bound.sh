#!/bin/sh
# `ragp bound`: bounds that are known by hand, the same bytes every time, and bad input.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh" "$1"

# Four GPUs, and shares of 810 milli-GPU of which only one fits a device: 3.24 GPUs, 81 %. At 70 % of
# arrivals three of them are there: 2.43 GPUs, 60.75 %.
cat >nodes.csv <<'CSV'
sn,cpu_milli,memory_mib,gpu,model
n0,64000,262144,2,G2
n1,64000,262144,2,G2
CSV
cat >tasks.csv <<'CSV'
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec
a,4000,8192,1,810,
CSV
bound() { code=$1; shift; expect "$code" "$RAGP" bound --nodes nodes.csv "$@"; }
lists() { tr -d ' \n' <out | grep -qF -- "$1" || fail "'$1' is not in the JSON"; }

bound 0 --tasks tasks.csv --demand 1.3,0.7 --gap 0.0001
says out "60.75"
says out "81.00"
bound 0 --tasks tasks.csv --demand 0.7,1.3 --gap 0.0001 --format json --no-timing
lists '"command":"bound","workload":"tasks"'
lists '"certified":true'
lists '"variants":{"any":{"70":60.7'
grep -q wall_s out && fail "--no-timing leaves times in"
mv out one
bound 0 --tasks tasks.csv --demand 0.7,1.3 --gap 0.0001 --format json --no-timing --threads 3
cmp -s out one || fail "the number of threads changes the bytes"

# The tasks that come with the GPU tasks take all processors of both nodes: what must be kept and
# what must be refused.
sed 's/^a,4000/a,20000/' tasks.csv >busy.csv
echo 'b,40000,8192,0,0,' >>busy.csv
bound 0 --tasks busy.csv --format json
lists '"cpu_kept":{"100":null'
lists '"feasible":false'
bound 0 --tasks busy.csv
says out "infeasible"

# FGD's way to the bound.
expect 0 "$RAGP" replay --nodes nodes.csv --tasks tasks.csv --policies best-fit --seeds 42 \
  --format json
sed 's/best-fit/fgd/; s/"mean": 81.0/"mean": 40.5/' out >replay.json
bound 2 --tasks tasks.csv --results missing.json
says err "missing.json"
bound 2 --tasks tasks.csv --results nodes.csv
says err "nodes.csv: expected the JSON"
bound 2 --tasks busy.csv --results replay.json
says err "no GPU allocation of workload 'busy'"

bound 2 --tasks missing.csv
says err "missing.csv"
sed 's/,810,/,many,/' tasks.csv >bad.csv
bound 2 --tasks bad.csv
says err "bad.csv:2"
says err "gpu_milli"
bound 2
says err "--tasks"
for flag in "--demand 0" "--demand 1.0,x" "--demand nan" "--seeds 3..1" "--accepted-until -1" \
  "--gap 0" "--format csv" "--threads 0"; do
  # The flag and its value are two words on purpose.
  # shellcheck disable=SC2086
  bound 2 --tasks tasks.csv $flag
  says err "${flag%% *}"
done
finish
