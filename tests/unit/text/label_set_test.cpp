#include "text/label_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace weft {
namespace {

using testing::ElementsAre;

TEST(LabelSetTest, IdsByInsertion) {
  LabelSet labels({"X", "Y"});
  EXPECT_EQ(labels.Add("Z"), 2);
  EXPECT_EQ(labels.Add("X"), 0);
  EXPECT_EQ(labels.Find("Y"), 1);
  EXPECT_EQ(labels.Find("nowhere"), kNoLabel);
  EXPECT_EQ(labels.size(), 3);
  EXPECT_THROW(labels.Add(""), Error);
  EXPECT_THROW(LabelSet({"A", "A"}), Error);
}

TEST(LabelSetTest, CanonicalOrderHangsOnNamesAlone) {
  const LabelSet a({"I-PER", "S-LOC", "B-PER", "O", "E-LOC", "I-LOC", "B-LOC"});
  const LabelSet b({"B-LOC", "O", "B-PER", "I-LOC", "I-PER", "E-LOC", "S-LOC"});
  EXPECT_THAT(a.Canonical().names(),
              ElementsAre("O", "B-LOC", "I-LOC", "E-LOC", "S-LOC", "B-PER", "I-PER"));
  EXPECT_EQ(a.Canonical(), b.Canonical());
  EXPECT_THAT(LabelSet({"VERB", "NOUN", "ADJ"}).Canonical().names(),
              ElementsAre("ADJ", "NOUN", "VERB"));
}

TEST(LabelSetTest, MapsByName) {
  EXPECT_THAT(MapLabels(LabelSet({"O", "B-X", "I-X"}), LabelSet({"I-X", "O"})),
              ElementsAre(1, kNoLabel, 0));
}

}  // namespace
}  // namespace weft
