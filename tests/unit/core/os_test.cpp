#include "core/os.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/error.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

class OsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "weft os \xc3\xbc \xf0\x9f\x99\x82";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  size_t Files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  fs::path folder_;
};

TEST_F(OsTest, WritesWholeAndReadsBack) {
  const std::string bytes(100000, '\0');
  WriteFileAtomic(Path("a"), "first");
  WriteFileAtomic(Path("a"), bytes);
  EXPECT_EQ(ReadFile(Path("a")), bytes);
  WriteFileAtomic(Path("a"), "");
  EXPECT_EQ(ReadFile(Path("a")), "");
  EXPECT_EQ(Files(), 1u) << "no temporary file stays";
}

TEST_F(OsTest, FollowsLinksAndKeepsTheMode) {
  WriteFileAtomic(Path("real"), "1");
  fs::permissions(Path("real"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", Path("link"));
  WriteFileAtomic(Path("link"), "2");
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(ReadFile(Path("real")), "2");
  EXPECT_EQ(fs::status(Path("real")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OsTest, APathIsNotCutAtANul) {
  WriteFileAtomic(Path("a"), "1");
  const std::string nul = Path("a") + std::string("\0x", 2);
  for (const std::string& path : {nul, std::string()}) {
    EXPECT_THROW(RequirePath(path), Error);
    for (int write : {0, 1}) {
      try {
        write ? WriteFileAtomic(path, "2") : (void)ReadFile(path);
        FAIL();
      } catch (const Error& e) {
        EXPECT_EQ(e.status(), Status::kInvalidArgument);
        EXPECT_THAT(e.what(), testing::HasSubstr(path.empty() ? "path must not be empty" : "NUL"));
      }
    }
  }
  EXPECT_EQ(ReadFile(Path("a")), "1");
}

TEST_F(OsTest, ErrorsNameThePathAndLeaveTheOldFile) {
  try {
    ReadFile(Path("none"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kNotFound);
    EXPECT_THAT(e.what(), testing::HasSubstr(Path("none")));
  }
  EXPECT_THROW(ReadFile(folder_.string()), Error);
  EXPECT_THROW(WriteFileAtomic(folder_.string(), "x"), Error);
  EXPECT_THROW(WriteFileAtomic(Path("no/such"), "x"), Error);
  EXPECT_EQ(Files(), 0u);
  WriteFileAtomic("/dev/null", "swallowed");
}

TEST(LibraryDirectoryTest, IsAFolder) { EXPECT_TRUE(fs::is_directory(LibraryDirectory())); }

}  // namespace
}  // namespace weft
