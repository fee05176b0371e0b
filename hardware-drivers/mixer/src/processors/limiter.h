// A feed-forward peak limiter with look-ahead: no sample leaves it above the threshold.
//
// The law, all in octaves of level, for a look-ahead of n frames: the desired reduction of a frame is its level above the
// threshold; the largest one of n + 1 frames is held, a smaller one is approached by an exponential; the mean of n + 1
// frames of this is the reduction of the sound of n frames ago. Each sample is therefore reduced by the mean of values of
// which none is smaller than its own desired reduction. At and below the threshold the limiter is a delay of n frames.
// Source: D. Giannoulis, M. Massberg, J. D. Reiss, "Digital Dynamic Range Compressor Design", J. Audio Eng. Soc. 60 (2012),
// equation 4 (ratio infinite, no knee), figures 7 and 10 (detector in the log domain); the held maximum with a mean of the
// same length: U. Zoelzer (ed.), DAFX, 2nd ed. 2011, 4.2.2, where filters of that length smooth the gain of a limiter.
#pragma once

#ifndef RD_KERNEL
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "processors/dynamics_laws.h"
#endif

#include "processors/ramped.h"

namespace rowdesk {

struct Limiter : Ramped<Limiter, 2, 3> {
  static constexpr const char* id = "limiter";
  static constexpr const char* uris[] = {"builtin:limiter"};
  static constexpr Tap tap = tap_pre_fader;
  static constexpr bool has_detector = true;
  static constexpr bool has_latency = true;
  static constexpr const char* reduction = "limiter.reductionDb";
  static constexpr Symbol symbols[] = {{"thresholdDb"}, {"releaseMs"}, {"lookAheadMs"}};

  // threshold: octaves of level (6.02 dB). release: part of the distance covered per frame (0 to 1). look_ahead: frames.
  // scale: of an octave, in the whole numbers that are summed without rounding errors.
  enum Moving : uint32_t { threshold, wet };
  enum Fixed : uint32_t { release, look_ahead, scale };

  // The rings of each lane in its memory: desired reductions, their releases (scaled, as bits of an integer), and sound.
  enum Ring : uint32_t { desired_ring, released_ring, sound_ring, rings };
  // The most an octave count can be; no finite sound needs more.
  static constexpr float most_reduction = 32.0f;
  static constexpr double longest_ms = 5.0;

  // A change of the look-ahead crossfades from one head to another; both limit.
  static constexpr float dry = -1.0f;
  struct State : NumberRows {
    Row released, error;  // the held reduction in octaves after the release, and the rounding error of its last step
    Row age;              // frames in the rings
    Row now, next;        // look-ahead of the heads in frames; equal while nothing changes; `dry`: the input as it is
    Row left;             // frames until `next` is heard alone
    Row fade;             // frames of a crossfade
    Row deepest;          // largest reduction since take_reduction
    int32_t sums[2][widest_lanes];  // of the releases within the look-ahead of `now` and `next`, scaled
  };

#ifndef RD_KERNEL
  struct Settings {
    double threshold_db, release_ms, look_ahead_ms;
  };

  // The errors of logarithm and power in the kernels are smaller, in octaves.
  static constexpr double margin = 1e-5;

  static void design(const Settings& settings, double rate, Numbers& numbers) {
    numbers.moving[threshold] = static_cast<float>(settings.threshold_db / db_of_octave - margin);
    numbers.moving[wet] = 1.0f;
    numbers.fixed[release] = static_cast<float>(part_per_frame(settings.release_ms, rate));
    numbers.fixed[look_ahead] = static_cast<float>(latency_frames(settings, rate));
    const uint32_t most = (frames_of(longest_ms, rate) + 1) * static_cast<uint32_t>(most_reduction);
    numbers.fixed[scale] = static_cast<float>(std::bit_floor((1u << 31) / most));
  }

  static uint32_t latency_frames(const Settings& settings, double rate) { return frames_of(settings.look_ahead_ms, rate); }

  // Rings of whole sub-blocks: writing never wraps.
  static uint32_t memory_rows(double rate) {
    const uint32_t frames = frames_of(longest_ms, rate) + 1 + sub_block_frames;
    return rings * ((frames + sub_block_frames - 1) / sub_block_frames * sub_block_frames);
  }

