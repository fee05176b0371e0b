// One input strip, heard alone and undamped on output 1: what its processors do to a sound.
#pragma once

#include <complex>

#include "rig.h"

namespace rowdesk {

inline constexpr std::string_view strip_path = "/channel/input/1";

inline std::string processor_path(std::string_view id, std::string_view strip = strip_path) {
  return std::string(strip) + "/chain/processors/" + std::string(id);
}
inline std::string values_path(std::string_view id, std::string_view strip = strip_path) {
  return processor_path(id, strip) + "/values";
}

// The number of a choice, as its field is written.
inline double choice(Rig& rig, std::string_view path, std::string_view field, std::string_view name) {
  for (const Address& address : rig.mixer.addresses().all()) {
    if (address.path != path || address.field->name != field) continue;
    for (size_t i = 0; i < address.field->choices.size(); ++i) {
      if (address.field->choices[i] == name) return static_cast<double>(i);
    }
  }
  CHECK(!"a choice");
  return 0;
}

// Channel 1 on input/1 at 0 dB, left: what goes in comes out.
inline void open_strip(Rig& rig, std::string_view strip = strip_path) {
  rig.patch(strip, 0);
  rig.set(strip, "levelDb", 0);
  rig.set(strip, "pan", -100);
  rig.set("/channel/main/1", "levelDb", 0);
}

inline Sound impulse(float amplitude = 0.05f) {
  return [=](uint32_t, uint64_t frame) { return frame == 0 ? amplitude : 0.0f; };
}

// The magnitude at a frequency of what an impulse made, in dB. Angles are turned step by step in double precision.
inline double response_db(const std::vector<float>& made, double frequency_hz, double rate, double amplitude = 0.05) {
  const std::complex<double> step = std::polar(1.0, -2.0 * std::numbers::pi * frequency_hz / rate);
  std::complex<double> sum = 0;
  for (size_t n = made.size(); n > 0; --n) sum = sum * step + static_cast<double>(made[n - 1]);
  return 20.0 * std::log10(std::abs(sum) / amplitude);
}

// Third octaves from 20 Hz to 20 kHz, and what is asked for besides.
inline std::vector<double> frequencies(std::initializer_list<double> also = {}) {
  std::vector<double> all(also);
  for (int third = 0; third <= 30; ++third) all.push_back(std::min(20000.0, 20.0 * std::pow(2.0, third / 3.0)));
  return all;
}

}  // namespace rowdesk
