#include "control/effect_updates.h"

#include <algorithm>
#include <span>

#include "processors/effect.h"

namespace rowdesk {
namespace {

// Where the numbers of an effect begin among the values of an fxSend's.
uint32_t first_of_numbers(const ProcessorClass& processor) {
  uint32_t first = first_effect_number;
  for (const ProcessorClass& each : processor_classes()) {
    if (!each.is_insert && each.number < processor.number) first += each.numbers;
  }
  return first;
}

}  // namespace

EffectUpdates::EffectUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values)
    : layout_(layout), addresses_(addresses), values_(values) {
  const auto& chain = table.chain(Kind::fx_send);
  const auto is_effect = [](const ChainPlace& place) { return !place.choices.front().processor->is_insert; };
  const auto found = std::ranges::find_if(chain, is_effect);
  if (found == chain.end()) return;
  place_ = &*found;
  number_ = static_cast<uint32_t>(found - chain.begin());
  for (uint32_t index = 1; const StripPlace* send = layout.find(Kind::fx_send, index); ++index) {
    strips_.push_back(layout.number_of(*send));
  }
  is_dirty_.resize(strips_.size());
}

void EffectUpdates::mark(const ParameterId& id) {
  const bool is_tempo = id.group == ParameterGroup::desk && id.index == static_cast<uint16_t>(DeskParameter::bpm);
  const bool is_link = id.group == ParameterGroup::strip && id.index == static_cast<uint16_t>(Parameter::stereo_link);
  const bool is_own = id.group == ParameterGroup::processor && id.bus == number_;
  for (uint32_t effect = 0; effect < strips_.size(); ++effect) {
    const bool is_of_strip = layout_.strips()[strips_[effect]].left == layout_.strips()[id.strip].left;
    if (is_tempo || (is_link && is_of_strip) || (is_own && id.strip == strips_[effect])) is_dirty_[effect] = 1;
  }
}

void EffectUpdates::take(std::vector<Change>& changes) {
  for (uint32_t effect = 0; effect < is_dirty_.size(); ++effect) {
    if (is_dirty_[effect]) derive(effect, changes);
    is_dirty_[effect] = 0;
  }
}

void EffectUpdates::derive(uint32_t effect, std::vector<Change>& changes) const {
  const uint32_t strip = strips_[effect];
  const ProcessorSlots& slots = addresses_.processors(strip)[number_];
  const auto put = [&](uint32_t value, double number) {
    changes.push_back({Operation::effect, effect_index(effect, value), number});
  };
  const bool is_right = layout_.strips()[strip].left != strip;
  const EffectPair of_pair = is_right ? EffectPair::right : EffectPair::left;
  put(effect_enabled, values_.at(slots.enabled));
  const auto chosen = static_cast<size_t>(values_.at(slots.enabled + 1));
  put(effect_plugin, chosen < place_->choices.size() ? place_->choices[chosen].processor->number : hosted_effect);
  put(effect_pair, static_cast<double>(values_.is_linked(strip) ? of_pair : EffectPair::alone));
  const double bpm = values_.at(addresses_.of(DeskParameter::bpm));
  for (const auto& [processor, places] : place_->choices) {
    std::vector<double> settings(processor->settings), numbers(processor->numbers);
    for (size_t i = 0; i < places.size(); ++i) settings[i] = values_.at(slots.values + places[i]);
    processor->effect_numbers_of(settings.data(), bpm, numbers.data());
    for (uint32_t i = 0; i < numbers.size(); ++i) put(first_of_numbers(*processor) + i, numbers[i]);
  }
}

}  // namespace rowdesk
