#include "tape.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace rowdesk::recorder {
namespace {

/** More of them in one buffer tell no more: what is missing is added to the last. */
constexpr size_t most_events = 4096;

}  // namespace

Tape::Tape(uint32_t channels, uint64_t capacity_frames) : channels_(channels), capacity_(capacity_frames) {
  // Populated here: a page that comes only while recording may not come.
  void* const memory = mmap(nullptr, bytes_of(channels, capacity_frames), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  samples_ = static_cast<float*>(memory);
}

Tape::~Tape() { munmap(samples_, bytes_of(channels_, capacity_)); }

uint64_t Tape::oldest_locked() const { return std::max(origin_, head_ > capacity_ ? head_ - capacity_ : 0); }

uint64_t Tape::room() const {
  const std::lock_guard lock(guard_);
  return held_ ? *held_ + capacity_ - head_ : capacity_;
}

Tape::Place Tape::place() const {
  const std::lock_guard lock(guard_);
  const uint64_t at = head_ % capacity_;
  const uint64_t room = held_ ? *held_ + capacity_ - head_ : capacity_;
  return {samples_ + at, std::min(room, capacity_ - at)};
}

void Tape::append(uint64_t frames) {
  const std::lock_guard lock(guard_);
  head_ += frames;
  while (!held_ && !events_.empty() && events_.front().at < oldest_locked()) events_.pop_front();
}

void Tape::note(TapeEvent event) {
  const std::lock_guard lock(guard_);
  event.at = head_;
  if (event.kind == TapeEvent::missing && !events_.empty()) {
    TapeEvent& last = events_.back();
    const bool is_same = last.kind == TapeEvent::missing && last.at == head_ && last.reason == event.reason;
    if (is_same || (last.kind == TapeEvent::missing && events_.size() >= most_events)) {
      last.frames += event.frames;
      last.ring_frames += event.ring_frames;
      return;
    }
  }
  const bool is_ended = !events_.empty() && events_.back().kind == TapeEvent::end;
  if (event.kind == TapeEvent::end && is_ended) return;
  if (event.kind == TapeEvent::silent && events_.size() >= most_events) return;
  events_.push_back(event);
}

void Tape::set_waiting(uint64_t frames, uint64_t of) {
  const std::lock_guard lock(guard_);
  waiting_ = frames;
  ring_capacity_ = of;
}

void Tape::clear() {
  const std::lock_guard lock(guard_);
  origin_ = head_;
  events_.clear();
}

uint64_t Tape::head() const {
  const std::lock_guard lock(guard_);
  return head_;
}

uint64_t Tape::oldest() const {
  const std::lock_guard lock(guard_);
  return oldest_locked();
}

bool Tape::is_held() const {
  const std::lock_guard lock(guard_);
  return held_.has_value();
}

void Tape::hold(uint64_t from) {
  const std::lock_guard lock(guard_);
  held_ = std::max(from, oldest_locked());
  while (!events_.empty() && events_.front().at <= from) events_.pop_front();
}

void Tape::release() {
  const std::lock_guard lock(guard_);
  held_.reset();
  const auto is_of_take = [](const TapeEvent& event) {
    return event.kind == TapeEvent::split || event.kind == TapeEvent::end;
  };
  events_.erase(std::remove_if(events_.begin(), events_.end(), is_of_take), events_.end());
}

std::optional<TapeEvent> Tape::take_event(uint64_t at) {
  const std::lock_guard lock(guard_);
  if (events_.empty() || events_.front().at > at) return std::nullopt;
  const TapeEvent event = events_.front();
  events_.pop_front();
  return event;
}

uint64_t Tape::run(uint64_t at) const {
  const std::lock_guard lock(guard_);
  const uint64_t end = events_.empty() ? head_ : std::min(head_, events_.front().at);
  return std::min(end - at, capacity_ - at % capacity_);
}

void Tape::pass(uint64_t at) {
  const std::lock_guard lock(guard_);
  held_ = at;
}

uint64_t Tape::length_from(uint64_t at) const {
  const std::lock_guard lock(guard_);
  uint64_t extra = 0;
  for (const TapeEvent& event : events_) {
    if (event.kind == TapeEvent::end) return event.at - at + extra;
    if (event.kind == TapeEvent::missing || event.kind == TapeEvent::new_ring) extra += event.frames;
  }
  return head_ - at + extra + waiting_;
}

double Tape::fill_from(uint64_t at) const {
  const std::lock_guard lock(guard_);
  // What waits longer than the ring holds is lost, and becomes missing frames when there is room again.
  const uint64_t waits = head_ - at + std::min(waiting_, ring_capacity_);
  return static_cast<double>(waits) / static_cast<double>(capacity_ + ring_capacity_);
}

uint64_t Tape::ring_frames_from(uint64_t at) const {
  const std::lock_guard lock(guard_);
  uint64_t frames = head_ - at;
  for (const TapeEvent& event : events_) {
    if (event.at > at && event.kind == TapeEvent::missing) frames += event.ring_frames;
  }
  return frames;
}

}  // namespace rowdesk::recorder
