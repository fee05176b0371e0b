#include "capture/stimulus.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include <rowdesk/noise.h>

namespace rowdesk {
namespace {

constexpr double pi = std::numbers::pi;
// Gaussian noise has no peak: it is cut 12 dB over its RMS, as the oscillator's.
constexpr double pink_crest = 4.0;
constexpr double loudest_pink_db = -9.1;
// Of a Butterworth filter of the fourth order, in two sections.
constexpr double section_q[] = {0.54119610014619699, 1.3065629648763766};

double linear(double db) { return std::pow(10.0, db / 20.0); }

void check_range(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  std::ostringstream words;
  words << "stimulus " << name << " must be from " << least << " to " << most;
  throw std::invalid_argument(words.str());
}

// A state-variable filter of the second order; the kernels' filters.h in double.
class Section {
 public:
  Section(double frequency_hz, double q, double rate)
      : g_(std::tan(pi * std::min(frequency_hz, 0.499 * rate) / rate)), k_(1.0 / q), h_(1.0 / (1.0 + g_ * (g_ + k_))) {}

  double high(double in) {
    run(in);
    return in - k_ * band_ - low_;
  }
  double low(double in) {
    run(in);
    return low_;
  }

 private:
  void run(double in) {
    band_ = h_ * (first_ + g_ * (in - second_));
    low_ = second_ + g_ * band_;
    first_ = 2.0 * band_ - first_;
    second_ = 2.0 * low_ - second_;
  }

  double g_, k_, h_, first_ = 0.0, second_ = 0.0, band_ = 0.0, low_ = 0.0;
};

void put_sweep(const StimulusOrder& order, double rate, LockedArray<float>& sound) {
  const double octaves = std::log(order.to_hz / order.from_hz), peak = linear(order.level_db);
  const double length_s = static_cast<double>(sound.size()) / rate;
  const double turns = order.from_hz * length_s / octaves;
  for (size_t n = 0; n < sound.size(); ++n) {
    const double phase = turns * std::expm1(octaves * static_cast<double>(n) / static_cast<double>(sound.size()));
    sound[n] = static_cast<float>(peak * std::sin(2.0 * pi * (phase - std::floor(phase))));
  }
}

void put_pink(const StimulusOrder& order, double rate, LockedArray<float>& sound) {
  rd_pink_filter filter;
  rd_pink_design(&filter, rate);
  rd_pink_state state{};
  uint64_t seed = 1;
  Section cuts[] = {{order.from_hz, section_q[0], rate}, {order.from_hz, section_q[1], rate}};
  Section caps[] = {{order.to_hz, section_q[0], rate}, {order.to_hz, section_q[1], rate}};
  const auto next = [&] {
    double value = rd_pink_noise(&filter, &state, rd_white_noise(&seed));
    for (Section& cut : cuts) value = cut.high(value);
    for (Section& cap : caps) value = cap.low(value);
    return value;
  };
  // The filters' beginning is not heard.
  for (auto n = static_cast<size_t>(rate); n > 0; --n) next();
  double energy = 0.0;
  for (float& sample : sound) {
    sample = static_cast<float>(next());
    energy += static_cast<double>(sample) * sample;
  }
  const double rms = std::sqrt(energy / static_cast<double>(sound.size()));
  const double wanted = linear(order.level_db) * std::sqrt(0.5);
  const double gain = rms > 0.0 ? wanted / rms : 0.0, peak = pink_crest * wanted;
  for (float& sample : sound) sample = static_cast<float>(std::clamp(sample * gain, -peak, peak));
}

void fade_ends(LockedArray<float>& sound, size_t frames) {
  frames = std::min(frames, sound.size() / 2);
  for (size_t n = 0; n < frames; ++n) {
    const double gain = 0.5 - 0.5 * std::cos(pi * static_cast<double>(n) / static_cast<double>(frames));
    sound[n] = static_cast<float>(sound[n] * gain);
    sound[sound.size() - 1 - n] = static_cast<float>(sound[sound.size() - 1 - n] * gain);
  }
}

}  // namespace

void check_stimulus(const StimulusOrder& order, double rate) {
  check_range("levelDb", order.level_db, -100.0, order.kind == StimulusKind::pink ? loudest_pink_db : 0.0);
  check_range("fromHz", order.from_hz, 1.0, 0.25 * rate);
  check_range("toHz", order.to_hz, 2.0 * order.from_hz, 0.5 * rate);
  check_range("soundS", order.sound_s, 0.05, 60.0);
  check_range("fadeMs", order.fade_ms, 1.0, 500.0 * order.sound_s);
  check_range("repeats", order.repeats, 1, 100);
  check_range("silenceS", order.silence_s, 0.0, 60.0);
  check_range("leadS", order.lead_s, 0.0, 10.0);
}

bool has_leg(const StimulusOrder& order, uint32_t leg) {
  return order.leg == StimulusLeg::both || leg == (order.leg == StimulusLeg::left ? 0u : 1u);
}

LockedArray<float> render_stimulus(const StimulusOrder& order, double rate) {
  LockedArray<float> sound(static_cast<size_t>(std::llround(order.sound_s * rate)));
  if (order.kind == StimulusKind::sweep) put_sweep(order, rate, sound);
  else put_pink(order, rate, sound);
  fade_ends(sound, static_cast<size_t>(std::llround(order.fade_ms * 0.001 * rate)));
  return sound;
}

}  // namespace rowdesk
