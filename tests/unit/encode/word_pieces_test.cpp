// Word pieces of a small vocabulary; damaged vocabularies and settings.
#include "encode/word_pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "expect_error.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kVocabulary[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##aff\n##able\n##a\naff\n'\n.\n,\n東\n京\ncafe\ncafé\n"
    "Cafe\nx\n##y\ni\n##\xCC\x87\nσ\n##σ\na\n##b\nnever.split\nß\n##é\n";

std::vector<std::string> PiecesOf(const WordPieces& vocabulary, std::string_view word) {
  WordPieceReader reader(std::make_shared<const WordPieces>(vocabulary));
  std::vector<std::string> first, again;
  for (const int32_t id : reader.Cut(word)) first.emplace_back(vocabulary.piece(id));
  for (const int32_t id : reader.Cut(word)) again.emplace_back(vocabulary.piece(id));
  EXPECT_EQ(first, again);  // from what it remembers
  return first;
}

std::vector<std::string> Uncased(std::string_view word) {
  return PiecesOf(WordPieces(kVocabulary, {}, "vocab.txt"), word);
}

WordPieceSettings CasedSettings() {
  WordPieceSettings settings;
  settings.lower_case = settings.strip_accents = false;
  return settings;
}

std::vector<std::string> Cased(std::string_view word) {
  return PiecesOf(WordPieces(kVocabulary, CasedSettings(), "vocab.txt"), word);
}

TEST(WordPiecesTest, TakesTheLongestPieces) {
  EXPECT_THAT(Uncased("unaffable"), ElementsAre("un", "##aff", "##able"));
  EXPECT_THAT(Uncased("una"), ElementsAre("un", "##a"));
  EXPECT_THAT(Uncased("unq"), ElementsAre("[UNK]"));
  EXPECT_THAT(Uncased("qun"), ElementsAre("[UNK]"));
  EXPECT_THAT(Uncased("xy"), ElementsAre("x", "##y"));
  EXPECT_THAT(Uncased("##y"), ElementsAre("[UNK]", "[UNK]", "[UNK]"));
  EXPECT_THAT(Uncased(""), IsEmpty());
}

TEST(WordPiecesTest, PartsPunctuationBlanksAndIdeographs) {
  EXPECT_THAT(Uncased("un.aff"), ElementsAre("un", ".", "aff"));
  EXPECT_THAT(Uncased(".,'"), ElementsAre(".", ",", "'"));
  EXPECT_THAT(Uncased("x y"), ElementsAre("x", "[UNK]"));
  EXPECT_THAT(Uncased("x\u2003x\u2028x"), ElementsAre("x", "x", "x"));
  EXPECT_THAT(Uncased("東京"), ElementsAre("東", "京"));
  WordPieceSettings settings;
  settings.split_chinese = false;
  EXPECT_THAT(PiecesOf(WordPieces(kVocabulary, settings, "v"), "東京"), ElementsAre("[UNK]"));
}

TEST(WordPiecesTest, DropsWhatNobodySees) {
  EXPECT_THAT(Uncased("\u200d"), IsEmpty());
  EXPECT_THAT(Uncased("\ufffd"), IsEmpty());
  EXPECT_THAT(Uncased(std::string_view("\0", 1)), IsEmpty());
  EXPECT_THAT(Uncased("\t"), IsEmpty());
  EXPECT_THAT(Uncased("\u0301"), IsEmpty());
  EXPECT_THAT(Uncased("\ue000"), IsEmpty());  // for private use
  EXPECT_THAT(Uncased("x\u00ady"), ElementsAre("x", "##y"));
  EXPECT_THAT(Uncased("x\x07y"), ElementsAre("x", "##y"));
  EXPECT_THAT(Uncased("\xff"), IsEmpty());  // no UTF-8
}

