// The processors of the strips of one rack, from Post-Trim to Pre-Fader.

static inline void gather_rack(const State& state, uint32_t first_lane, uint32_t vector, const Span& span, Rows& rows) {
  const float* lanes[lane_count];
  for (uint32_t i = 0; i < lane_count; ++i) lanes[i] = tapped(state, tap_post_trim, first_lane + place_of(vector) + i);
  gather(rows, place_of(vector), lanes, span);
}

// Writes every vector that has a lane of `lanes`. State::taps decides which of the written lanes are read.
static inline void scatter_rack(float* taps, uint32_t first_lane, LaneSet lanes, const Span& span, const Rows& rows) {
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((lanes & lanes_of(v)) != 0) scatter(tap(taps, first_lane + place_of(v)), rows, place_of(v), span);
  }
}

static inline float louder(float a, float b) { return __builtin_fabsf(a) >= __builtin_fabsf(b) ? a : b; }

// An external key; of a key with two legs, the louder one at each frame.
static inline void fetch_key(const State& state, const Key& key, uint32_t place, Rows& heard, uint32_t frames) {
  const float* left;
  const float* right;
  if (key.late[place] != nullptr) {
    left = right = key.late[place] + (state.frame + sub_block_frames) % late_key_frames;
  } else {
    left = tapped(state, tap_post_trim, static_cast<uint32_t>(key.left[place]));
    right = tapped(state, tap_post_trim, static_cast<uint32_t>(key.right[place]));
  }
  for (uint32_t frame = 0; frame < frames; ++frame) heard.rows[frame][place] = louder(left[frame], right[frame]);
}

// The input of a detector, for the lanes of one vector: `rows`, or `heard`, which is filled with keys and filtered.
static inline const Rows& hear(const State& state, Key& key, uint32_t vector, const Rows& rows, Rows& heard, uint32_t frames) {
  const uint32_t place = place_of(vector);
  const LaneSet lanes = lanes_of(vector);
  if (((key.external | key.filtered) & lanes) == 0) return rows;
  for (uint32_t frame = 0; frame < frames; ++frame) store(heard.rows[frame] + place, load(rows.rows[frame] + place));
  for (LaneSet each = key.external & lanes; each != 0; each &= each - 1) {
    fetch_key(state, key, static_cast<uint32_t>(__builtin_ctz(each)), heard, frames);
  }
  if ((key.filtered & lanes) != 0) run_sections<1>(&key.filter, &key.filter_state, place, heard, heard, frames);
  return heard;
}

template <uint32_t count>
static inline void run_filters(FilterState<count>& state, uint32_t vector, Rows& rows, uint32_t frames, float crossfade_frames) {
  const bool changes = (state.changes & lanes_of(vector)) != 0;
  if constexpr (count > few_sections) {
    if (state.used > few_sections) filter<count>(state, place_of(vector), rows, frames, changes, crossfade_frames);
    else filter<few_sections>(state, place_of(vector), rows, frames, changes, crossfade_frames);
  } else {
    filter<count>(state, place_of(vector), rows, frames, changes, crossfade_frames);
  }
}

template <typename P>
static inline void run_ramped(RackSlot<P>& slot, const Vector& vector, Rows& rows, const Rows& levels) {
  const RampStep step = ramp_step(slot.state.remaining, vector.place);
  if (step.moves) run<true>(slot.state, vector, rows, levels, step);
  else run<false>(slot.state, vector, rows, levels, step);
  advance_row(slot.state.remaining, vector.place, step, vector.frames);
}

// Runs a vector and the next one together.
template <typename P>
static inline void run_ramped(RackSlot<P>& slot, const Vector (&pair)[2], Rows& rows, const Rows& levels) {
  const RampStep steps[] = {ramp_step(slot.state.remaining, pair[0].place), ramp_step(slot.state.remaining, pair[1].place)};
  if (steps[0].moves || steps[1].moves) run<true>(slot.state, pair, rows, levels, steps);
  else run<false>(slot.state, pair, rows, levels, steps);
  for (uint32_t i = 0; i < 2; ++i) advance_row(slot.state.remaining, pair[i].place, steps[i], pair[i].frames);
}

static inline Memory memory_of(const State& state, float* rows, uint32_t count) {
  return {rows, count, count == 0 ? 0 : static_cast<uint32_t>(state.position % count)};
}

template <typename P, uint32_t count>
static inline void run_insert(const State& state, const Rack&, RackSlot<P>& slot, const Filters<P, count>*, Rows& rows, const Span& span) {
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((slot.on & lanes_of(v)) != 0) run_filters(slot.state, v, rows, span.frames, state.processors->crossfade_frames);
  }
}

