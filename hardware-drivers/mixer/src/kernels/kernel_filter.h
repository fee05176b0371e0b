// Filters over the rows of a rack.

// Runs the sections in series, frame by frame: the CPU can begin the next frame while the last section of this one ends.
template <uint32_t count>
static inline void run_sections(const Section* sections, SectionState* states, uint32_t place, const Rows& from, Rows& to,
                                uint32_t frames) {
  Lanes s1[count], s2[count], g[count], twice_g[count], q[count], h[count], in[count], band[count], low[count];
  for (uint32_t i = 0; i < count; ++i) {
    g[i] = load(sections[i].g + place);
    twice_g[i] = load(sections[i].twice_g + place);
    q[i] = load(sections[i].q + place);
    h[i] = load(sections[i].h + place);
    in[i] = load(sections[i].in + place);
    band[i] = load(sections[i].band + place);
    low[i] = load(sections[i].low + place);
    s1[i] = load(states[i].s1 + place);
    s2[i] = load(states[i].s2 + place);
  }
  for (uint32_t frame = 0; frame < frames; ++frame) {
    Lanes x = load(from.rows[frame] + place);
    for (uint32_t i = 0; i < count; ++i) {
      const Lanes v1 = (s1[i] - q[i] * s1[i]) + h[i] * (x - s2[i]);
      const Lanes v2 = s2[i] + g[i] * v1;
      x = in[i] * x + band[i] * v1 + low[i] * v2;
      s1[i] = all(2.0f) * v1 - s1[i];
      s2[i] = s2[i] + twice_g[i] * v1;
    }
    store(to.rows[frame] + place, x);
  }
  for (uint32_t i = 0; i < count; ++i) {
    store(states[i].s1 + place, s1[i]);
    store(states[i].s2 + place, s2[i]);
  }
}

template <uint32_t count>
static inline void run_all_sections(const Section* sections, SectionState* states, uint32_t place, const Rows& from,
                                    Rows& to, uint32_t frames) {
  if constexpr (count <= few_sections) {
    run_sections<count>(sections, states, place, from, to, frames);
  } else {
    run_sections<few_sections>(sections, states, place, from, to, frames);
    run_all_sections<count - few_sections>(sections + few_sections, states + few_sections, place, to, to, frames);
  }
}

// count: how many of the filter's sections this rack uses. changes: true while a lane of this vector crossfades.
template <uint32_t count, uint32_t sections>
static inline void filter(FilterState<sections>& filter, uint32_t place, Rows& rows, uint32_t frames, bool changes,
                          float crossfade_frames) {
  if (!changes) return run_all_sections<count>(filter.now, filter.now_state, place, rows, rows, frames);
  Rows next;
  run_all_sections<count>(filter.next, filter.next_state, place, rows, next, frames);
  run_all_sections<count>(filter.now, filter.now_state, place, rows, rows, frames);
  const Lanes remaining = load(filter.remaining + place);
  const Lanes whole = all(crossfade_frames), part = all(1.0f / crossfade_frames);
  for (uint32_t frame = 0; frame < frames; ++frame) {
    const Lanes left = larger(remaining - all(1.0f + static_cast<float>(frame)), Lanes{});
    const Lanes before = load(rows.rows[frame] + place), after = load(next.rows[frame] + place);
    const Lanes mixed = after - (after - before) * (left * part);
    store(rows.rows[frame] + place, left >= whole ? before : mixed);
  }
  store(filter.remaining + place, larger(remaining - all(static_cast<float>(frames)), Lanes{}));
}
