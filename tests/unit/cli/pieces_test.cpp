// Streams cut into pieces.
#include "cli/pieces.h"

#include <gtest/gtest.h>

#include <deque>

namespace weft::cli {
namespace {

// A stream that gives one part per read and is never ready before `parts` are.
ByteStream Parts(std::deque<std::string> parts, bool ready = true) {
  auto left = std::make_shared<std::deque<std::string>>(std::move(parts));
  return {[left](char* buffer, size_t size) {
            if (left->empty()) return size_t{0};
            const size_t got = left->front().copy(buffer, size);
            left->pop_front();
            return got;
          },
          [ready] { return ready; }};
}

std::vector<Piece> All(PieceReader* reader) {
  std::vector<Piece> pieces;
  while (auto piece = reader->Next()) pieces.push_back(std::move(*piece));
  return pieces;
}

TEST(PiecesTest, SentencesEndAtBlankLines) {
  PieceReader reader(Parts({"a\nb\n\nc\n", "\n \r\nd\n\n\ne"}), 2);
  const auto pieces = All(&reader);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].bytes, "a\nb\n\nc\n\n");
  EXPECT_EQ(pieces[0].first_line, 1);
  EXPECT_EQ(pieces[1].bytes, " \r\nd\n\n\ne");
  EXPECT_EQ(pieces[1].first_line, 6);
}

TEST(PiecesTest, BlankLinesMayBeSentences) {
  for (const bool too : {false, true}) {
    PieceReader reader(Parts({"a\n\nb\n\n"}), 2);
    reader.SetSentencesAreLines(true, too);
    const auto pieces = All(&reader);
    ASSERT_EQ(pieces.size(), too ? 2u : 1u);
    EXPECT_EQ(pieces[0].bytes, too ? "a\n\n" : "a\n\nb\n");
    EXPECT_EQ(pieces.back().bytes, too ? "b\n\n" : "a\n\nb\n");
  }
}

TEST(PiecesTest, RecordsAreLines) {
  PieceReader reader(Parts({"{1}\n\n{2}\n{", "3}\n"}), 2);
  reader.SetSentencesAreLines(true, false);
  const auto pieces = All(&reader);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].bytes, "{1}\n\n{2}\n");
  EXPECT_EQ(pieces[1].bytes, "{3}\n");
  EXPECT_EQ(pieces[1].first_line, 4);
}

TEST(PiecesTest, WhatIsWholeIsNotKeptWaiting) {
  PieceReader reader(Parts({"a\n\nb\n", "\nc\n\n"}, false), 1000);
  const auto pieces = All(&reader);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].bytes, "a\n\n");
  EXPECT_EQ(pieces[1].bytes, "b\n\nc\n\n");
}

TEST(PiecesTest, AMarkerStaysWithTheSentenceAfterIt) {
  for (const size_t most : {1u, 2u, 9u}) {
    PieceReader reader(Parts({"#D\n\na\n\n#D\n\n", "b\n#D\nc\n\nd\n"}), most);
    reader.SetDocumentMarker("#D");
    std::string all;
    for (const Piece& piece : All(&reader)) {
      EXPECT_EQ(piece.begins_document, piece.bytes[0] == '#') << most << piece.bytes;
      all += piece.bytes;
      EXPECT_NE(piece.bytes.find_first_of("abcd"), std::string::npos) << piece.bytes;
    }
    EXPECT_EQ(all, "#D\n\na\n\n#D\n\nb\n#D\nc\n\nd\n");
  }
}

TEST(PiecesTest, PeekingTakesNothing) {
  PieceReader reader(Parts({"\n#D x\n", "\nfir", "st line\nsecond\n"}), 1);
  reader.SetDocumentMarker("#D");
  EXPECT_EQ(reader.PeekLine(), "first line");
  EXPECT_EQ(reader.peeked().substr(0, 5), "\n#D x");
  EXPECT_EQ(All(&reader).front().bytes, "\n#D x\n\nfirst line\nsecond\n");
  PieceReader empty(Parts({}), 1);
  EXPECT_EQ(empty.PeekLine(), "");
  EXPECT_FALSE(empty.Next().has_value());
  PieceReader blank(Parts({"\n \n"}), 1);
  EXPECT_EQ(blank.PeekLine(), "");
  EXPECT_FALSE(blank.Next().has_value());
}

TEST(PiecesTest, AFailureComesAfterWhatWasWholeBeforeIt) {
  ByteStream stream = Parts({"a\n\nb\n\n", "c\n"});
  stream.read = [read = stream.read](char* buffer, size_t size) {
    const size_t got = read(buffer, size);
    if (got == 0) throw std::runtime_error("broken");
    return got;
  };
  PieceReader reader(stream, 1000);
  EXPECT_EQ(reader.PeekLine(), "a");
  EXPECT_EQ(reader.Next()->bytes, "a\n\nb\n\n");
  EXPECT_THROW(reader.Next(), std::runtime_error);
  EXPECT_THROW(reader.Next(), std::runtime_error);
}

TEST(PiecesTest, AWholeStreamIsOnePiece) {
  PieceReader reader(Parts({"a\n\n", "b\n\n", "c"}), 1);
  reader.SetWholeStream(true);
  const auto pieces = All(&reader);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].bytes, "a\n\nb\n\nc");
}

}  // namespace
}  // namespace weft::cli
