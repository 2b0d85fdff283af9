#!/usr/bin/env bash
# Calls of one operating system live in one file: a port to another system starts and ends there.
# The command, which stands on the C ABI alone, may have one more (for its terminal).
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

system_headers='#include <(unistd|fcntl|dlfcn|pthread|sched|signal|termios|poll|csignal|sys/[a-z]+)'
system_headers+='(\.h)?>'
mapfile -t users < <(cpp_files | grep -E '^\./(src|capi|include)/' |
  xargs grep -lE "$system_headers")
for room in core cli; do
  mapfile -t here < <(printf '%s\n' "${users[@]}" | grep "^\./src/$room/")
  if [[ ${#here[@]} -gt 1 ]]; then complain "src/$room has more than one such file: ${here[*]}"; fi
done
for file in "${users[@]}"; do
  [[ $file =~ ^\./src/(core|cli)/|^\./capi/examples/ ]] ||
    complain "$file: includes a header of the operating system"
done
verdict
