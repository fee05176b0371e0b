#include "control/wanted.h"

namespace rowdesk {

Wanted::Wanted(const Layout& layout, const ProcessorTable& table, const Addresses& addresses)
    : layout_(layout),
      addresses_(addresses),
      values_(layout, addresses),
      processors_(layout, table, addresses, values_),
      effects_(layout, table, addresses, values_),
      routing_(layout, values_),
      alignment_(layout, routing_),
      touched_(layout, values_),
      bus_routes_(Operation::bus_route, static_cast<size_t>(layout.rows()) * layout.columns()),
      output_routes_(Operation::output_route, 0),
      dims_(Operation::dim, layout.lanes(), 1.0f),
      injections_(Operation::injection, static_cast<size_t>(layout.lanes()) * generators),
      is_marked_(addresses.size()),
      fades_ms_(addresses.size()) {}

void Wanted::mark(Slot slot) {
  if (is_marked_[slot]) return;
  is_marked_[slot] = 1;
  marked_.push_back(slot);
}

void Wanted::set(Slot slot, double value, float fade_ms) {
  values_.set(slot, value);
  fades_ms_[slot] = fade_ms;
  mark(slot);
}

void Wanted::set_channels(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks) {
  channels_ = std::move(sources);
  sinks_ = std::move(sinks);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) touched_.touch(strip, Touched::source | Touched::outputs);
  touched_.touch_generators();
  has_channel_marks_ = true;
}

void Wanted::set_latency(uint32_t strip, uint32_t frames) {
  if (alignment_.set_latency(strip, frames)) has_latency_mark_ = true;
}

void Wanted::mark_all(double rate, uint32_t outputs) {
  outputs_ = outputs;
  output_routes_ = RouteTable(Operation::output_route, static_cast<size_t>(outputs) * layout_.padded_lanes());
  alignment_.prepare(rate);
  processors_.set_rate(rate);
  for (Slot slot = 0; slot < addresses_.size(); ++slot) mark(slot);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) touched_.touch(strip, Touched::all);
}

std::unique_ptr<Block> Wanted::take_block() {
  auto block = std::make_unique<Block>();
  Changes& changes = block->changes;
  block->revision = sent_revision_ = revision_;
  for (const Slot slot : marked_) {
    is_marked_[slot] = 0;
    if (slot == addresses_.panic()) continue;  // it has a word of its own
    block->echoes.push_back({slot, values_.at(slot)});
    touched_.by(addresses_.meaning(slot), fades_ms_[slot]);
    fades_ms_[slot] = 0.0f;
    processors_.touch(addresses_.meaning(slot));
    effects_.touch(addresses_.meaning(slot));
  }
  marked_.clear();
  has_channel_marks_ = false;
  // First what a strip is heard or silent by: a commit of many sends may take a few steps.
  for (const uint32_t strip : touched_.strips()) {
    derive_strip(strip, touched_.of(strip), changes);
    if ((touched_.of(strip) & Touched::outputs) != 0) derive_outputs(strip, changes);
  }
  derive_routes(changes);
  if (touched_.has_generators()) derive_generators(changes);
  if (touched_.has_cue_delay()) changes.push_back({Operation::cue_delay, 0, values_.of(CueParameter::delay_ms)});
  touched_.clear();
  processors_.take(*block);
  effects_.take(changes);
  return block;
}

}  // namespace rowdesk
