#include "measured_sound.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "analysis/fft.h"
#include "noise.h"

namespace rowdesk {

std::vector<float> sweep(double rate, const SweepShape& shape) {
  const auto frames = [&](double seconds) { return static_cast<size_t>(seconds * rate); };
  std::vector<float> sound(frames(shape.before_s) + frames(shape.sound_s) + frames(shape.after_s));
  const double per_octave = shape.sound_s / std::log(shape.to_hz / shape.from_hz);
  for (size_t i = 0; i < frames(shape.sound_s); ++i) {
    const double t = static_cast<double>(i) / rate, left = shape.sound_s - t;
    const double fade = std::min({1.0, t / 0.02, left / 0.02});
    const double phase = 2.0 * std::numbers::pi * shape.from_hz * per_octave * (std::exp(t / per_octave) - 1.0);
    const double gain = 0.5 - 0.5 * std::cos(std::numbers::pi * fade);
    sound[frames(shape.before_s) + i] = static_cast<float>(0.5 * gain * std::sin(phase));
  }
  return sound;
}

Response peaking(double rate, double frequency_hz, double q, double gain_db) {
  const double a = std::pow(10.0, gain_db / 40.0), w = 2.0 * std::numbers::pi * frequency_hz / rate;
  const double alpha = std::sin(w) / (2.0 * q), c = -2.0 * std::cos(w);
  return [=](double hz) {
    const std::complex<double> z = std::polar(1.0, -2.0 * std::numbers::pi * hz / rate);
    return (1.0 + alpha * a + c * z + (1.0 - alpha * a) * z * z) / (1.0 + alpha / a + c * z + (1.0 - alpha / a) * z * z);
  };
}

Response delay(double seconds) {
  return [=](double hz) { return std::polar(1.0, -2.0 * std::numbers::pi * hz * seconds); };
}

Response operator*(const Response& one, const Response& other) {
  return [=](double hz) { return one(hz) * other(hz); };
}

std::vector<float> through(const std::vector<float>& sound, double rate, const Response& path) {
  RealFft fft(std::bit_ceil(sound.size() + static_cast<size_t>(rate)));
  std::vector<float> padded(fft.size());
  std::ranges::copy(sound, padded.begin());
  std::vector<std::complex<float>> bins(fft.size() / 2 + 1);
  fft.forward(padded, bins);
  for (size_t k = 0; k < bins.size(); ++k) {
    const double hz = static_cast<double>(k) * rate / static_cast<double>(fft.size());
    bins[k] = std::complex<float>(std::complex<double>(bins[k]) * path(hz) / static_cast<double>(fft.size()));
  }
  fft.inverse(bins, padded);
  padded.resize(sound.size());
  return padded;
}

std::vector<float> convolved(const std::vector<float>& sound, const std::vector<float>& response) {
  RealFft fft(std::bit_ceil(sound.size() + response.size()));
  const auto transform = [&](const std::vector<float>& from) {
    std::vector<float> padded(fft.size());
    std::ranges::copy(from, padded.begin());
    std::vector<std::complex<float>> bins(fft.size() / 2 + 1);
    fft.forward(padded, bins);
    return bins;
  };
  std::vector<std::complex<float>> bins = transform(sound);
  const std::vector<std::complex<float>> other = transform(response);
  for (size_t k = 0; k < bins.size(); ++k) bins[k] *= other[k] / static_cast<float>(fft.size());
  std::vector<float> result(fft.size());
  fft.inverse(bins, result);
  result.resize(sound.size());
  return result;
}

std::vector<float> with_noise(std::vector<float> sound, double snr_db, uint32_t seed) {
  double power = 0.0;
  size_t counted = 0;
  for (const float sample : sound) {
    if (std::abs(sample) < 1e-4f) continue;
    power += static_cast<double>(sample) * sample;
    ++counted;
  }
  const double level = std::sqrt(power / static_cast<double>(counted)) * std::pow(10.0, -snr_db / 20.0);
  return mixed(std::move(sound), white_noise(sound.size(), seed, static_cast<float>(level)), 1.0f);
}

}  // namespace rowdesk
