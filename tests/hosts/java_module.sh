#!/usr/bin/env bash
# java_module.sh BUILD: compiles a module that requires io.weft, and runs it against the jar of BUILD,
# whose native libraries it uses. The jar has the notices of what it carries.
set -euo pipefail
jar=$(find "$1/java" -maxdepth 1 -name 'weft-*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/host"
cat >"$work/module-info.java" <<'TEXT'
module host {
  requires io.weft;
}
TEXT
cat >"$work/host/Main.java" <<'TEXT'
package host;

import io.weft.Corpus;
import io.weft.Methods;
import java.util.List;

class Main {
  public static void main(String[] arguments) {
    try (Corpus corpus = Corpus.ofTexts(List.of("in London"))) {
      System.out.println(Main.class.getModule().getName() + " " + Corpus.class.getModule().getName()
          + " " + corpus.tokens(0) + " " + Methods.version().isEmpty());
    }
  }
}
TEXT
javac -Xlint:all -Werror --module-path "$jar" -d "$work/classes" \
  "$work/module-info.java" "$work/host/Main.java"
said=$(java -Xcheck:jni --module-path "$jar:$work/classes" --module host/host.Main)
[[ $said == 'host io.weft [in, London] false' ]] || { echo "the module said: $said"; exit 1; }

for file in META-INF/LICENSE META-INF/THIRD-PARTY-NOTICES.txt; do
  grep -q "^$file\$" <(jar --list --file "$jar") || { echo "$jar lacks $file"; exit 1; }
done
echo "$said"
