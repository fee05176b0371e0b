// Strips with values that are not finite: a strip is silenced at once and opens after 100 ms; at the third time within 10
// s it stays closed until it is unmuted.
#pragma once

#include <cstdint>
#include <vector>

namespace rowdesk {

class StripFaults {
 public:
  static constexpr double hold_s = 0.1;
  static constexpr double memory_s = 10.0;

  explicit StripFaults(uint32_t strips) : strips_(strips) {}

  void prepare(double rate) {
    hold_ = static_cast<uint64_t>(hold_s * rate);
    memory_ = static_cast<uint64_t>(memory_s * rate);
    holding_ = 0;
    for (Entry& strip : strips_) strip = {};
  }

  // False for a strip that is already closed for a fault.
  bool happened(uint32_t number, uint64_t position) {
    Entry& strip = strips_[number];
    if (strip.state != State::well) return false;
    const bool third = strip.times >= 2 && position - strip.before_last <= memory_;
    strip.before_last = strip.last;
    strip.last = position;
    if (strip.times < 2) ++strip.times;
    strip.state = third ? State::given_up : State::holding;
    if (!third) ++holding_;
    return true;
  }

  // Calls open(number) for each strip whose hold is over.
  template <typename Open>
  void tick(uint64_t position, Open open) {
    if (holding_ == 0) return;
    for (uint32_t number = 0; number < strips_.size(); ++number) {
      Entry& strip = strips_[number];
      if (strip.state != State::holding || position - strip.last < hold_) continue;
      strip.state = State::well;
      --holding_;
      open(number);
    }
  }

  void clear(uint32_t number) {
    if (strips_[number].state == State::holding) --holding_;
    strips_[number] = {};
  }

 private:
  enum class State : uint8_t { well, holding, given_up };
  struct Entry {
    State state = State::well;
    uint8_t times = 0;  // remembered, at most 2
    uint64_t last = 0;
    uint64_t before_last = 0;
  };
  std::vector<Entry> strips_;
  uint64_t hold_ = 0;
  uint64_t memory_ = 0;
  uint32_t holding_ = 0;
};

}  // namespace rowdesk
