// A compressor with peak or RMS detection.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>
#include <cmath>
#include <utility>

#include "processors/dynamics_laws.h"
#endif

#include "processors/ramped.h"

namespace rowdesk {

struct Compressor : Ramped<Compressor, 6, 5> {
  static constexpr const char* id = "comp";
  static constexpr const char* uris[] = {"builtin:comp"};
  static constexpr Tap tap = tap_pre_fader;
  static constexpr bool has_detector = true;
  static constexpr const char* reduction = "comp.reductionDb";
  static constexpr bool runs_pairs = true;
  static constexpr Symbol symbols[] = {{"thresholdDb"}, {"ratio"},     {"kneeDb"},   {"attackMs"},   {"holdMs"},
                                       {"releaseMs"},   {"makeupDb"}, {"mixPercent"}, {"detector", "peak rms"}};

  // threshold, knee, makeup: octaves of level (6.02 dB). attack, release, settling: part of the distance covered per frame
  // (0 to 1); settling is that of `mean`. hold: frames. is_rms: 0 or 1.
  enum Moving : uint32_t { threshold, slope, knee, knee_factor, makeup, wet };
  enum Fixed : uint32_t { attack, release, hold, is_rms, settling };

  // Reductions are octaves of level, 0 or more.
  struct State : NumberRows {
    Row held, error;  // the reduction after hold and release, and the rounding error of its last step
    Row hold_left;    // frames until release begins
    Row reduction;    // `held` after the attack
    Row sum, fresh;   // sum of squares in the window, and since the window's ring last wrapped
    Row age;          // frames in the window
    Row mean;         // slower mean of the squares, limited to the ripple around the present square
    Row deepest;      // largest `reduction` since take_reduction
  };

#ifndef RD_KERNEL
  struct Settings {
    double threshold_db, ratio, knee_db, attack_ms, hold_ms, release_ms, makeup_db, mix_percent, detector;
  };

  static constexpr double window_ms = 10.0;
  // The time constant of `mean`, which removes the ripple of an RMS level: mean_of_hold times the hold time, at most two
  // periods of the ripple of a 20 Hz tone. It reaches them at a hold time of 10 ms, the length of the window.
  static constexpr double mean_of_hold = 5.0, longest_mean_ms = 50.0;

  static void design(const Settings& settings, double rate, Numbers& numbers) {
    const double octaves_of_knee = settings.knee_db / db_of_octave;
    numbers.moving[threshold] = static_cast<float>(settings.threshold_db / db_of_octave);
    numbers.moving[slope] = static_cast<float>(1.0 - 1.0 / settings.ratio);
    numbers.moving[knee] = static_cast<float>(octaves_of_knee);
    numbers.moving[knee_factor] = static_cast<float>(octaves_of_knee > 0.0 ? 0.5 / octaves_of_knee : 0.0);
    numbers.moving[makeup] = static_cast<float>(settings.makeup_db / db_of_octave);
    numbers.moving[wet] = static_cast<float>(settings.mix_percent / 100.0);
    numbers.fixed[attack] = static_cast<float>(part_per_frame(settings.attack_ms, rate));
    numbers.fixed[release] = static_cast<float>(part_per_frame(settings.release_ms, rate));
    numbers.fixed[hold] = static_cast<float>(hold_frames(settings.hold_ms, rate));
    numbers.fixed[is_rms] = settings.detector != 0.0 ? 1.0f : 0.0f;
    const double mean_ms = std::min(mean_of_hold * settings.hold_ms, longest_mean_ms);
    numbers.fixed[settling] = static_cast<float>(part_per_frame(mean_ms, rate));
  }

  static uint32_t memory_rows(double rate) { return static_cast<uint32_t>(std::lround(window_ms * 0.001 * rate)); }

  static void forget(State& state, uint32_t place) {
    for (Row* row : {&state.held, &state.error, &state.hold_left, &state.reduction, &state.deepest}) (*row)[place] = 0.0f;
  }
  static void forget_detector(State& state, uint32_t place) {
    for (Row* row : {&state.sum, &state.fresh, &state.age, &state.mean}) (*row)[place] = 0.0f;
  }

  // The largest reduction since the last call, in octaves, 0 or more.
  static float take_reduction(State& state, uint32_t place) { return std::exchange(state.deepest[place], 0.0f); }
#endif
};

}  // namespace rowdesk

