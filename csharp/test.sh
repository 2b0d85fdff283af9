#!/usr/bin/env bash
# test.sh BUILD: builds the .NET library against the native libraries of BUILD, and runs its tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
if ! dotnet restore Weft.slnx "-p:WeftBuild=$1"; then
  echo 'skipped: the packages that the tests need cannot be restored here'
  exit 77
fi
exec dotnet test Weft.Tests --no-restore "-p:WeftBuild=$1"
