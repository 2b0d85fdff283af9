// Nearest words and tables.
#include <gtest/gtest.h>

#include "cli/nearest.h"
#include "cli/table.h"

namespace weft::cli {
namespace {

TEST(NearestTest, FewestEditsWinAndFarWordsLose) {
  const std::vector<std::string> verbs = {"aggregate", "train", "tag", "eval", "info"};
  EXPECT_EQ(Nearest("agregate", verbs), "aggregate");
  EXPECT_EQ(Nearest("trian", verbs), "train");
  EXPECT_EQ(Nearest("tga", verbs), "tag");
  EXPECT_EQ(Nearest("benchmark", verbs), "");
  EXPECT_EQ(NearestHint("evla", verbs), "; the nearest is \"eval\"");
  EXPECT_EQ(NearestHint("xylophone", {}), "");
}

TEST(TableTest, ColumnsAlignByCodePoints) {
  Table table({"name", "f1", "n"});
  EXPECT_TRUE(table.empty());
  table.Add({"Müller", "0.5", "12"});
  table.Add({"x", "10", ""});
  EXPECT_EQ(table.Text(),
            "name     f1   n\n"
            "Müller  0.5  12\n"
            "x        10\n");
}

}  // namespace
}  // namespace weft::cli
