#include "measurement/delay.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rowdesk::measurement {
namespace {

constexpr double arrival_part = 0.5;   // of the highest peak: the direct sound may be weaker than a reflection
constexpr double highest_noise = 6.0;  // in standard deviations, of a million values
constexpr double delay_regularisation = 0.01;  // of the reference's power around a bin
constexpr double lobe_s = 0.001;       // around the arrival; another peak farther away is a doubt
constexpr double averaged_hz = 8.0;    // Daniell's width
constexpr double least_averages = 16;  // bins of the capture's own resolution
constexpr double points_per_octave = 24.0;

std::complex<float> unit(std::complex<float> value) {
  const float magnitude = std::abs(value);
  return magnitude > 0.0f ? value / magnitude : std::complex<float>(0.0f);
}

// Of a correlation, by lag.
class Lags {
 public:
  Lags(RealFft& fft, const Spectrum& weighted, int64_t longest) : longest_(longest) {
    std::vector<float> sound(fft.size());
    const auto cut = [&](std::vector<float>& to) {
      to.resize(static_cast<size_t>(2 * longest + 1));
      const auto size = static_cast<int64_t>(fft.size());
      for (int64_t lag = -longest; lag <= longest; ++lag) to[index(lag)] = sound[static_cast<size_t>((lag + size) % size)];
    };
    fft.inverse(weighted, sound);
    cut(real_);
    // The analytic signal's imaginary part.
    Spectrum turned(weighted.size());
    for (size_t k = 1; k + 1 < turned.size(); ++k) turned[k] = {weighted[k].imag(), -weighted[k].real()};
    fft.inverse(turned, sound);
    std::vector<float> imaginary;
    cut(imaginary);
    envelope_.resize(real_.size());
    for (size_t i = 0; i < real_.size(); ++i) envelope_[i] = std::hypot(real_[i], imaginary[i]);
  }

  int64_t longest() const { return longest_; }
  float real(int64_t lag) const { return real_[index(lag)]; }
  float envelope(int64_t lag) const { return envelope_[index(lag)]; }
  float highest() const { return std::ranges::max(envelope_); }
  // The highest peak over the standard deviation of the noise; 0 for silence. The envelope of noise has a Rayleigh
  // distribution, whose median is 1.177 of them.
  double prominence() const {
    std::vector<float> sorted = envelope_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return *middle > 0.0f ? 1.1774 * highest() / *middle : 0.0;
  }
  // The first peak of at least `part` of the highest.
  int64_t arrival(double part) const {
    const auto least = static_cast<float>(part) * highest();
    int64_t lag = -longest_;
    while (lag < longest_ && envelope(lag) < least) ++lag;
    while (lag < longest_ && envelope(lag + 1) > envelope(lag)) ++lag;
    return lag;
  }
  float highest_beside(int64_t lag, int64_t lobe) const {
    float highest = 0.0f;
    for (int64_t other = -longest_; other <= longest_; ++other) {
      if (std::abs(other - lag) > lobe) highest = std::max(highest, envelope(other));
    }
    return highest;
  }
  int64_t highest_real_near(int64_t lag, int64_t reach) const {
    int64_t best = lag;
    for (int64_t near = std::max(-longest_, lag - reach); near <= std::min(longest_, lag + reach); ++near) {
      if (std::abs(real(near)) > std::abs(real(best))) best = near;
    }
    return best;
  }