#ifdef RD_KERNEL
namespace rowdesk::RD_KERNEL {
namespace {

// The level of each frame: the square, or twice the mean square over the window. A full-scale sine gives 1 (AES17).
template <bool young>
static inline void detect_squares(Compressor::State& compressor, const Memory& memory, uint32_t place, const Rows& heard,
                                  Rows& levels, uint32_t frames) {
  const uint32_t window = memory.count;
  uint32_t at = memory.at;
  const Lanes is_rms = load(compressor.fixed[Compressor::is_rms] + place), scale = all(2.0f / static_cast<float>(window));
  const Lanes whole = all(static_cast<float>(window));
  Lanes sum = load(compressor.sum + place), fresh = load(compressor.fresh + place), age = load(compressor.age + place);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    const Lanes x = load(heard.rows[frame] + place);
    const Lanes square = x * x;
    float* oldest = memory.rows + at * widest_lanes + place;
    Lanes leaves = load(oldest);
    if constexpr (young) {
      leaves = age >= whole ? leaves : Lanes{};
      age = smaller(age + all(1.0f), whole);
    }
    store(oldest, square);
    sum = larger(sum + (square - leaves), Lanes{});
    fresh += square;
    store(levels.rows[frame] + place, is_rms > Lanes{} ? sum * scale : square);
    // Rounding errors accumulate in a running sum: it is replaced by a fresh one once per window.
    if (++at == window) {
      at = 0;
      sum = fresh;
      fresh = Lanes{};
    }
  }
  store(compressor.sum + place, sum);
  store(compressor.fresh + place, fresh);
  store(compressor.age + place, age);
}

static inline void detect(Compressor::State& compressor, const Memory& memory, uint32_t place, const Rows& heard, Rows& levels,
                          uint32_t frames) {
  const bool is_young = largest_of(all(static_cast<float>(memory.count)) - load(compressor.age + place)) > 0.0f;
  if (is_young) detect_squares<true>(compressor, memory, place, heard, levels, frames);
  else detect_squares<false>(compressor, memory, place, heard, levels, frames);
}

// A reduction less than the held one by up to 0.02 dB, or by up to this part of it if that is smaller, counts as equal: the
// sampled peaks of a steady tone differ by as much.
constexpr float same_reduction = 0.02f / 6.0206f;
constexpr float same_part = 0.02f;
constexpr float least_square = 1e-20f;

// Hold keeps the reduction until the level falls (Sound on Sound, "Is a compressor's Hold control different from its
// Release?"). The ripple of the RMS window is not a change of level, but its peaks would be held. For a tone of f Hz the
// ripple is sin(x) / x of the mean square, x = 2 pi f 0.01: at most 0.757 from 20 Hz on. Within the ripple the slower mean
// is the level; a square beyond it moves the mean at once.
constexpr float most_ripple = 0.757f;
constexpr float of_peak = 1.0f / (1.0f + most_ripple);
constexpr float of_dip = 1.0f / (1.0f - most_ripple);

// The desired reduction of each frame, from its level.
template <bool moves>
static inline void run_curve(Compressor::State& compressor, const Vector& vector, const Rows& levels, Rows& desired,
                             const RampStep& step) {
  const uint32_t place = vector.place;
  const Lanes linked = load(vector.linked + place), is_rms = load(compressor.fixed[Compressor::is_rms] + place);
  const Lanes settle = load(compressor.fixed[Compressor::settling] + place);
  Lanes threshold, slope, knee, knee_factor;
  const auto set_numbers = [&](Lanes left) __attribute__((always_inline)) {
    threshold = value_of(compressor.moving[Compressor::threshold], place, left);
    slope = value_of(compressor.moving[Compressor::slope], place, left);
    knee = value_of(compressor.moving[Compressor::knee], place, left);
    knee_factor = value_of(compressor.moving[Compressor::knee_factor], place, left);
  };
  set_numbers(Lanes{});
  Lanes mean = load(compressor.mean + place);
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    if constexpr (moves) set_numbers(left_at(step, frame));
    const Lanes square = louder_of_pair(levels.rows[frame], place, linked);
    mean = smaller(larger(mean + settle * (square - mean), all(of_peak) * square), all(of_dip) * square);
    const Lanes counted = is_rms > Lanes{} ? mean : square;
    const Lanes level = all(0.5f) * log2_of(larger(counted, all(least_square)));
    // The static curve. Source: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design",
    // J. Audio Eng. Soc. 60 (2012), equation 4.
    const Lanes over = level - threshold + all(0.5f) * knee;
    const Lanes in_knee = smaller(larger(over, Lanes{}), knee);
    store(desired.rows[frame] + place, slope * (in_knee * in_knee * knee_factor + larger(over - knee, Lanes{})));
  }
  store(compressor.mean + place, mean);
}

