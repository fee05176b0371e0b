// One probe and its last sound.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/analysis_history.h"
#include "analysis/analysis_probe.h"

namespace rowdesk {

class Listener {
 public:
  // lanes: of the strip, from the first; kept: seconds of sound. probe must outlive it; it rests when this ends.
  Listener(Probe& probe, uint32_t strip, Tap tap, uint32_t first_lane, uint32_t legs, double kept_s)
      : probe_(&probe), strip_(strip), tap_(tap), legs_(legs), kept_s_(kept_s) {
    probe.aim(tap, first_lane, legs);
  }
  ~Listener() { probe_->rest(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  bool hears(uint32_t strip, Tap tap) const { return strip_ == strip && tap_ == tap; }
  Probe& probe() const { return *probe_; }
  uint32_t legs() const { return legs_; }
  // Hz; 0 before the first sound.
  double rate() const { return rate_; }
  uint64_t end() const { return histories_.empty() ? 0 : histories_[0].end(); }
  const History& history(uint32_t leg) const { return histories_[leg]; }

  // Takes the waiting sound from the probe.
  void listen() {
    for (; const ProbedSound* sound = probe_->next(); probe_->drop()) {
      if (rate_ != static_cast<double>(sound->rate)) begin(sound->rate);
      for (uint32_t leg = 0; leg < legs_; ++leg) histories_[leg].add(sound->position, sound->legs[leg]);
    }
  }

 private:
  void begin(double rate) {
    rate_ = rate;
    histories_.assign(legs_, History(static_cast<size_t>(kept_s_ * rate)));
  }

  Probe* probe_;
  uint32_t strip_;
  Tap tap_;
  uint32_t legs_;
  double kept_s_;
  double rate_ = 0;
  std::vector<History> histories_;
};

}  // namespace rowdesk
