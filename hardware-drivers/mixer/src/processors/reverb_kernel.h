// Computes one sub-block of a reverb: the part of reverb.h for kernels.
#pragma once

namespace rowdesk::RD_KERNEL {
namespace {

struct alignas(64) Lines {
  float of[reverb_lines][sub_block_frames];
};

// Reads the output of a delay line; during a change of its length it crossfades.
static inline void read_line(float* to, const Reverb::State& reverb, uint32_t line, const Now& now, const Span& span) {
  const float* ring = reverb.lines + static_cast<uint64_t>(line) * reverb.line_frames;
  read_ring(to, ring, reverb.line_frames, now, reverb.delays[line], span.frames);
  if (!moves(reverb.resize)) return;
  alignas(64) float before[sub_block_frames];
  read_ring(before, ring, reverb.line_frames, now, reverb.delays_before[line], span.frames);
  crossfade(to, before, reverb.resize, span);
}

// Applies the absorbent filters to all lines, one vector of lines at a time.
static inline void absorb(Reverb::State& reverb, Lines& lines, const Span& span) {
  constexpr float k = 1.41421356f;
  Rows rows;
  const bool is_moving = reverb.remaining > 0.0f || moves(reverb.damped);
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    const uint32_t place = place_of(v);
    const float* each[lane_count];
    for (uint32_t i = 0; i < lane_count; ++i) each[i] = lines.of[place + i];
    gather(rows, place, each, span);
    Lanes gain = load(reverb.gains.target + place), g = load(reverb.damping.target + place);
    Lanes h = g / (all(1.0f) + g * (g + all(k))), part = all(reverb.damped.target);
    Lanes s1 = load(reverb.absorbed[0] + place), s2 = load(reverb.absorbed[1] + place);
    for (uint32_t frame = 0; frame < span.frames; ++frame) {
      if (is_moving) {
        const float ahead = reverb.remaining - 1.0f - static_cast<float>(frame);
        const Lanes left = all(ahead > 0.0f ? ahead : 0.0f);
        gain = load(reverb.gains.target + place) - load(reverb.gains.step + place) * left;
        g = load(reverb.damping.target + place) - load(reverb.damping.step + place) * left;
        h = g / (all(1.0f) + g * (g + all(k)));
        const float to_part = reverb.damped.remaining - 1.0f - static_cast<float>(frame);
        part = all(reverb.damped.target - reverb.damped.step * (to_part > 0.0f ? to_part : 0.0f));
      }
      const Lanes x = load(rows.rows[frame] + place);
      const Lanes v1 = s1 + h * (x - s2 - (g + all(k)) * s1);
      const Lanes v2 = s2 + g * v1;
      s1 = v1 + v1 - s1;
      s2 = v2 + v2 - s2;
      store(rows.rows[frame] + place, gain * (x + part * (v2 - x)));
    }
    store(reverb.absorbed[0] + place, s1);
    store(reverb.absorbed[1] + place, s2);
    scatter(lines.of[place], rows, place, span);
  }
  const float left = reverb.remaining - static_cast<float>(span.frames);
  reverb.remaining = left > 0.0f ? left : 0.0f;
  advance(reverb.damped, span.frames);
}

// The rotation of a pair of lines: cosine and sine of 2 atan(t), computed from t without trigonometry. A rotation preserves
// the energy.
struct Angle {
  float cosine, sine;
};

// t swings between -0.7 and 0.7, by two parabolas that approximate a sine.
static inline Angle angle_at(const Reverb::State& reverb, uint32_t pair, uint64_t sub_block) {
  const auto phase = static_cast<int32_t>(reverb.turn_phase[pair] + reverb.turn_step[pair] * static_cast<uint32_t>(sub_block));
  const float part = static_cast<float>(phase) * (1.0f / 2147483648.0f);
  const float t = 2.8f * part * (1.0f - (part < 0.0f ? -part : part));
  const float scale = 1.0f / (1.0f + t * t);
  return {(1.0f - t * t) * scale, 2.0f * t * scale};
}

// Rotates each line of the first half with one of the second. Cosine and sine are interpolated linearly between the angles
// of two sub-blocks.
static inline void turn_pairs(const Reverb::State& reverb, Lines& lines, const Now& now, const Span& span) {
  const uint64_t sub_block = now.position / sub_block_frames;
  const auto offset = static_cast<float>(now.position % sub_block_frames);
  for (uint32_t pair = 0; pair < reverb_pairs; ++pair) {
    const Angle begin = angle_at(reverb, pair, sub_block), end = angle_at(reverb, pair, sub_block + 1);
    float* const one = lines.of[pair];
    float* const other = lines.of[pair + reverb_pairs];
    for (uint32_t v = 0; v < span.vectors; ++v) {
      const Lanes part = (ordinal() + all(offset + static_cast<float>(v * lane_count))) * all(1.0f / sub_block_frames);
      const Lanes cosine = all(begin.cosine) + part * all(end.cosine - begin.cosine);
      const Lanes sine = all(begin.sine) + part * all(end.sine - begin.sine);
      const Lanes a = load(one + v * lane_count), b = load(other + v * lane_count);
      store(one + v * lane_count, cosine * a + sine * b);
      store(other + v * lane_count, cosine * b - sine * a);
    }
  }
}

// The Hadamard matrix of order 16, without its scale of 1/4.
static inline void mix_lines(Lanes* lines) {
  for (uint32_t step = 1; step < reverb_lines; step *= 2) {
    for (uint32_t i = 0; i < reverb_lines; ++i) {
      if ((i & step) != 0) continue;
      const Lanes a = lines[i], b = lines[i + step];
      lines[i] = a + b;
      lines[i + step] = a - b;
    }
  }
}

// Schroeder's all-pass: w = x + g w(-d), y = w(-d) - g w. Its delay d is at least a sub-block.
static inline void diffuse(float* sound, float* ring, uint32_t ring_frames, uint32_t delay, const Ramp& gain, const Now& now,
                           const Span& span) {
  alignas(64) float late[sub_block_frames], kept[sub_block_frames];
  read_ring(late, ring, ring_frames, now, delay, span.frames);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes g = values_of(gain, v), before = load(late + v * lane_count);
    const Lanes w = load(sound + v * lane_count) + g * before;
    store(kept + v * lane_count, w);
    store(sound + v * lane_count, before - g * w);
  }
  write_ring(ring, ring_frames, now, kept, span.frames);
}

