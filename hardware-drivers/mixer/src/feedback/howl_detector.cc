#include "feedback/howl_detector.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double lowest_hz = 50.0, highest_hz = 16000.0;
constexpr double floor_db = -65.0;        // of a peak
constexpr double clipped_db = -12.0;      // from here on a howl may have clipped somewhere: third harmonics say nothing
constexpr double least_neighbours_db = 6.0;
constexpr size_t growing_spectra = 9, fast_spectra = 5, straight_spectra = 14, slow_spectra = 24, steady_spectra = 14;
constexpr double fast_factor = 2.0;       // a short line must rise by more
constexpr double steady_slope_db = 0.75;  // over all spectra of a steady tone

double decibels(double power) { return 10.0 * std::log10(power + 1e-30); }

// Linear between the values at sensitivities 0, 50 and 100.
double at(double percent, double low, double mid, double high) {
  return percent < 50.0 ? low + (mid - low) * percent / 50.0 : mid + (high - mid) * (percent - 50.0) / 50.0;
}

}  // namespace

size_t howl_spectrum_frames(double rate) {
  size_t frames = 4096;
  while (static_cast<double>(frames) < 0.08 * rate) frames *= 2;
  return frames;
}

HowlDetector::HowlDetector(double rate) {
  const auto frames = static_cast<double>(howl_spectrum_frames(rate));
  bin_hz_ = rate / frames;
  hop_s_ = static_cast<double>(howl_hop_frames(rate)) / rate;
  scale_ = 16.0 / (frames * frames);  // a full-scale sine has a bin of frames / 4
  first_bin_ = static_cast<size_t>(std::ceil(lowest_hz / bin_hz_));
  end_bin_ = static_cast<size_t>(std::min(highest_hz, 0.42 * rate) / bin_hz_);
  set_sensitivity(50.0);
}

void HowlDetector::set_sensitivity(double percent) {
  growing_ = {at(percent, 9.0, 4.0, 2.5),   at(percent, 0.2, 0.35, 0.7),  at(percent, 0.02, 0.04, 0.08),
              at(percent, 24.0, 17.0, 12.0), at(percent, 26.0, 17.0, 10.0), at(percent, 26.0, 21.0, 16.0), 0.0};
  straight_ = {at(percent, 5.0, 3.0, 2.0),    at(percent, 0.08, 0.15, 0.3),  at(percent, 0.01, 0.02, 0.04),
               at(percent, 24.0, 17.0, 12.0), at(percent, 22.0, 15.0, 8.0),  at(percent, 4.0, -3.0, -10.0), 0.03};
  slow_ = {at(percent, 3.5, 2.2, 1.6),        at(percent, 0.08, 0.15, 0.25), at(percent, 0.015, 0.03, 0.05),
           at(percent, 24.0, 17.0, 12.0),     at(percent, 20.0, 12.0, 6.0),  at(percent, 6.0, 0.0, -6.0), 0.05};
  steady_ = {1.0,                           at(percent, 0.1, 0.2, 0.5),    at(percent, 0.01, 0.02, 0.05),
             at(percent, 34.0, 28.0, 20.0), at(percent, 34.0, 26.0, 18.0), at(percent, 30.0, 28.0, 24.0), 0.0};
  least_steady_db_ = at(percent, -20.0, -30.0, -40.0);
}

void HowlDetector::forget() {
  for (Track& track : tracks_) track.spectra = 0;
  candidate_count_ = peak_count_ = 0;
}

void HowlDetector::hear(std::span<const float> powers) {
  ++now_;
  find_peaks(powers);
  follow();
  candidate_count_ = 0;
  for (const Track& track : tracks_) {
    if (track.spectra > 0 && track.missed == 0) judge(track);
  }
  std::sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(candidate_count_),
            [](const HowlCandidate& one, const HowlCandidate& other) {
              return one.score != other.score ? one.score > other.score : one.level_db > other.level_db;
            });
}

