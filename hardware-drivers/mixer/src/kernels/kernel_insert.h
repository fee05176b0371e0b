// What the headers of inserts compute with.

// Rows that an insert remembers of the frames before, see memory_rows.
struct Memory {
  float* rows;     // ring [count][lane]
  uint32_t count;
  uint32_t at;     // the oldest of them, where this sub-block begins
};

// The lanes that an insert computes: one vector of a rack.
struct Vector {
  uint32_t place;     // its first lane
  const Row& linked;  // of the rack
  uint32_t frames;
  Memory memory;
};

// Numbers that go in straight lines within this sub-block.
struct RampStep {
  Lanes remaining;
  bool moves;
};

static inline RampStep ramp_step(const Row& remaining, uint32_t place) {
  const Lanes left = load(remaining + place);
  return {left, largest_of(left) > 0.0f};
}

static inline Lanes value_of(const MovingRow& row, uint32_t place, Lanes left) {
  return load(row.target + place) - load(row.step + place) * left;
}

static inline Lanes left_at(const RampStep& step, uint32_t frame) {
  return larger(step.remaining - all(1.0f + static_cast<float>(frame)), Lanes{});
}

static inline void advance_row(Row& remaining, uint32_t place, const RampStep& step, uint32_t frames) {
  if (step.moves) store(remaining + place, larger(step.remaining - all(static_cast<float>(frames)), Lanes{}));
}

// Towards a target, by `part` of the distance per frame. `error` keeps the rounding error: where the distance takes seconds,
// the part of a frame is so small that the sum would lose it.
static inline Lanes approach(Lanes value, Lanes target, Lanes part, Lanes& error) {
  const Lanes step = part * (target - value) + error;
  const Lanes next = value + step;
  error = step - (next - value);
  return next;
}

// The larger of a row and its neighbour, in lanes that are linked.
static inline Lanes louder_of_pair(const float* row, uint32_t place, Lanes linked) {
  const Lanes own = load(row + place);
  return linked > Lanes{} ? larger(own, neighbours(row, place)) : own;
}
