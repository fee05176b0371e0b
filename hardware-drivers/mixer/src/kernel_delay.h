// Sound later by whole frames. Rings hold what was at each frame, so that blocks of any size give the same.

static inline void write_ring(DelayLine& line, const float* from, uint32_t frame, const Span& span) {
  const uint32_t at = frame & line.mask;
  const uint32_t to_end = line.mask + 1 - at;
  const uint32_t first = span.frames < to_end ? span.frames : to_end;
  __builtin_memcpy(line.ring + at, from, first * sizeof(float));
  __builtin_memcpy(line.ring, from + first, (span.frames - first) * sizeof(float));
}

static inline void read_ring(const DelayLine& line, float* to, uint32_t frame, const Span& span) {
  if (span.frames % lane_count != 0) store(to + (span.vectors - 1) * lane_count, Lanes{});
  const uint32_t at = frame & line.mask;
  const uint32_t to_end = line.mask + 1 - at;
  const uint32_t first = span.frames < to_end ? span.frames : to_end;
  __builtin_memcpy(to, line.ring + at, first * sizeof(float));
  __builtin_memcpy(to + first, line.ring, (span.frames - first) * sizeof(float));
}

// from and to may be the same.
static inline void delay(DelayLine& line, float* to, const float* from, uint32_t frame, const Span& span) {
  write_ring(line, from, frame, span);
  read_ring(line, to, frame - static_cast<uint32_t>(line.frames.now), span);
  if (!moves(line.frames.crossfade)) return;
  alignas(64) float before[sub_block_frames];
  read_ring(line, before, frame - static_cast<uint32_t>(line.frames.before), span);
  crossfade(to, before, line.frames.crossfade, span);
  advance(line.frames.crossfade, span.frames);
}
