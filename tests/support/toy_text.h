// Small news-like sentences with names in them, made up from templates: a corpus for the demo and
// for tests that need text a tagger can learn, without anyone's data.
#pragma once

#include <string>
#include <vector>

#include "core/random.h"

namespace weft::testing {

/// Labels are IOB2 over PER, LOC, ORG and DATE.
struct ToySentence {
  std::vector<std::string> tokens;
  std::vector<std::string> labels;  // [tokens]
};

/// The vocabulary that sentences are filled from; what a rule may know some of.
const std::vector<std::string>& ToyCities();
const std::vector<std::string>& ToyFirstNames();
const std::vector<std::string>& ToyMonths();

/// One sentence. Some names mean two things (Jordan, Florence, Victoria), organisations are named
/// after cities, and other words are capitalised, so lists and patterns alone go wrong.
ToySentence MakeToySentence(Random* random);

}  // namespace weft::testing
