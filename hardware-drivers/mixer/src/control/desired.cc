#include "control/desired.h"

namespace rowdesk {

Desired::Desired(const Layout& layout, const ProcessorTable& table, const Addresses& addresses)
    : layout_(layout),
      addresses_(addresses),
      values_(layout, addresses),
      processors_(layout, table, addresses, values_),
      effects_(layout, table, addresses, values_),
      notches_(layout),
      routing_(layout, values_),
      alignment_(layout, addresses, routing_, values_),
      dirty_(layout, values_),
      bus_routes_(Operation::bus_route, static_cast<size_t>(layout.rows()) * layout.columns()),
      output_routes_(Operation::output_route, 0),
      dims_(Operation::dim, layout.lanes(), 1.0f),
      injections_(Operation::injection, static_cast<size_t>(layout.lanes()) * generators),
      is_marked_(addresses.size()),
      fades_ms_(addresses.size()) {}

void Desired::mark(Slot slot) {
  if (is_marked_[slot]) return;
  is_marked_[slot] = 1;
  marked_.push_back(slot);
}

void Desired::set(Slot slot, double value, float fade_ms) {
  values_.set(slot, value);
  fades_ms_[slot] = fade_ms;
  mark(slot);
}

void Desired::set_channels(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks) {
  channels_ = std::move(sources);
  sinks_ = std::move(sinks);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) dirty_.mark(strip, DirtySet::source | DirtySet::outputs);
  dirty_.mark_generators();
  has_channel_marks_ = true;
}

void Desired::mark_all(double rate, uint32_t inputs, uint32_t outputs) {
  inputs_ = inputs;
  outputs_ = outputs;
  output_routes_ = RouteTable(Operation::output_route, static_cast<size_t>(outputs) * layout_.padded_lanes());
  alignment_.prepare(rate);
  processors_.set_rate(rate);
  notches_.set_rate(rate);
  rate_ = rate;
  bus_routes_.set_rate(rate);
  for (Slot slot = 0; slot < addresses_.size(); ++slot) mark(slot);
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) dirty_.mark(strip, DirtySet::all);
}

std::unique_ptr<Block> Desired::take_block() {
  auto block = std::make_unique<Block>();
  Changes& changes = block->changes;
  block->revision = sent_revision_ = revision_;
  block->played = played_.number;
  for (const Slot slot : marked_) {
    is_marked_[slot] = 0;
    if (slot == addresses_.panic()) continue;  // it has a word of its own
    block->echoes.push_back({slot, values_.at(slot)});
    dirty_.by(addresses_.id_of(slot), fades_ms_[slot]);
    fades_ms_[slot] = 0.0f;
    processors_.mark(addresses_.id_of(slot));
    effects_.mark(addresses_.id_of(slot));
    alignment_.mark(addresses_.id_of(slot));
  }
  marked_.clear();
  has_channel_marks_ = false;
  // First what a strip is heard or silent by: a commit of many sends may take a few steps.
  for (const uint32_t strip : dirty_.strips()) {
    derive_strip(strip, dirty_.of(strip), changes);
    if ((dirty_.of(strip) & DirtySet::outputs) != 0) derive_outputs(strip, changes);
    if ((dirty_.of(strip) & DirtySet::speaker) != 0) derive_speaker(strip, *block);
  }
  processors_.each_latency([&](uint32_t strip, uint32_t frames) { alignment_.set_latency(strip, frames); });
  derive_routes(*block);
  if (dirty_.has_generators()) derive_generators(changes);
  if (dirty_.has_cue_delay()) changes.push_back({Operation::cue_delay, 0, values_.of(CueParameter::delay_ms)});
  dirty_.clear();
  processors_.take(*block);
  notches_.take(*block);
  effects_.take(changes);
  return block;
}

}  // namespace rowdesk
