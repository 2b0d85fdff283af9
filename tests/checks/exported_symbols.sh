#!/usr/bin/env bash
# exported_symbols.sh LIBRARY [PLUGIN]: what libweft exports is what exported_symbols.txt lists, no
# more and no less. A change of that list is a change of the ABI: say so in CHANGELOG.md. The plug-in
# exports its entry alone.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

list=tests/checks/exported_symbols.txt
exported() { nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort -u; }
diff -u "$list" <(exported "$1") ||
  complain "$1 does not export what $list lists (- listed, + exported)"
if [[ -n ${2:-} ]]; then
  diff -u <(echo weft_neural_plugin) <(exported "$2") || complain "$2 exports more than its entry"
fi
verdict
