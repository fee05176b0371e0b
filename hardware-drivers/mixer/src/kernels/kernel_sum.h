// The sum of one row of a matrix. Routes with a constant gain are collected and summed in registers; routes with a ramp are
// added one by one.

struct Terms {
  static constexpr uint32_t most = 16;
  uint32_t count;
  const float* from[most];
  float gain[most];
};

static inline void add_terms(float* to, Terms& terms, const Span& span) {
  constexpr uint32_t vectors = sub_block_frames / lane_count;
  constexpr uint32_t pass = vectors < 8 ? vectors : 8;  // limited by the number of registers
  for (uint32_t first = 0; first < span.vectors; first += pass) {
    const uint32_t offset = first * lane_count;
    Lanes sum[pass];
    for (uint32_t v = 0; v < pass; ++v) sum[v] = load(to + offset + v * lane_count);
    for (uint32_t term = 0; term < terms.count; ++term) {
      const Lanes gain = all(terms.gain[term]);
      const float* from = terms.from[term] + offset;
      for (uint32_t v = 0; v < pass; ++v) sum[v] += load(from + v * lane_count) * gain;
    }
    for (uint32_t v = 0; v < pass; ++v) store(to + offset + v * lane_count, sum[v]);
  }
  terms.count = 0;
}

static inline bool is_closed(const Ramp& opening) { return !moves(opening) && opening.target == 0.0f; }

static inline void add_route(const State& state, float* to, Tap tap, uint32_t lane, const Ramp& route, bool is_raw,
                             Terms& terms, const Span& span) {
  const float* from = tapped(state, tap, lane);
  const Ramp& opening = state.heard[state.strips_of_lanes[lane]];
  const bool passes_mute = tap == tap_post_fader || is_raw;  // Post-Fader contains the mute; raw ignores it
  if (is_closed(opening) && (tap == tap_post_fader || !is_raw)) return;
  if (!passes_mute && moves(opening)) return add(to, from, route, opening, span);
  if (moves(route)) return add(to, from, route, span);
  terms.from[terms.count] = from;
  terms.gain[terms.count] = route.target;
  if (++terms.count == Terms::most) add_terms(to, terms, span);
}

// is_raw: taps before the fader ignore the mute of their strip, as PFL does.
static inline void sum_row(const State& state, float* to, Matrix& matrix, uint32_t row, bool is_raw, const Span& span) {
  clear(to, span);
  Terms terms;
  terms.count = 0;
  uint64_t* active = matrix.active + static_cast<uint64_t>(row) * matrix.taps * matrix.words;
  Ramp* routes = matrix.routes + static_cast<uint64_t>(row) * matrix.columns;
  for (uint32_t word = 0; word < matrix.taps * matrix.words; ++word) {
    if (active[word] == 0) continue;
    const Tap tap = static_cast<Tap>(tap_count - matrix.taps + word / matrix.words);
    for (uint64_t bits = active[word]; bits != 0; bits &= bits - 1) {
      const uint32_t bit = static_cast<uint32_t>(__builtin_ctzll(bits));
      Ramp& route = routes[word * 64u + bit];
      add_route(state, to, tap, word % matrix.words * 64u + bit, route, is_raw, terms, span);
      advance(route, span.frames);
      if (!moves(route) && route.target == 0.0f) active[word] &= ~(1ull << bit);
    }
  }
  if (terms.count > 0) add_terms(to, terms, span);
}

static inline bool is_active(const Matrix& matrix, uint32_t row) {
  const uint32_t words = matrix.taps * matrix.words;
  const uint64_t* active = matrix.active + static_cast<uint64_t>(row) * words;
  uint64_t any = 0;
  for (uint32_t word = 0; word < words; ++word) any |= active[word];
  return any != 0;
}
