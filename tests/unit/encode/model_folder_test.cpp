// A real encoder's folder, where there is one: its files fit together, and its words are cut as the
// reference implementation cut them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "encode/encoder_config.h"
#include "encode/safetensors.h"
#include "encode/word_pieces.h"
#include "support/models.h"

namespace weft {
namespace {

constexpr char kModel[] = "all-MiniLM-L6-v2";

TEST(ModelFolderTest, CutsWordsAsTheReferenceDoes) {
  WEFT_SKIP_WITHOUT_MODEL(kModel);
  EncoderFolder folder(testing::ModelFolder(kModel));
  WordPieceReader reader(WordPieces::Read(&folder));
  const auto golden = nlohmann::json::parse(folder.Read("golden.json"));
  ASSERT_EQ(golden.size(), 9u);
  for (const auto& sentence : golden) {
    std::vector<int32_t> ids = {reader.pieces().cls()};
    std::vector<int64_t> first;
    for (size_t t = 0; t < sentence["tokens"].size(); ++t) {
      const auto token = sentence["tokens"][t].get<std::string>();
      const Span<const int32_t> pieces = reader.Cut(token);
      std::vector<std::string> texts;
      for (const int32_t id : pieces) texts.emplace_back(reader.pieces().piece(id));
      EXPECT_EQ(texts, sentence["pieces"][t].get<std::vector<std::string>>()) << token;
      first.push_back(static_cast<int64_t>(ids.size()));
      ids.insert(ids.end(), pieces.begin(), pieces.end());
      if (pieces.empty()) ids.push_back(reader.pieces().unk());
    }
    ids.push_back(reader.pieces().sep());
    EXPECT_EQ(ids, sentence["ids"].get<std::vector<int32_t>>());
    EXPECT_EQ(first, sentence["first"].get<std::vector<int64_t>>());
  }
}

TEST(ModelFolderTest, ItsFilesFitTogether) {
  WEFT_SKIP_WITHOUT_MODEL(kModel);
  EncoderFolder folder(testing::ModelFolder(kModel));
  const EncoderConfig config = ReadEncoderConfig(&folder);
  EXPECT_EQ(config.family, EncoderFamily::kBert);
  EXPECT_EQ(config.hidden_size, 384);
  EXPECT_EQ(config.num_layers, 6);
  EXPECT_EQ(config.num_heads, 12);
  EXPECT_EQ(config.activation, Activation::kGelu);
  EXPECT_EQ(config.layer_norm_eps, 1e-12);
  WordPieces::Read(&folder)->RequireFits(config.vocab_size);

  const std::string file = "model.safetensors", bytes = folder.Read(file);
  const Safetensors tensors(bytes, file);
  const StoredTensor* embeddings = tensors.Find("embeddings.word_embeddings.weight");
  ASSERT_NE(embeddings, nullptr);
  EXPECT_EQ(embeddings->shape, (std::vector<int64_t>{config.vocab_size, config.hidden_size}));
  int64_t parameters = 0;
  for (const StoredTensor& tensor : tensors.tensors()) {
    if (tensor.dtype == DType::kI64) continue;  // position ids
    const std::vector<float> values = ToFloat(tensor);
    parameters += static_cast<int64_t>(values.size());
    double sum = 0;
    for (const float value : values) sum += std::fabs(value);
    EXPECT_TRUE(std::isfinite(sum)) << tensor.name;
    EXPECT_EQ(PackFloats(values, tensor.dtype), tensor.bytes) << tensor.name;
  }
  EXPECT_NEAR(static_cast<double>(parameters), 22.7e6, 0.1e6);
  std::vector<StoredTensor> again = tensors.tensors();
  const std::string written = WriteSafetensors(again);
  EXPECT_EQ(Safetensors(written, "written").tensors().size(), again.size());
}

}  // namespace
}  // namespace weft