TEST(WordPiecesTest, CaseAndAccents) {
  for (const char* word : {"Café", "CAFE\u0301", "cafe"}) {
    EXPECT_THAT(Uncased(word), ElementsAre("cafe")) << word;
  }
  EXPECT_THAT(Cased("Cafe"), ElementsAre("Cafe"));
  EXPECT_THAT(Cased("cafe\u0301"), ElementsAre("café"));  // composed
  EXPECT_THAT(Cased("xe\u0301"), ElementsAre("x", "##é"));
  EXPECT_THAT(Uncased("İ"), ElementsAre("i"));
  EXPECT_THAT(Uncased("ΣΣ"), ElementsAre("σ", "##σ"));
  EXPECT_THAT(Uncased("ẞ"), ElementsAre("ß"));
  WordPieceSettings settings;
  settings.strip_accents = false;
  EXPECT_THAT(PiecesOf(WordPieces(kVocabulary, settings, "v"), "İ"),
              ElementsAre("i", "##\xCC\x87"));
  settings = CasedSettings();
  settings.strip_accents = true;
  EXPECT_THAT(PiecesOf(WordPieces(kVocabulary, settings, "v"), "Café"), ElementsAre("Cafe"));
}

TEST(WordPiecesTest, LeavesSpecialTokensWhole) {
  EXPECT_THAT(Uncased("[SEP]"), ElementsAre("[SEP]"));
  EXPECT_THAT(Uncased("x[MASK]x[UNK]"), ElementsAre("x", "[MASK]", "x", "[UNK]"));
  EXPECT_THAT(Uncased("[sep]"), ElementsAre("[UNK]", "[UNK]", "[UNK]"));
  WordPieceSettings settings;
  EXPECT_THAT(PiecesOf(WordPieces(kVocabulary, settings, "v"), "never.split"), testing::SizeIs(3));
  settings.never_split = {"never.split", "lost.word"};
  const WordPieces vocabulary(kVocabulary, settings, "v");
  EXPECT_THAT(PiecesOf(vocabulary, "never.split"), ElementsAre("never.split"));
  EXPECT_THAT(PiecesOf(vocabulary, "lost.word"), ElementsAre("[UNK]"));
  EXPECT_THAT(PiecesOf(vocabulary, "x.x"), ElementsAre("x", ".", "x"));
  settings = {};
  settings.clean = false;
  EXPECT_THAT(PiecesOf(WordPieces(kVocabulary, settings, "v"), "never.split"),
              ElementsAre("never.split"));
  EXPECT_THAT(PiecesOf(WordPieces(kVocabulary, settings, "v"), "##y"), ElementsAre("##y"));
}

TEST(WordPiecesTest, BoundsWordsAtAHundredLetters) {
  const std::string b99(99, 'b');
  EXPECT_THAT(Uncased("a" + b99), testing::SizeIs(100));
  EXPECT_THAT(Uncased("ab" + b99), ElementsAre("[UNK]"));
  std::string e99;
  for (int i = 0; i < 99; ++i) e99 += "é";
  EXPECT_THAT(Cased("x" + e99), testing::SizeIs(100));
  EXPECT_THAT(Cased("x" + e99 + "é"), ElementsAre("[UNK]"));
}

TEST(WordPiecesTest, RemembersWithoutEnd) {
  const auto vocabulary = std::make_shared<const WordPieces>(kVocabulary, WordPieceSettings(), "v");
  WordPieceReader reader(vocabulary);
  for (int i = 0; i < 150000; ++i) reader.Cut(std::to_string(i));
  EXPECT_EQ(reader.Cut("unaffable").size(), 3u);
  // Any bytes at all: no crash, and only ids that there are.
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string word(random.Below(12), ' ');
    for (char& c : word) c = static_cast<char>(random.Below(256));
    for (const int32_t id : reader.Cut(word)) EXPECT_TRUE(id >= 0 && id < vocabulary->size());
  }
}