  static void apply(State& state, LaneSet& on, uint32_t place, const Numbers& numbers, const ChangeFrames& frames) {
    const bool was_on = holds(on, place);
    Ramped::apply(state, on, place, numbers, frames);
    state.fade[place] = frames.crossfade;
    if (was_on) return;
    state.now[place] = dry;
    begin_change(state, place);
  }

  static void tick(State& state, LaneSet& on, const ChangeFrames& frames) {
    Ramped::tick(state, on, frames);
    for (LaneSet each = on; each != 0; each &= each - 1) {
      const auto place = static_cast<uint32_t>(std::countr_zero(each));
      if (state.left[place] > 0.0f) continue;
      if (state.next[place] != state.now[place]) {
        state.now[place] = state.next[place];
        state.sums[0][place] = state.sums[1][place];
      }
      if (state.fixed[look_ahead][place] != state.now[place]) begin_change(state, place);
    }
  }

  static void settle(State& state, LaneSet& on, uint32_t place) {
    Ramped::settle(state, on, place);
    state.now[place] = state.next[place] = state.fixed[look_ahead][place];
    state.left[place] = 0.0f;
  }

  static void forget(State& state, uint32_t place) {
    for (Row* row : {&state.released, &state.error, &state.age, &state.deepest}) (*row)[place] = 0.0f;
    state.sums[0][place] = state.sums[1][place] = 0;
  }

  // The largest reduction since the last call, in octaves, 0 or more.
  static float take_reduction(State& state, uint32_t place) { return std::exchange(state.deepest[place], 0.0f); }

 private:
  static uint32_t frames_of(double ms, double rate) { return static_cast<uint32_t>(std::lround(ms * 0.001 * rate)); }

  // The new head is heard once its sum is complete.
  static void begin_change(State& state, uint32_t place) {
    state.next[place] = state.fixed[look_ahead][place];
    state.left[place] = state.next[place] + 1.0f + state.fade[place];
    state.sums[1][place] = 0;
  }
#endif
};

}  // namespace rowdesk

