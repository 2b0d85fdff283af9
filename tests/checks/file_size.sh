#!/usr/bin/env bash
# A file is one idea: none over 400 lines, half of them at most 150. The C interface is one header
# for its hosts' sake, however long its documentation.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

mapfile -t files < <(source_files '*.h' '*.hpp' '*.c' '*.cpp' '*.java' '*.sh' '*.cmake' \
  'CMakeLists.txt' dev)
lengths=()
while read -r lines file; do
  if [[ $file == total ]]; then continue; fi
  if [[ $file == *.cpp || $file == *.h ]]; then lengths+=("$lines"); fi
  if [[ $lines -gt 400 && $file != ./include/weft/weft.h ]]; then
    complain "$file: $lines lines, at most 400 expected"
  fi
done < <(wc -l "${files[@]}")
mapfile -t sorted < <(printf '%s\n' "${lengths[@]}" | sort -n)
median=${sorted[$((${#sorted[@]} / 2))]}
printf '%d files, median %d lines, longest %d\n' "${#sorted[@]}" "$median" "${sorted[-1]}"
if [[ $median -gt 150 ]]; then complain "median of $median lines, at most 150 expected"; fi
verdict
