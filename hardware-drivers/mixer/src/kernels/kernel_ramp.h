// The length of a sub-block, in frames and in whole vectors. Buffers hold zeros beyond the last frame, so that loops
// run over whole vectors.
struct Span {
  uint32_t frames;
  uint32_t vectors;
};

static inline bool moves(const Ramp& ramp) { return ramp.remaining > 0.0f; }

// Of a ramp, what is left of it behind each frame of vector number `vector`.
static inline Lanes frames_left(float remaining, uint32_t vector) {
  const float first = remaining - 1.0f - static_cast<float>(vector * lane_count);
  return larger(all(first) - ordinal(), all(0.0f));
}

// The ramp's values at the frames of vector number `vector`.
static inline Lanes values_of(const Ramp& ramp, uint32_t vector) {
  return all(ramp.target) - all(ramp.step) * frames_left(ramp.remaining, vector);
}

static inline void advance(Ramp& ramp, uint32_t frames) {
  const float left = ramp.remaining - static_cast<float>(frames);
  ramp.remaining = left > 0.0f ? left : 0.0f;
}
