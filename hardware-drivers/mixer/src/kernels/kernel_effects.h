// From the fxSends to what the fxReturns take: all wet, two legs.

// One leg into both of the effect; left and right of a pair each into its own.
static inline void feed_effect(const State& state, Effect& effect, float (*in)[sub_block_frames], const Span& span) {
  const float* left = tapped(state, tap_post_fader, effect.left_lane);
  const float* right = tapped(state, tap_post_fader, effect.right_lane);
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes feed = values_of(effect.feed, v);
    const Lanes one = load(left + v * lane_count), other = load(right + v * lane_count);
    store(in[0] + v * lane_count, one * feed);
    store(in[1] + v * lane_count, (one + (other - one) * values_of(effect.pair, v)) * feed);
  }
  advance(effect.feed, span.frames);
  advance(effect.pair, span.frames);
}

// While one effect takes over from another, what goes into them fades as what comes out of them: the new one doesn't
// hear a sound that begins at once.
static inline void fade_into(float (*to)[sub_block_frames], float (*in)[sub_block_frames], const Ramp& is_reverb, bool reverb,
                             const Span& span) {
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    for (uint32_t v = 0; v < span.vectors; ++v) {
      const Lanes part = values_of(is_reverb, v);
      store(to[leg] + v * lane_count, load(in[leg] + v * lane_count) * (reverb ? part : all(1.0f) - part));
    }
  }
}

static inline void hear_effect(Effect& effect, float (*reverb)[sub_block_frames], float (*echo)[sub_block_frames],
                               const Span& span) {
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    float* out = effect.out + leg * sub_block_frames;
    for (uint32_t v = 0; v < span.vectors; ++v) {
      const Lanes from = load(echo[leg] + v * lane_count);
      const Lanes both = from + (load(reverb[leg] + v * lane_count) - from) * values_of(effect.is_reverb, v);
      store(out + v * lane_count, both * values_of(effect.enabled, v));
    }
  }
  advance(effect.is_reverb, span.frames);
  advance(effect.enabled, span.frames);
}

static inline void run_effects(State& state, const Span& span) {
  for (uint32_t number = 0; number < state.effect_count; ++number) {
    Effect& effect = state.effects[number];
    alignas(64) float in[effect_legs][sub_block_frames];
    feed_effect(state, effect, in, span);
    for (uint32_t leg = 0; leg < effect_legs; ++leg) raise(effect.loudest, measure(in[leg], span).peak);
    if (effect.is_asleep && effect.loudest == 0.0f) {
      advance(effect.is_reverb, span.frames);
      advance(effect.enabled, span.frames);
      continue;
    }
    effect.is_asleep = 0;
    alignas(64) float reverb[effect_legs][sub_block_frames] = {}, echo[effect_legs][sub_block_frames] = {};
    alignas(64) float into[effect_legs][sub_block_frames];
    if (effect.runs_echo) {
      fade_into(into, in, effect.is_reverb, false, span);
      run_echo(effect.echo, into, echo, state.position, span);
    }
    if (effect.runs_reverb) {
      fade_into(into, in, effect.is_reverb, true, span);
      run_reverb(effect.reverb, into, reverb, state.position, span);
    }
    for (uint32_t leg = 0; leg < effect_legs; ++leg) {
      raise(effect.loudest, measure(reverb[leg], span).peak);
      raise(effect.loudest, measure(echo[leg], span).peak);
    }
    hear_effect(effect, reverb, echo, span);
  }
}
