#!/usr/bin/env bash
# demo.sh BUILD: a tour of the command on a corpus made here. Every line that starts with "$" can be
# typed again by hand.
set -euo pipefail
build=$1
data=$build/demo/data
model=$build/demo/tagger.weft

title() { printf '\n\033[1m%s\033[0m\n' "$*"; }
tell() { printf '%s\n' "$@"; }
run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

title '1. A corpus with nine opinions and no truth'
tell 'News-like sentences with people, places, organisations and dates. Two word lists, three' \
  'patterns, three crowd workers who each saw only some sentences, and one source that has people' \
  'and places the wrong way round. True labels are kept aside, for scoring alone.'
run "$build/bin/make_toy_corpus" "$data"

title '2. What are the sources worth?'
run "$build/bin/weft" analyze --data "$data" --split train

title '3. Votes to labels: counting hands'
tell 'Majority voting believes every source alike, so the sloppy and the contrary count in full.'
run "$build/bin/weft" aggregate --method mv --data "$data" --split train --quiet

title '4. Votes to labels: learning whom to believe'
tell 'A hidden Markov model estimates what each source confuses with what, from the votes alone.'
run "$build/bin/weft" aggregate --method hmm --data "$data" --split train --quiet

title '5. Labels to a tagger'
tell 'A CRF learns from the aggregated labels. It needs no votes any more, only words.'
run "$build/bin/weft" train --tagger crf --aggregator hmm --data "$data" --out "$model"
run "$build/bin/weft" eval "$model" --data "$data" --split test

title '6. The same tagger, had a person labelled everything'
run "$build/bin/weft" train --tagger crf --aggregator gold --data "$data" \
  --out "$build/demo/gold.weft" --quiet
run "$build/bin/weft" eval "$build/demo/gold.weft" --data "$data" --split test

title '7. Tagging'
tell 'One token a line, a blank line after each sentence.'
printf '\n$ %s\n' "$build/bin/weft tag $model < sentence"
printf '%s\n' Florence Okafor left Gantry Bank in Florence on Monday . '' |
  "$build/bin/weft" tag "$model" --format conll

title 'Done'
tell "The corpus is in $data, the tagger in $model; $build/bin/weft --help says what else there is."
