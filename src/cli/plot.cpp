#include "plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "output.h"

namespace weft::cli {
namespace {

constexpr double kWidth = 720, kHeight = 440, kLeft = 80, kRight = 20, kTop = 20, kBottom = 50;
constexpr double kLineOfLegend = 18;
// Told apart by people who see red and green alike, too (Okabe and Ito 2008).
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                    "#56b4e9", "#000000", "#8c564b", "#7f7f7f", "#9467bd"};

// One axis: where a value stands, and round values to write beside it.
struct Axis {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void Cover(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void Settle() {
    if (low > high) low = high = 0;
    if (low < high) return;
    const double margin = std::max(std::abs(low) / 100, 1e-3);
    low -= margin;
    high += margin;
  }
  double Share(double value) const { return (value - low) / (high - low); }
  double Step() const {
    const double rough = (high - low) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0}) {
      if (step * power >= rough) return step * power;
    }
    return 10 * power;
  }
};

std::string Number(double value, double step) {
  const int digits = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  return Fixed(value, digits);
}

std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot) {
    for (const PlotLine& line : plot.lines) {
      for (const auto& [x, y] : line.points) {
        x_.Cover(x);
        y_.Cover(y);
      }
    }
    x_.Settle();
    y_.Settle();
  }

  std::string Text() {
    svg_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + Fixed(kWidth, 0) + " " +
           Fixed(kHeight + 12 + kLineOfLegend * Named(), 0) +
           "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" "
           "height=\"100%\" fill=\"white\"/>\n";
    DrawAxes();
    for (const PlotLine& line : plot_.lines) DrawLine(line);
    DrawLegend();
    return svg_ + "</svg>\n";
  }

 private:
  double X(double x) const { return kLeft + x_.Share(x) * (kWidth - kLeft - kRight); }
  double Y(double y) const { return kHeight - kBottom - y_.Share(y) * (kHeight - kTop - kBottom); }

  void Stroke(double x1, double y1, double x2, double y2, const std::string& style) {
    svg_ += "<line x1=\"" + Fixed(x1, 1) + "\" y1=\"" + Fixed(y1, 1) + "\" x2=\"" + Fixed(x2, 1) +
            "\" y2=\"" + Fixed(y2, 1) + "\" " + style + "/>\n";
  }
  void Write(double x, double y, const std::string& text, const std::string& style) {
    svg_ += "<text x=\"" + Fixed(x, 1) + "\" y=\"" + Fixed(y, 1) + "\" " + style + ">" +
            Escaped(text) + "</text>\n";
  }

  void DrawAxes() {
    const std::string grid = "stroke=\"#dddddd\"";
    for (double x = std::ceil(x_.low / x_.Step()) * x_.Step(); x <= x_.high; x += x_.Step()) {
      Stroke(X(x), kTop, X(x), kHeight - kBottom, grid);
      Write(X(x), kHeight - kBottom + 16, Number(x, x_.Step()), "text-anchor=\"middle\"");
    }
    for (double y = std::ceil(y_.low / y_.Step()) * y_.Step(); y <= y_.high; y += y_.Step()) {
      Stroke(kLeft, Y(y), kWidth - kRight, Y(y), grid);
      Write(kLeft - 6, Y(y) + 4, Number(y, y_.Step()), "text-anchor=\"end\"");
    }
    Stroke(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "stroke=\"black\"");
    Stroke(kLeft, kTop, kLeft, kHeight - kBottom, "stroke=\"black\"");
    Write((kLeft + kWidth - kRight) / 2, kHeight - 12, plot_.x, "text-anchor=\"middle\"");
    const std::string middle = Fixed((kTop + kHeight - kBottom) / 2, 1);
    Write(16, (kTop + kHeight - kBottom) / 2, plot_.y,
          "text-anchor=\"middle\" transform=\"rotate(-90 16 " + middle + ")\"");
  }

  static std::string Style(const PlotLine& line) {
    const std::string colour = kColours[line.colour % std::size(kColours)];
    return "stroke=\"" + colour + "\" stroke-width=\"1.8\" fill=\"none\"" +
           (line.dashed ? " stroke-dasharray=\"5 4\"" : "");
  }

  void DrawLine(const PlotLine& line) {
    svg_ += "<polyline " + Style(line) + " points=\"";
    for (const auto& [x, y] : line.points) {
      if (std::isfinite(x) && std::isfinite(y)) svg_ += Fixed(X(x), 1) + "," + Fixed(Y(y), 1) + " ";
    }
    svg_ += "\"/>\n";
  }

  double Named() const {
    return static_cast<double>(std::count_if(plot_.lines.begin(), plot_.lines.end(),
                                             [](const PlotLine& l) { return !l.name.empty(); }));
  }

  // Below the plot: a line each, however long their names.
  void DrawLegend() {
    double y = kHeight + 12;
    for (const PlotLine& line : plot_.lines) {
      if (line.name.empty()) continue;
      Stroke(kLeft, y - 4, kLeft + 28, y - 4, Style(line));
      Write(kLeft + 36, y, line.name, "");
      y += kLineOfLegend;
    }
  }

  const Plot& plot_;
  Axis x_, y_;
  std::string svg_;
};

}  // namespace

std::string Svg(const Plot& plot) { return Drawing(plot).Text(); }

}  // namespace weft::cli
