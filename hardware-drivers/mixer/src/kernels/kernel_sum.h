// The sums of rows of a matrix. Routes with a constant gain are collected and summed in registers, those of neighbouring
// rows as a product of matrices, which loads each sound once for all rows. Routes with ramps are collected by row: in a fade
// all ramps end together.

template <uint32_t rows>
struct Terms {
  static constexpr uint32_t most = 16 * rows;
  uint32_t count;
  const float* from[most];
  float gain[most][rows];
};

// Vectors of sums that fit the registers, beside sound and gain. With one lane the compiler makes its own vectors.
constexpr uint32_t vectors_of_sums = RD_LANES == 1 ? 32 : RD_LANES == 16 ? 16 : 8;

// to: the lanes of the rows.
template <uint32_t rows>
static inline void add_terms(float* to, Terms<rows>& terms, const Span& span) {
  constexpr uint32_t vectors = sub_block_frames / lane_count;
  constexpr uint32_t pass = vectors * rows < vectors_of_sums ? vectors : vectors_of_sums / rows;
  for (uint32_t first = 0; first < span.vectors; first += pass) {
    const uint32_t offset = first * lane_count;
    Lanes sum[rows][pass];
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t v = 0; v < pass; ++v) sum[row][v] = load(tap(to, row) + offset + v * lane_count);
    }
    for (uint32_t term = 0; term < terms.count; ++term) {
      Lanes sound[pass];
      for (uint32_t v = 0; v < pass; ++v) sound[v] = load(terms.from[term] + offset + v * lane_count);
      for (uint32_t row = 0; row < rows; ++row) {
        const Lanes gain = all(terms.gain[term][row]);
        for (uint32_t v = 0; v < pass; ++v) sum[row][v] += sound[v] * gain;
      }
    }
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t v = 0; v < pass; ++v) store(tap(to, row) + offset + v * lane_count, sum[row][v]);
    }
  }
  terms.count = 0;
}

// Routes with ramps that end at the same frame.
struct MovingTerms {
  static constexpr uint32_t most = 32;
  uint32_t count;
  float remaining;
  const float* from[most];
  float target[most], step[most];
};

static inline void add_terms(float* to, MovingTerms& terms, const Span& span) {
  if (terms.count == 0) return;
  constexpr uint32_t vectors = sub_block_frames / lane_count;
  constexpr uint32_t pass = vectors < vectors_of_sums ? vectors : vectors_of_sums;
  for (uint32_t first = 0; first < span.vectors; first += pass) {
    const uint32_t offset = first * lane_count;
    Lanes sum[pass], left[pass];
    for (uint32_t v = 0; v < pass; ++v) sum[v] = load(to + offset + v * lane_count);
    for (uint32_t v = 0; v < pass; ++v) left[v] = frames_left(terms.remaining, first + v);
    for (uint32_t term = 0; term < terms.count; ++term) {
      const Lanes target = all(terms.target[term]), step = all(terms.step[term]);
      const float* from = terms.from[term] + offset;
      for (uint32_t v = 0; v < pass; ++v) sum[v] += load(from + v * lane_count) * (target - step * left[v]);
    }
    for (uint32_t v = 0; v < pass; ++v) store(to + offset + v * lane_count, sum[v]);
  }
  terms.count = 0;
}

// The 64 routes of one word of `active`: from 64 lanes at one tap.
struct Word {
  Tap tap;
  uint32_t first_lane;
  bool passes_mute;  // Post-Fader contains the mute of its strip; raw ignores it, as PFL does
};

static inline Word word_of(const Matrix& matrix, uint32_t word, bool is_raw) {
  const Tap tap = static_cast<Tap>(matrix.first_tap + word / matrix.words);
  return {tap, word % matrix.words * 64u, tap >= tap_post_fader || is_raw};
}

static inline bool is_over(const Ramp& route) { return !moves(route) && route.target == 0.0f; }

// A closed strip is silent at Post-Fader, and at the taps before it unless they are raw. A speaker delay still holds what
// the strip had before it closed.
static inline bool is_silenced(const State& state, const Word& word, uint32_t lane, const Ramp& opening) {
  if (moves(opening) || opening.target != 0.0f) return false;
  if (word.tap == tap_at_outputs) return tapped(state, tap_at_outputs, lane) == tapped(state, tap_post_fader, lane);
  return word.tap == tap_post_fader || !word.passes_mute;
}