TEST(WordPiecesTest, KnowsItsVocabulary) {
  const WordPieces vocabulary(kVocabulary, {}, "dir/vocab.txt");
  EXPECT_EQ(vocabulary.pad(), 0);
  EXPECT_EQ(vocabulary.unk(), 1);
  EXPECT_EQ(vocabulary.cls(), 2);
  EXPECT_EQ(vocabulary.sep(), 3);
  EXPECT_EQ(vocabulary.mask(), 4);
  EXPECT_EQ(vocabulary.VocabularyText(), kVocabulary);
  const WordPieces bare("[UNK]\r\nx\r\n", {}, "v");
  EXPECT_EQ(bare.size(), 2);
  EXPECT_EQ(bare.cls(), -1);
  vocabulary.RequireFits(vocabulary.size());
  vocabulary.RequireFits(vocabulary.size() + 100);
  EXPECT_THAT(ErrorOf([&] { vocabulary.RequireFits(20); }),
              AllOf(StartsWith("4 dir/vocab.txt: "), HasSubstr("of 20 pieces, found 29 pieces")));
  EXPECT_NE(ErrorOf([&] { vocabulary.RequireFits(30522); }), "");
  const auto error = [](const char* text) {
    return ErrorOf([&] { WordPieces(text, {}, "vocab.txt"); });
  };
  EXPECT_THAT(error(""), HasSubstr("vocab.txt: expected a piece a line, found an empty file"));
  EXPECT_THAT(error("a\nb\n"), HasSubstr("unknown word's piece \"[UNK]\" among 2 pieces"));
  EXPECT_THAT(error("[UNK]\na\nb\na\n"), HasSubstr("vocab.txt:4: expected a new piece, found \"a\" "
                                                   "of line 2 again"));
  EXPECT_THAT(error("[UNK]\n\xff\n"), HasSubstr("vocab.txt:2: expected UTF-8"));
}

TEST(WordPieceSettingsTest, ReadsAndWritesBack) {
  const auto parse = [](const std::string& json) {
    return ParseWordPieceSettings(json, "tokenizer_config.json");
  };
  EXPECT_TRUE(parse("{}").lower_case);
  EXPECT_TRUE(parse("{}").strip_accents);
  EXPECT_FALSE(parse(R"({"do_lower_case":false,"strip_accents":null})").strip_accents);
  EXPECT_TRUE(parse(R"({"do_lower_case":false,"strip_accents":true})").strip_accents);
  EXPECT_EQ(parse(R"({"model_max_length":1000000000000000019884624838656})").longest, 0);
  const WordPieceSettings settings = parse(
      R"({"do_lower_case":false,"tokenize_chinese_chars":false,"never_split":["a.b","\"q\""],)"
      R"("unk_token":{"content":"<unk>","lstrip":false},"pad_token":"<pad>",)"
      R"("do_basic_tokenize":false,"model_max_length":128,"tokenizer_class":"BertTokenizerFast"})");
  EXPECT_FALSE(settings.clean);
  EXPECT_FALSE(settings.split_chinese);
  EXPECT_EQ(settings.unk, "<unk>");
  EXPECT_EQ(settings.pad, "<pad>");
  EXPECT_EQ(settings.sep, "[SEP]");
  EXPECT_EQ(settings.longest, 128);
  EXPECT_THAT(settings.never_split, ElementsAre("a.b", "\"q\""));
  const std::string json = WordPieceSettingsJson(settings);
  EXPECT_EQ(WordPieceSettingsJson(parse(json)), json);
  EXPECT_EQ(parse(json).never_split, settings.never_split);
  const auto error = [&](const char* text) { return ErrorOf([&] { parse(text); }); };
  EXPECT_THAT(error(R"({"tokenizer_class":"XLMRobertaTokenizer"})"),
              AllOf(StartsWith("11 "), HasSubstr("found \"XLMRobertaTokenizer\"")));
  EXPECT_THAT(error(R"({"do_lower_case":1})"),
              HasSubstr("tokenizer_config.json:1: expected true or false as \"do_lower_case\""));
  EXPECT_THAT(error(R"({"unk_token":""})"), HasSubstr("\"unk_token\""));
  EXPECT_THAT(error(R"({"never_split":[1]})"), HasSubstr("\"never_split\""));
}

}  // namespace
}  // namespace weft
