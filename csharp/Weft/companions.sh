#!/bin/sh
# companions.sh LIBRARY: paths of the shared libraries that it needs and that a machine may lack.
set -eu
found=$(ldd "$1" | awk '$1 ~ /^lib(lbfgs|utf8proc)\.so/ && $3 ~ /^\// { print $3 }')
if [ "$(printf '%s\n' "$found" | grep -c .)" -ne 2 ]; then
  echo "expected liblbfgs and libutf8proc among what $1 needs, found: $found" >&2
  exit 1
fi
printf '%s\n' "$found"
