// One channel of the device: the sum of its routes, times the opening of all outputs, hard-clipped at full scale.
static inline void put_output(State& state, const Io& io, const Span& span, uint32_t channel) {
  alignas(64) float sum[sub_block_frames];
  sum_row(state, sum, state.outputs, channel, false, span);
  scale(sum, sum, state.output_opening, span);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes x = load(sum + v * lane_count);
    const Lanes below = x < all(1.0f) ? x : all(1.0f);
    store(sum + v * lane_count, larger(below, all(-1.0f)));
  }
  copy(io.out[channel] + io.offset, sum, span.frames);
}
