#include "control/alignment.h"

#include <algorithm>

namespace rowdesk {
namespace {

// An effect return, which is between them, has no path of its own: it is as late as its effect.
constexpr KindSet aligned_kinds =
    kinds_of({Kind::fx_send, Kind::fx_return, Kind::mix, Kind::main, Kind::mix_minus, Kind::matrix});

}  // namespace

Alignment::Alignment(const Layout& layout, const Addresses& addresses, const Routing& routing, const Values& values)
    : layout_(layout),
      addresses_(addresses),
      routing_(routing),
      values_(values),
      latencies_(layout.sounding_strips()),
      effect_latencies_(latencies_.size()),
      arrivals_(latencies_.size()),
      waits_(latencies_.size()) {
  const auto is_bus = [](const StripPlace& strip) { return holds(aligned_kinds, strip.kind); };
  const auto& strips = layout.strips();
  const auto end = strips.begin() + static_cast<std::ptrdiff_t>(latencies_.size());
  const auto first = std::find_if(strips.begin(), end, is_bus);  // they follow each other
  const auto buses = static_cast<size_t>(std::count_if(first, end, is_bus));
  first_ = static_cast<uint32_t>(first - strips.begin());
  for (auto* each : {&lines_, &sent_lines_}) each->resize(buses * latencies_.size());
  ways_.resize(buses * latencies_.size());
  waits_before_.resize(ways_.size());
  delays_.resize(buses);
  excess_.resize(buses);
  for (auto* each : {&is_changed_, &is_linked_}) each->resize(buses);
}

void Alignment::set_latency(uint32_t strip, uint32_t frames) {
  if (latencies_[strip] == frames) return;
  latencies_[strip] = frames;
  if (!is_used_) return begin_use();
  mark_return(strip);
  for (uint32_t bus = first_; is_aligned(bus); ++bus) {
    if (ways_[place(strip, bus)] == Way::late) mark_bus(bus);
  }
}

void Alignment::set_effect_latency(uint32_t send, uint32_t frames) {
  if (effect_latencies_[send] == frames) return;
  effect_latencies_[send] = frames;
  if (!is_used_) return begin_use();
  mark_return(send);
}

uint32_t Alignment::latency(uint32_t strip) const {
  return latencies_[strip] + (waits_for_effect(strip) ? effect_latencies_[strip] : 0);
}

void Alignment::begin_use() {
  is_used_ = true;
  for (uint32_t bus = first_; is_aligned(bus); ++bus) {
    for (uint32_t strip = 0; strip < bus; ++strip) look(strip, bus);
  }
  std::ranges::fill(is_changed_, uint8_t{1});
}

void Alignment::mark(const ParameterId& id) {
  if (id.group == ParameterGroup::strip) mark_strip(id.strip, static_cast<Parameter>(id.index));
  if (id.group == ParameterGroup::desk && id.index == static_cast<uint16_t>(DeskParameter::align_limit_ms)) {
    std::ranges::fill(is_changed_, uint8_t{1});
  }
}

void Alignment::mark_strip(uint32_t strip, Parameter parameter) {
  const bool is_return = layout_.strips()[strip].kind == Kind::fx_return;
  switch (parameter) {
    case Parameter::aligned: mark_bus(strip); return mark_return(strip);
    case Parameter::stereo_link: return mark_return(strip);
    case Parameter::source_id:
    case Parameter::spare_source_id:
    case Parameter::source_selected: return is_return ? mark_bus(strip) : void();
    default: return;
  }
}

// The returns of an fxSend, or of both of its pair.
void Alignment::mark_return(uint32_t send) {
  const StripPlace& strip = layout_.strips()[send];
  if (strip.kind != Kind::fx_send) return;
  for (const uint32_t each : {strip.left, strip.right}) {
    const StripPlace* fx_return = layout_.find(Kind::fx_return, layout_.strips()[each].index);
    if (fx_return != nullptr) mark_bus(layout_.number_of(*fx_return));
  }
}

void Alignment::mark_bus(uint32_t bus) {
  const StripPlace& strip = layout_.strips()[bus];
  is_changed_[strip.left - first_] = is_changed_[strip.right - first_] = 1;
}

void Alignment::follow(uint32_t strip, uint32_t bus) {
  if (!is_used_ || !is_aligned(bus)) return;
  look(strip, layout_.strips()[bus].left);
  look(strip, layout_.strips()[bus].right);
}

void Alignment::look(uint32_t strip, uint32_t bus) {
  const std::optional<Tap> tap = routing_.tap_into(strip, bus);
  const Way way = !tap ? Way::none : *tap >= tap_pre_fader ? Way::late : Way::early;
  const uint8_t is_linked = values_.is_linked(bus) ? 1 : 0;
  if (ways_[place(strip, bus)] == way && is_linked_[bus - first_] == is_linked) return;
  ways_[place(strip, bus)] = way;
  is_linked_[bus - first_] = is_linked;
  mark_bus(bus);
}

void Alignment::prepare(double rate) {
  rate_ = rate;
  for (Delays& delays : delays_) delays.fill(0);
  std::ranges::fill(lines_, uint8_t{0});
  std::ranges::fill(is_changed_, uint8_t{1});
}

// In the order in which buses are computed, since a bus may be late for what comes after it.
void Alignment::plan(Block& block, const Moved& moved) {
  if (!is_used_) return;
  for (uint32_t bus = first_; is_aligned(bus); ++bus) {
    if (!is_changed_[bus - first_]) continue;
    is_changed_[bus - first_] = 0;
    const bool is_right = values_.is_linked(bus) && layout_.strips()[bus].right == bus;
    if (!is_right) plan(bus, block, moved);
  }
}

// A linked pair of buses is one.
void Alignment::plan(uint32_t bus, Block& block, const Moved& moved) {
  const uint32_t last = values_.is_linked(bus) ? layout_.strips()[bus].right : bus;
  const uint32_t excess = measure(bus);
  const Delays next = choose_delays(bus);
  for (uint32_t each = bus; each <= last; ++each) {
    excess_[each - first_] = excess;
    set_arrival(each, arrivals_[bus]);
    const Delays before = delays_[each - first_];
    send_delays(each, next, block);
    for (uint32_t strip = 0; strip < bus; ++strip) {
      uint32_t line = 0;
      if (waits_[strip] != 0) {
        line = static_cast<uint32_t>(std::ranges::find(next, waits_[strip]) - next.begin()) + 1;
        if (line > alignment_delays) {  // more lengths than lines: it comes early
          line = 0;
          excess_[each - first_] = std::max(excess_[each - first_], waits_[strip]);
        }
      }
      uint8_t& present = lines_[place(strip, each)];
      if (present == line) continue;
      waits_before_[place(strip, each)] = present == 0 ? 0 : before[present - 1u];
      present = static_cast<uint8_t>(line);
      moved(strip, each);
    }
  }
}

// Fills waits_ with the delay of each path, and sets the bus's arrival. Returns the excess in frames.
uint32_t Alignment::measure(uint32_t bus) {
  const auto late_by = [&](uint32_t strip, Way way) { return arrivals_[strip] + (way == Way::late ? latencies_[strip] : 0); };
  uint32_t longest = layout_.strips()[bus].kind == Kind::fx_return ? effect_arrival(bus) : 0;
  for (uint32_t strip = 0; strip < bus; ++strip) {
    const Way way = ways_[place(strip, bus)];
    if (way != Way::none) longest = std::max(longest, late_by(strip, way));
  }
  set_arrival(bus, longest);
  const bool does_wait = makes_wait(bus);
  const double limit_ms = values_.at(addresses_.of(DeskParameter::align_limit_ms));
  // One frame more than the limit, since each latency is rounded to frames.
  const uint32_t most = limit_ms == 0.0 ? 0 : static_cast<uint32_t>(limit_ms * 0.001 * rate_) + 1;
  uint32_t excess = 0;
  for (uint32_t strip = 0; strip < bus; ++strip) {
    const Way way = ways_[place(strip, bus)];
    const uint32_t wait = way == Way::none || !does_wait ? 0 : longest - late_by(strip, way);
    waits_[strip] = std::min(wait, most);
    excess = std::max(excess, wait - waits_[strip]);
  }
  return excess;
}

bool Alignment::makes_wait(uint32_t bus) const {
  const Kind kind = layout_.strips()[bus].kind;
  return (kind != Kind::mix && kind != Kind::fx_send) || values_.is(bus, Parameter::aligned);
}

// Of a pair the left one has the effect of both.
bool Alignment::waits_for_effect(uint32_t send) const {
  const StripPlace& strip = layout_.strips()[send];
  return strip.kind == Kind::fx_send && makes_wait(send) && (strip.left == send || !values_.is_linked(send));
}

// How late the effect gives what its fxSend hears; 0 where nothing waits for it.
uint32_t Alignment::effect_arrival(uint32_t fx_return) const {
  const StripPlace* strip = layout_.find(Kind::fx_send, layout_.strips()[fx_return].index);
  if (strip == nullptr) return 0;
  const uint32_t send = layout_.number_of(*strip);
  const bool is_spare = values_.is(fx_return, Parameter::source_selected);
  const bool has_source = values_.of(fx_return, is_spare ? Parameter::spare_source_id : Parameter::source_id) != 0.0;
  if (has_source || !waits_for_effect(send)) return 0;
  return arrivals_[send] + latencies_[send] + effect_latencies_[send];
}

void Alignment::set_arrival(uint32_t bus, uint32_t frames) {
  if (arrivals_[bus] == frames) return;
  arrivals_[bus] = frames;
  mark_return(bus);
  for (uint32_t next = bus + 1; is_aligned(next); ++next) {
    if (ways_[place(bus, next)] != Way::none) mark_bus(next);
  }
}

// A line whose paths all get another delay keeps them: its delay crossfades, and no route changes.
Alignment::Delays Alignment::choose_delays(uint32_t bus) {
  const Delays& present = delays_[bus - first_];
  Delays next{};
  for (uint32_t line = 0; line < alignment_delays; ++line) {
    if (present[line] != 0 && std::ranges::find(waits_.begin(), waits_.begin() + bus, present[line]) != waits_.begin() + bus) {
      next[line] = present[line];
    }
  }
  for (uint32_t strip = 0; strip < bus; ++strip) {
    const uint32_t wait = waits_[strip];
    if (wait == 0 || std::ranges::find(next, wait) != next.end()) continue;
    uint32_t line = lines_[place(strip, bus)];
    if (line == 0 || next[line - 1] != 0) {
      line = 0;
      for (uint32_t other = alignment_delays; other > 0; --other) {  // rather the first one without a path
        if (next[other - 1] == 0 && (line == 0 || present[line - 1] != 0 || present[other - 1] == 0)) line = other;
      }
    }
    if (line != 0) next[line - 1] = wait;
  }
  return next;
}

void Alignment::send_delays(uint32_t bus, const Delays& next, Block& block) {
  const StripPlace& strip = layout_.strips()[bus];
  for (uint32_t line = 0; line < alignment_delays; ++line) {
    uint32_t& present = delays_[bus - first_][line];
    if (present == next[line]) continue;
    present = next[line];
    if (present == 0) continue;
    for (uint32_t lane = strip.first_lane; lane < strip.first_lane + strip.legs; ++lane) {
      const uint32_t index = layout_.delay_line_of(lane, line);
      block.delay_lines.push_back(index);
      block.changes.push_back({Operation::alignment, index, static_cast<double>(present)});
    }
  }
}

Alignment::Lines Alignment::send(uint32_t strip, uint32_t bus) {
  if (!is_aligned(bus)) return {};
  const uint8_t now = lines_[place(strip, bus)];
  const uint8_t before = std::exchange(sent_lines_[place(strip, bus)], now);
  return {before, now, before == now ? wait_frames(strip, bus) : waits_before_[place(strip, bus)], wait_frames(strip, bus)};
}

}  // namespace rowdesk
