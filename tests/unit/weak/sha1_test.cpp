#include "weak/sha1.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"

namespace weft {
namespace {

std::string Hex(std::string_view text) {
  std::string hex;
  for (uint8_t byte : Sha1Short(text)) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

TEST(Sha1Test, KnownDigests) {  // FIPS 180-4's examples and what `sha1sum` prints
  EXPECT_EQ(Hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(Hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(Hex("12345"), "8cb2237d0679ca88db6464eac60da96345513964");
  EXPECT_EQ(Hex(std::string(55, 'a')), "c1c8bbdc22796e28c0e15163d20899b65621d65a");
}

TEST(Sha1Test, ModuloIsThatOfTheWholeNumber) {
  // int(sha1(b"0").hexdigest(), 16) % n, by arithmetic of another kind
  EXPECT_EQ(Hex("0"), "b6589fc6ab0dc82cf12099d1c2d40ab994e8410c");
  EXPECT_EQ(Sha1Modulo("0", 2), 0u);    // the last hex digit is even
  EXPECT_EQ(Sha1Modulo("0", 16), 12u);  // the last hex digit
  EXPECT_EQ(Sha1Modulo("0", 15), 3u);   // the digit sum in base 16, modulo 15
}

TEST(Sha1Test, RefusesMoreThanOneBlock) { EXPECT_THROW(Sha1Short(std::string(56, 'a')), Error); }

}  // namespace
}  // namespace weft
