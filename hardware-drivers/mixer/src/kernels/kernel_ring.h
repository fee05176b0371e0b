// Rings of the effects. Their lengths are multiples of 64 frames and they are written at the frame position, so that
// writing a sub-block never wraps; reading may wrap.

// The frame position, and the age of an effect's sound in frames. Frames older than `age` read as silence, whatever the
// ring still holds.
struct Now {
  uint64_t position;
  uint32_t age;
};

// Reads `count` frames, beginning `back` frames ago.
static inline void read_ring(float* to, const float* ring, uint32_t ring_frames, const Now& now, uint32_t back, uint32_t count) {
  if (back > now.age) {
    const uint32_t silent = back - now.age < count ? back - now.age : count;
    __builtin_memset(to, 0, silent * sizeof(float));
    to += silent;
    back -= silent;
    count -= silent;
  }
  const auto at = static_cast<uint32_t>((now.position + ring_frames - back) % ring_frames);
  const uint32_t upper = count < ring_frames - at ? count : ring_frames - at;
  __builtin_memcpy(to, ring + at, upper * sizeof(float));
  __builtin_memcpy(to + upper, ring, (count - upper) * sizeof(float));
}

static inline void grow_older(uint32_t& age, uint32_t frames) {
  constexpr uint32_t old = 1u << 30;
  age = age < old ? age + frames : age;
}

static inline void write_ring(float* ring, uint32_t ring_frames, const Now& now, const float* from, uint32_t count) {
  __builtin_memcpy(ring + now.position % ring_frames, from, count * sizeof(float));
}

// Reads a sub-block at a head; during a change it crossfades from the delay before to the delay now.
static inline void read_head(float* to, const ReadHead& head, const float* ring, uint32_t ring_frames, const Now& now,
                             uint32_t count) {
  read_ring(to, ring, ring_frames, now, head.now, count);
  if (!moves(head.crossfade)) return;
  alignas(64) float before[sub_block_frames];
  read_ring(before, ring, ring_frames, now, head.before, count);
  const uint32_t vectors = (count + lane_count - 1) / lane_count;
  for (uint32_t v = 0; v < vectors; ++v) {
    const Lanes from = load(before + v * lane_count);
    store(to + v * lane_count, from + (load(to + v * lane_count) - from) * values_of(head.crossfade, v));
  }
}
