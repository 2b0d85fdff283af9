// What every training algorithm of the sparse CRF starts from: the corpus as attribute ids, the
// labels to learn and the features that they call for.
#pragma once

#include <memory>

#include "crf/encoded_corpus.h"
#include "crf/expectations.h"
#include "crf/features.h"
#include "crf/index.h"
#include "crf/model.h"
#include "method/model.h"
#include "method/targets.h"

namespace weft {

struct CrfTrainingData {
  /// Reads features, templates and counts from `input.options` (crf/options.h). `votes`: what the
  /// corpus's votes say is learned too; null: they are not looked at.
  explicit CrfTrainingData(const TrainingInput& input, const ExpectationSettings* votes = nullptr);

  /// Bound to `corpus`; the templates' columns must be there.
  AttributeGenerator NewGenerator(const Corpus& corpus) const;
  std::shared_ptr<CrfModel> NewModel(std::string_view method, Span<const double> weights) const;

  std::shared_ptr<const TemplateSet> templates;
  Boundary boundary;
  std::shared_ptr<const AttributeIndex> index;
  Targets targets;
  std::unique_ptr<const Expectations> expectations;  ///< may be null
  EncodedCorpus corpus;
  InvertedIndex inverted;
  FeatureSet features;

 private:
  LabelEvidence Evidence() const;
};

}  // namespace weft
