// Whole-buffer arithmetic over one sub-block of one lane.

static inline float* tap(float* taps, uint32_t lane) {
  return static_cast<float*>(__builtin_assume_aligned(taps + lane * sub_block_frames, 64));
}

// What a lane has at a tap, in this sub-block.
static inline const float* tapped(const State& state, Tap point, uint32_t lane) {
  return static_cast<const float*>(__builtin_assume_aligned(state.taps[point * state.lanes + lane], 64));
}

static inline void clear(float* to, const Span& span) {
  for (uint32_t v = 0; v < span.vectors; ++v) store(to + v * lane_count, Lanes{});
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

// The sum of a matrix row over `taps`, in the order of the lanes whatever the order in which routes were opened.
static inline void sum_row(float* to, Matrix& matrix, uint32_t row, float* taps, const Span& span) {
  clear(to, span);
  uint64_t* active = matrix.active + static_cast<uint64_t>(row) * matrix.words;
  Ramp* routes = matrix.routes + static_cast<uint64_t>(row) * matrix.columns;
  for (uint32_t word = 0; word < matrix.words; ++word) {
    for (uint64_t bits = active[word]; bits != 0; bits &= bits - 1) {
      const uint32_t column = word * 64u + static_cast<uint32_t>(__builtin_ctzll(bits));
      Ramp& route = routes[column];
      add(to, tap(taps, column), route, span);
      advance(route, span.frames);
      if (!moves(route) && route.target == 0.0f) active[word] &= ~(1ull << (column & 63u));
    }
  }
}

struct Measure {
  float peak;
  float energy;  // the sum of squares; not finite when a sample isn't
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

// Squares overflow from about 1e19 on, 380 dB over full scale: that counts as not finite too.
static inline bool is_finite(const Measure& measured) { return measured.energy * 0.0f == 0.0f; }
