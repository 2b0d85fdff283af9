// Public corpora, where they are: counts that their descriptions give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus_text.h"
#include "support/data.h"

namespace weft {
namespace {

using ::weft::testing::DataFolder;

TEST(RealDataTest, WeakCorporaMatchTheirDescriptions) {
  struct Expected {
    const char* corpus;
    const char* split;
    int64_t sentences, tokens, spans, sources, rows;
  };
  const Expected all[] = {
      {"conll-mturk", "train", 5985, 79901, 9859, 47, 27990},
      {"wikigold-ws", "train", 1355, 31560, 2851, 16, 1355 * 16},
      {"conll-ws", "train", 14041, 203621, 23499, 16, 0},
  };
  for (const Expected& expected : all) {
    WEFT_SKIP_WITHOUT_DATA(expected.corpus);
    const auto corpus = ReadSplit(DataFolder(expected.corpus), expected.split, {});
    EXPECT_EQ(corpus->num_sentences(), expected.sentences) << expected.corpus;
    EXPECT_EQ(corpus->num_tokens(), expected.tokens);
    EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
    EXPECT_EQ(static_cast<int64_t>(corpus->sources().size()), expected.sources);
    EXPECT_EQ(corpus->labels().name(1), "B-PER") << "in the order of meta.json";
    int64_t rows = 0, spans = 0;
    const SpanReader reader(corpus->labels(), corpus->scheme());
    std::vector<SpanReader::Raw> raw;
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
      rows += corpus->num_votes(s);
      reader.ReadRaw(corpus->gold(s), SpanMode::kStrict, &raw);
      spans += static_cast<int64_t>(raw.size());
    }
    EXPECT_EQ(rows, expected.rows) << expected.corpus;
    EXPECT_EQ(spans, expected.spans) << expected.corpus;
  }
}

TEST(RealDataTest, ColumnFiles) {
  struct Expected {
    const char* path;
    int64_t sentences, tokens;
    Scheme scheme;
  };
  const Expected all[] = {
      {"conll2000-chunk/train.txt.gz", 8936, 211727, Scheme::kIOB2},
      {"conll2000-chunk/test.txt.gz", 2012, 47377, Scheme::kIOB2},
      {"conll2002/esp.train.gz", 8323, 264715, Scheme::kIOB2},
      {"conll2002/ned.testa.gz", 2895, 37687, Scheme::kIOB2},
      {"pos/brown.conll.gz", 57340, 1161192, Scheme::kPlain},
      {"pos/treebank.conll.gz", 3914, 100676, Scheme::kPlain},
      {"pud/zh.conll", 1000, 21415, Scheme::kPlain},
  };
  for (const Expected& expected : all) {
    WEFT_SKIP_WITHOUT_DATA(expected.path);
    const auto corpus = ReadCorpus(DataFolder(expected.path), {});
    EXPECT_EQ(corpus->num_sentences(), expected.sentences) << expected.path;
    EXPECT_EQ(corpus->num_tokens(), expected.tokens) << expected.path;
    EXPECT_EQ(corpus->scheme(), expected.scheme) << expected.path;
    EXPECT_TRUE(corpus->has_gold());
  }
}

TEST(RealDataTest, RoundTripsThroughEveryFormatThatHoldsThem) {
  WEFT_SKIP_WITHOUT_DATA("wikigold-ws");
  WEFT_SKIP_WITHOUT_DATA("conll-mturk");
  for (const char* name : {"wikigold-ws", "conll-mturk"}) {
    const std::string folder = DataFolder(name);
    const auto corpus = ReadSplit(folder, "train", {});
    ReadOptions options;
    options.corpus.labels = corpus->labels().names();
    options.corpus.sources = corpus->sources();
    for (Format format : {Format::kConll, Format::kJsonl, Format::kWrench}) {
      if (format == Format::kWrench && std::string(name) == "conll-mturk")
        continue;  // missing votes
      options.format = format;
      const auto again = ReadCorpusBytes(WriteCorpusBytes(*corpus, format), "again", options);
      EXPECT_TRUE(Dump(*again) == Dump(*corpus)) << name << " as " << FormatName(format);
    }
  }
}

TEST(RealDataTest, SchemesKeepTheSpans) {
  WEFT_SKIP_WITHOUT_DATA("conll2000-chunk");
  const auto corpus = ReadSplit(DataFolder("conll2000-chunk"), "test", {});
  const auto bilou = ConvertScheme(*corpus, Scheme::kBILOU);
  const auto iob1 = ConvertScheme(*bilou, Scheme::kIOB1);
  const auto back = ConvertScheme(*iob1, Scheme::kIOB2);
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    ASSERT_EQ(LabelNames(*back, back->gold(s)), LabelNames(*corpus, corpus->gold(s)));
  }
  SchemeDetector detector(iob1->labels());
  for (int64_t s = 0; s < iob1->num_sentences(); ++s) detector.AddGold(iob1->gold(s));
  EXPECT_EQ(detector.Detect(), Scheme::kIOB1);
}

}  // namespace
}  // namespace weft
