#include "joined_devices.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace rowdesk {

JoinedDevices::JoinedDevices(const rd_processor& mixer)
    : mixer_(mixer),
      processor_{sizeof(rd_processor), RD_ABI, this, prepare, release, process},
      clock_(std::make_shared<rd_joined_clock>()) {}

std::shared_ptr<JoinedDevice> JoinedDevices::join(const JoinSettings& settings) {
  if (is_prepared_) throw std::runtime_error("a device joins only while the driving device is stopped");
  auto device = std::make_shared<JoinedDevice>(settings, clock_);
  devices_.push_back(device);
  return device;
}

void JoinedDevices::clear() {
  if (is_prepared_) throw std::runtime_error("devices leave only while the driving device is stopped");
  for (const auto& device : devices_) {
    if (device->is_prepared()) throw std::runtime_error("a joined device leaves only while it is stopped");
  }
  devices_.clear();
}

int JoinedDevices::prepare(void* self, double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs) {
  try {
    return static_cast<JoinedDevices*>(self)->prepare(rate, max_frames, inputs, outputs);
  } catch (const std::exception&) {
    return -ENOMEM;
  }
}

void JoinedDevices::release(void* self) { static_cast<JoinedDevices*>(self)->release(); }

void JoinedDevices::process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
  auto& devices = *static_cast<JoinedDevices*>(self);
  if (devices.devices_.empty()) return devices.mixer_.process(devices.mixer_.self, in, out, frames, time);
  devices.run(in, out, frames, *time);
}

int JoinedDevices::prepare(double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs) {
  if (devices_.empty()) {
    const int error = mixer_.prepare(mixer_.self, rate, max_frames, inputs, outputs);
    is_prepared_ = error == 0;
    return error;
  }
  if (max_frames < 1 || max_frames > RD_MAX_FRAMES) return -EINVAL;
  uint32_t joined_inputs = 0, joined_outputs = 0;
  for (const auto& device : devices_) {
    joined_inputs += device->settings().inputs;
    joined_outputs += device->settings().outputs;
  }
  joined_in_.lay_out(joined_inputs, max_frames);
  joined_out_.lay_out(joined_outputs, max_frames);
  in_.assign(inputs, nullptr);
  in_.insert(in_.end(), joined_in_.planes(), joined_in_.planes() + joined_inputs);
  out_.assign(outputs, nullptr);
  out_.insert(out_.end(), joined_out_.planes(), joined_out_.planes() + joined_outputs);
  max_frames_ = max_frames;
  inputs_ = inputs;
  outputs_ = outputs;
  const int error = mixer_.prepare(mixer_.self, rate, max_frames, inputs + joined_inputs, outputs + joined_outputs);
  if (error != 0) return error;
  for (const auto& device : devices_) device->prepare_driving(rate, max_frames);
  stated_.rate_hz = rate;
  has_position_ = is_breaking_ = false;
  is_prepared_ = true;
  return 0;
}

void JoinedDevices::release() {
  mixer_.release(mixer_.self);
  is_prepared_ = false;
  if (devices_.empty()) return;
  for (const auto& device : devices_) device->release_driving();
  stated_.generation = 0;
  rd_joined_state(clock_.get(), &stated_);
}

void JoinedDevices::run(const float* const* in, float* const* out, uint32_t frames, const rd_block_time& time) {
  if (frames > max_frames_) return;
  const JoinedDevice::Break since = follow_clock(time, frames);
  const uint64_t position = base_ + time.frame_position;
  for (uint32_t n = 0; n < inputs_; ++n) in_[n] = in == nullptr ? nullptr : in[n];
  for (uint32_t n = 0; n < outputs_; ++n) out_[n] = out == nullptr ? nullptr : out[n];
  size_t first = 0;
  for (const auto& device : devices_) {
    device->read_inputs(position, stated_.generation, frames, since, joined_in_.planes() + first);
    first += device->settings().inputs;
  }
  mixer_.process(mixer_.self, in_.data(), out_.data(), frames, &time);
  first = 0;
  for (const auto& device : devices_) {
    device->write_outputs(position, frames, joined_out_.planes() + first);
    first += device->settings().outputs;
  }
}

/** Notes the block's time, and states the clock. */
JoinedDevice::Break JoinedDevices::follow_clock(const rd_block_time& time, uint32_t frames) {
  const uint64_t position = base_ + time.frame_position;
  const bool is_first = !has_position_;
  const bool jumps = !is_first && position != next_position_;
  // Frames that are lost, but not counted, leave positions and time apart; so do positions that go back.
  const bool is_uncounted = !is_first && !jumps && (time.flags & RD_BLOCK_XRUN) != 0;
  if (is_first) note_thread();
  if (is_first || is_uncounted || (jumps && position < next_position_)) {
    line_.restart(stated_.rate_hz);
    begin_generation(time.frame_position);
    is_breaking_ = false;
  }
  has_position_ = true;
  is_breaking_ |= line_.add(base_ + time.frame_position, frames, time.monotonic_ns) == ClockLine::Event::broken;
  // What waits is of frames that go on: it fades out before positions begin anew.
  const bool has_faded = is_breaking_ && are_inputs_silent();
  if (has_faded) {
    is_breaking_ = false;
    begin_generation(time.frame_position);
    line_.restart(stated_.rate_hz);
    line_.add(base_ + time.frame_position, frames, time.monotonic_ns);
  }
  next_position_ = base_ + time.frame_position + frames;
  stated_.block_frames = std::max(stated_.block_frames, frames);
  stated_.block_ns = time.monotonic_ns;
  state();
  if (is_first || jumps || is_uncounted || has_faded) return JoinedDevice::Break::frames;
  return is_breaking_ ? JoinedDevice::Break::clock : JoinedDevice::Break::none;
}

bool JoinedDevices::are_inputs_silent() const {
  return std::ranges::all_of(devices_, [](const auto& device) { return device->are_inputs_silent(); });
}

/** Converting threads set their priority below this one's. The first block of a thread may call the system, as in cycles.h. */
void JoinedDevices::note_thread() {
  sched_param parameters{};
  const bool is_fifo = (sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_FIFO && sched_getparam(0, &parameters) == 0;
  stated_.fifo_priority = is_fifo ? parameters.sched_priority : 0;
  stated_.thread_id = gettid();
}

/** What is in the rings never sounds: positions begin beyond it. */
void JoinedDevices::begin_generation(uint64_t frame_position) {
  base_ = next_position_ + 2 * JoinedDevice::capacity_frames - frame_position;
  stated_.generation = ++generations_;
  stated_.block_frames = 0;
}

void JoinedDevices::state() {
  stated_.position = line_.position();
  stated_.time_ns = line_.time_ns();
  stated_.time_fraction_ns = line_.time_fraction_ns();
  stated_.frame_ns = line_.frame_ns();
  stated_.restarts = line_.restarts();
  stated_.is_settled = line_.is_settled() ? 1 : 0;
  rd_joined_state(clock_.get(), &stated_);
}

}  // namespace rowdesk
