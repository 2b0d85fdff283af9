#!/usr/bin/env bash
# A room of src/ includes headers of its own and of the rooms below it, never of those above.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

declare -A below=(
  [core]='core'
  [text]='core text'
  [bitext]='core text bitext'
  [chain]='core text chain'
  [method]='core text chain method'
  [eval]='core text chain method eval'
  [weak]='core text chain method eval weak'
  [crf]='core text chain method eval crf'
  [encode]='core text chain method eval weak crf encode'
  [hmm]='core text chain method eval encode hmm'
  [neural]='core text chain method eval weak crf encode neural'
  [model]='core text chain method eval weak crf hmm neural model'
  [active]='core text chain method encode model active'
  [cli]='cli'
)

for folder in src/*/; do
  room=$(basename "$folder")
  allowed=${below[$room]-}
  if [[ -z $allowed ]]; then
    complain "src/$room is not in the order of rooms (tests/checks/layers.sh)"
    continue
  fi
  while IFS= read -r line; do
    included=${line#*#include \"}
    included=${included%%/*}
    if [[ $included == weft ]]; then  # The public header: of the command and nobody below it.
      [[ $room == cli ]] || complain "$line: only src/cli stands on the C ABI"
    elif [[ " $allowed " != *" $included "* ]]; then
      complain "$line: $room must not know $included"
    fi
  done < <(grep -rnE '#include "[^/"]+/' "$folder" --include='*.h' --include='*.cpp')
done
verdict