static inline void add_route(const State& state, float* to, const Word& word, uint32_t lane, const Ramp& route, Terms<1>& terms,
                             MovingTerms& moving, const Span& span) {
  const float* from = tapped(state, word.tap, lane);
  const Ramp& opening = state.heard[state.strips_of_lanes[lane]];
  if (is_silenced(state, word, lane, opening)) return;
  if (!word.passes_mute && moves(opening)) {
    add_terms(to, moving, span);
    return add(to, from, route, opening, span);
  }
  if (moves(route)) {
    if (moving.remaining != route.remaining || moving.count == MovingTerms::most) add_terms(to, moving, span);
    moving.remaining = route.remaining;
    moving.from[moving.count] = from;
    moving.target[moving.count] = route.target;
    moving.step[moving.count++] = route.step;
    return;
  }
  terms.from[terms.count] = from;
  terms.gain[terms.count][0] = route.target;
  if (++terms.count < Terms<1>::most) return;
  add_terms(to, moving, span);
  add_terms(to, terms, span);
}

static inline void sum_row(const State& state, float* to, Matrix& matrix, uint32_t row, bool is_raw, const Span& span) {
  const uint32_t words = matrix.taps * matrix.words;
  uint64_t* active = matrix.active + static_cast<uint64_t>(row) * words;
  Ramp* routes = matrix.routes + static_cast<uint64_t>(row) * matrix.columns;
  clear(to, span);
  Terms<1> terms;
  MovingTerms moving;
  terms.count = moving.count = 0;
  moving.remaining = 0.0f;
  for (uint32_t number = 0; number < words; ++number) {
    if (active[number] == 0) continue;
    const Word word = word_of(matrix, number, is_raw);
    for (uint64_t bits = active[number]; bits != 0; bits &= bits - 1) {
      const uint32_t bit = static_cast<uint32_t>(__builtin_ctzll(bits));
      Ramp& route = routes[number * 64u + bit];
      add_route(state, to, word, word.first_lane + bit, route, terms, moving, span);
      advance(route, span.frames);
      if (is_over(route)) active[number] &= ~(1ull << bit);
    }
  }
  add_terms(to, moving, span);
  if (terms.count > 0) add_terms(to, terms, span);
}

// The same sums for the rows from `row` on, into the lanes from `to` on. Returns false, without sums, while one of the
// gains moves.
template <uint32_t rows>
static inline bool sum_rows(const State& state, float* to, Matrix& matrix, uint32_t row, bool is_raw, const Span& span) {
  const uint32_t words = matrix.taps * matrix.words;
  uint64_t* active = matrix.active + static_cast<uint64_t>(row) * words;
  const Ramp* routes = matrix.routes + static_cast<uint64_t>(row) * matrix.columns;
  for (uint32_t i = 0; i < rows; ++i) clear(tap(to, i), span);
  Terms<rows> terms;
  terms.count = 0;
  for (uint32_t number = 0; number < words; ++number) {
    uint64_t any = 0;
    for (uint32_t i = 0; i < rows; ++i) any |= active[i * words + number];
    if (any == 0) continue;
    const Word word = word_of(matrix, number, is_raw);
    for (; any != 0; any &= any - 1) {
      const uint32_t bit = static_cast<uint32_t>(__builtin_ctzll(any)), lane = word.first_lane + bit;
      float remaining = 0.0f;
      for (uint32_t i = 0; i < rows; ++i) {
        const Ramp& route = routes[i * matrix.columns + number * 64u + bit];
        terms.gain[terms.count][i] = route.target;  // 0 for an inactive route
        remaining += route.remaining;
        if (is_over(route)) active[i * words + number] &= ~(1ull << bit);
      }
      const Ramp& opening = state.heard[state.strips_of_lanes[lane]];
      if (remaining > 0.0f || (!word.passes_mute && moves(opening))) return false;
      if (is_silenced(state, word, lane, opening)) continue;
      terms.from[terms.count] = tapped(state, word.tap, lane);
      if (++terms.count == Terms<rows>::most) add_terms(to, terms, span);
    }
  }
  if (terms.count > 0) add_terms(to, terms, span);
  return true;
}

static inline bool is_active(const Matrix& matrix, uint32_t row) {
  const uint32_t words = matrix.taps * matrix.words;
  const uint64_t* active = matrix.active + static_cast<uint64_t>(row) * words;
  uint64_t any = 0;
  for (uint32_t word = 0; word < words; ++word) any |= active[word];
  return any != 0;
}
