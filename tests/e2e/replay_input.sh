#!/bin/sh
# `ragp replay` on task lists: good ones, and every way in which they can be bad.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh" "$1"

cat >nodes.csv <<'CSV'
sn,cpu_milli,memory_mib,gpu,model
n0,64000,262144,2,P100
n1,96000,393216,8,G2
CSV
cat >tasks.csv <<'CSV'
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec
a,8000,30517,0,0,
b,4000,8192,1,460,
c,4000,8192,1,1000,P100
d,8000,16384,2,1000,G2|P100
CSV
run() { expect "$1" "$RAGP" replay --nodes "$2" --tasks "$3" --policies ragp-io,best-fit --seeds 1..2; }

run 0 nodes.csv tasks.csv
says out "ragp-io"
gzip -k tasks.csv
run 0 nodes.csv tasks.csv.gz
awk -F, -v OFS=, '{ print $4, $1, $3, $2, $6, $5 }' tasks.csv >reordered.csv
expect 0 "$RAGP" replay --nodes nodes.csv --tasks tasks.csv --format csv --no-timing
sed 's/^tasks,//' out >plain
expect 0 "$RAGP" replay --nodes nodes.csv --tasks reordered.csv --format csv --no-timing
sed 's/^reordered,//' out | cmp -s plain - || fail "the order of the columns matters"
{ printf '\357\273\277'; sed 's/$/\r/' tasks.csv; printf '\r\n\r\n'; } >windows.csv
run 0 nodes.csv windows.csv

bad() { # NAME TEXT-IN-THE-MESSAGE SED-SCRIPT
  sed "$3" tasks.csv >"$1.csv"
  run 2 nodes.csv "$1.csv"
  says err "$1.csv"
  says err "$2"
}
bad no-column 'num_gpu' '1s/num_gpu/gpus/'
bad not-a-number "'cpu_milli'" '3s/4000/many/'
bad negative '-4000' '3s/4000/-4000/'
bad nan 'nan' '3s/4000/nan/'
bad overflow '99999999999' '3s/4000/99999999999/'
bad too-many-gpus 'num_gpu' '5s/,2,/,9,/'
bad unknown-model 'P10O' '4s/P100/P10O/'
bad duplicate "'b'" '5s/^d/b/'
bad short-row 'short-row.csv:3' '3s/,460,//'
: >empty.csv
run 2 nodes.csv empty.csv
run 2 nodes.csv missing.csv
says err "missing.csv"
run 2 nodes.csv .
gzip -c tasks.csv | head -c 40 >cut.csv.gz
run 2 nodes.csv cut.csv.gz
says err "cut.csv.gz"
expect 2 "$RAGP" replay --nodes nodes.csv
expect 2 "$RAGP" replay
expect 2 "$RAGP" replay --nodes nodes.csv --tasks tasks.csv --demand -1
says err "--demand"
finish
