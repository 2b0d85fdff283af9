// Bitext: sentences, their translations and how their tokens are aligned.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bitext/alignment.h"
#include "bitext/link_text.h"
#include "core/options.h"
#include "text/corpus.h"

namespace weft {

/// The options that tell how bitext is read.
OptionTable BitextOptions();

/// Sentence p of one corpus is the translation of sentence p of the other. Immutable.
struct Bitext {
  std::shared_ptr<const Corpus> source, target;
  Alignment alignment;  ///< of as many pairs as either has sentences
  std::string name;     ///< of its file, for messages
  /// Pairs whose links could not be used (on_error=skip): they have none.
  int64_t skipped_pairs = 0;
};

/// One file with both sides: JSON lines {"id", "src": [token], "tgt": [token], "LINKS": [[source
/// token, target token], …]}, or lines "source ||| target ||| links", or "source ||| target" whose
/// links are in the file of option `alignment`. Gzip is transparent. Fails with kIo, or with
/// kFormat, naming file, line and pair.
std::shared_ptr<const Bitext> ReadBitext(const std::string& path, const Options& options);

/// Two corpora, aligned by the file of option `alignment`, a line of links per pair. Fails with
/// kFormat where the numbers of sentences differ, saying them and the first pair whose
/// links do not fit.
std::shared_ptr<const Bitext> AlignCorpora(std::shared_ptr<const Corpus> source,
                                           std::shared_ptr<const Corpus> target,
                                           const Options& options);

/// The same with links as given: those of pair p are [offsets[p], offsets[p + 1]) of `links`.
std::shared_ptr<const Bitext> LinkCorpora(std::shared_ptr<const Corpus> source,
                                          std::shared_ptr<const Corpus> target,
                                          Span<const Link> links, Span<const size_t> offsets,
                                          const Options& options);

/// From the source of `first` to the target of `second`, aligned through the target of `first`,
/// which the source of `second` must have the tokens of. Fails with kInvalidArgument, naming the
/// first pair that differs.
std::shared_ptr<const Bitext> Through(const Bitext& first, const Bitext& second);

/// The same bitext with another corpus of the same tokens as its target side: one with votes, say,
/// to which those of one more source are to come. Fails as Through does.
std::shared_ptr<const Bitext> WithTarget(const Bitext& bitext,
                                         std::shared_ptr<const Corpus> target);

}  // namespace weft
