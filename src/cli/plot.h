// Line plots as SVG.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace weft::cli {

struct PlotLine {
  std::string name;  ///< in the legend; "": not there
  size_t colour = 0;
  bool dashed = false;
  std::vector<std::pair<double, double>> points;
};

struct Plot {
  std::string x, y;  ///< what the axes count
  std::vector<PlotLine> lines;
};

std::string Svg(const Plot& plot);

}  // namespace weft::cli
