// From values to routes: into buses, out of the device, and what enters buses besides.
#include <algorithm>

#include "control/gain_laws.h"
#include "control/desired.h"

namespace rowdesk {

void Desired::derive_routes(Block& block) {
  for (const DirtySet::Route& route : dirty_.routes()) alignment_.follow(route.strip, route.bus);
  alignment_.plan(block, [this](uint32_t strip, uint32_t bus) { dirty_.mark_route(strip, bus); });
  for (const DirtySet::Route& route : dirty_.routes()) derive_route(route, block.changes);
}

// The lanes of a strip into the rows of a bus, or of a pair of buses: what isn't a path is silent.
void Desired::derive_route(const DirtySet::Route& route, Changes& changes) {
  const auto [strip, bus, fade_ms] = route;
  const StripPlace& from = layout_.strips()[strip];
  const StripPlace& to = layout_.strips()[bus];
  std::vector<Cell> cells;
  collect(strip, to.left, cells);
  if (to.can_link() && !values_.is_linked(bus)) collect(strip, to.right, cells);
  const size_t first = changes.size();
  for (const auto& [row, held_frames] : rows_of(strip, bus)) {
    for (uint32_t tap = 0; tap < tap_count; ++tap) {
      for (uint32_t lane = from.first_lane; lane < from.first_lane + from.legs; ++lane) {
        const uint32_t column = layout_.column_of(tap, lane);
        double gain = 0.0;
        for (const Cell& cell : cells) {
          if (cell.row == row && cell.column == column) gain += cell.gain;
        }
        bus_routes_.put(static_cast<size_t>(row) * layout_.columns() + column, gain, changes, fade_ms, held_frames);
      }
    }
  }
  for (size_t place = first + 1; place < changes.size(); ++place) changes[place].goes_with_last = true;
}

Paths Desired::paths_to(uint32_t strip, uint32_t bus) const {
  switch (layout_.strips()[bus].kind) {
    case Kind::cue: return routing_.to_cue(strip);
    case Kind::mix_minus: return routing_.to_mix_minus(strip, bus);
    default: return routing_.to_bus(strip, bus);
  }
}

std::vector<Route> Desired::routes() const {
  std::vector<Route> routes;
  const auto& strips = layout_.strips();
  for (uint32_t to = 0; to < layout_.sounding_strips(); ++to) {
    if (!holds(bus_kinds, strips[to].kind) && strips[to].kind != Kind::cue) continue;
    for (uint32_t from = 0; from < to; ++from) {
      const Paths paths = paths_to(from, to);
      if (paths.empty()) continue;
      const auto is_processed = [](const Path& path) { return path.tap >= tap_pre_fader; };
      routes.push_back({from, to, std::ranges::any_of(paths, is_processed), alignment_.wait_frames(from, to)});
    }
  }
  return routes;
}

void Desired::collect(uint32_t strip, uint32_t bus, std::vector<Cell>& cells) const {
  const uint32_t line = alignment_.line_of(strip, bus);
  for (const Path& path : paths_to(strip, bus)) {
    const uint32_t lane = routing_.lane_of(bus, path.side);
    const uint32_t row = line == 0 ? layout_.row_of(lane) : layout_.aligned_row_of(lane, line - 1);
    cells.push_back({row, layout_.column_of(path.tap, path.lane), path.gain});
  }
}

// Where gains of the strip may be, and where they are to be. A path that moves to another line is heard there as late as it waits: its
// gains where it waits less change so much later, so that both cross.
std::vector<Desired::RowOfPath> Desired::rows_of(uint32_t strip, uint32_t bus) {
  std::vector<RowOfPath> rows;
  for (uint32_t each = layout_.strips()[bus].left; each <= layout_.strips()[bus].right; ++each) {
    const StripPlace& to = layout_.strips()[each];
    const auto [before, now, wait_before, wait_now] = alignment_.send(strip, each);
    const uint32_t longest = before == now ? 0 : std::max(wait_before, wait_now);
    const auto held = [&](uint32_t wait) { return longest - std::min(longest, wait); };
    for (uint32_t lane = to.first_lane; lane < to.first_lane + to.legs; ++lane) {
      rows.push_back({layout_.row_of(lane), held(0)});
      if (before != 0) rows.push_back({layout_.aligned_row_of(lane, before - 1), held(wait_before)});
      if (now != 0 && now != before) rows.push_back({layout_.aligned_row_of(lane, now - 1), held(wait_now)});
    }
  }
  return rows;
}

void Desired::derive_generators(Changes& changes) {
  for (uint32_t talkback = 0; talkback < talkbacks; ++talkback) {
    const bool is_on = values_.of(talkback, TalkbackParameter::on) != 0.0;
    const auto [channel, next] = channels_of(values_.of(talkback, TalkbackParameter::source_id));
    const double gain = is_on ? gain_of_db(values_.of(talkback, TalkbackParameter::level_db)) : 0.0;
    changes.push_back({Operation::talkback_source, talkback, static_cast<double>(channel)});
    changes.push_back({Operation::talkback_level, talkback, gain});
    changes.push_back({Operation::talkback_on, talkback, is_on ? 1.0 : 0.0});
  }
  const bool is_on = values_.of(OscillatorParameter::enabled) != 0.0;
  const double gain = is_on ? gain_of_db(values_.of(OscillatorParameter::level_db)) : 0.0;
  changes.push_back({Operation::oscillator_level, 0, gain});
  changes.push_back({Operation::oscillator_type, 0, values_.of(OscillatorParameter::type)});
  changes.push_back({Operation::oscillator_frequency, 0, values_.of(OscillatorParameter::frequency_hz)});
  changes.push_back({Operation::oscillator_on, 0, is_on ? 1.0 : 0.0});
  derive_injections(changes);
}

// They enter every leg of their destinations as they are, and turn down what else there is in it.
void Desired::derive_injections(Changes& changes) {
  for (uint32_t number = 0; number < layout_.sounding_strips(); ++number) {
    const StripPlace& strip = layout_.strips()[number];
    if (!holds(bus_kinds, strip.kind)) continue;
    double entering[generators] = {};
    double dim_db = 0.0;
    for (uint32_t talkback = 0; talkback < talkbacks; ++talkback) {
      if (!values_.names(talkback, TalkbackParameter::destinations, number)) continue;
      entering[talkback] = 1.0;
      const bool is_on = values_.of(talkback, TalkbackParameter::on) != 0.0;
      if (is_on) dim_db = std::min(dim_db, values_.of(talkback, TalkbackParameter::dim_buses_db));
    }
    entering[oscillator] = values_.names(OscillatorParameter::targets, number) ? 1.0 : 0.0;
    for (uint32_t lane = strip.first_lane; lane < strip.first_lane + strip.legs; ++lane) {
      const uint32_t bus = layout_.row_of(lane);
      dims_.put(bus, gain_of_db(dim_db), changes);
      for (uint32_t generator = 0; generator < stimulus; ++generator) {
        injections_.put(bus * generators + generator, entering[generator], changes);
      }
    }
  }
}

}  // namespace rowdesk
