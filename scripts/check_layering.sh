#!/bin/sh
# Fails if a file of src/ includes a module that its own may not, or if the pure core looks at the
# world. The table below is the architecture; docs/design.md draws it.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
find src -name '*.h' -o -name '*.cpp' | sort | xargs awk '
  BEGIN {
    may["base"]   = " "
    may["model"]  = " base "
    may["sched"]  = " base model "
    may["health"] = " base model "
    may["codec"]  = " base model "
    may["sim"]    = " base model sched health codec "
    may["bound"]  = " base model sim "
    may["live"]   = " base model sched health codec "
    may["agent"]  = " base model health codec "
    may["report"] = " base model codec "
    pure = " model sched health "
    world = " thread mutex atomic fstream iostream cstdio random chrono sys/socket.h "
  }
  function report(what) { print FILENAME ":" FNR ": " what; bad = 1 }
  FNR == 1 {
    split(FILENAME, part, "/")
    module = part[2]
    is_test = FILENAME ~ /_test\.cpp$/
    if (!(module in may)) report("no such module in the table: " module)
  }
  /^#include "/ {
    split($2, path, "\"")
    split(path[2], dir, "/")
    target = dir[1]
    if (target != module && !(is_test && target == "support") &&
        index(may[module], " " target " ") == 0)
      report(module " may not include " target " (" path[2] ")")
  }
  /^#include </ && !is_test && index(pure, " " module " ") {
    name = $2; gsub(/[<>]/, "", name)
    if (index(world, " " name " ")) report("the core may not include <" name ">")
  }
  /::now\(\)/ && index(pure, " " module " ") { report("the core may not read a clock") }
  END { if (bad) exit 1; print "layering ok: " NR " lines" }
'
