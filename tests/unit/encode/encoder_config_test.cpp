// Encoders' configurations, of both families; what is missing or contradicts is named.
#include "encode/encoder_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kBert[] = R"({
  "model_type": "bert", "vocab_size": 100, "hidden_size": 12, "num_hidden_layers": 2,
  "num_attention_heads": 3, "intermediate_size": 48, "max_position_embeddings": 64,
  "type_vocab_size": 2, "hidden_act": "gelu_new", "layer_norm_eps": 1e-5, "pad_token_id": 7,
  "hidden_dropout_prob": 0.2, "attention_probs_dropout_prob": 0, "position_embedding_type": null
})";

constexpr char kDistilBert[] = R"({
  "model_type": "distilbert", "vocab_size": 100, "dim": 8, "n_layers": 6, "n_heads": 4,
  "hidden_dim": 32, "max_position_embeddings": 512, "activation": "relu", "dropout": 0.3,
  "attention_dropout": 0.25, "sinusoidal_pos_embds": false, "tie_weights_": true
})";

std::string Replace(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string BertError(const std::string& what, const std::string& by) {
  return ErrorOf([&] { ParseEncoderConfig(Replace(kBert, what, by), "config.json"); });
}

TEST(EncoderConfigTest, ReadsBert) {
  const EncoderConfig config = ParseEncoderConfig(kBert, "config.json");
  EXPECT_EQ(config.family, EncoderFamily::kBert);
  EXPECT_EQ(config.vocab_size, 100);
  EXPECT_EQ(config.hidden_size, 12);
  EXPECT_EQ(config.num_layers, 2);
  EXPECT_EQ(config.num_heads, 3);
  EXPECT_EQ(config.intermediate_size, 48);
  EXPECT_EQ(config.max_positions, 64);
  EXPECT_EQ(config.type_vocab_size, 2);
  EXPECT_EQ(config.activation, Activation::kGeluTanh);
  EXPECT_EQ(config.layer_norm_eps, 1e-5);
  EXPECT_EQ(config.pad_id, 7);
  EXPECT_EQ(config.hidden_dropout, 0.2);
  EXPECT_EQ(config.attention_dropout, 0);
}

TEST(EncoderConfigTest, ReadsDistilBert) {
  const EncoderConfig config = ParseEncoderConfig(kDistilBert, "config.json");
  EXPECT_EQ(config.family, EncoderFamily::kDistilBert);
  EXPECT_EQ(config.hidden_size, 8);
  EXPECT_EQ(config.num_layers, 6);
  EXPECT_EQ(config.num_heads, 4);
  EXPECT_EQ(config.intermediate_size, 32);
  EXPECT_EQ(config.type_vocab_size, 0);
  EXPECT_EQ(config.layer_norm_eps, 1e-12);
  EXPECT_EQ(config.activation, Activation::kRelu);
  EXPECT_EQ(config.hidden_dropout, 0.3);
  EXPECT_EQ(config.attention_dropout, 0.25);
}

TEST(EncoderConfigTest, WritesWhatItReads) {
  for (const char* text : {kBert, kDistilBert}) {
    const EncoderConfig config = ParseEncoderConfig(text, "config.json");
    const std::string json = EncoderConfigJson(config);
    EXPECT_EQ(EncoderConfigJson(ParseEncoderConfig(json, "again")), json);
    EXPECT_EQ(ParseEncoderConfig(json, "again").hidden_dropout, config.hidden_dropout);
    EXPECT_EQ(ParseEncoderConfig(json, "again").activation, config.activation);
  }
}

TEST(EncoderConfigTest, NamesWhatIsWrong) {
  EXPECT_THAT(BertError("\"bert\"", "\"t5\""),
              AllOf(StartsWith("11 config.json:2: "), HasSubstr("bert or distilbert"),
                    HasSubstr("found \"t5\"")));
  EXPECT_THAT(BertError("\"hidden_size\": 12", "\"n\": 12"),
              HasSubstr("expected a member \"hidden_size\", found none"));
  EXPECT_THAT(BertError("12", "null"), HasSubstr("\"hidden_size\", found none"));
  EXPECT_THAT(BertError("12", "\"12\""), HasSubstr("as \"hidden_size\", found \"12\""));
  EXPECT_THAT(BertError("12", "0"), HasSubstr("from 1 to"));
  EXPECT_THAT(BertError("\"num_attention_heads\": 3", "\"num_attention_heads\": 5"),
              StartsWith("4 config.json:3: expected \"num_attention_heads\" to divide "
                         "\"hidden_size\" 12, found 5"));
  EXPECT_THAT(BertError("\"pad_token_id\": 7", "\"pad_token_id\": 100"),
              HasSubstr("below \"vocab_size\" 100"));
  EXPECT_THAT(BertError("\"position_embedding_type\": null",
                        "\"position_embedding_type\": \"relative_key\""),
              AllOf(StartsWith("11 "), HasSubstr("absolute")));
  EXPECT_THAT(BertError("gelu_new", "silu"), AllOf(StartsWith("11 "), HasSubstr("\"silu\"")));
  EXPECT_THAT(BertError("0.2", "1.5"), HasSubstr("\"hidden_dropout_prob\""));
  EXPECT_THAT(BertError("\"type_vocab_size\"", "\"is_decoder\": true, \"type_vocab_size\""),
              StartsWith("11 "));
  EXPECT_THAT(BertError("\"vocab_size\": 100", "\"vocab_size\": 100, \"vocab_size\": 9"),
              HasSubstr("expected \"vocab_size\" once"));
  EXPECT_THAT(ErrorOf([] { ParseEncoderConfig("[]", "c"); }), HasSubstr("expected an object"));
  EXPECT_THAT(ErrorOf([] {
                EncoderFolder folder("no such folder");
                ReadEncoderConfig(&folder);
              }),
              AllOf(StartsWith("2 "), HasSubstr("no such folder/config.json")));
}

}  // namespace
}  // namespace weft
