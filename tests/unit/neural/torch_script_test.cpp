// Encoders in TorchScript, which the tests write themselves.
#include "neural/torch_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/script.h>

#include <fstream>
#include <sstream>

#include "core/os.h"
#include "encoder_testing.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Pair;

// Knows a piece by itself and its neighbours; but for its padding, which torch.roll brings round.
constexpr char kBody[] = R"(
    x = torch.embedding(self.table, ids) * mask.unsqueeze(2)
    x = torch.dropout(x, 0.2, self.training)
    padded = torch.constant_pad_nd(x, [0, 0, 1, 1], 0.0)
    beside = padded[:, 2:] + padded[:, :-2]
    return torch.tanh(torch.matmul(x, self.own) + torch.matmul(beside, self.other)) * self.scale
)";

std::string ScriptBytes(const std::string& body, at::ScalarType type = at::kFloat) {
  auto generator = at::detail::createCPUGenerator(7);
  torch::jit::Module module("Tiny");
  const auto add = [&](const char* name, at::IntArrayRef shape) {
    module.register_parameter(name, at::randn(shape, generator).to(type), false);
  };
  add("table", {40, 16});
  add("own", {16, 12});
  add("other", {16, 12});
  module.register_buffer("scale", at::full({1}, 2.0));
  module.register_attribute("training", c10::BoolType::get(), true);
  module.define("def forward(self, ids, mask):" + body + "\n");
  std::ostringstream out;
  module.save(out);
  return out.str();
}

class TorchScriptTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    train_ = KnownWords(60);
    Write(ScriptBytes(kBody));
  }
  void Write(const std::string& bytes) const {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/vocab.txt") << testing::TinyEncoder().vocabulary;
    std::ofstream(folder_ + "/tokenizer_config.json") << R"({"model_max_length": 24})";
    std::ofstream(folder_ + "/encoder.pt", std::ios::binary) << bytes;
  }
  Trained Train(const Settings& more, int threads = 1) const {
    return RunToEnd("transformer-crf",
                    Input("transformer-crf", train_, With(Small(), more), threads));
  }
  std::string ErrorOfBody(const std::string& body) const {
    Write(ScriptBytes(body));
    return TrainingError(folder_);
  }
  std::shared_ptr<const Corpus> train_;
};

TEST_F(TorchScriptTest, LearnsAndIsSavedWithItsModule) {
  const Trained run = Train({});
  EXPECT_GT(F1(*run.model, *train_), 0.9);
  std::filesystem::remove_all(folder_);
  const auto loaded = Loaded(run.model->Save(), *run.model);
  EXPECT_EQ(Marginals(*loaded, *train_), Marginals(*run.model, *train_));
  EXPECT_EQ(Marginals(*loaded, *train_, 2), Marginals(*run.model, *train_));
  const std::vector<Section> before = run.model->Save(), after = loaded->Save();
  for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].bytes, after[i].bytes);
  EXPECT_THAT(loaded->Describe(), Contains(Pair("encoder", "TorchScript, states of 12")));
  EXPECT_LT(FindSection(before, TorchScript::kSection).size(), ScriptBytes(kBody).size())
      << "its weights are with the others";
}

// Dropout in the module too.
TEST_F(TorchScriptTest, IsTheSameForAnyNumberOfThreadsAndOneSeed) {
  const Settings few = {{"epochs", "3"}, {"batch_size", "60"}, {"dropout", "0.1"}};
  const auto draw = [] { return at::randint(1 << 30, {1}, at::kLong).item<int64_t>(); };
  at::manual_seed(5);
  const std::string one = Weights(*Train(few).model);
  const int64_t next = draw();
  at::manual_seed(5);
  EXPECT_EQ(next, draw()) << "the host's generator is as it was";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(one, Weights(*Train(few, 2).model));
  EXPECT_NE(one, Weights(*Train(With(few, {{"seed", "2"}})).model));
}

TEST_F(TorchScriptTest, TrainsAllOfItOrNothing) {
  const Settings few = {{"epochs", "1"}};
  const auto table = [&](const Settings& more) {
    const std::string bytes = Weights(*Train(With(few, more)).model);
    return std::string(Safetensors(bytes, "weights").Find("module.table")->bytes);
  };
  const std::string free = table({}), frozen = table({{"frozen_layers", "-1"}});
  EXPECT_NE(free, frozen);
  EXPECT_NE(free, table({{"learning_rate", "0.1"}}));
  EXPECT_EQ(frozen, table({{"frozen_layers", "-1"}, {"learning_rate", "0.1"}}));
  EXPECT_THAT(TrainingError(folder_, {{"frozen_layers", "1"}}),
              HasSubstr("frozen_layers of a TorchScript encoder: expected 0 (none) or -1 (all)"));
  EXPECT_THAT(TrainingError(folder_, {{"layer_decay", "0.5"}}),
              HasSubstr("layer_decay of a TorchScript encoder: expected 1, found 0.5"));
}

