#include "control/processor_updates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "processors/filter_design.h"

namespace rowdesk {
namespace {

// In a later stage, or in none.
bool is_later(const Layout& layout, uint32_t strip, uint32_t than) {
  for (const Stage& stage : layout.stages()) {
    if (than < stage.first_strip + stage.strips) return strip >= stage.first_strip + stage.strips;
  }
  return false;
}

constexpr FilterType key_filters[] = {FilterType::low_cut, FilterType::high_cut, FilterType::band_pass};
// A cut without a peak; a band of one octave.
const double key_q[] = {std::sqrt(0.5), std::sqrt(0.5), std::sqrt(2.0)};

}  // namespace

ProcessorUpdates::ProcessorUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values)
    : layout_(layout),
      table_(table),
      addresses_(addresses),
      values_(values),
      is_dirty_(static_cast<size_t>(layout.sounding_strips()) * updates_per_strip),
      hosted_latencies_(layout.sounding_strips()) {}

void ProcessorUpdates::set_hosted_latency(uint32_t strip, uint32_t frames) {
  if (std::exchange(hosted_latencies_[strip], frames) != frames) later_strips_.push_back(strip);
}

void ProcessorUpdates::mark(const ParameterId& id) {
  const uint32_t first = id.strip * updates_per_strip;
  if (id.group == ParameterGroup::processor) mark(first + id.bus);
  if (id.group == ParameterGroup::hosted_key) mark(first + first_hosted_update + id.bus);
  if (id.group == ParameterGroup::align) mark(first + align_update);
  if (id.group == ParameterGroup::strip && id.index == static_cast<uint16_t>(Parameter::stereo_link)) {
    mark(first + link_update);
    mark_keyed_by(id.strip);
  }
}

// Marks the inserts whose key is this strip or the other strip of its pair.
void ProcessorUpdates::mark_keyed_by(uint32_t strip) {
  for (uint32_t hearer = 0; hearer < layout_.sounding_strips(); ++hearer) {
    const auto mark_key = [&](uint32_t update, Slot key) {
      if (key == no_slot) return;
      const uint32_t source = values_.strip_at(key + static_cast<uint32_t>(KeyParameter::source));
      if (source == no_strip || layout_.strips()[source].left != layout_.strips()[strip].left) return;
      mark(hearer * updates_per_strip + update);
    };
    const std::vector<ProcessorSlots>& slots = addresses_.processors(hearer);
    for (uint32_t number = 0; number < slots.size(); ++number) mark_key(number, slots[number].key);
    for (uint32_t place = 0; place < hosted_places; ++place) mark_key(first_hosted_update + place, addresses_.hosted_key(hearer, place));
  }
}

void ProcessorUpdates::mark(uint32_t update) {
  if (is_dirty_[update]) return;
  is_dirty_[update] = 1;
  dirty_.push_back(update);
}

void ProcessorUpdates::take(Block& block) {
  for (const uint32_t update : dirty_) {
    is_dirty_[update] = 0;
    const uint32_t strip = update / updates_per_strip, which = update % updates_per_strip;
    if (which == align_update) derive_align(block, strip);
    else if (which == link_update) derive_link(block, strip);
    else if (which >= first_hosted_update) derive_hosted_key(block, strip, which - first_hosted_update);
    else derive_insert(block, strip, which);
  }
  dirty_.clear();
  later_strips_.clear();
}

void ProcessorUpdates::send_to_legs(Block& block, ProcessorChange change, uint32_t strip, std::span<const float> numbers) const {
  const StripPlace& place = layout_.strips()[strip];
  for (uint32_t leg = 0; leg < place.legs; ++leg) {
    change.lane = place.first_lane + leg;
    block.put(change, numbers);
  }
}

// An insert's place has one choice.
const ProcessorClass* ProcessorUpdates::processor_at(uint32_t strip, uint32_t number) const {
  return table_.chain(layout_.strips()[strip].kind)[number].choices.front().processor;
}

std::vector<double> ProcessorUpdates::settings_of(uint32_t strip, uint32_t number) const {
  const auto& [processor, places] = table_.chain(layout_.strips()[strip].kind)[number].choices.front();
  std::vector<double> settings(processor->settings);
  for (size_t i = 0; i < places.size(); ++i) settings[i] = values_.at(addresses_.processors(strip)[number].values + places[i]);
  return settings;
}

bool ProcessorUpdates::has_latency(uint32_t strip, uint32_t number) const {
  return number < addresses_.processors(strip).size() && processor_at(strip, number)->latency_frames != nullptr;
}

