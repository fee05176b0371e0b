#include "cycles.h"

#include <rowdesk/clock.h>
#include <sched.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace rowdesk {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;
constexpr float fade_s = 0.02f;
/** Without it sched_getscheduler() says SCHED_RESET_ON_FORK as well. */
constexpr int policy_mask = 0xff;

size_t plane(uint32_t channel) { return static_cast<size_t>(channel) * RD_MAX_FRAMES; }

float* scaled(const float* from, float* to, const float* ramp, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) to[i] = from[i] * ramp[i];
  return to;
}

rd_crash_page* crash_page() {
  static rd_crash_page* const page = rd_crash_page_open();
  return page;
}

}  // namespace

void SharedName::store(const char* name) {
  std::array<char, sizeof(words_)> bytes{};
  for (size_t i = 0; i + 1 < bytes.size() && name[i] != 0; ++i) bytes[i] = name[i];
  for (size_t i = 0; i < words_.size(); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i * sizeof(word), sizeof(word));
    words_[i].store(word, relaxed);
  }
}

std::string SharedName::load() const {
  std::array<char, sizeof(words_)> bytes{};
  for (size_t i = 0; i < words_.size(); ++i) {
    const uint64_t word = words_[i].load(relaxed);
    std::memcpy(bytes.data() + i * sizeof(word), &word, sizeof(word));
  }
  return bytes.data();
}

Cycles::Cycles(const char* package, uint32_t inputs, uint32_t outputs)
    : inputs_(inputs),
      outputs_(outputs),
      zeros_(RD_MAX_FRAMES, 0.0f),
      unlinked_(static_cast<size_t>(outputs) * RD_MAX_FRAMES, 0.0f),
      faded_(static_cast<size_t>(inputs) * RD_MAX_FRAMES, 0.0f),
      in_planes_(inputs, nullptr),
      out_planes_(outputs, nullptr),
      ramp_(RD_MAX_FRAMES, 0.0f),
      own_name_(rd_crash_name(crash_page(), package)),
      mixer_name_(rd_crash_name(crash_page(), "mixer")) {}

Cycles::~Cycles() {
  stop();
  disconnected();
}

void Cycles::start(const rd_processor& processor, uint32_t rate_hz) {
  stop();
  const int error = processor.prepare(processor.self, rate_hz, RD_MAX_FRAMES, inputs_, outputs_);
  if (error < 0) throw std::runtime_error(std::string("the processor can't be prepared: ") + std::strerror(-error));
  prepared_hz_ = rate_hz;
  frame_position_ = 0;
  gain_ = 0;
  thread_.clear();
  processor_ = &processor;
}

