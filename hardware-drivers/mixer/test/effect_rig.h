// Input 1 through fxSend/1 and its effect to fxReturn/1 and the main: all wet, at 0 dB, on outputs 1 and 2.
#pragma once

#include "rig.h"
#include "strip_rig.h"

namespace rowdesk {

class EffectRig : public Rig {
 public:
  static constexpr std::string_view effect = "/channel/fxSend/1/chain/processors/effect";
  static constexpr std::string_view values = "/channel/fxSend/1/chain/processors/effect/values";

  explicit EffectRig(std::string_view plugin, std::string_view kernel = "", double rate = 48000.0, const Times& times = {})
      : Rig(whole_desk(), kernel, rate, times) {
    feed(1, 0, "fxSend/1");
    set("/channel/fxReturn/1", "levelDb", 0);
    set("/channel/main/1", "levelDb", 0);
    choose("plugin", plugin, effect);
    if (plugin == "builtin:delay") tune("lowCutHz", 20);  // the desk begins with the defaults of a plugin
    prepare();
  }

  // Channel of the device on an input, which goes to this fxSend alone.
  void feed(int input, int channel, std::string_view send) {
    const std::string path = "/channel/input/" + std::to_string(input);
    patch(path, channel);
    set_all({{path, "levelDb", 0}, {path, "mainAssigned", 0}});
    set(path + "/sends/" + std::string(send), "levelDb", 0);
  }
  void choose(std::string_view field, std::string_view name, std::string_view path = values) {
    set(path, field, choice(*this, path, field, name));
  }
  void tune(std::string_view symbol, double value) { set(values, symbol, value); }

  // What an impulse of 1 makes in so many seconds: left and right.
  Channels impulse_response(double seconds, double rate = 48000.0) {
    prepare();
    Channels out = render(static_cast<uint32_t>(seconds * rate), impulse(1.0f));
    out.resize(2);
    return out;
  }
};

inline double energy_of(const std::vector<float>& sound, size_t from = 0) {
  double sum = 0;
  for (size_t i = from; i < sound.size(); ++i) sum += static_cast<double>(sound[i]) * sound[i];
  return sum;
}

}  // namespace rowdesk
