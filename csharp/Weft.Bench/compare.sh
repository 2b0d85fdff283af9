#!/usr/bin/env bash
# compare.sh BUILD MODEL FILE COLUMNS [ROUNDS [SECONDS]]: .NET's tokens a second over C's, the two
# interleaved so that what else the machine does strikes both; medians of ROUNDS. BUILD: a CMake
# build tree. FILE, COLUMNS: as Weft.Bench takes them.
set -euo pipefail
build=$(realpath "$1") model=$(realpath "$2") file=$(realpath "$3") columns=$4
rounds=${5:-5} seconds=${6:-2}
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

cc -O2 -std=gnu99 -I../../include decoding.c -L"$build/lib" -lweft -lpthread \
  -Wl,-rpath,"$build/lib" -o "$work/c"
dotnet build -c Release -m:1 -nologo -v quiet -p:WeftBuild="$build" -o "$work/net"

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
rate() { "$@" | awk '{ print $3 }'; }
for way in batch single; do
  for threads in 1 2; do
    for ((round = 0; round < rounds; ++round)); do
      rate "$work/c" "$model" "$file" "$seconds" "$columns" "$way" "$threads" >>"$work/c.$way$threads"
      rate dotnet "$work/net/Weft.Bench.dll" "$model" "$file" "$seconds" "$columns" "$way" \
        "$threads" >>"$work/net.$way$threads"
    done
    c=$(median <"$work/c.$way$threads") net=$(median <"$work/net.$way$threads")
    awk -v w="$way" -v t="$threads" -v c="$c" -v n="$net" 'BEGIN {
      printf "%-6s %d thread(s): C %d, .NET %d tokens/s, ratio %.2f\n", w, t, c, n, n / c }'
  done
  awk -v w="$way" -v one="$(median <"$work/net.${way}1")" -v two="$(median <"$work/net.${way}2")" \
    'BEGIN { printf "%-6s .NET, 2 threads over 1: %.2f\n", w, two / one }'
done
