// Any encoder as a TorchScript module. Its method
//
//   forward(ids: int64 [B, L], mask: int64 [B, L]) -> float32 [B, L, H]
//
// gives the states of B sequences of pieces; the mask is 1 where there is a piece, 0 where a
// sequence is padded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "encode/encoder_folder.h"
#include "neural/piece_encoder.h"

namespace weft {

class TorchScript : public PieceStates {
 public:
  static constexpr char kFile[] = "encoder.pt", kSection[] = "encoder.module";

  /// From FOLDER/encoder.pt, which is tried on ids below `pieces`; where FOLDER/config.json has
  /// "max_position_embeddings", they bound what it reads at once. Its parameters become
  /// `parameters`, all frozen or none. Fails with kFormat, naming the file, where it is no
  /// TorchScript module or its method is not as above.
  static std::unique_ptr<TorchScript> Open(EncoderFolder* folder, int64_t pieces, bool frozen,
                                           Parameters* parameters);
  /// From the section that Save gave; the model file fills the parameters.
  static std::unique_ptr<TorchScript> Load(const std::string& section, bool frozen,
                                           Parameters* parameters);
  ~TorchScript() override;

  int64_t width() const override { return width_; }
  int64_t longest() const override { return longest_; }
  /// Fails with kFormat, naming the file, where the module fails, or gives another shape or type
  /// than it should, or (but in training) a value that is not finite. Training passes take turns:
  /// what modules draw at random comes from one generator of the process.
  at::Tensor Forward(const std::vector<int64_t>& ids, const std::vector<int64_t>& ends,
                     ForwardPass* pass) const override;
  std::vector<Section> Save() const override;
  std::string Describe() const override;

 private:
  struct Modules;

  TorchScript(std::string structure, std::string file, int64_t width, int64_t longest);
  void AddParameters(bool frozen, Parameters* parameters);
  void Try(int64_t pieces);
  at::Tensor Run(const at::Tensor& ids, const at::Tensor& mask, ForwardPass* pass) const;

  std::string structure_;  // the module, its parameters without values
  std::string file_;       // for messages
  int64_t width_, longest_;
  std::unique_ptr<Modules> modules_;
};

}  // namespace weft
