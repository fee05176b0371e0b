#include "measurement/calibration.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rowdesk::measurement {

Calibration::Calibration(std::vector<Point> points) : points_(std::move(points)) {
  std::ranges::stable_sort(points_, {}, &Point::frequency_hz);
}

double Calibration::level_db(double frequency_hz) const {
  if (points_.empty()) return 0.0;
  const auto above = std::ranges::upper_bound(points_, frequency_hz, {}, &Point::frequency_hz);
  if (above == points_.begin()) return points_.front().level_db;
  if (above == points_.end()) return points_.back().level_db;
  const Point& below = *(above - 1);
  const double part = std::log(frequency_hz / below.frequency_hz) / std::log(above->frequency_hz / below.frequency_hz);
  return below.level_db + part * (above->level_db - below.level_db);
}

}  // namespace rowdesk::measurement
