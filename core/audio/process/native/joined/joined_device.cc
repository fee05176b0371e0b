#include "joined_device.h"

#include <rowdesk/clock.h>
#include <rowdesk/denormals.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <exception>

namespace rowdesk {
namespace {

using std::memory_order::relaxed;
/** What a side may be late in addition to one of its blocks; each time that this was not enough, as much more, up to a most. */
constexpr double late_s = 0.001, most_late_s = 0.02;
/** A delay that is off by this much is set anew, behind a fade; what is less is drawn back by the ratio. */
constexpr double largest_error_s = 0.0005;
/** Without a block of the mixer for so long, and for some blocks, the mixer is not driven. */
constexpr double stale_ns = 50e6, stale_blocks = 3;

}  // namespace

JoinedDevice::JoinedDevice(const JoinSettings& settings, std::shared_ptr<const rd_joined_clock> driving)
    : settings_(settings),
      driving_(std::move(driving)),
      processor_{sizeof(rd_processor), RD_ABI, this, prepare, release, process},
      input_samples_(rd_joined_samples(settings.inputs, capacity_frames)),
      output_samples_(rd_joined_samples(settings.outputs, capacity_frames)) {
  if (settings.resamples) SampleRateLibrary::loaded();
  rd_joined_init(&inputs_, input_samples_.data(), settings.inputs, capacity_frames);
  rd_joined_init(&outputs_, output_samples_.data(), settings.outputs, capacity_frames);
}

JoinedFigures JoinedDevice::figures() {
  JoinedFigures f;
  const uint64_t most_ns = block_max_ns_.exchange(0, relaxed);
  f.gaps = input_gaps_.load(relaxed) + output_gaps_.load(relaxed);
  if (!is_prepared_.load()) return f;
  f.block_us = static_cast<double>(block_ns_.load(relaxed)) / 1000;
  f.block_max_us = static_cast<double>(most_ns) / 1000;
  if (!shows_running_.load(relaxed)) return f;
  const bool has_inputs = settings_.inputs == 0 || (shows_giving_.load(relaxed) && is_input_open_.load(relaxed));
  const bool has_outputs = settings_.outputs == 0 || is_output_open_.load(relaxed);
  f.state = has_inputs && has_outputs ? JoinedFigures::State::running : JoinedFigures::State::filling;
  f.ratio = ratio_.load(relaxed);
  f.deviation_ppm = deviation_ppm_.load(relaxed);
  const auto fill = [](const rd_joined_ring& ring) {
    const uint64_t passed = __atomic_load_n(&ring.passed, __ATOMIC_RELAXED);
    const uint64_t written = __atomic_load_n(&ring.written, __ATOMIC_RELAXED);
    return written > passed ? static_cast<double>(written - passed) : 0.0;
  };
  f.input_fill_frames = fill(inputs_);
  f.output_fill_frames = fill(outputs_);
  f.input_latency_frames = input_latency_.load(relaxed);
  f.output_latency_frames = output_latency_.load(relaxed);
  return f;
}

// While the driving device is stopped

void JoinedDevice::prepare_driving(double rate_hz, uint32_t max_frames) {
  input_gate_.prepare(rate_hz, max_frames);
  is_input_open_ = false;
}

// The device's side

int JoinedDevice::prepare(void* self, double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs) {
  try {
    return static_cast<JoinedDevice*>(self)->prepare(rate, max_frames, inputs, outputs);
  } catch (const std::exception&) {
    return -ENOMEM;
  }
}

int JoinedDevice::prepare(double rate, uint32_t max_frames, uint32_t inputs, uint32_t outputs) {
  if (rate < 44100.0 || rate > 192000.0 || max_frames < 1 || max_frames > RD_MAX_FRAMES) return -EINVAL;
  if (inputs != settings_.inputs || outputs != settings_.outputs) return -EINVAL;
  converted_.lay_out(inputs, most_converted);
  fed_.lay_out(outputs, piece_frames);
  in_planes_.assign(inputs, nullptr);
  out_planes_.assign(outputs, nullptr);
  if (settings_.resamples) {
    input_resampler_ = std::make_unique<Resampler>(inputs, SampleRateLibrary::medium);
    output_resampler_ = std::make_unique<Resampler>(outputs, SampleRateLibrary::medium);
  }
  rate_hz_ = rate;
  max_frames_ = max_frames;
  is_first_block_ = true;
  line_.restart(rate);
  output_gate_.prepare(rate, max_frames);
  has_position_ = is_live_ = is_giving_ = is_placed_ = has_yielded_ = false;
  largest_frames_ = 0;
  input_target_ = output_target_ = 0;
  input_late_s_ = output_late_s_ = late_s;
  is_output_late_ = false;
  seen_late_inputs_ = late_inputs_;
  block_ns_ = block_max_ns_ = 0;
  shows_running_ = shows_giving_ = is_output_open_ = false;
  is_prepared_ = true;
  return 0;
}

void JoinedDevice::release(void* self) {
  auto& device = *static_cast<JoinedDevice*>(self);
  device.is_prepared_ = false;
  device.shows_running_ = device.shows_giving_ = device.is_output_open_ = false;
}

void JoinedDevice::process(void* self, const float* const* in, float* const* out, uint32_t frames, const rd_block_time* time) {
  static_cast<JoinedDevice*>(self)->run(in, out, frames, *time);
}

void JoinedDevice::run(const float* const* in, float* const* out, uint32_t frames, const rd_block_time& time) {
  const uint64_t begin_ns = rd_monotonic_ns();
  if (is_first_block_) takes_blocks_ = has_pointers(in, out);
  is_first_block_ = false;
  if (!takes_blocks_ || frames > max_frames_) return;
  const NoDenormals scope;
  rd_joined_observe(driving_.get(), &mixer_);
  if (settings_.resamples && !has_yielded_) yield_to_driving();
  block_s_ = frames / rate_hz_;
  const Break since = follow_clock(time, frames);
  const bool is_cut = since != Break::none;
  const bool was_live = is_live_;
  const bool are_running = are_both_running(time);
  is_live_ = are_running && mixer_.is_settled != 0 && line_.is_settled();
  has_input_moved_ = has_output_moved_ = false;
  make_room_for_late(is_cut);
  if (is_live_) {
    set_targets();
    const uint32_t restarts = mixer_.restarts + line_.restarts();
    if (restarts != restarts_ || !was_live) input_loop_.age_s = output_loop_.age_s = 0;
    restarts_ = restarts;
  }
  give_inputs(in, frames, is_cut);
  take_outputs(out, frames, since);
  show(begin_ns, are_running);
}

bool JoinedDevice::has_pointers(const float* const* in, float* const* out) const {
  const auto are_there = [](const auto* planes, uint32_t channels) {
    return channels == 0 || (planes != nullptr && std::all_of(planes, planes + channels, [](const auto* plane) { return plane != nullptr; }));
  };
  return are_there(in, settings_.inputs) && are_there(out, settings_.outputs);
}

void JoinedDevice::yield_to_driving() {
  if (mixer_.generation == 0) return;
  has_yielded_ = true;
  sched_param own{};
  if (mixer_.fifo_priority < 2 || mixer_.thread_id == gettid() || (sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) != SCHED_FIFO ||
      sched_getparam(0, &own) != 0 || own.sched_priority < mixer_.fifo_priority) {
    return;
  }
  own.sched_priority = mixer_.fifo_priority - 1;
  sched_setparam(0, &own);
}

JoinedDevice::Break JoinedDevice::follow_clock(const rd_block_time& time, uint32_t frames) {
  const bool is_first = !has_position_;
  const bool jumps = !is_first && time.frame_position != next_position_;
  // Frames that are lost, but not counted, leave positions and time apart; so do positions that go back.
  const bool is_uncounted = !is_first && !jumps && (time.flags & RD_BLOCK_XRUN) != 0;
  if (is_uncounted || (jumps && time.frame_position < next_position_)) line_.restart(rate_hz_);
  has_position_ = true;
  next_position_ = time.frame_position + frames;
  largest_frames_ = std::max(largest_frames_, frames);
  const bool is_broken = line_.add(time.frame_position, frames, time.monotonic_ns) == ClockLine::Event::broken;
  if (jumps || is_uncounted) return Break::frames;
  return is_broken ? Break::clock : Break::none;
}

bool JoinedDevice::are_both_running(const rd_block_time& time) const {
  if (mixer_.generation == 0 || (!settings_.resamples && mixer_.rate_hz != rate_hz_)) return false;
  const auto silent_ns = static_cast<double>(static_cast<int64_t>(time.monotonic_ns - mixer_.block_ns));
  return silent_ns < stale_ns + stale_blocks * (mixer_.block_frames * mixer_.frame_ns + largest_frames_ * line_.frame_ns());
}

/** A side that came late, but whose clock and positions went on, will do so again. */
void JoinedDevice::make_room_for_late(bool is_cut) {
  const uint64_t late_inputs = late_inputs_.load(relaxed);
  if (late_inputs != seen_late_inputs_ && !is_cut) input_late_s_ = std::min(input_late_s_ + late_s, most_late_s);
  seen_late_inputs_ = late_inputs;
  if (is_output_late_ && mixer_.block_ns != late_block_ns_) {
    if (mixer_.generation == output_generation_) output_late_s_ = std::min(output_late_s_ + late_s, most_late_s);
    is_output_late_ = false;
  }
}

void JoinedDevice::set_targets() {
  const double rate = mixer_.rate_hz, nominal = rate / rate_hz_;
  const double fade = std::ceil(Gate::fade_out_s * rate) + 1;
  const double own = std::ceil(largest_frames_ * nominal), block = mixer_.block_frames;
  const double in_reach = settings_.resamples ? std::ceil(input_resampler_->reach_frames(nominal) * nominal) : 0;
  const double out_reach = settings_.resamples ? output_resampler_->reach_frames(1 / nominal) : 0;
  // The mixer reads a block and what a fade needs; the device's block is late by another one.
  const double input = std::ceil(block + fade + in_reach + own + input_late_s_ * rate);
  const double output = std::ceil(own + fade + out_reach + block + output_late_s_ * rate);
  has_input_moved_ = input != input_target_;
  has_output_moved_ = output != output_target_;
  input_target_ = input;
  output_target_ = output;
  largest_error_ = largest_error_s * rate;
}

double JoinedDevice::mixer_frames_at(double device_frames) const {
  const double apart_ns = static_cast<double>(line_.time_ns() - mixer_.time_ns) + line_.time_fraction_ns() - mixer_.time_fraction_ns;
  return (apart_ns + device_frames * line_.frame_ns()) / mixer_.frame_ns;
}

void JoinedDevice::show(uint64_t begin_ns, bool are_running) {
  shows_running_.store(are_running, relaxed);
  shows_giving_.store(is_giving_, relaxed);
  if (is_live_) {
    const bool has_loop = settings_.resamples;
    const double slope = mixer_.frame_ns * mixer_.rate_hz * 1e-9;
    const Loop& loop = settings_.inputs > 0 ? input_loop_ : output_loop_;
    ratio_.store(has_loop && loop.ratio > 0 ? loop.ratio : mixer_.rate_hz / rate_hz_, relaxed);
    deviation_ppm_.store(has_loop ? (slope / (1 + line_.slope()) - 1) * 1e6 : 0, relaxed);
  }
  const uint64_t took = rd_monotonic_ns() - begin_ns;
  block_max_ns_.store(std::max(block_max_ns_.load(relaxed), took), relaxed);
  const uint64_t mean = block_ns_.load(relaxed);
  block_ns_.store(mean == 0 ? took : mean - mean / 64 + took / 64, relaxed);
}

}  // namespace rowdesk
