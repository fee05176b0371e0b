// A plugin as it sounds in a strip: one instance, or one for each leg, and how legs become its ports.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "plugin.h"

namespace rowdesk::plugins {

/** How many instances a strip of so many legs needs. Throws Refusal for ports that do not fit a strip. */
uint32_t instances_for(const AudioPorts& ports, uint32_t legs);

class Voice {
 public:
  /** As many instances as instances_for() says, activated. */
  Voice(std::vector<std::unique_ptr<Plugin>> plugins, uint32_t legs, uint32_t block_frames);

  /**
   * Of the rack's thread: `input` and `output` have a pointer to each leg, `key` is null for silence. A strip of one leg gives its sound
   * to both inputs and gets the mean of both outputs; of two legs, a plugin with one input gets their mean. Returns false for output that is
   * not finite.
   */
  bool process(const float* const* input, const float* key, float* const* output, uint32_t frames) noexcept;
  /** What the plugin tells, corrected by what was measured. */
  uint32_t latency_frames() const noexcept {
    const int64_t frames = int64_t{plugins_.front()->latency_frames()} + correction_;
    return frames > 0 ? static_cast<uint32_t>(frames) : 0;
  }
  /** Before it is heard. */
  void correct_latency(int32_t frames) noexcept { correction_ = frames; }
  bool is_busy() const noexcept;

  const std::vector<std::unique_ptr<Plugin>>& plugins() const { return plugins_; }

 private:
  const std::vector<std::unique_ptr<Plugin>> plugins_;
  const AudioPorts ports_;
  const uint32_t legs_;
  int32_t correction_ = 0;
  std::vector<float> mean_, second_, silence_;
  std::vector<const float*> keys_;
};

}  // namespace rowdesk::plugins
