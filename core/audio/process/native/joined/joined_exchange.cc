// How sound crosses the rings of a joined device, in both directions and on both threads.
#include <algorithm>
#include <cmath>

#include "joined_device.h"

namespace rowdesk {
namespace {

using std::memory_order::relaxed;
constexpr double most_bend = 500e-6;

/** What is behind this position is not there yet; else it is a gap. */
bool is_newest(const rd_joined_ring& ring, uint64_t position) {
  return position == __atomic_load_n(&ring.written, __ATOMIC_RELAXED);
}

/** The one writer. */
void count(std::atomic<uint64_t>& number) { number.store(number.load(relaxed) + 1, relaxed); }

}  // namespace

// The driving thread

void JoinedDevice::read_inputs(uint64_t position, uint64_t generation, uint32_t frames, Break since, float* const* planes) {
  const bool was_open = input_gate_.is_open();
  if (since == Break::frames) input_gate_.cut();
  if (since == Break::clock) input_gate_.close();
  const bool is_given = given_generation_.load(std::memory_order_acquire) == generation;
  const uint64_t ready = is_given ? rd_joined_ready(&inputs_, position) : 0;
  const uint32_t sounding = input_gate_.plan(frames, ready);
  for (uint32_t channel = 0; channel < settings_.inputs; ++channel) {
    rd_joined_get(&inputs_, channel, position, planes[channel], sounding);
    input_gate_.apply(planes[channel], sounding);
    std::fill(planes[channel] + sounding, planes[channel] + frames, 0.0f);
  }
  rd_joined_passed(&inputs_, position + frames);
  if (was_open && !input_gate_.is_open() && is_prepared_.load(relaxed)) {
    count(input_gaps_);
    if (since == Break::none && is_newest(inputs_, position + ready)) count(late_inputs_);
  }
  is_input_open_.store(input_gate_.is_open(), relaxed);
}

void JoinedDevice::write_outputs(uint64_t position, uint32_t frames, const float* const* planes) {
  if (rd_joined_room(&outputs_, position) < frames) return;
  for (uint32_t channel = 0; channel < settings_.outputs; ++channel) {
    rd_joined_put(&outputs_, channel, position, planes[channel], frames);
  }
  rd_joined_wrote(&outputs_, position, frames);
}

// The device's thread

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
  if (is_cut || has_input_moved_ || !is_live_ || input_generation_ != mixer_.generation) is_giving_ = false;
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

/** Returns false while the ring still holds sound for later frames, or up to here: without a gap no fade comes between. */
bool JoinedDevice::begin_inputs() {
  const uint64_t position = mixer_.position + static_cast<uint64_t>(std::llround(mixer_frames_at(0) + input_target_));
  input_skip_ = 0;
  if (settings_.resamples) {
    input_loop_.begin(clocks());
    input_resampler_->reset();
    input_skip_ = static_cast<uint32_t>(std::ceil(input_resampler_->reach_frames(clocks()) * clocks()));
  }
  if (position + input_skip_ <= __atomic_load_n(&inputs_.written, __ATOMIC_RELAXED)) return false;
  input_position_ = position;
  input_held_ = 0;
  // Within half a frame, until the next block measures it: a device that runs has a latency.
  input_latency_.store(input_target_, relaxed);
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

void JoinedDevice::take_outputs(float* const* out, uint32_t frames, Break since) {
  if (settings_.outputs == 0) return;
  const bool was_open = output_gate_.is_open();
  // What the device plays goes on where only its clock is another one: a cut would click.
  bool has_closed = since == Break::clock;
  if (since == Break::frames) {
    output_gate_.cut();
  } else if (has_closed) {
    output_gate_.close();
  } else if (!output_gate_.is_silent() && is_live_ && output_generation_ == mixer_.generation) {
    const double heard = static_cast<double>(static_cast<int64_t>(output_position_ - mixer_.position)) - output_held_;
    const double delay = mixer_frames_at(0) - heard;
    const double error = delay - output_target_;
    output_latency_.store(delay, relaxed);
    has_closed = has_output_moved_ || std::fabs(error) > largest_error_;
    if (has_closed) output_gate_.close();
    if (settings_.resamples) output_loop_.follow(clocks(), seconds_of(error), 1, block_s_);
  }
  if (output_gate_.is_silent()) {
    is_placed_ = is_live_;
    if (is_placed_) place_outputs();
  }
  const bool is_late = is_newest(outputs_, output_position_ + rd_joined_ready(&outputs_, output_position_));
  uint32_t sounding = output_gate_.plan(frames, is_placed_ ? ready_outputs() : 0);
  if (sounding > 0) sounding = convert_outputs(out, sounding);
  for (uint32_t n = 0; n < settings_.outputs; ++n) {
    output_gate_.apply(out[n], sounding);
    std::fill(out[n] + sounding, out[n] + frames, 0.0f);
  }
  if (is_placed_) rd_joined_passed(&outputs_, output_position_);
  if (was_open && !output_gate_.is_open() && mixer_.generation != 0) {
    count(output_gaps_);
    is_output_late_ = is_late && since == Break::none && !has_closed;
    late_block_ns_ = mixer_.block_ns;
  }
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
  output_latency_.store(output_target_, relaxed);
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

}  // namespace rowdesk
