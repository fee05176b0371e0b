// A de-esser: attenuates the band above a frequency while the band is louder than a threshold. At a reduction of 0 dB the
// output is the input, bit for bit.
//
// The band is that of a Butterworth high-pass B of fourth order. The detector is the mean square of the band, 0 dB for a
// full-scale sine (AES17), with a time constant of four periods of the frequency. Of the level L follows the reduction
//   R = min((1 - 1 / ratio) max(L - threshold, 0), range)   dB
// which is approached exponentially in dB with attack or release. Source: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital
// Dynamic Range Compressor Design", J. Audio Eng. Soc. 60 (2012): equation 4 without a knee, the smooth branching detector
// in the log domain; the range is the limit of common de-essers.
//
// The reduction is the depth of a high shelf H(s) = B(t s) / B(s), t = 10^(-R / 80), whose zeros move while its poles stay:
//   |H|^2 = (1 + (t w)^8) / (1 + w^8),  w = tan(pi f / rate) / tan(pi frequency / rate)
// The gain falls monotonically with the frequency, from 0 dB to -R. Source: M. Holters, U. Zoelzer, "Parametric higher-order
// shelving filters", Proc. EUSIPCO 2006. The sections are state-variable filters (filters.h).
#pragma once

#ifndef RD_KERNEL
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "processors/dynamics_laws.h"
#endif

#include "processors/ramped.h"

namespace rowdesk {

// After the equaliser, whose lift of the treble raises sibilance as well, and before the compressor, whose make-up gain
// does.
struct Deesser : Ramped<Deesser, 5, 3> {
  static constexpr const char* id = "deesser";
  static constexpr const char* uris[] = {"builtin:deesser"};
  static constexpr Tap tap = tap_pre_fader;
  static constexpr bool has_detector = true;
  static constexpr const char* reduction = "deesser.reductionDb";
  static constexpr Symbol symbols[] = {{"frequencyHz"}, {"thresholdDb"}, {"ratio"}, {"rangeDb"}, {"attackMs"}, {"releaseMs"}};

  // corner: tan(pi frequency / rate). threshold, range: octaves of level (6.02 dB). wet: the part of the reduction in use.
  // attack, release, settling: part of the distance covered per frame (0 to 1); settling is that of `mean`.
  enum Moving : uint32_t { corner, threshold, slope, range, wet };
  enum Fixed : uint32_t { attack, release, settling };

  static constexpr uint32_t sections = 2;  // of second order
  struct State : NumberRows {
    SectionState shelf[sections], band[sections];
    Row mean;           // of the band's squares, times 2
    Row reduced, error; // reduction in octaves, 0 or more, and the rounding error of its last step
    Row deepest;        // largest `reduced` since take_reduction
  };

#ifndef RD_KERNEL
  struct Settings {
    double frequency_hz, threshold_db, ratio, range_db, attack_ms, release_ms;
  };

  static constexpr double settling_periods = 4.0;

  static void design(const Settings& settings, double rate, Numbers& numbers) {
    const double hz = std::min(settings.frequency_hz, 0.499 * rate);
    numbers.moving[corner] = static_cast<float>(std::tan(std::numbers::pi * hz / rate));
    numbers.moving[threshold] = static_cast<float>(settings.threshold_db / db_of_octave);
    numbers.moving[slope] = static_cast<float>(1.0 - 1.0 / settings.ratio);
    numbers.moving[range] = static_cast<float>(settings.range_db / db_of_octave);
    numbers.moving[wet] = 1.0f;
    numbers.fixed[attack] = static_cast<float>(part_per_frame(settings.attack_ms, rate));
    numbers.fixed[release] = static_cast<float>(part_per_frame(settings.release_ms, rate));
    numbers.fixed[settling] = static_cast<float>(part_per_frame(settling_periods * 1000.0 / settings.frequency_hz, rate));
  }

