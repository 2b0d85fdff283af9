// The encoder against golden values of a real pre-trained one.
#include "neural/transformer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/models.h"
#include "text/read.h"

namespace weft {
namespace {

using Json = nlohmann::json;

// Hidden states of the words of each sentence, [words, hidden].
std::vector<at::Tensor> Encode(const std::string& folder, const PieceOptions& options,
                               const Json& golden) {
  Parameters parameters;
  EncoderFolder files(folder);
  auto bert =
      std::make_unique<Transformer>(ReadEncoderConfig(&files), TransformerOptions(), &parameters);
  bert->LoadWeights(&files);
  const PieceEncoder encoder(std::move(bert), WordPieces::Read(&files), options, nullptr);
  std::string lines;
  for (const Json& sentence : golden) {
    lines += Json{{"tokens", sentence["tokens"]}}.dump() + "\n";
  }
  const auto corpus = ReadCorpusBytes(lines, "golden.jsonl", ReadOptions());
  const auto input = encoder.Read(*corpus);
  const at::NoGradGuard plain;
  ForwardPass pass = ForwardPass::Decoding();
  std::vector<int64_t> sentences;
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) sentences.push_back(s);
  const at::Tensor all = encoder.Forward(*input, sentences, &pass);
  std::vector<at::Tensor> states;
  for (const int64_t s : sentences) {
    states.push_back(all.slice(0, corpus->begin(s), corpus->end(s)));
  }
  return states;
}

Json ReadGolden(const std::string& folder) {
  std::ifstream file(folder + "/golden.json");
  return Json::parse(file);
}

TEST(Transformer, GivesTheGoldenHiddenStates) {
  WEFT_SKIP_WITHOUT_MODEL("all-MiniLM-L6-v2");
  const std::string folder = testing::ModelFolder("all-MiniLM-L6-v2");
  const Json golden = ReadGolden(folder);
  const auto states = Encode(folder, PieceOptions(), golden);
  for (size_t s = 0; s < golden.size(); ++s) {
    const Json& sentence = golden[s];
    ASSERT_EQ(static_cast<size_t>(states[s].size(0)), sentence["tokens"].size());
    for (int64_t w = 0; w < states[s].size(0); ++w) {
      const auto word = static_cast<size_t>(w);
      for (int64_t i = 0; i < 8; ++i) {
        EXPECT_NEAR(states[s][w][i].item<double>(),
                    sentence["hidden_first8"][word][static_cast<size_t>(i)].get<double>(), 1e-3)
            << "sentence " << s << ", word " << w;
      }
      EXPECT_NEAR(states[s][w].norm().item<double>(), sentence["hidden_norm"][word].get<double>(),
                  1e-3);
    }
  }
}

TEST(Transformer, FirstPiecesAloneWithoutSpecialTokens) {
  WEFT_SKIP_WITHOUT_MODEL("all-MiniLM-L6-v2");
  const std::string folder = testing::ModelFolder("all-MiniLM-L6-v2");
  const Json golden = ReadGolden(folder);
  PieceOptions options;
  options.subwords = Subwords::kFirstOnly;
  options.special_tokens = false;
  const auto states = Encode(folder, options, golden);
  for (size_t s = 0; s < golden.size(); ++s) {
    const Json& expected = golden[s]["first_only_no_special_first8"];
    for (int64_t w = 0; w < states[s].size(0); ++w) {
      for (int64_t i = 0; i < 8; ++i) {
        EXPECT_NEAR(states[s][w][i].item<double>(),
                    expected[static_cast<size_t>(w)][static_cast<size_t>(i)].get<double>(), 1e-3)
            << "sentence " << s << ", word " << w;
      }
    }
  }
}

}  // namespace
}  // namespace weft
