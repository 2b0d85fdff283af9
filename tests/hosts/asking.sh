#!/usr/bin/env bash
# asking.sh BUILD: runs "a tagger that asks" in C, and in Java and C# where BUILD has them, on one
# corpus. All must ask the same; each goes on where another was killed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bin/make_toy_corpus" "$work/data" >/dev/null
pool=$work/pool.jsonl
head -n 60 "$work/data/train.jsonl" >"$pool"

# expect LANGUAGE COMMAND…: what C says; then the same from half of C's session on.
said=
expect() {
  local language=$1 output
  shift
  output=$("$@" "$pool" "$work/$language.session")
  : "${said:=$output}"
  printf '%s\n' "-- $language" "$(tail -n 1 <<<"$output")"
  [[ $output == "$said" ]] || { printf 'C says\n%s\n%s\n' "$said" "$output"; exit 1; }
  head -c "$half" "$work/C.session" >"$work/$language.half"
  output=$("$@" "$pool" "$work/$language.half")
  [[ $said == *"$output" ]] || { printf 'it goes on otherwise:\n%s\n' "$output"; exit 1; }
  [[ $(wc -l <<<"$output") -lt $(wc -l <<<"$said") ]] || { echo 'it began anew'; exit 1; }
  cmp "$work/$language.half" "$work/C.session"
}

"$build/bin/asking_c" "$pool" "$work/whole.session" >/dev/null
half=$(($(stat -c %s "$work/whole.session") / 2))
expect C "$build/bin/asking_c"
[[ $(wc -l <<<"$said") -gt 5 ]] || { echo "it asked too little: $said"; exit 1; }

jar=$(find "$build/java" -maxdepth 1 -name 'weft-*.jar' ! -name '*-sources.jar' \
  ! -name '*-javadoc.jar' 2>/dev/null) || true
if [[ -n $jar ]]; then
  expect Java java -Dfile.encoding=UTF-8 -cp "$jar" java/examples/Asking.java
else
  echo '-- Java: no jar in this build'
fi

example=$build/dotnet/bin/Weft.Asking/debug/Weft.Asking.dll
if [[ -f $example ]]; then
  expect C# dotnet "$example"
else
  echo '-- C#: no program in this build'
fi
