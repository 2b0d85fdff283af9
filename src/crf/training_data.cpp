#include "crf/training_data.h"

#include "core/error.h"
#include "crf/options.h"

namespace weft {

CrfTrainingData::CrfTrainingData(const TrainingInput& input, const ExpectationSettings* votes)
    : templates(std::make_shared<TemplateSet>(TemplatesFromOptions(input.options))),
      boundary(BoundaryFromOptions(input.options)),
      targets(*input.train, input.soft.get(), input.sentence_weights,
              votes ? Targets::Need::kNone : Targets::Need::kSome),
      expectations(votes ? std::make_unique<Expectations>(*input.train, *votes) : nullptr) {
  Require(targets.labelled_tokens() + (expectations ? expectations->num_tokens() : 0) > 0,
          "there is nothing to learn from ", input.train->name(), ": no token has a label",
          expectations ? ", or an expectation," : "", " that weighs more than 0");
  auto all = std::make_shared<AttributeIndex>();
  AttributeGenerator generator = NewGenerator(*input.train);
  corpus = EncodeAndIndex(*input.train, &generator, all.get());
  FeatureOptions wanted;
  wanted.min_count = input.options.GetFloat("min_count");
  wanted.dense = input.options.GetBool("dense_features");
  wanted.transitions = templates->transitions;
  features =
      SelectFeatures(Invert(corpus, all->size()), corpus.num_sentences(), Evidence(), wanted);
  Require(features.size() > 0, "no feature occurs ", wanted.min_count,
          " times or more on a labelled token; expected a lower min_count or other templates");
  DropUnused(all.get(), &corpus, &features);
  inverted = Invert(corpus, all->size());
  index = std::move(all);
}

LabelEvidence CrfTrainingData::Evidence() const {
  LabelEvidence evidence = EvidenceOf(targets);
  if (!expectations || expectations->num_tokens() == 0) return evidence;
  evidence.add_labels = [this](int64_t t, double* counts) {
    targets.AddLabels(t, counts);
    expectations->AddLabels(t, counts);
  };
  evidence.all_bigrams = true;  // between tokens that nothing is expected of, any may be
  return evidence;
}

AttributeGenerator CrfTrainingData::NewGenerator(const Corpus& bound) const {
  AttributeGenerator generator(templates, boundary);
  generator.Bind(bound);
  return generator;
}

std::shared_ptr<CrfModel> CrfTrainingData::NewModel(std::string_view method,
                                                    Span<const double> weights) const {
  return CrfModel::FromWeights(method, templates, boundary, index, features, weights);
}

}  // namespace weft
