// weft in five minutes, in C++17: loads a model, tags a text, and says where in it the spans stand.
//
//   c++ -std=c++17 five_minutes.cpp $(pkg-config --cflags --libs weft) && ./a.out m.weft
#include <cstdio>
#include <string>
#include <weft/weft.hpp>

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: five_minutes MODEL\n");
    return 2;
  }
  const weft::Model model = weft::Model::Load(argv[1]);
  weft::Tagger tagger(model);  // one per thread; the model is shared

  const std::string text = "🙂 Grace Hopper moved to London.";
  const weft::Corpus corpus = weft::Corpus::FromTexts({text});
  const weft::Result result = tagger.Decode(corpus, WEFT_WANT_SPANS);

  // First byte of every token, and the one after its last; WEFT_UTF16 and WEFT_CODE_POINTS are
  // other units.
  const auto bounds = corpus.offsets(WEFT_BYTES);
  for (const weft_span& span : result.spans()) {
    const auto begin = static_cast<size_t>(bounds[2 * static_cast<size_t>(span.begin)]);
    const auto end = static_cast<size_t>(bounds[2 * static_cast<size_t>(span.end) - 1]);
    const std::string type(result.type(static_cast<size_t>(span.type)));
    std::printf("%s %zu..%zu \"%s\" (%.6f)\n", type.c_str(), begin, end,
                text.substr(begin, end - begin).c_str(), span.confidence);
  }
} catch (const weft::error& e) {
  std::fprintf(stderr, "%s: %s\n", weft_status_name(e.status()), e.what());
  return 1;
}
