// Delays by whole frames and by parts of a frame. A ring's index is the frame number, so that the output is the same for
// any block size.

static inline void write_ring(DelayLine& line, const float* from, uint32_t frame, const Span& span) {
  const uint32_t at = frame & line.mask;
  const uint32_t to_end = line.mask + 1 - at;
  const uint32_t first = span.frames < to_end ? span.frames : to_end;
  copy(line.ring + at, from, first);
  if (first < span.frames) copy(line.ring, from + first, span.frames - first);
}

static inline void read_ring(const DelayLine& line, float* to, uint32_t frame, const Span& span) {
  if (span.frames % lane_count != 0) store(to + (span.vectors - 1) * lane_count, Lanes{});
  const uint32_t at = frame & line.mask;
  const uint32_t to_end = line.mask + 1 - at;
  const uint32_t first = span.frames < to_end ? span.frames : to_end;
  copy(to, line.ring + at, first);
  if (first < span.frames) copy(to + first, line.ring, span.frames - first);
}

// Delays by whole frames. `from` and `to` may alias.
static inline void delay(DelayLine& line, float* to, const float* from, uint32_t frame, const Span& span) {
  write_ring(line, from, frame, span);
  read_ring(line, to, frame - static_cast<uint32_t>(line.frames.now), span);
  if (!moves(line.frames.crossfade)) return;
  alignas(64) float before[sub_block_frames];
  read_ring(line, before, frame - static_cast<uint32_t>(line.frames.before), span);
  crossfade(to, before, line.frames.crossfade, span);
  advance(line.frames.crossfade, span.frames);
}

// parts: the delay in units of 1 / parts_per_frame frames; a whole number of frames copies the samples unchanged. A delay
// shorter than half a filter uses `early` (part_delays.h), whose filters below least_early_part delay by one frame more and
// therefore read from the next newer frame.
static inline void read_parts(const DelayLine& line, const PartDelays& delays, float* to, uint32_t frame, int32_t parts,
                              const Span& span) {
  const uint32_t whole = static_cast<uint32_t>(parts) / parts_per_frame, part = static_cast<uint32_t>(parts) % parts_per_frame;
  if (part == 0) return read_ring(line, to, frame - whole, span);
  constexpr uint32_t half = part_taps / 2;
  const bool is_late = whole + 1 >= half;
  const uint32_t borrowed = part >= least_early_part ? 0 : 1;
  const uint32_t newest = is_late ? whole + 1 - half : whole - borrowed;
  const float* taps = is_late ? delays.late[part] : delays.early[part];
  alignas(64) float window[sub_block_frames + part_taps + widest_lanes];
  for (uint32_t i = 0; i < span.frames + part_taps - 1; ++i) {
    window[i] = line.ring[(frame - newest - (part_taps - 1) + i) & line.mask];
  }
  for (uint32_t v = 0; v < span.vectors; ++v) {
    Lanes sum{};
    for (uint32_t tap = 0; tap < part_taps; ++tap) sum += load(window + v * lane_count + part_taps - 1 - tap) * all(taps[tap]);
    store(to + v * lane_count, sum);
  }
  for (uint32_t i = span.frames; i < span.vectors * lane_count; ++i) to[i] = 0.0f;
}

// As delay(), with the delay in units of 1 / parts_per_frame frames.
static inline void delay_parts(DelayLine& line, const PartDelays& delays, float* to, const float* from, uint32_t frame, const Span& span) {
  write_ring(line, from, frame, span);
  read_parts(line, delays, to, frame, line.frames.now, span);
  if (!moves(line.frames.crossfade)) return;
  alignas(64) float before[sub_block_frames];
  read_parts(line, delays, before, frame, line.frames.before, span);
  crossfade(to, before, line.frames.crossfade, span);
  advance(line.frames.crossfade, span.frames);
}
