#include "effect_rig.h"

namespace rowdesk {

EffectRig::EffectRig(std::string_view plugin, std::string_view kernel, double rate, const Times& times)
    : Rig(whole_desk(), kernel, rate, times) {
  feed(1, 0, "fxSend/1");
  set("/channel/fxReturn/1", "levelDb", 0);
  set("/channel/main/1", "levelDb", 0);
  choose("plugin", plugin, effect);
  if (plugin == "builtin:delay") tune("lowCutHz", 20);  // the desk begins with the defaults of a plugin
  prepare();
}

void EffectRig::feed(int input, int channel, std::string_view send) {
  const std::string path = "/channel/input/" + std::to_string(input);
  patch(path, channel);
  set_all({{path, "levelDb", 0}, {path, "mainAssigned", 0}});
  set(path + "/sends/" + std::string(send), "levelDb", 0);
}

void EffectRig::choose(std::string_view field, std::string_view name, std::string_view path) {
  set(path, field, choice(*this, path, field, name));
}

void EffectRig::tune(std::string_view symbol, double value) { set(values, symbol, value); }

Channels EffectRig::impulse_response(double seconds, double rate) {
  prepare();
  Channels out = render(static_cast<uint32_t>(seconds * rate), impulse(1.0f));
  out.resize(2);
  return out;
}

double energy_of(const std::vector<float>& sound, size_t from) {
  double sum = 0;
  for (size_t i = from; i < sound.size(); ++i) sum += static_cast<double>(sound[i]) * sound[i];
  return sum;
}

}  // namespace rowdesk
