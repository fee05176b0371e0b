// Post-Fader, later. At panic what is still under way is silent too.
static inline void delay_speakers(State& state, const Span& span) {
  for (uint32_t i = 0; i < state.speaker_lane_count; ++i) {
    const uint32_t lane = state.speaker_lanes[i];
    float* to = tap(state.speaker_taps, lane);
    delay_parts(state.speaker_delays[lane], *state.part_delays, to, tap(state.post_fader, lane), state.frame, span);
    Ramp& opening = state.speaker_openings[lane];
    if (moves(opening) || opening.target != 1.0f) scale(to, to, opening, span);
    advance(opening, span.frames);
  }
}

// One channel of the device: the sum of its routes, times the opening of all outputs, hard-clipped at full scale.
static inline void put_output(State& state, const Io& io, const Span& span, uint32_t channel) {
  alignas(64) float sum[sub_block_frames];
  sum_row(state, sum, state.outputs, channel, false, span);
  scale(sum, sum, state.output_opening, span);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes x = load(sum + v * lane_count);
    const Lanes below = x < all(io.full_scale) ? x : all(io.full_scale);
    store(sum + v * lane_count, larger(below, all(-io.full_scale)));
  }
  copy(io.out[channel] + io.offset, sum, span.frames);
}
