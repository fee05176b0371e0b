#include "hosted/hosted_slots.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <utility>

#include <rowdesk/clock.h>

#include "engine/ramp.h"
#include "hosted/heard_return.h"

namespace rowdesk {
namespace {

constexpr uint64_t offline_nap_ns = 20'000;

static_assert(std::atomic<HostedHeard>::is_always_lock_free && std::atomic<uint64_t>::is_always_lock_free);

// Rings have a power of two of frames; a frame is at the same index of its number as in insert_slot.h.
struct Ring {
  float* samples;
  size_t mask;
};

// Calls copy(index in one ring, index in the other, frames) for each part without a wrap.
template <typename Copy>
void each_part(uint64_t frame, size_t frames, size_t one_mask, size_t other_mask, Copy copy) {
  while (frames > 0) {
    const size_t one = frame & one_mask, other = frame & other_mask;
    const size_t part = std::min({frames, one_mask + 1 - one, other_mask + 1 - other});
    copy(one, other, part);
    frame += part;
    frames -= part;
  }
}

void copy(const Ring& to, const Ring& from, uint64_t frame, size_t frames) {
  each_part(frame, frames, to.mask, from.mask, [&](size_t into, size_t at, size_t part) {
    std::memcpy(to.samples + into, from.samples + at, part * sizeof(float));
  });
}

void take(float* to, const float* ring, size_t mask, uint64_t frame, size_t frames) {
  each_part(frame, frames, mask, mask, [&](size_t at, size_t, size_t part) {
    std::memcpy(to, ring + at, part * sizeof(float));
    to += part;
  });
}

// from: null for silence
void fill(const Ring& to, const float* from, uint64_t frame, size_t frames) {
  each_part(frame, frames, to.mask, to.mask, [&](size_t into, size_t, size_t part) {
    if (from == nullptr) std::fill_n(to.samples + into, part, 0.0f);
    else std::memcpy(to.samples + into, std::exchange(from, from + part), part * sizeof(float));
  });
}

// A longer ring keeps the sound: a frame's index in it is the old one, or that plus a multiple of the old length.
void grow(HostedSound& sound, DelayLine& line, uint32_t mask) {
  const uint64_t frames = std::min(line.mask + uint64_t{1}, sound.frame - sound.since);
  for (uint64_t at = sound.frame - frames; at < sound.frame; ++at) line.ring[at & mask] = line.ring[at & line.mask];
  sound.kept = std::max(sound.kept, sound.frame - frames);
  line.mask = mask;
}

uint32_t rack_of(const HostedSlot& slot) {
  const uint32_t rack = __atomic_load_n(&slot.returned->rack, __ATOMIC_ACQUIRE);
  return rack <= RD_INSERT_RACKS ? rack : 0;
}

// The frames of a slot whose return a block plays; none before the return of its first frame. What a longer block than the
// slot was made for (the clock is lost) would play is not even sent yet.
struct Wanted {
  uint64_t begin, end;
  uint32_t silent;  // frames of the block before `begin`
};

Wanted wanted_of(const HostedSlot& slot, uint32_t frames) {
  const uint64_t block = slot.block_frames, since = slot.sound.since;
  const uint64_t end = slot.written + frames < since + block ? since : slot.written + frames - block;
  const uint64_t begin = slot.written < since + block ? since : slot.written - block;
  return {begin, end, frames - static_cast<uint32_t>(end - begin)};
}

bool serves(const HostedSlot& slot, const Wanted& wanted) {
  return rack_of(slot) != 0 && __atomic_load_n(&slot.returned->from, __ATOMIC_RELAXED) <= wanted.begin;
}

bool is_done(const HostedSlot& slot, const Wanted& wanted) {
  const uint64_t done = __atomic_load_n(&slot.returned->done, __ATOMIC_ACQUIRE);
  return serves(slot, wanted) && wanted.end <= done && done <= slot.written;
}

// What a rack has taken up later it will not give.
bool comes(const HostedSlot& slot, const Wanted& wanted) { return rack_of(slot) == 0 || serves(slot, wanted); }

// A render waits for a rack that is to come; a freewheeling clock for one that serves the slot, since its show goes on without.
bool is_waited_for(const HostedSlot& slot, const Wanted& wanted, uint32_t flags) {
  if ((flags & RD_BLOCK_OFFLINE) != 0) return comes(slot, wanted);
  return (flags & RD_BLOCK_FREEWHEEL) != 0 && serves(slot, wanted);
}

void wait_for(HostedSlot& slot, const Wanted& wanted, uint32_t flags) {
  const uint64_t deadline = rd_monotonic_ns() + offline_wait_ns;
  while (!is_done(slot, wanted) && is_waited_for(slot, wanted, flags)) {
    const uint64_t now = rd_monotonic_ns();
    slot.has_given_up = now >= deadline;
    if (slot.has_given_up) return;
    rd_sleep_until(now + offline_nap_ns);
  }
}

// Into memory that no rack can write, where it is looked at.
bool take_return(const HostedSlot& slot, const Wanted& wanted) {
  const auto frames = static_cast<uint32_t>(wanted.end - wanted.begin);
  bool is_sound = true;
  for (uint32_t leg = 0; leg < slot.sound.legs; ++leg) {
    float* const wet = slot.sound.wet[leg];
    std::fill_n(wet, wanted.silent, 0.0f);
    take(wet + wanted.silent, slot.back[leg], slot.capacity_frames - 1, wanted.begin, frames);
    is_sound = is_finite(wet + wanted.silent, frames) && is_sound;
  }
  return is_sound;
}

// Publishes what the insert has heard in this block.
void send(HostedSlot& slot) {
  const HostedSound& sound = slot.sound;
  const size_t mask = slot.capacity_frames - 1;
  for (uint32_t leg = 0; leg < sound.legs; ++leg) {
    copy({slot.send[leg], mask}, {sound.dry[leg].ring, sound.dry[leg].mask}, slot.written, sound.at);
  }
  fill({slot.key, mask}, sound.has_key ? sound.key : nullptr, slot.written, sound.at);
  __atomic_store_n(&slot.shared->has_key, sound.has_key, __ATOMIC_RELAXED);
  slot.written += sound.at;
  __atomic_store_n(&slot.shared->written, slot.written, __ATOMIC_RELEASE);
  slot.heard.store(heard_of(sound), std::memory_order_release);
}

// A rack that goes to sleep now either sees the new number or is woken. Whether it sleeps it can't say: racks write nothing here.
void wake(rd_insert_rack& rack) {
  __atomic_fetch_add(&rack.sequence, 1u, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &rack.sequence, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void put(std::atomic<uint64_t>& count, uint64_t value, uint64_t& shown) {
  count.store(value, std::memory_order_relaxed);
  __atomic_store_n(&shown, value, __ATOMIC_RELAXED);
}

}  // namespace

void HostedSlots::prepare(double rate) {
  ramp_frames_ = ramp_frames(times_.change_ms, rate);
  decay_frames_ = ramp_frames(hosted_decay_ms, rate);
  count_ = 0;
}

void HostedSlots::apply(const InsertOrder& order) {
  uint32_t at = 0;
  while (at < count_ && (slots_[at]->lane != order.lane || slots_[at]->place != order.place)) ++at;
  if (order.slot == nullptr) {
    if (at < count_) slots_[at] = slots_[--count_];
    return;
  }
  if (at == count_) ++count_;
  HostedSlot& slot = *(slots_[at] = order.slot);
  slot.lane = order.lane;
  slot.place = order.place;
  slot.is_enabled = order.is_enabled;
  slot.sound.is_on = order.is_on ? 1 : 0;
  if (order.is_on && slot.heard.load(std::memory_order_relaxed) == HostedHeard::none) {
    slot.heard.store(HostedHeard::dry, std::memory_order_release);
  }
  for (uint32_t leg = 0; leg < slot.sound.legs; ++leg) {
    DelayLine& line = slot.sound.dry[leg];
    if (order.mask > line.mask) grow(slot.sound, line, order.mask);
    line.frames.desired = static_cast<int32_t>(order.delay_frames);
  }
}

void HostedSlots::begin_all(uint32_t frames, uint32_t flags) {
  for (uint32_t i = 0; i < count_; ++i) begin(*slots_[i], frames, flags);
}

// Whether the plugin is heard is decided once for each block, before its first sample.
void HostedSlots::begin(HostedSlot& slot, uint32_t frames, uint32_t flags) const {
  slot.sound.at = 0;
  slot.rack = rack_of(slot);
  const Wanted wanted = wanted_of(slot, frames);
  if (wanted.begin == wanted.end) return;
  const bool is_possible = frames <= slot.block_frames;
  bool is_in_time = is_possible && is_done(slot, wanted);
  if (is_in_time) slot.has_given_up = false;
  else if (is_possible && !slot.has_given_up) {
    wait_for(slot, wanted, flags);
    is_in_time = is_done(slot, wanted);
  }
  is_in_time = is_in_time && take_return(slot, wanted);
  if (!is_in_time && is_possible && (flags & RD_BLOCK_SYNTHETIC) == 0 && serves(slot, wanted)) {
    put(slot.late_blocks, slot.late_blocks.load(std::memory_order_relaxed) + 1, slot.shared->late_blocks);
  }
  hear(slot, is_in_time);
}

void HostedSlots::hear(HostedSlot& slot, bool is_in_time) const {
  HostedSound& sound = slot.sound;
  const bool is_fresh = std::exchange(sound.is_fresh, 0u) != 0;
  slot.in_time = is_in_time ? std::min(slot.in_time + 1, blocks_in_time) : 0;
  if (!is_in_time) return end_return(sound, decay_frames_);
  const bool is_wanted = slot.is_enabled && (sound.wet_part.target == 1.0f || is_fresh || slot.in_time == blocks_in_time);
  const float part = is_wanted ? 1.0f : 0.0f;
  if (sound.wet_part.target != part) turn(sound.wet_part, part, is_fresh ? 0.0f : ramp_frames_);
}

void HostedSlots::advance_all(uint32_t frames) {
  for (uint32_t i = 0; i < count_; ++i) rowdesk::advance(slots_[i]->sound, frames);
}

void HostedSlots::end_all() {
  std::array<bool, RD_INSERT_RACKS> used{};
  for (uint32_t i = 0; i < count_; ++i) {
    send(*slots_[i]);
    if (slots_[i]->rack != 0) used[slots_[i]->rack - 1] = true;
  }
  if (wake_ == nullptr) return;
  for (uint32_t rack = 0; rack < RD_INSERT_RACKS; ++rack) {
    if (used[rack]) wake(wake_->rack[rack]);
  }
}

}  // namespace rowdesk
