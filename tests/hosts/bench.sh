#!/usr/bin/env bash
# bench.sh BUILD DATA: tokens a second of the same decoding from C, Java and C#, in turns, best of
# five. Prints a line for each way of calling, with the ratios to C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$1 data=$2/conll2000-chunk
[[ -d $data ]] || { echo 'hosts/decode  skipped: no data'; exit 0; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bin/weft" train --tagger crf --data "$data" --read columns=token,pos,label --threads 0 \
  --set features=ner --set max_iterations=20 --out "$work/model.weft" --quiet >/dev/null
gunzip -c "$data/test.txt.gz" | cut -d' ' -f1 >"$work/tokens"

hosts=(c)
c() { "$build/bin/decode_bench" "$@"; }
if [[ -d $build/java/test-classes ]]; then
  hosts+=(java)
  java() {
    command java -cp "$build/java/classes:$build/java/test-classes" io.weft.DecodeBench "$@"
  }
fi
bench=$build/dotnet/bin/Weft.Bench/release/Weft.Bench.dll
if command -v dotnet >/dev/null && [[ -f $bench ]]; then
  hosts+=(csharp)
  csharp() { dotnet "$bench" "$@"; }
fi

# run BATCH THREADS: sets best[HOST], and fails where hosts do not find the same spans.
declare -A best
run() {
  local round host rate spans expected=
  best=()
  for round in 1 2 3 4 5; do
    for host in "${hosts[@]}"; do
      read -r rate spans < <("$host" "$work/model.weft" "$work/tokens" "$@")
      : "${expected:=$spans}"
      [[ $spans == "$expected" ]] || { echo "$host found $spans spans, not $expected"; exit 1; }
      ((rate > ${best[$host]:-0})) && best[$host]=$rate
    done
  done
  return 0
}

report() {  # NAME
  local line host
  printf -v line '%-36s' "$1"
  for host in "${hosts[@]}"; do
    line+=$(awk -v r="${best[$host]}" -v c="${best[c]}" -v h="$host" \
      'BEGIN { printf "  %s %.0fk tokens/s", h, r / 1000; if (h != "c") printf " (%.2f of c)", r / c }')
  done
  echo "$line"
}

declare -A alone
run 1000 1
for host in "${hosts[@]}"; do alone[$host]=${best[$host]}; done
report hosts/decode/batches_of_1000
run 1 1
report hosts/decode/single_sentences
run 1000 2
report hosts/decode/two_threads
for host in "${hosts[@]}"; do
  awk -v h="$host" -v two="${best[$host]}" -v one="${alone[$host]}" \
    'BEGIN { printf "  %s: %.2f times one thread\n", h, two / one }'
done
