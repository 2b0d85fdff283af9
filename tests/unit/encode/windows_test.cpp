// Windows: every word in one of them, with context around it.
#include "encode/windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "expect_error.h"

namespace weft {
namespace {

struct Sentence {
  std::vector<int64_t> begins;
  int64_t pieces = 0;
};

Sentence Make(const std::vector<int64_t>& lengths) {
  Sentence sentence;
  for (const int64_t length : lengths) {
    sentence.begins.push_back(sentence.pieces);
    sentence.pieces += length;
  }
  return sentence;
}

// Checks all that CutWindows promises; returns the windows.
std::vector<Window> Cut(const std::vector<int64_t>& lengths, int64_t longest, int64_t context) {
  const Sentence s = Make(lengths);
  const std::vector<Window> windows = CutWindows(s.begins, s.pieces, longest, context);
  int64_t next = 0;
  for (const Window& w : windows) {
    EXPECT_EQ(w.first_word, next);
    EXPECT_LT(w.first_word, w.last_word);
    next = w.last_word;
    EXPECT_EQ(w.end - w.begin, std::min(longest, s.pieces));
    EXPECT_GE(w.begin, 0);
    EXPECT_LE(w.end, s.pieces);
    for (int64_t word = w.first_word; word < w.last_word; ++word) {
      const int64_t begin = s.begins[static_cast<size_t>(word)];
      const int64_t length = lengths[static_cast<size_t>(word)];
      EXPECT_GE(begin, w.begin);
      EXPECT_LT(begin, w.end);
      if (length > longest - 2 * context) {
        EXPECT_LE(begin + std::min(length, longest), w.end);
        continue;
      }
      EXPECT_TRUE(w.begin == 0 || begin - w.begin >= context) << begin << " in " << w.begin;
      EXPECT_TRUE(w.end == s.pieces || w.end - (begin + length) >= context)
          << begin << " to " << begin + length << " in " << w.end;
    }
  }
  EXPECT_EQ(next, static_cast<int64_t>(lengths.size()));
  return windows;
}

TEST(WindowsTest, ShortSentencesAreOneWindow) {
  EXPECT_TRUE(Cut({}, 8, 2).empty());
  EXPECT_EQ(Cut({1}, 8, 2).size(), 1u);
  EXPECT_EQ(Cut({3, 1, 4}, 8, 2).size(), 1u);
  EXPECT_EQ(Cut({8}, 8, 2).size(), 1u);
}

TEST(WindowsTest, SharesRoomAlike) {
  // Twelve words of a piece in windows of ten: two, with five words of context between them.
  const std::vector<Window> windows = Cut(std::vector<int64_t>(12, 1), 10, 2);
  ASSERT_EQ(windows.size(), 2u);
  EXPECT_EQ(windows[0].end, 10);
  EXPECT_EQ(windows[0].last_word, 6);
  EXPECT_EQ(windows[1].begin, 2);
}

TEST(WindowsTest, TakesNoMoreThanItNeeds) {
  for (int64_t n = 1; n < 200; ++n) {
    for (const int64_t context : {0, 1, 3, 7}) {
      const int64_t longest = 16, inner = longest - 2 * context;
      const int64_t need = n <= longest ? 1 : (n - 2 * context + inner - 1) / inner;
      EXPECT_EQ(static_cast<int64_t>(
                    Cut(std::vector<int64_t>(static_cast<size_t>(n), 1), longest, context).size()),
                need)
          << n << " " << context;
    }
  }
}

TEST(WindowsTest, AnyWordsAnyWindows) {
  Random random(3);
  for (int round = 0; round < 3000; ++round) {
    const auto longest = static_cast<int64_t>(1 + random.Below(40));
    const auto context = static_cast<int64_t>(random.Below(static_cast<uint64_t>(longest + 1) / 2));
    const uint64_t most = 1 + random.Below(random.Below(10) == 0 ? 60 : 4);
    std::vector<int64_t> lengths(random.Below(120));
    for (int64_t& length : lengths) length = static_cast<int64_t>(1 + random.Below(most));
    Cut(lengths, longest, context);
  }
}

TEST(WindowsTest, RefusesContextWithoutRoom) {
  EXPECT_THAT(ErrorOf([] { CutWindows(std::vector<int64_t>{0}, 1, 4, 2); }),
              testing::HasSubstr("found 4 and 2"));
  EXPECT_NE(ErrorOf([] { CutWindows(std::vector<int64_t>{0}, 1, 0, 0); }), "");
}

}  // namespace
}  // namespace weft
