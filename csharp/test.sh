#!/usr/bin/env bash
# test.sh BUILD: builds the .NET library against the native libraries of BUILD, and runs its tests;
# then those of what differs in the library that older frameworks get.
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
if ! dotnet restore Weft.slnx "-p:WeftBuild=$build"; then
  echo 'skipped: the packages that the tests need cannot be restored here'
  exit 77
fi
dotnet test Weft.Tests --no-restore "-p:WeftBuild=$build"

older='CasesTest|StringsTest|ProcessTest|PackageTest|ChangingListsTest|OffsetsTest|TaggerPoolTest'
filter="FullyQualifiedName~${older//|/|FullyQualifiedName~}"
export WEFT_TEST_CALLS=${WEFT_TEST_CALLS:-20000} WEFT_TEST_STARTS=${WEFT_TEST_STARTS:-1}
dotnet test Weft.Tests "-p:WeftBuild=$build" --filter "$filter" \
  -p:WeftTested=TargetFramework=netstandard2.0 \
  "-p:ArtifactsPath=$build/dotnet-netstandard2.0"
