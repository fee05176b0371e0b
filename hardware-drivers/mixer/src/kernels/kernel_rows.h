// Transposes between planar lanes, [lane][frame], and rows of a rack, [frame][lane of the rack]. Recursive processors
// advance frame by frame, so they compute a vector of lanes per frame.

constexpr uint32_t vectors_per_rack = widest_lanes / lane_count;

// The first lane of vector number `vector` of a rack.
constexpr uint32_t place_of(uint32_t vector) { return vector * lane_count; }
constexpr LaneSet lanes_of(uint32_t vector) { return ((1u << lane_count) - 1u) << place_of(vector); }

struct alignas(64) Rows {
  float rows[sub_block_frames][widest_lanes];
};

#if RD_LANES > 1
template <int... places>
struct Places {};
template <int count, int... places>
struct CountTo : CountTo<count - 1, count - 1, places...> {};
template <int... places>
struct CountTo<0, places...> {
  typedef Places<places...> Type;
};
typedef CountTo<RD_LANES>::Type EachLane;

// Swaps the off-diagonal blocks of `step` lanes of two vectors `step` rows apart.
template <int step, int... places>
static inline void swap_across(Lanes& upper, Lanes& lower, Places<places...>) {
  const Lanes a = upper, b = lower;
  upper = __builtin_shufflevector(a, b, (places & step ? RD_LANES + places - step : places)...);
  lower = __builtin_shufflevector(a, b, (places & step ? RD_LANES + places : places + step)...);
}

template <int step>
static inline void transpose(Lanes* square) {
  for (int row = 0; row < RD_LANES; ++row) {
    if ((row & step) == 0) swap_across<step>(square[row], square[row + step], EachLane());
  }
  if constexpr (step > 1) transpose<step / 2>(square);
}

template <int... places>
static inline Lanes with_neighbours_swapped(Lanes value, Places<places...>) {
  return __builtin_shufflevector(value, value, (places ^ 1)...);
}
#endif

// Transposes a square of lane_count lanes by lane_count frames in place.
static inline void transpose(Lanes* square) {
#if RD_LANES > 1
  transpose<RD_LANES / 2>(square);
#else
  (void)square;
#endif
}

// The values of the neighbouring lanes in a row: of lanes 1, 0, 3, 2 ...
static inline Lanes neighbours(const float* row, uint32_t place) {
#if RD_LANES > 1
  return with_neighbours_swapped(load(row + place), EachLane());
#else
  return row[place ^ 1];
#endif
}

// lanes: planar samples of lane_count lanes. place: their first lane in the rack.
static inline void gather(Rows& rows, uint32_t place, const float* const* lanes, const Span& span) {
  for (uint32_t v = 0; v < span.vectors; ++v) {
    Lanes square[lane_count];
    for (uint32_t i = 0; i < lane_count; ++i) square[i] = load(lanes[i] + v * lane_count);
    transpose(square);
    for (uint32_t i = 0; i < lane_count; ++i) store(rows.rows[v * lane_count + i] + place, square[i]);
  }
}

static inline void scatter(float* first_lane, const Rows& rows, uint32_t place, const Span& span) {
  for (uint32_t v = 0; v < span.vectors; ++v) {
    Lanes square[lane_count];
    for (uint32_t i = 0; i < lane_count; ++i) square[i] = load(rows.rows[v * lane_count + i] + place);
    transpose(square);
    for (uint32_t i = 0; i < lane_count; ++i) store(tap(first_lane, i) + v * lane_count, square[i]);
  }
}
