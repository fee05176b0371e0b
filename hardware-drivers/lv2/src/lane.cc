#include "lane.h"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <bit>

#include "faults.h"

namespace rowdesk::plugins {
namespace {

uint64_t ns_of(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(now.tv_nsec);
}

/** The first blocks of a plugin find nothing in the processor's caches. */
constexpr uint32_t blocks_before_judgement = 8;
constexpr int most_late_of_8 = 2;
/** A mixer with tiny blocks still has the time of its largest one, by the delay of the return. */
constexpr uint64_t least_block_ns = 200'000;
constexpr uint32_t longest_preparation_s = 2;

}  // namespace

Instant Instant::now() noexcept { return {ns_of(CLOCK_THREAD_CPUTIME_ID), ns_of(CLOCK_MONOTONIC)}; }

uint64_t preemptions_of_thread() noexcept {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<uint64_t>(usage.ru_nivcsw);
}

Lane::Lane(const char* place, std::unique_ptr<SlotMap> slot, uint32_t rack)
    : place_(place), slot_(std::move(slot)), rack_(rack), memory_(size_t{7} * slot_->block_frames()) {
  float* at = memory_.data();
  for (float** buffer : {&input_[0], &input_[1], &output_[0], &output_[1], &other_[0], &other_[1], &key_}) {
    *buffer = at;
    at += slot_->block_frames();
  }
}

Lane::~Lane() {
  delete incoming_.load();
  for (const auto& place : ended_) delete place.load();
}

void Lane::play(std::unique_ptr<Voice> voice) {
  // One that was not taken yet is never heard.
  delete incoming_.exchange(voice.release(), std::memory_order_acq_rel);
}

std::vector<std::unique_ptr<Voice>> Lane::take_ended() {
  std::vector<std::unique_ptr<Voice>> all;
  for (auto& place : ended_) {
    if (Voice* voice = place.exchange(nullptr, std::memory_order_acq_rel)) all.emplace_back(voice);
  }
  return all;
}

bool Lane::run(uint64_t preemptions) noexcept {
  if (fault() != Fault::none) return false;
  if (is_closed_.load(std::memory_order_acquire)) {
    slot_->withdraw(rack_);
    return false;
  }
  take_next();
  const uint64_t written = slot_->written();
  if (!current_ && !next_) return false;
  if (!has_position_ || written < position_ || written - position_ > slot_->capacity() / 2) {
    is_from_start_ = !has_position_ && written <= slot_->block_frames();
    position_ = is_from_start_ ? 0 : written;
    has_position_ = true;
    if (current_) slot_->restart(position_);
  }
  // Nothing was sent yet: the plugin serves the first frame.
  if (!current_ && is_from_start_ && position_ == 0 && !next_->is_busy()) begin_next();
  bool has_run = false;
  while (position_ < written && fault() == Fault::none) {
    if (!process(static_cast<uint32_t>(std::min<uint64_t>(slot_->block_frames(), written - position_)), preemptions)) break;
    has_run = true;
  }
  return has_run;
}

/** The next voice waits until the one before has ended its crossfade, and what it replaced is fetched. */
void Lane::take_next() noexcept {
  if (next_ || ended_[0].load(std::memory_order_acquire) != nullptr) return;
  Voice* const voice = incoming_.exchange(nullptr, std::memory_order_acq_rel);
  if (voice == nullptr) return;
  next_.reset(voice);
  prepared_frames_ = 0;
  is_fading_ = false;
  voice_blocks_ = 0;
}

bool Lane::process(uint32_t frames, uint64_t preemptions) noexcept {
  if (next_ && !is_fading_) {
    const uint64_t needed = next_->latency_frames() + slot_->rate_hz() / 100;
    const bool has_sound = prepared_frames_ >= needed && !next_->is_busy();
    if (has_sound || prepared_frames_ >= uint64_t{slot_->rate_hz()} * longest_preparation_s) begin_next();
  }
  for (uint32_t leg = 0; leg < slot_->legs(); ++leg) slot_->read(leg, position_, input_[leg], frames);
  if (slot_->has_key()) slot_->read(slot_->legs(), position_, key_, frames);

  const Instant before = Instant::now();
  busy_since_ns_.store(before.wall_ns, std::memory_order_release);
  const bool is_finite = run_voices(frames);
  busy_since_ns_.store(0, std::memory_order_release);
  if (!is_finite) {
    set_aside(Fault::not_finite);
    return false;
  }
  judge_time(before, frames, preemptions);
  if (fault() != Fault::none) return false;

  position_ += frames;
  if (current_) {
    for (uint32_t leg = 0; leg < slot_->legs(); ++leg) slot_->write(leg, position_ - frames, output_[leg], frames);
    slot_->set_done(position_);
  }
  return true;
}

bool Lane::run_voices(uint32_t frames) noexcept {
  const Blame blame(place_);
  const float* const key = slot_->has_key() ? key_ : nullptr;
  if (current_) {
    if (!current_->process(input_, key, output_, frames)) return false;
    const Voice& heard = is_fading_ ? *next_ : *current_;
    if (heard.latency_frames() != latency_.load(std::memory_order_relaxed)) {
      latency_.store(heard.latency_frames(), std::memory_order_relaxed);
      slot_->set_latency(heard.latency_frames());
    }
  }
  if (!next_) return true;
  if (!next_->process(input_, key, other_, frames)) return false;
  if (!is_fading_) {
    prepared_frames_ += frames;
    return true;
  }
  const uint32_t fade = slot_->rate_hz() / 50;
  for (uint32_t leg = 0; leg < slot_->legs(); ++leg) {
    for (uint32_t i = 0; i < frames; ++i) {
      const float gain = std::min(1.0f, static_cast<float>(faded_frames_ + i + 1) / static_cast<float>(fade));
      output_[leg][i] += gain * (other_[leg][i] - output_[leg][i]);
    }
  }
  faded_frames_ += frames;
  if (faded_frames_ >= fade) {
    retire(current_.release());
    current_ = std::move(next_);
    is_fading_ = false;
  }
  return true;
}

void Lane::begin_next() noexcept {
  if (current_) {
    is_fading_ = true;
    faded_frames_ = 0;
    return;
  }
  current_ = std::move(next_);
  latency_.store(current_->latency_frames(), std::memory_order_relaxed);
  slot_->offer(rack_, current_->latency_frames(), position_);
}

/** take_next() keeps a place free for it. */
void Lane::retire(Voice* voice) noexcept {
  for (auto& place : ended_) {
    Voice* none = nullptr;
    if (place.compare_exchange_strong(none, voice, std::memory_order_acq_rel)) return;
  }
}

/**
 * Late is a plugin that computed for longer than the block lasts, or that waited for so long by itself: not one whose processor was
 * taken away by another thread.
 */
void Lane::judge_time(const Instant& before, uint32_t frames, uint64_t preemptions) noexcept {
  const Instant after = Instant::now();
  const uint64_t computed_ns = after.processor_ns - before.processor_ns;
  busy_ns_.store(busy_ns() + computed_ns, std::memory_order_relaxed);
  const uint64_t block_ns = uint64_t{frames} * 1'000'000'000u / slot_->rate_hz();
  // Two run side by side while one replaces the other.
  const uint64_t lasts_ns = std::max(least_block_ns, block_ns) * (next_ ? 2 : 1);
  const bool is_late = computed_ns > lasts_ns ||
                       (after.wall_ns - before.wall_ns > lasts_ns && preemptions_of_thread() == preemptions);
  late_ = static_cast<uint8_t>(late_ << 1 | (is_late ? 1 : 0));
  if (voice_blocks_ < blocks_before_judgement) {
    ++voice_blocks_;
    late_ = 0;
  }
  if (std::popcount(late_) > most_late_of_8) set_aside(Fault::late);
}

void Lane::set_aside(Fault fault) noexcept {
  slot_->withdraw(rack_);
  fault_.store(fault, std::memory_order_release);
}

}  // namespace rowdesk::plugins
