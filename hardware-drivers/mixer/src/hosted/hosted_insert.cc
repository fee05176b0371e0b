#include "hosted/hosted_insert.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace rowdesk {
namespace {

constexpr size_t page = 4096;
constexpr size_t samples_offset = page;
static_assert(sizeof(rd_insert_slot) <= samples_offset && sizeof(rd_insert_return) <= samples_offset);
// What stays as it was made begins both heads.
constexpr size_t made_of_slot = offsetof(rd_insert_slot, written);
constexpr size_t made_of_return = offsetof(rd_insert_return, rack);
// A lost clock is made up for by blocks of any length.
constexpr uint32_t least_capacity = RD_MAX_FRAMES;
// Memory that every slot has for its plugin's latency; a longer one gets more when it is there.
constexpr uint32_t usual_latency = 8192;
// Vectors are read whole.
constexpr uint32_t beyond_block = widest_lanes;

uint32_t capacity_of(uint32_t block_frames) { return std::bit_ceil(std::max(4 * block_frames, least_capacity)); }

size_t bytes_of(uint32_t rings, uint32_t block_frames) {
  return samples_offset + size_t{rings} * capacity_of(block_frames) * sizeof(float);
}

// The delay, and the block that is yet to be sent.
uint32_t ring_for(uint32_t delay_frames) { return std::bit_ceil(delay_frames + RD_MAX_FRAMES + sub_block_frames); }

uint32_t most_latency(double rate) { return static_cast<uint32_t>(most_hosted_latency_s * rate); }

}  // namespace

HostedInsert::HostedInsert(const std::string& name, uint32_t legs, const Format& format, const std::string& folder)
    : format_(format),
      file_(name, bytes_of(legs + 1, format.block_frames)),
      return_file_(name + RD_INSERT_RETURN_SUFFIX, bytes_of(legs, format.block_frames)),
      shared_(*static_cast<rd_insert_slot*>(file_.data())),
      return_(*static_cast<rd_insert_return*>(return_file_.data())),
      damage_link_(folder + "/" + name + ".damaged"),
      most_ring_frames_(ring_for(format.block_frames + most_latency(format.rate))),
      ring_frames_(ring_for(format.block_frames + usual_latency)),
      delay_frames_(format.block_frames),
      dry_(static_cast<size_t>(legs) * most_ring_frames_),
      block_((legs + size_t{1}) * (RD_MAX_FRAMES + beyond_block)) {
  slot_.block_frames = format.block_frames;
  slot_.capacity_frames = capacity_of(format.block_frames);
  slot_.sound.legs = legs;
  slot_.shared = &shared_;
  slot_.returned = &return_;
  slot_.key = ring(file_, legs);
  slot_.sound.key = block_.data() + static_cast<size_t>(legs) * (RD_MAX_FRAMES + beyond_block);
  const auto delay = static_cast<int32_t>(delay_frames_);
  for (uint32_t leg = 0; leg < legs; ++leg) {
    slot_.send[leg] = ring(file_, leg);
    slot_.back[leg] = ring(return_file_, leg);
    slot_.sound.wet[leg] = block_.data() + static_cast<size_t>(leg) * (RD_MAX_FRAMES + beyond_block);
    const size_t first = static_cast<size_t>(leg) * most_ring_frames_;
    dry_.use(first, ring_frames_);
    slot_.sound.dry[leg] = {dry_.data() + first, ring_frames_ - 1, {delay, delay, delay, {1.0f, 0.0f, 0.0f}}};
  }
  make_heads(name);
  unlink(damage_link_.c_str());
  return_file_.link(folder);
  file_.link(folder);
}

HostedInsert::~HostedInsert() { end(); }

