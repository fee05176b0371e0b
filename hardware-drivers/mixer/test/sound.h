// What the channels of a device carry, counted in frames since the rig began.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>

namespace rowdesk {

class Sound {
 public:
  // Of channel and frame.
  template <std::invocable<uint32_t, uint64_t> Sample>
  Sound(Sample sample) : is_everywhere_(false), fill_([sample](uint32_t channel, uint64_t from, std::span<float> into) {
    for (float& each : into) each = sample(channel, from++);
  }) {}
  // Of the frame alone: the same on all channels, and made once for them.
  template <std::invocable<uint64_t> Sample>
  Sound(Sample sample) : is_everywhere_(true), fill_([sample](uint32_t, uint64_t from, std::span<float> into) {
    for (float& each : into) each = sample(from++);
  }) {}

  bool is_everywhere() const { return is_everywhere_; }
  void fill(uint32_t channel, uint64_t from, std::span<float> into) const { fill_(channel, from, into); }
  float operator()(uint32_t channel, uint64_t frame) const {
    float sample;
    fill_(channel, frame, {&sample, 1});
    return sample;
  }

 private:
  bool is_everywhere_;
  std::function<void(uint32_t channel, uint64_t from, std::span<float> into)> fill_;
};

Sound silence();
Sound sine(double frequency_hz, double level_dbfs, double rate = 48000.0);
Sound constant(float value);
Sound impulse(float amplitude = 0.05f);  // on frame 0

}  // namespace rowdesk
