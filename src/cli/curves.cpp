#include "curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plot.h"

namespace weft::cli {
namespace {

struct Column {
  const char* name;
  double CurvePoint::*value;
};
constexpr Column kColumns[] = {
    {"sentences", &CurvePoint::sentences}, {"asked", &CurvePoint::asked},
    {"by_model", &CurvePoint::by_model},   {"errors", &CurvePoint::errors},
    {"accuracy", &CurvePoint::accuracy},   {"f1", &CurvePoint::f1},
    {"seconds", &CurvePoint::seconds}};

void AppendRows(const std::string& curve, const std::string& seed,
                const std::vector<CurvePoint>& points, std::string* csv) {
  for (const CurvePoint& point : points) {
    *csv += CsvText(curve) + "," + seed + "," + std::to_string(point.update);
    for (const Column& column : kColumns) {
      const double value = point.*column.value;
      *csv += "," + (std::isnan(value) ? std::string() : Json(value).dump());
    }
    *csv += "\n";
  }
}

using Points = std::vector<CurvePoint>;

Json PointsJson(const Points& points) {
  Json list = Json::array();
  for (const CurvePoint& point : points) list.push_back(ToJson(point));
  return list;
}

PlotLine Line(const std::string& name, size_t colour, bool dashed, const Points& points,
              double CurvePoint::*x, double CurvePoint::*y) {
  PlotLine line{name, colour, dashed, {}};
  for (const CurvePoint& point : points) line.points.emplace_back(point.*x, point.*y);
  return line;
}

}  // namespace

std::vector<CurvePoint> Curve::Mean() const {
  size_t shortest = seeds.empty() ? 0 : seeds.front().size();
  for (const Points& points : seeds) shortest = std::min(shortest, points.size());
  Points mean;
  for (size_t i = 0; i < shortest; ++i) {
    CurvePoint sum;
    sum.update = seeds.front()[i].update;
    for (const Points& points : seeds) {
      for (const Column& column : kColumns) sum.*column.value += points[i].*column.value;
    }
    for (const Column& column : kColumns) sum.*column.value /= static_cast<double>(seeds.size());
    mean.push_back(sum);
  }
  return mean;
}

Json ToJson(const CurvePoint& point) {
  Json json = {{"update", point.update}};
  for (const Column& column : kColumns) json[column.name] = point.*column.value;
  return json;
}

CurvePoint PointFromJson(const Json& json) {
  CurvePoint point;
  point.update = json.at("update");
  for (const Column& column : kColumns) {
    const Json& value = json.at(column.name);
    point.*column.value =
        value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
  }
  return point;
}

std::string CurvesCsv(const std::vector<Curve>& curves, int64_t first_seed) {
  std::string csv = "curve,seed,update";
  for (const Column& column : kColumns) csv += std::string(",") + column.name;
  csv += "\n";
  for (const Curve& curve : curves) {
    int64_t seed = first_seed;
    for (const Points& points : curve.seeds) {
      AppendRows(curve.name, std::to_string(seed++), points, &csv);
    }
    AppendRows(curve.name, "mean", curve.Mean(), &csv);
  }
  return csv;
}

Json CurvesJson(const std::vector<Curve>& curves, int64_t first_seed) {
  Json list = Json::array();
  for (const Curve& curve : curves) {
    Json seeds = Json::array();
    int64_t seed = first_seed;
    for (const Points& points : curve.seeds) {
      seeds.push_back({{"seed", seed++}, {"points", PointsJson(points)}});
    }
    list.push_back({{"curve", curve.name}, {"seeds", seeds}, {"mean", PointsJson(curve.Mean())}});
  }
  return list;
}

void WriteCurves(const std::vector<Curve>& curves, int64_t first_seed, const std::string& folder) {
  WriteFile(folder + "/curves.csv", CurvesCsv(curves, first_seed));
  WriteFile(folder + "/curves.json", CurvesJson(curves, first_seed).dump(1) + "\n");
  Plot by_asked{"tokens asked for", "accuracy", {}}, by_sentences{"sentences", "accuracy", {}},
      effort{"sentences", "tokens asked for (solid), errors let in (dashed)", {}};
  for (size_t i = 0; i < curves.size(); ++i) {
    const std::string& name = curves[i].name;
    const Points mean = curves[i].Mean();
    by_asked.lines.push_back(Line(name, i, false, mean, &CurvePoint::asked, &CurvePoint::accuracy));
    by_sentences.lines.push_back(
        Line(name, i, false, mean, &CurvePoint::sentences, &CurvePoint::accuracy));
    effort.lines.push_back(Line(name, i, false, mean, &CurvePoint::sentences, &CurvePoint::asked));
    effort.lines.push_back(Line("", i, true, mean, &CurvePoint::sentences, &CurvePoint::errors));
  }
  WriteFile(folder + "/accuracy_by_asked.svg", Svg(by_asked));
  WriteFile(folder + "/accuracy_by_sentences.svg", Svg(by_sentences));
  WriteFile(folder + "/asked_and_errors.svg", Svg(effort));
}

}  // namespace weft::cli
