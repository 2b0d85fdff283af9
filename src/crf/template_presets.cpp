#include "core/error.h"
#include "crf/template.h"

namespace weft {
namespace {

// Named entities: lower-cased words and shapes around, affixes and flags of the word itself.
constexpr std::string_view kNer = R"(bias
begin
end
begin & token[0]|is(cap)
token[0]
token[-2..2]|lower
token[-2..2]|collapsed
token[0]|shape
token[0]|prefix(1..4)
token[0]|suffix(1..4)
token[-2..2]|flags
transitions
)";

// Chunking: words and parts of speech (the second column), CoNLL-2000's usual 19 templates.
constexpr std::string_view kChunk = R"(U00:%x[-2,0]
U01:%x[-1,0]
U02:%x[0,0]
U03:%x[1,0]
U04:%x[2,0]
U05:%x[-1,0]|%x[0,0]
U06:%x[0,0]|%x[1,0]
U10:%x[-2,1]
U11:%x[-1,1]
U12:%x[0,1]
U13:%x[1,1]
U14:%x[2,1]
U15:%x[-2,1]|%x[-1,1]
U16:%x[-1,1]|%x[0,1]
U17:%x[0,1]|%x[1,1]
U18:%x[1,1]|%x[2,1]
U20:%x[-2,1]|%x[-1,1]|%x[0,1]
U21:%x[-1,1]|%x[0,1]|%x[1,1]
U22:%x[0,1]|%x[1,1]|%x[2,1]
begin
end
transitions
)";

constexpr std::string_view kWord = R"(token[-2..2]
begin
end
transitions
)";

constexpr std::string_view kAttributes = R"(attributes
transitions
)";

}  // namespace

const std::vector<std::string>& TemplatePresets() {
  static const std::vector<std::string> kNames = {"ner", "chunk", "word", "attributes"};
  return kNames;
}

std::string_view TemplatePreset(std::string_view name) {
  if (name == "ner") return kNer;
  if (name == "chunk") return kChunk;
  if (name == "word") return kWord;
  if (name == "attributes") return kAttributes;
  Fail(Status::kInvalidArgument,
       "expected a preset of feature templates (ner, chunk, word, "
       "attributes), found \"",
       name, "\"");
}

}  // namespace weft
