#include "control/processor_updates.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "processors/dynamics_laws.h"
#include "processors/filter_design.h"

namespace rowdesk {
namespace {

constexpr uint32_t updates_per_strip = 32;
constexpr uint32_t align_update = updates_per_strip - 2;
constexpr uint32_t link_update = updates_per_strip - 1;

// Which symbol is which number.
enum HighPassSymbol : uint32_t { hpf_frequency, hpf_slope };
enum BandSymbol : uint32_t { band_enabled, band_type, band_frequency, band_gain, band_q, band_symbols };
enum GateSymbol : uint32_t { gate_threshold_db, gate_range_db, gate_attack_ms, gate_hold_ms, gate_release_ms };
enum CompressorSymbol : uint32_t {
  comp_threshold_db, comp_ratio, comp_knee_db, comp_attack_ms, comp_hold_ms, comp_release_ms, comp_makeup_db,
  comp_mix_percent, comp_detector,
};
const std::vector<std::string> high_pass_symbols = {"frequencyHz", "slope"};
const std::vector<std::string> gate_symbols = {"thresholdDb", "rangeDb", "attackMs", "holdMs", "releaseMs"};
const std::vector<std::string> compressor_symbols = {"thresholdDb", "ratio",     "kneeDb",   "attackMs",   "holdMs",
                                                     "releaseMs",   "makeupDb", "mixPercent", "detector"};

std::vector<std::string> equaliser_symbols(const ChainPlace& place) {
  std::vector<std::string> symbols;
  for (size_t band = 1; band <= place.values.size() / band_symbols; ++band) {
    for (const char* name : {"Enabled", "Type", "FrequencyHz", "GainDb", "Q"}) {
      symbols.push_back("band" + std::to_string(band) + name);
    }
  }
  return symbols;
}

FilterType filter_type_of(std::string_view choice) {
  if (choice == "lowShelf") return FilterType::low_shelf;
  if (choice == "highShelf") return FilterType::high_shelf;
  if (choice == "lowCut") return FilterType::low_cut;
  if (choice == "highCut") return FilterType::high_cut;
  if (choice == "notch") return FilterType::notch;
  if (choice == "bandPass") return FilterType::band_pass;
  return FilterType::peak;
}

template <size_t sections>
std::span<const float> flat(const std::array<SectionNumbers, sections>& filter) {
  static_assert(sizeof(SectionNumbers) == section_numbers * sizeof(float));
  return {filter.front().data(), sections * section_numbers};
}

// In a later stage, or in none.
bool is_later(const Layout& layout, uint32_t strip, uint32_t than) {
  for (const Stage& stage : layout.stages()) {
    if (than < stage.first_strip + stage.strips) return strip >= stage.first_strip + stage.strips;
  }
  return false;
}

// A shelf with a larger Q would rise beyond its gain: at 1 by 0.9 dB of 15, at 10 by 18.
constexpr double highest_shelf_q = 1.0;

constexpr FilterType key_filters[] = {FilterType::low_cut, FilterType::high_cut, FilterType::band_pass};
// A cut without a peak; a band of one octave.
const double key_q[] = {std::sqrt(0.5), std::sqrt(0.5), std::sqrt(2.0)};

}  // namespace

// The values of one processor of one strip, by the mixer's own order of symbols.
struct ProcessorUpdates::Reader {
  const Values& values;
  const Place& place;
  const ProcessorSlots& slots;

  bool is_enabled() const { return values.at(slots.enabled) != 0.0; }
  double operator[](uint32_t symbol) const { return values.at(slots.values + place.symbols[symbol]); }
  std::string_view choice(uint32_t symbol) const {
    return place.described->values[place.symbols[symbol]].choices[static_cast<size_t>((*this)[symbol])];
  }

