#!/usr/bin/env bash
# java_module.sh BUILD: compiles a module that requires io.weft, and runs it against the jar of BUILD,
# whose native libraries it uses, the plug-in of neural methods too where the build has it. The jar
# has the notices of what it carries.
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
import io.weft.CorpusBuilder;
import io.weft.Methods;
import io.weft.Model;
import io.weft.Options;
import io.weft.Trainer;
import java.util.List;

class Main {
  public static void main(String[] arguments) {
    try (Corpus corpus = Corpus.ofTexts(List.of("in London"))) {
      System.out.println(Main.class.getModule().getName() + " " + Corpus.class.getModule().getName()
          + " " + corpus.tokens(0) + " " + Methods.version().isEmpty());
    }
    if (arguments.length > 0) {
      try (CorpusBuilder builder = new CorpusBuilder();
          Corpus train = builder.sentence("in", "London").labels("O", "B-LOC").finish();
          Options options = new Options(arguments[0]).set("epochs", 1);
          Trainer trainer = Trainer.of(options, train);
          Model model = trainer.train()) {
        System.out.println(model.method());
      }
    }
  }
}
TEXT
javac -Xlint:all -Werror --module-path "$jar" -d "$work/classes" \
  "$work/module-info.java" "$work/host/Main.java"
neural=
[[ -e $1/lib/libweft_neural.so ]] && neural=bilstm-crf
said=$(env -u WEFT_NEURAL_PATH java -Djava.io.tmpdir="$work" -Xcheck:jni \
  --module-path "$jar:$work/classes" --module host/host.Main $neural)
[[ $said == "host io.weft [in, London] false${neural:+$'\n'$neural}" ]] ||
  { echo "the module said: $said"; exit 1; }
left=$(find "$work" -name 'libweft*')
[[ -z $left ]] || { echo "the module left $left"; exit 1; }

for file in META-INF/LICENSE META-INF/THIRD-PARTY-NOTICES.txt; do
  grep -q "^$file\$" <(jar --list --file "$jar") || { echo "$jar lacks $file"; exit 1; }
done
echo "$said"
