#include "measurement/decay.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk::measurement {
namespace {

constexpr double least_s = 0.05;
constexpr double first_part_s = 0.02;       // the averages of the first look
constexpr double parts_per_10_db = 5.0;     // of the later ones
constexpr double least_part_s = 0.002;
constexpr int rounds = 5;
constexpr double over_noise_db = 7.0;       // where the fitted part of the decay ends
constexpr double fitted_db = 15.0;          // how much of the decay is fitted
constexpr double noise_after_db = 7.0;      // the noise is measured where the decay is that far below it
constexpr double tail_part = 0.1;           // the noise is measured over at least so much of the response
constexpr double silent_db = 110.0;         // below the peak there is no noise to speak of: the rounding of the transform
constexpr double room_below_db = 10.0;      // from the end of a range to the noise

double db(double power) { return 10.0 * std::log10(power + 1e-300); }

// Mean powers of parts of so many frames.
struct Parts {
  size_t frames;
  std::vector<double> db;

  double middle(size_t part) const { return (static_cast<double>(part) + 0.5) * static_cast<double>(frames); }
};

Parts parts_of(const std::vector<double>& sums, double frames_each) {
  Parts parts{std::max<size_t>(1, static_cast<size_t>(frames_each)), {}};
  for (size_t at = 0; at + parts.frames < sums.size(); at += parts.frames) {
    parts.db.push_back(db((sums[at + parts.frames] - sums[at]) / static_cast<double>(parts.frames)));
  }
  return parts;
}

struct Line {
  double level_db = 0.0, db_per_frame = 0.0;  // at frame 0
};

// Least squares over the parts first to end.
std::optional<Line> fit(const Parts& parts, size_t first, size_t end) {
  if (end < first + 3) return {};
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (size_t i = first; i < end; ++i) {
    const double at = parts.middle(i), level = parts.db[i];
    n += 1, x += at, y += level, xx += at * at, xy += at * level;
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x);
  return Line{(y - slope * x) / n, slope};
}

size_t peak_of(const Parts& parts) {
  return static_cast<size_t>(std::ranges::max_element(parts.db) - parts.db.begin());
}

// The first part from `from` on that is below a level.
size_t first_below(const Parts& parts, size_t from, double level_db) {
  size_t at = from;
  while (at < parts.db.size() && parts.db[at] >= level_db) ++at;
  return at;
}

double noise_behind(const std::vector<double>& sums, double frame) {
  const auto frames = sums.size() - 1;
  const auto latest = frames - std::max<size_t>(1, static_cast<size_t>(tail_part * static_cast<double>(frames)));
  const size_t first = std::min(static_cast<size_t>(std::max(0.0, frame)), latest);
  return (sums[frames] - sums[first]) / static_cast<double>(frames - first);
}

}  // namespace

std::optional<DecayModel> model_decay(const std::vector<float>& band, double rate) {
  if (static_cast<double>(band.size()) < least_s * rate) return {};
  std::vector<double> sums(band.size() + 1);
  for (size_t i = 0; i < band.size(); ++i) sums[i + 1] = sums[i] + static_cast<double>(band[i]) * band[i];
  if (sums.back() <= 0.0) return {};
  Parts parts = parts_of(sums, first_part_s * rate);
  if (parts.db.size() < 3) return {};
  double noise_db = db(noise_behind(sums, static_cast<double>(band.size())));
  const double peak_db = parts.db[peak_of(parts)];
  std::optional<Line> line = fit(parts, peak_of(parts), first_below(parts, peak_of(parts), noise_db + 10.0));
  const auto end = static_cast<double>(band.size());
  double crossing = end;
  for (int round = 0; round < rounds && line && line->db_per_frame < 0.0; ++round) {
    crossing = std::min(end, (noise_db - line->level_db) / line->db_per_frame);
    parts = parts_of(sums, std::clamp(-10.0 / line->db_per_frame / parts_per_10_db, least_part_s * rate, first_part_s * rate));
    noise_db = db(noise_behind(sums, crossing - noise_after_db / line->db_per_frame));
    const double low = std::max(noise_db, peak_db - silent_db) + over_noise_db;
    const double high = std::min(low + fitted_db, peak_db - 1.0);
    const size_t first = first_below(parts, peak_of(parts), high), last = first_below(parts, first, low);
    const std::optional<Line> next = fit(parts, first, last);
    if (!next || next->db_per_frame >= 0.0) break;
    line = next;
  }
  DecayModel model{band.size(), 0.0, 0.0, 0.0, peak_db - noise_db};
  const bool is_noisy = peak_db - noise_db < silent_db;
  if (!line || line->db_per_frame >= 0.0) {
    // Too dry for a line: the sound ends where it comes near the noise.
    if (!is_noisy) return model;
    model.cut = std::min(band.size(), first_below(parts, peak_of(parts), noise_db + over_noise_db) * parts.frames);
    model.noise = std::pow(10.0, noise_db / 10.0);
    return model;
  }
  const bool has_noise = is_noisy && crossing < end;
  model.cut = static_cast<size_t>(std::clamp(crossing, 1.0, end));
  model.noise = has_noise ? std::pow(10.0, noise_db / 10.0) : 0.0;
  model.per_frame = -line->db_per_frame * std::numbers::ln10 / 10.0;
  model.power_at_cut = std::pow(10.0, (line->level_db + line->db_per_frame * static_cast<double>(model.cut)) / 10.0);
  return model;
}

std::vector<float> schroeder_curve(const std::vector<float>& band, const DecayModel& model) {
  std::vector<double> energies(model.cut);
  double energy = model.rest();
  for (size_t i = model.cut; i-- > 0;) {
    energy += static_cast<double>(band[i]) * band[i] - model.noise;
    energies[i] = energy;
  }
  std::vector<float> curve(energies.size());
  const double whole = energies.empty() ? 0.0 : energies.front();
  double least = whole;
  for (size_t i = 0; i < curve.size(); ++i) {
    least = std::min(least, std::max(energies[i], whole * 1e-14));  // chance makes it rise: noise is taken off as its mean
    curve[i] = static_cast<float>(whole > 0.0 ? db(least / whole) : 0.0);
  }
  return curve;
}

ReverberationTimes reverberation_times(const std::vector<float>& curve, const DecayModel& model, double rate) {
  const auto time = [&](float from_db, float to_db) -> std::optional<double> {
    if (model.per_frame <= 0.0 || model.peak_over_noise_db < room_below_db - static_cast<double>(to_db)) return {};
    const auto first = static_cast<size_t>(std::ranges::find_if(curve, [&](float level) { return level <= from_db; }) - curve.begin());
    const auto end = static_cast<size_t>(std::ranges::find_if(curve, [&](float level) { return level < to_db; }) - curve.begin());
    if (end >= curve.size() || end < first + 3) return {};
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = first; i < end; ++i) {
      const auto at = static_cast<double>(i - first);
      n += 1, x += at, y += curve[i], xx += at * at, xy += at * curve[i];
    }
    const double slope = (n * xy - x * y) / (n * xx - x * x);
    return slope < 0.0 ? std::optional<double>(-60.0 / slope / rate) : std::nullopt;
  };
  return {time(0.0f, -10.0f), time(-5.0f, -25.0f), time(-5.0f, -35.0f)};
}

}  // namespace rowdesk::measurement
