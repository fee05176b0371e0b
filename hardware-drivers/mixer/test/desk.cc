#include "desk.h"

#include <cmath>

namespace rowdesk {

Desk::Desk(std::string_view kernel, const Times& times, double rate, const std::string& runtime_folder)
    : Rig(whole_desk(), kernel, rate, times, most_strips, runtime_folder) {
  mixer.connect(sources(), {-1, left, right});
  set_list("/cue", "outputs", {1, 2});
  set("/channel/cue/1", "levelDb", 0);
  set("/cue", "busMode", 0);
  set("/cue", "idleSource", 0);
  for (int main = 1; main <= 2; ++main) set("/channel/main/" + std::to_string(main), "levelDb", 0);
}

void Desk::feed(int input) {
  const std::string path = name("input", input);
  patch(path, input - 1);
  set_all({{path, "levelDb", 0.0}, {path, "mainAssigned", 0.0}});
}

double Desk::ref(std::string_view path) {
  const auto& strips = mixer.layout().strips();
  for (size_t number = 0; number < strips.size(); ++number) {
    if (strips[number].path == path) return number + 1.0;
  }
  CHECK(!"a strip");
  return 0.0;
}

void Desk::set_ref(std::string_view path, std::string_view field, std::string_view strip) { set(path, field, ref(strip)); }

void Desk::set_refs(std::string_view path, std::string_view field, const std::vector<std::string_view>& list) {
  std::vector<double> masks((mixer.layout().sounding_strips() + strips_per_slot - 1) / strips_per_slot);
  for (const std::string_view strip : list) {
    const auto bit = static_cast<uint32_t>(ref(strip)) - 1;
    masks[bit / strips_per_slot] += std::pow(2.0, bit % strips_per_slot);
  }
  set_list(path, field, masks);
}

void Desk::set_list(std::string_view path, std::string_view field, const std::vector<double>& values) {
  std::vector<Slot> slots;
  for (Slot i = 0; i < values.size(); ++i) slots.push_back(slot(path, field) + i);
  mixer.apply(++revision, slots, values);
}

void Desk::send(std::string_view from, std::string_view to, double level_db, double tap_point, double pan) {
  const std::string path = std::string(from) + "/sends/" + std::string(to);
  set_all({{path, "levelDb", level_db}, {path, "tapPoint", tap_point}, {path, "pan", pan}});
}

Desk::Legs Desk::hear(std::string_view path, const Sound& sound) {
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

Desk::Legs Desk::hear_pair(std::string_view left, std::string_view right, const Sound& sound) {
  set(right, "soloed", 1);
  const Legs legs = hear(left, sound);
  set(right, "soloed", 0);
  render(2048, sound);
  return legs;
}

std::string Desk::name(const char* kind, int index) { return std::string("/channel/") + kind + "/" + std::to_string(index); }

bool Desk::mixer_is_linked(const StripPlace& strip) {
  const Slot link = mixer.addresses().find(mixer.layout().strips()[strip.left].path, "stereoLink");
  return link != no_slot && seen(mixer.layout().strips()[strip.left].path, "stereoLink") != 0;
}

Sound each_its_own() {
  return [](uint32_t channel, uint64_t) { return 0.01f * static_cast<float>(channel + 1); };
}

}  // namespace rowdesk
