// The Dawid–Skene model: a distribution of true labels, one confusion matrix per source.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "weak/confusion.h"
#include "weak/vote_model.h"

namespace weft {

class DsModel : public VoteModel {
 public:
  /// `classes` [K]: p(true label). `constrained`: labels are the most probable sequence that is
  /// legal in the scheme; posteriors are those of single tokens either way.
  DsModel(std::vector<double> classes, Confusion confusion, bool constrained)
      : classes_(std::move(classes)), confusion_(std::move(confusion)), constrained_(constrained) {}

  std::string_view method() const override { return "ds"; }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<DsModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;
  static std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels);

  const std::vector<double>& classes() const { return classes_; }
  const Confusion& confusion() const { return confusion_; }
  bool constrained() const { return constrained_; }

 private:
  std::vector<double> classes_;
  Confusion confusion_;
  bool constrained_;
};

}  // namespace weft
