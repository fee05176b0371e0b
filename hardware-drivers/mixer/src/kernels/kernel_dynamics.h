// Gate and compressor over the rows of a rack: detectors first, for all lanes, then gains, since a pair's gain follows
// the louder of both.

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

static inline float louder(float a, float b) { return __builtin_fabsf(a) >= __builtin_fabsf(b) ? a : b; }

// On the way to a target, `part` of it per frame. What rounding leaves out is kept in `error`: of a way that takes seconds,
// the part of a frame is so small that it would vanish beside the value.
static inline Lanes approach(Lanes value, Lanes target, Lanes part, Lanes& error) {
  const Lanes step = part * (target - value) + error;
  const Lanes next = value + step;
  error = step - (next - value);
  return next;
}

// A key from outside: where two legs give it, the louder one.
static inline void fetch_key(const State& state, const Key& key, uint32_t place, Rows& heard, uint32_t frames) {
  const float* left;
  const float* right;
  if (key.late[place] != nullptr) {
    left = right = key.late[place] + (state.frame + sub_block_frames) % late_key_frames;
  } else {
    left = tapped(state, tap_post_trim, static_cast<uint32_t>(key.left[place]));
    right = tapped(state, tap_post_trim, static_cast<uint32_t>(key.right[place]));
  }
  for (uint32_t frame = 0; frame < frames; ++frame) heard.rows[frame][place] = louder(left[frame], right[frame]);
}

// What a detector listens to, in the lanes of one vector: `rows`, or `heard`, which is then filled.
static inline const Rows& hear(const State& state, Key& key, uint32_t vector, const Rows& rows, Rows& heard, uint32_t frames) {
  const uint32_t place = place_of(vector);
  const LaneSet lanes = lanes_of(vector);
  if (((key.external | key.filtered) & lanes) == 0) return rows;
  for (uint32_t frame = 0; frame < frames; ++frame) store(heard.rows[frame] + place, load(rows.rows[frame] + place));
  for (LaneSet each = key.external & lanes; each != 0; each &= each - 1) {
    fetch_key(state, key, static_cast<uint32_t>(__builtin_ctz(each)), heard, frames);
  }
  if ((key.filtered & lanes) != 0) run_sections<1>(&key.filter, &key.filter_state, place, heard, heard, frames);
  return heard;
}

// The larger of a row and its neighbour, in lanes that are linked.
static inline Lanes louder_of_pair(const float* row, uint32_t place, Lanes linked) {
  const Lanes own = load(row + place);
  return linked > Lanes{} ? larger(own, neighbours(row, place)) : own;
}

static inline void detect_gate(const Rows& heard, uint32_t place, Rows& levels, uint32_t frames) {
  for (uint32_t frame = 0; frame < frames; ++frame) {
    store(levels.rows[frame] + place, magnitude(load(heard.rows[frame] + place)));
  }
}

template <bool moves>
static inline void run_gate(Gate& gate, const Row& pairs, uint32_t place, Rows& rows, const Rows& levels, uint32_t frames,
                            const RampStep& numbers) {
  const Lanes linked = load(pairs + place), open = load(gate.open + place), close = load(gate.close + place);
  const Lanes attack = load(gate.attack + place), release = load(gate.release + place), hold = load(gate.hold + place);
  Lanes range = value_of(gate.range, place, Lanes{}), wet = value_of(gate.wet, place, Lanes{});
  Lanes gain = load(gate.gain + place), error = load(gate.error + place);
  Lanes hold_left = load(gate.hold_left + place), lowest = load(gate.lowest + place);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    if constexpr (moves) {
      const Lanes left = left_at(numbers, frame);
      range = value_of(gate.range, place, left);
      wet = value_of(gate.wet, place, left);
    }
    const Lanes level = louder_of_pair(levels.rows[frame], place, linked);
    // Open at and over the threshold; once open, as long as the level is not under the lower one, and `hold` longer.
    const Lanes stays = hold_left > Lanes{} ? close : open;
    hold_left = level >= stays ? hold + all(1.0f) : larger(hold_left - all(1.0f), Lanes{});
    const Lanes target = hold_left > Lanes{} ? Lanes{} : -range;
    gain = approach(gain, target, target > gain ? attack : release, error);
    lowest = smaller(lowest, gain);
    const Lanes x = load(rows.rows[frame] + place);
    store(rows.rows[frame] + place, x + x * (wet * (exp2_of(gain) - all(1.0f))));
  }
  store(gate.gain + place, gain);
  store(gate.error + place, error);
  store(gate.hold_left + place, hold_left);
  store(gate.lowest + place, lowest);
}

