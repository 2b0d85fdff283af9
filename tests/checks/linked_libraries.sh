#!/usr/bin/env bash
# linked_libraries.sh LIBRARY: a host that tags with a sparse model loads no LibTorch, and nothing
# that libweft needs is missing.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

libraries=$(ldd "$1")
printf '%s\n' "$libraries"
if grep -iE 'torch|c10|caffe' <<<"$libraries"; then complain "$1 links LibTorch"; fi
if grep 'not found' <<<"$libraries"; then complain "$1 needs libraries that are not there"; fi
verdict