  static void forget(State& state, uint32_t place) {
    for (SectionState& section : state.shelf) section.s1[place] = section.s2[place] = 0.0f;
    for (Row* row : {&state.reduced, &state.error, &state.deepest}) (*row)[place] = 0.0f;
  }
  static void forget_detector(State& state, uint32_t place) {
    for (SectionState& section : state.band) section.s1[place] = section.s2[place] = 0.0f;
    state.mean[place] = 0.0f;
  }

  // The largest reduction since the last call, in octaves, 0 or more.
  static float take_reduction(State& state, uint32_t place) { return std::exchange(state.deepest[place], 0.0f); }
#endif
};

}  // namespace rowdesk

#ifdef RD_KERNEL
namespace rowdesk::RD_KERNEL {
namespace {

// 1/Q of the sections of a Butterworth filter of fourth order: 2 cos(pi / 8) and 2 cos(3 pi / 8).
constexpr float damping[Deesser::sections] = {1.8477591f, 0.76536686f};

// The coefficients of filters.h that follow from the corner.
struct Corner {
  Lanes g, twice_g, h[Deesser::sections], q[Deesser::sections];
};

static inline Corner corner_at(const Deesser::State& deesser, uint32_t place, Lanes left) {
  Corner corner;
  corner.g = value_of(deesser.moving[Deesser::corner], place, left);
  corner.twice_g = all(2.0f) * corner.g;
  for (uint32_t i = 0; i < Deesser::sections; ++i) {
    const Lanes sum = corner.g + all(damping[i]);
    corner.h[i] = corner.g / (all(1.0f) + corner.g * sum);
    corner.q[i] = corner.h[i] * sum;
  }
  return corner;
}

// The outputs of one section: band-pass and high-pass.
struct Split {
  Lanes band, high;
};

static inline Split split(const Corner& corner, uint32_t section, Lanes x, Lanes& s1, Lanes& s2) {
  const Lanes v1 = (s1 - corner.q[section] * s1) + corner.h[section] * (x - s2);
  const Lanes v2 = s2 + corner.g * v1;
  s1 = all(2.0f) * v1 - s1;
  s2 = s2 + corner.twice_g * v1;
  return {v1, (x - v2) - all(damping[section]) * v1};
}

template <bool moves>
static inline void detect_band(Deesser::State& deesser, uint32_t place, const Rows& heard, Rows& levels, uint32_t frames,
                               const RampStep& step) {
  const Lanes settle = load(deesser.fixed[Deesser::settling] + place);
  Corner corner = corner_at(deesser, place, Lanes{});
  Lanes s1[Deesser::sections], s2[Deesser::sections], mean = load(deesser.mean + place);
  for (uint32_t i = 0; i < Deesser::sections; ++i) {
    s1[i] = load(deesser.band[i].s1 + place);
    s2[i] = load(deesser.band[i].s2 + place);
  }
  for (uint32_t frame = 0; frame < frames; ++frame) {
    if constexpr (moves) corner = corner_at(deesser, place, left_at(step, frame));
    Lanes x = load(heard.rows[frame] + place);
    for (uint32_t i = 0; i < Deesser::sections; ++i) x = split(corner, i, x, s1[i], s2[i]).high;
    // larger() turns the NaN of an overflow into 0.
    mean = larger(mean + settle * (all(2.0f) * (x * x) - mean), Lanes{});
    store(levels.rows[frame] + place, mean);
  }
  for (uint32_t i = 0; i < Deesser::sections; ++i) {
    store(deesser.band[i].s1 + place, s1[i]);
    store(deesser.band[i].s2 + place, s2[i]);
  }
  store(deesser.mean + place, mean);
}

static inline void detect(Deesser::State& deesser, const Memory&, uint32_t place, const Rows& heard, Rows& levels, uint32_t frames) {
  const RampStep step = ramp_step(deesser.remaining, place);
  if (step.moves) detect_band<true>(deesser, place, heard, levels, frames, step);
  else detect_band<false>(deesser, place, heard, levels, frames, step);
}

// The desired reduction of each frame, from its level.
template <bool moves>
static inline void run_curve(const Deesser::State& deesser, const Vector& vector, const Rows& levels, Rows& desired, const RampStep& step) {
  const uint32_t place = vector.place;
  const Lanes linked = load(vector.linked + place);
  Lanes threshold, slope, range;
  const auto set_numbers = [&](Lanes left) __attribute__((always_inline)) {
    threshold = value_of(deesser.moving[Deesser::threshold], place, left);
    slope = value_of(deesser.moving[Deesser::slope], place, left);
    range = value_of(deesser.moving[Deesser::range], place, left);
  };
  set_numbers(Lanes{});
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    if constexpr (moves) set_numbers(left_at(step, frame));
    const Lanes square = louder_of_pair(levels.rows[frame], place, linked);
    const Lanes level = all(0.5f) * log2_of(larger(square, all(1e-20f)));
    store(desired.rows[frame] + place, smaller(slope * larger(level - threshold, Lanes{}), range));
  }
}

// desired -> reduction, in place.
static inline void run_reduction(Deesser::State& deesser, const Vector& vector, Rows& rows) {
  const uint32_t place = vector.place;
  const Lanes attack = load(deesser.fixed[Deesser::attack] + place), release = load(deesser.fixed[Deesser::release] + place);
  Lanes reduced = load(deesser.reduced + place), error = load(deesser.error + place), deepest = load(deesser.deepest + place);
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    const Lanes desired = load(rows.rows[frame] + place);
    reduced = approach(reduced, desired, desired > reduced ? attack : release, error);
    deepest = larger(deepest, reduced);
    store(rows.rows[frame] + place, reduced);
  }
  store(deesser.reduced + place, reduced);
  store(deesser.error + place, error);
  store(deesser.deepest + place, deepest);
}

