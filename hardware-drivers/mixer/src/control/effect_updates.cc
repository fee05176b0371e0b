#include "control/effect_updates.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace rowdesk {
namespace {

constexpr std::string_view effect_id = "effect";
constexpr std::string_view delay_uri = "builtin:delay";

// Of a whole note: "1/8", dotted "1/8.", triplet "1/8t". 0 for what is no division.
double part_of_whole(std::string_view division) {
  if (!division.starts_with("1/")) return 0.0;
  const double part = 1.0 / std::max(1, std::atoi(division.data() + 2));
  if (division.ends_with('.')) return part * 1.5;
  return division.ends_with('t') ? part * 2.0 / 3.0 : part;
}

}  // namespace

EffectUpdates::EffectUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values)
    : layout_(layout), addresses_(addresses), values_(values) {
  const auto& chain = table.chain(Kind::fx_send);
  const auto found = std::ranges::find(chain, effect_id, &ChainPlace::id);
  if (found == chain.end()) return;
  place_ = &*found;
  number_ = static_cast<uint32_t>(found - chain.begin());
  const auto place_of = [&](std::string_view symbol) {
    const auto value = std::ranges::find_if(place_->values, [&](const auto& each) { return each.field.name == symbol; });
    return static_cast<uint32_t>(value - place_->values.begin());
  };
  symbols_ = {place_of("preDelayMs"), place_of("decayS"),   place_of("dampingHz"),       place_of("lowCutHz"),
              place_of("timeMs"),     place_of("division"), place_of("feedbackPercent"), place_of("highCutHz")};
  delay_plugin_ = static_cast<double>(std::ranges::find(place_->uris, delay_uri, [](const char* uri) { return std::string_view(uri); }) -
                                      place_->uris.begin());
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
  const auto put = [&](EffectParameter parameter, double value) {
    changes.push_back({Operation::effect, effect_index(effect, parameter), value});
  };
  const auto value = [&](uint32_t symbol) { return values_.at(slots.values + symbol); };
  const bool is_delay = values_.at(slots.enabled + 1) == delay_plugin_;
  const bool is_right = layout_.strips()[strip].left != strip;
  const EffectPair of_pair = is_right ? EffectPair::right : EffectPair::left;
  put(EffectParameter::enabled, values_.at(slots.enabled));
  put(EffectParameter::plugin, static_cast<double>(is_delay ? EffectPlugin::delay : EffectPlugin::reverb));
  put(EffectParameter::pre_delay_ms, value(symbols_.pre_delay_ms));
  put(EffectParameter::decay_s, value(symbols_.decay_s));
  put(EffectParameter::damping_hz, value(symbols_.damping_hz));
  put(EffectParameter::low_cut_hz, value(symbols_.low_cut_hz));
  put(EffectParameter::time_s, echo_s(value(symbols_.time_ms), static_cast<uint32_t>(value(symbols_.division))));
  put(EffectParameter::feedback, value(symbols_.feedback_percent) * 0.01);
  put(EffectParameter::high_cut_hz, value(symbols_.high_cut_hz));
  put(EffectParameter::pair, static_cast<double>(values_.is_linked(strip) ? of_pair : EffectPair::alone));
}

// A beat is a quarter note.
double EffectUpdates::echo_s(double time_ms, uint32_t division) const {
  const double part = part_of_whole(place_->values[symbols_.division].choices[division]);
  const double bpm = values_.at(addresses_.of(DeskParameter::bpm));
  return part > 0.0 ? part * 4.0 * 60.0 / bpm : time_ms * 0.001;
}

}  // namespace rowdesk