// Of all inserts that are on, and of those with a plugin.
uint32_t ProcessorUpdates::latency_frames(uint32_t strip) const {
  uint32_t frames = hosted_latencies_[strip];
  for (uint32_t number = 0; number < addresses_.processors(strip).size(); ++number) {
    if (!has_latency(strip, number) || values_.at(addresses_.processors(strip)[number].enabled) == 0.0) continue;
    frames += processor_at(strip, number)->latency_frames(settings_of(strip, number).data(), rate_);
  }
  return frames;
}

void ProcessorUpdates::derive_insert(Block& block, uint32_t strip, uint32_t number) const {
  const ProcessorClass* processor = processor_at(strip, number);
  if (!processor->is_insert) return;
  const ProcessorSlots& slots = addresses_.processors(strip)[number];
  const std::vector<double> settings = settings_of(strip, number);
  std::vector<float> numbers(processor->numbers);
  const bool is_on = values_.at(slots.enabled) != 0.0;
  processor->numbers_of(settings.data(), is_on, rate_, numbers.data());
  send_to_legs(block, {Aspect::insert, processor->number, 0, 0, is_on}, strip, numbers);
  if (processor->has_detector && slots.key != no_slot) derive_key(block, strip, processor->number, slots.key);
}

// A linked pair is one strip of two legs.
std::pair<uint32_t, uint32_t> ProcessorUpdates::lanes_of(uint32_t strip) const {
  const StripPlace& place = layout_.strips()[strip];
  const bool is_linked = values_.is_linked(strip);
  const StripPlace& right = layout_.strips()[is_linked ? place.right : strip];
  return {layout_.strips()[is_linked ? place.left : strip].first_lane, right.first_lane + right.legs - 1};
}

// Each leg hears the same leg of the source; where one hears two, the louder.
void ProcessorUpdates::derive_key(Block& block, uint32_t strip, uint32_t insert, Slot key) const {
  const auto value = [&](KeyParameter parameter) { return values_.at(key + static_cast<uint32_t>(parameter)); };
  const StripPlace& place = layout_.strips()[strip];
  const uint32_t source = values_.strip_at(key + static_cast<uint32_t>(KeyParameter::source));
  const bool is_filtered = value(KeyParameter::filter_enabled) != 0.0;
  const auto type = static_cast<uint32_t>(value(KeyParameter::filter_type));
  const SectionNumbers filter =
      is_filtered ? design_filter(key_filters[type], value(KeyParameter::frequency_hz), 0.0, key_q[type], rate_) : open_section;
  for (uint32_t leg = 0; leg < place.legs; ++leg) {
    std::vector<float> numbers = {-1.0f, -1.0f, 0.0f, is_filtered ? 1.0f : 0.0f};
    if (source != no_strip) {
      const auto [left, right] = lanes_of(source);
      const bool is_stereo = place.legs == 2;
      numbers[key_left] = static_cast<float>(is_stereo && leg == 1 ? right : left);
      numbers[key_right] = static_cast<float>(is_stereo && leg == 0 ? left : right);
      numbers[key_is_late] = is_later(layout_, source, strip) ? 1.0f : 0.0f;
    }
    numbers.insert(numbers.end(), filter.begin(), filter.end());
    block.put({Aspect::key, insert, place.first_lane + leg, 0, numbers[key_is_late] != 0.0f}, numbers);
  }
}

void ProcessorUpdates::derive_hosted_key(Block& block, uint32_t strip, uint32_t place) const {
  const uint32_t insert = place == 0 ? number_of<Hosted<0>>(Inserts{}) : number_of<Hosted<1>>(Inserts{});
  derive_key(block, strip, insert, addresses_.hosted_key(strip, place));
}

void ProcessorUpdates::derive_align(Block& block, uint32_t strip) const {
  const double frames = values_.at(addresses_.align(strip)) * 0.001 * rate_;
  const float parts = static_cast<float>(std::lround(frames * parts_per_frame));
  send_to_legs(block, {Aspect::align, 0, 0, 0, parts != 0.0f}, strip, {&parts, 1});
}

void ProcessorUpdates::derive_link(Block& block, uint32_t strip) const {
  const StripPlace& place = layout_.strips()[strip];
  const float linked = values_.is_linked(strip) ? 1.0f : 0.0f;
  for (const uint32_t each : {place.left, place.right}) send_to_legs(block, {Aspect::link, 0, 0, 0}, each, {&linked, 1});
}

}  // namespace rowdesk
