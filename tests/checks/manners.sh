#!/usr/bin/env bash
# A library is a guest in its host: it does not print, end the process, touch the locale, or reach
# around the one file that knows the operating system.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

mapfile -t files < <(cpp_files | grep -E '^\./(src|capi|include)/' |
  grep -vE '^\./(src/cli|capi/examples)/')

forbid() {  # EXPRESSION WHY
  local line
  while IFS= read -r line; do complain "$line: $2"; done < <(
    grep -nHE -e "$1" "${files[@]}" | grep -vE '^[^:]+:[0-9]+: *(//|\*)'  # Comments may say it.
  )
}

forbid '\bstd::(cout|cerr|clog)\b|#include <iostream>' 'a library prints nothing'
forbid '(^|[^A-Za-z0-9_.>])(std::)?((printf|puts|putchar|perror) *\(|fprintf *\((stdout|stderr))' \
  'a library prints nothing'
forbid '(^|[^A-Za-z0-9_.>])(std::)?(abort|exit|_Exit|quick_exit|terminate) *\(' \
  'a library does not end the process'
forbid '\bsetlocale *\(|std::locale::global' 'the locale belongs to the host'
forbid '\b(std::)?(stod|stof|strtod|strtof|atof) *\(' 'reads the locale; use ParseDouble'
forbid '\b(std::)?(rand|srand) *\(|std::random_device' 'chance comes from a seed (core/random.h)'
verdict
