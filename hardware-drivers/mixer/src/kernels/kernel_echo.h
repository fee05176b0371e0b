// One sub-block of an echo: what is written into its ring is what came in and a part of what comes out.

static inline float at(const Ramp& ramp, uint32_t frame) {
  const float ahead = ramp.remaining - 1.0f - static_cast<float>(frame);
  return ramp.target - ramp.step * (ahead > 0.0f ? ahead : 0.0f);
}

// A low-pass of first order by the trapezoidal rule, or what it leaves. Source: V. Zavalishin, "The Art of VA Filter
// Design", 2012, chapter 3.
template <bool keeps_highs>
static inline void filter_echo(EchoFilter& filter, uint32_t leg, float* sound, uint32_t first, uint32_t end) {
  if (!moves(filter.part) && filter.part.target == 0.0f) {
    filter.state[leg] = 0.0f;
    return;
  }
  float state = filter.state[leg];
  for (uint32_t frame = first; frame < end; ++frame) {
    const float x = sound[frame];
    const float v = (x - state) * at(filter.turn, frame);
    const float low = v + state;
    state = low + v;
    const float taken = keeps_highs ? low : x - low;
    sound[frame] = x - taken * at(filter.part, frame);
  }
  filter.state[leg] = state;
}

// in, out: [leg][frames].
static inline void run_echo(Echo& echo, float (*in)[sub_block_frames], float (*out)[sub_block_frames], uint64_t position,
                            const Span& span) {
  // an echo may be shorter than a sub-block, and hears itself
  const uint32_t nearest = moves(echo.head.crossfade) && echo.head.before < echo.head.now ? echo.head.before : echo.head.now;
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    float* ring = echo.ring + static_cast<uint64_t>(leg) * echo.ring_frames;
    for (uint32_t first = 0; first < span.frames; first += nearest) {
      const uint32_t end = span.frames - first < nearest ? span.frames : first + nearest;
      const Now now = {position + first, echo.age + first};
      float* heard = out[leg];
      read_ring(heard + first, ring, echo.ring_frames, now, echo.head.now, end - first);
      if (moves(echo.head.crossfade)) {
        float before[sub_block_frames];
        read_ring(before + first, ring, echo.ring_frames, now, echo.head.before, end - first);
        for (uint32_t frame = first; frame < end; ++frame) {
          heard[frame] = before[frame] + (heard[frame] - before[frame]) * at(echo.head.crossfade, frame);
        }
      }
      filter_echo<true>(echo.low_cut, leg, heard, first, end);
      filter_echo<false>(echo.high_cut, leg, heard, first, end);
      float kept[sub_block_frames];
      for (uint32_t frame = first; frame < end; ++frame) {
        kept[frame - first] = in[leg][frame] + heard[frame] * at(echo.feedback, frame);
      }
      write_ring(ring, echo.ring_frames, now, kept, end - first);
    }
  }
  Ramp* const ramps[] = {&echo.head.crossfade, &echo.feedback,      &echo.low_cut.turn,
                         &echo.low_cut.part,   &echo.high_cut.turn, &echo.high_cut.part};
  for (Ramp* ramp : ramps) advance(*ramp, span.frames);
  grow_older(echo.age, span.frames);
}
