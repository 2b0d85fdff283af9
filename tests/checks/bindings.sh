#!/usr/bin/env bash
# bindings.sh: every function of the C interface is bound for Java and C#, or bindings/unbound.txt
# says why not.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

bound=$(grep -oE '\bweft_[a-z_]+\(' bindings/weft.i | tr -d '(' | LC_ALL=C sort -u)
unbound=$(grep -v '^#' bindings/unbound.txt | awk '{ print $1 }' | LC_ALL=C sort -u)
both=$(comm -12 <(echo "$bound") <(echo "$unbound"))
[[ -z $both ]] || complain "bound, and in bindings/unbound.txt all the same: $both"
diff -u tests/checks/exported_symbols.txt \
  <(printf '%s\n%s\n' "$bound" "$unbound" | LC_ALL=C sort -u) ||
  complain "weft.i and unbound.txt do not cover the C interface (- not covered, + not exported)"
verdict
