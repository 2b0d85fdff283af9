// Damaged files of every format are read or refused with an error, and never anything else.
#include <gtest/gtest.h>

#include "core/random.h"
#include "corpus_text.h"
#include "text/gzip.h"

namespace weft {
namespace {

struct Seed {
  const char* name;
  std::string bytes;
};

std::vector<Seed> Seeds() {
  const std::string jsonl =
      R"({"id":"a","doc":1,"tokens":["x","y"],"labels":["B-X",null],"weak":{"w":["O",null],)"
      R"("v":[{"O":0.5,"B-X":0.5},{}]},"columns":{"p":["N","V"]},"attributes":[["a:2"],{"b":1.5}],"embeddings":[[1,2],[3,4]],)"
      R"("text":"x y","offsets":[[0,1],[2,3]]})"
      "\n"
      R"({"id":"b","tokens":["\ud83d\ude42"],"labels":["I-X"],"columns":{"p":["-"]}})"
      "\n";
  return {
      {"f.jsonl", jsonl},
      {"f.jsonl.gz", Gzip(jsonl)},
      {"spans.jsonl",
       R"({"text":"Ann saw Zoë.","spans":[{"start":0,"end":3,"label":"P"}],"weak":{"w":)"
       R"([{"start":8,"end":11,"label":"P"}]},"tokens":["Ann","saw","Zoë","."]})"
       "\n"
       R"({"text":"東京 e.g. 🙂","spans":[{"start":0,"end":2,"label":"L"}]})"
       "\n"},
      {"f.conll",
       "-DOCSTART- -X- O\n\n# N O\nb V B-X\nc V I-X\n\n-DOCSTART- -X- O\n\nd N O\ne _ _\n"},
      {"g.conll",
       "# columns:\ttoken\tid\tp\tvote:a\tvote:b\tlabel\n-DOCSTART-\tq\n\nx\t1\t\tO\t?\tS-X\n"
       "y\t1\tN\t_\t?\tO\n\n"},
      {"f.json",
       R"({"0":{"label":["B-X","O"],"weak_labels":[["O",null],["O","B-X"]],"data":{"text":["a","b"]}},)"
       "\n"
       R"("1":{"label":[-1],"weak_labels":[["O","I-X"]],"data":{"text":["c"]}}})"},
      {"f.crfsuite", "B-X\tw=a\tp\\:q:0.5\tz\\\\\n_\t__BOS__\n\nO\tw=c:-2e1\n"},
  };
}

// One small change: a byte set, removed or doubled, a stretch cut or copied elsewhere.
void Mutate(Random* random, std::string* bytes) {
  static const std::string kBytes = {'\0', '\t', '\n', '\r', ' ',    '"',    '\\',   ':',
                                     ',',  '[',  ']',  '{',  '}',    '#',    '_',    '?',
                                     '-',  '+',  '.',  '0',  '9',    '1',    'e',    'O',
                                     'B',  'I',  'E',  'S',  '\xff', '\xc3', '\xef', '\x80'};
  if (bytes->empty()) return;
  const size_t at = random->Below(bytes->size());
  const size_t length = 1 + random->Below(std::min<size_t>(16, bytes->size() - at));
  switch (random->Below(5)) {
    case 0:
      (*bytes)[at] = kBytes[random->Below(kBytes.size())];
      break;
    case 1:
      bytes->erase(at, length);
      break;
    case 2:
      bytes->insert(at, 1, kBytes[random->Below(kBytes.size())]);
      break;
    case 3:
      bytes->insert(random->Below(bytes->size()), bytes->substr(at, length));
      break;
    default:
      bytes->resize(at);
  }
}

// Whatever was read can be walked, and written or refused.
void Use(const Corpus& corpus) {
  Dump(corpus);
  for (Format format : {Format::kConll, Format::kJsonl, Format::kJsonlSpans, Format::kWrench,
                        Format::kAttributes}) {
    std::string bytes;
    try {
      bytes = WriteCorpusBytes(corpus, format);
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kUnsupported) << e.what();
      continue;
    }
    if (format != Format::kJsonl || corpus.num_sentences() == 0) continue;
    ReadOptions options;
    options.corpus.labels = corpus.labels().names();
    options.corpus.sources = corpus.sources();
    options.corpus.scheme_declared = true;
    options.corpus.scheme = corpus.scheme();
    options.format = format;
    EXPECT_EQ(Dump(*ReadCorpusBytes(bytes, "again", options)), Dump(corpus)) << bytes;
  }
}

TEST(MutationTest, DamageGivesAnErrorOrACorpus) {
  Random random(20240607);
  int64_t read = 0, refused = 0;
  for (const Seed& seed : Seeds()) {
    for (int round = 0; round < 1500; ++round) {
      std::string bytes = seed.bytes;
      const uint64_t changes = random.Below(4);
      for (uint64_t i = 0; i < changes; ++i) Mutate(&random, &bytes);
      try {
        const auto corpus = ReadCorpusBytes(bytes, seed.name, {});
        Use(*corpus);
        ++read;
      } catch (const Error& e) {
        EXPECT_TRUE(ValidUtf8(e.what())) << seed.name;
        EXPECT_TRUE(e.status() == Status::kFormat || e.status() == Status::kInvalidArgument ||
                    e.status() == Status::kUnsupported)
            << e.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(read, 2000);
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace weft
