#include "howl_strip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rowdesk {

HowlStrip::HowlStrip(double rate)
    : layout_(counts_of(4)),
      sound_(layout_.lanes()),
      taps_(tap_count * layout_.lanes()),
      rate_(rate),
      howl(layout_, board_,
           [this](uint32_t strip, const std::vector<Notch>& notches) {
             if (!is_full) sent[strip] = notches;
             ++calls;
             return !is_full;
           },
           false) {
  state_.lanes = layout_.lanes();
  for (uint32_t place = 0; place < taps_.size(); ++place) taps_[place] = sound_[place % layout_.lanes()].data();
  state_.taps = taps_.data();
}

uint32_t HowlStrip::number(std::string_view path) const {
  for (uint32_t strip = 0; strip < layout_.sounding_strips(); ++strip) {
    if (layout_.strips()[strip].path == path) return strip;
  }
  CHECK(!"a strip");
  return 0;
}

void HowlStrip::protect(HowlSettings settings, std::string_view path) {
  strip_ = number(path);
  howl.configure(strip_, std::move(settings));
  howl.step();
}

double HowlStrip::play(double seconds, const Tone& tone, const std::function<bool()>& until) {
  const StripPlace& strip = layout_.strips()[strip_];
  const double began = time_s_;
  for (uint32_t block = 0; time_s_ - began < seconds; ++block) {
    for (uint32_t leg = 0; leg < strip.legs; ++leg) {
      for (uint32_t frame = 0; frame < sub_block_frames; ++frame) {
        sound_[strip.first_lane + leg][frame] = static_cast<float>(tone(leg, time_s_ + frame / rate_));
      }
    }
    board_.take(state_, position_, sub_block_frames, rate_);
    position_ += sub_block_frames;
    time_s_ += sub_block_frames / rate_;
    if (block % 8 != 7) continue;
    howl.step();
    if (until && until()) break;
  }
  return time_s_ - began;
}

HowlStrip::Tone growing(double frequency_hz, double db_s, double most) {
  return [=](uint32_t, double time_s) {
    const double level = std::pow(10.0, (-70.0 + db_s * time_s) / 20.0);
    return std::clamp(level * std::sin(2.0 * std::numbers::pi * frequency_hz * time_s), -most, most);
  };
}

}  // namespace rowdesk
