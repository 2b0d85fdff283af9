// Model files that are damaged below their checksums: whoever wrote them meant harm.
#include "model/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/random.h"
#include "method/decode.h"
#include "model/registry.h"
#include "model/training.h"
#include "reseal.h"
#include "text/read.h"

namespace weft {
namespace {

constexpr char kToy[] =
    R"({"tokens":["Ada","Lovelace","in","London"],"labels":["B-PER","I-PER","O","B-LOC"],"weak":{"a":["B-PER","O","O","B-LOC"],"b":["B-PER","I-PER","O","O"]}}
{"tokens":["Alan","met","Grace"],"labels":["B-PER","O","B-PER"],"weak":{"a":["B-PER","O","O"],"c":["B-PER","O","B-PER"]}}
{"tokens":["They","left","Paris"],"labels":["O","O","B-LOC"],"weak":{"b":["O","O","B-LOC"],"c":["O","O","B-LOC"]}}
)";

std::shared_ptr<const Corpus> Toy() { return ReadCorpusBytes(kToy, "toy.jsonl", {}); }

std::shared_ptr<const Model> Train(const std::string& method) {
  const Method& found = FindMethod(method);
  auto trainer = NewTrainer({&found, Options(TrainingOptions(found)), Toy(), nullptr}, {});
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

size_t BodyBegin(const std::string& bytes) {
  size_t at = 24;
  at += 4 + Number(bytes, at, 4) + 4;
  at += 4 + Number(bytes, at, 4);
  return Number(bytes, at, 8);
}

class DeepDamageTest : public testing::TestWithParam<const char*> {};

// Either the model is refused, or it decodes to something; it never reads where it must not.
TEST_P(DeepDamageTest, SealedAgainIsRefusedOrHarmless) {
  const std::string bytes = SaveModelBytes(*Train(GetParam()));
  std::string same = bytes;
  Reseal(&same);
  ASSERT_EQ(same, bytes);
  const auto corpus = Toy();
  const size_t body = BodyBegin(bytes);
  Executor executor(1);
  Random random(17);
  int refused = 0, decoded = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = bytes;
    for (uint64_t i = 0; i <= random.Below(3); ++i) {
      const size_t at = body + random.Below(bytes.size() - body);
      damaged[at] = static_cast<char>(random.Below(4) == 0 ? 0xff : random.Below(256));
    }
    Reseal(&damaged);
    try {
      const auto model = LoadModelBytes(damaged, "damaged");
      DecodeOptions all;
      all.marginals = all.spans = all.scores = all.pairwise_sums = true;
      const Decoded result = Decode(*model, *corpus, all, &executor);
      for (int32_t label : result.labels) {
        ASSERT_GE(label, 0);
        ASSERT_LT(label, model->labels().size());
      }
      model->Describe();
      model->Sources();
      ++decoded;
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(decoded, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, DeepDamageTest, testing::Values("mv", "wmv", "ds", "hmm", "crf"),
                         [](const testing::TestParamInfo<const char*>& tested) {
                           return std::string(tested.param);
                         });

TEST(ModelFileTest, SavingTwiceGivesTheSameBytes) {
  for (const char* method : {"mv", "wmv", "ds", "hmm", "crf"}) {
    EXPECT_EQ(SaveModelBytes(*Train(method)), SaveModelBytes(*Train(method))) << method;
  }
}

TEST(RegistryTest, UnknownMethodNamesTheNearest) {
  try {
    FindMethod("hmn");
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kNotFound);
    EXPECT_THAT(e.what(), testing::HasSubstr("the nearest is \"hmm\""));
  }
}

}  // namespace
}  // namespace weft
