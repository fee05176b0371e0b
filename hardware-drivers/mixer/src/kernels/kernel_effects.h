// The effects, from the fxSends to the sources of the fxReturns: wet signal only, two legs.

// The input of an effect: a single fxSend feeds both legs, the strips of a linked pair feed one leg each.
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

// The input of one deck. During the crossfade from one effect to the next, inputs fade like outputs, so that the new
// effect hears no abrupt beginning.
static inline void fade_into(float (*to)[sub_block_frames], float (*in)[sub_block_frames], const Ramp& crossfade, bool second,
                             const Span& span) {
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    for (uint32_t v = 0; v < span.vectors; ++v) {
      const Lanes part = values_of(crossfade, v);
      store(to[leg] + v * lane_count, load(in[leg] + v * lane_count) * (second ? part : all(1.0f) - part));
    }
  }
}

static inline void hear_effect(Effect& effect, float (*first)[sub_block_frames], float (*second)[sub_block_frames],
                               const Span& span) {
  for (uint32_t leg = 0; leg < effect_legs; ++leg) {
    float* out = effect.out + leg * sub_block_frames;
    for (uint32_t v = 0; v < span.vectors; ++v) {
      const Lanes from = load(first[leg] + v * lane_count);
      const Lanes both = from + (load(second[leg] + v * lane_count) - from) * values_of(effect.crossfade, v);
      store(out + v * lane_count, both * values_of(effect.enabled, v));
    }
  }
  advance(effect.crossfade, span.frames);
  advance(effect.enabled, span.frames);
}

// The key of an effect's plugin stands where an insert of the fxSend would have it. The filters of other lanes, which
// move with it, stay as they are.
static inline void take_effect_key(State& state, const Effect& effect, const Span& span) {
  Rack& rack = state.processors->racks[effect.left_lane / widest_lanes];
  const uint32_t place = effect.left_lane % widest_lanes;
  Key& key = static_cast<RackSlot<Hosted<0>>&>(rack).key;
  effect.hosted->has_key = key.external >> place & 1u;
  if (!effect.hosted->has_key) return;
  const SectionState before = key.filter_state;
  Rows none{}, heard;
  take_key(*effect.hosted, 0, hear(state, key, place / lane_count, none, heard, span.frames), place, span.frames);
  for (uint32_t i = 0; i < widest_lanes; ++i) {
    if (i == place) continue;
    key.filter_state.s1[i] = before.s1[i];
    key.filter_state.s2[i] = before.s2[i];
  }
}

// A plugin that no deck plays hears silence.
static inline void run_hosted_effect(State& state, Effect& effect, float (*sounds)[effect_legs][sub_block_frames],
                                     float (*in)[sub_block_frames], const Span& span) {
  alignas(64) float into[effect_legs][sub_block_frames] = {};
  alignas(64) float unheard[effect_legs][sub_block_frames];
  float (*out)[sub_block_frames] = unheard;
  for (uint32_t deck = 0; deck < effect_decks; ++deck) {
    if (!effect.plays[deck] || effect.decks[deck] != hosted_effect) continue;
    fade_into(into, in, effect.crossfade, deck == 1, span);
    out = sounds[deck];
  }
  take_effect_key(state, effect, span);
  run_hosted(*effect.hosted, into, out, span);
}

static inline void run_deck(const State& state, Effect& effect, uint32_t deck, float (*in)[sub_block_frames],
                            float (*out)[sub_block_frames], const Span& span) {
  alignas(64) float into[effect_legs][sub_block_frames];
  fade_into(into, in, effect.crossfade, deck == 1, span);
  effect.each([&]<typename P>(EffectSlot<P>& slot, uint32_t number) {
    if (number == effect.decks[deck]) run(slot.state, into, out, state.position, span);
  });
}

static inline void run_effects(State& state, const Span& span) {
  for (uint32_t number = 0; number < state.effect_count; ++number) {
    Effect& effect = state.effects[number];
    alignas(64) float in[effect_legs][sub_block_frames];
    feed_effect(state, effect, in, span);
    for (uint32_t leg = 0; leg < effect_legs; ++leg) raise(effect.loudest, measure(in[leg], span).peak);
    if (effect.is_asleep && effect.loudest == 0.0f && effect.hosted == nullptr) {
      advance(effect.crossfade, span.frames);
      advance(effect.enabled, span.frames);
      continue;
    }
    effect.is_asleep = 0;
    alignas(64) float sounds[effect_decks][effect_legs][sub_block_frames] = {};
    if (effect.hosted != nullptr) run_hosted_effect(state, effect, sounds, in, span);
    for (uint32_t deck = 0; deck < effect_decks; ++deck) {
      if (!effect.plays[deck]) continue;
      run_deck(state, effect, deck, in, sounds[deck], span);
      for (uint32_t leg = 0; leg < effect_legs; ++leg) raise(effect.loudest, measure(sounds[deck][leg], span).peak);
    }
    hear_effect(effect, sounds[0], sounds[1], span);
  }
}
