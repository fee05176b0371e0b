#include "measurement/traces.h"

#include <algorithm>
#include <cmath>

namespace rowdesk::measurement {
namespace {

constexpr size_t most_impulse_points = 8192, most_decay_points = 500;
constexpr double impulse_s = 0.17;  // so many points at 48 kHz
constexpr double before_s = 0.005;

std::vector<double> without(const Calibration& calibration, const std::vector<double>& levels_db, const std::vector<double>& hz) {
  std::vector<double> corrected(levels_db.size());
  for (size_t i = 0; i < corrected.size(); ++i) corrected[i] = levels_db[i] - calibration.level_db(hz[i]);
  return corrected;
}

}  // namespace

Trace transfer_trace(const TransferFunction& of, const Calibration& calibration) {
  std::vector<double> percent(of.coherence);
  for (double& each : percent) each *= 100.0;
  return {"transfer",
          {{"frequenciesHz", of.frequencies_hz},
           {"magnitudesDb", without(calibration, of.magnitudes_db, of.frequencies_hz)},
           {"phasesDeg", of.phases_deg},
           {"coherencePercent", percent},
           {"limitsDb", of.limits_db}}};
}

Trace rta_trace(const BandLevels& of, uint32_t bands_per_octave, const Calibration& calibration) {
  return {"rta",
          {{"bandsPerOctave", static_cast<double>(bands_per_octave)},
           {"frequenciesHz", of.frequencies_hz},
           {"levelsDb", without(calibration, of.levels_db, of.frequencies_hz)}}};
}

Trace impulse_trace(const ImpulseResponse& of) {
  const std::vector<float> heights = envelope(of.values);
  const auto step = static_cast<size_t>(std::ceil(impulse_s * of.rate / static_cast<double>(most_impulse_points)));
  const size_t first = of.arrival - std::min(of.arrival, static_cast<size_t>(before_s * of.rate));
  std::vector<double> values, levels_db;
  for (size_t at = first; at + step <= of.values.size() && values.size() < most_impulse_points; at += step) {
    size_t largest = at;
    float height = 0.0f;
    for (size_t i = at; i < at + step; ++i) {
      if (std::abs(of.values[i]) > std::abs(of.values[largest])) largest = i;
      height = std::max(height, heights[i]);
    }
    values.push_back(of.values[largest]);
    levels_db.push_back(std::max(-144.0, 20.0 * std::log10(height + 1e-30)));
  }
  const double frame_ms = 1000.0 / of.rate;
  const double start = std::round(of.arrival_frames) - static_cast<double>(of.arrival) + static_cast<double>(first);
  return {"impulse",
          {{"startMs", start * frame_ms},
           {"stepMs", static_cast<double>(step) * frame_ms},
           {"values", values},
           {"envelopeDb", levels_db}}};
}

Trace decay_trace(const std::vector<BandCurve>& of, double rate) {
  size_t longest = 1;
  for (const BandCurve& each : of) longest = std::max(longest, each.curve_db.size());
  const size_t step = (longest + most_decay_points - 1) / most_decay_points;
  std::vector<double> frequencies;
  std::vector<std::vector<double>> curves;
  for (const BandCurve& each : of) {
    frequencies.push_back(each.frequency_hz);
    std::vector<double>& curve = curves.emplace_back();
    for (size_t at = 0; at < each.curve_db.size(); at += step) curve.push_back(each.curve_db[at]);
  }
  return {"decay",
          {{"frequenciesHz", frequencies}, {"stepMs", static_cast<double>(step) * 1000.0 / rate}, {"curvesDb", curves}}};
}

}  // namespace rowdesk::measurement