#ifdef RD_KERNEL
namespace rowdesk::RD_KERNEL {
namespace {

static inline void detect(Limiter::State&, const Memory&, uint32_t place, const Rows& heard, Rows& levels, uint32_t frames) {
  for (uint32_t frame = 0; frame < frames; ++frame) {
    store(levels.rows[frame] + place, magnitude(load(heard.rows[frame] + place)));
  }
}

constexpr float least_level = 1e-20f;
// The release aims so far below the desired reduction, in octaves, that it ends.
constexpr float beyond = 1.0f / 4096.0f;

typedef float Planar[lane_count][sub_block_frames];

// The rings of one lane of a limiter.
struct LimiterRings {
  float* first;
  uint32_t frames;
  Now now;
  float* of(Limiter::Ring ring) const { return first + ring * widest_lanes * frames; }
  void write(Limiter::Ring ring, const float* from, uint32_t count) const { write_ring(of(ring), frames, now, from, count); }
  void read(float* to, Limiter::Ring ring, uint32_t back, uint32_t count) const { read_ring(to, of(ring), frames, now, back, count); }
};

static inline LimiterRings rings_of(const Limiter::State& limiter, const Memory& memory, uint32_t lane) {
  const uint32_t frames = memory.count / Limiter::rings;
  return {memory.rows + lane * frames, frames, {memory.at, static_cast<uint32_t>(limiter.age[lane])}};
}

static inline void take_larger(float* to, const float* from, uint32_t count) {
  for (uint32_t i = 0; i < count; i += lane_count) store(to + i, larger(load(to + i), load(from + i)));
}

// Replaces each of the first `count` values by the largest of it and the width - 1 values behind it. Windows of 1, 2, 4 ...
// values are joined.
static inline void hold_largest(float* values, uint32_t width, uint32_t count) {
  uint32_t held = 1;
  for (; 2 * held <= width; held *= 2) take_larger(values, values + held, count + width - 2 * held);
  if (held < width) take_larger(values, values + width - held, count);
}

// desired -> the largest within the longer look-ahead of both heads.
static inline void hold_desired(const Limiter::State& limiter, const LimiterRings& rings, uint32_t lane, float* desired, uint32_t frames) {
  rings.write(Limiter::desired_ring, desired, frames);
  const float now = limiter.now[lane], next = limiter.next[lane];
  const auto longest = static_cast<uint32_t>(now > next ? now : next);
  alignas(64) float window[2048];
  rings.read(window, Limiter::desired_ring, longest, longest + frames);
  hold_largest(window, longest + 1, frames);
  __builtin_memcpy(desired, window, frames * sizeof(float));
}

static inline void gather(Rows& rows, uint32_t place, const Planar& planar, const Span& span) {
  const float* lanes[lane_count];
  for (uint32_t i = 0; i < lane_count; ++i) lanes[i] = planar[i];
  gather(rows, place, lanes, span);
}

// A lane that is off is computed without an effect, and its rings stay as they are.
static inline bool is_on(const Limiter::State& limiter, uint32_t lane) {
  return limiter.moving[Limiter::wet].target[lane] > 0.0f || limiter.remaining[lane] > 0.0f;
}

template <bool moves>
static inline void run_desired(const Limiter::State& limiter, const Vector& vector, const Rows& levels, Rows& desired, const RampStep& step) {
  const uint32_t place = vector.place;
  const Lanes linked = load(vector.linked + place);
  Lanes threshold = value_of(limiter.moving[Limiter::threshold], place, Lanes{});
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    if constexpr (moves) threshold = value_of(limiter.moving[Limiter::threshold], place, left_at(step, frame));
    const Lanes level = log2_of(larger(louder_of_pair(levels.rows[frame], place, linked), all(least_level)));
    store(desired.rows[frame] + place, smaller(larger(level - threshold, Lanes{}), all(Limiter::most_reduction)));
  }
}

// Rounds up, so that a sum of rounded reductions is never too small. Returns bits of integers.
static inline Lanes scaled(Lanes octaves, Lanes scale) {
  const Lanes value = octaves * scale + all(0.999f);
#if RD_LANES == 1
  return __builtin_bit_cast(Lanes, static_cast<int32_t>(value));
#else
  return __builtin_bit_cast(Lanes, __builtin_convertvector(value, Ints));
#endif
}

static inline void run_release(Limiter::State& limiter, const Vector& vector, Rows& rows) {
  const uint32_t place = vector.place;
  const Lanes release = load(limiter.fixed[Limiter::release] + place), scale = load(limiter.fixed[Limiter::scale] + place);
  Lanes released = load(limiter.released + place), error = load(limiter.error + place);
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    const Lanes held = load(rows.rows[frame] + place);
    released = larger(approach(released, held - all(beyond), release, error), held);
    store(rows.rows[frame] + place, scaled(released, scale));
  }
  store(limiter.released + place, released);
  store(limiter.error + place, error);
}

// What a head hears: its sound, and the releases that leave its sum.
struct Head {
  Rows sound, leaving;
};

struct HeadSum {
  Ints sum;
  Lanes inverse;  // of the number of frames and the scale; 0 for a dry head
};

static inline Ints load_sum(const int32_t* from) {
  Ints sum;
  __builtin_memcpy(&sum, from, sizeof sum);
  return sum;
}

static inline HeadSum sum_of_head(const Limiter::State& limiter, uint32_t place, uint32_t head) {
  const Lanes look_ahead = load((head == 0 ? limiter.now : limiter.next) + place);
  const Lanes inverse = all(1.0f) / ((look_ahead + all(1.0f)) * load(limiter.fixed[Limiter::scale] + place));
  return {load_sum(limiter.sums[head] + place), look_ahead >= Lanes{} ? inverse : Lanes{}};
}

// The mean reduction at a frame, in octaves.
static inline Lanes next_reduction(HeadSum& head, Lanes enters, Lanes leaves) {
  head.sum += __builtin_bit_cast(Ints, enters) - __builtin_bit_cast(Ints, leaves);
  return to_lanes(head.sum) * head.inverse;
}

