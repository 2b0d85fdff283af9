// Bitext and projection: a part of weft.hpp, which says how its classes behave.
#ifndef WEFT_BITEXT_HPP_
#define WEFT_BITEXT_HPP_

#include <string>
#include <string_view>
#include <vector>
#include <weft/weft.hpp>

namespace weft {
inline namespace host {

/// Labels carried over a bitext.
class Projection : public detail::Handle<weft_projection, weft_projection_free> {
 public:
  explicit Projection(weft_projection* handle) : Handle(handle) {}
  /// The target side with them.
  Corpus corpus() const { return Corpus(detail::Make<weft_corpus>(weft_projection_corpus, get())); }
  /// What became of pairs and tokens.
  Report report() const { return Report(detail::Make<weft_report>(weft_projection_report, get())); }
};

/// Sentences, their translations and how their tokens are aligned.
class Bitext : public detail::Handle<weft_bitext, weft_bitext_free> {
 public:
  explicit Bitext(weft_bitext* handle) : Handle(handle) {}

  /// `aligning`: options of "bitext".
  static Bitext Read(std::string_view path, const Options* aligning = nullptr) {
    return Bitext(
        detail::Make<weft_bitext>(weft_bitext_read, path.data(), path.size(), Raw(aligning)));
  }
  /// By the file of links that option `alignment` names.
  static Bitext Align(const Corpus& source, const Corpus& target, const Options& aligning) {
    return Bitext(
        detail::Make<weft_bitext>(weft_bitext_align, source.get(), target.get(), aligning.get()));
  }
  /// `links`: of each pair, source and target token by turns. `confidences`: of all links, or none.
  static Bitext Link(const Corpus& source, const Corpus& target,
                     const std::vector<std::vector<int32_t>>& links,
                     const std::vector<float>& confidences = {},
                     const Options* aligning = nullptr) {
    std::vector<int32_t> flat;
    std::vector<size_t> offsets = {0};
    for (const auto& pair : links) {
      if (pair.size() % 2 != 0) {
        throw error(WEFT_INVALID_ARGUMENT, "a pair's links are two tokens each, found " +
                                               std::to_string(pair.size()) + " tokens");
      }
      flat.insert(flat.end(), pair.begin(), pair.end());
      offsets.push_back(flat.size() / 2);
    }
    if (!confidences.empty() && confidences.size() != offsets.back()) {
      throw error(WEFT_INVALID_ARGUMENT, "expected a confidence for each of " +
                                             std::to_string(offsets.back()) + " links, found " +
                                             std::to_string(confidences.size()));
    }
    return Bitext(detail::Make<weft_bitext>(weft_bitext_link, source.get(), target.get(),
                                            flat.data(),
                                            confidences.empty() ? nullptr : confidences.data(),
                                            offsets.data(), links.size(), Raw(aligning)));
  }
  /// From this source to the target of `next`, through this target, which is the source of `next`.
  Bitext Through(const Bitext& next) const {
    return Bitext(detail::Make<weft_bitext>(weft_bitext_through, get(), next.get()));
  }
  /// The same links with another corpus of the same tokens as the target side.
  Bitext WithTarget(const Corpus& target) const {
    return Bitext(detail::Make<weft_bitext>(weft_bitext_with_target, get(), target.get()));
  }

  size_t pairs() const { return weft_bitext_pair_count(get()); }
  Corpus source() const { return Side(WEFT_SOURCE_SIDE); }
  Corpus target() const { return Side(WEFT_TARGET_SIDE); }
  /// Source and target token by turns.
  View<int32_t> links(size_t pair) const {
    const int32_t* links;
    size_t count;
    detail::Check(weft_bitext_links(get(), pair, &links, &count));
    return {links, count};
  }
  View<float> confidences(size_t pair) const {
    const float* values;
    size_t count;
    detail::Check(weft_bitext_confidences(get(), pair, &values, &count));
    return {values, count};
  }
  /// Of what `result` says of the source side, or of its gold labels; `options`: of "project".
  Projection Project(const Result* result, const Options* options = nullptr) const {
    return Projection(detail::Make<weft_projection>(
        weft_bitext_project, get(), result ? result->get() : nullptr, Raw(options)));
  }

 private:
  static const weft_options* Raw(const Options* options) {
    return options ? options->get() : nullptr;
  }
  Corpus Side(int32_t side) const {
    return Corpus(detail::Make<weft_corpus>(weft_bitext_side, get(), side));
  }
};

}  // namespace host
}  // namespace weft

#endif  // WEFT_BITEXT_HPP_
