// The parameters of a neural model, and one pass that reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "neural/torch.h"

namespace weft {

/// Each group has a learning rate and a weight decay of its own.
enum class ParameterGroup : int32_t { kEncoder, kEmissions, kChain, kSources };

struct Parameter {
  std::string name;  ///< in model files
  at::Tensor value;  ///< float32
  ParameterGroup group = ParameterGroup::kEncoder;
  /// An embedding: passes look rows up, and only those get a gradient and an update.
  bool rows = false;
  bool frozen = false;  ///< training leaves it as it is
  bool decays = true;   ///< weight decay pulls it to 0
  double rate = 1;      ///< of its group's learning rate (layer-wise decay)
};

/// All of a model, in a fixed order.
class Parameters {
 public:
  /// The name must be new. The reference stays valid.
  Parameter& Add(std::string name, at::Tensor value, ParameterGroup group);
  size_t size() const { return all_.size(); }
  Parameter& operator[](size_t i) { return *all_[i]; }
  const Parameter& operator[](size_t i) const { return *all_[i]; }
  Parameter* Find(const std::string& name) const;  ///< null where there is none
  int64_t NumValues() const;

 private:
  std::vector<std::unique_ptr<Parameter>> all_;
};

/// Weights to begin with, by `random`: uniform in ±bound.
at::Tensor UniformWeights(at::IntArrayRef shape, double bound, Random* random);
/// The bound of Glorot and Bengio 2010 for a matrix [out, in].
at::Tensor GlorotWeights(int64_t out, int64_t in, Random* random);

/// One forward pass over some sentences. In training it also keeps what the backward pass must
/// return gradients of. One thread.
class ForwardPass {
 public:
  /// `seed`: of the streams of dropout.
  static ForwardPass Training(uint64_t seed) { return ForwardPass(true, seed); }
  static ForwardPass Decoding() { return ForwardPass(false, 0); }

  bool training() const { return training_; }
  uint64_t NextSeed() { return random_.Next(); }
  /// Dropout where this is training.
  at::Tensor Drop(const at::Tensor& x, double p);
  /// A number in [0, 1).
  double Uniform() { return random_.Uniform(); }

  /// Rows of an embedding [ids.size(), D].
  at::Tensor Rows(const Parameter& table, const std::vector<int64_t>& ids);

  struct Lookup {
    const Parameter* table;
    std::vector<int64_t> ids;
    at::Tensor rows;  ///< a leaf of the graph
  };
  const std::vector<Lookup>& lookups() const { return lookups_; }

 private:
  ForwardPass(bool training, uint64_t seed) : training_(training), random_(seed) {}

  bool training_;
  Random random_;
  std::vector<Lookup> lookups_;
};

}  // namespace weft