// A second-order high-pass, Q 0.71: a state-variable filter by the trapezoidal rule (filters.h).
static inline void cut_lows(Reverb::State& reverb, uint32_t leg, float* sound, uint32_t frames) {
  constexpr float k = 1.41421356f;
  float s1 = reverb.low_cut_state[leg][0], s2 = reverb.low_cut_state[leg][1];
  for (uint32_t frame = 0; frame < frames; ++frame) {
    const float ahead = reverb.low_cut.remaining - 1.0f - static_cast<float>(frame);
    const float g = reverb.low_cut.target - reverb.low_cut.step * (ahead > 0.0f ? ahead : 0.0f);
    const float high = (sound[frame] - (g + k) * s1 - s2) / (1.0f + g * (g + k));
    const float band = g * high + s1;
    const float low = g * band + s2;
    s1 = g * high + band;
    s2 = g * band + low;
    sound[frame] = high;
  }
  reverb.low_cut_state[leg][0] = s1;
  reverb.low_cut_state[leg][1] = s2;
}

// in: [leg][frames], overwritten. out: [leg][frames].
static inline void run(Reverb::State& reverb, float (*in)[sub_block_frames], float (*out)[sub_block_frames],
                              uint64_t position, const Span& span) {
  const Now now = {position, reverb.age};
  Lines lines;
  for (uint32_t line = 0; line < reverb_lines; ++line) read_line(lines.of[line], reverb, line, now, span);
  advance(reverb.resize, span.frames);
  absorb(reverb, lines, span);
  turn_pairs(reverb, lines, now, span);
  // The early part of the output, taken after every second diffuser: sound after the last one is late by all their delays.
  alignas(64) float early[effect_legs][sub_block_frames];
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    clear(early[leg], span);
    cut_lows(reverb, leg, in[leg], span.frames);
    for (uint32_t i = 0; i < diffusers; ++i) {
      float* ring = reverb.diffusion + static_cast<uint64_t>(leg * diffusers + i) * reverb.diffuser_frames;
      diffuse(in[leg], ring, reverb.diffuser_frames, reverb.diffuser_delays[leg][i], reverb.diffusion_gain, now, span);
      if (i % 2 == 1) add(early[leg], in[leg], reverb.direct, span);
    }
  }
  advance(reverb.diffusion_gain, span.frames);
  advance(reverb.low_cut, span.frames);
  // The sign with which each line takes its leg of the input, and the mixes that are the legs of the output.
  constexpr float signs[reverb_lines] = {1, -1, 1, 1, -1, 1, 1, 1, -1, -1, 1, -1, 1, 1, -1, -1};
  constexpr uint32_t heard[effect_legs] = {5, 10};
  alignas(64) float wet[effect_legs][sub_block_frames];
  for (uint32_t v = 0; v < span.vectors; ++v) {
    Lanes mixed[reverb_lines];
    for (uint32_t line = 0; line < reverb_lines; ++line) mixed[line] = load(lines.of[line] + v * lane_count);
    mix_lines(mixed);
    const Lanes gain = values_of(reverb.output, v);
    const Lanes fed[effect_legs] = {load(in[0] + v * lane_count), load(in[1] + v * lane_count)};
    for (uint32_t leg = 0; leg < effect_legs; ++leg) {
      store(wet[leg] + v * lane_count, (mixed[heard[leg]] + load(early[leg] + v * lane_count)) * gain);
    }
    for (uint32_t line = 0; line < reverb_lines; ++line) {
      store(lines.of[line] + v * lane_count, (mixed[line] + fed[line % effect_legs] * all(signs[line])) * all(0.25f));
    }
  }
  advance(reverb.output, span.frames);
  for (uint32_t line = 0; line < reverb_lines; ++line) {
    float* ring = reverb.lines + static_cast<uint64_t>(line) * reverb.line_frames;
    write_ring(ring, reverb.line_frames, now, lines.of[line], span.frames);
  }
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    float* ring = reverb.pre_delay + static_cast<uint64_t>(leg) * reverb.pre_delay_frames;
    write_ring(ring, reverb.pre_delay_frames, now, wet[leg], span.frames);
    read_head(out[leg], reverb.head, ring, reverb.pre_delay_frames, now, span.frames);
  }
  advance(reverb.head.crossfade, span.frames);
  grow_older(reverb.age, span.frames);
}

}  // namespace
}  // namespace rowdesk::RD_KERNEL
