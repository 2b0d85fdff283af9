// Models of every format version there ever was still load, and say what they said.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "decode.h"

namespace weft {
namespace {

#ifdef WEFT_GOLDEN_NEURAL
constexpr bool kNeuralBuilt = true;
#else
constexpr bool kNeuralBuilt = false;
#endif

TEST(GoldenTest, EveryVersionOfEveryMethodSaysWhatItSaid) {
  const std::filesystem::path folder = WEFT_GOLDEN;
  const Corpus corpus = Corpus::Read((folder / "corpus.jsonl").string());
  std::set<std::string> methods;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".weft") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const std::string method = entry.path().stem().string();
    const bool neural = IsNeural(method.substr(0, method.rfind("-v")));
    if (neural && !kNeuralBuilt) continue;
    const Model model = Model::Load(entry.path().string());
    const auto found = DecodeGolden(model, corpus);
    std::filesystem::path beside = entry.path();
    std::ifstream in(beside.replace_extension(".json"));
    const auto expected = nlohmann::json::parse(in);
    EXPECT_EQ(std::string(model.method()), expected["method"]);
    EXPECT_EQ(nlohmann::json(found["labels"]), expected["labels"]);
    ASSERT_EQ(found["marginals"].size(), expected["marginals"].size());
    for (size_t i = 0; i < found["marginals"].size(); ++i) {
      EXPECT_NEAR(found["marginals"][i].get<double>(), expected["marginals"][i].get<double>(),
                  neural ? 1e-4 : 1e-9);  // single precision, and CPUs sum in orders of their own
    }
    methods.insert(std::string(model.method()));
  }
  for (size_t i = 0; i < weft_method_count(); ++i) {
    const std::string name = weft_method_name(i);
    if (IsNeural(name) && !kNeuralBuilt) continue;
    EXPECT_EQ(methods.count(name), 1u) << "no golden file of " << name;
  }
}

}  // namespace
}  // namespace weft
