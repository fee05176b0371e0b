#include "track_export.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace rowdesk::recorder {
namespace {

constexpr uint32_t block_frames = 16384;
/** Written between two looks at the free space. */
constexpr uint64_t export_look_bytes = 16 << 20;

TrackFile create(const ExportOrder& order) { return TrackFile::create(order.path, order.format, order.facts); }

}  // namespace

TrackExport::TrackExport(ExportOrder order)
    : order_(std::move(order)),
      reader_(order_.take, order_.format.channels, 0),
      conversion_(order_.take->rate_hz, order_.format.rate_hz, order_.format.channels),
      file_(create(order_)),
      peaks_(order_.format.channels, 0.0f),
      samples_(static_cast<size_t>(block_frames) * order_.format.channels) {
  for (uint32_t c = 0; c < order_.format.channels; ++c) {
    planes_.push_back(samples_.data() + static_cast<size_t>(c) * block_frames);
  }
  check_room();
}

bool TrackExport::step(uint32_t frames) {
  const int64_t total = order_.take->frames();
  const int64_t until = std::min<int64_t>(total, at_ + frames);
  while (at_ < until) {
    const int64_t count = std::min<int64_t>(block_frames, until - at_);
    reader_.read(at_, count, planes_.data());
    if (!reader_.fault().empty()) throw sound::FileError(reader_.fault());
    at_ += count;
    write(conversion_.convert(planes_.data(), static_cast<uint64_t>(count)));
  }
  if (at_ < total) return true;
  write(conversion_.finish());
  file_.close();
  write_markers(file_.path(), markers_within(order_.markers, 0, file_.frames()));
  return false;
}

void TrackExport::write(const RateConversion::Converted& sound) {
  const auto& [channels, frames] = sound;
  for (uint32_t c = 0; c < order_.format.channels; ++c) {
    for (uint64_t n = 0; n < frames; ++n) peaks_[c] = std::max(peaks_[c], std::fabs(channels[c][n]));
  }
  file_.write(channels, frames);
  unchecked_bytes_ += frames * order_.format.channels * sizeof(float);
  if (unchecked_bytes_ >= export_look_bytes) check_room();
}

void TrackExport::check_room() {
  unchecked_bytes_ = 0;
  const auto room = sound::room_in(std::filesystem::path(order_.path).parent_path());
  if (room.free >= order_.reserve_bytes + export_look_bytes) return;
  throw sound::FileError(order_.path + ": the disk is full; " + std::to_string(order_.reserve_bytes / 1'000'000) +
                         " MB of it stay free for the show");
}

}  // namespace rowdesk::recorder
