// Tones that no notch has changed: they come back through no loudspeaker, and are left alone for the phrase.
#pragma once

#include <array>
#include <cstdint>

#include "feedback/howl_detector.h"

namespace rowdesk {

// Positions are frames. Allocates nothing.
class HeldTones {
 public:
  void clear() { count_ = 0; }
  // After each spectrum: a tone that was silent for long is no more of the phrase.
  void hear(const HowlDetector& detector, uint64_t now, double rate);
  void remember(double frequency_hz, double level_db, uint64_t now);
  // A howl grows beyond the tone's level.
  bool holds(const HowlCandidate& candidate) const;
  uint32_t count() const { return count_; }

 private:
  struct Tone {
    double frequency_hz, level_db;
    uint64_t heard;  // position
  };
  const Tone* at(double frequency_hz) const;

  uint32_t count_ = 0;
  std::array<Tone, 16> tones_{};
};

}  // namespace rowdesk
