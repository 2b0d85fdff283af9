#!/usr/bin/env bash
# five_minutes.sh BUILD: runs "weft in five minutes" in C and C++, and in Java and C# where BUILD has
# them, on one model. All must find the same spans with the same confidences; C and C++ tell where
# they stand in bytes, Java and C# in UTF-16 units.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bin/votes_to_tagger" "$work" >/dev/null
model=$work/example.weft

# expect LANGUAGE NAME LONDON COMMAND…: the places of both spans, and the spans of the others.
spans=
expect() {
  local language=$1 name=$2 london=$3 output found
  shift 3
  output=$("$@" "$model")
  printf '%s\n' "-- $language" "$output"
  found=$(sed -E 's/ [0-9]+\.\.[0-9]+ / /' <<<"$output")
  : "${spans:=$found}"
  [[ $output =~ ^"PER $name \"Grace Hopper\" ("0\.[0-9]{6}\)$'\n'"LOC $london \"London\" ("0\.[0-9]{6}\)$ ]] ||
    { echo "expected PER at $name and LOC at $london"; exit 1; }
  [[ $found == "$spans" ]] || { printf 'C found\n%s\n' "$spans"; exit 1; }
}

expect C 5..17 27..33 "$build/bin/five_minutes_c"
expect C++ 5..17 27..33 "$build/bin/five_minutes_cpp"

jar=$(find "$build/java" -maxdepth 1 -name 'weft-*.jar' ! -name '*-sources.jar' \
  ! -name '*-javadoc.jar' 2>/dev/null) || true
if [[ -n $jar ]]; then
  expect Java 3..15 25..31 java -Dfile.encoding=UTF-8 -cp "$jar" java/examples/FiveMinutes.java
else
  echo '-- Java: no jar in this build'
fi

example=$build/dotnet/bin/Weft.Example/debug/Weft.Example.dll
if [[ -f $example ]]; then
  expect C# 3..15 25..31 dotnet "$example"
else
  echo '-- C#: no program in this build'
fi
