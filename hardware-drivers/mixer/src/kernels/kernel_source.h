// The sources of strips: a channel of the device, or a leg of an effect.

static inline void copy_channel(float* to, const Io& io, int32_t channel, const Span& span) {
  const bool is_effect = channel < -1;
  if (!is_effect && (channel < 0 || static_cast<uint32_t>(channel) >= io.inputs)) return clear(to, span);
  const float* from = is_effect ? io.effects + static_cast<uint32_t>(-2 - channel) * sub_block_frames : io.in[channel] + io.offset;
  if (span.frames % lane_count != 0) store(to + (span.vectors - 1) * lane_count, Lanes{});
  copy(to, from, span.frames);
}

static inline void take_source(float* to, Crossfaded& source, const Io& io, const Span& span) {
  copy_channel(to, io, source.now, span);
  if (!moves(source.crossfade)) return;
  alignas(64) float before[sub_block_frames];
  copy_channel(before, io, source.before, span);
  crossfade(to, before, source.crossfade, span);
  advance(source.crossfade, span.frames);
}