// The reduction of a vector of lanes over time. A larger reduction is held at once; a smaller one waits for hold, then
// releases. The attack smooths the result.
struct Reduction {
  Lanes held, error, hold_left, reduction;
  Lanes attack, release, hold;

  inline Lanes next(Lanes desired) {
    const Lanes let_go = approach(held, desired, hold_left > Lanes{} ? Lanes{} : release, error);
    const auto is_same = desired >= held - smaller(all(same_reduction), all(same_part) * held);
    hold_left = is_same ? hold : larger(hold_left - all(1.0f), Lanes{});
    held = is_same ? larger(desired, held) : let_go;
    reduction = held < reduction ? held : reduction + attack * (held - reduction);
    return reduction;
  }
};

static inline Reduction load_reduction(const Compressor::State& compressor, uint32_t place) {
  return {load(compressor.held + place),
          load(compressor.error + place),
          load(compressor.hold_left + place),
          load(compressor.reduction + place),
          load(compressor.fixed[Compressor::attack] + place),
          load(compressor.fixed[Compressor::release] + place),
          load(compressor.fixed[Compressor::hold] + place)};
}

static inline void store_reduction(Compressor::State& compressor, uint32_t place, const Reduction& reduction) {
  store(compressor.held + place, reduction.held);
  store(compressor.error + place, reduction.error);
  store(compressor.hold_left + place, reduction.hold_left);
  store(compressor.reduction + place, reduction.reduction);
}

// desired -> reduction, in place.
template <uint32_t count>
static inline void run_reduction(Compressor::State& compressor, uint32_t place, Rows& rows, uint32_t frames) {
  Reduction vectors[count];
  for (uint32_t i = 0; i < count; ++i) vectors[i] = load_reduction(compressor, place + i * lane_count);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    float* row = rows.rows[frame] + place;
    for (uint32_t i = 0; i < count; ++i) store(row + i * lane_count, vectors[i].next(load(row + i * lane_count)));
  }
  for (uint32_t i = 0; i < count; ++i) store_reduction(compressor, place + i * lane_count, vectors[i]);
}

template <bool moves>
static inline void run_gain(Compressor::State& compressor, const Vector& vector, const Rows& reductions, Rows& rows,
                            const RampStep& step) {
  const uint32_t place = vector.place;
  Lanes makeup = value_of(compressor.moving[Compressor::makeup], place, Lanes{});
  Lanes wet = value_of(compressor.moving[Compressor::wet], place, Lanes{});
  Lanes deepest = load(compressor.deepest + place);
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    if constexpr (moves) {
      const Lanes left = left_at(step, frame);
      makeup = value_of(compressor.moving[Compressor::makeup], place, left);
      wet = value_of(compressor.moving[Compressor::wet], place, left);
    }
    const Lanes reduction = load(reductions.rows[frame] + place);
    deepest = larger(deepest, reduction);
    const Lanes x = load(rows.rows[frame] + place);
    store(rows.rows[frame] + place, x + x * (wet * (exp2_of(makeup - reduction) - all(1.0f))));
  }
  store(compressor.deepest + place, deepest);
}

// Three passes: in the curve and the gain the CPU computes many frames at once; in the reduction each frame waits for the
// one before, and a second vector fills the gaps.
template <bool moves>
static inline void run(Compressor::State& compressor, const Vector& vector, Rows& rows, const Rows& levels, const RampStep& step) {
  Rows reductions;
  run_curve<moves>(compressor, vector, levels, reductions, step);
  run_reduction<1>(compressor, vector.place, reductions, vector.frames);
  run_gain<moves>(compressor, vector, reductions, rows, step);
}

template <bool moves>
static inline void run(Compressor::State& compressor, const Vector (&pair)[2], Rows& rows, const Rows& levels,
                       const RampStep (&steps)[2]) {
  Rows reductions;
  for (uint32_t i = 0; i < 2; ++i) run_curve<moves>(compressor, pair[i], levels, reductions, steps[i]);
  run_reduction<2>(compressor, pair[0].place, reductions, pair[0].frames);
  for (uint32_t i = 0; i < 2; ++i) run_gain<moves>(compressor, pair[i], reductions, rows, steps[i]);
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL
#endif
