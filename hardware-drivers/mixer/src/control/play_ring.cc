#include "control/play_ring.h"

#include <unistd.h>

#include <bit>
#include <cmath>

namespace rowdesk {
namespace {

constexpr uint32_t head_bytes = 4096;  // a page
constexpr double fade_s = 0.01;

// At least half a second.
uint32_t capacity_frames(double rate) { return std::bit_ceil(static_cast<uint32_t>(std::ceil(rate / 2.0))); }

size_t play_bytes_of(uint32_t channels, double rate) { return head_bytes + size_t{channels} * capacity_frames(rate) * sizeof(float); }

}  // namespace

PlayRing::PlayRing(const std::string& folder, uint32_t channels, double rate)
    : file_(RD_PLAY_RING_LINK, play_bytes_of(channels, rate)), reader_(complete(file_, channels, rate)) {
  file_.link(folder);
}

// The header; its magic last.
rd_play_ring* PlayRing::complete(const SharedFile& file, uint32_t channels, double rate) {
  auto* const ring = static_cast<rd_play_ring*>(file.data());
  ring->version = RD_PLAY_RING_VERSION;
  ring->bytes = file.bytes();
  ring->epoch = new_epoch();
  ring->process_id = static_cast<uint32_t>(getpid());
  ring->rate = static_cast<uint32_t>(std::lround(rate));
  ring->capacity_frames = capacity_frames(rate);
  ring->channels = channels;
  ring->samples_offset = head_bytes;
  ring->fade_frames = static_cast<uint32_t>(std::lround(fade_s * rate));
  __atomic_store_n(&ring->magic, RD_PLAY_RING_MAGIC, __ATOMIC_RELEASE);
  return ring;
}

void PlayRing::end() {
  __atomic_store_n(&header().has_ended, 1, __ATOMIC_RELEASE);
  file_.remove();
}

}  // namespace rowdesk
