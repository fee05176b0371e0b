// One sub-block of a reverb.

struct alignas(64) Lines {
  float of[reverb_lines][sub_block_frames];
};

// How far a line is from its length, -1 to 1: two parabolas, close to a sine.
static inline float breath_at(const Reverb& reverb, uint32_t line, uint64_t sub_block) {
  const auto turn = static_cast<int32_t>(reverb.breath_phase[line] + reverb.breath_step[line] * static_cast<uint32_t>(sub_block));
  const float part = static_cast<float>(turn) * (1.0f / 2147483648.0f);
  return 4.0f * part * (1.0f - (part < 0.0f ? -part : part));
}

// A line read where it breathes: cubic Lagrange interpolation, its place moving in a straight line over 64 frames.
// Source: T. I. Laakso et al., "Splitting the Unit Delay", IEEE Signal Processing Magazine 13(1), 1996.
static inline void read_line(float* to, const Reverb& reverb, uint32_t line, const Now& now, const Span& span) {
  const uint64_t sub_block = now.position / sub_block_frames;
  const float begin = reverb.breath * breath_at(reverb, line, sub_block);
  const float end = reverb.breath * breath_at(reverb, line, sub_block + 1);
  const int32_t whole = static_cast<int32_t>((begin + end) * 0.5f + 1024.0f) - 1024;  // rounded down
  alignas(64) float window[sub_block_frames + 2 * widest_lanes];
  const auto back = static_cast<uint32_t>(static_cast<int32_t>(reverb.delays[line]) + whole) + 2;
  read_ring(window, reverb.lines + static_cast<uint64_t>(line) * reverb.line_frames, reverb.line_frames, now, back,
            span.frames + 3);
  const float slope = (end - begin) * (1.0f / sub_block_frames);
  const float first = begin - static_cast<float>(whole);
  const auto offset = static_cast<float>(now.position % sub_block_frames);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes f = all(first) + (ordinal() + all(offset + static_cast<float>(v * lane_count))) * all(slope);
    const float* oldest = window + v * lane_count;
    const Lanes below = f + all(1.0f), above = f - all(1.0f), far = f - all(2.0f);
    const Lanes inner = below * far, outer = f * above;
    store(to + v * lane_count, load(oldest) * (outer * below * all(1.0f / 6.0f)) - load(oldest + 1) * (inner * f * all(0.5f)) +
                                   load(oldest + 2) * (inner * above * all(0.5f)) -
                                   load(oldest + 3) * (outer * far * all(1.0f / 6.0f)));
  }
}

// What the walls take: a one-pole low-pass per line, all lines of a vector at once.
static inline void absorb(Reverb& reverb, Lines& lines, const Span& span) {
  Rows rows;
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    const uint32_t place = place_of(v);
    const float* each[lane_count];
    for (uint32_t i = 0; i < lane_count; ++i) each[i] = lines.of[place + i];
    gather(rows, place, each, span);
    const Lanes gain = load(reverb.gains.target + place), gain_step = load(reverb.gains.step + place);
    const Lanes pole = load(reverb.poles.target + place), pole_step = load(reverb.poles.step + place);
    Lanes y = load(reverb.absorbed + place);
    if (reverb.remaining > 0.0f) {
      for (uint32_t frame = 0; frame < span.frames; ++frame) {
        const float ahead = reverb.remaining - 1.0f - static_cast<float>(frame);
        const Lanes left = all(ahead > 0.0f ? ahead : 0.0f);
        const Lanes p = pole - pole_step * left;
        y = (gain - gain_step * left) * (all(1.0f) - p) * load(rows.rows[frame] + place) + p * y;
        store(rows.rows[frame] + place, y);
      }
    } else {
      const Lanes scaled = gain * (all(1.0f) - pole);
      for (uint32_t frame = 0; frame < span.frames; ++frame) {
        y = scaled * load(rows.rows[frame] + place) + pole * y;
        store(rows.rows[frame] + place, y);
      }
    }
    store(reverb.absorbed + place, y);
    scatter(lines.of[place], rows, place, span);
  }
  const float left = reverb.remaining - static_cast<float>(span.frames);
  reverb.remaining = left > 0.0f ? left : 0.0f;
}

// The Hadamard matrix of order 16, but for its scale.
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

// Schroeder's all-pass, shorter than none of its sub-blocks: w = x + g w(-d), y = w(-d) - g w.
static inline void diffuse(float* sound, float* ring, uint32_t ring_frames, uint32_t delay, const Now& now, const Span& span) {
  constexpr float g = 0.6f;
  alignas(64) float late[sub_block_frames], kept[sub_block_frames];
  read_ring(late, ring, ring_frames, now, delay, span.frames);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes before = load(late + v * lane_count);
    const Lanes w = load(sound + v * lane_count) + all(g) * before;
    store(kept + v * lane_count, w);
    store(sound + v * lane_count, before - all(g) * w);
  }
  write_ring(ring, ring_frames, now, kept, span.frames);
}

// High-pass of second order, Q 0.71: a state-variable filter by the trapezoidal rule (see rack.h).
static inline void cut_lows(Reverb& reverb, uint32_t leg, float* sound, uint32_t frames) {
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

// in: [leg][frames], changed; out: [leg][frames].
static inline void run_reverb(Reverb& reverb, float (*in)[sub_block_frames], float (*out)[sub_block_frames],
                              uint64_t position, const Span& span) {
  const Now now = {position, reverb.age};
  Lines lines;
  for (uint32_t line = 0; line < reverb_lines; ++line) read_line(lines.of[line], reverb, line, now, span);
  absorb(reverb, lines, span);
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    cut_lows(reverb, leg, in[leg], span.frames);
    for (uint32_t i = 0; i < diffusers; ++i) {
      float* ring = reverb.diffusion + static_cast<uint64_t>(leg * diffusers + i) * reverb.diffuser_frames;
      diffuse(in[leg], ring, reverb.diffuser_frames, reverb.diffuser_delays[leg][i], now, span);
    }
  }
  advance(reverb.low_cut, span.frames);
  // Which lines take a leg, and with which sign; and which mixes are the legs of what is heard.
  constexpr float signs[reverb_lines] = {1, -1, 1, 1, -1, 1, 1, 1, -1, -1, 1, -1, 1, 1, -1, -1};
  constexpr uint32_t heard[effect_legs] = {5, 10};
  alignas(64) float wet[effect_legs][sub_block_frames];
  for (uint32_t v = 0; v < span.vectors; ++v) {
    Lanes mixed[reverb_lines];
    for (uint32_t line = 0; line < reverb_lines; ++line) mixed[line] = load(lines.of[line] + v * lane_count);
    mix_lines(mixed);
    const Lanes gain = values_of(reverb.output, v);
    for (uint32_t leg = 0; leg < effect_legs; ++leg) store(wet[leg] + v * lane_count, mixed[heard[leg]] * gain);
    const Lanes fed[effect_legs] = {load(in[0] + v * lane_count), load(in[1] + v * lane_count)};
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
