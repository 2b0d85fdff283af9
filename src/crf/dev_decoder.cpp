#include "crf/dev_decoder.h"

#include "crf/decoder.h"

namespace weft {

DevDecoder::DevDecoder(const Corpus& dev, const CrfTrainingData& data, Scheme scheme,
                       const TransitionRules* rules, Executor* executor)
    : dev_(&dev),
      data_(&data),
      scheme_(scheme),
      rules_(rules),
      executor_(executor),
      table_(data.features),
      predicted_(static_cast<size_t>(dev.num_tokens())),
      scratch_(static_cast<size_t>(executor->threads())) {
  AttributeGenerator generator = data.NewGenerator(dev);
  occurrences_.AddAll(Encode(dev, &generator, *data.index), table_);
}

void DevDecoder::Decode(int64_t s, int worker, const Transitions& transitions) {
  Scratch* scratch = &scratch_[static_cast<size_t>(worker)];
  const int64_t length = dev_->length(s);
  const int32_t labels = transitions.labels();
  scratch->rows.resize(static_cast<size_t>(length) * static_cast<size_t>(table_.stride()));
  scratch->emissions.resize(static_cast<size_t>(length) * static_cast<size_t>(labels));
  ScoreTask task;
  table_.Describe(&task);
  occurrences_.Describe(&task);
  task.begin = dev_->begin(s);
  task.end = dev_->end(s);
  task.out = scratch->rows.data();
  ScoreTokens(task);
  UnpadRows(scratch->rows.data(), length, labels, table_.stride(), scratch->emissions.data());
  Lattice lattice;
  lattice.length = length;
  lattice.labels = labels;
  lattice.emissions = scratch->emissions.data();
  lattice.transitions = &transitions;
  Viterbi(lattice, &scratch->workspace,
          {predicted_.data() + dev_->begin(s), static_cast<size_t>(length)});
}

double DevDecoder::F1(Span<const double> weights) {
  const FeatureSet& features = data_->features;
  table_.Load(features, weights.data(), 0, features.num_attributes());
  std::vector<float> bigram_weights;
  for (auto f = static_cast<size_t>(features.num_states()); f < weights.size(); ++f) {
    bigram_weights.push_back(static_cast<float>(weights[f]));
  }
  const Transitions transitions =
      BigramTransitions(features.labels, features.bigrams, bigram_weights, rules_);
  executor_->ForChunks(dev_->num_sentences(), 64,
                       [&](int64_t, int64_t begin, int64_t end, int worker) {
                         for (int64_t s = begin; s < end; ++s) Decode(s, worker, transitions);
                       });
  return Evaluate(*dev_, data_->targets.labels(), predicted_, scheme_, SpanMode::kStrict)
      .micro.f1();
}

}  // namespace weft
