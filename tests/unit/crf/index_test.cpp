#include "crf/index.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace weft {
namespace {

AttributeIndex Numbers(int count) {
  AttributeIndex index;
  for (int i = 0; i < count; ++i) EXPECT_EQ(index.Insert("key" + std::to_string(i)), i);
  return index;
}

TEST(IndexTest, IdsFollowFirstAppearance) {
  AttributeIndex index;
  EXPECT_EQ(index.Insert("b"), 0);
  EXPECT_EQ(index.Insert("a"), 1);
  EXPECT_EQ(index.Insert("b"), 0);
  EXPECT_EQ(index.Insert(""), 2);
  EXPECT_EQ(index.Insert(std::string_view("a\0b", 3)), 3);
  EXPECT_EQ(index.Find("a"), 1);
  EXPECT_EQ(index.Find(""), 2);
  EXPECT_EQ(index.Find(std::string_view("a\0b", 3)), 3);
  EXPECT_EQ(index.Find("c"), -1);
  EXPECT_EQ(index.key(1), "a");
  EXPECT_EQ(AttributeIndex().Find("a"), -1);
}

TEST(IndexTest, GrowsAndStillFindsEverything) {
  const AttributeIndex index = Numbers(50000);
  for (int i = 0; i < 50000; ++i) ASSERT_EQ(index.Find("key" + std::to_string(i)), i);
  for (int i = 50000; i < 100000; ++i) ASSERT_EQ(index.Find("key" + std::to_string(i)), -1);
}

TEST(IndexTest, TheSameFromItsArrays) {
  const AttributeIndex index = Numbers(1000);
  const AttributeIndex copy =
      AttributeIndex::FromArrays(index.slots(), index.key_ends(), index.bytes());
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(copy.Find("key" + std::to_string(i)), i);
  EXPECT_EQ(copy.Find("key1000"), -1);
}

// Damage that would lead a search out of bounds, or into an endless loop.
TEST(IndexTest, RefusesDamagedArrays) {
  const AttributeIndex index = Numbers(10);
  const auto refused = [](std::vector<uint64_t> slots, std::vector<uint64_t> ends,
                          std::vector<char> bytes) {
    try {
      AttributeIndex::FromArrays(std::move(slots), std::move(ends), std::move(bytes));
    } catch (const Error& e) {
      return e.status() == Status::kCorrupt;
    }
    return false;
  };
  EXPECT_TRUE(refused({}, index.key_ends(), index.bytes()));
  EXPECT_TRUE(refused(std::vector<uint64_t>(24), index.key_ends(), index.bytes()));
  EXPECT_TRUE(refused(std::vector<uint64_t>(16), index.key_ends(), index.bytes()));
  auto slots = index.slots();
  for (uint64_t& slot : slots) slot = slot ? slot + 5 : 0;
  EXPECT_TRUE(refused(slots, index.key_ends(), index.bytes()));
  auto ends = index.key_ends();
  ends[3] = 1000;
  EXPECT_TRUE(refused(index.slots(), ends, index.bytes()));
  auto bytes = index.bytes();
  bytes.pop_back();
  EXPECT_TRUE(refused(index.slots(), index.key_ends(), bytes));
  std::vector<uint64_t> full(16, 1);
  EXPECT_TRUE(refused(full, std::vector<uint64_t>(16, 0), {}));
}

}  // namespace
}  // namespace weft