  // A filter that is off lets all through.
  std::array<SectionNumbers, 2> high_pass(double rate) const {
    if (!is_enabled()) return {open_section, open_section};
    return design_high_pass((*this)[hpf_frequency], std::stoi(std::string(choice(hpf_slope))), rate);
  }
  std::array<SectionNumbers, most_bands> equaliser(double rate) const {
    std::array<SectionNumbers, most_bands> bands;
    bands.fill(open_section);
    for (uint32_t first = 0; is_enabled() && first < place.symbols.size(); first += band_symbols) {
      if ((*this)[first + band_enabled] == 0.0) continue;
      const FilterType type = filter_type_of(choice(first + band_type));
      const bool is_shelf = type == FilterType::low_shelf || type == FilterType::high_shelf;
      const double asked_q = (*this)[first + band_q], q = is_shelf ? std::min(asked_q, highest_shelf_q) : asked_q;
      bands[first / band_symbols] = design_filter(type, (*this)[first + band_frequency], (*this)[first + band_gain], q, rate);
    }
    return bands;
  }
  GateSettings gate() const {
    return {is_enabled(), (*this)[gate_threshold_db], (*this)[gate_range_db],
            (*this)[gate_attack_ms], (*this)[gate_hold_ms], (*this)[gate_release_ms]};
  }
  CompressorSettings compressor() const {
    return {is_enabled(), (*this)[comp_threshold_db], (*this)[comp_ratio], (*this)[comp_knee_db],
            (*this)[comp_attack_ms], (*this)[comp_hold_ms], (*this)[comp_release_ms], (*this)[comp_makeup_db],
            (*this)[comp_mix_percent], choice(comp_detector) == "rms"};
  }
};

ProcessorUpdates::ProcessorUpdates(const Layout& layout, const ProcessorTable& table, const Addresses& addresses, const Values& values)
    : layout_(layout),
      addresses_(addresses),
      values_(values),
      places_(kind_count),
      is_dirty_(static_cast<size_t>(layout.sounding_strips()) * updates_per_strip) {
  for (uint32_t kind = 0; kind < kind_count; ++kind) {
    for (const ChainPlace& place : table.chain(static_cast<Kind>(kind))) {
      std::vector<std::string> symbols;
      Place& known = places_[kind].emplace_back(Place{&place, place.id.c_str(), {}});
      if (place.id == "hpf") symbols = high_pass_symbols;
      else if (place.id == "gate") symbols = gate_symbols;
      else if (place.id == "eq") symbols = equaliser_symbols(place);
      else if (place.id == "comp") symbols = compressor_symbols;
      else known.id = nullptr;
      for (const std::string& symbol : symbols) known.symbols.push_back(place.place_of(symbol));
    }
  }
}

void ProcessorUpdates::mark(const ParameterId& id) {
  const uint32_t first = id.strip * updates_per_strip;
  if (id.group == ParameterGroup::processor) mark(first + id.bus);
  if (id.group == ParameterGroup::align) mark(first + align_update);
  if (id.group == ParameterGroup::strip && id.index == static_cast<uint16_t>(Parameter::stereo_link)) {
    mark(first + link_update);
    mark_keyed_by(id.strip);
  }
}

// Who listens to a strip, or to the other one of its pair.
void ProcessorUpdates::mark_keyed_by(uint32_t strip) {
  for (uint32_t hearer = 0; hearer < layout_.sounding_strips(); ++hearer) {
    const std::vector<ProcessorSlots>& slots = addresses_.processors(hearer);
    for (uint32_t number = 0; number < slots.size(); ++number) {
      if (slots[number].key == no_slot) continue;
      const uint32_t source = values_.strip_at(slots[number].key + static_cast<uint32_t>(KeyParameter::source));
      if (source == no_strip || layout_.strips()[source].left != layout_.strips()[strip].left) continue;
      mark(hearer * updates_per_strip + number);
    }
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
    else derive_processor(block, strip, which);
  }
  dirty_.clear();
}

void ProcessorUpdates::send(Block& block, ProcessorPart part, uint32_t lane, std::span<const float> numbers) const {
  block.processors.push_back({part, lane, static_cast<uint32_t>(block.numbers.size())});
  block.numbers.insert(block.numbers.end(), numbers.begin(), numbers.end());
}

void ProcessorUpdates::send_to_legs(Block& block, ProcessorPart part, uint32_t strip, std::span<const float> numbers) const {
  const StripPlace& place = layout_.strips()[strip];
  for (uint32_t leg = 0; leg < place.legs; ++leg) send(block, part, place.first_lane + leg, numbers);
}

void ProcessorUpdates::derive_processor(Block& block, uint32_t strip, uint32_t number) const {
  const Place& place = places_[static_cast<uint32_t>(layout_.strips()[strip].kind)][number];
  if (place.id == nullptr) return;
  const std::string_view id = place.id;
  const Reader reader{values_, place, addresses_.processors(strip)[number]};
  if (id == "hpf") {
    send_to_legs(block, ProcessorPart::high_pass, strip, flat(reader.high_pass(rate_)));
  } else if (id == "eq") {
    send_to_legs(block, ProcessorPart::equaliser, strip, flat(reader.equaliser(rate_)));
  } else if (id == "gate") {
    send_to_legs(block, ProcessorPart::gate, strip, numbers_of(reader.gate(), rate_));
    derive_key(block, strip, ProcessorPart::gate_key, reader.slots.key);
  } else {
    send_to_legs(block, ProcessorPart::compressor, strip, numbers_of(reader.compressor(), rate_));
    derive_key(block, strip, ProcessorPart::compressor_key, reader.slots.key);
  }
}

// A linked pair is one strip of two legs.
std::pair<uint32_t, uint32_t> ProcessorUpdates::lanes_of(uint32_t strip) const {
  const StripPlace& place = layout_.strips()[strip];
  const bool is_linked = values_.is_linked(strip);
  const StripPlace& right = layout_.strips()[is_linked ? place.right : strip];
  return {layout_.strips()[is_linked ? place.left : strip].first_lane, right.first_lane + right.legs - 1};
}

// Each leg hears the same leg of the source; where one hears two, the louder.
void ProcessorUpdates::derive_key(Block& block, uint32_t strip, ProcessorPart part, Slot key) const {
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
    send(block, part, place.first_lane + leg, numbers);
  }
}

void ProcessorUpdates::derive_align(Block& block, uint32_t strip) const {
  const double frames = values_.at(addresses_.align(strip)) * 0.001 * rate_;
  const float parts = static_cast<float>(std::lround(frames * parts_per_frame));
  send_to_legs(block, ProcessorPart::align, strip, {&parts, 1});
}

void ProcessorUpdates::derive_link(Block& block, uint32_t strip) const {
  const StripPlace& place = layout_.strips()[strip];
  const float linked = values_.is_linked(strip) ? 1.0f : 0.0f;
  for (const uint32_t each : {place.left, place.right}) send_to_legs(block, ProcessorPart::link, each, {&linked, 1});
}

}  // namespace rowdesk
