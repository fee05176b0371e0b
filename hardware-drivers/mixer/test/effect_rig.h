// Input 1 through fxSend/1 and its effect to fxReturn/1 and the main: all wet, at 0 dB, on outputs 1 and 2.
#pragma once

#include "rig.h"
#include "strip_rig.h"

namespace rowdesk {

class EffectRig : public Rig {
 public:
  static constexpr std::string_view effect = "/channel/fxSend/1/chain/processors/effect";
  static constexpr std::string_view values = "/channel/fxSend/1/chain/processors/effect/values";

  explicit EffectRig(std::string_view plugin, std::string_view kernel = "", double rate = 48000.0, const Times& times = {});

  // Channel of the device on an input, which goes to this fxSend alone.
  void feed(int input, int channel, std::string_view send);
  void choose(std::string_view field, std::string_view name, std::string_view path = values);
  void tune(std::string_view symbol, double value);

  // What an impulse of 1 makes in so many seconds: left and right.
  Channels impulse_response(double seconds, double rate = 48000.0);
};

double energy_of(const std::vector<float>& sound, size_t from = 0);

}  // namespace rowdesk
