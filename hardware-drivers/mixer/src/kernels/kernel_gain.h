// Whole-buffer arithmetic over one sub-block of one lane.

static inline float* tap(float* taps, uint32_t lane) {
  return static_cast<float*>(__builtin_assume_aligned(taps + lane * sub_block_frames, 64));
}

// The samples of a lane at a tap, in this sub-block.
static inline const float* tapped(const State& state, Tap point, uint32_t lane) {
  return static_cast<const float*>(__builtin_assume_aligned(state.taps[point * state.lanes + lane], 64));
}

static inline void clear(float* to, const Span& span) {
  for (uint32_t v = 0; v < span.vectors; ++v) store(to + v * lane_count, Lanes{});
}

// Copies `frames` of a sub-block. A whole one, by far the most frequent, is copied without a call.
static inline void copy(float* to, const float* from, uint32_t frames) {
  if (frames != sub_block_frames) {
    __builtin_memcpy(to, from, frames * sizeof(float));
    return;
  }
  for (uint32_t v = 0; v < sub_block_frames / lane_count; ++v) store(to + v * lane_count, load(from + v * lane_count));
}

// to = from * ramp
static inline void scale(float* to, const float* from, const Ramp& ramp, const Span& span) {
  if (moves(ramp)) {
    for (uint32_t v = 0; v < span.vectors; ++v) {
      store(to + v * lane_count, load(from + v * lane_count) * values_of(ramp, v));
    }
    return;
  }
  const Lanes gain = all(ramp.target);
  for (uint32_t v = 0; v < span.vectors; ++v) store(to + v * lane_count, load(from + v * lane_count) * gain);
}

// to = from * one * other
static inline void scale(float* to, const float* from, const Ramp& one, const Ramp& other, const Span& span) {
  if (moves(one) || moves(other)) {
    for (uint32_t v = 0; v < span.vectors; ++v) {
      store(to + v * lane_count, load(from + v * lane_count) * (values_of(one, v) * values_of(other, v)));
    }
    return;
  }
  const Lanes gain = all(one.target * other.target);
  for (uint32_t v = 0; v < span.vectors; ++v) store(to + v * lane_count, load(from + v * lane_count) * gain);
}

// to += from * ramp
static inline void add(float* to, const float* from, const Ramp& ramp, const Span& span) {
  if (moves(ramp)) {
    for (uint32_t v = 0; v < span.vectors; ++v) {
      store(to + v * lane_count, load(to + v * lane_count) + load(from + v * lane_count) * values_of(ramp, v));
    }
    return;
  }
  const Lanes gain = all(ramp.target);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    store(to + v * lane_count, load(to + v * lane_count) + load(from + v * lane_count) * gain);
  }
}

// to += from * one * other
static inline void add(float* to, const float* from, const Ramp& one, const Ramp& other, const Span& span) {
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes gain = values_of(one, v) * values_of(other, v);
    store(to + v * lane_count, load(to + v * lane_count) + load(from + v * lane_count) * gain);
  }
}

// now = before + (now - before) * ramp
static inline void crossfade(float* now, const float* before, const Ramp& ramp, const Span& span) {
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes from = load(before + v * lane_count);
    store(now + v * lane_count, from + (load(now + v * lane_count) - from) * values_of(ramp, v));
  }
}

struct Measure {
  float peak;
  float energy;  // the sum of squares; not finite if any sample is not finite
};

static inline Measure measure(const float* from, const Span& span) {
  Lanes peak{}, energy{};
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes x = load(from + v * lane_count);
    peak = larger(magnitude(x), peak);
    energy += x * x;
  }
  return {largest_of(peak), sum_of(energy)};
}

// Samples above about 1e19 (380 dB over full scale) count as not finite too, since their squares overflow.
static inline bool is_finite(const Measure& measured) { return measured.energy * 0.0f == 0.0f; }
