// The stagebox without its clock: inputs, a processor, outputs, recording; one block at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "crash_mark.h"
#include "input.h"
#include "locked_buffer.h"
#include "output.h"
#include "rowdesk/audio.h"
#include "setup_swap.h"

namespace rowdesk::stagebox {

class Stagebox {
 public:
  Stagebox(uint32_t inputs, uint32_t outputs);

  uint32_t input_count() const { return static_cast<uint32_t>(inputs_.size()); }
  /** Any thread: the number of samples that the input's converter clipped since `prepare`. */
  uint64_t clipped(uint32_t input) const { return inputs_[input].clipped(); }
  uint32_t output_count() const { return static_cast<uint32_t>(outputs_.size()); }

  /** Control thread. */
  SetupSwap& setups() { return setups_; }

  /**
   * Off the audio thread: begins at frame 0 with the newest setup, without fades. `converts`: inputs and outputs clip at full scale.
   * Throws sound::FileError in words.
   */
  void prepare(const rd_processor& processor, double rate_hz, uint32_t most_frames, bool converts = true);
  /** Off the audio thread, after the last block. */
  void release();
  bool is_prepared() const { return processor_ != nullptr; }
  /** While no audio thread runs: applies the newest setup at once. */
  void settle();

  /** Audio thread: computes one block of 1 to `most_frames` frames. The outputs' samples are valid until the next block. */
  void process(uint32_t frames, uint64_t monotonic_ns, uint64_t xruns, uint32_t flags);
  /** Audio thread, at its start and end: sets its slot of the crash page, null for none. */
  void mark_in(rd_crash_slot* slot) { crash_slot_ = slot; }
  /** Audio thread: false while so many frames are more than a recording could take without losing some. */
  bool has_room(uint32_t frames) const;
  /** Audio thread: skips lost frames. */
  void skip(uint64_t frames);
  uint64_t position() const { return position_; }
  const float* output(uint32_t n) const { return output_planes_[n]; }

 private:
  void adopt(bool at_once);

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  SetupSwap setups_;
  const rd_processor* processor_ = nullptr;
  rd_pink_filter pink_{};
  LockedBuffer samples_;
  std::vector<float*> input_planes_, output_planes_;
  uint64_t position_ = 0;
  const uint32_t mixer_name_ = rd_crash_name(crash_page(), "mixer");
  rd_crash_slot* crash_slot_ = nullptr;
};

}  // namespace rowdesk::stagebox
