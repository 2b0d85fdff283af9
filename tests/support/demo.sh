#!/usr/bin/env bash
# demo.sh BUILD: a tour of the command on a corpus made here. Every line that starts with "$" can be
# typed again by hand.
set -euo pipefail
build=$1
weft=$build/bin/weft
data=$build/demo/data
model=$build/demo/tagger.weft
gold=$build/demo/gold.weft

bold='' plain=''
if [[ -t 1 ]]; then bold=$'\033[1m' plain=$'\033[0m'; fi
title() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
tell() { printf '%s\n' "$@"; }
run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

# scored NAME COMMAND…: runs it, and keeps the F1 over all types that it prints in f1[NAME].
declare -A f1
scored() {
  local name=$1 output row
  shift
  printf '\n$ %s\n' "$*"
  output=$("$@")
  printf '%s\n' "$output"
  read -ra row < <(grep '^all ' <<<"$output")
  f1[$name]=${row[3]}
}

title '1. A corpus with nine opinions and no truth'
tell 'News-like sentences with people, places, organisations and dates. Two word lists, three' \
  'patterns, three crowd workers who each saw only some sentences, and one source that has people' \
  'and places the wrong way round. True labels are kept aside: to score, and to say when to stop.'
run "$build/bin/make_toy_corpus" "$data"

title '2. What are the sources worth?'
run "$weft" analyze --data "$data" --split train

title '3. Votes to labels: counting hands'
tell 'Majority voting believes every source alike, so the sloppy and the contrary count in full.'
scored mv "$weft" aggregate --method mv --data "$data" --split train --quiet

title '4. Votes to labels: learning whom to believe'
tell 'A hidden Markov model estimates what each source confuses with what, from the votes alone.'
scored hmm "$weft" aggregate --method hmm --data "$data" --split train --quiet

title '5. Labels to a tagger'
tell 'A CRF learns from what the hidden Markov model believes. It needs words alone, no votes.'
run "$weft" train --tagger crf --aggregator hmm --data "$data" --out "$model"
scored crf "$weft" eval "$model" --data "$data" --split test

title '6. The same tagger, had a person labelled every sentence'
run "$weft" train --tagger crf --aggregator gold --data "$data" --out "$gold" --quiet
scored gold "$weft" eval "$gold" --data "$data" --split test

title '7. New text'
tell 'One token a line in, its label beside it out.'
sentence='Florence Okafor left Gantry Bank in Florence on Monday .'
printf '\n$ echo "%s" | tr " " "\\n" | %s tag %s\n' "$sentence" "$weft" "$model"
tr ' ' '\n' <<<"$sentence" | "$weft" tag "$model" --quiet

title 'What happened'
tell 'F1 of entities, found and typed right:' \
  "  ${f1[mv]}  train, majority of the nine sources" \
  "  ${f1[hmm]}  train, sources weighed by a hidden Markov model that saw no true label" \
  "  ${f1[crf]}  test, a CRF taught by that model; reads words alone" \
  "  ${f1[gold]}  test, the same CRF taught by the true labels" \
  '' \
  "The corpus is in $data, the tagger in $model; $weft --help says what else there is."
