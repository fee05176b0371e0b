// One strip, from Top-Of-Ch to Post-Trim and from Pre-Fader to Post-Fader.

// Silences all legs of a strip for this sub-block after a value that is not finite, once all legs are computed. The engine
// then resets the strip's processors (strip_faults.h).
static inline void silence_strip(State& state, const Span& span, uint32_t number, float* taps) {
  const Strip& strip = state.strips[number];
  for (uint32_t leg = 0; leg < strip.legs; ++leg) clear(tap(taps, strip.first_lane + leg), span);
  state.not_finite[number] = 1;
  state.any_not_finite = 1;
}

static inline void raise(float& peak, float value) { peak = value > peak ? value : peak; }

// source or bus sum -> Top-Of-Ch -> trim, polarity -> Post-Trim
static inline void enter_strip(State& state, const Io& io, const Span& span, uint32_t number) {
  const Strip& strip = state.strips[number];
  bool is_sound = true;
  for (uint32_t leg = 0; leg < strip.legs; ++leg) {
    const uint32_t lane = strip.first_lane + leg;
    float* top = tap(state.top_of_channel, lane);
    if (strip.takes_source) take_source(top, state.sources[lane], io, span);
    else take_sum(state, top, strip, leg, span);
    const Measure measured = measure(top, span);
    if (is_finite(measured)) raise(state.top_peaks[lane], measured.peak);
    else is_sound = false;
  }
  if (!is_sound) silence_strip(state, span, number, state.top_of_channel);
  is_sound = true;
  for (uint32_t leg = 0; leg < strip.legs; ++leg) {
    const uint32_t lane = strip.first_lane + leg;
    float* trimmed = tap(state.post_trim, lane);
    scale(trimmed, tap(state.top_of_channel, lane), state.trims[lane], span);
    advance(state.trims[lane], span.frames);
    const Measure measured = measure(trimmed, span);
    if (is_finite(measured)) raise(state.pre_peaks[lane], measured.peak);
    else is_sound = false;
  }
  if (!is_sound) silence_strip(state, span, number, state.post_trim);
}

// Pre-Fader -> mute, fader -> Post-Fader
static inline void leave_strip(State& state, const Span& span, uint32_t number) {
  const Strip& strip = state.strips[number];
  Ramp& opening = state.openings[number];
  state.heard[number] = opening;
  bool is_sound = true;
  for (uint32_t leg = 0; leg < strip.legs; ++leg) {
    const uint32_t lane = strip.first_lane + leg;
    float* post = tap(state.post_fader, lane);
    scale(post, tapped(state, tap_pre_fader, lane), state.faders[lane], opening, span);
    advance(state.faders[lane], span.frames);
    Measure measured = measure(post, span);
    if (!is_finite(measured)) {
      is_sound = false;
      measured = {0.0f, 0.0f};
    }
    raise(state.post_peaks[lane], measured.peak);
    const float decay = state.mean_square_decay[span.frames];
    const float mean_square = measured.energy / static_cast<float>(span.frames);
    state.mean_squares[lane] = mean_square + (state.mean_squares[lane] - mean_square) * decay;
  }
  if (!is_sound) silence_strip(state, span, number, state.post_fader);
  advance(opening, span.frames);
}
