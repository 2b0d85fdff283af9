#include "text/lines.h"
#include "text/writer.h"

namespace weft {

std::string WriteLines(const Corpus& corpus) {
  std::string out;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      size_t words = 0, size = 0;
      ForEachWord(corpus.token(t), [&](std::string_view word) {
        ++words;
        size = word.size();
      });
      if (words != 1 || size != corpus.token(t).size()) {
        Refuse(corpus, s, "token ", Quote(corpus.token(t)),
               " is empty or holds blanks; lines of tokens cannot");
      }
      if (t > corpus.begin(s)) out += ' ';
      out += corpus.token(t);
    }
    out += '\n';
  }
  return out;
}

}  // namespace weft
