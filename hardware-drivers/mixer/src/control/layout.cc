#include "control/layout.h"

#include <stdexcept>

namespace rowdesk {
namespace {

// Legs and routing: rows.md "How the desk sounds". In the order of `Kind`.
constexpr KindSet no_kinds = 0;
constexpr KindSet from_inputs = kinds_of({Kind::fx_send, Kind::mix, Kind::main});
constexpr KindSet from_returns = kinds_of({Kind::mix, Kind::main});
constexpr KindSet from_mixes = kinds_of({Kind::main, Kind::matrix});
constexpr KindSet from_mains = kinds_of({Kind::matrix});

constexpr KindDescription kinds[kind_count] = {
    // name       legs source topClips reaches outputs links sendsTo
    {"input", 1, true, true, true, false, true, from_inputs},
    {"fxReturn", 2, true, true, true, false, false, from_returns},
    {"aux", 2, true, true, true, false, false, from_inputs},
    {"mix", 1, false, false, true, true, true, from_mixes},
    {"matrix", 1, false, false, false, true, true, no_kinds},
    {"cue", 2, false, false, false, true, false, no_kinds},
    {"main", 2, false, false, false, true, false, from_mains},
    {"fxSend", 1, false, false, false, false, true, no_kinds},
    {"dca", 0, false, false, false, false, false, no_kinds},
    {"muteGroup", 0, false, false, false, false, false, no_kinds},
    {"mixMinus", 1, false, false, false, true, true, no_kinds},
};

// A stage reads only what stages before it computed in the same sub-block.
const std::vector<std::vector<Kind>> order = {
    {Kind::input, Kind::aux}, {Kind::fx_send}, {Kind::fx_return}, {Kind::mix}, {Kind::main, Kind::mix_minus},
    {Kind::matrix},           {Kind::cue},
};

}  // namespace

const KindDescription& describe(Kind kind) { return kinds[static_cast<uint32_t>(kind)]; }

Layout::Layout(const KindCounts& counts, uint32_t most) : counts_(counts) {
  uint32_t sounding = 0;
  for (uint32_t kind = 0; kind < kind_count; ++kind) {
    const bool is_group = kinds[kind].legs == 0;
    if (is_group && counts[kind] > most_groups) {
      throw std::invalid_argument("a layout has at most " + std::to_string(most_groups) + " strips of kind " +
                                  kinds[kind].name + ", not " + std::to_string(counts[kind]));
    }
    if (counts[kind] > most) throw std::invalid_argument(std::string("too many strips of kind ") + kinds[kind].name);
    if (kinds[kind].legs > 0) sounding += counts[kind];
  }
  if (sounding > most) {
    throw std::invalid_argument("a layout has at most " + std::to_string(most) + " strips, not " +
                                std::to_string(sounding));
  }
  const auto add = [&](Kind kind) {
    const KindDescription& description = describe(kind);
    const uint32_t count = counts[static_cast<uint32_t>(kind)];
    first_[static_cast<uint32_t>(kind)] = static_cast<uint32_t>(strips_.size());
    lanes_ += lanes_ % 2;  // a pair is never torn apart by vectors
    for (uint32_t index = 1; index <= count; ++index) {
      const auto number = static_cast<uint32_t>(strips_.size());
      const bool is_left = index % 2 == 1;
      const bool has_partner = description.links && (!is_left || index < count);
      strips_.push_back({kind, index, lanes_, description.legs,
                         std::string("/channel/") + description.name + "/" + std::to_string(index),
                         has_partner && !is_left ? number - 1 : number, has_partner && is_left ? number + 1 : number});
      lanes_ += description.legs;
    }
  };
  for (const auto& kinds_of_stage : order) {
    Stage stage{};
    stage.first_strip = static_cast<uint32_t>(strips_.size());
    stage.first_lane = lanes_;
    if (kinds_of_stage.front() == Kind::fx_send) first_bus_lane_ = first_aligned_lane_ = lanes_;
    if (kinds_of_stage.front() == Kind::cue) aligned_lanes_ = lanes_ - first_aligned_lane_;
    for (const Kind kind : kinds_of_stage) add(kind);
    stage.strips = static_cast<uint32_t>(strips_.size()) - stage.first_strip;
    stage.lanes = lanes_ - stage.first_lane;
    lanes_ = (lanes_ + widest_lanes - 1) / widest_lanes * widest_lanes;
    if (stage.strips > 0) stages_.push_back(stage);
  }
  sounding_ = static_cast<uint32_t>(strips_.size());
  add(Kind::dca);
  add(Kind::mute_group);
}

const StripPlace* Layout::find(Kind kind, uint32_t index) const {
  const uint32_t number = static_cast<uint32_t>(kind);
  if (index < 1 || index > counts_[number]) return nullptr;
  return &strips_[first_[number] + index - 1];
}

}  // namespace rowdesk