void HostedInsert::make_heads(const std::string& name) {
  head_.magic = RD_INSERT_MAGIC;
  return_head_.magic = RD_INSERT_RETURN_MAGIC;
  head_.version = return_head_.version = RD_INSERT_VERSION;
  head_.epoch = return_head_.epoch = new_epoch();
  head_.bytes = file_.bytes();
  return_head_.bytes = return_file_.bytes();
  head_.process_id = static_cast<uint32_t>(getpid());
  head_.rate = static_cast<uint32_t>(std::lround(format_.rate));
  head_.block_frames = format_.block_frames;
  head_.capacity_frames = slot_.capacity_frames;
  head_.legs = slot_.sound.legs;
  head_.samples_offset = samples_offset;
  name.copy(head_.place, sizeof head_.place - 1);
  // Nothing has linked to the files yet: no rack reads half a head.
  std::memcpy(&shared_, &head_, sizeof head_);
  std::memcpy(&return_, &return_head_, sizeof return_head_);
}

bool HostedInsert::mend() {
  if (has_ended_) return false;
  const bool is_slot_mended = mend_slot(), is_return_mended = mend_return();
  if (!is_slot_mended && !is_return_mended) return false;
  ++damages_;
  say_damage();
  return true;
}

// A kernel without Landlock lets a plugin open a slot to write.
bool HostedInsert::mend_slot() {
  if (std::memcmp(&shared_, &head_, made_of_slot) == 0 && __atomic_load_n(&shared_.has_ended, __ATOMIC_RELAXED) == 0) return false;
  std::memcpy(&shared_, &head_, made_of_slot);
  __atomic_store_n(&shared_.has_ended, 0u, __ATOMIC_RELEASE);
  return true;
}

// The fields that stay as they were made, and those of a rack, which it may set within their range. What it makes of its own frames is
// looked at in each block.
bool HostedInsert::mend_return() {
  const bool is_same = std::memcmp(&return_, &return_head_, made_of_return) == 0;
  const bool is_rack = __atomic_load_n(&return_.rack, __ATOMIC_RELAXED) <= RD_INSERT_RACKS;
  const bool is_latency = __atomic_load_n(&return_.latency_frames, __ATOMIC_RELAXED) <= most_latency(format_.rate);
  if (is_same && is_rack && is_latency) return false;
  std::memcpy(&return_, &return_head_, made_of_return);
  if (!is_rack) __atomic_store_n(&return_.rack, 0u, __ATOMIC_RELEASE);
  if (!is_latency) __atomic_store_n(&return_.latency_frames, 0u, __ATOMIC_RELEASE);
  return true;
}

void HostedInsert::say_damage() const {
  const std::string next = damage_link_ + ".new";
  unlink(next.c_str());
  if (symlink(std::to_string(damages_).c_str(), next.c_str()) == 0) rename(next.c_str(), damage_link_.c_str());
}

void HostedInsert::end() {
  has_ended_ = true;
  __atomic_store_n(&shared_.has_ended, 1u, __ATOMIC_RELEASE);
  if (damages_ > 0) unlink(damage_link_.c_str());
  file_.remove();
  return_file_.remove();
}

// Of the slot: the send of each leg, the key; of its return each leg.
float* HostedInsert::ring(const SharedFile& file, uint32_t number) const {
  auto* const samples = reinterpret_cast<float*>(static_cast<char*>(file.data()) + samples_offset);
  return samples + static_cast<size_t>(number) * slot_.capacity_frames;
}

uint32_t HostedInsert::plugin_latency() const {
  const uint32_t frames = __atomic_load_n(&return_.latency_frames, __ATOMIC_RELAXED);
  return frames <= most_latency(format_.rate) ? frames : 0;
}

uint32_t HostedInsert::latency(int32_t offset_frames) const {
  const int64_t frames = int64_t{plugin_latency()} + offset_frames;
  return static_cast<uint32_t>(std::clamp<int64_t>(frames, 0, most_latency(format_.rate)));
}

uint32_t HostedInsert::set_delay(uint32_t frames) {
  delay_frames_ = frames;
  if (ring_for(frames) > ring_frames_) {
    ring_frames_ = most_ring_frames_;
    for (uint32_t leg = 0; leg < slot_.sound.legs; ++leg) dry_.use(static_cast<size_t>(leg) * most_ring_frames_, ring_frames_);
  }
  return ring_frames_ - 1;
}

}  // namespace rowdesk
