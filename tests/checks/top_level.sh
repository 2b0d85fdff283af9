#!/usr/bin/env bash
# The top level is what a stranger sees first: nothing stands there that has no place in it.
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

known=' .cache .ci .clang-format .git .gitignore CHANGELOG.md CMakeLists.txt CMakePresets.json
  CONTRIBUTING.md LICENSE README.md bindings build capi cmake csharp dev include java src tests '
known=$(tr -s '\n' ' ' <<<"$known")
while IFS= read -r entry; do
  name=${entry#./}
  [[ $known == *" $name "* || $name == build-* ]] || complain "$name has no place at the top level"
done < <(find . -mindepth 1 -maxdepth 1)
verdict
