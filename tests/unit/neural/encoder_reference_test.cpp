// Models that refer to their encoder's folder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/os.h"
#include "encoder_testing.h"

namespace weft {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Pair;

const Settings kFew = {{"epochs", "2"}, {"frozen_layers", "1"}, {"letters", "cnn"}};
const Settings kReferring = {{"encoder_in_model", "false"}};

class EncoderReferenceTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    testing::TinyEncoder().Write(folder_);
    train_ = KnownWords(40);
  }
  void TearDown() override {
    ::unsetenv("WEFT_ENCODERS");
    EncoderTest::TearDown();
  }
  std::shared_ptr<const Model> Train(const Settings& more) const {
    return RunToEnd("transformer-crf", Input("transformer-crf", train_, With(Small(), more))).model;
  }
  std::string LoadError(const std::vector<Section>& sections, const Model& like) const {
    try {
      Loaded(sections, like);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  }
  std::shared_ptr<const Corpus> train_;
};

std::vector<std::string> Names(const std::vector<Section>& sections) {
  std::vector<std::string> names;
  for (const Section& section : sections) names.push_back(section.name);
  return names;
}

void ExpectSameBytes(const std::vector<Section>& a, const std::vector<Section>& b) {
  ASSERT_EQ(Names(a), Names(b));
  for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].bytes, b[i].bytes) << a[i].name;
}

TEST_F(EncoderReferenceTest, LeavesOutWhatTrainingLeftAndSaysTheSame) {
  const auto whole = Train(kFew), referring = Train(With(kFew, kReferring));
  const std::vector<Section> sections = referring->Save();
  EXPECT_EQ(Names(sections),
            (std::vector<std::string>{"letters", "encoder.folder", "network", "weights"}));
  const std::string& weights = FindSection(sections, "weights");
  const Safetensors tensors(weights, "weights");
  EXPECT_FALSE(tensors.Find("embeddings.words"));
  EXPECT_FALSE(tensors.Find("layer0.feed_in.weight"));
  EXPECT_TRUE(tensors.Find("layer1.feed_in.weight"));
  EXPECT_TRUE(tensors.Find("letters"));

  const auto loaded = Loaded(sections, *referring);
  const std::vector<double> expected = Marginals(*whole, *train_);
  EXPECT_EQ(Marginals(*referring, *train_), expected);
  EXPECT_EQ(Marginals(*loaded, *train_), expected);
  ExpectSameBytes(loaded->Save(), sections);
  EXPECT_THAT(loaded->Describe(), Contains(Pair("encoder_folder", HasSubstr(folder_))));
}

TEST_F(EncoderReferenceTest, WhatIsStoredInHalfPrecisionStaysAsItWas) {
  const auto model = Train(With(kFew, With(kReferring, {{"store", "f16"}})));
  const auto loaded = Loaded(model->Save(), *model);
  ExpectSameBytes(loaded->Save(), model->Save());
}

TEST_F(EncoderReferenceTest, TrainingCopiesItsNetworkWithoutTheFolder) {
  auto trainer = TrainNeuralCrf(
      "transformer-crf", Input("transformer-crf", train_, With(Small(), With(kFew, kReferring))));
  trainer->Step();
  const std::string moved = folder_ + "_moved";
  std::filesystem::rename(folder_, moved);
  const auto model = trainer->TakeModel();
  EXPECT_THAT(Names(model->Save()), Contains("encoder.folder"));
  std::filesystem::remove_all(moved);
}

TEST_F(EncoderReferenceTest, TheFolderIsFoundByNameAndMissedByPlace) {
  const auto model = Train(With(kFew, kReferring));
  const std::vector<Section> sections = model->Save();
  const std::string elsewhere = folder_ + "_elsewhere",
                    name = elsewhere + "/" + std::filesystem::path(folder_).filename().string();
  std::filesystem::create_directories(elsewhere);
  std::filesystem::rename(folder_, name);
  EXPECT_THAT(LoadError(sections, *model), HasSubstr("tried " + folder_ + " (WEFT_ENCODERS"));
  ::setenv("WEFT_ENCODERS", ("/nowhere::" + elsewhere).c_str(), 1);
  const auto loaded = Loaded(sections, *model);
  EXPECT_EQ(Marginals(*loaded, *train_), Marginals(*model, *train_));
  ExpectSameBytes(loaded->Save(), sections);

  testing::TinyEncoder other;
  other.config += " ";
  other.Write(folder_);
  EXPECT_EQ(LoadError(sections, *model), "") << "one of that name that is another is passed over";
  std::filesystem::remove_all(folder_);
  std::filesystem::remove_all(elsewhere);
  const std::string error = LoadError(sections, *model);
  for (const std::string& place :
       {folder_, "/nowhere/" + name.substr(elsewhere.size() + 1), name}) {
    EXPECT_THAT(error, HasSubstr(place));
  }
}

TEST_F(EncoderReferenceTest, AnotherFileIsRefusedWithBothHashes) {
  const auto model = Train(With(kFew, kReferring));
  const std::vector<Section> sections = model->Save();
  for (const char* file : {"config.json", "vocab.txt", "model.safetensors"}) {
    const std::string path = folder_ + "/" + file, bytes = ReadFile(path);
    const std::string changed = bytes + "\n";
    WriteFileAtomic(path, changed);
    const std::string error = LoadError(sections, *model);
    for (const std::string& part : {path, ContentHash(bytes), ContentHash(changed)}) {
      EXPECT_THAT(error, HasSubstr(part));
    }
    WriteFileAtomic(path, bytes);
  }
  WriteFileAtomic(folder_ + "/tokenizer_config.json", R"({"do_lower_case": false})");
  EXPECT_EQ(LoadError(sections, *model), "") << "a file that it had not is nothing to it";
}

}  // namespace
}  // namespace weft