 private:
  size_t index(int64_t lag) const { return static_cast<size_t>(lag + longest_); }
  int64_t longest_;
  std::vector<float> real_, envelope_;
};

struct Coherence {
  Spectrum phases;            // of the cross spectrum without the delay, each times the coherence of its bin
  std::vector<float> values;  // 0 to 1; 0 where the reference has no sound
  std::vector<float> powers;  // of the response
  double snr;
};

// The delay is removed first: it would turn the phases within the width of the average.
Coherence coherence_at(const RecordSpectra& spectra, int64_t delay) {
  const size_t bins = spectra.reference.size();
  Spectrum cross(bins);
  std::vector<float> reference(bins), microphone(bins);
  const double turn = 2.0 * std::numbers::pi * static_cast<double>(delay) / static_cast<double>(spectra.size);
  for (size_t k = 0; k < bins; ++k) {
    const auto back = std::complex<float>(std::polar(1.0, std::fmod(turn * static_cast<double>(k), 2.0 * std::numbers::pi)));
    cross[k] = spectra.microphone[k] * std::conj(spectra.reference[k]) * back;
    reference[k] = std::norm(spectra.reference[k]);
    microphone[k] = std::norm(spectra.microphone[k]);
  }
  const double own = static_cast<double>(spectra.size) / static_cast<double>(spectra.frames);  // bins per independent one
  const auto reach = static_cast<size_t>(std::ceil(0.5 * std::max(averaged_hz / spectra.bin_hz(), least_averages * own)));
  cross = smoothed<std::complex<float>, std::complex<double>>(cross, reach);
  reference = smoothed<float, double>(reference, reach);
  microphone = smoothed<float, double>(microphone, reach);
  const double chance = own / static_cast<double>(2 * reach + 1);
  double coherent = 0.0, rest = 0.0;
  std::vector<float> values(bins), powers(bins);
  for (size_t k = 0; k < bins; ++k) {
    if (!spectra.is_excited(k)) {
      cross[k] = 0.0f;
      continue;
    }
    const double both = static_cast<double>(reference[k]) * microphone[k];
    const double raw = both > 0.0 ? std::norm(std::complex<double>(cross[k])) / both : 0.0;
    // Sounds with nothing in common have the chance; G. C. Carter, C. H. Knapp, A. H. Nuttall, IEEE Trans. AU 21(4), 1973.
    const double value = std::clamp((raw - chance) / (1.0 - chance), 0.0, 1.0);
    values[k] = static_cast<float>(value);
    powers[k] = static_cast<float>(value * microphone[k] / reference[k]);  // without the noise
    coherent += value * microphone[k];
    rest += (1.0 - value) * microphone[k];
    cross[k] = unit(cross[k]) * values[k];
  }
  return {std::move(cross), std::move(values), std::move(powers), rest > 0.0 ? coherent / rest : 1e10};
}

// As many in each octave, of the excited bins.
std::vector<float> picked_on_octaves(const RecordSpectra& spectra, const std::vector<float>& values) {
  std::vector<float> picked;
  const double step = std::pow(2.0, 1.0 / points_per_octave);
  for (double at = 1.0; at < static_cast<double>(values.size()); at *= step) {
    const auto bin = static_cast<size_t>(at);
    if (spectra.is_excited(bin)) picked.push_back(values[bin]);
  }
  return picked;
}

double median(std::vector<float> picked) {
  if (picked.empty()) return 0.0;
  const auto middle = picked.begin() + static_cast<std::ptrdiff_t>(picked.size() / 2);
  std::ranges::nth_element(picked, middle);
  return *middle;
}

// Where the correlation of these phases is highest, by Newton's method. Frames, within one.
double highest_near_zero(const Spectrum& phases, size_t size, double sign) {
  double rest = 0.0;
  for (int step = 0; step < 6; ++step) {
    double slope = 0.0, bend = 0.0;
    for (size_t k = 1; k + 1 < phases.size(); ++k) {
      if (phases[k] == std::complex<float>(0.0f)) continue;
      const double w = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
      const std::complex<double> at = std::complex<double>(phases[k]) * (sign * std::polar(1.0, w * rest));
      slope -= w * at.imag();
      bend -= w * w * at.real();
    }
    if (bend >= 0.0) return 0.0;  // no peak
    const double move = slope / bend;
    rest -= move;
    if (std::abs(rest) > 1.0) return 0.0;
    if (std::abs(move) < 1e-6) break;
  }
  return rest;
}

}  // namespace

FoundDelay find_delay(const RecordSpectra& spectra, RealFft& fft) {
  Spectrum phases(spectra.reference.size()), response(phases.size());
  double excited = 0.0, moment = 0.0;
  for (size_t k = 0; k < phases.size(); ++k) {
    if (!spectra.is_excited(k)) continue;
    const std::complex<float> cross = spectra.microphone[k] * std::conj(spectra.reference[k]);
    phases[k] = unit(cross);
    response[k] = cross / static_cast<float>(std::norm(spectra.reference[k]) + delay_regularisation * spectra.power_around(k));
    excited += 1.0;
    moment += static_cast<double>(k);
  }
  if (excited == 0.0) return {};
  const auto longest = std::min(static_cast<int64_t>(longest_delay_s * spectra.rate), static_cast<int64_t>(spectra.frames / 2));
  Lags lags(fft, phases, longest);
  FoundDelay found;
  found.prominence = lags.prominence();
  if (found.prominence <= 0.0) return {};
  // The phases alone show the strongest path and little of the others; the response has each as it is, but more noise.
  Lags response_lags(fft, response, longest);
  if (arrival_part * response_lags.prominence() > highest_noise) lags = std::move(response_lags);
  const float highest = lags.highest();
  const int64_t arrival = lags.arrival(arrival_part);
  const double band = excited / static_cast<double>(spectra.size);      // of the rate
  const double centre = moment / excited / static_cast<double>(spectra.size);
  const auto lobe = static_cast<int64_t>(std::ceil(std::max(lobe_s * spectra.rate, 1.5 / band)));
  const int64_t peak = lags.highest_real_near(arrival, std::max<int64_t>(1, static_cast<int64_t>(0.25 / centre)));
  found.confidence = std::clamp(1.0 - static_cast<double>(lags.highest_beside(arrival, lobe)) / highest, 0.0, 1.0);
  found.is_inverted = lags.real(peak) < 0.0f;
  const Coherence coherence = coherence_at(spectra, peak);
  found.frames = static_cast<double>(peak) + highest_near_zero(coherence.phases, spectra.size, found.is_inverted ? -1.0 : 1.0);
  found.coherence = median(picked_on_octaves(spectra, coherence.values));
  const std::vector<float> powers = picked_on_octaves(spectra, coherence.powers);
  const double gain = std::accumulate(powers.begin(), powers.end(), 0.0) / static_cast<double>(std::max<size_t>(1, powers.size()));
  found.gain_db = std::max(-144.0, 10.0 * std::log10(gain + 1e-30));
  found.snr_db = std::clamp(10.0 * std::log10(std::max(coherence.snr, 1e-12)), -60.0, 100.0);
  return found;
}

}  // namespace rowdesk::measurement
