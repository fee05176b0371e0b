// A gate: passes sound at or above its threshold and attenuates the rest by its range.
#pragma once

#ifndef RD_KERNEL
#include <cmath>
#include <utility>

#include "processors/dynamics_laws.h"
#endif

#include "processors/ramped.h"

namespace rowdesk {

struct Gate : Ramped<Gate, 2, 5> {
  static constexpr const char* id = "gate";
  static constexpr const char* uris[] = {"builtin:gate"};
  static constexpr Tap tap = tap_pre_eq;
  static constexpr bool has_detector = true;
  static constexpr const char* reduction = "gate.reductionDb";
  static constexpr Symbol symbols[] = {{"thresholdDb"}, {"rangeDb"}, {"attackMs"}, {"holdMs"}, {"releaseMs"}};

  // range: octaves of level (6.02 dB). open, close: linear. attack, release: part of the distance covered per frame (0 to
  // 1). hold: frames.
  enum Moving : uint32_t { range, wet };
  enum Fixed : uint32_t { open, close, attack, release, hold };

  struct State : NumberRows {
    Row gain, error;  // gain in octaves, 0 or less, and the rounding error of its last step
    Row hold_left;    // frames; the gate is open while above 0
    Row lowest;       // lowest `gain` since take_reduction
  };

#ifndef RD_KERNEL
  struct Settings {
    double threshold_db, range_db, attack_ms, hold_ms, release_ms;
  };

  // An open gate closes this far below the threshold.
  static constexpr double hysteresis_db = 3.0;

  static void design(const Settings& settings, double rate, Numbers& numbers) {
    const auto linear = [](double db) { return static_cast<float>(std::pow(10.0, db / 20.0)); };
    numbers.moving[range] = static_cast<float>(settings.range_db / db_of_octave);
    numbers.moving[wet] = 1.0f;
    numbers.fixed[open] = linear(settings.threshold_db);
    numbers.fixed[close] = linear(settings.threshold_db - hysteresis_db);
    numbers.fixed[attack] = static_cast<float>(part_per_frame(settings.attack_ms, rate));
    numbers.fixed[release] = static_cast<float>(part_per_frame(settings.release_ms, rate));
    numbers.fixed[hold] = static_cast<float>(hold_frames(settings.hold_ms, rate));
  }

  static void forget(State& gate, uint32_t place) {
    for (Row* row : {&gate.gain, &gate.error, &gate.hold_left, &gate.lowest}) (*row)[place] = 0.0f;
  }

  // The largest reduction since the last call, in octaves, 0 or more.
  static float take_reduction(State& gate, uint32_t place) { return -std::exchange(gate.lowest[place], 0.0f); }
#endif
};

}  // namespace rowdesk

#ifdef RD_KERNEL
namespace rowdesk::RD_KERNEL {
namespace {

static inline void detect(Gate::State&, const Memory&, uint32_t place, const Rows& heard, Rows& levels, uint32_t frames) {
  for (uint32_t frame = 0; frame < frames; ++frame) {
    store(levels.rows[frame] + place, magnitude(load(heard.rows[frame] + place)));
  }
}

template <bool moves>
static inline void run(Gate::State& gate, const Vector& vector, Rows& rows, const Rows& levels, const RampStep& step) {
  const uint32_t place = vector.place;
  const Lanes linked = load(vector.linked + place), open = load(gate.fixed[Gate::open] + place), close = load(gate.fixed[Gate::close] + place);
  const Lanes attack = load(gate.fixed[Gate::attack] + place), release = load(gate.fixed[Gate::release] + place);
  const Lanes hold = load(gate.fixed[Gate::hold] + place);
  Lanes range = value_of(gate.moving[Gate::range], place, Lanes{}), wet = value_of(gate.moving[Gate::wet], place, Lanes{});
  Lanes gain = load(gate.gain + place), error = load(gate.error + place);
  Lanes hold_left = load(gate.hold_left + place), lowest = load(gate.lowest + place);
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    if constexpr (moves) {
      const Lanes left = left_at(step, frame);
      range = value_of(gate.moving[Gate::range], place, left);
      wet = value_of(gate.moving[Gate::wet], place, left);
    }
    const Lanes level = louder_of_pair(levels.rows[frame], place, linked);
    // Opens at or above the threshold; closes `hold` frames after the level falls below the closing threshold.
    const Lanes stays = hold_left > Lanes{} ? close : open;
    hold_left = level >= stays ? hold + all(1.0f) : larger(hold_left - all(1.0f), Lanes{});
    const Lanes target = hold_left > Lanes{} ? Lanes{} : -range;
    gain = approach(gain, target, target > gain ? attack : release, error);
    lowest = smaller(lowest, gain);
    const Lanes x = load(rows.rows[frame] + place);
    store(rows.rows[frame] + place, x + x * (wet * (exp2_of(gain) - all(1.0f))));
  }
  store(gate.gain + place, gain);
  store(gate.error + place, error);
  store(gate.hold_left + place, hold_left);
  store(gate.lowest + place, lowest);
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL
#endif
