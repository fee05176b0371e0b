// Inserts whose numbers move to new values by linear ramps. The last moving number is `wet`, the part of processed sound in
// the output; bypass moves it to 0.
#pragma once

#ifndef RD_KERNEL
#include <bit>
#endif

#include "processors/processor.h"

namespace rowdesk {

// A number with a linear ramp, as Ramp (state.h); all numbers of an insert share `remaining`.
struct MovingRow {
  Row target, step;
};

template <uint32_t moving_count, uint32_t fixed_count>
struct alignas(64) RampedState {
  MovingRow moving[moving_count];
  Row fixed[fixed_count];  // numbers without a ramp
  Row remaining;           // frames
};

template <typename P, uint32_t moving_count, uint32_t fixed_count>
struct Ramped : Insert {
  typedef RampedState<moving_count, fixed_count> NumberRows;

#ifndef RD_KERNEL
  static constexpr uint32_t wet_number = moving_count - 1;
  struct Numbers {
    float moving[moving_count];
    float fixed[fixed_count];
  };

  template <typename Settings>
  static Numbers numbers_of(const Settings& settings, bool is_enabled, double rate) {
    Numbers numbers;
    P::design(settings, rate, numbers);
    if (!is_enabled) numbers.moving[wet_number] = 0.0f;
    return numbers;
  }

  static void begin(NumberRows&) {}

  template <typename State>
  static void apply(State& state, LaneSet& on, uint32_t place, const Numbers& numbers, const ChangeFrames& frames) {
    const bool is_on = holds(on, place);
    if (!is_on) {
      P::forget(state, place);
      state.remaining[place] = 0.0f;
      for (uint32_t i = 0; i < moving_count; ++i) set(state.moving[i], place, i == wet_number ? 0.0f : numbers.moving[i]);
    }
    if (is_on || numbers.moving[wet_number] > 0.0f) {
      for (uint32_t i = 0; i < moving_count; ++i) {
        turn(state.moving[i], place, numbers.moving[i], state.remaining[place], frames.ramp);
      }
      state.remaining[place] = frames.ramp;
      put(on, place, true);
    }
    for (uint32_t i = 0; i < fixed_count; ++i) state.fixed[i][place] = numbers.fixed[i];
  }

  static void tick(NumberRows& state, LaneSet& on, const ChangeFrames&) {
    for (LaneSet each = on; each != 0; each &= each - 1) {
      const auto place = static_cast<uint32_t>(std::countr_zero(each));
      if (state.moving[wet_number].target[place] == 0.0f && state.remaining[place] == 0.0f) put(on, place, false);
    }
  }

  static void settle(NumberRows& state, LaneSet& on, uint32_t place) {
    state.remaining[place] = 0.0f;
    put(on, place, state.moving[wet_number].target[place] > 0.0f);
  }

 private:
  static void set(MovingRow& row, uint32_t place, float value) {
    row.target[place] = value;
    row.step[place] = 0.0f;
  }

  // Begins a ramp from the present value. remaining: frames left of the previous ramp. frames: length of the new one.
  static void turn(MovingRow& row, uint32_t place, float target, float remaining, float frames) {
    const float now = row.target[place] - row.step[place] * remaining;
    row.target[place] = target;
    row.step[place] = (target - now) / frames;
  }
#endif
};

}  // namespace rowdesk
