#include "noise.h"

#include <cmath>
#include <numbers>
#include <random>

namespace rowdesk {

std::vector<float> white_noise(size_t frames, uint32_t seed, float level) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0f, level);
  std::vector<float> noise(frames);
  for (float& sample : noise) sample = normal(random);
  return noise;
}

// P. Kellet's filter, in R. Bristow-Johnson, "DSP Generation of Pink Noise", firstpr.com.au, 1999.
std::vector<float> pink_noise(size_t frames, uint32_t seed, float level) {
  std::vector<float> noise = white_noise(frames, seed, level);
  double b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0;
  for (float& sample : noise) {
    const double white = sample;
    b0 = 0.99886 * b0 + white * 0.0555179;
    b1 = 0.99332 * b1 + white * 0.0750759;
    b2 = 0.96900 * b2 + white * 0.1538520;
    b3 = 0.86650 * b3 + white * 0.3104856;
    b4 = 0.55000 * b4 + white * 0.5329522;
    b5 = -0.7616 * b5 - white * 0.0168980;
    sample = static_cast<float>((b0 + b1 + b2 + b3 + b4 + b5 + b6 + white * 0.5362) * 0.25);
    b6 = white * 0.115926;
  }
  return noise;
}

std::vector<float> babble(size_t frames, uint32_t seed, double rate) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  std::vector<float> sound(frames);
  double phase = 0;
  for (size_t at = 0; at < frames;) {
    const auto length = static_cast<size_t>((0.08 + 0.25 * part(random)) * rate);
    const bool is_voiced = part(random) < 0.75;
    const double pitch = 90 + 120 * part(random), glide = 40 * (part(random) - 0.5);
    const double formants[] = {300 + 500 * part(random), 900 + 1400 * part(random), 2400 + 1000 * part(random)};
    double state[3][2] = {};
    for (size_t i = 0; i < length && at + i < frames; ++i) {
      const double time = static_cast<double>(i) / static_cast<double>(length);
      phase += (pitch + glide * time) / rate;
      double x = is_voiced ? (phase >= 1.0 ? 1.0 : 0.0) : 0.1 * (part(random) - 0.5);
      if (phase >= 1.0) phase -= 1.0;
      x += 0.002 * (part(random) - 0.5);
      double y = 0;
      for (int f = 0; f < 3; ++f) {
        const double r = std::exp(-std::numbers::pi * 90.0 * (f + 1) / rate);
        const double v = x + 2 * r * std::cos(2 * std::numbers::pi * formants[f] / rate) * state[f][0] - r * r * state[f][1];
        state[f][1] = state[f][0];
        state[f][0] = v;
        y += v * 0.02;
      }
      sound[at + i] = static_cast<float>(y * std::sin(std::numbers::pi * time));
    }
    at += length + static_cast<size_t>(0.12 * part(random) * rate);
  }
  return sound;
}

std::vector<float> delayed(const std::vector<float>& sound, double frames) {
  constexpr int half = 32;
  const auto whole = static_cast<int64_t>(std::floor(frames));
  const double rest = frames - static_cast<double>(whole);
  double taps[2 * half];
  for (int i = 0; i < 2 * half; ++i) {
    const double x = i - half - rest;
    const double sinc = std::abs(x) < 1e-9 ? 1.0 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
    taps[i] = sinc * (std::abs(x) < half ? 0.5 + 0.5 * std::cos(std::numbers::pi * x / half) : 0.0);
  }
  std::vector<float> result(sound.size());
  for (int64_t i = 0; i < static_cast<int64_t>(sound.size()); ++i) {
    double sum = 0;
    for (int tap = 0; tap < 2 * half; ++tap) {
      const int64_t from = i - whole - (tap - half);
      if (from >= 0 && from < static_cast<int64_t>(sound.size())) sum += taps[tap] * sound[static_cast<size_t>(from)];
    }
    result[static_cast<size_t>(i)] = static_cast<float>(sum);
  }
  return result;
}

std::vector<float> mixed(std::vector<float> sound, const std::vector<float>& other, float gain) {
  for (size_t i = 0; i < sound.size(); ++i) sound[i] += gain * other[i];
  return sound;
}

}  // namespace rowdesk
