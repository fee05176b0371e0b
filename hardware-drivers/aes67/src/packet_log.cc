#include "packet_log.h"

#include <algorithm>

namespace rowdesk::aes67 {

void PacketLog::begin(int64_t sequence) noexcept {
  for (Path& path : paths_) {
    path.words.fill(0);
    path.is_alive = false;
  }
  first_ = sequence;
  oldest_ = sequence - overtaken;
  newest_ = sequence - 1;
}

PacketLog::Added PacketLog::add(int64_t sequence, uint32_t path, Retired& retired) noexcept {
  Path& own = paths_[path];
  if (sequence < oldest_) return {Copy::retired, false};
  if (sequence - oldest_ >= window) retire_all_before(sequence - window + 1, retired);
  newest_ = std::max(newest_, sequence);
  first_ = std::min(first_, sequence);
  if (own.has(sequence)) return {Copy::doubled, false};
  const bool is_first = std::none_of(paths_.begin(), paths_.end(), [&](const Path& each) { return each.has(sequence); });
  own.words[(sequence & (window - 1)) >> 6] |= 1ull << (sequence & 63);
  const bool is_reordered = own.is_alive && sequence < own.newest;
  own.newest = own.is_alive ? std::max(own.newest, sequence) : sequence;
  own.first = own.is_alive ? std::min(own.first, sequence) : sequence;
  own.is_alive = true;
  return {is_first ? Copy::first : Copy::other_path, is_reordered};
}

void PacketLog::retire_all_before(int64_t before, Retired& retired) noexcept {
  for (; oldest_ < before && oldest_ <= newest_; ++oldest_) {
    bool came = false;
    for (uint32_t i = 0; i < paths; ++i) {
      Path& path = paths_[i];
      const bool came_here = path.has(oldest_);
      path.words[(oldest_ & (window - 1)) >> 6] &= ~(1ull << (oldest_ & 63));
      if (path.is_alive && !came_here && oldest_ >= path.first) ++retired.path_lost[i];
      came |= came_here;
    }
    if (!came && oldest_ >= first_) ++retired.lost;
  }
  if (oldest_ >= before) return;
  // Nothing is known of these: none has come.
  const auto rest = static_cast<uint64_t>(before - std::max(oldest_, first_));
  retired.lost += rest;
  for (uint32_t i = 0; i < paths; ++i) {
    if (paths_[i].is_alive) retired.path_lost[i] += rest;
  }
  oldest_ = before;
  newest_ = std::max(newest_, before - 1);
}

}  // namespace rowdesk::aes67
