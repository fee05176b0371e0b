// Bus sums: routes from strips, talkbacks, the oscillator, the stimulus, and paths delayed by latency compensation.

static inline bool is_silent(const Ramp& ramp) { return !moves(ramp) && ramp.target == 0.0f; }

// A talkback, the oscillator or the stimulus: source * level, closed at panic.
static inline void take_generator(State& state, const Io& io, const Span& span, uint32_t generator) {
  float* sound = tap(state.generated, generator);
  Ramp& level = state.generator_levels[generator];
  Ramp& opening = state.generator_openings[generator];
  if (generator < talkbacks) take_source(sound, state.talkback_sources[generator], io, span);
  if (is_silent(level) || is_silent(opening)) clear(sound, span);
  else scale(sound, sound, level, opening, span);
  advance(level, span.frames);
  advance(opening, span.frames);
  if (!is_finite(measure(sound, span))) clear(sound, span);
}

static inline void inject(State& state, float* to, uint32_t bus, const Span& span) {
  for (uint32_t generator = 0; generator < state.sounding_generators; ++generator) {
    Ramp& route = state.injections[bus * generators + generator];
    if (is_silent(route)) continue;
    add(to, tap(state.generated, generator), route, span);
    advance(route, span.frames);
  }
}

// Adds the paths that latency compensation delays. A delay line is computed until it is empty. lane: from
// first_aligned_lane on.
static inline void add_aligned(State& state, float* to, uint32_t lane, const Span& span) {
  const Ramp unity{1.0f, 0.0f, 0.0f};
  for (uint32_t lines = state.delay_lines[lane]; lines != 0; lines &= lines - 1) {
    const uint32_t place = lane * alignment_delays + static_cast<uint32_t>(__builtin_ctz(lines));
    const uint32_t row = state.first_aligned_row + place;
    uint32_t& left = state.aligned_frames[place];
    DelayLine& line = state.alignments[place];
    const uint32_t to_grid = sub_block_frames - state.frame % sub_block_frames;  // independent of the block size
    if (is_active(state.buses, row)) left = line.mask + 1 + to_grid;
    if (left == 0) {
      line.frames.now = line.frames.desired;
      line.frames.crossfade.remaining = 0.0f;
      state.delay_lines[lane] &= ~(lines & (0u - lines));
      continue;
    }
    alignas(64) float late[sub_block_frames];
    sum_row(state, late, state.buses, row, false, span);
    delay(line, late, late, state.frame, span);
    add(to, late, unity, span);
    left = left > span.frames ? left - span.frames : 0;
  }
}

// The sums of the buses of a stage, into Top-Of-Ch.
static inline void sum_buses(State& state, const Stage& stage, const Span& span) {
  const Strip& first = state.strips[stage.first_strip];
  if (first.takes_source) return;
  const bool is_raw = first.is_cue != 0;
  for (uint32_t done = 0; done < stage.lanes;) {
    const uint32_t bus = stage.first_lane + done - state.first_bus_lane, left = stage.lanes - done;
    float* to = tap(state.top_of_channel, stage.first_lane + done);
    if (left >= 4 && sum_rows<4>(state, to, state.buses, bus, is_raw, span)) {
      done += 4;
    } else if (left >= 2 && sum_rows<2>(state, to, state.buses, bus, is_raw, span)) {
      done += 2;
    } else {
      sum_row(state, to, state.buses, bus, is_raw, span);
      done += 1;
    }
  }
}

// Top-Of-Ch of a strip without a source: the sum of its bus, with what enters there.
static inline void take_sum(State& state, float* to, const Strip& strip, uint32_t leg, const Span& span) {
  const uint32_t lane = strip.first_lane + leg;
  const uint32_t bus = lane - state.first_bus_lane;
  const uint32_t aligned = lane - state.first_aligned_lane;
  if (aligned < state.aligned_lanes && state.delay_lines[aligned] != 0) add_aligned(state, to, aligned, span);
  Ramp& dim = state.dims[bus];
  if (moves(dim) || dim.target != 1.0f) scale(to, to, dim, span);
  advance(dim, span.frames);
  inject(state, to, bus, span);
  if (strip.is_cue) delay(state.cue_delays[leg], to, to, state.frame, span);
}
