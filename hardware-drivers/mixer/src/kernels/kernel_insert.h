// Types and helpers for the kernels of inserts.

// An insert's ring of rows of earlier frames; its length is memory_rows (processor.h).
struct Memory {
  float* rows;     // ring [count][lane]
  uint32_t count;
  uint32_t at;     // the oldest row at the beginning of this sub-block
};

// One vector of a rack's lanes, as an insert computes it.
struct Vector {
  uint32_t place;     // its first lane in the rack
  const Row& linked;  // the rack's
  uint32_t frames;
  Memory memory;
};

// The state of an insert's linear ramps at the beginning of this sub-block.
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

// One frame of an exponential approach: moves by `part` (0 to 1) of the distance to the target. `error` carries the rounding
// error to the next frame: with time constants of seconds a step is too small for single precision.
static inline Lanes approach(Lanes value, Lanes target, Lanes part, Lanes& error) {
  const Lanes step = part * (target - value) + error;
  const Lanes next = value + step;
  error = step - (next - value);
  return next;
}

// The row; in linked lanes, the larger of the lane and its neighbour.
static inline Lanes louder_of_pair(const float* row, uint32_t place, Lanes linked) {
  const Lanes own = load(row + place);
  return linked > Lanes{} ? larger(own, neighbours(row, place)) : own;
}
