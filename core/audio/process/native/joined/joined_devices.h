// Stands between the device that drives a mixer and the mixer, and adds the channels of joined devices.
#pragma once
#include <rowdesk/audio.h>
#include <rowdesk/joined.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "clock_line.h"
#include "joined_device.h"
#include "planes.h"

namespace rowdesk {

class JoinedDevices {
 public:
  /** The mixer's processor outlives this. */
  explicit JoinedDevices(const rd_processor& mixer);
  JoinedDevices(const JoinedDevices&) = delete;
  JoinedDevices& operator=(const JoinedDevices&) = delete;

  /** For the driver of the driving device. */
  rd_processor* processor() { return &processor_; }
  /** While the driving device is stopped. Throws std::runtime_error. */
  std::shared_ptr<JoinedDevice> join(const JoinSettings& settings);
  /** While the driving device and all joined ones are stopped. Throws std::runtime_error. */
  void clear();

 private:
  static int prepare(void* self, double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  static void release(void* self);
  static void process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time);
  int prepare(double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs);
  void release();
  void run(const float* const* in, float* const* out, uint32_t frames, const rd_block_time& time);
  JoinedDevice::Break follow_clock(const rd_block_time& time, uint32_t frames);
  bool are_inputs_silent() const;
  void note_thread();
  void begin_generation(uint64_t frame_position);
  void state();

  const rd_processor mixer_;
  rd_processor processor_;
  const std::shared_ptr<rd_joined_clock> clock_;
  std::vector<std::shared_ptr<JoinedDevice>> devices_;
  bool is_prepared_ = false;

  // Of the driving thread, or of the control side while that does not run.
  uint32_t max_frames_ = 0, inputs_ = 0, outputs_ = 0;
  /** Of the joined devices; what the mixer gets are these behind the driving device's. */
  Planes joined_in_, joined_out_;
  std::vector<const float*> in_;
  std::vector<float*> out_;
  ClockLine line_;
  rd_joined_line stated_{};
  /** The ring position of frame 0, and of the next block. */
  uint64_t base_ = 0, next_position_ = 0, generations_ = 0;
  bool has_position_ = false;
  /** The clock is another one by now, and what the joined devices gave before still fades out. */
  bool is_breaking_ = false;
};

}  // namespace rowdesk
