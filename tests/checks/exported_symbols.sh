#!/usr/bin/env bash
# exported_symbols.sh LIBRARY: what libweft exports is what exported_symbols.txt lists, no more and
# no less. A change of that list is a change of the ABI: say so in CHANGELOG.md.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

list=tests/checks/exported_symbols.txt
diff -u "$list" <(nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
  LC_ALL=C sort -u) || complain "$1 does not export what $list lists (- listed, + exported)"
verdict
