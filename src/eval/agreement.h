// Agreement between sources, pair by pair.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "text/corpus.h"

namespace weft {

/// Agreement of two sources over the tokens where both voted (an abstention is no vote; O is one).
struct PairAgreement {
  int64_t both = 0;           ///< tokens where both voted
  int64_t agreed = 0;         ///< … and gave the same label
  int64_t active = 0;         ///< tokens where both voted and at least one has an opinion
  int64_t active_agreed = 0;  ///< … and gave the same label
  double chance = 0;          ///< p_e of Cohen (1960): agreement expected from their label counts

  std::optional<double> agreement() const;         ///< agreed / both
  std::optional<double> active_agreement() const;  ///< active_agreed / active
  /// Cohen's kappa, (p_o − p_e) / (1 − p_e); none where there is no token or chance alone explains
  /// everything (both always gave one and the same label).
  std::optional<double> kappa() const;
};

/// [J, J], symmetric; on the diagonal each source with itself.
struct AgreementMatrix {
  int32_t sources = 0;
  std::vector<PairAgreement> pairs;
  const PairAgreement& at(int32_t a, int32_t b) const {
    return pairs[static_cast<size_t>(a) * static_cast<size_t>(sources) + static_cast<size_t>(b)];
  }
};

AgreementMatrix SourceAgreement(const Corpus& corpus);

/// The id of the label that is no opinion: O in a scheme of spans; kNoLabel with plain tags, where
/// every label is an opinion.
int32_t OutsideLabel(const Corpus& corpus);

}  // namespace weft
