// The live notches of one strip: placed where the detector finds howling, deepened while it goes on, shared by neighbours when
// the slots are used up, taken off where a notch changes nothing, and lifted after a quiet time.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "feedback/held_tones.h"
#include "feedback/howl_detector.h"
#include "feedback/howl_settings.h"
#include "feedback/notch_choice.h"

namespace rowdesk {

// Deterministic; allocates nothing. Positions are frames, times follow from the rate.
class NotchPlan {
 public:
  struct Limits {
    HowlMode mode = HowlMode::off;
    uint32_t slots = 0;  // for live notches
    double deepest_db = -18.0;
    double lift_after_s = 60.0;
  };

  // Notches beyond the slots come off, the quietest first; all in a mode but `suppress`. True when a notch changed.
  bool limit(const Limits& limits);
  // After each spectrum. True when a notch changed.
  bool step(const HowlDetector& detector, uint64_t position, double rate);
  // Takes all notches off. True if there was one.
  bool clear();

  std::span<const HowlReport::Live> live() const { return {live_.data(), count_}; }
  // Howling that no notch has tamed yet, in the last spectrum.
  bool is_howling() const { return is_howling_; }
  // Of the last component that howled, dB; HowlDetector::silence_db before the first.
  double howled_db() const { return howled_db_; }

 private:
  // Beside the notch of the same place in live_.
  struct Course {
    double level_db;       // of the component, the most since the notch was placed
    double placed_db;      // of the component as the notch was placed
    uint64_t howled;       // positions: of the last howl
    uint64_t changed;      // of the last change of the notch
    uint64_t grown = 0;    // of the last howl that grew behind the notch; 0: none
    uint32_t relapses = 0; // howls while it was lifted
    bool is_falling = false;  // soon after the last change
    bool is_judged = false;   // is_falling is known
    bool is_steady = false;   // the component dominated at one level since the last change
  };
  bool meet(const HowlCandidate& howl);
  bool deepen(uint32_t at, const HowlCandidate& howl);
  void change(uint32_t at, const Notch& notch, double level_db);
  bool lower(const HowlCandidate& howl, double deeper_db, uint32_t at);
  void place(const HowlCandidate& howl, const Notch& notch);
  bool prove(const HowlDetector& detector);
  bool prove(uint32_t at, double level_db);
  static bool is_at_limit(const Course& course, double level_db);
  bool lift();
  void remove(uint32_t at);
  uint32_t quietest() const;
  double seconds_since(uint64_t position) const { return static_cast<double>(now_ - position) / rate_; }

  Limits limits_;
  uint32_t count_ = 0;
  std::array<HowlReport::Live, most_notches> live_{};
  std::array<Course, most_notches> courses_{};
  std::array<StandingNotch, most_notches> standing_{};  // before it was lifted
  uint64_t now_ = 0;
  double rate_ = 48000.0;
  bool is_howling_ = false;
  double howled_db_ = HowlDetector::silence_db;
  HeldTones tones_;
};

}  // namespace rowdesk