template <bool changes>
static inline void run_heads(Limiter::State& limiter, const Vector& vector, const Rows& released, const Head* heads, Rows& rows, const RampStep& step) {
  const uint32_t place = vector.place;
  HeadSum now = sum_of_head(limiter, place, 0), next = sum_of_head(limiter, place, 1);
  const Lanes left = load(limiter.left + place), fade = load(limiter.fade + place);
  const auto is_changing = load(limiter.now + place) != load(limiter.next + place);
  Lanes deepest = load(limiter.deepest + place);
  for (uint32_t frame = 0; frame < vector.frames; ++frame) {
    const Lanes enters = load(released.rows[frame] + place);
    Lanes reduction = next_reduction(now, enters, load(heads[0].leaving.rows[frame] + place));
    Lanes y = load(heads[0].sound.rows[frame] + place) * exp2_of(-reduction);
    if constexpr (changes) {
      const Lanes other = next_reduction(next, enters, load(heads[1].leaving.rows[frame] + place));
      const Lanes limited = load(heads[1].sound.rows[frame] + place) * exp2_of(-other);
      const Lanes after = larger(left - all(1.0f + static_cast<float>(frame)), Lanes{});
      const Lanes part = after > Lanes{} ? all(1.0f) - smaller(after, fade) / fade : all(1.0f);
      y = is_changing ? y + part * (limited - y) : y;
      reduction = is_changing ? reduction + part * (other - reduction) : reduction;
    }
    deepest = larger(reduction, deepest);
    const Lanes wet = value_of(limiter.moving[Limiter::wet], place, left_at(step, frame));
    const Lanes x = load(rows.rows[frame] + place);
    store(rows.rows[frame] + place, wet > Lanes{} ? y + (all(1.0f) - wet) * (x - y) : x);
  }
  store(limiter.deepest + place, deepest);
  store(limiter.left + place, larger(left - all(static_cast<float>(vector.frames)), Lanes{}));
  __builtin_memcpy(limiter.sums[0] + place, &now.sum, sizeof now.sum);
  if constexpr (changes) __builtin_memcpy(limiter.sums[1] + place, &next.sum, sizeof next.sum);
}

// Frames since the sum of the next head began; nothing from before leaves the sum.
static inline uint32_t age_of_change(const Limiter::State& limiter, uint32_t lane) {
  return static_cast<uint32_t>(limiter.next[lane] + 1.0f + limiter.fade[lane] - limiter.left[lane]);
}

template <bool moves>
static inline void run(Limiter::State& limiter, const Vector& vector, Rows& rows, const Rows& levels, const RampStep& step) {
  const uint32_t place = vector.place, frames = vector.frames;
  const Span span{frames, (frames + lane_count - 1) / lane_count};
  const Lanes now = load(limiter.now + place), next = load(limiter.next + place);
  const bool changes = largest_of(magnitude(now - next)) > 0.0f;
  alignas(64) Planar planar;
  Rows released;
  run_desired<moves>(limiter, vector, levels, released, step);
  scatter(planar[0], released, place, span);
  for (uint32_t i = 0; i < lane_count; ++i) {
    if (is_on(limiter, place + i)) hold_desired(limiter, rings_of(limiter, vector.memory, place + i), place + i, planar[i], frames);
  }
  gather(released, place, planar, span);
  run_release(limiter, vector, released);

  Head heads[2];
  alignas(64) Planar leaving, sound;
  for (uint32_t head = 0; head < (changes ? 2 : 1); ++head) {
    scatter(leaving[0], released, place, span);
    scatter(sound[0], rows, place, span);
    for (uint32_t i = 0; i < lane_count; ++i) {
      const uint32_t lane = place + i;
      const float look_ahead = head == 0 ? limiter.now[lane] : limiter.next[lane];
      if (!is_on(limiter, lane)) continue;
      LimiterRings rings = rings_of(limiter, vector.memory, lane);
      if (head == 0) {
        rings.write(Limiter::released_ring, leaving[i], frames);
        rings.write(Limiter::sound_ring, sound[i], frames);
      }
      if (look_ahead < 0.0f) continue;
      const auto back = static_cast<uint32_t>(look_ahead);
      rings.read(sound[i], Limiter::sound_ring, back, frames);
      if (head == 1) rings.now.age = age_of_change(limiter, lane);
      rings.read(leaving[i], Limiter::released_ring, back + 1, frames);
    }
    gather(heads[head].leaving, place, leaving, span);
    gather(heads[head].sound, place, sound, span);
  }
  if (changes) run_heads<true>(limiter, vector, released, heads, rows, step);
  else run_heads<false>(limiter, vector, released, heads, rows, step);
  store(limiter.age + place, smaller(load(limiter.age + place) + all(static_cast<float>(frames)), all(65536.0f)));
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL
#endif
