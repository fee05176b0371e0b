// Inserts whose plugin runs in another process (hosted_processor.h): their sound between the rings of this process.

// One leg, in place. The input goes into the dry line, from where it is copied to the plugin.
static inline void run_hosted(HostedSound& hosted, uint32_t leg, float* sound, const Span& span) {
  alignas(64) float dry[sub_block_frames];
  delay(hosted.dry[leg], dry, sound, static_cast<uint32_t>(hosted.frame), span);
  const float* wet = hosted.wet[leg] + hosted.at;
  const bool fades = moves(hosted.wet_part), decays = moves(hosted.decay);
  const bool is_wet = !fades && hosted.wet_part.target == 1.0f;
  const bool is_whole = !moves(hosted.engaged) && hosted.engaged.target == 1.0f;
  for (uint32_t v = 0; v < span.vectors; ++v) {
    const Lanes without = load(dry + v * lane_count);
    Lanes with = without;
    if (is_wet) with = load(wet + v * lane_count);
    if (fades) with += (load(wet + v * lane_count) - without) * values_of(hosted.wet_part, v);
    if (decays) with += all(hosted.steps[leg]) * values_of(hosted.decay, v);
    store(dry + v * lane_count, with - without);
    if (!is_whole) {
      const Lanes input = load(sound + v * lane_count);
      with = input + (with - input) * values_of(hosted.engaged, v);
    }
    store(sound + v * lane_count, with);
  }
  hosted.excess[leg] = dry[span.frames - 1];
  for (uint32_t i = span.frames; i < span.vectors * lane_count; ++i) sound[i] = 0.0f;
}

// A plugin may keep what is not finite for good: it gets silence in its place, and the strip is silenced as for any insert.
static inline void guard_hosted(State& state, uint32_t lane, float* sound, const Span& span) {
  if (is_finite(measure(sound, span))) return;
  clear(sound, span);
  state.not_finite[state.strips_of_lanes[lane]] = 1;
  state.any_not_finite = 1;
}

// The plugin of an effect: its input, which goes into the dry line, and its return alone. What does not come is silence.
static inline void run_hosted(HostedSound& hosted, float (*in)[sub_block_frames], float (*out)[sub_block_frames], const Span& span) {
  const bool fades = moves(hosted.wet_part), decays = moves(hosted.decay);
  const bool is_wet = fades || hosted.wet_part.target == 1.0f;
  for (uint32_t leg = 0; leg < hosted.legs; ++leg) {
    if (!is_finite(measure(in[leg], span))) clear(in[leg], span);
    write_ring(hosted.dry[leg], in[leg], static_cast<uint32_t>(hosted.frame), span);
    const float* wet = hosted.wet[leg] + hosted.at;
    for (uint32_t v = 0; v < span.vectors; ++v) {
      Lanes sound{};
      if (is_wet) sound = load(wet + v * lane_count);
      if (fades) sound *= values_of(hosted.wet_part, v);
      if (decays) sound += all(hosted.steps[leg]) * values_of(hosted.decay, v);
      store(out[leg] + v * lane_count, sound);
    }
    hosted.excess[leg] = out[leg][span.frames - 1];
    for (uint32_t i = span.frames; i < span.vectors * lane_count; ++i) out[leg][i] = 0.0f;
  }
}

// The key of both legs: the louder at each frame.
static inline void take_key(HostedSound& hosted, uint32_t leg, const Rows& heard, uint32_t place, uint32_t frames) {
  float* key = hosted.key + hosted.at;
  for (uint32_t frame = 0; frame < frames; ++frame) {
    const float sample = heard.rows[frame][place];
    key[frame] = leg == 0 ? sample : louder(key[frame], sample);
  }
}

template <typename P>
static inline void run_insert(State& state, const Rack& rack, RackSlot<P>& slot, const HostedProcessor*, Rows& rows, const Span& span) {
  const auto first_lane = static_cast<uint32_t>(&rack - state.processors->racks) * widest_lanes;
  Rows heard;
  alignas(64) float planar[lane_count][sub_block_frames];
  for (uint32_t v = 0; v < vectors_per_rack; ++v) {
    const LaneSet lanes = slot.on & lanes_of(v);
    if (lanes == 0) continue;
    const Rows& keys = hear(state, slot.key, v, rows, heard, span.frames);
    const uint32_t first = place_of(v);
    scatter(planar[0], rows, first, span);
    const float* places[lane_count];
    for (uint32_t i = 0; i < lane_count; ++i) places[i] = planar[i];
    for (LaneSet each = lanes; each != 0; each &= each - 1) {
      const auto place = static_cast<uint32_t>(__builtin_ctz(each));
      HostedSound& hosted = *slot.state.of[place];
      const uint32_t leg = slot.state.leg[place];
      hosted.has_key = (slot.key.external >> place & 1u);
      if (hosted.has_key) take_key(hosted, leg, keys, place, span.frames);
      guard_hosted(state, first_lane + place, planar[place - first], span);
      run_hosted(hosted, leg, planar[place - first], span);
    }
    gather(rows, first, places, span);
  }
}