// Squares, or the mean of squares over the window; a full-scale sine is 1 either way (AES17).
template <bool young>
static inline void detect_compressor(Compressor& compressor, float* squares, uint32_t place, const Rows& heard, Rows& levels,
                                     uint32_t frames, uint32_t at, uint32_t window) {
  const Lanes is_rms = load(compressor.is_rms + place), scale = all(2.0f / static_cast<float>(window));
  const Lanes whole = all(static_cast<float>(window));
  Lanes sum = load(compressor.sum + place), fresh = load(compressor.fresh + place), age = load(compressor.age + place);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    const Lanes x = load(heard.rows[frame] + place);
    const Lanes square = x * x;
    float* oldest = squares + at * widest_lanes + place;
    Lanes leaves = load(oldest);
    if constexpr (young) {
      leaves = age >= whole ? leaves : Lanes{};
      age = smaller(age + all(1.0f), whole);
    }
    store(oldest, square);
    sum = larger(sum + (square - leaves), Lanes{});
    fresh += square;
    store(levels.rows[frame] + place, is_rms > Lanes{} ? sum * scale : square);
    // Rounding errors of a running sum would stay for ever: it begins anew once per window.
    if (++at == window) {
      at = 0;
      sum = fresh;
      fresh = Lanes{};
    }
  }
  store(compressor.sum + place, sum);
  store(compressor.fresh + place, fresh);
  store(compressor.age + place, age);
}

// A reduction that is hardly less than the one that is held counts as the same: peaks of a steady tone are sampled that
// unevenly. 0.02 dB, or this part of it where it is small.
constexpr float same_reduction = 0.02f / 6.0206f;
constexpr float same_part = 0.02f;
constexpr float least_square = 1e-20f;

// Hold keeps the reduction until the sound falls (Sound on Sound, "Is a compressor's Hold control different from its
// Release?"); ripple of the RMS window is no fall and no rise, and its peaks would be held. Of a tone of f Hz it is
// sin(x) / x of the mean square, x = 2 pi f 0.01: at 20 Hz, and nowhere above, 0.757. Within that the mean counts, which
// follows more slowly; what differs by more is heard at once.
constexpr float most_ripple = 0.757f;
constexpr float of_peak = 1.0f / (1.0f + most_ripple);
constexpr float of_dip = 1.0f / (1.0f - most_ripple);

template <bool moves>
static inline void run_compressor(Compressor& compressor, const Row& pairs, uint32_t place, Rows& rows, const Rows& levels,
                                  uint32_t frames, const RampStep& numbers) {
  const Lanes linked = load(pairs + place), attack = load(compressor.attack + place);
  const Lanes release = load(compressor.release + place), hold = load(compressor.hold + place);
  Lanes threshold, slope, knee, knee_factor, makeup, wet;
  const auto set_numbers = [&](Lanes left) __attribute__((always_inline)) {
    threshold = value_of(compressor.threshold, place, left);
    slope = value_of(compressor.slope, place, left);
    knee = value_of(compressor.knee, place, left);
    knee_factor = value_of(compressor.knee_factor, place, left);
    makeup = value_of(compressor.makeup, place, left);
    wet = value_of(compressor.wet, place, left);
  };
  set_numbers(Lanes{});
  Lanes held = load(compressor.held + place), error = load(compressor.error + place);
  const Lanes is_rms = load(compressor.is_rms + place), settle = load(compressor.settle + place);
  Lanes hold_left = load(compressor.hold_left + place), mean = load(compressor.mean + place);
  Lanes reduction = load(compressor.reduction + place), deepest = load(compressor.deepest + place);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    if constexpr (moves) set_numbers(left_at(numbers, frame));
    const Lanes square = louder_of_pair(levels.rows[frame], place, linked);
    mean = smaller(larger(mean + settle * (square - mean), all(of_peak) * square), all(of_dip) * square);
    const Lanes counted = is_rms > Lanes{} ? mean : square;
    const Lanes level = all(0.5f) * log2_of(larger(counted, all(least_square)));
    // The static curve. Source: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design",
    // J. Audio Eng. Soc. 60 (2012), equation 4.
    const Lanes over = level - threshold + all(0.5f) * knee;
    const Lanes in_knee = smaller(larger(over, Lanes{}), knee);
    const Lanes desired = slope * (in_knee * in_knee * knee_factor + larger(over - knee, Lanes{}));
    // At once to the stronger, then hold, then release; attack follows behind.
    const Lanes let_go = approach(held, desired, hold_left > Lanes{} ? Lanes{} : release, error);
    const auto is_same = desired >= held - smaller(all(same_reduction), all(same_part) * held);
    hold_left = is_same ? hold : larger(hold_left - all(1.0f), Lanes{});
    held = is_same ? larger(desired, held) : let_go;
    reduction = held < reduction ? held : reduction + attack * (held - reduction);
    deepest = larger(deepest, reduction);
    const Lanes x = load(rows.rows[frame] + place);
    store(rows.rows[frame] + place, x + x * (wet * (exp2_of(makeup - reduction) - all(1.0f))));
  }
  store(compressor.held + place, held);
  store(compressor.error + place, error);
  store(compressor.hold_left + place, hold_left);
  store(compressor.mean + place, mean);
  store(compressor.reduction + place, reduction);
  store(compressor.deepest + place, deepest);
}
