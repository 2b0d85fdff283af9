#include "crf/training_data.h"

#include "core/error.h"
#include "crf/options.h"

namespace weft {

CrfTrainingData::CrfTrainingData(const TrainingInput& input)
    : templates(std::make_shared<TemplateSet>(TemplatesFromOptions(input.options))),
      boundary(BoundaryFromOptions(input.options)),
      targets(*input.train, input.soft.get(), input.sentence_weights) {
  auto all = std::make_shared<AttributeIndex>();
  AttributeGenerator generator = NewGenerator(*input.train);
  corpus = EncodeAndIndex(*input.train, &generator, all.get());
  FeatureOptions wanted;
  wanted.min_count = input.options.GetFloat("min_count");
  wanted.dense = input.options.GetBool("dense_features");
  wanted.transitions = templates->transitions;
  features = SelectFeatures(corpus, Invert(corpus, all->size()), targets, wanted);
  Require(features.size() > 0, "no feature occurs ", wanted.min_count,
          " times or more on a labelled token; expected a lower min_count or other templates");
  DropUnused(all.get(), &corpus, &features);
  inverted = Invert(corpus, all->size());
  index = std::move(all);
}

AttributeGenerator CrfTrainingData::NewGenerator(const Corpus& bound) const {
  AttributeGenerator generator(templates, boundary);
  generator.Bind(bound);
  return generator;
}

std::shared_ptr<CrfModel> CrfTrainingData::NewModel(Span<const double> weights) const {
  return CrfModel::FromWeights(templates, boundary, index, features, weights);
}

}  // namespace weft
