#include "voice.h"

#include <algorithm>
#include <bit>

namespace rowdesk::plugins {
namespace {

/** By the exponents alone, which no compiler's freedom with arithmetic takes away. */
bool are_finite(const float* samples, uint32_t frames) noexcept {
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < frames; ++i) wrong |= (std::bit_cast<uint32_t>(samples[i]) & 0x7f800000u) == 0x7f800000u;
  return wrong == 0;
}

}  // namespace

uint32_t instances_for(const AudioPorts& ports, uint32_t legs) {
  if (ports.inputs == 0) throw Refusal("it has no audio input");
  if (ports.outputs == 0) throw Refusal("it has no audio output");
  if (ports.inputs > 2) throw Refusal("it has " + std::to_string(ports.inputs) + " audio inputs, and a strip has two at most");
  if (ports.outputs > 2) throw Refusal("it has " + std::to_string(ports.outputs) + " audio outputs, and a strip has two at most");
  return legs == 2 && ports.inputs == 1 && ports.outputs == 1 ? 2 : 1;
}

Voice::Voice(std::vector<std::unique_ptr<Plugin>> plugins, uint32_t legs, uint32_t block_frames)
    : plugins_(std::move(plugins)), ports_(plugins_.front()->ports()), legs_(legs), mean_(block_frames), second_(block_frames),
      silence_(block_frames), keys_(ports_.keys) {}

bool Voice::is_busy() const noexcept {
  return std::any_of(plugins_.begin(), plugins_.end(), [](const auto& plugin) { return plugin->is_busy(); });
}

bool Voice::process(const float* const* input, const float* key, float* const* output, uint32_t frames) noexcept {
  std::fill(keys_.begin(), keys_.end(), key == nullptr ? silence_.data() : key);
  if (plugins_.size() == 2) {
    for (uint32_t leg = 0; leg < 2; ++leg) plugins_[leg]->process(&input[leg], keys_.data(), &output[leg], frames);
    return are_finite(output[0], frames) && are_finite(output[1], frames);
  }
  const float* inputs[2] = {input[0], input[legs_ - 1]};
  if (legs_ == 2 && ports_.inputs == 1) {
    for (uint32_t i = 0; i < frames; ++i) mean_[i] = 0.5f * (input[0][i] + input[1][i]);
    inputs[0] = mean_.data();
  }
  float* outputs[2] = {output[0], legs_ == 2 ? output[1] : second_.data()};
  plugins_.front()->process(inputs, keys_.data(), outputs, frames);
  if (!are_finite(outputs[0], frames)) return false;
  if (ports_.outputs == 1) {
    if (legs_ == 2) std::copy_n(outputs[0], frames, output[1]);
    return true;
  }
  if (!are_finite(outputs[1], frames)) return false;
  if (legs_ == 1) {
    for (uint32_t i = 0; i < frames; ++i) output[0][i] = 0.5f * (outputs[0][i] + outputs[1][i]);
  }
  return true;
}

}  // namespace rowdesk::plugins
