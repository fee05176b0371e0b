#include "wanted.h"

#include "laws.h"
#include "reason.h"

namespace rowdesk {

Wanted::Wanted(const Layout& layout, const Addresses& addresses)
    : layout_(layout), addresses_(addresses), values_(layout, addresses), is_marked_(addresses.size()) {}

void Wanted::mark(Slot slot) {
  if (is_marked_[slot]) return;
  is_marked_[slot] = 1;
  marked_.push_back(slot);
}

void Wanted::set(Slot slot, double value) {
  values_.set(slot, value);
  mark(slot);
}

void Wanted::set_channels(std::vector<std::pair<int32_t, int32_t>> sources, std::vector<int32_t> sinks) {
  channels_ = std::move(sources);
  sinks_ = std::move(sinks);
  for (const Address& address : addresses_.all()) {
    if (address.field->type == Type::source || address.field->type == Type::ports) mark(address.slot);
  }
}

void Wanted::mark_all(uint32_t outputs) {
  outputs_ = outputs;
  for (Slot slot = 0; slot < addresses_.size(); ++slot) mark(slot);
}

void Wanted::clear_fault(uint32_t strip) { once_.push_back({Operation::clear_fault, strip, 0.0}); }

std::unique_ptr<Block> Wanted::take_block() {
  auto block = std::make_unique<Block>();
  block->revision = sent_revision_ = revision_;
  block->changes = std::move(once_);
  once_.clear();
  for (const Slot slot : marked_) {
    is_marked_[slot] = 0;
    if (slot != addresses_.panic()) {  // which has a word of its own
      block->changes.push_back({Operation::echo, slot, values_.at(slot)});
      derive(addresses_.meaning(slot), block->changes);
    }
  }
  marked_.clear();
  return block;
}

void Wanted::derive(const Meaning& meaning, std::vector<Change>& changes) const {
  if (meaning.part == Part::strip) derive_strip(meaning.subject, static_cast<Parameter>(meaning.parameter), changes);
}

void Wanted::derive_strip(uint32_t number, Parameter parameter, std::vector<Change>& changes) const {
  const StripPlace& strip = layout_.strips()[number];
  if (strip.legs == 0) return;
  const auto each_leg = [&](Operation operation, double value) {
    for (uint32_t leg = 0; leg < strip.legs; ++leg) changes.push_back({operation, strip.first_lane + leg, value});
  };
  switch (parameter) {
    case Parameter::level_db:
      return each_leg(Operation::fader, values_.fader(number));
    case Parameter::muted:
      changes.push_back({values_.is(number, Parameter::muted) ? Operation::close : Operation::open, number,
                         static_cast<double>(Reason::mute)});
      return;
    case Parameter::trim_db:
    case Parameter::polarity_inverted: {
      const double sign = of(strip, Parameter::polarity_inverted) != 0.0 ? -1.0 : 1.0;
      return each_leg(Operation::trim, sign * gain_of_db(of(strip, Parameter::trim_db)));
    }
    case Parameter::pan:
    case Parameter::main_assigned:
      if (describe(strip.kind).reaches_main) derive_routes(strip, changes);
      else derive_outputs(strip, changes);
      return;
    case Parameter::source_id: {
      const auto source = static_cast<size_t>(values_.of(number, Parameter::source_id));
      const auto channel = source < channels_.size() ? channels_[source] : std::pair{-1, -1};
      changes.push_back({Operation::source, strip.first_lane, static_cast<double>(channel.first)});
      if (strip.legs == 2) {
        changes.push_back({Operation::source, strip.first_lane + 1, static_cast<double>(channel.second)});
      }
      return;
    }
    default:
      return;
  }
}

void Wanted::derive_routes(const StripPlace& strip, std::vector<Change>& changes) const {
  const StripPlace* main = layout_.find(Kind::main, 1);
  if (main == nullptr) return;
  const double assigned = of(strip, Parameter::main_assigned) != 0.0 ? 1.0 : 0.0;
  const double pan = of(strip, Parameter::pan);
  const auto route = [&](uint32_t to_leg, uint32_t from_leg, double gain) {
    const uint32_t index = (main->first_lane + to_leg) * layout_.lanes() + strip.first_lane + from_leg;
    changes.push_back({Operation::bus_route, index, gain * assigned});
  };
  const LegGains gains = strip.legs == 2 ? balance_gains(pan) : pan_gains(pan);
  route(0, 0, gains.left);
  route(1, strip.legs - 1, gains.right);
}

// Until there is a patch, main n plays on outputs 2n-1 and 2n of the device.
void Wanted::derive_outputs(const StripPlace& strip, std::vector<Change>& changes) const {
  if (strip.kind != Kind::main) return;
  const LegGains gains = balance_gains(of(strip, Parameter::pan));
  const double gain[2] = {gains.left, gains.right};
  for (uint32_t leg = 0; leg < strip.legs; ++leg) {
    const uint32_t channel = (strip.index - 1) * 2 + leg;
    if (channel >= outputs_) return;
    changes.push_back({Operation::output_route, channel * layout_.lanes() + strip.first_lane + leg, gain[leg]});
  }
}

}  // namespace rowdesk
