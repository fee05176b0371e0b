// The notch that takes least of the sound and reaches the howls it stands for.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "feedback/notch.h"

namespace rowdesk {

// What a howl needs of its notch.
struct HowlNeed {
  double frequency_hz;
  double depth_db;  // below 0
};

// How wide the first notch of a howl is, by its frequency: as narrow as the spectrum resolves.
double narrowest_q(double frequency_hz);
// dB at a frequency: a peaking cut in the analogue domain.
double notch_gain_db(const Notch& notch, double frequency_hz);
// What it takes of the sound, dB times octaves; above 0.
double notch_cost(const Notch& notch);

// The howls that a notch stands for.
class HowlNeeds {
 public:
  static constexpr size_t most = 12;

  std::span<const HowlNeed> all() const { return {needs_.data(), count_}; }
  // The howl nearest to this frequency, where the spectrum does not tell the two apart; null for none.
  const HowlNeed* near(double frequency_hz) const;
  // A howl that is known needs so much from now on. Of more than `most` howls, one goes that others stand for.
  void add(const HowlNeed& need);
  void add(const HowlNeeds& other);
  // Nothing where no notch reaches all of them: it would be too wide, or deeper than this.
  std::optional<Notch> fit(double deepest_db) const;

 private:
  void leave_one_out();

  size_t count_ = 0;
  std::array<HowlNeed, most + 1> needs_{};  // by frequency
};

}  // namespace rowdesk