void Cycles::stop() {
  const rd_processor* processor = processor_.exchange(nullptr);
  if (processor == nullptr) return;
  // A cycle that began before the exchange may use the processor; later ones don't.
  while (is_inside_) rd_sleep_until(rd_monotonic_ns() + 100'000);
  processor->release(processor->self);
}

Cycles::Figures Cycles::figures() {
  Figures f;
  f.rate_hz = rate_hz_;
  f.quantum = quantum_;
  f.thread = thread_.read();
  return f;
}

void Cycles::disconnected() {
  rd_crash_release(slot_);
  slot_ = nullptr;
  has_clock_ = false;
  has_thread_ = false;
  thread_.end_thread();
  rate_hz_ = 0;
  quantum_ = 0;
  shared_clock_id_ = UINT32_MAX;
}

bool Cycles::run(const CycleTime& time, const float* const* in, float* const* out) {
  is_inside_ = true;
  if (!has_thread_.load(relaxed)) begin_thread();
  const uint64_t now_ns = rd_monotonic_ns();
  if (now_ns > time.due_ns && !time.is_freewheeling) thread_.count_wakeup(now_ns - time.due_ns);
  const bool is_other_clock = time.clock_id != shared_clock_id_.load(relaxed);
  const bool is_other =
      is_other_clock || time.rate_hz != rate_hz_.load(relaxed) || time.frames != quantum_.load(relaxed);
  if (is_other_clock) clock_name_.store(time.clock_name);
  shared_clock_id_.store(time.clock_id, relaxed);
  rate_hz_.store(time.rate_hz, relaxed);
  quantum_.store(time.frames, relaxed);
  const uint64_t lost_frames = lost_before(time);
  const rd_processor* processor = processor_;
  if (processor != nullptr && prepared_hz_ == time.rate_hz) {
    process(*processor, time, in, out, lost_frames);
    if (time.is_freewheeling) thread_.count_frames(time.frames);
    else thread_.count_block(time.frames, rd_monotonic_ns() - now_ns);
  } else {
    for (uint32_t n = 0; n < outputs_; ++n) {
      if (out[n] != nullptr) std::fill_n(out[n], time.frames, 0.0f);
    }
  }
  is_inside_ = false;
  return is_other;
}

/** The first cycle of a thread. */
void Cycles::begin_thread() {
  slot_ = rd_crash_claim(crash_page(), "audio");
  rd_crash_enter(slot_, own_name_);
  sched_param parameters{};
  const int policy = sched_getscheduler(0);
  sched_getparam(0, &parameters);
  thread_.set_policy(policy < 0 ? SCHED_OTHER : policy & policy_mask, parameters.sched_priority);
  thread_.begin_thread();
  has_thread_ = true;
}

/**
 * A jump of the clock's position is an xrun, and so are frames that the clock counts as lost: a card's driver may do either
 * or both for one xrun. Another clock's position and count say nothing.
 */
uint64_t Cycles::lost_before(const CycleTime& time) {
  const bool is_same = has_clock_ && time.clock_id == clock_id_;
  const uint64_t jump = is_same && time.position > next_position_ ? time.position - next_position_ : 0;
  const uint64_t counted = is_same && time.xrun_frames > xrun_frames_ ? time.xrun_frames - xrun_frames_ : 0;
  const uint64_t lost = std::max(jump, counted);
  has_clock_ = true;
  clock_id_ = time.clock_id;
  next_position_ = time.position + time.frames;
  xrun_frames_ = time.xrun_frames;
  if (lost == 0) return 0;
  thread_.count_xrun(lost, rd_monotonic_ns());
  return lost;
}

void Cycles::process(const rd_processor& processor, const CycleTime& time, const float* const* in, float* const* out,
                     uint64_t lost_frames) {
  frame_position_ += lost_frames;
  const uint32_t freewheel = time.is_freewheeling ? RD_BLOCK_FREEWHEEL : 0;
  uint32_t flags = freewheel | (lost_frames == 0 ? 0 : RD_BLOCK_XRUN);
  for (uint32_t done = 0; done < time.frames;) {
    const uint32_t frames = std::min(time.frames - done, RD_MAX_FRAMES);
    const bool is_ramped = ramp_gain(frames);
    for (uint32_t n = 0; n < inputs_; ++n) {
      in_planes_[n] = in[n] == nullptr ? zeros_.data() : in[n] + done;
      if (is_ramped) in_planes_[n] = scaled(in_planes_[n], faded_.data() + plane(n), ramp_.data(), frames);
    }
    for (uint32_t n = 0; n < outputs_; ++n) out_planes_[n] = out[n] == nullptr ? unlinked_.data() + plane(n) : out[n] + done;
    const uint64_t start_ns = time.due_ns + rd_duration_ns(done, time.rate_hz);
    const rd_block_time block{sizeof(rd_block_time), RD_ABI, frame_position_, start_ns, thread_.xruns(), flags, 0};
    rd_crash_enter(slot_, mixer_name_);
    processor.process(processor.self, in_planes_.data(), out_planes_.data(), frames, &block);
    rd_crash_enter(slot_, own_name_);
    if (is_ramped) {
      for (float* samples : out_planes_) scaled(samples, samples, ramp_.data(), frames);
    }
    frame_position_ += frames;
    done += frames;
    flags = freewheel;
  }
}

/** Moves the gain towards 1, or towards 0 while not enabled. Returns false for a gain of 1 throughout. */
bool Cycles::ramp_gain(uint32_t frames) {
  const float target = is_enabled_.load(relaxed) ? 1.0f : 0.0f;
  if (gain_ == 1.0f && target == 1.0f) return false;
  const float step = 1.0f / (fade_s * static_cast<float>(prepared_hz_));
  for (uint32_t i = 0; i < frames; ++i) {
    ramp_[i] = gain_;
    gain_ = gain_ < target ? std::min(gain_ + step, target) : std::max(gain_ - step, target);
  }
  return true;
}

}  // namespace rowdesk
