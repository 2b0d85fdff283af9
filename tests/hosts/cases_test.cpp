// The cases of tests/cases through the C interface. What each gives, to the last bit, is left in a
// file that the Java and .NET suites compare theirs with.
//
// A case trains `method` with `options` on `corpus` (a list of JSONL objects, or `text` as it would
// stand in a file), decodes `tokens`, `texts`, or the corpus itself (`votes`), and expects `labels`
// or `spans` ([type, begin, end, first and last UTF-16 offset]) where it names them, or an `error`.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <weft/weft.hpp>

namespace weft {
namespace {

using Json = nlohmann::json;

std::string Bits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  char text[24];
  std::snprintf(text, sizeof text, " %016" PRIx64, bits);
  return text;
}

// FNV-1a: short enough for every suite to have it.
std::string Digest(const std::vector<char>& bytes) {
  uint64_t hash = 14695981039346656037u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char text[24];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text;
}

std::vector<char> Bytes(const Model& model) {
  size_t size = 0;
  detail::Check(weft_model_save_memory(model.get(), nullptr, 0, &size));
  std::vector<char> bytes(size);
  detail::Check(weft_model_save_memory(model.get(), bytes.data(), bytes.size(), &size));
  return bytes;
}

std::string CorpusText(const Json& c) {
  if (c.contains("text")) return c["text"];
  std::string text;
  for (const Json& sentence : c["corpus"]) text += sentence.dump() + "\n";
  return text;
}

Corpus Input(const Json& c, const Corpus& training) {
  if (c.contains("tokens")) {
    return Corpus::FromTokens(c["tokens"].get<std::vector<std::vector<std::string>>>());
  }
  if (c.contains("texts")) return Corpus::FromTexts(c["texts"].get<std::vector<std::string>>());
  return Corpus::ReadMemory(training.WriteMemory("jsonl"), "again.jsonl");
}

// What the case gives, and beside it labels and spans to compare with those expected.
struct Given {
  std::string text;
  Json labels = Json::array(), spans = Json::array();
};

Given Decode(const Model& model, const Corpus& input) {
  Given given;
  const Result result =
      Tagger(model).DecodeKBest(input, 5, WEFT_WANT_SPANS | WEFT_WANT_MARGINALS | WEFT_WANT_SCORES);
  const std::vector<int64_t> offsets = input.offsets(WEFT_UTF16);
  size_t next = 0, path = 0, path_label = 0;
  for (size_t s = 0; s < input.sentences(); ++s) {
    const size_t begin = input.sentence_begin(s), end = input.sentence_begin(s + 1);
    given.labels.push_back(Json::array());
    given.spans.push_back(Json::array());
    given.text += "labels";
    for (size_t t = begin; t < end; ++t) {
      const std::string label(result.label(static_cast<size_t>(result.label_ids()[t])));
      given.text += " " + label;
      given.labels.back().push_back(label);
    }
    given.text += "\nmarginals";
    for (size_t i = begin * result.labels(); i < end * result.labels(); ++i) {
      given.text += Bits(result.marginals()[i]);
    }
    given.text +=
        "\nscores" + Bits(result.log_probabilities()[s]) + Bits(result.log_partitions()[s]) + "\n";
    for (; next < result.spans().size(); ++next) {
      const weft_span& span = result.spans()[next];
      if (static_cast<size_t>(span.sentence) != s) break;
      const std::string type(result.type(static_cast<size_t>(span.type)));
      const int64_t first = offsets[2 * (begin + static_cast<size_t>(span.begin))];
      const int64_t last = offsets[2 * (begin + static_cast<size_t>(span.end)) - 1];
      given.text += "span " + type + " " + std::to_string(span.begin) + " " +
                    std::to_string(span.end) + " " + std::to_string(first) + " " +
                    std::to_string(last) + Bits(span.confidence) + "\n";
      given.spans.back().push_back({type, span.begin, span.end, first, last});
    }
    for (int32_t i = 0; i < result.path_counts()[s]; ++i) {
      given.text += "path" + Bits(result.path_log_probabilities()[path++]);
      for (size_t t = begin; t < end; ++t) {
        const auto id = static_cast<size_t>(result.path_labels()[path_label++]);
        given.text += " " + std::string(result.label(id));
      }
      given.text += "\n";
    }
  }
  return given;
}

Given RunCase(const Json& c) {
  Options options(c["method"].get<std::string>());
  for (const auto& [key, value] : c["options"].items()) options.Set(key, value.get<std::string>());
  const Corpus corpus = Corpus::ReadMemory(CorpusText(c), "case.jsonl");
  Trainer trainer(options, corpus);
  trainer.Run();
  const Model model = trainer.TakeModel();
  Given given = Decode(model, Input(c, corpus));
  const std::vector<char> bytes = Bytes(model);
  given.text += "model " + std::to_string(bytes.size()) + " " + Digest(bytes) + "\n";
  return given;
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(WEFT_CASES)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class CasesTest : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Cases, CasesTest, testing::ValuesIn(Names()),
                         [](const auto& p) { return p.param; });

TEST_P(CasesTest, GivesWhatIsExpected) {
  std::ifstream file(std::string(WEFT_CASES) + "/" + GetParam() + ".json");
  const Json c = Json::parse(file);
  std::string text;
  try {
    const Given given = RunCase(c);
    text = given.text;
    EXPECT_FALSE(c.contains("error")) << "no error, but\n" << text;
    if (c.contains("labels")) {
      EXPECT_EQ(given.labels, c["labels"]);
    }
    if (c.contains("spans")) {
      EXPECT_EQ(given.spans, c["spans"]);
    }
  } catch (const error& e) {
    text = std::string("error ") + weft_status_name(e.status()) + " " + e.what() + "\n";
    ASSERT_TRUE(c.contains("error")) << text;
    EXPECT_EQ(c["error"]["status"], weft_status_name(e.status()));
    EXPECT_EQ(c["error"]["text"], e.what());
  }
  std::filesystem::create_directories(WEFT_CASES_GIVEN);
  std::ofstream out(std::string(WEFT_CASES_GIVEN) + "/" + GetParam() + ".txt", std::ios::binary);
  out << text;
  ASSERT_TRUE(out.flush());
}

}  // namespace
}  // namespace weft
