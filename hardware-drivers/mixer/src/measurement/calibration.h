// The response of a microphone, as its maker measured it.
#pragma once

#include <vector>

namespace rowdesk::measurement {

class Calibration {
 public:
  struct Point {
    double frequency_hz;  // over 0
    double level_db;      // what the microphone shows too much
  };

  Calibration() = default;
  // In any order.
  explicit Calibration(std::vector<Point> points);

  // Straight between two points on a logarithmic scale; the outermost ones beyond them; 0 without points.
  double level_db(double frequency_hz) const;

 private:
  std::vector<Point> points_;
};

}  // namespace rowdesk::measurement
