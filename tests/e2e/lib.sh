# What the end-to-end tests share: a scratch folder, and checks that say what went wrong.
# usage in a test: . "$(dirname "$0")/lib.sh" RAGP_BINARY
# SPDX-License-Identifier: Apache-2.0
RAGP=$(realpath "$1")
HERE=$(cd "$(dirname "$0")" && pwd)
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK" || exit 1
FAILED=0

fail() { echo "FAILED: $*"; FAILED=1; }

# expect CODE COMMAND...: runs it; output in $WORK/out and $WORK/err.
expect() {
  want=$1
  shift
  "$@" >out 2>err
  got=$?
  if [ "$got" -ne "$want" ]; then
    fail "exit code $got instead of $want: $*"
    sed 's/^/    /' err | head -5
  fi
}

# says FILE TEXT: the last command's out or err holds the text.
says() {
  if ! grep -qF -- "$2" "$1"; then
    fail "'$2' is not in $1 of the last command, which is:"
    sed 's/^/    /' "$1" | head -5
  fi
}

finish() {
  [ "$FAILED" -eq 0 ] && echo "ok"
  exit "$FAILED"
}
