// The processors of the strips of one rack, from Post-Trim to Pre-Fader.

static inline void gather_rack(const State& state, uint32_t first_lane, uint32_t vector, const Span& span, Rows& rows) {
  const float* lanes[lane_count];
  for (uint32_t i = 0; i < lane_count; ++i) lanes[i] = tapped(state, tap_post_trim, first_lane + place_of(vector) + i);
  gather(rows, place_of(vector), lanes, span);
}

// Writes whole vectors; which lanes are read there is said by `taps`.
static inline void scatter_rack(float* taps, uint32_t first_lane, LaneSet lanes, const Span& span, const Rows& rows) {
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((lanes & lanes_of(v)) != 0) scatter(tap(taps, first_lane + place_of(v)), rows, place_of(v), span);
  }
}

static inline void run_high_pass(Rack& rack, Rows& rows, uint32_t frames, float crossfade_frames) {
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((rack.high_pass_on & lanes_of(v)) == 0) continue;
    filter<2>(rack.high_pass, place_of(v), rows, frames, (rack.high_pass_changes & lanes_of(v)) != 0, crossfade_frames);
  }
}

static inline void run_equaliser(Rack& rack, Rows& rows, uint32_t frames, float crossfade_frames) {
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((rack.equaliser_on & lanes_of(v)) == 0) continue;
    const bool changes = (rack.equaliser_changes & lanes_of(v)) != 0;
    if (rack.bands == few_bands) filter<few_bands>(rack.equaliser, place_of(v), rows, frames, changes, crossfade_frames);
    else filter<most_bands>(rack.equaliser, place_of(v), rows, frames, changes, crossfade_frames);
  }
}

static inline void run_gates(const State& state, Rack& rack, Rows& rows, uint32_t frames) {
  Rows heard, levels;
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((rack.gate_hears & lanes_of(v)) == 0) continue;
    detect_gate(hear(state, rack.gate_key, v, rows, heard, frames), place_of(v), levels, frames);
  }
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((rack.gate_on & lanes_of(v)) == 0) continue;
    const uint32_t place = place_of(v);
    const RampStep numbers = ramp_step(rack.gate.remaining, place);
    if (numbers.moves) run_gate<true>(rack.gate, rack.linked, place, rows, levels, frames, numbers);
    else run_gate<false>(rack.gate, rack.linked, place, rows, levels, frames, numbers);
    advance_row(rack.gate.remaining, place, numbers, frames);
  }
}

static inline void run_compressors(const State& state, Rack& rack, Rows& rows, uint32_t frames) {
  Rows heard, levels;
  Compressor& compressor = rack.compressor;
  const uint32_t at = state.processors->rms_at, window = state.processors->rms_frames;
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((rack.compressor_hears & lanes_of(v)) == 0) continue;
    const uint32_t place = place_of(v);
    const Rows& sound = hear(state, rack.compressor_key, v, rows, heard, frames);
    const bool is_young = largest_of(all(static_cast<float>(window)) - load(compressor.age + place)) > 0.0f;
    if (is_young) detect_compressor<true>(compressor, rack.squares, place, sound, levels, frames, at, window);
    else detect_compressor<false>(compressor, rack.squares, place, sound, levels, frames, at, window);
  }
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((rack.compressor_on & lanes_of(v)) == 0) continue;
    const uint32_t place = place_of(v);
    const RampStep numbers = ramp_step(compressor.remaining, place);
    if (numbers.moves) run_compressor<true>(compressor, rack.linked, place, rows, levels, frames, numbers);
    else run_compressor<false>(compressor, rack.linked, place, rows, levels, frames, numbers);
    advance_row(compressor.remaining, place, numbers, frames);
  }
}

// Processors keep what they heard, so that a value which isn't finite must not go on: to buses from any of these taps,
// and into the delay.
static inline void guard_rack(State& state, const Rack& rack, uint32_t first_lane, const Span& span) {
  ProcessorState& all_racks = *state.processors;
  for (LaneSet each = rack.any_on; each != 0; each &= each - 1) {
    const uint32_t lane = first_lane + static_cast<uint32_t>(__builtin_ctz(each));
    if (is_finite(measure(tap(all_racks.before_align[lane], 0), span))) continue;
    float* const made[] = {all_racks.pre_eq, all_racks.post_eq, all_racks.pre_fader};
    for (float* taps : made) silence_strip(state, span, state.strips_of_lanes[lane], taps);
  }
}

static inline void align(State& state, uint32_t lane, const Span& span) {
  const ProcessorState& all_racks = *state.processors;
  delay_parts(all_racks.aligns[lane], *all_racks.part_delays, tap(all_racks.pre_fader, lane), all_racks.before_align[lane], state.frame, span);
}

static inline void run_rack(State& state, const Span& span, uint32_t number) {
  const ProcessorState& all_racks = *state.processors;
  Rack& rack = all_racks.racks[number];
  if (rack.any_on == 0) return;
  const uint32_t first_lane = number * widest_lanes;
  const LaneSet in_rows = rack.high_pass_on | rack.equaliser_on | rack.gate_hears | rack.compressor_hears;
  Rows rows;
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    if ((in_rows & lanes_of(v)) != 0) gather_rack(state, first_lane, v, span, rows);
  }
  run_high_pass(rack, rows, span.frames, all_racks.crossfade_frames);
  if (rack.gate_on != 0) run_gates(state, rack, rows, span.frames);
  scatter_rack(all_racks.pre_eq, first_lane, rack.high_pass_on | rack.gate_on, span, rows);
  run_equaliser(rack, rows, span.frames, all_racks.crossfade_frames);
  scatter_rack(all_racks.post_eq, first_lane, rack.equaliser_on, span, rows);
  if (rack.compressor_on != 0) run_compressors(state, rack, rows, span.frames);
  scatter_rack(all_racks.pre_fader, first_lane, rack.compressor_on, span, rows);
  guard_rack(state, rack, first_lane, span);
  for (LaneSet each = rack.align_on; each != 0; each &= each - 1) {
    align(state, first_lane + static_cast<uint32_t>(__builtin_ctz(each)), span);
  }
}

static inline void run_processors(State& state, const Span& span, const Stage& stage) {
  const uint32_t end = (stage.first_lane + stage.lanes + widest_lanes - 1) / widest_lanes;
  for (uint32_t rack = stage.first_lane / widest_lanes; rack < end; ++rack) run_rack(state, span, rack);
}

// After the last stage: keys that lanes of earlier stages will hear 64 frames later.
static inline void end_processors(State& state, const Span& span) {
  ProcessorState& all_racks = *state.processors;
  for (uint32_t i = 0; i < all_racks.late_key_count; ++i) {
    const LateKey& key = all_racks.late_keys[i];
    const float* left = tapped(state, tap_post_trim, key.left);
    const float* right = tapped(state, tap_post_trim, key.right);
    float* to = key.ring + state.frame % late_key_frames;
    for (uint32_t frame = 0; frame < span.frames; ++frame) to[frame] = louder(left[frame], right[frame]);
  }
  all_racks.rms_at = (all_racks.rms_at + span.frames) % all_racks.rms_frames;
}
