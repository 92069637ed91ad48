#!/bin/sh
# bench/openb on one seed: the table is whole, and what it compares with stands in it.
# SPDX-License-Identifier: Apache-2.0
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh" "$1"
if RAGP_DATA=$WORK "$ROOT/bench/openb" "$RAGP" 42 "default cpu250" >out 2>err; then fail "ran without data"; fi
says err "SKIPPED"
"$ROOT/bench/openb" "$RAGP" 42 "default cpu250" >out 2>err
code=$?
[ "$code" -eq 77 ] && { echo "SKIPPED: there are no openb traces (set RAGP_DATA)"; exit 77; }
[ "$code" -eq 0 ] || fail "exit code $code"
[ "$(grep -c '^default .*best-fit ' out)" -eq 2 ] || fail "best-fit on default is not there twice"
says out "at 100 % of arrivals"
says out "at 130 % of arrivals"
says out "Reproduced"
says out "Against the published FGD"
finish
