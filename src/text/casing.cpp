#include "text/casing.h"

#include <utf8proc.h>

#include "text/code_points.h"

namespace weft {
namespace {

struct Facts {
  int64_t upper = 0;
  int64_t lower = 0;
  bool upper_first = false;  // the first letter that has a case
  bool digit = false;
  bool punctuation = false;
};

void Add(int32_t c, Facts* facts) {
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
      if (facts->upper + facts->lower == 0) facts->upper_first = true;
      ++facts->upper;
      return;
    case UTF8PROC_CATEGORY_LL:
      ++facts->lower;
      return;
    case UTF8PROC_CATEGORY_ND:
      facts->digit = true;
      return;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
      facts->punctuation = true;
      return;
    default:
      return;
  }
}

LetterCase CaseOf(const Facts& facts) {
  if (facts.upper + facts.lower == 0) return LetterCase::kNone;
  if (facts.upper == 0) return LetterCase::kLower;
  if (facts.upper == 1 && facts.upper_first) return LetterCase::kTitle;
  return facts.lower == 0 ? LetterCase::kUpper : LetterCase::kMixed;
}

}  // namespace

int32_t CasingOf(std::string_view word) {
  Facts facts;
  while (!word.empty()) Add(NextCodePoint(&word), &facts);
  return static_cast<int32_t>(CaseOf(facts)) + 5 * facts.digit + 10 * facts.punctuation;
}

}  // namespace weft