// The loudest peaks, by level.
void HowlDetector::find_peaks(std::span<const float> powers) {
  peak_count_ = 0;
  double sum = 0.0;
  for (size_t bin = first_bin_; bin < end_bin_; ++bin) sum += powers[bin];
  const double average = sum / static_cast<double>(end_bin_ - first_bin_);
  const auto least = static_cast<float>(std::pow(10.0, floor_db / 10.0) / scale_);
  const double least_ratio = std::pow(10.0, -least_neighbours_db / 10.0);
  for (size_t bin = std::max<size_t>(first_bin_, 3); bin < end_bin_; ++bin) {
    const float power = powers[bin];
    if (!(power > least) || power <= powers[bin - 1] || power < powers[bin + 1]) continue;
    float neighbour = 0.0f;
    for (const size_t far : {3u, 4u, 5u}) neighbour = std::max({neighbour, bin > far ? powers[bin - far] : 0.0f, powers[bin + far]});
    if (neighbour > power * least_ratio) continue;
    // Between two bins of a Hann window, from the ratio of their amplitudes. Source: T. Grandke, "Interpolation algorithms
    // for discrete Fourier transforms of weighted signals", IEEE Trans. IM 32(2), 1983.
    const bool is_above = powers[bin + 1] > powers[bin - 1];
    const double ratio = std::sqrt(static_cast<double>(is_above ? powers[bin + 1] : powers[bin - 1]) / power);
    const double part = std::clamp((2.0 * ratio - 1.0) / (ratio + 1.0), 0.0, 0.5);
    // What the window leaves of a sine that is `part` bins away: sinc(part) / (1 - part^2), by its series.
    const double lost = 1.0 - 0.6449 * part * part + 0.1668 * part * part * part * part;
    const double place = static_cast<double>(bin) + (is_above ? part : -part);
    const double whole = power / (lost * lost);
    const double level = decibels(whole * scale_);
    if (peak_count_ == most_tracks && level <= peaks_[most_tracks - 1].level_db) continue;
    const Peak peak = {place, level, decibels(power / (neighbour + 1e-20)),
                       harmonics_of(powers, place, power, level > clipped_db), decibels(power / (average + 1e-20))};
    size_t rank = peak_count_ < most_tracks ? peak_count_++ : most_tracks - 1;
    for (; rank > 0 && peaks_[rank - 1].level_db < level; --rank) peaks_[rank] = peaks_[rank - 1];
    peaks_[rank] = peak;
  }
}

double HowlDetector::harmonics_of(std::span<const float> powers, double bin, double power, bool is_clipped) const {
  double loudest = 0.0;
  for (const double factor : {0.5, 1.5, 2.0, 3.0, 4.0}) {
    if (factor == 3.0 && is_clipped) continue;
    const auto near = static_cast<size_t>(bin * factor + 0.5);
    // Nearer than a main lobe there is only the peak itself.
    if (std::abs(bin * factor - bin) < 4.0 || near < 2 || near + 1 >= powers.size()) continue;
    for (const size_t each : {near - 1, near, near + 1}) loudest = std::max<double>(loudest, powers[each]);
  }
  return decibels(power / (loudest + 1e-20));
}

// Gives each track the nearest peak; a peak without a track begins one.
void HowlDetector::follow() {
  std::array<bool, most_tracks> is_taken{};
  for (Track& track : tracks_) {
    if (track.spectra == 0) continue;
    const Peak before = track.peaks[(now_ - 1) % memory];
    size_t best = peak_count_;
    double nearest = 0.75;
    for (size_t i = 0; i < peak_count_; ++i) {
      const double distance = std::abs(peaks_[i].bin - before.bin);
      if (!is_taken[i] && distance < nearest) {
        nearest = distance;
        best = i;
      }
    }
    if (best < peak_count_) {
      is_taken[best] = true;
      track.peaks[now_ % memory] = peaks_[best];
      track.missed = 0;
      ++track.spectra;
    } else if (++track.missed > 1) {
      track.spectra = 0;
    } else {
      track.peaks[now_ % memory] = before;
      ++track.spectra;
    }
  }
  for (size_t i = 0; i < peak_count_; ++i) {
    if (is_taken[i]) continue;
    const auto unused = std::ranges::find(tracks_, 0u, &Track::spectra);
    if (unused == tracks_.end()) break;
    unused->spectra = 1;
    unused->missed = 0;
    unused->peaks[now_ % memory] = peaks_[i];
  }
}

