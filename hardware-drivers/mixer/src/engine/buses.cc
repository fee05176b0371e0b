#include "engine/buses.h"

#include <algorithm>
#include <bit>

#include "engine/crossfaded.h"
#include "engine/times.h"

namespace rowdesk {
namespace {

constexpr uint32_t cue_legs = 2;

template <typename Routes>
Matrix matrix_of(Routes& routes, LockedArray<uint64_t>& active, uint32_t rows, Tap first_tap, uint32_t taps, uint32_t lanes) {
  const uint32_t words = lanes / 64;
  routes = Routes(static_cast<size_t>(rows) * taps * lanes);
  active = LockedArray<uint64_t>(static_cast<size_t>(rows) * taps * words);
  return {rows, taps * lanes, first_tap, taps, words, routes.data(), active.data()};
}

// A ring holds the longest delay and a sub-block.
template <typename Rings>
void allot_rings(LockedArray<DelayLine>& lines, Rings& rings, double most_ms, double rate) {
  const auto most = static_cast<uint32_t>(most_ms * 0.001 * rate + 1.0);
  const uint32_t frames = std::bit_ceil(most + sub_block_frames);
  rings = Rings(frames * lines.size());
  for (size_t line = 0; line < lines.size(); ++line) {
    lines[line] = {rings.data() + line * frames, frames - 1, {}};
    put(lines[line].frames, 0);
  }
}

}  // namespace

Buses::Buses(const Layout& layout, State& state)
    : layout_(layout),
      dims_(layout.lanes()),
      injections_(static_cast<size_t>(layout.lanes()) * generators),
      generator_levels_(generators),
      generator_openings_(generators),
      heard_(layout.sounding_strips()),
      strips_of_lanes_(layout.padded_lanes()),
      delay_lines_(layout.aligned_lanes()),
      aligned_frames_(layout.delay_lines()),
      talkback_sources_(talkbacks),
      alignments_(layout.delay_lines()),
      cue_delays_(cue_legs),
      generated_(static_cast<size_t>(generators) * sub_block_frames) {
  for (Ramp& dim : dims_) dim.target = 1.0f;
  for (Ramp& opening : generator_openings_) opening.target = 1.0f;
  for (Crossfaded& source : talkback_sources_) put(source, -1);
  for (uint32_t number = 0; number < layout.sounding_strips(); ++number) {
    const StripPlace& strip = layout.strips()[number];
    for (uint32_t leg = 0; leg < strip.legs; ++leg) strips_of_lanes_[strip.first_lane + leg] = number;
  }
  state.strips_of_lanes = strips_of_lanes_.data();
  state.heard = heard_.data();
  state.buses = matrix_of(bus_routes_, bus_active_, layout.rows(), tap_top_of_channel, tap_count, layout.padded_lanes());
  bus_routes_.use(0, static_cast<size_t>(layout.first_aligned_row()) * layout.columns());
  state.first_bus_lane = layout.first_bus_lane();
  state.dims = dims_.data();
  state.talkback_sources = talkback_sources_.data();
  state.generated = generated_.data();
  state.generator_levels = generator_levels_.data();
  state.generator_openings = generator_openings_.data();
  state.injections = injections_.data();
  state.first_aligned_lane = layout.first_aligned_lane();
  state.aligned_lanes = layout.aligned_lanes();
  state.first_aligned_row = layout.first_aligned_row();
  state.delay_lines = delay_lines_.data();
  state.alignments = alignments_.data();
  state.aligned_frames = aligned_frames_.data();
  state.cue_delays = cue_delays_.data();
}

void Buses::allot(double rate, uint32_t outputs, State& state) {
  state.outputs = matrix_of(output_routes_, output_active_, outputs, tap_at_outputs, 1, layout_.padded_lanes());
  allot_rings(alignments_, alignment_rings_, most_alignment_ms, rate);
  allot_rings(cue_delays_, cue_rings_, most_cue_delay_ms, rate);
  for (const uint32_t line : lines_in_use_) alignment_rings_.use(line * ring_frames(), ring_frames());
}

void Buses::use(uint32_t delay_line) {
  if (std::ranges::find(lines_in_use_, delay_line) != lines_in_use_.end()) return;
  lines_in_use_.push_back(delay_line);
  alignment_rings_.use(delay_line * ring_frames(), ring_frames());
  bus_routes_.use(static_cast<size_t>(layout_.first_aligned_row() + delay_line) * layout_.columns(), layout_.columns());
}

void Buses::settle(State& state) {
  for (LockedArray<Ramp>* ramps : {&output_routes_, &dims_, &injections_, &generator_levels_, &generator_openings_}) {
    std::ranges::for_each(*ramps, finish);
  }
  const auto finish_rows = [&](uint32_t first, uint32_t rows) {
    const size_t columns = layout_.columns();
    std::for_each_n(bus_routes_.data() + first * columns, rows * columns, finish);
  };
  finish_rows(0, layout_.first_aligned_row());
  each_choice([](Crossfaded& choice) { put(choice, choice.desired); });
  for (LockedArray<float>* memory : {&generated_, &cue_rings_}) std::ranges::fill(*memory, 0.0f);
  for (const uint32_t line : lines_in_use_) finish_rows(layout_.first_aligned_row() + line, 1);
  alignment_rings_.clear();
  std::ranges::fill(aligned_frames_, 0u);
  state.frame = 0;
}

bool Buses::begin_waiting(float frames) {
  bool any = false;
  each_choice([&](Crossfaded& choice) {
    begin(choice, frames);
    any = any || waits(choice);
  });
  return any;
}

template <typename Visit>
void Buses::each_choice(Visit visit) {
  for (Crossfaded& source : talkback_sources_) visit(source);
  for (uint32_t lane = 0; lane < delay_lines_.size(); ++lane) {
    for (uint32_t lines = delay_lines_[lane]; lines != 0; lines &= lines - 1) {
      visit(alignments_[lane * alignment_delays + static_cast<uint32_t>(std::countr_zero(lines))].frames);
    }
  }
  for (DelayLine& line : cue_delays_) visit(line.frames);
}

}  // namespace rowdesk
