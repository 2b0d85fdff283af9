// Which options of the neural methods go together.
#include "neural/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using Settings = std::vector<std::pair<std::string, std::string>>;

TEST(NeuralOptions, ThoseWithoutEffectAreRefused) {
  const auto check = [](const Settings& settings) {
    Options options(NeuralOptions("nhcrf"));
    for (const auto& [key, value] : settings) options.Set(key, value);
    CheckNeuralOptions(options);
  };
  const auto error = [&](const Settings& settings) -> std::string {
    try {
      check(settings);
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kInvalidArgument);
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error({{"encoder", "/nowhere"}, {"units", "9"}}),
            "option units has no effect beside a pre-trained encoder (option encoder)");
  struct Wrong {
    Settings settings;
    std::string key, where;
  };
  for (const Wrong& wrong : std::vector<Wrong>{
           {{{"subword", "first_only"}}, "subword", "without a pre-trained encoder"},
           {{{"word_vectors", "/nowhere"}, {"word_width", "9"}},
            "word_width",
            "beside word_vectors"},
           {{{"vocabulary", "9"}}, "vocabulary", "without word_vectors"},
           {{{"letter_width", "9"}}, "letter_width", "where letters is none"},
           {{{"transitions", "false"}, {"learning_rate_chain", "1"}},
            "learning_rate_chain",
            "where transitions is false"},
           {{{"weak_rows", "free"}, {"smoothing", "2"}}, "smoothing", "where weak_rows is free"},
           {{{"weak_rows", "free"}, {"vote_weight", ".5"}},
            "vote_weight",
            "where weak_rows is free"},
           {{{"rho", "3"}}, "rho", "where weak_rows is normalised"},
           {{{"redundancy", "false"}, {"redundancy_shrink", "9"}},
            "redundancy_shrink",
            "where redundancy is false"},
           {{{"initial_sources", "identity"}, {"smoothing", "2"}},
            "smoothing",
            "where initial_sources is identity"},
           {{{"freeze_sources", "true"}, {"learning_rate_sources", ".1"}},
            "learning_rate_sources",
            "where freeze_sources is true"},
           {{{"first_epochs", "0"}, {"first_batch_size", "9"}},
            "first_batch_size",
            "where first_epochs is 0"}}) {
    EXPECT_THAT(error(wrong.settings),
                HasSubstr("option " + wrong.key + " has no effect " + wrong.where));
  }
  Settings all;
  for (const auto& [key, value] : Options(NeuralOptions("nhcrf")).All())
    all.push_back({key, value});
  EXPECT_NO_THROW(check(all)) << "as a model keeps them";
}

TEST(NeuralOptions, ABilstmMayHaveAnEncoderBesideItsWords) {
  Options options(NeuralOptions("bilstm-crf"));
  for (const auto& [key, value] :
       Settings{{"encoder", "/nowhere"}, {"units", "9"}, {"word_width", "9"}}) {
    options.Set(key, value);
  }
  EXPECT_NO_THROW(CheckNeuralOptions(options));
  options.Set("device", "cuda");
  try {
    CheckNeuralOptions(options);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kUnsupported);
    EXPECT_THAT(e.what(), HasSubstr("expected cpu where the encoder stays as it is"));
  }
}

TEST(NeuralOptions, FreeRowsHaveNoWeights) {
  for (const auto& [key, value] : Settings{{"redundancy", "true"}, {"vote_context", "span"}}) {
    try {
      Options options(NeuralOptions("nhcrf"));
      options.Set("weak_rows", "free");
      options.Set(key, value);
      CheckNeuralOptions(options);
      FAIL() << key;
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr("option " + key + " must be"));
      EXPECT_THAT(e.what(), HasSubstr("free"));
    }
  }
}

}  // namespace
}  // namespace weft
