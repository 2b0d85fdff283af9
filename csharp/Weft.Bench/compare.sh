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
rate() {  # FILE COMMAND…: adds tokens a second to FILE.wall, those of a CPU second to FILE.cpu
  "${@:2}" | awk -v f="$1" '{ print $3 >>f ".wall"; print $5 >>f ".cpu" }'
}
for way in batch single; do
  for threads in 1 2; do
    for ((round = 0; round < rounds; ++round)); do
      rate "$work/c.$way$threads" "$work/c" "$model" "$file" "$seconds" "$columns" "$way" "$threads"
      rate "$work/net.$way$threads" dotnet "$work/net/Weft.Bench.dll" "$model" "$file" "$seconds" \
        "$columns" "$way" "$threads"
    done
    for what in wall cpu; do
      c=$(median <"$work/c.$way$threads.$what") net=$(median <"$work/net.$way$threads.$what")
      awk -v w="$way" -v t="$threads" -v c="$c" -v n="$net" -v u="$what" 'BEGIN {
        printf "%-6s %d thread(s), %-4s: C %d, .NET %d tokens/s, ratio %.2f\n", w, t, u, c, n, n / c }'
    done
  done
  awk -v w="$way" -v one="$(median <"$work/net.${way}1.wall")" \
    -v two="$(median <"$work/net.${way}2.wall")" \
    'BEGIN { printf "%-6s .NET, 2 threads over 1: %.2f\n", w, two / one }'
done
