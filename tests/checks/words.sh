#!/usr/bin/env bash
# Nothing is left for later, and nothing speaks of the machine that it was written on.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

mapfile -t files < <(source_files '*.h' '*.hpp' '*.c' '*.cpp' '*.sh' '*.cmake' '*.txt' '*.in' \
  '*.md' '*.json' '*.java' '*.cs' '*.i' '*.xml' dev run | grep -v -e '/checks/words\.sh$')

forbid() {  # EXPRESSION WHY
  local line
  while IFS= read -r line; do complain "$line: $2"; done < <(grep -nHE -e "$1" "${files[@]}")
}

forbid '\b(TODO|FIXME|XXX|HACK)\b' 'work left for later'
forbid '(^|[^A-Za-z0-9_.})/-])/(home|tmp|work|root|Users|opt|mnt)/' 'a path of one machine'
verdict
