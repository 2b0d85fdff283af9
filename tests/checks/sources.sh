# Sourced by the checks: where the tree is, and which files of it people wrote.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# source_files PATTERN…: files whose names match one of the patterns, build folders left out.
source_files() {
  local names=() pattern
  for pattern in "$@"; do names+=(-o -name "$pattern"); done
  find . \( -name .git -o -name .cache -o -name 'build' -o -name 'build-*' \) -prune -o \
    -type f \( "${names[@]:1}" \) -print | LC_ALL=C sort
}

cpp_files() { source_files '*.h' '*.hpp' '*.c' '*.cpp'; }

# complain TEXT…: prints a finding; the check goes on and fails at its end (verdict).
findings=0
complain() {
  printf '%s\n' "$*"
  findings=$((findings + 1))
}

verdict() {
  if [[ $findings -gt 0 ]]; then
    printf '%d finding(s)\n' "$findings"
    exit 1
  fi
}

# The status that tests/checks/CMakeLists.txt tells ctest to read as "skipped".
skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}
