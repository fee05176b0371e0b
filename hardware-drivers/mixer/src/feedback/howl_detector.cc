#include "feedback/howl_detector.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double lowest_hz = 50.0, highest_hz = 16000.0;
constexpr double floor_db = -65.0;        // of a peak
constexpr double clipped_db = -12.0;      // from here on a howl may have clipped somewhere: third harmonics say nothing
constexpr double least_neighbours_db = 6.0;
constexpr double least_rise_db = 1.0, most_rise_db = 20.0;  // of a line; more says no more
// What spectra add to the deviations of a sine that grows in silence.
constexpr double least_deviation_db = 0.01, rounded_db = 0.02, least_bins = 0.002;

// At sensitivity 50. A note begins straight as well, but not for long.
struct Length {
  size_t spectra;
  double needed;
};
constexpr Length lengths[] = {{7, 17.6}, {11, 16.2}, {18, 14.8}, {32, 13.0}};
constexpr double doubt = 10.0;            // so far below what is needed the score is 0

constexpr size_t steady_spectra = 12;
constexpr double steady_slope_db = 0.75;  // over all spectra of a steady tone

double decibels(double power) { return 10.0 * std::log10(power + 1e-30); }

// Linear between the values at sensitivities -1, 0 and 1.
double at(double sensitivity, double low, double mid, double high) {
  return sensitivity < 0.0 ? mid + (mid - low) * sensitivity : mid + (high - mid) * sensitivity;
}

}  // namespace

size_t howl_spectrum_frames(double rate) {
  size_t frames = 4096;
  while (static_cast<double>(frames) < 0.16 * rate) frames *= 2;
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

void HowlDetector::set_sensitivity(double percent) { sensitivity_ = percent / 50.0 - 1.0; }

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
    float below = power, above = power;
    for (const size_t far : {3u, 4u, 5u, 6u}) {
      below = std::min(below, bin > far ? powers[bin - far] : 0.0f);
      above = std::min(above, powers[bin + far]);
    }
    const float neighbour = std::max(below, above);
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
  for (const double factor : {0.5, 2.0 / 3.0, 0.75, 0.8, 1.25, 1.5, 2.0, 3.0, 4.0}) {
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

// 0 to 1.
double HowlDetector::growth_of(const Track& track) const {
  double score = 0.0, slope = 0.0;  // of the last spectra
  for (const Length& length : lengths) {
    if (track.spectra < length.spectra) break;
    const Line line = line_of(track, length.spectra);
    const double rise = std::min(line.slope * static_cast<double>(length.spectra - 1), most_rise_db);
    if (&length == lengths) slope = line.slope;
    // A note's attack slows down, a howl does not.
    if (rise < least_rise_db || slope < 0.5 * line.slope) continue;
    const double evidence = 1.5 * std::log(rise) - 2.0 * std::log(std::max(line.deviation, least_deviation_db) + rounded_db) -
                            1.5 * std::log(std::max(line.bin_deviation, least_bins)) +
                            std::clamp(line.mean_harmonics, -5.0, 40.0) / 5.0 - std::clamp(line.mean_average, -10.0, 32.0) / 20.0;
    const double needed = length.needed + at(sensitivity_, 4.0, 0.0, -3.0);
    score = std::max(score, std::clamp(1.0 - (needed - evidence) / doubt, 0.0, 1.0));
  }
  return score;
}

// 0 to 1: the worst of all criteria, each of what it needs. A howl that has reached its limit dominates as a test tone does.
double HowlDetector::steadiness_of(const Track& track) const {
  if (sensitivity_ <= -1.0) return 0.0;
  if (track.spectra < steady_spectra || last(track).level_db < at(sensitivity_, -20.0, -30.0, -40.0)) return 0.0;
  const Line line = line_of(track, steady_spectra);
  if (std::abs(line.slope) * steady_spectra >= steady_slope_db) return 0.0;
  const double of[] = {at(sensitivity_, 0.1, 0.2, 0.5) / (line.deviation + 1e-9),
                       at(sensitivity_, 0.01, 0.02, 0.05) / (line.bin_deviation + 1e-9),
                       line.mean_neighbours / at(sensitivity_, 34.0, 28.0, 20.0),
                       line.mean_harmonics / at(sensitivity_, 34.0, 26.0, 18.0),
                       0.01 * (100.0 + line.mean_average - at(sensitivity_, 30.0, 28.0, 24.0))};
  return std::clamp(*std::ranges::min_element(of), 0.0, 1.0);
}

void HowlDetector::judge(const Track& track) {
  if (track.spectra < lengths[0].spectra) return;
  const double growth = growth_of(track), steadiness = steadiness_of(track);
  const double slope = line_of(track, lengths[0].spectra).slope;
  candidates_[candidate_count_++] = {last(track).bin * bin_hz_, last(track).level_db, slope / hop_s_, std::max(growth, steadiness),
                                     steadiness > growth};
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