// The regression line through the last spectra; slope in dB per spectrum.
HowlDetector::Line HowlDetector::line_of(const Track& track, size_t spectra) const {
  const auto n = static_cast<double>(spectra);
  double level = 0.0, bin = 0.0, neighbours = 0.0, harmonics = 0.0, average = 0.0, slope = 0.0, squares = 0.0;
  const auto peak = [&](size_t ago) -> const Peak& { return track.peaks[(now_ - ago) % memory]; };
  for (size_t ago = 0; ago < spectra; ++ago) {
    level += peak(ago).level_db / n;
    bin += peak(ago).bin / n;
    neighbours += peak(ago).neighbours_db / n;
    harmonics += peak(ago).harmonics_db / n;
    average += peak(ago).average_db / n;
  }
  const auto time = [&](size_t ago) { return (n - 1.0) / 2.0 - static_cast<double>(ago); };
  for (size_t ago = 0; ago < spectra; ++ago) {
    slope += time(ago) * peak(ago).level_db;
    squares += time(ago) * time(ago);
  }
  slope /= squares;
  double rest = 0.0, bins = 0.0;
  for (size_t ago = 0; ago < spectra; ++ago) {
    const double distance = peak(ago).level_db - level - slope * time(ago);
    rest += distance * distance / n;
    bins += (peak(ago).bin - bin) * (peak(ago).bin - bin) / n;
  }
  return {slope, std::sqrt(rest), std::sqrt(bins), neighbours, harmonics, average};
}

// change_db: what counts of the level's change.
double HowlDetector::score_of(const Line& line, double change_db, const Needs& needs) const {
  const double of[] = {change_db / needs.rise_db,
                       (needs.deviation_db + needs.deviation_of_change * std::max(0.0, change_db)) / (line.deviation + 1e-9),
                       needs.bins / (line.bin_deviation + 1e-9),
                       line.mean_neighbours / needs.neighbours_db,
                       line.mean_harmonics / needs.harmonics_db,
                       0.01 * (100.0 + line.mean_average - needs.average_db)};
  return std::clamp(*std::ranges::min_element(of), 0.0, 1.0);
}

void HowlDetector::judge(const Track& track) {
  if (track.spectra < fast_spectra) return;
  const Peak& peak = last(track);
  const Line fast = line_of(track, fast_spectra);
  double score = score_of(fast, fast.slope * (fast_spectra - 1) / fast_factor, growing_);
  if (track.spectra >= growing_spectra) {
    const Line line = line_of(track, growing_spectra);
    // A note's attack slows down, a howl does not.
    const bool slows = fast.slope < 0.5 * line.slope;
    const double rise = slows ? 0.0 : line.slope * (growing_spectra - 1);
    score = std::max(score, score_of(line, rise, growing_));
  }
  if (track.spectra >= straight_spectra) {
    const Line line = line_of(track, straight_spectra);
    score = std::max(score, score_of(line, line.slope * (straight_spectra - 1), straight_));
  }
  if (track.spectra >= slow_spectra) {
    const Line line = line_of(track, slow_spectra);
    score = std::max(score, score_of(line, line.slope * (slow_spectra - 1), slow_));
  }
  bool is_steady = false;
  if (track.spectra >= steady_spectra && peak.level_db >= least_steady_db_) {
    const Line line = line_of(track, steady_spectra);
    if (std::abs(line.slope) * steady_spectra < steady_slope_db) {
      const double steady = score_of(line, 1.0, steady_);
      is_steady = steady > score;
      score = std::max(score, steady);
    }
  }
  candidates_[candidate_count_++] = {peak.bin * bin_hz_, peak.level_db, fast.slope / hop_s_, score, is_steady};
}

double HowlDetector::level_near(double frequency_hz, double factor) const {
  double loudest = silence_db;
  for (size_t i = 0; i < peak_count_; ++i) {
    const double hz = peaks_[i].bin * bin_hz_;
    if (hz < frequency_hz * factor && hz * factor > frequency_hz) loudest = std::max(loudest, peaks_[i].level_db);
  }
  return loudest;
}

double HowlDetector::loudest_db() const { return peak_count_ == 0 ? silence_db : peaks_[0].level_db; }

}  // namespace rowdesk