template <bool moves>
static inline void run_shelf(Deesser::State& deesser, const Vector& vector, const Rows& reductions, Rows& rows, const RampStep& step) {
  const uint32_t place = vector.place;
  Corner corner = corner_at(deesser, place, Lanes{});
  Lanes wet = value_of(deesser.moving[Deesser::wet], place, Lanes{});
  Lanes s1[Deesser::sections], s2[Deesser::sections];
  for (uint32_t i = 0; i < Deesser::sections; ++i) {
    s1[i] = load(deesser.shelf[i].s1 + place);
    s2[i] = load(deesser.shelf[i].s2 + place);
  }
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    if constexpr (moves) {
      const Lanes left = left_at(step, frame);
      corner = corner_at(deesser, place, left);
      wet = value_of(deesser.moving[Deesser::wet], place, left);
    }
    // Each section has the square root of the shelf's gain.
    const Lanes t = exp2_of(all(-0.25f) * (wet * load(reductions.rows[frame] + place)));
    const Lanes of_band = t - all(1.0f), of_high = t * t - all(1.0f);
    Lanes x = load(rows.rows[frame] + place);
    for (uint32_t i = 0; i < Deesser::sections; ++i) {
      const Split parts = split(corner, i, x, s1[i], s2[i]);
      x = x + (of_high * parts.high + (all(damping[i]) * of_band) * parts.band);
    }
    store(rows.rows[frame] + place, x);
  }
  for (uint32_t i = 0; i < Deesser::sections; ++i) {
    store(deesser.shelf[i].s1 + place, s1[i]);
    store(deesser.shelf[i].s2 + place, s2[i]);
  }
}

// Three passes, as the compressor's: in the curve the CPU computes many frames at once.
template <bool moves>
static inline void run(Deesser::State& deesser, const Vector& vector, Rows& rows, const Rows& levels, const RampStep& step) {
  Rows reductions;
  run_curve<moves>(deesser, vector, levels, reductions, step);
  run_reduction(deesser, vector, reductions);
  run_shelf<moves>(deesser, vector, reductions, rows, step);
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL
#endif