// Computes the detectors of all lanes before their gains, since the gain of a linked pair follows the louder lane.
template <typename P, uint32_t moving, uint32_t fixed>
static inline void run_insert(const State& state, const Rack& rack, RackSlot<P>& slot, const Ramped<P, moving, fixed>*, Rows& rows,
                              const Span& span) {
  Rows heard, levels;
  const Memory memory = memory_of(state, slot.memory, slot.memory_rows);
  if constexpr (P::has_detector) {
    for (uint32_t v = 0; v < vectors_per_rack; ++v) {
      if ((slot.hears & lanes_of(v)) == 0) continue;
      detect(slot.state, memory, place_of(v), hear(state, slot.key, v, rows, heard, span.frames), levels, span.frames);
    }
  }
  const auto vector = [&](uint32_t v) { return Vector{place_of(v), rack.linked, span.frames, memory}; };
  const auto is_on = [&](uint32_t v) { return v < vectors_per_rack && (slot.on & lanes_of(v)) != 0; };
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if (!is_on(v)) continue;
    if constexpr (P::runs_pairs) {
      if (is_on(v + 1)) {
        run_ramped(slot, {vector(v), vector(v + 1)}, rows, levels);
        ++v;
        continue;
      }
    }
    run_ramped(slot, vector(v), rows, levels);
  }
}

#include "kernels/kernel_hosted.h"

// Runs the inserts whose output is this tap.
template <Tap tap>
static inline void run_inserts(State& state, Rack& rack, uint32_t first_lane, Rows& rows, const Span& span) {
  LaneSet makes = 0;
  rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t) __attribute__((always_inline)) {
    if constexpr (P::tap == tap) {
      if (slot.on == 0) return;
      run_insert(state, rack, slot, static_cast<const P*>(nullptr), rows, span);
      makes |= slot.on;
    }
  });
  scatter_rack(state.processors->made[tap], first_lane, makes, span, rows);
}

// Stops values that are not finite behind the processors, which may keep them in their memory: neither a bus, from any of
// these taps, nor the align delay receives them.
static inline void guard_rack(State& state, const Rack& rack, uint32_t first_lane, const Span& span) {
  ProcessorState& all_racks = *state.processors;
  for (LaneSet each = rack.any_on; each != 0; each &= each - 1) {
    const uint32_t lane = first_lane + static_cast<uint32_t>(__builtin_ctz(each));
    if (is_finite(measure(tap(all_racks.before_align[lane], 0), span))) continue;
    for (uint32_t tap = first_made_tap; tap <= last_made_tap; ++tap) {
      silence_strip(state, span, state.strips_of_lanes[lane], all_racks.made[tap]);
    }
  }
}

static inline void align(State& state, uint32_t lane, const Span& span) {
  const ProcessorState& all_racks = *state.processors;
  delay_parts(all_racks.aligns[lane], *state.part_delays, tap(all_racks.made[tap_pre_fader], lane), all_racks.before_align[lane], state.frame, span);
}

static inline void run_rack(State& state, const Span& span, uint32_t number) {
  const ProcessorState& all_racks = *state.processors;
  Rack& rack = all_racks.racks[number];
  if (rack.any_on == 0) return;
  const uint32_t first_lane = number * widest_lanes;
  LaneSet in_rows = 0;
  rack.each([&]<typename P>(RackSlot<P>& slot, uint32_t) __attribute__((always_inline)) {
    in_rows |= slot.on;
    if constexpr (P::has_detector) in_rows |= slot.hears;
  });
  Rows rows;
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((in_rows & lanes_of(v)) != 0) gather_rack(state, first_lane, v, span, rows);
  }
  run_inserts<tap_pre_eq>(state, rack, first_lane, rows, span);
  run_inserts<tap_post_eq>(state, rack, first_lane, rows, span);
  run_inserts<tap_pre_fader>(state, rack, first_lane, rows, span);
  guard_rack(state, rack, first_lane, span);
  for (LaneSet each = rack.align_on; each != 0; each &= each - 1) {
    align(state, first_lane + static_cast<uint32_t>(__builtin_ctz(each)), span);
  }
}

static inline void run_processors(State& state, const Span& span, const Stage& stage) {
  const uint32_t end = (stage.first_lane + stage.lanes + widest_lanes - 1) / widest_lanes;
  for (uint32_t rack = stage.first_lane / widest_lanes; rack < end; ++rack) run_rack(state, span, rack);
}

// After the last stage: stores the keys that lanes of earlier stages hear 64 frames later.
static inline void end_processors(State& state, const Span& span) {
  const ProcessorState& all_racks = *state.processors;
  for (uint32_t i = 0; i < all_racks.late_key_count; ++i) {
    const LateKey& key = all_racks.late_keys[i];
    const float* left = tapped(state, tap_post_trim, key.left);
    const float* right = tapped(state, tap_post_trim, key.right);
    float* to = key.ring + state.frame % late_key_frames;
    for (uint32_t frame = 0; frame < span.frames; ++frame) to[frame] = louder(left[frame], right[frame]);
  }
}
