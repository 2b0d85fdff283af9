// Learning curves: what a simulated session has reached after each update.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output.h"

namespace weft::cli {

/// Counts are of what was added since the session began.
struct CurvePoint {
  int64_t update = 0;
  double sentences = 0;  ///< done
  double asked = 0;      ///< tokens with an answer
  double by_model = 0;   ///< tokens that the model labelled
  double errors = 0;     ///< of those, labels that are not the gold ones
  double accuracy = 0;   ///< of tokens of the test corpus, fraction of 1
  double f1 = 0;         ///< of its spans; NaN where there are none
  double seconds = 0;    ///< that learning, ranking and choosing took
};

/// The points of one setting, seed by seed: one after each update.
struct Curve {
  std::string name;
  std::vector<std::vector<CurvePoint>> seeds;
  /// After each update that all seeds have reached, their mean.
  std::vector<CurvePoint> Mean() const;
};

/// "curve,seed,update,…": seed after seed, then the mean as seed "mean".
std::string CurvesCsv(const std::vector<Curve>& curves, int64_t first_seed);
Json CurvesJson(const std::vector<Curve>& curves, int64_t first_seed);

Json ToJson(const CurvePoint& point);
CurvePoint PointFromJson(const Json& json);

/// Writes curves.csv, curves.json and plots of the means: accuracy by asked tokens and by
/// sentences, asked tokens and errors by sentences.
void WriteCurves(const std::vector<Curve>& curves, int64_t first_seed, const std::string& folder);

}  // namespace weft::cli
