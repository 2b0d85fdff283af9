// What happens in a loop. Its state is what its events, one after the other, make of the pool.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace weft {

struct Event {
  enum class Kind {
    kBatch,  ///< `sentences` are chosen, to be asked about in this order
    kAsk,    ///< `tokens` of `sentence` are asked for; `labels` [L] are the best of the model then,
             ///< empty where there is none
    kAnswer,  ///< `labels` of `tokens` of `sentence`; kNoLabel takes one back
    kModel,   ///< the model's labels of those that were not asked for; the sentence is done
    kSkip,    ///< `sentence` is not to be asked about
    kUpdate,  ///< the tagger learns what has a label
  };
  Kind kind;
  int64_t sentence = -1;
  std::vector<int64_t> sentences;
  std::vector<int32_t> tokens;
  std::vector<int32_t> labels;
};

/// Is told of every event before it has an effect.
using EventSink = std::function<void(const Event&)>;

}  // namespace weft
