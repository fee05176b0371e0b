#include "control/values.h"

#include <algorithm>
#include <cmath>

#include "control/gain_laws.h"
#include "engine/times.h"

namespace rowdesk {
namespace {

bool has_bit(double set, uint32_t bit) { return (static_cast<uint64_t>(set) >> bit & 1u) != 0; }

}  // namespace

Values::Values(const Layout& layout, const Addresses& addresses)
    : layout_(layout), addresses_(addresses), values_(addresses.size()) {
  for (const Address& address : addresses.all()) {
    std::fill_n(values_.begin() + address.slot, address.slots, address.initial);
    std::ranges::copy(address.initials, values_.begin() + address.slot);
  }
}

bool Values::lists(Slot first, uint32_t strip) const {
  const auto has = [&](uint32_t each) {
    return has_bit(at(first + each / strips_per_slot), each % strips_per_slot);
  };
  const StripPlace& place = layout_.strips()[strip];
  return has(strip) || (is_linked(strip) && (has(place.left) || has(place.right)));
}

bool Values::is_linked(uint32_t strip) const {
  const StripPlace& place = layout_.strips()[strip];
  return place.can_link() && is(place.left, Parameter::stereo_link);
}

bool Values::is_member(uint32_t strip, Parameter groups, uint32_t index) const {
  return has_bit(of(strip, groups), index - 1);
}

double Values::level(uint32_t strip) const { return gain_of_db(of(strip, Parameter::level_db)); }

double Values::dcas(uint32_t strip) const {
  double sum_db = 0.0;
  const double dcas = of(strip, Parameter::dcas);
  for (uint32_t index = 1; dcas != 0.0 && index <= most_groups; ++index) {
    const StripPlace* dca = has_bit(dcas, index - 1) ? layout_.find(Kind::dca, index) : nullptr;
    if (dca == nullptr) continue;
    const double dca_db = of(layout_.number_of(*dca), Parameter::level_db);
    if (dca_db <= silence_db) return 0.0;
    sum_db += dca_db;
  }
  return std::pow(10.0, sum_db / 20.0);
}

// Sound in dry air makes 331.3 sqrt(1 + T / 273.15) m/s at T degrees Celsius; what stands here is linear in T, and right
// within 0.3 % up to 40 degrees.
double Values::speaker_delay_ms(uint32_t strip) const {
  if (of(strip, SpeakerParameter::enabled) == 0.0) return 0.0;
  const double metres_per_s = 331.3 + 0.606 * of(strip, SpeakerParameter::temperature_c);
  const double distance_ms = 1000.0 * of(strip, SpeakerParameter::distance_m) / metres_per_s;
  return std::min(of(strip, SpeakerParameter::delay_ms) + distance_ms, longest_speaker_delay_ms);
}

double Values::speaker_gain(uint32_t strip) const {
  if (of(strip, SpeakerParameter::enabled) == 0.0) return 1.0;
  const double sign = of(strip, SpeakerParameter::polarity_inverted) != 0.0 ? -1.0 : 1.0;
  return sign * gain_of_db(of(strip, SpeakerParameter::level_trim_db));
}

}  // namespace rowdesk
