#include "engine/play_reader.h"

#include <rowdesk/clock.h>

#include <algorithm>
#include <cstring>

namespace rowdesk {
namespace {

constexpr uint64_t wait_ns = 1'000'000'000, nap_ns = 100'000;

template <typename Number>
Number load(const Number& shared) {
  return __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
}

template <typename Number>
void store(Number& shared, Number value) {
  __atomic_store_n(&shared, value, __ATOMIC_RELEASE);
}

}  // namespace

PlayReader::PlayReader(rd_play_ring* ring)
    : ring_(ring),
      channels_(ring->channels),
      mask_(ring->capacity_frames - 1),
      fade_frames_(ring->fade_frames),
      samples_(reinterpret_cast<const float*>(reinterpret_cast<const char*>(ring) + ring->samples_offset)),
      crossed_(ring->fade_frames) {}

void PlayReader::allot(uint32_t most_frames) {
  stop();
  if (most_frames == most_frames_) return;
  most_frames_ = most_frames;
  sound_ = LockedArray<float>(size_t{channels_} * most_frames);
  is_cleared_ = true;
}

void PlayReader::stop() {
  level_ = 0;
  slope_ = 0;
  crossed_ = fade_frames_;
  if (!is_cleared_ && sound_.size() > 0) std::memset(sound_.data(), 0, sound_.size() * sizeof(float));
  is_cleared_ = true;
  publish();
}

void PlayReader::read(uint32_t frames, bool plays) {
  follow_player(frames, plays);
  plan(frames);
  const bool is_silence = run_count_ == 0;
  if (is_silence && is_cleared_) return publish();
  for (uint32_t number = 0; number < channels_; ++number) {
    float* const to = sound_.data() + size_t{number} * most_frames_;
    const float* const from = samples_ + size_t{number} * (size_t{mask_} + 1);
    uint32_t done = 0;
    for (uint32_t i = 0; i < run_count_; ++i) {
      fill(to, from, runs_[i]);
      done = runs_[i].first + runs_[i].frames;
    }
    std::fill(to + done, to + (is_silence ? most_frames_ : frames), 0.0f);
  }
  is_cleared_ = is_silence;
  publish();
}

void PlayReader::wait(uint32_t frames) {
  const uint64_t deadline = rd_monotonic_ns() + wait_ns;
  for (;;) {
    const uint64_t written = load(ring_->written), ahead = load(ring_->jump_to) - at_;
    const bool jumps = ahead != 0 && ahead <= uint64_t{mask_} + 1;
    if (jumps && level_ == 0) return;  // read() goes there at once
    // The sound before a jump is played until what is behind it is there.
    const uint64_t needed = enough(frames) + (jumps && ahead < enough(frames) ? ahead : 0);
    if (load(ring_->is_playing) == 0 || load(ring_->has_ended) != 0 || written - at_ >= needed || written == given_up_at_) return;
    const uint64_t now = rd_monotonic_ns();
    if (now >= deadline) {
      given_up_at_ = written;
      return;
    }
    rd_sleep_until(now + nap_ns);
  }
}

// A fade out goes on to its end, also when the player wants to play again.
void PlayReader::follow_player(uint32_t frames, bool plays) {
  const uint64_t capacity = uint64_t{mask_} + 1;
  const uint64_t written = load(ring_->written) - at_;  // beyond the capacity: frames that are over, or a lie
  end_ = at_ + (written <= capacity ? written : 0);
  follow_jump(frames);
  const bool is_wanted = plays && load(ring_->is_playing) != 0;
  if (level_ > 0 && !is_wanted) slope_ = -1;
  if (level_ == 0) slope_ = is_wanted && frames_left() >= enough(frames) ? 1 : 0;
}

void PlayReader::follow_jump(uint32_t frames) {
  const uint64_t written = end_ - at_, ahead = load(ring_->jump_to) - at_;
  if (ahead == 0 || ahead > uint64_t{mask_} + 1) return;  // none, or a lie
  const uint64_t to = at_ + ahead;
  if (level_ == 0) {
    end_ = written > ahead ? end_ : to;
    at_ = to;
    return;
  }
  const bool is_ready = written >= ahead + enough(frames);
  if (!is_ready || crossed_ < fade_frames_) {
    end_ = std::min(end_, to);  // another sound begins there
    return;
  }
  if (slope_ < 0) return;
  if (ahead < fade_frames_) {  // too near for a crossfade
    slope_ = -1;
    return;
  }
  before_ = at_;
  at_ = to;
  crossed_ = 0;
}

uint64_t PlayReader::frames_left() const { return end_ - at_; }

// Keeps as many frames as the fade out takes.
void PlayReader::plan(uint32_t frames) {
  run_count_ = 0;
  for (uint32_t first = 0; first < frames && run_count_ < most_runs;) {
    if (level_ == 0 && slope_ <= 0) return;
    uint64_t count = frames - first;
    if (crossed_ < fade_frames_) count = std::min<uint64_t>(count, fade_frames_ - crossed_);
    if (slope_ < 0) {
      count = std::min<uint64_t>(count, level_);
    } else {
      const uint64_t spare = frames_left() > level_ ? frames_left() - level_ : 0;
      count = slope_ > 0 ? std::min({count, spare / 2, uint64_t{fade_frames_} - level_}) : std::min(count, spare);
      if (count == 0) {
        slope_ = -1;
        ++underruns_;
        continue;
      }
    }
    const auto run = static_cast<uint32_t>(count);
    runs_[run_count_++] = {first, run, at_, before_, crossed_, level_, slope_};
    first += run;
    at_ += run;
    end_ = std::max(end_, at_);  // a fade out may read on
    before_ += run;
    crossed_ = std::min(crossed_ + run, fade_frames_);
    level_ += static_cast<uint32_t>(slope_) * run;
    if (level_ == 0) crossed_ = fade_frames_;
    if (level_ == 0 || level_ == fade_frames_) slope_ = 0;
  }
}

void PlayReader::fill(float* to, const float* ring, const Run& run) const {
  if (run.slope == 0 && run.level == fade_frames_ && run.crossed == fade_frames_) return copy(to, ring, run);
  const float step = 1.0f / static_cast<float>(fade_frames_);
  for (uint32_t i = 0; i < run.frames; ++i) {
    float sample = ring[(run.at + i) & mask_];
    if (run.crossed < fade_frames_) {
      const float before = ring[(run.before + i) & mask_];
      sample = before + (sample - before) * (static_cast<float>(run.crossed + i) * step);
    }
    const auto level = static_cast<int32_t>(run.level) + run.slope * static_cast<int32_t>(i);
    to[run.first + i] = static_cast<uint32_t>(level) == fade_frames_ ? sample : sample * (static_cast<float>(level) * step);
  }
}

void PlayReader::copy(float* to, const float* ring, const Run& run) const {
  const auto index = static_cast<uint32_t>(run.at & mask_);
  const uint32_t to_end = std::min(run.frames, mask_ + 1 - index);
  std::memcpy(to + run.first, ring + index, to_end * sizeof(float));
  std::memcpy(to + run.first + to_end, ring, (run.frames - to_end) * sizeof(float));
}

// While it crossfades the frames before the jump are still in use.
void PlayReader::publish() {
  store(ring_->played, crossed_ < fade_frames_ ? before_ : at_);
  store(ring_->underruns, underruns_);
  store<uint32_t>(ring_->is_sounding, level_ > 0 ? 1 : 0);
}

}  // namespace rowdesk
