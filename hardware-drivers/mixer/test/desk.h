// A whole desk whose buses can be heard one by one: what is heard of a bus is its Post-Trim, as the cue takes it (PFL,
// at 0 dB), on the device's outputs 5 and 6.
#pragma once

#include "rig.h"

namespace rowdesk {

inline constexpr double half_power = 0.70710678118654752;

class Desk : public Rig {
 public:
  static constexpr uint32_t left = 4, right = 5;  // where the cue plays

  explicit Desk(std::string_view kernel = "", const Times& times = {}, double rate = 48000.0)
      : Rig(whole_desk(), kernel, rate, times) {
    mixer.connect(sources(), {-1, left, right});
    set_list("/cue", "outputs", {1, 2});
    set("/channel/cue/1", "levelDb", 0);
    set("/cue", "busMode", 0);
    set("/cue", "idleSource", 0);
    for (int main = 1; main <= 2; ++main) set("/channel/main/" + std::to_string(main), "levelDb", 0);
  }

  // Channel n-1 of the device on input n, and its fader up; no input is in the main.
  void feed(int input) {
    const std::string path = name("input", input);
    patch(path, input - 1);
    set_all({{path, "levelDb", 0.0}, {path, "mainAssigned", 0.0}});
  }

  // The value of a StripRef.
  double ref(std::string_view path) {
    const auto& strips = mixer.layout().strips();
    for (size_t number = 0; number < strips.size(); ++number) {
      if (strips[number].path == path) return number + 1.0;
    }
    CHECK(!"a strip");
    return 0.0;
  }
  void set_ref(std::string_view path, std::string_view field, std::string_view strip) { set(path, field, ref(strip)); }
  void set_refs(std::string_view path, std::string_view field, const std::vector<std::string_view>& list) {
    std::vector<double> masks((mixer.layout().sounding_strips() + strips_per_slot - 1) / strips_per_slot);
    for (const std::string_view strip : list) {
      const auto bit = static_cast<uint32_t>(ref(strip)) - 1;
      masks[bit / strips_per_slot] += std::pow(2.0, bit % strips_per_slot);
    }
    set_list(path, field, masks);
  }
  void set_list(std::string_view path, std::string_view field, const std::vector<double>& values) {
    std::vector<Slot> slots;
    for (Slot i = 0; i < values.size(); ++i) slots.push_back(slot(path, field) + i);
    mixer.want(++revision, slots, values);
  }
  void send(std::string_view from, std::string_view to, double level_db, double tap_point = tap_post_fader, double pan = 0) {
    const std::string path = std::string(from) + "/sends/" + std::string(to);
    set_all({{path, "levelDb", level_db}, {path, "tapPoint", tap_point}, {path, "pan", pan}});
  }

  // What the legs of a strip have at Top-Of-Ch when all is at rest; one leg reads the same on both.
  struct Legs {
    double left, right;
  };
  Legs hear(std::string_view path, const Sound& sound) {
    set(path, "soloed", 1);
    render(2048, sound);
    const Channels out = render(64, sound);
    set(path, "soloed", 0);
    render(2048, sound);
    const auto& strips = mixer.layout().strips();
    const StripPlace& strip = strips[static_cast<size_t>(ref(path)) - 1];
    const double scale = strip.legs == 2 || mixer_is_linked(strip) ? 1.0 : 1.0 / half_power;
    return {out[left].back() * scale, out[right].back() * scale};
  }
  // Of both strips of a linked pair at once.
  Legs hear_pair(std::string_view left, std::string_view right, const Sound& sound) {
    set(right, "soloed", 1);
    const Legs legs = hear(left, sound);
    set(right, "soloed", 0);
    render(2048, sound);
    return legs;
  }

  static std::string name(const char* kind, int index) {
    return std::string("/channel/") + kind + "/" + std::to_string(index);
  }

 private:
  bool mixer_is_linked(const StripPlace& strip) {
    const Slot link = mixer.addresses().find(mixer.layout().strips()[strip.left].path, "stereoLink");
    return link != no_slot && seen(mixer.layout().strips()[strip.left].path, "stereoLink") != 0;
  }
};

// Each channel of the device a value of its own: 0.01 for the first, 0.02 for the second ...
inline Sound each_its_own() {
  return [](uint32_t channel, uint64_t) { return 0.01f * static_cast<float>(channel + 1); };
}

}  // namespace rowdesk
