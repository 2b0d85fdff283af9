#!/usr/bin/env bash
# search_paths.sh FILE…: what is built for others to run looks for its libraries beside itself and
# where the system has them, nowhere else. An empty entry would be the working directory.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

for file in "$@"; do
  paths=$(readelf -d "$file" | sed -n 's/.*R\(UN\)\?PATH.*\[\(.*\)\]/\2/p')
  while [[ -n $paths ]]; do
    entry=${paths%%:*}
    # shellcheck disable=SC2016
    [[ $entry == '$ORIGIN' || $entry == '$ORIGIN/'* ]] ||
      complain "$file searches \"$entry\" for libraries"
    [[ $paths == *:* ]] || break
    paths=${paths#*:}
    [[ -n $paths ]] || complain "$file searches the working directory for libraries"
  done
done
verdict
