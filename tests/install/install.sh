#!/usr/bin/env bash
# install.sh BUILD SCRATCH: installs into SCRATCH, moves what was installed, and builds and runs a
# C99 and a C++17 host against it, once by find_package and once by pkg-config.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1
scratch=$2

rm -rf "$scratch"
cmake --install "$build" --prefix "$scratch/staged" >/dev/null
mv "$scratch/staged" "$scratch/moved"  # Nothing installed may remember where it was put first.
prefix=$scratch/moved
libdir=$(dirname "$(find "$prefix" -name 'libweft.so')")

echo '-- the command'
"$prefix/bin/weft" --version

echo '-- hosts by find_package'
cmake -S "$here/consumer" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$scratch/cmake" >/dev/null
"$scratch/cmake/host_c"
"$scratch/cmake/host_cpp"

echo '-- hosts by pkg-config'
export PKG_CONFIG_PATH=$libdir/pkgconfig
read -ra flags < <(pkg-config --cflags --libs weft)
strict=(-Wall -Wextra -pedantic -Werror)
"${CC:-cc}" -std=c99 "${strict[@]}" "$here/consumer/host.c" -o "$scratch/host_c" "${flags[@]}"
"${CXX:-c++}" -std=c++17 "${strict[@]}" "$here/consumer/host.cpp" -o "$scratch/host_cpp" \
  "${flags[@]}"
LD_LIBRARY_PATH=$libdir "$scratch/host_c"
LD_LIBRARY_PATH=$libdir "$scratch/host_cpp"

echo '-- what was installed names neither the source tree nor the build'
if grep -rl --binary-files=text -F -e "$build" -e "$(dirname "$(dirname "$here")")/" "$prefix"; then
  exit 1
fi
