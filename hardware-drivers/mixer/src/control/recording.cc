#include "control/recording.h"

#include <exception>
#include <utility>

namespace rowdesk {

Recording::Recording(const Layout& layout, std::string folder) : layout_(layout), folder_(std::move(folder)) {
  if (!folder_.empty()) SharedFile::remove_stale(folder_, RD_RECORD_RING_LINK);
}

uint32_t Recording::set_tracks(std::vector<RecordTrack> tracks) {
  if (number_ > 0 && tracks == tracks_ && fault_.empty()) return number_;
  std::unique_ptr<RecordRing> ring = made(tracks);
  if (tracks != tracks_ || number_ == 0) ++number_;
  tracks_ = std::move(tracks);
  change_to(std::move(ring));
  return number_;
}

void Recording::set_rate(double rate) {
  if (rate == rate_) return;
  rate_ = rate;
  if (tracks_.empty()) return;
  try {
    change_to(made(tracks_));
  } catch (const std::exception& error) {
    change_to(nullptr);
    fault_ = error.what();
  }
}

void Recording::close() {
  folder_.clear();
  next_.reset();
}

void Recording::put(Block& block) {
  if (!has_change_) return;
  block.record = std::move(next_);
  block.record_number = number_;
  block.changes_record = true;
  has_change_ = false;
}

void Recording::returned(const Block& block) {
  if (block.changes_record) applied_ = block.record_number;
}

std::unique_ptr<RecordRing> Recording::made(const std::vector<RecordTrack>& tracks) const {
  if (tracks.empty() || folder_.empty()) return nullptr;
  return std::make_unique<RecordRing>(layout_, tracks, rate_, folder_);
}

void Recording::change_to(std::unique_ptr<RecordRing> ring) {
  next_ = std::move(ring);
  fault_.clear();
  has_change_ = true;
}

}  // namespace rowdesk
