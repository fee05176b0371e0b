// How a lane's gate and compressor take new numbers, on the audio thread: in straight lines while they are on.
#pragma once

#include <algorithm>
#include <bit>

#include "processor_change.h"
#include "rack.h"

namespace rowdesk {

inline bool holds_lane(LaneSet set, uint32_t place) { return (set >> place & 1u) != 0; }

inline void put(MovingRow& row, uint32_t place, float value) {
  row.target[place] = value;
  row.step[place] = 0.0f;
}

// remaining: what is left of the line it is on.
inline void turn(MovingRow& row, uint32_t place, float target, float remaining, float frames) {
  const float now = row.target[place] - row.step[place] * remaining;
  row.target[place] = target;
  row.step[place] = (target - now) / frames;
}

inline void forget_gate(Gate& gate, uint32_t place) {
  for (Row* row : {&gate.gain, &gate.rest, &gate.hold_left, &gate.lowest}) (*row)[place] = 0.0f;
}

inline void forget_compressor(Compressor& compressor, uint32_t place) {
  for (Row* row : {&compressor.held, &compressor.rest, &compressor.hold_left, &compressor.reduction, &compressor.deepest}) {
    (*row)[place] = 0.0f;
  }
}

// What its detector heard.
inline void forget_window(Compressor& compressor, uint32_t place) {
  for (Row* row : {&compressor.sum, &compressor.fresh, &compressor.age}) (*row)[place] = 0.0f;
}

inline void forget_key(Key& key, uint32_t place) { key.filter_state.s1[place] = key.filter_state.s2[place] = 0.0f; }

inline void want_gate(Gate& gate, uint32_t place, const float* numbers, float frames, LaneSet& on) {
  const bool was_on = holds_lane(on, place);
  if (!was_on) {
    forget_gate(gate, place);
    gate.remaining[place] = 0.0f;
    put(gate.range, place, numbers[gate_range]);
    put(gate.wet, place, 0.0f);
  }
  if (was_on || numbers[gate_wet] > 0.0f) {
    turn(gate.range, place, numbers[gate_range], gate.remaining[place], frames);
    turn(gate.wet, place, numbers[gate_wet], gate.remaining[place], frames);
    gate.remaining[place] = frames;
    on |= 1u << place;
  }
  gate.open[place] = numbers[gate_open];
  gate.close[place] = numbers[gate_close];
  gate.attack[place] = numbers[gate_attack];
  gate.release[place] = numbers[gate_release];
  gate.hold[place] = numbers[gate_hold];
}

inline void want_compressor(Compressor& compressor, uint32_t place, const float* numbers, float frames, LaneSet& on) {
  MovingRow* const moving[] = {&compressor.threshold,   &compressor.slope,  &compressor.knee,
                               &compressor.knee_factor, &compressor.makeup, &compressor.wet};
  const bool was_on = holds_lane(on, place);
  if (!was_on) {
    forget_compressor(compressor, place);
    compressor.remaining[place] = 0.0f;
    for (uint32_t i = compressor_threshold; i < compressor_wet; ++i) put(*moving[i], place, numbers[i]);
    put(compressor.wet, place, 0.0f);
  }
  if (was_on || numbers[compressor_wet] > 0.0f) {
    for (uint32_t i = compressor_threshold; i <= compressor_wet; ++i) {
      turn(*moving[i], place, numbers[i], compressor.remaining[place], frames);
    }
    compressor.remaining[place] = frames;
    on |= 1u << place;
  }
  compressor.attack[place] = numbers[compressor_attack];
  compressor.release[place] = numbers[compressor_release];
  compressor.hold[place] = numbers[compressor_hold];
  compressor.is_rms[place] = numbers[compressor_is_rms];
}

// All lines are at their ends.
template <typename Processor>
void settle_dynamics(Processor& processor, uint32_t place, LaneSet& on) {
  processor.remaining[place] = 0.0f;
  on = processor.wet.target[place] > 0.0f ? on | 1u << place : on & ~(1u << place);
}

// Lanes that were bypassed are computed no more.
template <typename Processor>
void tick_dynamics(const Processor& processor, LaneSet& on) {
  for (LaneSet each = on; each != 0; each &= each - 1) {
    const auto place = static_cast<uint32_t>(std::countr_zero(each));
    if (processor.wet.target[place] == 0.0f && processor.remaining[place] == 0.0f) on &= ~(1u << place);
  }
}

}  // namespace rowdesk
