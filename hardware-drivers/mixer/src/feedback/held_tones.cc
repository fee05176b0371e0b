#include "feedback/held_tones.h"

#include <algorithm>
#include <cmath>

namespace rowdesk {
namespace {

constexpr double tone_factor = 1.02, phrase_s = 10.0;
constexpr double louder_db = 4.0;  // a note of the phrase is not so much louder than it was

}  // namespace

void HeldTones::hear(const HowlDetector& detector, uint64_t now, double rate) {
  for (uint32_t at = 0; at < count_;) {
    Tone& tone = tones_[at];
    if (detector.level_near(tone.frequency_hz, tone_factor) > HowlDetector::silence_db) tone.heard = now;
    if (static_cast<double>(now - tone.heard) / rate <= phrase_s) ++at;
    else tone = tones_[--count_];
  }
}

void HeldTones::remember(double frequency_hz, double level_db, uint64_t now) {
  if (const Tone* const known = at(frequency_hz)) {
    tones_[static_cast<size_t>(known - tones_.data())] = {frequency_hz, std::max(known->level_db, level_db), now};
    return;
  }
  Tone& place = count_ < tones_.size() ? tones_[count_++] : *std::ranges::min_element(tones_, {}, &Tone::heard);
  place = {frequency_hz, level_db, now};
}

bool HeldTones::holds(const HowlCandidate& candidate) const {
  const Tone* const tone = at(candidate.frequency_hz);
  return tone != nullptr && (candidate.is_steady || candidate.level_db < tone->level_db + louder_db);
}

const HeldTones::Tone* HeldTones::at(double frequency_hz) const {
  for (uint32_t each = 0; each < count_; ++each) {
    if (std::abs(std::log(frequency_hz / tones_[each].frequency_hz)) < std::log(tone_factor)) return &tones_[each];
  }
  return nullptr;
}

}  // namespace rowdesk
