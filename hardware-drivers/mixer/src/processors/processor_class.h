// The processors of list.h as values at run time, for the control side.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "processors/rack.h"

namespace rowdesk {

struct ProcessorClass {
  std::string_view id;
  std::span<const char* const> uris;
  std::span<const Symbol> symbols;
  uint32_t number;    // index in its list
  uint32_t settings;  // number of doubles in Settings
  uint32_t numbers;   // number of floats (insert) or doubles (effect) in Numbers
  bool is_insert;
  Tap heard;  // the tap that it hears: tapPoint of its description
  bool has_detector;
  // Inserts only: Settings -> Numbers. rate in Hz.
  void (*numbers_of)(const double* settings, bool is_enabled, double rate, float* numbers) = nullptr;
  // Inserts with latency only: the delay from input to output in frames, null for none. rate in Hz.
  uint32_t (*latency_frames)(const double* settings, double rate) = nullptr;
  // Effects only: Settings -> Numbers.
  void (*effect_numbers_of)(const double* settings, double bpm, double* numbers) = nullptr;
};

template <typename P>
ProcessorClass class_of_insert(uint32_t number) {
  static_assert(sizeof(typename P::Settings) % sizeof(double) == 0 && sizeof(typename P::Numbers) % sizeof(float) == 0);
  const auto numbers_of = [](const double* values, bool is_enabled, double rate, float* into) {
    const typename P::Numbers numbers = P::numbers_of(read_as<typename P::Settings>(values), is_enabled, rate);
    std::memcpy(into, &numbers, sizeof numbers);
  };
  ProcessorClass made{P::id, P::uris, P::symbols, number, sizeof(typename P::Settings) / sizeof(double),
                      sizeof(typename P::Numbers) / sizeof(float), true, static_cast<Tap>(P::tap - 1), P::has_detector, numbers_of};
  if constexpr (P::has_latency) {
    static_assert(P::tap == tap_pre_fader, "alignment counts the latency of sound from Pre-Fader on");
    made.latency_frames = [](const double* values, double rate) { return P::latency_frames(read_as<typename P::Settings>(values), rate); };
  }
  return made;
}

template <typename P>
ProcessorClass class_of_effect(uint32_t number) {
  static_assert(sizeof(typename P::Settings) % sizeof(double) == 0 && sizeof(typename P::Numbers) % sizeof(double) == 0);
  const auto numbers_of = [](const double* values, double bpm, double* into) {
    const typename P::Numbers numbers = P::numbers_of(read_as<typename P::Settings>(values), bpm);
    std::memcpy(into, &numbers, sizeof numbers);
  };
  return {P::id, P::uris, P::symbols, number, sizeof(typename P::Settings) / sizeof(double),
          sizeof(typename P::Numbers) / sizeof(double), false, tap_post_fader, false, nullptr, nullptr, numbers_of};
}

// All processors with a description: inserts, then effects.
std::span<const ProcessorClass> processor_classes();

}  // namespace rowdesk
