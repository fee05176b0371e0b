#include "joined_device.h"

#include <rowdesk/clock.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <exception>

#include "../../../../../hardware-drivers/mixer/src/engine/denormals.h"

namespace rowdesk {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr uint32_t piece_frames = 256;
/** 192 kHz by 44.1 kHz, and what the converter holds. */
constexpr uint32_t most_converted = piece_frames * 5 + 64;
/** What a side may be late in addition to one of its blocks. */
constexpr double late_s = 0.001;
/** A delay that is off by this much is set anew, behind a fade; what is less is drawn back by the ratio. */
constexpr double largest_error_s = 0.0005;
/** Without a block of the mixer for so long, and for some blocks, the mixer is not driven. */
constexpr double stale_ns = 50e6, stale_blocks = 3;
constexpr double most_bend = 500e-6;

void count(std::atomic<uint64_t>& number) { number.store(number.load(relaxed) + 1, relaxed); }

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

// The driving thread

void JoinedDevice::prepare_driving(double rate_hz, uint32_t max_frames) {
  input_gate_.prepare(rate_hz, max_frames);
  is_input_open_ = false;
}

void JoinedDevice::read_inputs(uint64_t position, uint64_t generation, uint32_t frames, bool jumped, float* const* planes) {
  const bool was_open = input_gate_.is_open();
  if (jumped) input_gate_.cut();
  const bool is_given = given_generation_.load(std::memory_order_acquire) == generation;
  const uint32_t sounding = input_gate_.plan(frames, is_given ? rd_joined_ready(&inputs_, position) : 0);
  for (uint32_t channel = 0; channel < settings_.inputs; ++channel) {
    rd_joined_get(&inputs_, channel, position, planes[channel], sounding);
    input_gate_.apply(planes[channel], sounding);
    std::fill(planes[channel] + sounding, planes[channel] + frames, 0.0f);
  }
  rd_joined_passed(&inputs_, position + frames);
  if (was_open && !input_gate_.is_open() && is_prepared_.load(relaxed)) count(input_gaps_);
  is_input_open_.store(input_gate_.is_open(), relaxed);
}

void JoinedDevice::write_outputs(uint64_t position, uint32_t frames, const float* const* planes) {
  if (rd_joined_room(&outputs_, position) < frames) return;
  for (uint32_t channel = 0; channel < settings_.outputs; ++channel) {
    rd_joined_put(&outputs_, channel, position, planes[channel], frames);
  }
  rd_joined_wrote(&outputs_, position, frames);
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
  line_.restart(rate);
  output_gate_.prepare(rate, max_frames);
  has_position_ = is_live_ = is_giving_ = is_placed_ = has_yielded_ = false;
  largest_frames_ = 0;
  input_target_ = output_target_ = 0;
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
  const NoDenormals scope;
  rd_joined_observe(driving_.get(), &mixer_);
  if (settings_.resamples && !has_yielded_) yield_to_driving();
  block_s_ = frames / rate_hz_;
  const bool is_cut = !follow_clock(time, frames);
  const bool was_live = is_live_;
  const bool are_running = are_both_running(time);
  is_live_ = are_running && mixer_.is_settled != 0 && line_.is_settled();
  has_moved_ = false;
  if (is_live_) {
    set_targets();
    const uint32_t restarts = mixer_.restarts + line_.restarts();
    if (restarts != restarts_ || !was_live) input_loop_.age_s = output_loop_.age_s = 0;
    restarts_ = restarts;
  }
  give_inputs(in, frames, is_cut);
  take_outputs(out, frames, is_cut);
  show(begin_ns, are_running);
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

bool JoinedDevice::follow_clock(const rd_block_time& time, uint32_t frames) {
  const bool is_first = !has_position_;
  const bool jumps = !is_first && time.frame_position != next_position_;
  // Frames that are lost, but not counted, leave positions and time apart; so do positions that go back.
  const bool is_uncounted = !is_first && !jumps && (time.flags & RD_BLOCK_XRUN) != 0;
  if (is_uncounted || (jumps && time.frame_position < next_position_)) line_.restart(rate_hz_);
  has_position_ = true;
  next_position_ = time.frame_position + frames;
  largest_frames_ = std::max(largest_frames_, frames);
  const bool is_broken = line_.add(time.frame_position, frames, time.monotonic_ns) == ClockLine::Event::broken;
  return !jumps && !is_uncounted && !is_broken;
}

bool JoinedDevice::are_both_running(const rd_block_time& time) const {
  if (mixer_.generation == 0 || (!settings_.resamples && mixer_.rate_hz != rate_hz_)) return false;
  const auto silent_ns = static_cast<double>(static_cast<int64_t>(time.monotonic_ns - mixer_.block_ns));
  return silent_ns < stale_ns + stale_blocks * (mixer_.block_frames * mixer_.frame_ns + largest_frames_ * line_.frame_ns());
}

void JoinedDevice::set_targets() {
  const double rate = mixer_.rate_hz, nominal = rate / rate_hz_;
  const double fade = std::ceil(Gate::fade_out_s * rate) + 1, late = late_s * rate;
  const double own = std::ceil(largest_frames_ * nominal), block = mixer_.block_frames;
  const double in_reach = settings_.resamples ? std::ceil(input_resampler_->reach_frames(nominal) * nominal) : 0;
  const double out_reach = settings_.resamples ? output_resampler_->reach_frames(1 / nominal) : 0;
  // The mixer reads a block and what a fade needs; the device's block is late by another one.
  const double input = std::ceil(block + fade + in_reach + own + late);
  const double output = std::ceil(own + fade + out_reach + block + late);
  has_moved_ = input != input_target_ || output != output_target_;
  input_target_ = input;
  output_target_ = output;
  largest_error_ = largest_error_s * rate;
}

double JoinedDevice::mixer_frames_at(double device_frames) const {
  const double apart_ns = static_cast<double>(line_.time_ns() - mixer_.time_ns) + line_.time_fraction_ns() - mixer_.time_fraction_ns;
  return (apart_ns + device_frames * line_.frame_ns()) / mixer_.frame_ns;
}

void JoinedDevice::Loop::follow(double clocks, double error_s, double sign, double block_s) {
  age_s += block_s;
  // Fast at first; then so slow that the jitter which both lines leave moves no tone.
  const double speed = 1 / std::min(25.0, 0.5 + age_s / 2);
  const double bend = std::clamp(speed * error_s, -most_bend, most_bend);
  ratio += (clocks * (1 + sign * bend) - ratio) * std::min(1.0, 4 * speed * block_s);
}

// From the device to the mixer

void JoinedDevice::give_inputs(const float* const* in, uint32_t frames, bool is_cut) {
  if (settings_.inputs == 0) return;
  if (is_cut || has_moved_ || !is_live_ || input_generation_ != mixer_.generation) is_giving_ = false;
  if (is_giving_) {
    const double delay =
        static_cast<double>(static_cast<int64_t>(input_position_ - mixer_.position)) - mixer_frames_at(-input_held_);
    const double error = delay - input_target_;
    input_latency_.store(delay, relaxed);
    if (std::fabs(error) > largest_error_) is_giving_ = false;
    if (settings_.resamples) input_loop_.follow(clocks(), seconds_of(error), -1, block_s_);
  }
  if (!is_giving_) is_giving_ = is_live_ && begin_inputs();
  if (!is_giving_) return;
  if (!settings_.resamples) return put_inputs(in, frames);
  for (uint32_t done = 0; done < frames;) {
    for (uint32_t n = 0; n < settings_.inputs; ++n) in_planes_[n] = in[n] + done;
    const uint32_t given = std::min(frames - done, piece_frames);
    const double ratio = input_loop_.ratio;
    const auto step = input_resampler_->process(in_planes_.data(), given, converted_.planes(), most_converted, ratio);
    done += step.used;
    input_held_ += step.used - step.made / ratio;
    put_inputs(converted_.planes(), step.made);
    if (step.used == 0 && step.made == 0) break;
  }
}

/** Returns false while the ring still holds sound for later frames. */
bool JoinedDevice::begin_inputs() {
  const uint64_t position = mixer_.position + static_cast<uint64_t>(std::llround(mixer_frames_at(0) + input_target_));
  input_skip_ = 0;
  if (settings_.resamples) {
    input_loop_.begin(clocks());
    input_resampler_->reset();
    input_skip_ = static_cast<uint32_t>(std::ceil(input_resampler_->reach_frames(clocks()) * clocks()));
  }
  if (position + input_skip_ < __atomic_load_n(&inputs_.written, __ATOMIC_RELAXED)) return false;
  input_position_ = position;
  input_held_ = 0;
  input_generation_ = mixer_.generation;
  given_generation_.store(input_generation_, std::memory_order_release);
  return true;
}

void JoinedDevice::put_inputs(const float* const* planes, uint32_t frames) {
  const uint32_t skipped = std::min(input_skip_, frames), left = frames - skipped;
  input_skip_ -= skipped;
  const uint64_t position = input_position_ + skipped;
  input_position_ += frames;
  // Without room the mixer has stopped, and the frames are a gap.
  if (left == 0 || rd_joined_room(&inputs_, position) < left) return;
  for (uint32_t n = 0; n < settings_.inputs; ++n) rd_joined_put(&inputs_, n, position, planes[n] + skipped, left);
  rd_joined_wrote(&inputs_, position, left);
}

// From the mixer to the device

void JoinedDevice::take_outputs(float* const* out, uint32_t frames, bool is_cut) {
  if (settings_.outputs == 0) return;
  const bool was_open = output_gate_.is_open();
  if (is_cut) {
    output_gate_.cut();
  } else if (!output_gate_.is_silent() && is_live_ && output_generation_ == mixer_.generation) {
    const double heard = static_cast<double>(static_cast<int64_t>(output_position_ - mixer_.position)) - output_held_;
    const double delay = mixer_frames_at(0) - heard;
    const double error = delay - output_target_;
    output_latency_.store(delay, relaxed);
    if (has_moved_ || std::fabs(error) > largest_error_) output_gate_.close();
    if (settings_.resamples) output_loop_.follow(clocks(), seconds_of(error), 1, block_s_);
  }
  if (output_gate_.is_silent()) {
    is_placed_ = is_live_;
    if (is_placed_) place_outputs();
  }
  uint32_t sounding = output_gate_.plan(frames, is_placed_ ? ready_outputs() : 0);
  if (sounding > 0) sounding = convert_outputs(out, sounding);
  for (uint32_t n = 0; n < settings_.outputs; ++n) {
    output_gate_.apply(out[n], sounding);
    std::fill(out[n] + sounding, out[n] + frames, 0.0f);
  }
  if (is_placed_) rd_joined_passed(&outputs_, output_position_);
  if (was_open && !output_gate_.is_open() && mixer_.generation != 0) count(output_gaps_);
  is_output_open_.store(output_gate_.is_open(), relaxed);
}

/** Where reading begins when the gate opens with this block. */
void JoinedDevice::place_outputs() {
  double begin = mixer_frames_at(0) - output_target_;
  output_skip_ = 0;
  if (settings_.resamples) {
    output_loop_.begin(clocks());
    output_skip_ = static_cast<uint32_t>(std::ceil(output_resampler_->reach_frames(1 / clocks()) / clocks()));
    begin -= output_skip_ * clocks();
  }
  output_position_ = mixer_.position + static_cast<uint64_t>(std::llround(begin));
  output_held_ = 0;
  output_generation_ = mixer_.generation;
  rd_joined_passed(&outputs_, output_position_);
}

/** Frames of the device. */
uint64_t JoinedDevice::ready_outputs() const {
  const uint64_t ready = rd_joined_ready(&outputs_, output_position_);
  if (!settings_.resamples) return ready;
  const double ratio = output_loop_.ratio;
  const double frames = (static_cast<double>(ready) + output_held_ - output_resampler_->reach_frames(1 / ratio)) / ratio - output_skip_;
  return frames < 1 ? 0 : static_cast<uint64_t>(frames);
}

/** Returns the frames it has, which are all of those that were ready. */
uint32_t JoinedDevice::convert_outputs(float* const* out, uint32_t frames) {
  if (!settings_.resamples) {
    for (uint32_t n = 0; n < settings_.outputs; ++n) rd_joined_get(&outputs_, n, output_position_, out[n], frames);
    output_position_ += frames;
    return frames;
  }
  const bool begins = output_skip_ > 0;
  if (begins) output_resampler_->reset();
  const double ratio = output_loop_.ratio, reach = output_resampler_->reach_frames(1 / ratio);
  uint32_t done = 0;
  while (done < frames) {
    // What is skipped goes to where the first frames will be.
    const uint32_t wanted = output_skip_ > 0 ? std::min(output_skip_, frames) : frames - done;
    for (uint32_t n = 0; n < settings_.outputs; ++n) out_planes_[n] = out[n] + done;
    const double missing = std::ceil(wanted * ratio + reach - output_held_);
    const uint32_t most = static_cast<uint32_t>(std::min<uint64_t>(rd_joined_ready(&outputs_, output_position_), piece_frames));
    const uint32_t given = static_cast<uint32_t>(std::clamp(missing, 0.0, static_cast<double>(most)));
    for (uint32_t n = 0; n < settings_.outputs; ++n) rd_joined_get(&outputs_, n, output_position_, fed_.planes()[n], given);
    const auto step = output_resampler_->process(fed_.planes(), given, out_planes_.data(), wanted, 1 / ratio);
    output_position_ += step.used;
    output_held_ += step.used - step.made * ratio;
    if (output_skip_ > 0) {
      output_skip_ -= step.made;
    } else {
      done += step.made;
    }
    if (step.used == 0 && step.made == 0) break;
  }
  return done;
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
