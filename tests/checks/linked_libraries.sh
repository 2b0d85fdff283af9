#!/usr/bin/env bash
# linked_libraries.sh LIBRARY: a host that tags with a sparse model loads no LibTorch, and nothing
# that libweft needs is missing.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

libraries=$(ldd "$1" | sed 's/ (0x[0-9a-f]*)$//') # a load address can spell c10
printf '%s\n' "$libraries"
if grep -iE 'torch|c10|caffe' <<<"$libraries"; then complain "$1 links LibTorch"; fi
if grep 'not found' <<<"$libraries"; then complain "$1 needs libraries that are not there"; fi
verdict