TEST_F(TorchScriptTest, GradientsAreThoseOfFiniteDifferences) {
  Write(ScriptBytes(R"(
    return torch.tanh(torch.matmul(torch.embedding(self.table, ids), self.own)))"));
  Parameters parameters;
  EncoderFolder folder(folder_);
  const auto states = TorchScript::Open(&folder, 40, false, &parameters);
  const std::vector<int64_t> ids = {4, 9, 9, 5, 30}, ends = {1, 5};
  const auto value = [&] {
    ForwardPass pass = ForwardPass::Training(1);
    const at::Tensor out = states->Forward(ids, ends, &pass);
    return (out * at::arange(1, 1 + out.numel()).view(out.sizes()) * 0.01).sum();
  };
  at::Tensor own = parameters.Find("module.own")->value;
  own.requires_grad_(true);
  const at::Tensor gradient = torch::autograd::grad({value()}, {own})[0];
  const at::NoGradGuard plain;
  for (int64_t i = 0; i < own.numel(); i += 17) {
    float* at = own.data_ptr<float>() + i;
    const float kept = *at;
    *at = kept + 1.0f / 128;
    const double above = value().item<double>();
    *at = kept - 1.0f / 128;
    const double below = value().item<double>();
    *at = kept;
    EXPECT_NEAR((above - below) * 64, gradient.flatten()[i].item<double>(), 2e-3);
  }
}

TEST_F(TorchScriptTest, LongSentencesAreReadInWindows) {
  CorpusBuilder builder(CorpusOptions(), "long");
  SentenceData sentence;
  for (int i = 0; i < 100; ++i) {
    sentence.tokens.push_back(i % 10 == 3 ? "tin" : "a");
    sentence.labels.push_back(i % 10 == 3 ? "B-X" : "O");
  }
  builder.Add(std::move(sentence));
  train_ = builder.Finish();
  std::ofstream(folder_ + "/config.json") << R"({"max_position_embeddings": 16, "any": "thing"})";
  Write(ScriptBytes(std::string("\n    assert ids.size(1) <= 16, 'too long'") + kBody));
  EXPECT_EQ(F1(*Train({{"epochs", "60"}, {"context", "4"}}).model, *train_), 1);
}

TEST_F(TorchScriptTest, AModelMayReferToItsFolder) {
  const Settings more = {{"epochs", "1"}, {"frozen_layers", "-1"}, {"encoder_in_model", "false"}};
  const Trained run = Train(more);
  const std::vector<Section> sections = run.model->Save();
  EXPECT_FALSE(HasSection(sections, TorchScript::kSection));
  const std::string& weights = FindSection(sections, "weights");
  EXPECT_FALSE(Safetensors(weights, "weights").Find("module.table"));
  EXPECT_EQ(Marginals(*Loaded(sections, *run.model), *train_), Marginals(*run.model, *train_));
}

TEST_F(TorchScriptTest, WhatIsNotAsDocumentedIsNamed) {
  const std::string file = folder_ + "/encoder.pt";
  EXPECT_THAT(ErrorOfBody("\n    assert False, 'no good'\n    return ids"),
              HasSubstr(file + ": forward(ids, mask) failed: no good"));
  EXPECT_THAT(ErrorOfBody("\n    return ids"),
              HasSubstr(file + ": expected forward(ids, mask) to give Float [2, 3, H], found Long "
                               "[2, 3]"));
  EXPECT_THAT(ErrorOfBody("\n    return (ids, mask)"), HasSubstr("found Tuple"));
  EXPECT_THAT(ErrorOfBody("\n    return torch.embedding(self.table, ids)[:, 1:]"),
              HasSubstr("found Float [2, 2, 16]"));
  EXPECT_THAT(ErrorOfBody("\n    return torch.log(-torch.abs(torch.embedding(self.table, ids)))"),
              HasSubstr("found a NaN or an infinity"));
  EXPECT_THAT(ErrorOfBody("\n    return torch.embedding(self.table, ids + 1)"),
              HasSubstr(file + ": forward(ids, mask) failed: index out of range"));
  Write(ScriptBytes(kBody, at::kHalf));
  EXPECT_THAT(TrainingError(folder_),
              AllOf(HasSubstr(file), HasSubstr("expected parameters of type Float, found \"table\" "
                                               "of type Half")));
}

TEST_F(TorchScriptTest, DamagedFilesAreRefused) {
  const std::string whole = ScriptBytes(kBody);
  const auto error = [&](const std::string& bytes) {
    Write(bytes);
    Parameters parameters;
    EncoderFolder folder(folder_);
    try {
      TorchScript::Open(&folder, 40, false, &parameters);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(error(whole), "");
  EXPECT_THAT(error("hello"), HasSubstr("encoder.pt: expected a zip archive"));
  for (size_t size = 0; size < whole.size(); size += 101) {
    EXPECT_THAT(error(whole.substr(0, size)), HasSubstr("encoder.pt")) << size;
  }
  for (size_t i = 0; i < whole.size(); i += 37) {
    std::string flipped = whole;
    flipped[i] ^= 0x55;
    const std::string text = error(flipped);  // "": where nobody looks
    EXPECT_THAT(text, AnyOf("", HasSubstr("encoder.pt"))) << i;
  }
}

}  // namespace
}  // namespace weft
