#!/usr/bin/env bash
# Formats every C and C++ file; with --check, changes nothing and fails where it would.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

command -v clang-format >/dev/null || skip 'clang-format is not installed'
mapfile -t files < <(cpp_files)
case ${1:-} in
  '') clang-format -i "${files[@]}" ;;
  --check) clang-format --dry-run -Werror "${files[@]}" ;;
  *)
    echo "format: expected --check or nothing, found '$1'" >&2
    exit 2
    ;;
esac
