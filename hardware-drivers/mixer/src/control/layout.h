// Strips, their legs and their lanes. A lane is one leg of one strip; lanes are numbered in the order in which they are
// computed, each stage padded to the widest vector, so that a group of lanes never crosses two stages.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/state.h"

namespace rowdesk {

enum class Kind : uint8_t { input, fx_return, aux, mix, matrix, cue, main, fx_send, dca, mute_group, mix_minus };
inline constexpr uint32_t kind_count = 11;
inline constexpr uint32_t most_strips = 256;  // with sound; DCAs and mute groups have none
inline constexpr uint32_t most_groups = 52;   // DCAs, and mute groups: a list of them is one number, a bit for each

// A bit for each kind.
using KindSet = uint32_t;
constexpr KindSet kinds_of(std::initializer_list<Kind> kinds) {
  KindSet set = 0;
  for (const Kind kind : kinds) set |= 1u << static_cast<uint32_t>(kind);
  return set;
}
constexpr bool holds(KindSet set, Kind kind) { return (set >> static_cast<uint32_t>(kind) & 1u) != 0; }
inline constexpr KindSet input_kinds = kinds_of({Kind::input, Kind::aux, Kind::fx_return});
inline constexpr KindSet insert_kinds = kinds_of({Kind::input, Kind::fx_return, Kind::aux, Kind::mix, Kind::matrix, Kind::main});
inline constexpr KindSet speaker_kinds = kinds_of({Kind::aux, Kind::mix, Kind::matrix, Kind::cue, Kind::main});
inline constexpr KindSet bus_kinds = kinds_of({Kind::fx_send, Kind::mix, Kind::main, Kind::matrix, Kind::mix_minus});

struct KindDescription {
  const char* name;      // as in a path
  uint32_t legs;         // 0: no sound of its own
  bool takes_source;     // a port of a device may feed it
  bool counts_top_clips; // clips are counted at Top-Of-Ch, else Post-Fader
  bool reaches_main;     // may be mixed into main/1, by fader and pan
  bool feeds_outputs;
  bool links;            // odd and even make a stereo pair
  KindSet sends_to;      // main/1 is no send: it is mainAssigned, by fader and pan
};
const KindDescription& describe(Kind kind);

struct StripPlace {
  Kind kind;
  uint32_t index;  // from 1
  uint32_t first_lane;
  uint32_t legs;
  std::string path;  // /channel/input/1
  // The pair that the strip may form, as indices of `strips`; the strip itself for none.
  uint32_t left;
  uint32_t right;

  bool can_link() const { return left != right; }
};

using KindCounts = std::array<uint32_t, kind_count>;

class Layout {
 public:
  // Throws std::invalid_argument in words when there are too many strips.
  explicit Layout(const KindCounts& counts, uint32_t most = most_strips);

  // Those with sound first, in the order in which they are computed.
  const std::vector<StripPlace>& strips() const { return strips_; }
  const std::vector<Stage>& stages() const { return stages_; }
  uint32_t sounding_strips() const { return sounding_; }
  uint32_t lanes() const { return lanes_; }
  // The first lane that can be a destination of sends.
  uint32_t first_bus_lane() const { return first_bus_lane_; }
  // The lanes of fxSends, mixes, mains, mix-minus and matrices, and of effect returns between them: latency compensation
  // may delay paths into them.
  uint32_t first_aligned_lane() const { return first_aligned_lane_; }
  uint32_t aligned_lanes() const { return aligned_lanes_; }
  uint32_t delay_lines() const { return aligned_lanes_ * alignment_delays; }

  // Of the matrix of buses: a row for each bus lane, then one for each delay line; a column for each lane at each tap, the
  // lanes of a tap padded to whole words of 64.
  uint32_t rows() const { return first_aligned_row() + delay_lines(); }
  uint32_t columns() const { return tap_count * padded_lanes(); }
  uint32_t padded_lanes() const { return (lanes_ + 63) / 64 * 64; }
  uint32_t row_of(uint32_t lane) const { return lane - first_bus_lane_; }
  uint32_t first_aligned_row() const { return lanes_ - first_bus_lane_; }
  // place: 0 to alignment_delays - 1
  uint32_t delay_line_of(uint32_t lane, uint32_t place) const { return (lane - first_aligned_lane_) * alignment_delays + place; }
  uint32_t aligned_row_of(uint32_t lane, uint32_t place) const { return first_aligned_row() + delay_line_of(lane, place); }
  uint32_t column_of(uint32_t tap, uint32_t lane) const { return tap * padded_lanes() + lane; }
  // Null when the layout has no such strip.
  const StripPlace* find(Kind kind, uint32_t index) const;
  uint32_t number_of(const StripPlace& strip) const { return static_cast<uint32_t>(&strip - strips_.data()); }

 private:
  std::vector<StripPlace> strips_;
  std::vector<Stage> stages_;
  std::array<uint32_t, kind_count> first_{};
  KindCounts counts_;
  uint32_t sounding_ = 0;
  uint32_t lanes_ = 0;
  uint32_t first_bus_lane_ = 0;
  uint32_t first_aligned_lane_ = 0;
  uint32_t aligned_lanes_ = 0;
};

}  // namespace rowdesk
